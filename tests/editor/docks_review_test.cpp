// The review list, the evidence panel and hand work: what needs no importers.
#include "docks_fixture.h"
#include "editor/docks/evidencepanel.h"
#include "editor/docks/inspectordock.h"
#include "editor/docks/reviewdock.h"
#include "editor/docks/reviewlist.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

class Review : public DockTest {
 protected:
  /// A sample with doubts about four places, as two steps would leave them.
  EditorDocument& openDoubtful() {
    EditorDocument& module = open("gcacw-primer");
    const auto evidence = [](const char* step, const std::string& reason, double confidence) {
      return json{{"confidence", confidence},
                  {"doubts", {{{"step", step}, {"reason", reason}}}},
                  {"from", {"dem"}},
                  {"note", reason}}
          .dump();
    };
    Edit edit;
    EXPECT_TRUE(module.edit("evidence", [&](Stroke& stroke) {
      stroke.setRecord("map/evidence", {"hex", "1.1"},
                       evidence("cover", "woods and clear cover nearly the same share", 0.47));
      stroke.setRecord("map/evidence", {"hex", "1.10"},
                       evidence("cover", "woods and clear cover nearly the same share", 0.5));
      stroke.setRecord("map/evidence", {"hex", "2.3"}, R"({"confidence":0.9,"from":["dem"],"metres":120.5})");
      stroke.setRecord("map/evidence", {"edge", "3.3.1"},
                       evidence("rivers", "Rapidan runs more than half a hex from here in the source", 0.3));
      stroke.setRecord("map/evidence", {"vertex", "4.4.0"}, evidence("rivers", "Rapidan touches Robertson here", 0.3));
    }));
    return module;
  }
};

TEST_F(Review, ListsEveryDoubtInTheOrderOfTheMap) {
  EditorDocument& module = openDoubtful();
  const std::vector<ReviewEntry> entries = reviewEntries(module.document(), module.numbering());
  ASSERT_EQ(entries.size(), 4U) << "a place without a reason is beyond doubt";
  EXPECT_EQ(entries[0].step, "rivers");
  EXPECT_EQ(std::get<EdgeId>(entries[0].place), (EdgeId{3, 3, 1}));
  EXPECT_EQ(entries[1].id, "1.1");
  EXPECT_EQ(entries[2].id, "1.10");
  EXPECT_EQ(entries[1].label, module.numbering().label(HexCoord{1, 1}));
  EXPECT_EQ(entries[0].sort, "… runs more than half a hex from here in the source") << "names do not part reasons";
}

TEST_F(Review, StepsThroughWhatIsUncheckedAndRemembers) {
  EditorDocument& module = openDoubtful();
  ReviewDock dock;
  std::vector<Selection> went;
  QObject::connect(&dock, &ReviewDock::goTo, [&](const Selection& place) { went.push_back(place); });
  dock.setDocument(&module);
  auto* summary = child<QLabel>(dock, "reviewSummary");
  EXPECT_EQ(summary->text(), "0 of 4 checked");
  dock.step(true);
  dock.step(true);
  ASSERT_EQ(went.size(), 2U);
  EXPECT_EQ(std::get<HexCoord>(went[1]), (HexCoord{1, 1}));
  const std::size_t before = module.history().position();
  dock.toggleChecked();
  EXPECT_EQ(module.history().position(), before + 1);
  EXPECT_EQ(summary->text(), "1 of 4 checked");
  EXPECT_EQ(std::get<HexCoord>(went.back()), (HexCoord{1, 10}));
  const std::string* hand = module.document().record("map/hand", {"hex", "1.1"});
  ASSERT_NE(hand, nullptr);
  EXPECT_EQ(json::parse(*hand)["checked"][0], "woods and clear cover nearly the same share");
  EXPECT_TRUE(readModule(writeModule(module.document())).ok()) << "the files obey their schemas";
  dock.step(false);
  EXPECT_EQ(std::get<EdgeId>(went.back()), (EdgeId{3, 3, 1})) << "what is checked is passed over";
  ASSERT_TRUE(module.undo());
  EXPECT_TRUE(waitFor([&] { return summary->text() == "0 of 4 checked"; }));
  EXPECT_EQ(module.document().record("map/hand", {"hex", "1.1"}), nullptr);
  ASSERT_TRUE(module.redo());
  EXPECT_TRUE(waitFor([&] { return dock.checkedCount() == 1; }));
}

