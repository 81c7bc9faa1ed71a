#pragma once

#include "importers/recipe/sourceshapes.h"

namespace hotchkiss::cli {

/// Rows of the sources.json beside a recipe.
Result<RecordTable> sourcesBeside(const std::filesystem::path& recipe);

/// What the sources of a recipe look like on a map that was made from them: lines first, then points.
Result<SourceShapes> shapesOfRecipe(const std::filesystem::path& recipe, const Document& document);

} // namespace hotchkiss::cli
