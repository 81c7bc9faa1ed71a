#pragma once

#include "libscenario/scenario/mapgrounds.h"

#include <nlohmann/json_fwd.hpp>

namespace hotchkiss {

/// Works a rule about places out on a map. See where.h for what the results mean.
class WhereEvaluator {
 public:
  WhereEvaluator(const MapGrounds& grounds, const Scenario* scenario, const OrderOfBattle* army,
                 const PieceHexes& pieceHexes);

  AllowedHexes evaluate(const nlohmann::json& where) const;
  /// The pieces that a rule is for: "with others of the same corps" asks for their corps.
  void setOwn(std::vector<const Piece*> own) { mOwn = std::move(own); }
  Result<Ground> ground(const nlohmann::json& targets) const;
  const std::set<HexCoord>& everywhere() const; ///< all hexes of the map

 private:
  using Set = std::set<HexCoord>;

  AllowedHexes combined(const nlohmann::json& list, bool isAll) const;
  AllowedHexes negated(const nlohmann::json& rule) const;
  AllowedHexes within(const nlohmann::json& rule) const;
  AllowedHexes sideOf(const nlohmann::json& rule) const;
  AllowedHexes between(const nlohmann::json& rule) const;
  AllowedHexes spanned(const nlohmann::json& span, bool isRows) const;
  AllowedHexes withPieces(const nlohmann::json& rule) const;
  AllowedHexes rearOf(const nlohmann::json& rule) const;
  AllowedHexes awayFrom(const nlohmann::json& rule) const;
  AllowedHexes controlledBy(const std::string& side) const;
  AllowedHexes area(const std::string& id) const;

  AllowedHexes exactly(const Set& hexes) const; ///< those of them that are on the map
  AllowedHexes openTo(std::string why) const;   ///< anything is possible
  AllowedHexes failed(const Error& error) const;
  template <class Test>
  AllowedHexes where(const Test& test) const;
  Set spread(const Ground& ground, long distance) const;
  Result<Ground> oneGround(const nlohmann::json& target) const;
  std::vector<const Piece*> piecesIn(const nlohmann::json& who) const;
  std::vector<const Piece*> comrades(const std::string& level) const;

  const MapGrounds& mGrounds;
  const Scenario* mScenario;
  const OrderOfBattle* mArmy;
  const PieceHexes& mPieceHexes;
  std::vector<const Piece*> mOwn;
  mutable Set mEverywhere; ///< made when it is asked for
  mutable int mDepth = 0;  ///< areas may name each other
};

/// Hexes that lie on a side of some ground, seen along a compass bearing. `isInclusive` takes the ground itself, too.
std::set<HexCoord> hexesOnSide(const Lattice& lattice, const std::set<HexCoord>& candidates, const Ground& ground,
                               const std::string& bearing, bool isInclusive);

} // namespace hotchkiss
