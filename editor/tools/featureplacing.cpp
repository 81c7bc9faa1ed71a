#include "editor/tools/featureplacing.h"

#include "editor/tools/catalogueinfo.h"
#include "libscenario/module/filekinds.h"

#include <QCoreApplication>
#include <QStringList>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

/// A course takes only the kinds that it is made of.
bool courseTakes(const EditorDocument& document, const std::string& course, const std::string& kind) {
  const std::string* record = document.document().record(kNamedTable, {"course", course});
  if (!record)
    return false;
  const auto section = document.catalogue().named.find("course");
  if (section == document.catalogue().named.end())
    return false;
  const auto it = section->second.find(json::parse(*record, nullptr, false).value("kind", ""));
  return it != section->second.end() &&
         std::find(it->second.of.begin(), it->second.of.end(), kind) != it->second.of.end();
}

} // namespace

FeaturePlacing::FeaturePlacing(const EditorDocument& document, std::string kind, std::string classId,
                               std::string course)
    : mDocument(document), mId(std::move(kind)), mClassId(std::move(classId)) {
  const Catalogue& catalogue = document.catalogue();
  const bool onEdges = catalogue.edgeFeatures.contains(mId);
  const auto& kinds = onEdges ? catalogue.edgeFeatures : catalogue.vertexFeatures;
  const auto it = kinds.find(mId);
  if (it == kinds.end() || it->second.derived)
    return;
  mKind = &it->second;
  if (!mKind->classes.contains(mClassId))
    mClassId = mKind->classRequired && !mKind->classes.empty() ? *mKind->classes.begin() : std::string();
  if (courseTakes(document, course, mId))
    mCourse = std::move(course);
  mExcluded = mKind->excludes;
  for (const auto& [other, row] : kinds)
    for (const std::string& excluded : row.excludes)
      if (excluded == mId || excluded == mId + ":" + mClassId)
        mExcluded.push_back(other);
}

const OrientationRule* FeaturePlacing::orientation() const {
  return mKind && mKind->orientation ? &*mKind->orientation : nullptr;
}

bool FeaturePlacing::allowsSide(const std::string& side) const {
  const OrientationRule* rule = orientation();
  return rule && std::find(rule->values.begin(), rule->values.end(), side) != rule->values.end();
}

QString FeaturePlacing::missingOn(const FeatureSet& present) const {
  if (!mKind)
    return {};
  for (const std::vector<std::string>& alternatives : mKind->requirements) {
    if (std::any_of(alternatives.begin(), alternatives.end(),
                    [&](const std::string& wanted) { return hasFeature(present, wanted); }))
      continue;
    QStringList names;
    for (const std::string& wanted : alternatives) {
      const std::size_t colon = wanted.find(':');
      names << nameOfKind(mDocument.ruleset(), "edgeFeature", wanted.substr(0, colon),
                          colon == std::string::npos ? std::string() : wanted.substr(colon + 1));
    }
    return QCoreApplication::translate("hotchkiss::editor::Tool", "%1 needs one of these on the same hexside: %2.")
        .arg(QString::fromStdString(mKind->name), names.join(QStringLiteral(", ")));
  }
  return {};
}

FeatureSet FeaturePlacing::placedOn(FeatureSet present, const std::string& side) const {
  if (!mKind)
    return present;
  for (const std::string& excluded : mExcluded)
    if (hasFeature(present, excluded))
      present.erase(excluded.substr(0, excluded.find(':')));
  Feature feature;
  if (const Feature* before = present.find(mId))
    feature = *before; // keeps its courses and attributes
  feature.kind = mId;
  feature.classId = mClassId;
  if (!mCourse.empty() && std::find(feature.of.begin(), feature.of.end(), mCourse) == feature.of.end()) {
    feature.of.push_back(mCourse);
    std::sort(feature.of.begin(), feature.of.end());
  }
  if (mKind->orientation) {
    feature.role = mKind->orientation->field;
    feature.side = allowsSide(side) ? side : mKind->orientation->values.front();
  }
  json more = feature.more.empty() ? json::object() : json::parse(feature.more, nullptr, false);
  const json needed = requiredAttributes(mKind->attributes);
  for (const auto& [name, value] : needed.items())
    if (!more.contains(name))
      more[name] = value;
  feature.more = more.empty() ? std::string() : more.dump();
  present.put(std::move(feature));
  return present;
}

bool hasOrientation(const FeatureSet& features) {
  return std::any_of(features.features.begin(), features.features.end(),
                     [](const Feature& feature) { return feature.side == "a" || feature.side == "b"; });
}

Outcome turnRound(EditorDocument& document, EdgeId e) {
  FeatureSet features = document.document().features(e);
  for (Feature& feature : features.features)
    feature.side = otherSide(feature.side);
  return document.edit(QCoreApplication::translate("hotchkiss::editor::Tool", "Turn hexside round"),
                       [&](Stroke& stroke) { stroke.setEdge(e, features.toText()); });
}

std::string sideToward(const Lattice& lattice, EdgeId e, HexCoord h) {
  return lattice.hexes(e)[0] == h ? "a" : "b";
}

std::string otherSide(const std::string& side) {
  return side == "a" ? "b" : side == "b" ? "a" : side;
}

} // namespace hotchkiss::editor
