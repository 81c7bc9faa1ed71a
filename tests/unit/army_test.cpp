#include "libscenario/army/armytotals.h"
#include "libscenario/ruleset/ruleset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hotchkiss {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

UnitCatalogue catalogue(const char* ruleset) {
  const Result<Ruleset> loaded = Ruleset::load(ruleset);
  EXPECT_TRUE(loaded);
  Result<UnitCatalogue> read = readUnitCatalogue(*loaded);
  EXPECT_TRUE(read) << read.error().text();
  return std::move(*read);
}

/// A small army with every kind of doubt.
Document smallArmy() {
  Document document;
  const auto row = [&](const char* section, const char* id, const char* text) {
    document.setRecord("oob", {section, id}, json::parse(text).dump());
  };
  row("formation", "usa", R"({"side":"usa","echelon":"army","name":"Army of the Potomac"})");
  row("formation", "usa.i",
      R"({"side":"usa","echelon":"corps","parent":"usa","designation":"I","name":"First Corps"})");
  row("formation", "usa.i.1.1",
      R"({"side":"usa","echelon":"brigade","parent":"usa.i","name":"Iron Brigade","designation":"1/1/I",
          "values":{"morale":"A","ce_total":18}})");
  row("unit", "19ind",
      R"({"side":"usa","type":"infantry","formation":"usa.i.1.1","name":"19 Ind","order":2,
          "values":{"strength":{"min":2,"max":4},"weapon":"R"}})");
  row("unit", "24mich",
      R"({"side":"usa","type":"infantry","formation":"usa.i.1.1","name":"24 Mich","order":1,
          "values":{"strength":{"unknown":true,"min":2,"ref":"28.25"}}})");
  row("unit", "2wis",
      R"({"side":"usa","type":"infantry","formation":"usa.i.1.1","name":"2 Wis","order":10,
          "values":{"strength":{"value":3,"uncertain":true,"alternatives":[2,3],"source":"tss 26"}}})");
  row("leader", "wadsworth",
      R"({"side":"usa","type":"officer","formation":"usa.i","commands":"usa.i.1.1","name":"Wadsworth",
          "values":{"radius":8,"rank":"BrigGen"},"replacement":{"name":"Cutler","values":{"radius":4}}})");
  row("battery", "b_4us",
      R"({"side":"usa","type":"artillery","formation":"usa.i","name":"B, 4 US","values":{"strength":6,"weapon":"N"},
          "faces":{"unlimbered":{"weapon":"T"}},"sections":[{"count":2,"values":{"weapon":"N"}}]})");
  return document;
}

TEST(ArmyValue, KeepsRangesDoubtsAndSources) {
  const ArmyValue range = ArmyValue::read(json{{"min", 2}, {"max", 4}});
  EXPECT_EQ(range.kind, ArmyValue::Kind::Range);
  EXPECT_EQ(range.shown(), "2–4");
  EXPECT_TRUE(range.toValue().isUnknown());
  EXPECT_EQ(range.toValue().most(), Rational(4));
  const ArmyValue doubtful =
      ArmyValue::read(json{{"value", 3}, {"uncertain", true}, {"alternatives", {2, 3}}, {"source", "tss 26"}});
  EXPECT_EQ(doubtful.number, Rational(3));
  EXPECT_TRUE(doubtful.uncertain);
  EXPECT_THAT(doubtful.options, ElementsAre("2", "3"));
  EXPECT_EQ(doubtful.source, "tss 26");
  EXPECT_EQ(ArmyValue::read(json{{"unknown", true}, {"min", 2}}).shown(), "at least 2");
  EXPECT_EQ(ArmyValue::read(json{{"unknown", true}}).shown(), "?");
  EXPECT_EQ(ArmyValue::read(json(12.5)).number, Rational::make(25, 2));
  EXPECT_EQ(ArmyValue::read(json("1/2")).number, Rational::make(1, 2));
  EXPECT_EQ(ArmyValue::read(json{{"choice", {"R", "B"}}}).shown(), "R or B");
  EXPECT_EQ(ArmyValue::read(json(true)).shown(), "yes");
}

TEST(ArmyValue, ReadsWhatPeopleType) {
  const auto read = [](const char* text, const char* type) {
    const auto member = parseArmyValue(text, type);
    return member ? member->dump() : "refused";
  };
  EXPECT_EQ(read("4", "integer"), "4");
  EXPECT_EQ(read(" 2-4 ", "integer"), R"({"max":4,"min":2})");
  EXPECT_EQ(read("2–4", "integer"), R"({"max":4,"min":2})");
  EXPECT_EQ(read("2-4?", "integer"), R"({"max":4,"min":2,"unknown":true})");
  EXPECT_EQ(read(">=2", "integer"), R"({"min":2,"unknown":true})");
  EXPECT_EQ(read("?", "choice"), R"({"unknown":true})");
  EXPECT_EQ(read("4?", "integer"), R"({"uncertain":true,"value":4})");
  EXPECT_EQ(read("4.5", "integer"), "refused");
  EXPECT_EQ(read("4.5", "number"), "4.5");
  EXPECT_EQ(read("-1", "integer"), "-1");
  EXPECT_EQ(read("4-2", "integer"), "refused");
  EXPECT_EQ(read("many", "integer"), "refused");
  EXPECT_EQ(read("yes", "flag"), "true");
  EXPECT_EQ(read("perhaps", "flag"), "refused");
  EXPECT_EQ(read("R", "choice"), "\"R\"");
  for (const char* text : {"4", "2-4", "2-4?", ">=2", "<=7", "?", "4?"}) {
    const auto member = parseArmyValue(text, "integer");
    ASSERT_TRUE(member) << text;
    EXPECT_EQ(cellText(ArmyValue::read(*member)), text);
  }
}

