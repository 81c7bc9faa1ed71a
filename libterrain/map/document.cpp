#include "libterrain/map/document.h"

#include "libterrain/map/recordmove.h"

#include <algorithm>

namespace hotchkiss {

Document::Document(Lattice lattice, Extent extent)
    : mLattice(lattice),
      mExtent(extent),
      mBlocksDown((extent.height + 2 + kBlock - 1) / kBlock),
      mPool(std::make_shared<TextPool>()),
      mVertices(std::make_shared<std::map<VertexId, std::uint32_t>>()) {
  const std::int32_t across = (extent.width + 2 + kBlock - 1) / kBlock;
  mBlocks.resize(static_cast<std::size_t>(across) * static_cast<std::size_t>(mBlocksDown));
}

Document::Slot Document::slotOf(HexCoord h) const {
  const std::int32_t column = h.c + 1;
  const std::int32_t row = h.r + 1;
  const auto x = static_cast<std::size_t>(column);
  const auto y = static_cast<std::size_t>(row);
  return {(x / kBlock) * static_cast<std::size_t>(mBlocksDown) + y / kBlock, (x % kBlock) * kBlock + y % kBlock};
}

Document::Block& Document::writable(std::size_t block) {
  std::shared_ptr<Block>& place = mBlocks[block];
  if (!place)
    place = std::make_shared<Block>();
  else if (place.use_count() > 1)
    place = std::make_shared<Block>(*place);
  return *place;
}

HexValue Document::hex(HexCoord h) const {
  if (!mExtent.contains(h))
    return {};
  const Slot slot = slotOf(h);
  return mBlocks[slot.block] ? mBlocks[slot.block]->hexes[slot.cell] : HexValue{};
}

void Document::setHex(HexCoord h, const HexValue& value) {
  if (!mExtent.contains(h))
    return;
  const Slot slot = slotOf(h);
  writable(slot.block).hexes[slot.cell] = value;
}

std::optional<int> Document::level(HexCoord h) const {
  const HexValue value = hex(h);
  if (value.level == HexValue::kNoLevel)
    return std::nullopt;
  return value.level;
}

std::uint32_t Document::edge(EdgeId e) const {
  if (!mExtent.containsOrBorders(e.owner()) || e.d < 0 || e.d > 2)
    return TextPool::kNone;
  const Slot slot = slotOf(e.owner());
  return mBlocks[slot.block] ? mBlocks[slot.block]->edges[slot.cell][static_cast<std::size_t>(e.d)] : TextPool::kNone;
}

void Document::setEdge(EdgeId e, std::uint32_t features) {
  if (!mExtent.containsOrBorders(e.owner()) || e.d < 0 || e.d > 2)
    return;
  const Slot slot = slotOf(e.owner());
  writable(slot.block).edges[slot.cell][static_cast<std::size_t>(e.d)] = features;
}

std::uint32_t Document::vertex(VertexId v) const {
  const auto it = mVertices->find(v);
  return it == mVertices->end() ? TextPool::kNone : it->second;
}

void Document::setVertex(VertexId v, std::uint32_t features) {
  if (mVertices.use_count() > 1)
    mVertices = std::make_shared<std::map<VertexId, std::uint32_t>>(*mVertices);
  if (features == TextPool::kNone)
    mVertices->erase(v);
  else
    (*mVertices)[v] = features;
}

void Document::forEachEdge(const std::function<void(EdgeId, std::uint32_t)>& visit) const {
  for (std::int32_t c = -1; c <= mExtent.width; ++c)
    for (std::int32_t r = -1; r <= mExtent.height; ++r) {
      const Slot slot = slotOf({c, r});
      if (!mBlocks[slot.block])
        continue;
      const std::array<std::uint32_t, 3>& edges = mBlocks[slot.block]->edges[slot.cell];
      for (std::int32_t d = 0; d < 3; ++d)
        if (edges[static_cast<std::size_t>(d)] != TextPool::kNone)
          visit({c, r, d}, edges[static_cast<std::size_t>(d)]);
    }
}

const RecordTable& Document::table(const std::string& name) const {
  static const RecordTable kEmpty;
  const auto it = mTables.find(name);
  return it == mTables.end() ? kEmpty : *it->second;
}

const std::string* Document::record(const std::string& tableName, const RecordKey& key) const {
  const RecordTable& records = table(tableName);
  const auto it = records.find(key);
  return it == records.end() ? nullptr : &it->second;
}

void Document::addTable(const std::string& name) {
  mKeptTables.insert(name);
  std::shared_ptr<RecordTable>& place = mTables[name];
  if (!place)
    place = std::make_shared<RecordTable>();
}

void Document::setRecord(const std::string& tableName, const RecordKey& key, std::optional<std::string> text) {
  std::shared_ptr<RecordTable>& place = mTables[tableName];
  if (!place)
    place = std::make_shared<RecordTable>();
  else if (place.use_count() > 1)
    place = std::make_shared<RecordTable>(*place);
  if (text)
    (*place)[key] = std::move(*text);
  else
    place->erase(key);
  if (place->empty() && !mKeptTables.contains(tableName))
    mTables.erase(tableName);
}

std::vector<std::string> Document::tableNames() const {
  std::vector<std::string> out;
  out.reserve(mTables.size());
  for (const auto& [name, records] : mTables)
    out.push_back(name);
  return out;
}

void Document::reframe(HexCoord shift, Extent extent) {
  Document moved(mLattice.afterShift(shift), extent);
  moved.mPool = mPool;
  for (std::int32_t c = 0; c < mExtent.width; ++c)
    for (std::int32_t r = 0; r < mExtent.height; ++r)
      if (const HexValue value = hex({c, r}); value != HexValue{})
        moved.setHex({c + shift.c, r + shift.r}, value);
  forEachEdge([&](EdgeId e, std::uint32_t features) { moved.setEdge({e.c + shift.c, e.r + shift.r, e.d}, features); });
  for (const auto& [v, features] : *mVertices)
    moved.setVertex({v.c + shift.c, v.r + shift.r, v.v}, features);
  for (const std::string& name : mKeptTables)
    moved.addTable(name);
  moved.mKeepsVertices = mKeepsVertices;
  for (const auto& [name, records] : mTables) {
    for (const auto& [key, text] : *records) {
      auto [newKey, newText] = moveRecord(name, key, text, Move{mLattice, shift, extent});
      moved.setRecord(name, newKey, std::move(newText));
    }
  }
  *this = std::move(moved);
}

bool operator==(const Document& a, const Document& b) {
  if (a.mLattice != b.mLattice || a.mExtent != b.mExtent || a.tableNames() != b.tableNames())
    return false;
  for (const std::string& name : a.tableNames())
    if (a.table(name) != b.table(name))
      return false;
  const auto sameText = [&](std::uint32_t x, std::uint32_t y) {
    return (a.mPool == b.mPool && x == y) || a.mPool->text(x) == b.mPool->text(y);
  };
  for (std::int32_t c = -1; c <= a.mExtent.width; ++c)
    for (std::int32_t r = -1; r <= a.mExtent.height; ++r) {
      const HexValue x = a.hex({c, r});
      const HexValue y = b.hex({c, r});
      if (x.level != y.level || !sameText(x.terrain, y.terrain) || !sameText(x.more, y.more))
        return false;
      for (std::int32_t d = 0; d < 3; ++d)
        if (!sameText(a.edge({c, r, d}), b.edge({c, r, d})))
          return false;
    }
  return a.mVertices->size() == b.mVertices->size() &&
         std::equal(a.mVertices->begin(), a.mVertices->end(), b.mVertices->begin(),
                    [&](const auto& x, const auto& y) { return x.first == y.first && sameText(x.second, y.second); });
}

} // namespace hotchkiss
