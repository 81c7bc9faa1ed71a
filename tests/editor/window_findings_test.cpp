// Findings while somebody draws: what single places tell is there right after a stroke, before anybody pauses.
#include "editor/canvas/findingmarks.h"
#include "editor/docks/findingsdock.h"
#include "libscenario/module/filekinds.h"
#include "tests/editor/window_fixture.h"

#include <QToolButton>
#include <QTreeWidget>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {
namespace {

class FindingsFollow : public WindowTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample("gcacw-primer").string())));
    ASSERT_TRUE(waitFor([this] { return window().findings().isUpToDate(); }));
    canvas().fit();
  }
  /// Rows of the list that speak of a thing.
  int rowsAbout(const QString& words) {
    int out = 0;
    for (QTreeWidgetItemIterator it(window().findChild<QTreeWidget*>(QStringLiteral("findingsTree"))); *it; ++it)
      out += (*it)->parent() && (*it)->text(0).contains(words) ? 1 : 0;
    return out;
  }
  EdgeId edgeOf(const char* crossing) {
    const auto body = nlohmann::json::parse(*map().record(kNamedTable, {"crossing", crossing}));
    return {body["at"][0], body["at"][1], body["at"][2]};
  }
};

TEST_F(FindingsFollow, RowAndMarkAreThereRightAfterTheStroke) {
  const EdgeId water = edgeOf("carters_bridge");
  const std::size_t findings = window().findings().findings().size();
  const std::size_t marks = window().findingMarks().size();
  const auto marksThere = [&] {
    return window().findingMarks().messagesAt(canvas().viewport(), canvas().toWidget(lattice().middle(water)));
  };
  EXPECT_TRUE(marksThere().empty());
  // The river under a bridge is rubbed out.
  choose(ToolId::Hexside, "minor_river");
  Hand hand(window());
  hand.click(lattice().middle(water), Qt::RightButton);
  ASSERT_EQ(document().history().position(), 1U);
  // Not one event was handled since: nothing has been judged in the background.
  EXPECT_FALSE(window().findings().isUpToDate());
  EXPECT_GT(window().findings().findings().size(), findings);
  EXPECT_GT(window().findingMarks().size(), marks);
  ASSERT_FALSE(marksThere().empty());
  EXPECT_GE(rowsAbout(QString::fromStdString(marksThere().front())), 1);
  // Undo takes them away as quickly, and redo brings them back.
  trigger("edit.undo");
  EXPECT_EQ(window().findings().findings().size(), findings);
  EXPECT_EQ(window().findingMarks().size(), marks);
  EXPECT_TRUE(marksThere().empty());
  trigger("edit.redo");
  EXPECT_FALSE(marksThere().empty());
  const std::string said = marksThere().front();
  // The whole map agrees when it has been judged.
  ASSERT_TRUE(waitFor([this] { return window().findings().isUpToDate(); }));
  ASSERT_FALSE(marksThere().empty());
  EXPECT_EQ(marksThere().front(), said);
  EXPECT_GE(rowsAbout(QString::fromStdString(said)), 1);
}

TEST_F(FindingsFollow, BarsAndNumbersFollowToo) {
  auto* status = window().findChild<QToolButton*>(QStringLiteral("statusFindings"));
  ASSERT_NE(status, nullptr);
  const QString before = status->text();
  tools().choose(ToolId::Terrain, "woods");
  Hand(window()).click(lattice().centre({3, 3}), Qt::RightButton);
  ASSERT_TRUE(map().terrain({3, 3}).empty());
  const auto terrain = [this] {
    for (const Progress& progress : window().findings().progress())
      if (progress.check == "CORE-V30")
        return progress.total - progress.done;
    return std::size_t{99};
  };
  EXPECT_EQ(terrain(), 1U) << "one hex has no terrain";
  ASSERT_TRUE(waitFor([this] { return window().findings().isUpToDate(); }));
  EXPECT_EQ(terrain(), 1U);
  trigger("edit.undo");
  EXPECT_EQ(terrain(), 0U);
  EXPECT_EQ(status->text(), before);
}

/// A list with groups that stand for very many places is kept by differences.
TEST(FindingsList, ChangesAreCarriedOver) {
  const auto finding = [](const char* check, std::int32_t column, std::size_t count = 1) {
    Finding out;
    out.check = check;
    out.message = std::string("said by ") + check;
    out.place.hex = HexCoord{column, 1};
    out.count = count;
    return out;
  };
  std::vector<Finding> list{finding("CORE-V01", 1), finding("CORE-V03", 1, 700), finding("CORE-V05", 4)};
  LiveFindings::Here here;
  Finding other = finding("CORE-V03", 12); // says something else: it stands behind the last one of its check
  other.message = "another";
  here.gone = {finding("CORE-V05", 4), finding("CORE-V03", 9), finding("CORE-V03", 10), other};
  here.found = {finding("CORE-V04", 2), finding("CORE-V01", 8), finding("CORE-V03", 11)};
  carryOver(list, here);
  std::vector<std::pair<std::string, std::size_t>> got;
  for (const Finding& one : list)
    got.emplace_back(one.check, one.count);
  const std::vector<std::pair<std::string, std::size_t>> expected{
      {"CORE-V01", 1}, {"CORE-V01", 1}, {"CORE-V03", 698}, {"CORE-V04", 1}};
  EXPECT_EQ(got, expected);
  EXPECT_EQ(list[1].place.hex->c, 8);
}

} // namespace
} // namespace hotchkiss::editor
