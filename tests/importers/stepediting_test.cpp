#include "importers/frame/frameimport.h"
#include "importers/recipe/stepediting.h"
#include "importers/source/describe.h"
#include "importers/source/patch.h"
#include "libscenario/module/folder.h"
#include "libscenario/module/handwork.h"
#include "libscenario/module/newmodule.h"
#include "tests/importers/support.h"

namespace hotchkiss::test {
namespace {

/// An empty GCACW map of Virginia at 10 km.
Document virginia() {
  const auto framed = makeFrame(
      json::parse(R"({"crs":"EPSG:26918","pitch":10,"unit":"kilometre","area":{"bbox":[-80.3,36.9,-76.0,40.3]}})"),
      json::object(), {});
  EXPECT_TRUE(framed.ok());
  const auto ruleset = Ruleset::load("gcacw");
  NewModuleWish wish;
  wish.id = "virginia";
  wish.title = "Virginia";
  wish.extent = framed->extent;
  auto wanted = newModule(*ruleset, wish);
  EXPECT_TRUE(wanted.ok());
  wanted->frameRecord = frameRecord(framed->frame).dump();
  return makeModule(*wanted);
}

StepWish rivers(const std::string& parameters =
                    R"({"classes":[{"feature":"creek"}],"course":"river","name":"name","source":"rivers"})") {
  StepWish out;
  out.step = {"rivers", "rivers", parameters};
  out.sources[{"source", "rivers"}] = json{{"title", "Rivers"}, {"file", "virginia_rivers.geojson"}}.dump();
  return out;
}

StepWish towns() {
  StepWish out;
  out.step = {
      "places", "towns",
      R"({"classes":[{"place":"town","when":{"1860":{"min":3000}}}],"name":"City","rank":"1860","source":"cities","x":"LON","y":"LAT"})"};
  out.sources[{"source", "cities"}] = json{{"title", "Cities"}, {"file", "cities_1860_theatre.csv"}}.dump();
  return out;
}

RecipeSettings fromData() {
  RecipeSettings out;
  out.folder = dataFile("");
  return out;
}

TEST(StepEditing, AcceptedStepsAreWhatARebuildGives) {
  Document module = virginia();
  // In the other order of work: places lean on rivers, so they are placed again when the rivers come.
  for (const StepWish& wish : {towns(), rivers()}) {
    const auto preview = previewStep(module, wish, fromData());
    ASSERT_TRUE(preview.ok()) << preview.error().text();
    EXPECT_FALSE(preview->edit.empty());
    EXPECT_TRUE(preview->notice.empty()) << preview->notice;
    ASSERT_NE(preview->outcomeOf(wish.step.kind, wish.step.id), nullptr);
    const Document before = module;
    preview->edit.apply(module);
    EXPECT_EQ(module, preview->after);
    Document back = module;
    preview->edit.inverse().apply(back);
    EXPECT_EQ(back, before);
    EXPECT_TRUE(readModule(writeModule(module)).ok());
  }
  EXPECT_TRUE(module.table("map/hand").empty());
  const auto again = previewRebuild(module, fromData());
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_TRUE(again->edit.empty());
  // The recipe builds the same from nothing.
  const auto recipe = Recipe::read(writeModule(module).at("import.json"));
  ASSERT_TRUE(recipe.ok()) << recipe.error().text();
  RecipeSettings settings = fromData();
  settings.sources = module.table("sources");
  const auto fresh = runRecipe(*recipe, settings);
  ASSERT_TRUE(fresh.ok()) << fresh.error().text();
  EXPECT_EQ(writeModule(fresh->document), writeModule(module));
}

TEST(StepEditing, WhatWasThereBeforeTheFirstStepBecomesHandWork) {
  Document module = virginia();
  Stroke stroke(module, "by hand");
  stroke.setTerrain({3, 3}, "swamp");
  stroke.putFeature({4, 4, 1}, {"path.road", {}, {}, {}, {}, {}});
  stroke.setRecord("map/named", {"place", "home"}, R"({"at":[3,3],"kind":"village","name":"Home"})");
  stroke.finish();
  const auto preview = previewStep(module, rivers(), fromData());
  ASSERT_TRUE(preview.ok()) << preview.error().text();
  preview->edit.apply(module);
  EXPECT_EQ(module.terrain({3, 3}), "swamp");
  EXPECT_EQ(*module.record("map/hand", {"hex", "3.3"}), R"({"kept":["terrain"]})");
  EXPECT_EQ(*module.record("map/hand", {"edge", "4.4.1"}), R"({"kept":["path.road"]})");
  EXPECT_NE(module.record("map/named", {"place", "home"}), nullptr);
  const auto again = previewRebuild(module, fromData());
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->edit.empty());
}

TEST(StepEditing, NamedThingsThatPeopleMovedRenamedOrRemovedStaySo) {
  Document module = virginia();
  for (const StepWish& wish : {rivers(), towns()}) {
    const auto preview = previewStep(module, wish, fromData());
    ASSERT_TRUE(preview.ok()) << preview.error().text();
    preview->edit.apply(module);
  }
  const RecordKey richmond{"place", "richmond"};
  const RecordKey petersburg{"place", "petersburg"};
  const RecordKey james{"course", "james"};
  for (const RecordKey& key : {richmond, petersburg, james})
    ASSERT_NE(module.record("map/named", key), nullptr) << key.id;
  Stroke stroke(module, "by hand");
  json moved = json::parse(*module.record("map/named", richmond));
  moved["at"] = {5, 5};
  stroke.setRecord("map/named", richmond, moved.dump());
  stroke.setRecord("map/named", petersburg, std::nullopt);
  json renamed = json::parse(*module.record("map/named", james));
  renamed["name"] = "James River";
  stroke.setRecord("map/named", james, renamed.dump());
  rememberHandWork(module, stroke.finish());
  EXPECT_EQ(*module.record("map/hand", richmond), R"({"kept":["at"]})");
  EXPECT_EQ(*module.record("map/hand", petersburg), R"({"removed":["record"]})");
  EXPECT_EQ(*module.record("map/hand", james), R"({"kept":["name"]})");
  EXPECT_TRUE(readModule(writeModule(module)).ok()) << "the notes obey their schema";
  const Document before = module;
  const auto again = previewRebuild(module, fromData());
  ASSERT_TRUE(again.ok()) << again.error().text();
  again->edit.apply(module);
  EXPECT_EQ(json::parse(*module.record("map/named", richmond))["at"], json::array({5, 5}));
  EXPECT_EQ(module.record("map/named", petersburg), nullptr);
  EXPECT_EQ(json::parse(*module.record("map/named", james))["name"], "James River");
  EXPECT_EQ(module, before);
}

TEST(StepEditing, ChangedParametersReplaceTheStep) {
  Document module = virginia();
  const auto first = previewStep(module, rivers(), fromData());
  ASSERT_TRUE(first.ok());
  first->edit.apply(module);
  const auto second = previewStep(
      module,
      rivers(
          R"({"classes":[{"feature":"major_river","when":{"name":"Potomac"}}],"course":"river","name":"name","source":"rivers"})"),
      fromData());
  ASSERT_TRUE(second.ok());
  second->edit.apply(module);
  std::size_t creeks = 0;
  std::size_t major = 0;
  module.forEachEdge([&](EdgeId e, std::uint32_t) {
    creeks += module.features(e).find("creek") != nullptr ? 1U : 0U;
    major += module.features(e).find("major_river") != nullptr ? 1U : 0U;
  });
  EXPECT_EQ(creeks, 0U);
  EXPECT_GT(major, 20U);
}

TEST(StepEditing, AMissingFileOfAnotherStepIsSaid) {
  Document module = virginia();
  const auto first = previewStep(module, rivers(), fromData());
  ASSERT_TRUE(first.ok());
  first->edit.apply(module);
  module.setRecord("sources", {"source", "rivers"}, R"({"file":"gone.geojson","title":"Rivers"})");
  const auto preview = previewStep(module, towns(), fromData());
  ASSERT_TRUE(preview.ok()) << preview.error().text();
  EXPECT_NE(preview->notice.find("gone.geojson"), std::string::npos) << preview->notice;
  Document after = module;
  preview->edit.apply(after);
  EXPECT_NE(after.record("map/named", {"course", "potomac"}), nullptr) << "the rivers stay";
  EXPECT_NE(after.record("import", {"places", "towns"}), nullptr);
  EXPECT_EQ(json::parse(*after.record("sources", {"source", "cities"})).value("sha256", "").size(), 64U);
  EXPECT_FALSE(previewRebuild(module, fromData()).ok());
}

TEST(StepEditing, RefusesWithOneSentence) {
  const Document module = virginia();
  const auto unknown =
      previewStep(module, rivers(R"({"classes":[{"feature":"canal"}],"source":"rivers"})"), fromData());
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().text().find("canal"), std::string::npos);
  const auto broken = previewStep(module, rivers(R"({"source":"rivers"})"), fromData());
  ASSERT_FALSE(broken.ok());
  EXPECT_FALSE(previewRebuild(module, fromData()).ok());
  NewModule plain;
  plain.id = "plain";
  plain.title = "Plain";
  plain.ruleset = "gcacw";
  plain.extent = {5, 5};
  const auto nowhere = previewStep(makeModule(plain), rivers(), fromData());
  ASSERT_FALSE(nowhere.ok());
  EXPECT_NE(nowhere.error().text().find("not tied to the ground"), std::string::npos);
}

