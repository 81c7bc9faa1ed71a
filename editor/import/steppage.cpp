#include "editor/import/steppage.h"

#include "editor/import/pages/pages.h"
#include "editor/model/qtext.h"

#include <QtWidgets>

#include <algorithm>
#include <set>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr std::string_view kPathPrefix = "path.";

} // namespace

StepPage::StepPage(EditorDocument& document) : mDocument(document) {
  mForm = new QFormLayout(this);
  mForm->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  mForm->setContentsMargins(2, 2, 6, 2);
}

json StepPage::suggestion(const char* kind) const {
  const RecordTable& rows = mDocument.ruleset().rows("ruleset");
  const auto row = rows.find({"default", "import"});
  if (row == rows.end())
    return json::object();
  const json all = json::parse(row->second, nullptr, false);
  return all.is_object() ? all.value(kind, json::object()) : json::object();
}

void StepPage::listen(QComboBox* box) {
  connect(box, &QComboBox::currentIndexChanged, this, &StepPage::changed);
}

QComboBox* StepPage::addCombo(const QString& label, const QString& name, const std::vector<RuleChoice>& choices) {
  auto* box = new QComboBox;
  box->setObjectName(name);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(12);
  for (const RuleChoice& choice : choices)
    box->addItem(choice.shown, choice.data);
  listen(box);
  mForm->addRow(label, box);
  return box;
}

QDoubleSpinBox* StepPage::addNumber(const QString& label, const QString& name, double value, double low, double high,
                                    int decimals, const QString& suffix) {
  auto* spin = new QDoubleSpinBox;
  spin->setObjectName(name);
  spin->setDecimals(decimals);
  spin->setRange(low, high);
  spin->setValue(value);
  spin->setSuffix(suffix);
  spin->setSingleStep(high <= 1.5 ? 0.05 : 1);
  connect(spin, &QDoubleSpinBox::valueChanged, this, &StepPage::changed);
  mForm->addRow(label, spin);
  return spin;
}

QSpinBox* StepPage::addWhole(const QString& label, const QString& name, int value, int low, int high) {
  auto* spin = new QSpinBox;
  spin->setObjectName(name);
  spin->setRange(low, high);
  spin->setValue(value);
  connect(spin, &QSpinBox::valueChanged, this, &StepPage::changed);
  mForm->addRow(label, spin);
  return spin;
}

QCheckBox* StepPage::addCheck(const QString& label, const QString& name, bool checked) {
  auto* box = new QCheckBox(label);
  box->setObjectName(name);
  box->setChecked(checked);
  connect(box, &QCheckBox::toggled, this, &StepPage::changed);
  mForm->addRow(box);
  return box;
}

RuleTable* StepPage::addTable(const QString& title, const QString& note, const QString& name,
                              std::vector<RuleColumn> columns) {
  auto* heading = new QLabel(title);
  QFont font = heading->font();
  font.setBold(true);
  heading->setFont(font);
  mForm->addRow(heading);
  if (!note.isEmpty()) {
    auto* text = new QLabel(note);
    text->setWordWrap(true);
    text->setForegroundRole(QPalette::PlaceholderText);
    mForm->addRow(text);
  }
  auto* table = new RuleTable(name, std::move(columns));
  connect(table, &RuleTable::changed, this, &StepPage::changed);
  mForm->addRow(table);
  return table;
}

std::vector<RuleChoice> StepPage::terrains() const {
  std::vector<RuleChoice> out;
  for (const auto& [id, terrain] : catalogue().terrains)
    out.push_back({qt(terrain.name.empty() ? id : terrain.name), qt(id)});
  return out;
}

