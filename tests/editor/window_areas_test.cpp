// Selecting, copying, moving and turning pieces of a map, within a window and between two.
#include "editor/tools/selecttool.h"
#include "libscenario/module/clippingtext.h"
#include "libscenario/module/filekinds.h"
#include "tests/editor/window_fixture.h"

#include <QClipboard>
#include <QMimeData>
#include <QToolButton>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

class AreaTools : public WindowTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample("gcacw-primer").string())));
    ASSERT_TRUE(waitFor([this] { return canvas().isIdle(); }));
    QTest::keyClick(&window(), Qt::Key_S, Qt::ShiftModifier);
    mBefore = writeModule(map());
  }
  Point centre(HexCoord h) { return lattice().centre(h); }
  std::size_t steps() { return document().history().position(); }
  void select(HexCoord a, HexCoord b, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    Hand hand(window());
    hand.press(centre(a), Qt::LeftButton, modifiers);
    hand.move(centre(b), modifiers);
    hand.release(centre(b));
  }
  void keys(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
    QTest::keyClick(&window(), key, modifiers);
  }
  Clipping taken(const std::vector<HexCoord>& area, HexCoord anchor) {
    return takeClipping(map(), area, anchor, kNamedTable, {"place", "crossing"});
  }
  json record(const char* section, const std::string& id) {
    const std::string* text = map().record(kNamedTable, {section, id});
    return text ? json::parse(*text) : json();
  }
  void undoAll() {
    while (steps() > 0)
      keys(Qt::Key_Z);
    EXPECT_EQ(writeModule(map()), mBefore) << "undo restores every byte";
  }
  void listen(MapCanvas& to) {
    QObject::connect(&to, &MapCanvas::complained, &to, [this](const QString& text) { mComplaint = text; });
  }
  ModuleFiles mBefore;
  QString mComplaint;
};

TEST_F(AreaTools, RectangleLassoAddAndTakeAway) {
  select({2, 2}, {5, 4});
  EXPECT_EQ(tools().area().size(), 12U);
  select({8, 2}, {9, 3}, Qt::ShiftModifier);
  EXPECT_EQ(tools().area().size(), 16U);
  select({2, 2}, {3, 4}, Qt::ControlModifier);
  EXPECT_EQ(tools().area().size(), 10U);
  Hand hand(window());
  hand.click(centre({12, 12}), Qt::LeftButton, Qt::ShiftModifier);
  EXPECT_EQ(tools().area().size(), 11U);
  hand.click(centre({12, 12}), Qt::LeftButton, Qt::ShiftModifier);
  hand.click(centre({12, 12}), Qt::LeftButton, Qt::ControlModifier);
  EXPECT_EQ(tools().area().size(), 10U);
  QTest::mouseClick(window().findChild<QToolButton*>(QStringLiteral("selectLasso")), Qt::LeftButton);
  std::vector<Point> loop;
  for (const HexCoord h : lattice().ring({9, 8}, 2))
    loop.push_back(centre(h));
  hand.drag(loop);
  EXPECT_EQ(tools().area().size(), 19U);
  hand.key(Qt::Key_Escape);
  EXPECT_TRUE(tools().area().empty());
  keys(Qt::Key_A);
  EXPECT_EQ(tools().area().size(), static_cast<std::size_t>(map().extent().area()));
  EXPECT_EQ(steps(), 0U) << "selecting changes nothing";
}

TEST_F(AreaTools, ACopyBringsEverythingButCourses) {
  Hand hand(window());
  select({9, 9}, {6, 6}); // not from a symbol, which would be dragged
  const std::vector<HexCoord> area = tools().area();
  const HexCoord anchor = middleOf(lattice(), area);
  Clipping wanted = taken(area, anchor);
  leaveCourses(wanted);
  ASSERT_FALSE(wanted.edges.empty());
  keys(Qt::Key_C);
  EXPECT_EQ(steps(), 0U);
  hand.move(centre({4, 11}));
  keys(Qt::Key_V);
  ASSERT_NE(dynamic_cast<SelectTool&>(canvas().tool()).floating(), nullptr);
  EXPECT_EQ(steps(), 0U) << "in hand, not yet on the map";
  hand.move(centre({14, 3}));
  hand.click(centre({14, 4}));
  EXPECT_EQ(steps(), 1U) << "one undo";
  const ClippingPlace place(lattice(), {14, 4});
  const Clipping there = taken(place.hexes(wanted, map().extent()), {14, 4});
  EXPECT_EQ(there.hexes, wanted.hexes);
  for (const auto& [e, features] : wanted.edges)
    for (const Feature& feature : features.features) {
      ASSERT_TRUE(there.edges.contains(e));
      const Feature* found = there.edges.at(e).find(feature.kind);
      ASSERT_NE(found, nullptr);
      EXPECT_EQ(found->classId, feature.classId);
      EXPECT_EQ(found->side, feature.side);
    }
  EXPECT_GE(there.things.size(), wanted.things.size());
  EXPECT_EQ(tools().area().size(), 16U) << "what was put down is selected";
  undoAll();
}

