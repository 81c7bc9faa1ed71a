#include "editor/tools/clicktools.h"
#include "editor/tools/namedrecords.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

std::vector<HexCoord> hexesIn(const json& list) {
  std::vector<HexCoord> out;
  for (const json& item : list)
    out.push_back({item[0].get<std::int32_t>(), item[1].get<std::int32_t>()});
  return out;
}

std::optional<Point> spotOf(const Lattice& lattice, const json& at) {
  if (!at.is_array() || at.size() < 2)
    return std::nullopt;
  const auto number = [&](std::size_t i) { return at[i].get<std::int32_t>(); };
  return at.size() == 2 ? lattice.centre({number(0), number(1)}) : lattice.middle({number(0), number(1), number(2)});
}

/// Where an end of a link lies; nothing for ends off the map.
std::optional<Point> endSpot(const Document& map, const json& end) {
  for (const char* own : {"hex", "edge"})
    if (end.contains(own))
      return spotOf(map.lattice(), end[own]);
  for (const char* section : {"place", "crossing", "entry"}) {
    if (!end.contains(section) || !end[section].is_string())
      continue;
    const json body = recordOf(map, {section, end[section].get<std::string>()});
    if (body.contains("at"))
      return spotOf(map.lattice(), body["at"]);
    for (const char* list : {"hexes", "edges"})
      if (body.contains(list) && !body[list].empty())
        return spotOf(map.lattice(), body[list][0]);
  }
  return std::nullopt;
}

/// Links that have an end where something else or the place itself lies.
std::vector<NamedThing> linksAt(const Document& map, const Pick& pick) {
  std::vector<json> ends;
  for (const NamedThing& thing : thingsAt(map, pick))
    ends.push_back(json{{thing.section, thing.id}});
  if (pick.kind == Pick::Kind::Edge)
    ends.push_back(json{{"edge", {pick.edge.c, pick.edge.r, pick.edge.d}}});
  ends.push_back(json{{"hex", {pick.hex.c, pick.hex.r}}});
  std::vector<NamedThing> out;
  for (const auto& [key, text] : map.table(kNamedTable)) {
    if (key.section != "link")
      continue;
    const json body = json::parse(text, nullptr, false);
    const json own = body.value("ends", json::array());
    if (std::any_of(own.begin(), own.end(),
                    [&](const json& end) { return std::find(ends.begin(), ends.end(), end) != ends.end(); }))
      out.push_back({key.section, key.id});
  }
  return out;
}

bool removeFrom(json& body, const char* member, const json& item) {
  if (!body.contains(member))
    return false;
  json& list = body[member];
  const auto it = std::find(list.begin(), list.end(), item);
  if (it == list.end())
    return false;
  list.erase(it);
  if (list.empty())
    body.erase(member);
  return true;
}

} // namespace

void EntryTool::press(const Pointer& pointer) {
  if ((pointer.button != Qt::LeftButton && pointer.button != Qt::RightButton) || !mayEdit())
    return;
  const std::string& kind = state().kind(ToolId::Entry);
  const auto& kinds = document().catalogue().named;
  const auto section = kinds.find("entry");
  if (section == kinds.end() || !section->second.contains(kind))
    return refuse(tr("Choose a kind of entry in the palette first."));
  // Near the edge of the map a hexside is meant, otherwise the hex.
  const auto sides = lattice().hexes(pointer.pick.edge);
  const bool onBorder = onMap(sides[0]) != onMap(sides[1]) && pointer.pick.kind != Pick::Kind::Hex;
  if (!onBorder && !onMap(pointer.pick.hex))
    return;
  const EdgeId e = pointer.pick.edge;
  const json item = onBorder ? json{e.c, e.r, e.d} : json{pointer.pick.hex.c, pointer.pick.hex.r};
  const char* member = onBorder ? "edges" : "hexes";

  NamedThing entry{"entry", state().target(ToolId::Entry)};
  json body = recordOf(map(), entry);
  const bool isNew = body.empty();
  if (pointer.button == Qt::RightButton) {
    if (!isNew && removeFrom(body, member, item))
      succeeded(document().edit(tr("Take out of %1").arg(nameOf(document(), entry)),
                                [&](Stroke& stroke) { setRecord(stroke, entry, body); }));
    return;
  }
  if (isNew) {
    entry.id = freeId(map(), "entry", kind);
    body = newRecord(document().catalogue(), "entry", kind);
  }
  json& list = body[member];
  if (list.is_null())
    list = json::array();
  if (std::find(list.begin(), list.end(), item) == list.end())
    list.push_back(item);
  std::sort(list.begin(), list.end());
  const QString name = isNew ? kindName("entry", kind) : nameOf(document(), entry);
  if (!succeeded(document().edit(isNew ? tr("Add %1").arg(name) : tr("Widen %1").arg(name),
                                 [&](Stroke& stroke) { setRecord(stroke, entry, body); })))
    return;
  state().setTarget(ToolId::Entry, entry.id);
  state().select(entry);
  if (isNew)
    mContext.startNaming(entry, true);
}

