#include "editor/canvas/selectionshape.h"

#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

bool areNumbers(const json& value) {
  return std::all_of(value.begin(), value.end(), [](const json& item) { return item.is_number_integer(); });
}

/// Any of the spellings of a place: [c,r], [c,r,d], {"hex"}, {"edge"}, {"vertex"}, {"place": id} and so on.
void addPlace(const Document& document, const json& value, SelectionShape& out, int depth = 0) {
  if (value.is_array() && value.size() == 2 && areNumbers(value)) {
    out.hexes.push_back({value[0].get<std::int32_t>(), value[1].get<std::int32_t>()});
  } else if (value.is_array() && value.size() == 3 && areNumbers(value)) {
    out.edges.push_back({value[0].get<std::int32_t>(), value[1].get<std::int32_t>(), value[2].get<std::int32_t>()});
  } else if (value.is_array()) {
    for (const json& item : value)
      addPlace(document, item, out, depth);
  } else if (value.is_object()) {
    for (const auto& [name, item] : value.items()) {
      if (name == "vertex" && item.is_array() && item.size() == 3 && areNumbers(item))
        out.vertices.push_back({item[0].get<std::int32_t>(), item[1].get<std::int32_t>(), item[2].get<std::int32_t>()});
      else if (item.is_string() && depth == 0) { // what a link joins
        const std::string* record = document.record(kNamedTable, {name, item.get<std::string>()});
        const json body = record ? json::parse(*record, nullptr, false) : json::object();
        for (const char* member : {"at", "hexes", "edges", "label"})
          if (body.contains(member))
            addPlace(document, body[member], out, depth + 1);
      } else {
        addPlace(document, item, out, depth + 1);
      }
    }
  }
}

bool names(const std::string& text, const std::string& id) {
  return text.find('"' + id + '"') != std::string::npos;
}

} // namespace

SelectionShape shapeOf(const Document& document, const Selection& selection) {
  SelectionShape out;
  if (const auto* hex = std::get_if<HexCoord>(&selection))
    out.hexes = {*hex};
  else if (const auto* edge = std::get_if<EdgeId>(&selection))
    out.edges = {*edge};
  else if (const auto* vertex = std::get_if<VertexId>(&selection))
    out.vertices = {*vertex};
  const auto* thing = std::get_if<NamedThing>(&selection);
  if (!thing)
    return out;
  const std::string* record = document.record(kNamedTable, {thing->section, thing->id});
  if (!record)
    return out;
  const json body = json::parse(*record, nullptr, false);
  for (const char* member : {"at", "hexes", "edges", "ends"})
    if (body.contains(member))
      addPlace(document, body[member], out);
  if (thing->section == "course")
    document.forEachEdge([&](EdgeId e, std::uint32_t id) {
      if (!names(document.pool().text(id), thing->id))
        return;
      for (const Feature& feature : document.features(e).features)
        if (std::find(feature.of.begin(), feature.of.end(), thing->id) != feature.of.end()) {
          out.edges.push_back(e);
          break;
        }
    });
  if (thing->section == "region")
    for (std::int32_t c = 0; c < document.extent().width; ++c)
      for (std::int32_t r = 0; r < document.extent().height; ++r)
        if (const std::string& text = document.attributes({c, r}); names(text, thing->id)) {
          const json in = json::parse(text, nullptr, false).value("in", json::array());
          if (std::find(in.begin(), in.end(), json(thing->id)) != in.end())
            out.hexes.push_back({c, r});
        }
  return out;
}

template <class Visit>
void SelectionShape::eachPoint(const Lattice& lattice, Visit&& visit) const {
  for (const HexCoord h : hexes)
    visit(lattice.centre(h));
  for (const EdgeId e : edges)
    visit(lattice.middle(e));
  for (const VertexId v : vertices)
    visit(lattice.position(v));
}

double SelectionShape::reach(const Lattice& lattice) const {
  const Point middle = centre(lattice);
  double out = 0;
  eachPoint(lattice, [&](Point p) { out = std::max(out, std::hypot(p.x - middle.x, p.y - middle.y)); });
  return out;
}

Point SelectionShape::centre(const Lattice& lattice) const {
  Point sum;
  double count = 0;
  eachPoint(lattice, [&](Point p) {
    sum = {sum.x + p.x, sum.y + p.y};
    ++count;
  });
  return count > 0 ? Point{sum.x / count, sum.y / count} : Point{};
}

} // namespace hotchkiss::editor
