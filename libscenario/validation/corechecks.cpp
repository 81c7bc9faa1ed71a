#include "libscenario/validation/corechecks.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/validation/attributecheck.h"
#include "libscenario/validation/checksupport.h"
#include "libterrain/search/chain.h"

#include <nlohmann/json.hpp>

#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// A problem of a text that many cells share; it is worked out once and reported at each of them.
struct SharedProblem {
  const char* check;
  std::string message;
  std::string fix;
  bool completeness = false; ///< a warning that something is still to be done
};

void report(CheckContext& context, const SharedProblem& problem, const std::function<void(Finding&)>& at) {
  Finding& finding = context.add(problem.check, problem.message, problem.fix);
  if (problem.completeness) {
    finding.severity = Severity::Warning;
    finding.checkClass = CheckClass::Completeness;
  }
  at(finding);
}

} // namespace

Finding& CheckContext::add(const char* check, std::string message, std::string fix) {
  Finding finding;
  finding.check = check;
  finding.message = std::move(message);
  finding.fix = std::move(fix);
  findings.push_back(std::move(finding));
  return findings.back();
}

bool CheckContext::knows(const std::string& section, const std::string& id) const {
  return document.record(kNamedTable, {section, id}) != nullptr;
}

std::optional<std::string> CheckContext::kindOf(const std::string& section, const std::string& id) const {
  const std::string* text = document.record(kNamedTable, {section, id});
  return text ? std::optional(parsed(*text).value("kind", "")) : std::nullopt;
}

void checkHexes(CheckContext& context) {
  const Document& document = context.document;
  const KindOf kindOf = [&](const std::string& section, const std::string& id) { return context.kindOf(section, id); };
  std::unordered_map<std::uint32_t, const TerrainKind*> terrains;
  std::unordered_map<std::uint32_t, std::vector<SharedProblem>> attributes;
  std::unordered_map<std::uint32_t, std::vector<std::string>> regions;
  const auto at = [&](Finding& finding, HexCoord h) {
    finding.place.hex = h;
    finding.place.file = kHexesPath;
  };
  const auto terrainOf = [&](std::uint32_t id) {
    const auto [it, isNew] = terrains.try_emplace(id, nullptr);
    if (isNew)
      if (const auto known = context.catalogue.terrains.find(document.pool().text(id));
          known != context.catalogue.terrains.end())
        it->second = &known->second;
    return it->second;
  };
  const auto attributesOf = [&](std::uint32_t id) -> const std::vector<SharedProblem>& {
    const auto [it, isNew] = attributes.try_emplace(id);
    if (!isNew)
      return it->second;
    json body = parsed(document.pool().text(id));
    std::map<std::string, std::string> exclusive; // the region of each such kind
    for (const json& region : body.value("in", json::array())) {
      const std::string name = region.get<std::string>();
      regions[id].push_back(name);
      const std::optional<std::string> kind = context.kindOf("region", name);
      if (!kind) {
        it->second.push_back({"CORE-V11", "the hex belongs to the region \"" + name + "\", which does not exist",
                              "add the region to map/named.json or take the hex out of it"});
        continue;
      }
      const auto& kinds = context.catalogue.named["region"];
      if (const auto known = kinds.find(*kind); known == kinds.end() || !known->second.exclusive)
        continue;
      if (const auto [other, isFirst] = exclusive.try_emplace(*kind, name); !isFirst)
        it->second.push_back(
            {"CORE-V23",
             "the hex belongs to " + other->second + " and to " + name + ", but a hex has one " + *kind + " only",
             "take the hex out of one of them"});
    }
    body.erase("in");
    for (const AttributeProblem& problem : attributeProblems(body, context.catalogue.hexAttributes, kindOf))
      it->second.push_back({checkOf(problem), problem.message, {}});
    return it->second;
  };
  const Extent extent = document.extent();
  const bool hasSheets = !context.numbering.sheets().empty();
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      const HexCoord h{c, r};
      const HexValue value = document.hex(h);
      const bool printed = !hasSheets || context.numbering.exists(h);
      const TerrainKind* terrain = nullptr;
      if (value.terrain == TextPool::kNone) {
        if (printed) {
          Finding& finding = context.add("CORE-V30", "the hex has no terrain", "paint it");
          finding.checkClass = CheckClass::Completeness;
          finding.severity = Severity::Warning;
          at(finding, h);
        }
      } else {
        terrain = terrainOf(value.terrain);
        if (!terrain) {
          const std::string& name = document.pool().text(value.terrain);
          at(context.add("CORE-V03", "unknown terrain \"" + name + "\"", nearIn(name, context.catalogue.terrains)), h);
        }
      }
      if (value.level == HexValue::kNoLevel) {
        if (context.catalogue.levelRequired && printed && !(terrain && (!terrain->level || !terrain->playable))) {
          Finding& finding = context.add("CORE-V31", "the hex has no level", "set its level");
          finding.checkClass = CheckClass::Completeness;
          finding.severity = Severity::Warning;
          at(finding, h);
        }
      } else if (context.catalogue.elevation != "levels") {
        at(context.add("CORE-V06", "this ruleset has no levels, but the hex has one", "remove the level"), h);
      } else if ((context.catalogue.lowestLevel && value.level < *context.catalogue.lowestLevel) ||
                 (context.catalogue.highestLevel && value.level > *context.catalogue.highestLevel)) {
        at(context.add("CORE-V06", "the level " + std::to_string(value.level) + " is out of range"), h);
      }
      if (value.more != TextPool::kNone) {
        for (const SharedProblem& problem : attributesOf(value.more))
          at(context.add(problem.check, problem.message, problem.fix), h);
        for (const std::string& region : regions[value.more])
          ++context.regionHexes[region];
      }
    }
}

