// A piece of a map between two windows.
#include "libscenario/module/clippingtext.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/modulefiles.h"
#include "libscenario/ruleset/ruleset.h"
#include "tests/unit/samplefiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {
namespace {

using nlohmann::json;

Document sample(const std::string& name) {
  Result<LoadedModule> module = readModule(sampleFiles(name));
  EXPECT_TRUE(module.ok());
  return module->document;
}

ClippingLetter letterFrom(const Document& map, HexCoord anchor, int radius) {
  return {takeClipping(map, map.lattice().range(anchor, radius), anchor, kNamedTable, {"place", "crossing"}),
          headOf(map).ruleset, true};
}

TEST(ClippingText, EverySampleComesBackAsItWas) {
  for (const char* name : {"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"}) {
    const Document map = sample(name);
    for (const HexCoord anchor : {HexCoord{5, 6}, HexCoord{0, 0}, HexCoord{9, 3}}) {
      ClippingLetter letter = letterFrom(map, anchor, 5);
      const Result<ClippingLetter> back = readClippingText(clippingText(letter));
      ASSERT_TRUE(back.ok()) << name << ": " << back.error().text();
      EXPECT_EQ(back->clipping, letter.clipping) << name;
      EXPECT_EQ(back->ruleset, letter.ruleset);
      const Result<Ruleset> ruleset = Ruleset::effective(map);
      ASSERT_TRUE(ruleset.ok());
      EXPECT_TRUE(dropUnknown(letter.clipping, map, ruleset->catalogue()).empty()) << name;
      EXPECT_EQ(back->clipping, letter.clipping) << "a module knows what is its own";
    }
  }
}

TEST(ClippingText, WhatIsUnknownIsTakenOutAndSaid) {
  const Document map = sample("gcacw-primer");
  const Result<Ruleset> ruleset = Ruleset::effective(map);
  ASSERT_TRUE(ruleset.ok());
  Clipping clipping;
  clipping.lattice = Lattice(map.lattice().orientation(), Parity::Odd);
  clipping.hexes[{0, 0}] = {"vineyard", 3, R"({"in":["nowhere"],"taste":"dry"})"};
  clipping.hexes[{1, 0}] = {"woods", std::nullopt, ""};
  FeatureSet features;
  Feature strange;
  strange.kind = "canyon";
  features.put(strange);
  Feature river;
  river.kind = "minor_river";
  river.of = {"nile"};
  features.put(river);
  clipping.edges[clipping.lattice.edge({0, 0}, 1)] = features;
  clipping.things.push_back({{"place", "x"}, R"({"at":[0,0],"kind":"casino"})"});
  const std::vector<std::string> dropped = dropUnknown(clipping, map, ruleset->catalogue());
  for (const char* word : {"vineyard", "nowhere", "taste", "canyon", "nile", "casino"})
    EXPECT_TRUE(std::any_of(dropped.begin(), dropped.end(), [&](const std::string& text) {
      return text.find(word) != std::string::npos;
    })) << word;
  EXPECT_EQ(dropped.size(), 6U);
  EXPECT_EQ(clipping.hexes.at({0, 0}), (ClippedHex{"", 3, ""}));
  EXPECT_EQ(clipping.hexes.at({1, 0}).terrain, "woods");
  EXPECT_TRUE(clipping.things.empty());
  const FeatureSet& kept = clipping.edges.begin()->second;
  ASSERT_EQ(kept.features.size(), 1U);
  EXPECT_EQ(kept.features[0].kind, "minor_river");
  EXPECT_TRUE(kept.features[0].of.empty());
}

TEST(ClippingText, ACopyLeavesItsCourses) {
  const Document map = sample("gcacw-primer");
  Clipping clipping = letterFrom(map, {8, 8}, 9).clipping;
  const auto tagged = [&] {
    return std::count_if(clipping.edges.begin(), clipping.edges.end(), [](const auto& item) {
      return std::any_of(item.second.features.begin(), item.second.features.end(),
                         [](const Feature& feature) { return !feature.of.empty(); });
    });
  };
  const std::size_t edges = clipping.edges.size();
  ASSERT_GT(tagged(), 0);
  leaveCourses(clipping);
  EXPECT_EQ(tagged(), 0);
  EXPECT_EQ(clipping.edges.size(), edges);
  for (const ClippedThing& thing : clipping.things)
    EXPECT_FALSE(json::parse(thing.text).contains("of"));
}

/// Whatever else may lie on a clipboard is refused with one sentence.
TEST(ClippingText, AnythingElseIsRefused) {
  const json good = json::parse(clippingText(letterFrom(sample("tss-primer"), {6, 6}, 2)));
  ASSERT_TRUE(readClippingText(good.dump()).ok());
  const auto refused = [](const std::string& text, const char* why) {
    const Result<ClippingLetter> read = readClippingText(text);
    ASSERT_FALSE(read.ok()) << why;
    EXPECT_NE(read.error().text().find(why), std::string::npos) << read.error().text();
  };
  const auto with = [&](const char* member, const json& value) {
    json out = good;
    out[member] = value;
    return out.dump();
  };
  refused("", "does not hold");
  refused("[1,2", "does not hold");
  refused("{}", "something else");
  refused(with("kind", "hexes"), "something else");
  refused(with("formatVersion", 2), "newer version");
  refused(with("formatVersion", "1"), "version");
  refused(with("orientation", "round"), "turned");
  refused(with("anchor", {1, 1}), "anchor");
  refused(with("anchor", {1e9, 0}), "anchor");
  refused(with("ruleset", 5), "ruleset");
  refused(with("hexes", json::array()), "no hexes");
  refused(with("hexes", json::array({json::array({1, 2, "WOODS!"})})), "hexes");
  refused(with("hexes", json::array({json::array({1, 2, "woods", 1e12})})), "hexes");
  refused(with("edges", json::array({json::array({1, 2, 7, json::object()})})), "edges");
  refused(with("hexes", json::array({json::array({8'000 + good["anchor"][0].get<int>() + 1, 2, "woods"})})), "too far");
  EXPECT_TRUE(
      readClippingText(with("hexes", json::array({json::array({8'000 + good["anchor"][0].get<int>(), 2, "woods"})})))
          .ok());
  refused(with("edges", 5), "edges");
  refused(with("named", {{"place", "x", {{"kind", "town"}}}}), "named");
  refused(std::string(kLargestClippingText + 1, ' '), "larger");
  json far = good;
  far["edges"].push_back({900, 900, 1, {{"river", json::object()}}});
  const Result<ClippingLetter> kept = readClippingText(far.dump());
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(kept->clipping.edges.size(), good["edges"].size()) << "what touches no hex is left out";
}

} // namespace
} // namespace hotchkiss
