#include "libscenario/module/filekinds.h"
#include "libscenario/validation/attributecheck.h"
#include "libscenario/validation/checksupport.h"

#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

EdgeId edgeOf(const json& value) {
  return {value[0].get<std::int32_t>(), value[1].get<std::int32_t>(), value[2].get<std::int32_t>()};
}

void checkLocation(CheckContext& context, const RecordKey& key, const std::string& member, const json& value) {
  const Extent extent = context.document.extent();
  const auto outside = [&](const std::string& what) {
    pointAt(context.add("CORE-V20", member + " lies outside the map (" + what + ")", "correct the coordinates"), key);
  };
  if (value.is_array() && value.size() == 2 && value[0].is_number_integer()) {
    const HexCoord h{value[0].get<std::int32_t>(), value[1].get<std::int32_t>()};
    if (!extent.contains(h))
      outside("hex " + toText(h));
  } else if (value.is_array() && value.size() == 3 && value[0].is_number_integer()) {
    const HexCoord h{value[0].get<std::int32_t>(), value[1].get<std::int32_t>()};
    if (!extent.containsOrBorders(h))
      outside("edge or corner of " + toText(h));
  } else if (value.is_array()) {
    for (const json& item : value)
      checkLocation(context, key, member, item);
  } else if (value.is_object()) {
    for (const auto& [name, item] : value.items()) {
      if (item.is_string()) {
        if (!context.knows(name, item.get<std::string>()))
          pointAt(context.add("CORE-V11", member + " refers to the " + name + " \"" + item.get<std::string>() +
                                              "\", which does not exist"),
                  key);
      } else {
        checkLocation(context, key, member, item);
      }
    }
  }
}

void checkCrossing(CheckContext& context, const RecordKey& key, const json& body, const NamedKind& kind) {
  const EdgeId e = edgeOf(body["at"]);
  const FeatureSet& features = context.features(e);
  if (std::none_of(kind.over.begin(), kind.over.end(),
                   [&](const std::string& wanted) { return satisfies(features, wanted); })) {
    Finding& finding = context.add("CORE-V15",
                                   "there is nothing to cross at hexside " + context.numbering.label(e) + ": " +
                                       body.value("kind", "") + " needs " + joinWords(kind.over, " or "),
                                   "move the crossing or draw the water");
    finding.key = "nothing to cross";
    finding.about = {body.value("kind", "")};
    pointAt(finding, key);
    finding.place.edge = e;
  }
  std::vector<std::string> paths;
  for (const Feature& feature : features.features)
    if (feature.kind.starts_with("path."))
      paths.push_back(feature.kind);
  if (!kind.carries.empty() && !paths.empty() && std::none_of(paths.begin(), paths.end(), [&](const std::string& path) {
        return std::find(kind.carries.begin(), kind.carries.end(), path) != kind.carries.end();
      })) {
    Finding& finding =
        context.add("CORE-V25",
                    "a " + body.value("kind", "") + " carries " + joinWords(kind.carries, " or ") +
                        ", but over hexside " + context.numbering.label(e) + " leads " + joinWords(paths),
                    "choose another kind of crossing or correct the path");
    finding.key = joinWords(paths);
    finding.place.edge = e;
    pointAt(finding, key);
  }
  if (const std::string course = body.value("of", ""); !course.empty() && !context.knows("course", course))
    pointAt(context.add("CORE-V11", "the course \"" + course + "\" does not exist"), key);
}

void checkPlace(CheckContext& context, const RecordKey& key, const json& body, const NamedKind& kind) {
  const json& at = body["at"];
  const std::string on = at.is_object() && !at.empty() ? at.begin().key() : "hex";
  const bool isOnMap = on == "hex" || on == "edge" || on == "vertex"; // else in a region, which may be off the map
  if (kind.on.empty() || !isOnMap || std::find(kind.on.begin(), kind.on.end(), on) != kind.on.end())
    return;
  const auto inWords = [](const std::string& where) {
    return where == "edge" ? "a hexside" : where == "vertex" ? "a corner" : "a hex";
  };
  std::vector<std::string> allowed;
  for (const std::string& where : kind.on)
    allowed.emplace_back(inWords(where));
  pointAt(context.add("CORE-V24",
                      std::string("the place lies on ") + inWords(on) + ", but a " + body.value("kind", "") +
                          " lies on " + joinWords(allowed, " or "),
                      "move it"),
          key);
}

/// The corner that is the id of a join.
std::optional<VertexId> joinVertex(const std::string& id) {
  std::vector<std::int32_t> numbers;
  for (const std::string_view part : splitText(id, '.')) {
    const std::optional<long> number = parseInteger(part);
    if (!number)
      return std::nullopt;
    numbers.push_back(static_cast<std::int32_t>(*number));
  }
  return numbers.size() == 3 ? std::optional(VertexId{numbers[0], numbers[1], numbers[2]}) : std::nullopt;
}

