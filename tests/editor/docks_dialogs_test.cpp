#include "docks_fixture.h"
#include "editor/dialogs/modulepropertiesdialog.h"
#include "editor/dialogs/newmoduledialog.h"
#include "editor/dialogs/recoverydialog.h"
#include "editor/dialogs/resizemapdialog.h"
#include "editor/dialogs/shortcutsdialog.h"
#include "editor/dialogs/unknowndialog.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

#include <fstream>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

class DialogTest : public EverySample {
 protected:
  static QPushButton* ok(QWidget& dialog, const char* box) {
    return child<QDialogButtonBox>(dialog, box)->button(QDialogButtonBox::Ok);
  }
};

TEST_P(DialogTest, ANewModuleOfEachSystemIsMade) {
  const QString system = QString::fromStdString(sampleTestName({GetParam(), 0}));
  NewModuleDialog dialog;
  auto* systems = child<QComboBox>(dialog, "newSystem");
  EXPECT_EQ(systems->count(), static_cast<int>(Ruleset::builtIn().size()));
  systems->setCurrentIndex(systems->findData(system));
  EXPECT_FALSE(ok(dialog, "newButtons")->isEnabled());
  child<QLineEdit>(dialog, "newTitle")->setText("A New One");
  EXPECT_EQ(child<QLineEdit>(dialog, "newId")->text(), "a-new-one");
  child<QLineEdit>(dialog, "newFolder")->setText(QString::fromStdString((folder() / "made").string()));
  child<QSpinBox>(dialog, "newColumns")->setValue(33);
  child<QSpinBox>(dialog, "newRows")->setValue(21);
  ASSERT_TRUE(ok(dialog, "newButtons")->isEnabled()) << child<QLabel>(dialog, "newMessage")->text().toStdString();
  ok(dialog, "newButtons")->click();
  EXPECT_EQ(dialog.result(), QDialog::Accepted);
  auto made = EditorDocument::create(dialog.folder(), dialog.wanted());
  ASSERT_TRUE(made.ok()) << made.error().text();
  EditorDocument& module = **made;
  EXPECT_EQ(module.title(), "A New One");
  EXPECT_EQ(module.ruleset().id(), system.toStdString());
  EXPECT_EQ(module.document().extent(), (Extent{33, 21}));
  // The preview says what the map then has.
  EXPECT_EQ(child<QLabel>(dialog, "newPreviewText")->text(),
            QString("%1 to %2")
                .arg(QString::fromStdString(module.numbering().label(HexCoord{0, 0})),
                     QString::fromStdString(module.numbering().label(HexCoord{32, 20}))));
}

TEST_P(DialogTest, ImpossibleModulesAreRefusedWithAReason) {
  NewModuleDialog dialog;
  auto* message = child<QLabel>(dialog, "newMessage");
  child<QLineEdit>(dialog, "newTitle")->setText("Test");
  auto* place = child<QLineEdit>(dialog, "newFolder");
  place->setText(QString::fromStdString((folder() / "made").string()));
  ASSERT_TRUE(ok(dialog, "newButtons")->isEnabled());
  const auto refused = [&](const char* why) {
    EXPECT_FALSE(ok(dialog, "newButtons")->isEnabled()) << why;
    EXPECT_FALSE(message->text().isEmpty()) << why;
  };
  std::ofstream(folder() / "file") << "x";
  place->setText(QString::fromStdString(folder().string()));
  refused("a folder that is not empty");
  place->setText("relative/folder");
  refused("no absolute path");
  place->setText(QString::fromStdString((folder() / "made").string()));
  auto* label = child<QComboBox>(dialog, "newLabel");
  const QString good = label->currentText();
  label->setEditText("{who}");
  refused("a pattern that cannot be read");
  label->setEditText(good);
  EXPECT_TRUE(ok(dialog, "newButtons")->isEnabled());
  child<QSpinBox>(dialog, "newColumns")->setValue(8192);
  child<QSpinBox>(dialog, "newRows")->setValue(8192);
  refused("too many hexes");
  child<QSpinBox>(dialog, "newRows")->setValue(10);
  child<QLineEdit>(dialog, "newSheet")->setText("no good");
  refused("an id of a sheet that is none");
}

