#include "libscenario/merge/modulemerge.h"
#include "tests/unit/damaged.h"

namespace hotchkiss {
namespace {

using nlohmann::json;

Document sample() {
  return readModule(sampleFiles("gcacw-primer"))->document;
}

std::vector<MergeConflict> conflictsOf(const Document& base, const Document& ours, const Document& theirs) {
  const Result<MergedModule> merged = mergeModules(base, ours, theirs, Prefer::Ours);
  EXPECT_TRUE(merged) << (merged ? "" : merged.error().text());
  return merged ? merged->conflicts : std::vector<MergeConflict>();
}

TEST(Merge, OneSideOnlyIsTaken) {
  const Document base = sample();
  Document changed = base;
  setTerrain(changed, {3, 3}, "rough");
  EXPECT_EQ(mergeModules(base, changed, base, Prefer::Ours)->document, changed);
  EXPECT_EQ(mergeModules(base, base, changed, Prefer::Ours)->document, changed);
  EXPECT_EQ(mergeModules(base, changed, changed, Prefer::Ours)->document, changed);
}

TEST(Merge, TakesBothSidesOfOneRow) {
  const Document base = sample();
  Document ours = base;
  Document theirs = base;
  setTerrain(ours, {3, 3}, "rough"); // the terrain here, an attribute of the same hex there
  HexValue value = theirs.hex({3, 3});
  value.more = theirs.pool().intern(R"({"in":["carroway","maryland"],"partial":true})");
  theirs.setHex({3, 3}, value);
  put(ours, {17, 13, 0}, "path.road", json::object()); // one hexside, two features
  put(theirs, {17, 13, 0}, "creek", json::object());
  change(ours, "map/named", {"place", "ashby"}, {{"name", "Ashby Station"}}); // one record, two members
  change(theirs, "map/named", {"place", "ashby"}, {{"note", "burnt"}});
  const Result<MergedModule> merged = mergeModules(base, ours, theirs, Prefer::Ours);
  ASSERT_TRUE(merged) << merged.error().text();
  EXPECT_TRUE(merged->conflicts.empty()) << toText(merged->conflicts);
  const Document& both = merged->document;
  EXPECT_EQ(both.terrain({3, 3}), "rough");
  EXPECT_EQ(both.attributes({3, 3}), R"({"in":["carroway","maryland"],"partial":true})");
  EXPECT_EQ(both.features(EdgeId{17, 13, 0}).features.size(), 2U);
  const json place = json::parse(*both.record("map/named", {"place", "ashby"}));
  EXPECT_EQ(place["name"], "Ashby Station");
  EXPECT_EQ(place["note"], "burnt");
}

TEST(Merge, ListsOfCoursesAreSets) {
  const Document base = sample();
  Document ours = base;
  Document theirs = base;
  const EdgeId e{17, 13, 0};
  put(ours, e, "creek", {{"of", {"a", "b"}}});
  put(theirs, e, "creek", {{"of", {"b", "c"}}});
  const Result<MergedModule> merged = mergeModules(base, ours, theirs, Prefer::Ours);
  ASSERT_TRUE(merged);
  EXPECT_TRUE(merged->conflicts.empty());
  EXPECT_EQ(merged->document.features(e).find("creek")->of, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(Merge, NamesConflictsInWords) {
  const Document base = sample();
  Document ours = base;
  Document theirs = base;
  const std::string before = base.terrain({3, 3});
  setTerrain(ours, {3, 3}, "swamp");
  setTerrain(theirs, {3, 3}, "city");
  const std::vector<MergeConflict> conflicts = conflictsOf(base, ours, theirs);
  ASSERT_EQ(conflicts.size(), 1U);
  EXPECT_EQ(toText(conflicts),
            "map/hexes.json: hex W0404: terrain was " + before + ", is swamp on our side and city on theirs\n");
  EXPECT_EQ(mergeModules(base, ours, theirs, Prefer::Ours)->document.terrain({3, 3}), "swamp");
  EXPECT_EQ(mergeModules(base, ours, theirs, Prefer::Theirs)->document.terrain({3, 3}), "city");
}

TEST(Merge, RemovedHereChangedThereIsAConflict) {
  const Document base = sample();
  Document ours = base;
  Document theirs = base;
  ours.setRecord("map/named", {"place", "ashby"}, std::nullopt);
  change(theirs, "map/named", {"place", "ashby"}, {{"note", "burnt"}});
  const std::vector<MergeConflict> conflicts = conflictsOf(base, ours, theirs);
  ASSERT_EQ(conflicts.size(), 1U);
  EXPECT_EQ(conflicts[0].place, "place ashby");
  EXPECT_TRUE(conflicts[0].words.find("is none on our side") != std::string::npos) << conflicts[0].words;
  // Removed on both sides, or removed here and left alone there, is none.
  theirs = base;
  setTerrain(theirs, {0, 0}, "city");
  EXPECT_TRUE(conflictsOf(base, ours, theirs).empty());
}

TEST(Merge, NewFilesOfBothSidesStay) {
  const Document base = sample();
  Document ours = base;
  Document theirs = base;
  ours.setRecord("oob", {"unit", "a"}, R"({"name":"A","side":"union","type":"infantry"})");
  theirs.setRecord("scenarios/first", {"scenario", "first"}, R"({"title":"First"})");
  const Result<MergedModule> merged = mergeModules(base, ours, theirs, Prefer::Ours);
  ASSERT_TRUE(merged) << merged.error().text();
  EXPECT_TRUE(merged->document.record("oob", {"unit", "a"}));
  EXPECT_TRUE(merged->document.record("scenarios/first", {"scenario", "first"}));
}

TEST(Merge, RefusesMapsThatWereMoved) {
  const Document base = sample();
  Document ours = base;
  setTerrain(ours, {3, 3}, "rough");
  Document theirs = base;
  theirs.reframe({2, 0}, {22, 15});
  const Result<MergedModule> merged = mergeModules(base, ours, theirs, Prefer::Ours);
  ASSERT_FALSE(merged);
  EXPECT_TRUE(merged.error().message.find("moved or resized") != std::string::npos) << merged.error().text();
}

TEST(Merge, RefusesFilesThatItCannotRead) {
  const std::string good = sampleFiles("gcacw-primer").at("map/hexes.json");
  const auto refusal = [&](const std::string& path, const std::string& theirs) {
    const Result<MergedFile> merged = mergeFile(path, good, good, theirs, Prefer::Ours);
    return merged ? std::string("merged") : merged.error().text();
  };
  EXPECT_NE(refusal("map/hexes.json", "<<<<<<< ours"), "merged");
  EXPECT_NE(refusal("map/hexes.json", R"({"formatVersion":2,"kind":"hexes","rows":[[]]})").find("format version 2"),
            std::string::npos);
  EXPECT_NE(refusal("map/hexes.json", R"({"formatVersion":1,"kind":"edges","cols":["c"],"rows":[[]]})")
                .find("different kinds"),
            std::string::npos);
  std::string twice = good;
  appendRow(twice, R"([3,4,"clear"])");
  EXPECT_NE(refusal("map/hexes.json", twice).find("same place"), std::string::npos) << refusal("map/hexes.json", twice);
  EXPECT_NE(refusal("readme.json", good).find("not a file of a module"), std::string::npos);
}

TEST(Merge, OneFileComesOutCanonical) {
  const ModuleFiles files = sampleFiles("gcacw-primer");
  for (const auto& [path, text] : files) {
    const std::string pretty = json::parse(text).dump(2); // laid out by another program
    const Result<MergedFile> merged = mergeFile(path, text, pretty, text, Prefer::Ours);
    ASSERT_TRUE(merged) << path << merged.error().text();
    EXPECT_EQ(merged->text, text) << path;
    EXPECT_TRUE(merged->conflicts.empty());
  }
}

} // namespace
} // namespace hotchkiss