std::vector<RuleChoice> StepPage::hexsideKinds() const {
  std::set<std::string> crossed;
  if (const auto crossings = catalogue().named.find("crossing"); crossings != catalogue().named.end())
    for (const auto& [id, kind] : crossings->second)
      for (const std::string& over : kind.over)
        crossed.insert(over.substr(0, over.find(':')));
  std::vector<RuleChoice> water;
  std::vector<RuleChoice> others;
  for (const auto& [id, kind] : catalogue().edgeFeatures) {
    if (id.starts_with(kPathPrefix) || kind.derived)
      continue;
    std::vector<RuleChoice>& list = crossed.contains(id) ? water : others;
    const QString name = qt(kind.name.empty() ? id : kind.name);
    if (!kind.classRequired)
      list.push_back({name, qt(id)});
    for (const std::string& one : kind.classes)
      list.push_back({name + QStringLiteral(": ") + qt(one), qt(id + ":" + one)});
  }
  water.insert(water.end(), others.begin(), others.end());
  return water;
}

std::vector<RuleChoice> StepPage::pathKinds() const {
  std::vector<RuleChoice> out;
  for (const auto& [id, kind] : catalogue().edgeFeatures) {
    if (!id.starts_with(kPathPrefix) || kind.derived)
      continue;
    const std::string plain = id.substr(kPathPrefix.size());
    const QString name = qt(kind.name.empty() ? plain : kind.name);
    if (!kind.classRequired)
      out.push_back({name, qt(plain)});
    for (const std::string& one : kind.classes)
      out.push_back({name + QStringLiteral(": ") + qt(one), qt(plain + ":" + one)});
  }
  return out;
}

std::vector<RuleChoice> StepPage::namedKinds(const std::string& section) const {
  std::vector<RuleChoice> out;
  if (const auto kinds = catalogue().named.find(section); kinds != catalogue().named.end())
    for (const auto& [id, kind] : kinds->second)
      if (!kind.offMap)
        out.push_back({qt(kind.name.empty() ? id : kind.name), qt(id)});
  return out;
}

std::vector<RuleChoice> StepPage::hexAttributes(bool onlyFlags) const {
  std::vector<RuleChoice> out;
  for (const auto& [id, type] : catalogue().hexAttributes)
    if (onlyFlags ? type.type == "flag" : type.type == "text" || type.type == "choice")
      out.push_back({qt(id), qt(id)});
  return out;
}

void VectorPage::addLayer(const QString& prefix, Shape shape) {
  mShape = shape;
  mLayer = addCombo(tr("La&yer:"), prefix + QStringLiteral("Layer"), {});
  connect(mLayer, &QComboBox::currentIndexChanged, this, &VectorPage::useLayer);
  mWhereField = new QComboBox;
  mWhereField->setObjectName(prefix + QStringLiteral("WhereField"));
  mWhereField->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  mWhereField->setMinimumContentsLength(10);
  mWhereField->addItem(tr("(everything)"), QString());
  listen(mWhereField);
  mWhere = new QLineEdit;
  mWhere->setObjectName(prefix + QStringLiteral("Where"));
  mWhere->setPlaceholderText(tr("a value, a list, or ≥ 5, ≤ 3, 2 to 7"));
  connect(mWhere, &QLineEdit::textEdited, this, &StepPage::changed);
  auto* line = new QHBoxLayout;
  line->addWidget(mWhereField, 1);
  line->addWidget(new QLabel(tr("is")));
  line->addWidget(mWhere, 1);
  auto* label = new QLabel(tr("&Only where:"));
  label->setBuddy(mWhereField);
  form()->addRow(label, line);
}

QComboBox* VectorPage::addField(const QString& label, const QString& name, const QString& none) {
  QComboBox* box = addCombo(label, name, {});
  box->setProperty("none", none);
  box->addItem(none, QString());
  mFields.push_back(box);
  return box;
}

const LayerInfo* VectorPage::layer() const {
  const int at = mLayer ? mLayer->currentIndex() : -1;
  return at >= 0 && static_cast<std::size_t>(at) < mInfo.layers.size() ? &mInfo.layers[static_cast<std::size_t>(at)]
                                                                       : nullptr;
}

