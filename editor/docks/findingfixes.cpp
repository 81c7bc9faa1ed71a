#include "editor/docks/findingfixes.h"

#include "editor/docks/checktexts.h"
#include "editor/docks/recordreferences.h"
#include "editor/docks/recordtext.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

using Kinds = std::map<std::string, FeatureKind>;

/// The hexside or corner that a finding is about, with what lies on it.
struct FeaturePlace {
  std::optional<EdgeId> edge;
  std::optional<VertexId> vertex;
  FeatureSet features;
  const Kinds* kinds = nullptr;
  std::vector<HexCoord> hexes; ///< a, b (and c)

  static std::optional<FeaturePlace> of(const Finding& finding, const Document& document, const Catalogue& catalogue) {
    FeaturePlace out;
    if (!finding.place.thing.empty())
      return std::nullopt;
    if (finding.place.edge) {
      out.edge = finding.place.edge;
      out.features = document.features(*out.edge);
      out.kinds = &catalogue.edgeFeatures;
      const auto hexes = document.lattice().hexes(*out.edge);
      out.hexes.assign(hexes.begin(), hexes.end());
      return out;
    }
    if (finding.place.vertex) {
      out.vertex = finding.place.vertex;
      out.features = document.features(*out.vertex);
      out.kinds = &catalogue.vertexFeatures;
      const auto hexes = document.lattice().hexes(*out.vertex);
      out.hexes.assign(hexes.begin(), hexes.end());
      return out;
    }
    return std::nullopt;
  }

  const FeatureKind* kindOf(const Feature& feature) const {
    const auto it = kinds->find(feature.kind);
    return it == kinds->end() ? nullptr : &it->second;
  }
  FindingFix fix(std::string title, FeatureSet wanted) const {
    return {std::move(title), [edge = edge, vertex = vertex, text = wanted.toText()](Stroke& stroke) {
              if (edge)
                stroke.setEdge(*edge, text);
              else
                stroke.setVertex(*vertex, text);
            }};
  }
  FindingFix without(const Feature& feature) const {
    FeatureSet wanted = features;
    wanted.erase(feature.kind);
    const FeatureKind* kind = kindOf(feature);
    return fix("Remove " + (kind ? kind->name : feature.kind), std::move(wanted));
  }
  bool isInside(const std::string& side, const Extent& extent) const {
    if (side.size() != 1 || side[0] < 'a' || static_cast<std::size_t>(side[0] - 'a') >= hexes.size())
      return true;
    return extent.contains(hexes[static_cast<std::size_t>(side[0] - 'a')]);
  }
};

bool isOn(const FeatureSet& features, const std::string& wanted) {
  const std::size_t colon = wanted.find(':');
  const Feature* feature = features.find(std::string_view(wanted).substr(0, colon));
  return feature && (colon == std::string::npos || feature->classId == wanted.substr(colon + 1));
}

bool mentions(const Finding& finding, const std::string& word) {
  return finding.message.find(word) != std::string::npos;
}

std::optional<FindingFix> fixOrientation(const FeaturePlace& place, const Finding& finding, const Extent& extent) {
  for (const Feature& feature : place.features.features) {
    const FeatureKind* kind = place.kindOf(feature);
    if (!kind || feature.role.empty() || !mentions(finding, feature.kind))
      continue;
    Feature changed = feature;
    if (!kind->orientation) {
      changed.role.clear();
      changed.side.clear();
    } else {
      const OrientationRule& rule = *kind->orientation;
      const bool allowed = std::find(rule.values.begin(), rule.values.end(), feature.side) != rule.values.end();
      if (feature.role == rule.field && allowed && place.isInside(feature.side, extent))
        continue;
      const auto other = std::find_if(rule.values.begin(), rule.values.end(), [&](const std::string& side) {
        return side != "both" && place.isInside(side, extent);
      });
      // Only one side of a border can be meant; elsewhere nobody but a person knows which.
      const bool isForced =
          std::any_of(place.hexes.begin(), place.hexes.end(), [&](HexCoord h) { return !extent.contains(h); }) &&
          std::count_if(rule.values.begin(), rule.values.end(),
                        [&](const std::string& side) { return side != "both" && place.isInside(side, extent); }) == 1;
      if (other != rule.values.end() && isForced) {
        changed.role = rule.field;
        changed.side = *other;
      } else if (feature.role != rule.field && allowed) {
        changed.role = rule.field;
      } else if (!rule.required) {
        changed.role.clear();
        changed.side.clear();
      } else {
        continue;
      }
    }
    FeatureSet wanted = place.features;
    wanted.put(changed);
    return place.fix(changed.role.empty() ? "Remove the orientation" : "Turn it around", std::move(wanted));
  }
  return std::nullopt;
}