TEST_F(AreaTools, PastingTurnsAndIsDropped) {
  Hand hand(window());
  select({3, 3}, {5, 5});
  const std::vector<HexCoord> area = tools().area();
  const Clipping taken3 = taken(area, middleOf(lattice(), area));
  keys(Qt::Key_C);
  hand.move(centre({12, 7}));
  keys(Qt::Key_V);
  hand.key(Qt::Key_R);
  hand.key(Qt::Key_M);
  hand.move(centre({13, 7}));
  hand.key(Qt::Key_Escape);
  EXPECT_EQ(steps(), 0U);
  EXPECT_EQ(writeModule(map()), mBefore) << "dropped without a trace";
  keys(Qt::Key_V);
  hand.key(Qt::Key_R);
  hand.click(centre({13, 7}));
  EXPECT_EQ(steps(), 1U);
  const Clipping turnedOnce = turned(taken3, {1, false});
  for (const auto& [h, value] : turnedOnce.hexes)
    EXPECT_EQ(map().terrain(ClippingPlace(lattice(), {13, 7})(h)), value.terrain);
  undoAll();
}

TEST_F(AreaTools, AMoveTakesEverythingAlongInOneUndo) {
  // Around a crossing of the sample, so that a river, its course and a named thing move.
  HexCoord middle;
  std::string id;
  for (const auto& [key, text] : map().table(kNamedTable))
    if (key.section == "crossing") {
      const json at = json::parse(text)["at"];
      const HexCoord h{at[0], at[1]};
      if (h.c >= 3 && h.c <= 9 && h.r >= 3 && h.r <= 10) {
        middle = h;
        id = key.id;
      }
    }
  ASSERT_FALSE(id.empty());
  const json before = record("crossing", id);
  Hand hand(window());
  select({middle.c - 1, middle.r - 1}, {middle.c + 1, middle.r + 1});
  const std::vector<HexCoord> area = tools().area();
  const Clipping wanted = taken(area, middle);
  hand.press(centre(middle));
  hand.move(centre({middle.c + 3, middle.r}));
  EXPECT_EQ(canvas().cursor().shape(), Qt::SizeAllCursor);
  hand.move(centre({15, 8}));
  hand.release(centre({15, 8}));
  EXPECT_EQ(steps(), 1U);
  const ClippingPlace place(lattice(), {15, 8});
  const Clipping there = taken(place.hexes(wanted, map().extent()), {15, 8});
  EXPECT_EQ(there.hexes, wanted.hexes);
  for (const HexCoord h : area)
    EXPECT_EQ(map().terrain(h), "") << "nothing stays behind";
  const json after = record("crossing", id);
  ASSERT_TRUE(after.is_object()) << "it keeps its id";
  const EdgeId e{before["at"][0], before["at"][1], before["at"][2]};
  const EdgeId to = movedPlaces({area.begin(), area.end()}, lattice(), middle, {15, 8}, {}).edge(e);
  EXPECT_EQ(after["at"], (json{to.c, to.r, to.d}));
  EXPECT_EQ(after.value("of", ""), before.value("of", "")) << "and its course";
  undoAll();
}