namespace {

void checkFeature(CheckContext& context, const Feature& feature, const FeatureSet& all,
                  const std::map<std::string, FeatureKind>& kinds, std::vector<SharedProblem>& out) {
  const auto known = kinds.find(feature.kind);
  if (known == kinds.end()) {
    out.push_back({"CORE-V04", "unknown kind \"" + feature.kind + "\"", nearIn(feature.kind, kinds)});
    return;
  }
  const FeatureKind& kind = known->second;
  if (kind.derived)
    out.push_back({"CORE-V10", feature.kind + " follows from other data and is never stored", "remove it"});
  if (feature.classId.empty() ? kind.classRequired : !kind.classes.contains(feature.classId)) {
    std::vector<std::string> classes(kind.classes.begin(), kind.classes.end());
    out.push_back({"CORE-V05",
                   feature.classId.empty() ? feature.kind + " needs a class"
                                           : feature.kind + " has no class \"" + feature.classId + "\"",
                   classes.empty() ? "it has no classes" : "choose " + joinWords(classes, " or ")});
  }
  if (feature.role.empty()) {
    if (kind.orientation && kind.orientation->required)
      out.push_back({"CORE-V07", feature.kind + " needs its orientation (" + kind.orientation->field + ")",
                     "choose " + joinWords(kind.orientation->values, " or ")});
  } else if (!kind.orientation || kind.orientation->field != feature.role) {
    out.push_back({"CORE-V07", feature.kind + " cannot have the orientation \"" + feature.role + "\"",
                   kind.orientation ? "use " + kind.orientation->field : "remove it"});
  } else if (std::find(kind.orientation->values.begin(), kind.orientation->values.end(), feature.side) ==
             kind.orientation->values.end()) {
    out.push_back({"CORE-V07", feature.kind + " cannot have " + feature.role + " \"" + feature.side + "\"",
                   "choose " + joinWords(kind.orientation->values, " or ")});
  }
  for (const std::vector<std::string>& alternatives : kind.requirements)
    if (std::none_of(alternatives.begin(), alternatives.end(),
                     [&](const std::string& wanted) { return satisfies(all, wanted); }))
      out.push_back({"CORE-V08", feature.kind + " needs " + joinWords(alternatives, " or ") + " on the same hexside",
                     "add it, or remove the " + feature.kind});
  for (const std::string& other : kind.excludes)
    if (satisfies(all, other))
      out.push_back(
          {"CORE-V09", feature.kind + " and " + other + " cannot be on the same hexside", "remove one of them"});
  json more = parsed(feature.more);
  if (const auto views = more.find("views"); views != more.end()) {
    if (!kind.views)
      out.push_back({"CORE-V06", feature.kind + " cannot differ by view", "remove the views"});
    for (const auto& [view, differs] : views->items())
      if (!context.catalogue.views.contains(view))
        out.push_back({"CORE-V06", "unknown view \"" + view + "\"", {}});
      else if (differs.is_object() && differs.contains("class") &&
               !(differs["class"].is_string() && kind.classes.contains(differs["class"].get<std::string>())))
        out.push_back(
            {"CORE-V05", feature.kind + " has no class " + differs["class"].dump() + " (view " + view + ")", {}});
    more.erase("views");
  }
  const KindOf kindOf = [&](const std::string& section, const std::string& id) { return context.kindOf(section, id); };
  for (const AttributeProblem& problem : attributeProblems(more, kind.attributes, kindOf))
    out.push_back({checkOf(problem), feature.kind + ": " + problem.message, {}});
  if (kind.courseRequired && feature.of.empty())
    out.push_back(
        {"CORE-V34", feature.kind + " belongs to no course", "say in \"of\" which " + kind.course + " it is", true});
  for (const std::string& course : feature.of) {
    const std::string* record = context.document.record(kNamedTable, {"course", course});
    if (!record) {
      out.push_back({"CORE-V11", feature.kind + " belongs to the course \"" + course + "\", which does not exist",
                     "add the course to map/named.json"});
      continue;
    }
    const std::string courseKind = parsed(*record).value("kind", "");
    const auto& courses = context.catalogue.named["course"];
    if (const auto it = courses.find(courseKind);
        it != courses.end() &&
        std::find(it->second.of.begin(), it->second.of.end(), feature.kind) == it->second.of.end())
      out.push_back({"CORE-V16", "a " + courseKind + " such as " + course + " is not made of " + feature.kind, {}});
  }
}

struct FeatureVerdict {
  std::vector<SharedProblem> problems;
  std::vector<std::string> courses;
  std::vector<std::pair<std::string, std::string>> sides; ///< kind and side of oriented features
};

} // namespace

