#include "libscenario/rules/rules.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/module/modulefiles.h"
#include "libscenario/scenario/scenariorules.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

HexFacts hexFacts(const std::string& text) {
  HexFacts out;
  const json body = json::parse(text, nullptr, false);
  if (!body.is_object())
    return out;
  for (const auto& [name, value] : body.items())
    if (name != "in")
      out.attributes[name] = Value::fromJson(value);
    else if (value.is_array())
      for (const json& region : value)
        if (region.is_string())
          out.regions.push_back(region.get<std::string>());
  return out;
}

std::vector<json> placesIn(const json& at) {
  if (!at.is_array() || at.empty())
    return {};
  if (at[0].is_array())
    return at.get<std::vector<json>>();
  return {at};
}

std::optional<HexCoord> hexIn(const json& place) {
  if (place.is_array() && place.size() == 2 && place[0].is_number_integer() && place[1].is_number_integer())
    return HexCoord{place[0].get<std::int32_t>(), place[1].get<std::int32_t>()};
  return std::nullopt;
}

std::optional<EdgeId> edgeIn(const json& place) {
  if (place.is_array() && place.size() == 3 && place[0].is_number_integer() && place[1].is_number_integer() &&
      place[2].is_number_integer())
    return EdgeId{place[0].get<std::int32_t>(), place[1].get<std::int32_t>(), place[2].get<std::int32_t>()};
  return std::nullopt;
}

} // namespace

Result<Rules> Rules::of(const Document& document) {
  return of(document, {});
}

Result<Rules> Rules::of(const Document& document, const std::string& scenario) {
  const Result<Ruleset> ruleset = rulesetOf(document, scenario);
  if (!ruleset)
    return ruleset.error();
  Result<Rulebook> book = Rulebook::read(*ruleset);
  if (!book)
    return book.error();
  return Rules(document, std::make_shared<const Rulebook>(std::move(*book)));
}

Rules::Rules(Document document, std::shared_ptr<const Rulebook> book)
    : mDocument(std::move(document)), mBook(std::move(book)), mNumbering(numberingOf(mDocument)) {
  indexTexts();
  indexNamed();
}

void Rules::indexTexts() {
  mDocument.forEachEdge([&](EdgeId edge, std::uint32_t text) { indexEdge(edge, text); });
  for (std::int32_t c = 0; c < extent().width; ++c)
    for (std::int32_t r = 0; r < extent().height; ++r)
      if (const std::uint32_t more = mDocument.hex({c, r}).more; more != TextPool::kNone && !mHexFacts.contains(more))
        mHexFacts[more] = hexFacts(mDocument.pool().text(more));
}

void Rules::indexEdge(EdgeId edge, std::uint32_t text) {
  if (text != TextPool::kNone && !mFeatures.contains(text))
    mFeatures[text] = mDocument.features(edge);
}

void Rules::indexNamed() {
  mCrossings.clear();
  mPlaces.clear();
  mRegionKinds.clear();
  mCrossingEdges.clear();
  mLinks.clear();
  std::map<std::pair<std::string, std::string>, std::map<std::string, Value>> defaults;
  for (const auto& [key, text] : mBook->ruleset().rows("catalogue")) {
    if (key.section != "crossing" && key.section != "place" && key.section != "link")
      continue;
    const json body = json::parse(text);
    const json attributes = body.value("attributes", json::object());
    for (const auto& [name, attribute] : attributes.items())
      if (attribute.contains("default"))
        defaults[{key.section, key.id}][name] = Value::fromJson(attribute["default"]);
  }
  for (const auto& [key, text] : mDocument.table(kNamedTable)) {
    const json body = json::parse(text, nullptr, false);
    if (!body.is_object())
      continue;
    const std::string kind = body.value("kind", "");
    if (key.section == "region")
      mRegionKinds[key.id] = kind;
    if (key.section != "crossing" && key.section != "place" && key.section != "link")
      continue;
    MapThing thing{key.id, kind, defaults[{key.section, kind}]};
    const json attributes = body.value("attributes", json::object());
    for (const auto& [name, value] : attributes.items())
      thing.values[name] = Value::fromJson(value);
    if (key.section == "link") {
      std::vector<HexCoord> ends;
      for (const json& end : body.value("ends", json::array())) {
        json at = end.is_object() ? end.value("hex", json()) : json();
        if (end.is_object() && end.contains("place") && end["place"].is_string())
          if (const std::string* record = mDocument.record(kNamedTable, {"place", end["place"].get<std::string>()}))
            at = json::parse(*record, nullptr, false).value("at", json());
        if (const auto hex = hexIn(at))
          ends.push_back(*hex);
      }
      indexLink(thing, ends);
      continue;
    }
    for (const json& place : placesIn(body.value("at", json::array()))) {
      if (const auto edge = edgeIn(place); edge && key.section == "crossing") {
        mCrossings[*edge].push_back(thing);
        mCrossingEdges[key.id] = *edge;
      } else if (const auto hex = hexIn(place); hex && key.section == "place") {
        mPlaces[*hex].push_back(thing);
      }
    }
  }
}

