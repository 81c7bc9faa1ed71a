#include "libscenario/army/armytotals.h"
#include "libscenario/rules/position.h"
#include "libscenario/rules/rulebook.h"
#include "libscenario/scenario/setupplan.h"
#include "tests/unit/samplefiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace hotchkiss {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

struct OpenSample {
  Document document;
  UnitCatalogue units;
  Rulebook book;
};

OpenSample openSample(const std::string& name) {
  Result<LoadedModule> module = readModule(sampleFiles(name));
  EXPECT_TRUE(module) << module.error().text();
  const Result<Ruleset> ruleset = Ruleset::effective(module->document);
  EXPECT_TRUE(ruleset) << ruleset.error().text();
  Result<UnitCatalogue> units = readUnitCatalogue(*ruleset);
  EXPECT_TRUE(units) << units.error().text();
  Result<Rulebook> book = Rulebook::read(*ruleset);
  EXPECT_TRUE(book) << book.error().text();
  return {std::move(module->document), std::move(*units), std::move(*book)};
}

class ArmySample : public testing::TestWithParam<const char*> {};

TEST_P(ArmySample, ShowsEverySortOfRowWithoutLooseEnds) {
  const OpenSample sample = openSample(GetParam());
  const OrderOfBattle army(sample.document, sample.units);
  for (const ArmyProblem& each : army.problems())
    ADD_FAILURE() << each.message;
  std::set<std::string> sections;
  for (const auto& [key, text] : sample.document.table("oob"))
    sections.insert(key.section);
  for (const char* section : {"side", "formation", "unit", "leader", "battery", "marker", "pool", "limit"})
    if (std::string(GetParam()) != "gcacw-primer" || std::string(section) != "battery") {
      EXPECT_TRUE(sections.contains(section)) << section;
    }
  std::set<ArmyValue::Kind> kinds;
  for (const auto& [id, piece] : army.pieces())
    for (const auto& [name, value] : piece.values)
      kinds.insert(value.kind);
  for (const auto kind :
       {ArmyValue::Kind::Known, ArmyValue::Kind::Range, ArmyValue::Kind::Unknown, ArmyValue::Kind::Choice})
    if (std::string(GetParam()) != "wftu-primer" || kind != ArmyValue::Kind::Range) {
      EXPECT_TRUE(kinds.contains(kind)) << static_cast<int>(kind);
    }
}

