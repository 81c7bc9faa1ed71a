#include "render/wayshape.h"

#include "render/noise.h"
#include "render/run.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hotchkiss {

namespace {

constexpr double kLane = 0.13;     ///< between paths that cross the same hexside side by side
constexpr double kStray = 0.016;   ///< how far a path strays inside a hex, as drawn by hand
constexpr double kTension = 0.37;  ///< length of the handles of a curve against its chord
constexpr double kSquare = 0.12;   ///< how much a path turns to cross a hexside at right angles
constexpr double kOverWater = 0.6; ///< the same where a bridge or a ford has to fit

bool shareCourse(const PlacedLine& a, const PlacedLine& b) {
  return std::any_of(a.courses.begin(), a.courses.end(), [&](const std::string& course) {
    return std::find(b.courses.begin(), b.courses.end(), course) != b.courses.end();
  });
}

int turnBetween(int s, int t) {
  return std::min((t - s + kSides) % kSides, (s - t + kSides) % kSides);
}

double fitOf(const PlacedLine& a, const PlacedLine& b) {
  return (shareCourse(a, b) ? 8 : 0) + (a.style == b.style ? 4 : 0) + a.style->row.width + b.style->row.width;
}

} // namespace

const WayShape::Ways& WayShape::ways(HexCoord h) {
  const auto [it, isNew] = mKnown.try_emplace(h);
  Ways& out = it->second;
  if (!isNew)
    return out;
  const Lattice& lattice = mScene.lattice();
  for (int side = 0; side < kSides; ++side) {
    const EdgeId e = lattice.edge(h, side);
    if (mScene.document().edge(e) == TextPool::kNone)
      continue;
    const EdgeContent& content = mScene.edge(e);
    if (!content.hasPath)
      continue;
    const auto count = std::count_if(content.lines.begin(), content.lines.end(),
                                     [](const PlacedLine& line) { return line.style->isPath; });
    const auto [v0, v1] = lattice.ends(e);
    const QPointF middle = toQt(lattice.middle(e));
    const QPointF along = unit(toQt(lattice.position(v1)) - toQt(lattice.position(v0)));
    int lane = 0;
    for (const PlacedLine& line : content.lines)
      if (line.style->isPath)
        (line.style->isRail ? out.rails : out.roads)
            .arms.push_back(
                {side, &line, middle + along * (kLane * (lane++ - static_cast<double>(count - 1) / 2)), -1});
  }
  link(h, out.roads, false);
  link(h, out.rails, true);
  return out;
}

/// Which arms run through: the best pair does, further ones only when they are clearly one path.
void WayShape::link(HexCoord h, Group& group, bool isRail) const {
  std::vector<Arm>& arms = group.arms;
  if (arms.empty())
    return;
  struct Pair {
    double score;
    std::size_t i;
    std::size_t j;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < arms.size(); ++i)
    for (std::size_t j = i + 1; j < arms.size(); ++j)
      if (arms[i].side != arms[j].side) // straight is better than a sharp turn
        pairs.push_back({fitOf(*arms[i].line, *arms[j].line) + turnBetween(arms[i].side, arms[j].side), i, j});
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.score > b.score; });
  bool first = true;
  for (const Pair& pair : pairs) {
    Arm& a = arms[pair.i];
    Arm& b = arms[pair.j];
    if (a.partner < 0 && b.partner < 0 && (first || (pair.score >= 4 && turnBetween(a.side, b.side) >= 2))) {
      a.partner = static_cast<int>(pair.j);
      b.partner = static_cast<int>(pair.i);
    }
    first = false;
  }
  group.isDeadEnd = pairs.empty();
  group.atPlace = mScene.named->hasPlaceAt(h);
  // The lanes carry on inside the hex, so that a railroad beside a road stays beside it.
  QPointF shift;
  for (const Arm& arm : arms)
    shift += (arm.door - toQt(mScene.lattice().middle(mScene.lattice().edge(h, arm.side)))) /
             static_cast<double>(arms.size());
  group.node = toQt(mScene.lattice().centre(h)) + shift;
  if (group.atPlace && isRail && !group.isDeadEnd) {
    // A railroad passes a settlement on its side instead of running through the symbol.
    const QPointF course = unit(arms.back().door - arms.front().door);
    group.node += QPointF(-course.y(), course.x()) * 0.1;
  }
}

