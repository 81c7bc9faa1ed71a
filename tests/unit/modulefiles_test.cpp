#include "libscenario/module/filekinds.h"
#include "libscenario/module/migration.h"
#include "libscenario/module/modulefiles.h"
#include "tests/unit/samplefiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hotchkiss {
namespace {

using nlohmann::json;

/// A record file with one row.
std::string recordFile(const std::string& kind, const std::string& row) {
  return R"({"formatVersion":1,"kind":")" + kind + "\",\"rows\":[\n" + row + ",\n[]]}\n";
}

/// A module that has a file of every kind.
ModuleFiles everyKind() {
  ModuleFiles files = sampleFiles("gbacw-primer");
  for (const char* kind : {"ruleset", "catalogue", "notation", "styles"})
    files[std::string("ruleset/") + kind + ".json"] =
        textOfFile(std::string(HOTCHKISS_SOURCE_DIR) + "/libscenario/rulesets/gbacw/" + kind + ".json");
  files["overlay.json"] = recordFile(
      "overlay", R"(["terrain","lava",{"group":"Open","key":"z","name":"Lava","source":"module 1","symbol":"clear"}],)"
                 "\n"
                 R"(["terrain","marsh",null])");
  files["oob.json"] =
      recordFile("oob", R"(["unit","iron-brigade",{"side":"union","type":"infantry","values":{"strength":12.5}}])");
  files["import.json"] = recordFile("import", R"(["elevation","dem",{"source":"hand"}])");
  files["approvals.json"] = recordFile(
      "approvals", R"(["approval","a1",{"check":"CORE-V17","fingerprint":"0123456789abcdef","reason":"Meant so."}])");
  files["map/hand.json"] = recordFile("hand", R"(["hex","2.3",{"kept":["terrain"]}],)"
                                              "\n"
                                              R"(["hex","12.3",{"note":"caf\"é"}])");
  files["map/evidence.json"] = recordFile("evidence", R"(["edge","-1.3.2",{"confidence":0.5}])");
  files["scenarios/first-day.json"] = recordFile("scenario", R"(["turn","t1",{"n":1,"name":"dawn"}])");
  files["scenarios/second-day.json"] = recordFile("scenario", R"(["turn","t1",{"n":1,"name":"noon"}])");
  return files;
}

Error errorOf(const ModuleFiles& files) {
  const Result<LoadedModule> module = readModule(files);
  EXPECT_FALSE(module);
  return module ? Error{} : module.error();
}

/// Replaces the first occurrence, which must exist.
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(ModuleFiles, SamplesAreCanonical) {
  for (const char* sample : kSamples) {
    const ModuleFiles files = sampleFiles(sample);
    const Result<LoadedModule> module = readModule(files);
    ASSERT_TRUE(module) << module.error().text();
    EXPECT_FALSE(module->migrated);
    EXPECT_EQ(writeModule(module->document), files) << sample;
  }
}

TEST(ModuleFiles, EveryKindOfFileComesBack) {
  const ModuleFiles files = everyKind();
  const Result<LoadedModule> module = readModule(files);
  ASSERT_TRUE(module) << module.error().text();
  const ModuleFiles written = writeModule(module->document);
  for (const auto& [path, text] : files)
    EXPECT_EQ(written.contains(path) ? written.at(path) : "missing", text) << path;
  EXPECT_EQ(written.size(), files.size());
}

TEST(ModuleFiles, PrettyPrintedFilesLoadToTheSame) {
  const ModuleFiles files = everyKind();
  ModuleFiles pretty;
  for (const auto& [path, text] : files)
    pretty[path] = json::parse(text).dump(2) + "\n";
  const Result<LoadedModule> module = readModule(pretty);
  ASSERT_TRUE(module) << module.error().text();
  EXPECT_TRUE(module->document == readModule(files)->document);
  EXPECT_EQ(writeModule(module->document), files);
}