std::optional<FindingFix> fixClass(const FeaturePlace& place) {
  for (const Feature& feature : place.features.features) {
    const FeatureKind* kind = place.kindOf(feature);
    if (!kind || feature.classId.empty() || kind->classes.contains(feature.classId))
      continue;
    if (kind->classRequired && kind->classes.size() != 1)
      continue;
    FeatureSet wanted = place.features;
    Feature changed = feature;
    changed.classId = kind->classRequired ? *kind->classes.begin() : std::string();
    wanted.put(changed);
    return place.fix(changed.classId.empty() ? "Remove the class" : "Use the class " + changed.classId,
                     std::move(wanted));
  }
  return std::nullopt;
}

std::optional<FindingFix> fixRequirement(const FeaturePlace& place) {
  for (const Feature& feature : place.features.features)
    if (const FeatureKind* kind = place.kindOf(feature))
      for (const std::vector<std::string>& alternatives : kind->requirements)
        if (std::none_of(alternatives.begin(), alternatives.end(),
                         [&](const std::string& wanted) { return isOn(place.features, wanted); }))
          return place.without(feature);
  return std::nullopt;
}

/// Of two features that exclude each other, the one that carries less goes: no course, no class, no attributes.
std::optional<FindingFix> fixExclusion(const FeaturePlace& place, const Finding& finding) {
  const auto weight = [](const Feature& feature) {
    return feature.of.size() * 4 + (feature.more.empty() ? 0 : 2) + (feature.classId.empty() ? 0 : 1);
  };
  for (const Feature& feature : place.features.features) {
    const FeatureKind* kind = place.kindOf(feature);
    if (!kind || !mentions(finding, feature.kind))
      continue;
    for (const std::string& excluded : kind->excludes)
      if (isOn(place.features, excluded) && mentions(finding, excluded)) {
        const Feature* other = place.features.find(std::string_view(excluded).substr(0, excluded.find(':')));
        return place.without(weight(feature) < weight(*other) ? feature : *other);
      }
  }
  return std::nullopt;
}

/// Courses that do not exist, or that are not made of this kind, are taken off the features.
std::optional<FindingFix> fixTags(const FeaturePlace& place, const Document& document, const Catalogue& catalogue) {
  FeatureSet wanted = place.features;
  for (Feature& feature : wanted.features)
    std::erase_if(feature.of, [&](const std::string& course) {
      const std::string* record = document.record(kNamedTable, {"course", course});
      if (!record)
        return true;
      const auto courses = catalogue.named.find("course");
      if (courses == catalogue.named.end())
        return false;
      const auto kind = courses->second.find(parsedObject(*record).value("kind", ""));
      return kind != courses->second.end() &&
             std::find(kind->second.of.begin(), kind->second.of.end(), feature.kind) == kind->second.of.end();
    });
  if (wanted == place.features)
    return std::nullopt;
  return place.fix("Take it out of the course", std::move(wanted));
}

std::optional<FindingFix> fixOnFeatures(const FeaturePlace& place, const Finding& finding, const Document& document,
                                        const Catalogue& catalogue) {
  if (coreCheckOf(finding) == "CORE-V04" || coreCheckOf(finding) == "CORE-V10") {
    for (const Feature& feature : place.features.features) {
      const FeatureKind* kind = place.kindOf(feature);
      if ((kind ? kind->derived && coreCheckOf(finding) == "CORE-V10" : coreCheckOf(finding) == "CORE-V04") &&
          mentions(finding, feature.kind))
        return place.without(feature);
    }
    return std::nullopt;
  }
  if (coreCheckOf(finding) == "CORE-V05")
    return fixClass(place);
  if (coreCheckOf(finding) == "CORE-V06") {
    FeatureSet wanted = place.features;
    for (Feature& feature : wanted.features) {
      const FeatureKind* kind = place.kindOf(feature);
      json more = parsedObject(feature.more);
      if (!kind)
        continue;
      if (!kind->views)
        more.erase("views");
      for (auto it = more.begin(); it != more.end();)
        it = it.key() == "views" || kind->attributes.contains(it.key()) ? std::next(it) : more.erase(it);
      feature.more = objectText(more);
    }
    if (wanted == place.features)
      return std::nullopt;
    return place.fix("Remove what the kind does not have", std::move(wanted));
  }
  if (coreCheckOf(finding) == "CORE-V07")
    return fixOrientation(place, finding, document.extent());
  if (coreCheckOf(finding) == "CORE-V08")
    return fixRequirement(place);
  if (coreCheckOf(finding) == "CORE-V09")
    return fixExclusion(place, finding);
  if (coreCheckOf(finding) == "CORE-V11" || coreCheckOf(finding) == "CORE-V16")
    return fixTags(place, document, catalogue);
  return std::nullopt;
}

