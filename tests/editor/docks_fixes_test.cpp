#include "docks_fixture.h"
#include "editor/docks/findingfixes.h"
#include "editor/docks/recordtext.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/validation/validator.h"

#include <nlohmann/json.hpp>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

class FixTest : public DockTest {
 protected:
  /// Of the checks of every ruleset, also where a ruleset says them under an id of its own.
  static std::vector<Finding> findings(const Document& document) {
    std::vector<Finding> out = validate({document, {}, false});
    std::erase_if(
        out, [](const Finding& finding) { return !finding.check.starts_with("CORE-") && finding.restates.empty(); });
    for (Finding& finding : out)
      if (!finding.restates.empty())
        finding.check = finding.restates;
    return out;
  }

  /// Damages a copy of the open sample, expects the check, fixes what is found until nothing can be fixed any more, and
  /// expects the result to be clean.
  Document damagedAndFixed(const std::string& check, const std::function<void(Stroke&)>& damage) {
    Document map = document().document();
    Stroke stroke(map, "damage");
    damage(stroke);
    EXPECT_FALSE(stroke.finish().empty());
    const std::vector<Finding> found = findings(map);
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const Finding& f) { return f.check == check; }))
        << check << " was not found";
    for (int round = 0; round < 5; ++round)
      for (const Finding& finding : findings(map))
        if (const auto fix = fixFor(finding, map, document().ruleset())) {
          EXPECT_FALSE(fix->title.empty());
          Stroke repair(map, fix->title);
          fix->apply(repair);
          EXPECT_FALSE(repair.finish().empty()) << finding.check << " " << finding.message;
          break;
        }
    for (const Finding& finding : findings(map))
      EXPECT_NE(finding.checkClass, CheckClass::Integrity) << finding.check << " " << finding.message;
    return map;
  }
  static void expectNoFix(const Document& map, const Ruleset& ruleset, const std::string& check) {
    bool seen = false;
    for (const Finding& finding : findings(map))
      if (finding.check == check) {
        seen = true;
        EXPECT_FALSE(fixFor(finding, map, ruleset).has_value()) << finding.message;
      }
    EXPECT_TRUE(seen) << check;
  }
};

TEST_F(FixTest, WhatTheCatalogueDoesNotHaveGoes) {
  open("gcacw-primer");
  const EdgeId e{5, 5, 1};
  const std::string before = document().document().features(e).toText();
  const auto with = [&](const std::string& kind, const std::string& body) {
    return [=, this](Stroke& stroke) {
      FeatureSet set = document().document().features(e);
      FeatureSet added = FeatureSet::fromText("{\"" + kind + "\":" + body + "}");
      set.put(added.features.front());
      stroke.setEdge(e, set.toText());
    };
  };
  EXPECT_EQ(damagedAndFixed("CORE-V04", with("moat", "{}")).features(e).toText(), before);
  EXPECT_EQ(damagedAndFixed("CORE-V10", with("woods_hexside", "{}")).features(e).toText(), before);
  EXPECT_EQ(damagedAndFixed("CORE-V05", with("county_border", R"({"class":"wide"})"))
                .features(e)
                .find("county_border")
                ->classId,
            "");
  EXPECT_EQ(
      damagedAndFixed("CORE-V06", with("county_border", R"({"depth":3})")).features(e).find("county_border")->more, "");
  const Document clear = damagedAndFixed("CORE-V03", [](Stroke& stroke) { stroke.setTerrain({3, 3}, "lava"); });
  EXPECT_EQ(clear.terrain({3, 3}), "");
  damagedAndFixed("CORE-V06", [](Stroke& stroke) { stroke.setLevel({3, 3}, 4); });
  damagedAndFixed("CORE-V06", [](Stroke& stroke) { stroke.setAttributes({3, 3}, R"({"wet":true})"); });
}

TEST_F(FixTest, OrientationsTurnOrGo) {
  open("gcacw-primer");
  // On the border only one side can be meant.
  const EdgeId border{-1, 6, 1};
  const auto hexes = document().document().lattice().hexes(border);
  ASSERT_NE(document().document().extent().contains(hexes[0]), document().document().extent().contains(hexes[1]));
  const std::string outside = document().document().extent().contains(hexes[0]) ? "b" : "a";
  const Document turned = damagedAndFixed(
      "CORE-V07", [&](Stroke& stroke) { stroke.setEdge(border, "{\"ridge\":{\"high\":\"" + outside + "\"}}"); });
  EXPECT_EQ(turned.features(border).find("ridge")->side, outside == "a" ? "b" : "a");
  // The kind has no orientation at all.
  const Document plain = damagedAndFixed("CORE-V07", [](Stroke& stroke) {
    stroke.setEdge({5, 5, 1}, R"({"county_border":{"high":"a"}})");
  });
  EXPECT_EQ(plain.features(EdgeId{5, 5, 1}).find("county_border")->role, "");
  // Inside the map nobody but a person knows the side.
  Document map = document().document();
  map.setEdge({5, 5, 1}, map.pool().intern(R"({"ridge":{}})"));
  expectNoFix(map, document().ruleset(), "CORE-V07");
}

