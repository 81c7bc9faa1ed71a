#pragma once

#include "libscenario/rules/compiledmap.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace hotchkiss {

/// Where a mover can get. Costs are in movement points times the denominator. Vectors are indexed column by column.
struct Reach {
  static constexpr std::uint32_t kUnreached = 0xFFFFFFFF;

  Lattice lattice;
  Extent extent;
  std::int64_t denominator = 1;
  HexCoord start;
  std::vector<std::uint32_t> certain;  ///< what it costs at most, kUnreached where it is not certain
  std::vector<std::uint32_t> possible; ///< what it costs at least
  std::vector<std::int8_t> cameFrom;   ///< of the possible way: direction of the last step, -1 at the start
  std::vector<std::int8_t> wentOnFrom; ///< the same for the cheapest way that does not stop there
  std::vector<std::uint8_t> stopped;   ///< 1 where the mover has to stop
  std::vector<std::string> blame;      ///< cells that make the difference between certain and possible

  std::size_t index(HexCoord h) const {
    return static_cast<std::size_t>(h.c) * static_cast<std::size_t>(extent.height) + static_cast<std::size_t>(h.r);
  }
  std::vector<HexCoord> pathTo(HexCoord h) const;
};

struct ReachQuestion {
  std::string unit;
  Rational allowance;
  std::optional<HexCoord> start; ///< other than where it stands
  std::stop_token cancel = {};   ///< ends the search early, with an error
};

/// Spreads from the unit as far as its allowance goes. With a compiled map of the same mover and environment only steps
/// near units and changed features are judged one by one.
Result<Reach> findReach(const Situation& situation, const ReachQuestion& question,
                        const CompiledMap* compiled = nullptr);

} // namespace hotchkiss
