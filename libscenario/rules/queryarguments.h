#pragma once

#include "libscenario/rules/situation.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

/// Reads the arguments of a query; places are coordinates or labels, units are ids.
class QueryArguments {
 public:
  QueryArguments(const Situation& situation, const nlohmann::json& args) : mSituation(situation), mArgs(args) {}

  bool has(const char* name) const { return mArgs.is_object() && mArgs.contains(name); }
  Result<HexCoord> hex(const char* name) const;
  Result<HexCoord> hexIn(const nlohmann::json& source, const char* name) const;
  /// A unit of the position, named by its id.
  Result<const UnitState*> unit(const char* name) const;
  Result<Rational> number(const char* name) const;
  std::string text(const char* name, const std::string& otherwise = {}) const;
  /// The `arg` struct for rules; empty when there is none.
  Value extra() const;
  /// Units by id, or else all of a hex.
  Result<ValueList> units(const char* name, std::optional<HexCoord> otherwise) const;

  /// Binds what is given of unit, from, to, attackers, defenders, enemy, start, side, arg.
  /// Numbers that are given have to be numbers, sides those of the ruleset.
  Outcome check() const;
  /// An answer that came to an error, in the words of the question: names what was not given.
  Error failed(const Value& value, const std::string& decision) const;
  Outcome bindAll(Evaluator& evaluator) const;

 private:
  static Error missing(const char* name);
  const Situation& mSituation;
  const nlohmann::json& mArgs;
};

nlohmann::json becauseJson(const std::vector<Because>& because);

} // namespace hotchkiss
