#pragma once

#include "importers/recipe/sourceshapes.h"

#include <string>
#include <utility>

namespace hotchkiss::cli {

/// Rows of the sources.json beside a recipe.
Result<RecordTable> sourcesBeside(const std::filesystem::path& recipe);

/// The row of sources.json for a file: the one that the module has for it, or a new one with an id that neither the
/// module nor `taken` uses. Files are named as seen from the module's folder, wherever the command was started.
std::pair<std::string, std::string> sourceRowFor(const Document& module, const std::filesystem::path& folder,
                                                 const std::filesystem::path& file, const RecordTable& taken);

struct StepShapes {
  std::string kind; ///< of the step: rivers, paths, ...
  SourceShapes shapes;
};

/// What the sources of a recipe look like on a map that was made from them, step by step; only some of the steps if
/// their ids are given.
Result<std::vector<StepShapes>> shapesOfRecipe(const std::filesystem::path& recipe,
                                               const std::vector<std::string>& stepIds, const Document& document);

} // namespace hotchkiss::cli
