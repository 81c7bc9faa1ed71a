// Speed of the core, side by side with a peer doing the same work in the same run. Prints ratios; nothing here is a
// test.

#include "libscenario/module/modulefiles.h"
#include "libscenario/validation/livefindings.h"
#include "libscenario/validation/validator.h"
#include "libterrain/edit/stroke.h"
#include "libterrain/search/flood.h"

#include <benchmark/benchmark.h>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

using namespace hotchkiss;

namespace {

constexpr std::int32_t kSide = 1000;

double seconds(const std::function<void()>& work) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

void report(const char* what, double ours, double peer, const char* peerName) {
  std::printf("%-46s %8.3f s   %-34s %8.3f s   ratio %6.1f\n", what, ours, peerName, peer, peer / ours);
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
  const std::array<std::uint32_t, 3> terrains{document.pool().intern("clear"), document.pool().intern("woods"),
                                              document.pool().intern("rough")};
  for (std::int32_t c = 0; c < kSide; ++c)
    for (std::int32_t r = 0; r < kSide; ++r)
      document.setHex(
          {c, r}, {terrains.at(static_cast<std::size_t>((c / 7 + r / 5) % 3)), TextPool::kNone, HexValue::kNoLevel});
  for (std::int32_t c = 0; c < kSide; c += 2)
    for (std::int32_t r = 0; r < 900; ++r)
      document.setEdge({c, r, 0}, document.pool().intern(R"({"path.road":{}})")); // roads from north to south
  return document;
}

/// What an editor waits for after each stroke, against judging everything anew.
void benchLocalFindings(const Document& start) {
  Document document = start;
  LiveFindings live;
  live.accept(LiveFindings::run(live.job(document)));
  const double full = seconds([&] { benchmark::DoNotOptimize(LiveFindings::run(live.job(document))); });
  constexpr int kStrokes = 20;
  double slowest = 0;
  for (int i = 0; i < kStrokes; ++i) {
    Stroke stroke(document, "paint");
    for (std::int32_t c = 0; c < 10; ++c)
      for (std::int32_t r = 0; r < 10; ++r) {
        stroke.setTerrain({100 + c + 7 * i, 200 + r}, i % 2 == 0 ? "swamp" : "clear");
        stroke.setEdge({100 + c + 7 * i, 200 + r, 2}, R"({"minor_river":{},"path.trail":{}})");
      }
    const Edit edit = stroke.finish();
    const double here = seconds([&] { benchmark::DoNotOptimize(live.edited(document, edit)); });
    slowest = std::max(slowest, here);
  }
  report("local findings of a stroke over 100 hexes in 1 M, slowest of 20", slowest, full, "judging all of them");
}

void benchLoad(const Document& document) {
  const ModuleFiles files = writeModule(document);
  const double ours = seconds([&] { benchmark::DoNotOptimize(validate(*readModule(files))); });
  const double peer = seconds([&] {
    benchmark::DoNotOptimize(nlohmann::json::parse(files.at("map/hexes.json")));
    benchmark::DoNotOptimize(nlohmann::json::parse(files.at("map/edges.json")));
  });
  report("load and validate 1 M hexes, 450 k edges", ours, peer, "only parsing the same into a DOM");
}

void benchFlood() {
  using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property,
                                                   boost::property<boost::edge_weight_t, std::uint32_t>>;
  const Lattice lattice(Orientation::Flat, Parity::Odd);
  const Extent extent{kSide, kSide};
  StepCosts costs(extent, 1);
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  std::vector<std::uint32_t> weights;
  for (std::int32_t c = 0; c < kSide; ++c)
    for (std::int32_t r = 0; r < kSide; ++r)
      for (int d = 0; d < kSides; ++d) {
        const HexCoord to = lattice.neighbour({c, r}, d);
        const auto cost = static_cast<std::uint16_t>(1 + (c * 7 + r * 13 + d * 3) % 12);
        costs.set({c, r}, d, cost);
        if (!extent.contains(to))
          continue;
        edges.emplace_back(costs.index({c, r}), costs.index(to));
        weights.push_back(cost);
      }
  const Graph graph(boost::edges_are_sorted, edges.begin(), edges.end(), weights.begin(),
                    static_cast<std::size_t>(extent.area()));
  const HexCoord start{kSide / 2, kSide / 2};
  std::vector<std::uint32_t> distances(static_cast<std::size_t>(extent.area()));
  const double peer = seconds([&] {
    boost::dijkstra_shortest_paths(
        graph, costs.index(start),
        boost::distance_map(boost::make_iterator_property_map(distances.begin(), get(boost::vertex_index, graph))));
  });
  Flood result;
  const double ours = seconds([&] { result = flood(lattice, extent, costs, std::span(&start, 1)); });
  report("flood over 1 M hexes", ours, peer, "Boost.Graph Dijkstra, CSR graph");
  if (result.cost != distances) {
    std::printf("the floods disagree\n");
    std::exit(1);
  }
}

void benchStroke(Document& document) {
  std::vector<HexCoord> hexes;
  for (std::int32_t i = 0; i < 10'000; ++i)
    hexes.push_back({100 + i % 100, 100 + i / 100});
  Edit edit;
  const double stroke = seconds([&] {
    const Document snapshot = document; // as the painter holds one
    Stroke painted(document, "paint");
    for (const HexCoord h : hexes)
      painted.setTerrain(h, document.terrain(h) == "swamp" ? "clear" : "swamp");
    edit = painted.finish();
  });
  const Edit inverse = edit.inverse();
  const double undo = seconds([&] { inverse.apply(document); });
  const double redo = seconds([&] { edit.apply(document); });
  std::printf("stroke over 10,000 hexes %.2f ms, undo %.2f ms, redo %.2f ms (a frame is 16 ms)\n", stroke * 1e3,
              undo * 1e3, redo * 1e3);
}

} // namespace

int main() {
  Document document = bigDocument();
  benchLoad(document);
  benchLocalFindings(document);
  benchFlood();
  benchStroke(document);
}
