#include "libscenario/ruleset/ruleset.h"
#include "tests/unit/damaged.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <set>
#include <sstream>

namespace hotchkiss {
namespace {

using nlohmann::json;

constexpr EdgeId kEmptyEdge{17, 13, 0}; ///< a hexside of the GCACW sample that carries nothing

TEST(Validation, SamplesHaveNoErrors) {
  for (const char* sample : kSamples)
    for (const Finding& finding : findingsOf(sampleFiles(sample))) {
      const Level level = *levelFromText("map"); // what all of them say they are
      EXPECT_FALSE(blocks(finding, level)) << sample << ": " << findingsAsText({finding});
      // What only a playable module needs may be open; everything else is as it should be.
      EXPECT_TRUE(finding.severity == Severity::Note || finding.from == Level::Playable)
          << sample << ": " << findingsAsText({finding});
    }
}

TEST(Validation, V01DuplicateRow) {
  const std::array<std::array<std::string, 4>, 3> rows{
      {{"gcacw-primer", "map/hexes.json", R"([3,4,"clear"])", "hex 3.4 has"},
       {"gcacw-primer", "map/edges.json", R"([2,9,2,{"creek":{}}])", "edge 2.9.2 has"},
       {"gbacw-primer", "map/vertices.json", R"([6,7,1,{"breastwork":{"in":"a"}}])", "vertex 6.7.1 has"}}};
  for (const auto& [sample, file, row, words] : rows) {
    ModuleFiles files = sampleFiles(sample);
    const long line = appendRow(files[file], row);
    const std::vector<Finding> found = newFindings(sample, files);
    ASSERT_EQ(found.size(), 1U) << findingsAsText(found);
    EXPECT_EQ(found[0].check, "CORE-V01");
    EXPECT_EQ(found[0].place.file, file);
    EXPECT_EQ(found[0].place.line, line);
    EXPECT_TRUE(found[0].message.starts_with(words)) << found[0].message;
  }
}

TEST(Validation, V01DuplicateRecordKeepsTheFirst) {
  ModuleFiles files = sampleFiles("gcacw-primer");
  const long line = appendRow(files["map/named.json"], R"(["place","ashby",{"at":[1,1],"kind":"village"}])");
  const std::vector<Finding> found = newFindings("gcacw-primer", files);
  ASSERT_EQ(found.size(), 1U) << findingsAsText(found);
  EXPECT_EQ(found[0].check, "CORE-V01");
  EXPECT_EQ(found[0].place.thing, "place ashby");
  EXPECT_EQ(found[0].place.line, line);
  EXPECT_EQ(json::parse(*readModule(files)->document.record("map/named", {"place", "ashby"}))["at"], json({8, 5}));
}

TEST(Validation, V02RowOutsideTheMap) {
  const std::array<std::array<std::string, 3>, 3> rows{
      {{"map/hexes.json", R"([20,0,"clear"])", "hex 20.0 "},
       {"map/edges.json", R"([20,3,1,{"creek":{}}])", "edge 20.3.1 "},
       {"map/vertices.json", R"([21,3,0,{"breastwork":{"in":"a"}}])", "vertex 21.3.0 "}}};
  for (const auto& [file, row, words] : rows) {
    ModuleFiles files = sampleFiles("gbacw-primer");
    const long line = appendRow(files[file], row);
    const std::vector<Finding> found = newFindings("gbacw-primer", files);
    ASSERT_EQ(found.size(), 1U) << findingsAsText(found);
    EXPECT_EQ(found[0].check, "CORE-V02");
    EXPECT_EQ(found[0].place.file, file);
    EXPECT_EQ(found[0].place.line, line);
    EXPECT_TRUE(found[0].message.starts_with(words)) << found[0].message;
  }
}

TEST(Validation, ReportsReadAsSentences) {
  Finding finding;
  finding.check = "X-V01";
  const auto line = [&](const std::string& message, const std::string& fix, std::size_t count = 1) {
    finding.message = message;
    finding.fix = fix;
    finding.count = count;
    const std::string text = findingsAsText({finding});
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(line("There is no bridge", "Add one, or move the road"),
            "error: There is no bridge. Add one, or move the road [X-V01]");
  EXPECT_EQ(line("unknown terrain \"wods\"", "did you mean \"woods\"?"),
            "error: unknown terrain \"wods\"; did you mean \"woods\"? [X-V01]");
  EXPECT_EQ(line("Where is it?", "Look again"), "error: Where is it? Look again [X-V01]");
  EXPECT_EQ(line("There is no bridge", ""), "error: There is no bridge [X-V01]");
  EXPECT_EQ(line("There is no bridge", "Add one", 3), "error: There is no bridge (and 2 places more). Add one [X-V01]");
  const auto sarif = nlohmann::json::parse(findingsAsSarif({finding}, ".", {}));
  EXPECT_EQ(sarif["runs"][0]["results"][0]["message"]["text"], "There is no bridge. Add one");
}

TEST(Validation, TheSumOfAReportCountsWhatItsLinesSay) {
  const auto finding = [](Severity severity, CheckClass checkClass, Level from = Level::Map, std::size_t count = 1) {
    Finding out;
    out.check = "X-V01";
    out.message = "It is so";
    out.severity = severity;
    out.checkClass = checkClass;
    out.from = from;
    out.count = count;
    return out;
  };
  Finding approved = finding(Severity::Warning, CheckClass::Integrity);
  approved.approval = "a1";
  approved.reason = "printed so";
  EXPECT_EQ(findingsAsText({finding(Severity::Error, CheckClass::Integrity),
                            finding(Severity::Error, CheckClass::Completeness, Level::Playable, 3),
                            finding(Severity::Warning, CheckClass::Completeness),
                            finding(Severity::Warning, CheckClass::Integrity),
                            finding(Severity::Note, CheckClass::Completeness), approved}),
            "error: It is so [X-V01]\n"
            "to do for playable: It is so (and 2 places more) [X-V01]\n"
            "to do for map: It is so [X-V01]\n"
            "warning: It is so [X-V01]\n"
            "note: It is so [X-V01]\n"
            "warning: It is so [X-V01] approved: printed so\n"
            "1 error, 1 warning, 1 note, 1 to do for map, 3 to do for playable, 1 approved\n");
  EXPECT_EQ(findingsAsText({finding(Severity::Error, CheckClass::Completeness)}),
            "to do for map: It is so [X-V01]\n0 errors, 1 to do for map\n");
}

TEST(Validation, V03UnknownTerrain) {
  const Damaged damaged("gcacw-primer", [](Document& document) { setTerrain(document, {3, 3}, "wods"); });
  const Finding& finding = damaged.only("CORE-V03", "map/hexes.json", "[3,3,");
  EXPECT_EQ(finding.place.hex, (HexCoord{3, 3}));
  EXPECT_EQ(finding.place.label, "W0404");
  EXPECT_EQ(finding.fix, "did you mean \"woods\"?");
}

TEST(Validation, V04UnknownKind) {
  const Damaged damaged("gcacw-primer", [](Document& document) { put(document, kEmptyEdge, "creak", json::object()); });
  const Finding& finding = damaged.only("CORE-V04", "map/edges.json", "[17,13,0,");
  EXPECT_EQ(finding.place.edge, kEmptyEdge);
  EXPECT_EQ(finding.fix, "did you mean \"creek\"?");
}

TEST(Validation, V04UnknownKindAtACorner) {
  const Damaged damaged("gbacw-primer", [](Document& document) {
    document.setVertex({6, 7, 1}, document.pool().intern(R"({"redan":{"in":"a"}})"));
  });
  EXPECT_EQ(damaged.only("CORE-V04", "map/vertices.json", "[6,7,1,").place.vertex, (VertexId{6, 7, 1}));
}

TEST(Validation, V05UnknownOrMissingClass) {
  for (const json& body : {json{{"class", "huge"}}, json::object()}) {
    const Damaged damaged("gbacw-primer", [&](Document& document) { put(document, {2, 1, 1}, "slope", body); });
    const Finding& finding = damaged.only("CORE-V05", "map/edges.json", "[2,1,1,");
    EXPECT_EQ(finding.place.edge, (EdgeId{2, 1, 1}));
    EXPECT_EQ(finding.fix, "choose minor, sheer or steep");
  }
}

TEST(Validation, V06Attributes) {
  const Damaged unknown("gcacw-primer", [](Document& document) {
    HexValue value = document.hex({3, 3});
    json more = value.more == TextPool::kNone ? json::object() : json::parse(document.pool().text(value.more));
    more["frobnicated"] = true;
    value.more = document.pool().intern(more.dump());
    document.setHex({3, 3}, value);
  });
  EXPECT_EQ(unknown.only("CORE-V06", "map/hexes.json", "[3,3,").place.hex, (HexCoord{3, 3}));
  const Damaged level("gcacw-primer", [](Document& document) {
    HexValue value = document.hex({3, 3});
    value.level = 2;
    document.setHex({3, 3}, value);
  });
  EXPECT_EQ(level.only("CORE-V06", "map/hexes.json", "[3,3,").place.hex, (HexCoord{3, 3}));
  const Damaged wrongType("gcacw-primer", [](Document& document) {
    change(document, "map/named", {"place", "obj_carrville"}, {{"attributes", {{"points", "three"}}}});
  });
  EXPECT_EQ(wrongType.only("CORE-V06", "map/named.json", R"(["place","obj_carrville",)").place.thing,
            "place obj_carrville");
}

TEST(Validation, V07Orientation) {
  for (const json& body : {json::object(), json{{"low", "a"}}, json{{"high", "both"}}}) {
    const Damaged damaged("gcacw-primer", [&](Document& document) { put(document, kEmptyEdge, "ridge", body); });
    EXPECT_EQ(damaged.only("CORE-V07", "map/edges.json", "[17,13,0,").place.edge, kEmptyEdge) << body;
  }
  const Damaged outside("gcacw-primer", [&](Document& document) {
    put(document, {-1, 3, 2}, "ridge", {{"high", "a"}});
  });
  EXPECT_EQ(outside.only("CORE-V07", "map/edges.json", "[-1,3,2,").place.edge, (EdgeId{-1, 3, 2}));
}

TEST(Validation, V08MissingCompanion) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    document.setRecord("overlay", {"edgeFeature", "levee"},
                       R"({"name":"Levee","requires":[["major_river","creek"]],"source":"module 1","symbol":"none"})");
    put(document, kEmptyEdge, "levee", json::object());
    put(document, {2, 9, 2}, "levee", json::object()); // beside a creek
  });
  EXPECT_EQ(damaged.only("CORE-V08", "map/edges.json", "[17,13,0,").place.edge, kEmptyEdge);
}