void checkEdgesAndVertices(CheckContext& context) {
  const Document& document = context.document;
  const auto judge = [&](std::uint32_t id, const std::map<std::string, FeatureKind>& kinds) {
    FeatureVerdict verdict;
    const FeatureSet features = FeatureSet::fromText(document.pool().text(id));
    std::set<std::string> courses;
    for (const Feature& feature : features.features) {
      checkFeature(context, feature, features, kinds, verdict.problems);
      courses.insert(feature.of.begin(), feature.of.end());
      if (!feature.side.empty())
        verdict.sides.emplace_back(feature.kind, feature.side);
    }
    verdict.courses.assign(courses.begin(), courses.end());
    return verdict;
  };
  std::unordered_map<std::uint32_t, FeatureVerdict> edgeVerdicts;
  document.forEachEdge([&](EdgeId e, std::uint32_t id) {
    const auto [it, isNew] = edgeVerdicts.try_emplace(id);
    if (isNew)
      it->second = judge(id, context.catalogue.edgeFeatures);
    const auto at = [&](Finding& finding) {
      finding.place.edge = e;
      finding.place.file = kEdgesPath;
    };
    for (const SharedProblem& problem : it->second.problems)
      report(context, problem, at);
    for (const auto& [kind, side] : it->second.sides) {
      const std::array<HexCoord, 2> hexes = document.lattice().hexes(e);
      if ((side == "a" && !document.extent().contains(hexes[0])) ||
          (side == "b" && !document.extent().contains(hexes[1])))
        at(context.add("CORE-V07", "the orientation of " + kind + " points outside the map", "use the other side"));
    }
    for (const std::string& course : it->second.courses)
      context.courseEdges[course].push_back(e);
  });
  std::unordered_map<std::uint32_t, FeatureVerdict> vertexVerdicts;
  for (const auto& [v, id] : document.vertices()) {
    const auto [it, isNew] = vertexVerdicts.try_emplace(id);
    if (isNew)
      it->second = judge(id, context.catalogue.vertexFeatures);
    const auto at = [&, corner = v](Finding& finding) {
      finding.place.vertex = corner;
      finding.place.file = kVerticesPath;
    };
    for (const SharedProblem& problem : it->second.problems)
      report(context, problem, at);
    const std::array<HexCoord, 3> hexes = document.lattice().hexes(v);
    for (const auto& [kind, side] : it->second.sides)
      if (side.size() == 1 && side[0] >= 'a' && side[0] <= 'c' &&
          !document.extent().contains(hexes.at(static_cast<std::size_t>(side[0] - 'a'))))
        at(context.add("CORE-V07", "the orientation of " + kind + " points outside the map", "use another side"));
  }
}

