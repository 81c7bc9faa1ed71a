#include "editor/docks/featurepanel.h"

#include "editor/docks/formrows.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/swatchicon.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

/// What the side of an orientation says, for people.
QString fieldText(const std::string& field) {
  if (field == "high")
    return FeaturePanel::tr("Higher side");
  if (field == "low")
    return FeaturePanel::tr("Lower side");
  if (field == "bank")
    return FeaturePanel::tr("Bank");
  if (field == "in")
    return FeaturePanel::tr("Held by");
  if (field == "toward")
    return FeaturePanel::tr("Toward");
  if (field == "inside")
    return FeaturePanel::tr("Inside");
  return qt(field);
}

QString classText(const json& row, const std::string& id) {
  const json classes = row.value("classes", json::object());
  return classes.contains(id) ? qt(classes[id].value("name", id)) : qt(id);
}

json rowOf(const Ruleset& ruleset, const RecordKey& key) {
  const auto it = ruleset.rows("catalogue").find(key);
  return it == ruleset.rows("catalogue").end() ? json::object() : parsedObject(it->second);
}

} // namespace

const std::map<std::string, FeatureKind>& FeaturePanel::kinds() const {
  const Catalogue& catalogue = mContext.document.catalogue();
  return atVertex() ? catalogue.vertexFeatures : catalogue.edgeFeatures;
}

QString FeaturePanel::nameOf(const std::string& kind) const {
  const auto it = kinds().find(kind);
  return qt(it == kinds().end() ? kind : it->second.name);
}

QString FeaturePanel::sideText(const std::string& side) const {
  if (side == "both")
    return tr("both sides");
  const std::vector<HexCoord> all = hexes();
  const auto index = side.size() == 1 ? static_cast<std::size_t>(side[0] - 'a') : all.size();
  if (index >= all.size())
    return qt(side);
  if (!map().extent().contains(all[index]))
    return tr("off the map");
  return qt(mContext.document.numbering().label(all[index]));
}

void FeaturePanel::change(const Feature& feature, const QString& title, After after, const QString& typingIn) {
  apply(
      title,
      [&](Stroke& stroke) {
        FeatureSet set = features();
        set.put(feature);
        write(stroke, set);
      },
      after, typingIn);
}

void FeaturePanel::addFeatures() {
  const FeatureSet set = features();
  for (const Feature& feature : set.features)
    addFeature(feature);
  if (set.empty())
    addNote(atVertex() ? tr("Nothing is on this corner.") : tr("Nothing is on this hexside."));
}

void FeaturePanel::addFeature(const Feature& feature) {
  const RecordKey key = catalogueKey(feature.kind, atVertex());
  const auto known = kinds().find(feature.kind);
  auto* frame = new QFrame;
  frame->setObjectName("feature_" + qt(feature.kind));
  frame->setFrameShape(QFrame::StyledPanel);
  auto* column = new QVBoxLayout(frame);
  column->setContentsMargins(6, 4, 6, 6);
  column->setSpacing(4);
  auto* top = new QHBoxLayout;
  auto* icon = new QLabel;
  icon->setPixmap(
      swatchIcon(mContext.document.ruleset(), mContext.style.get(), key.section, key.id, feature.classId, kComboSwatch)
          .pixmap(kComboSwatch, devicePixelRatioF()));
  auto* name = new QLabel(nameOf(feature.kind));
  QFont font = name->font();
  font.setBold(true);
  name->setFont(font);
  name->setToolTip(qt(rowOf(mContext.document.ruleset(), key).value("note", "")));
  auto* remove = new QToolButton;
  remove->setObjectName("featureRemove_" + qt(feature.kind));
  remove->setIcon(glyphIcon(Glyph::Remove));
  remove->setAutoRaise(true);
  remove->setToolTip(tr("Removes %1 here").arg(nameOf(feature.kind)));
  remove->setAccessibleName(tr("Remove %1").arg(nameOf(feature.kind)));
  remove->setEnabled(!mContext.document.isReadOnly());
  connect(remove, &QToolButton::clicked, this, [this, kind = feature.kind] {
    apply(
        tr("Remove %1 at %2").arg(nameOf(kind), where()),
        [&](Stroke& stroke) {
          FeatureSet set = features();
          set.erase(kind);
          write(stroke, set);
        },
        After::Rebuild);
  });
  top->addWidget(icon);
  top->addWidget(name, 1);
  top->addWidget(remove);
  column->addLayout(top);
  QFormLayout* form = newForm();
  column->addLayout(form);
  if (known == kinds().end()) {
    auto* stranger = new QLabel(tr("The catalogue does not have this kind."));
    stranger->setWordWrap(true);
    form->addRow(stranger);
  } else {
    addClass(form, feature, known->second);
    addOrientation(form, feature, known->second);
    addCourses(form, feature, known->second);
    addAttributes(form, feature);
  }
  const std::vector<std::string> views = viewTexts(feature);
  for (const std::string& view : views) {
    auto* label = new QLabel(qt(view));
    label->setWordWrap(true);
    label->setToolTip(tr("What differs by view is kept as it is."));
    addRow(form, tr("View"), label);
  }
  QVBoxLayout* all = this->column();
  all->addWidget(frame);
}

