#include "libscenario/module/clippingtext.h"

#include "libscenario/json/objecttext.h"
#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr const char* kKind = "clipping";
constexpr std::int32_t kFarthest = 8'000; ///< of a hex from the anchor; what is written then can be read

Error broken(const std::string& what) {
  return {"the clipboard does not hold a piece of a map that can be used: " + what,
          {},
          0,
          {},
          "copy it again from a window of this program"};
}

json parsed(const std::string& text) {
  json out = text.empty() ? json::object() : json::parse(text, nullptr, false);
  return out.is_object() ? out : json::object();
}

/// Rows of the files begin at 0 or -1; in a file a clipping therefore lies with its anchor away from the corner, by a
/// step that keeps shifted lines shifted.
HexCoord cornerOf(const Clipping& clipping) {
  HexCoord least;
  for (const auto& [h, value] : clipping.hexes)
    least = {std::min(least.c, h.c), std::min(least.r, h.r)};
  const auto even = [](std::int32_t n) { return n & 1 ? n - 1 : n; };
  return {even(least.c) - 2, even(least.r) - 2};
}

PlaceMap shifted(HexCoord by) {
  return {[by](HexCoord h) {
            return HexCoord{h.c + by.c, h.r + by.r};
          },
          [by](EdgeId e) {
            return EdgeId{e.c + by.c, e.r + by.r, e.d};
          },
          [by](VertexId v) {
            return VertexId{v.c + by.c, v.r + by.r, v.v};
          }};
}

/// Rows of one kind of file, each judged by the schema of that file.
Result<std::vector<json>> rowsOf(const json& body, const char* member, const char* schema) {
  std::vector<json> out;
  if (!body.contains(member))
    return out;
  if (!body[member].is_array())
    return broken(std::string(member) + " is not a list");
  for (const json& row : body[member]) {
    if (const auto problem = Schema::named(schema)->rowProblem(row))
      return broken(std::string(member) + ": " + *problem);
    out.push_back(row);
  }
  return out;
}

std::int32_t number(const json& row, std::size_t index) {
  return row[index].get<std::int32_t>();
}

bool isHex(const json& value) {
  const auto small = [](const json& n) { return n.is_number_integer() && std::abs(n.get<double>()) <= 40'000; };
  return value.is_array() && value.size() == 2 && small(value[0]) && small(value[1]);
}

/// Collects what is unknown, once each.
class Dropped {
 public:
  void note(const std::string& sort, const std::string& id) { mNames.insert(sort + " “" + id + "”"); }
  std::vector<std::string> names() const { return {mNames.begin(), mNames.end()}; }

 private:
  std::set<std::string> mNames;
};

void dropFrom(FeatureSet& set, const std::map<std::string, FeatureKind>& kinds, const Document& document,
              Dropped& dropped) {
  std::erase_if(set.features, [&](Feature& feature) {
    const auto kind = kinds.find(feature.kind);
    if (kind == kinds.end()) {
      dropped.note("feature", feature.kind);
      return true;
    }
    if (!feature.classId.empty() && !kind->second.classes.contains(feature.classId)) {
      dropped.note("class", feature.kind + ":" + feature.classId);
      return true;
    }
    std::erase_if(feature.of, [&](const std::string& course) {
      if (document.record(kNamedTable, {"course", course}))
        return false;
      dropped.note("course", course);
      return true;
    });
    return false;
  });
}

} // namespace

