#include "importers/frame/frameimport.h"
#include "importers/recipe/recipe.h"
#include "importers/recipe/sourceshapes.h"
#include "libscenario/module/folder.h"
#include "libscenario/module/handwork.h"
#include "libscenario/validation/validator.h"
#include "tests/importers/support.h"

namespace hotchkiss::test {
namespace {

struct Prepared {
  Recipe recipe;
  RecipeSettings settings;
};

Prepared sample(const std::string& name) {
  const std::filesystem::path folder = sampleFile(name);
  auto recipe = Recipe::read(*readWholeFile(folder / "import.json", 1 << 20));
  EXPECT_TRUE(recipe.ok()) << recipe.error().text();
  Prepared out{*recipe, {}};
  out.settings.folder = folder;
  const json sources = json::parse(*readWholeFile(folder / "sources.json", 1 << 20));
  for (const json& row : sources["rows"])
    if (!row.empty())
      out.settings.sources[{row[0], row[1]}] = row[2].dump();
  return out;
}

TEST(Recipe, SamplesAreRebuiltByteForByte) {
  for (const char* name : {"gettysburg-ground", "gettysburg-ground-gbacw"}) {
    const Prepared prepared = sample(name);
    const auto run = runRecipe(prepared.recipe, prepared.settings);
    ASSERT_TRUE(run.ok()) << run.error().text();
    const auto stored = readModuleFolder(sampleFile(name));
    ASSERT_TRUE(stored.ok());
    const ModuleFiles built = writeModule(run->document);
    ASSERT_EQ(built.size(), stored->size());
    for (const auto& [path, text] : built)
      EXPECT_TRUE(stored->at(path) == text) << name << "/" << path << " differs";
  }
}

TEST(Recipe, HandWorkSurvivesANewImport) {
  const Prepared prepared = sample("gettysburg-ground");
  const auto first = runRecipe(prepared.recipe, prepared.settings);
  ASSERT_TRUE(first.ok());
  Document module = first->document;
  // A person removes one relief side, adds another, sets terrain, and names a place.
  EdgeId gone;
  bool found = false;
  module.forEachEdge([&](EdgeId e, std::uint32_t) {
    if (!found && module.features(e).find("slope") != nullptr) {
      gone = e;
      found = true;
    }
  });
  ASSERT_TRUE(found);
  EdgeId added{20, 20, 1};
  while (module.edge(added) != TextPool::kNone)
    ++added.r;
  Stroke stroke(module, "by hand");
  stroke.eraseFeature(gone, "slope");
  stroke.putFeature(added, {"stone_wall", {}, {}, {}, {}, {}});
  stroke.setTerrain({10, 10}, "woods");
  stroke.setRecord("map/named", {"place", "codori"}, R"({"at":[10,10],"kind":"landmark","name":"Codori farm"})");
  const Edit edit = stroke.finish();
  EXPECT_FALSE(rememberHandWork(module, edit).empty());
  RecipeSettings again = prepared.settings;
  again.old = &module;
  const auto second = runRecipe(prepared.recipe, again);
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(second->document.features(gone).find("slope"), nullptr);
  EXPECT_NE(second->document.features(added).find("stone_wall"), nullptr);
  EXPECT_EQ(second->document.terrain({10, 10}), "woods");
  EXPECT_NE(second->document.record("map/named", {"place", "codori"}), nullptr);
  EXPECT_EQ(writeModule(second->document), writeModule(module));
}

TEST(Recipe, NothingToReportAgainstTheRuleset) {
  for (const char* name : {"gettysburg-ground", "gettysburg-ground-gbacw"}) {
    const auto files = readModuleFolder(sampleFile(name));
    ASSERT_TRUE(files.ok());
    const auto module = readModule(*files);
    ASSERT_TRUE(module.ok());
    for (const Finding& finding : validate(*module))
      EXPECT_FALSE(blocks(finding, Level::Draft)) << finding.message;
  }
}

TEST(Recipe, Refusals) {
  const auto complaint = [](const std::string& rows) {
    const auto recipe = Recipe::read(R"({"formatVersion":1,"kind":"import","rows":[)" + rows + "[]]}");
    return recipe.ok() ? std::string("fine") : recipe.error().text();
  };
  EXPECT_EQ(complaint(""), "fine");
  EXPECT_NE(complaint(R"(["elevation","d",{}],)"), "fine");
  EXPECT_NE(complaint(R"(["elevation","d",{"source":"a","levles":{}}],)"), "fine");
  EXPECT_NE(complaint(R"(["nonsense","d",{}],)"), "fine");
  EXPECT_NE(complaint(R"(["frame","map",{"crs":"EPSG:26918","area":{}}],)"), "fine");
  EXPECT_FALSE(Recipe::read("[]").ok());
  const auto run = runRecipe(*Recipe::read(R"({"formatVersion":1,"kind":"import","rows":[[]]})"), {});
  ASSERT_FALSE(run.ok());
  EXPECT_NE(run.error().text().find("module row"), std::string::npos);
  // A kind that the ruleset does not have is named before any work is done.
  Prepared prepared = sample("gettysburg-ground");
  auto wrong = Recipe::read(R"({"formatVersion":1,"kind":"import","rows":[
    ["elevation","dem",{"source":"dem","edges":[{"feature":"slop"}]}],
    ["frame","map",{"crs":"EPSG:26918","area":{"centre":[-77.24,39.8],"size":[5,5]}}],
    ["module","m",{"title":"M","ruleset":"tss"}],[]]})");
  ASSERT_TRUE(wrong.ok()) << wrong.error().text();
  const auto refused = runRecipe(*wrong, prepared.settings);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("did you mean \"slope\""), std::string::npos) << refused.error().text();
}

