#include "libscenario/ruleset/ruleset.h"
#include "tests/unit/samplefiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <regex>
#include <set>

namespace hotchkiss {
namespace {

using nlohmann::json;

Document moduleOf(const std::string& ruleset) {
  NewModule wanted;
  wanted.id = "small";
  wanted.title = "Small";
  wanted.ruleset = ruleset;
  wanted.extent = {2, 2};
  return makeModule(wanted);
}

class BuiltIn : public testing::TestWithParam<std::string> {
 protected:
  Ruleset ruleset = *Ruleset::load(GetParam());
};

TEST_P(BuiltIn, Loads) {
  EXPECT_EQ(ruleset.id(), GetParam());
  EXPECT_FALSE(ruleset.title().empty());
  EXPECT_FALSE(ruleset.catalogue().terrains.empty());
  EXPECT_FALSE(ruleset.catalogue().edgeFeatures.empty());
  const Result<Notation> notation = ruleset.notation();
  EXPECT_TRUE(notation) << (notation ? "" : notation.error().text());
}

TEST_P(BuiltIn, FilesAreCanonical) {
  for (const auto& [path, text] : ruleset.files()) {
    const std::string file = path.substr(path.find('/'));
    // Worked examples live with the tests.
    const std::string source = file == "/vectors.json" ? "/tests/vectors/" + GetParam() + ".json"
                                                       : "/libscenario/rulesets/" + GetParam() + file;
    EXPECT_EQ(text, textOfFile(HOTCHKISS_SOURCE_DIR + source)) << path;
  }
}

/// Every "source" in a value, however deep.
void collectSources(const json& value, std::vector<std::string>& out) {
  if (value.is_object())
    for (const auto& [name, item] : value.items()) {
      if (name != "source")
        collectSources(item, out);
      else if (item.is_string())
        out.push_back(item.get<std::string>());
      else
        for (const json& one : item)
          out.push_back(one.get<std::string>());
    }
  else if (value.is_array())
    for (const json& item : value)
      collectSources(item, out);
}

TEST_P(BuiltIn, EveryRowHasADeclaredSource) {
  std::set<std::string> declared;
  for (const auto& [key, text] : ruleset.rows("ruleset"))
    if (key.section == "source")
      declared.insert(key.id);
  for (const auto& [key, text] : ruleset.rows("catalogue")) {
    const json body = json::parse(text);
    EXPECT_TRUE(body.contains("source")) << key.section << " " << key.id;
    std::vector<std::string> sources;
    collectSources(body, sources);
    for (const std::string& source : sources)
      EXPECT_TRUE(declared.contains(source.substr(0, source.find(' '))))
          << key.section << " " << key.id << ": " << source;
  }
}

TEST_P(BuiltIn, EverythingDrawableHasBothStyles) {
  const std::set<std::string> drawable{"terrain", "edgeFeature", "vertexFeature", "path", "crossing", "place"};
  for (const auto& [key, text] : ruleset.rows("catalogue")) {
    if (!drawable.contains(key.section) || json::parse(text).contains("derived"))
      continue; // what is derived is drawn as what it follows from
    for (const char* style : {"engraved", "clear"})
      EXPECT_TRUE(ruleset.rows("styles").contains({style, key.section + "/" + key.id}))
          << style << " " << key.section << "/" << key.id;
  }
}

TEST_P(BuiltIn, StylesAreForThingsOfTheCatalogue) {
  for (const auto& [key, text] : ruleset.rows("styles")) {
    const std::size_t slash = key.id.find('/');
    if (slash == std::string::npos)
      continue;
    const std::string id = key.id.substr(slash + 1);
    EXPECT_TRUE(ruleset.rows("catalogue").contains({key.id.substr(0, slash), id}) ||
                ruleset.rows("catalogue").contains({key.id.substr(0, slash), id.substr(0, id.find_first_of(":/"))}))
        << key.section << " " << key.id;
  }
}

TEST_P(BuiltIn, PaletteKeysAreUniqueInTheirSection) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const auto& [key, text] : ruleset.rows("catalogue")) {
    const json body = json::parse(text);
    if (body.contains("key")) {
      EXPECT_TRUE(seen.emplace(key.section, body["key"].get<std::string>()).second)
          << key.section << " " << key.id << " " << body["key"];
    }
  }
}

