#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

enum class Binding : unsigned char { Map, Environment, Mover, Position, Run };

/// Names of facts, whatever they are facts of; what is no fact of the vocabulary is None.
enum class FactName : std::uint8_t {
  None,
  Terrain,
  Level,
  OnMap,
  Attribute,
  Place,
  PlaceValue,
  Region,
  HasPath,
  State,
  Control,
  Has,
  Class,
  Value,
  Side,
  Path,
  Rise,
  Direction,
  Crossing,
  CrossingValue,
  CrossingOwner,
  A,
  B,
  Id,
  Type,
  Category,
  Hex,
  Facing,
  Weather,
  Turn,
  TurnKind,
  Year,
  Month,
  Day,
  Date,
  IsStart,
  Spent,
  Remaining,
  Allowance,
  Steps,
  Offset,
  Turns,
  Low,
  High,
  Height,
  Share,
  FromViewer,
  Distance,
  ToViewer,
  ToTarget,
  IsEdge,
  Viewer,
  Target,
  LowEnd,
  HighEnd,
  Before,
  After,
  NextLow,
  NextHigh,
  Line,
  Sides,
  NorthBearing
};

/// Names of functions, in the order of the vocabulary.
enum class FunctionName : std::uint8_t {
  None,
  Floor,
  Ceil,
  Abs,
  Min,
  Max,
  Clamp,
  If,
  Size,
  Known,
  Edge,
  Distance,
  Adjacent,
  Neighbours,
  Within,
  UnitsAt,
  UnitsNear,
  AllUnits,
  Friends,
  EnemyZone,
  Number,
  Has,
  Crossings
};

/// A fact that rules may ask for: what it hangs on, and when it is settled.
struct FactEntry {
  std::string_view owner; ///< hex, edge, unit, env, search, sight
  std::string_view name;
  int least; ///< number of arguments
  int most;
  Binding binding;
  std::string_view argument; ///< the catalogue section that a literal first argument has to come from; may be empty
  std::string_view means;
};
std::span<const FactEntry> factVocabulary();

struct FunctionEntry {
  std::string_view name;
  int least;
  int most;
  std::string_view means;
};
std::span<const FunctionEntry> functionVocabulary();

FactName factNamed(std::string_view name);
FunctionName functionNamed(std::string_view name);
/// Whether the function takes so many arguments; None takes any number.
bool takesArguments(FunctionName function, std::size_t count);

/// Variables that code binds for its mechanisms.
std::span<const std::string_view> builtInVariables();

std::string_view toText(Binding binding);

} // namespace hotchkiss
