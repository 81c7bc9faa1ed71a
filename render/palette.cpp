#include "render/palette.h"

#include "libterrain/map/featureset.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace hotchkiss {

namespace {

template <class Enum, std::size_t N>
std::optional<Enum> fromText(const std::array<std::pair<std::string_view, Enum>, N>& names, std::string_view text) {
  for (const auto& [name, value] : names)
    if (name == text)
      return value;
  return std::nullopt;
}

constexpr std::string_view kPath = "path.";

Layer layerOf(LineKind line, bool isPath, bool isWater) {
  if (isPath)
    return Layer::Paths;
  if (isWater)
    return Layer::Water;
  switch (line) {
  case LineKind::Hachures:
  case LineKind::HachuresBoth:
    return Layer::Relief;
  case LineKind::Border:
    return Layer::Borders;
  default:
    return Layer::Works;
  }
}

Role roleOf(const std::string& field) {
  if (field == "high")
    return Role::High;
  if (field == "low")
    return Role::Low;
  if (field == "bank")
    return Role::Bank;
  if (field == "in" || field == "inside")
    return Role::Holds;
  return field == "toward" ? Role::Toward : Role::None;
}

Side sideOf(const std::string& side) {
  if (side == "a")
    return Side::A;
  if (side == "b")
    return Side::B;
  if (side == "c")
    return Side::C;
  return side == "both" ? Side::Both : Side::None;
}

/// A value short enough to stand beside a symbol.
std::string shortText(const nlohmann::json& value) {
  // A code or a number as it is, a word by its initial.
  if (value.is_string()) {
    std::string text = value.get<std::string>();
    if (text.size() > 3)
      text = {static_cast<char>(text[0] >= 'a' && text[0] <= 'z' ? text[0] - 'a' + 'A' : text[0])};
    return text;
  }
  if (value.is_number())
    return value.dump();
  std::string out;
  if (value.is_object())
    for (const auto& [key, part] : value.items())
      if (part.is_number())
        out += (out.empty() ? "" : "/") + part.dump();
  return out;
}

std::optional<EdgeId> edgeOf(const nlohmann::json& value) {
  if (!value.is_array() || value.size() != 3 || !value[0].is_number_integer() || !value[1].is_number_integer() ||
      !value[2].is_number_integer())
    return std::nullopt;
  return EdgeId{value[0].get<std::int32_t>(), value[1].get<std::int32_t>(), value[2].get<std::int32_t>()};
}

} // namespace

std::optional<LineKind> lineFromText(std::string_view text) {
  using enum LineKind;
  static constexpr std::array<std::pair<std::string_view, LineKind>, 15> kNames{{{"none", None},
                                                                                 {"solid", Solid},
                                                                                 {"double", Double},
                                                                                 {"dashed", Dashed},
                                                                                 {"dotted", Dotted},
                                                                                 {"rail", Rail},
                                                                                 {"railBed", RailBed},
                                                                                 {"waves", Waves},
                                                                                 {"hachures", Hachures},
                                                                                 {"hachuresBoth", HachuresBoth},
                                                                                 {"wall", Wall},
                                                                                 {"cut", Cut},
                                                                                 {"works", Works},
                                                                                 {"border", Border},
                                                                                 {"ticks", Ticks}}};
  return fromText(kNames, text);
}

std::optional<Pattern> patternFromText(std::string_view text) {
  using enum Pattern;
  static constexpr std::array<std::pair<std::string_view, Pattern>, 14> kNames{{{"none", None},
                                                                                {"stipple", Stipple},
                                                                                {"trees", Trees},
                                                                                {"conifers", Conifers},
                                                                                {"orchard", Orchard},
                                                                                {"scrub", Scrub},
                                                                                {"marsh", Marsh},
                                                                                {"blocks", Blocks},
                                                                                {"hatch", Hatch},
                                                                                {"relief", Relief},
                                                                                {"waves", Waves},
                                                                                {"tufts", Tufts},
                                                                                {"grain", Grain},
                                                                                {"dots", Dots}}};
  return fromText(kNames, text);
}

Palette::Palette(const Ruleset& ruleset, std::shared_ptr<const MapStyle> style) : mStyle(std::move(style)) {
  mHasLevels = ruleset.catalogue().elevation == "levels";
  mIsEngraved = mStyle->id() != "clear";
  addLines(ruleset);
  std::vector<int> orders;
  for (const auto& [key, text] : ruleset.rows("catalogue")) {
    const nlohmann::json row = nlohmann::json::parse(text, nullptr, false);
    if (!row.is_object())
      continue;
    if (key.section == "terrain") {
      TerrainStyle terrain;
      terrain.row = mStyle->row("terrain", key.id);
      terrain.pattern = patternFromText(terrain.row.pattern).value_or(Pattern::None);
      terrain.isWater = row.value("water", false);
      terrain.isPlayable = row.value("playable", true);
      orders.push_back(terrain.row.order);
      mTerrains[key.id] = std::move(terrain);
    } else if (key.section == "hexAttribute") {
      AttributeStyle attribute;
      attribute.id = key.id;
      attribute.row = mStyle->row("hexAttribute", key.id);
      attribute.pattern = patternFromText(attribute.row.pattern).value_or(Pattern::None);
      const std::string type = row.value("type", "");
      attribute.isEdge = type == "edge";
      attribute.isFlag = type == "flag";
      attribute.hasText = !type.starts_with("reference") && !attribute.isEdge;
      const bool hasSymbol = !attribute.row.symbol.empty() && attribute.row.symbol != "none";
      if (hasSymbol || attribute.pattern != Pattern::None || attribute.row.fill.isValid())
        mAttributes[key.id] = std::move(attribute);
    } else if (key.section == "region") {
      mOffMap[key.id] = row.value("offMap", false);
    }
  }
  // Ranks are dense and different for every terrain, so that a rank alone names the look of a hex.
  std::vector<std::pair<int, std::string>> byOrder;
  for (const auto& [id, terrain] : mTerrains)
    byOrder.emplace_back(terrain.row.order, id);
  std::sort(byOrder.begin(), byOrder.end());
  int rank = 0;
  for (const auto& [order, id] : byOrder)
    mTerrains[id].rank = ++rank;
}

