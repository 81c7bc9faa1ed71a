#include "libscenario/validation/ways.h"

#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"

#include <deque>

namespace hotchkiss {

using nlohmann::json;

Ways::Ways(Parameters& p)
    : closedTerrain(p.ids("closedTerrain", "terrain", false)),
      needsPath(p.ids("needsPath", "terrain", false)),
      closedEdges(p.ids("closedEdges", "edgeFeature", false)),
      rivers(p.ids("rivers", "edgeFeature", false)),
      crossings(p.ids("crossings", "crossing", false)),
      wet(p.ids("wet", "edgeFeature", false)),
      dryBeside(p.ids("dryBeside", "terrain", false)),
      brokenIsOpen(p.ids("brokenIsOpen", "edgeFeature", false)) {
  for (const auto& [id, kind] : p.ruleset().catalogue().edgeFeatures)
    if (id.starts_with("path."))
      paths.push_back(id);
}

bool Ways::open(const CheckContext& context, HexCoord h) const {
  const HexValue value = context.document.hex(h);
  return value.terrain != TextPool::kNone && !contains(closedTerrain, context.document.pool().text(value.terrain));
}

bool Ways::joined(const CheckContext& context, HexCoord a, HexCoord b, EdgeId e) const {
  const FeatureSet& features = context.features(e);
  const std::string& from = context.document.terrain(a);
  const std::string& to = context.document.terrain(b);
  const bool hasPath = hasAny(features, paths);
  if ((contains(needsPath, from) || contains(needsPath, to)) && !hasPath)
    return false;
  if (hasAny(features, closedEdges))
    return false;
  if (hasAny(features, wet) && !hasPath && !contains(dryBeside, from) && !contains(dryBeside, to))
    return false;
  return !hasAny(features, rivers) || crossed(context, features, e);
}

bool Ways::crossed(const CheckContext& context, const FeatureSet& features, EdgeId e) const {
  for (const RecordKey& key : context.things.at(e)) {
    const Thing* thing = context.things.find(key.section, key.id);
    if (key.section != "crossing" || !contains(crossings, thing->kind))
      continue;
    const json attributes = thing->body->value("attributes", json::object());
    const auto initial = attributes.find("initialStatus"); // it may be unknown, which is no word
    const std::string status =
        initial != attributes.end() && initial->is_string() ? initial->get<std::string>() : std::string();
    const bool isDown = status == "destroyed" || status == "removed" || status == "lifted";
    if (!isDown || hasAny(features, brokenIsOpen))
      return true;
  }
  return false;
}

std::set<HexCoord> Ways::reach(const CheckContext& context, const std::vector<HexCoord>& starts) const {
  std::set<HexCoord> out;
  std::deque<HexCoord> queue;
  const auto visit = [&](HexCoord h) {
    if (context.document.extent().contains(h) && open(context, h) && out.insert(h).second)
      queue.push_back(h);
  };
  for (const HexCoord h : starts)
    visit(h);
  const Lattice& lattice = context.document.lattice();
  while (!queue.empty()) {
    const HexCoord h = queue.front();
    queue.pop_front();
    for (int side = 0; side < kSides; ++side)
      if (const HexCoord n = lattice.neighbour(h, side);
          context.document.extent().contains(n) && joined(context, h, n, lattice.edge(h, side)))
        visit(n);
  }
  return out;
}

std::vector<HexCoord> startsOfSide(const CheckContext& context, const ScenarioStage& stage, const std::string& side) {
  std::vector<HexCoord> out;
  for (const Placement& placement : stage.plan->placements())
    if (placement.hex && placement.side == side)
      out.push_back(*placement.hex);
  for (const Arrival& arrival : stage.scenario->arrivals) {
    const std::vector<const Piece*> pieces = piecesOf(*stage.army, arrival.selection);
    if (pieces.empty() || pieces.front()->side != side)
      continue;
    for (const ScenarioPlace& place : arrival.at)
      for (const HexCoord hex : hexesOf(context, stage, place))
        out.push_back(hex);
  }
  return out;
}

} // namespace hotchkiss
