#include "libscenario/diff/moduledifference.h"
#include "libscenario/module/modulefiles.h"
#include "tests/unit/samplefiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hotchkiss {
namespace {

Document primer() {
  Result<LoadedModule> module = readModule(sampleFiles("gcacw-primer"));
  EXPECT_TRUE(module);
  return std::move(module->document);
}

/// What a change of one member of a row is called.
std::string words(const char* table, const RecordKey& key, const char* pointer, const nlohmann::json& value) {
  const Document before = primer();
  Document after = before;
  nlohmann::json body = nlohmann::json::parse(*after.record(table, key));
  body[nlohmann::json::json_pointer(pointer)] = value;
  after.setRecord(table, key, body.dump());
  const std::string text = toText(differenceOf(before, after));
  return text.substr(0, text.find('\n'));
}

TEST(ArmyDifference, SpeaksOfUnitsByName) {
  EXPECT_EQ(words("oob", {"unit", "us.i.1"}, "/values/mv", {{"min", 6}, {"max", 8}}), "unit Boyd (us.i.1): mv 8 → 6-8");
  EXPECT_EQ(words("oob", {"unit", "us.i.1"}, "/formation", "us.cav"),
            "unit Boyd (us.i.1): formation First Division → Cavalry Division");
  EXPECT_EQ(words("oob", {"unit", "us.i.1"}, "/faces/exhausted/tactical", 0),
            "unit Boyd (us.i.1): exhausted tactical 1 → 0");
  EXPECT_EQ(words("oob", {"unit", "us.10md"}, "/values/tactical/source", "other"),
            "unit 10 MD (us.10md): tactical: its source or note changed");
}

TEST(ArmyDifference, SpeaksOfPlacesInWords) {
  EXPECT_EQ(words("scenarios/crossing", {"setup", "us.1a"}, "/where", {{"within", 3}, {"of", {{"place", "ballard"}}}}),
            "set-up of Boyd-A and others (us.1a): where within 1 of Carrville → within 3 of Ballard");
  EXPECT_EQ(words("scenarios/crossing", {"setup", "cs.1"}, "/at", {{"place", "leesboro"}}),
            "set-up of Lyttle-1 (cs.1): at Kingsmill → Leesboro");
  EXPECT_EQ(words("scenarios/crossing", {"setup", "cs.1"}, "/values/fl", 2), "set-up of Lyttle-1 (cs.1): fl 0 → 2");
  EXPECT_EQ(words("scenarios/crossing", {"arrival", "us.a1"}, "/turn", "t3"),
            "arrival of Reserve artillery (us.a1): turn t2 → t3");
}

TEST(ArmyDifference, NamesWhatCameAndWent) {
  const Document before = primer();
  Document after = before;
  after.setRecord("oob", {"unit", "us.pike"}, std::nullopt);
  after.setRecord("oob", {"unit", "us.new"},
                  R"({"formation":"us.cav","name":"New","side":"union","type":"cavalry","values":{"mv":3}})");
  EXPECT_EQ(toText(differenceOf(before, after)),
            "unit New (us.new): added (formation Cavalry Division; side union; type cavalry; mv 3)\n"
            "unit Pike (us.pike): removed\n"
            "2 records differ\n");
}

} // namespace
} // namespace hotchkiss
