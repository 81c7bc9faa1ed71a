#pragma once

#include "libscenario/army/armyvalue.h"
#include "libscenario/rules/unitcatalogue.h"
#include "libterrain/map/document.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

inline constexpr const char* kOobTable = "oob";

/// One or more alike guns, companies or the like of a battery.
struct PieceSection {
  std::string name;
  long count = 1;
  ArmyValues values;
};

/// Who or what takes a leader's place when he is lost.
struct Replacement {
  bool none = false; ///< said to have none
  std::string name;
  std::string leader; ///< id of a leader who is in play already
  ArmyValues values;
  std::string note;
};

/// What a leader becomes, and when.
struct Promotion {
  std::string to; ///< id of the leader that he becomes, if that is another counter
  std::string type;
  std::string formation; ///< that he then commands
  std::string date;
  std::string turn;
  ArmyValues values;
};

/// Anything that can stand on a map: a row of the sections unit, leader, battery, ship, hq, wagon, marker.
struct Piece {
  std::string section; ///< of its row
  std::string id;
  std::string name;
  std::string designation; ///< as printed on the counter
  std::string side;
  std::string type;
  std::string formation; ///< id, empty when it stands alone
  long order = 0;        ///< among its neighbours in the tree
  ArmyValues values;     ///< its own; see OrderOfBattle::value
  std::map<std::string, ArmyValues> faces;
  std::vector<PieceSection> sections;
  std::string commands; ///< leaders: id of the formation that he leads
  std::string role;
  std::optional<Replacement> replacement;
  std::optional<Promotion> promotion;
  std::string home;                    ///< where it belongs: of batteries, ships and headquarters
  std::vector<std::string> represents; ///< pieces or formations that this counter stands for
  std::string substituteFor;
  std::string detachedFromUnit;
  std::string detachedFromFormation;
  std::optional<ArmyValue> detachedStrength;
  std::optional<ArmyValue> count; ///< alike counters in this one row
  bool uncertain = false;
  std::string doubt;
  std::string source;
  std::string note;

  RecordKey key() const { return {section, id}; }
  bool isLeader() const { return section == "leader"; }
  const std::string& shownName() const { return name.empty() ? (designation.empty() ? id : designation) : name; }
};

struct Formation {
  std::string id;
  std::string name;
  std::string designation;
  std::string side;
  std::string echelon; ///< of the ruleset; empty when nothing is said
  std::string parent;  ///< id, empty at the top; levels may be skipped
  long order = 0;
  ArmyValues values;
  std::string leader; ///< id
  bool noLeader = false;
  bool uncertain = false;
  std::string doubt;
  std::string source;
  std::string note;
  std::vector<std::string> children; ///< formations right under it, in order
  std::vector<std::string> pieces;   ///< right in it, in order; its leaders first

  RecordKey key() const { return {"formation", id}; }
  const std::string& shownName() const { return name.empty() ? (designation.empty() ? id : designation) : name; }
};

/// Pieces that wait to be drawn: replacement leaders, reinforcements by chance.
struct Pool {
  std::string id;
  std::string name;
  std::string side;
  std::string kind;
  std::string draw; ///< ordered, random or choice
  std::string formation;
  std::vector<std::string> members;
  std::optional<ArmyValue> count;
};

/// How many counters of a type there are, or may be built.
struct CounterLimit {
  std::string id;
  std::string side; ///< empty: both together
  std::string type;
  std::string use; ///< counters, build or play
  ArmyValues values;
  ArmyValue count;
};

/// A reference that leads nowhere, or in a circle.
struct ArmyProblem {
  RecordKey row;
  std::string member;
  std::string target;
  std::string message;
};

/// The order of battle of a module: a read-only view of its rows. Made in one go; after an edit of the table "oob" make
/// it again. Rows with references that lead nowhere are kept, and named in problems().
class OrderOfBattle {
 public:
  OrderOfBattle() = default;
  OrderOfBattle(const Document& document, UnitCatalogue units);

  const UnitCatalogue& units() const { return mUnits; }
  const std::map<std::string, Formation>& formations() const { return mFormations; }
  const std::map<std::string, Piece>& pieces() const { return mPieces; }
  const std::map<std::string, Pool>& pools() const { return mPools; }
  const std::map<std::string, CounterLimit>& limits() const { return mLimits; }
  const std::vector<ArmyProblem>& problems() const { return mProblems; }

  const Formation* formation(const std::string& id) const;
  const Piece* piece(const std::string& id) const;
  /// "Heth's Division", "20 Ind", or the id when there is no such thing.
  std::string nameOf(const std::string& id) const;
  /// "2/1/I": designations or names up to the top, joined, for messages.
  std::string pathOf(const std::string& id) const;

  /// Formations of a side without a parent, in order; all sides for "".
  std::vector<std::string> roots(const std::string& side = {}) const;
  /// Pieces of a side that are in no formation, in order.
  std::vector<std::string> loose(const std::string& side = {}) const;
  /// Sides that have rows, ruleset order first.
  std::vector<std::string> sides() const;

  /// The formation of a piece (for a leader the one that he commands, if he is in none), then those above it.
  std::vector<const Formation*> above(const std::string& id) const;
  /// The nearest formation of an echelon above a piece or formation.
  const Formation* aboveAt(const std::string& id, const std::string& echelon) const;
  /// All pieces of a formation and of those below it, in the order of the tree. A piece's id gives that piece.
  std::vector<const Piece*> below(const std::string& id) const;
  bool isBelow(const std::string& id, const std::string& formation) const;

  /// A piece's value: its own, else that of its face under `states`, its formation or one above (where the attribute
  /// is one that such pieces have), its type, the default. A state beats all.
  ArmyValue value(const Piece& piece, const std::string& attribute, const ArmyValues& states = {}) const;
  /// All values of a piece under some states, as the rules see it: own, of faces, inherited, and the designations that
  /// the ruleset wants from its formations. Type values and defaults are left out, the rules know them.
  ArmyValues values(const Piece& piece, const ArmyValues& states = {}) const;
  ArmyValue value(const Formation& formation, const std::string& attribute) const;
  /// The faces that are up under these states, lowest first.
  std::vector<const CounterFace*> facesUp(const Piece& piece, const ArmyValues& states) const;

 private:
  void readRow(const RecordKey& key, const nlohmann::json& body);
  void readPiece(const RecordKey& key, const nlohmann::json& body);
  void link();
  void checkReferences();

  UnitCatalogue mUnits;
  std::map<std::string, Formation> mFormations;
  std::map<std::string, Piece> mPieces;
  std::map<std::string, Pool> mPools;
  std::map<std::string, CounterLimit> mLimits;
  std::vector<ArmyProblem> mProblems;
};

} // namespace hotchkiss
