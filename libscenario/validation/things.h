#pragma once

#include "libterrain/map/document.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <unordered_map>

namespace hotchkiss {

/// A row of map/named.json, read.
struct Thing {
  RecordKey key;
  std::string kind;
  std::shared_ptr<const nlohmann::json> body;
  std::optional<HexCoord> hex; ///< where it is, by its member `at`
  std::optional<EdgeId> edge;
  std::optional<VertexId> vertex;

  std::string name() const; ///< "Kelly’s Ford"; kind and id for one without a name
};

/// The named things of a map by id and by place. Kept up to date row by row, so that an edit need not read all of them.
class ThingIndex {
 public:
  ThingIndex() = default;
  explicit ThingIndex(const Document& document);

  /// A row that was written, or (null) removed.
  void put(const RecordKey& key, const std::string* text);

  const Thing* find(const std::string& section, const std::string& id) const;
  const std::vector<RecordKey>& at(HexCoord hex) const;
  const std::vector<RecordKey>& at(EdgeId edge) const;
  const std::map<RecordKey, Thing, RecordOrder>& all() const { return mThings; }
  /// Whether any thing of the section has the kind.
  bool hasKind(const std::string& section, const std::string& kind) const;

 private:
  std::map<RecordKey, Thing, RecordOrder> mThings;
  std::unordered_map<HexCoord, std::vector<RecordKey>> mByHex;
  std::unordered_map<EdgeId, std::vector<RecordKey>> mByEdge;
  std::map<std::pair<std::string, std::string>, std::size_t> mKinds;
};

} // namespace hotchkiss
