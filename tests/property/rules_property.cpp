#include "../unit/rulestest.h"
#include "libscenario/rules/reach.h"
#include "libterrain/edit/stroke.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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

std::shared_ptr<const Rules> rulesOf(Document document) {
  static const auto kBook = std::make_shared<const Rulebook>(fifthRules()->book());
  return std::make_shared<const Rules>(std::move(document), kBook);
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
  const auto book = std::make_shared<const Rulebook>(fifthRules()->book());
  Rules rules(document, book);
  const Position position = randomPosition(rules.extent());
  Result<CompiledMap> compiled = CompiledMap::compile(rules, position.environment(), *position.unit("u0"));
  RC_ASSERT(compiled.ok());
  Stroke stroke(document, "edit");
  for (int i = 0; i < 8; ++i)
    stroke.setTerrain(randomHex(document.extent()), *rc::gen::elementOf(terrains()));
  const Edit edit = stroke.finish();
  const auto changed = rules.update(document, edit);
  RC_ASSERT(compiled->update(rules, changed).ok());
  const Result<CompiledMap> fresh =
      CompiledMap::compile(Rules(document, book), position.environment(), *position.unit("u0"));
  RC_ASSERT(fresh.ok());
  RC_ASSERT(*compiled == *fresh);
}

} // namespace
} // namespace hotchkiss
