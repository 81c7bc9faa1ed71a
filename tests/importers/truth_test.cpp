#include "importers/cover/coverimport.h"
#include "importers/lines/paths.h"
#include "importers/lines/rivers.h"
#include "importers/places/placesimport.h"
#include "importers/recipe/recipe.h"
#include "libterrain/grid/polygon.h"
#include "tests/importers/support.h"

#include <atomic>
#include <cmath>
#include <iostream>
#include <random>
#include <set>

// Whole importers against answers that are known: shares by counting points, rivers drawn along known hexsides.

namespace hotchkiss::test {
namespace {

double between(std::mt19937& random, double low, double high) {
  return std::uniform_real_distribution<>(low, high)(random);
}

/// A star with a hole: no sides cross, and it has bays and points.
Rings randomStar(std::mt19937& random, Point middle, double size) {
  Polyline outer;
  Polyline inner;
  const int corners = 5 + static_cast<int>(random() % 14);
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * 3.14159265358979 * i / corners;
    const double far = size * between(random, 0.45, 1.0);
    outer.push_back({middle.x + far * std::cos(angle), middle.y + far * std::sin(angle)});
    const double near = size * between(random, 0.1, 0.35);
    inner.push_back({middle.x + near * std::cos(angle), middle.y + near * std::sin(angle)});
  }
  outer.push_back(outer.front());
  inner.push_back(inner.front());
  return {outer, inner};
}

bool covers(const Rings& rings, Point p) {
  bool in = false;
  for (const auto& ring : rings)
    for (std::size_t i = 1; i < ring.size(); ++i) {
      const Point a = ring[i - 1];
      const Point b = ring[i];
      if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
        in = !in;
    }
  return in;
}

TEST(Truth, SharesOfRandomPolygonsAreWhatCountingPointsGives) {
  std::mt19937 random(1863);
  for (int trial = 0; trial < 40; ++trial) {
    const Lattice lattice(trial % 2 == 0 ? Orientation::Flat : Orientation::Pointy,
                          trial % 4 < 2 ? Parity::Odd : Parity::Even);
    const Extent extent{9, 8};
    const Point centre = lattice.centre({4, 4});
    const Rings star = randomStar(random, {centre.x + between(random, -2, 2), centre.y + between(random, -2, 2)},
                                  between(random, 0.4, 4));
    std::map<HexCoord, std::pair<int, int>> counted; // points of the hex, and those that the polygon covers
    constexpr double kStep = 0.021;                  // about 2,000 points in a hex
    for (double x = -1.5; x < 11; x += kStep)
      for (double y = -1.5; y < 11; y += kStep) {
        const HexCoord h = lattice.hexAt({x, y});
        if (!extent.contains(h))
          continue;
        ++counted[h].first;
        counted[h].second += covers(star, {x, y}) ? 1 : 0;
      }
    std::map<HexCoord, double> shares;
    for (const HexShare& share : hexShares(lattice, extent, star))
      shares[share.hex] = share.share;
    for (const auto& [hex, points] : counted) {
      const double brute = static_cast<double>(points.second) / points.first;
      const double exact = shares.count(hex) > 0 ? shares[hex] : 0;
      EXPECT_NEAR(exact, brute, 0.025) << "trial " << trial << " hex " << toText(hex);
    }
  }
}

/// Rivers along known hexsides: main ones from edge to edge, tributaries that end in one of their corners.
struct RiverMap {
  Lattice lattice;
  Extent extent{44, 34};
  std::vector<std::vector<VertexId>> rivers; ///< downstream
  std::vector<std::size_t> tributaryOf;      ///< of each: the river that it joins, or itself
  std::set<VertexId> taken;
  std::set<VertexId> near; ///< taken corners and those beside them

