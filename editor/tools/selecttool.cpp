#include "editor/tools/selecttool.h"

#include "editor/tools/namedrecords.h"
#include "editor/tools/pointdistance.h"
#include "libterrain/grid/areas.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace hotchkiss::editor {

namespace {

constexpr double kDragThreshold = 0.3; ///< what is still a click, in pitches
constexpr double kLoopStride = 0.2;
constexpr std::size_t kMostShownWhileMoving = 60'000;

} // namespace

SelectTool::~SelectTool() {
  if (mFloating && mContext.document && mFloating->isOpen())
    mFloating->drop();
}

/// What a click here could mean, most likely first.
std::vector<Selection> SelectTool::candidates(const Pointer& pointer) const {
  std::vector<Selection> out;
  const Point centre = lattice().centre(pointer.pick.hex);
  constexpr double kSymbol = 0.3; // named things have a symbol about that large
  const bool atCentre = distanceBetween(pointer.plane, centre) < kSymbol;
  if (pointer.pick.kind != Pick::Kind::Hex || atCentre)
    for (const NamedThing& thing : thingsAt(map(), pointer.pick))
      out.emplace_back(thing);
  if (pointer.pick.kind == Pick::Kind::Vertex && onMap(pointer.pick.vertex))
    out.emplace_back(pointer.pick.vertex);
  if (pointer.pick.kind != Pick::Kind::Hex && onMap(pointer.pick.edge))
    out.emplace_back(pointer.pick.edge);
  if (onMap(pointer.pick.hex))
    out.emplace_back(pointer.pick.hex);
  return out;
}

void SelectTool::press(const Pointer& pointer) {
  if (checkFloating()) {
    if (pointer.button == Qt::LeftButton) {
      mFloating->moveTo(lattice().translated(pointer.pick.hex, mGrip, {0, 0}));
      putDown();
    } else if (pointer.button == Qt::RightButton) {
      cancel();
    }
    return;
  }
  if (pointer.button != Qt::LeftButton)
    return;
  mDoing = Doing::Pressed;
  mPressed = pointer;
  mChange = pointer.modifiers & Qt::ShiftModifier     ? Change::Add
            : pointer.modifiers & Qt::ControlModifier ? Change::Subtract
                                                      : Change::Replace;
  mLoop = {pointer.plane};
}

void SelectTool::drag(const Pointer& pointer) {
  mHover = pointer;
  if (mDoing == Doing::Pressed && distanceBetween(mPressed.plane, pointer.plane) > kDragThreshold) {
    const std::vector<HexCoord>& area = state().area();
    const bool plain = mChange == Change::Replace;
    const std::vector<Selection> under = candidates(mPressed);
    if (plain && std::binary_search(area.begin(), area.end(), mPressed.pick.hex) && !document().isReadOnly()) {
      const HexCoord hold = mPressed.pick.hex;
      if (lift()) {
        mGrip = lattice().translated({0, 0}, mFloating->at(), hold);
        mDoing = Doing::Moving;
      }
    } else if (plain && !under.empty() && std::holds_alternative<NamedThing>(under.front()) && mThing.grip(mPressed)) {
      mDoing = Doing::Moving;
    } else {
      mDoing = Doing::Band;
    }
  }
  if (mDoing == Doing::Moving && mFloating)
    mFloating->moveTo(lattice().translated(pointer.pick.hex, mGrip, {0, 0}));
  else if (mDoing == Doing::Moving)
    mThing.moveTo(pointer);
  if (mDoing == Doing::Band && distanceBetween(mLoop.back(), pointer.plane) > kLoopStride)
    mLoop.push_back(pointer.plane);
  mContext.refresh();
}

void SelectTool::release(const Pointer& pointer) {
  if (pointer.button != Qt::LeftButton)
    return;
  mHover = pointer;
  switch (mDoing) {
  case Doing::Pressed:
    click(pointer);
    break;
  case Doing::Band:
    takeBand();
    break;
  case Doing::Moving:
    if (mFloating) {
      putDown();
    } else {
      mThing.moveTo(pointer);
      if (const QString reason = mThing.putDown(); !reason.isEmpty())
        refuse(reason);
    }
    break;
  case Doing::Nothing:
    return;
  }
  mDoing = Doing::Nothing;
  mLoop.clear();
  mContext.refresh();
}

