#include "libscenario/module/courses.h"

#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

json recordOf(const Document& document, const std::string& section, const std::string& id) {
  const std::string* text = document.record(kNamedTable, {section, id});
  json out = text ? json::parse(*text, nullptr, false) : json();
  return out.is_object() ? out : json();
}

const NamedKind* kindOf(const Catalogue& catalogue, const json& record) {
  const auto section = catalogue.named.find("course");
  if (section == catalogue.named.end() || !record.is_object())
    return nullptr;
  const auto kind = section->second.find(record.value("kind", ""));
  return kind == section->second.end() ? nullptr : &kind->second;
}

bool belongs(const Feature& feature, const std::string& course) {
  return std::find(feature.of.begin(), feature.of.end(), course) != feature.of.end();
}

std::optional<VertexId> cornerIn(const json& record, const char* member) {
  const json at = record.is_object() ? record.value(member, json()) : json();
  if (!at.is_array() || at.size() != 3)
    return std::nullopt;
  return VertexId{at[0].get<std::int32_t>(), at[1].get<std::int32_t>(), at[2].get<std::int32_t>()};
}

std::optional<HexCoord> hexIn(const json& record, const char* member) {
  const json at = record.is_object() ? record.value(member, json()) : json();
  if (!at.is_array() || at.size() != 2)
    return std::nullopt;
  return HexCoord{at[0].get<std::int32_t>(), at[1].get<std::int32_t>()};
}

/// On these hexsides what belongs to one course belongs to another.
void retag(Stroke& stroke, const std::vector<EdgeId>& edges, const std::string& from, const std::string& to) {
  for (const EdgeId e : edges) {
    FeatureSet features = stroke.document().features(e);
    for (Feature& feature : features.features) {
      if (!belongs(feature, from))
        continue;
      std::set<std::string> of(feature.of.begin(), feature.of.end());
      of.erase(from);
      of.insert(to);
      feature.of.assign(of.begin(), of.end());
    }
    stroke.setEdge(e, features.toText());
  }
}

/// Crossings of a course that lie on these hexsides go with them.
void retagCrossings(Stroke& stroke, const std::set<EdgeId>& edges, const std::string& from, const std::string& to) {
  std::vector<std::pair<RecordKey, std::string>> changed;
  for (const auto& [key, text] : stroke.document().table(kNamedTable)) {
    if (key.section != "crossing" || text.find('"' + from + '"') == std::string::npos)
      continue;
    json body = json::parse(text, nullptr, false);
    const json at = body.value("at", json());
    if (body.value("of", "") != from || !at.is_array() || at.size() != 3 ||
        !edges.contains({at[0].get<std::int32_t>(), at[1].get<std::int32_t>(), at[2].get<std::int32_t>()}))
      continue;
    body["of"] = to;
    changed.emplace_back(key, body.dump());
  }
  for (const auto& [key, text] : changed)
    stroke.setRecord(kNamedTable, key, text);
}

/// Joins name each course once, and two at least.
void retagJoins(Stroke& stroke, const std::set<VertexId>& corners, const std::string& from, const std::string& to) {
  std::vector<std::pair<RecordKey, std::optional<std::string>>> changed;
  for (const auto& [key, text] : stroke.document().table(kNamedTable)) {
    if (key.section != "join" || text.find('"' + from + '"') == std::string::npos)
      continue;
    const bool meant =
        std::any_of(corners.begin(), corners.end(), [&id = key.id](VertexId v) { return toText(v) == id; });
    json body = json::parse(text, nullptr, false);
    std::set<std::string> of = body.value("of", std::set<std::string>{});
    if (!meant || of.erase(from) == 0)
      continue;
    of.insert(to);
    body["of"] = of;
    changed.emplace_back(key, of.size() > 1 ? std::optional(body.dump()) : std::nullopt);
  }
  for (const auto& [key, text] : changed)
    stroke.setRecord(kNamedTable, key, text);
}

Error noCourse(const std::string& id) {
  return {"there is no course \"" + id + "\"", {}, 0, {}, {}};
}

} // namespace

std::vector<std::string> coursesAt(const Document& document, EdgeId e) {
  std::set<std::string> out;
  if (document.edge(e) != TextPool::kNone)
    for (const Feature& feature : document.features(e).features)
      out.insert(feature.of.begin(), feature.of.end());
  return {out.begin(), out.end()};
}

