#include "render/network.h"

#include "render/courseline.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss {

namespace {

constexpr double kMargin = 0.5; ///< how far ink reaches from its hexside, in pitches
constexpr double kBroad = 0.14; ///< waters wider than this do not begin as a point
constexpr double kTaper = 0.18; ///< width of a course at its source
constexpr double kBasin = 1.5;  ///< width of a lake where its arms meet
constexpr double kBay = 0.5;    ///< width of a lake where an arm ends
constexpr double kBankIrregularity = 0.028;
constexpr double kLevelIrregularity = 0.012;
constexpr double kMeander = 0.034; ///< how far waters stray from the line that other things along hexsides keep

bool sharesCourse(const PlacedLine& a, const PlacedLine& b) {
  for (const std::string& course : a.courses)
    if (std::find(b.courses.begin(), b.courses.end(), course) != b.courses.end())
      return true;
  return false;
}

} // namespace

double lineIrregularity(const Scene& scene) {
  return !scene.palette->isEngraved() ? 0 : scene.ramp.empty() ? kBankIrregularity : kLevelIrregularity;
}

Network::Network(const Scene& scene, const View& view)
    : mScene(scene),
      mView(view),
      mLattice(scene.lattice()),
      mShape(scene.lattice(), lineIrregularity(scene)),
      mReliefShape(scene.lattice(), lineIrregularity(scene),
                   scene.ramp.empty() ? EdgeShape::kRound : EdgeShape::kTight),
      mSteps(view.scale < 24   ? 4
             : view.scale < 90 ? 8
                               : 14),
      mWays(scene, mSteps),
      mLook{view.scale, scene.palette->isEngraved()},
      mInk(scene.palette->lines().size()) {
  addEdges();
  addCorners();
}

std::vector<QPointF> Network::toPixels(const std::vector<QPointF>& plane) const {
  std::vector<QPointF> out;
  out.reserve(plane.size());
  for (const QPointF& p : plane)
    out.push_back(mView.px(p));
  return out;
}

void Network::addEdges() {
  const Document& document = mScene.document();
  const HexRange range = hexesTouching(mLattice, mScene.extent(), mView.area, kMargin, true);
  const bool borders = mScene.strength(Layer::Borders) > 0;
  const bool paths = mScene.strength(Layer::Paths) > 0;
  range.forEach([&](HexCoord h) {
    for (std::int32_t d = 0; d < 3; ++d) {
      const EdgeId e{h.c, h.r, d};
      if (document.edge(e) != TextPool::kNone)
        addEdge(e, mScene.edge(e));
      if (borders)
        addRegionBorders(e);
    }
    if (paths && mScene.extent().contains(h))
      addPaths(h);
  });
}

void Network::addEdge(EdgeId e, const EdgeContent& content) {
  for (const PlacedLine& line : content.lines) {
    if (line.style->isPath || mScene.strength(line.style->layer) <= 0)
      continue;
    const bool isBand = line.style->line == LineKind::Solid || line.style->line == LineKind::Waves;
    if (isBand && line.style->isWater)
      addWater(e, line);
    else
      addSided(e, content, line);
  }
}

/// A row of dots along the middle: not the same for every view.
void Network::addViewMark(EdgeId e, const LineStyle& style, const std::vector<Run>& along) {
  StyleRow dots = style.row;
  dots.width = std::min(0.03, style.row.width * 0.6);
  LineInk mark;
  for (const Run& run : along)
    drawRun(LineKind::Dotted, dots, run, mLook, mark);
  ink(style, e.owner()).detail.addPath(mark.body);
}

bool Network::touchesWater(VertexId v) const {
  const auto edges = mLattice.edges(v);
  return mScene.strength(Layer::Water) > 0 &&
         std::any_of(edges.begin(), edges.end(), [&](const EdgeId& e) { return mScene.edge(e).water(); });
}

