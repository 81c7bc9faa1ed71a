// The desk around the map: start page, navigator, command palette, keys, tool help, comparison, changed files, kinds.
#include "editor/dialogs/commandpalette.h"
#include "editor/dialogs/comparedialog.h"
#include "editor/docks/navigatordock.h"
#include "editor/docks/navigatorview.h"
#include "editor/docks/palettedock.h"
#include "editor/window/shortcuts.h"
#include "tests/editor/window_fixture.h"

#include <QAbstractButton>
#include <QLabel>
#include <QListWidget>
#include <QTextBrowser>
#include <QTreeWidget>

namespace hotchkiss::editor {
namespace {

class Desk : public WindowTest {
 protected:
  void openSample(const std::string& name) {
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample(name).string())));
    ASSERT_TRUE(waitFor([this] { return canvas().isIdle(); }));
  }
  template <class Widget>
  Widget* part(const char* name) {
    auto* out = window().findChild<Widget*>(QLatin1String(name));
    EXPECT_NE(out, nullptr) << name;
    return out;
  }
  static void push(QWidget& dialog, const char* name) {
    auto* button = dialog.findChild<QAbstractButton*>(QLatin1String(name));
    EXPECT_NE(button, nullptr) << name;
    if (button)
      button->click();
    else
      dialog.close();
  }
  /// Types into the palette and presses Enter.
  void command(const QString& text) {
    QTest::keyClick(&window(), Qt::Key_K, Qt::ControlModifier);
    auto* field = window().findChild<QLineEdit*>(QStringLiteral("commandField"));
    ASSERT_NE(field, nullptr);
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
    QTest::qWait(50);
  }
};

TEST_F(Desk, TheStartPageShowsWhatWasOpen) {
  create("tss", {9, 7});
  tools().choose(ToolId::Terrain, "woods");
  Hand(window()).click(lattice().centre({3, 3}));
  ASSERT_TRUE(window().save());
  ASSERT_TRUE(window().closeModule());
  auto* recent = part<QListWidget>("welcomeRecent");
  ASSERT_GE(recent->count(), 1);
  EXPECT_EQ(recent->item(0)->text(), "Test of the window");
  EXPECT_FALSE(recent->item(0)->icon().isNull());
  EXPECT_GE(part<QListWidget>("welcomeSamples")->count(), 4) << "the samples lie beside the build";
  shoot(window(), "start-page");
  emit recent->itemActivated(recent->item(0));
  ASSERT_NE(window().document(), nullptr);
}

TEST_F(Desk, TheNavigatorShowsTheMapAndGoesThere) {
  openSample("gettysburg-ground");
  auto* dock = part<NavigatorDock>("navigatorDock");
  auto* view = part<NavigatorView>("navigatorView");
  ASSERT_TRUE(waitFor([&] { return dock->isIdle() && !dock->picture().isNull(); }));
  canvas().zoomTo(60);
  const double before = canvas().toPlane(QPointF(canvas().rect().center())).y;
  QTest::mouseClick(view, Qt::LeftButton, Qt::NoModifier, QPoint(view->width() / 2, view->height() - 12));
  const double after = canvas().toPlane(QPointF(canvas().rect().center())).y;
  EXPECT_GT(after, before + 10) << "the foot of the map is far to the south";
  view->setFocus();
  QTest::keyClick(view, Qt::Key_Up);
  EXPECT_LT(canvas().toPlane(QPointF(canvas().rect().center())).y, after);
}

TEST_F(Desk, ThePaletteFindsCommandsNamesAndHexes) {
  openSample("gcacw-primer");
  EXPECT_GT(CommandPalette::fit("hex", "Hex Numbers"), CommandPalette::fit("hex", "Show the hex grid"));
  EXPECT_GE(CommandPalette::fit("vhn", "View: Hex Numbers"), 0);
  EXPECT_LT(CommandPalette::fit("xyz", "View: Hex Numbers"), 0);
  const bool before = window().action("view.numbers")->isChecked();
  command("hex numbers");
  EXPECT_NE(window().action("view.numbers")->isChecked(), before);
  canvas().zoomTo(50);
  command(QString::fromStdString(document().numbering().label(HexCoord{5, 4})));
  EXPECT_EQ(tools().selection(), Selection(HexCoord{5, 4}));
  // A name on the map.
  std::optional<NamedThing> named;
  std::string name;
  for (const auto& [key, text] : map().table("map/named")) {
    const auto body = nlohmann::json::parse(text, nullptr, false);
    if (key.section == "place" && !body.value("name", "").empty()) {
      named = NamedThing{key.section, key.id};
      name = body.value("name", "");
    }
  }
  ASSERT_TRUE(named.has_value());
  command(QString::fromStdString(name));
  EXPECT_EQ(tools().selection(), Selection(*named));
}

