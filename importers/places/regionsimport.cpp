#include "importers/places/placesimport.h"
#include "importers/source/vector.h"
#include "libterrain/grid/polygon.h"

#include <nlohmann/json.hpp>

#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// The hex of a region that lies deepest in it, for its name.
HexCoord labelHex(const std::vector<HexCoord>& hexes, const Lattice& lattice) {
  Point middle;
  for (const HexCoord h : hexes) {
    const Point p = lattice.centre(h);
    middle.x += p.x / static_cast<double>(hexes.size());
    middle.y += p.y / static_cast<double>(hexes.size());
  }
  HexCoord best = hexes[0];
  for (const HexCoord h : hexes)
    if (distance(lattice.centre(h), middle) < distance(lattice.centre(best), middle))
      best = h;
  return best;
}

} // namespace

Result<Imported> importRegions(ImportContext& context, const std::string& stepId, const json& step) {
  const Result<SourceFile> source = sourceOf(context, step);
  if (!source)
    return source.error();
  const Lattice& lattice = context.document->lattice();
  const Extent& extent = context.document->extent();
  const std::string kind = step.value("region", "");
  const std::string attribute = step.value("attribute", "");
  const std::string border = step.value("border", "");
  if (!kind.empty())
    if (const Outcome known = checkNamed(context, "region", kind); !known)
      return known.error();
  if (!border.empty())
    if (const Outcome known = checkFeature(context, border, ""); !known)
      return known.error();
  if (!attribute.empty() && context.catalogue != nullptr && context.catalogue->hexAttributes.count(attribute) == 0)
    return Error{"the ruleset has no hex attribute \"" + attribute + "\"", "import.json", 0, stepId,
                 "use an attribute of the catalogue"};
  VectorWish wish;
  wish.shape = Shape::Polygons;
  wish.layer = step.value("layer", "");
  wish.where = step.contains("where") ? &step["where"] : nullptr;
  const Result<VectorLayer> layer = readVector(*source, wish, lattice, extent, context.frame);
  if (!layer)
    return layer.error();
  struct Owner {
    std::string id;
    double share = 0;
    double second = 0;
    std::string runnerUp;
    std::map<std::string, double> shares; ///< of every region that has a part of the hex
  };
  std::map<HexCoord, Owner> owners;
  std::map<std::string, const VectorFeature*> features;
  const std::string idField = step.value("id", step.value("name", ""));
  const json values = step.value("values", json::object());
  for (std::size_t i = 0; i < layer->features.size(); ++i) {
    if (context.task.cancelled())
      return cancelledError();
    context.task.report("regions", static_cast<double>(i) / static_cast<double>(layer->features.size()));
    const VectorFeature& feature = layer->features[i];
    std::string id = feature.field(idField);
    if (values.contains(id))
      id = values[id].get<std::string>(); // several areas may become one, and an area may be left out
    if (id.empty())
      continue;
    features.try_emplace(id, &feature);
    std::map<HexCoord, double> shares;
    for (const HexShare& share : hexShares(lattice, extent, feature.parts))
      shares[share.hex] += share.share;
    for (const auto& [hex, share] : shares) {
      Owner& owner = owners[hex];
      owner.shares[id] += share;
      if (owner.id == id) {
        owner.share += share;
      } else if (share > owner.share) {
        owner.second = owner.share;
        owner.runnerUp = owner.id;
        owner.id = id;
        owner.share = share;
      } else if (share > owner.second) {
        owner.second = share;
        owner.runnerUp = id;
      }
    }
  }
  const double least = step.value("minShare", 0.0);
  std::erase_if(owners, [&](const auto& entry) { return entry.second.share < least; });
  Imported out;
  Document copy = *context.document;
  Stroke stroke(copy, "Import regions");
  std::map<std::string, std::vector<HexCoord>> members;
  std::set<std::string> made;
  for (const auto& [hex, owner] : owners) {
    const std::string regionId = idFromName(owner.id);
    json more = json::parse(copy.attributes(hex), nullptr, false);
    if (!more.is_object())
      more = json::object();
    if (!attribute.empty())
      more[attribute] = owner.id;
    if (!kind.empty()) {
      std::set<std::string> in = more.value("in", json::array()).get<std::set<std::string>>();
      in.insert(regionId);
      more["in"] = in;
    }
    stroke.setAttributes(hex, more.dump());
    members[owner.id].push_back(hex);
    // Shares of terrains stand in "shares"; those of regions are figures beside them.
    json figures = json::object();
    constexpr double kLeastShown = 0.005;
    for (const auto& [id, share] : owner.shares)
      if (share >= kLeastShown)
        figures[id] = rounded(std::min(1.0, share), 2);
    addEvidence(stroke, "hex", toText(hex), {{"from", sourceIds(step)}, {"values", figures}});
    const double margin = owner.share - owner.second;
    if (!owner.runnerUp.empty() && margin < step.value("doubtBelow", 0.1))
      out.doubts.push_back({stepId, "hex", toText(hex), rounded(0.5 + margin / 2, 2),
                            owner.id + " and " + owner.runnerUp + " share the hex nearly equally"});
  }
  const std::string nameField = step.value("name", "");
  if (!kind.empty())
    for (const auto& [id, hexes] : members) {
      const HexCoord label = labelHex(hexes, lattice);
      json record{{"kind", kind}, {"label", {label.c, label.r}}, {"source", importMark(stepId)}};
      if (!nameField.empty() && !features[id]->field(nameField).empty())
        record["name"] = features[id]->field(nameField);
      stroke.setRecord("map/named", {"region", idFromName(id)}, record.dump());
    }
  std::size_t borders = 0;
  if (!border.empty())
    for (const auto& [hex, owner] : owners)
      for (int d = 0; d < 3; ++d) {
        const auto other = owners.find(lattice.neighbour(hex, d));
        if (other == owners.end() || other->second.id == owner.id)
          continue;
        Feature feature;
        feature.kind = border;
        stroke.putFeature(lattice.edge(hex, d), feature);
        ++borders;
      }
  out.figures = {{"regions", std::to_string(members.size())}, {"hexes", std::to_string(owners.size())}};
  if (!border.empty())
    out.figures.emplace_back("border hexsides", std::to_string(borders));
  out.edit = stroke.finish();
  return out;
}

} // namespace hotchkiss
