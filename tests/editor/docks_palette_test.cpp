#include "docks_fixture.h"
#include "editor/docks/palettedelegate.h"
#include "editor/docks/palettedock.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {
namespace {

class PaletteTest : public EverySample {
 protected:
  PaletteDock& makeDock(const std::string& name) {
    EditorDocument& module = open(name);
    dock = std::make_unique<PaletteDock>(tools);
    dock->setStyle(std::make_shared<const MapStyle>(MapStyle::load(module.ruleset(), "engraved")));
    dock->setDocument(&module);
    return *dock;
  }
  ~PaletteTest() override {
    if (dock)
      dock->setDocument(nullptr);
  }
  QTreeWidget& tree() const { return *dock->findChild<QTreeWidget*>("paletteTree"); }
  static PaletteRow rowOf(const QTreeWidgetItem* item) {
    return static_cast<PaletteRow>(item->data(0, kPaletteSortRole).toInt());
  }
  QTreeWidgetItem* rowFor(const std::string& section, const std::string& id, const std::string& classId = {}) const {
    for (QTreeWidgetItemIterator it(&tree()); *it; ++it)
      if ((*it)->data(0, kPaletteSectionRole).toString().toStdString() == section &&
          (*it)->data(0, kPaletteIdRole).toString().toStdString() == id &&
          rowOf(*it) == (classId.empty() ? PaletteRow::Kind : PaletteRow::Class) &&
          (classId.empty() || (*it)->data(0, kPaletteClassRole).toString().toStdString() == classId))
        return *it;
    return nullptr;
  }
  void click(QTreeWidgetItem* item) const { emit tree().itemClicked(item, 0); }