std::vector<RuleChoice> VectorPage::fieldChoices() const {
  std::vector<RuleChoice> out;
  if (const LayerInfo* one = layer())
    for (const FieldInfo& field : one->fields)
      out.push_back({qt(field.name), qt(field.name)});
  return out;
}

RuleColumn VectorPage::whenField() const {
  return {"", tr("When field"), RuleColumn::Type::WhenField,
          {}, tr("(always)"),   tr("A field of the layer whose value decides"),
          13};
}

RuleColumn VectorPage::whenCondition() const {
  return {"", tr("is"),       RuleColumn::Type::WhenCondition,
          {}, tr("anything"), tr("A value, a list with commas, or ≥ 5, ≤ 3, 2 to 7"),
          0};
}

void VectorPage::addClasses(const QString& name, const QString& title, const RuleColumn& target) {
  mClasses = addTable(title, tr("The first row that fits is used. What fits none is left out."), name,
                      {whenField(), whenCondition(), target});
  mListField = new QComboBox;
  mListField->setObjectName(name + QStringLiteral("ListField"));
  mListField->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  mListField->setMinimumContentsLength(10);
  mListField->addItem(tr("(choose)"), QString());
  auto* list = new QPushButton(tr("&List its values"));
  list->setObjectName(name + QStringLiteral("List"));
  list->setToolTip(tr("Makes a row for every value of the field"));
  connect(list, &QPushButton::clicked, this, &VectorPage::listValues);
  auto* line = new QHBoxLayout;
  line->addWidget(new QLabel(tr("Class by field")));
  line->addWidget(mListField, 1);
  line->addWidget(list);
  form()->addRow(line);
}

void VectorPage::listValues() {
  const LayerInfo* one = layer();
  const std::string wanted = mListField->currentData().toString().toStdString();
  if (!one || wanted.empty())
    return;
  const auto field =
      std::find_if(one->fields.begin(), one->fields.end(), [&](const FieldInfo& info) { return info.name == wanted; });
  if (field == one->fields.end())
    return;
  const json first = mClasses->count() > 0 ? mClasses->rows()[0] : json::object();
  json rows = json::array();
  constexpr std::size_t kMostRows = 40;
  if (field->isNumber && (field->hasMore || field->values.size() > kMostRows)) {
    json row = first; // too many numbers to list: the person sets bounds
    row["when"] = {{wanted, {{"min", field->low}}}};
    rows.push_back(row);
  } else {
    for (std::size_t i = 0; i < std::min(kMostRows, field->values.size()); ++i) {
      json row = first;
      row["when"] = {{wanted, conditionFrom(qt(field->values[i]))}};
      rows.push_back(row);
    }
  }
  mClasses->setRows(rows);
  emit changed();
}

void VectorPage::sourceChanged(const SourcePanel& source) {
  mInfo = source.vector() ? *source.vector() : VectorInfo{};
  const QString before = mLayer->currentData().toString();
  {
    const QSignalBlocker block(mLayer);
    mLayer->clear();
    int best = -1;
    for (const LayerInfo& one : mInfo.layers) {
      mLayer->addItem(qt(one.name), qt(one.name));
      if (best < 0 && one.shape == mShape)
        best = mLayer->count() - 1;
    }
    if (const int same = mLayer->findData(before); same >= 0 && !before.isEmpty())
      best = same;
    mLayer->setCurrentIndex(std::max(0, best));
  }
  useLayer();
}

void VectorPage::useLayer() {
  const auto fill = [&](QComboBox* box, const QString& none) {
    const QSignalBlocker block(box);
    const QString present = box->currentData().toString();
    box->clear();
    box->addItem(none, QString());
    for (const RuleChoice& choice : fieldChoices())
      box->addItem(choice.shown, choice.data);
    box->setCurrentIndex(std::max(0, box->findData(present)));
  };
  fill(mWhereField, tr("(everything)"));
  for (QComboBox* box : mFields)
    fill(box, box->property("none").toString());
  if (mClasses) {
    fill(mListField, tr("(choose)"));
    mClasses->setChoices(0, fieldChoices());
  }
  layerChanged();
  emit changed();
}

