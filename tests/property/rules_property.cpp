#include "../unit/rulestest.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/rules/reach.h"
#include "libterrain/edit/stroke.h"
#include "libterrain/search/sightline.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace hotchkiss {
namespace {

const std::vector<std::string>& terrains() {
  static const std::vector<std::string> kTerrains{"moor", "fen", "crag", "dune", "deep"};
  return kTerrains;
}

/// The made-up system on a random map.
Document randomMap() {
  Document document = fifthDocument();
  const Extent extent = document.extent();
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r)
      document.setHex({c, r}, {document.pool().intern(*rc::gen::elementOf(terrains())), TextPool::kNone,
                               static_cast<std::int16_t>(*rc::gen::inRange(0, 3))});
  const std::vector<std::string> features{"", R"({"path.track":{}})", R"({"scarp":{"high":"a"}})", R"({"brook":{}})",
                                          R"({"path.causeway":{},"scarp":{"high":"b"}})"};
  for (int i = 0; i < 60; ++i)
    document.setEdge({*rc::gen::inRange(0, extent.width), *rc::gen::inRange(0, extent.height), *rc::gen::inRange(0, 3)},
                     document.pool().intern(*rc::gen::elementOf(features)));
  return document;
}

HexCoord randomHex(const Extent& extent) {
  return {*rc::gen::inRange(0, extent.width), *rc::gen::inRange(0, extent.height)};
}

Position randomPosition(const Extent& extent) {
  Position position;
  const std::vector<std::string> sides{"red", "blue", "green"};
  const std::vector<std::string> types{"pikes", "riders"};
  for (int i = 0; i < 12; ++i)
    position.put(
        {"u" + std::to_string(i),
         i == 0 ? "blue" : *rc::gen::elementOf(sides),
         *rc::gen::elementOf(types),
         "",
         {Location::Kind::Hex, randomHex(extent), {}},
         0,
         0,
         {{"men", Value::number(*rc::gen::inRange(1, 9))}, {"broken", Value::flag(*rc::gen::arbitrary<bool>())}}});
  position.environment().weather = *rc::gen::elementOf(std::vector<std::string>{"fair", "mist"});
  return position;
}

/// What a row may come to: numbers, words, unknowns, things that hang on the position or on the search.
nlohmann::json randomCell() {
  const std::vector<nlohmann::json> cells{0,
                                          1,
                                          "1/3",
                                          "7/3",
                                          "prohibited",
                                          "notUsable",
                                          "all",
                                          {{"unknown", true}, {"min", 1}, {"max", 3}},
                                          {{"unknown", true}},
                                          "if(to.terrain = 'fen', 2, 1)",
                                          "if(search.steps > 1, 4/3, 1)",
                                          "1 + men_in(to) / 3",
                                          "if(enemyZone(to, mover.side) = 'none', 1, 5/3)"};
  return *rc::gen::elementOf(cells);
}

/// The made-up system with some of its rows saying something else.
std::shared_ptr<const Rulebook> randomBook() {
  static const Ruleset kRuleset = *Ruleset::effective(fifthDocument());
  Ruleset ruleset = kRuleset;
  const std::vector<std::string> tables{"step_base", "step_extra", "step_legal"};
  RecordTable changed;
  for (const auto& [key, text] : kRuleset.rows("rules")) {
    nlohmann::json body = nlohmann::json::parse(text);
    const std::string table = body.value("table", "");
    if (key.section != "row" || std::find(tables.begin(), tables.end(), table) == tables.end() ||
        *rc::gen::inRange(0, 4) != 0)
      continue;
    const bool isLegal = table == "step_legal";
    if (body.contains("cells"))
      for (nlohmann::json& cell : body["cells"])
        cell = randomCell();
    else
      body["then"] = isLegal ? nlohmann::json(*rc::gen::arbitrary<bool>()) : randomCell();
    changed[key] = body.dump();
  }
  if (!changed.empty())
    RC_ASSERT(ruleset.overlay(changed, "overlay.json").ok());
  Result<Rulebook> book = Rulebook::read(ruleset);
  RC_ASSERT(book.ok());
  return std::make_shared<const Rulebook>(std::move(*book));
}