void EntryTool::pickUp(const Pointer& pointer) {
  for (const NamedThing& thing : thingsAt(map(), pointer.pick))
    if (thing.section == "entry") {
      state().choose(ToolId::Entry, recordOf(map(), thing).value("kind", ""));
      state().setTarget(ToolId::Entry, thing.id);
      return state().select(thing);
    }
  Tool::pickUp(pointer);
}

void EntryTool::cancel() {
  state().setTarget(ToolId::Entry, {});
  Tool::cancel();
}

void EntryTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  const json body = recordOf(map(), {"entry", state().target(ToolId::Entry)});
  if (const std::vector<HexCoord> hexes = hexesIn(body.value("hexes", json::array())); !hexes.empty())
    view.hexes(painter, hexes, view.accent);
  if (!mHover)
    return;
  const auto sides = lattice().hexes(mHover->pick.edge);
  if (onMap(sides[0]) != onMap(sides[1]) && mHover->pick.kind != Pick::Kind::Hex)
    view.edge(painter, mHover->pick.edge, view.accent);
  else if (onMap(mHover->pick.hex))
    view.hexes(painter, {mHover->pick.hex}, view.accent);
}

QString EntryTool::statusText() const {
  const std::string& id = state().target(ToolId::Entry);
  if (id.empty())
    return tr("Click a hex, or a hexside at the edge of the map: a new %1")
        .arg(kindName("entry", state().kind(ToolId::Entry)));
  return tr("Click: add to %1 · right click: take out · Esc: a new one").arg(nameOf(document(), {"entry", id}));
}

QString EntryTool::helpText() const {
  return tr(
      "Marks where units come onto the map. Click hexes, or hexsides at the edge of the map, one after the other; "
      "they make up one entry until you press Esc. The right button takes them out.");
}

