// Every system, with mouse and keys: paint every kind of the catalogue, undo all, redo all, save, reopen.
#include "editor/tools/catalogueinfo.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/validation/validator.h"
#include "tests/editor/window_fixture.h"

#include <QComboBox>
#include <QLineEdit>
#include <nlohmann/json.hpp>

#include <set>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

class EverySystem : public WindowTest, public testing::WithParamInterface<std::string> {
 protected:
  /// Hexes away from the border, one after the other, so that nothing lies on something else by accident.
  HexCoord nextHex() {
    const HexCoord h{1 + 2 * (mNext % 9), 1 + 2 * (mNext / 9 % 8)};
    ++mNext;
    return h;
  }
  Point centre(HexCoord h) { return lattice().centre(h); }
  /// By its keys.
  void takeTool(Qt::Key key, ToolId tool) {
    QTest::keyClick(&window(), key, Qt::ShiftModifier);
    EXPECT_EQ(tools().tool(), tool);
  }
  const Catalogue& catalogue() { return document().catalogue(); }

  /// One action of the user is one step of the history.
  template <class Act>
  void oneStep(const std::string& what, const Act& act) {
    const std::size_t before = document().history().position();
    act();
    EXPECT_EQ(document().history().position(), before + 1) << what;
  }

  void paintTerrain(Hand& hand);
  void paintHexside(Hand& hand, const std::string& kind, const std::string& classId, EdgeId e);
  void paintHexsides(Hand& hand);
  void paintCourses(Hand& hand);
  void paintPaths(Hand& hand);
  void paintCorners(Hand& hand);
  void paintCrossings(Hand& hand);
  void paintPlaces(Hand& hand);
  void paintRegions(Hand& hand);
  void paintEntriesAndLinks(Hand& hand);
  std::set<std::string> kindsOnMap();

 private:
  int mNext = 0;
};

void EverySystem::paintTerrain(Hand& hand) {
  for (const auto& [id, terrain] : catalogue().terrains) {
    choose(ToolId::Terrain, id);
    const HexCoord h = nextHex();
    oneStep(id, [&] { hand.click(centre(h)); });
    EXPECT_EQ(map().terrain(h), id);
  }
  hand.key(Qt::Key_BracketRight);
  EXPECT_EQ(tools().brushRadius(), 1);
  oneStep("a stroke of the brush", [&] { hand.drag({centre({3, 3}), centre({6, 3}), centre({8, 6})}); });
  oneStep("erasing", [&] { hand.drag({centre({3, 3}), centre({4, 3})}, Qt::RightButton); });
  EXPECT_EQ(map().terrain({3, 3}), "");
  hand.key(Qt::Key_BracketLeft);
  takeTool(Qt::Key_F, ToolId::Fill);
  oneStep("filling", [&] { hand.click(centre({0, 0})); });
  takeTool(Qt::Key_L, ToolId::Level);
  if (catalogue().elevation == "levels") {
    const int first = tools().level();
    hand.key(Qt::Key_PageUp);
    EXPECT_EQ(tools().level(), first + 1);
    while (tools().level() < 2)
      hand.key(Qt::Key_PageUp);
    while (tools().level() > 2)
      hand.key(Qt::Key_PageDown);
    oneStep("setting levels", [&] { hand.drag({centre({1, 1}), centre({5, 1})}); });
    EXPECT_EQ(map().level({3, 1}), 2);
    tools().setLevelMode(LevelMode::Raise);
    oneStep("raising", [&] { hand.click(centre({1, 1})); });
    EXPECT_EQ(map().level({1, 1}), 3);
    oneStep("lowering", [&] { hand.click(centre({1, 1}), Qt::RightButton); });
    EXPECT_EQ(map().level({1, 1}), 2);
  }
}

void EverySystem::paintHexside(Hand& hand, const std::string& kind, const std::string& classId, EdgeId e) {
  for (const std::vector<std::string>& any : catalogue().edgeFeatures.at(kind).requirements) {
    const std::string& needed = any.front();
    const std::size_t colon = needed.find(':');
    paintHexside(hand, needed.substr(0, colon), colon == std::string::npos ? "" : needed.substr(colon + 1), e);
  }
  choose(ToolId::Hexside, kind, classId);
  oneStep(kind + " " + classId, [&] { hand.click(lattice().middle(e)); });
  const FeatureSet features = map().features(e);
  const Feature* feature = features.find(kind);
  ASSERT_NE(feature, nullptr) << kind;
  if (!classId.empty()) {
    EXPECT_EQ(feature->classId, classId);
  }
}

