#include "libscenario/validation/fixes.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanism.h"
#include "libterrain/edit/stroke.h"

namespace hotchkiss {

using nlohmann::json;

namespace {

template <class Kinds>
std::optional<std::string> nearKind(const Kinds& kinds, const std::string& word) {
  std::vector<std::string> known;
  for (const auto& [id, kind] : kinds)
    known.push_back(id);
  return nearestWord(word, known);
}

/// Puts right one finding after the other.
class Fixer {
 public:
  Fixer(Document& document, const Ruleset& ruleset)
      : mDocument(document), mCatalogue(ruleset.catalogue()), mStroke(document, "Fix findings") {}

  /// What was done; empty when there was nothing to do.
  std::string fix(const std::string& way, const Finding& finding) {
    const std::string what = finding.about.empty() ? std::string() : finding.about.front();
    if (way == "rename")
      return rename(finding, what);
    if (way == "removeFeature")
      return removeFeature(finding.place, what);
    if (way == "removeRecord")
      return removeRecord(finding.place);
    return way == "removeAttribute" ? removeAttribute(finding.place, what) : std::string();
  }
  Edit finish() { return mStroke.finish(); }

 private:
  std::string rename(const Finding& finding, const std::string& what) {
    const FindingPlace& place = finding.place;
    if (place.file == kHexesPath && place.hex) {
      const auto near = nearKind(mCatalogue.terrains, what);
      if (!near || mDocument.terrain(*place.hex) != what)
        return {};
      mStroke.setTerrain(*place.hex, *near);
      return at(place) + "terrain " + what + " is now " + *near;
    }
    if (place.file == kEdgesPath && place.edge) {
      FeatureSet features = mDocument.features(*place.edge);
      const auto near = renamed(features, mCatalogue.edgeFeatures, what);
      if (near)
        mStroke.setEdge(*place.edge, features.toText());
      return near ? at(place) + what + " is now " + *near : std::string();
    }
    if (place.file == kVerticesPath && place.vertex) {
      FeatureSet features = mDocument.features(*place.vertex);
      const auto near = renamed(features, mCatalogue.vertexFeatures, what);
      if (near)
        mStroke.setVertex(*place.vertex, features.toText());
      return near ? at(place) + what + " is now " + *near : std::string();
    }
    const std::optional<RecordKey> key = keyOf(place);
    const std::string* text = key ? mDocument.record(kNamedTable, *key) : nullptr;
    if (place.file != kNamedPath || !text)
      return {};
    json body = parsed(*text);
    const auto section = mCatalogue.named.find(key->section);
    if (section == mCatalogue.named.end() || body.value("kind", "") != what)
      return {};
    const auto near = nearKind(section->second, what);
    if (!near)
      return {};
    body["kind"] = *near;
    mStroke.setRecord(kNamedTable, *key, body.dump());
    return place.thing + ": the kind " + what + " is now " + *near;
  }

  static std::optional<std::string> renamed(FeatureSet& features, const std::map<std::string, FeatureKind>& kinds,
                                            const std::string& what) {
    const Feature* feature = features.find(what);
    const auto near = nearKind(kinds, what);
    if (!feature || !near || features.find(*near))
      return std::nullopt;
    Feature changed = *feature;
    changed.kind = *near;
    features.erase(what);
    features.put(changed);
    return near;
  }

  std::string removeFeature(const FindingPlace& place, const std::string& what) {
    if (place.edge && mDocument.features(*place.edge).find(what)) {
      mStroke.eraseFeature(*place.edge, what);
      return at(place) + what + " is removed";
    }
    if (place.vertex) {
      FeatureSet features = mDocument.features(*place.vertex);
      if (features.erase(what)) {
        mStroke.setVertex(*place.vertex, features.toText());
        return at(place) + what + " is removed";
      }
    }
    return {};
  }

  std::string removeRecord(const FindingPlace& place) {
    const std::optional<RecordKey> key = keyOf(place);
    const std::optional<RecordFile> file = recordFileAt(place.file);
    if (!key || !file || !mDocument.record(file->table, *key))
      return {};
    mStroke.setRecord(file->table, *key, std::nullopt);
    return place.thing + " is removed";
  }

  std::string removeAttribute(const FindingPlace& place, const std::string& what) {
    const std::optional<RecordKey> key = keyOf(place);
    if (const std::string* text = key ? mDocument.record(kNamedTable, *key) : nullptr) {
      json body = parsed(*text);
      if (!body.contains("attributes") || body["attributes"].erase(what) == 0)
        return {};
      if (body["attributes"].empty())
        body.erase("attributes");
      mStroke.setRecord(kNamedTable, *key, body.dump());
      return place.thing + ": " + what + " is removed";
    }
    if (const std::optional<RecordFile> file = recordFileAt(place.file); key && file) { // of armies and scenarios
      const std::string* text = mDocument.record(file->table, *key);
      json body = text ? parsed(*text) : json::object();
      if (!body.contains("values") || body["values"].erase(what) == 0)
        return {};
      if (body["values"].empty())
        body.erase("values");
      mStroke.setRecord(file->table, *key, body.dump());
      return place.thing + ": " + what + " is removed";
    }
    if (!place.hex || place.file != kHexesPath)
      return {};
    json attributes = parsed(mDocument.attributes(*place.hex));
    if (attributes.erase(what) == 0)
      return {};
    mStroke.setAttributes(*place.hex, attributes.empty() ? std::string() : attributes.dump());
    return at(place) + what + " is removed";
  }

  static std::string at(const FindingPlace& place) {
    const char* what = place.hex ? "hex " : place.edge ? "hexside " : "corner ";
    return what + place.label + ": ";
  }

  static std::optional<RecordKey> keyOf(const FindingPlace& place) {
    const std::size_t space = place.thing.find(' ');
    if (space == std::string::npos)
      return std::nullopt;
    return RecordKey{place.thing.substr(0, space), place.thing.substr(space + 1)};
  }

  Document& mDocument;
  const Catalogue& mCatalogue;
  Stroke mStroke;
};

} // namespace

Fixes fixFindings(Document& document, const Ruleset& ruleset, const CheckSet& checks,
                  const std::vector<Finding>& findings) {
  Fixes out;
  Fixer fixer(document, ruleset);
  for (const Finding& finding : findings) {
    const CheckInfo* info = checks.find(finding.check);
    if (!info || info->fix.empty() || !finding.approval.empty() || finding.count > 1)
      continue;
    std::string done = fixer.fix(info->fix, finding);
    if (!done.empty())
      out.done.push_back(std::move(done) + " [" + finding.check + "]");
  }
  out.edit = fixer.finish();
  return out;
}

} // namespace hotchkiss
