#include "importers/places/placesimport.h"

#include "importers/source/vector.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

namespace hotchkiss {

using nlohmann::json;

int bankOf(const Polyline& river, Point p, double within) {
  double best = within;
  double bestAcross = 0;
  int side = 0;
  for (std::size_t i = 1; i < river.size(); ++i) {
    const Point a = river[i - 1];
    const Point b = river[i];
    const double d = distanceToSegment(p, a, b);
    const double length = distance(a, b);
    constexpr double kSame = 1e-9;
    if (d > best + kSame || length <= 0)
      continue;
    const double across = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length;
    // Outside a bend both of its pieces are equally near, and one of them has the place behind its end: the one from
    // which it lies more to the side knows the bank.
    if (side != 0 && d >= best - kSame && std::abs(across) <= bestAcross)
      continue;
    best = std::min(best, d);
    bestAcross = std::abs(across);
    side = across < 0 ? 1 : -1; // y points down: left of the way is negative
  }
  return side;
}

namespace {

Polyline positions(const Lattice& lattice, const std::vector<VertexId>& chain) {
  Polyline out;
  for (const VertexId v : chain)
    out.push_back(lattice.position(v));
  return out;
}

constexpr double kSureBank = 0.1; // hexes from the line of a river

double distanceTo(const Polyline& line, Point p) {
  double best = std::numeric_limits<double>::max();
  for (std::size_t i = 1; i < line.size(); ++i)
    best = std::min(best, distanceToSegment(p, line[i - 1], line[i]));
  return best;
}

struct Candidate {
  std::string name;
  std::string kind;
  Point at;
  double rank = 0;
};

} // namespace

Result<Imported> importPlaces(ImportContext& context, const std::string& stepId, const json& step) {
  const Result<SourceFile> source = sourceOf(context, step);
  if (!source)
    return source.error();
  const Lattice& lattice = context.document->lattice();
  const Extent& extent = context.document->extent();
  VectorWish wish;
  wish.shape = Shape::Points;
  wish.layer = step.value("layer", "");
  wish.where = step.contains("where") ? &step["where"] : nullptr;
  wish.xField = step.value("x", "");
  wish.yField = step.value("y", "");
  SourceFile file = *source;
  if (file.crs.empty() && !wish.xField.empty())
    file.crs = "EPSG:4326"; // columns of a table: longitude and latitude unless the source says otherwise
  const Result<VectorLayer> layer = readVector(file, wish, lattice, extent, context.frame);
  if (!layer)
    return layer.error();
  const std::string nameField = step.value("name", "");
  const std::string rankField = step.value("rank", "");
  std::vector<Candidate> candidates;
  for (const VectorFeature& feature : layer->features) {
    const json* row = firstMatch(step.at("classes"), feature.fields);
    if (row == nullptr || !row->contains("place"))
      continue;
    if (const Outcome known = checkNamed(context, "place", row->at("place").get<std::string>()); !known)
      return known.error();
    for (const auto& part : feature.parts)
      candidates.push_back({feature.field(nameField), row->at("place").get<std::string>(), part[0],
                            std::strtod(feature.field(rankField).c_str(), nullptr)});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.rank > b.rank; });
  Imported out;
  Document copy = *context.document;
  Stroke stroke(copy, "Import places");
  std::vector<Polyline> chains;
  for (const KnownRiver& river : context.rivers)
    chains.push_back(positions(lattice, river.chain));
  std::set<std::string> avoid;
  for (const json& terrain : step.value("avoid", json::array())) {
    if (const Outcome known = checkTerrain(context, terrain.get<std::string>()); !known)
      return known.error();
    avoid.insert(terrain.get<std::string>());
  }
  std::set<std::string> ids;
  std::map<std::string, std::size_t> wrong;
  std::size_t moved = 0;
  std::size_t ashore = 0;
  std::size_t count = 0;
  for (const Candidate& one : candidates) {
    HexCoord hex = lattice.hexAt(one.at);
    if (!extent.contains(hex))
      continue;
    std::string id = idFromName(one.name);
    for (int n = 2; !ids.insert(id).second; ++n)
      id = idFromName(one.name) + "-" + std::to_string(n);
    // The same bank of every river nearby, as the source has it.
    const auto wrongRivers = [&](HexCoord h) {
      std::vector<std::size_t> list;
      constexpr double kNear = 1.0;
      for (std::size_t i = 0; i < context.rivers.size(); ++i) {
        const int truth = bankOf(context.rivers[i].line, one.at, kNear);
        if (truth != 0 && bankOf(chains[i], lattice.centre(h), 1.5 * kNear) == -truth)
          list.push_back(i);
      }
      return list;
    };
    const auto inWater = [&](HexCoord h) { return avoid.count(context.document->terrain(h)) > 0; };
    if (const std::vector<std::size_t> rivers = wrongRivers(hex); !rivers.empty() || inWater(hex)) {
      std::optional<HexCoord> better;
      double best = 1.1;
      for (const HexCoord n : lattice.neighbours(hex))
        if (const double d = distance(lattice.centre(n), one.at);
            extent.contains(n) && d < best && !inWater(n) && wrongRivers(n).empty()) {
          best = d;
          better = n;
        }
      const std::string river = rivers.empty()                           ? ""
                                : context.rivers[rivers[0]].name.empty() ? "the river"
                                                                         : context.rivers[rivers[0]].name;
      for (const std::size_t i : rivers)
        ++wrong[context.rivers[i].name];
      if (better) {
        // So near to the river the source itself may have the place on the wrong side.
        const double away = rivers.empty() ? 1.0 : distanceTo(context.rivers[rivers[0]].line, one.at);
        const bool isSure = away >= kSureBank;
        out.doubts.push_back({stepId, "place", id, isSure ? 0.6 : 0.3,
                              one.name + " was moved from hex " + toText(hex) + " to " + toText(*better) +
                                  (rivers.empty() ? ", because the first lies in " + context.document->terrain(hex)
                                                  : " to stay on its bank of " + river) +
                                  (isSure ? ""
                                          : "; the source has it " + json(rounded(away, 2)).dump() +
                                                " hexes from the river, which may be the wrong bank")});
        hex = *better;
        ++(rivers.empty() ? ashore : moved);
      } else {
        out.doubts.push_back({stepId, "place", id, 0.3,
                              one.name +
                                  (rivers.empty() ? " lies in " + context.document->terrain(hex)
                                                  : " lies on the wrong bank of " + river) +
                                  " and no hex nearby is better"});
      }
    }
    json record{{"at", {hex.c, hex.r}}, {"kind", one.kind}, {"source", importMark(stepId)}};
    if (!one.name.empty())
      record["name"] = one.name;
    stroke.setRecord("map/named", {"place", id}, record.dump());
    ++count;
  }
  out.figures = {{"places", std::to_string(count)}, {"moved to their bank", std::to_string(moved)}};
  if (!avoid.empty())
    out.figures.emplace_back("moved out of the water", std::to_string(ashore));
  for (const auto& [river, n] : wrong) {
    LineReport report;
    report.name = river;
    report.kind = "places";
    report.wrongBank = n;
    out.lines.push_back(report);
  }
  out.edit = stroke.finish();
  return out;
}

} // namespace hotchkiss