std::string clippingText(const ClippingLetter& letter) {
  const Clipping& clipping = letter.clipping;
  const HexCoord corner = cornerOf(clipping);
  const HexCoord by{-corner.c, -corner.r};
  const PlaceMap place = shifted(by);
  json hexes = json::array();
  for (const auto& [h, value] : clipping.hexes) {
    json row{h.c + by.c, h.r + by.r};
    if (!value.terrain.empty() || value.level || !value.attributes.empty())
      row.push_back(value.terrain.empty() ? json() : json(value.terrain));
    if (value.level || !value.attributes.empty())
      row.push_back(value.level ? json(*value.level) : json());
    if (!value.attributes.empty())
      row.push_back(parsed(value.attributes));
    hexes.push_back(std::move(row));
  }
  json edges = json::array();
  for (const auto& [e, features] : clipping.edges)
    edges.push_back({e.c + by.c, e.r + by.r, e.d, parsed(features.toText())});
  json vertices = json::array();
  for (const auto& [v, features] : clipping.vertices)
    vertices.push_back({v.c + by.c, v.r + by.r, v.v, parsed(features.toText())});
  json named = json::array();
  for (const ClippedThing& thing : clipping.things)
    named.push_back({thing.key.section, thing.key.id, parsed(withPlacesMapped(thing.text, place))});
  return json{{"formatVersion", kFormatVersion},
              {"kind", kKind},
              {"ruleset", letter.ruleset},
              {"orientation", clipping.lattice.orientation() == Orientation::Flat ? "flat" : "pointy"},
              {"anchor", {by.c, by.r}},
              {"keepsCourses", letter.keepsCourses},
              {"hexes", std::move(hexes)},
              {"edges", std::move(edges)},
              {"vertices", std::move(vertices)},
              {"named", std::move(named)}}
      .dump();
}

Result<ClippingLetter> readClippingText(std::string_view text) {
  if (text.size() > kLargestClippingText)
    return broken("it is larger than " + std::to_string(kLargestClippingText >> 20) + " MiB");
  Result<json> read = parseStrictJson(text);
  if (!read)
    return broken(read.error().message);
  const json& body = *read;
  if (!body.is_object() || body.value("kind", json()) != json(kKind))
    return broken("it is something else");
  const json version = body.value("formatVersion", json());
  if (!version.is_number_integer() || version.get<double>() < 1)
    return broken("it does not say its version");
  if (version.get<double>() > kFormatVersion)
    return broken("it comes from a newer version of this program");
  const json orientation = body.value("orientation", json());
  if (orientation != json("flat") && orientation != json("pointy"))
    return broken("it does not say how its hexes are turned");
  const json anchor = body.value("anchor", json());
  if (!isHex(anchor) || (number(anchor, 0) & 1) != 0 || (number(anchor, 1) & 1) != 0)
    return broken("its anchor is no place");
  if (!body.value("ruleset", json()).is_string() || !body.value("keepsCourses", json()).is_boolean())
    return broken("it does not say from which ruleset it is");

  ClippingLetter out;
  out.ruleset = body["ruleset"].get<std::string>();
  out.keepsCourses = body["keepsCourses"].get<bool>();
  out.clipping.lattice = Lattice(orientation == json("flat") ? Orientation::Flat : Orientation::Pointy, Parity::Odd);
  const Lattice& lattice = out.clipping.lattice;
  const HexCoord by{-number(anchor, 0), -number(anchor, 1)};
  if (body.contains("hexes") && body["hexes"].size() > kMostClippedHexes)
    return broken("it has more than " + std::to_string(kMostClippedHexes) + " hexes");
  const auto hexes = rowsOf(body, "hexes", "hexes");
  const auto edges = rowsOf(body, "edges", "edges");
  const auto vertices = rowsOf(body, "vertices", "vertices");
  const auto named = rowsOf(body, "named", "named");
  if (!hexes)
    return hexes.error();
  if (!edges)
    return edges.error();
  if (!vertices)
    return vertices.error();
  if (!named)
    return named.error();
  for (const json& row : *hexes) {
    if (row.size() < 2)
      continue; // opens or closes a column
    ClippedHex value;
    if (row.size() > 2 && row[2].is_string())
      value.terrain = row[2].get<std::string>();
    if (row.size() > 3 && row[3].is_number_integer())
      value.level = row[3].get<int>();
    if (row.size() > 4)
      value.attributes = textOf(row[4]);
    const HexCoord h{number(row, 0) + by.c, number(row, 1) + by.r};
    if (std::abs(h.c) > kFarthest || std::abs(h.r) > kFarthest)
      return broken("it reaches too far");
    out.clipping.hexes[h] = std::move(value);
  }
  if (out.clipping.hexes.empty())
    return broken("it has no hexes");
  const auto touches = [&](const auto& around) {
    return std::any_of(around.begin(), around.end(), [&](HexCoord h) { return out.clipping.hexes.contains(h); });
  };
  for (const json& row : *edges)
    if (row.size() > 3)
      if (const EdgeId e{number(row, 0) + by.c, number(row, 1) + by.r, number(row, 2)}; touches(lattice.hexes(e)))
        out.clipping.edges[e] = FeatureSet::fromText(row[3].dump());
  for (const json& row : *vertices)
    if (row.size() > 3)
      if (const VertexId v{number(row, 0) + by.c, number(row, 1) + by.r, number(row, 2)}; touches(lattice.hexes(v)))
        out.clipping.vertices[v] = FeatureSet::fromText(row[3].dump());
  const PlaceMap place = shifted(by);
  for (const json& row : *named)
    if (row.size() == 3)
      out.clipping.things.push_back(
          {{row[0].get<std::string>(), row[1].get<std::string>()}, withPlacesMapped(row[2].dump(), place)});
  return out;
}

