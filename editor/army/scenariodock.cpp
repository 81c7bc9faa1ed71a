#include "editor/army/scenariodock.h"

#include "editor/army/scenariolists.h"
#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"
#include "libscenario/diff/moduledifference.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

namespace {

QToolButton* toolButton(const char* name, const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setObjectName(QLatin1String(name));
  button->setText(text);
  button->setToolTip(tip);
  button->setAutoRaise(true);
  return button;
}

} // namespace

ScenarioDock::ScenarioDock(ArmyModel& model, SetupView& view, QWidget* parent)
    : QDockWidget(tr("Scenario"), parent), mModel(model), mView(view) {
  setObjectName(QStringLiteral("scenarioDock"));
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(6, 6, 6, 6);
  auto* bar = new QHBoxLayout;
  bar->setSpacing(2);
  mScenarios = new QComboBox;
  mScenarios->setObjectName(QStringLiteral("scenarioList"));
  mScenarios->setAccessibleName(tr("Scenario"));
  mScenarios->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  column->addWidget(mScenarios);
  mNew = toolButton("scenarioNew", tr("New…"), tr("Make a scenario with an empty set-up"));
  mDuplicate = toolButton("scenarioDuplicate", tr("Duplicate…"), tr("Copy this scenario under another title"));
  mCompare = toolButton("scenarioCompare", tr("Compare…"), tr("Say in words what differs from another scenario"));
  for (QToolButton* button : {mNew, mDuplicate, mCompare})
    bar->addWidget(button);
  bar->addStretch();
  column->addLayout(bar);
  mHead = new QLabel;
  mHead->setObjectName(QStringLiteral("scenarioHead"));
  mHead->setWordWrap(true);
  column->addWidget(mHead);
  mTabs = new QTabWidget;
  mTabs->addTab(buildSetup(), tr("Set-up"));
  mTabs->addTab(buildTurns(), tr("Turns"));
  mTabs->addTab(buildVictory(), tr("Victory"));
  mTabs->addTab(buildLevels(), tr("Export"));
  column->addWidget(mTabs, 1);
  setWidget(body);
  connect(mNew, &QToolButton::clicked, this, &ScenarioDock::askNew);
  connect(mDuplicate, &QToolButton::clicked, this, &ScenarioDock::askDuplicate);
  connect(mCompare, &QToolButton::clicked, this, &ScenarioDock::askCompare);
  connect(mScenarios, &QComboBox::activated, this,
          [this](int at) { mModel.setScenario(mScenarios->itemData(at).toString().toStdString()); });
  connect(&mModel, &ArmyModel::scenarioChanged, this, &ScenarioDock::rebuild);
  connect(&mModel, &ArmyModel::chosenChanged, this, [this] {
    if (!isVisible())
      return;
    showStack();
    showTurnEditors();
  });
  // Behind another tab the counters stay on the map; closed they go.
  connect(toggleViewAction(), &QAction::toggled, &mView, &SetupView::setShown);
  connect(this, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible && mIsStale)
      rebuild();
  });
  mView.setShown(false);
}

