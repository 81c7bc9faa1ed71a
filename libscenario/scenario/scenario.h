#pragma once

#include "libscenario/army/orderofbattle.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// When something happens: on a turn of the track, at a date and time, or when something else does.
struct TurnRef {
  enum class Kind : std::uint8_t { None, Turn, Number, Time, Roll, Event, When, Unknown };
  Kind kind = Kind::None;
  std::string id; ///< of a turn or an event
  long number = 0;
  std::string date;
  std::string time; ///< "0740"
  std::string text; ///< of a roll or a condition: its canonical JSON
  static TurnRef read(const nlohmann::json& member);
};

/// Where something is put: on a hex, hexside or corner, at a named thing, in a box, aboard a ship, with a unit.
struct ScenarioPlace {
  enum class Kind : std::uint8_t {
    None,
    Hex,
    Label,
    Edge,
    Vertex,
    Place,
    Region,
    Crossing,
    Entry,
    Area,
    Zone,
    Box,
    Staging,
    Aboard,
    Inside,
    With
  };
  Kind kind = Kind::None;
  HexCoord hex;
  std::string id;      ///< of a thing or piece; the label; a hexside "4.5.1" or as printed
  std::string printed; ///< as the source writes it
  static ScenarioPlace read(const nlohmann::json& member);
};

/// Counters that are not in the order of battle one by one: supply wagons, breastworks, troops of a kind.
struct LooseCounters {
  std::string type;
  std::string side;
  ArmyValue count; ///< Missing means one
  ArmyValues values;
  std::string formation;
  std::vector<std::string> ids;
  std::string when; ///< condition, canonical JSON
};

/// Which pieces a row speaks of.
struct Selection {
  std::vector<std::string> units;
  std::vector<std::string> formations; ///< with everything below them
  std::vector<std::string> except;     ///< pieces and formations that are left out
  std::vector<std::string> types;      ///< only these types; empty: all
  std::vector<std::string> exceptTypes;
  std::vector<LooseCounters> counters;
  std::string pool;
  ArmyValue draw; ///< how many from the pool
};

/// What all rows about pieces have in common.
struct PieceRow {
  RecordKey key;
  std::string name;
  std::string side;
  std::string player; ///< who decides where the source leaves a choice
  Selection selection;
  ArmyValues values; ///< states and changed values
  ArmyValues mayBe;  ///< states that the player may choose
  std::string face;
  std::optional<int> facing;
  bool facingIsChoice = false;
  std::optional<long> order; ///< in its stack, lowest on top
  std::string group;         ///< released or moved together
  std::string alternativeOf; ///< of several rows with this id one option is taken
  std::string option;
  long wave = 0;
  bool together = false;
  bool leaders = true; ///< formations bring the leaders that command them
  std::string attach;  ///< piece that it is stacked with
  std::vector<ScenarioPlace> covers;
  std::string when; ///< condition, canonical JSON; empty: always
  long sequence = 0;
  bool uncertain = false;
  std::string doubt;
  std::string printed;
  std::string source;
  std::string note;
};

struct Setup : PieceRow {
  ScenarioPlace at;
  std::vector<ScenarioPlace> oneOf; ///< the player takes one
  std::string where;                ///< rule about hexes, canonical JSON; see where.h
  bool waiting = false;             ///< in play, but not on the map yet
};

struct ArrivalVariant {
  std::string when;
  std::vector<ScenarioPlace> at;
  TurnRef turn;
  std::string note;
};

/// Pieces that come (or go) on a turn.
struct Arrival : PieceRow {
  bool leaves = false; ///< a withdrawal
  TurnRef turn;
  TurnRef until; ///< the last turn on which they may come; for withdrawals when they must be gone
  std::vector<ScenarioPlace> at;
  std::string choose; ///< one, any or split, when there are several
  std::string where;
  std::vector<ArrivalVariant> variants;
  std::optional<long> queue; ///< place among those that come in at the same spot
  bool optional = false;
  bool historical = true;
};

struct Turn {
  std::string id;
  long n = 0;
  std::string name;
  std::string date;
  std::string time;
  std::string kind;
  std::string weather;
  long minutes = 0; ///< 0: what its kind says
  std::vector<std::string> events;
};

struct PlayArea {
  std::string id;
  std::string name;
  std::string side;
  std::vector<std::string> use; ///< play, outOfPlay, setup, victory, entry, other
  std::string where;
};

