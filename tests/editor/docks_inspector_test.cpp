#include "docks_fixture.h"
#include "editor/docks/attributeeditor.h"
#include "editor/docks/inspectordock.h"
#include "editor/docks/recordtext.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/validation/validator.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {
namespace {

using nlohmann::json;

class InspectorTest : public EverySample {
 protected:
  InspectorDock& makeDock(EditorDocument& module) {
    dock = std::make_unique<InspectorDock>(tools);
    dock->setStyle(std::make_shared<const MapStyle>(MapStyle::load(module.ruleset(), "engraved")));
    dock->setDocument(&module);
    QObject::connect(dock.get(), &InspectorDock::failed, [this](const QString& message) { failure = message; });
    dock->show();
    return *dock;
  }
  ~InspectorTest() override {
    if (dock)
      dock->setDocument(nullptr);
    pump();
  }
  void select(const Selection& selection) {
    tools.select(selection);
    pump();
  }
  json record(const std::string& section, const std::string& id) {
    const std::string* text = document().document().record(kNamedTable, {section, id});
    return text ? json::parse(*text) : json();
  }
  /// A hexside with a feature that satisfies a condition.
  template <class Condition>
  std::optional<EdgeId> edgeWith(Condition condition) {
    std::optional<EdgeId> found;
    document().document().forEachEdge([&](EdgeId e, std::uint32_t) {
      for (const Feature& feature : document().document().features(e).features)
        if (!found && condition(feature))
          found = e;
    });
    return found;
  }
  static void type(QLineEdit* edit, const QString& text) {
    edit->setFocus();
    edit->selectAll();
    for (const QChar c : text) {
      QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, QString(c));
      QApplication::sendEvent(edit, &press);
    }
  }

  std::unique_ptr<InspectorDock> dock;
  QString failure;
};

/// The docks keep to the catalogue. What a ruleset's own checks want beyond (a road on a bridge, say) is the user's
/// matter.
bool isOfTheCore(const Finding& finding) {
  return finding.check.starts_with("CORE-") || !finding.restates.empty();
}

TEST_P(InspectorTest, LookingChangesNothing) {
  makeDock(open(GetParam()));
  const Document& map = document().document();
  for (std::int32_t c = 0; c < map.extent().width; c += 3)
    for (std::int32_t r = 0; r < map.extent().height; r += 2) {
      tools.select(HexCoord{c, r});
      EXPECT_NE(dock->findChild<QComboBox*>("hexTerrain"), nullptr);
    }
  std::vector<EdgeId> edges;
  map.forEachEdge([&](EdgeId e, std::uint32_t) { edges.push_back(e); });
  for (std::size_t i = 0; i < edges.size(); i += 5) {
    tools.select(edges[i]);
    EXPECT_EQ(static_cast<std::size_t>(dock->findChildren<QToolButton*>(QRegularExpression("^featureRemove_")).size()),
              map.features(edges[i]).features.size());
    pump();
  }
  for (const auto& [v, id] : map.vertices())
    tools.select(v);
  for (const auto& [key, text] : map.table(kNamedTable)) {
    tools.select(NamedThing{key.section, key.id});
    auto* shown = child<QLineEdit>(*dock, "namedId");
    ASSERT_NE(shown, nullptr) << key.section << " " << key.id;
    EXPECT_EQ(shown->text().toStdString(), key.id);
    pump();
  }
  tools.select(Selection());
  pump();
  EXPECT_NE(dock->findChild<QLabel*>("inspectorEmpty"), nullptr);
  EXPECT_TRUE(isUnchanged());
  EXPECT_EQ(document().history().size(), 0U);
}

TEST_P(InspectorTest, ChangesTerrain) {
  makeDock(open(GetParam()));
  const HexCoord h{3, 3};
  select(h);
  auto* box = child<QComboBox>(*dock, "hexTerrain");
  EXPECT_EQ(box->currentData().toString().toStdString(), document().document().terrain(h));
  for (int i = 0; i < box->count(); ++i) {
    box->setCurrentIndex(i);
    EXPECT_EQ(document().document().terrain(h), box->itemData(i).toString().toStdString());
  }
  while (document().history().canUndo())
    ASSERT_TRUE(document().undo().ok());
  EXPECT_TRUE(isUnchanged());
  pump();
  EXPECT_EQ(child<QComboBox>(*dock, "hexTerrain")->currentData().toString().toStdString(),
            document().document().terrain(h));
}