  std::unique_ptr<PaletteDock> dock;
};

TEST_P(PaletteTest, HasEveryKindOnceAndChoosesIt) {
  makeDock(GetParam());
  std::size_t kinds = 0;
  for (const auto& [key, text] : document().ruleset().rows("catalogue")) {
    const auto body = nlohmann::json::parse(text);
    const std::optional<ToolId> tool = toolFor(key.section);
    if (!tool)
      continue;
    QTreeWidgetItem* item = rowFor(key.section, key.id);
    if (body.contains("derived")) {
      EXPECT_EQ(item, nullptr) << key.id;
      continue;
    }
    ++kinds;
    ASSERT_NE(item, nullptr) << key.section << " " << key.id;
    EXPECT_EQ(item->text(0).toStdString(), body["name"]);
    EXPECT_FALSE(item->icon(0).isNull());
    tools.setTool(ToolId::Select);
    click(item);
    EXPECT_EQ(tools.tool(), *tool);
    EXPECT_EQ(tools.kind(*tool), key.id);
    EXPECT_EQ(tools.classId().empty(), !body.value("classRequired", false));
    const auto classes = body.value("classes", nlohmann::json::object());
    for (const auto& [classId, row] : classes.items()) {
      QTreeWidgetItem* choice = rowFor(key.section, key.id, classId);
      ASSERT_NE(choice, nullptr) << key.id << ":" << classId;
      click(choice);
      EXPECT_EQ(tools.classId(), classId);
      EXPECT_EQ(tree().currentItem(), choice);
    }
  }
  EXPECT_GE(kinds, 20U);
  std::size_t shown = 0;
  for (QTreeWidgetItemIterator it(&tree()); *it; ++it)
    shown += rowOf(*it) == PaletteRow::Kind && !(*it)->data(0, kPaletteIdRole).toString().isEmpty() ? 1U : 0U;
  EXPECT_EQ(shown, kinds);
}

TEST_P(PaletteTest, OffersLevelsOnlyWhereHexesHaveThem) {
  makeDock(GetParam());
  const bool hasLevels = document().catalogue().elevation == "levels";
  QTreeWidgetItem* level = rowFor("level", "");
  ASSERT_EQ(level != nullptr, hasLevels);
  if (!level)
    return;
  click(level);
  EXPECT_EQ(tools.tool(), ToolId::Level);
  child<QSpinBox>(*dock, "levelValue")->setValue(7);
  EXPECT_EQ(tools.level(), 7);
  child<QToolButton>(*dock, "levelRaise")->click();
  EXPECT_EQ(tools.levelMode(), LevelMode::Raise);
  child<QSpinBox>(*dock, "levelValue")->setValue(3);
  EXPECT_EQ(tools.levelStep(), 3) << "raised by so many";
  EXPECT_EQ(tools.level(), 7);
  child<QToolButton>(*dock, "levelSmooth")->click();
  EXPECT_FALSE(child<QSpinBox>(*dock, "levelValue")->isEnabled());
}

TEST_P(PaletteTest, KeysChooseWhatTheCatalogueSays) {
  makeDock(GetParam());
  for (const auto& [key, text] : document().ruleset().rows("catalogue")) {
    const auto body = nlohmann::json::parse(text);
    const std::optional<ToolId> tool = toolFor(key.section);
    if (!tool || body.contains("derived") || !body.contains("key"))
      continue;
    tools.choose(*tool, "");
    EXPECT_TRUE(dock->chooseByKey(*tool, QString::fromStdString(body["key"]))) << key.id;
    EXPECT_EQ(tools.kind(*tool), key.id);
    const auto classes = body.value("classes", nlohmann::json::object());
    for (const auto& [classId, row] : classes.items())
      if (row.contains("key")) {
        EXPECT_TRUE(dock->chooseByKey(*tool, QString::fromStdString(row["key"])));
        EXPECT_EQ(tools.classId(), classId);
      }
  }
  EXPECT_FALSE(dock->chooseByKey(ToolId::Terrain, "#"));
  EXPECT_FALSE(dock->chooseByKey(ToolId::Select, "c"));
}

TEST_P(PaletteTest, FilterLeavesWhatMatches) {
  makeDock(GetParam());
  auto* filter = child<QLineEdit>(*dock, "paletteFilter");
  filter->setText("clear");
  EXPECT_FALSE(rowFor("terrain", "clear")->isHidden());
  std::size_t visible = 0;
  for (QTreeWidgetItemIterator it(&tree()); *it; ++it)
    visible += rowOf(*it) == PaletteRow::Kind && !(*it)->isHidden() ? 1U : 0U;
  EXPECT_EQ(visible, 1U);
  filter->setText("no such thing");
  for (int i = 0; i < tree().topLevelItemCount(); ++i)
    EXPECT_TRUE(tree().topLevelItem(i)->isHidden());
  filter->clear();
  for (int i = 0; i < tree().topLevelItemCount(); ++i)
    EXPECT_FALSE(tree().topLevelItem(i)->isHidden());
}

TEST_P(PaletteTest, MakesCoursesAndChoosesThem) {
  makeDock(GetParam());
  for (const ToolId tool : {ToolId::Hexside, ToolId::Path}) {
    std::string kind;
    std::string course;
    for (const PaletteEntry& entry : paletteEntries(document().ruleset()))
      if (entry.section == sectionOf(tool) && !entry.course.empty() && kind.empty()) {
        kind = entry.id;
        course = entry.course;
      }
    ASSERT_FALSE(kind.empty());
    tools.choose(tool, kind);
    auto* box = child<QComboBox>(*dock, "courseChoice");
    const int before = box->count();
    box->setCurrentIndex(box->count() - 1);
    emit box->activated(box->count() - 1);
    auto* name = child<QLineEdit>(*dock, "newCourseName");
    ASSERT_FALSE(name->isHidden());
    name->setText("Test Course");
    child<QToolButton>(*dock, "newCourseMake")->click();
    EXPECT_EQ(box->count(), before + 1);
    EXPECT_EQ(box->currentText(), "Test Course");
    const std::string* record = document().document().record(kNamedTable, {"course", tools.course()});
    ASSERT_NE(record, nullptr);
    EXPECT_EQ(nlohmann::json::parse(*record), (nlohmann::json{{"kind", course}, {"name", "Test Course"}}));
    EXPECT_TRUE(document().undo().ok());
    EXPECT_EQ(box->count(), before);
    pump();
    EXPECT_EQ(tools.course(), ""); // a course that is gone cannot be painted with
  }
  EXPECT_TRUE(isUnchanged());
}

TEST_P(PaletteTest, RegionsAreChosenFromAListOrMade) {
  makeDock(GetParam());
  const auto regions = document().catalogue().named.find("region");
  ASSERT_NE(regions, document().catalogue().named.end());
  const std::string kind = regions->second.begin()->first;
  tools.choose(ToolId::Region, kind);
  auto* list = child<QListWidget>(*dock, "targetList");
  std::size_t expected = 1;
  for (const auto& [key, text] : document().document().table(kNamedTable))
    expected += key.section == "region" && nlohmann::json::parse(text)["kind"] == kind ? 1U : 0U;
  EXPECT_EQ(static_cast<std::size_t>(list->count()), expected);
  child<QLineEdit>(*dock, "newTargetName")->setText("Test Region");
  child<QToolButton>(*dock, "newTargetMake")->click();
  EXPECT_EQ(tools.target(ToolId::Region), "test-region");
  EXPECT_EQ(list->currentItem()->text(), "Test Region");
  ASSERT_NE(document().document().record(kNamedTable, {"region", "test-region"}), nullptr);
  list->setCurrentRow(0);
  EXPECT_EQ(tools.target(ToolId::Region), "");
  EXPECT_TRUE(document().undo().ok());
  EXPECT_TRUE(isUnchanged());
}

TEST_P(PaletteTest, BrushSizeIsShownInHexes) {
  makeDock(GetParam());
  tools.choose(ToolId::Terrain, "clear");
  auto* slider = child<QSlider>(*dock, "brushRadius");
  slider->setValue(2);
  EXPECT_EQ(tools.brushRadius(), 2);
  bool says19 = false;
  for (const QLabel* label : dock->findChildren<QLabel*>())
    says19 |= label->text() == "19 hexes";
  EXPECT_TRUE(says19);
  tools.setBrushRadius(0);
  EXPECT_EQ(slider->value(), 0);
}

TEST_P(PaletteTest, FillingGoesOnFilling) {
  makeDock(GetParam());
  tools.setTool(ToolId::Fill);
  click(rowFor("terrain", "clear"));
  EXPECT_EQ(tools.tool(), ToolId::Fill);
  EXPECT_EQ(tools.kind(ToolId::Fill), "clear");
}

TEST_P(PaletteTest, IsDisabledForReading) {
  EditorDocument& module = openForReading(GetParam());
  PaletteDock reading(tools);
  reading.setDocument(&module);
  EXPECT_FALSE(child<QTreeWidget>(reading, "paletteTree")->isEnabled());
  EXPECT_FALSE(reading.chooseByKey(ToolId::Terrain, "c"));
  reading.setDocument(nullptr);
  EXPECT_EQ(child<QTreeWidget>(reading, "paletteTree")->topLevelItemCount(), 0);
}

INSTANTIATE_TEST_SUITE_P(Samples, PaletteTest, testing::ValuesIn(kSampleNames), sampleTestName);

} // namespace
} // namespace hotchkiss::editor
