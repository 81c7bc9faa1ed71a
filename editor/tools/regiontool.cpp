#include "editor/tools/brushtools.h"
#include "editor/tools/catalogueinfo.h"
#include "editor/tools/namedrecords.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

void RegionTool::press(const Pointer& pointer) {
  const std::string& kind = state().kind(ToolId::Region);
  const auto& kinds = document().catalogue().named;
  const auto section = kinds.find("region");
  const bool offMap = section != kinds.end() && section->second.contains(kind) && section->second.at(kind).offMap;
  if (!offMap || pointer.button != Qt::LeftButton)
    return BrushTool::press(pointer);
  // Such a region has no hexes: a click makes it.
  if (!mayEdit())
    return;
  const NamedThing thing{"region", freeId(map(), "region", kind)};
  if (!succeeded(document().edit(tr("Add %1").arg(kindName("region", kind)), [&](Stroke& stroke) {
        setRecord(stroke, thing, newRecord(document().catalogue(), "region", kind));
      })))
    return;
  state().select(thing);
  mContext.startNaming(thing, true);
}

void RegionTool::cancel() {
  if (!isBusy())
    state().setTarget(ToolId::Region, {});
  BrushTool::cancel();
}

QString RegionTool::strokeTitle(bool erasing) const {
  const std::string& id = state().target(ToolId::Region);
  const QString name =
      id.empty() ? kindName("region", state().kind(ToolId::Region)) : nameOf(document(), {"region", id});
  return erasing ? tr("Take out of %1").arg(name) : tr("Paint %1").arg(name);
}

QString RegionTool::obstacle(bool erasing) const {
  const auto& named = document().catalogue().named;
  const auto section = named.find("region");
  if (section == named.end() || !section->second.contains(state().kind(ToolId::Region)))
    return tr("Choose a kind of region in the palette first.");
  if (erasing && state().target(ToolId::Region).empty())
    return tr("Choose the region first: Alt+click one of its hexes.");
  return {};
}

void RegionTool::begin(bool) {
  const std::string kind = state().kind(ToolId::Region);
  NamedThing region{"region", state().target(ToolId::Region)};
  if (!map().record(kNamedTable, {region.section, region.id})) {
    region.id = freeId(map(), "region", kind);
    document().updateStroke(
        [&](Stroke& stroke) { setRecord(stroke, region, newRecord(document().catalogue(), "region", kind)); });
    state().setTarget(ToolId::Region, region.id);
    state().select(region);
  }
  mExclusive = catalogueRow(document().ruleset(), "region", kind).value("exclusive", false);
  mRivals.clear();
  if (mExclusive)
    for (const auto& [key, text] : map().table(kNamedTable))
      if (key.section == "region" && key.id != region.id && json::parse(text, nullptr, false).value("kind", "") == kind)
        mRivals.insert(key.id);
}

void RegionTool::paint(Stroke& stroke, const std::vector<HexCoord>& hexes, bool erasing) {
  for (const HexCoord h : hexes)
    paintOne(stroke, h, erasing);
}

/// An area ends where the membership in regions changes.
bool RegionTool::alike(HexCoord a, HexCoord b) const {
  return listMember(map().attributes(a), "in") == listMember(map().attributes(b), "in");
}

void RegionTool::paintOne(Stroke& stroke, HexCoord h, bool erasing) {
  const std::string& text = stroke.document().attributes(h);
  json more = text.empty() ? json::object() : json::parse(text, nullptr, false);
  std::set<std::string> in = more.value("in", std::set<std::string>{});
  if (erasing) {
    in.erase(state().target(ToolId::Region));
  } else {
    in.insert(state().target(ToolId::Region));
    std::erase_if(in, [this](const std::string& id) { return mRivals.contains(id); });
  }
  if (in.empty())
    more.erase("in");
  else
    more["in"] = in;
  stroke.setAttributes(h, more.empty() ? std::string() : more.dump());
}

void RegionTool::pickUp(const Pointer& pointer) {
  if (!onMap(pointer.pick.hex))
    return;
  const std::string& text = map().attributes(pointer.pick.hex);
  const json more = text.empty() ? json::object() : json::parse(text, nullptr, false);
  for (const std::string& id : more.value("in", std::vector<std::string>{})) {
    const NamedThing region{"region", id};
    const std::string kind = recordOf(map(), region).value("kind", "");
    if (id == state().target(ToolId::Region))
      continue; // the next one, when there are several
    state().choose(ToolId::Region, kind);
    state().setTarget(ToolId::Region, id);
    state().select(region);
    return;
  }
}

QString RegionTool::statusText() const {
  if (const QString hint = shapeHint(); !hint.isEmpty())
    return hint;
  const std::string& id = state().target(ToolId::Region);
  if (id.empty())
    return tr("Drag: paint a new %1 · Alt+click: go on with the region here")
        .arg(kindName("region", state().kind(ToolId::Region)));
  return tr("Drag: paint %1 · right drag: take out · Alt+click: another region · Esc: a new one")
      .arg(nameOf(document(), {"region", id}));
}

QString RegionTool::helpText() const {
  return tr(
      "Paints which hexes belong to a region. Alt and click goes on with the region under the pointer. Where a "
      "hex can belong to one region of a kind only, painting replaces the old one. Kinds that lie off the map "
      "are made by a click. Under the palette you choose a brush, a line, a rectangle, a lasso, or the area of hexes "
      "that belong to the same regions: paint the border, then fill what it encloses.");
}

} // namespace hotchkiss::editor
