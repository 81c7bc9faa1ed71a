#include "editor/army/setupview.h"

#include "editor/model/qtext.h"
#include "render/view.h"

#include <climits>

#include <algorithm>

namespace hotchkiss::editor {

SetupView::SetupView(ArmyModel& model, QObject* parent) : QObject(parent), mModel(model) {
  connect(&model, &ArmyModel::scenarioChanged, this, [this] {
    drop();
    emit changed();
  });
  connect(&model, &ArmyModel::chosenChanged, this, [this] {
    mHasZones = false;
    emit changed();
  });
}

void SetupView::drop() {
  mIsWorked = false;
  mHasZones = false;
  mHasObjectives = false;
  mSpread.reset();
}

void SetupView::setPreview(const std::optional<AllowedHexes>& allowed) {
  if (!allowed && !mPreview)
    return;
  mPreview = allowed;
  mHasZones = false;
  emit changed();
}

void SetupView::setHighlight(std::set<HexCoord> hexes) {
  if (hexes == mHighlight)
    return;
  mHighlight = std::move(hexes);
  mHasZones = false;
  emit changed();
}

void SetupView::setObjectivesShown(bool shown) {
  mObjectivesShown = shown;
  emit changed();
}

void SetupView::setChosenObjective(const std::string& id) {
  if (id == mChosenObjective)
    return;
  mChosenObjective = id;
  emit changed();
}

void SetupView::setShown(bool shown) {
  if (shown == mShown)
    return;
  mShown = shown;
  emit changed();
}

void SetupView::setTurn(int turn) {
  if (turn == mTurn)
    return;
  mTurn = turn;
  mIsWorked = false;
  mHasZones = false;
  mSpread.reset();
  emit changed();
}

int SetupView::turns() {
  const Scenario* scenario = mModel.scenario();
  return scenario ? static_cast<int>(scenario->turns.size()) : 0;
}

void SetupView::addPiece(const Piece& piece, const ArmyValues& states, HexCoord hex, std::optional<int> facing,
                         const std::vector<ScenarioPlace>& covers, bool isPossible) {
  const Lattice& lattice = mModel.document()->document().lattice();
  const UnitCatalogue& units = mModel.scenarioArmy()->units();
  StackedCounter counter;
  counter.piece = piece.id;
  counter.content = mModel.scenarioDesigner()->content(piece, states);
  counter.key = counter.content.key();
  counter.isPossible = isPossible;
  counter.badges = mModel.scenarioDesigner()->badges(piece, states);
  const auto type = units.types.find(piece.type);
  const FacingRule rule = type == units.types.end() ? FacingRule::None : type->second.facing;
  if (facing && rule != FacingRule::None)
    counter.facings.push_back(facingTowards(lattice, *facing % kSides, rule == FacingRule::Vertex));
  HexCoord at = hex;
  if (type != units.types.end())
    for (const int direction : type->second.shape) {
      at = lattice.neighbour(at, direction);
      counter.further.push_back(toQt(lattice.centre(at)));
    }
  for (const ScenarioPlace& place : covers)
    if (const Result<HexCoord> covered = mModel.plan()->where().hexOf(place); covered && *covered != hex)
      counter.further.push_back(toQt(lattice.centre(*covered)));
  mByHex[{hex.c, hex.r}].push_back(std::move(counter));
}

void SetupView::removePiece(const std::string& id) {
  for (auto it = mByHex.begin(); it != mByHex.end();) {
    std::erase_if(it->second, [&](const StackedCounter& counter) { return counter.piece == id; });
    it = it->second.empty() ? mByHex.erase(it) : std::next(it);
  }
}

void SetupView::work() {
  if (mIsWorked)
    return;
  mIsWorked = true;
  mByHex.clear();
  mStacks.clear();
  mHexes.clear();
  const SetupPlan* plan = mModel.plan();
  if (!plan)
    return;
  const Scenario& scenario = plan->scenario();
  const OrderOfBattle& army = plan->army();
  mTurn = std::clamp(mTurn, 0, static_cast<int>(scenario.turns.size()));
  std::vector<const Placement*> placed;
  for (const Placement& placement : plan->placements())
    if (placement.hex)
      placed.push_back(&placement);
  // The lowest of a stack first; what has no order lies below in the order of the rows.
  std::stable_sort(placed.begin(), placed.end(), [](const Placement* a, const Placement* b) {
    return a->order.value_or(LONG_MAX) > b->order.value_or(LONG_MAX);
  });
  for (const Placement* placement : placed) {
    const std::vector<ScenarioPlace>& covers = scenario.setups[placement->setup].covers;
    if (const Piece* piece = placement->isLoose ? nullptr : army.piece(placement->piece)) {
      addPiece(*piece, placement->states, *placement->hex, placement->facing, covers, false);
    } else if (!placement->type.empty()) {
      Piece loose;
      loose.id = placement->piece;
      loose.type = placement->type;
      loose.side = placement->side;
      loose.values = placement->states;
      addPiece(loose, placement->states, *placement->hex, placement->facing, covers, false);
    }
  }
  const auto due = [&](const TurnRef& turn) {
    const std::optional<std::size_t> index = scenario.turnIndex(turn);
    return index && static_cast<int>(*index) < mTurn;
  };
  for (const Arrival& arrival : scenario.arrivals) {
    if (!due(arrival.turn) || arrival.at.empty())
      continue;
    const Result<HexCoord> hex = plan->where().hexOf(arrival.at.front());
    if (!hex)
      continue;
    for (const Piece* piece : piecesOf(army, arrival.selection)) {
      removePiece(piece->id);
      addPiece(*piece, arrival.values, *hex, arrival.facing, arrival.covers, arrival.at.size() > 1);
    }
  }
  for (const Arrival& withdrawal : scenario.withdrawals)
    if (due(withdrawal.turn))
      for (const Piece* piece : piecesOf(army, withdrawal.selection))
        removePiece(piece->id);
  const Lattice& lattice = mModel.document()->document().lattice();
  for (auto& [hex, counters] : mByHex) {
    mHexes.push_back({hex.first, hex.second});
    mStacks.push_back({toQt(lattice.centre(mHexes.back())), std::move(counters)});
  }
}

const std::vector<CounterStack>& SetupView::stacks() {
  work();
  return mStacks;
}

std::optional<HexCoord> SetupView::hexOf(const std::string& piece) {
  work();
  for (std::size_t i = 0; i < mStacks.size(); ++i)
    for (const StackedCounter& counter : mStacks[i].counters)
      if (counter.piece == piece)
        return mHexes[i];
  return std::nullopt;
}

const CounterStack* SetupView::stackAt(HexCoord hex) {
  work();
  const auto it = std::find(mHexes.begin(), mHexes.end(), hex);
  return it == mHexes.end() ? nullptr : &mStacks[static_cast<std::size_t>(it - mHexes.begin())];
}

void SetupView::workZones() {
  if (mHasZones)
    return;
  mHasZones = true;
  mZones = {};
  if (!mHighlight.empty())
    mZones.areas.push_back({{mHighlight.begin(), mHighlight.end()}, QColor(0xd6, 0x33, 0x6c), false});
  if (mPreview) { // what is being chosen is all that one wants to see
    const QColor colour = answerColour(0);
    AnswerArea possible{{}, colour, true};
    for (const HexCoord h : mPreview->possible)
      if (!mPreview->certain.contains(h))
        possible.hexes.insert(h);
    mZones.areas.push_back({{mPreview->certain.begin(), mPreview->certain.end()}, colour, false});
    mZones.areas.push_back(std::move(possible));
    return;
  }
  const SetupPlan* plan = mModel.plan();
  if (!plan || mTurn > 0)
    return;
  std::set<std::string> chosen;
  for (const std::string& id : mModel.chosen())
    for (const Piece* piece : plan->army().below(id))
      chosen.insert(piece->id);
  std::set<std::size_t> rows;
  for (const Placement& placement : plan->placements())
    if (placement.kind == Placement::Kind::Area && chosen.contains(placement.piece))
      rows.insert(placement.setup);
  constexpr std::size_t kMost = 8; // more zones at once nobody can tell apart
  for (const std::size_t row : rows) {
    if (mZones.areas.size() >= 2 * kMost)
      break;
    const AllowedHexes& allowed = plan->allowed(row);
    const QColor colour = answerColour(mZones.areas.size() / 2);
    AnswerArea certain{{allowed.certain.begin(), allowed.certain.end()}, colour, false};
    AnswerArea possible{{}, colour, true};
    for (const HexCoord h : allowed.possible)
      if (!allowed.certain.contains(h))
        possible.hexes.insert(h);
    mZones.areas.push_back(std::move(certain));
    mZones.areas.push_back(std::move(possible));
  }
}

const AnswerOverlay& SetupView::zones() {
  workZones();
  return mZones;
}

std::optional<CounterHit> SetupView::hit(QPointF at, double pitch, const std::function<QPointF(QPointF)>& toWidget) {
  if (!mShown)
    return std::nullopt;
  work();
  // A spread stack lies over its neighbours.
  for (std::size_t i = 0; mSpread && i < mStacks.size(); ++i)
    if (isSpread(i)) {
      const StackLayout layout = layOutStack(toWidget(mStacks[i].at), mStacks[i].counters.size(), pitch, true);
      for (std::size_t k = 0; k < layout.squares.size(); ++k)
        if (layout.squares[k].contains(at))
          return CounterHit{i, layout.hidden + k};
    }
  for (std::size_t i = mStacks.size(); i-- > 0;) {
    const QPointF middle = toWidget(mStacks[i].at);
    if (std::abs(middle.x() - at.x()) > pitch || std::abs(middle.y() - at.y()) > pitch)
      continue;
    const StackLayout layout = layOutStack(middle, mStacks[i].counters.size(), pitch, isSpread(i));
    for (std::size_t k = layout.squares.size(); k-- > 0;)
      if (layout.squares[k].contains(at))
        return CounterHit{i, layout.hidden + k};
  }
  return std::nullopt;
}

void SetupView::hover(QPointF at, double pitch, const std::function<QPointF(QPointF)>& toWidget) {
  constexpr double kLegible = 26; // pixels: smaller ones are not worth a look
  std::optional<HexCoord> over;
  if (mShown && pitch >= kLegible) {
    work();
    if (mSpread) { // it stays while the pointer is on its tray
      for (std::size_t i = 0; i < mStacks.size(); ++i) {
        if (!isSpread(i))
          continue;
        QRectF tray;
        for (const QRectF& square :
             layOutStack(toWidget(mStacks[i].at), mStacks[i].counters.size(), pitch, true).squares)
          tray = tray.united(square);
        if (tray.adjusted(-6, -6, 6, 6).contains(at))
          over = mSpread;
      }
    }
    if (!over)
      if (const auto found = hit(at, pitch, toWidget); found && mStacks[found->stack].counters.size() > 1)
        over = mHexes[found->stack];
  }
  if (over == mSpread)
    return;
  mSpread = over;
  emit changed();
}

void SetupView::workObjectives() {
  if (mHasObjectives)
    return;
  mHasObjectives = true;
  mObjectives.clear();
  const SetupPlan* plan = mModel.plan();
  if (!plan)
    return;
  constexpr std::size_t kMost = 24; // hexes of one objective that are marked one by one
  const Lattice& lattice = mModel.document()->document().lattice();
  for (const ScenarioObjective& objective : plan->scenario().objectives) {
    std::set<HexCoord> hexes;
    if (!objective.of.empty()) {
      if (const Result<Ground> ground = plan->where().ground(objective.of))
        hexes = ground->hexes;
    } else if (!objective.where.empty()) {
      hexes = plan->where().hexesInPlay(objective.where).certain;
    }
    QPointF sum;
    std::size_t shown = 0;
    for (const HexCoord hex : hexes) {
      const QPointF at = toQt(lattice.centre(hex));
      sum += at;
      if (hexes.size() <= kMost)
        mObjectives.push_back(
            {objective.id, at, qt(objective.points.shown()), mModel.scenarioDesigner()->sideColour(objective.side)});
      ++shown;
    }
    if (shown > kMost)
      mObjectives.push_back({objective.id, sum / static_cast<double>(shown), qt(objective.points.shown()),
                             mModel.scenarioDesigner()->sideColour(objective.side)});
  }
}

const std::vector<SetupView::ObjectiveMark>& SetupView::objectives() {
  workObjectives();
  return mObjectives;
}

void SetupView::paintObjectives(QPainter& painter, const QRectF& visible, double pitch,
                                const std::function<QPointF(QPointF)>& toWidget) {
  painter.setRenderHint(QPainter::Antialiasing);
  const double radius = std::clamp(pitch * 0.2, 9.0, 22.0);
  for (const ObjectiveMark& mark : objectives()) {
    if (!visible.contains(mark.at))
      continue;
    const QPointF at = toWidget(mark.at) + QPointF(0, pitch * 0.3);
    const bool isChosen = mark.id == mChosenObjective;
    painter.setPen(QPen(isChosen ? QColor(0xd6, 0x33, 0x6c) : QColor(0x2a, 0x24, 0x1c), isChosen ? 3 : 1.6));
    painter.setBrush(QColor(0xf6, 0xe7, 0xb4));
    const double wide = radius * (0.9 + 0.35 * static_cast<double>(mark.points.size()));
    painter.drawRoundedRect(QRectF(at.x() - wide, at.y() - radius * 0.7, 2 * wide, radius * 1.4), radius * 0.7,
                            radius * 0.7);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mark.colour);
    painter.drawEllipse(QPointF(at.x() - wide + radius * 0.7, at.y()), radius * 0.4, radius * 0.4);
    drawCounterCaption(painter, at + QPointF(radius * 0.45, 0), radius * 0.95, mark.points, QColor(0x2a, 0x24, 0x1c),
                       true);
  }
}