std::shared_ptr<const Rules> rulesOf(Document document) {
  return std::make_shared<const Rules>(std::move(document), randomBook());
}

RC_GTEST_PROP(RulesProperty, CostsAreNeverNegative, ()) {
  const auto rules = rulesOf(randomMap());
  const Result<Situation> situation = Situation::make(rules, randomPosition(rules->extent()));
  RC_ASSERT(situation.ok());
  StepJudge judge(situation->setting(), *situation->position().unit("u0"));
  for (int i = 0; i < 30; ++i) {
    const HexCoord from = randomHex(rules->extent());
    const HexCoord to = rules->lattice().neighbour(from, *rc::gen::inRange(0, kSides));
    RunFacts run;
    run.isStart = *rc::gen::arbitrary<bool>();
    run.steps = *rc::gen::inRange(0, 4);
    run.allowance = Rational(4);
    const Result<StepJudgement> step = judge.judge(from, to, run);
    RC_ASSERT(step.ok());
    RC_ASSERT(step->least >= 0);
    RC_ASSERT(!step->possible || step->takesAll || step->least <= step->most);
    RC_ASSERT(!step->certain || step->possible);
    // What is not settled names a cell, a unit or a hex that would settle it.
    RC_ASSERT(step->possible == step->certain || !step->blame.empty() || step->takesAll);
  }
}

RC_GTEST_PROP(RulesProperty, CompiledEqualsInterpreted, ()) {
  const auto rules = rulesOf(randomMap());
  const Result<Situation> situation = Situation::make(rules, randomPosition(rules->extent()));
  RC_ASSERT(situation.ok());
  const Result<CompiledMap> compiled =
      CompiledMap::compile(*rules, situation->position().environment(), *situation->position().unit("u0"));
  RC_ASSERT(compiled.ok());
  const Rational allowance = *Rational::make(*rc::gen::inRange(0, 40), 3);
  const Result<Reach> slow = findReach(*situation, {"u0", allowance, std::nullopt});
  const Result<Reach> fast = findReach(*situation, {"u0", allowance, std::nullopt}, &*compiled);
  RC_ASSERT(slow.ok() && fast.ok());
  RC_ASSERT(slow->possible == fast->possible);
  RC_ASSERT(slow->certain == fast->certain);
}

/// A mover that has a front: its steps, the sides by which it may leave and its turns are compiled too.
RC_GTEST_PROP(RulesProperty, CompiledEqualsInterpretedWithFacing, ()) {
  const auto rules = rulesOf(randomMap());
  Position position = randomPosition(rules->extent());
  UnitState mover = *position.unit("u0");
  mover.type = "cart";
  mover.facing = *rc::gen::inRange(0, kSides);
  position.put(mover);
  const Result<Situation> situation = Situation::make(rules, position);
  RC_ASSERT(situation.ok());
  const Result<CompiledMap> compiled = CompiledMap::compile(*rules, position.environment(), mover);
  RC_ASSERT(compiled.ok());
  RC_ASSERT(compiled->hasFacing());
  const Rational allowance = *Rational::make(*rc::gen::inRange(0, 40), 3);
  const Result<Reach> slow = findReach(*situation, {"u0", allowance, std::nullopt});
  const Result<Reach> fast = findReach(*situation, {"u0", allowance, std::nullopt}, &*compiled);
  RC_ASSERT(slow.ok() && fast.ok());
  RC_ASSERT(slow->byFacing == fast->byFacing);
  RC_ASSERT(slow->possible == fast->possible);
  RC_ASSERT(slow->certain == fast->certain);
}

