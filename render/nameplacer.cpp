#include "render/nameplacer.h"

#include "render/colours.h"
#include "render/markers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hotchkiss {

namespace {

constexpr double kPad = 0.09;       ///< around a name, of its size
constexpr double kOutsideMap = 100; ///< cost of leaving the map
constexpr double kMostMinor = 1.1;  ///< what names of crossings and entries may cover
constexpr double kMostCourse = 0.9; ///< what a further name on a long course may cover
constexpr double kMostFirst = 2.2;  ///< what its only name may cover
constexpr double kMostFromAfar = 4; ///< what any name may cover on a small map

QPolygonF boxAlong(const QRectF& ink, QPointF left, QPointF along, double size, double pad) {
  const QPointF down(-along.y(), along.x());
  const QRectF box = QRectF(ink.topLeft() * size, ink.size() * size).adjusted(-pad, -pad, pad, pad);
  QPolygonF out;
  for (const QPointF& p : {box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()})
    out << left + along * p.x() + down * p.y();
  return out;
}

/// How much a line turns under a text, and how steep the text is.
double unrest(const Ruler& ruler, double start, double length) {
  double sum = 0;
  constexpr int kSteps = 10;
  QPointF before = ruler.direction(start);
  for (int i = 1; i <= kSteps; ++i) {
    const QPointF now = ruler.direction(start + length * i / kSteps);
    sum += std::abs(before.x() * now.y() - before.y() * now.x());
    before = now;
  }
  const QPointF whole = ruler.at(start + length) - ruler.at(start);
  return sum + 0.8 * std::abs(unit(whole).y());
}

/// What it costs that letters along a line crowd where it bends toward them, or fan out where it bends away.
double crowding(const std::vector<GlyphShape>& glyphs, const std::vector<std::pair<QPainterPath, QTransform>>& letters,
                double size) {
  constexpr double kLikeNothing = 0.12; ///< a share of the distance between two letters
  constexpr double kUnreadable = 0.36;
  constexpr std::array<double, 2> kHeights{-0.02, -0.6}; ///< feet and heads
  double sum = 0;
  std::array<QPointF, kHeights.size()> before;
  double middleBefore = 0;
  std::size_t written = 0;
  for (const GlyphShape& glyph : glyphs) {
    if (glyph.path.isEmpty())
      continue;
    const QTransform& where = letters[written].second;
    const double middle = (glyph.at + glyph.width / 2) * size;
    double off = 0;
    for (std::size_t i = 0; i < kHeights.size(); ++i) {
      const QPointF now = where.map(QPointF(glyph.width / 2, kHeights[i]));
      if (written > 0)
        off = std::max(off, std::abs(lengthOf(now - before[i]) / std::max(middle - middleBefore, 1e-9) - 1));
      before[i] = now;
    }
    sum += off > kUnreadable ? 2 : off > kLikeNothing ? 0.8 * (off - kLikeNothing) : 0;
    middleBefore = middle;
    ++written;
  }
  return sum;
}

} // namespace

std::vector<LabelPlacer::Wanted> LabelPlacer::wanted() const {
  std::vector<Wanted> out;
  // From afar only what is large in the world has a name.
  const double least = mFactor < 1.2 ? 0 : mFactor < 1.5 ? 0.145 : mFactor < 3 ? 0.165 : mFactor < 6 ? 0.19 : 0.21;
  for (const char* section : {"place", "region", "course", "crossing", "entry"})
    for (const NamedPtr& thing : mScene.named->section(section))
      if (const double size = thing->name.isEmpty() ? 0 : sizeOf(*thing); size > 0 && size >= least)
        out.push_back({size, priorityOf(*thing), thing});
  std::stable_sort(out.begin(), out.end(), [](const Wanted& a, const Wanted& b) {
    return std::tie(b.priority, b.size, a.thing->section, a.thing->id) <
           std::tie(a.priority, a.size, b.thing->section, b.thing->id);
  });
  return out;
}

