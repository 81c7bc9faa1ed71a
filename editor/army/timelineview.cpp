#include "editor/army/timelineview.h"

#include "editor/army/armymodels.h"
#include "editor/model/qtext.h"
#include "libscenario/scenario/objectivepoints.h"
#include "libscenario/scenario/turnstrength.h"
#include "render/colours.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

namespace {

constexpr int kLeft = 108;  ///< names of the sides
constexpr int kColumn = 74; ///< one turn
constexpr int kDateRow = 20;
constexpr int kTurnRow = 34;
constexpr int kHead = kDateRow + kTurnRow;
constexpr int kTotals = 40; ///< of each side, above its cards
constexpr int kLane = 66;
constexpr int kCounter = 40;

bool isNight(const UnitCatalogue& units, const Turn& turn) {
  const auto kind = units.turns.find(turn.kind);
  return kind != units.turns.end() && (kind->second.night || kind->second.light == "night");
}

} // namespace

TimelineView::TimelineView(ArmyModel& model, SetupView& view, QWidget* parent)
    : QWidget(parent), mModel(model), mView(view) {
  setObjectName(QStringLiteral("timeline"));
  setAccessibleName(tr("Arrivals and withdrawals by turn"));
  setMouseTracking(true);
  connect(&view, &SetupView::changed, this, qOverload<>(&QWidget::update));
}

int TimelineView::columns() const {
  const Scenario* scenario = mModel.scenario();
  return scenario ? static_cast<int>(scenario->turns.size()) + (mHasOpen ? 1 : 0) : 0;
}

void TimelineView::addCard(const SetupPlan& plan, const Arrival& row) {
  const Scenario& scenario = plan.scenario();
  const std::vector<const Piece*> pieces = piecesOf(plan.army(), row.selection, nullptr, row.leaders);
  Card card;
  card.key = row.key;
  card.leaves = row.leaves;
  card.isOptional = row.optional || !row.when.empty();
  card.turn = scenario.turnIndex(row.turn).value_or(scenario.turns.size());
  card.through = std::max(card.turn, scenario.turnIndex(row.until).value_or(card.turn));
  card.pieces = pieces.size();
  for (const Piece* piece : pieces)
    card.ids.push_back(piece->id);
  if (!row.name.empty())
    card.title = qt(row.name);
  else if (row.selection.formations.size() == 1)
    card.title = qt(plan.army().nameOf(row.selection.formations.front()));
  else if (!pieces.empty())
    card.title = qt(pieces.front()->shownName());
  else
    card.title = tr("Counters");
  QStringList where;
  for (const ScenarioPlace& place : row.at)
    where << qt(plan.where().words(place));
  if (!row.where.empty())
    where << qt(plan.where().words(row.where));
  card.where = where.join(tr(" or "));
  card.tip = card.title + QLatin1Char('\n') + (card.leaves ? tr("leaves") : tr("arrives")) +
             (card.where.isEmpty() ? QString() : QStringLiteral(": ") + card.where);
  for (std::size_t i = 0; i < pieces.size() && i < 20; ++i)
    card.tip += QStringLiteral("\n  ") + qt(pieces[i]->shownName());
  if (pieces.size() > 20)
    card.tip += QStringLiteral("\n  …");
  std::string side = row.side;
  if (!pieces.empty()) {
    // A leader on the card would say little of what he brings.
    const auto shown = std::find_if(pieces.begin(), pieces.end(), [](const Piece* each) { return !each->isLeader(); });
    const Piece& first = shown == pieces.end() ? *pieces.front() : **shown;
    side = first.side;
    card.content = mModel.scenarioDesigner()->content(first, row.values);
    card.contentKey = card.content.key();
  }
  mHasOpen = mHasOpen || card.turn >= scenario.turns.size();
  for (Band& band : mBands)
    if (band.side == side)
      return band.cards.push_back(std::move(card));
}

