#include "cli/importsources.h"

#include "cli/support.h"
#include "importers/frame/frameimport.h"
#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::cli {

using nlohmann::json;

Result<RecordTable> sourcesBeside(const std::filesystem::path& recipe) {
  RecordTable out;
  const std::filesystem::path file = recipe.parent_path() / "sources.json";
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    return out;
  const Result<std::string> text = readTextFile(file.string());
  if (!text)
    return text.error();
  const Result<json> parsed = parseStrictJson(*text);
  if (!parsed)
    return Error{parsed.error().message, "sources.json", parsed.error().line, {}, {}};
  if (!parsed->is_object() || !parsed->contains("rows") || !(*parsed)["rows"].is_array())
    return Error{"this is no list of sources", "sources.json", 0, {}, "see docs/formats.md"};
  const Schema* schema = Schema::named("sources");
  for (const json& row : (*parsed)["rows"]) {
    if (const std::optional<std::string> problem = schema->rowProblem(row))
      return Error{*problem, "sources.json", 0, row.size() > 1 ? row[0].dump() + " " + row[1].dump() : row.dump(),
                   "see docs/formats.md"};
    if (!row.empty())
      out[{row[0].get<std::string>(), row[1].get<std::string>()}] = row[2].dump();
  }
  return out;
}

std::pair<std::string, std::string> sourceRowFor(const Document& module, const std::filesystem::path& folder,
                                                 const std::filesystem::path& file, const RecordTable& taken) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (const auto& [key, text] : module.table("sources")) {
    const json row = json::parse(text, nullptr, false);
    if (key.section == "source" && row.is_object() && row.contains("file") &&
        fs::equivalent(folder / row["file"].get<std::string>(), file, ignored))
      return {key.id, text};
  }
  const std::string base = idFromName(file.stem().string());
  std::string id = base; // a picture and its control points often share a name
  for (int n = 2; taken.count({"source", id}) > 0 || module.record("sources", {"source", id}) != nullptr; ++n)
    id = base + "-" + std::to_string(n);
  // Links are followed on both sides, so that ".." leads where it says.
  fs::path path = fs::weakly_canonical(file, ignored).lexically_relative(fs::weakly_canonical(folder, ignored));
  if (path.empty()) // on another drive
    path = fs::absolute(file, ignored);
  return {id, json{{"title", file.filename().string()}, {"file", path.generic_string()}}.dump()};
}

Result<std::vector<StepShapes>> shapesOfRecipe(const std::filesystem::path& recipe,
                                               const std::vector<std::string>& stepIds, const Document& document) {
  const Result<std::string> text = readTextFile(recipe.string());
  if (!text)
    return text.error();
  const Result<Recipe> read = Recipe::read(*text);
  if (!read)
    return read.error();
  const Result<Frame> frame = frameOf(document);
  if (!frame)
    return frame.error();
  RecipeSettings settings;
  settings.folder = recipe.parent_path();
  const Result<RecordTable> sources = sourcesBeside(recipe);
  if (!sources)
    return sources.error();
  settings.sources = *sources;
  ImportContext context;
  context.document = &document;
  context.frame = *frame;
  context.sources = sourceFiles(settings);
  std::vector<StepShapes> out;
  std::vector<std::string> known;
  for (const Recipe::Step& step : read->steps()) {
    known.push_back(step.id);
    if (!stepIds.empty() && std::find(stepIds.begin(), stepIds.end(), step.id) == stepIds.end())
      continue;
    Result<SourceShapes> shapes = sourceShapes(context, step);
    if (!shapes)
      return shapes.error();
    out.push_back({step.kind, std::move(*shapes)});
  }
  for (const std::string& id : stepIds)
    if (std::find(known.begin(), known.end(), id) == known.end())
      return Error{
          "the recipe has no step \"" + id + "\"", recipe.string(), 0, {}, "its steps are " + joinWords(known)};
  return out;
}

} // namespace hotchkiss::cli