TEST(Describe, RasterRangeClassesAndPlace) {
  const auto dem =
      describeRaster({"dem", sampleFile("gettysburg-ground") / "data/gettysburg_dem_utm18n_10m.tif", "", "dem"});
  ASSERT_TRUE(dem.ok()) << dem.error().text();
  EXPECT_TRUE(dem->isPlaced);
  EXPECT_NEAR(dem->pixelWidth, 10, 0.01);
  EXPECT_NE(dem->crsName.find("18N"), std::string::npos) << dem->crsName;
  ASSERT_TRUE(dem->low && dem->high);
  EXPECT_NEAR(*dem->low, 86.94, 5) << "gdalinfo says 86.941; the look is thinned";
  EXPECT_NEAR(*dem->high, 238.4, 5) << "gdalinfo says 238.402";
  EXPECT_TRUE(dem->classes.empty()) << "heights are no classes";
  ASSERT_TRUE(dem->box);
  EXPECT_NEAR(dem->box->west, -77.27, 0.1);
  const auto cover = describeRaster({"c", dataFile("raleigh/lc96ras_cut.tif"), "", "cover"});
  ASSERT_TRUE(cover.ok());
  EXPECT_GT(cover->classes.size(), 5U);
  double all = 0;
  for (const RasterClass& one : cover->classes)
    all += one.share;
  EXPECT_NEAR(all, 1, 1e-9);
  const auto scan =
      describeRaster({"s", sampleFile("gettysburg-ground") / "data/gettysburg_first_day_contour_map.jpg", "", "scan"});
  ASSERT_TRUE(scan.ok());
  EXPECT_FALSE(scan->isPlaced);
  const auto tiles = describeRaster({"t", dataFile("terrarium"), "", "tiles"});
  ASSERT_TRUE(tiles.ok()) << tiles.error().text();
  EXPECT_TRUE(tiles->low);
  EXPECT_FALSE(describeRaster({"n", dataFile("README.md"), "", "readme"}).ok());
}