void EverySystem::paintHexsides(Hand& hand) {
  for (const std::string& kind : paintableKinds(document().ruleset(), "edgeFeature")) {
    const std::set<std::string> classes = catalogue().edgeFeatures.at(kind).classes;
    if (classes.empty())
      paintHexside(hand, kind, "", lattice().edge(nextHex(), 1));
    for (const std::string& classId : classes)
      paintHexside(hand, kind, classId, lattice().edge(nextHex(), 1));
    // The kinds that this one excludes give way.
    const EdgeId e = lattice().edge(nextHex(), 2);
    for (const std::string& excluded : catalogue().edgeFeatures.at(kind).excludes) {
      const std::string other = excluded.substr(0, excluded.find(':'));
      if (other.starts_with("path."))
        continue;
      paintHexside(hand, other, "", e);
      paintHexside(hand, kind, classes.empty() ? "" : *classes.begin(), e);
      EXPECT_EQ(map().features(e).find(other), nullptr) << kind << " and " << other;
    }
  }
}

/// The palette makes courses, one of each kind; the chain that is drawn then belongs to it.
void EverySystem::paintCourses(Hand& hand) {
  auto* choice = window().findChild<QComboBox*>(QStringLiteral("courseChoice"));
  auto* name = window().findChild<QLineEdit*>(QStringLiteral("newCourseName"));
  ASSERT_NE(choice, nullptr);
  ASSERT_NE(name, nullptr);
  const auto section = catalogue().named.find("course");
  if (section == catalogue().named.end())
    return;
  int row = 0;
  for (const auto& [kind, course] : section->second) {
    const bool isPath = course.of.front().starts_with("path.");
    choose(isPath ? ToolId::Path : ToolId::Hexside, isPath ? course.of.front().substr(5) : course.of.front());
    const int make = choice->count() - 1;
    choice->setCurrentIndex(make);
    emit choice->activated(make);
    name->setText(QString::fromStdString("Course of " + kind));
    oneStep("course " + kind, [&] { QTest::keyClick(name, Qt::Key_Return); });
    ASSERT_FALSE(tools().course().empty()) << kind;
    const HexCoord start{1, 2 * row + 2};
    std::vector<Point> way;
    for (int i = 0; i < 5; ++i)
      way.push_back(isPath ? centre({start.c + i, start.r})
                           : lattice().position(lattice().vertex({start.c + i, start.r}, 0)));
    oneStep("chain of " + kind, [&] { hand.drag(way); });
    row = (row + 1) % 7;
  }
  tools().setCourse({});
}

void EverySystem::paintPaths(Hand& hand) {
  tools().setCourse({});
  for (const std::string& id : paintableKinds(document().ruleset(), "path")) {
    choose(ToolId::Path, id);
    const HexCoord h = nextHex();
    oneStep(id, [&] { hand.drag({centre(h), centre({h.c + 1, h.r}), centre({h.c + 1, h.r + 1})}); });
    EXPECT_NE(
        map().features(*lattice().edgeBetween(HexCoord{h.c + 1, h.r}, HexCoord{h.c + 1, h.r + 1})).find("path." + id),
        nullptr);
  }
  // Click and click: a straight line.
  hand.click(centre({2, 15}));
  oneStep("a line by clicks", [&] { hand.click(centre({7, 15})); });
  hand.key(Qt::Key_Escape);
}

void EverySystem::paintCorners(Hand& hand) {
  for (const std::string& kind : paintableKinds(document().ruleset(), "vertexFeature")) {
    choose(ToolId::Corner, kind);
    const HexCoord h = nextHex();
    const VertexId v = lattice().vertex(h, 1);
    const Point at = lattice().position(v);
    const Point inside{at.x + (centre(h).x - at.x) * 0.1, at.y + (centre(h).y - at.y) * 0.1};
    oneStep(kind, [&] { hand.click(inside); });
    const FeatureSet features = map().features(v);
    ASSERT_NE(features.find(kind), nullptr);
    if (const std::string side = features.find(kind)->side; !side.empty()) {
      EXPECT_EQ(lattice().hexes(v).at(static_cast<std::size_t>(side[0] - 'a')), h) << "it faces the pointer's hex";
    }
  }
}

void EverySystem::paintCrossings(Hand& hand) {
  for (const std::string& kind : paintableKinds(document().ruleset(), "crossing")) {
    const EdgeId e = lattice().edge(nextHex(), 0);
    const std::string over = catalogue().named.at("crossing").at(kind).over.front();
    const std::size_t colon = over.find(':');
    paintHexside(hand, over.substr(0, colon), colon == std::string::npos ? "" : over.substr(colon + 1), e);
    choose(ToolId::Crossing, kind);
    oneStep(kind, [&] {
      hand.click(lattice().middle(e));
      hand.name(QString::fromStdString("The " + kind)); // naming is part of the same step
    });
  }
}

void EverySystem::paintPlaces(Hand& hand) {
  for (const std::string& kind : paintableKinds(document().ruleset(), "place")) {
    choose(ToolId::Place, kind);
    oneStep(kind, [&] {
      hand.click(centre(nextHex()));
      hand.name(QString::fromStdString("Place " + kind));
    });
    const json on = catalogueRow(document().ruleset(), "place", kind).value("on", json::array());
    for (const json& where : on)
      if (where != "hex")
        oneStep(kind + " elsewhere", [&] {
          const HexCoord h = nextHex();
          hand.click(where == "edge" ? lattice().middle(lattice().edge(h, 0))
                                     : lattice().position(lattice().vertex(h, 0)));
          hand.name({});
        });
  }
}

