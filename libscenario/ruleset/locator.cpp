#include "libscenario/ruleset/locator.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/module/modulefiles.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr std::array<const char*, 3> kSuffixes{"", ".2", ".3"};

const std::string* fieldOf(const Parsed& parsed, const std::string& name) {
  const auto it =
      std::find_if(parsed.fields.begin(), parsed.fields.end(), [&](const auto& field) { return field.first == name; });
  return it == parsed.fields.end() ? nullptr : &it->second;
}

std::string smallLetters(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// "NE", "northeast" or "1".
std::optional<int> directionOf(Orientation orientation, const std::string& word) {
  static const std::map<std::string, std::string> kLong{{"north", "n"},      {"northeast", "ne"}, {"east", "e"},
                                                        {"southeast", "se"}, {"south", "s"},      {"southwest", "sw"},
                                                        {"west", "w"},       {"northwest", "nw"}};
  const std::string small = smallLetters(word);
  const auto found = kLong.find(small);
  for (int side = 0; side < kSides; ++side)
    if (smallLetters(Lattice::directionName(orientation, side)) == (found == kLong.end() ? small : found->second) ||
        small == std::to_string(side))
      return side;
  return std::nullopt;
}

/// Where a named thing says that it is.
LocatedPlace placeOf(const RecordKey& key, const json& body) {
  LocatedPlace out;
  out.thing = key.section + " " + key.id;
  const auto take = [&](const char* sort, const json& value) {
    if (!value.is_array() || value.size() < 2 || !value[0].is_number_integer())
      return;
    const auto number = [&](std::size_t i) { return value[i].get<std::int32_t>(); };
    if (value.size() == 2)
      out.hex = HexCoord{number(0), number(1)};
    else if (std::string_view(sort) == "vertex")
      out.vertex = VertexId{number(0), number(1), number(2)};
    else
      out.edge = EdgeId{number(0), number(1), number(2)};
  };
  if (const auto at = body.find("at"); at != body.end()) {
    if (!at->is_object())
      take("edge", *at);
    else
      for (const char* sort : {"hex", "edge", "vertex"})
        if (at->contains(sort))
          take(sort, (*at)[sort]);
  } else if (body.contains("mouth")) {
    take("vertex", body["mouth"]);
  } else if (body.contains("label")) {
    take("hex", body["label"]);
  }
  return out;
}

} // namespace

Locator::Locator(const Document& document, Notation notation)
    : mLattice(document.lattice()), mNumbering(numberingOf(document)), mNotation(std::move(notation)) {
  for (const auto& [key, text] : document.table("module"))
    if (key.section == "module")
      mAbbreviation = json::parse(text, nullptr, false).value("abbreviation", "");
  for (const auto& [key, text] : document.table(kNamedTable)) {
    const json body = json::parse(text, nullptr, false);
    if (!body.is_object() || key.section == "join")
      continue;
    std::vector<std::string> names = body.value("names", std::vector<std::string>{});
    names.push_back(body.value("name", key.id));
    for (const std::string& name : names)
      mNames[smallLetters(name)].push_back(placeOf(key, body));
  }
}

Result<Locator> Locator::make(const Document& document, const Ruleset& ruleset) {
  Result<Notation> notation = ruleset.notation();
  if (!notation)
    return notation.error();
  return Locator(document, std::move(*notation));
}

Result<Located> Locator::locate(std::string_view text) const {
  const Result<Parsed> first = mNotation.parse(text);
  if (!first)
    return first.error();
  std::optional<Error> why;
  for (const Parsed& reading : mNotation.parseAll(text)) {
    Result<Places> places = placesOf(reading);
    if (places)
      return Located{reading.form, reading.means, reading.caution, std::move(*places)};
    if (!why)
      why = places.error();
  }
  Error error = *why;
  error.where = "\"" + std::string(text) + "\"";
  return error;
}

