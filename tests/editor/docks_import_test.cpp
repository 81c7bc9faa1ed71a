// Pages of the import dialogs: what they make of a catalogue and a file.
#ifdef HOTCHKISS_WITH_IMPORTERS

#include "docks_fixture.h"
#include "editor/import/ruletable.h"
#include "editor/import/steppage.h"
#include "importers/recipe/recipe.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

TEST(ConditionText, IsReadAsPeopleWriteIt) {
  EXPECT_EQ(conditionFrom("5"), json(5));
  EXPECT_EQ(conditionFrom(" main road "), json("main road"));
  EXPECT_EQ(conditionFrom("≥ 5"), (json{{"min", 5}}));
  EXPECT_EQ(conditionFrom(">=2.5"), (json{{"min", 2.5}}));
  EXPECT_EQ(conditionFrom("<= 3"), (json{{"max", 3}}));
  EXPECT_EQ(conditionFrom("7 to 18"), (json{{"max", 18}, {"min", 7}}));
  EXPECT_EQ(conditionFrom("a, b,4"), (json{"a", "b", 4}));
  EXPECT_TRUE(conditionFrom("  ").is_null());
}

TEST(ConditionText, ReadsWhatItWrites) {
  for (const char* text : {R"(5)", R"("main road")", R"({"min":5})", R"({"max":3})", R"({"max":18,"min":7})",
                           R"([2,3,4,21])", R"(["a",{"min":2}])"}) {
    const json condition = json::parse(text);
    EXPECT_EQ(conditionFrom(conditionText(condition)), condition) << text;
  }
}

TEST(RuleTableTest, KeepsWhatItDoesNotShow) {
  using Type = RuleColumn::Type;
  RuleTable table("t", {{"", "When", Type::WhenField, {{"order", "order"}, {"name", "name"}}, "(always)", {}, 10},
                        {"", "is", Type::WhenCondition, {}, {}, {}, 0},
                        {"feature",
                         "becomes",
                         Type::KindClass,
                         {{"River: tidal", "river:tidal"}, {"Creek", "creek"}},
                         "(left out)",
                         {},
                         10}});
  const json rows = json::parse(R"([
    {"when":{"name":"James","order":{"min":3}},"feature":"river","class":"tidal","note":"kept"},
    {"when":{"order":2},"feature":"creek"},
    {"when":{"order":1}},
    {"feature":"unknown_here"}])");
  table.setRows(rows);
  EXPECT_EQ(table.rows(), rows);
  // A person changes one cell.
  auto* target = qobject_cast<QComboBox*>(table.cell(1, 2));
  ASSERT_NE(target, nullptr);
  int changes = 0;
  QObject::connect(&table, &RuleTable::changed, [&] { ++changes; });
  target->setCurrentIndex(target->findData("river:tidal"));
  EXPECT_EQ(changes, 1);
  EXPECT_EQ(table.rows()[1], json::parse(R"({"when":{"order":2},"feature":"river","class":"tidal"})"));
  table.table()->selectRow(1);
  table.findChild<QToolButton*>("tUp")->click();
  EXPECT_EQ(table.rows()[0]["when"], (json{{"order", 2}}));
  EXPECT_EQ(table.rows()[1], rows[0]);
  table.findChild<QToolButton*>("tRemove")->click();
  EXPECT_EQ(table.count(), 3);
}

class StepPages : public EverySample {
 protected:
  static std::filesystem::path data(const char* name) {
    return std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "tests/data/import" / name;
  }
  static Result<Recipe> recipe(const std::string& kind, json parameters) {
    parameters["source"] = "s";
    if (kind == "scan")
      parameters["points"] = "p";
    return Recipe::read(
        json{{"formatVersion", 1}, {"kind", "import"}, {"rows", {{kind, "step", parameters}, json::array()}}}.dump());
  }
};

INSTANTIATE_TEST_SUITE_P(Samples, StepPages, testing::ValuesIn(kSampleNames), sampleTestName);

