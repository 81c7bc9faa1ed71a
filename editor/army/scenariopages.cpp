// What the pages of the scenario dock show.
#include "editor/army/scenariodock.h"
#include "editor/army/scenariolists.h"
#include "editor/model/qtext.h"
#include "render/counters/counterpainter.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

namespace {

QIcon iconOf(CounterPixmaps& pixmaps, const CounterContent& content, int side) {
  QIcon out;
  const std::string key = content.key();
  for (const double ratio : {1.0, 2.0})
    out.addPixmap(pixmaps.pixmap(content, key, side, ratio));
  return out;
}

} // namespace

void ScenarioDock::rebuild() {
  mIsStale = !isVisible();
  if (mIsStale)
    return;
  mIsShowing = true;
  mScenarios->clear();
  const Document* document = mModel.document() ? &mModel.document()->document() : nullptr;
  for (const std::string& id : mModel.scenarios()) {
    const Result<Scenario> each = Scenario::read(*document, id);
    const QString title = each && !each->head.title.empty() ? qt(each->head.title) : qt(id);
    mScenarios->addItem(title, qt(id));
  }
  mScenarios->setCurrentIndex(mScenarios->findData(qt(mModel.scenarioId())));
  const bool editable = mModel.army() && !mModel.document()->isReadOnly();
  mNew->setEnabled(editable);
  mDuplicate->setEnabled(editable && mModel.scenario());
  mCompare->setEnabled(mModel.scenario() && mScenarios->count() > 1);
  const Scenario* scenario = mModel.scenario();
  if (scenario) {
    QStringList parts;
    if (!scenario->head.startDate.empty())
      parts << qt(scenario->head.startDate + (scenario->head.startTime.empty() ? "" : " " + scenario->head.startTime));
    parts << tr("%n turn(s)", nullptr, static_cast<int>(scenario->turns.size()));
    if (!scenario->head.level.empty())
      parts << tr("level %1").arg(qt(scenario->head.level));
    mHead->setText(parts.join(QStringLiteral(" · ")));
  } else {
    mHead->setText(!mModel.document()                   ? QString()
                   : !mModel.army()                     ? mModel.problem()
                   : mModel.scenarioProblem().isEmpty() ? tr("The module has no scenario yet.")
                                                        : mModel.scenarioProblem());
  }
  mTabs->setEnabled(scenario != nullptr);
  mIsShowing = false;
  showSetup();
  showStack();
  showTurns();
  showVictory();
  showLevels();
}

QTreeWidgetItem* ScenarioDock::pieceItem(const std::string& id, const QString& note) {
  auto* item = new QTreeWidgetItem;
  const OrderOfBattle* army = mModel.scenarioArmy();
  const CounterDesigner* designer = mModel.scenarioDesigner();
  if (const Piece* piece = army->piece(id)) {
    item->setText(0, qt(piece->shownName()));
    item->setIcon(0, iconOf(mIcons, designer->content(*piece), 24));
    item->setData(0, PieceList::kIdRole, qt(id));
    item->setToolTip(0, qt(army->pathOf(id)));
  } else {
    item->setText(0, qt(id));
  }
  item->setText(1, note);
  item->setToolTip(1, note);
  return item;
}

void ScenarioDock::showSetup() {
  mIsShowing = true;
  const int scroll = mSetup->verticalScrollBar()->value();
  mSetup->clear();
  if (const SetupPlan* plan = mModel.plan()) {
    const auto group = [&](const QString& title, const QList<QTreeWidgetItem*>& items, bool open) {
      if (items.isEmpty())
        return;
      auto* head = new QTreeWidgetItem({title + QStringLiteral(" (%1)").arg(items.size())});
      QFont bold = head->font(0);
      bold.setBold(true);
      head->setFont(0, bold);
      head->setFlags(Qt::ItemIsEnabled);
      head->addChildren(items);
      mSetup->addTopLevelItem(head);
      head->setExpanded(open);
      head->setFirstColumnSpanned(true);
    };
    QList<QTreeWidgetItem*> placed;
    QList<QTreeWidgetItem*> areas;
    QList<QTreeWidgetItem*> elsewhere;
    QList<QTreeWidgetItem*> broken;
    for (const Placement& placement : plan->placements()) {
      const Setup& setup = plan->scenario().setups[placement.setup];
      switch (placement.kind) {
      case Placement::Kind::Fixed:
        (placement.hex ? placed : elsewhere).append(pieceItem(placement.piece, qt(plan->where().words(placement.at))));
        break;
      case Placement::Kind::Area:
        areas.append(pieceItem(placement.piece, qt(plan->where().words(setup.where))));
        break;
      case Placement::Kind::Choice:
        elsewhere.append(pieceItem(placement.piece, tr("one of %1 places").arg(setup.oneOf.size())));
        break;
      case Placement::Kind::Waiting:
        elsewhere.append(pieceItem(placement.piece, tr("waiting")));
        break;
      case Placement::Kind::Broken:
        broken.append(pieceItem(placement.piece, qt(placement.problem)));
        break;
      }
      if (placement.isLoose)
        if (const auto type = plan->army().units().types.find(placement.type); type != plan->army().units().types.end())
          for (QList<QTreeWidgetItem*>* list : {&placed, &areas, &elsewhere, &broken})
            if (!list->isEmpty() && list->back()->text(0) == qt(placement.piece))
              list->back()->setText(0, qt(type->second.name));
    }
    QList<QTreeWidgetItem*> missing;
    for (const std::string& id : plan->unplaced())
      missing.append(pieceItem(id, tr("drag it to the map")));
    group(tr("Cannot be placed"), broken, true);
    group(tr("Not in the scenario yet"), missing, true);
    group(tr("Set up by area"), areas, true);
    group(tr("Off the map, waiting or a choice"), elsewhere, false);
    group(tr("On the map"), placed, false);
    mSetup->verticalScrollBar()->setValue(scroll);
  }
  mIsShowing = false;
}

