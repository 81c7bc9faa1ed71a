#include "editor/tools/catalogueinfo.h"

#include <QStringList>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

json catalogueRow(const Ruleset& ruleset, const std::string& section, const std::string& id) {
  const RecordTable& rows = ruleset.rows("catalogue");
  const auto it = rows.find({section, id});
  return it == rows.end() ? json::object() : json::parse(it->second, nullptr, false);
}

QString nameOfKind(const Ruleset& ruleset, const std::string& section, const std::string& id,
                   const std::string& classId) {
  const json row = catalogueRow(ruleset, section, id);
  if (!classId.empty() && row.contains("classes") && row["classes"].contains(classId))
    return QString::fromStdString(row["classes"][classId].value("name", classId));
  return QString::fromStdString(row.value("name", id));
}

std::vector<std::string> paintableKinds(const Ruleset& ruleset, const std::string& section) {
  std::vector<std::string> out;
  for (const auto& [key, text] : ruleset.rows("catalogue"))
    if (key.section == section && !json::parse(text, nullptr, false).contains("derived"))
      out.push_back(key.id);
  return out;
}

json requiredAttributes(const AttributeTypes& types) {
  json out;
  for (const auto& [name, type] : types)
    if (type.required)
      out[name] = json{{"unknown", true}};
  return out;
}

bool hasFeature(const FeatureSet& features, const std::string& wanted) {
  const std::size_t colon = wanted.find(':');
  const Feature* feature = features.find(std::string_view(wanted).substr(0, colon));
  return feature && (colon == std::string::npos || feature->classId == wanted.substr(colon + 1));
}

QString featuresInWords(const Ruleset& ruleset, const FeatureSet& features, const std::string& section) {
  QStringList out;
  for (const Feature& feature : features.features) {
    const bool isPath = feature.kind.starts_with("path.");
    out << nameOfKind(ruleset, isPath ? "path" : section, isPath ? feature.kind.substr(5) : feature.kind,
                      feature.classId);
  }
  return out.join(QStringLiteral(", "));
}

} // namespace hotchkiss::editor