std::vector<Run> Network::halves(EdgeId e, const std::array<EdgeShape::Join, 2>& joins, Manner manner) const {
  const auto ends = mLattice.ends(e);
  std::vector<Run> out(2);
  for (std::size_t i = 0; i < 2; ++i) {
    // Borders run straighter than rivers, but come to those that they run into.
    const bool atWater = (manner == Manner::Border || manner == Manner::Relief) && touchesWater(ends[i]);
    const bool toWater = manner == Manner::Border && atWater;
    const EdgeShape& shape = manner == Manner::Relief && !atWater ? mReliefShape : mShape;
    std::vector<QPointF> points = manner == Manner::Border && !toWater
                                      ? shape.eased(e, ends[i], joins[i], joins[1 - i], mSteps)
                                      : shape.half(e, ends[i], joins[i], mSteps);
    if ((manner == Manner::Water || toWater) && mLook.engraved) // by the place, so that courses meet where they meet
      for (std::size_t k = 0; k < points.size(); ++k) {
        QPointF& p = points[k];
        const double share = toWater ? static_cast<double>(k) / static_cast<double>(points.size() - 1) : 1;
        p += QPointF(valueNoise(p.x() * 3.1, p.y() * 3.1, 81), valueNoise(p.x() * 3.1, p.y() * 3.1, 82)) *
             (kMeander * share);
      }
    out[i].points = toPixels(points);
    out[i].endsOpen = joins[i].kind == EdgeShape::Join::Kind::End;
    out[i].seed = std::hash<EdgeId>{}(e) + i;
  }
  return out;
}

double Network::widthOf(EdgeId e, const PlacedLine& water) const {
  for (const std::string& course : water.courses) {
    const std::shared_ptr<const CourseLine> line = mScene.courseLines->get(mScene, course);
    if (const auto it = line->flow.find(e); it != line->flow.end())
      return water.style->row.width * static_cast<double>(it->second);
  }
  return water.style->row.width;
}

void Network::addWater(EdgeId e, const PlacedLine& line) {
  const auto waterOf = [&](EdgeId x) { return mScene.edge(x).water(); };
  const auto carries = [&](EdgeId x) {
    const PlacedLine* water = waterOf(x);
    return water && (water->style->line == LineKind::Solid || water->style->line == LineKind::Waves);
  };
  const auto fit = [&](EdgeId x, EdgeId y) {
    const PlacedLine& a = *waterOf(x);
    const PlacedLine& b = *waterOf(y);
    return (sharesCourse(a, b) ? 100.0 : 0.0) + (a.style == b.style ? 10.0 : 0.0) + a.style->row.width +
           b.style->row.width;
  };
  const auto ends = mLattice.ends(e);
  std::array<EdgeShape::Join, 2> joins;
  for (std::size_t i = 0; i < 2; ++i)
    joins[i] = mShape.joinAt(e, ends[i], carries, fit);
  std::vector<Run> runs = halves(e, joins, Manner::Water);
  const double usual = line.style->row.width;
  const double own = widthOf(e, line);
  if (mLook.engraved && line.style->row.casing.isValid())
    for (Run& run : runs)
      run.waver = 0.16;
  // Broad waters that are no named river are lakes: a basin with bays.
  const bool isLake = mLook.engraved && usual >= kBroad && line.courses.empty();
  const auto armsAt = [&](VertexId v) {
    const auto edges = mLattice.edges(v);
    return std::count_if(edges.begin(), edges.end(), carries);
  };
  const auto atSea = [&](VertexId v) {
    const auto hexes = mLattice.hexes(v);
    return std::any_of(hexes.begin(), hexes.end(),
                       [&](HexCoord h) { return mScene.extent().contains(h) && mScene.terrain(h).isWater; });
  };
  for (std::size_t i = 0; i < 2; ++i) {
    runs[i].startWidth = runs[i].endWidth = usual > 0 ? own / usual : 1;
    if (isLake && armsAt(ends[i]) == 3) {
      runs[i].endWidth *= kBasin;
    } else if (joins[i].kind == EdgeShape::Join::Kind::Through) {
      const double next = widthOf(joins[i].other, *waterOf(joins[i].other));
      // Waters of different size meet at a size between the two. A brook that becomes a broad water does so at its
      // mouth, not halfway.
      runs[i].endWidth = own > 0 ? std::clamp((own + next) / 2 / own, 0.6, 1.6) * own / usual : 1;
    } else if (joins[i].kind == EdgeShape::Join::Kind::Branch && own > waterOf(joins[i].other)->style->row.width) {
      // No bank closes a mouth in a shoreline.
      runs[i].endsOpen = runs[i].endsOpen || atSea(ends[i]);
    } else if (joins[i].kind == EdgeShape::Join::Kind::End) {
      bool flowsOn = mScene.named->isMouth(ends[i]);
      for (const HexCoord& h : mLattice.hexes(ends[i]))
        flowsOn = flowsOn || !mScene.extent().contains(h);
      if (atSea(ends[i])) { // which cuts the corner
        flowsOn = true;
        std::vector<EdgeId> shore;
        for (const EdgeId& other : mLattice.edges(ends[i]))
          if (other != e)
            shore.push_back(other);
        const QPointF from = runs[i].points.back();
        const QPointF to = mView.px(mShape.bend(ends[i], shore.at(0), shore.at(1)));
        const QPointF beyond = to + unit(to - from) * (0.04 * mView.scale);
        for (const double t : {0.34, 0.67, 1.0})
          runs[i].points.push_back(from + (beyond - from) * t);
      }
      // Brooks begin as a point; broad waters have a round end.
      if (!flowsOn)
        runs[i].endWidth *= usual < kBroad ? kTaper : isLake ? kBay : 0.8;
    }
    drawRun(line.style->line, line.style->row, runs[i], mLook, ink(*line.style, e.owner()));
  }
  if (line.hasViews)
    addViewMark(e, *line.style, runs);
}

