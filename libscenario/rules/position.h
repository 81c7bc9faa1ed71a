#pragma once

#include "libscenario/rules/rulebook.h"
#include "libterrain/numbering/numbering.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace hotchkiss {

/// Where a unit is. Only hexes take part in movement today; the others are kept and written back.
struct Location {
  enum class Kind : std::uint8_t { Nowhere, Hex, Edge, Vertex, Zone, Box, Staging, Aboard, Inside };
  Kind kind = Kind::Nowhere;
  HexCoord hex;
  std::string id; ///< of anything but a hex
  bool operator==(const Location&) const = default;
};

/// A unit, leader or marker with its present values.
struct UnitState {
  std::string id;
  std::string side;
  std::string type;
  std::string name;
  Location at;
  int facing = 0;
  long order = 0; ///< place in its stack, lowest on top
  std::map<std::string, Value> values;
  bool operator==(const UnitState&) const = default;
};

struct Environment {
  std::string weather;
  std::string turnKind;
  long turn = 0;
  long date = 0; ///< 18640501, 0 when unknown
  std::map<std::string, Value> states;
  std::map<std::string, Value> policies;
  bool operator==(const Environment&) const = default;
};

/// What became of a bridge, ferry or the like.
struct CrossingState {
  std::string status;
  std::string owner;
  bool operator==(const CrossingState&) const = default;
};

struct HexState {
  std::string control;
  std::map<std::string, Value> states;
  bool operator==(const HexState&) const = default;
};

/// Everything that changes during play, at one moment. Edited by one thread; copies are snapshots.
class Position {
 public:
  Position() = default;
  /// Reads a file of kind "position". Places are coordinates or printed labels of this map.
  static Result<Position> read(std::string_view text, const Rulebook& book, const Document& document);
  /// The set-up of a scenario of the module, with its order of battle as the scenario changes it. What the source
  /// leaves to the players (one of several places, an area) stands nowhere; `open` gets a sentence for each row of that
  /// sort.
  static Result<Position> fromScenario(const Document& document, const std::string& scenario, const Rulebook& book,
                                       std::vector<std::string>* open = nullptr);
  /// Canonical file text.
  std::string write() const;

  const std::map<std::string, UnitState>& units() const { return mUnits; }
  const UnitState* unit(const std::string& id) const;
  /// Top first.
  const std::vector<std::string>& unitsAt(HexCoord hex) const;
  const std::unordered_map<HexCoord, std::vector<std::string>>& stacks() const { return mStacks; }

  void put(UnitState unit); ///< adds it, or replaces the one of its id
  bool remove(const std::string& unitId);
  bool move(const std::string& unitId, HexCoord to);

  Environment& environment() { return mEnvironment; }
  const Environment& environment() const { return mEnvironment; }
  std::map<std::string, CrossingState>& crossings() { return mCrossings; }
  const std::map<std::string, CrossingState>& crossings() const { return mCrossings; }
  std::map<HexCoord, HexState>& hexes() { return mHexes; }
  const std::map<HexCoord, HexState>& hexes() const { return mHexes; }
  std::map<EdgeId, std::map<std::string, Value>>& edges() { return mEdges; }
  const std::map<EdgeId, std::map<std::string, Value>>& edges() const { return mEdges; }
  std::map<std::string, std::map<std::string, Value>>& memory() { return mMemory; }

  bool operator==(const Position&) const = default;

 private:
  friend class PositionReader;
  void unstack(const UnitState& unit);
  void stack(const UnitState& unit);

  std::map<std::string, UnitState> mUnits;
  std::unordered_map<HexCoord, std::vector<std::string>> mStacks;
  Environment mEnvironment;
  std::map<std::string, CrossingState> mCrossings;
  std::map<HexCoord, HexState> mHexes;
  std::map<EdgeId, std::map<std::string, Value>> mEdges;
  std::map<std::string, std::map<std::string, Value>> mMemory;
};

} // namespace hotchkiss