void LabelPlacer::place(const Wanted& w) {
  mReach = {};
  const std::size_t first = mLayout.mLabels.size();
  placeOne(*w.thing, w.size * mFactor);
  LabelLayout::Entry entry{w.thing, mReach, {}};
  for (std::size_t i = first; i < mLayout.mLabels.size(); ++i)
    entry.labels.push_back(i);
  mLayout.mEntries.push_back(std::move(entry));
}

double LabelPlacer::sizeOf(const NamedThing& thing) const {
  const bool sized = thing.row.width > 0 && !thing.row.colour.isValid();
  if (thing.section == "course")
    return thing.row.width > 0 ? std::clamp(thing.row.width, 0.14, 0.24) : 0.17;
  if (thing.section == "region")
    return regionSize(thing);
  if (thing.section == "crossing")
    return 0.135;
  if (thing.section == "entry")
    return 0.14;
  if (sized)
    return std::clamp(thing.row.width, 0.15, 0.3);
  return std::clamp(0.15 + 0.33 * markSize(thing), 0.15, 0.28);
}

double LabelPlacer::regionSize(const NamedThing& thing) const {
  const auto it = mScene.membership->areas().find(thing.id);
  const double hexes = it == mScene.membership->areas().end() ? 1 : static_cast<double>(it->second.count);
  return std::clamp(0.15 + 0.028 * std::sqrt(hexes), 0.17, 0.5);
}

double LabelPlacer::priorityOf(const NamedThing& thing) const {
  if (thing.section == "place")
    return 3 + markSize(thing);
  if (thing.section == "course")
    return 2;
  if (thing.section == "region")
    return 1.5;
  return 1;
}

QColor LabelPlacer::colourOf(const NamedThing& thing) const {
  if (thing.section == "place" && !mEngraved)
    return mScene.style->ink();
  return thing.row.label.isValid() ? thing.row.label : mScene.style->ink();
}

Face LabelPlacer::faceOf(const NamedThing& thing, double size) const {
  if (thing.section != "place")
    return mEngraved ? Face::SerifItalic : Face::SansItalic;
  if (size > 0.21 * mFactor)
    return mEngraved ? Face::SerifBold : Face::SansBold;
  return mEngraved ? Face::Serif : Face::Sans;
}

void LabelPlacer::placeOne(const NamedThing& thing, double size) {
  if (thing.section == "course")
    placeCourse(thing, size);
  else if (thing.section == "region")
    placeRegion(thing, size);
  else if (thing.section == "entry")
    placeEntry(thing, size);
  else
    placeBeside(thing, size);
}

bool LabelPlacer::isFree(const std::vector<QPolygonF>& boxes) {
  for (const QPolygonF& box : boxes)
    mReach = mReach.isNull() ? box.boundingRect() : mReach.united(box.boundingRect());
  return mLayout.isFree(boxes);
}

bool LabelPlacer::isInside(const std::vector<QPolygonF>& boxes) const {
  return std::all_of(boxes.begin(), boxes.end(),
                     [&](const QPolygonF& box) { return mBounds.contains(box.boundingRect()); });
}

/// Pale letters are lost among trees and houses and on dark ground.
bool LabelPlacer::isOnDark(const std::vector<QPolygonF>& boxes) const {
  constexpr int kDark = 165;
  constexpr int kSamples = 7;
  int dark = 0;
  int all = 0;
  for (const QPolygonF& box : boxes) {
    const QPointF from = (box[0] + box[3]) / 2;
    const QPointF to = (box[1] + box[2]) / 2;
    for (int i = 0; i < kSamples; ++i) {
      const HexCoord h = mScene.lattice().hexAt(fromQt(from + (to - from) * ((i + 0.5) / kSamples)));
      if (!mScene.extent().contains(h))
        continue;
      ++all;
      dark +=
          !mScene.terrain(h).isWater && (NameInk::isBusy(mScene.terrain(h)) || qGray(mScene.groundColour(h)) < kDark)
              ? 1
              : 0;
    }
  }
  return dark * 3 > all;
}

void LabelPlacer::add(const NamedThing& thing, const QString& text, double size, Written written) {
  PlacedLabel label;
  label.text = text;
  label.letters = std::move(written.letters);
  label.boxes = std::move(written.boxes);
  label.colour = colourOf(thing);
  if (isOnDark(label.boxes))
    label.colour = mixed(label.colour, mScene.style->ink(), 0.45);
  label.size = size;
  mLayout.add(std::move(label));
}

