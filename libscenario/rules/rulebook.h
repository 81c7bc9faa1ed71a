#pragma once

#include "libscenario/rules/expression.h"
#include "libscenario/rules/strategies.h"
#include "libscenario/rules/unitcatalogue.h"
#include "libscenario/ruleset/ruleset.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// What a row gives: one value, or a struct of values.
struct RuleCell {
  Expression value;
  std::map<std::string, Expression> members; ///< of a struct; then `value` is empty
  bool isStruct() const { return !members.empty(); }
};

/// One row of a table.
struct RuleRow {
  std::string id;
  long order = 0;
  Expression when; ///< empty: always
  std::vector<RuleCell> cells;
  std::string reference;
};

enum class HitPolicy : std::uint8_t { First, Unique, Sum, Min, Max, Collect };

/// What chooses the column of a table: one of some values, or the first band whose upper bound is not passed.
struct ColumnChoice {
  Expression on;
  std::vector<Value> values;
  std::vector<Rational> bands; ///< upper bounds; one more column follows the last
  std::vector<std::string> names;
};

/// Something taken from a list: each element that passes, put together.
struct Fold {
  std::string each;
  Expression in;
  Expression where; ///< empty: all
  std::string how;  ///< sum, count, any, all, min, max, list
  Expression what;  ///< empty for count and list
};

/// A named question of the ruleset.
struct Decision {
  enum class Form : std::uint8_t { Expression, Table, Fold };
  std::string id;
  std::string name;
  std::string reference;
  Form form = Form::Expression;
  std::vector<std::string> params;
  Expression expression;
  Fold fold;
  HitPolicy hit = HitPolicy::First;
  std::optional<ColumnChoice> across;
  std::vector<RuleRow> rows; ///< in order
  std::optional<RuleCell> otherwise;

  // Found out when all decisions are read.
  std::int32_t number = -1;        ///< place in the book
  std::vector<std::uint64_t> open; ///< keys of the variables of its callers on which its answer hangs
};

/// Decisions by name and by number. Numbers stay right when it is copied.
class DecisionBook {
 public:
  DecisionBook() = default;
  DecisionBook(const DecisionBook& other) : mByName(other.mByName) { number(); }
  DecisionBook& operator=(const DecisionBook& other) {
    mByName = other.mByName;
    number();
    return *this;
  }
  DecisionBook(DecisionBook&&) = default;
  DecisionBook& operator=(DecisionBook&&) = default;
  ~DecisionBook() = default;

  std::map<std::string, Decision>& byName() { return mByName; }
  const std::map<std::string, Decision>& byName() const { return mByName; }
  const Decision& at(std::int32_t number) const { return *mByNumber[static_cast<std::size_t>(number)]; }
  std::size_t size() const { return mByNumber.size(); }
  void number();

 private:
  std::map<std::string, Decision> mByName;
  std::vector<const Decision*> mByNumber;
};

/// A point on which the sources differ or are silent, with what we do unless told otherwise.
struct Policy {
  Value standard;
  std::vector<Value> values;
  std::string name;
  std::string reference;
};

struct Parameter {
  Expression value;
  std::string name;
  std::string reference;
};

/// All rules of a ruleset, read and checked: every name that a rule uses exists, and no decision needs itself.
class Rulebook {
 public:
  static Result<Rulebook> read(const Ruleset& ruleset);

  const Ruleset& ruleset() const { return mRuleset; }
  const UnitCatalogue& units() const { return mUnits; }
  const Strategies& strategies() const { return mStrategies; }
  const std::map<std::string, Decision>& decisions() const { return mDecisions.byName(); }
  const std::map<std::string, Policy>& policies() const { return mPolicies; }
  const std::map<std::string, Parameter>& parameters() const { return mParameters; }
  const Decision* decision(const std::string& id) const;
  const DecisionBook& numbered() const { return mDecisions; }
  /// Terrains that make a feature which is never stored.
  const std::map<std::string, std::vector<std::string>>& derivedFeatures() const { return mDerived; }
  bool usesLevels() const { return mUsesLevels; }
  /// Whether rules of movement ask for the steps taken before.
  bool usesSteps() const { return mUsesSteps; }

  /// "table" and row of every row, for coverage.
  std::vector<std::string> rowIds() const;
  /// The same rulebook with the numbers of one row raised and its other outputs replaced, or, without a number, with
  /// the row not known, to see what depends on it; only one of its cells where a column is given, from 0. Nothing when
  /// there is no such row.
  std::optional<Rulebook> perturbed(const std::string& rowId, std::optional<std::int64_t> by,
                                    std::optional<std::size_t> column = {}) const;
  /// How many cells every row has.
  std::map<std::string, std::size_t> cellCounts() const;

 private:
  friend class RulebookReader;
  Ruleset mRuleset;
  UnitCatalogue mUnits;
  Strategies mStrategies;
  DecisionBook mDecisions;
  std::map<std::string, Policy> mPolicies;
  std::map<std::string, Parameter> mParameters;
  std::map<std::string, std::vector<std::string>> mDerived;
  bool mUsesLevels = false;
  bool mUsesSteps = false;
};

} // namespace hotchkiss