CourseWay courseWay(const Document& document, const Catalogue& catalogue, const std::string& course) {
  CourseWay out;
  const json record = recordOf(document, "course", course);
  const NamedKind* kind = kindOf(catalogue, record);
  out.across = kind && !kind->of.empty() && kind->of.front().starts_with("path.");
  const std::string quoted = '"' + course + '"';
  document.forEachEdge([&](EdgeId e, std::uint32_t id) {
    if (document.pool().text(id).find(quoted) == std::string::npos)
      return;
    const FeatureSet features = document.features(e);
    if (std::any_of(features.features.begin(), features.features.end(),
                    [&](const Feature& feature) { return belongs(feature, course); }))
      out.edges.push_back(e);
  });
  const std::optional<VertexId> mouth = out.across ? std::nullopt : cornerIn(record, "mouth");
  const std::optional<VertexId> source = out.across ? std::nullopt : cornerIn(record, "from");
  const std::optional<HexCoord> start = out.across ? hexIn(record, "start") : std::nullopt;
  const auto kindOfChain = out.across ? ChainKind::AcrossEdges : ChainKind::AlongEdges;
  auto walk = walkChain(document.lattice(), kindOfChain, out.edges, mouth ? mouth : source, start);
  out.isDirected = mouth || source || start;
  if (std::holds_alternative<ChainProblem>(walk) &&
      std::get<ChainProblem>(walk).kind == ChainProblem::Kind::StartNotAtEnd) {
    walk = walkChain(document.lattice(), kindOfChain, out.edges);
    out.isDirected = false;
  }
  if (ChainWalk* chain = std::get_if<ChainWalk>(&walk)) {
    out.isOneWay = true;
    out.edges = std::move(chain->order);
    out.corners = std::move(chain->corners);
    out.hexes = std::move(chain->hexes);
    if (mouth && out.isDirected) { // walked from its end
      std::reverse(out.edges.begin(), out.edges.end());
      std::reverse(out.corners.begin(), out.corners.end());
    }
  } else {
    out.isDirected = false;
  }
  return out;
}

Outcome setCourseMouth(Stroke& stroke, const Catalogue& catalogue, const std::string& course, VertexId corner,
                       HexCoord hex) {
  json record = recordOf(stroke.document(), "course", course);
  const NamedKind* kind = kindOf(catalogue, record);
  if (!kind)
    return noCourse(course);
  const CourseWay way = courseWay(stroke.document(), catalogue, course);
  if (!way.across && kind->mouth == "none")
    return Error{"a course of this kind has no mouth", {}, 0, {}, {}};
  if (!way.isOneWay)
    return Error{"the course is not one way yet, so that it has no ends",
                 {},
                 0,
                 {},
                 "close its gaps and give its branches courses of their own first"};
  const bool isEnd = way.across
                         ? (!way.hexes.empty() && (way.hexes.front() == hex || way.hexes.back() == hex))
                         : (!way.corners.empty() && (way.corners.front() == corner || way.corners.back() == corner));
  if (!isEnd)
    return Error{"that is no end of the course", {}, 0, {}, "click where it begins or ends"};
  if (way.across) {
    record["start"] = {hex.c, hex.r};
  } else {
    record["mouth"] = {corner.c, corner.r, corner.v};
    if (cornerIn(record, "from") == corner)
      record.erase("from");
  }
  stroke.setRecord(kNamedTable, {"course", course}, record.dump());
  return success();
}