struct Release {
  std::string id;
  std::vector<std::string> groups;
  TurnRef turn;
  long choose = 0; ///< how many groups; 0: all of them
  bool ifAttacked = false;
  std::string when;
};

struct ScenarioObjective {
  std::string id;
  std::string name;
  std::string side; ///< empty: either
  std::string kind;
  ArmyValue points;
  std::string per;
  std::string score;
  std::string of; ///< targets, canonical JSON
  std::string where;
  std::string condition;
  TurnRef expires;
  std::string note;
};

struct VictoryLevel {
  std::string id;
  std::string name;
  std::string side;
  long order = 0;
  bool draw = false;
  std::optional<Rational> min;   ///< at least
  std::optional<Rational> over;  ///< more than
  std::optional<Rational> max;   ///< at most
  std::optional<Rational> below; ///< less than
  std::string condition;
};

struct Attachment {
  std::string id;
  std::vector<std::string> of;
  std::string to;
  TurnRef from;
  TurnRef until;
};

struct Override {
  std::string id;
  Selection selection;
  ArmyValues values;
  std::map<std::string, ArmyValues> faces;
  std::string removeAttribute; ///< "remove 3 strength points, the owner says where"
  ArmyValue removeBy;
  bool removeFromEach = false;
  bool absent = false;
  bool eliminated = false;
  std::string replacedBy;
};

struct ScenarioHead {
  std::string id;
  std::string title;
  std::string number;
  std::string level; ///< what it claims to be: draft, map or playable
  std::string startDate, startTime, endDate, endTime;
  ArmyValue turns;
  std::string first;      ///< side that moves first
  std::string firstSetup; ///< side that sets up first
  std::vector<std::string> sheets;
  std::vector<std::string> overlays;
  std::string description;
  std::string source;
  std::string note;
};

/// One scenario: a read-only view of its rows, those that it takes from other scenarios included. After an edit of its
/// table make it again.
class Scenario {
 public:
  /// Errors when the module has no such scenario, or scenarios take rows from each other in a circle.
  static Result<Scenario> read(const Document& document, const std::string& id);
  /// Ids of all scenarios of the module.
  static std::vector<std::string> idsOf(const Document& document);
  static std::string tableOf(const std::string& id) { return "scenarios/" + id; }

  ScenarioHead head;
  std::vector<Turn> turns; ///< by number
  std::vector<PlayArea> areas;
  std::vector<Setup> setups; ///< by sequence, then id
  std::vector<Arrival> arrivals;
  std::vector<Arrival> withdrawals;
  std::vector<Release> releases;
  std::vector<ScenarioObjective> objectives;
  std::vector<VictoryLevel> levels; ///< by order
  std::vector<Attachment> attachments;
  std::vector<Override> overrides;
  std::string victoryMeasure; ///< points, difference, ratio or conditions
  std::vector<std::string> victoryOf;

  /// All rows of a section as canonical JSON, for what has no struct here (control, state, rail, track, event, option,
  /// rule, initiative, efficiency, activation, pool, limit, …).
  const RecordTable& rows() const { return mRows; }
  std::vector<std::pair<std::string, std::string>> rowsOf(const std::string& section) const;
  /// The scenario in whose file a row stands: this one, or one that it takes rows from.
  const std::string& ownerOf(const RecordKey& key) const;

  const Turn* turn(const std::string& id) const;
  /// The place on the turn track, from 0; nothing when it is not known beforehand, or not on the track.
  std::optional<std::size_t> turnIndex(const TurnRef& when) const;
  /// "Turn 4, 1 July 1863 0840".
  std::string shownTurn(std::size_t index) const;

 private:
  RecordTable mRows;
  std::map<RecordKey, std::string, RecordOrder> mOwners;
};

/// The pieces of a selection, in the order of the tree. `missing` gets ids that the order of battle lacks.
std::vector<const Piece*> piecesOf(const OrderOfBattle& army, const Selection& selection,
                                   std::vector<std::string>* missing = nullptr, bool withLeaders = true);

/// The order of battle as the scenario has it: attachments from the start, changed values. Pieces that are absent or
/// eliminated stay in it; see isOut.
OrderOfBattle armyOf(const Document& document, const Scenario& scenario, const UnitCatalogue& units);
/// Whether the scenario leaves a piece out.
bool isOut(const OrderOfBattle& army, const Scenario& scenario, const std::string& piece);

} // namespace hotchkiss
