#include "editor/docks/featurelist.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

std::string nameOf(const std::map<std::string, FeatureKind>& kinds, const std::string& wanted) {
  const auto it = kinds.find(wanted.substr(0, wanted.find(':')));
  return it == kinds.end() ? wanted : it->second.name;
}

} // namespace

bool isPresent(const FeatureSet& features, const std::string& wanted) {
  const std::size_t colon = wanted.find(':');
  const Feature* feature = features.find(std::string_view(wanted).substr(0, colon));
  return feature && (colon == std::string::npos || feature->classId == wanted.substr(colon + 1));
}

std::vector<AddableKind> addableKinds(const std::map<std::string, FeatureKind>& kinds, const FeatureSet& present) {
  std::vector<AddableKind> out;
  for (const auto& [id, kind] : kinds) {
    if (kind.derived || present.find(id))
      continue;
    AddableKind addable{id, kind.name, {}};
    for (const std::string& other : kind.excludes)
      if (isPresent(present, other))
        addable.obstacle = "not together with " + nameOf(kinds, other);
    for (const Feature& feature : present.features)
      if (const auto it = kinds.find(feature.kind);
          it != kinds.end() &&
          std::find(it->second.excludes.begin(), it->second.excludes.end(), id) != it->second.excludes.end())
        addable.obstacle = "not together with " + it->second.name;
    for (const std::vector<std::string>& alternatives : kind.requirements)
      if (std::none_of(alternatives.begin(), alternatives.end(),
                       [&](const std::string& wanted) { return isPresent(present, wanted); })) {
        std::string names;
        for (const std::string& wanted : alternatives)
          if (const std::string name = nameOf(kinds, wanted); names.find(name) == std::string::npos)
            names += (names.empty() ? "" : " or ") + name;
        addable.obstacle = "needs " + names;
      }
    out.push_back(std::move(addable));
  }
  std::stable_sort(out.begin(), out.end(), [](const AddableKind& a, const AddableKind& b) { return a.name < b.name; });
  return out;
}

Feature newFeature(const std::string& kindId, const FeatureKind& kind, const std::vector<HexCoord>& hexes,
                   const Extent& extent) {
  Feature feature;
  feature.kind = kindId;
  feature.more = objectText(startingAttributes(kind.attributes));
  if (kind.classRequired && !kind.classes.empty())
    feature.classId = *kind.classes.begin();
  if (kind.orientation && kind.orientation->required && !kind.orientation->values.empty()) {
    feature.role = kind.orientation->field;
    feature.side = kind.orientation->values.front();
    for (const std::string& side : kind.orientation->values)
      if (side.size() == 1 && static_cast<std::size_t>(side[0] - 'a') < hexes.size() &&
          extent.contains(hexes[static_cast<std::size_t>(side[0] - 'a')])) {
        feature.side = side;
        break;
      }
  }
  return feature;
}

std::string flippedSide(const std::string& side, const std::vector<std::string>& values) {
  std::vector<std::string> single;
  for (const std::string& value : values)
    if (value != "both")
      single.push_back(value);
  const auto it = std::find(single.begin(), single.end(), side);
  if (single.empty())
    return side;
  if (it == single.end() || std::next(it) == single.end())
    return side == "both" ? side : single.front();
  return *std::next(it);
}

std::optional<json> featureAttribute(const Feature& feature, const std::string& name) {
  const json more = parsedObject(feature.more);
  return more.contains(name) ? std::optional<json>(more[name]) : std::nullopt;
}

Feature withFeatureAttribute(Feature feature, const std::string& name, const std::optional<json>& value) {
  feature.more = withMember(feature.more, name, value);
  return feature;
}

std::vector<std::string> viewTexts(const Feature& feature) {
  std::vector<std::string> out;
  const json views = parsedObject(feature.more).value("views", json::object());
  for (const auto& [view, differs] : views.items()) {
    std::string text = view + ":";
    if (differs.is_object())
      for (const auto& [name, value] : differs.items())
        text += " " + name + " " + (value.is_string() ? value.get<std::string>() : value.dump());
    else
      text += " " + differs.dump();
    out.push_back(text);
  }
  return out;
}

RecordKey catalogueKey(const std::string& featureKind, bool atVertex) {
  constexpr std::string_view kPath = "path.";
  if (featureKind.starts_with(kPath))
    return {"path", featureKind.substr(kPath.size())};
  return {atVertex ? "vertexFeature" : "edgeFeature", featureKind};
}

} // namespace hotchkiss::editor