Outcome joinCourses(Stroke& stroke, const Catalogue& catalogue, const std::string& kept, const std::string& gone) {
  json keptRecord = recordOf(stroke.document(), "course", kept);
  const json goneRecord = recordOf(stroke.document(), "course", gone);
  if (!kindOf(catalogue, keptRecord))
    return noCourse(kept);
  if (!kindOf(catalogue, goneRecord))
    return noCourse(gone);
  if (kept == gone)
    return Error{"a course cannot be joined with itself", {}, 0, {}, "choose another one"};
  if (keptRecord.value("kind", "") != goneRecord.value("kind", ""))
    return Error{"courses of different kinds cannot be joined", {}, 0, {}, "change the kind of one of them first"};
  const CourseWay way = courseWay(stroke.document(), catalogue, gone);
  const std::set<EdgeId> edges(way.edges.begin(), way.edges.end());
  std::set<VertexId> corners;
  for (const EdgeId e : way.edges)
    for (const VertexId v : stroke.document().lattice().ends(e))
      corners.insert(v);
  retag(stroke, way.edges, gone, kept);
  retagCrossings(stroke, edges, gone, kept);
  retagJoins(stroke, corners, gone, kept);
  stroke.setRecord(kNamedTable, {"course", gone}, std::nullopt);
  // Its end is that of one of the two which still is an end.
  for (const char* member : {"mouth", "from", "start"}) {
    for (const json& candidate : {keptRecord, goneRecord}) {
      keptRecord.erase(member);
      if (!candidate.contains(member))
        continue;
      keptRecord[member] = candidate[member];
      stroke.setRecord(kNamedTable, {"course", kept}, keptRecord.dump());
      const CourseWay joined = courseWay(stroke.document(), catalogue, kept);
      const bool holds = joined.isDirected && (std::string_view(member) != "from" || joined.corners.empty() ||
                                               cornerIn(keptRecord, member) == joined.corners.front());
      if (holds)
        break;
      keptRecord.erase(member);
    }
    stroke.setRecord(kNamedTable, {"course", kept}, keptRecord.dump());
  }
  return success();
}

Outcome splitCourse(Stroke& stroke, const Catalogue& catalogue, const std::string& course, VertexId corner,
                    HexCoord hex, const std::string& newId) {
  json record = recordOf(stroke.document(), "course", course);
  const NamedKind* kind = kindOf(catalogue, record);
  if (!kind)
    return noCourse(course);
  const CourseWay way = courseWay(stroke.document(), catalogue, course);
  if (!way.isOneWay)
    return Error{"the course is not one way yet, so that it cannot be cut in two",
                 {},
                 0,
                 {},
                 "close its gaps and give its branches courses of their own first"};
  std::size_t at = 0;
  if (way.across)
    at = static_cast<std::size_t>(std::find(way.hexes.begin(), way.hexes.end(), hex) - way.hexes.begin());
  else
    at = static_cast<std::size_t>(std::find(way.corners.begin(), way.corners.end(), corner) - way.corners.begin());
  if (at == 0 || at >= way.edges.size())
    return Error{"that is not within the course", {}, 0, {}, "click a place between its ends"};
  // Along hexsides the order runs to the mouth, so the first part is the new one; a road's order begins at its start.
  const bool newIsFirst = !way.across;
  const auto cut = way.edges.begin() + static_cast<std::ptrdiff_t>(at);
  const std::vector<EdgeId> beyond =
      newIsFirst ? std::vector<EdgeId>(way.edges.begin(), cut) : std::vector<EdgeId>(cut, way.edges.end());
  json part = record;
  for (const char* member : {"mouth", "from", "start"})
    part.erase(member);
  if (newIsFirst) {
    if (way.isDirected && kind->mouth != "none")
      part["mouth"] = {corner.c, corner.r, corner.v};
    if (record.contains("from"))
      part["from"] = record["from"];
    record.erase("from");
  } else if (way.isDirected) {
    part["start"] = {hex.c, hex.r};
  }
  retag(stroke, beyond, course, newId);
  retagCrossings(stroke, {beyond.begin(), beyond.end()}, course, newId);
  std::set<VertexId> corners;
  if (!way.across)
    corners.insert(way.corners.begin(), way.corners.begin() + static_cast<std::ptrdiff_t>(at));
  retagJoins(stroke, corners, course, newId);
  stroke.setRecord(kNamedTable, {"course", course}, record.dump());
  stroke.setRecord(kNamedTable, {"course", newId}, part.dump());
  return success();
}

Result<bool> toggleJoin(Stroke& stroke, VertexId corner) {
  const RecordKey key{"join", toText(corner)};
  if (stroke.document().record(kNamedTable, key)) {
    stroke.setRecord(kNamedTable, key, std::nullopt);
    return false;
  }
  std::set<std::string> of;
  for (const EdgeId e : stroke.document().lattice().edges(corner))
    for (const Feature& feature : stroke.document().features(e).features)
      if (!feature.kind.starts_with("path."))
        of.insert(feature.of.begin(), feature.of.end());
  if (of.size() < 2)
    return Error{"no two named courses meet at this corner", {}, 0, {}, "name the courses first, then join them"};
  stroke.setRecord(kNamedTable, key, json{{"of", of}}.dump());
  return true;
}

} // namespace hotchkiss