void TimelineView::addTotals(const SetupPlan& plan, Band& band, double& largest) {
  std::set<std::string> attributes;
  for (const auto& [id, type] : plan.army().units().types)
    if (const std::string name = strengthAttribute(plan.army().units(), id); !name.empty())
      attributes.insert(name);
  std::vector<TurnStrength> best;
  const auto greatest = [](const std::vector<TurnStrength>& all) {
    double most = 0;
    for (const TurnStrength& each : all)
      most = std::max(most, static_cast<double>(each.total.least.numerator()) /
                                static_cast<double>(each.total.least.denominator()));
    return most;
  };
  for (const std::string& attribute : attributes) { // ships and troops are not one sum: what there is most of counts
    std::vector<TurnStrength> all = strengthByTurn(plan, band.side, attribute);
    if (best.empty() || greatest(all) > greatest(best))
      best = std::move(all);
  }
  for (const TurnStrength& each : best) {
    QString text = qt(each.total.shown());
    if (each.total.pieces == 0)
      text = QString::number(each.pieces);
    if (each.perhaps > 0)
      text += QLatin1Char('+');
    band.totals.push_back(text);
    band.bars.push_back(static_cast<double>(each.total.least.numerator()) /
                        static_cast<double>(each.total.least.denominator()));
    largest = std::max(largest, band.bars.back());
  }
}

void TimelineView::rebuild() {
  mBands.clear();
  mHasOpen = false;
  const SetupPlan* plan = mModel.plan();
  if (plan) {
    const OrderOfBattle& army = plan->army();
    for (const std::string& side : army.sides()) {
      Band band;
      band.side = side;
      const auto name = army.units().sideNames.find(side);
      band.name = qt(name == army.units().sideNames.end() ? side : name->second);
      band.colour = mModel.scenarioDesigner()->sideColour(side);
      mBands.push_back(std::move(band));
    }
    for (const Arrival& row : plan->scenario().arrivals)
      addCard(*plan, row);
    for (const Arrival& row : plan->scenario().withdrawals)
      addCard(*plan, row);
    double largest = 1;
    for (Band& band : mBands)
      addTotals(*plan, band, largest);
    for (Band& band : mBands)
      for (double& bar : band.bars)
        bar /= largest;
    for (const ObjectivePoints& points : objectivePoints(plan->scenario()))
      for (Band& band : mBands)
        if (band.side == points.side)
          for (const ArmyTotal& total : points.byTurn)
            band.points.push_back(qt(total.shown()));
  }
  layOut();
  setMinimumSize(sizeHint());
  update();
}

void TimelineView::layOut() {
  int top = kHead;
  for (Band& band : mBands) {
    band.top = top;
    std::stable_sort(band.cards.begin(), band.cards.end(),
                     [](const Card& a, const Card& b) { return a.turn < b.turn; });
    std::vector<std::size_t> free; // by lane: the first column that is empty
    for (Card& card : band.cards) {
      std::size_t lane = 0;
      while (lane < free.size() && free[lane] > card.turn)
        ++lane;
      if (lane == free.size())
        free.push_back(0);
      free[lane] = card.through + 1;
      card.lane = static_cast<int>(lane);
    }
    band.lanes = std::max(1, static_cast<int>(free.size()));
    top += kTotals + band.lanes * kLane + 6;
  }
}

QSize TimelineView::sizeHint() const {
  int height = kHead + 60;
  if (!mBands.empty())
    height = mBands.back().top + kTotals + mBands.back().lanes * kLane + 6;
  return {kLeft + columns() * kColumn + 8, height};
}

QRect TimelineView::columnOf(std::size_t turn) const {
  return {kLeft + static_cast<int>(turn) * kColumn, 0, kColumn, height()};
}

QRect TimelineView::rectOf(const Band& band, const Card& card) const {
  const QRect column = columnOf(card.turn);
  return QRect(column.left() + 3, band.top + kTotals + card.lane * kLane + 2,
               static_cast<int>(card.through - card.turn + 1) * kColumn - 6, kLane - 5);
}

QRect TimelineView::cardOf(const RecordKey& key) const {
  for (const Band& band : mBands)
    for (const Card& card : band.cards)
      if (card.key == key)
        return rectOf(band, card);
  return {};
}

int TimelineView::turnAt(QPoint at) const {
  const Scenario* scenario = mModel.scenario();
  const int column = at.x() < kLeft ? -1 : (at.x() - kLeft) / kColumn;
  return scenario && column < static_cast<int>(scenario->turns.size()) ? column : -1;
}