TEST_P(DialogTest, TheNumberingIsShownAsItWillBe) {
  NewModuleDialog dialog;
  auto* text = child<QLabel>(dialog, "newPreviewText");
  child<QSpinBox>(dialog, "newColumns")->setValue(30);
  child<QSpinBox>(dialog, "newRows")->setValue(20);
  child<QComboBox>(dialog, "newLabel")->setEditText("{col:A}{row}");
  child<QSpinBox>(dialog, "newColumnAxisFirst")->setValue(1);
  auto* step = child<QComboBox>(dialog, "newColumnAxisStep");
  step->setCurrentIndex(step->findData(1));
  child<QSpinBox>(dialog, "newRowAxisFirst")->setValue(5);
  EXPECT_EQ(text->text(), "A5 to AD24");
  step->setCurrentIndex(step->findData(-1)); // begins at the far end
  EXPECT_EQ(text->text(), "AD5 to A24");
  child<QSpinBox>(dialog, "newColumns")->setValue(26); // and stays there
  EXPECT_EQ(text->text(), "Z5 to A24");
  child<QSpinBox>(dialog, "newColumns")->setValue(30);
  child<QComboBox>(dialog, "newLabel")->setEditText("{sheet}{col:2}{row:2}");
  child<QLineEdit>(dialog, "newLetter")->setText("Z");
  EXPECT_EQ(text->text(), "Z3005 to Z0124");
}

TEST_P(DialogTest, PropertiesAreOneEdit) {
  EditorDocument& module = open(GetParam());
  ModulePropertiesDialog dialog(module);
  child<QLineEdit>(dialog, "propertiesTitle")->setText("Another title");
  child<QLineEdit>(dialog, "propertiesAuthors")->setText("A. One; B. Two");
  child<QLineEdit>(dialog, "propertiesLicence")->clear();
  auto* table = child<QTableWidget>(dialog, "sheetTable");
  EXPECT_EQ(static_cast<std::size_t>(table->rowCount()), module.numbering().sheets().size());
  const QString before = child<QLabel>(dialog, "sheetPreviewText")->text();
  table->item(0, static_cast<int>(SheetColumn::FirstRow))->setText("31");
  pump();
  EXPECT_NE(child<QLabel>(dialog, "sheetPreviewText")->text(), before);
  child<QToolButton>(dialog, "sheetAdd")->click();
  EXPECT_TRUE(isUnchanged()); // nothing before OK
  ok(dialog, "propertiesButtons")->click();
  EXPECT_EQ(module.history().size(), 1U);
  EXPECT_EQ(module.title(), "Another title");
  const std::string* text = nullptr;
  for (const auto& [key, record] : module.document().table("module"))
    if (key.section == "module")
      text = &record;
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(json::parse(*text)["authors"], (json{"A. One", "B. Two"}));
  EXPECT_FALSE(json::parse(*text).contains("licence"));
  EXPECT_EQ(static_cast<int>(module.numbering().sheets().size()), table->rowCount());
  EXPECT_TRUE(module.undo().ok());
  EXPECT_TRUE(isUnchanged());
}

TEST_P(DialogTest, PropertiesThatAreNotTouchedStay) {
  EditorDocument& module = open(GetParam());
  ModulePropertiesDialog dialog(module);
  ok(dialog, "propertiesButtons")->click();
  EXPECT_EQ(dialog.result(), QDialog::Accepted);
  EXPECT_EQ(module.history().size(), 0U);
  EXPECT_TRUE(isUnchanged());
}

TEST_P(DialogTest, WrongSheetsAreRefused) {
  EditorDocument& module = open(GetParam());
  ModulePropertiesDialog dialog(module);
  auto* table = child<QTableWidget>(dialog, "sheetTable");
  const QString before = table->item(0, static_cast<int>(SheetColumn::Label))->text();
  table->item(0, static_cast<int>(SheetColumn::Label))->setText("{who}");
  pump();
  EXPECT_FALSE(child<QLabel>(dialog, "propertiesMessage")->text().isEmpty());
  EXPECT_EQ(table->item(0, static_cast<int>(SheetColumn::Label))->text(), before);
  child<QLineEdit>(dialog, "propertiesTitle")->clear();
  EXPECT_FALSE(ok(dialog, "propertiesButtons")->isEnabled());
}