RC_GTEST_PROP(RulesProperty, ReachGrowsWithTheAllowance, ()) {
  const auto rules = rulesOf(randomMap());
  const Result<Situation> situation = Situation::make(rules, randomPosition(rules->extent()));
  RC_ASSERT(situation.ok());
  const int thirds = *rc::gen::inRange(0, 24);
  // From the second step on: the first may take whatever is left, and steps that take all need it unspent.
  const Result<Reach> less = findReach(*situation, {"u0", *Rational::make(thirds, 3), std::nullopt});
  const Result<Reach> more = findReach(*situation, {"u0", *Rational::make(thirds + 6, 3), std::nullopt});
  RC_ASSERT(less.ok() && more.ok());
  for (std::size_t i = 0; i < less->possible.size(); ++i) {
    if (less->possible[i] != Reach::kUnreached)
      RC_ASSERT(more->possible[i] != Reach::kUnreached);
    if (less->certain[i] != Reach::kUnreached)
      RC_ASSERT(more->certain[i] != Reach::kUnreached);
    if (less->certain[i] != Reach::kUnreached)
      RC_ASSERT(less->possible[i] <= less->certain[i]); // what is certain is possible, and no cheaper
  }
}

RC_GTEST_PROP(RulesProperty, IncrementalEqualsFreshAfterMoves, ()) {
  const auto rules = rulesOf(randomMap());
  Result<Situation> situation = Situation::make(rules, randomPosition(rules->extent()));
  RC_ASSERT(situation.ok());
  for (int i = 0; i < 10; ++i)
    RC_ASSERT(situation->moveUnit("u" + std::to_string(*rc::gen::inRange(0, 12)), randomHex(rules->extent())).ok());
  const Result<Situation> fresh = Situation::make(rules, situation->position());
  RC_ASSERT(fresh.ok());
  RC_ASSERT(situation->zones() == fresh->zones());
}

RC_GTEST_PROP(RulesProperty, IncrementalEqualsFreshAfterEdits, ()) {
  Document document = randomMap();
  const auto book = randomBook();
  Rules rules(document, book);
  const Position position = randomPosition(rules.extent());
  Result<CompiledMap> compiled = CompiledMap::compile(rules, position.environment(), *position.unit("u0"));
  RC_ASSERT(compiled.ok());
  Stroke stroke(document, "edit");
  for (int i = 0; i < 8; ++i) {
    const HexCoord hex = randomHex(document.extent());
    switch (*rc::gen::inRange(0, 5)) {
    case 0:
      stroke.setTerrain(hex, *rc::gen::elementOf(terrains()));
      break;
    case 1:
      stroke.setLevel(hex, *rc::gen::inRange(0, 4));
      break;
    case 2:
      stroke.setEdge({hex.c, hex.r, *rc::gen::inRange(0, 3)}, R"({"path.track":{}})");
      break;
    case 3:
      stroke.setEdge({hex.c, hex.r, *rc::gen::inRange(0, 3)}, R"({"scarp":{"high":"b"}})");
      break;
    default:
      stroke.setRecord(kNamedTable, {"crossing", "long_plank"},
                       nlohmann::json{{"at", {hex.c, hex.r, 1}}, {"kind", "plank"}}.dump());
    }
  }
  const Edit edit = stroke.finish();
  const auto changed = rules.update(document, edit);
  RC_ASSERT(compiled->update(rules, changed).ok());
  const Result<CompiledMap> fresh =
      CompiledMap::compile(Rules(document, book), position.environment(), *position.unit("u0"));
  RC_ASSERT(fresh.ok());
  RC_ASSERT(*compiled == *fresh);
}

