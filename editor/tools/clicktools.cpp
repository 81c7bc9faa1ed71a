#include "editor/tools/clicktools.h"

#include "editor/tools/catalogueinfo.h"
#include "editor/tools/featureplacing.h"
#include "editor/tools/namedrecords.h"
#include "libscenario/module/filekinds.h"

#include <QtMath>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

bool isClick(const Pointer& pointer) {
  return pointer.button == Qt::LeftButton || pointer.button == Qt::RightButton;
}

} // namespace

void CornerTool::press(const Pointer& pointer) {
  if (!isClick(pointer) || !mayEdit())
    return;
  const VertexId v = pointer.pick.vertex;
  const FeaturePlacing feature(document(), state().kind(ToolId::Corner), state().classId(), {});
  if (!feature.isKnown())
    return refuse(tr("Choose a corner feature in the palette first."));
  if (!onMap(v))
    return;
  const QString name = kindName("vertexFeature", feature.kind());
  FeatureSet features = map().features(v);
  if (pointer.button == Qt::RightButton) {
    if (features.erase(feature.kind()))
      succeeded(document().edit(tr("Erase %1").arg(name), [&](Stroke& s) { s.setVertex(v, features.toText()); }));
    return;
  }
  // The hex under the pointer is the one it faces; at the edge of the map any that is there.
  const auto hexes = lattice().hexes(v);
  auto faced = std::find(hexes.begin(), hexes.end(), pointer.pick.hex);
  if (faced == hexes.end() || !onMap(*faced))
    faced = std::find_if(hexes.begin(), hexes.end(), [this](HexCoord h) { return onMap(h); });
  const std::string side(1, static_cast<char>('a' + (faced - hexes.begin())));
  features = feature.placedOn(std::move(features), side);
  if (succeeded(document().edit(tr("Put %1").arg(name), [&](Stroke& s) { s.setVertex(v, features.toText()); })))
    state().select(v);
}

void CornerTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  if (!mHover || !onMap(mHover->pick.vertex))
    return;
  const Point at = lattice().position(mHover->pick.vertex);
  QPainterPath toward(view.toWidget(at));
  const Point centre = lattice().centre(mHover->pick.hex);
  toward.lineTo(view.toWidget({at.x + (centre.x - at.x) * 0.35, at.y + (centre.y - at.y) * 0.35}));
  view.stroke(painter, toward, view.accent, 2);
  view.dot(painter, at, view.accent, 6);
  view.ghost(painter, "vertexFeature", state().kind(ToolId::Corner), state().classId(), at);
}

QString CornerTool::statusText() const {
  return tr("Click near a corner: %1, in the hex under the pointer · right click: erase")
      .arg(kindName("vertexFeature", state().kind(ToolId::Corner)));
}

QString CornerTool::helpText() const {
  return tr("Puts features on corners. The pointer's hex is the one that holds it. The right button erases.");
}

std::optional<NamedThing> CrossingTool::presentAt(EdgeId e) const {
  for (const auto& [key, text] : map().table(kNamedTable))
    if (key.section == "crossing" && mayNamePlace(text, e) &&
        liesAt(json::parse(text, nullptr, false).value("at", json()), e))
      return NamedThing{key.section, key.id};
  return std::nullopt;
}

/// The first of the features that such a crossing lies over and that the hexside has.
std::vector<std::string>::const_iterator CrossingTool::crossedAt(EdgeId e, const std::vector<std::string>& over) const {
  const FeatureSet features = map().features(e);
  return std::find_if(over.begin(), over.end(),
                      [&](const std::string& wanted) { return hasFeature(features, wanted); });
}