std::vector<std::string> dropUnknown(Clipping& clipping, const Document& document, const Catalogue& catalogue) {
  Dropped dropped;
  for (auto& [h, value] : clipping.hexes) {
    if (!value.terrain.empty() && !catalogue.terrains.contains(value.terrain)) {
      dropped.note("terrain", value.terrain);
      value.terrain.clear();
    }
    if (value.attributes.empty())
      continue;
    json more = parsed(value.attributes);
    json kept = json::object();
    for (auto& [name, member] : more.items()) {
      if (name == "in" && member.is_array()) {
        json in = json::array();
        for (const json& region : member)
          if (region.is_string() && document.record(kNamedTable, {"region", region.get<std::string>()}))
            in.push_back(region);
          else
            dropped.note("region", region.is_string() ? region.get<std::string>() : region.dump());
        if (!in.empty())
          kept["in"] = std::move(in);
      } else if (catalogue.hexAttributes.contains(name) || name == "note" || name == "source") {
        kept[name] = member;
      } else {
        dropped.note("attribute", name);
      }
    }
    value.attributes = textOf(kept);
  }
  for (auto& [e, features] : clipping.edges)
    dropFrom(features, catalogue.edgeFeatures, document, dropped);
  for (auto& [v, features] : clipping.vertices)
    dropFrom(features, catalogue.vertexFeatures, document, dropped);
  std::erase_if(clipping.edges, [](const auto& item) { return item.second.empty(); });
  std::erase_if(clipping.vertices, [](const auto& item) { return item.second.empty(); });
  std::erase_if(clipping.things, [&](ClippedThing& thing) {
    json body = parsed(thing.text);
    const std::string kind = body.value("kind", "");
    const auto section = catalogue.named.find(thing.key.section);
    if (section == catalogue.named.end() || !section->second.contains(kind)) {
      dropped.note(thing.key.section, kind);
      return true;
    }
    if (body.contains("of") && body["of"].is_string() &&
        !document.record(kNamedTable, {"course", body["of"].get<std::string>()})) {
      dropped.note("course", body["of"].get<std::string>());
      body.erase("of");
      thing.text = body.dump();
    }
    return false;
  });
  return dropped.names();
}

void leaveCourses(Clipping& clipping) {
  for (auto& [e, features] : clipping.edges)
    for (Feature& feature : features.features)
      feature.of.clear();
  for (auto& [v, features] : clipping.vertices)
    for (Feature& feature : features.features)
      feature.of.clear();
  for (ClippedThing& thing : clipping.things) {
    json body = parsed(thing.text);
    if (body.erase("of") > 0)
      thing.text = body.dump();
  }
}

} // namespace hotchkiss