TEST_P(DialogTest, ExtrasOfASheetHaveAForm) {
  EditorDocument& module = open(GetParam());
  ModulePropertiesDialog dialog(module);
  auto* table = child<QTableWidget>(dialog, "sheetTable");
  table->setCurrentCell(0, 0);
  const std::string id = table->item(0, 0)->text().toStdString();
  child<QGroupBox>(dialog, "sheetForm")->setChecked(true);
  const auto choose = [&](const char* object, const char* value) {
    auto* box = child<QComboBox>(dialog, QLatin1String(object));
    ASSERT_GE(box->findData(QLatin1String(value)), 0) << object << " " << value;
    box->setCurrentIndex(box->findData(QLatin1String(value)));
  };
  const auto type = [&](const char* object, const char* text) {
    auto* field = child<QLineEdit>(dialog, QLatin1String(object));
    field->setText(QLatin1String(text));
    emit field->editingFinished();
  };
  const QString label = child<QLabel>(dialog, "sheetPreviewText")->text();
  choose("sheetTurn", "2");
  choose("sheetStagger", "doubled");
  choose("sheetOblique", "falling");
  choose("sheetMissing_top", "shifted");
  choose("sheetPartial_left", "all");
  type("sheetNorth", "12.5");
  EXPECT_NE(child<QLabel>(dialog, "sheetPreviewText")->text(), label) << "the numbers follow";
  type("sheetOmit", "1,2 and 3");
  EXPECT_TRUE(child<QLabel>(dialog, "propertiesMessage")->text().contains("and"));
  type("sheetOmit", "1,2 3,4");
  EXPECT_TRUE(child<QLabel>(dialog, "propertiesMessage")->text().isEmpty());
  ok(dialog, "propertiesButtons")->click();
  ASSERT_EQ(dialog.result(), QDialog::Accepted);
  const auto body = nlohmann::json::parse(*module.document().record("module", {"sheet", id}));
  EXPECT_EQ(body["turn"], 2);
  EXPECT_EQ(body["oblique"], "falling");
  EXPECT_EQ(body["missing"]["top"], "shifted");
  EXPECT_EQ(body["partial"]["left"], "all");
  EXPECT_EQ(body["northBearing"], 12.5);
  EXPECT_EQ(body["omit"], (nlohmann::json{{1, 2}, {3, 4}}));
  const bool flat = module.document().lattice().orientation() == Orientation::Flat;
  EXPECT_EQ(body[flat ? "rows" : "columns"]["stagger"], "doubled");
  // And back: what is usual is not written.
  ModulePropertiesDialog again(module);
  for (const char* object : {"sheetStagger", "sheetOblique", "sheetMissing_top"}) {
    auto* box = child<QComboBox>(again, QLatin1String(object));
    EXPECT_NE(box->currentData().toString(), "none") << object;
    box->setCurrentIndex(box->findData(QStringLiteral("none")));
  }
  auto* turn = child<QComboBox>(again, "sheetTurn");
  turn->setCurrentIndex(0);
  auto* omit = child<QLineEdit>(again, "sheetOmit");
  EXPECT_EQ(omit->text(), "1,2 3,4");
  omit->clear();
  emit omit->editingFinished();
  ok(again, "propertiesButtons")->click();
  const auto after = nlohmann::json::parse(*module.document().record("module", {"sheet", id}));
  for (const char* member : {"turn", "oblique", "omit"})
    EXPECT_FALSE(after.contains(member)) << member;
  EXPECT_FALSE(after.value("missing", nlohmann::json::object()).contains("top"));
}

TEST_P(DialogTest, ResizingSaysWhatIsLost) {
  EditorDocument& module = open(GetParam());
  ResizeMapDialog dialog(module.document());
  EXPECT_FALSE(ok(dialog, "resizeButtons")->isEnabled()); // nothing to do
  child<QSpinBox>(dialog, "resizeLeft")->setValue(3);
  child<QSpinBox>(dialog, "resizeBottom")->setValue(-2);
  EXPECT_EQ(dialog.shift(), (HexCoord{3, 0}));
  EXPECT_EQ(dialog.size(), (Extent{23, 13}));
  EXPECT_TRUE(child<QLabel>(dialog, "resizeMessage")->text().contains("40 painted hexes"));
  ASSERT_TRUE(ok(dialog, "resizeButtons")->isEnabled());
  const std::string terrain = module.document().terrain({5, 5});
  const std::string label = module.numbering().label(HexCoord{5, 5});
  ASSERT_TRUE(module.edit("resize", [&](Stroke& stroke) { stroke.reframe(dialog.shift(), dialog.size()); }).ok());
  EXPECT_EQ(module.document().terrain({8, 5}), terrain);
  EXPECT_EQ(module.numbering().label(HexCoord{8, 5}), label);
  EXPECT_TRUE(module.undo().ok());
  EXPECT_TRUE(isUnchanged());
  child<QSpinBox>(dialog, "resizeTop")->setValue(-14);
  EXPECT_FALSE(ok(dialog, "resizeButtons")->isEnabled()); // nothing would be left
}
INSTANTIATE_TEST_SUITE_P(Samples, DialogTest, testing::ValuesIn(kSampleNames), sampleTestName);

RecoveryOffer offered() {
  RecoveryOffer offer;
  offer.count = 12;
  offer.firstTime = 1'700'000'000;
  offer.lastTime = 1'700'003'600;
  return offer;
}

