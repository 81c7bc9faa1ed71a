#include "editor/army/scenariodock.h"

#include "editor/army/arearuledialog.h"
#include "editor/army/armyicons.h"
#include "editor/army/scenariolists.h"
#include "editor/army/scenariorowspage.h"
#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"
#include "libscenario/diff/moduledifference.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

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
  mNew = wordButton("scenarioNew", tr("New…"), tr("Make a scenario with an empty set-up"));
  mDuplicate = wordButton("scenarioDuplicate", tr("Duplicate…"), tr("Copy this scenario under another title"));
  mCompare = wordButton("scenarioCompare", tr("Compare…"), tr("Say in words what differs from another scenario"));
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
  mRows = new ScenarioRowsPage(mModel);
  connect(mRows, &ScenarioRowsPage::failed, this, &ScenarioDock::failed);
  mTabs->addTab(mRows, tr("More"));
  mLevels = new LevelsView;
  connect(mLevels, &LevelsView::goTo, this, &ScenarioDock::goToFinding);
  mTabs->addTab(mLevels, tr("Export"));
  mTabs->setUsesScrollButtons(true);
  // Objectives are on the map while they are being looked at.
  connect(mTabs, &QTabWidget::currentChanged, this, [this](int at) { mView.setObjectivesShown(at == 2); });
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
    showSetupForm();
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
  auto* split = new QSplitter(Qt::Vertical);
  auto* upper = new QWidget;
  auto* lower = new QWidget;
  for (QWidget* part : {upper, lower})
    split->addWidget(part);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 4);
  column->addWidget(split, 1);
  column = new QVBoxLayout(upper);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(mSetup, 1);
  column = new QVBoxLayout(lower);
  column->setContentsMargins(0, 0, 0, 0);
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
  mSetupForm = new RowForm(mModel);
  mSetupForm->setObjectName(QStringLiteral("setupForm"));
  connect(mSetupForm, &RowForm::failed, this, &ScenarioDock::failed);
  connect(mSetupForm, &RowForm::edited, this, [this](const QString& title, const std::string& body) {
    changeSetupRow(nlohmann::json::parse(body), title);
  });
  connect(mStack, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
    mModel.choose({item->data(0, PieceList::kIdRole).toString().toStdString()});
  });
  auto* bar = new QHBoxLayout;
  mUp = wordButton("stackUp", tr("Up"), tr("Nearer to the top of the stack"));
  mDown = wordButton("stackDown", tr("Down"), tr("Nearer to the bottom of the stack"));
  mRemove = wordButton("stackRemove", tr("Take off"), tr("Take what is chosen out of the set-up"));
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
  mByArea = wordButton("setupByArea", tr("By area…"),
                       tr("Say on which hexes what is chosen may be set up: near a place, beyond a line, in a region, "
                          "on the hexes selected on the map"));
  connect(mByArea, &QToolButton::clicked, this, [this] { askArea().show(); });
  bar->addWidget(mByArea);
  column->addLayout(bar);
  column->addWidget(mSetupForm, 2);
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

bool ScenarioDock::reschedule(const RecordKey& arrival, const std::string& turn) {
  const Scenario* scenario = mModel.scenario();
  return scenario && made(rescheduling(mModel.document()->document(), *scenario, arrival, turn),
                          arrival.section == "withdrawal" ? tr("Move a withdrawal") : tr("Move an arrival"));
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

void ScenarioDock::setSelectedPlace(const nlohmann::json& place) {
  mPlace = place;
  if (mAreaDialog)
    mAreaDialog->setMapSelection(mArea, mPlace);
  if (!isVisible())
    return;
  showTurnEditors();
  chooseVictory(mVictoryRow);
}

void ScenarioDock::setSelectedArea(const std::vector<HexCoord>& hexes) {
  mArea = hexes;
  if (mAreaDialog)
    mAreaDialog->setMapSelection(mArea, mPlace);
}

AreaRuleDialog& ScenarioDock::askArea() {
  if (!mAreaDialog) {
    mAreaDialog = new AreaRuleDialog(mModel, mView, this);
    connect(mAreaDialog, &AreaRuleDialog::wanted, this, [this](const std::string& rule, const QString& name) {
      placeByArea(nlohmann::json::parse(rule), name.toStdString());
    });
  }
  mAreaDialog->setMapSelection(mArea, mPlace);
  return *mAreaDialog;
}

bool ScenarioDock::placeByArea(const nlohmann::json& where, const std::string& areaName) {
  const SetupPlan* plan = mModel.plan();
  return plan && made(placingByArea(mModel.document()->document(), *plan, mModel.chosen(), where, areaName),
                      tr("Set up by area"));
}

RowForm* ScenarioDock::boundForm(const char* name) {
  auto* form = new RowForm(mModel);
  form->setObjectName(QLatin1String(name));
  connect(form, &RowForm::failed, this, &ScenarioDock::failed);
  connect(form, &RowForm::edited, this, [this, form](const QString& title, const std::string& body) {
    applyScenarioRow(mModel, RecordKey(form->wish().key), nlohmann::json::parse(body), title,
                     [this](const QString& why) { emit failed(why); });
  });
  return form;
}

void ScenarioDock::showRow(const RecordKey& key) {
  raise();
  if (key.section == "objective" || key.section == "level") {
    mTabs->setCurrentIndex(2);
    mVictoryRow = key;
    showVictory();
  } else if (key.section == "arrival" || key.section == "withdrawal") {
    mTabs->setCurrentIndex(1);
    chooseScheduled(key);
  } else if (key.section == "turn") {
    mTabs->setCurrentIndex(1);
    chooseTurn(key.id);
  } else if (key.section == "setup" && mModel.plan()) {
    mTabs->setCurrentIndex(0);
    std::vector<std::string> pieces;
    for (const Placement& placement : mModel.plan()->placements())
      if (!placement.isLoose && mModel.scenario()->setups[placement.setup].key == key)
        pieces.push_back(placement.piece);
    if (pieces.empty()) { // it names nothing that there is
      mTabs->setCurrentWidget(mRows);
      mRows->chooseRow(key);
    } else {
      mModel.choose(pieces);
    }
  } else {
    mTabs->setCurrentWidget(mRows);
    mRows->chooseRow(key);
  }
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