TEST(Validation, V09FeaturesThatExcludeEachOther) {
  const Damaged damaged("gbacw-primer", [](Document& document) { put(document, {6, 0, 2}, "stream", json::object()); });
  EXPECT_EQ(damaged.only("CORE-V09", "map/edges.json", "[6,0,2,").place.edge, (EdgeId{6, 0, 2}));
}

TEST(Validation, V10DerivedFeatureStored) {
  const Damaged damaged("gcacw-primer",
                        [](Document& document) { put(document, kEmptyEdge, "woods_hexside", json::object()); });
  EXPECT_EQ(damaged.only("CORE-V10", "map/edges.json", "[17,13,0,").place.edge, kEmptyEdge);
}

TEST(Validation, V11DanglingReferences) {
  const Damaged course("gcacw-primer", [](Document& document) {
    put(document, kEmptyEdge, "path.trail", {{"of", {"nowhere"}}});
  });
  EXPECT_EQ(course.only("CORE-V11", "map/edges.json", "[17,13,0,").place.edge, kEmptyEdge);
  const Damaged county("gcacw-primer", [](Document& document) {
    put(document, kEmptyEdge, "county_border", {{"countyA", "nowhere"}});
  });
  EXPECT_EQ(county.only("CORE-V11", "map/edges.json", "[17,13,0,").place.edge, kEmptyEdge);
  const Damaged crossing("gcacw-primer", [](Document& document) {
    change(document, "map/named", {"crossing", "raven_ford"}, {{"of", "nowhere"}});
  });
  EXPECT_EQ(crossing.only("CORE-V11", "map/named.json", R"(["crossing","raven_ford",)").place.thing,
            "crossing raven_ford");
  const Damaged state("gcacw-primer", [](Document& document) {
    change(document, "map/named", {"region", "harrow"}, {{"attributes", {{"state", "ohio"}}}});
  });
  EXPECT_EQ(state.only("CORE-V11", "map/named.json", R"(["region","harrow",)").place.thing, "region harrow");
}

