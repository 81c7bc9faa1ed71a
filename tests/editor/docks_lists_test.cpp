#include "docks_fixture.h"
#include "editor/docks/findingsdock.h"
#include "editor/docks/historydock.h"
#include "editor/docks/historymodel.h"
#include "editor/docks/layersdock.h"

#include <QtWidgets>

namespace hotchkiss::editor {
namespace {

class LayersDockTest : public DockTest {
 protected:
  LayersDockTest() {
    QObject::connect(&dock, &LayersDock::layersChanged, [this](const LayerSettings& settings) {
      last = settings;
      ++changes;
    });
  }
  QToolButton* eye(Layer layer) { return child<QToolButton>(dock, QString("layerEye_") + layerId(layer)); }
  QSlider* slider(Layer layer) { return child<QSlider>(dock, QString("layerOpacity_") + layerId(layer)); }

  LayersDock dock;
  LayerSettings last;
  int changes = 0;
};

TEST_F(LayersDockTest, EyesHideAndSlidersFade) {
  for (std::size_t i = 0; i < kLayers; ++i) {
    const auto layer = static_cast<Layer>(i);
    eye(layer)->click();
    EXPECT_FALSE(last.visible.at(i));
    EXPECT_FALSE(slider(layer)->isEnabled());
    eye(layer)->click();
    EXPECT_TRUE(last.visible.at(i));
    slider(layer)->setValue(40);
    EXPECT_DOUBLE_EQ(last.opacity.at(i), 0.4);
    EXPECT_DOUBLE_EQ(last.strength(layer), 0.4);
  }
  child<QToolButton>(dock, "layersAll")->click();
  EXPECT_EQ(last, LayerSettings());
}

TEST_F(LayersDockTest, OnlyThisLayerAndBack) {
  auto* row = eye(Layer::Water)->parentWidget();
  ASSERT_EQ(row->actions().size(), 1);
  row->actions().front()->trigger();
  for (std::size_t i = 0; i < kLayers; ++i)
    EXPECT_EQ(last.visible.at(i), static_cast<Layer>(i) == Layer::Water);
  row->actions().front()->trigger();
  EXPECT_EQ(last, LayerSettings());
}

TEST_F(LayersDockTest, PresetsDifferAndSettingsCanBeRestored) {
  std::vector<LayerSettings> seen{LayerSettings()};
  for (QAction* preset : child<QToolButton>(dock, "layersPresets")->menu()->actions()) {
    preset->trigger();
    EXPECT_EQ(std::count(seen.begin(), seen.end(), last), 0) << preset->text().toStdString();
    seen.push_back(last);
  }
  EXPECT_GE(seen.size(), 5U);
  const int before = changes;
  dock.setSettings(seen[2]);
  EXPECT_EQ(changes, before); // restoring is no change by a person
  EXPECT_EQ(dock.settings(), seen[2]);
  EXPECT_EQ(eye(Layer::Names)->isChecked(), seen[2].visible.at(static_cast<std::size_t>(Layer::Names)));
}

TEST_F(LayersDockTest, LevelsOnlyWhereThereAreSome) {
  dock.setDocument(&open("gcacw-primer"));
  EXPECT_TRUE(eye(Layer::Levels)->parentWidget()->isHidden());
  dock.setDocument(nullptr);
  closeDocument();
  dock.setDocument(&open("gbacw-primer"));
  EXPECT_FALSE(eye(Layer::Levels)->parentWidget()->isHidden());
}

class HistoryDockTest : public DockTest {
 protected:
  ~HistoryDockTest() override { dock.setDocument(nullptr); }
  void paint(const char* terrain, std::int32_t row) {
    ASSERT_TRUE(document()
                    .edit(QString("Paint ") + terrain,
                          [&](Stroke& stroke) {
                            stroke.setTerrain({2, row}, "");
                            stroke.setTerrain({2, row}, terrain);
                            stroke.setLevel({2, row}, 1);
                          })
                    .ok());
  }
  QListView& list() { return *dock.findChild<QListView*>("historyList"); }
  QVariant at(int row, int role = Qt::DisplayRole) { return list().model()->index(row, 0).data(role); }
  int current() { return list().currentIndex().row(); }
  void click(int row) {
    list().setCurrentIndex(list().model()->index(row, 0));
    pump();
  }
  QStringList rows() {
    QStringList out;
    for (int i = 0; i < list().model()->rowCount(); ++i)
      out << at(i).toString();
    return out;
  }
  HistoryDock dock;
};

TEST_F(HistoryDockTest, ListsEditsAndJumps) {
  dock.setDocument(&open("gbacw-primer"));
  EXPECT_EQ(rows(), QStringList{"As opened"});
  paint("woods", 2);
  paint("clear", 3);
  paint("marsh", 4);
  EXPECT_EQ(rows(), (QStringList{"As opened", "Paint woods", "Paint clear", "Paint marsh"}));
  EXPECT_EQ(current(), 3);
  click(1);
  EXPECT_EQ(document().history().position(), 1U);
  EXPECT_EQ(current(), 1);
  EXPECT_TRUE(at(3, Qt::FontRole).value<QFont>().italic()); // undone ones stand apart
  click(0);
  EXPECT_TRUE(isUnchanged());
  click(3);
  EXPECT_EQ(document().history().position(), 3U);
  dock.setDocument(nullptr);
  EXPECT_EQ(list().model()->rowCount(), 0);
}

TEST_F(HistoryDockTest, MarksTheSavedState) {
  dock.setDocument(&open("gbacw-primer"));
  EXPECT_EQ(dock.savedPosition(), std::optional<std::size_t>(0));
  paint("woods", 2);
  paint("clear", 3);
  ASSERT_TRUE(document().save().ok());
  EXPECT_EQ(dock.savedPosition(), std::optional<std::size_t>(2));
  EXPECT_TRUE(at(2, HistoryModel::kSavedRole).toBool());
  EXPECT_TRUE(at(2, Qt::ToolTipRole).toString().contains("saved"));
  ASSERT_TRUE(document().undo().ok());
  EXPECT_EQ(dock.savedPosition(), std::optional<std::size_t>(2));
  paint("marsh", 4); // cuts the saved state off
  EXPECT_EQ(dock.savedPosition(), std::nullopt);
  for (int i = 0; i < list().model()->rowCount(); ++i)
    EXPECT_FALSE(at(i, HistoryModel::kSavedRole).toBool());
}

class FindingsDockTest : public DockTest {
 protected:
  FindingsDockTest() {
    QObject::connect(&dock, &FindingsDock::goTo, [this](const Finding& finding) { gone = finding; });
  }
  ~FindingsDockTest() override { dock.setDocument(nullptr); }
  QTreeWidget& tree() { return *dock.findChild<QTreeWidget*>("findingsTree"); }
  QTreeWidgetItem* group(const QString& title) {
    for (int i = 0; i < tree().topLevelItemCount(); ++i)
      if (tree().topLevelItem(i)->text(0) == title)
        return tree().topLevelItem(i);
    return nullptr;
  }
  bool settle() {
    return waitFor([this] { return dock.isUpToDate(); });
  }

