#include "editor/army/arearuledialog.h"

#include "editor/model/qtext.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>

namespace hotchkiss::editor {

using nlohmann::json;

AreaRuleDialog::AreaRuleDialog(ArmyModel& model, SetupView& view, QWidget* parent)
    : QDialog(parent, Qt::Tool), mModel(model), mView(view) {
  setObjectName(QStringLiteral("areaRule"));
  setWindowTitle(tr("Set Up by Area"));
  auto* column = new QVBoxLayout(this);
  mPieces = new QLabel;
  mPieces->setObjectName(QStringLiteral("areaPieces"));
  mPieces->setWordWrap(true);
  column->addWidget(mPieces);
  mList = new QListWidget;
  mList->setObjectName(QStringLiteral("areaConditions"));
  mList->setAccessibleName(tr("All of these must hold"));
  mList->setMaximumHeight(84);
  mList->setToolTip(tr("All of these must hold; double click takes one out"));
  mList->hide();
  column->addWidget(mList);
  connect(mList, &QListWidget::itemDoubleClicked, this, [this](QListWidgetItem* item) {
    mConditions.erase(mConditions.begin() + mList->row(item));
    showState();
  });
  auto* form = new QGridLayout;
  mKind = new QComboBox;
  mKind->setObjectName(QStringLiteral("areaKind"));
  mKind->setAccessibleName(tr("Kind of rule"));
  mKind->addItem(tr("Within a distance of"), static_cast<int>(Condition::Within));
  mKind->addItem(tr("On a side of the line"), static_cast<int>(Condition::SideOf));
  mKind->addItem(tr("In"), static_cast<int>(Condition::In));
  mKind->addItem(tr("On the hexes selected on the map"), static_cast<int>(Condition::Selected));
  mKind->addItem(tr("At least this far from"), static_cast<int>(Condition::AwayFrom));
  mKind->addItem(tr("With or near the formation"), static_cast<int>(Condition::WithFormation));
  mDistance = new QSpinBox;
  mDistance->setObjectName(QStringLiteral("areaDistance"));
  mDistance->setAccessibleName(tr("Distance in hexes"));
  mDistance->setRange(0, 999);
  mDistance->setValue(3);
  mDistance->setSuffix(tr(" hexes"));
  mBearing = new QComboBox;
  mBearing->setObjectName(QStringLiteral("areaBearing"));
  mBearing->setAccessibleName(tr("Side"));
  const std::pair<const char*, QString> bearings[] = {{"north", tr("north of")}, {"northeast", tr("north-east of")},
                                                      {"east", tr("east of")},   {"southeast", tr("south-east of")},
                                                      {"south", tr("south of")}, {"southwest", tr("south-west of")},
                                                      {"west", tr("west of")},   {"northwest", tr("north-west of")}};
  for (const auto& [id, name] : bearings)
    mBearing->addItem(name, QLatin1String(id));
  mTarget = new QComboBox;
  mTarget->setObjectName(QStringLiteral("areaTarget"));
  mTarget->setAccessibleName(tr("What it lies by"));
  mTarget->setEditable(true);
  mTarget->setInsertPolicy(QComboBox::NoInsert);
  mTarget->completer()->setFilterMode(Qt::MatchContains);
  mTarget->completer()->setCompletionMode(QCompleter::PopupCompletion);
  mSelected = new QLabel;
  mAnd = new QPushButton(tr("&And…"));
  mAnd->setObjectName(QStringLiteral("areaAnd"));
  mAnd->setToolTip(tr("Keep this rule and add another one that must hold, too"));
  form->addWidget(mKind, 0, 0, 1, 2);
  form->addWidget(mDistance, 1, 0);
  form->addWidget(mBearing, 1, 0);
  form->addWidget(mTarget, 1, 1);
  form->addWidget(mSelected, 1, 0, 1, 2);
  form->setColumnStretch(1, 1);
  column->addLayout(form);
  auto* keep = new QHBoxLayout;
  mKeep = new QCheckBox(tr("&Keep as an area named"));
  mKeep->setObjectName(QStringLiteral("areaKeep"));
  mName = new QLineEdit;
  mName->setObjectName(QStringLiteral("areaName"));
  mName->setAccessibleName(tr("Name of the area"));
  mName->setEnabled(false);
  connect(mKeep, &QCheckBox::toggled, mName, &QWidget::setEnabled);
  connect(mKeep, &QCheckBox::toggled, this, &AreaRuleDialog::showState);
  connect(mName, &QLineEdit::textChanged, this, &AreaRuleDialog::showState);
  keep->addWidget(mKeep);
  keep->addWidget(mName, 1);
  column->addLayout(keep);
  mResult = new QLabel;
  mResult->setObjectName(QStringLiteral("areaResult"));
  mResult->setWordWrap(true);
  column->addWidget(mResult);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(mAnd, QDialogButtonBox::ActionRole);
  mSet = buttons->addButton(tr("&Set Up Here"), QDialogButtonBox::ApplyRole);
  mSet->setObjectName(QStringLiteral("areaSet"));
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(mAnd, &QPushButton::clicked, this, &AreaRuleDialog::addCondition);
  connect(mSet, &QPushButton::clicked, this, [this] { emit wanted(rule().dump(), areaName()); });
  connect(mKind, &QComboBox::currentIndexChanged, this, [this] {
    fillTargets();
    showState();
  });
  connect(mDistance, &QSpinBox::valueChanged, this, &AreaRuleDialog::showState);
  connect(mBearing, &QComboBox::currentIndexChanged, this, &AreaRuleDialog::showState);
  connect(mTarget, &QComboBox::currentIndexChanged, this, &AreaRuleDialog::showState);
  connect(&model, &ArmyModel::chosenChanged, this, &AreaRuleDialog::showState);
  connect(&model, &ArmyModel::scenarioChanged, this, [this] {
    fillTargets();
    showState();
  });
  connect(this, &QDialog::finished, this, [this] { mView.setPreview({}); });
  fillTargets();
  showState();
}

AreaRuleDialog::Condition AreaRuleDialog::kind() const {
  return static_cast<Condition>(mKind->currentData().toInt());
}

void AreaRuleDialog::fillTargets() {
  const QSignalBlocker quiet(mTarget);
  const QVariant before = mTarget->currentData();
  mTarget->clear();
  const Document* document = mModel.document() ? &mModel.document()->document() : nullptr;
  const SetupPlan* plan = mModel.plan();
  const auto add = [&](const json& target, const QString& name) { mTarget->addItem(name, qt(target.dump())); };
  const auto named = [&](const std::string& section) {
    if (!document || !plan)
      return;
    const RecordTable& table = document->table(kNamedTable);
    std::map<QString, json> byName;
    for (auto it = table.lower_bound({section, {}}); it != table.end() && it->first.section == section; ++it) {
      const json target{{section, it->first.id}};
      byName[qt(plan->where().words(ScenarioPlace::read(target)))] = target;
      if (section == "course") { // not a place that something stands at
        const json body = json::parse(it->second, nullptr, false);
        byName.erase(qt(plan->where().words(ScenarioPlace::read(target))));
        byName[body.is_object() && body.contains("name") && body["name"].is_string()
                   ? qt(body["name"].get<std::string>())
                   : qt(it->first.id)] = target;
      }
    }
    for (const auto& [name, target] : byName)
      add(target, name);
  };
  const auto areas = [&] {
    if (const Scenario* scenario = mModel.scenario())
      for (const PlayArea& area : scenario->areas)
        add(json{{"area", area.id}}, qt(area.name.empty() ? area.id : area.name));
  };
  switch (kind()) {
  case Condition::SideOf:
    named("course");
    named("region");
    break;
  case Condition::In:
    named("region");
    areas();
    break;
  case Condition::WithFormation:
    if (const OrderOfBattle* army = mModel.scenarioArmy())
      for (const auto& [id, formation] : army->formations())
        add(json{{"formations", json::array({id})}}, qt(formation.shownName() + " (" + army->pathOf(id) + ")"));
    break;
  default:
    named("place");
    named("course");
    named("region");
    named("crossing");
    named("entry");
  }
  mTarget->setCurrentIndex(std::max(0, mTarget->findData(before)));
}

void AreaRuleDialog::setMapSelection(const std::vector<HexCoord>& hexes, const json& target) {
  mHexes = hexes;
  if (const int at = target.is_object() ? mTarget->findData(qt(target.dump())) : -1; at >= 0)
    mTarget->setCurrentIndex(at);
  showState();
}

void AreaRuleDialog::setCondition(Condition condition, int hexes, const json& target, const QString& bearing) {
  mKind->setCurrentIndex(mKind->findData(static_cast<int>(condition)));
  mDistance->setValue(hexes);
  if (!bearing.isEmpty())
    mBearing->setCurrentIndex(mBearing->findData(bearing));
  if (!target.is_null())
    mTarget->setCurrentIndex(mTarget->findData(qt(target.dump())));
  showState();
}

json AreaRuleDialog::condition() const {
  const json target = json::parse(mTarget->currentData().toString().toStdString(), nullptr, false);
  switch (kind()) {
  case Condition::Selected: {
    json hexes = json::array();
    for (const HexCoord& hex : mHexes)
      hexes.push_back({hex.c, hex.r});
    return hexes.empty() ? json::object() : json{{"hexes", hexes}};
  }
  default:
    if (target.is_discarded() || mTarget->currentIndex() < 0)
      return json::object();
  }
  switch (kind()) {
  case Condition::Within:
    return {{"within", mDistance->value()}, {"of", target}};
  case Condition::SideOf:
    return {{"sideOf", target}, {"bearing", mBearing->currentData().toString().toStdString()}};
  case Condition::AwayFrom:
    return {{"awayFrom", target}, {"atLeast", std::max(1, mDistance->value())}};
  case Condition::WithFormation:
    return {{"with", target}, {"within", mDistance->value()}};
  default:
    return {{"in", target}};
  }
}

json AreaRuleDialog::rule() const {
  json all = json::array();
  for (const json& each : mConditions)
    all.push_back(each);
  // What the fields say counts too, unless it has just been kept.
  if (const json now = condition(); !now.empty() && (mConditions.empty() || mConditions.back() != now))
    all.push_back(now);
  return all.empty() ? json::object() : all.size() == 1 ? all.front() : json{{"all", all}};
}

QString AreaRuleDialog::areaName() const {
  return mKeep->isChecked() ? mName->text().trimmed() : QString();
}

void AreaRuleDialog::addCondition() {
  if (const json now = condition(); !now.empty())
    mConditions.push_back(now);
  showState();
}

void AreaRuleDialog::showState() {
  const SetupPlan* plan = mModel.plan();
  mDistance->setVisible(kind() == Condition::Within || kind() == Condition::AwayFrom ||
                        kind() == Condition::WithFormation);
  mBearing->setVisible(kind() == Condition::SideOf);
  mTarget->setVisible(kind() != Condition::Selected);
  mSelected->setVisible(kind() == Condition::Selected);
  mSelected->setText(mHexes.empty() ? tr("Draw round hexes with the select tool first.")
                                    : tr("%n hex(es)", nullptr, static_cast<int>(mHexes.size())));
  mList->clear();
  for (const json& each : mConditions)
    mList->addItem(plan ? qt(plan->where().words(each.dump())) : qt(each.dump()));
  mList->setVisible(!mConditions.empty());
  std::size_t pieces = 0;
  QStringList names;
  for (const std::string& id : mModel.chosen())
    if (plan) {
      pieces += plan->army().below(id).size();
      if (names.size() < 4)
        names << qt(plan->army().nameOf(id));
    }
  mPieces->setText(pieces == 0 ? tr("Choose in the order of battle or on the map what shall be set up.")
                               : tr("%n piece(s): %1", nullptr, static_cast<int>(pieces))
                                     .arg(names.join(QStringLiteral(", ")) +
                                          (mModel.chosen().size() > 4 ? QStringLiteral(", …") : QString())));
  const json where = rule();
  if (!plan || where.empty()) {
    mResult->setText({});
    mSet->setEnabled(false);
    mView.setPreview({});
    return;
  }
  const AllowedHexes allowed = plan->where().hexesInPlay(where.dump());
  mView.setPreview(allowed);
  QString text = qt(plan->where().words(where.dump())) + QStringLiteral(": ") +
                 tr("%n hex(es)", nullptr, static_cast<int>(allowed.certain.size()));
  if (const std::size_t more = allowed.possible.size() - allowed.certain.size(); more > 0)
    text += tr(", %n more possible", nullptr, static_cast<int>(more));
  for (const std::string& why : allowed.errors)
    text += QLatin1Char('\n') + qt(why);
  mResult->setText(text);
  mSet->setEnabled(pieces > 0 && !allowed.possible.empty() && (!mKeep->isChecked() || !areaName().isEmpty()) &&
                   !mModel.document()->isReadOnly());
}

} // namespace hotchkiss::editor
