#pragma once

#include "libscenario/rules/rulebook.h"
#include "libterrain/base/result.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hotchkiss {

/// What became of one worked example.
struct VectorResult {
  std::string id;
  std::string status; ///< pass, fail, skip
  std::string reason; ///< why it failed or was passed over
  std::string reference;
  std::set<std::string> rows; ///< "table/row" of every row that had a part in the answer
};

/// The worked examples of a ruleset, asked through query() and nothing else.
class VectorRun {
 public:
  /// `overlays` of each vector are applied to built-in rulesets.
  static Result<VectorRun> run(const Ruleset& ruleset);

  const std::vector<VectorResult>& results() const { return mResults; }
  std::size_t count(const std::string& status) const;
  /// Rows that no passing example had a part for.
  std::vector<std::string> uncovered() const;
  std::size_t rowCount() const { return mRows.size(); }
  /// For every row cited by a passing example: changes it in memory and asks again. Gives "row: vector" for each
  /// example that still passes although it cites the row.
  Result<std::vector<std::string>> mutate() const;

 private:
  std::string mRulesetId;
  Ruleset mRuleset;
  std::vector<VectorResult> mResults;
  std::set<std::string> mRows;
};

} // namespace hotchkiss