TEST_P(InspectorTest, EveryHexAttributeCanBeSetAndCleared) {
  makeDock(open(GetParam()));
  const HexCoord h{5, 5};
  for (const AttributeField& field : hexAttributeFields(document().ruleset().rows("catalogue"))) {
    select(Selection());
    select(h);
    const QString name = "hexAttribute_" + QString::fromStdString(field.id);
    auto* editor = child<AttributeEditor>(*dock, name);
    auto* input = child<QWidget>(*editor, name + "_input");
    if (auto* box = qobject_cast<QCheckBox*>(input))
      box->setChecked(true);
    else if (auto* choice = qobject_cast<QComboBox*>(input)) {
      ASSERT_GT(choice->count(), 1) << field.id;
      choice->setCurrentIndex(1);
    } else if (auto* several = qobject_cast<QToolButton*>(input)) {
      several->menu()->actions().front()->trigger();
    } else if (auto* number = qobject_cast<QSpinBox*>(input)) {
      number->setValue(3);
    } else if (auto* text = qobject_cast<QLineEdit*>(input)) {
      const QString label = QString::fromStdString(document().numbering().label(HexCoord{5, 5}));
      const QString other = QString::fromStdString(document().numbering().label(HexCoord{5, 6}));
      text->setText(field.type.type == "object" ? "{\"union\":5}"
                    : field.type.type == "edge" ? label + "/" + other
                                                : "x");
      emit text->textEdited(text->text());
      emit text->editingFinished();
    }
    const json set = parsedObject(document().document().attributes(h));
    EXPECT_TRUE(set.contains(field.id)) << field.id;
    EXPECT_EQ(document().history().position(), 1U) << field.id;
    child<QToolButton>(*editor, name + "_more")->menu()->actions().front()->trigger();
    EXPECT_FALSE(parsedObject(document().document().attributes(h)).contains(field.id));
    while (document().history().canUndo())
      ASSERT_TRUE(document().undo().ok());
    EXPECT_TRUE(isUnchanged()) << field.id;
  }
}

TEST_P(InspectorTest, ARegionGainsAndLosesAHex) {
  makeDock(open(GetParam()));
  const HexCoord h{6, 6};
  select(h);
  const QList<QCheckBox*> boxes = dock->findChildren<QCheckBox*>(QRegularExpression("^hexIn_region_"));
  ASSERT_FALSE(boxes.isEmpty());
  for (QCheckBox* box : boxes) {
    const std::string id = box->objectName().mid(13).toStdString();
    const std::vector<std::string> before = listMember(document().document().attributes(h), "in");
    const bool was = std::find(before.begin(), before.end(), id) != before.end();
    EXPECT_EQ(box->isChecked(), was);
    box->setChecked(!was);
    const std::vector<std::string> after = listMember(document().document().attributes(h), "in");
    EXPECT_EQ(std::find(after.begin(), after.end(), id) != after.end(), !was);
    EXPECT_TRUE(std::is_sorted(after.begin(), after.end()));
    box->setChecked(was);
  }
  EXPECT_TRUE(isUnchanged());
}

