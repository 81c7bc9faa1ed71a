#pragma once

#include "libterrain/grid/lattice.h"
#include "libterrain/map/featureset.h"
#include "libterrain/map/recordtable.h"
#include "libterrain/map/textpool.h"

#include <array>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hotchkiss {

/// The dense columns of one hex. Terrain and attributes are ids of the document's text pool.
struct HexValue {
  static constexpr std::int16_t kNoLevel = std::numeric_limits<std::int16_t>::min();
  std::uint32_t terrain = TextPool::kNone;
  std::uint32_t more = TextPool::kNone; ///< further attributes as canonical JSON
  std::int16_t level = kNoLevel;
  bool operator==(const HexValue&) const = default;
};

/// All data of a module: the map's dense columns, hexsides, corners, and every other file as a table of records.
///
/// Copying is cheap: map data lies in blocks that copies share until one of them writes. A copy is therefore an
/// immutable snapshot that another thread may read while this one goes on being edited.
class Document {
 public:
  Document() : Document(Lattice{}, Extent{}) {}
  Document(Lattice lattice, Extent extent);

  const Lattice& lattice() const { return mLattice; }
  const Extent& extent() const { return mExtent; }
  TextPool& pool() const { return *mPool; }

  HexValue hex(HexCoord h) const; ///< nothing outside the map
  void setHex(HexCoord h, const HexValue& value);
  const std::string& terrain(HexCoord h) const { return mPool->text(hex(h).terrain); }
  std::optional<int> level(HexCoord h) const;
  const std::string& attributes(HexCoord h) const { return mPool->text(hex(h).more); }

  std::uint32_t edge(EdgeId e) const; ///< pool id of the features' text
  void setEdge(EdgeId e, std::uint32_t features);
  FeatureSet features(EdgeId e) const { return FeatureSet::fromText(mPool->text(edge(e))); }

  std::uint32_t vertex(VertexId v) const;
  void setVertex(VertexId v, std::uint32_t features);
  FeatureSet features(VertexId v) const { return FeatureSet::fromText(mPool->text(vertex(v))); }
  const std::map<VertexId, std::uint32_t>& vertices() const { return *mVertices; }

  /// Visits every hexside that carries something, in file order.
  void forEachEdge(const std::function<void(EdgeId, std::uint32_t)>& visit) const;

  const RecordTable& table(const std::string& name) const; ///< an empty table when there is none of that name
  const std::string* record(const std::string& table, const RecordKey& key) const;
  void setRecord(const std::string& table, const RecordKey& key, std::optional<std::string> text);
  std::vector<std::string> tableNames() const;
  /// Makes a table known and keeps it: its file is written even while it is empty. Other tables go with their last
  /// record.
  void addTable(const std::string& name);
  /// The corners are no table, but their file, too, may have to stay when it is empty.
  void keepVertices() { mKeepsVertices = true; }
  bool keepsVertices() const { return mKeepsVertices; }

  /// Moves the whole map: hex (c, r) becomes (c, r) + shift, the size becomes `extent`. Map data that falls outside
  /// must have been removed before. Moves coordinates in records and sheets along.
  void reframe(HexCoord shift, Extent extent);

  /// Same content, whatever pools and blocks it lies in.
  friend bool operator==(const Document& a, const Document& b);

 private:
  static constexpr std::int32_t kBlock = 32;
  struct Block {
    std::array<HexValue, static_cast<std::size_t>(kBlock) * kBlock> hexes;
    std::array<std::array<std::uint32_t, 3>, static_cast<std::size_t>(kBlock) * kBlock> edges{};
  };
  struct Slot {
    std::size_t block = 0;
    std::size_t cell = 0;
  };
  Slot slotOf(HexCoord h) const; // blocks begin at (-1,-1), so that border edges have a place
  Block& writable(std::size_t block);

  Lattice mLattice;
  Extent mExtent;
  std::int32_t mBlocksDown = 0;
  std::shared_ptr<TextPool> mPool;
  std::vector<std::shared_ptr<Block>> mBlocks; // null where nothing has been set
  std::shared_ptr<std::map<VertexId, std::uint32_t>> mVertices;
  std::map<std::string, std::shared_ptr<RecordTable>> mTables;
  std::set<std::string> mKeptTables;
  bool mKeepsVertices = false;
};

} // namespace hotchkiss
