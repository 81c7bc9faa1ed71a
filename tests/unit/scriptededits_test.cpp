#include "libscenario/module/modulefiles.h"
#include "libscenario/module/scriptededits.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hotchkiss {
namespace {

Document smallModule() {
  NewModule wanted;
  wanted.id = "small";
  wanted.title = "Small";
  wanted.ruleset = "plain";
  wanted.extent = {6, 5};
  wanted.sheetRecord = nlohmann::json{{"origin", {0, 0}}, {"size", {6, 5}}, {"label", "{col:2}{row:2}"}}.dump();
  return makeModule(wanted);
}

std::string script(const std::string& rows) {
  return "{\"formatVersion\":1,\"kind\":\"edits\",\"rows\":[\n" + rows + "]}";
}

/// Runs rows that must succeed, and sees to it that the edit can be undone and done again.
Document after(const std::string& rows, Document document = smallModule()) {
  const Document before = document;
  const Result<Edit> edit = applyScript(document, script(rows));
  EXPECT_TRUE(edit.ok()) << (edit ? "" : edit.error().text());
  if (edit) {
    Document again = before;
    edit->apply(again);
    EXPECT_EQ(again, document);
    edit->inverse().apply(again);
    EXPECT_EQ(writeModule(again), writeModule(before));
  }
  return document;
}

Error failure(const std::string& rows) {
  Document document = smallModule();
  const Document before = document;
  const Result<Edit> edit = applyScript(document, script(rows));
  EXPECT_FALSE(edit.ok()) << rows;
  EXPECT_EQ(document, before);
  return edit ? Error{} : edit.error();
}

TEST(ScriptedEdits, Hexes) {
  const Document d = after(R"(["terrain",[[0,0],"0102"],"woods"],
["level",[0,0],3],["raise","0101",2],["lower",["0102"],1],["level","0201",4],["level","0201",null],
["attribute",[0,0],"hilltop",true],["attribute",[0,0],"owner","csa"],["attribute",[0,0],"owner",null],[])");
  EXPECT_EQ(d.terrain({0, 1}), "woods");
  EXPECT_EQ(d.level({0, 0}), 5);
  EXPECT_EQ(d.level({0, 1}), -1);
  EXPECT_EQ(d.level({1, 0}), std::nullopt);
  EXPECT_EQ(d.attributes({0, 0}), R"({"hilltop":true})");
}

TEST(ScriptedEdits, FillAndReplace) {
  const Document d = after(R"(["fill","0101","clear"],["terrain",[5,4],"swamp"],["replace","clear","woods"])");
  EXPECT_EQ(d.terrain({3, 3}), "woods");
  EXPECT_EQ(d.terrain({5, 4}), "swamp");
}

TEST(ScriptedEdits, Features) {
  const Lattice lattice = smallModule().lattice();
  const EdgeId e = *lattice.edgeBetween(HexCoord{1, 1}, HexCoord{1, 2});
  const Document d = after(R"(["feature","0202/0203","river",{"class":"minor"}],["feature","0101 N","wall",{}],
["feature",[[2,2,0],[2,2,1]],"wall",{}],["feature",[2,2,1],"wall",null],["corner",[2,2,1],"spring",{}],
["path",["0202","0203","0204"],"road",{}])");
  EXPECT_EQ(d.features(e).find("river")->classId, "minor");
  EXPECT_TRUE(d.features(e).find("path.road"));
  EXPECT_TRUE(d.features(lattice.edge({0, 0}, 0)).find("wall"));
  EXPECT_TRUE(d.features(EdgeId{2, 2, 0}).find("wall"));
  EXPECT_TRUE(d.features(EdgeId{2, 2, 1}).empty());
  EXPECT_TRUE(d.features(VertexId{2, 2, 1}).find("spring"));
}

TEST(ScriptedEdits, ChainBetweenCorners) {
  const Numbering labels = numberingOf(smallModule());
  const VertexId from{2, 2, 0};
  const VertexId to = smallModule().lattice().neighbours(smallModule().lattice().neighbours(from)[0])[1];
  ASSERT_NE(from, to);
  const Document d = after(R"(["chain",[")" + labels.label(from) + R"(",[)" + std::to_string(to.c) + "," +
                           std::to_string(to.r) + "," + std::to_string(to.v) + R"(]],"river",{}])");
  int count = 0;
  d.forEachEdge([&](EdgeId, std::uint32_t) { ++count; });
  EXPECT_EQ(count, 2);
}

TEST(ScriptedEdits, Records) {
  const Document d = after(R"(["record","map/named","place","mill",{"kind":"mill","at":[1,1]}],
["record","map/named","place","inn",{"kind":"inn","at":[1,1]}],["record","map/named","place","inn",null])");
  EXPECT_EQ(*d.record("map/named", {"place", "mill"}), R"({"at":[1,1],"kind":"mill"})");
  EXPECT_FALSE(d.record("map/named", {"place", "inn"}));
}

TEST(ScriptedEdits, LabelsFollowTheMap) {
  const Document d = after(R"(["reframe",[2,0],[8,5]],["terrain","0101","woods"])");
  EXPECT_EQ(d.extent(), (Extent{8, 5}));
  EXPECT_EQ(d.terrain({2, 0}), "woods");
}

TEST(ScriptedEdits, ErrorsNameLineAndRowAndChangeNothing) {
  const Error label = failure("[\"terrain\",[0,0],\"woods\"],\n[\"terrain\",\"9901\",\"woods\"]");
  EXPECT_EQ(label.line, 3);
  EXPECT_TRUE(label.where.starts_with("row 2 (terrain)")) << label.text();
  const Result<HexCoord> direct = numberingOf(smallModule()).resolve("9901");
  EXPECT_EQ(label.message, direct.error().message);
  EXPECT_EQ(label.advice, direct.error().advice);
}

TEST(ScriptedEdits, Refusals) {
  for (const char* row : {R"(["terrain",[6,0],"woods"])",
                          R"(["terrain",[0,0],"Not An Id"])",
                          R"(["terrain",[0,0]])",
                          R"(["explode",[0,0]])",
                          R"(["level",[0,0],40000])",
                          R"(["level",[0,0],"high"])",
                          R"(["attribute",[0,0],"in","text"])",
                          R"(["feature","0101/0303","river",{}])",
                          R"(["feature","0101","river",{}])",
                          R"(["feature",[0,0,1],"river",{"class":7}])",
                          R"(["corner","0101/0102/0505","spring",{}])",
                          R"(["path",["0101","0105"],"road",{}])",
                          R"(["chain",[[1,1,0],[1,1,0]],"river",{}])",
                          R"(["record","map/nowhere","place","x",{}])",
                          R"(["record","map/named","place","x",{"kind":"mill"}])",
                          R"(["record","map/named","place","x",null])",
                          R"(["record","module","lattice","map",{"orientation":"flat","shifted":"odd","size":[9,9]}])",
                          R"(["record","module","module","small",null])",
                          R"(["reframe",[0,0],[8192,8192]])",
                          R"(["level",[0,0],30000],["raise",[0,0],1])",
                          R"(7)",
                          R"([7])",
                          R"(["terrain",[],"woods"])"})
    EXPECT_FALSE(failure(row).message.empty()) << row;
  Document document = smallModule();
  EXPECT_FALSE(applyScript(document, R"({"formatVersion":1,"kind":"hexes","rows":[]})").ok());
  EXPECT_FALSE(applyScript(document, R"({"formatVersion":1,"rows":[]})").ok());
  EXPECT_FALSE(applyScript(document, "").ok());
}

} // namespace
} // namespace hotchkiss