TEST_P(InspectorTest, FeaturesAreAddedTurnedAndRemoved) {
  makeDock(open(GetParam()));
  // An empty hexside in the middle of the map.
  EdgeId e{};
  for (std::int32_t c = 3; c < 15; ++c)
    for (std::int32_t r = 3; r < 12; ++r)
      for (std::int32_t d = 0; d < 3; ++d)
        if (document().document().edge({c, r, d}) == TextPool::kNone)
          e = {c, r, d};
  std::size_t tried = 0;
  for (const auto& [kindId, kind] : document().catalogue().edgeFeatures) {
    if (kind.derived || !kind.requirements.empty())
      continue;
    ++tried;
    const QString id = QString::fromStdString(kindId);
    select(Selection());
    select(e);
    auto* action = child<QAction>(*dock, "featureAdd_" + id);
    ASSERT_TRUE(action->isEnabled()) << kindId;
    action->trigger();
    pump();
    const Feature* feature = nullptr;
    FeatureSet set = document().document().features(e);
    feature = set.find(kindId);
    ASSERT_NE(feature, nullptr);
    EXPECT_EQ(feature->classId.empty(), !kind.classRequired);
    if (kind.orientation && kind.orientation->required) {
      const std::string side = feature->side;
      child<QToolButton>(*dock, "featureFlip_" + id)->click();
      pump();
      set = document().document().features(e);
      EXPECT_NE(set.find(kindId)->side, side);
    }
    if (!kind.classes.empty()) {
      auto* classes = child<QComboBox>(*dock, "featureClass_" + id);
      classes->setCurrentIndex(classes->count() - 1);
      pump();
      set = document().document().features(e);
      EXPECT_EQ(set.find(kindId)->classId,
                child<QComboBox>(*dock, "featureClass_" + id)->currentData().toString().toStdString());
    }
    if (!kind.course.empty()) {
      auto* of = child<AttributeEditor>(*dock, "featureOf_" + id);
      auto* button = child<QToolButton>(*of, "featureOf_" + id + "_input");
      ASSERT_FALSE(button->menu()->actions().isEmpty()) << kindId;
      button->menu()->actions().front()->trigger();
      set = document().document().features(e);
      EXPECT_EQ(set.find(kindId)->of.size(), 1U);
    }
    // What the dock makes, the validator accepts; attributes that only a person can know are unknown.
    for (const Finding& finding : validate({document().document(), {}, false}))
      if (isOfTheCore(finding) && finding.place.edge == e && finding.place.thing.empty())
        ADD_FAILURE() << kindId << ": " << finding.message;
    child<QToolButton>(*dock, "featureRemove_" + id)->click();
    pump();
    EXPECT_TRUE(isUnchanged()) << kindId;
    while (document().history().canUndo())
      ASSERT_TRUE(document().undo().ok());
    EXPECT_TRUE(isUnchanged()) << kindId;
  }
  EXPECT_GE(tried, 4U);
}

TEST_P(InspectorTest, CrossingsAreMadeWhereThereIsSomethingToCross) {
  makeDock(open(GetParam()));
  select(EdgeId{-1, 2, 1});
  EXPECT_FALSE(child<QToolButton>(*dock, "crossingAdd")->isEnabled());
  const auto& crossings = document().catalogue().named.at("crossing");
  for (const auto& [kindId, kind] : crossings) {
    const std::string over = kind.over.front();
    const std::optional<EdgeId> e = edgeWith([&](const Feature& feature) {
      return feature.kind == over.substr(0, over.find(':')) &&
             (over.find(':') == std::string::npos || feature.classId == over.substr(over.find(':') + 1));
    });
    ASSERT_TRUE(e.has_value()) << over;
    select(*e);
    const std::size_t before = document().document().table(kNamedTable).size();
    child<QAction>(*dock, "crossingAdd_" + QString::fromStdString(kindId))->trigger();
    pump();
    EXPECT_EQ(document().document().table(kNamedTable).size(), before + 1);
    for (const Finding& finding : validate({document().document(), {}, false}))
      if (isOfTheCore(finding) && finding.checkClass == CheckClass::Integrity)
        ADD_FAILURE() << finding.message;
    EXPECT_TRUE(document().undo().ok());
    pump();
  }
  EXPECT_TRUE(isUnchanged());
}

TEST_P(InspectorTest, TypingANameIsOneEdit) {
  makeDock(open(GetParam()));
  NamedThing thing;
  for (const auto& [key, text] : document().document().table(kNamedTable))
    if (key.section == "place")
      thing = {key.section, key.id};
  select(thing);
  type(child<QLineEdit>(*dock, "namedName"), "New Name");
  EXPECT_EQ(record("place", thing.id)["name"], "New Name");
  EXPECT_EQ(child<QLabel>(*dock, "inspectorTitle")->text(), "New Name");
  EXPECT_EQ(document().history().size(), 1U);
  type(child<QLineEdit>(*dock, "namedNote"), "why");
  EXPECT_EQ(document().history().size(), 2U);
  // The field keeps the focus while a person types.
  EXPECT_EQ(child<QLineEdit>(*dock, "namedNote")->text(), "why");
  EXPECT_TRUE(document().undo().ok());
  EXPECT_TRUE(document().undo().ok());
  EXPECT_TRUE(isUnchanged());
  pump();
  EXPECT_EQ(child<QLineEdit>(*dock, "namedNote")->text(), "");
}