/// Prints a name in the best of several ways, unless each of them costs more than `most`.
bool LabelPlacer::putBest(std::vector<Setting> settings, const NamedThing& thing, double most) {
  std::stable_sort(settings.begin(), settings.end(),
                   [](const Setting& a, const Setting& b) { return a.preference < b.preference; });
  const Setting* best = nullptr;
  double least = most;
  for (const Setting& setting : settings) {
    if (setting.preference >= least)
      break;
    std::vector<QPolygonF> boxes;
    for (const Line& line : setting.lines)
      boxes.push_back(boxAlong(line.shape->path.boundingRect(), line.left, {1, 0}, setting.size, setting.size * kPad));
    if (!isFree(boxes))
      continue;
    double cost = setting.preference + (isInside(boxes) ? 0 : kOutsideMap);
    if (thing.section == "region")
      cost += strangeness(thing, boxes);
    if (cost < least)
      cost += mInk.under(boxes, least - cost);
    if (cost < least) {
      least = cost;
      best = &setting;
    }
  }
  if (!best)
    return false;
  Written written;
  for (const Line& line : best->lines) {
    written.letters.emplace_back(line.shape->path,
                                 QTransform(best->size, 0, 0, best->size, line.left.x(), line.left.y()));
    written.boxes.push_back(
        boxAlong(line.shape->path.boundingRect(), line.left, {1, 0}, best->size, best->size * kPad));
  }
  add(thing, thing.name, best->size, std::move(written));
  return true;
}

void LabelPlacer::placeBeside(const NamedThing& thing, double size) {
  if (!thing.at)
    return;
  const bool isPlace = thing.section == "place";
  const TextShape shape = shapeText(thing.name, faceOf(thing, size), mEngraved ? 0.01 : 0);
  const QPointF at = markPosition(mScene, thing);
  const double w = shape.width * size;
  const double most = !isPlace ? kMostMinor : mFactor > 1 ? kMostFromAfar : kAnyCost;
  std::vector<Setting> settings;
  const auto offer = [&](QPointF left, double preference) {
    settings.push_back({{{&shape, at + left}}, size, preference});
  };
  if (markSize(thing) <= 0 && isPlace && thing.hex) {
    // A name without a symbol stands in the hex itself.
    for (const double dy : {0.1, 0.0, 0.2, -0.1, 0.3, -0.2})
      for (const double dx : {0.0, 0.1, -0.1, 0.2, -0.2})
        offer(QPointF(-w / 2 + dx, size * 0.25 + dy), 0.6 * std::abs(dy - 0.1) + 0.5 * std::abs(dx));
    putBest(std::move(settings), thing, most);
    return;
  }
  const std::optional<PlacedMark> crossing = markOfCrossing(mScene, thing);
  const double gap = (crossing ? crossing->size * 0.9 : markSize(thing)) * 0.5 + size * 0.18;
  const double middle = size * 0.25;
  // To the right, then above and below it, then to the left; a little further away when nothing else is free.
  for (const double further : {0.0, 0.07, 0.15, 0.24, 0.34}) {
    const double g = gap + further * mFactor;
    const double far = further * 2.2;
    for (const double dy : {0.0, -0.08, 0.08, -0.16, 0.16}) {
      offer({g, middle + dy * mFactor}, far + std::abs(dy));
      offer({-g - w, middle + dy * mFactor}, far + 0.3 + std::abs(dy));
    }
    const double above = -g - size * 0.1;
    const double below = g + size * 0.66;
    for (const double share : {-0.5, 0.0, 0.5}) { // from the left of the symbol to its right
      offer({-w * (0.5 - share), above}, far + 0.22 + 0.16 * std::abs(share));
      offer({-w * (0.5 - share), below}, far + 0.25 + 0.16 * std::abs(share));
    }
    offer({gap * 0.7, above + gap * 0.25}, far + 0.18);
    offer({gap * 0.7, below - gap * 0.25}, far + 0.2);
    offer({-gap * 0.7 - w, above + gap * 0.25}, far + 0.34);
    offer({-gap * 0.7 - w, below - gap * 0.25}, far + 0.36);
  }
  putBest(std::move(settings), thing, most);
}

