#pragma once

#include "libscenario/validation/armystage.h"
#include "libscenario/validation/mechanism.h"

#include <set>

namespace hotchkiss {

/// By what units get from hex to hex: a simple picture of the rules of movement, the same for every unit.
struct Ways {
  std::vector<std::string> closedTerrain; ///< never entered
  std::vector<std::string> needsPath;     ///< entered and left over paths only
  std::vector<std::string> closedEdges;   ///< features that nothing crosses
  std::vector<std::string> rivers;        ///< crossed at a crossing of `crossings` only
  std::vector<std::string> crossings;
  std::vector<std::string> wet; ///< crossed along a path, or beside one of `dryBeside`
  std::vector<std::string> dryBeside;
  std::vector<std::string> brokenIsOpen; ///< rivers where a crossing that is down can still be used
  std::vector<std::string> paths;

  explicit Ways(Parameters& p);

  bool open(const CheckContext& context, HexCoord h) const;
  bool joined(const CheckContext& context, HexCoord a, HexCoord b, EdgeId e) const;
  bool crossed(const CheckContext& context, const FeatureSet& features, EdgeId e) const;
  /// Hexes that can be reached from the starts.
  std::set<HexCoord> reach(const CheckContext& context, const std::vector<HexCoord>& starts) const;
};

/// Where the pieces of a side begin and come in, as far as that is one hex.
std::vector<HexCoord> startsOfSide(const CheckContext& context, const ScenarioStage& stage, const std::string& side);

} // namespace hotchkiss