TEST(Validation, V12BrokenCourse) {
  const Damaged damaged("gcacw-primer", [](Document& document) { document.setEdge({3, 8, 2}, TextPool::kNone); });
  const Finding& finding = damaged.only("CORE-V12", "map/named.json", R"(["course","beaver_creek",)");
  EXPECT_EQ(finding.place.thing, "course beaver_creek");
  EXPECT_TRUE(finding.place.edge);
}

TEST(Validation, V13BranchingCourse) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    for (const VertexId v : document.lattice().ends(EdgeId{3, 8, 2}))
      for (const EdgeId e : document.lattice().edges(v))
        if (document.edge(e) == TextPool::kNone) {
          put(document, e, "creek", {{"of", {"beaver_creek"}}});
          return;
        }
  });
  EXPECT_EQ(damaged.only("CORE-V13", "map/named.json", R"(["course","beaver_creek",)").place.thing,
            "course beaver_creek");
}

TEST(Validation, V14MouthNotAtAnEnd) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    const VertexId v = document.lattice().ends(EdgeId{3, 8, 2})[0];
    change(document, "map/named", {"course", "beaver_creek"}, {{"mouth", {v.c, v.r, v.v}}});
  });
  EXPECT_EQ(damaged.only("CORE-V14", "map/named.json", R"(["course","beaver_creek",)").place.thing,
            "course beaver_creek");
}