/// How much of a region's name stands outside the region.
double LabelPlacer::strangeness(const NamedThing& region, const std::vector<QPolygonF>& boxes) const {
  const auto it = mScene.membership->areas().find(region.id);
  if (it == mScene.membership->areas().end() || it->second.count == 0)
    return 0;
  constexpr int kSamples = 9;
  int outside = 0;
  for (const QPolygonF& box : boxes)
    for (int i = 0; i < kSamples; ++i) {
      const QRectF bounds = box.boundingRect();
      const QPointF p(bounds.left() + bounds.width() * (i + 0.5) / kSamples, bounds.center().y());
      const HexCoord h = mScene.lattice().hexAt(fromQt(p));
      if (!mScene.extent().contains(h)) {
        ++outside;
        continue;
      }
      const std::vector<std::string>& regions = mScene.more(mScene.document().hex(h)).regions;
      outside += std::find(regions.begin(), regions.end(), region.id) == regions.end() ? 1 : 0;
    }
  return 2.2 * outside / (kSamples * static_cast<double>(boxes.size()));
}

/// A town that is a region as well has one name.
bool LabelPlacer::hasPlaceOfThatName(const NamedThing& region, QPointF middle) const {
  constexpr double kNear = 4;
  for (const NamedThing* place :
       mScene.named->near("place", QRectF(middle - QPointF(kNear, kNear), QSizeF(2 * kNear, 2 * kNear))))
    if (place->name.compare(region.name, Qt::CaseInsensitive) == 0)
      return true;
  return false;
}

void LabelPlacer::placeRegion(const NamedThing& thing, double size) {
  std::optional<QPointF> at = thing.at;
  if (!at) {
    const auto it = mScene.membership->areas().find(thing.id);
    if (it == mScene.membership->areas().end())
      return;
    at = it->second.centre();
  }
  mReach = QRectF(*at, QSizeF(0.01, 0.01));
  if (hasPlaceOfThatName(thing, *at))
    return;
  const Face face = mEngraved ? Face::Serif : Face::Sans;
  const QString name = thing.name.toUpper();
  constexpr double kSpaced = 0.28;
  const TextShape whole = shapeText(name, face, kSpaced);
  // Two lines, broken where they become most equal.
  TextShape upper;
  TextShape lower;
  double widest = 1e9;
  for (qsizetype i = name.indexOf(' '); i >= 0; i = name.indexOf(' ', i + 1)) {
    TextShape one = shapeText(name.left(i), face, kSpaced);
    TextShape two = shapeText(name.mid(i + 1), face, kSpaced);
    if (std::max(one.width, two.width) < widest) {
      widest = std::max(one.width, two.width);
      upper = std::move(one);
      lower = std::move(two);
    }
  }
  std::vector<Setting> settings;
  const double smallest = 0.17 * mFactor;
  for (const double smaller : {1.0, 0.86, 0.74, 0.62}) {
    const double s = std::max(size * smaller, std::min(size, smallest));
    if (s > size * smaller + 1e-9 && smaller < 1)
      break;
    for (int j = -7; j <= 7; ++j)
      for (int i = -8; i <= 8; ++i) {
        const double wide = std::min(mFactor, 3.0);
        const QPointF away(0.15 * i * wide, 0.13 * j * wide);
        const double preference = 0.9 * (1 - smaller) + 0.32 * lengthOf(away) / wide;
        const QPointF middle = *at + away + QPointF(0, s * 0.33);
        settings.push_back({{{&whole, middle - QPointF(whole.width * s / 2, 0)}}, s, preference});
        if (widest < 1e9 && i % 2 == 0 && j % 2 == 0)
          settings.push_back({{{&upper, middle - QPointF(upper.width * s / 2, s * 0.62)},
                               {&lower, middle + QPointF(-lower.width * s / 2, s * 0.62)}},
                              s,
                              preference + 0.45});
      }
  }
  putBest(std::move(settings), thing, mFactor > 1 ? 2 * kMostFromAfar : kAnyCost);
}