TEST(ModuleFiles, OtherSpellingsOfAValueAreOneValue) {
  ModuleFiles files = sampleFiles("gbacw-primer");
  files[kEdgesPath] = replaced(files[kEdgesPath], R"({"path.road":{"of":["franklin-road"]},"slope":{"class":"minor"}})",
                               R"({ "slope" : {"class":"m\u0069nor"}, "path.road":{"of":[ "franklin-road" ]} })");
  files[kHexesPath] = replaced(files[kHexesPath], "[0,0,\"clear\",4]", "[0,0,\"cle\\u0061r\",4]");
  const Result<LoadedModule> module = readModule(files);
  ASSERT_TRUE(module) << module.error().text();
  EXPECT_EQ(writeModule(module->document), sampleFiles("gbacw-primer"));
}

TEST(ModuleFiles, DamagedDenseRowsNameTheirPlace) {
  struct Case {
    const char* file;
    const char* row;
    const char* where;
  };
  const std::array cases{
      Case{kHexesPath, R"([3,4,7])", "hex [3,4] (0405)"},
      Case{kHexesPath, R"([3,4,"Not An Id!"])", "hex [3,4] (0405)"},
      Case{kHexesPath, R"([3,4,"clear",1.5])", "hex [3,4] (0405)"},
      Case{kHexesPath, R"([3,4,"clear",30001])", "hex [3,4] (0405)"},
      Case{kHexesPath, R"([3,4,"clear",01])", "hex [3,4] (0405)"},
      Case{kHexesPath, R"([3,4,"clear",1,[]])", "hex [3,4] (0405)"},
      Case{kHexesPath, R"([3,4,"clear",1,{"a":1,"a":2}])", "hex [3,4] (0405)"},
      Case{kHexesPath, R"([3,4,"clear",1,{},0])", "hex [3,4] (0405)"},
      Case{kHexesPath, R"([-1,4,"clear"])", "hex [-1,4]"},
      Case{kHexesPath, R"(["3",4])", "hex [\"3\",4]"},
      Case{kEdgesPath, R"([3,4,3,{"river":{}}])", "edge [3,4,3]"},
      Case{kEdgesPath, R"([3,4,0])", "edge [3,4,0]"},
      Case{kEdgesPath, R"([3,4,0,"river"])", "edge [3,4,0]"},
      Case{kEdgesPath, R"([3,4,0,{"river":1}])", "edge [3,4,0]"},
      Case{kEdgesPath, R"([3,4,0,{"river":{"class":7}}])", "edge [3,4,0]"},
      Case{kEdgesPath, R"([-2,4,0,{"river":{}}])", "edge [-2,4,0]"},
      Case{kVerticesPath, R"([3,4,2,{"breastwork":{}}])", "vertex [3,4,2]"},
      Case{kVerticesPath, R"([3,4,1,{"breastwork":[]}])", "vertex [3,4,1]"},
      Case{kVerticesPath, R"([3,4,1,null])", "vertex [3,4,1]"},
  };
  for (const Case& one : cases) {
    ModuleFiles files = sampleFiles("gbacw-primer");
    const long line = appendRow(files[one.file], one.row);
    const Error error = errorOf(files);
    EXPECT_EQ(error.file, one.file) << one.row;
    EXPECT_EQ(error.line, line) << one.row;
    EXPECT_TRUE(error.where.starts_with(one.where)) << one.row << ": " << error.where;
    EXPECT_FALSE(error.message.empty());
  }
}

TEST(ModuleFiles, DamagedRecordsNameTheirRow) {
  ModuleFiles files = sampleFiles("gcacw-primer");
  const long line = appendRow(files["map/named.json"], R"(["place","zed",{"at":"here","kind":"village"}])");
  const Error error = errorOf(files);
  EXPECT_EQ(error.file, "map/named.json");
  EXPECT_EQ(error.line, line);
  EXPECT_EQ(error.where, "place zed");
}

TEST(ModuleFiles, NewerFormatIsRefusedWithTheVersion) {
  for (const auto& [path, text] : everyKind()) {
    ModuleFiles files = everyKind();
    files[path] = replaced(text, R"("formatVersion":1)", R"("formatVersion":2)");
    const Error error = errorOf(files);
    EXPECT_EQ(error.file, path);
    EXPECT_EQ(error.message, "this file has format version 2, this program knows up to 1");
    EXPECT_EQ(error.advice, "install a newer Hotchkiss");
  }
}

