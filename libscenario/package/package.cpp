#include "libscenario/package/package.h"

#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/package/archive.h"
#include "libscenario/package/digest.h"
#include "libscenario/ruleset/ruleset.h"
#include "libscenario/scenario/scenariorules.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr const char* kManifest = "manifest.json";
constexpr const char* kValidator = "hotchkiss core 1";

Result<OpenedPackage> verified(Result<ArchiveEntries> entries) {
  if (!entries)
    return entries.error();
  const auto refuse = [](std::string message) {
    return Error{std::move(message), {}, 0, {}, "ask for the package again"};
  };
  const auto manifestEntry = entries->find(kManifest);
  if (manifestEntry == entries->end())
    return Error{"this ZIP file has no manifest.json: it is not a Hotchkiss package", {}, 0, {}, {}};
  const Result<json> manifest = parseStrictJson(manifestEntry->second);
  if (!manifest)
    return refuse("the manifest is damaged: " + manifest.error().message);
  if (manifest->is_object() && manifest->contains("formatVersion") &&
      (*manifest)["formatVersion"].is_number_integer() && (*manifest)["formatVersion"] > kFormatVersion)
    return Error{"the package has format version " + (*manifest)["formatVersion"].dump() +
                     ", this program knows up to " + std::to_string(kFormatVersion),
                 {},
                 0,
                 {},
                 "install a newer Hotchkiss"};
  if (const auto problem = Schema::named("manifest")->problem(*manifest))
    return refuse("the manifest is damaged: " + *problem);
  OpenedPackage out;
  out.level = (*manifest)["level"].get<std::string>();
  out.scenario = manifest->value("scenario", "");
  out.validator = (*manifest)["validator"].get<std::string>();
  const json& digests = (*manifest)["entries"];
  for (auto& [name, text] : *entries) {
    if (name == kManifest)
      continue;
    const auto digest = digests.find(name);
    if (digest == digests.end())
      return refuse("the entry " + name + " is not in the manifest");
    if (digest->get<std::string>() != sha256Hex(text))
      return refuse("the entry " + name +
                    " does not have the digest that the manifest gives: the package was changed or damaged");
    out.files.emplace(name, std::move(text));
  }
  for (const auto& [name, digest] : digests.items())
    if (!out.files.contains(name))
      return refuse("the entry " + name + " of the manifest is missing");
  return out;
}

} // namespace

Result<std::string> makePackage(const Document& document, Level level, const std::vector<Finding>& findings,
                                const std::string& scenario) {
  const Result<Ruleset> ruleset = Ruleset::effective(document);
  if (!ruleset)
    return ruleset.error();
  const Result<Document> complete = withOverlaysWrittenOut(document);
  if (!complete)
    return complete.error();
  ArchiveEntries entries = writeModule(*complete);
  // The overlay is part of the embedded ruleset; applying it a second time would be wrong.
  entries.erase("overlay.json");
  for (auto& [path, text] : ruleset->files())
    entries[path] = std::move(text);
  json digests = json::object();
  for (const auto& [path, text] : entries)
    digests[path] = sha256Hex(text);
  json counts = json::object();
  for (const Finding& finding : findings)
    counts[finding.check] = counts.value(finding.check, std::size_t{0}) + finding.count;
  json manifest{{"formatVersion", kFormatVersion}, {"kind", "manifest"}, {"level", toText(level)},
                {"validator", kValidator},         {"findings", counts}, {"entries", digests}};
  if (!scenario.empty())
    manifest["scenario"] = scenario;
  entries[kManifest] = manifest.dump(1) + "\n";
  return writeArchive(entries);
}

Result<OpenedPackage> openPackage(const std::filesystem::path& file) {
  return verified(readArchive(file));
}

Result<OpenedPackage> openPackage(std::string_view bytes) {
  return verified(readArchive(bytes));
}

} // namespace hotchkiss