std::optional<HexCoord> lowHexAt(const Scene& scene, EdgeId e, const PlacedLine& line) {
  const auto [a, b] = scene.lattice().hexes(e);
  if (line.side == Side::A)
    return line.role == Role::High ? b : a;
  if (line.side == Side::B)
    return line.role == Role::High ? a : b;
  const std::optional<int> levelA = scene.document().level(a);
  const std::optional<int> levelB = scene.document().level(b);
  if (line.side == Side::None && levelA && levelB && *levelA != *levelB)
    return *levelA < *levelB ? a : b;
  return std::nullopt;
}

double Network::sideToward(EdgeId e, VertexId v, HexCoord h) const {
  const QPointF m = toQt(mLattice.middle(e));
  const QPointF along = toQt(mLattice.position(v)) - m;
  const QPointF right(-along.y(), along.x());
  return QPointF::dotProduct(right, toQt(mLattice.centre(h)) - m) > 0 ? 1 : -1;
}

const PlacedLine* Network::sameLine(EdgeId e, const LineStyle& style) const {
  for (const PlacedLine& line : mScene.edge(e).lines)
    if (line.style == &style ||
        (line.style->layer == Layer::Relief && style.layer == Layer::Relief && line.style->kind == style.kind))
      return &line;
  return nullptr;
}

