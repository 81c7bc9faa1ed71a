#include "libscenario/validation/certainsight.h"

#include "libscenario/validation/checksupport.h"
#include "libterrain/search/sightline.h"

namespace hotchkiss {

CertainSight::CertainSight(Parameters& p) : mDoubtful(p.word("doubtful")) {
  for (const auto& [terrain, height] : p.raw("heights").items())
    if (!height.is_number())
      p.refuse("\"heights\" should give a number for each terrain");
    else if (!p.ruleset().catalogue().terrains.contains(terrain))
      p.refuse("the catalogue has no terrain \"" + terrain + "\"");
    else
      mHeights[terrain] = height.get<double>();
}

bool CertainSight::isDoubtful(const ScenarioStage& stage) const {
  if (mDoubtful.empty())
    return false;
  for (const auto& [id, text] : stage.scenario->rowsOf("option")) {
    const nlohmann::json row = parsed(text);
    if (row.value("rule", "") == mDoubtful && row.value("on", false))
      return true;
  }
  return false;
}

bool CertainSight::sees(const CheckContext& context, const ScenarioStage& stage, HexCoord a, HexCoord b) const {
  const Document& document = context.document;
  if (!document.extent().contains(a) || !document.extent().contains(b))
    return false;
  if (document.lattice().distance(a, b) <= 1)
    return true;
  const std::optional<int> from = document.level(a);
  const std::optional<int> to = document.level(b);
  if (!from || !to || (*from != *to && isDoubtful(stage)))
    return false;
  const SightLine line = sightLine(document.lattice(), a, b);
  for (const LineStation& piece : line.stations)
    for (const HexCoord h : piece.hexes) {
      if (h == a || h == b)
        continue;
      const std::optional<int> level = document.extent().contains(h) ? document.level(h) : std::nullopt;
      const auto height = mHeights.find(document.terrain(h));
      if (!level || height == mHeights.end() || 2 * (*level + height->second) > *from + *to)
        return false;
      const bool isBesideEnd = document.lattice().distance(h, a) == 1 || document.lattice().distance(h, b) == 1;
      if (height->second > 0 && isBesideEnd)
        return false;
    }
  return true;
}

} // namespace hotchkiss
