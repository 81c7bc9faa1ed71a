#include "render/named.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace hotchkiss {

namespace {

using nlohmann::json;
constexpr const char* kTable = "map/named";
constexpr double kBlock = 16; ///< pitches

std::int64_t blockKey(std::int64_t x, std::int64_t y) {
  return (x << 32) ^ (y & 0xffffffff);
}

std::int64_t blockOf(double v) {
  return static_cast<std::int64_t>(std::floor(v / kBlock));
}

std::optional<HexCoord> hexFrom(const json& j) {
  if (!j.is_array() || j.size() != 2 || !j[0].is_number_integer() || !j[1].is_number_integer())
    return std::nullopt;
  return HexCoord{j[0].get<std::int32_t>(), j[1].get<std::int32_t>()};
}

template <class Place>
std::optional<Place> placeFrom(const json& j) {
  if (!j.is_array() || j.size() != 3 ||
      !std::all_of(j.begin(), j.end(), [](const json& n) { return n.is_number_integer(); }))
    return std::nullopt;
  return Place{j[0].get<std::int32_t>(), j[1].get<std::int32_t>(), j[2].get<std::int32_t>()};
}

void readPlace(NamedThing& thing, const json& at) {
  if (at.is_array() && at.size() == 2)
    thing.hex = hexFrom(at);
  else if (at.is_array())
    thing.edge = placeFrom<EdgeId>(at);
  else if (at.is_object()) {
    if (at.contains("hex"))
      thing.hex = hexFrom(at["hex"]);
    else if (at.contains("edge"))
      thing.edge = placeFrom<EdgeId>(at["edge"]);
    else if (at.contains("vertex"))
      thing.vertex = placeFrom<VertexId>(at["vertex"]);
  }
}

std::string asText(const json& value) {
  if (value.is_string())
    return value.get<std::string>();
  std::string out;
  if (value.is_array())
    for (const json& number : value)
      out += (out.empty() ? "" : ".") + number.dump();
  return out;
}

NamedPtr read(const RecordKey& key, const std::string& text, const Lattice& lattice, const Palette& palette) {
  const json row = json::parse(text, nullptr, false);
  if (!row.is_object())
    return nullptr;
  auto thing = std::make_shared<NamedThing>();
  thing->section = key.section;
  thing->id = key.id;
  thing->kind = row.value("kind", "");
  thing->name = QString::fromStdString(row.value("name", ""));
  thing->row = palette.row(key.section, thing->kind);
  thing->isOffMap = key.section == "region" && palette.isOffMap(thing->kind);
  if (row.contains("at"))
    readPlace(*thing, row["at"]);
  if (row.contains("label"))
    thing->hex = hexFrom(row["label"]);
  if (row.contains("mouth"))
    thing->mouth = placeFrom<VertexId>(row["mouth"]);
  if (row.contains("hexes") && row["hexes"].is_array())
    for (const json& hex : row["hexes"])
      if (const auto h = hexFrom(hex))
        thing->hexes.push_back(*h);
  if (row.contains("edges") && row["edges"].is_array())
    for (const json& edge : row["edges"])
      if (const auto e = placeFrom<EdgeId>(edge))
        thing->edges.push_back(*e);
  if (row.contains("ends") && row["ends"].is_array())
    for (const json& end : row["ends"])
      if (end.is_object() && end.size() == 1)
        thing->ends.emplace_back(end.begin().key(), asText(end.begin().value()));
  if (thing->hex)
    thing->at = toQt(lattice.centre(*thing->hex));
  else if (thing->edge && thing->edge->d >= 0 && thing->edge->d <= 2)
    thing->at = toQt(lattice.middle(*thing->edge));
  else if (thing->vertex && thing->vertex->v >= 0 && thing->vertex->v <= 1)
    thing->at = toQt(lattice.position(*thing->vertex));
  return thing;
}

} // namespace

NamedIndex::NamedIndex(const Document& document, const Palette& palette) {
  for (const auto& [key, text] : document.table(kTable))
    if (NamedPtr thing = read(key, text, document.lattice(), palette))
      mThings.emplace(key, std::move(thing));
  arrange();
}