/// Zones, stacks and the compiled map follow a mixture of moves, removals and changed crossings.
RC_GTEST_PROP(RulesProperty, ReachStaysRightWhileThePositionChanges, ()) {
  const auto rules = rulesOf(randomMap());
  Result<Situation> situation = Situation::make(rules, randomPosition(rules->extent()));
  RC_ASSERT(situation.ok());
  Result<CompiledMap> compiled =
      CompiledMap::compile(*rules, situation->position().environment(), *situation->position().unit("u0"));
  RC_ASSERT(compiled.ok());
  RC_ASSERT(compiled->settle(*situation).ok());
  for (int i = 0; i < 6; ++i) {
    const std::string id = "u" + std::to_string(*rc::gen::inRange(1, 12));
    std::vector<HexCoord> changed;
    if (const UnitState* unit = situation->position().unit(id)) {
      const HexCoord to = randomHex(rules->extent());
      changed = {unit->at.hex, to};
      if (*rc::gen::inRange(0, 4) == 0)
        RC_ASSERT(situation->removeUnit(id).ok());
      else
        RC_ASSERT(situation->moveUnit(id, to).ok());
    }
    if (const auto plank = rules->edgeOfCrossing("long_plank"))
      for (const HexCoord hex : rules->lattice().hexes(*plank))
        changed.push_back(hex);
    if (rules->edgeOfCrossing("long_plank"))
      RC_ASSERT(situation->setCrossing("long_plank", {*rc::gen::arbitrary<bool>() ? "laid" : "lifted", ""}).ok());
    const Result<Situation> fresh = Situation::make(rules, situation->position());
    RC_ASSERT(fresh.ok());
    RC_ASSERT(situation->zones() == fresh->zones());
    const Result<Reach> fast = findReach(*situation, {"u0", Rational(5), std::nullopt}, &*compiled);
    const Result<Reach> slow = findReach(*fresh, {"u0", Rational(5), std::nullopt});
    RC_ASSERT(fast.ok() && slow.ok());
    RC_ASSERT(fast->possible == slow->possible);
    RC_ASSERT(fast->certain == slow->certain);
    // Settled again around what changed, no step is judged twice, and the answer is the same.
    RC_ASSERT(compiled->settledSteps(*situation) == nullptr);
    RC_ASSERT(compiled->settle(*situation, changed).ok());
    const Result<Reach> settled = findReach(*situation, {"u0", Rational(5), std::nullopt}, &*compiled);
    RC_ASSERT(settled.ok());
    RC_ASSERT(settled->possible == slow->possible);
    RC_ASSERT(settled->certain == slow->certain);
  }
}

/// Lines of sight: the same hexes both ways, joined without gaps, with shares that grow.
RC_GTEST_PROP(SightLineProperty, IsTheSameFromBothEnds, ()) {
  const Lattice lattice(*rc::gen::arbitrary<bool>() ? Orientation::Flat : Orientation::Pointy,
                        *rc::gen::arbitrary<bool>() ? Parity::Odd : Parity::Even);
  const HexCoord a{*rc::gen::inRange(-20, 20), *rc::gen::inRange(-20, 20)};
  const HexCoord b{*rc::gen::inRange(-20, 20), *rc::gen::inRange(-20, 20)};
  const SightLine there = sightLine(lattice, a, b);
  const SightLine back = sightLine(lattice, b, a);
  RC_ASSERT(there.stations.front().hexes == std::vector<HexCoord>{a});
  RC_ASSERT(there.stations.back().hexes == std::vector<HexCoord>{b});
  RC_ASSERT(there.stations.size() == back.stations.size());
  for (std::size_t i = 0; i < there.stations.size(); ++i) {
    std::vector<HexCoord> one = there.stations[i].hexes;
    std::vector<HexCoord> other = back.stations[back.stations.size() - 1 - i].hexes;
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    RC_ASSERT(one == other);
    if (i > 0) {
      RC_ASSERT(there.stations[i - 1].leaves == there.stations[i].enters);
      RC_ASSERT(lattice.distance(there.stations[i - 1].hexes[0], there.stations[i].hexes[0]) == 1);
    }
  }
  // Points well inside a piece lie in its hex.
  for (const LineStation& piece : there.stations) {
    if (piece.hexes.size() != 1 || a == b)
      continue;
    const auto share = [](const LineShare& at) { return static_cast<double>(at.over) / static_cast<double>(at.under); };
    const double middle = (share(piece.enters) + share(piece.leaves)) / 2;
    const Point from = lattice.centre(a);
    const Point to = lattice.centre(b);
    RC_ASSERT(lattice.hexAt({from.x + (to.x - from.x) * middle, from.y + (to.y - from.y) * middle}) == piece.hexes[0]);
  }
}

} // namespace
} // namespace hotchkiss
