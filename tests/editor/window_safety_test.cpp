// Nothing gets lost: kill and recovery, leaving with unsaved edits, packages, damaged modules.
#include "editor/dialogs/recoverydialog.h"
#include "tests/editor/window_fixture.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMessageBox>
#include <QProcess>

#include <csignal>

namespace hotchkiss::editor {

/// What the child of the kill test does: paints in the real window and waits for its death.
int paintAndWait(const QString& folder) {
  MainWindow window;
  window.resize(1200, 800);
  window.show();
  if (!QTest::qWaitForWindowExposed(&window) || !window.openPath(folder))
    return 1;
  Hand hand(window);
  const Lattice lattice = window.document()->document().lattice();
  window.tools().choose(ToolId::Terrain, "woods");
  hand.click(lattice.centre({2, 2}));
  hand.drag({lattice.centre({4, 4}), lattice.centre({7, 4})});
  window.tools().choose(ToolId::Path, "road");
  hand.drag({lattice.centre({1, 6}), lattice.centre({5, 6})});
  std::puts("painted");
  std::fflush(stdout);
  return QApplication::exec();
}

namespace {

QString textOf(const QWidget& dialog) {
  QStringList out;
  if (const auto* box = qobject_cast<const QMessageBox*>(&dialog))
    out << box->text() << box->informativeText();
  for (const QLabel* label : dialog.findChildren<QLabel*>())
    out << label->text();
  return out.join(QLatin1Char('\n'));
}

void push(QWidget& dialog, const char* name) {
  auto* button = dialog.findChild<QAbstractButton*>(QLatin1String(name));
  EXPECT_NE(button, nullptr) << name;
  if (button)
    button->click();
  else
    dialog.close();
}

class Safety : public WindowTest {
 protected:
  QString path(const char* name = "module") { return QString::fromStdString((folder() / name).string()); }
  void paintOneHex(HexCoord h = {3, 3}) {
    tools().choose(ToolId::Terrain, "woods");
    Hand(window()).click(lattice().centre(h));
  }
};

TEST_F(Safety, KilledProcessLosesNothing) {
  create("gcacw", {12, 10});
  ASSERT_TRUE(window().closeModule());
  QProcess child;
  child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
  child.start(QApplication::applicationFilePath(), {QStringLiteral("--paint-and-wait"), path()});
  QByteArray output;
  ASSERT_TRUE(waitFor([&] {
    output += child.readAllStandardOutput();
    return output.contains("painted");
  })) << output.toStdString();
  ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
  child.waitForFinished();

  QString offered;
  answering([&] { EXPECT_TRUE(window().openPath(path())); },
            [&](QWidget& dialog) {
              EXPECT_NE(qobject_cast<RecoveryDialog*>(&dialog), nullptr);
              offered = textOf(dialog);
              push(dialog, "recoveryRecover");
            });
  EXPECT_TRUE(offered.contains(QLatin1String("3 edits"))) << offered.toStdString();
  EXPECT_TRUE(offered.contains(QLatin1String("Made on"))) << offered.toStdString();
  ASSERT_NE(window().document(), nullptr);
  EXPECT_EQ(map().terrain({2, 2}), "woods");
  EXPECT_EQ(map().terrain({6, 4}), "woods");
  int road = 0;
  map().forEachEdge([&](EdgeId e, std::uint32_t) { road += map().features(e).find("path.road") != nullptr; });
  EXPECT_EQ(road, 4);
  EXPECT_EQ(document().history().position(), 3U) << "they can be undone one by one";
  EXPECT_TRUE(document().isModified());
  trigger("file.save");
}

TEST_F(Safety, LeavingKeepsSavesOrDiscards) {
  create("tss", {12, 10});
  paintOneHex();
  answering([&] { EXPECT_FALSE(window().closeModule()); }, [](QWidget& dialog) { dialog.close(); });
  ASSERT_NE(window().document(), nullptr);
  answering([&] { EXPECT_TRUE(window().closeModule()); }, [](QWidget& dialog) { push(dialog, "leaveKeep"); });
  EXPECT_EQ(window().document(), nullptr);
  answering([&] { EXPECT_TRUE(window().openPath(path())); }, [](QWidget& dialog) { push(dialog, "recoveryRecover"); });
  EXPECT_EQ(map().terrain({3, 3}), "woods");
  answering([&] { EXPECT_TRUE(window().closeModule()); }, [](QWidget& dialog) { push(dialog, "leaveDiscard"); });
  ASSERT_TRUE(window().openPath(path()));
  EXPECT_EQ(map().terrain({3, 3}), "");
  paintOneHex();
  answering([&] { EXPECT_TRUE(window().closeModule()); }, [](QWidget& dialog) { push(dialog, "leaveSave"); });
  ASSERT_TRUE(window().openPath(path()));
  EXPECT_EQ(map().terrain({3, 3}), "woods");
}

TEST_F(Safety, PackagesAreReadOnlyUntilSavedAsModule) {
  ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample("gbacw-primer").string())));
  const Document before = map();
  const QString package = path("primer.hkp");
  ASSERT_TRUE(window().exportPackage(package, Level::Map));
  ASSERT_TRUE(window().openPath(package));
  EXPECT_TRUE(document().isReadOnly());
  EXPECT_TRUE(window().windowTitle().contains(QLatin1String("read only")));
  EXPECT_FALSE(window().action("file.save")->isEnabled());
  QString complaint;
  QObject::connect(&canvas(), &MapCanvas::complained, &window(), [&](const QString& text) { complaint = text; });
  paintOneHex();
  EXPECT_FALSE(complaint.isEmpty());
  EXPECT_EQ(map().terrain({3, 3}), before.terrain({3, 3}));
  ASSERT_TRUE(window().saveAs(path("copy")));
  EXPECT_FALSE(document().isReadOnly());
  paintOneHex();
  EXPECT_EQ(map().terrain({3, 3}), "woods");
  trigger("file.save");
}

