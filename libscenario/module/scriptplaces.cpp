#include "libscenario/module/scriptplaces.h"

#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

Error placeRefused(std::string message, std::string where, std::string advice = {}) {
  return {std::move(message), {}, 0, std::move(where), std::move(advice)};
}

std::int32_t numberAt(const json& value, std::size_t index) {
  return value[index].get<std::int32_t>();
}

template <class Id>
bool touches(const Document& document, Id id) {
  const auto hexes = document.lattice().hexes(id);
  return std::any_of(hexes.begin(), hexes.end(), [&](HexCoord h) { return document.extent().contains(h); });
}

/// One place or a list of places: a place is a text or begins with a number.
template <class Id, class Read>
Result<std::vector<Id>> oneOrMany(const json& value, Read read) {
  const bool isOne = value.is_string() || (value.is_array() && !value.empty() && value[0].is_number());
  std::vector<Id> out;
  for (const json& item : isOne ? json::array({value}) : value) {
    const Result<Id> id = read(item);
    if (!id)
      return id.error();
    out.push_back(*id);
  }
  return out;
}

} // namespace

Result<HexCoord> ScriptPlaces::labelled(std::string_view label) const {
  Result<HexCoord> h = mNumbering.resolve(label);
  if (h && !mDocument.extent().contains(*h))
    return placeRefused("the hex lies outside the map", "hex " + std::string(label));
  return h;
}

Result<HexCoord> ScriptPlaces::hex(const json& value) const {
  if (value.is_string())
    return labelled(value.get_ref<const std::string&>());
  const HexCoord h{numberAt(value, 0), numberAt(value, 1)};
  if (!mDocument.extent().contains(h))
    return placeRefused("the hex lies outside the map", "hex " + toText(h));
  return h;
}

Result<EdgeId> ScriptPlaces::borderEdge(std::string_view label) const {
  const std::size_t space = label.rfind(' ');
  const Lattice& lattice = mDocument.lattice();
  if (space != std::string_view::npos)
    for (int side = 0; side < kSides; ++side)
      if (label.substr(space + 1) == Lattice::directionName(lattice.orientation(), side)) {
        const Result<HexCoord> h = labelled(label.substr(0, space));
        return h ? Result<EdgeId>(lattice.edge(*h, side)) : Result<EdgeId>(h.error());
      }
  return placeRefused("this names no hexside", std::string(label),
                      "write both hexes (0533/0534), a hex and a direction (0533 N), or [c,r,d]");
}

Result<EdgeId> ScriptPlaces::edge(const json& value) const {
  if (!value.is_string()) {
    const EdgeId e{numberAt(value, 0), numberAt(value, 1), numberAt(value, 2)};
    if (!touches(mDocument, e))
      return placeRefused("the hexside does not touch the map", "hexside " + toText(e));
    return e;
  }
  const auto& label = value.get_ref<const std::string&>();
  const std::vector<std::string_view> parts = splitText(label, '/');
  if (parts.size() != 2)
    return borderEdge(label);
  const Result<HexCoord> a = labelled(parts[0]);
  if (!a)
    return a.error();
  const Result<HexCoord> b = labelled(parts[1]);
  if (!b)
    return b.error();
  if (const std::optional<EdgeId> e = mDocument.lattice().edgeBetween(*a, *b))
    return *e;
  return placeRefused("the two hexes are not neighbours", "hexside " + label);
}

Result<VertexId> ScriptPlaces::vertex(const json& value) const {
  if (!value.is_string()) {
    const VertexId v{numberAt(value, 0), numberAt(value, 1), numberAt(value, 2)};
    if (!touches(mDocument, v))
      return placeRefused("the corner does not touch the map", "corner " + toText(v));
    return v;
  }
  const auto& label = value.get_ref<const std::string&>();
  const std::vector<std::string_view> parts = splitText(label, '/');
  if (parts.size() != 3)
    return placeRefused("this names no corner", label, "write its three hexes (0533/0534/0633), or [c,r,v]");
  std::vector<HexCoord> wanted;
  for (const std::string_view part : parts) {
    const Result<HexCoord> h = labelled(part);
    if (!h)
      return h.error();
    wanted.push_back(*h);
  }
  for (int corner = 0; corner < kSides; ++corner) {
    const VertexId v = mDocument.lattice().vertex(wanted[0], corner);
    const std::array<HexCoord, 3> around = mDocument.lattice().hexes(v);
    if (std::is_permutation(around.begin(), around.end(), wanted.begin(), wanted.end()))
      return v;
  }
  return placeRefused("the three hexes do not meet", "corner " + label);
}

Result<std::vector<HexCoord>> ScriptPlaces::hexes(const json& value) const {
  return oneOrMany<HexCoord>(value, [this](const json& item) { return hex(item); });
}

Result<std::vector<EdgeId>> ScriptPlaces::edges(const json& value) const {
  return oneOrMany<EdgeId>(value, [this](const json& item) { return edge(item); });
}

Result<std::vector<VertexId>> ScriptPlaces::vertices(const json& value) const {
  return oneOrMany<VertexId>(value, [this](const json& item) { return vertex(item); });
}

} // namespace hotchkiss
