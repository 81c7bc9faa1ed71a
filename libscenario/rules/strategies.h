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
  std::string front;      ///< of `search.offset`: may a step go this way; empty where units have no facing
  std::string turn;       ///< of `search.turns` in `from`: what turning on the spot costs, or prohibited
  bool facesStep = false; ///< a step turns the mover into its direction
  std::string faces;      ///< of `mover`: whether it has a facing; empty: all have, where one of the three is given

  bool hasFacing() const { return !front.empty() || !turn.empty() || facesStep; }
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
  /// What the leg runs over: hexes by their sides, or hexsides by their corners, as ships on a river do.
  enum class Graph : std::uint8_t { Hexes, Hexsides };

  std::string step;              ///< of `from`, `to`: a number or prohibited
  std::optional<Rational> limit; ///< on the sum of this leg
  std::string next;              ///< of `to`: the next leg may begin here; empty for nowhere
  Graph graph = Graph::Hexes;
  bool links = false;    ///< the leg may also follow links between hexes that do not touch
  std::string enter;     ///< of `from`, `to`: a leg over another graph may begin with `to`; empty: always
  std::string allowance; ///< a decision that gives the limit
};

/// From one leg to another, not only the next: rail to river and back.
struct TraceTransition {
  std::size_t from = 0;
  std::size_t to = 0;
  std::string when; ///< of `to`; empty: everywhere
};

/// Lines of command, supply, rail or sea: one mechanism.
struct TraceStrategy {
  std::string id;
  std::vector<TraceStage> stages;
  std::string goal;    ///< of `to`; empty when the query names the goal
  std::string members; ///< of `unit`, `leader`: which units on the traced hexes count
  std::vector<TraceTransition> transitions;
};

/// Lines of sight. Code draws the line exactly and finds what lies on it; decisions say how high things are and what
/// blocks. See `sight.` in the vocabulary.
struct SightStrategy {
  std::string level;  ///< of `to`: where eyes and targets are
  std::string height; ///< of `to`: how high a hex between reaches; nothing for one that never blocks
  std::string edge;   ///< of `from`, `to`, `edge`: the same for a hexside, in the direction of the line
  std::string blocks; ///< of `sight`: whether this obstacle blocks
  std::string range;  ///< how far anybody sees at all; empty: any distance
  bool both = false;  ///< where the line runs along a hexside, both hexes have to block
};

struct StackingStrategy {
  std::string problems; ///< collect: of `to`, `side`: texts of what is wrong
  std::string summary;  ///< a struct or value to show
};

struct AttackStrategy {
  std::string legal; ///< first: of `from`, `to`, `mover`
  std::string cost;
};

/// What a combat makes of the units of one side.
struct CombatAfter {
  std::string role;                          ///< attackers or defenders
  std::string result;                        ///< a decision: what befell this side
  std::string units;                         ///< of one unit: whether it took part; empty: all do
  std::map<std::string, std::string> states; ///< attribute → decision of a unit and the result
};

/// Decisions of a combat, in the order in which they are shown, and what follows from them.
struct CombatStrategy {
  std::vector<std::string> outputs;
  std::vector<CombatAfter> after;
};

/// A way back, hex by hex: of the steps that are open, one of the best priority has to be taken.
struct RetreatStrategy {
  std::string legal;    ///< of `from`, `to`, `start`, `enemy`: false bars the step
  std::string priority; ///< a number, the lower the better
  std::string loss;     ///< a number
  std::string finish;   ///< of `to`, `start`, `length`: whether it may end here
  std::string extend;   ///< of `to`: a way that cannot end in time goes on from here
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
  std::optional<SightStrategy> sight;
};

} // namespace hotchkiss