std::shared_ptr<const NamedIndex> NamedIndex::after(const NamedIndex& before, const Changes& changes,
                                                    const Document& document, const Palette& palette) {
  std::shared_ptr<NamedIndex> out;
  for (const auto& change : changes.records) {
    if (change.key.table != kTable)
      continue;
    if (!out) {
      out = std::shared_ptr<NamedIndex>(new NamedIndex());
      out->mThings = before.mThings;
    }
    out->mThings.erase(change.key.key);
    if (const std::string* text = document.record(kTable, change.key.key))
      if (NamedPtr thing = read(change.key.key, *text, document.lattice(), palette))
        out->mThings.emplace(change.key.key, std::move(thing));
  }
  if (out)
    out->arrange();
  return out;
}

void NamedIndex::arrange() {
  for (const auto& [key, thing] : mThings) {
    mSections[key.section].push_back(thing);
    if (key.section == "course" && thing->mouth)
      mMouths[*thing->mouth]++;
    if (key.section == "place" && thing->hex && !thing->row.symbol.empty() && thing->row.symbol != "none")
      mPlaceHexes[*thing->hex]++;
    if (thing->at)
      mBlocks[key.section][blockKey(blockOf(thing->at->x()), blockOf(thing->at->y()))].push_back(thing.get());
  }
}

const NamedThing* NamedIndex::find(std::string_view section, std::string_view id) const {
  const auto it = mThings.find(RecordKey{std::string(section), std::string(id)});
  return it == mThings.end() ? nullptr : it->second.get();
}

const std::vector<NamedPtr>& NamedIndex::section(const std::string& section) const {
  static const std::vector<NamedPtr> kNone;
  const auto it = mSections.find(section);
  return it == mSections.end() ? kNone : it->second;
}

std::vector<const NamedThing*> NamedIndex::near(const std::string& section, const QRectF& area) const {
  std::vector<const NamedThing*> out;
  const auto blocks = mBlocks.find(section);
  if (blocks == mBlocks.end())
    return out;
  const std::int64_t x1 = blockOf(area.right());
  const std::int64_t y1 = blockOf(area.bottom());
  for (std::int64_t x = blockOf(area.left()); x <= x1; ++x)
    for (std::int64_t y = blockOf(area.top()); y <= y1; ++y)
      if (const auto it = blocks->second.find(blockKey(x, y)); it != blocks->second.end())
        for (const NamedThing* thing : it->second)
          if (area.contains(*thing->at))
            out.push_back(thing);
  // The same order in every tile: by order of the style, then by id.
  std::sort(out.begin(), out.end(), [](const NamedThing* a, const NamedThing* b) {
    return std::tie(a->row.order, a->id) < std::tie(b->row.order, b->id);
  });
  return out;
}

std::optional<QPointF> NamedIndex::position(const std::string& section, const std::string& id,
                                            const Lattice& lattice) const {
  const auto numbers = [&] {
    std::vector<std::int32_t> out;
    std::size_t start = 0;
    while (start <= id.size()) {
      const std::size_t dot = std::min(id.find('.', start), id.size());
      out.push_back(static_cast<std::int32_t>(std::strtol(id.substr(start, dot - start).c_str(), nullptr, 10)));
      start = dot + 1;
    }
    return out;
  };
  if (section == "hex" || section == "edge" || section == "vertex") {
    const std::vector<std::int32_t> n = numbers();
    if (section == "hex" && n.size() == 2)
      return toQt(lattice.centre({n[0], n[1]}));
    if (section == "edge" && n.size() == 3 && n[2] >= 0 && n[2] <= 2)
      return toQt(lattice.middle(EdgeId{n[0], n[1], n[2]}));
    if (section == "vertex" && n.size() == 3 && n[2] >= 0 && n[2] <= 1)
      return toQt(lattice.position(VertexId{n[0], n[1], n[2]}));
    return std::nullopt;
  }
  const NamedThing* thing = find(section, id);
  if (!thing)
    return std::nullopt;
  if (thing->at)
    return thing->at;
  if (!thing->hexes.empty())
    return toQt(lattice.centre(thing->hexes.front()));
  return std::nullopt;
}

} // namespace hotchkiss
