#pragma once

#include "libscenario/rules/compiledmap.h"

#include <cstdint>
#include <map>
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
  std::vector<std::uint32_t> byFacing; ///< what it costs at least to stand there with each facing; empty without
  std::vector<std::string> blame;      ///< cells that make the difference between certain and possible

  std::size_t index(HexCoord h) const {
    return static_cast<std::size_t>(h.c) * static_cast<std::size_t>(extent.height) + static_cast<std::size_t>(h.r);
  }
  std::vector<HexCoord> pathTo(HexCoord h) const;

  /// One place of the way, with the facing there where units have one; turns are places of their own.
  struct Place {
    HexCoord hex;
    int facing = 0;
    std::uint32_t cost = 0;
  };
  std::vector<Place> wayTo(HexCoord h) const;

  static constexpr std::int8_t kByLink = kSides;       ///< in cameFrom and wentOnFrom: not from a neighbour
  std::map<std::size_t, std::size_t> linkedFrom;       ///< where the link began, by hex
  std::map<std::size_t, std::size_t> wentOnLinkedFrom; ///< the same for the cheapest way that goes on
  std::vector<std::uint32_t> before;                   ///< by hex and facing: the state before; empty without
  std::vector<std::uint32_t> beforeGoingOn;            ///< the same for the cheapest way that goes on
  HexCoord hexAt(std::size_t index) const {
    return {static_cast<std::int32_t>(index / static_cast<std::size_t>(extent.height)),
            static_cast<std::int32_t>(index % static_cast<std::size_t>(extent.height))};
  }
};

struct ReachQuestion {
  std::string unit;
  Rational allowance;
  std::optional<HexCoord> start;            ///< other than where it stands
  std::optional<int> facing = std::nullopt; ///< other than its own
  std::stop_token cancel = {};              ///< ends the search early, with an error
};

/// Spreads from the unit as far as its allowance goes. With a compiled map of the same mover and environment only steps
/// near units and changed features are judged one by one; with one that is settled for the position, none is.
Result<Reach> findReach(const Situation& situation, const ReachQuestion& question,
                        const CompiledMap* compiled = nullptr);

} // namespace hotchkiss
