#include "libterrain/map/featureset.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

Feature featureFrom(const std::string& kind, const json& body) {
  Feature feature;
  feature.kind = kind;
  json more = json::object();
  for (const auto& [name, value] : body.items()) {
    const auto& fields = orientationFields();
    if (name == "class" && value.is_string())
      feature.classId = value.get<std::string>();
    else if (name == "of" && value.is_array() &&
             std::all_of(value.begin(), value.end(), [](const json& item) { return item.is_string(); }))
      feature.of = value.get<std::vector<std::string>>();
    else if (feature.role.empty() && value.is_string() &&
             std::find(fields.begin(), fields.end(), name) != fields.end()) {
      feature.role = name;
      feature.side = value.get<std::string>();
    } else {
      more[name] = value;
    }
  }
  if (!more.empty())
    feature.more = more.dump();
  return feature;
}

json bodyOf(const Feature& feature) {
  json body = json::object();
  if (!feature.more.empty())
    body = json::parse(feature.more, nullptr, false);
  if (!body.is_object())
    body = json::object();
  if (!feature.classId.empty())
    body["class"] = feature.classId;
  if (!feature.of.empty())
    body["of"] = feature.of;
  if (!feature.role.empty())
    body[feature.role] = feature.side;
  return body;
}

} // namespace

const std::vector<std::string>& orientationFields() {
  static const std::vector<std::string> fields{"high", "low", "bank", "in", "toward", "inside"};
  return fields;
}

const Feature* FeatureSet::find(std::string_view kind) const {
  for (const Feature& feature : features)
    if (feature.kind == kind)
      return &feature;
  return nullptr;
}

void FeatureSet::put(Feature feature) {
  const auto at = std::lower_bound(features.begin(), features.end(), feature,
                                   [](const Feature& a, const Feature& b) { return a.kind < b.kind; });
  if (at != features.end() && at->kind == feature.kind)
    *at = std::move(feature);
  else
    features.insert(at, std::move(feature));
}

bool FeatureSet::erase(std::string_view kind) {
  return std::erase_if(features, [&](const Feature& feature) { return feature.kind == kind; }) > 0;
}

FeatureSet FeatureSet::fromText(std::string_view text) {
  FeatureSet out;
  const json parsed = text.empty() ? json() : json::parse(text, nullptr, false);
  if (!parsed.is_object())
    return out;
  for (const auto& [kind, body] : parsed.items())
    if (body.is_object())
      out.features.push_back(featureFrom(kind, body));
  return out;
}

std::string FeatureSet::toText() const {
  if (features.empty())
    return {};
  json out = json::object();
  for (const Feature& feature : features)
    out[feature.kind] = bodyOf(feature);
  return out.dump();
}

} // namespace hotchkiss