TEST_F(Review, AnotherReasonHasToBeCheckedAnew) {
  EditorDocument& module = openDoubtful();
  const ReviewEntry entry = reviewEntries(module.document(), module.numbering())[1];
  ASSERT_TRUE(module.edit("check", [&](Stroke& stroke) { setChecked(stroke, entry, true); }));
  EXPECT_TRUE(reviewEntries(module.document(), module.numbering())[1].isChecked);
  ASSERT_TRUE(module.edit("import", [&](Stroke& stroke) {
    stroke.setRecord("map/evidence", {"hex", "1.1"},
                     R"({"confidence":0.2,"doubts":[{"reason":"no data","step":"cover"}],"note":"no data"})");
  }));
  EXPECT_FALSE(reviewEntries(module.document(), module.numbering())[1].isChecked);
}

TEST_F(Review, NamedThingsAreListedSteppedToAndChecked) {
  EditorDocument& module = openDoubtful();
  std::string river;
  for (const auto& [key, text] : module.document().table("map/named"))
    if (key.section == "course")
      river = key.id;
  ASSERT_FALSE(river.empty());
  const auto doubt = [](const std::string& reason) {
    return json{{"confidence", 0.4}, {"doubts", {{{"step", "rivers"}, {"reason", reason}}}}, {"note", reason}}.dump();
  };
  ASSERT_TRUE(module.edit("evidence", [&](Stroke& stroke) {
    stroke.setRecord("map/evidence", {"course", river}, doubt("it had a loop that was cut out"));
    stroke.setRecord("map/evidence", {"course", "nobody-has-it"}, doubt("its course was removed since"));
    stroke.setRecord("map/evidence", {"source", "dem"}, doubt("class 6 is not in the mapping table"));
  }));
  EXPECT_TRUE(readModule(writeModule(module.document())).ok()) << "the files obey their schemas";
  ReviewDock dock;
  std::vector<Selection> went;
  QObject::connect(&dock, &ReviewDock::goTo, [&](const Selection& place) { went.push_back(place); });
  dock.setDocument(&module);
  ASSERT_EQ(dock.entries().size(), 6U);
  EXPECT_EQ(dock.entries()[0].section, "course");
  EXPECT_FALSE(dock.entries()[0].label.empty());
  dock.step(true);
  ASSERT_EQ(went.size(), 1U);
  EXPECT_EQ(std::get<NamedThing>(went[0]), (NamedThing{"course", river}));
  ASSERT_NE(dock.current(), nullptr);
  EXPECT_EQ(dock.current()->reason, "it had a loop that was cut out");
  dock.toggleChecked();
  EXPECT_EQ(dock.checkedCount(), 1U);
  ASSERT_NE(module.document().record("map/hand", {"course", river}), nullptr);
  EXPECT_TRUE(readModule(writeModule(module.document())).ok());
}