TEST_F(AreaTools, TurningInPlaceSixTimesAndMirroringTwiceIsNothing) {
  Hand hand(window());
  std::vector<HexCoord> disc = lattice().range({10, 7}, 2);
  tools().setArea(disc);
  std::sort(disc.begin(), disc.end());
  std::vector<std::string> terrains;
  for (const HexCoord h : disc)
    terrains.push_back(map().terrain(h));
  for (int i = 0; i < 6; ++i) {
    keys(Qt::Key_Period);
    EXPECT_EQ(tools().area(), disc) << "a disc stays where it is";
  }
  for (std::size_t i = 0; i < disc.size(); ++i)
    EXPECT_EQ(map().terrain(disc[i]), terrains[i]);
  EXPECT_EQ(steps(), 6U);
  keys(Qt::Key_M);
  keys(Qt::Key_M);
  for (std::size_t i = 0; i < disc.size(); ++i)
    EXPECT_EQ(map().terrain(disc[i]), terrains[i]);
  keys(Qt::Key_Comma);
  EXPECT_EQ(steps(), 9U);
  undoAll();
}

TEST_F(AreaTools, CutClearAndUndo) {
  select({9, 9}, {6, 6}); // not from a symbol, which would be dragged
  const std::vector<HexCoord> area = tools().area();
  const Clipping wanted = taken(area, middleOf(lattice(), area));
  keys(Qt::Key_X);
  EXPECT_EQ(steps(), 1U);
  for (const HexCoord h : area) {
    EXPECT_EQ(map().terrain(h), "");
    for (int side = 0; side < kSides; ++side)
      EXPECT_EQ(map().edge(lattice().edge(h, side)), TextPool::kNone);
  }
  for (const ClippedThing& thing : wanted.things)
    EXPECT_TRUE(record(thing.key.section.c_str(), thing.key.id).is_null());
  // Put back where it was, it is all there again, with its courses.
  Hand hand(window());
  hand.move(centre({2, 2}));
  keys(Qt::Key_V);
  hand.click(centre(middleOf(lattice(), area)));
  EXPECT_EQ(taken(area, middleOf(lattice(), area)).edges, wanted.edges);
  EXPECT_EQ(taken(area, middleOf(lattice(), area)).hexes, wanted.hexes);
  select({1, 1}, {3, 3});
  Hand(window()).key(Qt::Key_Delete);
  EXPECT_EQ(map().terrain({2, 2}), "");
  EXPECT_EQ(steps(), 3U);
  undoAll();
}

TEST_F(AreaTools, BetweenTwoWindowsOfOneRulesetOnly) {
  select({9, 9}, {6, 6}); // not from a symbol, which would be dragged
  keys(Qt::Key_C);
  const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
  ASSERT_TRUE(mime && mime->hasFormat(QLatin1String(kClippingMimeType)));
  const std::string text = mime->data(QLatin1String(kClippingMimeType)).toStdString();
  EXPECT_EQ(json::parse(text)["ruleset"], "gcacw");

  MainWindow second;
  second.resize(1100, 760);
  second.show();
  listen(second.canvas());
  const auto open = [&](const std::string& ruleset, const std::string& name) {
    const Result<Ruleset> rules = Ruleset::load(ruleset);
    NewModuleWish wish;
    wish.id = name;
    wish.title = name;
    wish.extent = {16, 12};
    return second.createModule(folder() / name, *newModule(*rules, wish));
  };
  ASSERT_TRUE(open("gcacw", "other"));
  second.activateWindow();
  second.canvas().setFocus();
  second.canvas().paste();
  Hand hand(second);
  hand.click(second.document()->document().lattice().centre({8, 6}));
  EXPECT_EQ(second.document()->history().position(), 1U);
  const ClippingLetter letter = *readClippingText(text);
  for (const auto& [h, value] : letter.clipping.hexes)
    EXPECT_EQ(second.document()->document().terrain(ClippingPlace(second.document()->document().lattice(), {8, 6})(h)),
              value.terrain);
  ASSERT_TRUE(second.save());

  ASSERT_TRUE(open("tss", "third"));
  second.canvas().paste();
  EXPECT_TRUE(mComplaint.contains(QLatin1String("gcacw"))) << mComplaint.toStdString();
  EXPECT_EQ(second.document()->history().position(), 0U);
}

