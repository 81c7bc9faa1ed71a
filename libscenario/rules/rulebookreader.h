#pragma once

#include "libscenario/rules/rulebook.h"

#include <nlohmann/json_fwd.hpp>

#include <set>

namespace hotchkiss {

/// Reads the rows of a ruleset into a rulebook. Every error names the file, the line and the row.
class RulebookReader {
 public:
  explicit RulebookReader(const Ruleset& ruleset);
  Result<Rulebook> read();

 private:
  struct Place {
    const char* kind;
    RecordKey key;
  };
  Error at(const Place& place, const std::string& message, const std::string& advice = {}) const;

  Outcome readUnits();
  Outcome readRules();
  Outcome readTable(const Place& place, const nlohmann::json& body);
  Outcome readRow(const Place& place, const nlohmann::json& body);
  Outcome readDecision(const Place& place, const nlohmann::json& body);
  Outcome readStrategy(const Place& place, const nlohmann::json& body);
  Outcome finishTables();

  Result<Expression> expression(const Place& place, const std::string& text) const;
  Result<RuleCell> cell(const Place& place, const nlohmann::json& source, const std::string& blame,
                        bool literalTexts) const;
  Result<Expression> plainCell(const Place& place, const nlohmann::json& source, const std::string& blame,
                               bool literalTexts) const;

  const Ruleset& mRuleset;
  Rulebook mBook;
  std::set<std::string> mTextTables; ///< tables whose cells are texts as they stand
};

/// Checks that every name in every expression exists; the second half of reading.
class RulebookChecker {
 public:
  RulebookChecker(const Rulebook& book, const Ruleset& ruleset) : mBook(book), mRuleset(ruleset) {}
  Outcome check();
  bool usesLevels() const { return mUsesLevels; }

 private:
  struct Owner {
    std::string section;
    std::string id;
    std::set<std::string> variables;
    const Decision* decision = nullptr;
  };
  Outcome checkDecision(const Decision& decision);
  Outcome checkCell(const RuleCell& cell, const Owner& owner);
  Outcome checkExpression(const Expression& expression, const Owner& owner);
  Outcome checkNode(const Expression& expression, const Expression::Node& node, const Owner& owner);
  Outcome checkMember(const Expression& expression, const Expression::Node& node, const Owner& owner);
  Outcome checkComparison(const Expression& expression, const Expression::Node& node, const Owner& owner);
  Outcome checkStrategies();
  std::string strategyRow(const std::string& mechanism) const;
  Outcome checkCycles();
  Error complain(const Owner& owner, const Expression& expression, const std::string& message, const std::string& word,
                 const std::vector<std::string>& known) const;

  const Rulebook& mBook;
  const Ruleset& mRuleset;
  std::map<std::string, std::set<std::string>> mUses;
  bool mUsesLevels = false;
};

} // namespace hotchkiss
