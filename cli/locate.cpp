#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/ruleset/locator.h"

#include <nlohmann/json.hpp>

#include <iostream>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

std::string wordsOf(const LocatedPlace& place, const Numbering& numbering) {
  std::string out;
  if (place.hex)
    out = "hex " + numbering.label(*place.hex) + " (" + toText(*place.hex) + ")";
  else if (place.edge)
    out = "hexside " + numbering.label(*place.edge) + " (" + toText(*place.edge) + ")";
  else if (place.vertex)
    out = "corner " + numbering.label(*place.vertex) + " (" + toText(*place.vertex) + ")";
  if (place.thing.empty())
    return out;
  return place.thing + (out.empty() ? "" : ": " + out);
}

json jsonOf(const LocatedPlace& place, const Numbering& numbering) {
  json out = json::object();
  if (place.hex)
    out = {{"hex", {place.hex->c, place.hex->r}}, {"label", numbering.label(*place.hex)}};
  else if (place.edge)
    out = {{"edge", {place.edge->c, place.edge->r, place.edge->d}}, {"label", numbering.label(*place.edge)}};
  else if (place.vertex)
    out = {{"vertex", {place.vertex->c, place.vertex->r, place.vertex->v}}, {"label", numbering.label(*place.vertex)}};
  if (!place.thing.empty())
    out["thing"] = place.thing;
  return out;
}

int locate(const std::string& path, const std::string& text, bool asJson) {
  const Result<OpenedModule> opened = openModule(path);
  if (!opened)
    return complain(opened.error());
  const Document& document = opened->module.document;
  const Result<Ruleset> ruleset = Ruleset::effective(document);
  if (!ruleset)
    return complain(ruleset.error());
  const Result<Locator> locator = Locator::make(document, *ruleset);
  if (!locator)
    return complain(locator.error());
  const Result<Located> found = locator->locate(text);
  if (!found)
    return complain(found.error());
  const Numbering numbering = numberingOf(document);
  if (asJson) {
    json places = json::array();
    for (const LocatedPlace& place : found->places)
      places.push_back(jsonOf(place, numbering));
    json out{{"formatVersion", 1},    {"kind", "location"},  {"text", text},
             {"means", found->means}, {"form", found->form}, {"places", std::move(places)}};
    if (!found->caution.empty())
      out["caution"] = found->caution;
    std::cout << out.dump(1) << "\n";
    return kClean;
  }
  for (const LocatedPlace& place : found->places)
    std::cout << wordsOf(place, numbering) << "\n";
  if (!found->caution.empty())
    std::cout << "caution: " << found->caution << "\n";
  return kClean;
}

} // namespace

void addLocate(CLI::App& app, int& status) {
  auto path = std::make_shared<std::string>();
  auto text = std::make_shared<std::string>();
  auto asJson = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("locate", "Find what a label, a hexside or a name in a text means on the map");
  command->add_option("X", *path, "Module folder or package")->required();
  command->add_option("TEXT", *text, "As the sources write it, such as \"W0404-W0405\" or \"Ely's Ford\"")->required();
  command->add_flag("--json", *asJson, "Print JSON");
  command->callback([path, text, asJson, &status] { status = locate(*path, *text, *asJson); });
}

} // namespace hotchkiss::cli