void FeaturePanel::addClass(QFormLayout* form, const Feature& feature, const FeatureKind& kind) {
  if (kind.classes.empty() && feature.classId.empty())
    return;
  const json row = rowOf(mContext.document.ruleset(), catalogueKey(feature.kind, atVertex()));
  auto* box = new QComboBox;
  box->setObjectName("featureClass_" + qt(feature.kind));
  box->setAccessibleName(tr("Class"));
  box->setEnabled(!mContext.document.isReadOnly());
  if (!kind.classRequired)
    box->addItem(tr("none"), QString());
  for (const std::string& id : kind.classes)
    box->addItem(classText(row, id), qt(id));
  if (box->findData(qt(feature.classId)) < 0)
    box->addItem(feature.classId.empty() ? tr("missing") : tr("%1 (not in the catalogue)").arg(qt(feature.classId)),
                 qt(feature.classId));
  box->setCurrentIndex(box->findData(qt(feature.classId)));
  connect(box, &QComboBox::currentIndexChanged, this, [this, box, feature] {
    Feature changed = *features().find(feature.kind);
    changed.classId = box->currentData().toString().toStdString();
    change(changed, tr("Change the class of %1 at %2").arg(nameOf(feature.kind), where()), After::Rebuild);
  });
  addRow(form, tr("Class"), box);
}

void FeaturePanel::addOrientation(QFormLayout* form, const Feature& feature, const FeatureKind& kind) {
  if (!kind.orientation && feature.role.empty())
    return;
  const std::vector<std::string> values = kind.orientation ? kind.orientation->values : std::vector<std::string>();
  const std::string field = kind.orientation ? kind.orientation->field : feature.role;
  auto* line = new QHBoxLayout;
  line->setSpacing(2);
  auto* box = new QComboBox;
  box->setObjectName("featureSide_" + qt(feature.kind));
  box->setAccessibleName(fieldText(field));
  box->setEnabled(!mContext.document.isReadOnly());
  if (!kind.orientation || !kind.orientation->required)
    box->addItem(tr("none"), QString());
  for (const std::string& side : values)
    box->addItem(sideText(side), qt(side));
  if (box->findData(qt(feature.side)) < 0)
    box->addItem(feature.side.empty() ? tr("missing") : tr("%1 (not allowed)").arg(qt(feature.side)), qt(feature.side));
  box->setCurrentIndex(box->findData(qt(feature.side)));
  const auto turn = [this, kindId = feature.kind, field](const std::string& side) {
    Feature changed = *features().find(kindId);
    changed.side = side;
    changed.role = side.empty() ? std::string() : field;
    change(changed, tr("Turn %1 at %2").arg(nameOf(kindId), where()), After::Stay);
  };
  connect(box, &QComboBox::currentIndexChanged, this,
          [box, turn] { turn(box->currentData().toString().toStdString()); });
  line->addWidget(box, 1);
  auto* flip = new QToolButton;
  flip->setObjectName("featureFlip_" + qt(feature.kind));
  flip->setIcon(glyphIcon(Glyph::Flip));
  flip->setAutoRaise(true);
  flip->setToolTip(tr("Turns it to the other side"));
  flip->setAccessibleName(tr("Flip %1").arg(nameOf(feature.kind)));
  flip->setEnabled(!mContext.document.isReadOnly() && !values.empty());
  connect(flip, &QToolButton::clicked, this, [box, values] {
    const std::string side = flippedSide(box->currentData().toString().toStdString(), values);
    box->setCurrentIndex(box->findData(qt(side)));
  });
  line->addWidget(flip);
  addRow(form, fieldText(field), line, box);
}

