// Rules are read by several threads at once. Under ThreadSanitizer these tests also find races that do no harm today.

#include "rulestest.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace hotchkiss {
namespace {

using nlohmann::json;

/// Questions of several kinds, to every unit of the position.
std::vector<std::string> answersOf(const Situation& situation) {
  std::vector<std::string> out;
  const auto ask = [&](const char* kind, const json& args) {
    const Result<json> answer = query(situation, kind, args);
    out.push_back(answer ? answer->dump() : answer.error().text());
  };
  for (const auto& [id, unit] : situation.position().units()) {
    if (unit.at.kind != Location::Kind::Hex)
      continue;
    ask("reach", {{"unit", id}, {"allowance", 3}});
    ask("supply", {{"unit", id}});
    ask("stack", {{"hex", {unit.at.hex.c, unit.at.hex.r}}});
    ask("zoc", {{"hex", {unit.at.hex.c, unit.at.hex.r}}});
    for (const HexCoord next : situation.rules().lattice().neighbours(unit.at.hex))
      if (situation.rules().extent().contains(next))
        ask("move", {{"unit", id}, {"to", {next.c, next.r}}});
  }
  return out;
}

TEST(RulesThreads, ReadTheSameRulesAndGetTheSameAnswers) {
  const Result<Situation> shared = fifthSituation();
  ASSERT_TRUE(shared);
  const std::vector<std::string> expected = answersOf(*shared);
  ASSERT_GT(expected.size(), 30U);
  constexpr int kThreads = 6;
  std::atomic<int> waiting = kThreads;
  std::vector<std::vector<std::string>> found(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      // All begin together, half of them on a position of their own over the same rules.
      const Situation own = *shared;
      for (--waiting; waiting > 0;)
        std::this_thread::yield();
      found[static_cast<std::size_t>(i)] = answersOf(i % 2 == 0 ? *shared : own);
    });
  for (std::thread& each : threads)
    each.join();
  for (const std::vector<std::string>& each : found)
    EXPECT_EQ(each, expected);
}

/// A rulebook is read by several threads while others make maps and positions for it.
TEST(RulesThreads, MakeSituationsSideBySide) {
  const Document document = fifthDocument();
  const Result<Situation> one = fifthSituation();
  ASSERT_TRUE(one);
  const std::vector<std::string> expected = answersOf(*one);
  std::vector<std::vector<std::string>> found(4);
  std::vector<std::thread> threads;
  for (std::vector<std::string>& each : found)
    threads.emplace_back([&] {
      Result<Rules> rules = Rules::of(document);
      if (!rules)
        return;
      const Result<Situation> made = Situation::make(std::make_shared<const Rules>(std::move(*rules)), one->position());
      if (made)
        each = answersOf(*made);
    });
  for (std::thread& each : threads)
    each.join();
  for (const std::vector<std::string>& each : found)
    EXPECT_EQ(each, expected);
}

} // namespace
} // namespace hotchkiss