TEST_F(AreaTools, WhatIsStrangeOnTheClipboardIsRefusedOrLeftOut) {
  listen(canvas());
  const auto put = [](const std::string& text) {
    auto* mime = new QMimeData;
    mime->setData(QLatin1String(kClippingMimeType), QByteArray::fromStdString(text));
    QGuiApplication::clipboard()->setMimeData(mime);
  };
  QGuiApplication::clipboard()->setText(QStringLiteral("just words"));
  keys(Qt::Key_V);
  EXPECT_TRUE(mComplaint.contains(QLatin1String("no piece of a map"))) << mComplaint.toStdString();
  put("{\"kind\":\"clipping\"");
  keys(Qt::Key_V);
  EXPECT_TRUE(mComplaint.contains(QLatin1String("clipboard"))) << mComplaint.toStdString();
  EXPECT_EQ(dynamic_cast<SelectTool&>(canvas().tool()).floating(), nullptr);
  put(R"({"formatVersion":1,"kind":"clipping","ruleset":"gcacw","orientation":"flat","anchor":[2,2],)"
      R"("keepsCourses":false,"hexes":[[2,2,"vineyard"],[3,2,"woods"]]})");
  keys(Qt::Key_V);
  EXPECT_TRUE(mComplaint.contains(QLatin1String("vineyard"))) << mComplaint.toStdString();
  Hand hand(window());
  hand.click(centre({10, 7}));
  EXPECT_EQ(map().terrain({10, 7}), "");
  EXPECT_EQ(steps(), 1U);
  undoAll();
}

TEST_F(AreaTools, SymbolsAreDragged) {
  std::string id;
  HexCoord from;
  for (const auto& [key, text] : map().table(kNamedTable)) {
    const json body = json::parse(text);
    if (key.section == "place" && body["at"].is_array() && body["at"][0] > 2 && body["at"][0] < 15) {
      id = key.id;
      from = {body["at"][0], body["at"][1]};
    }
  }
  ASSERT_FALSE(id.empty());
  Hand hand(window());
  const HexCoord to{from.c + 2, from.r};
  hand.press(centre(from));
  hand.move(centre({from.c + 1, from.r}));
  hand.move(centre(to));
  EXPECT_EQ(steps(), 0U);
  hand.release(centre(to));
  EXPECT_EQ(record("place", id)["at"], (json{to.c, to.r}));
  EXPECT_EQ(steps(), 1U);
  // The tool for places does the same, and goes on selecting by a click.
  choose(ToolId::Place, record("place", id)["kind"]);
  hand.drag({centre(to), centre({to.c - 1, to.r}), centre(from)});
  EXPECT_EQ(record("place", id)["at"], (json{from.c, from.r}));
  EXPECT_EQ(steps(), 2U);
  undoAll();
}

TEST_F(AreaTools, ACrossingCanOnlyBeDraggedToWater) {
  std::string id;
  EdgeId from;
  for (const auto& [key, text] : map().table(kNamedTable))
    if (key.section == "crossing") {
      const json at = json::parse(text)["at"];
      id = key.id;
      from = {at[0], at[1], at[2]};
    }
  ASSERT_FALSE(id.empty());
  const std::vector<std::string> over =
      document().catalogue().named.at("crossing").at(record("crossing", id)["kind"]).over;
  std::optional<EdgeId> water;
  std::optional<EdgeId> dry;
  map().forEachEdge([&](EdgeId e, std::uint32_t) {
    const FeatureSet features = map().features(e);
    if (e != from && std::any_of(over.begin(), over.end(), [&](const auto& one) { return features.find(one); }))
      water = e;
  });
  for (const EdgeId e : lattice().edgesTouching(from))
    if (map().edge(e) == TextPool::kNone)
      dry = e;
  ASSERT_TRUE(water);
  listen(canvas());
  choose(ToolId::Crossing, record("crossing", id)["kind"]);
  Hand hand(window());
  if (dry) {
    hand.drag({lattice().middle(from), lattice().middle(*dry)});
    EXPECT_EQ(steps(), 0U);
    EXPECT_FALSE(mComplaint.isEmpty());
  }
  hand.drag({lattice().middle(from), centre({10, 7}), lattice().middle(*water)});
  EXPECT_EQ(steps(), 1U);
  EXPECT_EQ(record("crossing", id)["at"], (json{water->c, water->r, water->d}));
  undoAll();
}

} // namespace
} // namespace hotchkiss::editor
