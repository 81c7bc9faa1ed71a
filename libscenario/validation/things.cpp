#include "libscenario/validation/things.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/validation/checksupport.h"

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

std::optional<std::array<std::int32_t, 3>> numbersOf(const json& value, std::size_t count) {
  if (!value.is_array() || value.size() != count ||
      !std::all_of(value.begin(), value.end(), [](const json& item) { return item.is_number_integer(); }))
    return std::nullopt;
  std::array<std::int32_t, 3> out{};
  for (std::size_t i = 0; i < count; ++i)
    out.at(i) = value[i].get<std::int32_t>();
  return out;
}

void locate(Thing& thing) {
  const auto at = thing.body->find("at");
  if (at == thing.body->end())
    return;
  const json hex = at->is_object() ? at->value("hex", json()) : *at;
  const json edge = at->is_object() ? at->value("edge", json()) : *at;
  const json vertex = at->is_object() ? at->value("vertex", json()) : json();
  if (const auto n = numbersOf(hex, 2))
    thing.hex = HexCoord{(*n)[0], (*n)[1]};
  else if (const auto e = numbersOf(edge, 3))
    thing.edge = EdgeId{(*e)[0], (*e)[1], (*e)[2]};
  else if (const auto v = numbersOf(vertex, 3))
    thing.vertex = VertexId{(*v)[0], (*v)[1], (*v)[2]};
}

template <class Index, class Place>
void forget(Index& index, const Place& place, const RecordKey& key) {
  const auto it = index.find(place);
  if (it == index.end())
    return;
  std::erase(it->second, key);
  if (it->second.empty())
    index.erase(it);
}

template <class Index, class Place>
void remember(Index& index, const Place& place, const RecordKey& key) {
  std::vector<RecordKey>& keys = index[place];
  keys.insert(std::upper_bound(keys.begin(), keys.end(), key, RecordOrder()), key);
}

const std::vector<RecordKey> kNone;

} // namespace

std::string Thing::name() const {
  const auto named = body->find("name");
  if (named != body->end() && named->is_string())
    return named->get<std::string>();
  return (kind.empty() ? key.section : kind) + " " + key.id;
}

ThingIndex::ThingIndex(const Document& document) {
  for (const auto& [key, text] : document.table(kNamedTable))
    put(key, &text);
}

void ThingIndex::put(const RecordKey& key, const std::string* text) {
  if (const auto old = mThings.find(key); old != mThings.end()) {
    if (old->second.hex)
      forget(mByHex, *old->second.hex, key);
    if (old->second.edge)
      forget(mByEdge, *old->second.edge, key);
    --mKinds[{key.section, old->second.kind}];
    mThings.erase(old);
  }
  if (text == nullptr)
    return;
  Thing thing;
  thing.key = key;
  thing.body = std::make_shared<const json>(parsed(*text));
  if (const auto kind = thing.body->find("kind"); kind != thing.body->end() && kind->is_string())
    thing.kind = kind->get<std::string>();
  locate(thing);
  if (thing.hex)
    remember(mByHex, *thing.hex, key);
  if (thing.edge)
    remember(mByEdge, *thing.edge, key);
  ++mKinds[{key.section, thing.kind}];
  mThings.emplace(key, std::move(thing));
}

const Thing* ThingIndex::find(const std::string& section, const std::string& id) const {
  const auto it = mThings.find({section, id});
  return it == mThings.end() ? nullptr : &it->second;
}

const std::vector<RecordKey>& ThingIndex::at(HexCoord hex) const {
  const auto it = mByHex.find(hex);
  return it == mByHex.end() ? kNone : it->second;
}

const std::vector<RecordKey>& ThingIndex::at(EdgeId edge) const {
  const auto it = mByEdge.find(edge);
  return it == mByEdge.end() ? kNone : it->second;
}

bool ThingIndex::hasKind(const std::string& section, const std::string& kind) const {
  const auto it = mKinds.find({section, kind});
  return it != mKinds.end() && it->second > 0;
}

} // namespace hotchkiss
