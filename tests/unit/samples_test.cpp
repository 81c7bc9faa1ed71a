#include "libscenario/ruleset/ruleset.h"
#include "tests/unit/samplefiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace hotchkiss {
namespace {

using nlohmann::json;

class Sample : public testing::TestWithParam<const char*> {};

/// "section id", "section id:class", "section .attribute" and "view id" of everything that a module uses.
std::set<std::string> usedKinds(const Document& document) {
  std::set<std::string> used;
  const auto addFeature = [&](const std::string& section, const Feature& feature) {
    const bool isPath = feature.kind.starts_with("path.");
    const std::string name = isPath ? "path " + feature.kind.substr(5) : section + " " + feature.kind;
    used.insert(name);
    if (!feature.classId.empty())
      used.insert(name + ":" + feature.classId);
    const json more = feature.more.empty() ? json::object() : json::parse(feature.more);
    for (const auto& [member, value] : more.items()) {
      used.insert(section + " ." + member);
      if (member == "views")
        for (const auto& [view, unused] : value.items())
          used.insert("view " + view);
    }
  };
  for (std::int32_t c = 0; c < document.extent().width; ++c)
    for (std::int32_t r = 0; r < document.extent().height; ++r) {
      used.insert("terrain " + document.terrain({c, r}));
      const std::string& text = document.attributes({c, r});
      const json attributes = text.empty() ? json::object() : json::parse(text);
      for (const auto& [name, unused] : attributes.items())
        used.insert("hexAttribute " + name);
      if (document.level({c, r}))
        used.insert("level");
    }
  document.forEachEdge([&](EdgeId e, std::uint32_t) {
    for (const Feature& feature : document.features(e).features)
      addFeature("edgeFeature", feature);
  });
  for (const auto& [v, id] : document.vertices())
    for (const Feature& feature : document.features(v).features)
      addFeature("vertexFeature", feature);
  for (const auto& [key, text] : document.table("map/named")) {
    const json body = json::parse(text);
    const std::string name = key.section + " " + body.value("kind", "");
    used.insert(name);
    const json attributes = body.value("attributes", json::object());
    for (const auto& [member, unused] : attributes.items())
      used.insert(key.section + " ." + member);
  }
  return used;
}

TEST_P(Sample, UsesEveryKindClassAndAttributeOfItsCatalogue) {
  const Result<LoadedModule> module = readModule(sampleFiles(GetParam()));
  ASSERT_TRUE(module) << module.error().text();
  const Result<Ruleset> ruleset = Ruleset::effective(module->document);
  ASSERT_TRUE(ruleset) << ruleset.error().text();
  const std::set<std::string> used = usedKinds(module->document);
  std::size_t kinds = 0;
  for (const auto& [key, text] : ruleset->rows("catalogue")) {
    const json body = json::parse(text);
    if (key.section == "elevation") {
      EXPECT_EQ(used.contains("level"), body["flavour"] == "levels");
      continue;
    }
    const std::string name = key.section + " " + key.id;
    if (body.contains("derived")) {
      EXPECT_FALSE(used.contains(name)) << name;
      continue;
    }
    ++kinds;
    EXPECT_TRUE(used.contains(name)) << name;
    const json classes = body.value("classes", json::object());
    for (const auto& [id, unused] : classes.items())
      EXPECT_TRUE(used.contains(name + ":" + id)) << name << ":" << id;
    const json attributes = body.value("attributes", json::object()); // several kinds may share one
    for (const auto& [id, unused] : attributes.items())
      EXPECT_TRUE(used.contains((key.section == "path" ? "edgeFeature" : key.section) + " ." + id))
          << name << "." << id;
  }
  EXPECT_GT(kinds, 20U);
}

TEST_P(Sample, IsAboutTwentyByFifteenHexes) {
  const Result<LoadedModule> module = readModule(sampleFiles(GetParam()));
  ASSERT_TRUE(module);
  EXPECT_EQ(module->document.extent(), (Extent{20, 15}));
}

INSTANTIATE_TEST_SUITE_P(Samples, Sample, testing::ValuesIn(kSamples),
                         [](const testing::TestParamInfo<const char*>& parameter) {
                           std::string name = parameter.param;
                           return name.substr(0, name.find('-'));
                         });

} // namespace
} // namespace hotchkiss
