#include "docks_fixture.h"
#include "editor/dialogs/sheetrows.h"
#include "editor/docks/featurelist.h"
#include "editor/docks/placetext.h"
#include "editor/docks/recordreferences.h"
#include "editor/docks/recordtext.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

TEST(RecordText, MembersAreSetAndRemoved) {
  EXPECT_EQ(withMember("", "a", json(1)), R"({"a":1})");
  EXPECT_EQ(withMember(R"({"b":2})", "a", json("x")), R"({"a":"x","b":2})");
  EXPECT_EQ(withMember(R"({"a":1})", "a", std::nullopt), "");
  EXPECT_EQ(withAttribute(R"({"kind":"k"})", "n", json(3)), R"({"attributes":{"n":3},"kind":"k"})");
  EXPECT_EQ(withAttribute(R"({"attributes":{"n":3},"kind":"k"})", "n", std::nullopt), R"({"kind":"k"})");
  EXPECT_EQ(withMember("not json", "a", json(1)), R"({"a":1})");
}

TEST(RecordText, ListsStaySortedAndGoWhenEmpty) {
  const std::string one = withListed("", "in", "b", true);
  EXPECT_EQ(one, R"({"in":["b"]})");
  const std::string two = withListed(one, "in", "a", true);
  EXPECT_EQ(two, R"({"in":["a","b"]})");
  EXPECT_EQ(withListed(two, "in", "a", true), two);
  EXPECT_EQ(withListed(two, "in", "c", false), two);
  EXPECT_EQ(withListed(one, "in", "b", false), "");
  EXPECT_EQ(listMember(two, "in"), (std::vector<std::string>{"a", "b"}));
}

TEST(RecordText, UnknownIsSaid) {
  EXPECT_TRUE(isUnknown(json{{"unknown", true}}));
  EXPECT_FALSE(isUnknown(json{{"unknown", false}}));
  EXPECT_FALSE(isUnknown(json(0)));
  EXPECT_EQ(unknownText(json{{"unknown", true}}), "unknown");
  EXPECT_EQ(unknownText(json{{"unknown", true}, {"min", 1}, {"max", 2.5}}), "unknown, 1 to 2.5");
  EXPECT_EQ(unknownText(json{{"unknown", true}, {"min", 1}}), "unknown, at least 1");
  EXPECT_EQ(unknownText(json{{"unknown", true}, {"max", 2}}), "unknown, at most 2");
}

TEST(RecordText, IdsAndSources) {
  EXPECT_TRUE(isRecordId("ely-ford.2"));
  EXPECT_FALSE(isRecordId(""));
  EXPECT_FALSE(isRecordId("Ely"));
  EXPECT_FALSE(isRecordId("-x"));
  EXPECT_TRUE(isRecordId(std::string(80, 'x')));
  EXPECT_FALSE(isRecordId(std::string(81, 'x')));
  EXPECT_EQ(sourceText(json{"a 1", "b 2"}), "a 1; b 2");
  EXPECT_EQ(sourceText(json("a 1")), "a 1");
  EXPECT_EQ(displayName("id", R"({"name":"Name"})"), "Name");
  EXPECT_EQ(displayName("id", "{}"), "id");
}

TEST(RecordText, WhatMustBeSaidStartsAsUnknown) {
  Catalogue catalogue;
  AttributeTypes& types = catalogue.named["place"]["k"].attributes;
  types["free"].type = "integer";
  types["side"].type = "choice";
  types["side"].required = true;
  EXPECT_EQ(newRecord(catalogue, "place", "k", "Name"),
            R"({"attributes":{"side":{"unknown":true}},"kind":"k","name":"Name"})");
  EXPECT_EQ(newRecord(catalogue, "place", "strange", ""), R"({"kind":"strange"})");
}

TEST(FeatureList, FlipsAmongTheSidesThatAreAllowed) {
  EXPECT_EQ(flippedSide("a", {"a", "b"}), "b");
  EXPECT_EQ(flippedSide("b", {"a", "b"}), "a");
  EXPECT_EQ(flippedSide("b", {"a", "b", "c"}), "c");
  EXPECT_EQ(flippedSide("c", {"a", "b", "c"}), "a");
  EXPECT_EQ(flippedSide("both", {"a", "b", "both"}), "both");
  EXPECT_EQ(flippedSide("", {"a", "b"}), "a");
}