TEST_F(Desk, KeysCanBeChangedAndAreRemembered) {
  QAction* fit = window().action("view.fit");
  const QKeySequence own = fit->shortcut();
  EXPECT_EQ(shortcuts::owner(window(), QKeySequence("Ctrl+S"), fit), window().action("file.save"));
  shortcuts::set(*fit, QKeySequence("Ctrl+Alt+9"));
  {
    MainWindow second;
    EXPECT_EQ(second.action("view.fit")->shortcut(), QKeySequence("Ctrl+Alt+9"));
    EXPECT_TRUE(second.action("view.fit")->toolTip().contains("Ctrl+Alt+9"));
  }
  shortcuts::reset(*fit);
  EXPECT_EQ(fit->shortcut(), own);
  // No two commands of the program itself have the same keys.
  std::map<QString, QString> seen;
  for (const QAction* action : window().findChildren<QAction*>())
    for (const QKeySequence& keys : action->shortcuts()) {
      const auto [it, isNew] = seen.emplace(keys.toString(), action->text());
      EXPECT_TRUE(isNew) << keys.toString().toStdString() << ": " << it->second.toStdString() << " and "
                         << action->text().toStdString();
    }
}

TEST_F(Desk, TheHelpPaneFollowsTheTool) {
  openSample("tss-primer");
  trigger("tool.hexside");
  EXPECT_TRUE(part<QLabel>("toolHelpName")->text().contains("Hexsides"));
  const QString first = part<QTextBrowser>("toolHelpText")->toPlainText();
  trigger("tool.terrain");
  EXPECT_NE(part<QTextBrowser>("toolHelpText")->toPlainText(), first);
}

TEST_F(Desk, ComparedWithTheFiles) {
  create("tss", {9, 7});
  ASSERT_TRUE(window().save());
  tools().choose(ToolId::Terrain, "woods");
  Hand(window()).click(lattice().centre({3, 3}));
  tools().choose(ToolId::Path, "road");
  Hand(window()).drag({lattice().centre({1, 1}), lattice().centre({1, 2})});
  EXPECT_TRUE(part<QLabel>("statusSafety")->text().contains("2"));
  trigger("map.compare");
  auto* dialog = part<CompareDialog>("compareDialog");
  ASSERT_NE(dialog, nullptr);
  EXPECT_EQ(dialog->comparison().hexes, std::vector<HexCoord>{(HexCoord{3, 3})});
  EXPECT_EQ(dialog->comparison().edges.size(), 1U);
  auto* tree = dialog->findChild<QTreeWidget*>("compareTree");
  ASSERT_GE(tree->topLevelItemCount(), 2);
  EXPECT_TRUE(tree->topLevelItem(0)->text(1).contains("woods"));
  tree->setCurrentItem(tree->topLevelItem(1));
  tree->setCurrentItem(tree->topLevelItem(0));
  EXPECT_EQ(tools().selection(), Selection(HexCoord{3, 3}));
  shoot(window(), "compare");
  // The next edit closes it: it would show an older state.
  ASSERT_TRUE(document().undo().ok());
  QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_EQ(window().findChild<CompareDialog*>("compareDialog"), nullptr);
}