void SetupView::paint(QPainter& painter, const QRectF& visible, double pitch, double devicePixelRatio,
                      const std::function<QPointF(QPointF)>& toWidget) {
  if (!mShown || !mModel.document())
    return;
  work();
  if (!zones().isEmpty()) {
    painter.save();
    painter.translate(toWidget(visible.topLeft()));
    paintAnswer(painter, mModel.document()->document().lattice(), mZones, visible, pitch);
    painter.restore();
  }
  const auto draw = [&](const CounterStack& stack, bool isSpread) {
    int chosen = -1;
    for (std::size_t i = 0; i < stack.counters.size(); ++i)
      if (std::find(mModel.chosen().begin(), mModel.chosen().end(), stack.counters[i].piece) != mModel.chosen().end())
        chosen = static_cast<int>(i);
    drawStack(painter, mPixmaps, stack, pitch, devicePixelRatio, chosen, toWidget, isSpread);
  };
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < mStacks.size(); ++i) {
    if (isSpread(i))
      last = i;
    else if (visible.contains(mStacks[i].at))
      draw(mStacks[i], false);
  }
  if (mObjectivesShown)
    paintObjectives(painter, visible, pitch, toWidget);
  if (last)
    draw(mStacks[*last], true);
}

} // namespace hotchkiss::editor
