// The page of the turns: the track, what comes and goes on it, and the changes of both.
#include "editor/army/armyicons.h"
#include "editor/army/scenariodock.h"
#include "editor/army/scenariolists.h"
#include "editor/army/scenariorowspage.h"
#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/scenario/turnstrength.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

/// "arrival us.a1" as a key.
RecordKey scheduleKey(const QString& text) {
  const qsizetype space = text.indexOf(QLatin1Char(' '));
  return {text.left(space).toStdString(), text.mid(space + 1).toStdString()};
}

QString scheduleText(const RecordKey& key) {
  return qt(key.section) + QLatin1Char(' ') + qt(key.id);
}

} // namespace

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
    showStrength();
    showPoints();
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
  mTurns->header()->setStretchLastSection(false);
  mTurns->header()->setSectionResizeMode(0, QHeaderView::Interactive);
  mTurns->header()->resizeSection(0, 170);
  for (int i = 1; i < 4; ++i) // as wide as what they say
    mTurns->header()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
  auto* split = new QSplitter(Qt::Vertical);
  split->addWidget(mTurns);
  mTurnForm = boundForm("turnForm");
  split->addWidget(mTurnForm);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  column->addWidget(split, 1);
  connect(turns, &PieceList::arrivalDropped, this, [this](const QString& arrival, const QString& turn) {
    reschedule(scheduleKey(arrival), turn.toStdString());
  });
  connect(mTurns, &QTreeWidget::currentItemChanged, this, &ScenarioDock::showTurnEditors);
  connect(mTurns, &QTreeWidget::itemSelectionChanged, this, [this] {
    if (mIsShowing || mTurns->selectedItems().isEmpty())
      return;
    const QTreeWidgetItem* item = mTurns->selectedItems().front();
    if (const QString id = item->data(0, PieceList::kIdRole).toString(); !id.isEmpty())
      mModel.choose({id.toStdString()});
    showScheduled();
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
      wordButton("turnSchedule", tr("Arrive here"),
                 tr("What is chosen in the order of battle comes in on this turn, at the hex selected on the map"));
  connect(mSchedule, &QToolButton::clicked, this, [this, turnId] {
    if (const json at = arrivalPlace(); !at.is_null())
      scheduleAt(turnId(), at);
  });
  mAddTurn = wordButton("turnAdd", {}, tr("A turn after the chosen one; date and time go on from there"));
  mAddTurn->setIcon(glyphIcon(Glyph::Add));
  mAddTurn->setAccessibleName(tr("Add a turn"));
  connect(mAddTurn, &QToolButton::clicked, this, [this, turnId] { addTurn(turnId()); });
  mRemoveTurn = wordButton("turnRemove", {}, tr("Delete the chosen turn, arrival or withdrawal"));
  mRemoveTurn->setIcon(glyphIcon(Glyph::Delete));
  mRemoveTurn->setAccessibleName(tr("Delete"));
  connect(mRemoveTurn, &QToolButton::clicked, this, [this, turnId] {
    const RecordKey row = scheduled();
    row.id.empty() ? removeTurn(turnId()) : removeScheduled(row);
  });
  form->addWidget(mKind, 1);
  form->addWidget(mWeather, 1);
  form->addWidget(mAddTurn);
  form->addWidget(mRemoveTurn);
  column->addLayout(form);
  auto* comers = new QHBoxLayout;
  mEntry = new QComboBox;
  mEntry->setObjectName(QStringLiteral("turnEntry"));
  mEntry->setAccessibleName(tr("Where it comes in"));
  mEntry->setToolTip(tr("Where arrivals come in: an entry of the map, or what is selected there"));
  mEntry->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  mEntry->setMinimumContentsLength(10);
  connect(mEntry, &QComboBox::activated, this, [this] {
    const RecordKey row = scheduled();
    if (const json at = arrivalPlace(); !row.id.empty() && !at.is_null())
      reroute(row, at);
  });
  mLeave = wordButton("turnLeave", tr("Leave"), tr("What is chosen in the order of battle leaves on this turn"));
  connect(mLeave, &QToolButton::clicked, this, [this, turnId] { withdraw(turnId()); });
  comers->addWidget(mEntry, 1);
  comers->addWidget(mSchedule);
  comers->addWidget(mLeave);
  column->addLayout(comers);
  mStrength = new QLabel;
  mStrength->setObjectName(QStringLiteral("turnStrength"));
  mStrength->setWordWrap(true);
  mStrength->setToolTip(tr("What was set up and has come, less what has left. Losses nobody knows beforehand."));
  column->addWidget(mStrength);
  return page;
}

void ScenarioDock::showTurns() {
  mIsShowing = true;
  const std::string current =
      mTurns->currentItem() ? mTurns->currentItem()->data(0, PieceList::kTurnRole).toString().toStdString() : "";
  const RecordKey row = scheduled();
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
      head->setData(0, PieceList::kArrivalRole, scheduleText(arrival.key));
      head->setData(0, PieceList::kTurnRole, under->data(0, PieceList::kTurnRole));
      if (!pieces.empty())
        head->setIcon(0, counterIcon(mIcons, mModel.scenarioDesigner()->content(*pieces.front(), arrival.values), 24));
      for (const Piece* piece : pieces) {
        QTreeWidgetItem* item = pieceItem(piece->id, {});
        item->setData(0, PieceList::kTurnRole, head->data(0, PieceList::kTurnRole));
        head->addChild(item);
      }
      under->addChild(head);
      under->setExpanded(true);
      if (arrival.key == row)
        mTurns->setCurrentItem(head);
    };
    for (const Arrival& arrival : scenario->arrivals)
      add(arrival);
    for (const Arrival& withdrawal : scenario->withdrawals)
      add(withdrawal);
  }
  mIsShowing = false;
  showTurnEditors();
  showStrength();
}