TEST(OrderOfBattle, BuildsTheTreeAndInheritsValues) {
  const Document document = smallArmy();
  const OrderOfBattle army(document, catalogue("tss"));
  EXPECT_THAT(army.problems(), IsEmpty());
  EXPECT_THAT(army.roots("usa"), ElementsAre("usa"));
  EXPECT_THAT(army.formation("usa.i.1.1")->pieces, ElementsAre("24mich", "19ind", "2wis"));
  EXPECT_THAT(army.formation("usa.i")->pieces, ElementsAre("wadsworth", "b_4us")); // leaders first
  EXPECT_EQ(army.below("usa").size(), 5U);
  EXPECT_EQ(army.aboveAt("19ind", "corps")->id, "usa.i");
  EXPECT_EQ(army.pathOf("19ind"), "19 Ind, Iron Brigade, First Corps, Army of the Potomac");
  const Piece& unit = *army.piece("19ind");
  EXPECT_EQ(army.value(unit, "morale").text, "A");                        // of its brigade
  EXPECT_EQ(army.value(unit, "ma").number, Rational(5));                  // of its type
  EXPECT_EQ(army.value(unit, "routed").shown(), "no");                    // default
  EXPECT_EQ(army.value(unit, "ce_total").kind, ArmyValue::Kind::Missing); // formations only
  EXPECT_EQ(army.values(unit).at("morale").text, "A");
  EXPECT_EQ(army.value(unit, "routed", readArmyValues(json{{"routed", true}})).shown(), "yes");
}

TEST(OrderOfBattle, ShowsTheFaceThatTheStatesTurnUp) {
  const Document document = smallArmy();
  const OrderOfBattle army(document, catalogue("tss"));
  const Piece& battery = *army.piece("b_4us");
  EXPECT_EQ(army.value(battery, "weapon").text, "N");
  const ArmyValues unlimbered = readArmyValues(json{{"stance", "unlimbered"}});
  EXPECT_EQ(army.value(battery, "weapon", unlimbered).text, "T");
  EXPECT_EQ(army.values(battery, unlimbered).at("weapon").text, "T");
}

TEST(OrderOfBattle, TotalsAreHonestAboutWhatIsNotKnown) {
  const Document document = smallArmy();
  const OrderOfBattle army(document, catalogue("tss"));
  const ArmyTotal brigade = totalOf(army, army.below("usa.i.1.1"), "strength");
  EXPECT_EQ(brigade.pieces, 3U);
  EXPECT_EQ(brigade.open, 2U);
  EXPECT_EQ(brigade.known, Rational(3));
  EXPECT_EQ(brigade.shown(), "at least 7");
  const ArmyCount side = countPieces(army, piecesOfSide(army, "usa"));
  EXPECT_EQ(side.bySection.at("unit"), 3U);
  EXPECT_EQ(side.bySection.at("leader"), 1U);
  EXPECT_EQ(side.strengths.at("artillery").shown(), "6");
  EXPECT_FALSE(side.strengths.contains("officer"));
  // Counts multiply, ranges of counts stay ranges.
  ArmyTotal many;
  const ArmyValue three = ArmyValue::read(json(3));
  const ArmyValue count = ArmyValue::read(json{{"min", 2}, {"max", 4}});
  many.add(three, &count);
  EXPECT_EQ(many.shown(), "6–12");
}

TEST(OrderOfBattle, NamesReferencesThatLeadNowhereAndCircles) {
  Document document = smallArmy();
  document.setRecord("oob", {"unit", "stray"}, R"({"formation":"usa.x","side":"usa","type":"infantri"})");
  document.setRecord("oob", {"formation", "a"}, R"({"parent":"b","side":"usa"})");
  document.setRecord("oob", {"formation", "b"}, R"({"parent":"a","side":"usa"})");
  document.setRecord("oob", {"unit", "broken"}, "[1]");
  const OrderOfBattle army(document, catalogue("tss"));
  std::string all;
  for (const ArmyProblem& each : army.problems())
    all += each.message + "\n";
  EXPECT_THAT(all, HasSubstr("there is no formation \"usa.x\""));
  EXPECT_THAT(all, HasSubstr("there is no unit type \"infantri\""));
  EXPECT_THAT(all, HasSubstr("a stands above itself"));
  EXPECT_THAT(all, HasSubstr("unit broken cannot be read"));
  EXPECT_EQ(army.below("a").size(), 0U); // ends
  EXPECT_THAT(army.loose("usa"), ElementsAre("stray"));
}

TEST(UnitCatalogue, EveryRulesetHasHierarchyFacesAndStrengths) {
  for (const char* ruleset : {"gcacw", "gbacw", "tss", "wftu"}) {
    const UnitCatalogue units = catalogue(ruleset);
    EXPECT_EQ(units.sides.size(), 2U) << ruleset;
    EXPECT_FALSE(units.echelons.empty()) << ruleset;
    EXPECT_FALSE(units.faces.empty()) << ruleset;
    EXPECT_FALSE(units.turns.empty()) << ruleset;
    EXPECT_FALSE(strengthAttribute(units, "infantry").empty()) << ruleset;
    for (const auto& [id, attribute] : units.attributes)
      for (const std::string& type : attribute.types)
        EXPECT_TRUE(units.types.contains(type)) << ruleset << " " << id << " " << type;
    for (const auto& [id, echelon] : units.echelons)
      for (const std::string& type : echelon.leaders)
        EXPECT_TRUE(units.types.contains(type)) << ruleset << " " << id << " " << type;
    for (const CounterFace& face : units.faces)
      for (const std::string& type : face.types)
        EXPECT_TRUE(units.types.contains(type)) << ruleset << " " << face.id << " " << type;
  }
}

} // namespace
} // namespace hotchkiss
