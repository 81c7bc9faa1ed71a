#pragma once

#include "importers/recipe/sourceshapes.h"

namespace hotchkiss::cli {

/// Rows of the sources.json beside a recipe.
Result<RecordTable> sourcesBeside(const std::filesystem::path& recipe);

struct StepShapes {
  std::string kind; ///< of the step: rivers, paths, ...
  SourceShapes shapes;
};

/// What the sources of a recipe look like on a map that was made from them, step by step; only some of the steps if
/// their ids are given.
Result<std::vector<StepShapes>> shapesOfRecipe(const std::filesystem::path& recipe,
                                               const std::vector<std::string>& stepIds, const Document& document);

} // namespace hotchkiss::cli
