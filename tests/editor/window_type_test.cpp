// A printed map is typed along, with real keys.
#include "editor/tools/typetool.h"
#include "libscenario/module/modulefiles.h"
#include "tests/editor/window_fixture.h"

#include <QToolButton>

namespace hotchkiss::editor {
namespace {

class TypeAlong : public WindowTest {
 protected:
  void take(const std::string& ruleset, Extent extent) {
    create(ruleset, extent);
    QTest::keyClick(&window(), Qt::Key_A, Qt::ShiftModifier);
    ASSERT_EQ(tools().tool(), ToolId::TypeAlong);
    canvas().setFocus();
  }
  const TypeTool& tool() { return dynamic_cast<const TypeTool&>(canvas().tool()); }
  void type(const char* keys) { QTest::keyClicks(&canvas(), QLatin1String(keys)); }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    // As a keyboard does it: the focus widget is asked before the shortcuts of the window.
    QTest::keyClick(&canvas(), key, modifiers);
  }
  std::string label() { return tool().at() ? document().numbering().label(*tool().at()) : ""; }
  std::size_t steps() { return document().history().position(); }
};

TEST_F(TypeAlong, TwoHundredHexesInReadingOrder) {
  take("gbacw", {20, 12});
  const std::string row = "ccwwcotmcw"; // ten hexes of every line
  const std::map<char, std::string> names{
      {'c', "clear"}, {'w', "woods"}, {'o', "orchard"}, {'t', "town"}, {'m', "marsh"}};
  const ReadingOrder order(lattice(), map().extent(), document().numbering(), ReadingOrder::By::Rows);
  QElapsedTimer timer;
  timer.start();
  for (int i = 0; i < 20; ++i)
    type(row.c_str());
  const double perKey = static_cast<double>(timer.elapsed()) / 200;
  for (std::size_t i = 0; i < 200; ++i)
    ASSERT_EQ(map().terrain(order.hexes()[i]), names.at(row[i % 10])) << i;
  EXPECT_EQ(tool().at(), order.hexes()[200]);
  EXPECT_EQ(map().terrain(order.hexes()[200]), "");
  EXPECT_EQ(steps(), 1U) << "typed in one go, one undo";
  EXPECT_LT(perKey, 250) << "milliseconds for each key";
  // The first line of the numbering is full.
  for (std::int32_t c = 0; c < 20; ++c)
    EXPECT_NE(map().terrain({c, 0}), "") << c;
  QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
  for (std::size_t i = 0; i < 200; ++i)
    ASSERT_EQ(map().terrain(order.hexes()[i]), "");
  QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(map().terrain(order.hexes()[199]), "woods");
}

TEST_F(TypeAlong, BackspaceGoesBackKeyByKey) {
  take("gbacw", {10, 8});
  const ModuleFiles empty = writeModule(map());
  type("ccw");
  const HexCoord third = *tool().at();
  key(Qt::Key_Backspace);
  EXPECT_NE(tool().at(), third);
  EXPECT_EQ(map().terrain(*tool().at()), "") << "what was typed there is gone";
  type("o");
  EXPECT_EQ(tool().at(), third);
  key(Qt::Key_Backspace);
  key(Qt::Key_Backspace);
  key(Qt::Key_Backspace);
  EXPECT_EQ(writeModule(map()), empty);
  type("c");
  const std::string second = label();
  // What another edit did in between is not touched.
  ASSERT_TRUE(document().edit(QStringLiteral("other"), [&](Stroke& stroke) { stroke.setTerrain({5, 5}, "town"); }));
  key(Qt::Key_Backspace);
  EXPECT_EQ(map().terrain({5, 5}), "town");
  EXPECT_NE(label(), second) << "it only steps back";
}

TEST_F(TypeAlong, DigitsSetLevelsAndStepOnWhenWanted) {
  take("gbacw", {10, 8});
  type("3");
  ASSERT_TRUE(tool().at());
  const HexCoord at = *tool().at();
  EXPECT_EQ(map().level(at), 3);
  type("w");
  EXPECT_EQ(map().terrain(at), "woods");
  EXPECT_NE(tool().at(), at);
  EXPECT_EQ(map().level(*tool().at()), std::nullopt);
  auto* steps = window().findChild<QComboBox*>(QStringLiteral("typeStepsOn"));
  ASSERT_NE(steps, nullptr);
  ASSERT_TRUE(steps->isVisible());
  steps->setCurrentIndex(1);
  emit steps->activated(1);
  canvas().setFocus();
  const HexCoord before = *tool().at();
  type("2");
  key(Qt::Key_Return);
  EXPECT_EQ(map().level(before), 2);
  EXPECT_NE(tool().at(), before);
}

TEST_F(TypeAlong, ShiftAndASideSetsTheFeatureInHand) {
  take("gbacw", {10, 8});
  tools().choose(ToolId::TypeAlong, "stream");
  canvas().setFocus();
  type("c");
  const HexCoord at = *tool().at();
  const bool flat = lattice().orientation() == Orientation::Flat;
  const auto stream = [&](int d) { return map().features(lattice().edge(at, d)).find("stream") != nullptr; };
  key(flat ? Qt::Key_W : Qt::Key_E, Qt::ShiftModifier);
  EXPECT_TRUE(stream(0));
  key(flat ? Qt::Key_E : Qt::Key_D, Qt::ShiftModifier);
  EXPECT_TRUE(stream(1));
  EXPECT_EQ(tool().at(), at) << "sides do not step on";
  key(flat ? Qt::Key_W : Qt::Key_E, Qt::ShiftModifier);
  EXPECT_FALSE(stream(0)) << "again takes it away";
  key(Qt::Key_Backspace);
  EXPECT_TRUE(stream(0)) << "and Backspace brings it back";
  for (int d = 0; d < kSides; ++d)
    EXPECT_EQ(directionOfKey(flat ? std::array{Qt::Key_W, Qt::Key_E, Qt::Key_D, Qt::Key_S, Qt::Key_A, Qt::Key_Q}.at(
                                        static_cast<std::size_t>(d))
                                  : std::array{Qt::Key_E, Qt::Key_D, Qt::Key_X, Qt::Key_Z, Qt::Key_A, Qt::Key_W}.at(
                                        static_cast<std::size_t>(d)),
                             Qt::ShiftModifier, lattice().orientation()),
              d);
  EXPECT_EQ(directionOfKey(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier, Orientation::Flat), std::nullopt);
}

TEST_F(TypeAlong, WhatFacesASideTurnsRoundAndGoesWithTheThirdTime) {
  take("tss", {10, 8});
  tools().choose(ToolId::TypeAlong, "crest");
  canvas().setFocus();
  type("cc");
  const HexCoord at = *tool().at();
  ASSERT_EQ(lattice().orientation(), Orientation::Pointy);
  const EdgeId e = lattice().edge(at, 2);
  const auto side = [&] {
    const FeatureSet features = map().features(e);
    const Feature* crest = features.find("crest");
    return crest ? crest->side : std::string();
  };
  key(Qt::Key_X, Qt::ShiftModifier);
  const std::string first = side();
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(lattice().hexes(e)[first == "a" ? 0 : 1], at) << "first toward the hex in hand";
  key(Qt::Key_X, Qt::ShiftModifier);
  EXPECT_EQ(side(), first == "a" ? "b" : "a");
  key(Qt::Key_X, Qt::ShiftModifier);
  EXPECT_EQ(side(), "");
  EXPECT_EQ(tool().at(), at);
}

TEST_F(TypeAlong, ColumnsArrowsClicksAndTheEndOfTheMap) {
  take("gbacw", {4, 3});
  tools().setReadsByColumns(true);
  const ReadingOrder order(lattice(), map().extent(), document().numbering(), ReadingOrder::By::Columns);
  type("ccccc");
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_EQ(map().terrain(order.hexes()[i]), "clear") << i;
  Hand hand(window());
  hand.click(lattice().centre({2, 1}));
  EXPECT_EQ(tool().at(), (HexCoord{2, 1}));
  key(Qt::Key_Right);
  EXPECT_EQ(tool().at(), (HexCoord{3, 1}));
  key(Qt::Key_Right);
  EXPECT_EQ(tool().at(), (HexCoord{3, 1})) << "the edge of the map";
  QString said;
  QObject::connect(&canvas(), &MapCanvas::complained, &canvas(), [&](const QString& text) { said = text; });
  type("#");
  EXPECT_TRUE(said.contains(QLatin1Char('#'))) << said.toStdString();
  while (tool().at() != order.hexes().back())
    key(Qt::Key_Return);
  type("w");
  EXPECT_EQ(map().terrain(order.hexes().back()), "woods");
  EXPECT_EQ(tool().at(), order.hexes().back());
  EXPECT_TRUE(said.contains(QLatin1String("last"))) << said.toStdString();
}

} // namespace
} // namespace hotchkiss::editor