void VectorPage::suggestField(QComboBox* box, const std::vector<QString>& names) const {
  if (!box->currentData().toString().isEmpty())
    return;
  for (const QString& name : names)
    for (int i = 1; i < box->count(); ++i)
      if (box->itemText(i).compare(name, Qt::CaseInsensitive) == 0) {
        const QSignalBlocker block(box);
        box->setCurrentIndex(i);
        return;
      }
}

void VectorPage::setField(QComboBox* box, const json& parameters, const char* member) {
  const QString wanted = qt(parameters.value(member, ""));
  int at = box->findData(wanted);
  if (at < 0) {
    box->addItem(wanted, wanted);
    at = box->count() - 1;
  }
  box->setCurrentIndex(at);
}

void VectorPage::putField(const QComboBox* box, json& parameters, const char* member) {
  if (const std::string field = box->currentData().toString().toStdString(); !field.empty())
    parameters[member] = field;
}

json VectorPage::vectorParameters() const {
  json out = json::object();
  if (mInfo.layers.size() > 1)
    putField(mLayer, out, "layer");
  json where = mOtherWhere;
  const json condition = conditionFrom(mWhere->text());
  if (const std::string field = mWhereField->currentData().toString().toStdString();
      !field.empty() && !condition.is_null())
    where[field] = condition;
  if (!where.empty())
    out["where"] = where;
  if (mClasses)
    out["classes"] = mClasses->rows();
  return out;
}

void VectorPage::setVectorParameters(const json& parameters) {
  if (parameters.contains("layer")) {
    if (const int at = mLayer->findData(qt(parameters["layer"].get<std::string>())); at >= 0)
      mLayer->setCurrentIndex(at);
  }
  mOtherWhere = parameters.value("where", json::object());
  if (!mOtherWhere.empty()) {
    const std::string field = mOtherWhere.begin().key();
    mWhere->setText(conditionText(mOtherWhere.begin().value()));
    mOtherWhere.erase(field);
    setField(mWhereField, {{"field", field}}, "field");
  }
  if (mClasses && parameters.contains("classes"))
    mClasses->setRows(parameters["classes"]);
}

QString VectorPage::vectorProblem() const {
  const LayerInfo* one = layer();
  if (!one)
    return {};
  if (one->shape && *one->shape != mShape) {
    const QString wanted = mShape == Shape::Points ? tr("points") : mShape == Shape::Lines ? tr("lines") : tr("areas");
    return tr("The layer “%1” holds no %2; choose another layer or file.").arg(qt(one->name), wanted);
  }
  if (mClasses && mClasses->count() == 0)
    return tr("The table of classes is empty; add a row that says what things become.");
  return {};
}

QString VectorPage::countText() const {
  const LayerInfo* one = layer();
  const auto count = static_cast<int>(one ? one->features : 0);
  return mShape == Shape::Points  ? tr("%Ln point(s)", nullptr, count)
         : mShape == Shape::Lines ? tr("%Ln line(s)", nullptr, count)
                                  : tr("%Ln area(s)", nullptr, count);
}

StepPage* makeStepPage(const std::string& kind, EditorDocument& document) {
  if (kind == "elevation")
    return makeElevationPage(document);
  if (kind == "cover")
    return makeCoverPage(document);
  if (kind == "rivers")
    return makeRiversPage(document);
  if (kind == "paths")
    return makePathsPage(document);
  if (kind == "places")
    return makePlacesPage(document);
  if (kind == "regions")
    return makeRegionsPage(document);
  return makeScanPage(document);
}

} // namespace hotchkiss::editor
