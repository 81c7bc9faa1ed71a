// The page of victory: objectives with what there is to win by when, and the levels of victory.
#include "editor/army/armyicons.h"
#include "editor/army/scenariodock.h"
#include "editor/army/scenariorowspage.h"
#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"
#include "libscenario/scenario/objectivepoints.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr int kVictoryRowRole = Qt::UserRole; ///< "objective town"

RecordKey victoryKey(const QTreeWidgetItem* item) {
  const QString text = item ? item->data(0, kVictoryRowRole).toString() : QString();
  const qsizetype space = text.indexOf(QLatin1Char(' '));
  return space < 0 ? RecordKey{} : RecordKey{text.left(space).toStdString(), text.mid(space + 1).toStdString()};
}

} // namespace

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
  auto* split = new QSplitter(Qt::Vertical);
  split->addWidget(mVictory);
  mVictoryForm = boundForm("victoryForm");
  split->addWidget(mVictoryForm);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  column->addWidget(split, 1);
  auto* bar = new QHBoxLayout;
  mAddObjective = wordButton("objectiveAdd", tr("Objective"), tr("An objective at what is selected on the map"));
  mAddObjective->setIcon(glyphIcon(Glyph::Add));
  mAddObjective->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  mAddLevel = wordButton("levelAdd", tr("Level"), tr("A level of victory, with the points that it takes"));
  mAddLevel->setIcon(glyphIcon(Glyph::Add));
  mAddLevel->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  mObjectiveHere = wordButton("objectiveHere", tr("Here"), tr("The chosen objective is what is selected on the map"));
  mRemoveVictory = wordButton("victoryRemove", {}, tr("Delete the chosen objective or level"));
  mRemoveVictory->setIcon(glyphIcon(Glyph::Delete));
  mRemoveVictory->setAccessibleName(tr("Delete"));
  for (QToolButton* button : {mAddObjective, mAddLevel, mObjectiveHere})
    bar->addWidget(button);
  bar->addStretch();
  bar->addWidget(mRemoveVictory);
  column->addLayout(bar);
  mPoints = new QLabel;
  mPoints->setObjectName(QStringLiteral("victoryPoints"));
  mPoints->setWordWrap(true);
  mPoints->setToolTip(tr("What a side has by this turn if it meets all of its objectives; the slider of the turns "
                         "says which turn"));
  column->addWidget(mPoints);
  connect(mVictory, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    if (!mIsShowing)
      chooseVictory(victoryKey(item));
  });
  connect(mAddObjective, &QToolButton::clicked, this, [this] { addObjective(mPlace); });
  connect(mAddLevel, &QToolButton::clicked, this, [this] { addLevel(); });
  connect(mObjectiveHere, &QToolButton::clicked, this, [this] {
    if (!mPlace.is_null())
      mVictoryForm->type("/of", memberText(MemberShape::Place, mPlace));
  });
  connect(mRemoveVictory, &QToolButton::clicked, this, [this] { removeVictory(mVictoryRow); });
  return page;
}

void ScenarioDock::showVictory() {
  mIsShowing = true;
  mVictory->clear();
  const SetupPlan* plan = mModel.plan();
  const bool editable = plan && !mModel.document()->isReadOnly();
  mAddObjective->setEnabled(editable);
  mAddLevel->setEnabled(editable);
  mIsShowing = false;
  showPoints();
  chooseVictory(mVictoryRow);
  if (!plan)
    return;
  mIsShowing = true;
  const UnitCatalogue& units = plan->army().units();
  std::map<std::string, QTreeWidgetItem*> bySide;
  std::map<std::string, Rational> sums;
  std::map<std::string, bool> open;
  for (const ScenarioObjective& objective : plan->scenario().objectives) {
    QTreeWidgetItem*& head = bySide[objective.side];
    if (!head) {
      const auto name = units.sideNames.find(objective.side);
      head = new QTreeWidgetItem({objective.side.empty()          ? tr("Either side")
                                  : name == units.sideNames.end() ? qt(objective.side)
                                                                  : qt(name->second)});
      mVictory->addTopLevelItem(head);
      head->setExpanded(true);
    }
    auto* item = new QTreeWidgetItem;
    item->setText(0, objective.name.empty() ? qt(objective.id) : qt(objective.name));
    item->setToolTip(0, qt(objective.note));
    item->setData(0, kVictoryRowRole, qt("objective " + objective.id));
    QString points = qt(objective.points.shown());
    if (!objective.per.empty())
      points += tr(" per %1").arg(qt(objective.per).replace(QLatin1Char('_'), QLatin1Char(' ')));
    item->setText(1, points);
    // What counts again and again, or is not known, has no end: the sum is then a lower bound.
    const bool counts = objective.points.number && objective.per.empty();
    if (counts)
      sums[objective.side] =
          Rational::add(sums[objective.side], *objective.points.number).value_or(sums[objective.side]);
    open[objective.side] = open[objective.side] || !counts;
    item->setText(2, (open[objective.side] ? tr("at least ") : QString()) + qt(sums[objective.side].text()));
    head->addChild(item);
    if (mVictoryRow == RecordKey{"objective", objective.id})
      mVictory->setCurrentItem(item);
  }
  for (const auto& [side, head] : bySide)
    head->setText(2, (open[side] ? tr("at least ") : QString()) + qt(sums[side].text()));
  if (!plan->scenario().levels.empty()) {
    auto* head = new QTreeWidgetItem({tr("Levels of victory")});
    mVictory->addTopLevelItem(head);
    for (const VictoryLevel& level : plan->scenario().levels) {
      auto* item = new QTreeWidgetItem({level.name.empty() ? qt(level.id) : qt(level.name)});
      QStringList bounds;
      if (level.min)
        bounds << tr("%1 or more").arg(qt(level.min->text()));
      if (level.over)
        bounds << tr("more than %1").arg(qt(level.over->text()));
      if (level.max)
        bounds << tr("at most %1").arg(qt(level.max->text()));
      if (level.below)
        bounds << tr("less than %1").arg(qt(level.below->text()));
      item->setText(1, bounds.join(QStringLiteral(", ")));
      item->setData(0, kVictoryRowRole, qt("level " + level.id));
      head->addChild(item);
      if (mVictoryRow == RecordKey{"level", level.id})
        mVictory->setCurrentItem(item);
    }
    head->setExpanded(true);
  }
  mIsShowing = false;
}