void Rules::indexLink(const MapThing& link, const std::vector<HexCoord>& ends) {
  const auto shape = link.values.find("shape");
  const std::string joined = shape == link.values.end() ? std::string() : shape->second.text();
  const auto join = [&](HexCoord a, HexCoord b) {
    if (a == b)
      return;
    mLinks[a].push_back({link.id, link.kind, link.values, b});
    mLinks[b].push_back({link.id, link.kind, link.values, a});
  };
  for (std::size_t i = 0; i < ends.size(); ++i)
    for (std::size_t j = i + 1; j < ends.size(); ++j)
      if (joined == "chain" ? j == i + 1 : joined == "star" ? i == 0 : true)
        join(ends[i], ends[j]);
}

const std::vector<LinkStep>& Rules::links(HexCoord from) const {
  static const std::vector<LinkStep> kNone;
  const auto it = mLinks.find(from);
  return it == mLinks.end() ? kNone : it->second;
}

const FeatureSet& Rules::features(EdgeId edge) const {
  static const FeatureSet kNone;
  const auto it = mFeatures.find(mDocument.edge(edge));
  return it == mFeatures.end() ? kNone : it->second;
}

const HexFacts& Rules::facts(HexCoord hex) const {
  static const HexFacts kNone;
  const auto it = mHexFacts.find(mDocument.hex(hex).more);
  return it == mHexFacts.end() ? kNone : it->second;
}

const std::vector<MapThing>& Rules::crossings(EdgeId edge) const {
  static const std::vector<MapThing> kNone;
  const auto it = mCrossings.find(edge);
  return it == mCrossings.end() ? kNone : it->second;
}

const std::vector<MapThing>& Rules::places(HexCoord hex) const {
  static const std::vector<MapThing> kNone;
  const auto it = mPlaces.find(hex);
  return it == mPlaces.end() ? kNone : it->second;
}

Value Rules::northBearing(HexCoord hex) const {
  for (const Sheet& sheet : mNumbering.sheets()) {
    if (!sheet.covers(lattice(), hex))
      continue;
    const std::string* record = mDocument.record("module", {"sheet", sheet.id});
    const json body = record == nullptr ? json() : json::parse(*record, nullptr, false);
    if (body.is_object() && body.contains("northBearing"))
      if (Value value = Value::fromJson(body["northBearing"]); value.isNumber())
        return value;
    return Value::unknown({}, {}, {"sheet " + sheet.id + "/northBearing"});
  }
  return Value::unknown({}, {}, {"hex " + toText(hex) + "/northBearing"});
}

const std::string& Rules::regionKind(const std::string& regionId) const {
  static const std::string kNone;
  const auto it = mRegionKinds.find(regionId);
  return it == mRegionKinds.end() ? kNone : it->second;
}

std::vector<EdgeId> Rules::edgesWithCrossing(const std::string& kind) const {
  std::vector<EdgeId> out;
  for (const auto& [edge, things] : mCrossings)
    if (std::any_of(things.begin(), things.end(), [&](const MapThing& each) { return each.kind == kind; }))
      out.push_back(edge);
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<EdgeId> Rules::edgeOfCrossing(const std::string& id) const {
  const auto it = mCrossingEdges.find(id);
  return it == mCrossingEdges.end() ? std::nullopt : std::optional(it->second);
}

std::optional<std::set<HexCoord>> Rules::update(const Document& document, const Edit& edit) {
  mDocument = document;
  std::set<HexCoord> touched;
  bool everything = false;
  bool named = false;
  const auto touch = [&](HexCoord hex) {
    for (const HexCoord near : lattice().range(hex, 2))
      if (extent().contains(near))
        touched.insert(near);
  };
  const auto touchPlaces = [&](const std::optional<std::string>& text) {
    const json body = text ? json::parse(*text, nullptr, false) : json();
    if (!body.is_object())
      return;
    for (const json& place : placesIn(body.value("at", json::array()))) {
      if (const auto hex = hexIn(place))
        touch(*hex);
      if (const auto edge = edgeIn(place))
        for (const HexCoord hex : lattice().hexes(*edge))
          touch(hex);
    }
  };
  for (const auto& part : edit.parts) {
    const auto* changes = std::get_if<Changes>(&part);
    if (changes == nullptr) {
      everything = true;
      continue;
    }
    for (const auto& change : changes->hexes) {
      const std::uint32_t more = document.hex(change.key).more;
      if (more != TextPool::kNone && !mHexFacts.contains(more))
        mHexFacts[more] = hexFacts(document.pool().text(more));
      touch(change.key);
    }
    for (const auto& change : changes->edges) {
      indexEdge(change.key, document.edge(change.key));
      for (const HexCoord hex : lattice().hexes(change.key))
        touch(hex);
    }
    for (const auto& change : changes->records) {
      if (change.key.table != kNamedTable) {
        everything = everything || change.key.table == "module" || change.key.table == "overlay" ||
                     change.key.table.starts_with("ruleset/");
        continue;
      }
      named = true;
      if (change.key.key.section == "region" || change.key.key.section == "link")
        everything = true;
      touchPlaces(change.before);
      touchPlaces(change.after);
    }
  }
  if (everything) {
    mNumbering = numberingOf(mDocument);
    indexTexts();
  }
  if (named || everything)
    indexNamed();
  if (everything)
    return std::nullopt;
  return touched;
}

} // namespace hotchkiss