QWidget* ScenarioDock::buildSetup() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(4, 4, 4, 4);
  mSetup = new PieceList(PieceList::Takes::Nothing);
  mSetup->setObjectName(QStringLiteral("scenarioSetup"));
  mSetup->setAccessibleName(tr("Set-up"));
  mSetup->setHeaderLabels({tr("Piece"), tr("Where")});
  mSetup->setIconSize(QSize(24, 24));
  mSetup->setSelectionMode(QAbstractItemView::ExtendedSelection);
  mSetup->setIndentation(12);
  mSetup->header()->resizeSection(0, 190);
  column->addWidget(mSetup, 3);
  connect(mSetup, &QTreeWidget::itemSelectionChanged, this, [this] {
    if (mIsShowing)
      return;
    std::vector<std::string> ids;
    for (const QTreeWidgetItem* item : mSetup->selectedItems())
      if (const QString id = item->data(0, PieceList::kIdRole).toString(); !id.isEmpty())
        ids.push_back(id.toStdString());
    mModel.choose(ids);
  });
  connect(mSetup, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
    if (const auto hex = mView.hexOf(item->data(0, PieceList::kIdRole).toString().toStdString()))
      emit goTo(*hex);
  });
  mStackTitle = new QLabel;
  mStackTitle->setObjectName(QStringLiteral("stackTitle"));
  column->addWidget(mStackTitle);
  mStack = new PieceList(PieceList::Takes::Nothing);
  mStack->setObjectName(QStringLiteral("stackList"));
  mStack->setAccessibleName(tr("Stack, top first"));
  mStack->setHeaderLabels({tr("Stack, top first"), tr("Values")});
  mStack->setIconSize(QSize(40, 40));
  mStack->setRootIsDecorated(false);
  mStack->header()->resizeSection(0, 190);
  column->addWidget(mStack, 2);
  connect(mStack, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
    mModel.choose({item->data(0, PieceList::kIdRole).toString().toStdString()});
  });
  auto* bar = new QHBoxLayout;
  mUp = toolButton("stackUp", tr("Up"), tr("Nearer to the top of the stack"));
  mDown = toolButton("stackDown", tr("Down"), tr("Nearer to the bottom of the stack"));
  mRemove = toolButton("stackRemove", tr("Take off"), tr("Take what is chosen out of the set-up"));
  mFacing = new QComboBox;
  mFacing->setObjectName(QStringLiteral("stackFacing"));
  mFacing->setAccessibleName(tr("Facing"));
  mFacing->setToolTip(tr("Where it looks at the start"));
  const auto first = [this] { return mModel.chosen().empty() ? std::string() : mModel.chosen().front(); };
  connect(mUp, &QToolButton::clicked, this, [this, first] { moveInStack(first(), true); });
  connect(mDown, &QToolButton::clicked, this, [this, first] { moveInStack(first(), false); });
  connect(mRemove, &QToolButton::clicked, this, &ScenarioDock::removeChosen);
  connect(mFacing, &QComboBox::activated, this, [this, first](int at) {
    const QVariant facing = mFacing->itemData(at);
    setFacing(first(), facing.isValid() ? std::optional<int>(facing.toInt()) : std::nullopt);
  });
  bar->addWidget(mUp);
  bar->addWidget(mDown);
  bar->addWidget(mFacing, 1);
  bar->addWidget(mRemove);
  column->addLayout(bar);
  return page;
}

QWidget* ScenarioDock::buildTurns() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(4, 4, 4, 4);
  auto* bar = new QHBoxLayout;
  mSlider = new QSlider(Qt::Horizontal);
  mSlider->setObjectName(QStringLiteral("turnSlider"));
  mSlider->setAccessibleName(tr("Turn that the map shows"));
  mSlider->setToolTip(tr("Plays the turns: the set-up, then what has come and gone"));
  mSlider->setPageStep(1);
  mSliderText = new QLabel;
  mSliderText->setObjectName(QStringLiteral("turnText"));
  bar->addWidget(mSlider, 1);
  column->addLayout(bar);
  column->addWidget(mSliderText);
  connect(mSlider, &QSlider::valueChanged, this, [this](int turn) {
    mView.setTurn(turn);
    const Scenario* scenario = mModel.scenario();
    mSliderText->setText(turn == 0 || !scenario ? tr("The set-up")
                                                : qt(scenario->shownTurn(static_cast<std::size_t>(turn - 1))));
  });
  auto* turns = new PieceList(PieceList::Takes::Arrivals);
  mTurns = turns;
  mTurns->setObjectName(QStringLiteral("turnList"));
  mTurns->setAccessibleName(tr("Turn track with arrivals"));
  mTurns->setHeaderLabels({tr("Turn"), tr("When"), tr("Kind"), tr("Weather")});
  mTurns->setIconSize(QSize(24, 24));
  mTurns->setIndentation(14);
  mTurns->header()->resizeSection(0, 170);
  mTurns->header()->resizeSection(1, 120);
  column->addWidget(mTurns, 1);
  connect(turns, &PieceList::arrivalDropped, this, [this](const QString& arrival, const QString& turn) {
    reschedule({"arrival", arrival.toStdString()}, turn.toStdString());
  });
  connect(mTurns, &QTreeWidget::currentItemChanged, this, &ScenarioDock::showTurnEditors);
  connect(mTurns, &QTreeWidget::itemSelectionChanged, this, [this] {
    if (mIsShowing || mTurns->selectedItems().isEmpty())
      return;
    const QTreeWidgetItem* item = mTurns->selectedItems().front();
    if (const QString id = item->data(0, PieceList::kIdRole).toString(); !id.isEmpty())
      mModel.choose({id.toStdString()});
  });
  auto* form = new QHBoxLayout;
  mKind = new QComboBox;
  mKind->setObjectName(QStringLiteral("turnKind"));
  mKind->setAccessibleName(tr("Kind of the turn"));
  mWeather = new QComboBox;
  mWeather->setObjectName(QStringLiteral("turnWeather"));
  mWeather->setAccessibleName(tr("Weather of the turn"));
  const auto turnId = [this] {
    const QTreeWidgetItem* item = mTurns->currentItem();
    return item ? item->data(0, PieceList::kTurnRole).toString().toStdString() : std::string();
  };
  connect(mKind, &QComboBox::activated, this,
          [this, turnId](int at) { setTurnMember(turnId(), "kind", mKind->itemData(at).toString().toStdString()); });
  connect(mWeather, &QComboBox::activated, this, [this, turnId](int at) {
    setTurnMember(turnId(), "weather", mWeather->itemData(at).toString().toStdString());
  });
  mSchedule =
      toolButton("turnSchedule", tr("Arrive here"),
                 tr("What is chosen in the order of battle comes in on this turn, at the hex selected on the map"));
  connect(mSchedule, &QToolButton::clicked, this, [this, turnId] {
    if (mHex)
      schedule(turnId(), *mHex);
  });
  form->addWidget(mKind, 1);
  form->addWidget(mWeather, 1);
  form->addWidget(mSchedule);
  column->addLayout(form);
  return page;
}