void ScenarioDock::showTurnEditors() {
  const Scenario* scenario = mModel.scenario();
  const QTreeWidgetItem* item = mTurns->currentItem();
  const Turn* turn =
      scenario && item ? scenario->turn(item->data(0, PieceList::kTurnRole).toString().toStdString()) : nullptr;
  const bool editable = turn && !mModel.document()->isReadOnly();
  mKind->setEnabled(editable);
  mWeather->setEnabled(editable);
  const bool canEdit = scenario && !mModel.document()->isReadOnly();
  fillEntries();
  mSchedule->setEnabled(editable && !mModel.chosen().empty() && !arrivalPlace().is_null());
  mLeave->setEnabled(editable && !mModel.chosen().empty());
  mAddTurn->setEnabled(canEdit);
  mRemoveTurn->setEnabled(editable || (canEdit && !scheduled().id.empty()));
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
  showTurnForm();
}

RecordKey ScenarioDock::scheduled() const {
  for (const QTreeWidgetItem* item = mTurns->currentItem(); item; item = item->parent())
    if (const QString row = item->data(0, PieceList::kArrivalRole).toString(); !row.isEmpty())
      return scheduleKey(row);
  return {};
}

void ScenarioDock::chooseScheduled(const RecordKey& key) {
  for (QTreeWidgetItemIterator it(mTurns); *it; ++it)
    if ((*it)->data(0, PieceList::kArrivalRole).toString() == scheduleText(key) && !key.id.empty()) {
      mTurns->setCurrentItem(*it);
      mTurns->scrollToItem(*it);
      return;
    }
}

void ScenarioDock::chooseTurn(const std::string& id) {
  for (int i = 0; i < mTurns->topLevelItemCount(); ++i)
    if (mTurns->topLevelItem(i)->data(0, PieceList::kTurnRole).toString().toStdString() == id)
      mTurns->setCurrentItem(mTurns->topLevelItem(i));
}

void ScenarioDock::showTurnForm() {
  const RecordKey row = scheduled();
  const QTreeWidgetItem* item = mTurns->currentItem();
  const std::string turn = item ? item->data(0, PieceList::kTurnRole).toString().toStdString() : std::string();
  const Scenario* scenario = mModel.scenario();
  if (scenario && !row.id.empty()) {
    RowFormWish wish = formOfScenarioRow(mModel, row);
    wish.always = {"name", "turn", "until", "at", "optional", "note"};
    mTurnForm->show(wish);
  } else if (scenario && scenario->turn(turn)) {
    RowFormWish wish = formOfScenarioRow(mModel, {"turn", turn});
    wish.always = {"name", "date", "time", "kind", "weather", "events"};
    if (wish.body.find("name") == wish.body.end())
      wish.title = tr("Turn %1").arg(scenario->turn(turn)->n);
    mTurnForm->show(wish);
  } else {
    mTurnForm->clear(scenario ? tr("Choose a turn, or what comes or goes on it.") : QString());
  }
}

/// Where the chosen row comes in is shown on the map.
void ScenarioDock::showScheduled() {
  const RecordKey row = scheduled();
  std::set<HexCoord> hexes;
  if (const SetupPlan* plan = mModel.plan(); plan && !row.id.empty())
    for (const std::vector<Arrival>* rows : {&plan->scenario().arrivals, &plan->scenario().withdrawals})
      for (const Arrival& each : *rows)
        if (each.key == row) {
          for (const ScenarioPlace& place : each.at) {
            if (const Result<HexCoord> hex = plan->where().hexOf(place))
              hexes.insert(*hex);
            if (place.kind == ScenarioPlace::Kind::Entry)
              if (const Result<Ground> ground = plan->where().ground(json{{"entry", place.id}}.dump()))
                hexes.insert(ground->hexes.begin(), ground->hexes.end());
          }
          if (!each.where.empty()) {
            const AllowedHexes allowed = plan->where().hexesInPlay(each.where);
            hexes.insert(allowed.possible.begin(), allowed.possible.end());
          }
        }
  mView.setHighlight(std::move(hexes));
}