void Palette::addLines(const Ruleset& ruleset) {
  std::set<std::string> waters;
  for (const auto& [key, text] : ruleset.rows("catalogue"))
    if (key.section == "edgeFeature")
      if (const nlohmann::json row = nlohmann::json::parse(text, nullptr, false);
          row.is_object() && row.value("water", false))
        waters.insert(key.id);
  const auto add = [&](const std::string& kind, const std::string& classId, bool onVertex) {
    LineStyle line;
    line.kind = kind;
    line.classId = classId;
    line.isPath = kind.starts_with(kPath);
    const std::string id = line.isPath ? kind.substr(kPath.size()) : kind;
    line.row = mStyle->row(line.isPath ? "path" : onVertex ? "vertexFeature" : "edgeFeature", id, classId);
    line.line = lineFromText(line.row.line).value_or(LineKind::None);
    line.isWater = !onVertex && waters.contains(kind);
    line.isRail = line.line == LineKind::Rail || line.line == LineKind::RailBed;
    line.layer = layerOf(line.line, line.isPath, line.isWater);
    line.index = onVertex ? 1 : 0; // until sorted
    mLines.push_back(std::move(line));
  };
  for (const auto& [kind, rules] : ruleset.catalogue().edgeFeatures) {
    add(kind, "", false);
    for (const std::string& classId : rules.classes)
      add(kind, classId, false);
  }
  for (const auto& [kind, rules] : ruleset.catalogue().vertexFeatures)
    add(kind, "", true);
  std::stable_sort(mLines.begin(), mLines.end(),
                   [](const LineStyle& a, const LineStyle& b) { return a.row.order < b.row.order; });
  for (std::size_t i = 0; i < mLines.size(); ++i) {
    LineStyle& line = mLines[i];
    const std::string prefix = line.index == 1 ? "@" : "";
    line.index = i;
    mLineIndex[prefix + (line.classId.empty() ? line.kind : line.kind + ":" + line.classId)] = i;
  }
}

const LineStyle* Palette::line(std::string_view kind, std::string_view classId) const {
  std::string key(kind);
  if (!classId.empty()) {
    const auto it = mLineIndex.find(key + ":" + std::string(classId));
    if (it != mLineIndex.end())
      return &mLines[it->second];
  }
  const auto it = mLineIndex.find(key);
  return it == mLineIndex.end() ? nullptr : &mLines[it->second];
}

TerrainStyle Palette::terrain(const std::string& id) const {
  if (const auto it = mTerrains.find(id); it != mTerrains.end())
    return it->second;
  TerrainStyle none;
  none.isBlank = true;
  none.row.fill = mStyle->paper();
  return none;
}

EdgeContent Palette::edgeContent(const std::string& text) const {
  return content(text, false);
}

EdgeContent Palette::vertexContent(const std::string& text) const {
  return content(text, true);
}

EdgeContent Palette::content(const std::string& text, bool onVertex) const {
  EdgeContent out;
  for (const Feature& feature : FeatureSet::fromText(text).features) {
    const LineStyle* style = line(onVertex ? "@" + feature.kind : feature.kind, feature.classId);
    if (!style || style->line == LineKind::None)
      continue;
    PlacedLine placed;
    placed.style = style;
    placed.role = roleOf(feature.role);
    placed.side = sideOf(feature.side);
    placed.courses = feature.of;
    placed.hasViews = feature.more.find("\"views\"") != std::string::npos;
    out.lines.push_back(std::move(placed));
  }
  std::stable_sort(out.lines.begin(), out.lines.end(),
                   [](const PlacedLine& a, const PlacedLine& b) { return a.style->index < b.style->index; });
  for (std::size_t i = 0; i < out.lines.size(); ++i) {
    const LineStyle& style = *out.lines[i].style;
    if (style.isPath)
      out.hasPath = true;
    else if (!style.isWater)
      out.hasOther = true;
    else if (!out.water() || style.row.width > out.water()->style->row.width)
      out.widestWater = static_cast<int>(i);
  }
  return out;
}

HexContent Palette::hexContent(const std::string& text) const {
  HexContent out;
  const nlohmann::json more = nlohmann::json::parse(text, nullptr, false);
  if (!more.is_object())
    return out;
  for (const auto& [key, value] : more.items()) {
    if (key == "in") {
      if (value.is_array())
        for (const nlohmann::json& region : value)
          if (region.is_string())
            out.regions.push_back(region.get<std::string>());
      continue;
    }
    const auto it = mAttributes.find(key);
    if (it == mAttributes.end() || (it->second.isFlag && value != true))
      continue;
    ShownAttribute shown;
    shown.style = &it->second;
    if (it->second.hasText)
      shown.text = shortText(value);
    if (it->second.isEdge)
      shown.edge = edgeOf(value);
    out.attributes.push_back(std::move(shown));
  }
  std::stable_sort(out.attributes.begin(), out.attributes.end(), [](const ShownAttribute& a, const ShownAttribute& b) {
    return a.style->row.order < b.style->row.order;
  });
  return out;
}

bool Palette::isOffMap(const std::string& regionKind) const {
  const auto it = mOffMap.find(regionKind);
  return it != mOffMap.end() && it->second;
}

} // namespace hotchkiss
