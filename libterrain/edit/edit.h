#pragma once

#include "libterrain/map/document.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hotchkiss {

template <class Key, class Value>
struct Change {
  Key key;
  Value before;
  Value after;
  bool operator==(const Change&) const = default;
};

struct RecordPlace {
  std::string table;
  RecordKey key;
  bool operator==(const RecordPlace&) const = default;
};

/// Cells that changed, each at most once. Values are ids of the document's text pool.
struct Changes {
  std::vector<Change<HexCoord, HexValue>> hexes;
  std::vector<Change<EdgeId, std::uint32_t>> edges;
  std::vector<Change<VertexId, std::uint32_t>> vertices;
  std::vector<Change<RecordPlace, std::optional<std::string>>> records;
  bool empty() const { return hexes.empty() && edges.empty() && vertices.empty() && records.empty(); }
  bool operator==(const Changes&) const = default;
};

/// The map was shifted on its lattice and given another size.
struct Reframe {
  HexCoord shift;
  Extent before;
  Extent after;
  bool operator==(const Reframe&) const = default;
};

/// The only way to change a document: what an undo step, a journal record, a repaint region and an importer's result
/// are.
struct Edit {
  std::string title;
  std::vector<std::variant<Changes, Reframe>> parts;

  bool empty() const { return parts.empty(); }
  std::size_t size() const; ///< number of cells and records changed
  void apply(Document& document) const;
  Edit inverse() const;
  bool operator==(const Edit&) const = default;
};

} // namespace hotchkiss