  FindingsDock dock;
  std::optional<Finding> gone;
};

TEST_F(FindingsDockTest, SamplesAreCleanAndComplete) {
  for (const std::string& name : kSampleNames) {
    dock.setDocument(&open(name));
    ASSERT_TRUE(settle());
    for (const Finding& finding : dock.findings())
      EXPECT_FALSE(blocks(finding, Level::Map)) << finding.message;
    for (const Progress& progress : dock.progress())
      EXPECT_TRUE(progress.isComplete()) << progress.check;
    EXPECT_FALSE(dock.progress().empty());
    dock.setDocument(nullptr);
    EXPECT_TRUE(dock.findings().empty());
    closeDocument();
  }
}

TEST_F(FindingsDockTest, UnfinishedWorkIsProgress) {
  EditorDocument& module = open("gbacw-primer");
  dock.setDocument(&module);
  ASSERT_TRUE(module
                  .edit("clear",
                        [](Stroke& stroke) {
                          for (std::int32_t c = 0; c < 10; ++c)
                            stroke.setHex({c, 5}, {});
                        })
                  .ok());
  ASSERT_TRUE(settle());
  EXPECT_EQ(child<QLabel>(dock, "progressText_CORE-V30")->text(), "290 of 300 hexes have terrain");
  EXPECT_EQ(child<QLabel>(dock, "progressText_CORE-V31")->text(), "290 of 300 hexes have a level");
  EXPECT_LT(child<QProgressBar>(dock, "progressBar_CORE-V30")->value(), 1000);
  EXPECT_EQ(child<QLabel>(dock, "findingsSummary")->text(), "Nothing contradicts the rules of the catalogue.");
  ASSERT_NE(group("Terrain"), nullptr);
  EXPECT_FALSE(group("Terrain")->isExpanded()); // no wall of errors
  EXPECT_EQ(group("Terrain")->text(1), "10");
  emit tree().itemActivated(group("Terrain"), 0);
  ASSERT_TRUE(gone.has_value());
  EXPECT_EQ(gone->place.hex, std::optional<HexCoord>(HexCoord{0, 5}));
}

TEST_F(FindingsDockTest, ErrorsAreGroupedFoundAndFixed) {
  EditorDocument& module = open("gcacw-primer");
  dock.setDocument(&module);
  ASSERT_TRUE(settle());
  const int groupsBefore = tree().topLevelItemCount(); // what the sample leaves open for `playable`
  int errors = -1;
  QObject::connect(&dock, &FindingsDock::updated, [&](int count, int) { errors = count; });
  const EdgeId e{5, 5, 1};
  ASSERT_TRUE(module.edit("damage", [&](Stroke& stroke) { stroke.setEdge(e, R"({"moat":{}})"); }).ok());
  ASSERT_TRUE(settle());
  EXPECT_EQ(errors, 1);
  QTreeWidgetItem* found = group("Unknown kind");
  ASSERT_NE(found, nullptr);
  ASSERT_EQ(found->childCount(), 1);
  EXPECT_TRUE(found->isExpanded());
  tree().setCurrentItem(found->child(0));
  child<QPushButton>(dock, "findingsGoTo")->click();
  ASSERT_TRUE(gone.has_value());
  EXPECT_EQ(gone->place.edge, std::optional<EdgeId>(e));
  auto* fix = child<QPushButton>(dock, "findingsFix");
  ASSERT_TRUE(fix->isEnabled());
  fix->click();
  EXPECT_FALSE(dock.isUpToDate());
  ASSERT_TRUE(settle());
  EXPECT_EQ(errors, 0);
  EXPECT_EQ(group("Unknown kind"), nullptr);
  EXPECT_EQ(tree().topLevelItemCount(), groupsBefore);
  EXPECT_EQ(module.history().size(), 2U);
  EXPECT_TRUE(module.undo().ok());
  EXPECT_TRUE(module.undo().ok());
  EXPECT_TRUE(isUnchanged());
}

TEST_F(FindingsDockTest, AGroupIsFixedInOneEdit) {
  EditorDocument& module = open("tss-primer");
  dock.setDocument(&module);
  ASSERT_TRUE(module
                  .edit("damage",
                        [](Stroke& stroke) {
                          for (std::int32_t r = 2; r < 8; ++r)
                            stroke.setTerrain({5, r}, "lava");
                          stroke.setEdge({9, 9, 1}, R"({"slope":{"low":"a"},"moat":{}})");
                        })
                  .ok());
  ASSERT_TRUE(settle());
  tree().setCurrentItem(group("Unknown terrain"));
  auto* fix = child<QPushButton>(dock, "findingsFix");
  EXPECT_EQ(fix->text(), "&Fix 6");
  fix->click();
  ASSERT_TRUE(settle());
  EXPECT_EQ(group("Unknown terrain"), nullptr);
  EXPECT_NE(group("Unknown kind"), nullptr);
  EXPECT_EQ(module.history().size(), 2U);
  EXPECT_EQ(module.history().titles().back(), "Fix: Unknown terrain");
}

TEST_F(FindingsDockTest, FilterAndDecisions) {
  EditorDocument& module = open("gcacw-primer");
  dock.setDocument(&module);
  ASSERT_TRUE(module
                  .edit("damage",
                        [](Stroke& stroke) {
                          stroke.setTerrain({3, 3}, "swmap");
                          stroke.setEdge({5, 5, 1}, R"({"ridge":{}})");
                        })
                  .ok());
  ASSERT_TRUE(settle());
  EXPECT_NE(group("Unknown terrain"), nullptr);
  ASSERT_NE(group("Wrong orientation"), nullptr);
  tree().setCurrentItem(group("Wrong orientation")->child(0));
  EXPECT_FALSE(child<QPushButton>(dock, "findingsFix")->isEnabled()); // nobody but a person knows the high side
  child<QLineEdit>(dock, "findingsFilter")->setText("swmap");
  EXPECT_NE(group("Unknown terrain"), nullptr);
  EXPECT_EQ(group("Wrong orientation"), nullptr);
}

TEST_F(FindingsDockTest, StaleAnswersAreDropped) {
  EditorDocument& module = open("gcacw-primer");
  dock.setDocument(&module);
  // Edits that come while the validator is at work: only the last state counts.
  for (int i = 0; i < 30; ++i) {
    ASSERT_TRUE(module.edit("damage",
                            [&](Stroke& stroke) {
                              stroke.setTerrain({3, 3}, i % 2 ? "clear" : "swmap");
                            })
                    .ok());
    pump(i % 10 == 0 ? 310 : 5);
  }
  ASSERT_TRUE(module.edit("good", [&](Stroke& stroke) { stroke.setTerrain({3, 3}, "woods"); }).ok());
  ASSERT_TRUE(settle());
  EXPECT_EQ(group("Unknown terrain"), nullptr);
}

} // namespace
} // namespace hotchkiss::editor