void checkCourses(CheckContext& context) {
  const Lattice& lattice = context.document.lattice();
  const auto& kinds = context.catalogue.named["course"];
  for (const auto& [key, text] : context.document.table(kNamedTable)) {
    if (key.section != "course")
      continue;
    const json body = parsed(text);
    const auto kind = kinds.find(body.value("kind", ""));
    if (kind == kinds.end())
      continue; // V16 has been said
    const auto edges = context.courseEdges.find(key.id);
    if (edges == context.courseEdges.end()) {
      Finding& finding = context.add("CORE-V17", "nothing on the map belongs to this course", "draw it or remove it");
      finding.severity = Severity::Warning;
      pointAt(finding, key);
      continue;
    }
    const bool across = !kind->second.of.empty() && kind->second.of.front().starts_with("path.");
    std::optional<VertexId> mouth;
    if (body.contains("mouth") && !across)
      mouth = VertexId{body["mouth"][0].get<std::int32_t>(), body["mouth"][1].get<std::int32_t>(),
                       body["mouth"][2].get<std::int32_t>()};
    else if (!across && kind->second.mouth == "required") {
      Finding& finding = context.add("CORE-V32", "the course has no mouth", "say at which corner it ends");
      finding.severity = Severity::Warning;
      finding.checkClass = CheckClass::Completeness;
      pointAt(finding, key);
    }
    std::optional<HexCoord> start;
    if (body.contains("start"))
      start = HexCoord{body["start"][0].get<std::int32_t>(), body["start"][1].get<std::int32_t>()};
    const auto walk =
        walkChain(lattice, across ? ChainKind::AcrossEdges : ChainKind::AlongEdges, edges->second, mouth, start);
    const ChainProblem* problem = std::get_if<ChainProblem>(&walk);
    if (!problem)
      continue;
    const std::string first =
        problem->pieces.empty() ? std::string() : context.numbering.label(problem->pieces.front());
    if (problem->kind == ChainProblem::Kind::Broken) {
      Finding& finding =
          context.add("CORE-V12",
                      "the course is in " + std::to_string(problem->pieces.size()) + " pieces, for example at " +
                          first + " and " + context.numbering.label(problem->pieces.at(1)),
                      "draw the missing hexsides, or give the pieces courses of their own");
      finding.key = "pieces";
      finding.place.edge = problem->pieces.at(1);
      pointAt(finding, key);
    } else if (problem->kind == ChainProblem::Kind::Branching || problem->kind == ChainProblem::Kind::Loop) {
      if (kind->second.branches)
        continue;
      const std::string where = !problem->corners.empty()
                                    ? "corner " + context.numbering.label(problem->corners.front())
                                : !problem->hexes.empty() ? "hex " + context.numbering.label(problem->hexes.front())
                                                          : first;
      const bool isRing = problem->kind == ChainProblem::Kind::Loop;
      Finding& finding = context.add(
          "CORE-V13", std::string("the course ") + (isRing ? "is a ring without a start" : "branches") + " at " + where,
          isRing ? "say in \"start\" or \"mouth\" where it begins" : "give the branch a course of its own");
      finding.key = isRing ? "ring" : "branches";
      if (!problem->corners.empty())
        finding.place.vertex = problem->corners.front();
      else if (!problem->hexes.empty())
        finding.place.hex = problem->hexes.front();
      pointAt(finding, key);
    } else if (problem->kind == ChainProblem::Kind::StartNotAtEnd) {
      pointAt(context.add("CORE-V14", "the mouth or start is not at an end of the course", "move it to an end"), key);
    }
  }
}

void checkSheets(CheckContext& context) {
  const Extent extent = context.document.extent();
  for (const auto& [key, text] : context.document.table("module"))
    if (key.section == "sheet") {
      const Result<LabelPattern> pattern = LabelPattern::parse(parsed(text).value("label", ""));
      if (!pattern) {
        Finding& finding =
            context.add("CORE-V22", "sheet " + key.id + ": " + pattern.error().message, pattern.error().advice);
        finding.place.file = kModulePath;
        finding.place.thing = "sheet " + key.id;
      }
    }
  if (context.numbering.sheets().empty())
    return;
  // Labels that carry their sheet cannot collide with those of another; only sheets that share a spelling are compared.
  std::unordered_map<std::string, HexCoord> seen;
  const bool mayCollide = context.numbering.sheets().size() > 1;
  std::size_t uncovered = 0;
  std::optional<HexCoord> firstUncovered;
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      const HexCoord h{c, r};
      if (!context.numbering.exists(h)) {
        ++uncovered;
        if (!firstUncovered)
          firstUncovered = h;
        continue;
      }
      if (!mayCollide)
        continue;
      for (const Label& label : context.numbering.labels(h)) {
        const auto [it, isNew] = seen.try_emplace(label.text, h);
        if (!isNew && it->second != h) {
          Finding& finding =
              context.add("CORE-V18", "the label " + label.text + " is also that of hex " + toText(it->second),
                          "give the sheets different letters or numbers");
          finding.key = toText(it->second);
          finding.place.hex = h;
          finding.place.file = kModulePath;
          finding.place.thing = "sheet " + label.sheet;
        }
      }
    }
  if (uncovered > 0) {
    Finding& finding = context.add("CORE-V33", countOf(uncovered, "hex lies", "hexes lie") + " on no sheet");
    finding.severity = Severity::Note;
    finding.place.hex = firstUncovered;
    finding.place.file = kModulePath;
    finding.place.thing = "lattice map";
    finding.checkClass = CheckClass::Completeness;
  }
}

} // namespace hotchkiss