TEST_F(FixTest, ExclusionsKeepWhatCarriesMore) {
  open("gcacw-primer");
  std::optional<EdgeId> river;
  document().document().forEachEdge([&](EdgeId e, std::uint32_t) {
    const FeatureSet set = document().document().features(e);
    const Feature* feature = set.find("major_river");
    if (feature && !feature->of.empty())
      river = e;
  });
  ASSERT_TRUE(river.has_value());
  const std::string before = document().document().features(*river).toText();
  const Document fixed = damagedAndFixed("CORE-V09", [&](Stroke& stroke) {
    Feature creek;
    creek.kind = "creek";
    stroke.putFeature(*river, creek);
  });
  EXPECT_EQ(fixed.features(*river).toText(), before);
}

TEST_F(FixTest, MissingRequirementsRemoveTheFeature) {
  open("wftu-primer");
  EdgeId e{};
  for (std::int32_t r = 3; r < 12; ++r)
    if (document().document().features(EdgeId{8, r, 0}).empty())
      e = {8, r, 0};
  ASSERT_TRUE(document().document().features(e).empty());
  const Document fixed =
      damagedAndFixed("CORE-V08", [&](Stroke& stroke) { stroke.setEdge(e, R"({"bluff":{"bank":"a"}})"); });
  EXPECT_TRUE(fixed.features(e).empty());
}

TEST_F(FixTest, DanglingReferencesGo) {
  open("gcacw-primer");
  damagedAndFixed("CORE-V11", [&](Stroke& stroke) {
    Feature creek;
    creek.kind = "county_border";
    creek.of = {"no_such_course"};
    stroke.putFeature({5, 5, 1}, creek);
  });
  damagedAndFixed("CORE-V11", [](Stroke& stroke) { stroke.setAttributes({3, 3}, R"({"in":["atlantis"]})"); });
  damagedAndFixed("CORE-V11", [](Stroke& stroke) {
    const RecordKey key{"crossing", "raven_ford"};
    stroke.setRecord(kNamedTable, key, withMember(*stroke.document().record(kNamedTable, key), "of", json("styx")));
  });
  damagedAndFixed("CORE-V11", [](Stroke& stroke) {
    stroke.setRecord(kNamedTable, {"join", "4.7.1"}, R"({"of":["beaver_creek","patuxan","styx"]})");
  });
  damagedAndFixed("CORE-V19", [](Stroke& stroke) {
    stroke.setRecord(kNamedTable, {"join", "4.7.1"}, R"({"of":["beaver_creek","chickamee","patuxan"]})");
  });
}

TEST_F(FixTest, OrphansAndCrossingsOverNothingGo) {
  open("gcacw-primer");
  const Document orphan = damagedAndFixed("CORE-V17", [](Stroke& stroke) {
    stroke.setRecord(kNamedTable, {"course", "styx"}, R"({"kind":"river","name":"Styx"})");
  });
  EXPECT_EQ(orphan.record(kNamedTable, {"course", "styx"}), nullptr);
  const Document crossing = damagedAndFixed("CORE-V15", [](Stroke& stroke) {
    stroke.setRecord(kNamedTable, {"crossing", "dry_ford"}, R"({"at":[5,5,1],"kind":"ford"})");
  });
  EXPECT_EQ(crossing.record(kNamedTable, {"crossing", "dry_ford"}), nullptr);
}

TEST_F(FixTest, CoursesThatAreNotMadeOfThisAreTakenOff) {
  open("gcacw-primer");
  damagedAndFixed("CORE-V16", [](Stroke& stroke) {
    Feature border;
    border.kind = "county_border";
    border.of = {"patuxan"};
    stroke.putFeature({5, 5, 1}, border);
  });
}

TEST_F(FixTest, AWrongMouthGoes) {
  open("gcacw-primer");
  const Document fixed = damagedAndFixed("CORE-V14", [](Stroke& stroke) {
    const RecordKey key{"course", "patuxan"};
    stroke.setRecord(kNamedTable, key, withMember(*stroke.document().record(kNamedTable, key), "mouth", json{2, 2, 0}));
  });
  EXPECT_FALSE(parsedObject(*fixed.record(kNamedTable, {"course", "patuxan"})).contains("mouth"));
}

TEST_F(FixTest, AGoodMapHasNothingToFix) {
  for (const std::string& name : kSampleNames) {
    open(name);
    for (const Finding& finding : findings(document().document()))
      EXPECT_FALSE(fixFor(finding, document().document(), document().ruleset()).has_value()) << finding.message;
    closeDocument();
  }
}

TEST_F(FixTest, AFixForAStateThatIsGoneDoesNothing) {
  open("gcacw-primer");
  Document map = document().document();
  const Document good = map;
  map.setEdge({5, 5, 1}, map.pool().intern(R"({"moat":{}})"));
  for (const Finding& finding : findings(map))
    if (finding.check == "CORE-V04") {
      EXPECT_FALSE(fixFor(finding, good, document().ruleset()).has_value());
    }
}

} // namespace
} // namespace hotchkiss::editor