TEST(Recipe, RealDataGivesSoundModules) {
  const json sources = json::parse(*readWholeFile(dataFile("sources.json"), 1 << 20));
  RecipeSettings settings;
  settings.folder = dataFile("");
  for (const json& row : sources["rows"])
    if (!row.empty())
      settings.sources[{row[0], row[1]}] = row[2].dump();
  for (const char* name : {"virginia.json", "patapsco.json", "theatre.json", "roads.json", "raleigh.json"}) {
    const auto recipe = Recipe::read(*readWholeFile(dataFile(name), 1 << 20));
    ASSERT_TRUE(recipe.ok()) << name << ": " << recipe.error().text();
    const auto run = runRecipe(*recipe, settings);
    ASSERT_TRUE(run.ok()) << name << ": " << run.error().text();
    const auto module = readModule(writeModule(run->document));
    ASSERT_TRUE(module.ok()) << name << ": " << module.error().text();
    EXPECT_EQ(writeModule(module->document), writeModule(run->document)) << name;
    // What a game's own checks want beyond the catalogue (no railroad over an arm of the sea, say) is left to the
    // reviewer: modern causeways do cross bays.
    for (const Finding& finding : validate(*module))
      EXPECT_FALSE((finding.check.starts_with("CORE-") || !finding.restates.empty()) &&
                   finding.checkClass == CheckClass::Integrity && finding.severity == Severity::Error)
          << name << ": " << finding.place.label << " " << finding.place.thing << " " << finding.message;
    for (const StepOutcome& step : run->steps)
      if (step.kind == "rivers") {
        double length = 0;
        double within = 0;
        for (const LineReport& line : step.imported.lines) {
          length += line.length;
          within += line.length * line.withinHalf;
        }
        EXPECT_GE(within / length, 0.95) << name;
      }
  }
}