void SelectTool::click(const Pointer& pointer) {
  if (mChange != Change::Replace) {
    if (!onMap(pointer.pick.hex))
      return;
    std::vector<HexCoord> area = state().area();
    std::erase(area, pointer.pick.hex);
    if (mChange == Change::Add)
      area.push_back(pointer.pick.hex);
    return state().setArea(std::move(area));
  }
  state().setArea({});
  const std::vector<Selection> all = candidates(pointer);
  if (all.empty())
    return state().select({});
  // A second click on the same spot goes on to the next thing that lies there.
  const auto present = std::find(all.begin(), all.end(), state().selection());
  state().select(present == all.end() || present + 1 == all.end() ? all.front() : *(present + 1));
}

void SelectTool::selectForMenu(const Pointer& pointer) {
  mHover = pointer;
  const std::vector<HexCoord>& area = state().area();
  if (std::binary_search(area.begin(), area.end(), pointer.pick.hex))
    return;
  state().setArea({});
  const std::vector<Selection> all = candidates(pointer);
  if (all.empty())
    state().select({});
  else if (std::find(all.begin(), all.end(), state().selection()) == all.end())
    state().select(all.front());
  mContext.refresh();
}

std::vector<HexCoord> SelectTool::band() const {
  if (mLoop.empty() || !mHover)
    return {};
  if (!state().lassoSelects())
    return hexesInBox(map().extent(), mPressed.pick.hex, mHover->pick.hex);
  std::vector<Point> loop = mLoop;
  loop.push_back(mHover->plane);
  return hexesInLasso(lattice(), map().extent(), loop);
}

void SelectTool::takeBand() {
  std::vector<HexCoord> drawn = band();
  std::sort(drawn.begin(), drawn.end());
  std::vector<HexCoord> out;
  const std::vector<HexCoord>& area = state().area();
  if (mChange == Change::Add)
    std::set_union(area.begin(), area.end(), drawn.begin(), drawn.end(), std::back_inserter(out));
  else if (mChange == Change::Subtract)
    std::set_difference(area.begin(), area.end(), drawn.begin(), drawn.end(), std::back_inserter(out));
  else
    out = std::move(drawn);
  state().select({});
  state().setArea(std::move(out));
}

void SelectTool::beginPaste(ClippingLetter letter) {
  if (!mayEdit())
    return;
  cancel();
  const HexCoord at = mHover && onMap(mHover->pick.hex) ? mHover->pick.hex
                                                        : HexCoord{map().extent().width / 2, map().extent().height / 2};
  mGrip = {0, 0};
  mFloating.emplace(document(), std::move(letter), at);
  state().setArea({});
  mContext.showCursor(at);
  mContext.refresh();
}

/// Takes the selected area in hand.
bool SelectTool::lift() {
  if (checkFloating())
    return true;
  if (!mayEdit())
    return false;
  if (state().area().empty()) {
    refuse(tr("Select an area first: drag a rectangle or a lasso over the hexes."));
    return false;
  }
  mGrip = {0, 0};
  mFloating.emplace(Floating::lifted(document(), state().area(), middleOf(lattice(), state().area())));
  return true;
}

/// What is in hand is turned in hand; a selected area is turned where it lies, and that is done.
void SelectTool::turn(const std::function<void(Floating&)>& change) {
  const bool wasInHand = checkFloating();
  if (!wasInHand && !lift())
    return;
  change(*mFloating);
  if (!wasInHand)
    putDown();
  mContext.refresh();
}

void SelectTool::rotate(int sixths) {
  turn([sixths](Floating& floating) { floating.rotate(sixths); });
}

void SelectTool::mirror() {
  turn([](Floating& floating) { floating.mirror(); });
}

void SelectTool::putDown() {
  const std::vector<HexCoord> landed = mFloating->hexes();
  const bool done = succeeded(mFloating->putDown());
  mFloating.reset();
  if (done)
    state().setArea(landed);
  mContext.refresh();
}

/// Undo and edits by others end the stroke in which a floating piece is shown.
bool SelectTool::checkFloating() {
  if (mFloating && !mFloating->isOpen())
    mFloating.reset();
  return mFloating.has_value();
}

bool SelectTool::isBusy() const {
  return mDoing != Doing::Nothing || (mFloating && mFloating->isOpen());
}

void SelectTool::hover(const Pointer& pointer) {
  if (checkFloating() && mDoing == Doing::Nothing && mFloating->size() <= kMostShownWhileMoving)
    mFloating->moveTo(lattice().translated(pointer.pick.hex, mGrip, {0, 0}));
  Tool::hover(pointer);
}

