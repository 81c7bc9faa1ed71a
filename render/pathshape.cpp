#include "render/network.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss {

namespace {

constexpr double kLane = 0.13;  ///< between paths that cross the same hexside side by side
constexpr double kBend = 0.045; ///< how far a path strays from the middle of a hex

/// A path that comes into a hex over one of its sides.
struct Arm {
  int side = 0;
  const PlacedLine* line = nullptr;
  QPointF door;   ///< where it crosses the hexside
  QPointF inward; ///< unit vector
};

/// Which side, if any, the arms of a side go on to.
struct Flow {
  std::array<int, kSides> partner{-1, -1, -1, -1, -1, -1};
};

double fit(const std::vector<Arm>& arms, int s, int t) {
  double best = 0;
  for (const Arm& a : arms)
    for (const Arm& b : arms) {
      if (a.side != s || b.side != t)
        continue;
      double score = a.line->style == b.line->style ? 4 : 0;
      for (const std::string& course : a.line->courses)
        if (std::find(b.line->courses.begin(), b.line->courses.end(), course) != b.line->courses.end())
          score = std::max(score, 0.0) + 8;
      best = std::max(best, score + a.line->style->row.width + b.line->style->row.width);
    }
  const int turn = std::min((t - s + kSides) % kSides, (s - t + kSides) % kSides);
  return best + turn; // straight is better than a sharp turn
}

Flow flowOf(const std::vector<Arm>& arms, const std::vector<int>& sides) {
  struct Pair {
    double score;
    int s;
    int t;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < sides.size(); ++i)
    for (std::size_t j = i + 1; j < sides.size(); ++j)
      pairs.push_back({fit(arms, sides[i], sides[j]), sides[i], sides[j]});
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.score > b.score; });
  Flow flow;
  bool first = true;
  for (const Pair& pair : pairs) {
    int& s = flow.partner.at(static_cast<std::size_t>(pair.s));
    int& t = flow.partner.at(static_cast<std::size_t>(pair.t));
    if (s >= 0 || t >= 0)
      continue;
    const int turn = std::min((pair.t - pair.s + kSides) % kSides, (pair.s - pair.t + kSides) % kSides);
    // Further pairs run through only when they are clearly one path; else they are branches.
    if (first || (pair.score >= 4 && turn >= 2)) {
      s = pair.t;
      t = pair.s;
    }
    first = false;
  }
  return flow;
}

} // namespace

void Network::addPaths(HexCoord h) {
  std::vector<Arm> roads;
  std::vector<Arm> rails;
  for (int side = 0; side < kSides; ++side) {
    const EdgeId e = mLattice.edge(h, side);
    if (mScene.document().edge(e) == TextPool::kNone)
      continue;
    const EdgeContent& content = mScene.edge(e);
    if (!content.hasPath)
      continue;
    const auto count = std::count_if(content.lines.begin(), content.lines.end(),
                                     [](const PlacedLine& line) { return line.style->isPath; });
    const auto [v0, v1] = mLattice.ends(e);
    const QPointF middle = toQt(mLattice.middle(e));
    const QPointF along = unit(toQt(mLattice.position(v1)) - toQt(mLattice.position(v0)));
    int lane = 0;
    for (const PlacedLine& line : content.lines) {
      if (!line.style->isPath)
        continue;
      Arm arm;
      arm.side = side;
      arm.line = &line;
      arm.door = middle + along * (kLane * (lane - static_cast<double>(count - 1) / 2));
      arm.inward = unit(toQt(mLattice.centre(h)) - middle);
      (line.style->isRail ? rails : roads).push_back(arm);
      ++lane;
    }
  }
  const bool hasPlace = mScene.named->hasPlaceAt(h);
  const QPointF centre = toQt(mLattice.centre(h));
  const auto add = [&](const std::vector<Arm>& arms, bool aside) {
    if (arms.empty())
      return;
    std::vector<int> sides;
    for (const Arm& arm : arms)
      if (std::find(sides.begin(), sides.end(), arm.side) == sides.end())
        sides.push_back(arm.side);
    const Flow flow = flowOf(arms, sides);
    // The lanes carry on inside the hex, so that a railroad beside a road stays beside it.
    QPointF shift;
    for (const Arm& arm : arms)
      shift += (arm.door - toQt(mLattice.middle(mLattice.edge(h, arm.side)))) / static_cast<double>(arms.size());
    QPointF node = centre + shift;
    if (hasPlace) {
      if (aside && sides.size() >= 2) {
        // A railroad passes a settlement on its side instead of running through the symbol.
        const QPointF course = unit(arms.back().door - arms.front().door);
        node += QPointF(-course.y(), course.x()) * 0.1;
      }
    } else {
      Noise noise(h, aside ? 12 : 11);
      if (mLook.engraved)
        node += QPointF(noise.around(), noise.around()) * kBend;
      if (sides.size() == 2) {
        // Two sides: one sweeping curve that need not touch the middle.
        const auto doorOf = [&](int side) {
          QPointF sum;
          int n = 0;
          for (const Arm& arm : arms)
            if (arm.side == side) {
              sum += arm.door;
              ++n;
            }
          return sum / std::max(n, 1);
        };
        node = node * 0.62 + (doorOf(sides[0]) + doorOf(sides[1])) * 0.19;
      }
    }
    for (const Arm& arm : arms) {
      const int partner = flow.partner.at(static_cast<std::size_t>(arm.side));
      QPointF heading = unit(node - arm.door);
      if (partner >= 0) {
        const EdgeId other = mLattice.edge(h, partner);
        heading = unit(toQt(mLattice.middle(other)) - toQt(mLattice.middle(mLattice.edge(h, arm.side))));
      }
      const double reach = lengthOf(node - arm.door);
      Run run;
      run.points = toPixels(
          cubic(arm.door, arm.door + arm.inward * (reach * 0.4), node - heading * (reach * 0.36), node, mSteps));
      run.seed = std::hash<HexCoord>{}(h) + static_cast<std::uint64_t>(arm.side);
      run.endsOpen = sides.size() == 1;
      drawRun(arm.line->style->line, arm.line->style->row, run, mLook, ink(*arm.line->style, h));
    }
  };
  add(roads, false);
  add(rails, true);
}

} // namespace hotchkiss