void FeaturePanel::addCourses(QFormLayout* form, const Feature& feature, const FeatureKind& kind) {
  if (kind.course.empty() && feature.of.empty())
    return;
  // A piece may belong to several courses of several kinds; whatever is made of this kind may be chosen.
  std::vector<std::string> courseKinds;
  if (const auto courses = mContext.document.catalogue().named.find("course");
      courses != mContext.document.catalogue().named.end())
    for (const auto& [id, course] : courses->second)
      if (std::find(course.of.begin(), course.of.end(), feature.kind) != course.of.end())
        courseKinds.push_back(id);
  AttributeField field;
  field.id = "of";
  field.name = tr("Course").toStdString();
  field.note = tr("The named courses that this piece belongs to").toStdString();
  field.type.type = "references";
  field.type.to = "course";
  field.kinds = courseKinds;
  const std::optional<json> value = feature.of.empty() ? std::nullopt : std::optional<json>(feature.of);
  AttributeEditor* editor = addField(form, field, "featureOf_" + qt(feature.kind), value);
  connect(editor, &AttributeEditor::changed, this, [this, editor, kindId = feature.kind] {
    Feature changed = *features().find(kindId);
    changed.of.clear();
    if (editor->value() && editor->value()->is_array())
      changed.of = editor->value()->get<std::vector<std::string>>();
    std::sort(changed.of.begin(), changed.of.end());
    change(changed, tr("Change the course of %1 at %2").arg(nameOf(kindId), where()), After::Stay);
  });
}

void FeaturePanel::addAttributes(QFormLayout* form, const Feature& feature) {
  const json row = rowOf(mContext.document.ruleset(), catalogueKey(feature.kind, atVertex()));
  for (const AttributeField& field : attributeFields(row.value("attributes", json::object()))) {
    AttributeEditor* editor = addField(form, field, "featureAttribute_" + qt(feature.kind + "_" + field.id),
                                       featureAttribute(feature, field.id));
    connect(editor, &AttributeEditor::changed, this, [this, editor, kindId = feature.kind](bool typing) {
      const Feature changed = withFeatureAttribute(*features().find(kindId), editor->field().id, editor->value());
      change(changed, tr("Change “%1” of %2 at %3").arg(qt(editor->field().name), nameOf(kindId), where()), After::Stay,
             typing ? editor->objectName() : QString());
    });
  }
}

void FeaturePanel::addAddButton() {
  const std::vector<AddableKind> addable = addableKinds(kinds(), features());
  auto* button = new QToolButton;
  button->setObjectName(QStringLiteral("featureAdd"));
  button->setText(tr("&Add"));
  button->setIcon(glyphIcon(Glyph::Add));
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setEnabled(!mContext.document.isReadOnly() && !addable.empty());
  auto* menu = new QMenu(button);
  menu->setToolTipsVisible(true);
  for (const AddableKind& kind : addable) {
    const RecordKey key = catalogueKey(kind.kind, atVertex());
    QAction* action = menu->addAction(
        swatchIcon(mContext.document.ruleset(), mContext.style.get(), key.section, key.id, {}, kComboSwatch),
        literal(kind.obstacle.empty() ? qt(kind.name) : tr("%1 – %2").arg(qt(kind.name), qt(kind.obstacle))));
    action->setObjectName("featureAdd_" + qt(kind.kind));
    action->setEnabled(kind.obstacle.empty());
    connect(action, &QAction::triggered, this, [this, kindId = kind.kind] {
      change(newFeature(kindId, kinds().at(kindId), hexes(), map().extent()),
             tr("Add %1 at %2").arg(nameOf(kindId), where()), After::Rebuild);
    });
  }
  button->setMenu(menu);
  addButtonRow({button});
}

} // namespace hotchkiss::editor