  bool onMap(VertexId v) const {
    const auto hexes = lattice.hexes(v);
    return std::all_of(hexes.begin(), hexes.end(), [&](HexCoord h) { return extent.contains(h); });
  }
  /// From a corner away in one direction, winding a little, until something is in the way.
  std::vector<VertexId> walk(std::mt19937& random, VertexId from, double heading, std::size_t longest) const {
    std::vector<VertexId> out{from};
    std::set<VertexId> seen{from};
    while (out.size() < longest) {
      heading += between(random, -0.5, 0.5);
      std::optional<VertexId> best;
      double most = -2;
      for (const VertexId next : lattice.neighbours(out.back())) {
        if (seen.count(next) > 0 || !onMap(next))
          continue;
        bool free = taken.count(next) == 0;
        if (out.size() > 1) // the first one lies beside the river that it joins
          free = free && near.count(next) == 0;
        else
          for (const VertexId beside : lattice.neighbours(next))
            free = free && (beside == from || taken.count(beside) == 0);
        // Nor does it come beside its own earlier course.
        for (const VertexId beside : lattice.neighbours(next))
          free = free && (beside == out.back() || seen.count(beside) == 0);
        if (!free)
          continue;
        const Point a = lattice.position(out.back());
        const Point b = lattice.position(next);
        const double along = (b.x - a.x) * std::cos(heading) + (b.y - a.y) * std::sin(heading);
        if (along > most) {
          most = along;
          best = next;
        }
      }
      if (!best)
        break;
      out.push_back(*best);
      seen.insert(*best);
    }
    return out;
  }
  void add(std::vector<VertexId> river, std::size_t target) {
    for (const VertexId v : river) {
      taken.insert(v);
      near.insert(v);
      for (const VertexId n : lattice.neighbours(v))
        near.insert(n);
    }
    rivers.push_back(std::move(river));
    tributaryOf.push_back(target);
  }
  explicit RiverMap(std::mt19937& random, bool flat)
      : lattice(flat ? Orientation::Flat : Orientation::Pointy, Parity::Odd) {
    constexpr std::size_t kShortest = 12;
    for (int main = 0; main < 3; ++main) {
      const HexCoord start{2, 5 + 11 * main};
      const std::vector<VertexId> river = walk(random, lattice.vertex(start, 0), between(random, -0.2, 0.2), 90);
      if (river.size() >= kShortest && near.count(river.front()) == 0)
        add(river, rivers.size());
    }
    for (int tries = 0; tries < 40 && rivers.size() < 12; ++tries) {
      const std::size_t target = random() % rivers.size();
      const std::vector<VertexId>& river = rivers[target];
      const VertexId mouth = river[4 + random() % (river.size() - 8)];
      std::vector<VertexId> branch = walk(random, mouth, between(random, 0, 6.28), 30);
      if (branch.size() < kShortest)
        continue;
      std::reverse(branch.begin(), branch.end());
      add(branch, target);
    }
  }
};

/// Cuts a line into pieces, turns some of them round, and doubles some.
void addPieces(std::mt19937& random, const std::vector<Point>& line, const std::string& name,
               std::vector<TestLine>& out) {
  const std::size_t parts = 1 + random() % 5;
  std::size_t begin = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t end =
        part + 1 == parts ? line.size() - 1 : std::min(line.size() - 1, begin + line.size() / parts);
    if (end <= begin)
      continue;
    std::vector<Point> piece(line.begin() + static_cast<std::ptrdiff_t>(begin),
                             line.begin() + static_cast<std::ptrdiff_t>(end + 1));
    if (random() % 3 == 0)
      std::reverse(piece.begin(), piece.end());
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(random() % (out.size() + 1)), {piece, {{"name", name}}});
    if (random() % 3 == 0) // the same again, or a part of it
      out.push_back(
          {{piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(piece.size() / 2 + 1)}, {{"name", name}}});
    begin = end;
  }
}

TEST(Truth, WholeRiverMapsComeBack) {
  std::size_t truth = 0;
  std::size_t found = 0;
  std::size_t right = 0;
  std::size_t joins = 0;
  std::size_t joined = 0;
  for (unsigned seed = 0; seed < 24; ++seed) {
    std::mt19937 random(4000 + seed);
    const RiverMap drawn(random, seed % 2 == 0);
    ASSERT_GE(drawn.rivers.size(), 5U) << seed;
    Scratch scratch;
    TestMap map(drawn.extent, drawn.lattice);
    std::vector<TestLine> lines;
    std::set<EdgeId> edges;
    std::map<std::string, std::set<EdgeId>> edgesOf;
    std::set<std::pair<VertexId, std::set<std::string>>> wantedJoins;
    for (std::size_t i = 0; i < drawn.rivers.size(); ++i) {
      const std::string name = "River " + std::to_string(i);
      std::vector<Point> line;
      for (std::size_t k = 0; k < drawn.rivers[i].size(); ++k) {
        line.push_back(drawn.lattice.position(drawn.rivers[i][k]));
        if (k > 0)
          edges.insert(*drawn.lattice.edgeBetween(drawn.rivers[i][k - 1], drawn.rivers[i][k]));
      }
      if (drawn.tributaryOf[i] != i)
        wantedJoins.insert(
            {drawn.rivers[i].back(), {idFromName(name), "river-" + std::to_string(drawn.tributaryOf[i])}});
      addPieces(random, line, name, lines);
    }
    map.add("v", writeLines(scratch / "r.geojson", map.context.frame, lines));
    const auto imported =
        importRivers(map.context, "rivers",
                     json::parse(R"({"source":"v","name":"name","course":"river","classes":[{"feature":"creek"}]})"));
    ASSERT_TRUE(imported.ok()) << imported.error().text();
    Document after = map.document;
    imported->edit.apply(after);
    after.forEachEdge([&](EdgeId e, std::uint32_t) {
      ++found;
      right += edges.count(e);
    });
    truth += edges.size();
    joins += wantedJoins.size();
    for (const auto& [corner, of] : wantedJoins) {
      const std::string* join = after.record("map/named", {"join", toText(corner)});
      const bool isThere = join != nullptr && json::parse(*join)["of"].get<std::set<std::string>>() == of;
      joined += isThere ? 1U : 0U;
      if (!isThere)
        std::cout << "seed " << seed << ": " << *of.begin() << " and " << *of.rbegin() << " do not meet in "
                  << toText(corner) << "\n";
    }
    EXPECT_EQ(imported->lines.size(), drawn.rivers.size()) << seed;
  }
  EXPECT_GE(static_cast<double>(right) / static_cast<double>(truth), 0.995) << right << " of " << truth;
  EXPECT_GE(static_cast<double>(right) / static_cast<double>(found), 0.995) << right << " of " << found;
  EXPECT_GE(joins, 100U);
  EXPECT_GE(static_cast<double>(joined) / static_cast<double>(joins), 0.98) << joined << " of " << joins;
}

