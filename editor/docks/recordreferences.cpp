#include "editor/docks/recordreferences.h"

#include "editor/docks/recordtext.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

/// Rewrites references to one record. Without a new id they are taken away.
class References {
 public:
  References(const Document& document, const Catalogue& catalogue, const RecordKey& key,
             std::optional<std::string> newId)
      : mDocument(document), mCatalogue(catalogue), mKey(key), mNewId(std::move(newId)) {}

  /// Attributes of a hex, "in" included.
  std::string hexText(const std::string& text) const {
    json body = parsedObject(text);
    if (mKey.section == "region")
      list(body, "in");
    attributes(body, mCatalogue.hexAttributes);
    return objectText(body);
  }

  std::string featuresText(const std::string& text, const std::map<std::string, FeatureKind>& kinds) const {
    FeatureSet set = FeatureSet::fromText(text);
    for (Feature& feature : set.features) {
      if (mKey.section == "course") {
        std::vector<std::string> of;
        for (const std::string& id : feature.of)
          if (id != mKey.id)
            of.push_back(id);
          else if (mNewId)
            of.push_back(*mNewId);
        std::sort(of.begin(), of.end());
        feature.of = std::move(of);
      }
      if (const auto kind = kinds.find(feature.kind); kind != kinds.end() && !feature.more.empty()) {
        json more = parsedObject(feature.more);
        attributes(more, kind->second.attributes);
        feature.more = objectText(more);
      }
    }
    return set.toText();
  }

  /// The record's new text; nothing when the record cannot be without what is taken away.
  std::optional<std::string> recordText(const RecordKey& key, const std::string& text) const {
    json body = parsedObject(text);
    if (mKey.section == "course") {
      if (key.section == "crossing")
        single(body, "of");
      if (key.section == "join") {
        list(body, "of");
        if (!body.contains("of") || body["of"].size() < 2)
          return std::nullopt;
      }
    }
    if (mKey.section == "region" && key.section == "region")
      list(body, "borders");
    if (key.section == "place" && body.contains("at") && body["at"].is_object() &&
        body["at"].value(mKey.section, json()) == json(mKey.id)) {
      if (!mNewId)
        return std::nullopt;
      body["at"][mKey.section] = *mNewId;
    }
    if (key.section == "link" && body.contains("ends")) {
      json ends = json::array();
      for (json end : body["ends"]) {
        if (end.is_object() && end.value(mKey.section, json()) == json(mKey.id)) {
          if (!mNewId)
            continue;
          end[mKey.section] = *mNewId;
        }
        ends.push_back(std::move(end));
      }
      if (ends.empty())
        return std::nullopt;
      body["ends"] = std::move(ends);
    }
    if (body.contains("attributes"))
      if (const auto section = mCatalogue.named.find(key.section); section != mCatalogue.named.end())
        if (const auto kind = section->second.find(body.value("kind", "")); kind != section->second.end()) {
          attributes(body["attributes"], kind->second.attributes);
          if (body["attributes"].empty())
            body.erase("attributes");
        }
    return objectText(body);
  }