TEST(FeatureList, NewFeaturesPointAtTheMap) {
  FeatureKind kind;
  kind.orientation = OrientationRule{"high", {"a", "b"}, true};
  kind.classes = {"x", "y"};
  kind.classRequired = true;
  const Feature inside = newFeature("k", kind, {{0, 0}, {0, -1}}, {5, 5});
  EXPECT_EQ(inside.side, "a");
  EXPECT_EQ(inside.classId, "x");
  EXPECT_EQ(newFeature("k", kind, {{0, -1}, {0, 0}}, {5, 5}).side, "b");
  kind.orientation->required = false;
  EXPECT_EQ(newFeature("k", kind, {{0, 0}, {0, 1}}, {5, 5}).role, "");
}

TEST(FeatureList, SaysWhyAKindDoesNotFit) {
  std::map<std::string, FeatureKind> kinds;
  kinds["a"].name = "Alpha";
  kinds["a"].excludes = {"b"};
  kinds["b"].name = "Beta";
  kinds["c"].name = "Gamma";
  kinds["c"].requirements = {{"a", "d:big"}};
  kinds["d"].name = "Delta";
  kinds["d"].derived = true;
  FeatureSet present;
  Feature b;
  b.kind = "b";
  present.put(b);
  const std::vector<AddableKind> addable = addableKinds(kinds, present);
  ASSERT_EQ(addable.size(), 2U); // b is there, d is derived
  EXPECT_EQ(addable[0].kind, "a");
  EXPECT_EQ(addable[0].obstacle, "not together with Beta");
  EXPECT_EQ(addable[1].obstacle, "needs Alpha or Delta");
}

class PlaceTextTest : public EverySample {};

TEST_P(PlaceTextTest, WhatIsWrittenCanBeRead) {
  EditorDocument& module = open(GetParam());
  const PlaceText places(module.document(), module.numbering());
  const Extent extent = module.document().extent();
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      const json hex{c, r};
      EXPECT_EQ(*places.read(places.write(hex), true, false), hex) << places.write(hex);
      EXPECT_EQ(*places.readLocation(places.write(hex)), hex);
      for (int d = 0; d < 3; ++d) {
        const EdgeId e = module.document().lattice().edge({c, r}, d);
        const json edge{e.c, e.r, e.d};
        const std::string text = places.write(edge);
        const Result<json> back = places.read(text, false, false);
        if (text.find('(') == std::string::npos) {
          ASSERT_TRUE(back.ok()) << text << ": " << back.error().text();
          EXPECT_EQ(*back, edge) << text;
        }
      }
    }
  EXPECT_EQ(*places.read("", true, false), json());
  EXPECT_EQ(*places.read("3.4, 5.6", true, true), (json{{3, 4}, {5, 6}}));
  EXPECT_FALSE(places.read("3.4, 5.6", true, false).ok());
  EXPECT_FALSE(places.read("900.900", true, false).ok());
  EXPECT_FALSE(places.read("3.4", false, false).ok());
  EXPECT_FALSE(places.read("3.4.7", false, false).ok());
  EXPECT_FALSE(places.readVertex("3.4").ok());
  EXPECT_EQ(*places.readVertex("3.4.1"), (json{3, 4, 1}));
  EXPECT_FALSE(places.readLocation("nowhere at all").ok());
}

TEST_P(PlaceTextTest, LinkEndsKeepTheirMeaning) {
  EditorDocument& module = open(GetParam());
  const PlaceText places(module.document(), module.numbering());
  std::size_t links = 0;
  for (const auto& [key, text] : module.document().table(kNamedTable)) {
    if (key.section != "link")
      continue;
    ++links;
    const json ends = json::parse(text)["ends"];
    const Result<json> back = places.readEnds(places.write(ends));
    ASSERT_TRUE(back.ok()) << places.write(ends) << ": " << back.error().text();
    EXPECT_EQ(*back, ends);
  }
  EXPECT_EQ(links > 0, GetParam() == "wftu-primer");
  EXPECT_FALSE(places.readEnds("place atlantis").ok());
}
INSTANTIATE_TEST_SUITE_P(Samples, PlaceTextTest, testing::ValuesIn(kSampleNames), sampleTestName);

