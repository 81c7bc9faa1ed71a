#include "libscenario/module/newmodule.h"
#include "libscenario/validation/validator.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <unistd.h>

namespace hotchkiss {
namespace {

using nlohmann::json;

Ruleset rulesetOf(const std::string& id) {
  Result<Ruleset> loaded = Ruleset::load(id);
  EXPECT_TRUE(loaded.ok());
  return std::move(*loaded);
}

NewModuleWish wishFor(Extent extent) {
  NewModuleWish wish;
  wish.title = "A Test";
  wish.extent = extent;
  return wish;
}

TEST(NewModule, FollowsTheRulesetWhereNothingIsAsked) {
  for (const std::string& id : Ruleset::builtIn()) {
    const Ruleset ruleset = rulesetOf(id);
    const MapDefaults defaults = mapDefaults(ruleset);
    const Result<NewModule> wanted = newModule(ruleset, wishFor({12, 9}));
    ASSERT_TRUE(wanted.ok()) << wanted.error().text();
    EXPECT_EQ(wanted->id, "a-test");
    EXPECT_EQ(wanted->ruleset, id);
    EXPECT_EQ(wanted->lattice, Lattice(defaults.orientation, defaults.shifted));
    EXPECT_EQ(json::parse(wanted->sheetRecord)["label"], defaults.label);
    EXPECT_EQ(wanted->frameRecord.empty(), !defaults.pitchMetres.has_value());
    const Result<LoadedModule> loaded = readModule(writeModule(makeModule(*wanted)));
    ASSERT_TRUE(loaded.ok()) << loaded.error().text();
    for (const Finding& finding : validate(*loaded))
      EXPECT_EQ(finding.checkClass, CheckClass::Completeness) << finding.message;
    EXPECT_EQ(numberingOf(*wanted).label(HexCoord{0, 0}), numberingOf(loaded->document).label(HexCoord{0, 0}));
  }
}

TEST(NewModule, BackwardNumbersBeginWithTheNumberOfColumns) {
  const Result<NewModule> wanted = newModule(rulesetOf("tss"), wishFor({33, 10}));
  ASSERT_TRUE(wanted.ok());
  EXPECT_EQ(json::parse(wanted->sheetRecord)["columns"], (json{{"first", 33}, {"step", -1}}));
  EXPECT_EQ(numberingOf(*wanted).label(HexCoord{32, 0}), "A0101");
}

TEST(NewModule, TakesWhatIsAsked) {
  NewModuleWish wish = wishFor({30, 20});
  wish.id = "mine";
  wish.orientation = Orientation::Pointy;
  wish.shifted = Parity::Even;
  wish.sheetId = "west";
  wish.letter = "W";
  wish.label = "{sheet}-{col:A}{row}";
  wish.columns = Axis{1, 1, Axis::Stagger::None};
  wish.rows = Axis{100, -1, Axis::Stagger::Doubled};
  wish.pitchMetres = 250;
  wish.crs = "EPSG:32618";
  wish.origin = Point{1000, 2000};
  const Result<NewModule> wanted = newModule(rulesetOf("gcacw"), wish);
  ASSERT_TRUE(wanted.ok()) << wanted.error().text();
  EXPECT_EQ(wanted->id, "mine");
  EXPECT_EQ(wanted->lattice, Lattice(Orientation::Pointy, Parity::Even));
  EXPECT_EQ(json::parse(wanted->frameRecord),
            (json{{"pitch", {250.0, 250.0}}, {"unit", "metre"}, {"crs", "EPSG:32618"}, {"origin", {1000.0, 2000.0}}}));
  EXPECT_EQ(json::parse(wanted->sheetRecord)["rows"], (json{{"first", 100}, {"step", -1}, {"stagger", "doubled"}}));
  EXPECT_EQ(json::parse(axisRecord(*wish.rows)), json::parse(wanted->sheetRecord)["rows"]);
  EXPECT_TRUE(numberingOf(*wanted).label(HexCoord{0, 0}).starts_with("W-A"));
}

TEST(NewModule, RefusesWhatCannotBe) {
  const Ruleset ruleset = rulesetOf("gcacw");
  const auto refused = [&](const std::function<void(NewModuleWish&)>& change) {
    NewModuleWish wish = wishFor({10, 10});
    change(wish);
    const Result<NewModule> wanted = newModule(ruleset, wish);
    return wanted ? std::string() : wanted.error().text();
  };
  EXPECT_EQ(refused([](NewModuleWish&) {}), "");
  EXPECT_NE(refused([](NewModuleWish& wish) { wish.extent = {0, 5}; }), "");
  EXPECT_EQ(refused([](NewModuleWish& wish) { wish.extent = {8192, 1953}; }), ""); // 15,998,976 hexes
  EXPECT_NE(refused([](NewModuleWish& wish) { wish.extent = {8193, 5}; }), "");
  EXPECT_NE(refused([](NewModuleWish& wish) { wish.extent = {8192, 1954}; }), "");
  EXPECT_NE(refused([](NewModuleWish& wish) { wish.id = "Not An Id"; }), "");
  EXPECT_NE(refused([](NewModuleWish& wish) { wish.sheetId = "no good"; }), "");
  EXPECT_NE(refused([](NewModuleWish& wish) { wish.label = "{column}"; }), "");
  EXPECT_NE(refused([](NewModuleWish& wish) {
              wish.label = "{col:A}{row:2}";
              wish.columns = Axis{0, 1, Axis::Stagger::None}; // there is no letter for 0
            }),
            "");
  EXPECT_NE(refused([](NewModuleWish& wish) { wish.crs = "EPSG:32618"; }), "");
}

TEST(NewModule, IdsComeFromNames) {
  EXPECT_EQ(moduleIdFrom("Lee's 2nd Invasion!"), "lee-s-2nd-invasion");
  EXPECT_EQ(moduleIdFrom("  "), "module");
  EXPECT_EQ(moduleIdFrom(""), "module");
  EXPECT_EQ(moduleIdFrom(std::string(200, 'x')).size(), 80U);
}

TEST(NewModule, OnlyEmptyOrMissingFoldersAreFree) {
  namespace fs = std::filesystem;
  std::string name = (fs::temp_directory_path() / "hotchkiss-new-XXXXXX").string();
  const fs::path folder = ::mkdtemp(name.data());
  EXPECT_TRUE(checkNewFolder(folder).ok());
  EXPECT_TRUE(checkNewFolder(folder / "missing").ok());
  EXPECT_FALSE(checkNewFolder({}).ok());
  std::ofstream(folder / "file") << "x";
  EXPECT_FALSE(checkNewFolder(folder).ok());
  EXPECT_FALSE(checkNewFolder(folder / "file").ok());
  fs::remove_all(folder);
}

} // namespace
} // namespace hotchkiss
