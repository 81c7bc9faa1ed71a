#include "importers/lines/batches.h"
#include "importers/lines/knownrivers.h"
#include "importers/lines/rivers.h"
#include "importers/recipe/recipe.h"
#include "libscenario/module/newmodule.h"
#include "libterrain/search/chain.h"
#include "tests/importers/support.h"

#include <cmath>
#include <random>
#include <set>

namespace hotchkiss::test {
namespace {

Polyline wander(std::mt19937& random, Point from, int steps) {
  Polyline out{from};
  double angle = std::uniform_real_distribution<>(0, 6.28)(random);
  for (int i = 0; i < steps; ++i) {
    angle += std::uniform_real_distribution<>(-0.3, 0.3)(random);
    out.push_back({out.back().x + 0.3 * std::cos(angle), out.back().y + 0.3 * std::sin(angle)});
  }
  return out;
}

double gapBetween(const Polyline& a, const Polyline& b) {
  double best = 1e9;
  for (const Point p : a)
    for (const Point q : b)
      best = std::min(best, distance(p, q));
  return best;
}

TEST(Batches, KeepTheOrderOfLinesThatSeeEachOther) {
  std::mt19937 random(7);
  constexpr double kReach = 3;
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Polyline> lines;
    for (int i = 0; i < 25; ++i)
      lines.push_back(
          wander(random,
                 {std::uniform_real_distribution<>(-30, 30)(random), std::uniform_real_distribution<>(-30, 30)(random)},
                 static_cast<int>(random() % 60)));
    std::vector<const Polyline*> pointers;
    std::vector<std::size_t> order;
    for (const Polyline& line : lines) {
      order.insert(order.begin() + static_cast<std::ptrdiff_t>(random() % (order.size() + 1)), pointers.size());
      pointers.push_back(&line);
    }
    const auto batches = independentBatches(order, pointers, kReach);
    std::vector<std::size_t> batchOf(lines.size(), 999);
    std::size_t count = 0;
    for (std::size_t b = 0; b < batches.size(); ++b)
      for (const std::size_t i : batches[b]) {
        batchOf[i] = b;
        ++count;
      }
    ASSERT_EQ(count, lines.size());
    EXPECT_LT(batches.size(), lines.size()) << "some lines are far from each other";
    for (std::size_t x = 0; x < order.size(); ++x)
      for (std::size_t y = x + 1; y < order.size(); ++y)
        if (gapBetween(lines[order[x]], lines[order[y]]) <= kReach) {
          EXPECT_LT(batchOf[order[x]], batchOf[order[y]]);
        }
  }
}

/// A module of 30 x 20 hexes at 1 km.
Document groundModule() {
  NewModule wanted;
  wanted.id = "ground";
  wanted.title = "Ground";
  wanted.ruleset = "gcacw";
  wanted.extent = {30, 20};
  wanted.frameRecord = R"({"crs":"EPSG:26918","origin":[300000,4410000],"pitch":[1000,1000]})";
  return makeModule(wanted);
}

Recipe::Step riverStep(const std::string& id, const std::string& source) {
  return {
      "rivers", id,
      json{{"source", source}, {"name", "name"}, {"course", "river"}, {"classes", {{{"feature", "creek"}}}}}.dump()};
}

/// One step after the other on a map, as the command line does, not by a recipe: the river of the first is only known
/// from the map.
TEST(RiverJoin, ASingleImportJoinsWhatTheMapHas) {
  Scratch scratch;
  for (const double deviation : {0.0, 0.35}) { // the source of the second may be a worse one
    Document module = groundModule();
    const Frame frame = TestMap().context.frame;
    std::vector<Point> big;
    for (double x = 2; x <= 24; x += 0.1)
      big.push_back({x, 10 + 0.8 * std::sin(x)});
    std::vector<Point> small;
    for (double y = 2; y <= 10 + 0.8 * std::sin(13.0) - deviation; y += 0.1)
      small.push_back({13 + 0.4 * std::sin(y), y});
    small.push_back({13, 10 + 0.8 * std::sin(13.0) - deviation});
    writeLines(scratch / "big.geojson", frame, {{big, {{"name", "Big River"}}}});
    writeLines(scratch / "small.geojson", frame, {{small, {{"name", "Small Run"}}}});
    RecipeSettings settings;
    settings.folder = scratch / "";
    for (const char* name : {"big", "small"})
      settings.sources[{"source", name}] =
          json{{"title", name}, {"file", std::string(name) + ".geojson"}, {"crs", frame.crs}}.dump();
    for (const char* name : {"big", "small"}) {
      const Result<Imported> imported = runStep(module, riverStep(name, name), settings);
      ASSERT_TRUE(imported.ok()) << imported.error().text();
      imported->edit.apply(module);
    }
    const std::vector<KnownRiver> rivers = riversOnMap(module);
    ASSERT_EQ(rivers.size(), 2U);
    EXPECT_EQ(rivers[0].id, "big-river");
    EXPECT_EQ(rivers[1].id, "small-run");
    const VertexId mouth = rivers[1].chain.back();
    EXPECT_EQ(std::count(rivers[0].chain.begin(), rivers[0].chain.end(), mouth), 1) << deviation;
    const std::string* join = module.record("map/named", {"join", toText(mouth)});
    ASSERT_NE(join, nullptr) << deviation;
    EXPECT_EQ(json::parse(*join)["of"], json::array({"big-river", "small-run"}));
    for (std::size_t k = 0; k + 1 < rivers[1].chain.size(); ++k)
      EXPECT_EQ(std::count(rivers[0].chain.begin(), rivers[0].chain.end(), rivers[1].chain[k]), 0)
          << "they meet once only";
    // The same step again: nothing is doubled, and the join is the same.
    const Result<Imported> again = runStep(module, riverStep("small", "small"), settings);
    ASSERT_TRUE(again.ok());
    Document after = module;
    again->edit.apply(after);
    EXPECT_EQ(after, module);
  }
}

/// The Ohio is longer on many maps than the Mississippi, and flows into it all the same.
TEST(RiverJoin, ALongRiverFlowsIntoAShorterOne) {
  Scratch scratch;
  TestMap map;
  std::vector<Point> shorter;
  for (double y = 4; y <= 15; y += 0.05)
    shorter.push_back({5 + 0.6 * std::sin(y), y});
  std::vector<Point> longer;
  for (double x = 24; x > 5 + 0.6 * std::sin(9.5); x -= 0.05)
    longer.push_back({x, 9.5 + 0.7 * std::sin(x) * std::min(1.0, (x - 5) / 4)});
  longer.push_back({5 + 0.6 * std::sin(9.5), 9.5});
  map.add("v", writeLines(scratch / "r.geojson", map.context.frame,
                          {{shorter, {{"name", "Main River"}}}, {longer, {{"name", "Long River"}}}}));
  const auto imported =
      importRivers(map.context, "rivers",
                   json::parse(R"({"source":"v","name":"name","course":"river","classes":[{"feature":"creek"}]})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  std::size_t joins = 0;
  for (const auto& [key, text] : after.table("map/named"))
    if (key.section == "join") {
      ++joins;
      EXPECT_EQ(json::parse(text)["of"], json::array({"long-river", "main-river"}));
    }
  EXPECT_EQ(joins, 1U);
  for (const Doubt& doubt : imported->doubts)
    EXPECT_NE(doubt.reason.find("more than half a hex"), std::string::npos) << doubt.reason;
}

TEST(RiverJoin, DoubtsAboutCoursesAreInTheEvidence) {
  Scratch scratch;
  Document module = groundModule();
  const Frame frame = TestMap().context.frame;
  std::vector<Point> before;
  std::vector<Point> behind;
  for (double x = 3; x <= 10; x += 0.2)
    before.push_back({x, 8 + 0.5 * std::sin(x)});
  for (double x = 10.8; x <= 20; x += 0.2)
    behind.push_back({x, 8 + 0.5 * std::sin(x)});
  writeLines(scratch / "r.geojson", frame, {{before, {{"name", "Gap Run"}}}, {behind, {{"name", "Gap Run"}}}});
  RecipeSettings settings;
  settings.folder = scratch / "";
  settings.sources[{"source", "r"}] = json{{"title", "R"}, {"file", "r.geojson"}, {"crs", frame.crs}}.dump();
  for (int time = 0; time < 2; ++time) { // a second run replaces what the first one said
    const Result<Imported> imported = runStep(module, riverStep("rivers", "r"), settings);
    ASSERT_TRUE(imported.ok()) << imported.error().text();
    imported->edit.apply(module);
    const std::string* evidence = module.record("map/evidence", {"course", "gap-run"});
    ASSERT_NE(evidence, nullptr);
    const json record = json::parse(*evidence);
    ASSERT_EQ(record["doubts"].size(), 1U) << record.dump();
    EXPECT_EQ(record["doubts"][0]["step"], "rivers");
    EXPECT_NE(record["doubts"][0]["reason"].get<std::string>().find("bridged"), std::string::npos);
    const Result<LoadedModule> loaded = readModule(writeModule(module));
    ASSERT_TRUE(loaded.ok()) << loaded.error().text();
    EXPECT_EQ(loaded->document.record("map/evidence", {"course", "gap-run"}) == nullptr, false);
  }
  // Without the gap the reason goes.
  writeLines(scratch / "r.geojson", frame, {{before, {{"name", "Gap Run"}}}});
  const Result<Imported> imported = runStep(module, riverStep("rivers", "r"), settings);
  ASSERT_TRUE(imported.ok());
  imported->edit.apply(module);
  EXPECT_EQ(module.record("map/evidence", {"course", "gap-run"}), nullptr);
}

/// A lake between two rivers, and a dead arm of the same length into which nothing flows.
struct LinkedRivers {
  std::vector<TestLine> lines;
  LinkedRivers() {
    std::vector<Point> upper;
    std::vector<Point> lake;
    std::vector<Point> lower;
    for (double x = 3; x < 11.95; x += 0.1)
      upper.push_back({x, 8 + 0.5 * std::sin(x)});
    for (double x = 12; x < 13.05; x += 0.1)
      lake.push_back({x, 8 + 0.5 * std::sin(x)});
    for (double x = 13; x <= 25; x += 0.1)
      lower.push_back({x, 8 + 0.5 * std::sin(x)});
    upper.push_back(lake.front());
    lake.back() = lower.front();
    lines = {{upper, {{"name", "Upper River"}}},
             {lake, {{"name", "Long Lake"}}},
             {lower, {{"name", "Lower River"}}},
             {{{20, 14}, {20.5, 14.3}, {21, 14}}, {{"name", "Dead Arm"}}}};
  }
};

json importedCourses(const Document& after) {
  json out = json::array();
  for (const auto& [key, text] : after.table("map/named"))
    if (key.section == "course")
      out.push_back(key.id);
  return out;
}

TEST(RiverJoin, AShortCourseThatLinksOthersStays) {
  Scratch scratch;
  TestMap map;
  map.add("v", writeLines(scratch / "r.geojson", map.context.frame, LinkedRivers().lines));
  const auto imported = importRivers(
      map.context, "rivers",
      json::parse(R"({"source":"v","name":"name","course":"river","minLength":3,"classes":[{"feature":"creek"}]})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  EXPECT_EQ(importedCourses(after), json::array({"long-lake", "lower-river", "upper-river"}));
  // One way from the first spring to the last mouth: every hexside of it hangs on the next.
  std::vector<EdgeId> edges;
  after.forEachEdge([&](EdgeId e, std::uint32_t) { edges.push_back(e); });
  const auto walked = walkChain(after.lattice(), ChainKind::AlongEdges, edges, std::nullopt);
  const ChainWalk* walk = std::get_if<ChainWalk>(&walked);
  ASSERT_NE(walk, nullptr);
  EXPECT_EQ(walk->corners.size(), edges.size() + 1);
  std::size_t joins = 0;
  for (const auto& [key, text] : after.table("map/named"))
    joins += key.section == "join" ? 1U : 0U;
  EXPECT_EQ(joins, 2U);
  // The short line that nothing needs is left out, by name.
  ASSERT_EQ(std::count_if(imported->doubts.begin(), imported->doubts.end(),
                          [](const Doubt& d) { return d.reason.find("left out") != std::string::npos; }),
            1);
  EXPECT_TRUE(std::any_of(imported->doubts.begin(), imported->doubts.end(), [](const Doubt& d) {
    return d.reason.find("Dead Arm, 1.2 hexes long, was left out: the step takes lines from 3.0") == 0;
  })) << imported->doubts[0].reason;
}

/// So short that no hexside stands for it: what flows into it flows into what comes next.
TEST(RiverJoin, ALinkShorterThanAHexsideIsPassed) {
  Scratch scratch;
  TestMap map;
  std::vector<Point> big;
  for (double x = 2; x <= 24; x += 0.1)
    big.push_back({x, 10 + 0.8 * std::sin(x)});
  const Point mouth{13, 10 + 0.8 * std::sin(13.0)};
  std::vector<Point> small;
  for (double y = 2; y < mouth.y - 0.2; y += 0.1)
    small.push_back({13 + 0.4 * std::sin(y), y});
  const Point lock{13, mouth.y - 0.12};
  small.push_back(lock);
  map.add("v",
          writeLines(
              scratch / "r.geojson", map.context.frame,
              {{big, {{"name", "Big River"}}}, {small, {{"name", "Small Run"}}}, {{lock, mouth}, {{"name", "Lock"}}}}));
  const auto imported = importRivers(
      map.context, "rivers",
      json::parse(
          R"({"source":"v","name":"name","course":"river","joinWithin":0.05,"classes":[{"feature":"creek"}]})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  Document after = map.document;
  imported->edit.apply(after);
  EXPECT_EQ(importedCourses(after), json::array({"big-river", "small-run"}));
  json joined;
  for (const auto& [key, text] : after.table("map/named"))
    if (key.section == "join")
      joined.push_back(json::parse(text)["of"]);
  EXPECT_EQ(joined, json::array({json::array({"big-river", "small-run"})}));
}

/// A tributary of a side arm: the arm is left out, because a course has no forks, and the tributary says so.
TEST(RiverJoin, ALostTargetIsADoubt) {
  Scratch scratch;
  TestMap map;
  const Point fork{8, 12};
  const Point meet{16, 12};
  std::vector<Point> before;
  std::vector<Point> main;
  std::vector<Point> arm;
  std::vector<Point> behind;
  for (double x = 2; x < fork.x; x += 0.1)
    before.push_back({x, 12});
  before.push_back(fork);
  for (double t = 0; t <= 1.0001; t += 0.01) {
    main.push_back({fork.x + 8 * t, 12 + 2.6 * std::sin(3.14159265 * t)});
    arm.push_back({fork.x + 8 * t, 12 - 3.6 * std::sin(3.14159265 * t)});
  }
  for (double x = meet.x; x < 26; x += 0.1)
    behind.push_back({x, 12});
  std::vector<Point> small;
  for (double y = 2; y < 8.4; y += 0.1)
    small.push_back({12 + 0.2 * std::sin(y), y});
  small.push_back({12, 8.4});
  const json big{{"name", "Big River"}};
  map.add("v", writeLines(scratch / "r.geojson", map.context.frame,
                          {{before, big}, {main, big}, {arm, big}, {behind, big}, {small, {{"name", "Small Run"}}}}));
  const auto imported =
      importRivers(map.context, "rivers",
                   json::parse(R"({"source":"v","name":"name","course":"river","classes":[{"feature":"creek"}]})"));
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  const auto says = [&](const std::string& id, const std::string& words) {
    return std::any_of(imported->doubts.begin(), imported->doubts.end(), [&](const Doubt& d) {
      return (id.empty() || d.id == id) && d.reason.find(words) != std::string::npos;
    });
  };
  EXPECT_TRUE(says({}, "a side arm of Big River"));
  EXPECT_TRUE(says("small-run", "flows into Big River in the source, which is not on the map here"));
}

/// An estuary of two hexes between the last point of the source and the coast; a river that was drawn upstream, and its
/// tributary, too.
TEST(RiverJoin, RiversAreLedOnToTheCoast) {
  Scratch scratch;
  TestMap map;
  const Lattice& lattice = map.document.lattice();
  Catalogue catalogue;
  catalogue.edgeFeatures["creek"].excludes = {"coast"};
  catalogue.edgeFeatures["coast"];
  catalogue.named["course"]["river"];
  map.context.catalogue = &catalogue;
  std::set<VertexId> shore;
  {
    Stroke stroke(map.document, "coast");
    for (int r = 0; r < 20; ++r)
      for (const int d : {0, 1, 2}) // the eastern sides of column 20
        if (const EdgeId e = lattice.edge({20, r}, d); lattice.hexes(e)[0].c != lattice.hexes(e)[1].c) {
          stroke.putFeature(e, {"coast", {}, {}, {}, {}, {}});
          for (const VertexId v : lattice.ends(e))
            shore.insert(v);
        }
    stroke.finish();
  }
  const double coast = lattice.centre({20, 5}).x + 0.45;
  std::vector<Point> down;
  std::vector<Point> up;
  for (double x = 3; x < coast - 2; x += 0.1)
    down.push_back({x, 5 + 0.4 * std::sin(x)});
  for (double x = 4; x < coast - 1.5; x += 0.1)
    up.push_back({x, 13 + 0.4 * std::sin(x)});
  std::vector<Point> branch{{up[60].x, up[60].y}};
  for (double y = up[60].y + 0.1; y < 18; y += 0.1)
    branch.push_back({up[60].x + 0.3 * std::sin(y - up[60].y), y});
  const Point spring = up.front();
  std::reverse(up.begin(), up.end()); // from the sea to the spring
  map.add("v", writeLines(scratch / "r.geojson", map.context.frame,
                          {{down, {{"name", "Down"}}}, {up, {{"name", "Up"}}}, {branch, {{"name", "Branch"}}}}));
  const auto made = [&](double reach) {
    const auto imported = importRivers(map.context, "rivers",
                                       json{{"source", "v"},
                                            {"name", "name"},
                                            {"course", "river"},
                                            {"toCoast", reach},
                                            {"classes", {{{"feature", "creek"}}}}});
    map.context.rivers.clear();
    EXPECT_TRUE(imported.ok());
    Document after = map.document;
    imported->edit.apply(after);
    return std::pair{after, imported->doubts};
  };
  const auto mouth = [](const Document& after, const char* id) {
    const json at = json::parse(*after.record("map/named", {"course", id}))["mouth"];
    return VertexId{at[0], at[1], at[2]};
  };
  const auto [led, doubts] = made(3);
  EXPECT_EQ(shore.count(mouth(led, "down")), 1U);
  EXPECT_EQ(shore.count(mouth(led, "up")), 1U);
  const std::string* join = led.record("map/named", {"join", toText(mouth(led, "branch"))});
  ASSERT_NE(join, nullptr);
  EXPECT_EQ(json::parse(*join)["of"], json::array({"branch", "up"}));
  EXPECT_EQ(std::count_if(doubts.begin(), doubts.end(),
                          [](const Doubt& d) { return d.reason.find("hexes to the coast") != std::string::npos; }),
            2);
  // Farther than that from the sea nothing is led on, and without the member nothing is turned.
  EXPECT_EQ(shore.count(mouth(made(1).first, "down")), 0U);
  const Document plain = made(0).first;
  EXPECT_LT(distance(lattice.position(mouth(plain, "up")), spring), 1);
}

} // namespace
} // namespace hotchkiss::test
