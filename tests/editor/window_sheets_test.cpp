// Sheets of units in the real window: from a file, as a printed list, and pasted.
#include "editor/army/armydock.h"
#include "editor/army/sheetimportdialog.h"
#include "libscenario/module/modulefiles.h"
#include "tests/editor/window_fixture.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTableWidget>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

QString sheetPath(const char* name) {
  return QString::fromStdString(
      (std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "tests" / "data" / "sheets" / name).string());
}

class ArmySheets : public WindowTest {
 protected:
  void SetUp() override { create("tss", {10, 8}); }
  SheetImportDialog& dialogOf(QWidget& widget) { return dynamic_cast<SheetImportDialog&>(widget); }
  std::size_t pieces() { return window().armyModel().army()->pieces().size(); }
  static QString cell(QWidget& dialog, int row, int column) {
    const QAbstractItemModel* rows = dialog.findChild<QTableView*>(QStringLiteral("sheetRows"))->model();
    return rows->index(row, column).data().toString();
  }
  static void press(QWidget& dialog, const char* button) {
    auto* found = dialog.findChild<QPushButton*>(QLatin1String(button));
    ASSERT_NE(found, nullptr) << button;
    ASSERT_TRUE(found->isEnabled()) << button;
    QTest::mouseClick(found, Qt::LeftButton);
  }
};

/// The flat table of the Park Service: guessed, looked at, put right by hand, kept as a mapping, taken as one step.
TEST_F(ArmySheets, AFlatTableComesInAsOneStep) {
  const ModuleFiles before = writeModule(map());
  const std::size_t start = document().history().position();
  const QString kept = QString::fromStdString((folder() / "kept.mapping.json").string());
  answering([&] { window().action("army.importSheet")->trigger(); },
            [&](QWidget& widget) {
              SheetImportDialog& dialog = dialogOf(widget);
              EXPECT_FALSE(dialog.findChild<QPushButton*>(QStringLiteral("sheetAccept"))->isEnabled());
              ASSERT_TRUE(dialog.openFile(sheetPath("battle_units.csv")));
              // Guessed: names, sides and arms, with what US, I, C and A stand for.
              EXPECT_EQ(dialog.preview().count(SheetRow::Change::New), 296U) << dialog.report().toStdString();
              EXPECT_TRUE(
                  dialog.report().contains(QStringLiteral("column \"func\": \"S\": the ruleset has no such type")));
              EXPECT_EQ(cell(dialog, 0, 2), QStringLiteral("2nd Independent Battery, Connecticut Light Artillery"));
              EXPECT_EQ(cell(dialog, 0, 1), QStringLiteral("new"));
              auto* columns = dialog.findChild<QTableWidget*>(QStringLiteral("sheetColumns"));
              ASSERT_EQ(columns->rowCount(), 16);
              EXPECT_EQ(columns->item(2, 0)->text(), QStringLiteral("unit_code"));
              EXPECT_TRUE(columns->item(2, 1)->text().startsWith(QStringLiteral("UCT0002YAL")));
              // Sharpshooters are infantry: once that is said, every row is understood.
              QTableWidgetItem* words = columns->item(7, 3);
              EXPECT_TRUE(words->text().contains(QStringLiteral("C=cavalry"))) << words->text().toStdString();
              words->setText(words->text() + QStringLiteral("; S=infantry"));
              EXPECT_TRUE(waitFor([&] { return dialog.preview().count(SheetRow::Change::New) == 300; }, 3000));
              // The column of codes becomes the ids: the preview follows.
              auto* code = dialog.findChild<QComboBox*>(QStringLiteral("sheetTarget2"));
              code->setFocus();
              code->setCurrentText(QStringLiteral("id"));
              EXPECT_TRUE(waitFor([&] { return cell(dialog, 1, 8) == QStringLiteral("uct0005ri"); }, 3000));
              // Only the rows of one state.
              auto* only = dialog.findChild<QLineEdit*>(QStringLiteral("sheetOnly"));
              only->setFocus();
              QTest::keyClicks(only, QStringLiteral("state=IN"));
              EXPECT_TRUE(waitFor([&] { return dialog.preview().rows.size() < 30; }, 3000));
              EXPECT_GT(dialog.preview().passedOver, 250U);
              EXPECT_TRUE(dialog.saveMapping(kept));
              only->clear();
              EXPECT_TRUE(waitFor([&] { return dialog.preview().rows.size() == 300; }, 3000));
              EXPECT_TRUE(dialog.loadMapping(kept));
              EXPECT_LT(dialog.preview().rows.size(), 30U);
              EXPECT_EQ(only->text(), QStringLiteral("state=IN"));
              shoot(dialog, "sheet-import");
              press(dialog, "sheetCopyReport");
              EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(QStringLiteral("not wanted")));
              press(dialog, "sheetAccept");
            });
  EXPECT_GT(pieces(), 5U);
  EXPECT_NE(window().armyModel().army()->piece("uin0019ri"), nullptr);
  EXPECT_EQ(document().history().position(), start + 1);
  EXPECT_TRUE(window().armyDock().isVisible());
  window().action("edit.undo")->trigger();
  EXPECT_EQ(writeModule(map()), before);
}

