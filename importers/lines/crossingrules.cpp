#include "importers/lines/crossingrules.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

const json& crossingRows(const json& step) {
  static const json kNone = json::array();
  return step.contains("crossings") ? step["crossings"] : kNone;
}

} // namespace

CrossingRules::CrossingRules(const ImportContext& context, const json& step)
    : mContext(context), mRules(crossingRows(step)) {
  for (const json& terrain : step.value("avoid", json::array()))
    mAvoid.insert(terrain.get<std::string>());
}

Outcome CrossingRules::check() const {
  for (const std::string& terrain : mAvoid)
    if (Outcome known = checkTerrain(mContext, terrain); !known)
      return known;
  for (const json& rule : mRules) {
    const std::string over = rule.at("over").get<std::string>();
    const std::size_t colon = over.find(':');
    if (mContext.catalogue != nullptr) {
      const auto& kinds = mContext.catalogue->edgeFeatures;
      const auto known = kinds.find(over.substr(0, colon));
      // A kind that needs a class stands here for all of its classes.
      if (known == kinds.end() || colon != std::string::npos)
        if (Outcome good =
                checkFeature(mContext, over.substr(0, colon), colon == std::string::npos ? "" : over.substr(colon + 1));
            !good)
          return good;
    }
    if (rule.contains("crossing"))
      if (Outcome known = checkNamed(mContext, "crossing", rule["crossing"].get<std::string>()); !known)
        return known;
  }
  return success();
}

CrossingRules::Judged CrossingRules::judge(const Feature& feature, const std::string& path) const {
  for (const json& rule : mRules) {
    const std::string& over = rule.at("over").get_ref<const std::string&>();
    if (over != feature.kind && over != feature.kind + ":" + feature.classId)
      continue;
    if (rule.contains("path") && path != "path." + rule["path"].get<std::string>())
      continue;
    if (rule.contains("crossing"))
      return {Answer::Propose, rule["crossing"].get<std::string>()};
    const std::string otherwise = rule.value("otherwise", "review");
    return {otherwise == "around" ? Answer::Around : otherwise == "nothing" ? Answer::Nothing : Answer::Review, {}};
  }
  return {mContext.water.count(feature.kind) > 0 ? Answer::Unsaid : Answer::Nothing, {}};
}

std::unordered_set<EdgeId> CrossingRules::barred(const Document& document, const std::string& path) const {
  std::unordered_set<EdgeId> out;
  const bool any = std::any_of(mRules.begin(), mRules.end(),
                               [](const json& rule) { return rule.value("otherwise", "") == "around"; });
  if (any)
    document.forEachEdge([&](EdgeId e, std::uint32_t) {
      const FeatureSet features = document.features(e);
      if (std::any_of(features.features.begin(), features.features.end(),
                      [&](const Feature& feature) { return judge(feature, path).answer == Answer::Around; }))
        out.insert(e);
    });
  return out;
}

bool CrossingRules::isAvoided(const Document& document, HexCoord hex) const {
  return mAvoid.count(document.terrain(hex)) > 0;
}

} // namespace hotchkiss