TEST(Validation, V15CrossingOverNothing) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    change(document, "map/named", {"crossing", "raven_ford"}, {{"at", {kEmptyEdge.c, kEmptyEdge.r, kEmptyEdge.d}}});
  });
  const Finding& finding = damaged.only("CORE-V15", "map/named.json", R"(["crossing","raven_ford",)");
  EXPECT_EQ(finding.place.thing, "crossing raven_ford");
  EXPECT_EQ(finding.place.edge, kEmptyEdge);
}

TEST(Validation, V16UnknownKindOfNamedThing) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    change(document, "map/named", {"place", "ashby"}, {{"kind", "vilage"}});
  });
  const Finding& finding = damaged.only("CORE-V16", "map/named.json", R"(["place","ashby",)");
  EXPECT_EQ(finding.place.thing, "place ashby");
  EXPECT_EQ(finding.fix, "did you mean \"village\"?");
}

TEST(Validation, V16CourseOfTheWrongFeature) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    put(document, {2, 7, 0}, "path.trail", {{"of", {"crest_trail", "patuxan"}}});
  });
  EXPECT_EQ(damaged.only("CORE-V16", "map/edges.json", "[2,7,0,").place.edge, (EdgeId{2, 7, 0}));
}

TEST(Validation, V17Orphans) {
  const Damaged region("gcacw-primer", [](Document& document) {
    document.setRecord("map/named", {"region", "lost"}, R"({"kind":"county"})");
  });
  EXPECT_EQ(region.only("CORE-V17", "map/named.json", R"(["region","lost",)").severity, Severity::Warning);
  const Damaged course("gcacw-primer", [](Document& document) {
    document.setRecord("map/named", {"course", "lost"}, R"({"kind":"river"})");
  });
  EXPECT_EQ(course.only("CORE-V17", "map/named.json", R"(["course","lost",)").place.thing, "course lost");
}

TEST(Validation, V18DuplicateLabel) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    change(document, "module", {"sheet", "E"},
           {{"letter", "W"}, {"size", {10, 1}}, {"origin", {10, 3}}, {"rows", {{"first", 4}}}, {"partial", nullptr}});
    change(document, "module", {"sheet", "W"}, {{"size", {1, 15}}});
  });
  std::vector<Finding> labels = damaged.found;
  // The sheets are other ones now, which hexes without a label and a set-up by rows notice, too.
  std::erase_if(labels,
                [](const Finding& finding) { return finding.check == "CORE-V33" || finding.check == "CORE-V29"; });
  ASSERT_EQ(labels.size(), 1U) << findingsAsText(labels);
  EXPECT_EQ(labels[0].check, "CORE-V18");
  EXPECT_EQ(labels[0].place.hex, (HexCoord{10, 3}));
  EXPECT_EQ(labels[0].place.file, "module.json");
  EXPECT_EQ(labels[0].message, "the label W0104 is also that of hex 0.3");
}

TEST(Validation, V19JoinThatDoesNotJoin) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    change(document, "map/named", {"join", "4.7.1"}, {{"of", {"mill_creek", "patuxan"}}});
  });
  EXPECT_EQ(damaged.only("CORE-V19", "map/named.json", R"(["join","4.7.1",)").place.thing, "join 4.7.1");
}