/// Every importer of lines and areas stops when it is told to, and says so.
TEST(Truth, ImportersStopWhenTheyAreTold) {
  Scratch scratch;
  TestMap map;
  const Frame& frame = map.context.frame;
  const std::vector<Point> line{{2, 3}, {9, 4}, {17, 6}, {24, 9}};
  map.add("lines", writeLines(scratch / "l.geojson", frame, {{line, {{"name", "One"}}}}));
  map.add("areas", writeLines(scratch / "a.geojson", frame,
                              {{{{2, 2}, {12, 2}, {12, 9}, {2, 9}, {2, 2}}, {{"name", "One"}}}}, "Polygon"));
  map.add("points", writeLines(scratch / "p.geojson", frame, {{{{5, 5}}, {{"name", "One"}}}}, "Point"));
  const std::map<std::string, std::function<Result<Imported>()>> imports{
      {"rivers",
       [&] {
         return importRivers(map.context, "s", json::parse(R"({"source":"lines","classes":[{"feature":"creek"}]})"));
       }},
      {"paths",
       [&] { return importPaths(map.context, "s", json::parse(R"({"source":"lines","classes":[{"path":"road"}]})")); }},
      {"cover",
       [&] {
         return importCover(map.context, "s",
                            json::parse(R"({"source":"areas","shape":"polygons","classes":[{"terrain":"woods"}]})"));
       }},
      {"regions",
       [&] {
         return importRegions(map.context, "s", json::parse(R"({"source":"areas","name":"name","region":"state"})"));
       }},
      {"places",
       [&] {
         return importPlaces(map.context, "s",
                             json::parse(R"({"source":"points","name":"name","classes":[{"place":"town"}]})"));
       }},
  };
  for (const auto& [name, run] : imports) {
    std::atomic<bool> cancel{false};
    std::size_t reports = 0;
    map.context.task.cancel = &cancel;
    map.context.task.progress = [&](std::string_view, double) { ++reports; };
    const auto whole = run();
    ASSERT_TRUE(whole.ok()) << name << ": " << whole.error().text();
    EXPECT_GE(reports, 1U) << name << " says how far it is";
    cancel = true;
    const auto stopped = run();
    ASSERT_FALSE(stopped.ok()) << name;
    EXPECT_EQ(stopped.error().message, cancelledError().message) << name;
  }
}

/// The roads and railroads of Natural Earth over a hundred counties: what hangs together there does so on the map.
TEST(Truth, RealRoadsKeepTheirTopology) {
  const auto recipe = Recipe::read(*readWholeFile(dataFile("roads.json"), 1 << 20));
  ASSERT_TRUE(recipe.ok());
  RecipeSettings settings;
  settings.folder = dataFile("");
  const json sources = json::parse(*readWholeFile(dataFile("sources.json"), 1 << 20));
  for (const json& row : sources["rows"])
    if (!row.empty())
      settings.sources[{row[0], row[1]}] = row[2].dump();
  const auto run = runRecipe(*recipe, settings);
  ASSERT_TRUE(run.ok()) << run.error().text();
  std::size_t steps = 0;
  for (const StepOutcome& step : run->steps) {
    if (step.kind != "paths")
      continue;
    ++steps;
    std::map<std::string, std::string> figures(step.imported.figures.begin(), step.imported.figures.end());
    EXPECT_GE(std::stoi(figures["connected sets, source"]), 5) << step.id;
    EXPECT_EQ(figures["connected sets, map"], figures["connected sets, source"]) << step.id;
    EXPECT_EQ(figures["broken connections"], "0") << step.id;
    EXPECT_EQ(figures["junctions short of an arm"], "0") << step.id;
    // Where roads of a whole country run less than a hex apart; each of these is in the review list.
    EXPECT_LE(std::stoi(figures["hexes shared without meeting"]), 4) << step.id;
  }
  EXPECT_EQ(steps, 2U);
}

} // namespace
} // namespace hotchkiss::test
