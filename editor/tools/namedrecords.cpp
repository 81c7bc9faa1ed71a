#include "editor/tools/namedrecords.h"

#include "editor/docks/recordreferences.h"
#include "editor/tools/catalogueinfo.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

HexCoord hexFrom(const json& value) {
  return {value[0].get<std::int32_t>(), value[1].get<std::int32_t>()};
}

bool isPlace(const json& value, std::size_t size) {
  return value.is_array() && value.size() == size &&
         std::all_of(value.begin(), value.end(), [](const json& item) { return item.is_number_integer(); });
}

/// As it stands in a record, whose text is canonical: "[4,7,1]".
std::string coordinatesOf(const Selection& where) {
  const auto joined = [](std::initializer_list<std::int32_t> numbers) {
    std::string out;
    for (const std::int32_t number : numbers)
      out += (out.empty() ? "[" : ",") + std::to_string(number);
    return out + "]";
  };
  if (const auto* hex = std::get_if<HexCoord>(&where))
    return joined({hex->c, hex->r});
  if (const auto* edge = std::get_if<EdgeId>(&where))
    return joined({edge->c, edge->r, edge->d});
  if (const auto* vertex = std::get_if<VertexId>(&where))
    return joined({vertex->c, vertex->r, vertex->v});
  return {};
}

} // namespace

json newRecord(const Catalogue& catalogue, const std::string& section, const std::string& kind) {
  json out{{"kind", kind}};
  if (const auto it = catalogue.named.find(section); it != catalogue.named.end())
    if (const auto row = it->second.find(kind); row != it->second.end())
      if (json attributes = requiredAttributes(row->second.attributes); !attributes.is_null())
        out["attributes"] = std::move(attributes);
  return out;
}

json recordOf(const Document& document, const NamedThing& thing) {
  const std::string* text = document.record(kNamedTable, {thing.section, thing.id});
  json out = text ? json::parse(*text, nullptr, false) : json::object();
  return out.is_object() ? out : json::object();
}

void setRecord(Stroke& stroke, const NamedThing& thing, const json& body) {
  stroke.setRecord(kNamedTable, {thing.section, thing.id}, body.dump());
}

bool mayNamePlace(const std::string& recordText, const Selection& where) {
  return recordText.find(coordinatesOf(where)) != std::string::npos;
}

bool liesAt(const json& at, const Selection& where) {
  if (const auto* hex = std::get_if<HexCoord>(&where)) {
    const json& value = at.is_object() && at.contains("hex") ? at["hex"] : at;
    return isPlace(value, 2) && hexFrom(value) == *hex;
  }
  if (const auto* edge = std::get_if<EdgeId>(&where)) {
    const json& value = at.is_object() && at.contains("edge") ? at["edge"] : at;
    return (!at.is_object() || at.contains("edge")) && isPlace(value, 3) && value == json{edge->c, edge->r, edge->d};
  }
  if (const auto* vertex = std::get_if<VertexId>(&where))
    return at.is_object() && at.contains("vertex") && at["vertex"] == json{vertex->c, vertex->r, vertex->v};
  return false;
}

json locationOf(const Selection& where) {
  if (const auto* hex = std::get_if<HexCoord>(&where))
    return {hex->c, hex->r};
  if (const auto* edge = std::get_if<EdgeId>(&where))
    return {{"edge", {edge->c, edge->r, edge->d}}};
  const VertexId vertex = std::get<VertexId>(where);
  return {{"vertex", {vertex.c, vertex.r, vertex.v}}};
}

std::vector<NamedThing> thingsAt(const Document& document, const Pick& pick) {
  const Selection where = pick.kind == Pick::Kind::Edge     ? Selection(pick.edge)
                          : pick.kind == Pick::Kind::Vertex ? Selection(pick.vertex)
                                                            : Selection(pick.hex);
  std::vector<NamedThing> out;
  for (const auto& [key, text] : document.table(kNamedTable)) {
    if ((key.section != "crossing" && key.section != "place" && key.section != "entry") || !mayNamePlace(text, where))
      continue;
    const json body = json::parse(text, nullptr, false);
    bool here = body.contains("at") && liesAt(body["at"], where);
    for (const char* list : {"hexes", "edges"})
      if (const auto it = body.find(list); !here && it != body.end())
        here = std::any_of(it->begin(), it->end(), [&](const json& item) { return liesAt(item, where); });
    if (here)
      out.push_back({key.section, key.id});
  }
  return out;
}

QString nameOf(const EditorDocument& document, const NamedThing& thing) {
  const json body = recordOf(document.document(), thing);
  if (const std::string name = body.value("name", ""); !name.empty())
    return QString::fromStdString(name);
  return nameOfKind(document.ruleset(), thing.section, body.value("kind", "")) + QLatin1Char(' ') +
         QString::fromStdString(thing.id);
}

NamedThing rename(Stroke& stroke, const Catalogue& catalogue, const NamedThing& thing, const std::string& name,
                  bool alsoId) {
  json body = recordOf(stroke.document(), thing);
  if (body.empty())
    return thing;
  if (name.empty())
    body.erase("name");
  else
    body["name"] = name;
  setRecord(stroke, thing, body);
  if (!alsoId || name.empty())
    return thing;
  const NamedThing renamed{thing.section, freeId(stroke.document(), thing.section, name)};
  return renameRecord(stroke, catalogue, {thing.section, thing.id}, renamed.id).ok() ? renamed : thing;
}

void removeThing(Stroke& stroke, const Catalogue& catalogue, const NamedThing& thing) {
  deleteRecord(stroke, catalogue, {thing.section, thing.id});
}

} // namespace hotchkiss::editor