TEST_F(Safety, FindingsThatBlockAPackageAreShown) {
  create("wftu", {8, 8}); // no hex has a terrain
  QString text;
  answering([&] { EXPECT_FALSE(window().exportPackage(path("no.hkp"), Level::Map)); },
            [&](QWidget& dialog) {
              text = textOf(dialog);
              dialog.close();
            });
  EXPECT_TRUE(text.contains(QLatin1String("map"))) << text.toStdString();
  EXPECT_FALSE(std::filesystem::exists(folder() / "no.hkp"));
}

TEST_F(Safety, DamagedModuleNamesFileAndLine) {
  const std::filesystem::path copy = copyOfSample("wftu-primer");
  const std::filesystem::path file = copy / "map" / "hexes.json";
  std::ifstream in(file);
  std::string text;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number)
    text += (number == 7 ? "[0,4,12]," : line) + "\n"; // a number is no terrain
  in.close();
  std::ofstream(file) << text;
  QString message;
  answering([&] { EXPECT_FALSE(window().openPath(QString::fromStdString(copy.string()))); },
            [&](QWidget& dialog) {
              message = textOf(dialog);
              dialog.close();
            });
  EXPECT_TRUE(message.contains(QLatin1String("map/hexes.json:7"))) << message.toStdString();
  EXPECT_EQ(window().document(), nullptr);
}

TEST_F(Safety, ModuleThatIsOpenElsewhereCanBeLookedAt) {
  create("gcacw", {12, 10});
  MainWindow second;
  second.show();
  answering([&] { EXPECT_TRUE(second.openPath(path())); },
            [](QWidget& dialog) {
              for (QAbstractButton* button : dynamic_cast<QMessageBox&>(dialog).buttons())
                if (button->text().contains(QLatin1String("Reading")))
                  return button->click();
              ADD_FAILURE() << "reading is not offered";
              dialog.close();
            });
  ASSERT_NE(second.document(), nullptr);
  EXPECT_TRUE(second.document()->isReadOnly());
}

} // namespace
} // namespace hotchkiss::editor
