#include "editor/tools/hexsidetool.h"

#include "editor/tools/pointdistance.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

namespace {

constexpr double kStride = 0.2;              ///< of the samples along a quick drag, in pitches
constexpr double kChainDragThreshold = 0.25; ///< what is still a click, in pitches

} // namespace

FeaturePlacing HexsideTool::placing() const {
  return {document(), state().kind(ToolId::Hexside), state().classId(), state().course()};
}

void HexsideTool::press(const Pointer& pointer) {
  if (mStarted || (pointer.button != Qt::LeftButton && pointer.button != Qt::RightButton) || !mayEdit())
    return;
  const FeaturePlacing feature = placing();
  if (!feature.isKnown())
    return refuse(tr("Choose a hexside feature in the palette first."));
  if ((pointer.modifiers & Qt::ShiftModifier) && pointer.button == Qt::LeftButton)
    return flipAt(pointer.pick.edge);
  mErasing = pointer.button == Qt::RightButton;
  mStarted = true;
  mMissing.clear();
  mPressedAt = mLast = pointer.plane;
  mStartEdge.reset();
  mChain.clear();
  if (pointer.pick.kind == Pick::Kind::Vertex)
    mChain.push_back(pointer.pick.vertex);
  else
    mStartEdge = pointer.pick.edge;
  const QString name = kindName("edgeFeature", feature.kind());
  document().beginStroke(mErasing ? tr("Erase %1").arg(name) : tr("Draw %1").arg(name));
  show();
}

void HexsideTool::drag(const Pointer& pointer) {
  mHover = pointer;
  if (!mStarted)
    return mContext.refresh();
  if (mChain.empty() && distanceBetween(pointer.plane, mPressedAt) > kChainDragThreshold) {
    // The drag began on a hexside: it is the first of the chain, walked in the direction of the drag.
    auto ends = lattice().ends(*mStartEdge);
    if (distanceBetween(lattice().position(ends[0]), pointer.plane) <
        distanceBetween(lattice().position(ends[1]), pointer.plane))
      std::swap(ends[0], ends[1]);
    mChain = {ends[0], ends[1]};
    mStartEdge.reset();
    mLast = lattice().position(ends[1]);
  }
  if (mChain.empty())
    return;
  const std::vector<VertexId> before = mChain;
  follow(mLast, pointer.plane);
  mLast = pointer.plane;
  if (mChain != before)
    show();
  mContext.refresh();
}