const TimelineView::Card* TimelineView::cardAt(QPoint at) const {
  for (const Band& band : mBands)
    for (const Card& card : band.cards)
      if (rectOf(band, card).contains(at))
        return &card;
  return nullptr;
}

void TimelineView::chooseRow(const RecordKey& key) {
  mChosen = key;
  update();
}

void TimelineView::paintHead(QPainter& painter) const {
  const Scenario& scenario = *mModel.scenario();
  const UnitCatalogue& units = mModel.scenarioArmy()->units();
  const QPalette colours = palette();
  painter.fillRect(QRect(0, 0, width(), kHead), colours.color(QPalette::Button));
  for (std::size_t i = 0; i < scenario.turns.size(); ++i) {
    const Turn& turn = scenario.turns[i];
    const QRect column = columnOf(i);
    if (isNight(units, turn))
      painter.fillRect(column, QColor(30, 40, 100, 56));
    else if (i % 2 == 1)
      painter.fillRect(column.adjusted(0, kHead, 0, 0), QColor(128, 128, 128, 16));
    painter.setPen(colours.color(QPalette::Mid));
    painter.drawLine(column.left(), kDateRow, column.left(), height());
    if (i == 0 || scenario.turns[i - 1].date != turn.date) { // a day begins
      painter.setPen(QPen(colours.color(QPalette::ButtonText), 1.4));
      painter.drawLine(column.left(), 0, column.left(), height());
      QFont bold = font();
      bold.setBold(true);
      painter.setFont(bold);
      std::size_t last = i;
      while (last + 1 < scenario.turns.size() && scenario.turns[last + 1].date == turn.date)
        ++last;
      const QDate date = QDate::fromString(qt(turn.date), Qt::ISODate);
      const QString text = date.isValid() ? locale().toString(date, QStringLiteral("d MMMM yyyy")) : qt(turn.date);
      const QRect days(column.left() + 5, 0, static_cast<int>(last - i + 1) * kColumn - 8, kDateRow);
      painter.drawText(days, Qt::AlignVCenter | Qt::AlignLeft,
                       painter.fontMetrics().elidedText(text, Qt::ElideRight, days.width()));
      painter.setFont(font());
    }
    painter.setPen(colours.color(QPalette::ButtonText));
    const QRect line(column.left() + 2, kDateRow, kColumn - 4, kTurnRow / 2);
    const QString name = turn.name.empty() ? QString::number(turn.n) : qt(turn.name);
    QString time = qt(turn.time);
    if (time.size() == 4)
      time.insert(2, QLatin1Char(':'));
    painter.drawText(line, Qt::AlignCenter, painter.fontMetrics().elidedText(name, Qt::ElideRight, line.width()));
    const auto weather = units.weather.find(turn.weather);
    QString below = time;
    if (weather != units.weather.end() && turn.weather != units.usualWeather)
      below += (below.isEmpty() ? QString() : QStringLiteral(" ")) + qt(weather->second).toLower();
    else if (isNight(units, turn))
      below += (below.isEmpty() ? QString() : QStringLiteral(" ")) + QStringLiteral("☾");
    painter.setPen(colours.color(QPalette::Disabled, QPalette::ButtonText));
    painter.drawText(line.translated(0, kTurnRow / 2 - 1), Qt::AlignCenter,
                     painter.fontMetrics().elidedText(below, Qt::ElideRight, line.width()));
  }
  if (mHasOpen) {
    const QRect column = columnOf(scenario.turns.size());
    painter.setPen(colours.color(QPalette::ButtonText));
    painter.drawText(QRect(column.left(), 0, kColumn, kHead), Qt::AlignCenter | Qt::TextWordWrap,
                     tr("by chance or event"));
  }
}