void LinkTool::press(const Pointer& pointer) {
  if ((pointer.button != Qt::LeftButton && pointer.button != Qt::RightButton) || !mayEdit())
    return;
  const std::string& kind = state().kind(ToolId::Link);
  const auto& kinds = document().catalogue().named;
  const auto section = kinds.find("link");
  if (section == kinds.end() || !section->second.contains(kind))
    return refuse(tr("Choose a kind of link in the palette first."));
  if (!onMap(pointer.pick.hex))
    return;
  // What is there has a name of its own; otherwise the spot itself.
  json end;
  for (const NamedThing& thing : thingsAt(map(), pointer.pick))
    if (thing.section == "place" || thing.section == "crossing" || thing.section == "entry") {
      end = json{{thing.section, thing.id}};
      break;
    }
  if (end.is_null() && pointer.pick.kind == Pick::Kind::Edge)
    end = json{{"edge", {pointer.pick.edge.c, pointer.pick.edge.r, pointer.pick.edge.d}}};
  if (end.is_null())
    end = json{{"hex", {pointer.pick.hex.c, pointer.pick.hex.r}}};

  NamedThing link{"link", state().target(ToolId::Link)};
  json body = recordOf(map(), link);
  const bool isNew = body.empty();
  if (pointer.button == Qt::RightButton) {
    // The last end goes with its link: a link without ends is none.
    if (!isNew && removeFrom(body, "ends", end))
      succeeded(document().edit(tr("Shorten %1").arg(nameOf(document(), link)), [&](Stroke& stroke) {
        if (body.contains("ends"))
          setRecord(stroke, link, body);
        else
          removeThing(stroke, document().catalogue(), link);
      }));
    return;
  }
  if (isNew) {
    link.id = freeId(map(), "link", kind);
    body = newRecord(document().catalogue(), "link", kind);
    body["ends"] = json::array();
  }
  if (std::find(body["ends"].begin(), body["ends"].end(), end) != body["ends"].end())
    return;
  body["ends"].push_back(end);
  const QString name = isNew ? kindName("link", kind) : nameOf(document(), link);
  if (!succeeded(document().edit(isNew ? tr("Add %1").arg(name) : tr("Extend %1").arg(name),
                                 [&](Stroke& stroke) { setRecord(stroke, link, body); })))
    return;
  state().setTarget(ToolId::Link, link.id);
  state().select(link);
}

void LinkTool::pickUp(const Pointer& pointer) {
  const std::vector<NamedThing> links = linksAt(map(), pointer.pick);
  if (links.empty())
    return Tool::pickUp(pointer);
  // With several of them each click takes the next.
  const auto present = std::find(links.begin(), links.end(), NamedThing{"link", state().target(ToolId::Link)});
  const NamedThing link = present == links.end() || present + 1 == links.end() ? links.front() : *(present + 1);
  state().choose(ToolId::Link, recordOf(map(), link).value("kind", ""));
  state().setTarget(ToolId::Link, link.id);
  state().select(link);
}

void LinkTool::cancel() {
  state().setTarget(ToolId::Link, {});
  Tool::cancel();
}

void LinkTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  // The link in hand, and the way to where the next click would end it.
  const json body = recordOf(map(), {"link", state().target(ToolId::Link)});
  std::optional<Point> last;
  QPainterPath way;
  std::vector<Point> spots;
  for (const json& end : body.value("ends", json::array()))
    if (const std::optional<Point> spot = endSpot(map(), end)) {
      if (last)
        way.lineTo(view.toWidget(*spot));
      else
        way.moveTo(view.toWidget(*spot));
      last = spot;
      spots.push_back(*spot);
    }
  view.stroke(painter, way, view.accent, 2.5);
  if (last && mHover && onMap(mHover->pick.hex)) {
    const Pick& pick = mHover->pick;
    const Point to = pick.kind == Pick::Kind::Edge ? lattice().middle(pick.edge) : lattice().centre(pick.hex);
    painter.setPen(QPen(view.accent, 2, Qt::DashLine, Qt::RoundCap));
    painter.drawLine(view.toWidget(*last), view.toWidget(to));
  }
  for (const Point spot : spots)
    view.dot(painter, spot, view.accent, 6);
  if (mHover && onMap(mHover->pick.hex)) {
    if (mHover->pick.kind == Pick::Kind::Edge)
      view.edge(painter, mHover->pick.edge, view.accent);
    else
      view.hexes(painter, {mHover->pick.hex}, view.accent);
  }
}

QString LinkTool::statusText() const {
  const std::string& id = state().target(ToolId::Link);
  if (id.empty())
    return tr("Click the first end of a new %1").arg(kindName("link", state().kind(ToolId::Link)));
  return tr("Click: another end of %1 · right click: take out · Esc: a new one").arg(nameOf(document(), {"link", id}));
}

QString LinkTool::helpText() const {
  return tr("Joins places that are not neighbours. Each click adds an end: the place, crossing or entry that is there, "
            "else the hex or hexside. Esc ends the link. Ends off the map are added in the inspector.");
}

} // namespace hotchkiss::editor
