#pragma once

#include "editor/model/overlayrows.h"
#include "libscenario/rules/rulebook.h"

#include <string>
#include <vector>

namespace hotchkiss::editor {

/// One price of a kind: a row of the tables that price a step, as a form shows it.
struct MoveCost {
  std::string table;
  std::string rowId; ///< empty for one that is new
  std::string when;  ///< the whole condition, without the class of mover
  std::string mover; ///< "mover.arm = 'cavalry'"; empty: everybody
  long order = 0;
  std::vector<std::string> cells; ///< one for each column of the table, as typed; all empty: there is no such row
  std::string reference;          ///< empty: the module's own
  std::string note;
};

/// A class of movers that a price may be for.
struct MoverClass {
  std::string condition; ///< "mover.arm = 'cavalry'"
  std::string name;      ///< "arm: cavalry"
};

/// What the rules of a game charge for terrains, hexsides and paths. Everything comes from the tables of the ruleset.
class MoveCosts {
 public:
  /// Nothing can be charged where the ruleset has no rules of movement yet.
  explicit MoveCosts(const Ruleset& ruleset);
  bool known() const { return mBook.has_value() && mBook->strategies().movement.has_value(); }

  /// Names of the columns of a table, such as the weather; one empty name when it has a single column.
  std::vector<std::string> columns(const std::string& table) const;
  std::string nameOf(const std::string& table) const;
  std::vector<MoverClass> moverClasses() const;
  /// What the rules charge for a kind that exists.
  std::vector<MoveCost> of(const std::string& section, const std::string& id) const;
  /// The same rows for a new kind that is to cost what another one costs.
  std::vector<MoveCost> like(const std::string& section, const std::string& model, const std::string& id) const;
  /// One row for a new kind when there is no model: nothing is known about it.
  MoveCost plain(const std::string& section, const std::string& id) const;
  /// Rows of all other tables that test for the model, rewritten for the new kind: fire, sight, combat.
  OverlayRows otherRowsLike(const std::string& section, const std::string& model, const std::string& id) const;
  /// Decisions that name a kind in an expression, which no row can copy.
  std::vector<std::string> decisionsNaming(const std::string& section, const std::string& id) const;
  /// The overlay rows for these prices; what `before` had and `now` lacks is taken out.
  Result<OverlayRows> rows(const std::string& id, const std::vector<MoveCost>& before, const std::vector<MoveCost>& now,
                           const std::string& reference) const;

 private:
  std::vector<std::string> pricedTables(const std::string& section) const;
  std::string conditionFor(const std::string& section, const std::string& id) const;

  Ruleset mRuleset;
  std::optional<Rulebook> mBook;
};

/// A condition that tests for one kind, rewritten to test for another; empty when it does not test for the first.
std::string conditionLike(const std::string& section, const std::string& when, const std::string& model,
                          const std::string& id);

} // namespace hotchkiss::editor