TEST_P(InspectorTest, ACourseKeepsItsPiecesWhenItsIdChanges) {
  makeDock(open(GetParam()));
  std::string id;
  document().document().forEachEdge([&](EdgeId e, std::uint32_t) {
    for (const Feature& feature : document().document().features(e).features)
      if (id.empty() && !feature.of.empty())
        id = feature.of.front();
  });
  std::size_t pieces = 0;
  const auto countPieces = [&](const std::string& course) {
    std::size_t count = 0;
    document().document().forEachEdge([&](EdgeId e, std::uint32_t) {
      for (const Feature& feature : document().document().features(e).features)
        count += static_cast<std::size_t>(std::count(feature.of.begin(), feature.of.end(), course));
    });
    return count;
  };
  pieces = countPieces(id);
  select(NamedThing{"course", id});
  auto* edit = child<QLineEdit>(*dock, "namedId");
  edit->setFocus();
  edit->setText("renamed-course");
  QKeyEvent enter(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, "\r");
  QApplication::sendEvent(edit, &enter);
  pump();
  EXPECT_EQ(failure, "");
  EXPECT_EQ(countPieces("renamed-course"), pieces);
  EXPECT_EQ(countPieces(id), 0U);
  EXPECT_EQ(tools.selection(), Selection(NamedThing{"course", "renamed-course"}));
  EXPECT_EQ(document().history().size(), 1U);
  for (const Finding& finding : validate({document().document(), {}, false}))
    EXPECT_FALSE(isOfTheCore(finding) && finding.checkClass == CheckClass::Integrity) << finding.message;
  edit = child<QLineEdit>(*dock, "namedId");
  edit->setText("Not An Id");
  emit edit->editingFinished();
  EXPECT_FALSE(failure.isEmpty());
  EXPECT_EQ(document().history().size(), 1U);
  EXPECT_TRUE(document().undo().ok());
  EXPECT_TRUE(isUnchanged());
}

TEST_P(InspectorTest, DeletingLeavesNothingDangling) {
  makeDock(open(GetParam()));
  std::vector<RecordKey> keys;
  for (const auto& [key, text] : document().document().table(kNamedTable))
    keys.push_back(key);
  for (const RecordKey& key : keys) {
    select(NamedThing{key.section, key.id});
    child<QPushButton>(*dock, "namedDelete")->click();
    pump();
    EXPECT_TRUE(record(key.section, key.id).is_null());
    EXPECT_EQ(tools.selection(), Selection());
    for (const Finding& finding : validate({document().document(), {}, false}))
      EXPECT_NE(finding.check, "CORE-V11") << key.section << " " << key.id << ": " << finding.message;
    ASSERT_TRUE(document().undo().ok());
  }
  EXPECT_TRUE(isUnchanged());
}

TEST_P(InspectorTest, APlaceMovesByItsLabel) {
  makeDock(open(GetParam()));
  NamedThing thing;
  for (const auto& [key, text] : document().document().table(kNamedTable))
    if (key.section == "place" && json::parse(text)["at"].is_array())
      thing = {key.section, key.id};
  select(thing);
  auto* at = child<QLineEdit>(*dock, "named_at");
  at->setText(QString::fromStdString(document().numbering().label(HexCoord{8, 7})));
  emit at->editingFinished();
  pump();
  EXPECT_EQ(record("place", thing.id)["at"], (json{8, 7}));
  at = child<QLineEdit>(*dock, "named_at");
  at->setText("nowhere");
  emit at->editingFinished();
  EXPECT_FALSE(child<QLabel>(*dock, "named_at_error")->text().isEmpty());
  EXPECT_EQ(record("place", thing.id)["at"], (json{8, 7}));
  Selection gone;
  QObject::connect(dock.get(), &InspectorDock::goTo, [&](const Selection& selection) { gone = selection; });
  child<QToolButton>(*dock, "inspectorGoTo")->click();
  EXPECT_EQ(gone, Selection(HexCoord{8, 7}));
  EXPECT_TRUE(document().undo().ok());
  EXPECT_TRUE(isUnchanged());
}

