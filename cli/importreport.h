#pragma once

#include "importers/frame/frameimport.h"
#include "importers/recipe/recipe.h"

#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::cli {

/// What an import did, for people and for programs.
struct ImportSummary {
  std::string module; ///< folder
  Extent extent;
  std::vector<StepOutcome> steps;
  std::vector<Doubt> doubts;
  std::optional<std::size_t> changed;   ///< cells, when it worked on a module that was there
  std::optional<std::size_t> handCells; ///< pieces of hand work that were kept, when it made the module
  std::string notice;                   ///< something to know about the result; empty as a rule
  bool dryRun = false;
};

/// Prints a summary as a table or as JSON, and writes the review list if a file is wanted. Gives the exit code.
int finishImport(const ImportSummary& summary, bool asJson, const std::string& reviewFile);

struct FitSummary {
  std::vector<KnownPlace> places;
  std::vector<std::string> labels; ///< of the places' hexes
  FrameFit fit;
  std::string writtenTo; ///< empty: nothing was written
};
int finishFit(const FitSummary& summary, bool asJson);

} // namespace hotchkiss::cli
