#pragma once

#include "editor/import/importworker.h"

#include <filesystem>
#include <string>

namespace hotchkiss::editor {

/// What of a step's source is drawn over the map; empty when it cannot be read.
PreviewShapes shapesOf(const Document& module, const StepWish& wish, const RecipeSettings& settings);

/// Adds a scan's picture, where the row of its source says that it lies.
void addPicture(const Document& after, const std::string& sourceId, const std::filesystem::path& folder,
                PreviewShapes& out);

} // namespace hotchkiss::editor