TEST_P(InspectorTest, ReadOnlyShowsButDoesNotEdit) {
  makeDock(openForReading(GetParam()));
  select(HexCoord{4, 4});
  EXPECT_FALSE(child<QComboBox>(*dock, "hexTerrain")->isEnabled());
  for (const QCheckBox* box : dock->findChildren<QCheckBox*>())
    EXPECT_FALSE(box->isEnabled()) << box->objectName().toStdString();
  const auto& table = document().document().table(kNamedTable);
  select(NamedThing{table.begin()->first.section, table.begin()->first.id});
  for (const QLineEdit* edit : dock->findChildren<QLineEdit*>(QRegularExpression("^named")))
    EXPECT_FALSE(edit->isEnabled()) << edit->objectName().toStdString();
  EXPECT_FALSE(child<QPushButton>(*dock, "namedDelete")->isEnabled());
}

INSTANTIATE_TEST_SUITE_P(Samples, InspectorTest, testing::ValuesIn(kSampleNames), sampleTestName);

using LevelInspectorTest = InspectorTest;

TEST_P(LevelInspectorTest, LevelsAreSetAndTakenAway) {
  makeDock(open(GetParam()));
  const HexCoord h{4, 4};
  select(h);
  auto* spin = child<QSpinBox>(*dock, "hexLevel");
  spin->setValue(9);
  EXPECT_EQ(document().document().level(h), std::optional<int>(9));
  spin->setValue(10);
  EXPECT_EQ(document().history().size(), 1U); // one go with the arrows is one edit
  child<QToolButton>(*dock, "hexLevelClear")->click();
  EXPECT_EQ(document().document().level(h), std::nullopt);
  while (document().history().canUndo())
    ASSERT_TRUE(document().undo().ok());
  EXPECT_TRUE(isUnchanged());
}
INSTANTIATE_TEST_SUITE_P(Samples, LevelInspectorTest, testing::Values("gbacw-primer"), sampleTestName);

using JoinInspectorTest = InspectorTest;

TEST_P(JoinInspectorTest, JoinsComeAndGo) {
  makeDock(open(GetParam()));
  const VertexId v{4, 7, 1};
  select(v);
  const QList<QCheckBox*> boxes = dock->findChildren<QCheckBox*>(QRegularExpression("^join_"));
  ASSERT_EQ(boxes.size(), 2);
  EXPECT_TRUE(boxes[0]->isChecked());
  boxes[0]->setChecked(false);
  EXPECT_TRUE(record("join", "4.7.1").is_null());
  boxes[0]->setChecked(true);
  EXPECT_EQ(record("join", "4.7.1"), (json{{"of", {"beaver_creek", "patuxan"}}}));
  EXPECT_TRUE(isUnchanged());
}

TEST_P(JoinInspectorTest, UnknownValuesAreShownWithTheirBounds) {
  EditorDocument& module = open(GetParam());
  ASSERT_TRUE(module
                  .edit("doubt",
                        [](Stroke& stroke) {
                          const std::string text = *stroke.document().record(kNamedTable, {"crossing", "rail_bridge"});
                          stroke.setRecord(
                              kNamedTable, {"crossing", "rail_bridge"},
                              withAttribute(text, "repairMod", json{{"unknown", true}, {"min", 0}, {"max", 2}}));
                        })
                  .ok());
  makeDock(module);
  select(NamedThing{"crossing", "rail_bridge"});
  auto* editor = child<AttributeEditor>(*dock, "namedAttribute_repairMod");
  EXPECT_EQ(child<QToolButton>(*editor, "namedAttribute_repairMod_unknown")->text(), "unknown, 0 to 2");
  EXPECT_TRUE(child<QSpinBox>(*editor, "namedAttribute_repairMod_input")->isHidden());
  child<QToolButton>(*editor, "namedAttribute_repairMod_more")->menu()->actions().front()->trigger();
  EXPECT_FALSE(record("crossing", "rail_bridge")["attributes"].contains("repairMod"));
  child<QSpinBox>(*editor, "namedAttribute_repairMod_input")->setValue(1);
  EXPECT_EQ(record("crossing", "rail_bridge")["attributes"]["repairMod"], 1);
}
INSTANTIATE_TEST_SUITE_P(Samples, JoinInspectorTest, testing::Values("gcacw-primer"), sampleTestName);

} // namespace
} // namespace hotchkiss::editor