void TimelineView::paintBand(QPainter& painter, const Band& band) {
  const int bottom = band.top + kTotals + band.lanes * kLane;
  painter.setPen(palette().color(QPalette::Mid));
  painter.drawLine(0, bottom + 3, width(), bottom + 3);
  painter.fillRect(QRect(0, band.top + 2, 5, bottom - band.top), band.colour);
  QFont bold = font();
  bold.setBold(true);
  painter.setFont(bold);
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(QRect(12, band.top, kLeft - 14, 22), Qt::AlignVCenter | Qt::AlignLeft, band.name);
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::Disabled, QPalette::WindowText));
  painter.drawText(QRect(12, band.top + 20, kLeft - 16, 18), Qt::AlignVCenter | Qt::AlignLeft, tr("strength"));
  if (!band.points.empty())
    painter.drawText(QRect(12, band.top + 38, kLeft - 16, 18), Qt::AlignVCenter | Qt::AlignLeft, tr("points to win"));
  for (std::size_t i = 0; i < band.totals.size(); ++i) {
    const QRect column = columnOf(i);
    const int high = static_cast<int>(band.bars[i] * (kTotals - 18));
    painter.fillRect(QRect(column.left() + 1, band.top + kTotals - 2 - high, kColumn - 1, high),
                     withAlpha(band.colour, 0.45));
    painter.setPen(palette().color(QPalette::WindowText));
    // The same figure again and again says less than its changes.
    if (i == 0 || band.totals[i] != band.totals[i - 1] || i + 1 == band.totals.size())
      painter.drawText(QRect(column.left(), band.top + 1, kColumn, 16), Qt::AlignCenter,
                       painter.fontMetrics().elidedText(band.totals[i], Qt::ElideRight, kColumn - 2));
  }
}

void TimelineView::paintCard(QPainter& painter, const Band& band, const Card& card) {
  QRect rect = rectOf(band, card);
  const bool isDragged = card.key == mDragged && mDragTurn >= 0;
  if (isDragged)
    rect.moveLeft(columnOf(static_cast<std::size_t>(mDragTurn)).left() + 3);
  const bool isChosen = card.key == mChosen;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(isChosen ? QColor(0xd6, 0x33, 0x6c) : mixed(band.colour, Qt::black, 0.3), isChosen ? 2.2 : 1.2,
                      card.isOptional ? Qt::DashLine : Qt::SolidLine));
  painter.setBrush(withAlpha(band.colour, card.leaves ? 0.10 : 0.24));
  painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
  const QRect text(rect.left() + 3, rect.bottom() - 17, rect.width() - 6, 16);
  if (!card.contentKey.empty()) {
    const QPoint corner(rect.left() + (std::min(rect.width(), kColumn - 6) - kCounter) / 2, rect.top() + 3);
    painter.setOpacity(card.leaves ? 0.55 : 1);
    if (card.pieces > 1) { // as a stack of cardboard
      painter.fillRect(QRect(corner + QPoint(4, -2), QSize(kCounter, kCounter)), mixed(band.colour, Qt::black, 0.45));
      painter.fillRect(QRect(corner + QPoint(2, -1), QSize(kCounter, kCounter)), mixed(band.colour, Qt::white, 0.3));
    }
    painter.drawPixmap(corner, mPixmaps.pixmap(card.content, card.contentKey, kCounter, devicePixelRatioF()));
    painter.setOpacity(1);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::WindowText));
    if (card.pieces > 1)
      painter.drawText(QRect(rect.left() + 1, rect.top() + 2, (rect.width() - kCounter) / 2 + 1, 14),
                       Qt::AlignLeft | Qt::AlignVCenter, QString::number(card.pieces));
    if (card.leaves)
      painter.drawText(QRect(rect.left() + 2, rect.top() + 16, 14, 20), Qt::AlignCenter, QStringLiteral("↩"));
    painter.setFont(font());
  }
  painter.setPen(palette().color(QPalette::WindowText));
  QFont small = font();
  small.setPointSizeF(std::max(7.0, small.pointSizeF() * 0.86));
  painter.setFont(small);
  painter.drawText(text, Qt::AlignCenter, painter.fontMetrics().elidedText(card.title, Qt::ElideRight, text.width()));
  painter.setFont(font());
}

