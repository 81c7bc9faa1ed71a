#include "importers/elevation/edgerules.h"

#include "importers/base/importcontext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Sets of hexsides that hang together at their corners: how many are in the set of each.
std::vector<std::size_t> runLengths(const Lattice& lattice, const std::vector<EdgeId>& edges) {
  std::vector<std::size_t> parent(edges.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](std::size_t i) {
    while (parent[i] != i)
      i = parent[i] = parent[parent[i]];
    return i;
  };
  std::map<VertexId, std::size_t> at;
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (const VertexId v : lattice.ends(edges[i]))
      if (const auto [it, isNew] = at.try_emplace(v, i); !isNew)
        parent[root(i)] = root(it->second);
  std::vector<std::size_t> size(edges.size(), 0);
  for (std::size_t i = 0; i < edges.size(); ++i)
    ++size[root(i)];
  std::vector<std::size_t> out(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    out[i] = size[root(i)];
  return out;
}

} // namespace

/// How a rule's numbers compare with the ground's: by how much the narrowest of them is reached or missed.
struct EdgeRules::Tested {
  bool possible = true;
  double margin = std::numeric_limits<double>::max(); ///< in units of what is doubtful
  const char* member = nullptr;
  double value = 0;
  double threshold = 0;
  double fallA = 0;
  double fallB = 0;
  bool hasFalls = false;

  void least(const char* name, double ground, double wanted, std::optional<double> within, double sign = 1) {
    const double doubtful = within ? *within : kDoubtfulShare * std::abs(wanted);
    const double difference = sign * (ground - wanted);
    // Where nothing is doubtful, only reached and missed remain.
    const double by = doubtful > 0 ? difference / doubtful : difference < 0 ? -1e9 : 1e9;
    if (by >= margin)
      return;
    margin = by;
    member = name;
    value = ground;
    threshold = wanted;
  }
};

EdgeRules::Tested EdgeRules::test(const json& rule, const EdgeFacts& facts) {
  Tested out;
  const double high = std::max(facts.a, facts.b);
  const double rise = std::abs(facts.a - facts.b);
  const auto number = [&](const char* name) { return rule.at(name).get<double>(); };
  if (rule.contains("levels") && !(facts.levels && *facts.levels >= rule["levels"].get<int>()))
    out.possible = false;
  const auto hexes = mLattice.hexes(facts.edge);
  if (rule.contains("divide") && !mDivides.between(hexes[0], hexes[1], rule["divide"].get<int>()))
    out.possible = false;
  if (!out.possible)
    return out;
  if (rule.contains("rise"))
    out.least("rise", rise, number("rise"), mWithin);
  if (rule.contains("grade")) // a grade is metres over the pitch
    out.least("grade", rise / mPitch, number("grade"), mWithin ? std::optional(*mWithin / mPitch) : std::nullopt);
  if (rule.contains("aboveBoth"))
    out.least("aboveBoth", facts.along - high, number("aboveBoth"), mWithin);
  if (rule.contains("shoulder"))
    out.least("shoulder", high - facts.along, number("shoulder"), mWithin, -1);
  if (rule.contains("fallsBoth") || rule.contains("fallsOne")) {
    constexpr int kRadius = 3;
    const int radius = rule.value("radius", kRadius);
    out.fallA = mDivides.fallBehind(hexes[0], hexes[1], radius);
    out.fallB = mDivides.fallBehind(hexes[1], hexes[0], radius);
    out.hasFalls = true;
    if (rule.contains("fallsBoth"))
      out.least("fallsBoth", std::min(out.fallA, out.fallB), number("fallsBoth"), mWithin);
    if (rule.contains("fallsOne"))
      out.least("fallsOne", std::max(out.fallA, out.fallB), number("fallsOne"), mWithin);
  }
  return out;
}

EdgeVerdict EdgeRules::judge(const EdgeFacts& facts, bool alsoRuns) {
  EdgeVerdict out;
  const auto doubt = [&](const json& rule, const Tested& tested) {
    if (!out.doubt.empty() || std::abs(tested.margin) >= 1)
      return;
    const std::string kind = rule.at("feature").get<std::string>();
    const std::string classId = rule.value("class", "");
    out.doubt = std::string(tested.member) + " is " + json(rounded(tested.value, 2)).dump() + ", near the " +
                json(tested.threshold).dump() + " of " + kind + (classId.empty() ? "" : " " + classId);
    out.confidence = rounded(0.5 + 0.25 * std::abs(tested.margin), 2);
  };
  for (const json& rule : mRules) {
    if (!alsoRuns && rule.contains("run"))
      continue;
    const Tested tested = test(rule, facts);
    if (!tested.possible)
      continue;
    // One side of a long run, more or less, is not worth a look: the run stands by the others.
    if (!rule.contains("run"))
      doubt(rule, tested);
    if (tested.margin < 0)
      continue;
    out.rule = &rule;
    out.fallA = tested.fallA;
    out.fallB = tested.fallB;
    out.hasFalls = tested.hasFalls;
    break;
  }
  return out;
}

std::vector<EdgeVerdict> EdgeRules::judge(const std::vector<EdgeFacts>& facts) {
  std::vector<EdgeVerdict> out;
  out.reserve(facts.size());
  std::vector<std::size_t> running;
  std::vector<EdgeId> edges;
  for (const EdgeFacts& one : facts) {
    out.push_back(judge(one, true));
    if (out.back().rule == nullptr || !out.back().rule->contains("run"))
      continue;
    running.push_back(out.size() - 1);
    edges.push_back(one.edge);
  }
  const std::vector<std::size_t> lengths = runLengths(mLattice, edges);
  for (std::size_t k = 0; k < running.size(); ++k)
    if (lengths[k] < out[running[k]].rule->at("run").get<std::size_t>())
      out[running[k]] = judge(facts[running[k]], false);
  return out;
}

} // namespace hotchkiss