void checkJoin(CheckContext& context, const RecordKey& key, const json& body) {
  const std::optional<VertexId> corner = joinVertex(key.id);
  if (!corner)
    return; // the schema lets no other id pass
  const VertexId v = *corner;
  std::set<std::string> touching;
  for (const EdgeId e : context.document.lattice().edges(v))
    for (const Feature& feature : context.features(e).features)
      touching.insert(feature.of.begin(), feature.of.end());
  for (const json& item : body["of"]) {
    const std::string course = item.get<std::string>();
    if (!context.knows("course", course))
      pointAt(context.add("CORE-V11", "the course \"" + course + "\" does not exist"), key);
    else if (!touching.contains(course)) {
      Finding& finding =
          context.add("CORE-V19", "the course " + course + " does not touch corner " + context.numbering.label(v),
                      "correct the corner or the course");
      finding.key = course;
      pointAt(finding, key);
    }
  }
}

} // namespace

void checkThing(CheckContext& context, const Thing& thing) {
  const KindOf kindOf = [&](const std::string& section, const std::string& id) { return context.kindOf(section, id); };
  const RecordKey& key = thing.key;
  const json& body = *thing.body;
  if (key.section == "join")
    return checkJoin(context, key, body);
  for (const char* member : {"at", "mouth", "from", "start", "label", "hexes", "edges", "ends"})
    if (body.contains(member))
      checkLocation(context, key, member, body[member]);
  const auto section = context.catalogue.named.find(key.section);
  const NamedKind* kind = nullptr;
  if (section != context.catalogue.named.end())
    if (const auto it = section->second.find(thing.kind); it != section->second.end())
      kind = &it->second;
  if (!kind) {
    Finding& finding = context.add("CORE-V16", "unknown kind of " + key.section + ": \"" + thing.kind + "\"",
                                   section == context.catalogue.named.end() ? std::string("this ruleset has none")
                                                                            : nearIn(thing.kind, section->second));
    finding.about = {thing.kind};
    return pointAt(finding, key);
  }
  for (const AttributeProblem& problem :
       attributeProblems(body.value("attributes", json::object()), kind->attributes, kindOf)) {
    Finding& finding = context.add(checkOf(problem), problem.message);
    finding.about = {problem.attribute};
    pointAt(finding, key);
  }
  for (const json& border : body.value("borders", json::array()))
    if (!context.knows("region", border.get<std::string>()))
      pointAt(context.add("CORE-V11", "borders refers to the region " + border.dump() + ", which does not exist"), key);
  if (key.section == "crossing")
    checkCrossing(context, key, body, *kind);
  if (key.section == "place")
    checkPlace(context, key, body, *kind);
}

namespace {

/// Where a record says that its thing is. Three numbers are an edge or, under `mouth` and `from`, a vertex.
void placeFrom(const json& value, bool isVertex, FindingPlace& place) {
  if (value.is_object()) {
    for (const auto& [name, item] : value.items())
      placeFrom(item, name == "vertex", place);
  } else if (value.is_array() && !value.empty() && value[0].is_array()) {
    placeFrom(value[0], isVertex, place);
  } else if (value.is_array() &&
             std::all_of(value.begin(), value.end(), [](const json& item) { return item.is_number_integer(); })) {
    const auto number = [&](std::size_t i) { return value[i].get<std::int32_t>(); };
    if (value.size() == 2)
      place.hex = HexCoord{number(0), number(1)};
    else if (value.size() == 3 && isVertex)
      place.vertex = VertexId{number(0), number(1), number(2)};
    else if (value.size() == 3)
      place.edge = edgeOf(value);
  }
}

} // namespace

void placeThings(const CheckContext& context, std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    FindingPlace& place = finding.place;
    const std::size_t space = place.thing.find(' ');
    if (place.file != kNamedPath || space == std::string::npos || place.hex || place.edge || place.vertex)
      continue;
    const RecordKey key{place.thing.substr(0, space), place.thing.substr(space + 1)};
    if (key.section == "join") {
      if (const std::optional<VertexId> v = joinVertex(key.id))
        place.vertex = *v;
      continue;
    }
    if (const auto edges = context.courseEdges.find(key.id);
        key.section == "course" && edges != context.courseEdges.end()) {
      place.edge = edges->second.front();
      continue;
    }
    const Thing* thing = context.things.find(key.section, key.id);
    if (!thing)
      continue;
    const json& body = *thing->body;
    for (const char* member : {"at", "mouth", "from", "start", "label", "hexes", "edges", "ends"})
      if (body.contains(member) && !place.hex && !place.edge && !place.vertex)
        placeFrom(body[member], std::string_view(member) == "mouth" || std::string_view(member) == "from", place);
  }
}

} // namespace hotchkiss
