// Speed of the rules, side by side with Boost.Graph on the same graph in the same run. Prints ratios. It fails when the
// two disagree on a distance or when the flood does not cover the map, because then the figures mean nothing.

#include "libscenario/module/modulefiles.h"
#include "libscenario/rules/reach.h"
#include "libterrain/edit/stroke.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>

#include <chrono>
#include <cstdio>
#include <functional>

using namespace hotchkiss;

namespace {

constexpr std::int32_t kSide = 1000;
constexpr HexCoord kStart{505, 498}; ///< no unit stands near it
constexpr std::size_t kCovered = 950'000;

double seconds(int runs, const std::function<void()>& work) {
  double best = 1e9;
  for (int i = 0; i < runs; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

Document bigDocument() {
  Document document = makeModule({"big",
                                  "Big",
                                  "gcacw",
                                  Lattice(Orientation::Flat, Parity::Odd),
                                  {kSide, kSide},
                                  "A",
                                  R"({"label":"{col:3}{row:3}","origin":[0,0],"size":[1000,1000]})",
                                  ""});
  const std::array<std::uint32_t, 4> terrains{document.pool().intern("clear"), document.pool().intern("woods"),
                                              document.pool().intern("rough"), document.pool().intern("rolling")};
  for (std::int32_t c = 0; c < kSide; ++c)
    for (std::int32_t r = 0; r < kSide; ++r)
      document.setHex(
          {c, r}, {terrains.at(static_cast<std::size_t>((c / 7 + r / 5) % 4)), TextPool::kNone, HexValue::kNoLevel});
  for (std::int32_t c = 0; c < kSide; c += 2)
    for (std::int32_t r = 0; r < 900; ++r)
      document.setEdge({c, r, 1}, document.pool().intern(R"({"path.road":{}})"));
  for (std::int32_t c = 1; c < kSide; c += 40)
    for (std::int32_t r = 0; r < kSide; ++r)
      document.setEdge({c, r, 1}, document.pool().intern(R"({"creek":{}})"));
  return document;
}

UnitState unitAt(const std::string& id, const char* side, HexCoord hex) {
  return {id, side, "infantry", "", {Location::Kind::Hex, hex, {}}, 0, 0, {{"mv", Value::number(6)}}};
}

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.text().c_str());
  return 1;
}

} // namespace

int main() {
  Document document = bigDocument();
  Result<Rules> made = Rules::of(document);
  if (!made)
    return fail(made.error());
  const auto rules = std::make_shared<Rules>(std::move(*made));
  Position position;
  position.put(unitAt("mover", "union", kStart));
  for (int i = 0; i < 2000; ++i)
    position.put(
        unitAt("u" + std::to_string(i), i % 4 == 0 ? "confederate" : "union", {(i * 37) % kSide, (i * 91) % kSide}));

  std::optional<Situation> situation;
  const double zones = seconds(3, [&] {
    Result<Situation> fresh = Situation::make(rules, position);
    if (fresh)
      situation = std::move(*fresh);
  });
  std::printf("zones of control of 2,001 units               %8.3f s\n", zones);

  const UnitState& mover = *situation->position().unit("mover");
  std::optional<CompiledMap> compiled;
  const double compile = seconds(1, [&] {
    Result<CompiledMap> fresh = CompiledMap::compile(*rules, situation->position().environment(), mover);
    if (fresh)
      compiled = std::move(*fresh);
    else
      fail(fresh.error());
  });
  if (!compiled)
    return 1;
  std::printf("compile 6 M steps                              %8.3f s\n", compile);

  // Steps a second, interpreted and compiled.
  StepJudge judge(situation->setting(), mover);
  constexpr int kSteps = 20'000;
  const double interpreted = seconds(1, [&] {
    for (int i = 0; i < kSteps; ++i)
      (void)judge.judge({i % 900, 400}, {i % 900, 399}, RunFacts{});
  });
  std::printf("steps interpreted                              %8.0f a second\n", kSteps / interpreted);
  std::printf("steps compiled                                 %8.0f a second\n", 6e6 / compile);
  const double looked = seconds(3, [&] {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(kSide) * kSide; ++i)
      for (int d = 0; d < kSides; ++d)
        sum += compiled->step(i, d);
    if (sum == 0)
      std::puts("no steps at all");
  });
  std::printf("steps looked up when compiled                  %8.0f a second\n", 6e6 / looked);

  Edit edit;
  {
    Stroke stroke(document, "paint");
    stroke.setTerrain({300, 300}, "swamp");
    edit = stroke.finish();
  }
  const double recompile = seconds(1, [&] {
    const auto changed = rules->update(document, edit);
    (void)compiled->update(*rules, changed);
  });
  std::printf("recompile after one edit                       %8.3f ms\n", recompile * 1e3);

  // The whole flood with zones and stacks, then the very same graph in Boost.
  Result<Reach> reach = Error{"not run", {}, 0, {}, {}};
  const ReachQuestion question{"mover", Rational(400'000), std::nullopt};
  const double ours = seconds(3, [&] { reach = findReach(*situation, question, &*compiled); });
  if (!reach)
    return fail(reach.error());
  using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property,
                                                   boost::property<boost::edge_weight_t, std::uint32_t>>;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  std::vector<std::uint32_t> weights;
  StepJudge exact(situation->setting(), mover);
  const Lattice& lattice = rules->lattice();
  for (std::int32_t c = 0; c < kSide; ++c)
    for (std::int32_t r = 0; r < kSide; ++r)
      for (int d = 0; d < kSides; ++d) {
        const HexCoord to = lattice.neighbour({c, r}, d);
        if (!rules->extent().contains(to))
          continue;
        const bool quiet = situation->isQuiet({c, r}) && situation->isQuiet(to);
        const std::uint16_t step = compiled->step(reach->index({c, r}), d);
        if (quiet && step < CompiledMap::kAsk) {
          edges.emplace_back(reach->index({c, r}), reach->index(to));
          weights.push_back(step);
        } else if (!quiet || step == CompiledMap::kAsk) {
          RunFacts run;
          run.isStart = HexCoord{c, r} == kStart;
          run.allowance = question.allowance;
          const Result<StepJudgement> asked = exact.judge({c, r}, to, run);
          // A hex where the mover stops has no way on: contact prohibits leaving it later.
          if (asked && asked->possible && !asked->takesAll) {
            edges.emplace_back(reach->index({c, r}), reach->index(to));
            weights.push_back(static_cast<std::uint32_t>(asked->least));
          }
        }
      }
  const Graph graph(boost::edges_are_sorted, edges.begin(), edges.end(), weights.begin(),
                    static_cast<std::size_t>(rules->extent().area()));
  std::vector<std::uint32_t> distances(static_cast<std::size_t>(rules->extent().area()));
  const double peer = seconds(3, [&] {
    boost::dijkstra_shortest_paths(
        graph, reach->index(kStart),
        boost::distance_map(boost::make_iterator_property_map(distances.begin(), get(boost::vertex_index, graph))));
  });
  std::printf("flood over 1 M hexes, zones and 2,001 units    %8.3f s   Boost.Graph Dijkstra %8.3f s   ratio %5.1f\n",
              ours, peer, peer / ours);
  std::size_t different = 0;
  std::size_t reached = 0;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (reach->possible[i] != distances[i])
      ++different;
    if (reach->possible[i] != Reach::kUnreached)
      ++reached;
  }
  std::printf("hexes reached: %zu; hexes where the two disagree: %zu\n", reached, different);
  if (different != 0 || reached < kCovered) {
    std::fprintf(stderr, "the two searches are not about the same thing\n");
    return 1;
  }
  return 0;
}