void ScenarioDock::showStack() {
  mIsShowing = true;
  mStack->clear();
  mFacing->clear();
  const std::string piece = mModel.chosen().empty() ? std::string() : mModel.chosen().front();
  const SetupPlan* plan = mModel.plan();
  const auto hex = plan && !piece.empty() ? mView.hexOf(piece) : std::nullopt;
  const bool editable = plan && !mModel.document()->isReadOnly() && mView.turn() == 0;
  for (QWidget* widget : std::initializer_list<QWidget*>{mUp, mDown, mFacing})
    widget->setEnabled(editable && hex.has_value());
  mRemove->setEnabled(editable && !piece.empty());
  if (!hex) {
    mStackTitle->setText(tr("Choose a counter to see its stack."));
    mIsShowing = false;
    return;
  }
  const CounterStack* stack = mView.stackAt(*hex);
  mStackTitle->setText(tr("%1: %n counter(s)", nullptr, static_cast<int>(stack->counters.size()))
                           .arg(qt(mModel.document()->numbering().label(*hex))));
  for (auto it = stack->counters.rbegin(); it != stack->counters.rend(); ++it) {
    auto* item = new QTreeWidgetItem;
    item->setText(0, it->content.title);
    item->setIcon(0, iconOf(mIcons, it->content, 40));
    item->setData(0, PieceList::kIdRole, qt(it->piece));
    QStringList values;
    for (const Placement& placement : plan->placements())
      if (placement.piece == it->piece) {
        for (const auto& [name, value] : placement.states) {
          const auto attribute = plan->army().units().attributes.find(name);
          values << (attribute == plan->army().units().attributes.end() ? qt(name) : qt(attribute->second.name)) +
                        QStringLiteral(": ") + qt(value.shown());
        }
        break;
      }
    item->setText(1, values.join(QStringLiteral(", ")));
    item->setToolTip(1, item->text(1));
    mStack->addTopLevelItem(item);
    item->setSelected(it->piece == piece);
  }
  const Piece* chosen = plan->army().piece(piece);
  const auto type = chosen ? plan->army().units().types.find(chosen->type) : plan->army().units().types.end();
  const FacingRule rule = type == plan->army().units().types.end() ? FacingRule::None : type->second.facing;
  mFacing->setVisible(rule != FacingRule::None);
  mFacing->addItem(tr("No facing"));
  const Lattice& lattice = mModel.document()->document().lattice();
  static constexpr const char* kWinds[] = {"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
                                           "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"};
  for (int i = 0; i < kSides; ++i) {
    double degrees = facingTowards(lattice, i, rule == FacingRule::Vertex).degrees;
    degrees = degrees < 0 ? degrees + 360 : degrees;
    mFacing->addItem(tr("Faces %1").arg(QLatin1String(kWinds[static_cast<int>(degrees / 22.5 + 0.5) % 16])), i);
  }
  for (const Placement& placement : plan->placements())
    if (placement.piece == piece && placement.facing)
      mFacing->setCurrentIndex(mFacing->findData(*placement.facing));
  mIsShowing = false;
}