  /// Visits everything that refers to the record with its old and new text.
  template <class Hex, class Edge, class Vertex, class Record>
  void visit(Hex onHex, Edge onEdge, Vertex onVertex, Record onRecord) const {
    std::unordered_map<std::uint32_t, std::optional<std::string>> hexes;
    const Extent extent = mDocument.extent();
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r) {
        const std::uint32_t id = mDocument.hex({c, r}).more;
        if (id == TextPool::kNone)
          continue;
        if (const auto& changed = remembered(hexes, id, [&](const std::string& text) { return hexText(text); }))
          onHex(HexCoord{c, r}, *changed);
      }
    std::unordered_map<std::uint32_t, std::optional<std::string>> edges;
    mDocument.forEachEdge([&](EdgeId e, std::uint32_t id) {
      if (const auto& changed = remembered(
              edges, id, [&](const std::string& text) { return featuresText(text, mCatalogue.edgeFeatures); }))
        onEdge(e, *changed);
    });
    std::unordered_map<std::uint32_t, std::optional<std::string>> corners;
    for (const auto& [v, id] : mDocument.vertices())
      if (const auto& changed = remembered(
              corners, id, [&](const std::string& text) { return featuresText(text, mCatalogue.vertexFeatures); }))
        onVertex(v, *changed);
    for (const auto& [key, text] : mDocument.table(kNamedTable)) {
      if (key == mKey)
        continue;
      const std::optional<std::string> changed = recordText(key, text);
      if (!changed || *changed != text)
        onRecord(key, changed);
    }
  }

 private:
  template <class Rewrite>
  const std::optional<std::string>& remembered(std::unordered_map<std::uint32_t, std::optional<std::string>>& known,
                                               std::uint32_t id, Rewrite rewrite) const {
    const auto [it, isNew] = known.try_emplace(id);
    if (isNew) {
      const std::string& text = mDocument.pool().text(id);
      if (std::string changed = rewrite(text); changed != text)
        it->second = std::move(changed);
    }
    return it->second;
  }

  void single(json& body, const std::string& name) const {
    if (body.value(name, json()) != json(mKey.id))
      return;
    if (mNewId)
      body[name] = *mNewId;
    else
      body.erase(name);
  }
  void list(json& body, const std::string& name) const {
    const auto it = body.find(name);
    if (it == body.end() || !it->is_array())
      return;
    std::vector<std::string> out;
    for (const json& item : *it)
      if (item != json(mKey.id))
        out.push_back(item.get<std::string>());
      else if (mNewId)
        out.push_back(*mNewId);
    if (out.size() == it->size() && !mNewId)
      return;
    std::sort(out.begin(), out.end());
    if (out.empty())
      body.erase(it);
    else
      *it = out;
  }
  void attributes(json& body, const AttributeTypes& types) const {
    for (const auto& [name, type] : types) {
      if (type.to != mKey.section)
        continue;
      if (type.type == "reference")
        single(body, name);
      else if (type.type == "references")
        list(body, name);
    }
  }

  const Document& mDocument;
  const Catalogue& mCatalogue;
  const RecordKey& mKey;
  std::optional<std::string> mNewId;
};

/// Tells which records cannot be any more; they are still there.
std::vector<RecordKey> rewrite(Stroke& stroke, const Catalogue& catalogue, const RecordKey& key,
                               std::optional<std::string> newId) {
  const Document snapshot = stroke.document(); // the stroke changes the document while it is being walked
  std::vector<RecordKey> bereft;
  References(snapshot, catalogue, key, std::move(newId))
      .visit([&](HexCoord h, const std::string& text) { stroke.setAttributes(h, text); },
             [&](EdgeId e, const std::string& text) { stroke.setEdge(e, text); },
             [&](VertexId v, const std::string& text) { stroke.setVertex(v, text); },
             [&](const RecordKey& other, const std::optional<std::string>& text) {
               if (text)
                 stroke.setRecord(kNamedTable, other, text);
               else
                 bereft.push_back(other);
             });
  return bereft;
}

} // namespace

Outcome renameRecord(Stroke& stroke, const Catalogue& catalogue, const RecordKey& key, const std::string& newId) {
  const std::string* text = stroke.document().record(kNamedTable, key);
  if (!text)
    return Error{"there is no " + key.section + " \"" + key.id + "\"", {}, 0, {}, {}};
  if (newId == key.id)
    return success();
  if (!isRecordId(newId))
    return Error{"\"" + newId + "\" cannot be an id", {}, 0, {}, "use lower-case letters, digits, dots and dashes"};
  if (stroke.document().record(kNamedTable, {key.section, newId}))
    return Error{"there is a " + key.section + " \"" + newId + "\" already", {}, 0, {}, "choose another id"};
  const std::string kept = *text;
  rewrite(stroke, catalogue, key, newId);
  stroke.setRecord(kNamedTable, key, std::nullopt);
  stroke.setRecord(kNamedTable, {key.section, newId}, kept);
  return success();
}

void deleteRecord(Stroke& stroke, const Catalogue& catalogue, const RecordKey& key) {
  const std::vector<RecordKey> bereft = rewrite(stroke, catalogue, key, std::nullopt);
  stroke.setRecord(kNamedTable, key, std::nullopt);
  for (const RecordKey& other : bereft)
    deleteRecord(stroke, catalogue, other);
}

std::size_t countReferences(const Document& document, const Catalogue& catalogue, const RecordKey& key) {
  std::size_t count = 0;
  const auto one = [&](const auto&...) { ++count; };
  References(document, catalogue, key, std::nullopt).visit(one, one, one, one);
  return count;
}

} // namespace hotchkiss::editor