class ReferencesTest : public EverySample {};

TEST_P(ReferencesTest, RenamingThereAndBackChangesNothing) {
  EditorDocument& module = open(GetParam());
  const Document before = module.document();
  std::vector<RecordKey> keys;
  for (const auto& [key, text] : before.table(kNamedTable))
    if (key.section != "join")
      keys.push_back(key);
  for (const RecordKey& key : keys) {
    Document map = before;
    Stroke there(map, "there");
    ASSERT_TRUE(renameRecord(there, module.catalogue(), key, "zz-renamed").ok());
    const Edit edit = there.finish();
    EXPECT_EQ(countReferences(map, module.catalogue(), key), 0U) << key.id;
    EXPECT_EQ(countReferences(map, module.catalogue(), {key.section, "zz-renamed"}),
              countReferences(before, module.catalogue(), key));
    Stroke back(map, "back");
    ASSERT_TRUE(renameRecord(back, module.catalogue(), {key.section, "zz-renamed"}, key.id).ok());
    (void)back.finish();
    EXPECT_EQ(writeModule(map), writeModule(before)) << key.section << " " << key.id;
  }
  Document map = before;
  Stroke stroke(map, "");
  EXPECT_FALSE(renameRecord(stroke, module.catalogue(), keys.front(), "No Id").ok());
  EXPECT_FALSE(renameRecord(stroke, module.catalogue(), {keys.front().section, "nobody"}, "x").ok());
  EXPECT_TRUE(stroke.finish().empty());
}
INSTANTIATE_TEST_SUITE_P(Samples, ReferencesTest, testing::ValuesIn(kSampleNames), sampleTestName);

class SheetRowsTest : public EverySample {};

TEST_P(SheetRowsTest, CellsReadAndWriteTheRecords) {
  EditorDocument& module = open(GetParam());
  const std::vector<SheetRow> rows = sheetRows(module.document());
  ASSERT_FALSE(rows.empty());
  for (const SheetRow& row : rows)
    for (int column = 0; column < kSheetColumns; ++column) {
      const auto cell = static_cast<SheetColumn>(column);
      const Result<SheetRow> same = withCell(row, cell, cellText(row, cell));
      ASSERT_TRUE(same.ok()) << same.error().text();
      EXPECT_EQ(cellText(*same, cell), cellText(row, cell));
    }
  const Result<SheetRow> moved = withCell(rows.front(), SheetColumn::FirstColumn, "50");
  ASSERT_TRUE(moved.ok());
  EXPECT_EQ(json::parse(moved->record)["columns"]["first"], 50);
  EXPECT_FALSE(withCell(rows.front(), SheetColumn::Width, "0").ok());
  EXPECT_FALSE(withCell(rows.front(), SheetColumn::Width, "many").ok());
  EXPECT_FALSE(withCell(rows.front(), SheetColumn::ColumnStep, "2").ok());
  EXPECT_FALSE(withCell(rows.front(), SheetColumn::Label, "{who}").ok());
  EXPECT_FALSE(withCell(rows.front(), SheetColumn::Id, "").ok());
  std::vector<SheetRow> more = rows;
  more.push_back(newSheet(rows, module.document().extent()));
  EXPECT_FALSE(problemOf(more).has_value());
  more.push_back(more.front());
  EXPECT_TRUE(problemOf(more).has_value());
}

TEST_P(SheetRowsTest, WritingTheSameSheetsIsNoEdit) {
  EditorDocument& module = open(GetParam());
  Document map = module.document();
  Stroke stroke(map, "");
  writeSheets(stroke, sheetRows(map));
  EXPECT_TRUE(stroke.finish().empty());
  writeSheets(stroke, {});
  EXPECT_FALSE(stroke.finish().empty());
  EXPECT_TRUE(sheetRows(map).empty());
}
INSTANTIATE_TEST_SUITE_P(Samples, SheetRowsTest, testing::ValuesIn(kSampleNames), sampleTestName);

} // namespace
} // namespace hotchkiss::editor
