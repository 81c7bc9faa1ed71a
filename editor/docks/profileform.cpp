#include "editor/docks/profileform.h"

#include "editor/docks/attributeeditor.h"
#include "editor/docks/formrows.h"
#include "editor/docks/ruletexts.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"
#include "editor/model/rulesmodel.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

/// Numbers with decimals as exact fractions: rules know no others.
Value valueOf(const json& source) {
  constexpr std::int64_t kParts = 1000;
  if (source.is_number_float())
    return Value::number(Rational::make(std::llround(source.get<double>() * kParts), kParts).value_or(Rational(0)));
  return Value::fromJson(source);
}

json jsonOf(const Value& value) {
  if (value.isNumber() && !value.number().isWhole())
    return static_cast<double>(value.number().numerator()) / static_cast<double>(value.number().denominator());
  return value.toJson();
}

QComboBox* newCombo(const QString& objectName, const QString& name, const QString& tip) {
  auto* out = new QComboBox;
  out->setObjectName(objectName);
  out->setAccessibleName(name);
  out->setToolTip(tip);
  out->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  out->setMinimumContentsLength(6);
  return out;
}

} // namespace

ProfileForm::ProfileForm(RulesModel& model, QWidget* parent) : QWidget(parent), mModel(model) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* line = new QHBoxLayout;
  mSide = newCombo(QStringLiteral("rulesSide"), tr("Side"), tr("Side of the unit"));
  mType = newCombo(QStringLiteral("rulesType"), tr("Unit type"), tr("Type of the unit"));
  connect(mSide, &QComboBox::currentIndexChanged, this, &ProfileForm::pass);
  connect(mType, &QComboBox::currentIndexChanged, this, &ProfileForm::pass);
  mMore = new QToolButton;
  mMore->setObjectName(QStringLiteral("rulesMore"));
  mMore->setCheckable(true);
  mMore->setAutoRaise(true);
  mMore->setText(tr("&Attributes"));
  mMore->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  mMore->setArrowType(Qt::RightArrow);
  mMore->setToolTip(tr("Attributes of the unit that movement hangs on, and points that the sources leave open"));
  connect(mMore, &QToolButton::toggled, this, [this](bool open) {
    mMore->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    mDetails->setVisible(open);
  });
  line->addWidget(mSide, 1);
  line->addWidget(mType, 1);
  column->addLayout(line);
  column->addWidget(mMore);
  mDetails = new QWidget;
  mDetails->hide();
  column->addWidget(mDetails);
}

void ProfileForm::rebuild() {
  mIsShowing = true;
  mAttributes.clear();
  mPolicies.clear();
  auto* details = new QWidget;
  details->setVisible(mMore->isChecked());
  layout()->replaceWidget(mDetails, details);
  mDetails->hide();
  mDetails->deleteLater();
  mDetails = details;
  mSide->clear();
  mType->clear();
  if (mModel.book()) {
    const RuleTexts texts(mModel);
    for (const auto& [id, friends] : mModel.book()->units().sides)
      mSide->addItem(texts.unitRowName("side", id), qt(id));
    for (const auto& [id, type] : mModel.book()->units().types)
      mType->addItem(qt(type.name.empty() ? id : type.name), qt(id));
    details->setLayout(newForm());
    addAttributes();
    addPolicies();
  }
  mIsShowing = false;
  refresh();
}

void ProfileForm::addAttributes() {
  const UnitCatalogue& units = mModel.book()->units();
  // What a type fixes for all of its kind follows from the type.
  std::set<std::string> fixed;
  for (const auto& [id, type] : units.types)
    for (const auto& [name, value] : type.values)
      fixed.insert(name);
  json definitions = json::object();
  for (const auto& [key, text] : mModel.document()->ruleset().rows("units"))
    if (key.section == "attribute" && mModel.asked().members.contains(key.id) && !fixed.contains(key.id))
      definitions[key.id] = parsedObject(text);
  auto* form = static_cast<QFormLayout*>(mDetails->layout());
  for (const AttributeField& field : attributeFields(definitions)) {
    auto* editor = new AttributeEditor(field, *mModel.document(), "rulesAttribute_" + qt(field.id));
    connect(editor, &AttributeEditor::changed, this, &ProfileForm::pass);
    addRow(form, qt(field.name), editor);
    mAttributes[field.id] = editor;
  }
}

void ProfileForm::addPolicies() {
  auto* form = static_cast<QFormLayout*>(mDetails->layout());
  for (const auto& [id, policy] : mModel.book()->policies()) {
    if (!mModel.asked().policies.contains(id))
      continue;
    QComboBox* box = newCombo("rulesPolicy_" + qt(id), qt(policy.name), qt(policy.reference));
    for (const Value& value : policy.values)
      box->addItem(value == policy.standard ? tr("%1 (usual)").arg(qt(value.shown())) : qt(value.shown()));
    connect(box, &QComboBox::currentIndexChanged, this, [this, id = id](int index) {
      const auto it = mModel.book() ? mModel.book()->policies().find(id) : decltype(mModel.book()->policies().end())();
      if (!mIsShowing && mModel.book() && it != mModel.book()->policies().end() && index >= 0)
        mModel.setPolicy(id, it->second.values.at(static_cast<std::size_t>(index)));
    });
    addRow(form, qt(policy.name.empty() ? id : policy.name), box);
    mPolicies[id] = box;
  }
}

const UnitState& ProfileForm::shown() const {
  const UnitState* chosen = mModel.position().unit(mModel.chosenUnit());
  return chosen ? *chosen : mModel.profile();
}

void ProfileForm::refresh() {
  if (!mModel.book() || mIsShowing)
    return;
  mIsShowing = true;
  const UnitState& unit = shown();
  const bool mayChange = mModel.chosenUnit().empty();
  mSide->setCurrentIndex(mSide->findData(qt(unit.side)));
  mType->setCurrentIndex(mType->findData(qt(unit.type)));
  mSide->setEnabled(mayChange);
  mType->setEnabled(mayChange);
  for (const auto& [id, editor] : mAttributes) {
    const auto it = unit.values.find(id);
    const std::optional<json> value = it == unit.values.end() ? std::nullopt : std::optional(jsonOf(it->second));
    if (editor->value() != value) // a field that is being typed into stays as it is
      editor->setValue(value);
    editor->setReadOnly(!mayChange);
  }
  const std::map<std::string, Value>& chosen = mModel.position().environment().policies;
  for (const auto& [id, box] : mPolicies) {
    const Policy& policy = mModel.book()->policies().at(id);
    const auto it = chosen.find(id);
    const Value& present = it == chosen.end() ? policy.standard : it->second;
    const auto place = std::find(policy.values.begin(), policy.values.end(), present);
    box->setCurrentIndex(static_cast<int>(place - policy.values.begin()));
  }
  mIsShowing = false;
}

void ProfileForm::pass() {
  if (mIsShowing || !mModel.book() || !mModel.chosenUnit().empty())
    return;
  UnitState profile = mModel.profile();
  profile.side = mSide->currentData().toString().toStdString();
  profile.type = mType->currentData().toString().toStdString();
  for (const auto& [id, editor] : mAttributes)
    if (const std::optional<json> value = editor->value())
      profile.values[id] = valueOf(*value);
    else
      profile.values.erase(id);
  mModel.setProfile(profile);
}

} // namespace hotchkiss::editor