void EverySystem::paintRegions(Hand& hand) {
  for (const std::string& kind : paintableKinds(document().ruleset(), "region")) {
    choose(ToolId::Region, kind);
    if (catalogue().named.at("region").at(kind).offMap) {
      oneStep(kind, [&] {
        hand.click(centre({2, 2}));
        hand.name(QString::fromStdString("Region " + kind));
      });
      continue;
    }
    oneStep(kind, [&] { hand.drag({centre({2, 2}), centre({6, 2})}); });
    hand.key(Qt::Key_Escape);
    oneStep("another " + kind, [&] { hand.drag({centre({5, 2}), centre({9, 2})}); });
    const bool exclusive = catalogueRow(document().ruleset(), "region", kind).value("exclusive", false);
    const json in = json::parse(map().attributes({5, 2})).value("in", json::array());
    const auto ofKind = std::count_if(in.begin(), in.end(), [&](const json& id) {
      return json::parse(*map().record(kNamedTable, {"region", id.get<std::string>()})).value("kind", "") == kind;
    });
    EXPECT_EQ(ofKind, exclusive ? 1 : 2) << kind;
  }
}

void EverySystem::paintEntriesAndLinks(Hand& hand) {
  for (const std::string& kind : paintableKinds(document().ruleset(), "entry")) {
    choose(ToolId::Entry, kind);
    oneStep(kind, [&] {
      hand.click(centre({0, 4}));
      hand.name(QString::fromStdString("Entry " + kind));
    });
    oneStep(kind + " edge", [&] { hand.click(lattice().middle(lattice().edge({0, 6}, 4))); });
    hand.key(Qt::Key_Escape);
  }
  for (const std::string& kind : paintableKinds(document().ruleset(), "link")) {
    choose(ToolId::Link, kind);
    oneStep(kind, [&] { hand.click(centre({4, 4})); });
    oneStep(kind + " end", [&] { hand.click(centre({8, 8})); });
    hand.key(Qt::Key_Escape);
  }
}

/// "section/kind" of everything that the map holds.
std::set<std::string> EverySystem::kindsOnMap() {
  std::set<std::string> out;
  for (std::int32_t c = 0; c < map().extent().width; ++c)
    for (std::int32_t r = 0; r < map().extent().height; ++r)
      out.insert("terrain/" + map().terrain({c, r}));
  map().forEachEdge([&](EdgeId e, std::uint32_t) {
    for (const Feature& feature : map().features(e).features)
      out.insert(feature.kind.starts_with("path.") ? "path/" + feature.kind.substr(5) : "edgeFeature/" + feature.kind);
  });
  for (const auto& [v, id] : map().vertices())
    for (const Feature& feature : map().features(v).features)
      out.insert("vertexFeature/" + feature.kind);
  for (const auto& [key, text] : map().table(kNamedTable))
    out.insert(key.section + "/" + json::parse(text).value("kind", ""));
  return out;
}

TEST_P(EverySystem, PaintsEveryKindUndoesRedoesSavesAndReopens) {
  createWithKeys(GetParam(), {20, 18});
  const ModuleFiles empty = writeModule(map());
  Hand hand(window());
  paintTerrain(hand);
  paintHexsides(hand);
  paintCourses(hand);
  paintPaths(hand);
  paintCorners(hand);
  paintCrossings(hand);
  paintPlaces(hand);
  paintRegions(hand);
  paintEntriesAndLinks(hand);

  const std::set<std::string> present = kindsOnMap();
  for (const char* section :
       {"edgeFeature", "path", "vertexFeature", "crossing", "place", "region", "entry", "link", "course"})
    for (const std::string& kind : paintableKinds(document().ruleset(), section))
      EXPECT_TRUE(present.contains(std::string(section) + "/" + kind)) << section << " " << kind;

  const ModuleFiles painted = writeModule(map());
  const std::size_t steps = document().history().position();
  EXPECT_TRUE(document().isModified());
  EXPECT_TRUE(window().isWindowModified());
  for (std::size_t i = 0; i < steps; ++i)
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(document().history().position(), 0U);
  EXPECT_EQ(writeModule(map()), empty);
  EXPECT_FALSE(document().isModified());
  for (std::size_t i = 0; i < steps; ++i)
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(document().history().position(), steps);
  EXPECT_EQ(writeModule(map()), painted);

  QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
  EXPECT_FALSE(document().isModified());
  const Result<ModuleFiles> saved = readModuleFolder(folder() / "module");
  ASSERT_TRUE(saved.ok());
  EXPECT_EQ(*saved, painted);
  ASSERT_TRUE(window().openPath(QString::fromStdString((folder() / "module").string())));
  EXPECT_EQ(writeModule(map()), painted);
  EXPECT_TRUE(document().notices().empty()) << document().notices().front();
}

INSTANTIATE_TEST_SUITE_P(Window, EverySystem, testing::ValuesIn(Ruleset::builtIn()),
                         [](const auto& system) { return system.param; });

} // namespace
} // namespace hotchkiss::editor
