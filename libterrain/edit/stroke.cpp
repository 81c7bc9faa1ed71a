#include "libterrain/edit/stroke.h"

#include <algorithm>
#include <utility>

namespace hotchkiss {

namespace {

template <class Index, class IndexKey, class List, class Key, class Value>
void note(Index& index, const IndexKey& indexKey, List& list, const Key& key, const Value& before, const Value& after) {
  const auto [it, isNew] = index.try_emplace(indexKey, list.size());
  if (isNew)
    list.push_back({key, before, after});
  else
    list[it->second].after = after;
}

template <class List>
void dropUnchanged(List& list) {
  std::erase_if(list, [](const auto& change) { return change.before == change.after; });
}

} // namespace

template <class Note>
void Stroke::gather(const Note& noteIn) {
  noteIn(mAll);
  if (mSteps)
    noteIn(*mSteps);
}

void Stroke::setHex(HexCoord h, const HexValue& value) {
  if (!mDocument.extent().contains(h))
    return;
  const HexValue before = mDocument.hex(h);
  if (before == value)
    return;
  mDocument.setHex(h, value);
  gather([&](Gathered& to) { note(to.hexes, h, to.changes.hexes, h, before, value); });
}

void Stroke::setTerrain(HexCoord h, std::string_view terrain) {
  HexValue value = mDocument.hex(h);
  value.terrain = mDocument.pool().intern(terrain);
  setHex(h, value);
}

void Stroke::setLevel(HexCoord h, std::optional<int> level) {
  HexValue value = mDocument.hex(h);
  value.level = level ? static_cast<std::int16_t>(std::clamp(*level, -30000, 30000)) : HexValue::kNoLevel;
  setHex(h, value);
}

void Stroke::setAttributes(HexCoord h, std::string_view canonicalJson) {
  HexValue value = mDocument.hex(h);
  value.more = mDocument.pool().intern(canonicalJson);
  setHex(h, value);
}

void Stroke::setEdge(EdgeId e, std::string_view canonicalJson) {
  const std::uint32_t before = mDocument.edge(e);
  const std::uint32_t after = mDocument.pool().intern(canonicalJson);
  if (before == after || !mDocument.extent().containsOrBorders(e.owner()))
    return;
  mDocument.setEdge(e, after);
  gather([&](Gathered& to) { note(to.edges, e, to.changes.edges, e, before, after); });
}

void Stroke::setVertex(VertexId v, std::string_view canonicalJson) {
  const std::uint32_t before = mDocument.vertex(v);
  const std::uint32_t after = mDocument.pool().intern(canonicalJson);
  if (before == after)
    return;
  mDocument.setVertex(v, after);
  gather([&](Gathered& to) { note(to.vertices, v, to.changes.vertices, v, before, after); });
}

void Stroke::putFeature(EdgeId e, const Feature& feature) {
  FeatureSet features = mDocument.features(e);
  features.put(feature);
  setEdge(e, features.toText());
}

void Stroke::eraseFeature(EdgeId e, std::string_view kind) {
  FeatureSet features = mDocument.features(e);
  if (features.erase(kind))
    setEdge(e, features.toText());
}

void Stroke::setRecord(const std::string& table, const RecordKey& key,
                       const std::optional<std::string>& canonicalJson) {
  const std::string* present = mDocument.record(table, key);
  const std::optional<std::string> before = present ? std::optional(*present) : std::nullopt;
  if (before == canonicalJson)
    return;
  mDocument.setRecord(table, key, canonicalJson);
  const std::string indexKey = table + '\n' + key.section + '\n' + key.id;
  gather([&](Gathered& to) {
    note(to.records, indexKey, to.changes.records, RecordPlace{table, key}, before, canonicalJson);
  });
}

void Stroke::reframe(HexCoord shift, Extent extent) {
  const Extent before = mDocument.extent();
  const auto staysInside = [&](HexCoord h) { return extent.contains({h.c + shift.c, h.r + shift.r}); };
  const auto touchesMap = [&](std::span<const HexCoord> hexes) {
    return std::any_of(hexes.begin(), hexes.end(), staysInside);
  };
  for (std::int32_t c = 0; c < before.width; ++c)
    for (std::int32_t r = 0; r < before.height; ++r)
      if (!staysInside({c, r}))
        setHex({c, r}, HexValue{});
  std::vector<EdgeId> lostEdges;
  mDocument.forEachEdge([&](EdgeId e, std::uint32_t) {
    if (!touchesMap(mDocument.lattice().hexes(e)))
      lostEdges.push_back(e);
  });
  for (const EdgeId e : lostEdges)
    setEdge(e, "");
  std::vector<VertexId> lostVertices;
  for (const auto& [v, features] : mDocument.vertices())
    if (!touchesMap(mDocument.lattice().hexes(v)))
      lostVertices.push_back(v);
  for (const VertexId v : lostVertices)
    setVertex(v, "");
  mDocument.reframe(shift, extent);
  gather([&](Gathered& to) { to.add(Reframe{shift, before, extent}); });
}

void Stroke::fill(HexCoord start, std::string_view terrain) {
  if (!mDocument.extent().contains(start))
    return;
  const std::uint32_t from = mDocument.hex(start).terrain;
  const std::uint32_t to = mDocument.pool().intern(terrain);
  if (from == to)
    return;
  std::vector<HexCoord> open{start};
  while (!open.empty()) {
    const HexCoord h = open.back();
    open.pop_back();
    HexValue value = mDocument.hex(h);
    if (!mDocument.extent().contains(h) || value.terrain != from)
      continue;
    value.terrain = to;
    setHex(h, value);
    for (const HexCoord next : mDocument.lattice().neighbours(h))
      open.push_back(next);
  }
}

void Stroke::replaceTerrain(std::string_view from, std::string_view to) {
  const std::uint32_t oldId = mDocument.pool().intern(from);
  for (std::int32_t c = 0; c < mDocument.extent().width; ++c)
    for (std::int32_t r = 0; r < mDocument.extent().height; ++r)
      if (mDocument.hex({c, r}).terrain == oldId)
        setTerrain({c, r}, to);
}

void Stroke::raise(std::span<const HexCoord> hexes, int by) {
  for (const HexCoord h : hexes)
    if (mDocument.extent().contains(h))
      setLevel(h, mDocument.level(h).value_or(0) + by);
}

void Stroke::putChain(std::span<const EdgeId> edges, const Feature& feature) {
  for (const EdgeId e : edges)
    putFeature(e, feature);
}

void Stroke::putPath(std::span<const HexCoord> hexes, const Feature& path) {
  const Lattice lattice = mDocument.lattice();
  for (std::size_t i = 1; i < hexes.size(); ++i) {
    const std::vector<HexCoord> steps = lattice.line(hexes[i - 1], hexes[i]);
    for (std::size_t j = 1; j < steps.size(); ++j)
      if (const std::optional<EdgeId> e = lattice.edgeBetween(steps[j - 1], steps[j]))
        putFeature(*e, path);
  }
}

void Stroke::Gathered::closePart() {
  dropUnchanged(changes.hexes);
  dropUnchanged(changes.edges);
  dropUnchanged(changes.vertices);
  dropUnchanged(changes.records);
  if (!changes.empty())
    parts.emplace_back(std::move(changes));
  changes = {};
  hexes.clear();
  edges.clear();
  vertices.clear();
  records.clear();
}

void Stroke::Gathered::add(const Reframe& reframe) {
  closePart();
  parts.emplace_back(reframe);
}

std::vector<std::variant<Changes, Reframe>> Stroke::Gathered::take() {
  closePart();
  return std::exchange(parts, {});
}

Edit Stroke::takeStep() {
  if (!mSteps)
    return {mTitle, {}};
  return {mTitle, mSteps->take()};
}

Edit Stroke::finish() {
  if (mSteps)
    mSteps.emplace();
  return {mTitle, mAll.take()};
}

} // namespace hotchkiss
