#include "importers/elevation/divides.h"
#include "importers/elevation/elevationimport.h"
#include "libscenario/module/folder.h"
#include "libscenario/module/modulefiles.h"
#include "tests/importers/support.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

// Ridges, crests and slopes on ground whose shape is known.

namespace hotchkiss::test {
namespace {

constexpr double kReliefCell = 50;
constexpr double kSlant = 0.3; // km eastward for each km southward

/// Metres by km from the north-western corner of the map.
Grid reliefGrid(const std::function<double(double, double)>& ground) {
  Grid out;
  out.width = 640;
  out.height = 480;
  out.geo = {298000, kReliefCell, 0, 4412000, 0, -kReliefCell};
  for (int y = 0; y < out.height; ++y)
    for (int x = 0; x < out.width; ++x)
      out.values.push_back(
          static_cast<float>(ground((x + 0.5) * kReliefCell / 1000 - 2, (y + 0.5) * kReliefCell / 1000 - 2)));
  return out;
}

double fromRidge(double x, double y) {
  return (x - 10 - kSlant * y) / std::hypot(1.0, kSlant);
}
double longRidge(double x, double y) {
  const double d = fromRidge(x, y);
  return 300 - 2 * y + 25 * std::exp(-d * d / 2) + 4 * std::abs(d - (d > 0 ? 4 : -4)) * (std::abs(d) > 4 ? 1 : 0);
}

struct Relief {
  Document after;
  std::vector<Doubt> doubts;
  std::map<std::string, std::vector<EdgeId>> edges;
};

Relief reliefOf(const std::function<double(double, double)>& ground, const std::string& members) {
  Scratch scratch;
  TestMap map({26, 18});
  map.add("dem", writeRaster(scratch / "r.tif", reliefGrid(ground)));
  const auto imported = importElevation(map.context, "dem", json::parse(R"({"source":"dem",)" + members + "}"));
  EXPECT_TRUE(imported.ok()) << imported.error().text();
  Relief out{map.document, {}, {}};
  if (!imported)
    return out;
  imported->edit.apply(out.after);
  out.doubts = imported->doubts;
  out.after.forEachEdge([&](EdgeId e, std::uint32_t) {
    for (const Feature& feature : out.after.features(e).features)
      out.edges[feature.kind].push_back(e);
  });
  return out;
}

std::vector<std::size_t> setsOf(const Lattice& lattice, const std::vector<EdgeId>& edges) {
  std::set<EdgeId> left(edges.begin(), edges.end());
  std::vector<std::size_t> sizes;
  while (!left.empty()) {
    std::vector<EdgeId> open{*left.begin()};
    left.erase(left.begin());
    std::size_t size = 0;
    while (!open.empty()) {
      const EdgeId e = open.back();
      open.pop_back();
      ++size;
      for (const EdgeId next : lattice.edgesTouching(e))
        if (left.erase(next) > 0)
          open.push_back(next);
    }
    sizes.push_back(size);
  }
  return sizes;
}

TEST(Relief, ADivideFollowsTheRidgeWithoutABreak) {
  const Relief relief = reliefOf(
      longRidge, R"("edges":[{"feature":"ridge","divide":15,"fallsBoth":8,"run":6},{"feature":"slope","rise":9}])");
  const Lattice& lattice = relief.after.lattice();
  const std::vector<EdgeId>& ridge = relief.edges.at("ridge");
  EXPECT_EQ(setsOf(lattice, ridge).size(), 1U) << "one line, not stubs";
  EXPECT_GE(ridge.size(), 16U) << "about as many rows as the map has";
  const TestMap map;
  double sum = 0;
  for (const EdgeId e : ridge) {
    const auto ends = lattice.ends(e);
    const Point from = map.context.frame.toGround(lattice.position(ends[0]));
    const Point to = map.context.frame.toGround(lattice.position(ends[1]));
    const double off =
        std::abs(fromRidge(((from.x + to.x) / 2 - 300000) / 1000, (4410000 - (from.y + to.y) / 2) / 1000));
    EXPECT_LT(off, 1.6) << toText(e); // a spur of one hexside here and there
    sum += off;
    const json record = json::parse(*relief.after.record("map/evidence", {"edge", toText(e)}));
    EXPECT_GE(record["values"]["falls"].get<double>(), 8) << toText(e);
    EXPECT_TRUE(record["values"].contains("rise") && record["values"].contains("along")) << record.dump();
    EXPECT_EQ(record["from"], json::array({"dem"}));
  }
  EXPECT_LT(sum / static_cast<double>(ridge.size()), 0.6);
  EXPECT_FALSE(relief.edges.at("slope").empty());
  // Every hexside has what the first rule that holds gives it.
  for (const EdgeId e : relief.edges.at("slope"))
    EXPECT_EQ(std::count(ridge.begin(), ridge.end(), e), 0);
}

TEST(Relief, ARunThatIsTooShortIsNone) {
  const Relief all = reliefOf(longRidge, R"("edges":[{"feature":"ridge","divide":15,"fallsBoth":8,"run":6}])");
  const std::size_t length = all.edges.at("ridge").size();
  const auto with = [&](std::size_t run) {
    return reliefOf(longRidge, R"("edges":[{"feature":"ridge","divide":15,"fallsBoth":8,"run":)" + std::to_string(run) +
                                   R"(},{"feature":"rise","fallsBoth":8,"divide":15}])");
  };
  EXPECT_EQ(with(length).edges.at("ridge").size(), length);
  const Relief none = with(length + 1);
  EXPECT_EQ(none.edges.count("ridge"), 0U);
  const Relief next = reliefOf(longRidge, R"("edges":[{"feature":"rise","fallsBoth":8,"divide":15}])");
  EXPECT_GE(next.edges.at("rise").size(), length);
  EXPECT_EQ(none.edges.at("rise"), next.edges.at("rise")) << "the next rule has its turn";
}

TEST(Relief, OnADivideTheLowSideIsWhereTheGroundFalls) {
  // A plateau in the east that breaks off to the west.
  const auto scarp = [](double x, double y) {
    return 300 - 0.2 * y + 40 / (1 + std::exp(-2 * (x - 12))) - 1.2 * std::max(0.0, x - 13);
  };
  const Relief relief =
      reliefOf(scarp, R"("edges":[{"feature":"crest","divide":15,"fallsOne":8,"role":"low","run":4}])");
  const Lattice& lattice = relief.after.lattice();
  ASSERT_EQ(relief.edges.count("crest"), 1U);
  for (const EdgeId e : relief.edges.at("crest")) {
    const auto hexes = lattice.hexes(e);
    const bool aIsWest = lattice.centre(hexes[0]).x < lattice.centre(hexes[1]).x;
    if (std::abs(lattice.centre(hexes[0]).x - lattice.centre(hexes[1]).x) > 0.1) {
      EXPECT_EQ(relief.after.features(e).find("crest")->side, aIsWest ? "a" : "b") << toText(e);
    }
  }
}

TEST(Relief, NumbersNearAThresholdAreDoubts) {
  // Every hexside rises by 10 m or by 5 m: a slope of 10.1 m is nearly reached by some, and by none one of 12 m.
  const auto slope = [](double x, double) { return 100 + 10 / (std::sqrt(3.0) / 2) * x; };
  const auto doubtsAt = [&](const std::string& rise, const std::string& more) {
    return reliefOf(slope, R"("edges":[{"feature":"slope","rise":)" + rise + "}]" + more).doubts;
  };
  const auto near = doubtsAt("10.1", "");
  ASSERT_FALSE(near.empty());
  EXPECT_EQ(near[0].section, "edge");
  EXPECT_EQ(near[0].reason.find("rise is 10"), 0U) << near[0].reason;
  EXPECT_NE(near[0].reason.find("near the 10.1 of slope"), std::string::npos) << near[0].reason;
  EXPECT_LE(near[0].confidence, 0.75);
  EXPECT_TRUE(doubtsAt("12", "").empty());
  EXPECT_FALSE(doubtsAt("12", R"(,"doubtWithin":2.5)").empty());
  EXPECT_TRUE(doubtsAt("10.1", R"(,"doubtWithin":0)").empty());
}

TEST(Relief, LevelsNearABorderNameTheOtherLevel) {
  const auto flat = [](double, double) { return 119.9; };
  for (const auto& [rounding, other] : {std::pair{"floor", "level 12"}, {"ceiling", "level 13"}}) {
    const Relief relief = reliefOf(flat, R"("levels":{"interval":10,"rounding":")" + std::string(rounding) + R"("})");
    EXPECT_EQ(relief.doubts.size(), 26U * 18U);
    const json record = json::parse(*relief.after.record("map/evidence", {"hex", "5.5"}));
    EXPECT_EQ(record["runnerUp"], other);
  }
  const auto half = [](double, double) { return 124.9; };
  const Relief relief = reliefOf(half, R"("levels":{"interval":10,"rounding":"nearest"})");
  EXPECT_EQ(relief.after.level({5, 5}), 12);
  EXPECT_EQ(json::parse(*relief.after.record("map/evidence", {"hex", "5.5"}))["runnerUp"], "level 13");
  const auto middle = [](double, double) { return 115.0; };
  EXPECT_TRUE(reliefOf(middle, R"("levels":{"interval":10})").doubts.empty());
}

/// The sample as it was built: its ridge lines have no stubs, and the heights that people fought for stand on long
/// ones.
TEST(Relief, TheRidgesOfGettysburgAreLines) {
  const auto relief = readModule(*readModuleFolder(sampleFile("gettysburg-ground")));
  const auto named = readModule(*readModuleFolder(sampleFile("gettysburg-ground-gbacw"))); // the same hexes, with names
  ASSERT_TRUE(relief.ok() && named.ok());
  const Document& document = relief->document;
  const Lattice& lattice = document.lattice();
  std::vector<EdgeId> ridges;
  document.forEachEdge([&](EdgeId e, std::uint32_t) {
    const FeatureSet features = document.features(e);
    if (features.find("ridge") != nullptr || features.find("crest") != nullptr)
      ridges.push_back(e);
  });
  for (const std::size_t size : setsOf(lattice, ridges))
    EXPECT_GE(size, 6U);
  struct Height {
    const char* place;
    double away;      ///< hexes from the ridge line at most
    std::size_t line; ///< hexsides that hang together there, at least
  };
  for (const Height& one :
       {Height{"lutheran-seminary", 1, 30}, Height{"mcpherson-s-farm", 1.5, 12}, Height{"cemetery-hill", 1, 60},
        Height{"culp-s-hill", 1, 60}, Height{"little-round-top", 1, 60}, Height{"round-top", 1, 60}}) {
    const std::string* place = named->document.record("map/named", {"place", one.place});
    ASSERT_NE(place, nullptr) << one.place;
    const json at = json::parse(*place)["at"];
    const Point centre = lattice.centre({at[0], at[1]});
    std::size_t longest = 0;
    for (const EdgeId e : ridges) {
      const auto hexes = lattice.hexes(e);
      const Point a = lattice.centre(hexes[0]);
      const Point b = lattice.centre(hexes[1]);
      if (distance(centre, {(a.x + b.x) / 2, (a.y + b.y) / 2}) > one.away)
        continue;
      std::set<EdgeId> line{e};
      for (std::vector<EdgeId> open{e}; !open.empty();) {
        const EdgeId last = open.back();
        open.pop_back();
        for (const EdgeId next : lattice.edgesTouching(last))
          if (std::find(ridges.begin(), ridges.end(), next) != ridges.end() && line.insert(next).second)
            open.push_back(next);
      }
      longest = std::max(longest, line.size());
    }
    EXPECT_GE(longest, one.line) << one.place;
  }
}

TEST(Relief, WaterLeavesEveryHollow) {
  // Two bowls beside each other on a map: the water of each gathers in its own, whichever way it leaves.
  const Lattice lattice;
  const Extent extent{20, 12};
  Divides divides(lattice, extent, [&](HexCoord h) {
    if (h.c < 0 || h.r < 0 || h.c >= extent.width || h.r >= extent.height)
      return std::nan("");
    const Point p = lattice.centre(h);
    const Point a = lattice.centre({4, 6});
    const Point b = lattice.centre({15, 6});
    return 100 + 3 * std::min(std::hypot(p.x - a.x, p.y - a.y), std::hypot(p.x - b.x, p.y - b.y));
  });
  EXPECT_TRUE(divides.between({9, 6}, {10, 6}, 10));
  EXPECT_FALSE(divides.between({4, 6}, {5, 6}, 10));
  EXPECT_FALSE(divides.between({14, 6}, {15, 6}, 10));
  EXPECT_FALSE(divides.between({9, 6}, {10, 6}, 1000)) << "no stream is that large";
  EXPECT_GT(divides.fallBehind({9, 6}, {10, 6}, 3), 5);
}

} // namespace
} // namespace hotchkiss::test