/// What a row of the catalogue refers to exists in it.
TEST_P(BuiltIn, ReferencesInsideTheCatalogueHold) {
  const Catalogue& catalogue = ruleset.catalogue();
  const auto knowsFeature = [&](const std::string& wanted) {
    const auto it = catalogue.edgeFeatures.find(wanted.substr(0, wanted.find(':')));
    return it != catalogue.edgeFeatures.end() &&
           (wanted.find(':') == std::string::npos || it->second.classes.contains(wanted.substr(wanted.find(':') + 1)));
  };
  for (const auto& [name, kind] : catalogue.edgeFeatures) {
    for (const std::string& other : kind.excludes)
      EXPECT_TRUE(knowsFeature(other)) << name << " excludes " << other;
    for (const auto& alternatives : kind.requirements)
      for (const std::string& other : alternatives)
        EXPECT_TRUE(knowsFeature(other)) << name << " requires " << other;
    if (!kind.course.empty()) {
      EXPECT_TRUE(catalogue.named.at("course").contains(kind.course)) << name << " of course " << kind.course;
    }
  }
  for (const auto& [section, kinds] : catalogue.named)
    for (const auto& [name, kind] : kinds) {
      for (const std::string& other : kind.over)
        EXPECT_TRUE(knowsFeature(other)) << name << " over " << other;
      for (const std::string& other : kind.of)
        EXPECT_TRUE(knowsFeature(other) || catalogue.vertexFeatures.contains(other)) << name << " of " << other;
    }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, BuiltIn, testing::ValuesIn(Ruleset::builtIn()),
                         [](const testing::TestParamInfo<std::string>& parameter) { return parameter.param; });

TEST(Ruleset, FourAreBuiltIn) {
  std::vector<std::string> ids = Ruleset::builtIn();
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(ids, (std::vector<std::string>{"gbacw", "gcacw", "tss", "wftu"}));
}

TEST(Ruleset, UnknownOneSuggestsTheNearest) {
  const Result<Ruleset> ruleset = Ruleset::load("gcawc");
  ASSERT_FALSE(ruleset);
  EXPECT_EQ(ruleset.error().message, "there is no ruleset \"gcawc\"");
  EXPECT_TRUE(ruleset.error().advice.starts_with("did you mean \"gcacw\"?")) << ruleset.error().advice;
  const Result<Ruleset> far = Ruleset::load("backgammon");
  ASSERT_FALSE(far);
  EXPECT_TRUE(far.error().advice.starts_with("known: ")) << far.error().advice;
  EXPECT_FALSE(Ruleset::load("../gcacw"));
  EXPECT_FALSE(Ruleset::load(""));
}

TEST(Ruleset, OverlayAddsReplacesAndRemoves) {
  Document module = moduleOf("gcacw");
  module.setRecord("overlay", {"terrain", "lava"},
                   R"({"group":"Open","key":"z","name":"Lava","source":"module 1","symbol":"clear"})");
  module.setRecord("overlay", {"terrain", "clear"},
                   R"({"group":"Open","key":"c","name":"Meadow","source":"module 1","symbol":"clear"})");
  module.setRecord("overlay", {"terrain", "loess"}, "null");
  module.setRecord("overlay", {"path", "trail"}, "null");
  module.setRecord("overlay", {"source", "module"}, R"({"title":"Module"})");
  const Result<Ruleset> ruleset = Ruleset::effective(module);
  ASSERT_TRUE(ruleset) << ruleset.error().text();
  const Catalogue& catalogue = ruleset->catalogue();
  EXPECT_EQ(catalogue.terrains.at("lava").name, "Lava");
  EXPECT_EQ(catalogue.terrains.at("clear").name, "Meadow");
  EXPECT_FALSE(catalogue.terrains.contains("loess"));
  EXPECT_FALSE(catalogue.edgeFeatures.contains("path.trail"));
  EXPECT_TRUE(catalogue.edgeFeatures.contains("path.road"));
  EXPECT_TRUE(ruleset->rows("ruleset").contains({"source", "module"}));
  EXPECT_EQ(Ruleset::load("gcacw")->catalogue().terrains.at("clear").name, "Clear"); // the built-in one stays
}

TEST(Ruleset, DamagedOverlayNamesItsRow) {
  Document module = moduleOf("gcacw");
  module.setRecord("overlay", {"terrain", "lava"}, "null");
  Result<Ruleset> ruleset = Ruleset::effective(module);
  ASSERT_FALSE(ruleset);
  EXPECT_EQ(ruleset.error().file, "overlay.json");
  EXPECT_EQ(ruleset.error().where, "terrain lava");
  module.setRecord("overlay", {"terrain", "lava"}, R"({"name":7})");
  ruleset = Ruleset::effective(module);
  ASSERT_FALSE(ruleset);
  EXPECT_EQ(ruleset.error().where, "terrain lava");
}

TEST(Ruleset, LibrariesKnowNoSystem) {
  const std::regex system(R"((gcacw|gbacw|tss|wftu))", std::regex::icase);
  for (const char* library : {"libterrain", "libscenario"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(HOTCHKISS_SOURCE_DIR) / library)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp")
        continue;
      std::ifstream in(entry.path());
      long line = 0;
      for (std::string text; std::getline(in, text);) {
        ++line;
        EXPECT_FALSE(std::regex_search(text, system)) << entry.path() << ":" << line << ": " << text;
      }
    }
}

} // namespace
} // namespace hotchkiss