void LabelPlacer::placeEntry(const NamedThing& thing, double size) {
  if (thing.hexes.empty())
    return;
  const TextShape shape = shapeText(thing.name, faceOf(thing, size), 0);
  const double w = shape.width * size;
  const QPointF inside = mScene.bounds().center();
  std::vector<Setting> settings;
  for (const HexCoord& h : thing.hexes) {
    const QPointF at = toQt(mScene.lattice().centre(h));
    const double other = h == thing.hexes[thing.hexes.size() / 2] ? 0 : 0.2;
    // Toward the inside of the map.
    const bool isLeft = at.x() < inside.x();
    for (const double dy : {0.38, -0.2, 0.3, 0.46, 0.16, -0.12})
      for (const double dx : {0.1, -0.2, 0.25, 0.4}) {
        const QPointF left(isLeft ? dx : -dx - w, dy);
        settings.push_back({{{&shape, at + left}}, size, other + 0.3 * std::abs(dx - 0.1) + 0.2 * std::abs(dy - 0.38)});
      }
    settings.push_back({{{&shape, at + QPointF(-w / 2, 0.3)}}, size, other + 0.3});
    settings.push_back({{{&shape, at + QPointF(-w / 2, -0.12)}}, size, other + 0.35});
  }
  putBest(std::move(settings), thing, kOutsideMap + kMostMinor);
}

/// A short ridge between two bends has its name beside it, straight.
void LabelPlacer::placeAcross(const NamedThing& thing, const QString& text, const Ruler& ruler, double size) {
  constexpr int kPlaces = 8;
  const TextShape shape = shapeText(text, mEngraved ? Face::Serif : Face::Sans, 0.12);
  const double w = shape.width * size;
  std::vector<Setting> settings;
  for (int i = 0; i <= kPlaces; ++i) {
    const QPointF at = ruler.at(ruler.length() * i / kPlaces);
    const double off = 0.1 * std::abs(i - kPlaces / 2);
    for (const double away : {0.16, 0.24, 0.34}) {
      settings.push_back({{{&shape, at + QPointF(away, size * 0.25)}}, size, off + away});
      settings.push_back({{{&shape, at + QPointF(-away - w, size * 0.25)}}, size, off + away});
      settings.push_back({{{&shape, at + QPointF(-w / 2, away + size * 0.66)}}, size, off + away});
      settings.push_back({{{&shape, at + QPointF(-w / 2, -away)}}, size, off + away});
    }
  }
  putBest(std::move(settings), thing, kMostFirst);
}

LabelPlacer::Written LabelPlacer::writeAlong(const std::vector<GlyphShape>& glyphs, const Ruler& ruler, double start,
                                             double length, double size, double lift) const {
  const bool backward = (ruler.at(start + length) - ruler.at(start)).x() < 0;
  Written out;
  for (const GlyphShape& glyph : glyphs) {
    if (glyph.path.isEmpty())
      continue;
    const double middle = (glyph.at + glyph.width / 2) * size;
    const double at = backward ? start + length - middle : start + middle;
    const double reach = size * 1.2;
    // Letters follow the line smoothly: its direction is taken over a stretch, not at a point.
    QPointF along = unit(ruler.at(at + reach) - ruler.at(at - reach));
    if (backward)
      along = -along;
    const QPointF up(along.y(), -along.x());
    const QPointF base = (ruler.at(at - reach * 0.6) + ruler.at(at) * 2 + ruler.at(at + reach * 0.6)) / 4;
    const QPointF left = base + up * lift - along * (glyph.width * size / 2);
    out.boxes.push_back(boxAlong(glyph.path.boundingRect(), left, along, size, size * 0.05));
    out.letters.emplace_back(glyph.path, QTransform(along.x() * size, along.y() * size, -along.y() * size,
                                                    along.x() * size, left.x(), left.y()));
  }
  return out;
}