/// What is drawn over a map to judge it: every kind of step shows its source, where the map is.
TEST(SourceShapes, EveryStepShowsItsSource) {
  const json sources = json::parse(*readWholeFile(dataFile("sources.json"), 1 << 20));
  RecipeSettings settings;
  settings.folder = dataFile("");
  for (const json& row : sources["rows"])
    if (!row.empty())
      settings.sources[{row[0], row[1]}] = row[2].dump();
  for (const char* name : {"theatre.json", "raleigh.json"}) {
    const auto recipe = Recipe::read(*readWholeFile(dataFile(name), 1 << 20));
    ASSERT_TRUE(recipe.ok());
    const auto run = runRecipe(*recipe, settings);
    ASSERT_TRUE(run.ok()) << run.error().text();
    ImportContext context;
    context.document = &run->document;
    context.frame = *frameOf(run->document);
    context.sources = sourceFiles(settings);
    for (const Recipe::Step& step : recipe->steps()) {
      const auto shapes = sourceShapes(context, step);
      ASSERT_TRUE(shapes.ok()) << step.id << ": " << shapes.error().text();
      std::size_t inside = 0;
      const auto count = [&](Point p) {
        inside += run->document.extent().contains(run->document.lattice().hexAt(p)) ? 1U : 0U;
      };
      for (const Polyline& line : shapes->lines)
        for (const Point p : line)
          count(p);
      for (const Point p : shapes->points)
        count(p);
      EXPECT_GE(inside, 20U) << name << " " << step.kind << " " << step.id;
      EXPECT_EQ(shapes->points.empty(), step.kind != "places") << step.id;
    }
  }
}

TEST(Step, RunAgainReplacesAndHandWorkStays) {
  const Prepared prepared = sample("gettysburg-ground");
  Document module = runRecipe(prepared.recipe, prepared.settings)->document;
  Scratch scratch;
  Frame frame;
  frame.crs = "EPSG:4326";
  frame.pitch = {1, -1}; // degrees as they are
  RecipeSettings settings;
  const auto run = [&](const std::vector<Point>& line) {
    writeLines(scratch / "creek.geojson", frame, {{line, {{"name", "Rock Creek"}}}});
    settings.sources[{"source", "creek"}] = json{{"title", "c"}, {"file", (scratch / "creek.geojson").string()}}.dump();
    const auto imported = runStep(
        module,
        {"rivers", "creek",
         R"({"source":"creek","name":"name","course":"stream","classes":[{"feature":"stream","class":"ordinary"}]})"},
        settings);
    EXPECT_TRUE(imported.ok()) << imported.error().text();
    Document before = module;
    imported->edit.apply(module);
    Document undone = module;
    imported->edit.inverse().apply(undone);
    EXPECT_EQ(undone, before);
  };
  const auto streams = [&] {
    std::set<EdgeId> out;
    module.forEachEdge([&](EdgeId e, std::uint32_t) {
      if (module.features(e).find("stream") != nullptr)
        out.insert(e);
    });
    return out;
  };
  run({{-77.22, 39.835}, {-77.222, 39.81}, {-77.218, 39.78}});
  const std::set<EdgeId> first = streams();
  ASSERT_GT(first.size(), 40U);
  // By hand: one side less.
  const EdgeId taken = *std::next(first.begin(), 20);
  Stroke stroke(module, "by hand");
  stroke.eraseFeature(taken, "stream");
  rememberHandWork(module, stroke.finish());
  run({{-77.22, 39.835}, {-77.222, 39.81}, {-77.218, 39.78}});
  std::set<EdgeId> expected = first;
  expected.erase(taken);
  EXPECT_EQ(streams(), expected);
  run({{-77.25, 39.835}, {-77.252, 39.81}, {-77.248, 39.78}}); // corrected: it lies elsewhere
  for (const EdgeId e : streams())
    EXPECT_EQ(first.count(e), 0U);
}

TEST(HandWork, OnlyImportedModulesRememberIt) {
  Document plain(Lattice{}, {5, 5});
  Stroke stroke(plain, "x");
  stroke.setTerrain({1, 1}, "woods");
  const Edit edit = stroke.finish();
  EXPECT_TRUE(rememberHandWork(plain, edit).empty());
  plain.setRecord("import", {"module", "m"}, "{}");
  EXPECT_FALSE(rememberHandWork(plain, edit).empty());
  EXPECT_EQ(*plain.record("map/hand", {"hex", "1.1"}), R"({"kept":["terrain"]})");
  Stroke back(plain, "y");
  back.setTerrain({1, 1}, "");
  rememberHandWork(plain, back.finish());
  EXPECT_EQ(*plain.record("map/hand", {"hex", "1.1"}), R"({"removed":["terrain"]})");
}

} // namespace
} // namespace hotchkiss::test