QWidget* ScenarioDock::buildVictory() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(4, 4, 4, 4);
  mVictory = new QTreeWidget;
  mVictory->setObjectName(QStringLiteral("victoryList"));
  mVictory->setAccessibleName(tr("Objectives"));
  mVictory->setHeaderLabels({tr("Objective"), tr("Points"), tr("So far")});
  mVictory->setIndentation(12);
  mVictory->header()->resizeSection(0, 210);
  column->addWidget(mVictory);
  return page;
}

bool ScenarioDock::made(const Result<ArmyChange>& change, const QString& title) {
  if (!change) {
    QString text = qt(change.error().message);
    if (!change.error().advice.empty())
      text += QStringLiteral(" – ") + qt(change.error().advice);
    emit failed(text);
    return false;
  }
  return mModel.apply(title, *change);
}

bool ScenarioDock::place(const std::vector<std::string>& ids, HexCoord hex) {
  const SetupPlan* plan = mModel.plan();
  if (!plan) {
    emit failed(tr("There is no scenario to set up; make one first."));
    return false;
  }
  if (mView.turn() > 0) {
    emit failed(tr("The map shows a later turn; put the slider back to the set-up to place counters."));
    return false;
  }
  const QString what = ids.size() == 1 ? qt(plan->army().nameOf(ids.front())) : tr("%1 things").arg(ids.size());
  return made(placing(mModel.document()->document(), *plan, ids, hex), tr("Place %1").arg(what));
}

bool ScenarioDock::removeChosen() {
  const SetupPlan* plan = mModel.plan();
  return plan && !mModel.chosen().empty() &&
         made(unplacing(mModel.document()->document(), *plan, mModel.chosen()), tr("Take out of the set-up"));
}

bool ScenarioDock::schedule(const std::string& turn, HexCoord at) {
  const SetupPlan* plan = mModel.plan();
  if (!plan || mModel.chosen().empty()) {
    emit failed(tr("Choose in the order of battle what shall arrive."));
    return false;
  }
  return made(scheduling(mModel.document()->document(), *plan, mModel.chosen(), turn, at), tr("Schedule an arrival"));
}

bool ScenarioDock::reschedule(const RecordKey& arrival, const std::string& turn) {
  const Scenario* scenario = mModel.scenario();
  return scenario && made(rescheduling(mModel.document()->document(), *scenario, arrival, turn), tr("Move an arrival"));
}

bool ScenarioDock::setTurnMember(const std::string& turn, const std::string& member, const std::string& value) {
  const Scenario* scenario = mModel.scenario();
  return scenario && made(changingTurn(mModel.document()->document(), *scenario, turn, member,
                                       value.empty() ? std::nullopt : std::optional(value)),
                          tr("Change a turn"));
}

bool ScenarioDock::moveInStack(const std::string& piece, bool up) {
  const SetupPlan* plan = mModel.plan();
  const auto hex = mView.hexOf(piece);
  if (!plan || !hex || mView.turn() > 0)
    return false;
  std::vector<std::string> ids; // top first
  const CounterStack* stack = mView.stackAt(*hex);
  for (auto it = stack->counters.rbegin(); it != stack->counters.rend(); ++it) {
    if (!plan->army().piece(it->piece)) {
      emit failed(tr("Counters that are not in the order of battle have no order of their own."));
      return false;
    }
    ids.push_back(it->piece);
  }
  const auto at = std::find(ids.begin(), ids.end(), piece);
  if (at == ids.end() || (up && at == ids.begin()) || (!up && at + 1 == ids.end()))
    return false;
  std::iter_swap(at, up ? at - 1 : at + 1);
  std::map<std::string, long> order;
  for (std::size_t i = 0; i < ids.size(); ++i)
    order[ids[i]] = static_cast<long>(i) + 1;
  return made(changingSetup(mModel.document()->document(), *plan, ids,
                            [order](nlohmann::json& row) {
                              const std::string id = row.contains("unit") ? row["unit"] : row["units"].front();
                              row["order"] = order.at(id);
                            }),
              tr("Order of a stack"));
}

