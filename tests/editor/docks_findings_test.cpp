// Findings: filters, approvals with a reason, and how far the module is from each level.
#include "docks_fixture.h"
#include "editor/docks/completeness.h"
#include "editor/docks/findingsdock.h"
#include "editor/docks/findingsfilter.h"

#include <QtWidgets>

namespace hotchkiss::editor {
namespace {

Finding finding(const char* check, Severity severity, CheckClass kind, std::size_t count = 1) {
  Finding out;
  out.check = check;
  out.severity = severity;
  out.checkClass = kind;
  out.message = std::string("message of ") + check;
  out.count = count;
  return out;
}

TEST(FindingsFilter, NarrowsBySeverityClassCheckAndText) {
  FindingsFilter filter;
  const Finding error = finding("CORE-V04", Severity::Error, CheckClass::Integrity);
  const Finding warning = finding("CORE-V15", Severity::Warning, CheckClass::Integrity);
  const Finding missing = finding("CORE-V30", Severity::Warning, CheckClass::Completeness, 9);
  Finding approved = warning;
  approved.approval = "a";
  filter.setFindings({error, warning, missing, approved});
  EXPECT_TRUE(filter.shows(error) && filter.shows(warning) && filter.shows(missing));
  EXPECT_FALSE(filter.shows(approved)) << "what is approved is out of the way";
  EXPECT_FALSE(filter.isNarrow());
  const auto toggle = [&](const char* name) { filter.findChild<QAction*>(QLatin1String(name))->toggle(); };
  toggle("findingsApproved");
  EXPECT_TRUE(filter.shows(approved));
  toggle("findingsWarnings");
  EXPECT_TRUE(filter.shows(error) && !filter.shows(warning) && !filter.shows(missing));
  toggle("findingsWarnings");
  toggle("findingsCompleteness");
  EXPECT_TRUE(filter.shows(warning) && !filter.shows(missing));
  toggle("findingsCompleteness");
  auto* check = filter.findChild<QComboBox*>("findingsCheck");
  ASSERT_EQ(check->count(), 4) << "all, and three that found something";
  check->setCurrentIndex(check->findData("CORE-V04"));
  EXPECT_TRUE(filter.shows(error) && !filter.shows(warning) && filter.isNarrow());
  filter.setFindings({warning});
  EXPECT_EQ(check->currentData().toString(), "CORE-V04") << "the last one was fixed; the list does not jump";
  filter.clear();
  filter.findChild<QLineEdit*>("findingsFilter")->setText("of core-v15");
  EXPECT_TRUE(!filter.shows(error) && filter.shows(warning));
}

TEST(Levels, AreAsFarAsWhatIsMissing) {
  const std::vector<Progress> progress{{"CORE-V30", 50, 100}, {"CORE-V31", 10, 10}};
  auto levels = levelsOf(progress, {finding("CORE-V30", Severity::Warning, CheckClass::Completeness, 50),
                                    finding("CORE-V04", Severity::Error, CheckClass::Integrity, 3)});
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels[0].level, Level::Map);
  EXPECT_DOUBLE_EQ(levels[0].part, 0.75);
  EXPECT_EQ(levels[0].missing, 50U);
  EXPECT_EQ(levels[0].errors, 3U);
  levels = levelsOf({{"CORE-V30", 100, 100}}, {});
  EXPECT_TRUE(levels[0].isComplete() && levels[1].isComplete());
  EXPECT_DOUBLE_EQ(levels[1].part, 1);
}

class FindingsTest : public DockTest {
 protected:
  void settle(const FindingsDock& dock) {
    pump(350);
    ASSERT_TRUE(waitFor([&] { return dock.isUpToDate(); }));
    pump();
  }
  static QTreeWidgetItem* rowOf(FindingsDock& dock, const std::string& check) {
    for (QTreeWidgetItemIterator it(dock.findChild<QTreeWidget*>("findingsTree")); *it; ++it)
      if ((*it)->parent() && (*it)->parent()->data(0, Qt::UserRole + 1).toString().toStdString() == check)
        return *it;
    return nullptr;
  }
};

TEST_F(FindingsTest, AnApprovalHasAReasonAndLapses) {
  open("gcacw-primer");
  ASSERT_TRUE(document().edit("Clear", [](Stroke& stroke) { stroke.setTerrain({3, 3}, ""); }).ok());
  FindingsDock dock;
  dock.setDocument(&document());
  settle(dock);
  QTreeWidgetItem* row = rowOf(dock, "CORE-V30");
  ASSERT_NE(row, nullptr);
  auto* tree = child<QTreeWidget>(dock, "findingsTree");
  tree->setCurrentItem(row);
  auto* approve = child<QPushButton>(dock, "findingsApprove");
  ASSERT_TRUE(approve->isEnabled());
  EXPECT_NE(child<QProgressBar>(dock, "levelBar_map")->value(), 1000);
  QTimer answer;
  QObject::connect(&answer, &QTimer::timeout, [] {
    QWidget* dialog = QApplication::activeModalWidget();
    if (!dialog)
      return;
    auto* ok = dialog->findChild<QPushButton*>("approveOk");
    EXPECT_FALSE(ok->isEnabled()) << "a reason must be given";
    dialog->findChild<QPlainTextEdit*>("approveReason")->setPlainText("blank on the printed map");
    EXPECT_TRUE(ok->isEnabled());
    ok->click();
  });
  answer.setSingleShot(true);
  answer.start(100);
  approve->click();
  ASSERT_EQ(document().document().table("approvals").size(), 1U);
  EXPECT_NE(document().document().table("approvals").begin()->second.find("blank on the printed map"),
            std::string::npos);
  settle(dock);
  EXPECT_EQ(rowOf(dock, "CORE-V30"), nullptr) << "out of the way";
  EXPECT_EQ(child<QProgressBar>(dock, "levelBar_map")->value(), 1000);
  // Shown on demand, and taken back.
  dock.findChild<QAction*>("findingsApproved")->setChecked(true);
  row = rowOf(dock, "CORE-V30");
  ASSERT_NE(row, nullptr);
  EXPECT_TRUE(row->toolTip(0).contains("blank on the printed map"));
  tree->setCurrentItem(row);
  approve->click();
  EXPECT_TRUE(document().document().table("approvals").empty());
  dock.setDocument(nullptr);
}

} // namespace
} // namespace hotchkiss::editor