void LabelPlacer::placeCourse(const NamedThing& thing, double size) {
  const std::shared_ptr<const CourseLine> known = mScene.courseLines->get(mScene, thing.id);
  const CourseLine& line = *known;
  if (line.points.size() < 2)
    return;
  // Railroads in small capitals, ridges in spaced ones.
  const bool capitals = line.isRail || line.isRelief;
  const QString text = capitals ? thing.name.toUpper() : thing.name;
  if (capitals)
    size *= 0.78;
  const Face face = capitals ? (mEngraved ? Face::Serif : Face::Sans) : faceOf(thing, size);
  const double spacing = line.isRelief ? 0.24 : line.isRail ? 0.12 : 0.09;
  const std::vector<GlyphShape> glyphs = shapeGlyphs(text, face, spacing);
  if (glyphs.empty())
    return;
  double length = (glyphs.back().at + glyphs.back().width) * size;
  const Ruler ruler(line.points);
  constexpr double kApart = 11;
  const double total = ruler.length();
  if (length > total * 1.02)
    return;
  // In the water when it is wide enough, else beside the line: there further away before across it.
  struct Way {
    double lift;
    bool inside;
    double preference;
  };
  std::vector<Way> ways;
  if (line.width >= size * 1.15 && !line.isRelief)
    ways.push_back({-size * 0.24, true, 0});
  const double half = std::max(line.width / 2, line.isRail ? 0.03 : 0.0);
  for (const double away : {0.03, 0.08, 0.14, 0.21, 0.3, 0.4}) {
    if (away > 0.25 && !line.isRelief) // else nobody would know what it names
      break;
    const double cost = away * (line.isRelief ? 0.8 : 1.6);
    ways.push_back({half + away * mFactor + size * 0.12, false, cost});
    ways.push_back({-(half + away * mFactor + size * 0.66), false, 0.06 + cost});
  }
  struct Trial {
    double preference;
    double start;
    const Way* way;
  };
  const auto bestOf = [&](double from, double to, double most) -> std::optional<std::pair<Trial, Written>> {
    constexpr double kFinest = 0.12;
    const double step = std::max(kFinest, (to - from) / 60); // long courses have room enough
    std::vector<Trial> trials;
    for (double start = from; start + length <= std::max(to, from + length) + 1e-9 && start + length <= total;
         start += step)
      for (const Way& way : ways)
        trials.push_back({0.3 * unrest(ruler, start, length) + 0.02 * std::abs(start + length / 2 - (from + to) / 2) +
                              way.preference,
                          start, &way});
    std::stable_sort(trials.begin(), trials.end(),
                     [](const Trial& a, const Trial& b) { return a.preference < b.preference; });
    std::optional<std::pair<Trial, Written>> best;
    double least = most;
    for (const Trial& trial : trials) {
      if (trial.preference >= least)
        break;
      Written written = writeAlong(glyphs, ruler, trial.start, length, size, trial.way->lift);
      if (!isFree(written.boxes))
        continue;
      double cost = trial.preference + (isInside(written.boxes) ? 0 : 1.5) + crowding(glyphs, written.letters, size);
      if (cost < least)
        cost +=
            mInk.under(written.boxes, least - cost, trial.way->inside ? NameInk::Water::Allow : NameInk::Water::Avoid);
      if (cost < least) {
        least = cost;
        best.emplace(trial, std::move(written));
      }
    }
    return best;
  };
  // Several names on a long course, each on the calmest stretch of its part.
  const int parts = std::max(1, static_cast<int>(total / (kApart * mFactor)));
  bool isNamed = false;
  for (int part = 0; part < parts; ++part)
    if (auto best = bestOf(total * part / parts, total * (part + 1) / parts, kMostCourse)) {
      add(thing, text, size, std::move(best->second));
      isNamed = true;
    }
  if (mFactor > 1)
    return;
  // Its only name may be smaller, so that it fits between two bends; not smaller than can be printed.
  const double usual = size;
  constexpr double kSmaller = 0.88;
  constexpr double kPrinted = 0.095; ///< a little more than 5 points where a hex has 3/4 inch
  for (; !isNamed && size >= kPrinted; size *= kSmaller, length *= kSmaller)
    if (auto best = bestOf(0, total, kMostFirst)) {
      add(thing, text, size, std::move(best->second));
      isNamed = true;
    }
  if (!isNamed && line.isRelief)
    placeAcross(thing, text, ruler, usual);
}

} // namespace hotchkiss