std::optional<FindingFix> fixOnHex(const Finding& finding, const Document& document, const Catalogue& catalogue) {
  const HexCoord h = *finding.place.hex;
  const HexValue value = document.hex(h);
  if (coreCheckOf(finding) == "CORE-V03" && value.terrain != TextPool::kNone &&
      !catalogue.terrains.contains(document.terrain(h)))
    return FindingFix{"Clear the terrain", [h](Stroke& stroke) { stroke.setTerrain(h, ""); }};
  if (coreCheckOf(finding) == "CORE-V06" && value.level != HexValue::kNoLevel && catalogue.elevation != "levels")
    return FindingFix{"Remove the level", [h](Stroke& stroke) { stroke.setLevel(h, std::nullopt); }};
  json body = parsedObject(document.attributes(h));
  const json before = body;
  if (coreCheckOf(finding) == "CORE-V06")
    for (auto it = body.begin(); it != body.end();)
      it = it.key() == "in" || catalogue.hexAttributes.contains(it.key()) ? std::next(it) : body.erase(it);
  if (coreCheckOf(finding) == "CORE-V11") {
    json in = json::array();
    for (const json& region : body.value("in", json::array()))
      if (document.record(kNamedTable, {"region", region.get<std::string>()}))
        in.push_back(region);
    if (in.empty())
      body.erase("in");
    else
      body["in"] = in;
    for (const auto& [name, type] : catalogue.hexAttributes)
      if (type.type == "reference" && body.contains(name) && body[name].is_string() &&
          !document.record(kNamedTable, {type.to, body[name].get<std::string>()}))
        body.erase(name);
  }
  if (body == before)
    return std::nullopt;
  return FindingFix{coreCheckOf(finding) == "CORE-V11" ? "Remove the reference" : "Remove the attribute",
                    [h, text = objectText(body)](Stroke& stroke) { stroke.setAttributes(h, text); }};
}

std::optional<FindingFix> fixOnRecord(const Finding& finding, const Document& document, const Catalogue& catalogue) {
  const std::size_t space = finding.place.thing.find(' ');
  if (space == std::string::npos)
    return std::nullopt;
  const RecordKey key{finding.place.thing.substr(0, space), finding.place.thing.substr(space + 1)};
  const std::string* text = document.record(kNamedTable, key);
  if (!text)
    return std::nullopt;
  const json body = parsedObject(*text);
  if (coreCheckOf(finding) == "CORE-V15" || coreCheckOf(finding) == "CORE-V17")
    return FindingFix{"Delete " + displayName(key.id, *text),
                      [key, &catalogue](Stroke& stroke) { deleteRecord(stroke, catalogue, key); }};
  const auto write = [&](std::string title, const std::string& wanted) {
    return FindingFix{std::move(title), [key, wanted](Stroke& stroke) { stroke.setRecord(kNamedTable, key, wanted); }};
  };
  if (coreCheckOf(finding) == "CORE-V11" && key.section == "crossing" && body.contains("of") &&
      !document.record(kNamedTable, {"course", body["of"].get<std::string>()}))
    return write("Remove the reference", withMember(*text, "of", std::nullopt));
  if ((coreCheckOf(finding) == "CORE-V19" || coreCheckOf(finding) == "CORE-V11") && key.section == "join") {
    std::vector<std::string> kept;
    for (const json& course : body["of"])
      if (document.record(kNamedTable, {"course", course.get<std::string>()}) &&
          !(coreCheckOf(finding) == "CORE-V19" && mentions(finding, " " + course.get<std::string>() + " ")))
        kept.push_back(course.get<std::string>());
    if (kept.size() >= 2)
      return write("Take it out of the join", withMember(*text, "of", kept));
    return FindingFix{"Delete the join", [key](Stroke& stroke) { stroke.setRecord(kNamedTable, key, std::nullopt); }};
  }
  if (coreCheckOf(finding) == "CORE-V11" && key.section == "region" && body.contains("borders")) {
    std::vector<std::string> kept;
    for (const json& region : body["borders"])
      if (document.record(kNamedTable, {"region", region.get<std::string>()}))
        kept.push_back(region.get<std::string>());
    if (kept.size() != body["borders"].size())
      return write("Remove the reference",
                   withMember(*text, "borders", kept.empty() ? std::nullopt : std::optional<json>(kept)));
  }
  if (coreCheckOf(finding) == "CORE-V14" && (body.contains("mouth") || body.contains("start"))) {
    std::string wanted = withMember(*text, "mouth", std::nullopt);
    return write("Remove the wrong end", withMember(wanted, "start", std::nullopt));
  }
  return std::nullopt;
}

} // namespace

std::optional<FindingFix> fixFor(const Finding& said, const Document& document, const Ruleset& ruleset) {
  const Catalogue& catalogue = ruleset.catalogue();
  Finding finding = said;
  if (!finding.restates.empty()) // the ruleset's own words for what a check of every ruleset found
    finding.check = finding.restates;
  if (!finding.place.thing.empty())
    return fixOnRecord(finding, document, catalogue);
  if (const std::optional<FeaturePlace> place = FeaturePlace::of(finding, document, catalogue))
    return fixOnFeatures(*place, finding, document, catalogue);
  if (finding.place.hex)
    return fixOnHex(finding, document, catalogue);
  return std::nullopt;
}

} // namespace hotchkiss::editor
