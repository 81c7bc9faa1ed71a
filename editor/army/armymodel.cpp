#include "editor/army/armymodel.h"

#include <algorithm>

namespace hotchkiss::editor {

ArmyModel::ArmyModel(QObject* parent) : QObject(parent), mMapDelay(new QTimer(this)) {
  constexpr int kQuietTime = 300; // ms without an edit of the map
  mMapDelay->setSingleShot(true);
  mMapDelay->setInterval(kQuietTime);
  connect(mMapDelay, &QTimer::timeout, this, &ArmyModel::renewScenario);
}

ArmyModel::~ArmyModel() {
  dropScenario(); // in the order in which its parts lean on each other
}

void ArmyModel::setDocument(EditorDocument* document) {
  if (mDocument)
    disconnect(mDocument, nullptr, this, nullptr);
  mDocument = document;
  mMapDelay->stop();
  dropScenario();
  dropArmy();
  mScenarioId.clear();
  mChosen.clear();
  if (document) {
    connect(document, &EditorDocument::edited, this, &ArmyModel::follow);
    connect(document, &EditorDocument::rulesetChanged, this, [this] {
      dropScenario();
      dropArmy();
      emit armyChanged();
      emit scenarioChanged();
    });
    if (const std::vector<std::string> all = scenarios(); !all.empty())
      mScenarioId = all.front();
  }
  emit armyChanged();
  emit scenarioChanged();
  emit chosenChanged();
}

void ArmyModel::dropArmy() {
  mDesigner.reset();
  mArmy.reset();
  mKnowsArmy = false;
  mProblem.clear();
}

void ArmyModel::dropScenario() {
  mPlan.reset();
  mScenarioDesigner.reset();
  mScenarioArmy.reset();
  mScenario.reset();
  mPlanned.reset();
  mKnowsScenario = false;
  mScenarioProblem.clear();
}

void ArmyModel::renewScenario() {
  mMapDelay->stop();
  dropScenario();
  emit scenarioChanged();
}

void ArmyModel::follow(const Edit& edit) {
  bool army = false;
  bool scenario = false;
  bool map = false;
  for (const auto& part : edit.parts) {
    const auto* changes = std::get_if<Changes>(&part);
    if (!changes) { // the map was moved, and everything on it with it
      scenario = true;
      continue;
    }
    map = map || !changes->hexes.empty() || !changes->edges.empty() || !changes->vertices.empty();
    for (const auto& record : changes->records) {
      if (record.key.table == kOobTable)
        army = true;
      else if (record.key.table.starts_with("scenarios/"))
        scenario = true;
      else
        map = true;
    }
  }
  if (army)
    dropArmy();
  if (army || scenario)
    dropScenario();
  else if (map)
    mMapDelay->start();
  if (scenario && mDocument) {
    const std::vector<std::string> all = scenarios();
    if (std::find(all.begin(), all.end(), mScenarioId) == all.end())
      mScenarioId = all.empty() ? std::string() : all.front();
  }
  if (army) {
    std::erase_if(mChosen, [this](const std::string& id) {
      return !this->army() || (!mArmy->piece(id) && !mArmy->formation(id));
    });
    emit armyChanged();
  }
  if (army || scenario) {
    mMapDelay->stop();
    emit scenarioChanged();
  }
}

const OrderOfBattle* ArmyModel::army() {
  if (!mKnowsArmy && mDocument) {
    mKnowsArmy = true;
    Result<UnitCatalogue> units = readUnitCatalogue(mDocument->ruleset());
    if (!units) {
      mProblem = QString::fromStdString(units.error().text());
    } else if (units->types.empty()) {
      mProblem = tr("The ruleset says nothing about units.");
    } else {
      mArmy = std::make_unique<OrderOfBattle>(mDocument->document(), std::move(*units));
      mDesigner = std::make_unique<CounterDesigner>(mDocument->ruleset(), *mArmy);
    }
  }
  return mArmy.get();
}

const CounterDesigner* ArmyModel::designer() {
  army();
  return mDesigner.get();
}

std::vector<std::string> ArmyModel::scenarios() const {
  return mDocument ? Scenario::idsOf(mDocument->document()) : std::vector<std::string>{};
}

void ArmyModel::setScenario(const std::string& id) {
  if (id == mScenarioId)
    return;
  mScenarioId = id;
  dropScenario();
  emit scenarioChanged();
}

const Scenario* ArmyModel::scenario() {
  if (!mKnowsScenario && mDocument && !mScenarioId.empty() && army()) {
    mKnowsScenario = true;
    mPlanned = std::make_unique<Document>(mDocument->document());
    Result<Scenario> read = Scenario::read(*mPlanned, mScenarioId);
    if (!read) {
      mScenarioProblem = QString::fromStdString(read.error().text());
    } else {
      mScenario = std::make_unique<Scenario>(std::move(*read));
      mScenarioArmy = std::make_unique<OrderOfBattle>(armyOf(*mPlanned, *mScenario, mArmy->units()));
      mScenarioDesigner = std::make_unique<CounterDesigner>(mDocument->ruleset(), *mScenarioArmy);
    }
  }
  return mScenario.get();
}

const SetupPlan* ArmyModel::plan() {
  if (scenario() && !mPlan)
    mPlan = std::make_unique<SetupPlan>(*mPlanned, *mScenario, *mScenarioArmy);
  return mPlan.get();
}

const OrderOfBattle* ArmyModel::scenarioArmy() {
  scenario();
  return mScenarioArmy.get();
}

const CounterDesigner* ArmyModel::scenarioDesigner() {
  scenario();
  return mScenarioDesigner.get();
}

void ArmyModel::choose(const std::vector<std::string>& ids) {
  if (ids == mChosen)
    return;
  mChosen = ids;
  emit chosenChanged();
}

bool ArmyModel::apply(const QString& title, const std::function<void(Stroke&)>& change) {
  if (!mDocument)
    return false;
  if (mDocument->isReadOnly()) {
    emit failed(tr("This module is open only to look at."));
    return false;
  }
  const Outcome outcome = mDocument->edit(title, change);
  if (!outcome)
    emit failed(QString::fromStdString(outcome.error().text()));
  return static_cast<bool>(outcome);
}

} // namespace hotchkiss::editor