TEST_P(ArmySample, ScenariosCanBeSetUp) {
  const OpenSample sample = openSample(GetParam());
  const std::vector<std::string> ids = Scenario::idsOf(sample.document);
  ASSERT_FALSE(ids.empty());
  for (const std::string& id : ids) {
    const Result<Scenario> scenario = Scenario::read(sample.document, id);
    ASSERT_TRUE(scenario) << scenario.error().text();
    const OrderOfBattle army = armyOf(sample.document, *scenario, sample.units);
    const SetupPlan plan(sample.document, *scenario, army);
    for (const PlacementDoubt& each : plan.missing())
      ADD_FAILURE() << each.message;
    for (const PlacementDoubt& each : plan.doubles())
      ADD_FAILURE() << each.message;
    for (const Placement& each : plan.placements()) {
      EXPECT_NE(each.kind, Placement::Kind::Broken) << each.piece << ": " << each.problem;
      const AllowedHexes& allowed = plan.allowed(each.setup);
      EXPECT_THAT(allowed.errors, IsEmpty()) << each.piece;
      if (each.kind == Placement::Kind::Area) {
        EXPECT_FALSE(allowed.possible.empty()) << each.piece;
      }
    }
    std::set<std::string> sections;
    for (const auto& [key, text] : scenario->rows())
      sections.insert(key.section);
    for (const char* section :
         {"scenario", "turn", "setup", "arrival", "withdrawal", "objective", "victory", "level", "option", "rule"})
      EXPECT_TRUE(sections.contains(section)) << section;
    for (const Arrival& arrival : scenario->arrivals)
      if (arrival.turn.kind != TurnRef::Kind::Roll && arrival.turn.kind != TurnRef::Kind::Event) {
        EXPECT_TRUE(scenario->turnIndex(arrival.turn)) << arrival.key.id;
      }
    std::vector<std::string> open;
    const Result<Position> position = Position::fromScenario(sample.document, id, sample.book, &open);
    ASSERT_TRUE(position) << position.error().text();
    EXPECT_FALSE(open.empty());
    EXPECT_GT(position->stacks().size(), 1U);
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, ArmySample, testing::ValuesIn(kSamples),
                         [](const testing::TestParamInfo<const char*>& parameter) {
                           const std::string name = parameter.param;
                           return name.substr(0, name.find('-'));
                         });

/// The source's own id as we write it.
std::string lowered(std::string text) {
  for (char& c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

class Gettysburg : public testing::Test {
 protected:
  Gettysburg() : mSample(openSample("gettysburg")), mArmy(mSample.document, mSample.units) {
    mSource = json::parse(
        textOfFile(std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "tests" / "data" / "gettysburg" / "tss-oob.json"));
  }
  Scenario scenario(const std::string& id) const {
    Result<Scenario> read = Scenario::read(mSample.document, id);
    EXPECT_TRUE(read) << read.error().text();
    return std::move(*read);
  }

  OpenSample mSample;
  OrderOfBattle mArmy;
  json mSource;
};

/// Everything with an "id" and, if given, that member.
void collect(const json& node, const char* member, std::vector<json>& out) {
  if (node.is_object() && node.contains("id") && node.contains(member))
    out.push_back(node);
  for (const json& each : node)
    if (each.is_structured())
      collect(each, member, out);
}

TEST_F(Gettysburg, HasEveryUnitLeaderEntryAndScenarioOfTheSource) {
  std::vector<json> arms;
  collect(mSource["armies"], "arm", arms);
  EXPECT_EQ(arms.size(), mSource["statistics"]["total_units"].get<std::size_t>() +
                             mSource["statistics"]["hq_total"].get<std::size_t>());
  std::size_t units = 0;
  std::size_t headquarters = 0;
  std::size_t leaders = 0;
  for (const auto& [id, piece] : mArmy.pieces()) {
    units += piece.section == "unit" || piece.section == "battery" ? 1U : 0U;
    headquarters += piece.section == "hq" ? 1U : 0U;
    leaders += piece.isLeader() ? 1U : 0U;
  }
  EXPECT_EQ(units, mSource["statistics"]["total_units"].get<std::size_t>());
  EXPECT_EQ(units, 605U);
  EXPECT_EQ(headquarters, mSource["statistics"]["hq_total"].get<std::size_t>());
  EXPECT_EQ(leaders, mSource["statistics"]["leaders_total"].get<std::size_t>());
  EXPECT_EQ(leaders, 121U);
  for (const json& arm : arms)
    EXPECT_NE(mArmy.piece(lowered(arm["id"])), nullptr) << arm["id"];
  for (const json& leader : mSource["leaders"])
    EXPECT_NE(mArmy.piece(lowered(leader["id"])), nullptr) << leader["id"];
  const Scenario grand = scenario("grand_battle");
  EXPECT_EQ(grand.arrivals.size() + grand.withdrawals.size(), mSource["reinforcements"].size());
  EXPECT_EQ(mSource["reinforcements"].size(), 59U);
  EXPECT_EQ(grand.turns.size(), 149U);
  for (const json& each : mSource["scenarios"])
    EXPECT_EQ(scenario(each["id"]).turns.size(), each["turns"].get<std::size_t>()) << each["id"];
  EXPECT_EQ(Scenario::idsOf(mSample.document).size(), 6U); // and the one with our own figures
  for (const ArmyProblem& each : mArmy.problems())
    ADD_FAILURE() << each.message;
}

TEST_F(Gettysburg, KeepsTheSourcesTotals) {
  for (const char* side : {"csa", "usa"}) {
    const ArmyCount count = countPieces(mArmy, piecesOfSide(mArmy, side));
    const json& given = mSource["statistics"][side];
    EXPECT_EQ(count.byType.at("infantry"), given["infantry_units"].get<std::size_t>());
    EXPECT_EQ(count.byType.at("cavalry"), given["cavalry_units"].get<std::size_t>());
    EXPECT_EQ(count.byType.at("artillery"), given["artillery_units"].get<std::size_t>());
    EXPECT_EQ(count.byType.at("horse_artillery"), given["horse_artillery_units"].get<std::size_t>());
    std::int64_t infantry = 0;
    for (const auto& [id, formation] : mArmy.formations())
      if (formation.side == side && formation.echelon == "brigade" && formation.values.contains("ce_total") &&
          mArmy.aboveAt(id, "corps")->id != std::string(side) + ".cav")
        infantry += formation.values.at("ce_total").number->floor();
    EXPECT_EQ(infantry, given["infantry_strength_points"].get<std::int64_t>());
    // What is printed on counters only stays open: the total has bounds and says so.
    EXPECT_GT(count.strengths.at("infantry").open, 100U);
    EXPECT_LT(count.strengths.at("infantry").least.floor(), infantry);
    EXPECT_GT(count.strengths.at("infantry").most->floor(), infantry);
  }
}

TEST_F(Gettysburg, DropsNoDoubtOfTheSource) {
  const auto mentions = [&](const std::string& table, const std::string& id, const std::string& words) {
    for (const auto& [key, text] : mSample.document.table(table))
      if ((id.empty() || key.id == id) &&
          json::parse(text).dump(-1, ' ', false).find(json(words).dump().substr(1, words.size())) != std::string::npos)
        return true;
    return false;
  };
  std::size_t found = 0;
  for (const json& entry : mSource["uncertain_register"]) {
    const std::string path = entry["path"];
    const std::string what = entry["what"];
    std::string table = "oob";
    std::string id = lowered(path);
    if (path.starts_with("reinforcements.")) {
      table = "scenarios/grand_battle";
      id = path.substr(15);
    } else if (path.starts_with("scenario.")) {
      table = "scenarios/" + path.substr(9, path.find('.', 9) - 9);
      id.clear();
    } else if (path.starts_with("maps.")) {
      table = "map/named";
      id.clear();
    }
    while (table == "oob" && !id.empty() && mArmy.piece(id) == nullptr && mArmy.formation(id) == nullptr)
      id = id.substr(0, id.rfind('.') == std::string::npos ? 0 : id.rfind('.'));
    EXPECT_TRUE(mentions(table, id, what)) << path << ": " << what;
    ++found;
  }
  EXPECT_EQ(found, 117U);
  std::vector<json> open;
  collect(mSource["armies"], "strength", open);
  for (const json& unit : open) {
    const Piece& piece = *mArmy.piece(lowered(unit["id"]));
    if (piece.section == "hq")
      continue;
    const ArmyValue strength = mArmy.value(piece, "strength");
    EXPECT_EQ(strength.isKnown(), !unit["strength"].is_null()) << piece.id;
    if (unit.contains("strength_min")) {
      EXPECT_EQ(strength.least, Rational(unit["strength_min"].get<std::int64_t>())) << piece.id;
    }
    EXPECT_EQ(mArmy.value(piece, "weapon").isKnown(), !unit["weapon"].is_null()) << piece.id;
  }
}

TEST_F(Gettysburg, EveryScenarioCanBeSetUp) {
  for (const std::string& id : Scenario::idsOf(mSample.document)) {
    const Scenario one = scenario(id);
    const OrderOfBattle army = armyOf(mSample.document, one, mSample.units);
    const SetupPlan plan(mSample.document, one, army);
    for (const PlacementDoubt& each : plan.missing())
      ADD_FAILURE() << id << ": " << each.message;
    for (const PlacementDoubt& each : plan.doubles())
      ADD_FAILURE() << id << ": " << each.message;
    EXPECT_THAT(plan.unplaced(), IsEmpty()) << id;
    std::set<std::size_t> seen;
    for (const Placement& each : plan.placements()) {
      EXPECT_NE(each.kind, Placement::Kind::Broken) << id << " " << each.piece << ": " << each.problem;
      if (!seen.insert(each.setup).second || each.kind != Placement::Kind::Area)
        continue;
      EXPECT_THAT(plan.allowed(each.setup).errors, IsEmpty()) << id << " " << one.setups[each.setup].key.id;
    }
    std::vector<std::string> open;
    const Result<Position> position = Position::fromScenario(mSample.document, id, mSample.book, &open);
    EXPECT_TRUE(position) << position.error().text();
  }
}

TEST_F(Gettysburg, OurFiguresFillOneScenarioWithoutTouchingTheSource) {
  const Scenario one = scenario("little_round_top_ours");
  EXPECT_EQ(one.head.level, "playable");
  EXPECT_THAT(one.head.note, HasSubstr("House figures"));
  const OrderOfBattle army = armyOf(mSample.document, one, mSample.units);
  for (const auto& [id, piece] : army.pieces())
    for (const auto& [name, attribute] : mSample.units.attributes)
      if (attribute.type.required && army.units().applies(name, piece.type)) {
        EXPECT_TRUE(army.value(piece, name).isKnown()) << id << " " << name;
      }
  // Regiments add up to their brigade's total.
  for (const auto& [id, formation] : army.formations()) {
    const auto total = formation.values.find("ce_total");
    if (total == formation.values.end())
      continue;
    ArmyTotal sum;
    for (const std::string& piece : formation.pieces)
      if (army.piece(piece)->type == "infantry" || army.piece(piece)->type == "cavalry")
        sum.add(army.value(*army.piece(piece), "strength"));
    EXPECT_EQ(sum.known, *total->second.number) << id;
  }
  EXPECT_FALSE(mArmy.value(*mArmy.piece("usa.i.1.1.19_ind"), "strength").isKnown());
}

TEST_F(Gettysburg, RulesAndConditionsAreDataWithTheirSentencesBeside) {
  std::size_t rules = 0;
  for (const std::string& id : Scenario::idsOf(mSample.document))
    for (const auto& [key, text] : mSample.document.table(Scenario::tableOf(id))) {
      const json body = json::parse(text);
      if (key.section == "rule") {
        ++rules;
        EXPECT_TRUE(body.contains("effects") && !body["effects"].empty()) << id << " " << key.id;
      }
      EXPECT_FALSE(body.contains("condition") && body["condition"].contains("text")) << id << " " << key.id;
    }
  EXPECT_GE(rules, 13U);
}

TEST_F(Gettysburg, SaysEachDoubtOnce) {
  for (const std::string& id : Scenario::idsOf(mSample.document))
    for (const auto& [key, text] : mSample.document.table(Scenario::tableOf(id))) {
      const std::string doubt = json::parse(text).value("doubt", "");
      const std::size_t half = doubt.size() / 2; // "x; x"
      EXPECT_FALSE(half > 1 && doubt.size() % 2 == 0 && doubt.substr(0, half - 1) == doubt.substr(half + 1))
          << id << " " << key.id << ": " << doubt;
    }
}

TEST_F(Gettysburg, PrintedLabelsMeetWhereTheSheetsOverlap) {
  const Numbering numbering = numberingOf(mSample.document);
  const Result<HexCoord> a = numbering.resolve("A6101");
  ASSERT_TRUE(a) << a.error().text();
  EXPECT_EQ(*numbering.resolve("B6134"), *a);
  EXPECT_EQ(*numbering.resolve("C0130"), *a);
  const Lattice& lattice = mSample.document.lattice();
  EXPECT_EQ(lattice.distance(*numbering.resolve("A1913"), *numbering.resolve("B4322")), 36); // TSS test vectors
  EXPECT_EQ(lattice.distance(*numbering.resolve("C0431"), *numbering.resolve("B4322")), 24);
  EXPECT_EQ(lattice.distance(*numbering.resolve("A5409"), *numbering.resolve("C2333")), 29);
  EXPECT_EQ(lattice.neighbour(*numbering.resolve("B4322"), 4), *numbering.resolve("B4323")); // west
}

} // namespace
} // namespace hotchkiss
