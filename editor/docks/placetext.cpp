#include "editor/docks/placetext.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/module/scriptplaces.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

bool isNumbers(const json& value, std::size_t count) {
  return value.is_array() && value.size() == count &&
         std::all_of(value.begin(), value.end(), [](const json& n) { return n.is_number_integer(); });
}

HexCoord hexOf(const json& value) {
  return {value[0].get<std::int32_t>(), value[1].get<std::int32_t>()};
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos)
    return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

/// Numbers with dots between as a list of this length; null when the text is something else.
json coordinates(const std::string& text, std::size_t count) {
  json out = json::array();
  constexpr long kFarthest = 100'000;
  for (const std::string_view part : splitText(text, '.')) {
    const std::optional<long> number = parseInteger(part);
    if (!number || *number < -kFarthest || *number > kFarthest)
      return {};
    out.push_back(*number);
  }
  if (out.size() != count || (count == 3 && (out[2] < 0 || out[2] > 2)))
    return {};
  return out;
}

/// What the places of scripts understand: a printed label, or coordinates. "(12.7)" is how a hex without label is
/// shown.
json scriptValue(const Numbering& numbering, const std::string& text, std::size_t count) {
  std::string plain = text;
  if (plain.size() > 2 && plain.front() == '(' && plain.back() == ')')
    plain = plain.substr(1, plain.size() - 2);
  else if (numbering.resolve(text).ok())
    return text; // labels may look like coordinates; what is printed on the map goes first
  json numbers = coordinates(plain, count);
  return numbers.is_null() ? json(text) : numbers;
}

json toJson(HexCoord h) {
  return {h.c, h.r};
}
json toJson(EdgeId e) {
  return {e.c, e.r, e.d};
}
json toJson(VertexId v) {
  return {v.c, v.r, v.v};
}

} // namespace

std::string PlaceText::write(const json& value, bool isVertex) const {
  if (isNumbers(value, 2))
    return mNumbering.label(hexOf(value));
  if (isNumbers(value, 3)) {
    const HexCoord h = hexOf(value);
    const auto last = value[2].get<std::int32_t>();
    return isVertex ? mNumbering.label(VertexId{h.c, h.r, last}) : mNumbering.label(EdgeId{h.c, h.r, last});
  }
  std::string out;
  if (value.is_array()) {
    for (const json& item : value)
      out += (out.empty() ? "" : ", ") + write(item, isVertex);
  } else if (value.is_object()) {
    for (const auto& [name, item] : value.items())
      out += (out.empty() ? "" : ", ") +
             (item.is_string() ? name + " " + item.get<std::string>() : write(item, name == "vertex"));
  }
  return out;
}

Result<json> PlaceText::read(const std::string& text, bool isHex, bool many) const {
  const ScriptPlaces places(mDocument, mNumbering);
  json list = json::array();
  for (const std::string_view part : splitText(text, ',')) {
    const std::string word = trimmed(part);
    if (word.empty())
      continue;
    if (isHex) {
      const Result<HexCoord> h = places.hex(scriptValue(mNumbering, word, 2));
      if (!h)
        return h.error();
      list.push_back(toJson(*h));
    } else {
      const Result<EdgeId> e = places.edge(scriptValue(mNumbering, word, 3));
      if (!e)
        return e.error();
      list.push_back(toJson(*e));
    }
  }
  if (list.empty())
    return json();
  if (many)
    return list;
  if (list.size() > 1)
    return Error{"only one place is wanted here", {}, 0, {}, "give one label"};
  return list[0];
}

Result<json> PlaceText::readVertex(const std::string& text) const {
  const std::string word = trimmed(text);
  if (word.empty())
    return json();
  const Result<VertexId> v = ScriptPlaces(mDocument, mNumbering).vertex(scriptValue(mNumbering, word, 3));
  if (!v)
    return v.error();
  return toJson(*v);
}

Result<json> PlaceText::readLocation(const std::string& text) const {
  const ScriptPlaces places(mDocument, mNumbering);
  const std::string word = trimmed(text);
  const std::size_t space = word.find(' ');
  const std::string section = word.substr(0, space);
  if (space != std::string::npos &&
      (section == "place" || section == "region" || section == "crossing" || section == "entry")) {
    const std::string id = trimmed(std::string_view(word).substr(space));
    if (!mDocument.record(kNamedTable, {section, id}))
      return Error{"there is no " + section + " \"" + id + "\"", {}, 0, {}, "give the id of an existing one"};
    return json{{section, id}};
  }
  const Result<HexCoord> h = places.hex(scriptValue(mNumbering, word, 2));
  if (h)
    return toJson(*h);
  const json value = scriptValue(mNumbering, word, 3);
  if (std::count(word.begin(), word.end(), '/') == 2) {
    const Result<VertexId> v = places.vertex(value);
    if (!v)
      return v.error();
    return json{{"vertex", toJson(*v)}};
  }
  const Result<EdgeId> e = places.edge(value);
  if (e)
    return json{{"edge", toJson(*e)}};
  return word.find('/') == std::string::npos && word.find(' ') == std::string::npos ? h.error() : e.error();
}

Result<json> PlaceText::readEnds(const std::string& text) const {
  json out = json::array();
  for (const std::string_view part : splitText(text, ',')) {
    const std::string word = trimmed(part);
    if (word.empty())
      continue;
    Result<json> location = readLocation(word);
    if (!location)
      return location;
    out.push_back(location->is_array() ? json{{"hex", *location}} : *location);
  }
  return out;
}

} // namespace hotchkiss::editor
