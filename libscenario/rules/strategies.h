#pragma once

#include "libscenario/rules/expression.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// How a step is judged: names of decisions. Empty names are passed over.
struct MovementStrategy {
  std::string legal;
  std::string base;
  std::string extra;
  std::string contact;
  std::string minimum;   ///< true when a step may be taken although it costs more than is left
  std::string allowance; ///< of a mover, for queries that give none
  std::int64_t denominator = 1;
};

/// Zones that units throw over their surroundings. Kinds are listed strongest first.
struct ZoneStrategy {
  std::string exerts; ///< of `unit`
  std::string kind;   ///< of `from`, `to`, `unit`: a text, 'none' for no zone
  std::vector<std::string> kinds;
  std::int64_t reach = 1; ///< hexes that a zone may spread
  std::string halt;       ///< of `to`: a zone enters but goes no further
};

/// One leg of a line that is traced.
struct TraceStage {
  std::string step;              ///< of `from`, `to`: a number or prohibited
  std::optional<Rational> limit; ///< on the sum of this leg
  std::string next;              ///< of `to`: the next leg may begin here; empty for nowhere
};

/// Lines of command, supply, rail or sea: one mechanism.
struct TraceStrategy {
  std::string id;
  std::vector<TraceStage> stages;
  std::string goal;    ///< of `to`; empty when the query names the goal
  std::string members; ///< of `unit`, `leader`: which units on the traced hexes count
};

struct StackingStrategy {
  std::string problems; ///< collect: of `to`, `side`: texts of what is wrong
  std::string summary;  ///< a struct or value to show
};

struct AttackStrategy {
  std::string legal; ///< first: of `from`, `to`, `mover`
  std::string cost;
};

/// Decisions of a combat, in the order in which they are shown.
struct CombatStrategy {
  std::vector<std::string> outputs;
};

/// A way back, hex by hex: of the steps that are open, one of the best priority has to be taken.
struct RetreatStrategy {
  std::string legal;    ///< of `from`, `to`, `start`, `enemy`: false bars the step
  std::string priority; ///< a number, the lower the better
  std::string loss;     ///< a number
  std::string finish;   ///< of `to`, `start`: whether it may end here
  std::int64_t overrides = 0;
};

struct Strategies {
  std::optional<MovementStrategy> movement;
  std::optional<ZoneStrategy> zones;
  std::map<std::string, TraceStrategy> traces;
  std::optional<StackingStrategy> stacking;
  std::optional<AttackStrategy> attack;
  std::optional<CombatStrategy> combat;
  std::optional<RetreatStrategy> retreat;
};

} // namespace hotchkiss
