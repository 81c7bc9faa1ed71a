#include "editor/canvas/rulesoverlay.h"

#include "editor/model/editordocument.h"
#include "editor/model/pointstext.h"
#include "editor/model/rulesmodel.h"
#include "render/sidecolours.h"

#include <QPainter>

#include <algorithm>

namespace hotchkiss::editor {

namespace {

const QColor kPathColour(0x11, 0x16, 0x2a);

QPointF centreOf(const Lattice& lattice, HexCoord hex) {
  const Point centre = lattice.centre(hex);
  return {centre.x, centre.y};
}

/// "3", "≥2" where it may be out of reach, "2–3" where it is in reach but not known at what price.
QString costText(const Reach& reach, std::size_t index) {
  const QString least = pointsText(reach.possible[index], reach.denominator);
  if (reach.certain[index] == Reach::kUnreached)
    return QStringLiteral("≥") + least;
  if (reach.certain[index] != reach.possible[index])
    return least + QStringLiteral("–") + pointsText(reach.certain[index], reach.denominator);
  return least;
}

} // namespace

void RulesOverlay::clear() {
  mGround = {};
  mWay = {};
  mReach.reset();
  mZones.reset();
  mPicture = {};
}

void RulesOverlay::update(const RulesModel& model, const Lattice& lattice, bool isNewQuestion) {
  if (!model.book())
    return clear();
  if (isNewQuestion || mReach != model.answer().reach || mZones != model.answer().zones) {
    clear();
    mReach = model.answer().reach;
    mZones = model.answer().zones;
    addReach(model);
    addZones(model);
    addUnits(model, lattice);
  }
  mWay = {};
  addWay(model, lattice);
}

void RulesOverlay::addReach(const RulesModel& model) {
  const RulesAnswer& answer = model.answer();
  if (!model.showsReach() || !answer.reach || !answer.allowance.isNumber())
    return;
  const Reach& reach = *answer.reach;
  const Rational& allowance = answer.allowance.number();
  const double most = std::max(1.0, static_cast<double>(allowance.numerator() * reach.denominator) /
                                        static_cast<double>(allowance.denominator()));
  for (std::int32_t c = 0; c < reach.extent.width; ++c)
    for (std::int32_t r = 0; r < reach.extent.height; ++r) {
      const HexCoord hex{c, r};
      const std::size_t index = reach.index(hex);
      if (reach.possible[index] == Reach::kUnreached || hex == reach.start)
        continue;
      const bool doubtful = reach.certain[index] != reach.possible[index];
      mGround.hexes[hex] = {heatColour(static_cast<double>(reach.possible[index]) / most), costText(reach, index),
                            doubtful};
    }
}

void RulesOverlay::addZones(const RulesModel& model) {
  const RulesAnswer& answer = model.answer();
  const auto& strategy = model.book()->strategies().zones;
  if (!model.showsZones() || !answer.zones || !strategy)
    return;
  const std::map<std::string, QColor> colours = sideColours(model.document()->ruleset());
  const auto rank = [&](const std::string& kind) {
    return std::find(strategy->kinds.begin(), strategy->kinds.end(), kind) - strategy->kinds.begin();
  };
  std::map<std::pair<std::string, std::string>, std::unordered_set<HexCoord>> areas;
  for (const auto& [hex, parts] : *answer.zones) {
    std::map<std::string, std::string> strongest;
    for (const ZoneField::Part& part : parts)
      if (const auto it = strongest.find(part.side); it == strongest.end() || rank(part.kind) < rank(it->second))
        strongest[part.side] = part.kind;
    for (const auto& each : strongest)
      areas[each].insert(hex);
  }
  for (auto& [key, hexes] : areas) {
    const auto colour = colours.find(key.first);
    mGround.areas.push_back(
        {std::move(hexes), colour == colours.end() ? QColor(Qt::darkGray) : colour->second, rank(key.second) > 0});
  }
}

void RulesOverlay::addUnits(const RulesModel& model, const Lattice& lattice) {
  const std::map<std::string, QColor> colours = sideColours(model.document()->ruleset());
  const UnitCatalogue& units = model.book()->units();
  const auto counter = [&](HexCoord hex, const UnitState& top, std::size_t count) {
    const auto colour = colours.find(top.side);
    const auto type = units.types.find(top.type);
    constexpr qsizetype kLetters = 3;
    const QString name = QString::fromStdString(type == units.types.end() ? top.type : type->second.name);
    mGround.marks.push_back({centreOf(lattice, hex), AnswerMark::Shape::Counter,
                             colour == colours.end() ? QColor(Qt::darkGray) : colour->second,
                             count > 1 ? QStringLiteral("%1 ×").arg(count) : name.left(kLetters)});
  };
  const std::map<HexCoord, std::vector<std::string>> stacks(model.position().stacks().begin(),
                                                            model.position().stacks().end());
  for (const auto& [hex, ids] : stacks)
    if (const UnitState* top = ids.empty() ? nullptr : model.position().unit(ids.front()))
      counter(hex, *top, ids.size());
  if (!model.start() || !model.showsReach())
    return;
  if (!stacks.contains(*model.start())) {
    const UnitState* chosen = model.position().unit(model.chosenUnit());
    counter(*model.start(), chosen ? *chosen : model.profile(), 1);
  }
  mGround.marks.push_back({centreOf(lattice, *model.start()), AnswerMark::Shape::Ring, kPathColour, {}});
}

void RulesOverlay::addWay(const RulesModel& model, const Lattice& lattice) {
  const RulesAnswer& answer = model.answer();
  if (!model.showsReach() || !answer.reach || !answer.target || answer.target != model.target())
    return;
  std::vector<HexCoord> hexes;
  for (const PathPoint& point : answer.path)
    hexes.push_back(point.hex);
  if (hexes.size() > 1)
    mWay.lines.push_back({throughCentres(lattice, hexes), kPathColour, true,
                          answer.reach->certain[answer.reach->index(*answer.target)] == Reach::kUnreached});
  else if (hexes.empty())
    mWay.marks.push_back({centreOf(lattice, *answer.target), AnswerMark::Shape::Cross, kPathColour, {}});
}

void RulesOverlay::paint(QPainter& painter, const Lattice& lattice, const Viewport& viewport, double devicePixelRatio) {
  const QRectF plane = viewport.plane();
  if (!mGround.isEmpty()) {
    const QSize size = (viewport.size() * devicePixelRatio).toSize();
    if (mPicture.size() != size || mPictured != plane || !qFuzzyCompare(mScale, viewport.scale())) {
      mPicture = QPixmap(size);
      mPicture.setDevicePixelRatio(devicePixelRatio);
      mPicture.fill(Qt::transparent);
      QPainter inside(&mPicture);
      paintAnswer(inside, lattice, mGround, plane, viewport.scale());
      mPictured = plane;
      mScale = viewport.scale();
    }
    painter.drawPixmap(QPointF(0, 0), mPicture);
  }
  paintAnswer(painter, lattice, mWay, plane, viewport.scale());
}

} // namespace hotchkiss::editor
