#include "editor/dialogs/sheetextras.h"

#include "editor/docks/recordtext.h"
#include "libscenario/json/schema.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <sstream>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

const char* staggeredAxis(Orientation orientation) {
  return orientation == Orientation::Flat ? "rows" : "columns";
}

std::string bearingText(const json& body) {
  const auto it = body.find("northBearing");
  if (it == body.end())
    return {};
  return it->is_number() ? it->dump() : "unknown";
}

std::string omitText(const json& body) {
  std::string out;
  for (const json& hex : body.value("omit", json::array()))
    out += (out.empty() ? "" : " ") + std::to_string(hex[0].get<long>()) + ',' + std::to_string(hex[1].get<long>());
  return out;
}

Result<json> omitFrom(const std::string& text) {
  json out = json::array();
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t comma = word.find(',');
    const auto column = comma == std::string::npos ? std::nullopt : parseInteger(word.substr(0, comma));
    const auto row = comma == std::string::npos ? std::nullopt : parseInteger(word.substr(comma + 1));
    if (!column || !row)
      return Error{"\"" + word + "\" is no hex of the sheet", {}, 0, {}, "write column and row, such as 3,4"};
    out.push_back({*column, *row});
  }
  return out;
}

Result<json> bearingFrom(const std::string& text) {
  if (text == "unknown")
    return json{{"unknown", true}};
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !std::isfinite(value))
    return Error{"\"" + text + "\" is no bearing", {}, 0, {}, "write degrees, such as 12.5, or unknown"};
  return std::trunc(value) == value ? json(static_cast<long>(value)) : json(value);
}

void setSides(json& body, const char* member, const std::array<std::string, 4>& sides) {
  json out = json::object();
  for (std::size_t i = 0; i < kSheetSides.size(); ++i)
    if (sides.at(i) != "none")
      out[kSheetSides.at(i)] = sides.at(i);
  if (out.empty())
    body.erase(member);
  else
    body[member] = out;
}

} // namespace

SheetExtras extrasOf(const SheetRow& row, Orientation orientation) {
  const json body = parsedObject(row.record);
  SheetExtras out;
  out.turn = body.value("turn", 0);
  out.stagger = body.value(staggeredAxis(orientation), json::object()).value("stagger", "none");
  out.oblique = body.value("oblique", "none");
  out.northBearing = bearingText(body);
  out.omit = omitText(body);
  for (std::size_t i = 0; i < kSheetSides.size(); ++i) {
    out.missing.at(i) = body.value("missing", json::object()).value(kSheetSides.at(i), "none");
    out.partial.at(i) = body.value("partial", json::object()).value(kSheetSides.at(i), "none");
  }
  return out;
}

Result<SheetRow> withExtras(const SheetRow& row, const SheetExtras& extras, Orientation orientation) {
  const SheetExtras before = extrasOf(row, orientation);
  json body = parsedObject(row.record);
  const auto set = [&](const char* member, const json& value, bool isUsual) {
    if (isUsual)
      body.erase(member);
    else
      body[member] = value;
  };
  if (extras.turn != before.turn)
    set("turn", extras.turn, extras.turn == 0);
  if (extras.oblique != before.oblique)
    set("oblique", extras.oblique, extras.oblique == "none");
  if (extras.stagger != before.stagger) {
    json& axis = body[staggeredAxis(orientation)];
    if (extras.stagger == "none")
      axis.erase("stagger");
    else
      axis["stagger"] = extras.stagger;
  }
  if (extras.northBearing != before.northBearing) {
    const Result<json> bearing = extras.northBearing.empty() ? Result<json>(json()) : bearingFrom(extras.northBearing);
    if (!bearing)
      return bearing.error();
    set("northBearing", *bearing, extras.northBearing.empty());
  }
  if (extras.omit != before.omit) {
    const Result<json> omit = omitFrom(extras.omit);
    if (!omit)
      return omit.error();
    set("omit", *omit, omit->empty());
  }
  if (extras.missing != before.missing)
    setSides(body, "missing", extras.missing);
  if (extras.partial != before.partial)
    setSides(body, "partial", extras.partial);
  if (const auto problem = Schema::named("module")->rowProblem({"sheet", row.id, body}))
    return Error{*problem, {}, 0, "sheet " + row.id, {}};
  return SheetRow{row.id, body.dump()};
}

} // namespace hotchkiss::editor
