#include "importers/lines/knownrivers.h"

#include "libscenario/module/filekinds.h"
#include "libterrain/search/chain.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr double kMapLineStep = 0.08;

std::optional<VertexId> cornerOf(const json& record, const char* member) {
  const json value = record.value(member, json());
  if (!value.is_array() || value.size() != 3)
    return std::nullopt;
  return VertexId{value[0].get<std::int32_t>(), value[1].get<std::int32_t>(), value[2].get<std::int32_t>()};
}

} // namespace

std::vector<KnownRiver> riversOnMap(const Document& document) {
  constexpr std::string_view kAcross = "path.";
  std::map<std::string, std::vector<EdgeId>> edgesOf;
  document.forEachEdge([&](EdgeId e, std::uint32_t) {
    for (const Feature& feature : document.features(e).features)
      if (!feature.kind.starts_with(kAcross))
        for (const std::string& id : feature.of)
          edgesOf[id].push_back(e);
  });
  std::vector<KnownRiver> out;
  for (const auto& [id, edges] : edgesOf) {
    const std::string* text = document.record(kNamedTable, {"course", id});
    const json record = text == nullptr ? json() : json::parse(*text, nullptr, false);
    if (!record.is_object())
      continue;
    const std::optional<VertexId> mouth = cornerOf(record, "mouth");
    const auto walked = walkChain(document.lattice(), ChainKind::AlongEdges, edges, mouth);
    const ChainWalk* walk = std::get_if<ChainWalk>(&walked);
    if (walk == nullptr || walk->closed)
      continue;
    KnownRiver river;
    river.id = id;
    river.name = record.value("name", "");
    river.chain = walk->corners;
    if (mouth) // walked from the mouth; rivers are listed downstream
      std::reverse(river.chain.begin(), river.chain.end());
    for (const VertexId v : river.chain)
      river.line.push_back(document.lattice().position(v));
    river.line = resampled(river.line, kMapLineStep);
    river.isLineOfMap = true;
    out.push_back(std::move(river));
  }
  return out;
}

} // namespace hotchkiss