bool SelectTool::key(int key, Qt::KeyboardModifiers modifiers) {
  if (checkFloating()) {
    if (key == Qt::Key_R)
      rotate(modifiers & Qt::ShiftModifier ? -1 : 1);
    else if (key == Qt::Key_M)
      mirror();
    else
      return false;
    return true;
  }
  const auto* thing = std::get_if<NamedThing>(&state().selection());
  if (key == Qt::Key_F2 && thing) {
    if (mayEdit())
      mContext.startNaming(*thing, false);
    return true;
  }
  if (key != Qt::Key_Delete && key != Qt::Key_Backspace)
    return false;
  if (const std::vector<HexCoord> area = state().area(); !area.empty()) {
    if (mayEdit())
      succeeded(document().edit(tr("Clear %n hex(es)", nullptr, static_cast<int>(area.size())),
                                [&](Stroke& stroke) { removeArea(stroke, document().catalogue(), area); }));
    return true;
  }
  if (!thing)
    return false;
  const NamedThing gone = *thing;
  if (!mayEdit())
    return true;
  if (succeeded(document().edit(tr("Remove %1").arg(nameOf(document(), gone)),
                                [&](Stroke& stroke) { removeThing(stroke, document().catalogue(), gone); })))
    state().select({});
  return true;
}

void SelectTool::cancel() {
  const bool wasDoing = mDoing != Doing::Nothing;
  mDoing = Doing::Nothing;
  mLoop.clear();
  mThing.drop();
  if (checkFloating()) {
    const bool wasMove = mFloating->isMove();
    mFloating->drop();
    mFloating.reset();
    if (wasMove)
      return mContext.refresh(); // what was moved stays selected
  } else if (!wasDoing) {
    state().select({});
  }
  if (!wasDoing)
    state().setArea({});
  Tool::cancel();
}

Qt::CursorShape SelectTool::cursor() const {
  return mFloating || mDoing == Doing::Moving ? Qt::SizeAllCursor : Qt::ArrowCursor;
}

void SelectTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  if (mFloating && mFloating->isOpen()) {
    view.hexes(painter, mFloating->hexes(), view.accent);
    view.dot(painter, lattice().centre(mFloating->at()), view.accent, 4);
    return;
  }
  if (mDoing == Doing::Band) {
    const std::vector<HexCoord> hexes = band();
    view.hexes(painter, hexes, mChange == Change::Subtract ? view.danger : view.accent);
    if (state().lassoSelects()) {
      QPainterPath loop(view.toWidget(mLoop.front()));
      for (const Point p : mLoop)
        loop.lineTo(view.toWidget(p));
      view.stroke(painter, loop, view.accent, 1.6);
    }
    if (mHover)
      view.tag(painter, mHover->plane, tr("%n hex(es)", nullptr, static_cast<int>(hexes.size())));
    return;
  }
  if (mThing.isMoving())
    return mThing.paint(painter, view);
  if (!mHover)
    return;
  const Pick& pick = mHover->pick;
  QColor faint = view.accent;
  faint.setAlpha(150);
  if (pick.kind == Pick::Kind::Vertex && onMap(pick.vertex))
    view.dot(painter, lattice().position(pick.vertex), faint, 5);
  else if (pick.kind == Pick::Kind::Edge && onMap(pick.edge))
    view.edge(painter, pick.edge, faint);
  else if (onMap(pick.hex))
    view.hexes(painter, {pick.hex}, faint);
}

QString SelectTool::statusText() const {
  if (mFloating && mFloating->isOpen())
    return tr("Click or Enter: put it down · R: rotate · M: mirror · Esc: drop");
  if (!state().area().empty())
    return tr("%n hex(es) · drag: move · Ctrl+C, X, V: copy, cut, paste · Ctrl+. and Ctrl+,: rotate · Ctrl+M: mirror · "
              "Del: clear · Shift, Ctrl: add, take away",
              nullptr, static_cast<int>(state().area().size()));
  if (std::holds_alternative<NamedThing>(state().selection()))
    return tr("Drag: move · F2: rename · Del: remove · click again: what lies below");
  return tr(
      "Click a hex, hexside, corner or symbol · click again: what lies below · drag: select an area · right click: "
      "what can be done with it");
}

QString SelectTool::helpText() const {
  return tr(
      "Selects what the inspector shows: a hex, a hexside, a corner, or a named thing. Clicking the same spot again "
      "goes through all that lies there. A right click says what can be done with it. F2 renames a named thing, Del "
      "removes it, and dragging its symbol moves it. "
      "A drag over the map selects an area, as a rectangle or a lasso; Shift adds to it, Ctrl takes away. The area can "
      "be copied, cut, cleared, dragged elsewhere, rotated and mirrored with all that lies on it. What is pasted hangs "
      "on the pointer, drawn as it would be: R rotates it, M mirrors it, a click puts it down. Pasting also works in "
      "another window with a module of the same ruleset.");
}

} // namespace hotchkiss::editor