TEST(Recovery, NamesNumberAndTime) {
  RecoveryDialog dialog("The Valley", offered());
  const QString what = dialog.findChild<QLabel*>("recoveryWhat")->text();
  EXPECT_TRUE(what.contains("The Valley"));
  EXPECT_TRUE(what.contains("12 edits"));
  const QString time = dialog.findChild<QLabel*>("recoveryTime")->text();
  EXPECT_TRUE(time.contains(QLocale().toString(QDateTime::fromSecsSinceEpoch(1'700'003'600), QLocale::ShortFormat)));
  EXPECT_EQ(dialog.findChild<QLabel*>("recoveryMismatch"), nullptr);
  EXPECT_EQ(dialog.findChild<QLabel*>("recoveryTorn"), nullptr);
  EXPECT_EQ(dialog.answer(), RecoveryAnswer::Cancel);
  dialog.findChild<QPushButton*>("recoveryRecover")->click();
  EXPECT_EQ(dialog.answer(), RecoveryAnswer::Recover);
}

TEST(Recovery, WarnsWhenTheFilesAreOthers) {
  RecoveryOffer offer = offered();
  offer.generationMatches = false;
  offer.lostBytes = 17;
  RecoveryDialog dialog("The Valley", offer);
  ASSERT_NE(dialog.findChild<QLabel*>("recoveryMismatch"), nullptr);
  ASSERT_NE(dialog.findChild<QLabel*>("recoveryTorn"), nullptr);
  EXPECT_TRUE(dialog.findChild<QLabel*>("recoveryTorn")->text().contains("17"));
  EXPECT_TRUE(dialog.findChild<QPushButton*>("recoveryCancel")->isDefault());
  dialog.findChild<QPushButton*>("recoveryRecover")->click();
  EXPECT_EQ(dialog.answer(), RecoveryAnswer::RecoverForced);
}

TEST(Recovery, DiscardAndEscape) {
  RecoveryDialog discard("x", offered());
  discard.findChild<QPushButton*>("recoveryDiscard")->click();
  EXPECT_EQ(discard.answer(), RecoveryAnswer::Discard);
  RecoveryDialog escape("x", offered());
  escape.reject();
  EXPECT_EQ(escape.answer(), RecoveryAnswer::Cancel);
}

TEST(Shortcuts, ListsAndFindsActions) {
  QMainWindow window;
  QMenu* menu = window.menuBar()->addMenu("&File");
  menu->addAction("&Open…")->setShortcut(QKeySequence("Ctrl+O"));
  menu->addAction("Without keys");
  QMenu* sub = menu->addMenu("&Export");
  sub->addAction("Pa&ckage")->setShortcut(QKeySequence("Ctrl+E"));
  auto* loose = new QAction("Pan", &window);
  loose->setShortcut(QKeySequence("H"));
  window.addAction(loose);
  ShortcutsDialog dialog(&window);
  auto* tree = dialog.findChild<QTreeWidget*>("shortcutsTree");
  std::map<QString, QString> rows;
  for (QTreeWidgetItemIterator it(tree); *it; ++it)
    if ((*it)->parent())
      rows[(*it)->text(0)] = (*it)->text(1);
  EXPECT_EQ(rows, (std::map<QString, QString>{{"Open", "Ctrl+O"}, {"Package", "Ctrl+E"}, {"Pan", "H"}}));
  dialog.findChild<QLineEdit*>("shortcutsFilter")->setText("ctrl+e");
  int visible = 0;
  for (QTreeWidgetItemIterator it(tree); *it; ++it)
    visible += (*it)->parent() && !(*it)->isHidden() ? 1 : 0;
  EXPECT_EQ(visible, 1);
}

TEST(Unknown, KeepsWhatIsKnown) {
  const json before{{"unknown", true}, {"min", 3}, {"note", "torn page"}};
  UnknownDialog dialog("Strength", before, true);
  EXPECT_EQ(dialog.value(), before);
  dialog.findChild<QLineEdit*>("unknownMax")->setText("5.5");
  EXPECT_TRUE(dialog.findChild<QPushButton*>("unknownOk")->isEnabled());
  dialog.findChild<QLineEdit*>("unknownMax")->setText("2");
  EXPECT_FALSE(dialog.findChild<QPushButton*>("unknownOk")->isEnabled());
  dialog.findChild<QLineEdit*>("unknownMax")->setText("5.5");
  dialog.findChild<QLineEdit*>("unknownNote")->clear();
  EXPECT_EQ(dialog.value(), (json{{"unknown", true}, {"min", 3}, {"max", 5.5}}));
}

} // namespace
} // namespace hotchkiss::editor