/// A printed list as a machine read it: the mapping says how, doubtful names are marked, what is lost is listed.
TEST_F(ArmySheets, APrintedListComesInWithItsDoubts) {
  answering([&] { window().action("army.importSheet")->trigger(); },
            [&](QWidget& widget) {
              SheetImportDialog& dialog = dialogOf(widget);
              dialog.openFile(sheetPath("army_of_the_potomac.txt"));
              ASSERT_TRUE(dialog.loadMapping(sheetPath("army_of_the_potomac.mapping.json")));
              EXPECT_TRUE(dialog.findChild<QLabel*>(QStringLiteral("sheetLayout"))->isVisible());
              EXPECT_GT(dialog.preview().count(SheetRow::Change::New), 300U);
              const auto* doubts = dialog.findChild<QTableWidget*>(QStringLiteral("sheetDoubts"));
              EXPECT_GT(doubts->rowCount(), 30);
              auto* filter = dialog.findChild<QComboBox*>(QStringLiteral("sheetFilter"));
              filter->setFocus();
              QTest::keyClick(filter, Qt::Key_End); // the doubtful ones
              const auto* rows = dialog.findChild<QTableView*>(QStringLiteral("sheetRows"));
              ASSERT_GT(rows->model()->rowCount(), 5);
              EXPECT_LT(static_cast<std::size_t>(rows->model()->rowCount()), dialog.preview().rows.size());
              bool isRead = false;
              for (int row = 0; row < rows->model()->rowCount(); ++row) {
                EXPECT_FALSE(rows->model()->index(row, 2).data(Qt::DecorationRole).isNull());
                isRead = isRead || cell(dialog, row, 7).contains(QStringLiteral("\"1o4th\" read as 104th"));
              }
              EXPECT_TRUE(isRead);
              shoot(dialog, "sheet-list");
              EXPECT_TRUE(dialog.report().contains(QStringLiteral("(taken, marked as doubtful)")));
              press(dialog, "sheetAccept");
            });
  EXPECT_GT(pieces(), 280U);
  EXPECT_TRUE(window()
                  .armyModel()
                  .army()
                  ->piece("usa.first_army_corps.second_division.first_brigade.104th_new_york")
                  ->uncertain);
}

/// A block with headers, pasted into the army sheet, makes new units and changes those whose names it knows.
TEST_F(ArmySheets, APastedBlockWithHeadersMakesUnits) {
  ArmyDock& dock = window().armyDock();
  dock.show();
  dock.raise();
  dock.showSheet(true);
  auto* sheet = dock.findChild<QTableView*>(QStringLiteral("armySheet"));
  const auto paste = [&](const char* text) {
    QGuiApplication::clipboard()->setText(QLatin1String(text));
    sheet->setFocus();
    QTest::keyClick(sheet, Qt::Key_V, Qt::ControlModifier);
  };
  answering(
      [&] {
        paste("Side\tBrigade\tUnit\tArm\tStrength\nusa\tIron Brigade\t19 Ind\tinfantry\t3\nusa\tIron Brigade\t24 "
              "Mich\tinfantry\t5\n");
      },
      [&](QWidget& widget) {
        SheetImportDialog& dialog = dialogOf(widget);
        EXPECT_EQ(dialog.preview().count(SheetRow::Change::New), 3U) << dialog.report().toStdString();
        press(dialog, "sheetAccept");
      });
  ASSERT_EQ(pieces(), 2U);
  // Another block: one strength changes, and the window says from what to what.
  answering([&] { paste("Unit\tStrength\n24 Mich\t4\n"); },
            [&](QWidget& widget) {
              SheetImportDialog& dialog = dialogOf(widget);
              ASSERT_EQ(dialog.preview().count(SheetRow::Change::Changed), 1U) << dialog.report().toStdString();
              EXPECT_EQ(cell(dialog, 0, 6), QStringLiteral("Strength 5 → 4"));
              press(dialog, "sheetAccept");
            });
  const OrderOfBattle& army = *window().armyModel().army();
  EXPECT_EQ(army.value(*army.piece("usa.iron_brigade.24_mich"), "strength").shown(), "4");
  // Cells without headers still go where the cursor is.
  sheet->setCurrentIndex(sheet->model()->index(0, 0));
  paste("19 Indiana\n");
  EXPECT_TRUE(
      waitFor([&] { return window().armyModel().army()->piece("usa.iron_brigade.19_ind")->name == "19 Indiana"; }));
}

TEST_F(ArmySheets, WhatIsNoSheetIsSaidSo) {
  answering([&] { window().action("army.importSheet")->trigger(); },
            [&](QWidget& widget) {
              SheetImportDialog& dialog = dialogOf(widget);
              const auto* summary = dialog.findChild<QLabel*>(QStringLiteral("sheetSummary"));
              EXPECT_FALSE(dialog.setText(QString(), QStringLiteral("the clipboard")));
              EXPECT_EQ(summary->text(), QStringLiteral("There is nothing in the clipboard."));
              EXPECT_FALSE(dialog.setText(QStringLiteral("a,\"b\n"), QStringLiteral("x.csv")));
              EXPECT_TRUE(summary->text().contains(QStringLiteral("never closed"))) << summary->text().toStdString();
              EXPECT_FALSE(dialog.openFile(QStringLiteral("/nowhere/at/all.csv")));
              EXPECT_FALSE(dialog.findChild<QPushButton*>(QStringLiteral("sheetAccept"))->isEnabled());
              // Rows without a side and a type are asked for, and the fields below give them.
              EXPECT_TRUE(dialog.setText(QStringLiteral("Unit,Strength\n1 Me,4\n"), QStringLiteral("x.csv")));
              EXPECT_TRUE(dialog.preview().rows.empty());
              auto* side = dialog.findChild<QComboBox*>(QStringLiteral("sheetSide"));
              side->setCurrentIndex(side->findData(QStringLiteral("usa")));
              auto* type = dialog.findChild<QComboBox*>(QStringLiteral("sheetType"));
              type->setCurrentIndex(type->findData(QStringLiteral("infantry")));
              EXPECT_TRUE(waitFor([&] { return dialog.preview().rows.size() == 1; }, 3000))
                  << dialog.report().toStdString();
              dialog.reject();
            });
  EXPECT_EQ(pieces(), 0U);
}

} // namespace
} // namespace hotchkiss::editor