TEST(Validation, V20NamedThingOutsideTheMap) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    change(document, "map/named", {"place", "ashby"}, {{"at", {20, 3}}});
  });
  EXPECT_EQ(damaged.only("CORE-V20", "map/named.json", R"(["place","ashby",)").place.thing, "place ashby");
}

TEST(Validation, V21UnknownRulesetOrDamagedOverlay) {
  const Damaged unknown("gcacw-primer", [](Document& document) {
    change(document, "module", {"module", "gcacw-primer"}, {{"ruleset", "gcacv"}});
  });
  ASSERT_EQ(unknown.found.size(), 1U);
  EXPECT_EQ(unknown.found[0].check, "CORE-V21");
  EXPECT_EQ(unknown.found[0].place.file, "module.json");
  EXPECT_NE(unknown.found[0].fix.find("did you mean \"gcacw\"?"), std::string::npos) << unknown.found[0].fix;
  const Damaged overlay("gcacw-primer", [](Document& document) {
    document.setRecord("overlay", {"terrain", "lava"}, "null");
  });
  EXPECT_EQ(overlay.only("CORE-V21", "overlay.json", R"(["terrain","lava",)").place.thing, "terrain lava");
}

TEST(Validation, V22UnreadableLabelPattern) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    document.setRecord("module", {"sheet", "X"}, R"({"label":"{nope}","origin":[0,0],"size":[1,1]})");
  });
  EXPECT_EQ(damaged.only("CORE-V22", "module.json", R"(["sheet","X",)").place.thing, "sheet X");
}

TEST(Validation, V30HexWithoutTerrain) {
  const Damaged damaged("gcacw-primer", [](Document& document) { setTerrain(document, {3, 3}, ""); });
  const Finding& finding = damaged.only("CORE-V30", "map/hexes.json", "[3,3");
  EXPECT_EQ(finding.place.hex, (HexCoord{3, 3}));
  EXPECT_EQ(finding.checkClass, CheckClass::Completeness);
}

TEST(Validation, V31HexWithoutLevel) {
  const Damaged damaged("gbacw-primer", [](Document& document) {
    HexValue value = document.hex({0, 1});
    value.level = HexValue::kNoLevel;
    document.setHex({0, 1}, value);
  });
  EXPECT_EQ(damaged.only("CORE-V31", "map/hexes.json", "[0,1,").place.hex, (HexCoord{0, 1}));
}

TEST(Validation, V32CourseWithoutMouth) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    document.setRecord(
        "overlay", {"course", "river"},
        R"({"mouth":"required","name":"River","of":["major_river","minor_river","creek"],"source":"module 1","symbol":"river-major"})");
    change(document, "map/named", {"course", "beaver_creek"}, {{"mouth", nullptr}});
  });
  const Finding& finding = damaged.only("CORE-V32", "map/named.json", R"(["course","beaver_creek",)");
  EXPECT_EQ(finding.place.thing, "course beaver_creek");
  EXPECT_EQ(finding.checkClass, CheckClass::Completeness);
}

TEST(Validation, V33HexOnNoSheet) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    change(document, "module", {"sheet", "E"}, {{"size", {9, 15}}});
  });
  ASSERT_EQ(damaged.found.size(), 1U) << findingsAsText(damaged.found);
  EXPECT_EQ(damaged.found[0].check, "CORE-V33");
  EXPECT_EQ(damaged.found[0].severity, Severity::Note);
  EXPECT_EQ(damaged.found[0].place.hex, (HexCoord{19, 0}));
  EXPECT_EQ(damaged.found[0].message, "15 hexes lie on no sheet");
}

TEST(Validation, V23HexInTwoExclusiveRegions) {
  const auto setRegions = [](const std::vector<std::string>& regions) {
    return [regions](Document& document) {
      HexValue value = document.hex({3, 3});
      value.more = document.pool().intern(json{{"in", regions}}.dump());
      document.setHex({3, 3}, value);
    };
  };
  const Damaged damaged("gcacw-primer", setRegions({"carroway", "harrow", "maryland"}));
  const Finding& finding = damaged.only("CORE-V23", "map/hexes.json", "[3,3,");
  EXPECT_EQ(finding.message, "the hex belongs to carroway and to harrow, but a hex has one county only");
  EXPECT_TRUE(Damaged("gcacw-primer", setRegions({"carroway", "maryland"})).found.empty()); // a county and a state
}