TEST(Describe, VectorLayersAndFields) {
  const auto info = describeVector({"v", dataFile("theatre_natural_earth.gpkg"), "", "theatre"});
  ASSERT_TRUE(info.ok()) << info.error().text();
  EXPECT_GE(info->layers.size(), 3U);
  const auto rivers = describeVector({"r", dataFile("virginia_rivers.geojson"), "", "rivers"});
  ASSERT_TRUE(rivers.ok());
  ASSERT_EQ(rivers->layers.size(), 1U);
  const LayerInfo& layer = rivers->layers[0];
  EXPECT_EQ(layer.shape, Shape::Lines);
  EXPECT_GT(layer.features, 10U);
  ASSERT_TRUE(layer.box);
  const auto rank =
      std::find_if(layer.fields.begin(), layer.fields.end(), [](const FieldInfo& f) { return f.name == "scalerank"; });
  ASSERT_NE(rank, layer.fields.end());
  EXPECT_TRUE(rank->isNumber);
  EXPECT_LE(rank->low, rank->high);
  const auto table = describeVector({"t", dataFile("cities_1860_theatre.csv"), "", "cities"});
  ASSERT_TRUE(table.ok());
  EXPECT_FALSE(table->layers.at(0).shape);
  const auto& fields = table->layers[0].fields;
  EXPECT_TRUE(std::any_of(fields.begin(), fields.end(), [](const FieldInfo& f) { return f.name == "1860"; }));
  EXPECT_EQ(utmZoneOf({-77.2, 39.8}), "EPSG:32618");
  EXPECT_TRUE(describeCrs("EPSG:26918")->isProjected);
  EXPECT_FALSE(describeCrs("EPSG:4326")->isProjected);
  EXPECT_FALSE(describeCrs("nonsense").ok());
}

TEST(Patch, ShowsWhatTheImportCounts) {
  const auto files = readModuleFolder(sampleFile("gettysburg-ground"));
  ASSERT_TRUE(files.ok());
  const auto loaded = readModule(*files);
  ASSERT_TRUE(loaded.ok());
  const Document& module = loaded->document;
  const auto frame = frameOf(module);
  ASSERT_TRUE(frame.ok());
  const HexGround ground{module.lattice(), module.extent(), *frame};
  const SourceFile dem{"dem", sampleFile("gettysburg-ground") / "data/gettysburg_dem_utm18n_10m.tif", "", "dem"};
  for (const HexCoord h : {HexCoord{0, 0}, HexCoord{25, 50}, HexCoord{48, 97}}) {
    const json evidence = json::parse(*module.record("map/evidence", {"hex", toText(h)}));
    const auto statistic = statisticOfHex(dem, 1, ground, h);
    ASSERT_TRUE(statistic.ok()) << statistic.error().text();
    EXPECT_NEAR(static_cast<double>(statistic->mean), evidence["metres"].get<double>(), 0.02);
    EXPECT_NEAR(static_cast<double>(statistic->high - statistic->low), evidence["relief"].get<double>(), 0.02);
    const auto patch = rasterPatch(dem, 1, ground, module.lattice().centre(h), 0.3, 20);
    ASSERT_TRUE(patch.ok());
    for (const float value : patch->values) // well inside the hex
      if (!std::isnan(value)) {
        EXPECT_GE(value, statistic->low - 0.01F);
        EXPECT_LE(value, statistic->high + 0.01F);
      }
  }
}

} // namespace
} // namespace hotchkiss::test