TEST(ModuleFiles, BrokenJsonIsRefusedEverywhere) {
  const ModuleFiles good = everyKind();
  const std::string deep = std::string(60, '[') + std::string(60, ']');
  for (const auto& [path, text] : good) {
    const auto refused = [&, &name = path](const std::string& damagedText, const char* what) {
      ModuleFiles files = good;
      files[name] = damagedText;
      const Result<LoadedModule> module = readModule(files);
      EXPECT_FALSE(module) << name << ": " << what;
      if (!module) {
        EXPECT_EQ(module.error().file, name) << what;
      }
    };
    refused(text + "x", "trailing garbage");
    refused(text + "{}", "second value");
    refused(text + std::string(1, '\0'), "trailing zero byte");
    refused(text.substr(0, text.size() / 2), "cut off");
    refused("", "empty");
    refused(replaced(text, R"("kind":)", R"("formatVersion":1,"kind":)"), "duplicate member");
    refused(replaced(text, "\"rows\":[\n", "\"rows\":[],\"rows\":[\n"), "rows twice");
    refused(replaced(text, "\"rows\":[\n", "\"rows\":[\n[\"x\",\"y\"," + deep + "],\n"), "nesting");
    refused(replaced(text, R"("kind":)", R"("more":1,"kind":)"), "unknown member");
    refused(replaced(text, R"("formatVersion":1,)", ""), "no version");
    refused(replaced(text, "[]]}", "[],]}"), "comma too many");
  }
}

TEST(ModuleFiles, DuplicateMembersAndDeepNestingInsideARow) {
  ModuleFiles files = everyKind();
  const long line = appendRow(files["oob.json"], R"(["unit","u2",{"a":1,"a":2}])");
  EXPECT_EQ(errorOf(files).line, line);
  files = everyKind();
  appendRow(files["oob.json"], R"(["unit","u2",{"a":)" + std::string(60, '[') + std::string(60, ']') + "}]");
  EXPECT_EQ(errorOf(files).file, "oob.json");
}

TEST(ModuleFiles, NoModuleFile) {
  EXPECT_EQ(errorOf({}).message, "there is no module.json here");
}

TEST(Migration, VersionZeroGivesTheGoldenFiles) {
  const ModuleFiles old = filesBelow("tests/data/version0");
  ASSERT_TRUE(isVersionZero(old));
  const Result<LoadedModule> module = readModule(old);
  ASSERT_TRUE(module) << module.error().text();
  EXPECT_TRUE(module->migrated);
  EXPECT_TRUE(module->findings.empty());
  EXPECT_EQ(writeModule(module->document), filesBelow("tests/data/version0-expected"));
}

TEST(Migration, DamagedOldFilesAreRefused) {
  const std::string good = filesBelow("tests/data/version0").at("map.json");
  const std::array<std::pair<const char*, const char*>, 10> damages{
      {{R"("formatVersion": 0)", R"("formatVersion": 7)"},
       {R"("width": 3)", R"("width": 0)"},
       {R"("width": 3)", R"("width": "3")"},
       {R"("id": "old-mill")", R"("id": 4)"},
       {R"({"c": 0, "r": 0, "terrain": "clear"})", "7"},
       {R"("d": 0)", R"("d": 9)"},
       {R"({"creek": {}})", "3"},
       {R"("type": "region")", R"("type": "nonsense")"},
       {R"("terrain": "clear")", R"("terrain": "a\"],[1")"},
       {R"("label": "{row:2}{col:2}")", R"("label": 5)"}}};
  for (const auto& [from, to] : damages) {
    std::string text = good;
    if (const std::size_t at = text.find(from); at != std::string::npos)
      text.replace(at, std::string_view(from).size(), to);
    else
      text = replaced(text, R"("creek": {})", R"("creek": 3)");
    EXPECT_FALSE(readModule({{"map.json", text}})) << to;
  }
  for (const char* member : {"hexes", "sides", "named"})
    EXPECT_FALSE(readModule({{"map.json", replaced(good, std::string("\"") + member + "\": [",
                                                   std::string("\"") + member + R"(": 5, "x": [)")}}))
        << member;
}

} // namespace
} // namespace hotchkiss