void CrossingTool::press(const Pointer& pointer) {
  if (!isClick(pointer) || !onMap(pointer.pick.edge))
    return;
  const EdgeId e = pointer.pick.edge;
  const std::optional<NamedThing> present = presentAt(e);
  if (pointer.button == Qt::RightButton) {
    if (present && mayEdit())
      succeeded(document().edit(tr("Remove %1").arg(nameOf(document(), *present)),
                                [&](Stroke& stroke) { removeThing(stroke, document().catalogue(), *present); }));
    return;
  }
  if (present) {
    state().select(*present);
    Pointer at = pointer;
    at.pick.kind = Pick::Kind::Edge;
    mMoving.grip(at);
    return;
  }
  if (!mayEdit())
    return;
  const std::string& kind = state().kind(ToolId::Crossing);
  const auto& kinds = document().catalogue().named;
  const auto section = kinds.find("crossing");
  if (section == kinds.end() || !section->second.contains(kind))
    return refuse(tr("Choose a crossing in the palette first."));
  const std::vector<std::string>& over = section->second.at(kind).over;
  const auto crossed = crossedAt(e, over);
  if (crossed == over.end()) {
    QStringList names;
    for (const std::string& wanted : over)
      names << kindName("edgeFeature", wanted.substr(0, wanted.find(':')));
    return refuse(tr("There is nothing to cross here. %1 lies on a hexside with: %2.")
                      .arg(kindName("crossing", kind), names.join(QStringLiteral(", "))));
  }
  json body = newRecord(document().catalogue(), "crossing", kind);
  body["at"] = {e.c, e.r, e.d};
  const FeatureSet features = map().features(e);
  if (const Feature* water = features.find(crossed->substr(0, crossed->find(':'))); water && !water->of.empty())
    body["of"] = water->of.front();
  const NamedThing thing{"crossing", freeId(map(), "crossing", kind)};
  if (!succeeded(document().edit(tr("Add %1").arg(kindName("crossing", kind)),
                                 [&](Stroke& stroke) { setRecord(stroke, thing, body); })))
    return;
  state().select(thing);
  mContext.startNaming(thing, true);
}

void CrossingTool::drag(const Pointer& pointer) {
  mHover = pointer;
  mMoving.moveTo(pointer);
  mContext.refresh();
}

void CrossingTool::release(const Pointer& pointer) {
  mHover = pointer;
  if (!mMoving.isMoving())
    return;
  mMoving.moveTo(pointer);
  if (const QString reason = mMoving.putDown(); !reason.isEmpty())
    refuse(reason);
  mContext.refresh();
}

void CrossingTool::cancel() {
  mMoving.drop();
  Tool::cancel();
}

void CrossingTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  if (mMoving.isMoving())
    return mMoving.paint(painter, view);
  if (!mHover || !onMap(mHover->pick.edge))
    return;
  const EdgeId e = mHover->pick.edge;
  const std::string& kind = state().kind(ToolId::Crossing);
  const auto& kinds = document().catalogue().named;
  const auto section = kinds.find("crossing");
  if (presentAt(e) || section == kinds.end() || !section->second.contains(kind))
    return view.edge(painter, e, view.accent);
  const std::vector<std::string>& over = section->second.at(kind).over;
  if (crossedAt(e, over) == over.end()) {
    view.edge(painter, e, view.danger);
    return view.tag(painter, lattice().middle(e), tr("nothing to cross"));
  }
  view.edge(painter, e, view.accent);
  const auto ends = lattice().ends(e);
  const Point a = lattice().position(ends[0]);
  const Point b = lattice().position(ends[1]);
  view.ghost(painter, "crossing", kind, {}, lattice().middle(e), qRadiansToDegrees(std::atan2(b.y - a.y, b.x - a.x)));
}

QString CrossingTool::statusText() const {
  return tr("Click a hexside: %1 · drag one that is there: move it · right click: remove")
      .arg(kindName("crossing", state().kind(ToolId::Crossing)));
}

QString CrossingTool::helpText() const {
  return tr(
      "Puts bridges, fords, ferries and the like on hexsides that have something to cross. A click on one that is "
      "there selects it, dragging moves it; a right click removes it.");
}