TEST_P(StepPages, BeginWithStepsThatTheSchemaTakes) {
  EditorDocument& module = open(GetParam());
  const std::pair<const char*, const char*> files[] = {
      {"elevation", "raleigh/elevation.asc"}, {"cover", "raleigh/lc96ras_cut.tif"},
      {"rivers", "virginia_rivers.geojson"},  {"paths", "virginia_rivers.geojson"},
      {"places", "cities_1860_theatre.csv"},  {"regions", "theatre_natural_earth.gpkg"},
      {"scan", "raleigh/lc96ras_cut.tif"}};
  for (const auto& [kind, file] : files) {
    const std::unique_ptr<StepPage> page(makeStepPage(kind, module));
    SourcePanel panel("source", page->sourceKind(), module.document(), module.path());
    panel.setFile(QString::fromStdString(data(file).string()));
    EXPECT_TRUE(panel.problem().isEmpty()) << kind << ": " << panel.problem().toStdString();
    page->sourceChanged(panel);
    EXPECT_FALSE(page->summary().isEmpty());
    const json parameters = page->parameters();
    const Result<Recipe> good = recipe(kind, parameters);
    EXPECT_TRUE(good.ok()) << kind << " " << parameters.dump() << (good ? "" : good.error().text());
    // What was written can be shown again.
    const std::unique_ptr<StepPage> again(makeStepPage(kind, module));
    again->sourceChanged(panel);
    again->setParameters(parameters);
    EXPECT_EQ(again->parameters(), parameters) << kind;
  }
}

TEST_P(StepPages, SuggestOnlyWhatTheCatalogueHas) {
  EditorDocument& module = open(GetParam());
  const RecordTable& rows = module.ruleset().rows("ruleset");
  const auto row = rows.find({"default", "import"});
  ASSERT_NE(row, rows.end());
  const json all = json::parse(row->second);
  const Catalogue& catalogue = module.catalogue();
  for (const auto& [kind, parameters] : all.items()) {
    if (!parameters.is_object())
      continue;
    json step = parameters;
    if ((kind == "rivers" || kind == "paths" || kind == "places") && !step.contains("classes"))
      continue;
    const Result<Recipe> good = recipe(kind, step);
    EXPECT_TRUE(good.ok()) << kind << (good ? "" : good.error().text());
    for (const char* list : {"terrain", "edges", "marks", "classes", "crossings"})
      for (const json& rule : step.value(list, json::array())) {
        if (rule.contains("terrain")) {
          EXPECT_TRUE(catalogue.terrains.contains(rule["terrain"])) << rule.dump();
        }
        if (rule.contains("feature")) {
          EXPECT_TRUE(catalogue.edgeFeatures.contains(rule["feature"])) << rule.dump();
        }
        if (rule.contains("class")) {
          EXPECT_TRUE(catalogue.edgeFeatures.at(rule["feature"]).classes.contains(rule["class"])) << rule.dump();
        }
        if (rule.contains("path")) {
          EXPECT_TRUE(catalogue.edgeFeatures.contains("path." + rule["path"].get<std::string>())) << rule.dump();
        }
        if (rule.contains("place")) {
          EXPECT_TRUE(catalogue.named.at("place").contains(rule["place"])) << rule.dump();
        }
        if (rule.contains("crossing")) {
          EXPECT_TRUE(catalogue.named.at("crossing").contains(rule["crossing"])) << rule.dump();
        }
        if (rule.contains("attribute")) {
          EXPECT_TRUE(catalogue.hexAttributes.contains(rule["attribute"])) << rule.dump();
        }
      }
    if (step.contains("course")) {
      EXPECT_TRUE(catalogue.named.at("course").contains(step["course"])) << step.dump();
    }
  }
}

TEST_P(StepPages, AFieldCanBeListedAsClasses) {
  EditorDocument& module = open(GetParam());
  const std::unique_ptr<StepPage> page(makeStepPage("rivers", module));
  SourcePanel panel("source", page->sourceKind(), module.document(), module.path());
  panel.setFile(QString::fromStdString(data("virginia_rivers.geojson").string()));
  page->sourceChanged(panel);
  auto* field = child<QComboBox>(*page, "riversClassesListField");
  ASSERT_GE(field->findData("scalerank"), 0);
  field->setCurrentIndex(field->findData("scalerank"));
  child<QPushButton>(*page, "riversClassesList")->click();
  const json classes = page->parameters()["classes"];
  ASSERT_GT(classes.size(), 1U);
  EXPECT_TRUE(classes[0]["when"]["scalerank"].is_number()) << classes.dump();
  EXPECT_TRUE(recipe("rivers", page->parameters()).ok());
}

} // namespace
} // namespace hotchkiss::editor

#endif
