#include "libterrain/numbering/notation.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

using namespace hotchkiss;
using nlohmann::json;

namespace {

struct Loaded {
  std::vector<TokenClass> tokens;
  std::vector<Form> forms;
  std::vector<Confusable> confusables;
  std::vector<std::pair<std::string, std::vector<std::string>>> examples;
};

Loaded load(const std::filesystem::path& path) {
  std::ifstream in(path);
  const json data = json::parse(in);
  Loaded out;
  const auto texts = [](const json& row, const char* key) { return row.value(key, std::vector<std::string>{}); };
  for (const json& row : data.at("rows")) {
    if (row.empty())
      continue;
    const std::string id = row[1];
    const json& more = row[2];
    if (row[0] == "token")
      out.tokens.push_back({id, more.at("chars"), more.value("extra", ""), texts(more, "oneOf"), more.at("count")[0],
                            more.at("count")[1]});
    else if (row[0] == "confusable")
      out.confusables.push_back({id, texts(more, "read")});
    else {
      out.forms.push_back({id, more.at("means"), more.value("caution", ""), texts(more, "patterns"),
                           texts(more, "items"), texts(more, "separators"), texts(more, "before"), texts(more, "after"),
                           more.value("min", 1)});
      out.examples.emplace_back(id, texts(more, "examples"));
    }
  }
  return out;
}

Notation simple() {
  return *Notation::make({{"cc", "digit", "", {}, 2, 2}, {"name", "name", "", {}, 2, 40}},
                         {{"hex", "hex", "", {"{col:cc}{row:cc}"}, {}, {}, {}, {}, 1},
                          {"place", "place", "care", {"{name} ({col:cc}{row:cc})"}, {}, {}, {}, {}, 1},
                          {"list", "hexes", "", {}, {"hex"}, {", ", " and "}, {"hexes "}, {"."}, 2}},
                         {{"O", {"0"}}});
}

} // namespace

TEST(Notation, ReadsEveryExampleOfTheData) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(HOTCHKISS_SOURCE_DIR "/libscenario/rulesets")) {
    const std::filesystem::path path = entry.path() / "notation.json";
    if (!std::filesystem::exists(path))
      continue;
    ++files;
    const Loaded loaded = load(path);
    const Result<Notation> notation = Notation::make(loaded.tokens, loaded.forms, loaded.confusables);
    ASSERT_TRUE(notation.ok()) << path << notation.error().text();
    for (const auto& [id, examples] : loaded.examples)
      for (const std::string& example : examples) {
        const Result<Parsed> parsed = notation->parse(example);
        ASSERT_TRUE(parsed.ok()) << path << " " << id << ": " << parsed.error().text();
        EXPECT_LE(parsed->form, id) << path << " " << example;
        EXPECT_EQ(notation->print(*parsed), example);
        bool own = false;
        for (const Parsed& reading : notation->parseAll(example)) {
          own = own || reading.form == id;
          EXPECT_EQ(notation->print(reading), example);
        }
        EXPECT_TRUE(own) << path << " " << id << " does not read its own example " << example;
      }
  }
  EXPECT_GE(files, 1U);
}

TEST(Notation, ReadsListsWithAllTheirParts) {
  const Notation notation = simple();
  const Result<Parsed> parsed = notation.parse("hexes 0101, 0203 and 0405.");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->form, "list");
  EXPECT_EQ(parsed->before, "hexes ");
  EXPECT_EQ(parsed->after, ".");
  ASSERT_EQ(parsed->items.size(), 3U);
  EXPECT_EQ(parsed->items[2].fields[0], (std::pair<std::string, std::string>("col", "04")));
  EXPECT_EQ(parsed->separators, (std::vector<std::string>{", ", " and "}));
  EXPECT_FALSE(notation.parse("hexes 0101").ok());
}

TEST(Notation, ReadsNamesInUtf8) {
  const Result<Parsed> parsed = simple().parse("Fort de Chârtres (0102)");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->fields[0].second, "Fort de Chârtres");
  EXPECT_EQ(parsed->caution, "care");
  EXPECT_FALSE(simple().parse("1st (0102)").ok());
}

TEST(Notation, SuggestsWhatAScanMayHaveMeant) {
  const Result<Parsed> parsed = simple().parse("O102");
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().advice, "did you mean 0102?");
}

TEST(Notation, RefusesWhatWouldTakeForever) {
  const Result<Notation> notation =
      Notation::make({{"w", "letter", " ", {}, 1, 80}},
                     {{"f", "named", "", {"{a:w}{b:w}{c:w}{d:w}{e:w}{f:w}!"}, {}, {}, {}, {}, 1}}, {});
  ASSERT_TRUE(notation.ok());
  EXPECT_FALSE(notation->parse(std::string(399, 'a')).ok());
  EXPECT_FALSE(notation->parse(std::string(401, 'a')).ok());
  EXPECT_FALSE(notation->parse("").ok());
}

TEST(Notation, RefusesBrokenForms) {
  const std::vector<TokenClass> tokens{{"cc", "digit", "", {}, 2, 2}};
  EXPECT_FALSE(Notation::make(tokens, {{"f", "hex", "", {"{col:cx}"}, {}, {}, {}, {}, 1}}, {}).ok());
  EXPECT_FALSE(Notation::make(tokens, {{"f", "hex", "", {"{col:cc"}, {}, {}, {}, {}, 1}}, {}).ok());
  EXPECT_FALSE(Notation::make(tokens, {{"f", "hexes", "", {}, {"f"}, {","}, {}, {}, 1}}, {}).ok());
  EXPECT_FALSE(Notation::make(tokens, {{"f", "hexes", "", {}, {"g"}, {","}, {}, {}, 1}}, {}).ok());
  EXPECT_FALSE(Notation::make(tokens, {{"f", "hex", "", {"{cc}{cc}"}, {}, {}, {}, {}, 1}}, {}).ok());
  EXPECT_FALSE(Notation::make({{"x", "runes", "", {}, 1, 1}}, {}, {}).ok());
}