void PlaceTool::press(const Pointer& pointer) {
  if (!isClick(pointer))
    return;
  const std::string& kind = state().kind(ToolId::Place);
  const auto& kinds = document().catalogue().named;
  const auto section = kinds.find("place");
  if (section == kinds.end() || !section->second.contains(kind))
    return refuse(tr("Choose a place in the palette first."));
  const Selection where = placeTarget(document(), kind, pointer);
  if (std::holds_alternative<std::monostate>(where))
    return;
  std::optional<NamedThing> same;
  std::optional<NamedThing> any;
  for (const auto& [key, text] : map().table(kNamedTable)) {
    if (key.section != "place" || !mayNamePlace(text, where))
      continue;
    const json body = json::parse(text, nullptr, false);
    if (!liesAt(body.value("at", json()), where))
      continue;
    any = NamedThing{key.section, key.id};
    if (body.value("kind", "") == kind)
      same = any;
  }
  if (pointer.button == Qt::RightButton) {
    const std::optional<NamedThing> present = same ? same : any;
    if (present && mayEdit())
      succeeded(document().edit(tr("Remove %1").arg(nameOf(document(), *present)),
                                [&](Stroke& stroke) { removeThing(stroke, document().catalogue(), *present); }));
    return;
  }
  if (same) {
    state().select(*same);
    mMoving.grip(pointer);
    return;
  }
  if (!mayEdit())
    return;
  json body = newRecord(document().catalogue(), "place", kind);
  body["at"] = locationOf(where);
  const NamedThing thing{"place", freeId(map(), "place", kind)};
  if (!succeeded(document().edit(tr("Add %1").arg(kindName("place", kind)),
                                 [&](Stroke& stroke) { setRecord(stroke, thing, body); })))
    return;
  state().select(thing);
  mContext.startNaming(thing, true);
}

void PlaceTool::drag(const Pointer& pointer) {
  mHover = pointer;
  mMoving.moveTo(pointer);
  mContext.refresh();
}

void PlaceTool::release(const Pointer& pointer) {
  mHover = pointer;
  if (!mMoving.isMoving())
    return;
  mMoving.moveTo(pointer);
  if (const QString reason = mMoving.putDown(); !reason.isEmpty())
    refuse(reason);
  mContext.refresh();
}

void PlaceTool::cancel() {
  mMoving.drop();
  Tool::cancel();
}

void PlaceTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  if (!mHover)
    return;
  if (mMoving.isMoving())
    return mMoving.paint(painter, view);
  const std::string& kind = state().kind(ToolId::Place);
  const Selection where = placeTarget(document(), kind, *mHover);
  const auto ghost = [&](Point at) { view.ghost(painter, "place", kind, {}, at); };
  if (const auto* hex = std::get_if<HexCoord>(&where)) {
    view.border(painter, {*hex}, view.accent);
    ghost(lattice().centre(*hex));
  } else if (const auto* edge = std::get_if<EdgeId>(&where)) {
    view.edge(painter, *edge, view.accent);
    ghost(lattice().middle(*edge));
  } else if (const auto* vertex = std::get_if<VertexId>(&where)) {
    view.dot(painter, lattice().position(*vertex), view.accent, 6);
    ghost(lattice().position(*vertex));
  }
}

QString PlaceTool::statusText() const {
  return tr("Click: %1 · drag one that is there: move it · right click: remove")
      .arg(kindName("place", state().kind(ToolId::Place)));
}

QString PlaceTool::helpText() const {
  return tr("Puts towns, forts and other places on the map. Type the name right after the click; Esc leaves it without "
            "one. A click on a place of the same kind selects it, dragging moves it; a right click removes it.");
}

QString PanTool::statusText() const {
  return tr("Drag to move the map");
}

QString PanTool::helpText() const {
  return tr("Moves the map. With any other tool, hold Space and drag, or drag with the middle button.");
}

} // namespace hotchkiss::editor
