#pragma once

#include "importers/base/imported.h"
#include "importers/base/task.h"
#include "importers/source/sourcefile.h"
#include "libscenario/module/modulefiles.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace hotchkiss {

/// import.json, checked against its schema.
class Recipe {
 public:
  struct Step {
    std::string kind;
    std::string id;
    std::string parameters; ///< canonical JSON
  };

  static Result<Recipe> read(std::string_view text);
  const RecordTable& rows() const { return mRows; }
  /// In the order of work: heights, cover, rivers, regions, places, paths, scans; among equals by "order", then id.
  const std::vector<Step>& steps() const { return mSteps; }

 private:
  RecordTable mRows;
  std::vector<Step> mSteps;
};

struct StepOutcome {
  std::string kind;
  std::string id;
  Imported imported;
};

struct RecipeRun {
  Document document;
  std::vector<StepOutcome> steps;
  std::size_t handCells = 0; ///< cells and records of people that were kept
  std::vector<Doubt> doubts; ///< of all steps, in order: the review list
};

struct RecipeSettings {
  std::filesystem::path folder;       ///< files of sources are relative to it
  std::filesystem::path outputFolder; ///< where pictures made from scans go; empty: they are not written
  RecordTable sources;                ///< rows of sources.json
  const Document* old = nullptr;      ///< the module as it was: its hand work and other files are kept
  Task task;
};

/// The files that the settings' rows of sources.json name, by their ids.
std::map<std::string, SourceFile> sourceFiles(const RecipeSettings& settings);

/// Builds a module from its sources. The same recipe and sources always give the same document.
Result<RecipeRun> runRecipe(const Recipe& recipe, const RecipeSettings& settings);

/// One step on an existing module: for the command line and the editor. Nothing is changed; the result is an edit that
/// leaves hand work alone.
Result<Imported> runStep(const Document& document, const Recipe::Step& step, const RecipeSettings& settings);

/// SHA-256 of a file, or of all files of a folder with their names.
Result<std::string> sourceDigest(const std::filesystem::path& path);

/// The review list as JSON, one entry a line.
std::string reviewAsJson(const std::vector<Doubt>& doubts);

} // namespace hotchkiss