Result<Locator::Places> Locator::placesOf(const Parsed& parsed) const {
  if (!parsed.items.empty()) {
    Places out;
    std::optional<Error> why;
    for (const Parsed& item : parsed.items) {
      const Result<Places> places = placesOf(item);
      if (places)
        out.insert(out.end(), places->begin(), places->end());
      else if (parsed.means != "alias") // labels of other modules are no mistake among several for one place
        return places.error();
      else
        why = places.error();
    }
    if (out.empty() && why)
      return *why;
    return out;
  }
  const Result<std::vector<HexCoord>> hexes = labelledHexes(parsed);
  if (!hexes)
    return hexes.error();
  const bool isAlong = parsed.means == "edge" || parsed.means == "edges" || parsed.means == "place";
  if (hexes->size() == 1 && fieldOf(parsed, "side"))
    return sidesOf(parsed, hexes->front());
  if ((hexes->size() == 2 && isAlong) || parsed.means == "vertex")
    return between(*hexes);
  if (!hexes->empty()) {
    Places out;
    for (const HexCoord h : *hexes)
      out.push_back({h, {}, {}, {}});
    if (parsed.means == "alias") // several labels, one hex
      out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  for (const char* field : {"name", "region"})
    if (const std::string* name = fieldOf(parsed, field)) {
      Result<Places> found = named(*name);
      if (!found || !fieldOf(parsed, "side"))
        return found;
      if (found->size() == 1 && found->front().hex)
        return sidesOf(parsed, *found->front().hex);
    }
  return Error{"this is a " + parsed.means + ", which names no place on the map", {}, 0, {}, {}};
}

Result<std::vector<HexCoord>> Locator::labelledHexes(const Parsed& parsed) const {
  std::vector<HexCoord> out;
  const auto field = [&](const char* name, const std::string& suffix) {
    const std::string* own = fieldOf(parsed, name + suffix);
    return own ? own : fieldOf(parsed, name); // a second label may leave off what it shares with the first
  };
  for (const std::string suffix : kSuffixes) {
    if (!fieldOf(parsed, "col" + suffix) && !fieldOf(parsed, "row" + suffix))
      continue;
    if (const std::string* module = field("module", suffix);
        module && !mAbbreviation.empty() && *module != mAbbreviation)
      return Error{"the label is one of the module " + *module + ", but this is " + mAbbreviation, {}, 0, {}, {}};
    const std::string* col = field("col", suffix);
    const std::string* row = field("row", suffix);
    if (!col || !row)
      return Error{"the label has no column or no row", {}, 0, {}, {}};
    const std::string* sheet = field("sheet", suffix);
    const Result<HexCoord> h = mNumbering.resolve(sheet ? std::optional(*sheet) : std::nullopt, *col, *row);
    if (!h)
      return h.error();
    out.push_back(*h);
  }
  return out;
}

Result<Locator::Places> Locator::sidesOf(const Parsed& parsed, HexCoord h) const {
  Places out;
  for (const std::string suffix : kSuffixes)
    if (const std::string* word = fieldOf(parsed, "side" + suffix)) {
      const std::optional<int> side = directionOf(mLattice.orientation(), *word);
      if (!side)
        return Error{"hexes of this map have no side " + *word, {}, 0, {}, {}};
      out.push_back({{}, mLattice.edge(h, *side), {}, {}});
    }
  return out;
}

Result<Locator::Places> Locator::between(const std::vector<HexCoord>& hexes) const {
  if (hexes.size() == 2) {
    if (const std::optional<EdgeId> e = mLattice.edgeBetween(hexes[0], hexes[1]))
      return Places{{{}, *e, {}, {}}};
    std::vector<std::string> neighbours;
    for (int side = 0; side < kSides; ++side)
      if (const HexCoord next = mLattice.neighbour(hexes[0], side); mNumbering.exists(next))
        neighbours.push_back(mNumbering.label(next));
    return Error{mNumbering.label(hexes[0]) + " and " + mNumbering.label(hexes[1]) + " are not neighbours",
                 {},
                 0,
                 {},
                 "those of " + mNumbering.label(hexes[0]) + " are " + joinWords(neighbours)};
  }
  for (int corner = 0; hexes.size() == 3 && corner < kSides; ++corner) {
    const VertexId v = mLattice.vertex(hexes[0], corner);
    const std::array<HexCoord, 3> around = mLattice.hexes(v);
    if (std::is_permutation(around.begin(), around.end(), hexes.begin()))
      return Places{{{}, {}, v, {}}};
  }
  return Error{"the three hexes do not meet at a corner", {}, 0, {}, {}};
}

Result<Locator::Places> Locator::named(const std::string& name) const {
  if (const auto it = mNames.find(smallLetters(name)); it != mNames.end())
    return it->second;
  std::vector<std::string> known;
  known.reserve(mNames.size());
  for (const auto& [other, unused] : mNames)
    known.push_back(other);
  const std::optional<std::string> near = nearestWord(smallLetters(name), known);
  return Error{"nothing on the map has the name " + name, {}, 0, {}, near ? "did you mean " + *near + "?" : ""};
}

} // namespace hotchkiss
