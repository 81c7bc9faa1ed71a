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

/// An example that goes on passing although a row that it cites says something else.
struct Unmoved {
  std::string id;
  std::string row;    ///< empty for an example that cites no row at all
  std::string reason; ///< why the row does not decide it
};

/// What changing every cited row does to the examples that cite it.
struct MutationReport {
  std::size_t rows = 0;      ///< that were changed
  std::size_t citations = 0; ///< pairs of an example and a row that it cites
  std::size_t noticed = 0;   ///< of these, how many made the example fail
  std::vector<Unmoved> unmoved;
  std::vector<std::string> unnoticed;      ///< rows that no example notices
  std::size_t cells = 0;                   ///< of rows with several columns, that were changed one by one
  std::vector<std::string> unnoticedCells; ///< "table/row/column", the first column is 1
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
  std::size_t rowCount() const { return mCells.size(); }
  /// For every row cited by a passing example: changes it in memory in several ways, the last of which is to make it
  /// unknown, and asks again; cells of rows with several columns one by one, too.
  Result<MutationReport> mutate() const;

 private:
  void mutateCells(MutationReport& out, const std::string& row, const std::vector<std::string>& vectors) const;

  Ruleset mRuleset;
  std::vector<VectorResult> mResults;
  std::map<std::string, std::size_t> mCells; ///< of every row
};

} // namespace hotchkiss