void Network::addSided(EdgeId e, const EdgeContent& content, const PlacedLine& line) {
  const LineStyle& style = *line.style;
  const auto carries = [&](EdgeId x) { return sameLine(x, style) != nullptr; };
  const auto fit = [&](EdgeId x, EdgeId y) {
    const PlacedLine& a = *sameLine(x, style);
    const PlacedLine& b = *sameLine(y, style);
    if (style.line == LineKind::Hachures || style.line == LineKind::Works) {
      // One brow only where the same ground lies below both: the hex that they share is low for both or high for both.
      const std::optional<HexCoord> lowA = lowHexAt(mScene, x, a);
      const std::optional<HexCoord> lowB = lowHexAt(mScene, y, b);
      if (lowA && lowB) {
        const auto hx = mLattice.hexes(x);
        const auto hy = mLattice.hexes(y);
        for (const HexCoord& shared : hx)
          if ((shared == hy[0] || shared == hy[1]) && (shared == *lowA) != (shared == *lowB))
            return -1.0;
      }
    }
    return (sharesCourse(a, b) ? 4.0 : 0.0) + (a.style == b.style ? 2.0 : 0.0) + 1;
  };
  const auto ends = mLattice.ends(e);
  const std::array<EdgeShape::Join, 2> joins{mShape.joinAt(e, ends[0], carries, fit),
                                             mShape.joinAt(e, ends[1], carries, fit)};
  const PlacedLine* water = content.water();
  const double beside = water ? (water->style->row.width / 2 + 0.018) * mView.scale : 0;
  const auto [a, b] = mLattice.hexes(e);
  const Manner manner = style.layer == Layer::Relief    ? Manner::Relief
                        : style.layer != Layer::Borders ? Manner::Plain
                        : water                         ? Manner::Water
                                                        : Manner::Border;
  const auto draw = [&](std::optional<HexCoord> toward, bool reversed, double offset) {
    std::vector<Run> runs = halves(e, joins, manner);
    for (std::size_t i = 0; i < 2; ++i) {
      runs[i].side = toward ? sideToward(e, ends[i], *toward) : 0;
      runs[i].reversed = reversed;
      runs[i].offset = offset;
      drawRun(style.line, style.row, runs[i], mLook, ink(style, e.owner()));
    }
  };
  if (style.line == LineKind::Works) {
    // The work stands a little inside the hex that holds it and faces the other one.
    const double inset = std::max(beside, 0.055 * mView.scale);
    const auto hold = [&](HexCoord holder, HexCoord enemy) {
      draw(line.role == Role::Toward ? holder : enemy, false, inset);
    };
    if (line.side == Side::B)
      hold(b, a);
    else
      hold(a, b);
    if (line.side == Side::Both)
      hold(b, a);
  } else if (style.line == LineKind::Hachures) {
    const bool reversed = line.role == Role::Bank;
    if (const std::optional<HexCoord> low = lowHexAt(mScene, e, line)) {
      draw(*low, reversed, beside);
    } else {
      draw(a, reversed, beside);
      draw(b, reversed, beside);
    }
  } else {
    draw(std::nullopt, false, style.line == LineKind::HachuresBoth ? beside : 0);
  }
  if (line.hasViews)
    addViewMark(e, style, halves(e, joins, manner));
}

void Network::addCorners() {
  if (mScene.strength(Layer::Works) <= 0)
    return;
  const auto& vertices = mScene.document().vertices();
  if (vertices.empty())
    return;
  const HexRange range = hexesTouching(mLattice, mScene.extent(), mView.area, kMargin, true);
  const auto last = vertices.upper_bound(VertexId{range.lastColumn, range.lastRow + 1, 0});
  for (auto it = vertices.lower_bound(VertexId{range.firstColumn, range.firstRow, 0}); it != last; ++it) {
    const VertexId v = it->first;
    if (!range.contains(v.owner()))
      continue;
    for (const PlacedLine& line : mScene.vertex(v).lines) {
      const auto hexes = mLattice.hexes(v);
      const std::size_t which = line.side == Side::B ? 1 : line.side == Side::C ? 2 : 0;
      const QPointF centre = toQt(mLattice.centre(hexes[which]));
      const QPointF tip = toQt(mLattice.position(v));
      // Around the corner, inside the hex that holds it: from one of its sides to the other.
      std::vector<QPointF> feet;
      for (const EdgeId& e : mLattice.edges(v)) {
        const auto sides = mLattice.hexes(e);
        if (sides[0] == hexes[which] || sides[1] == hexes[which])
          feet.push_back(tip + (toQt(mLattice.middle(e)) - tip) * 0.92);
      }
      if (feet.size() != 2)
        continue;
      const double inset = 0.9;
      const auto inward = [&](QPointF p) { return centre + (p - centre) * inset; };
      const QPointF p0 = inward(feet[0]);
      const QPointF p1 = inward(feet[1]);
      const QPointF top = inward(tip);
      Run run;
      run.points = toPixels(cubic(p0, p0 + (top - p0) * 0.75, p1 + (top - p1) * 0.75, p1, mSteps * 2));
      run.startsOpen = run.endsOpen = true;
      run.seed = std::hash<VertexId>{}(v);
      const QPointF along = p1 - p0;
      run.side = QPointF::dotProduct(QPointF(-along.y(), along.x()), tip - centre) > 0 ? 1 : -1;
      drawRun(line.style->line, line.style->row, run, mLook, ink(*line.style, v.owner()));
    }
  }
}