void HexsideTool::follow(Point from, Point to) {
  const int samples = std::max(1, static_cast<int>(std::ceil(distanceBetween(from, to) / kStride)));
  for (int i = 1; i <= samples; ++i) {
    const double t = static_cast<double>(i) / samples;
    stepToward({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
  }
}

/// Walks from the end of the chain to the corner nearest to the target. Each step goes to the neighbouring corner that
/// lies nearer, which a honeycomb always has.
void HexsideTool::stepToward(Point target) {
  const VertexId goal = lattice().nearestVertex(target);
  if (!onMap(goal))
    return;
  const Point aim = lattice().position(goal);
  for (int guard = 0; mChain.back() != goal && guard < 1000; ++guard) {
    const auto neighbours = lattice().neighbours(mChain.back());
    const VertexId next = *std::min_element(neighbours.begin(), neighbours.end(), [&](VertexId a, VertexId b) {
      return distanceBetween(lattice().position(a), aim) < distanceBetween(lattice().position(b), aim);
    });
    const auto seen = std::find(mChain.begin(), mChain.end(), next);
    if (seen != mChain.end())
      mChain.erase(seen + 1, mChain.end()); // back on its own track
    else
      mChain.push_back(next);
  }
}

std::string HexsideTool::sideOf(VertexId from, VertexId to, EdgeId e, const FeaturePlacing& feature) const {
  if (mFacing == Facing::Both && feature.allowsSide("both"))
    return "both";
  const Point a = lattice().position(from);
  const Point b = lattice().position(to);
  const auto hexes = lattice().hexes(e);
  const Point owner = lattice().centre(hexes[0]);
  // y points down: a positive cross product lies to the right of the way.
  const bool ownerIsRight = (b.x - a.x) * (owner.y - a.y) - (b.y - a.y) * (owner.x - a.x) > 0;
  const std::string side = ownerIsRight == (mFacing != Facing::Left) ? "a" : "b";
  return onMap(hexes[side == "a" ? 0 : 1]) ? side : otherSide(side);
}

std::string HexsideTool::sideOf(EdgeId e, const FeaturePlacing& feature, Point pointer) const {
  if (mFacing == Facing::Both && feature.allowsSide("both"))
    return "both";
  const auto hexes = lattice().hexes(e);
  const std::string near = sideToward(lattice(), e, lattice().hexAt(pointer));
  const std::string side = mFacing == Facing::Left ? otherSide(near) : near;
  return onMap(hexes[side == "a" ? 0 : 1]) ? side : otherSide(side);
}

/// Shows the stroke as it is now: what it did before is taken back first.
void HexsideTool::show() {
  const FeaturePlacing feature = placing();
  mMissing.clear();
  const auto put = [&](Stroke& stroke, EdgeId e, const std::string& side) {
    if (!onMap(e))
      return;
    if (mErasing)
      return stroke.eraseFeature(e, feature.kind());
    const FeatureSet present = stroke.document().features(e);
    if (const QString missing = feature.missingOn(present); !missing.isEmpty())
      mMissing = missing;
    else
      stroke.setEdge(e, feature.placedOn(present, side).toText());
  };
  document().rewindStroke();
  document().updateStroke([&](Stroke& stroke) {
    if (mStartEdge)
      put(stroke, *mStartEdge, sideOf(*mStartEdge, feature, mPressedAt));
    for (std::size_t i = 1; i < mChain.size(); ++i)
      if (const std::optional<EdgeId> e = lattice().edgeBetween(mChain[i - 1], mChain[i]))
        put(stroke, *e, sideOf(mChain[i - 1], mChain[i], *e, feature));
  });
  mContext.refresh();
}

void HexsideTool::release(const Pointer& pointer) {
  if (!mStarted || pointer.button != (mErasing ? Qt::RightButton : Qt::LeftButton))
    return;
  mStarted = false;
  mStartEdge.reset();
  mChain.clear();
  if (succeeded(document().endStroke()) && !mMissing.isEmpty())
    refuse(mMissing);
  mContext.refresh();
}

void HexsideTool::cancel() {
  mStarted = false;
  mStartEdge.reset();
  mChain.clear();
  Tool::cancel();
}

void HexsideTool::flipAt(EdgeId e) {
  const FeaturePlacing feature = placing();
  FeatureSet features = map().features(e);
  const Feature* present = features.find(feature.kind());
  if (!present || present->side.empty())
    return refuse(tr("There is nothing here that could be turned round."));
  Feature turned = *present;
  turned.side = otherSide(turned.side);
  features.put(turned);
  succeeded(document().edit(tr("Turn %1 round").arg(kindName("edgeFeature", feature.kind())),
                            [&](Stroke& stroke) { stroke.setEdge(e, features.toText()); }));
  mContext.refresh();
}

bool HexsideTool::key(int key, Qt::KeyboardModifiers) {
  if (key == Qt::Key_F && placing().orientation()) {
    const bool both = placing().allowsSide("both");
    mFacing = mFacing == Facing::Right ? Facing::Left : mFacing == Facing::Left && both ? Facing::Both : Facing::Right;
    if (mStarted)
      show();
    mContext.refresh();
    return true;
  }
  if (key == Qt::Key_Backspace && mStarted && mChain.size() > 1) {
    mChain.pop_back();
    mLast = lattice().position(mChain.back());
    show();
    return true;
  }
  return false;
}

void HexsideTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  const FeaturePlacing feature = placing();
  const QColor colour = mStarted && mErasing ? view.danger : view.accent;
  if (mStarted) {
    QPainterPath path;
    if (mStartEdge) {
      const QLineF line = view.line(*mStartEdge);
      path.moveTo(line.p1());
      path.lineTo(line.p2());
    }
    for (std::size_t i = 0; i < mChain.size(); ++i) {
      const QPointF at = view.toWidget(lattice().position(mChain[i]));
      if (i == 0)
        path.moveTo(at);
      else
        path.lineTo(at);
    }
    view.stroke(painter, path, colour, 2);
    if (!mChain.empty()) {
      view.dot(painter, lattice().position(mChain.front()), colour, 3.5);
      view.dot(painter, lattice().position(mChain.back()), colour);
    }
    if (feature.orientation() && !mErasing)
      for (std::size_t i = 1; i < mChain.size(); ++i)
        if (const std::optional<EdgeId> e = lattice().edgeBetween(mChain[i - 1], mChain[i]))
          view.ticks(painter, *e, sideOf(mChain[i - 1], mChain[i], *e, feature), colour);
    return;
  }
  if (!mHover)
    return;
  if (mHover->pick.kind == Pick::Kind::Vertex && onMap(mHover->pick.vertex)) {
    view.dot(painter, lattice().position(mHover->pick.vertex), colour, 6);
  } else if (onMap(mHover->pick.edge)) {
    view.edge(painter, mHover->pick.edge, colour);
    if (feature.orientation())
      view.ticks(painter, mHover->pick.edge, sideOf(mHover->pick.edge, feature, mHover->plane), colour);
  }
}

QString HexsideTool::statusText() const {
  if (mStarted)
    return tr("%n hexside(s) · back: shorter · F: other side · Backspace: one back · Esc: drop", nullptr,
              static_cast<int>(mChain.empty() ? 1 : mChain.size() - 1));
  return tr("Click a hexside or drag along corners: %1 · right drag: erase · F: other side · Shift+click: turn round")
      .arg(kindName("edgeFeature", state().kind(ToolId::Hexside)));
}

QString HexsideTool::helpText() const {
  return tr("Draws rivers, slopes, walls and whatever else lies on hexsides. Press on a corner and drag: the chain "
            "follows the corners under the pointer, and dragging back shortens it. A click on a hexside takes just "
            "that one. The right button erases. Small ticks show the side that the feature faces; F changes it, Shift "
            "and click turns one that is there. Backspace takes one step back, Esc drops the chain.");
}

} // namespace hotchkiss::editor
