#include "importers/lines/batches.h"
#include "importers/lines/knownrivers.h"
#include "importers/lines/rivers.h"
#include "importers/recipe/recipe.h"
#include "libscenario/module/newmodule.h"
#include "libterrain/search/chain.h"
#include "tests/importers/support.h"

#include <cmath>
#include <random>

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

} // namespace
} // namespace hotchkiss::test