void Network::addRegionBorders(EdgeId e) {
  const auto differing = [&](EdgeId x, const std::string* wanted, std::vector<std::string>* kinds) {
    const auto [a, b] = mLattice.hexes(x);
    if (!mScene.extent().contains(a) || !mScene.extent().contains(b))
      return false;
    const HexValue va = mScene.document().hex(a);
    const HexValue vb = mScene.document().hex(b);
    if (va.more == vb.more)
      return false;
    const std::vector<std::string>& ra = mScene.more(va).regions;
    const std::vector<std::string>& rb = mScene.more(vb).regions;
    bool found = false;
    const auto check = [&](const std::vector<std::string>& in, const std::vector<std::string>& out) {
      for (const std::string& region : in) {
        if (std::find(out.begin(), out.end(), region) != out.end())
          continue;
        const NamedThing* thing = mScene.named->find("region", region);
        if (!thing || lineFromText(thing->row.line).value_or(LineKind::None) == LineKind::None)
          continue;
        if (wanted && thing->kind == *wanted)
          found = true;
        if (kinds && std::find(kinds->begin(), kinds->end(), thing->kind) == kinds->end())
          kinds->push_back(thing->kind);
      }
    };
    check(ra, rb);
    check(rb, ra);
    return found;
  };
  std::vector<std::string> kinds;
  differing(e, nullptr, &kinds);
  for (const std::string& kind : kinds) {
    RegionInk& region = mRegions[kind];
    if (region.line == LineKind::None) {
      region.row = mScene.palette->row("region", kind);
      region.line = lineFromText(region.row.line).value_or(LineKind::None);
    }
    const auto carries = [&](EdgeId x) { return differing(x, &kind, nullptr); };
    const auto fit = [](EdgeId, EdgeId) { return 1.0; };
    const auto ends = mLattice.ends(e);
    const PlacedLine* water = mScene.strength(Layer::Water) > 0 ? mScene.edge(e).water() : nullptr;
    for (Run& run : halves(e, {mShape.joinAt(e, ends[0], carries, fit), mShape.joinAt(e, ends[1], carries, fit)},
                           water ? Manner::Water : Manner::Border)) {
      LineInk& ink = inkAt(region.ink, e.owner());
      if (!water) {
        drawRun(region.line, region.row, run, mLook, ink);
        continue;
      }
      // In a water the border's colour lies on the banks.
      LineInk mark;
      drawRun(region.line, region.row, run, mLook, mark);
      ink.body.addPath(mark.body);
      ink.detail.addPath(mark.detail);
      if (mark.casing.isEmpty())
        continue;
      const double half = (water->style->row.width * 0.6 + region.row.width * 0.5) * mView.scale;
      QPainterPath& under = inkAt(region.under, e.owner()).casing;
      addBand(under, run.points, half, half);
      addDisc(under, run.points.back(), half);
    }
  }
}

void Network::paint(QPainter& painter, Layer layer) {
  const double strength = mScene.strength(layer);
  if (strength <= 0)
    return;
  painter.setOpacity(strength);
  const std::vector<LineStyle>& lines = mScene.palette->lines();
  const auto casing = [&](Blocks& blocks, const StyleRow& row, LineKind line) {
    for (auto& [block, ink] : blocks)
      fillInk(painter, ink.casing, casingColour(row, line, mScene.style->paper()));
  };
  const auto body = [&](Blocks& blocks, const StyleRow& row, LineKind line) {
    for (auto& [block, ink] : blocks)
      fillInk(painter, ink.body, row.colour);
    for (auto& [block, ink] : blocks)
      fillInk(painter, ink.detail, detailColour(row, line));
  };
  if (layer == Layer::Water && mScene.strength(Layer::Borders) > 0) {
    painter.setOpacity(mScene.strength(Layer::Borders));
    for (auto& [kind, region] : mRegions)
      casing(region.under, region.row, region.line);
    painter.setOpacity(strength);
  }
  // Waters first get all their banks, then all their surfaces, so that they run into each other. Roads of one kind are
  // one network anyway.
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines[i].layer == layer) {
      casing(mInk[i], lines[i].row, lines[i].line);
      if (layer != Layer::Water)
        body(mInk[i], lines[i].row, lines[i].line);
    }
  if (layer == Layer::Water)
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i].layer == layer)
        body(mInk[i], lines[i].row, lines[i].line);
  if (layer == Layer::Borders)
    for (auto& [kind, region] : mRegions) {
      casing(region.ink, region.row, region.line);
      body(region.ink, region.row, region.line);
    }
  painter.setOpacity(1);
}

} // namespace hotchkiss
