#include "editor/tools/thingdrag.h"

#include "editor/tools/catalogueinfo.h"
#include "editor/tools/namedrecords.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

bool touchesMap(const Document& map, EdgeId e) {
  const auto hexes = map.lattice().hexes(e);
  return map.extent().contains(hexes[0]) || map.extent().contains(hexes[1]);
}

bool touchesMap(const Document& map, VertexId v) {
  const auto hexes = map.lattice().hexes(v);
  return std::any_of(hexes.begin(), hexes.end(), [&](HexCoord h) { return map.extent().contains(h); });
}

Selection pickedPlace(const Pick& pick) {
  if (pick.kind == Pick::Kind::Edge)
    return pick.edge;
  if (pick.kind == Pick::Kind::Vertex)
    return pick.vertex;
  return pick.hex;
}

} // namespace

Selection placeTarget(const EditorDocument& document, const std::string& kind, const Pointer& pointer) {
  const Document& map = document.document();
  const json row = catalogueRow(document.ruleset(), "place", kind);
  const std::vector<std::string> on = row.value("on", std::vector<std::string>{"hex"});
  const auto allows = [&](const char* where) { return std::find(on.begin(), on.end(), where) != on.end(); };
  const Pick& pick = pointer.pick;
  if (pick.kind == Pick::Kind::Vertex && allows("vertex") && touchesMap(map, pick.vertex))
    return pick.vertex;
  if (pick.kind == Pick::Kind::Edge && allows("edge") && touchesMap(map, pick.edge))
    return pick.edge;
  if (allows("hex"))
    return map.extent().contains(pick.hex) ? Selection(pick.hex) : Selection();
  if (allows("edge") && touchesMap(map, pick.edge))
    return pick.edge;
  return touchesMap(map, pick.vertex) ? Selection(pick.vertex) : Selection();
}

bool ThingDrag::grip(const Pointer& pointer) {
  drop();
  if (!mContext.document || mContext.document->isReadOnly())
    return false;
  const Document& map = mContext.document->document();
  std::vector<NamedThing> here = thingsAt(map, pointer.pick);
  // What is selected is meant before anything else that lies there.
  const auto* selected = std::get_if<NamedThing>(&mContext.state->selection());
  if (selected)
    std::stable_partition(here.begin(), here.end(), [&](const NamedThing& one) { return one == *selected; });
  for (const NamedThing& thing : here)
    if (thing.section == "place" || thing.section == "crossing") {
      mThing = thing;
      mIsLabel = false;
      mFrom = mTo = pickedPlace(pointer.pick);
      return true;
    }
  if (selected && selected->section == "region")
    if (const json label = recordOf(map, *selected).value("label", json()); liesAt(label, pointer.pick.hex)) {
      mThing = *selected;
      mIsLabel = true;
      mFrom = mTo = pointer.pick.hex;
      return true;
    }
  return false;
}

Selection ThingDrag::target(const Pointer& pointer) const {
  const Document& map = mContext.document->document();
  if (mIsLabel)
    return map.extent().contains(pointer.pick.hex) ? Selection(pointer.pick.hex) : Selection();
  if (mThing->section == "crossing")
    return touchesMap(map, pointer.pick.edge) ? Selection(pointer.pick.edge) : Selection();
  return placeTarget(*mContext.document, recordOf(map, *mThing).value("kind", ""), pointer);
}

void ThingDrag::moveTo(const Pointer& pointer) {
  if (!mThing)
    return;
  mTo = target(pointer);
  mContext.refresh();
}

QString ThingDrag::missingAt(const Selection& where) const {
  const auto* edge = std::get_if<EdgeId>(&where);
  if (mThing->section != "crossing" || !edge)
    return {};
  const json body = recordOf(mContext.document->document(), *mThing);
  const auto& named = mContext.document->catalogue().named;
  const auto section = named.find("crossing");
  if (section == named.end() || !section->second.contains(body.value("kind", "")))
    return {};
  const FeatureSet features = mContext.document->document().features(*edge);
  const std::vector<std::string>& over = section->second.at(body.value("kind", "")).over;
  if (over.empty() ||
      std::any_of(over.begin(), over.end(), [&](const std::string& wanted) { return hasFeature(features, wanted); }))
    return {};
  return QCoreApplication::translate("hotchkiss::editor::Tool", "There is nothing to cross there.");
}

QString ThingDrag::putDown() {
  if (!mThing)
    return {};
  const NamedThing thing = *mThing;
  const bool isLabel = mIsLabel;
  const Selection to = mTo;
  const bool moved = to != mFrom && !std::holds_alternative<std::monostate>(to);
  const QString missing = moved ? missingAt(to) : QString();
  drop();
  if (!moved || !missing.isEmpty())
    return missing;
  EditorDocument& document = *mContext.document;
  json body = recordOf(document.document(), thing);
  if (isLabel) {
    body["label"] = locationOf(to);
  } else if (thing.section == "crossing") {
    const EdgeId e = std::get<EdgeId>(to);
    body["at"] = {e.c, e.r, e.d};
    // It crosses what is there now.
    body.erase("of");
    for (const Feature& feature : document.document().features(e).features)
      if (!feature.kind.starts_with("path.") && !feature.of.empty())
        body["of"] = feature.of.front();
  } else {
    body["at"] = locationOf(to);
  }
  const Outcome outcome =
      document.edit(QCoreApplication::translate("hotchkiss::editor::Tool", "Move %1").arg(nameOf(document, thing)),
                    [&](Stroke& stroke) { setRecord(stroke, thing, body); });
  return outcome ? QString() : QString::fromStdString(outcome.error().text());
}

void ThingDrag::drop() {
  mThing.reset();
}

void ThingDrag::paint(QPainter& painter, const OverlayView& view) const {
  if (!mThing)
    return;
  const auto spot = [&](const Selection& where) -> std::optional<Point> {
    if (const auto* hex = std::get_if<HexCoord>(&where))
      return view.lattice->centre(*hex);
    if (const auto* edge = std::get_if<EdgeId>(&where))
      return view.lattice->middle(*edge);
    if (const auto* vertex = std::get_if<VertexId>(&where))
      return view.lattice->position(*vertex);
    return std::nullopt;
  };
  const std::optional<Point> from = spot(mFrom);
  const std::optional<Point> to = spot(mTo);
  if (!from || !to)
    return;
  const bool fits = missingAt(mTo).isEmpty();
  const QColor colour = fits ? view.accent : view.danger;
  if (mFrom != mTo) {
    QPainterPath way(view.toWidget(*from));
    way.lineTo(view.toWidget(*to));
    view.stroke(painter, way, colour, 2);
    view.arrow(painter, *from, *to, colour);
  }
  if (const auto* hex = std::get_if<HexCoord>(&mTo))
    view.hexes(painter, {*hex}, colour);
  else if (const auto* edge = std::get_if<EdgeId>(&mTo))
    view.edge(painter, *edge, colour);
  view.dot(painter, *to, colour, 7);
  view.tag(painter, *to, fits ? nameOf(*mContext.document, *mThing) : missingAt(mTo));
}

} // namespace hotchkiss::editor