bool ScenarioDock::setFacing(const std::string& piece, std::optional<int> facing) {
  const SetupPlan* plan = mModel.plan();
  if (!plan || piece.empty())
    return false;
  return made(changingSetup(mModel.document()->document(), *plan, {piece},
                            [facing](nlohmann::json& row) {
                              if (facing)
                                row["facing"] = *facing;
                              else
                                row.erase("facing");
                            }),
              tr("Turn %1").arg(qt(plan->army().nameOf(piece))));
}

void ScenarioDock::setSelectedHex(std::optional<HexCoord> hex) {
  mHex = hex;
  if (isVisible())
    showTurnEditors();
}

bool ScenarioDock::addScenario(const NewScenario& wanted) {
  const OrderOfBattle* army = mModel.army();
  if (!army)
    return false;
  const Result<NewArmyThing> thing = addingScenario(mModel.document()->document(), army->units(), wanted);
  if (!thing) {
    emit failed(qt(thing.error().message));
    return false;
  }
  if (!mModel.apply(tr("New scenario %1").arg(qt(wanted.title)), thing->change))
    return false;
  mModel.setScenario(thing->id);
  return true;
}

bool ScenarioDock::duplicate(const QString& title) {
  const Result<NewArmyThing> thing =
      duplicatingScenario(mModel.document()->document(), mModel.scenarioId(), title.trimmed().toStdString());
  if (!thing) {
    emit failed(qt(thing.error().message));
    return false;
  }
  if (!mModel.apply(tr("Duplicate %1").arg(qt(mModel.scenarioId())), thing->change))
    return false;
  mModel.setScenario(thing->id);
  return true;
}

QStringList ScenarioDock::differencesTo(const std::string& other) const {
  // Both under one name, so that the comparison of modules sees the same file twice.
  Document after = mModel.document()->document();
  const std::string table = Scenario::tableOf(mModel.scenarioId());
  const RecordTable mine = after.table(table);
  const RecordTable theirs = after.table(Scenario::tableOf(other));
  for (const auto& [key, text] : mine)
    after.setRecord(table, key, std::nullopt);
  for (const auto& [key, text] : theirs)
    after.setRecord(table, key.section == "scenario" ? RecordKey{"scenario", mModel.scenarioId()} : key, text);
  QStringList out;
  for (const Difference& each : differenceOf(mModel.document()->document(), after))
    out << qt(each.place + ": " + each.words);
  return out;
}

void ScenarioDock::askNew() {
  QDialog dialog(this);
  dialog.setWindowTitle(tr("New Scenario"));
  auto* form = new QFormLayout(&dialog);
  auto* title = new QLineEdit;
  title->setObjectName(QStringLiteral("newScenarioTitle"));
  auto* turns = new QSpinBox;
  turns->setRange(1, 500);
  turns->setValue(6);
  form->addRow(tr("&Title:"), title);
  form->addRow(tr("T&urns:"), turns);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  if (dialog.exec() == QDialog::Accepted)
    addScenario({title->text().trimmed().toStdString(), turns->value(), {}});
}

void ScenarioDock::askDuplicate() {
  bool accepted = false;
  const QString title = QInputDialog::getText(this, tr("Duplicate Scenario"), tr("Title of the copy:"),
                                              QLineEdit::Normal, mScenarios->currentText() + tr(" (copy)"), &accepted);
  if (accepted)
    duplicate(title);
}

void ScenarioDock::askCompare() {
  QStringList names;
  std::vector<std::string> ids;
  for (const std::string& id : mModel.scenarios())
    if (id != mModel.scenarioId()) {
      ids.push_back(id);
      names << mScenarios->itemText(mScenarios->findData(qt(id)));
    }
  bool accepted = false;
  const QString name =
      QInputDialog::getItem(this, tr("Compare Scenarios"), tr("What differs in:"), names, 0, false, &accepted);
  const qsizetype at = names.indexOf(name);
  if (!accepted || at < 0)
    return;
  QDialog dialog(this);
  dialog.setWindowTitle(tr("From %1 to %2").arg(mScenarios->currentText(), name));
  dialog.resize(760, 460);
  auto* column = new QVBoxLayout(&dialog);
  auto* text = new QPlainTextEdit(differencesTo(ids[static_cast<std::size_t>(at)]).join(QLatin1Char('\n')));
  text->setReadOnly(true);
  text->setAccessibleName(tr("Differences"));
  if (text->toPlainText().isEmpty())
    text->setPlainText(tr("The two are equal."));
  column->addWidget(text);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  column->addWidget(buttons);
  dialog.exec();
}

} // namespace hotchkiss::editor