void ScenarioDock::fillEntries() {
  const QSignalBlocker quiet(mEntry);
  const QString before = mEntry->currentData().toString();
  mEntry->clear();
  if (!mModel.document())
    return;
  if (!mPlace.is_null())
    mEntry->addItem(tr("Selected: %1").arg(memberText(MemberShape::Place, mPlace)), qt(mPlace.dump()));
  const RecordTable& table = mModel.document()->document().table(kNamedTable);
  for (auto it = table.lower_bound({"entry", {}}); it != table.end() && it->first.section == "entry"; ++it) {
    const json body = json::parse(it->second, nullptr, false);
    const bool isNamed = body.is_object() && body.contains("name") && body["name"].is_string();
    mEntry->addItem(isNamed ? qt(body["name"].get<std::string>()) : qt(it->first.id),
                    qt(json{{"entry", it->first.id}}.dump()));
  }
  mEntry->setCurrentIndex(mPlace.is_null() || mPlace == mShownPlace ? std::max(0, mEntry->findData(before)) : 0);
  mShownPlace = mPlace;
}

json ScenarioDock::arrivalPlace() const {
  json out = json::parse(mEntry->currentData().toString().toStdString(), nullptr, false);
  return out.is_discarded() ? json() : out;
}

void ScenarioDock::showStrength() {
  const SetupPlan* plan = mModel.plan();
  QStringList lines;
  if (plan && !plan->scenario().turns.empty()) {
    const OrderOfBattle& army = plan->army();
    const auto turn = static_cast<std::size_t>(std::max(0, mView.turn() - 1));
    for (const std::string& side : army.sides()) {
      std::set<std::string> attributes;
      for (const Piece* piece : piecesOfSide(army, side))
        if (const std::string name = strengthAttribute(army.units(), piece->type); !name.empty())
          attributes.insert(name);
      QStringList parts;
      for (const std::string& attribute : attributes) {
        const std::vector<TurnStrength> all = strengthByTurn(*plan, side, attribute);
        if (turn >= all.size() || all[turn].total.pieces == 0)
          continue;
        const UnitAttribute& row = army.units().attributes.at(attribute);
        QString text = qt(row.name) + QLatin1Char(' ') + qt(all[turn].total.shown());
        if (all[turn].perhaps > 0)
          text += tr(", perhaps %n more piece(s)", nullptr, static_cast<int>(all[turn].perhaps));
        parts << text;
      }
      const auto name = army.units().sideNames.find(side);
      if (!parts.isEmpty())
        lines << QStringLiteral("<b>%1</b>: %2")
                     .arg((name == army.units().sideNames.end() ? qt(side) : qt(name->second)).toHtmlEscaped(),
                          parts.join(QStringLiteral("; ")).toHtmlEscaped());
    }
  }
  mStrength->setText(lines.join(QStringLiteral("<br>")));
}

bool ScenarioDock::addTurn(const std::string& after) {
  const Scenario* scenario = mModel.scenario();
  if (!scenario)
    return false;
  const Result<NewArmyThing> thing =
      addingTurn(mModel.document()->document(), *scenario, mModel.army()->units(), after);
  if (!thing) {
    emit failed(sentence(thing.error()));
    return false;
  }
  if (!mModel.apply(tr("Add a turn"), thing->change))
    return false;
  chooseTurn(thing->id);
  return true;
}

bool ScenarioDock::removeTurn(const std::string& id) {
  const Scenario* scenario = mModel.scenario();
  return scenario && made(removingTurn(mModel.document()->document(), *scenario, id), tr("Delete a turn"));
}

bool ScenarioDock::removeScheduled(const RecordKey& key) {
  const Scenario* scenario = mModel.scenario();
  return scenario && made(settingScenarioRow(mModel.document()->document(), *scenario, key, std::nullopt),
                          key.section == "arrival" ? tr("Delete an arrival") : tr("Delete a withdrawal"));
}

bool ScenarioDock::scheduleAt(const std::string& turn, const json& at) {
  const SetupPlan* plan = mModel.plan();
  if (!plan || mModel.chosen().empty()) {
    emit failed(tr("Choose in the order of battle what shall arrive."));
    return false;
  }
  return made(scheduling(mModel.document()->document(), *plan, mModel.chosen(), turn, at), tr("Schedule an arrival"));
}

bool ScenarioDock::schedule(const std::string& turn, HexCoord at) {
  return scheduleAt(turn, json::array({at.c, at.r}));
}

bool ScenarioDock::withdraw(const std::string& turn) {
  const SetupPlan* plan = mModel.plan();
  if (!plan || mModel.chosen().empty()) {
    emit failed(tr("Choose in the order of battle what shall leave."));
    return false;
  }
  return made(withdrawing(mModel.document()->document(), *plan, mModel.chosen(), turn), tr("Schedule a withdrawal"));
}

bool ScenarioDock::reroute(const RecordKey& row, const json& at) {
  const Scenario* scenario = mModel.scenario();
  if (!scenario || !made(rerouting(*scenario, row, at), tr("Where an arrival comes in")))
    return false;
  showScheduled();
  return true;
}

} // namespace hotchkiss::editor
