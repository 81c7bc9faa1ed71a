#pragma once

#include "importers/recipe/recipe.h"

#include <string>
#include <vector>

namespace hotchkiss {

/// Adding a step to a module that is open for editing. The result is one edit with everything in it (map, evidence,
/// sources, recipe), so that a rebuild from the recipe gives the same module again.

/// A step that a person asks for, with rows of sources.json for the files that it names.
struct StepWish {
  Recipe::Step step;
  RecordTable sources;
};

struct ImportPreview {
  Document after;
  Edit edit; ///< from the module as it is to `after`
  std::vector<StepOutcome> steps;
  std::vector<Doubt> doubts;
  std::size_t handCells = 0; ///< pieces of hand work that were kept
  std::string notice;        ///< something to know about the result; empty as a rule

  /// The outcome of the step that was asked for; null after a rebuild.
  const StepOutcome* outcomeOf(const std::string& kind, const std::string& id) const;
};

/// The rows of a recipe for the module as it is: its head, sheets and frame as they are now, and its steps.
Result<RecordTable> recipeRowsOf(const Document& module);

/// What the module would be with this step: the whole recipe is run again, so that steps that build on each other fit
/// together. What the module held before its first step counts as hand work unless the step overwrites it. When the
/// file of another step is not at hand, only this step is run, and `notice` says so.
/// `settings` gives folder, output folder and task; its sources and old state are those of the module.
Result<ImportPreview> previewStep(const Document& module, const StepWish& wish, RecipeSettings settings);

/// What a rebuild from the module's own recipe would make of it.
Result<ImportPreview> previewRebuild(const Document& module, RecipeSettings settings);

/// The edit that leads from one state to another of the same size.
Edit differenceEdit(const Document& before, const Document& after, const std::string& title);

/// Titles of steps for people: "Import rivers".
std::string stepTitle(const std::string& kind);

} // namespace hotchkiss