TEST(Validation, V24PlaceWhereItsKindDoesNotLie) {
  const auto at = [](const json& place, const char* kind) {
    return [place, kind](Document& document) {
      document.setRecord("map/named", {"place", "added"}, json{{"at", place}, {"kind", kind}}.dump());
    };
  };
  const Damaged damaged("gcacw-primer", at({{"edge", {3, 3, 0}}}, "village"));
  const Finding& finding = damaged.only("CORE-V24", "map/named.json", R"(["place","added")");
  EXPECT_EQ(finding.message, "the place lies on a hexside, but a village lies on a hex");
  EXPECT_EQ(finding.place.edge, (EdgeId{3, 3, 0}));
  EXPECT_EQ(finding.place.label, "W0403/W0404");
  EXPECT_TRUE(Damaged("gcacw-primer", at({3, 3}, "village")).found.empty());
  EXPECT_TRUE(Damaged("gcacw-primer", at({{"edge", {3, 3, 0}}}, "locality")).found.empty());
}

TEST(Validation, V25CrossingThatCannotCarryThePath) {
  const auto kind = [](const char* crossing) {
    return [crossing](Document& document) {
      change(document, "map/named", {"crossing", "cane-river-rr.mill-branch"}, {{"kind", crossing}});
    };
  };
  const Damaged damaged("gbacw-primer", kind("ford"));
  const Finding& finding = damaged.only("CORE-V25", "map/named.json", R"(["crossing","cane-river-rr.mill-branch")");
  EXPECT_TRUE(finding.message.ends_with("leads path.railroad")) << finding.message;
  EXPECT_EQ(finding.place.edge, (EdgeId{5, 11, 0}));
  EXPECT_TRUE(Damaged("gbacw-primer", kind("bridge")).found.empty());
  // A second path that it can carry is enough, and so is none at all.
  EXPECT_TRUE(Damaged("gbacw-primer", [&](Document& document) {
                kind("ford")(document);
                put(document, {5, 11, 0}, "path.trail", json::object());
              }).found.empty());
}

TEST(Validation, V26ReferenceToAThingOfTheWrongKind) {
  const auto state = [](const char* region) {
    return [region](Document& document) {
      change(document, "map/named", {"region", "carroway"}, {{"attributes", {{"state", region}}}});
    };
  };
  const Damaged damaged("gcacw-primer", state("harrow"));
  const Finding& finding = damaged.only("CORE-V26", "map/named.json", R"(["region","carroway")");
  EXPECT_EQ(finding.message, "state refers to the region \"harrow\", which is of the kind county, not state");
  EXPECT_TRUE(Damaged("gcacw-primer", state("virginia")).found.empty());
}

TEST(Validation, V34FeatureThatMustBelongToACourse) {
  const auto creek = [](const json& body) {
    return [body](Document& document) {
      const Result<Ruleset> ruleset = Ruleset::load("gcacw");
      json row = json::parse(ruleset->rows("catalogue").at({"edgeFeature", "bluff"}));
      row["courseRequired"] = true;
      document.setRecord("overlay", {"edgeFeature", "bluff"}, row.dump());
      document.setRecord("map/named", {"course", "palisade"}, R"({"kind":"ridge_line"})");
      put(document, kEmptyEdge, "bluff", body);
      if (!body.contains("of"))
        put(document, {kEmptyEdge.c, kEmptyEdge.r, 1}, "bluff", {{"of", {"palisade"}}}); // else the course is an orphan
    };
  };
  const std::vector<Finding> found = [&] {
    std::vector<Finding> out = Damaged("gcacw-primer", creek(json::object())).found;
    std::erase_if(out, [](const Finding& finding) { return finding.place.edge != kEmptyEdge; });
    return out;
  }();
  ASSERT_EQ(found.size(), 1U) << findingsAsText(found);
  EXPECT_EQ(found[0].check, "CORE-V34");
  EXPECT_EQ(found[0].severity, Severity::Warning);
  EXPECT_EQ(found[0].checkClass, CheckClass::Completeness);
  for (const Finding& finding : Damaged("gcacw-primer", creek({{"of", {"palisade"}}})).found)
    EXPECT_NE(finding.place.edge, kEmptyEdge) << findingsAsText({finding});
}