TEST_F(Desk, FilesThatSomebodyElseChangedAreNoticed) {
  create("tss", {9, 7});
  ASSERT_TRUE(window().save());
  const std::filesystem::path file = folder() / "module" / "map" / "hexes.json";
  const auto checkout = [&](const char* terrain) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << R"({"formatVersion":1,"kind":"hexes","cols":["c","r","terrain","level","more"],"rows":[)"
                        << "\n[2,2,\"" << terrain << "\"],\n[]]}\n";
  };
  // Unedited: loading again is offered, and shows what is there now.
  answering(
      [&] {
        checkout("woods");
        QTest::qWait(4000);
      },
      [](QWidget& dialog) { push(dialog, "filesAgain"); });
  ASSERT_NE(window().document(), nullptr);
  EXPECT_EQ(map().terrain({2, 2}), "woods");
  // With edits: going on keeps them, and saving refuses to overwrite.
  tools().choose(ToolId::Terrain, "clear");
  Hand(window()).click(lattice().centre({4, 4}));
  answering(
      [&] {
        checkout("marsh");
        QTest::qWait(4000);
      },
      [](QWidget& dialog) {
        EXPECT_TRUE(dialog.findChild<QAbstractButton*>("filesDrop") != nullptr);
        push(dialog, "filesStay");
      });
  EXPECT_EQ(map().terrain({4, 4}), "clear");
  answering([&] { EXPECT_FALSE(window().save()); }, [](QWidget& dialog) { dialog.close(); });
  // Dropping the edits loads the files.
  answering(
      [&] {
        checkout("town");
        QTest::qWait(4000);
      },
      [](QWidget& dialog) { push(dialog, "filesDrop"); });
  EXPECT_EQ(map().terrain({2, 2}), "town");
  EXPECT_EQ(map().terrain({4, 4}), "");
  // Our own saves are nobody else's.
  tools().choose(ToolId::Terrain, "clear");
  Hand(window()).click(lattice().centre({5, 5}));
  ASSERT_TRUE(window().save());
  QTest::qWait(2500);
  EXPECT_EQ(QApplication::activeModalWidget(), nullptr);
}

TEST_F(Desk, ANewTerrainIsPaintedAtOnce) {
  openSample("gcacw-primer");
  answering([&] { QTest::keyClick(&window(), Qt::Key_T, Qt::ControlModifier | Qt::AltModifier); },
            [](QWidget& dialog) {
              auto* model = dialog.findChild<QComboBox*>("kindModel");
              model->setCurrentIndex(model->findData("woods"));
              QTest::keyClicks(dialog.findChild<QLineEdit*>("kindName"), "Vineyard");
              QTest::keyClicks(dialog.findChild<QLineEdit*>("kindKey"), "v");
              QTest::qWait(400);
              shoot(dialog, "new-terrain");
              auto* buttons = dialog.findChild<QDialogButtonBox*>("kindButtons");
              QTest::mouseClick(buttons->button(QDialogButtonBox::Ok), Qt::LeftButton);
              if (dialog.isVisible())
                dialog.close();
            });
  EXPECT_EQ(tools().tool(), ToolId::Terrain);
  EXPECT_EQ(tools().kind(ToolId::Terrain), "vineyard");
  Hand(window()).click(lattice().centre({3, 3}));
  EXPECT_EQ(map().terrain({3, 3}), "vineyard");
  choose(ToolId::Terrain, "vineyard"); // it has its row in the palette
  // Removing it says that it is on the map, and puts something else there.
  auto* tree = part<QTreeWidget>("paletteTree");
  ASSERT_NE(tree, nullptr);
  answering([&] { emit window().paletteDock().removeKindWanted("terrain", "vineyard"); },
            [](QWidget& dialog) {
              auto* instead = dialog.findChild<QComboBox*>("removeKindInstead");
              ASSERT_NE(instead, nullptr);
              instead->setCurrentIndex(instead->findData("rough"));
              push(dialog, "removeKindYes");
            });
  EXPECT_EQ(map().terrain({3, 3}), "rough");
  EXPECT_FALSE(document().catalogue().terrains.contains("vineyard"));
  ASSERT_TRUE(document().undo().ok());
  EXPECT_EQ(map().terrain({3, 3}), "vineyard");
}

TEST_F(Desk, TheRulesTablesStayBesideTheMap) {
  openSample("gcacw-primer");
  trigger("kind.tables");
  auto* dialog = window().findChild<QDialog*>("rulesTablesDialog");
  ASSERT_NE(dialog, nullptr);
  EXPECT_TRUE(dialog->isVisible());
  EXPECT_FALSE(dialog->isModal());
  auto* list = dialog->findChild<QTreeWidget*>("rulesSubjects");
  for (QTreeWidgetItemIterator it(list); *it; ++it)
    if ((*it)->text(0).startsWith("Cost of the ground")) {
      EXPECT_NE((*it)->parent(), nullptr) << "tables stand in groups";
      list->setCurrentItem(*it);
      list->scrollToItem(*it, QAbstractItemView::PositionAtCenter);
    }
  QTest::qWait(20);
  // Every column is in sight, the references as well.
  auto* rows = dialog->findChild<QTableView*>("rulesTable");
  EXPECT_LE(rows->horizontalHeader()->length(), rows->viewport()->width());
  shoot(*dialog, "rules-tables");
  ASSERT_TRUE(window().closeModule());
  EXPECT_EQ(window().findChild<QDialog*>("rulesTablesDialog"), nullptr);
}

} // namespace
} // namespace hotchkiss::editor