void TimelineView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  if (!mModel.plan() || !mModel.scenario()) {
    painter.setPen(palette().color(QPalette::Disabled, QPalette::WindowText));
    painter.drawText(rect(), Qt::AlignCenter, tr("There is no scenario to show."));
    return;
  }
  paintHead(painter);
  for (const Band& band : mBands)
    paintBand(painter, band);
  for (const Band& band : mBands) {
    for (std::size_t i = 0; i < band.points.size(); ++i) {
      if (i > 0 && band.points[i] == band.points[i - 1])
        continue;
      painter.setPen(palette().color(QPalette::Disabled, QPalette::WindowText));
      const QRect column = columnOf(i);
      painter.drawText(QRect(column.left(), band.top + kTotals - 18, kColumn - 3, 16),
                       Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("★") + band.points[i]);
    }
    for (const Card& card : band.cards)
      paintCard(painter, band, card);
  }
  if (mView.turn() > 0) { // what the map shows
    const QRect now = columnOf(static_cast<std::size_t>(mView.turn() - 1));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(QColor(0xd6, 0x33, 0x6c), 2));
    painter.drawLine(now.right(), kDateRow, now.right(), height());
  }
  if (mDragTurn >= 0) {
    painter.setPen(QPen(QColor(0xd6, 0x33, 0x6c), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(columnOf(static_cast<std::size_t>(mDragTurn)).adjusted(0, kDateRow, 0, -1));
  }
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton)
    return;
  mPressed = event->pos();
  mDragged = {};
  mDragTurn = -1;
  if (const Card* card = cardAt(event->pos())) {
    mDragged = card->key;
    mChosen = card->key;
    const std::vector<std::string> ids = card->ids;
    update();
    emit rowChosen(mDragged);
    mModel.choose(ids);
  } else if (const int turn = turnAt(event->pos()); turn >= 0) {
    mChosen = {};
    update();
    emit turnChosen(qt(mModel.scenario()->turns[static_cast<std::size_t>(turn)].id));
  }
}

void TimelineView::startMapDrag(const Card& card) {
  auto* drag = new QDrag(this);
  QMimeData* mime = mimeOfPieces(card.ids);
  mime->setData(QLatin1String(kArrivalMime), QByteArray::fromStdString(card.key.section + " " + card.key.id));
  drag->setMimeData(mime);
  if (!card.contentKey.empty())
    drag->setPixmap(mPixmaps.pixmap(card.content, card.contentKey, kCounter, devicePixelRatioF()));
  mDragged = {};
  mDragTurn = -1;
  update();
  drag->exec(Qt::CopyAction);
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
  if (mDragged.id.empty() || !(event->buttons() & Qt::LeftButton) || mModel.document()->isReadOnly())
    return;
  if (mDragTurn < 0 && (event->pos() - mPressed).manhattanLength() < QApplication::startDragDistance())
    return;
  const QRect inSight = visibleRegion().boundingRect().adjusted(-30, -30, 30, 30);
  if (!inSight.contains(event->pos())) {
    for (const Band& band : mBands)
      for (const Card& card : band.cards)
        if (card.key == mDragged)
          return startMapDrag(Card(card));
    return;
  }
  mDragTurn = turnAt(event->pos());
  update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
  const RecordKey key = std::exchange(mDragged, {});
  const int turn = std::exchange(mDragTurn, -1);
  update();
  const Scenario* scenario = mModel.scenario();
  if (event->button() != Qt::LeftButton || key.id.empty() || turn < 0 || !scenario)
    return;
  for (const Band& band : mBands)
    for (const Card& card : band.cards)
      if (card.key == key && card.turn == static_cast<std::size_t>(turn))
        return; // back where it was
  emit moved(key, qt(scenario->turns[static_cast<std::size_t>(turn)].id));
}

bool TimelineView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    const Card* card = cardAt(help->pos());
    QString text = card ? card->tip : QString();
    if (const int turn = card ? -1 : turnAt(help->pos()); turn >= 0) {
      text = qt(mModel.scenario()->shownTurn(static_cast<std::size_t>(turn)));
      for (const std::string& each : mModel.scenario()->turns[static_cast<std::size_t>(turn)].events)
        text += QLatin1Char('\n') + qt(each);
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
  }
  return QWidget::event(event);
}

} // namespace hotchkiss::editor