TEST(Validation, FindingsAboutThingsNameAPlaceOnTheMap) {
  const Damaged damaged("gcacw-primer", [](Document& document) {
    change(document, "map/named", {"course", "patuxan"}, {{"kind", "rivver"}});
  });
  ASSERT_FALSE(damaged.found.empty());
  for (const Finding& finding : damaged.found) {
    EXPECT_TRUE(finding.place.hex || finding.place.edge || finding.place.vertex) << findingsAsText({finding});
    EXPECT_FALSE(finding.place.label.empty());
    EXPECT_GT(finding.place.line, 0);
  }
  EXPECT_NE(findingsAsText(damaged.found).find("course patuxan at hexside W"), std::string::npos)
      << findingsAsText(damaged.found);
}

/// The page has what the tables have; tools/checks-page writes it.
TEST(Validation, EveryCheckIsListedAndTheOtherWayRound) {
  const auto idsIn = [](const std::string& text) {
    std::set<std::string> ids;
    for (std::size_t at = text.find("CORE-V"); at != std::string::npos; at = text.find("CORE-V", at + 1))
      ids.insert(text.substr(at, 8));
    return ids;
  };
  std::set<std::string> used;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "libscenario"))
    if ((entry.path().extension() == ".cpp" || entry.path().extension() == ".h") &&
        entry.path().filename() != "check.cpp")
      used.merge(idsIn(textOfFile(entry.path())));
  std::set<std::string> listed;
  for (const CheckInfo& info : coreChecks())
    listed.insert(info.id);
  EXPECT_EQ(listed, used);
}

TEST(Validation, ReportsParse) {
  const std::vector<Finding> findings = Damaged("gcacw-primer", [](Document& document) {
                                          setTerrain(document, {3, 3}, "wods");
                                        }).found;
  const json report = json::parse(findingsAsJson(findings));
  EXPECT_EQ(report["kind"], "findings");
  EXPECT_EQ(report["findings"][0]["check"], "CORE-V03");
  EXPECT_EQ(report["findings"][0]["location"]["hex"], json({3, 3}));
  EXPECT_GT(report["findings"][0]["location"]["line"], 0);
  const json sarif = json::parse(findingsAsSarif(findings));
  EXPECT_EQ(sarif["version"], "2.1.0");
  const json& run = sarif["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"][0]["id"], "CORE-V03");
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 1U);
  EXPECT_EQ(json::parse(findingsAsSarif(
                findings,
                "my maps/é"))["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "my%20maps/%C3%A9/map/hexes.json");
  EXPECT_EQ(run["results"][0]["ruleId"], "CORE-V03");
  EXPECT_EQ(run["results"][0]["level"], "error");
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "map/hexes.json");
  EXPECT_EQ(json::parse(findingsAsSarif({}))["runs"][0]["results"], json::array());
  EXPECT_EQ(findingsAsText({}), "no findings\n");
}

TEST(Validation, GroupsOnlyWhatIsMoreThanFive) {
  Finding finding;
  finding.check = "CORE-V30";
  finding.message = "the hex has no terrain";
  std::vector<Finding> findings(5, finding);
  EXPECT_EQ(grouped(findings).size(), 5U);
  findings.push_back(finding);
  ASSERT_EQ(grouped(findings).size(), 1U);
  EXPECT_EQ(grouped(findings)[0].count, 6U);
  EXPECT_EQ(grouped(findings, 6).size(), 6U);
  findings.push_back(finding);
  findings.back().message = "another";
  EXPECT_EQ(grouped(findings).size(), 2U);
  EXPECT_TRUE(grouped({}).empty());
}

TEST(Validation, WhatBlocksWhichLevel) {
  const auto make = [](Severity severity, CheckClass checkClass) {
    Finding finding;
    finding.severity = severity;
    finding.checkClass = checkClass;
    return finding;
  };
  for (const Level level : {Level::Draft, Level::Map, Level::Playable}) {
    EXPECT_TRUE(blocks(make(Severity::Error, CheckClass::Integrity), level));
    EXPECT_FALSE(blocks(make(Severity::Warning, CheckClass::Integrity), level));
    EXPECT_FALSE(blocks(make(Severity::Note, CheckClass::Integrity), level));
    EXPECT_FALSE(blocks(make(Severity::Note, CheckClass::Completeness), level));
    EXPECT_EQ(blocks(make(Severity::Warning, CheckClass::Completeness), level), level != Level::Draft);
    EXPECT_EQ(levelFromText(toText(level)), level);
  }
  EXPECT_FALSE(levelFromText("finished"));
}

} // namespace
} // namespace hotchkiss
