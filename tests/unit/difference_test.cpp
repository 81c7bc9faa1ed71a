#include "libscenario/diff/moduledifference.h"
#include "libscenario/diff/readablefile.h"
#include "libscenario/module/modulefiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hotchkiss {
namespace {

Document smallModule(Extent extent = {6, 5}, const std::string& label = "{col:2}{row:2}") {
  NewModule wanted;
  wanted.id = "small";
  wanted.title = "Small";
  wanted.ruleset = "plain";
  wanted.extent = extent;
  wanted.sheetRecord = nlohmann::json{{"origin", {0, 0}}, {"size", {6, 5}}, {"label", label}}.dump();
  return makeModule(wanted);
}

void set(Document& document, HexCoord h, std::string_view terrain, std::int16_t level, std::string_view more = {}) {
  document.setHex(h, {document.pool().intern(terrain), document.pool().intern(more), level});
}

void set(Document& document, EdgeId e, std::string_view features) {
  document.setEdge(e, document.pool().intern(features));
}

TEST(Difference, EqualModulesHaveNone) {
  const Document a = smallModule();
  EXPECT_TRUE(differenceOf(a, smallModule()).empty());
  EXPECT_EQ(toText(differenceOf(a, a)), "no differences\n");
}

TEST(Difference, NamesEveryPlaceByItsLabel) {
  Document before = smallModule();
  set(before, {1, 2}, "clear", 2);
  set(before, EdgeId{1, 2, 0}, R"({"path.road":{}})");
  before.setRecord("map/named", {"crossing", "ford"},
                   R"({"at":[1,2,0],"attributes":{"owner":"csa"},"kind":"ford","name":"Ely"})");
  Document after = smallModule(); // has a pool of its own
  set(after, {1, 2}, "woods", 3, R"({"hilltop":true})");
  set(after, EdgeId{1, 2, 1}, R"({"river":{"class":"minor"}})");
  after.setVertex({1, 2, 0}, after.pool().intern(R"({"spring":{}})"));
  after.setRecord("map/named", {"crossing", "ford"},
                  R"({"at":[1,2,1],"attributes":{"owner":"union"},"kind":"ford","name":"Ely's Ford"})");
  const std::string text = toText(differenceOf(before, after));
  const Numbering labels = numberingOf(after);
  const std::string first = labels.label(EdgeId{1, 2, 0});
  const std::string second = labels.label(EdgeId{1, 2, 1});
  EXPECT_EQ(text, "hex 0203: clear → woods, level 2 → 3, hilltop added\n"
                  "hexside " +
                      first +
                      ": path.road removed\n"
                      "hexside " +
                      second +
                      ": river added (class minor)\n"
                      "corner " +
                      labels.label(VertexId{1, 2, 0}) +
                      ": spring added\n"
                      "crossing ford: at: " +
                      first + " → " + second +
                      ", attributes.owner: csa → union, name: Ely → Ely's Ford\n"
                      "1 hex, 2 hexsides, 1 corner, 1 record differ\n");
}

TEST(Difference, SaysThatTheMapGrewAndComparesWhatBothHave) {
  Document before = smallModule();
  Document after = smallModule({8, 5});
  set(before, {0, 0}, "clear", 0);
  set(after, {0, 0}, "woods", 0);
  set(after, {7, 0}, "woods", 0);
  EXPECT_EQ(toText(differenceOf(before, after)),
            "the map grew from 6x5 to 8x5\nhex 0101: clear → woods\n1 hex differs\n");
  EXPECT_EQ(differenceOf(after, before).front().words, "the map shrank from 8x5 to 6x5");
}

TEST(Difference, RenumberingIsADifferenceOfTheSheetOnly) {
  Document before = smallModule();
  Document after = smallModule({6, 5}, "{row:2}{col:2}");
  set(before, {1, 2}, "woods", 1);
  set(after, {1, 2}, "woods", 1);
  const std::vector<Difference> found = differenceOf(before, after);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], (Difference{"module.json", "sheet A", "label: {col:2}{row:2} → {row:2}{col:2}"}));
  EXPECT_EQ(toJson(found)["differences"][0]["place"], "sheet A");
  EXPECT_EQ(toJson(found)["summary"], "1 record differs");
}

TEST(Difference, RecordsThatComeAndGo) {
  const Document before = smallModule();
  Document after = before;
  after.setRecord("map/named", {"place", "mill"}, R"({"at":[1,2],"kind":"mill"})");
  EXPECT_EQ(differenceOf(before, after)[0].words, "added (kind mill; at 0203)");
  EXPECT_EQ(differenceOf(after, before)[0].words, "removed");
}

TEST(ReadableFile, OneLinePerRow) {
  Document document = smallModule({1, 2});
  set(document, {0, 1}, "woods", 2, R"({"hilltop":true})");
  document.setRecord("map/named", {"crossing", "ford"}, R"({"at":[0,0,2],"kind":"ford","name":"Ely's Ford"})");
  const Numbering labels = numberingOf(document);
  const ModuleFiles files = writeModule(document);
  EXPECT_EQ(*readableFile("map/hexes.json", files.at("map/hexes.json"), &labels),
            "hex 0101 (0.0): none\nhex 0102 (0.1): woods, level 2, hilltop\n");
  EXPECT_EQ(*readableFile("map/hexes.json", files.at("map/hexes.json"), nullptr),
            "hex 0.0: none\nhex 0.1: woods, level 2, hilltop\n");
  EXPECT_EQ(*readableFile("map/named.json", files.at("map/named.json"), &labels),
            "crossing ford: kind ford; at " + labels.label(EdgeId{0, 0, 2}) + "; name Ely's Ford\n");
}

TEST(ReadableFile, OddRowsAreShownAndBrokenFilesRefused) {
  const std::string odd = R"({"formatVersion":1,"kind":"edges","rows":[["x",{}],[1,2,7,{"river":{}}],[]]})";
  const Numbering labels = numberingOf(smallModule());
  EXPECT_EQ(*readableFile("map/edges.json", odd, &labels), "row [\"x\",{}]\nhexside 1.2.7: river\n");
  const Result<std::string> broken = readableFile("map/edges.json", R"({"rows":[)", &labels);
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().file, "map/edges.json");
  EXPECT_FALSE(readableFile("notes.txt", "x", nullptr).ok());
}

} // namespace
} // namespace hotchkiss