void ScenarioDock::showTurns() {
  mIsShowing = true;
  const std::string current =
      mTurns->currentItem() ? mTurns->currentItem()->data(0, PieceList::kTurnRole).toString().toStdString() : "";
  mTurns->clear();
  const Scenario* scenario = mModel.scenario();
  const SetupPlan* plan = mModel.plan();
  mSlider->setRange(0, mView.turns());
  mSlider->setValue(std::min(mView.turn(), mView.turns()));
  if (mSlider->value() == 0)
    mSliderText->setText(tr("The set-up"));
  if (scenario && plan) {
    const UnitCatalogue& units = plan->army().units();
    std::vector<QTreeWidgetItem*> rows;
    for (const Turn& turn : scenario->turns) {
      auto* item = new QTreeWidgetItem;
      item->setText(0, turn.name.empty() ? tr("Turn %1").arg(turn.n) : qt(turn.name));
      item->setText(1, qt(turn.date + (turn.time.empty() ? "" : " " + turn.time)));
      const auto kind = units.turns.find(turn.kind);
      item->setText(2, kind == units.turns.end() ? qt(turn.kind) : qt(kind->second.name));
      const auto weather = units.weather.find(turn.weather);
      item->setText(3, weather == units.weather.end() ? qt(turn.weather) : qt(weather->second));
      item->setData(0, PieceList::kTurnRole, qt(turn.id));
      if (kind != units.turns.end() && kind->second.night)
        for (int i = 0; i < 4; ++i)
          item->setBackground(i, QColor(40, 50, 110, 60));
      mTurns->addTopLevelItem(item);
      rows.push_back(item);
      if (turn.id == current)
        mTurns->setCurrentItem(item);
    }
    QTreeWidgetItem* later = nullptr;
    const auto add = [&](const Arrival& arrival) {
      const auto index = scenario->turnIndex(arrival.turn);
      QTreeWidgetItem* under = index && *index < rows.size() ? rows[*index] : nullptr;
      if (!under) {
        if (!later) {
          later = new QTreeWidgetItem({tr("By chance, event or condition")});
          mTurns->addTopLevelItem(later);
        }
        under = later;
      }
      const std::vector<const Piece*> pieces = piecesOf(plan->army(), arrival.selection);
      QStringList where;
      for (const ScenarioPlace& place : arrival.at)
        where << qt(plan->where().words(place));
      auto* head = new QTreeWidgetItem;
      head->setText(0, (arrival.leaves ? QStringLiteral("← ") : QStringLiteral("→ ")) +
                           (!arrival.name.empty() ? qt(arrival.name)
                            : pieces.size() == 1  ? qt(pieces.front()->shownName())
                                                  : tr("%n piece(s)", nullptr, static_cast<int>(pieces.size()))));
      head->setText(1, where.join(tr(" or ")));
      head->setToolTip(1, head->text(1));
      if (!arrival.leaves)
        head->setData(0, PieceList::kArrivalRole, qt(arrival.key.id));
      head->setData(0, PieceList::kTurnRole, under->data(0, PieceList::kTurnRole));
      if (!pieces.empty())
        head->setIcon(0, iconOf(mIcons, mModel.scenarioDesigner()->content(*pieces.front(), arrival.values), 24));
      for (const Piece* piece : pieces) {
        QTreeWidgetItem* item = pieceItem(piece->id, {});
        item->setData(0, PieceList::kTurnRole, head->data(0, PieceList::kTurnRole));
        head->addChild(item);
      }
      under->addChild(head);
      under->setExpanded(true);
    };
    for (const Arrival& arrival : scenario->arrivals)
      add(arrival);
    for (const Arrival& withdrawal : scenario->withdrawals)
      add(withdrawal);
  }
  mIsShowing = false;
  showTurnEditors();
}

void ScenarioDock::showTurnEditors() {
  const Scenario* scenario = mModel.scenario();
  const QTreeWidgetItem* item = mTurns->currentItem();
  const Turn* turn =
      scenario && item ? scenario->turn(item->data(0, PieceList::kTurnRole).toString().toStdString()) : nullptr;
  const bool editable = turn && !mModel.document()->isReadOnly();
  mKind->setEnabled(editable);
  mWeather->setEnabled(editable);
  mSchedule->setEnabled(editable && mHex && !mModel.chosen().empty());
  mKind->clear();
  mWeather->clear();
  const OrderOfBattle* army = mModel.scenarioArmy();
  if (!army)
    return;
  mKind->addItem(tr("No kind"));
  for (const auto& [id, name] : army->units().turnKinds)
    mKind->addItem(qt(name), qt(id));
  mWeather->addItem(tr("Usual weather"));
  for (const auto& [id, name] : army->units().weather)
    mWeather->addItem(qt(name), qt(id));
  mWeather->setVisible(!army->units().weather.empty());
  if (turn) {
    mKind->setCurrentIndex(std::max(0, mKind->findData(qt(turn->kind))));
    mWeather->setCurrentIndex(std::max(0, mWeather->findData(qt(turn->weather))));
  }
}

void ScenarioDock::showVictory() {
  mVictory->clear();
  const SetupPlan* plan = mModel.plan();
  if (!plan)
    return;
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
      head->addChild(item);
    }
    head->setExpanded(true);
  }
}

} // namespace hotchkiss::editor
