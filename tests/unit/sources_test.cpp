// Games, terrains and features are data. This test reads every source file of the two libraries and looks for the ids
// of all rulesets and of all their terrains, hexside features, paths, crossings and places, as whole words in string
// literals and as names in code.
#include "libscenario/ruleset/ruleset.h"
#include "rulestest.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <string>
#include <vector>

namespace hotchkiss {
namespace {

struct Word {
  std::string text;
  bool inLiteral = false;
  bool isCall = false; ///< a name that an opening bracket follows
};

bool isWordStart(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void wordsOf(const std::string& text, bool inLiteral, std::vector<Word>& out) {
  for (std::size_t i = 0; i < text.size();) {
    if (!isWordStart(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && isWordPart(text[end]))
      ++end;
    out.push_back({text.substr(i, end - i), inLiteral, end < text.size() && text[end] == '('});
    i = end;
  }
}

/// All words of a source file but those of comments.
std::vector<Word> wordsOfSource(const std::string& source) {
  std::vector<Word> out;
  std::string code;
  const auto flush = [&] {
    wordsOf(code, false, out);
    code.clear();
  };
  for (std::size_t i = 0; i < source.size();) {
    if (source.compare(i, 2, "//") == 0) {
      i = std::min(source.find('\n', i), source.size());
    } else if (source.compare(i, 2, "/*") == 0) {
      i = std::min(source.find("*/", i), source.size() - 2) + 2;
    } else if (source.compare(i, 2, "R\"") == 0) {
      flush();
      const std::size_t open = source.find('(', i);
      const std::string close = ")" + source.substr(i + 2, open - i - 2) + "\"";
      const std::size_t end = source.find(close, open);
      wordsOf(source.substr(open + 1, end - open - 1), true, out);
      i = end + close.size();
    } else if (source[i] == '"' || (source[i] == '\'' && (i == 0 || !isWordPart(source[i - 1])))) {
      flush();
      const char quote = source[i];
      std::size_t end = i + 1;
      while (end < source.size() && source[end] != quote)
        end += source[end] == '\\' ? 2U : 1U;
      wordsOf(source.substr(i + 1, end - i - 1), true, out);
      i = end + 1;
    } else {
      code += source[i++];
    }
  }
  flush();
  return out;
}

std::string plain(const std::string& name) {
  std::string out;
  for (const char c : name)
    if (c != '_')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::set<std::string> allNames() {
  std::set<std::string> names;
  const auto add = [&](const Ruleset& ruleset) {
    names.insert(ruleset.id());
    for (const auto& [key, text] : ruleset.rows("catalogue"))
      for (const char* section : {"terrain", "edgeFeature", "path", "crossing", "place"})
        if (key.section == section)
          names.insert(key.id);
  };
  for (const std::string& id : Ruleset::builtIn())
    if (const Result<Ruleset> ruleset = Ruleset::load(id))
      add(*ruleset);
  if (const Result<Ruleset> fifth = Ruleset::effective(fifthDocument()))
    add(*fifth);
  return names;
}

/// A name that code has for something else than the terrain or feature of the same name: where, and what it is there.
struct Homonym {
  const char* name;
  bool inLiteral;
  const char* file;
  const char* reason;
};
constexpr Homonym kHomonyms[] = {
    {"clear", true, "libscenario/ruleset/ruleset.cpp", "the id of a style of drawing, a section of styles.json"},
    {"deep", true, "libscenario/json/strictjson.cpp", "a message about JSON that is nested too deep"},
    {"deep", true, "libscenario/package/entry_name.cpp", "a message about folders that are nested too deep"},
    {"offmap", false, "libscenario/ruleset/catalogue.h", "the member offMap of places that may lie off the map"},
    {"offmap", false, "libscenario/ruleset/ruleset.cpp", "the same"},
    {"offmap", false, "libscenario/validation/corechecks.cpp", "the same"},
    {"objective", true, "libscenario/validation/armychecks.cpp", "a section of scenarios: what scores points"},
    {"objective", true, "libscenario/validation/networkmechanisms.cpp", "the same"},
    {"objective", true, "libscenario/validation/placementmechanisms.cpp", "the same"},
    {"objective", true, "libscenario/validation/timemechanisms.cpp", "the same"},
    {"objective", true, "libscenario/validation/victorymechanisms.cpp", "the same"},
    {"objective", true, "libscenario/scenario/scenario.cpp", "a section of scenarios: what scores points"},
    {"objective", true, "libscenario/scenario/objectivepoints.cpp", "the same"},
    {"objective", false, "libscenario/scenario/objectivepoints.cpp", "the same"},
    {"rail", true, "libscenario/validation/groundmechanisms.cpp", "a section of scenarios: states of lines"},
    {"track", true, "libscenario/validation/startscenariofacts.cpp",
     "a section of scenarios: where a counted value stands"},
    {"prohibited", false, "libscenario/rules/expression.cpp", "the word of a cell for what may not be done"},
    {"prohibited", false, "libscenario/rules/movement.cpp", "the same"},
    {"prohibited", false, "libscenario/rules/query.cpp", "the same"},
    {"prohibited", false, "libscenario/rules/rulebook.cpp", "the same"},
    {"prohibited", false, "libscenario/rules/value.cpp", "the same"},
    {"prohibited", false, "libscenario/rules/value.h", "the same"},
    {"prohibited", true, "libscenario/rules/expression.cpp", "the same, as it is written in a cell"},
    {"prohibited", true, "libscenario/rules/movement.cpp", "the same"},
    {"prohibited", true, "libscenario/rules/rulebookreader.cpp", "the same"},
    {"prohibited", true, "libscenario/rules/value.cpp", "the same"},
    {"water", true, "libscenario/validation/namedchecks.cpp", "the member that marks a terrain as water"},
};

/// Words of C++ itself, which no file can avoid.
bool isLanguage(const Word& word) {
  return !word.inLiteral && (word.text == "void" || (word.text == "clear" && word.isCall));
}

TEST(Sources, NameNoGameTerrainOrFeature) {
  const std::set<std::string> names = allNames();
  ASSERT_GT(names.size(), 90U);
  std::set<std::string> plainNames;
  for (const std::string& name : names)
    plainNames.insert(plain(name));
  const std::filesystem::path root(HOTCHKISS_SOURCE_DIR);
  std::set<std::size_t> used;
  std::size_t files = 0;
  for (const char* folder : {"libterrain", "libscenario"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string ending = entry.path().extension().string();
      if (ending != ".cpp" && ending != ".h")
        continue;
      ++files;
      const std::string file = std::filesystem::relative(entry.path(), root).generic_string();
      for (const Word& word : wordsOfSource(textOfFile(entry.path()))) {
        if (isLanguage(word))
          continue;
        // Names in code are compared without case and underscores: a minorRiver is a minor_river.
        if (word.inLiteral ? !names.contains(word.text) : !plainNames.contains(plain(word.text)))
          continue;
        bool allowed = false;
        for (std::size_t i = 0; i < std::size(kHomonyms); ++i)
          if (kHomonyms[i].file == file && kHomonyms[i].inLiteral == word.inLiteral &&
              plain(kHomonyms[i].name) == plain(word.text)) {
            allowed = true;
            used.insert(i);
          }
        EXPECT_TRUE(allowed) << file << " names " << word.text << (word.inLiteral ? " in a literal" : " in code");
      }
    }
  EXPECT_GT(files, 100U);
  for (std::size_t i = 0; i < std::size(kHomonyms); ++i)
    EXPECT_TRUE(used.contains(i)) << "no longer needed: " << kHomonyms[i].name << " in " << kHomonyms[i].file;
}

/// The reader of words sees what it should, or the test above would pass on anything.
TEST(Sources, WordsAreFound) {
  const auto has = [](const std::string& source, const std::string& text, bool inLiteral) {
    for (const Word& word : wordsOfSource(source))
      if (word.text == text && word.inLiteral == inLiteral)
        return true;
    return false;
  };
  EXPECT_TRUE(has("x = \"minor_river\";", "minor_river", true));
  EXPECT_TRUE(has("x = \"over the creek\";", "creek", true));
  EXPECT_TRUE(has("const char* s = R\"j({\"a\":\"creek\"})j\";", "creek", true));
  EXPECT_TRUE(has("int minorRiver = 1; // creek", "minorRiver", false));
  EXPECT_FALSE(has("int a = 1; // creek", "creek", false));
  EXPECT_FALSE(has("/* creek */ int a;", "creek", false));
  EXPECT_TRUE(has("a = 1'000'000; b(creek);", "creek", false));
}

} // namespace
} // namespace hotchkiss