QPointF WayShape::target(const Group& group, const Arm& arm) {
  return arm.partner >= 0 && !group.atPlace ? group.arms[static_cast<std::size_t>(arm.partner)].door : group.node;
}

/// The direction, into the hex, in which a path crosses its hexside: from where it comes to where it goes.
QPointF WayShape::heading(HexCoord h, const Group& group, const Arm& arm) {
  const Lattice& lattice = mScene.lattice();
  const EdgeId e = lattice.edge(h, arm.side);
  const QPointF inward = unit(toQt(lattice.centre(h)) - toQt(lattice.middle(e)));
  const HexCoord from = lattice.neighbour(h, arm.side);
  if (!mScene.extent().contains(from))
    return inward;
  const Ways& other = ways(from);
  const Group& there = arm.line->style->isRail ? other.rails : other.roads;
  for (const Arm& before : there.arms)
    if (before.line == arm.line && lattice.edge(from, before.side) == e) {
      const QPointF along = unit(target(group, arm) - target(there, before));
      const double square = mScene.edge(e).water() ? kOverWater : kSquare;
      return unit(along * (1 - square) + inward * square);
    }
  return inward;
}

WayShape::Bow WayShape::bow(HexCoord h, const Group& group, const Arm& arm) {
  const Arm& partner = group.arms[static_cast<std::size_t>(arm.partner)];
  const double reach = lengthOf(partner.door - arm.door) * kTension;
  return {arm.door, arm.door + heading(h, group, arm) * reach, partner.door + heading(h, group, partner) * reach,
          partner.door};
}

void WayShape::addPieces(HexCoord h, const Group& group, std::vector<WayPiece>& out) {
  QPointF stray;
  if (mScene.palette->isEngraved()) {
    Noise noise(h, 11);
    stray = QPointF(noise.around(), noise.around()) * kStray;
  }
  // Side roads run into the widest that passes.
  const Arm* through = nullptr;
  for (const Arm& arm : group.arms)
    if (arm.partner >= 0 && (!through || arm.line->style->row.width > through->line->style->row.width))
      through = &arm;
  std::optional<Bow> main;
  if (through && !group.atPlace)
    main = bow(h, group, *through);
  for (const Arm& arm : group.arms) {
    WayPiece piece{arm.side, arm.line, {}, group.isDeadEnd};
    const QPointF into = heading(h, group, arm);
    if (arm.partner >= 0 && !group.atPlace) {
      // The first half of the curve; both halves stray to the same middle.
      const Bow whole = bow(h, group, arm);
      piece.points = cubic(whole.a, (whole.a + whole.b) / 2, (whole.a + whole.b * 2 + whole.c) / 4 + stray,
                           whole.middle() + stray, mSteps);
    } else {
      const QPointF node = main ? main->middle() + stray : group.node;
      const double reach = lengthOf(node - arm.door);
      QPointF arrival = unit(node - arm.door);
      if (main) { // it eases into the other
        const QPointF along = unit(main->d + main->c - main->b - main->a);
        arrival = unit(arrival * 0.6 + along * (QPointF::dotProduct(along, arrival) < 0 ? -0.4 : 0.4));
      } else if (arm.partner >= 0) {
        arrival = unit(group.arms[static_cast<std::size_t>(arm.partner)].door - arm.door);
      }
      piece.points = cubic(arm.door, arm.door + into * (reach * 0.38), node - arrival * (reach * 0.36), node, mSteps);
    }
    out.push_back(std::move(piece));
  }
}

std::vector<WayPiece> WayShape::piecesIn(HexCoord h) {
  std::vector<WayPiece> out;
  const Ways& here = ways(h); // stays where it is while neighbours are added
  addPieces(h, here.roads, out);
  addPieces(h, here.rails, out);
  return out;
}

} // namespace hotchkiss