TEST_F(Review, FiltersByStepReasonAndState) {
  EditorDocument& module = openDoubtful();
  ReviewDock dock;
  dock.setDocument(&module);
  auto* list = child<QTreeView>(dock, "reviewList");
  auto* steps = child<QComboBox>(dock, "reviewStep");
  EXPECT_EQ(list->model()->rowCount(), 4);
  steps->setCurrentIndex(steps->findData("cover"));
  EXPECT_EQ(list->model()->rowCount(), 2);
  dock.step(true);
  dock.toggleChecked();
  auto* state = child<QComboBox>(dock, "reviewState");
  state->setCurrentIndex(state->findData(0));
  EXPECT_EQ(list->model()->rowCount(), 1);
  state->setCurrentIndex(state->findData(1));
  EXPECT_EQ(list->model()->rowCount(), 1);
  state->setCurrentIndex(state->findData(2));
  steps->setCurrentIndex(0);
  auto* reasons = child<QComboBox>(dock, "reviewReason");
  EXPECT_EQ(reasons->count(), 4);
  reasons->setCurrentIndex(reasons->findData("… touches … here"));
  EXPECT_EQ(list->model()->rowCount(), 1);
}

TEST_F(Review, TheInspectorShowsWhatTheSourcesSaid) {
  EditorDocument& module = open("gcacw-primer");
  ASSERT_TRUE(module.edit("evidence", [&](Stroke& stroke) {
    stroke.setRecord("sources", {"source", "cover"},
                     R"({"attribution":"A. Mapper","licence":"CC0","title":"Land cover"})");
    stroke.setRecord(
        "map/evidence", {"hex", "1.1"},
        R"({"confidence":0.47,"from":["cover"],"metres":132.5,"note":"nearly equal","relief":20.25,"runnerUp":"clear","shares":{"clear":0.38,"woods":0.62}})");
  }));
  InspectorDock dock(tools);
  dock.setDocument(&module);
  tools.select(HexCoord{1, 1});
  auto* panel = child<EvidencePanel>(dock, "evidencePanel");
  ASSERT_NE(panel, nullptr);
  EXPECT_EQ(child<QLabel>(*panel, "evidenceConfidence")->text(), "confidence 47 %");
  EXPECT_EQ(child<QLabel>(*panel, "evidenceDoubt")->text(), "Nearly equal");
  EXPECT_TRUE(child<QLabel>(*panel, "evidenceFigures")->text().contains("132.5 m"));
  EXPECT_TRUE(child<QLabel>(*panel, "evidenceProvenance")->text().contains("CC0; A. Mapper"));
  const QString shares = child<QWidget>(*panel, "evidenceShares")->accessibleName();
  EXPECT_TRUE(shares.startsWith("Woods 62 %")) << shares.toStdString();
  tools.select(HexCoord{5, 5});
  EXPECT_EQ(dock.findChild<EvidencePanel*>("evidencePanel"), nullptr) << "no evidence, no panel";
  tools.select(HexCoord{1, 1});
  ASSERT_TRUE(module.edit("gone", [](Stroke& stroke) {
    stroke.setRecord("map/evidence", {"hex", "1.1"}, std::nullopt);
  }));
  pump();
  EXPECT_EQ(dock.findChild<EvidencePanel*>("evidencePanel"), nullptr);
}

TEST_F(Review, HandWorkIsNotedInModulesWithARecipe) {
  EditorDocument& module = open("gettysburg-ground");
  ASSERT_TRUE(module.edit("paint", [](Stroke& stroke) { stroke.setTerrain({10, 10}, "woods"); }));
  const std::string* note = module.document().record("map/hand", {"hex", "10.10"});
  ASSERT_NE(note, nullptr);
  EXPECT_EQ(*note, R"({"kept":["terrain"]})");
  // A stroke over several mouse events as well, in one undo step.
  module.beginStroke("drag");
  module.updateStroke([](Stroke& stroke) { stroke.setTerrain({11, 10}, "woods"); });
  module.updateStroke([](Stroke& stroke) { stroke.setTerrain({12, 10}, "woods"); });
  ASSERT_TRUE(module.endStroke());
  EXPECT_NE(module.document().record("map/hand", {"hex", "12.10"}), nullptr);
  EXPECT_EQ(module.history().position(), 2U);
  ASSERT_TRUE(module.undo());
  ASSERT_TRUE(module.undo());
  EXPECT_TRUE(isUnchanged());
}

} // namespace
} // namespace hotchkiss::editor
