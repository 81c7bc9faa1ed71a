#include "libscenario/rules/queryanswers.h"
#include "libscenario/ruleset/locator.h"

namespace hotchkiss {

using nlohmann::json;

/// What a text of the sources means on this map: places, and what to be careful about.
Answer answerLocate(const Situation& situation, const QueryArguments& args) {
  const std::string text = args.text("text");
  if (text.empty())
    return Error{"the argument \"text\" is missing", {}, 0, {}, {}};
  const Rules& rules = situation.rules();
  const Result<Locator> locator = Locator::make(rules.document(), rules.book().ruleset());
  if (!locator)
    return locator.error();
  const Result<Located> found = locator->locate(text);
  if (!found)
    return found.error();
  json places = json::array();
  for (const LocatedPlace& place : found->places) {
    json out = json::object();
    if (place.hex)
      out = {{"hex", {place.hex->c, place.hex->r}}, {"label", rules.numbering().label(*place.hex)}};
    else if (place.edge)
      out = {{"edge", {place.edge->c, place.edge->r, place.edge->d}}, {"label", rules.numbering().label(*place.edge)}};
    else if (place.vertex)
      out = {{"vertex", {place.vertex->c, place.vertex->r, place.vertex->v}},
             {"label", rules.numbering().label(*place.vertex)}};
    if (!place.thing.empty())
      out["thing"] = place.thing;
    places.push_back(std::move(out));
  }
  json out{{"text", text},
           {"means", found->means},
           {"form", found->form},
           {"places", std::move(places)},
           {"cautions", json::array()},
           {"because", json::array()}};
  if (!found->caution.empty())
    out["cautions"].push_back(found->caution);
  // As the sources ought to write it: the module, then the label.
  std::string canonical;
  for (const json& place : out["places"])
    if (place.contains("label"))
      canonical += (canonical.empty() ? "" : "; ") +
                   (locator->abbreviation().empty() ? "" : locator->abbreviation() + " ") +
                   place["label"].get<std::string>();
  out["canonical"] = canonical;
  return out;
}

} // namespace hotchkiss