void ScenarioDock::chooseVictory(const RecordKey& key) {
  mVictoryRow = key;
  const Scenario* scenario = mModel.scenario();
  const bool isRow = scenario && scenario->rows().contains(key);
  const bool editable = isRow && !mModel.document()->isReadOnly();
  mObjectiveHere->setEnabled(editable && key.section == "objective" && !mPlace.is_null());
  mRemoveVictory->setEnabled(editable);
  mView.setChosenObjective(key.section == "objective" ? key.id : std::string());
  if (isRow) {
    RowFormWish wish = formOfScenarioRow(mModel, key);
    wish.always = key.section == "objective"
                      ? std::vector<std::string>{"name", "kind", "side", "vp", "of", "score", "per", "turns", "note"}
                      : std::vector<std::string>{"name", "order", "side", "min", "over", "max", "below", "draw"};
    mVictoryForm->show(wish);
  } else {
    mVictoryForm->clear(scenario ? tr("Choose an objective or a level, or add one.") : QString());
  }
}

void ScenarioDock::showPoints() {
  const Scenario* scenario = mModel.scenario();
  QStringList parts;
  if (scenario && !scenario->turns.empty()) {
    const std::size_t turn =
        static_cast<std::size_t>(mView.turn() > 0 ? mView.turn() - 1 : static_cast<int>(scenario->turns.size()) - 1);
    const UnitCatalogue& units = mModel.army()->units();
    for (const ObjectivePoints& points : objectivePoints(*scenario)) {
      const auto name = units.sideNames.find(points.side);
      const QString side = points.side.empty()             ? tr("either side")
                           : name == units.sideNames.end() ? qt(points.side)
                                                           : qt(name->second);
      if (turn < points.byTurn.size())
        parts << side + QLatin1Char(' ') + qt(points.byTurn[turn].shown());
    }
    if (!parts.isEmpty())
      mPoints->setText(tr("To win by %1: %2").arg(qt(scenario->shownTurn(turn)), parts.join(QStringLiteral(", "))));
  }
  mPoints->setVisible(!parts.isEmpty());
}

bool ScenarioDock::addObjective(const json& of) {
  const Scenario* scenario = mModel.scenario();
  if (!scenario)
    return false;
  json body{{"kind", "hold"}, {"vp", json{{"unknown", true}}}, {"score", "end"}};
  if (!of.is_null())
    body["of"] = of;
  const RecordKey key{"objective", freshScenarioRow(*scenario, "objective", "objective")};
  mVictoryRow = key;
  return applyScenarioRow(mModel, key, body, tr("Add an objective"), [this](const QString& why) { emit failed(why); });
}

bool ScenarioDock::addLevel() {
  const Scenario* scenario = mModel.scenario();
  if (!scenario)
    return false;
  long order = 1;
  for (const VictoryLevel& level : scenario->levels)
    order = std::max(order, level.order + 1);
  const RecordKey key{"level", freshScenarioRow(*scenario, "level", "level")};
  mVictoryRow = key;
  return applyScenarioRow(mModel, key, json{{"order", order}}, tr("Add a level of victory"),
                          [this](const QString& why) { emit failed(why); });
}

bool ScenarioDock::removeVictory(const RecordKey& key) {
  return applyScenarioRow(mModel, key, std::nullopt,
                          key.section == "level" ? tr("Delete a level of victory") : tr("Delete an objective"),
                          [this](const QString& why) { emit failed(why); });
}

} // namespace hotchkiss::editor
