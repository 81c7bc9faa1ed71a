#include "render/mapstyle.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

namespace {

constexpr double kHundredths = 0.01;

QColor colourOf(const nlohmann::json& row, const char* member) {
  const auto it = row.find(member);
  return it != row.end() && it->is_string() ? QColor(QString::fromStdString(it->get<std::string>())) : QColor();
}

std::string textOf(const nlohmann::json& row, const char* member, const char* otherwise) {
  const auto it = row.find(member);
  return it != row.end() && it->is_string() ? it->get<std::string>() : otherwise;
}

double numberOf(const nlohmann::json& row, const char* member) {
  const auto it = row.find(member);
  return it != row.end() && it->is_number() ? it->get<double>() : 0;
}

StyleRow readRow(const nlohmann::json& row) {
  StyleRow out;
  out.fill = colourOf(row, "fill");
  out.colour = colourOf(row, "colour");
  out.casing = colourOf(row, "casing");
  out.label = colourOf(row, "label");
  // Names may have a colour of their own under either word; else they share that of the lines.
  if (!out.label.isValid())
    out.label = colourOf(row, "ink");
  if (!out.label.isValid())
    out.label = out.colour;
  out.pattern = textOf(row, "pattern", "none");
  out.line = textOf(row, "line", "none");
  out.symbol = textOf(row, "symbol", "");
  out.width = numberOf(row, "width") * kHundredths;
  out.order = static_cast<int>(numberOf(row, "order"));
  return out;
}

constexpr const char* kMapRow = "map";

} // namespace

std::vector<std::pair<std::string, std::string>> MapStyle::available(const Ruleset& ruleset) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& [key, text] : ruleset.rows("styles")) {
    if (key.id != kMapRow)
      continue;
    const nlohmann::json row = nlohmann::json::parse(text, nullptr, false);
    out.emplace_back(key.section, row.is_object() ? textOf(row, "name", key.section.c_str()) : key.section);
  }
  return out;
}

MapStyle MapStyle::load(const Ruleset& ruleset, std::string_view styleId) {
  MapStyle style;
  const RecordTable& rows = ruleset.rows("styles");
  std::string first;
  for (const auto& [key, text] : rows) {
    if (first.empty())
      first = key.section;
    if (key.section == styleId)
      style.mId = key.section;
  }
  if (style.mId.empty())
    style.mId = first;
  style.mPaper = QColor(0xf4, 0xec, 0xd8);
  style.mInk = QColor(0x2e, 0x28, 0x20);
  style.mGrid = QColor(0xa8, 0x9a, 0x84);
  style.mLabel = QColor(0x7d, 0x74, 0x65);
  for (const auto& [key, text] : rows) {
    if (key.section != style.mId)
      continue;
    const nlohmann::json row = nlohmann::json::parse(text, nullptr, false);
    if (!row.is_object())
      continue;
    if (key.id == kMapRow) {
      for (const auto& [member, place] : {std::pair{"paper", &style.mPaper}, std::pair{"ink", &style.mInk},
                                          std::pair{"grid", &style.mGrid}, std::pair{"label", &style.mLabel}})
        if (const QColor colour = colourOf(row, member); colour.isValid())
          *place = colour;
    } else {
      style.mRows[key.id] = readRow(row);
    }
  }
  return style;
}

const StyleRow& MapStyle::row(std::string_view section, std::string_view id, std::string_view classId) const {
  static const StyleRow kEmpty;
  std::string key;
  key.append(section).append("/").append(id);
  if (!classId.empty()) {
    const auto it = mRows.find(key + ":" + std::string(classId));
    if (it != mRows.end())
      return it->second;
  }
  const auto it = mRows.find(key);
  return it == mRows.end() ? kEmpty : it->second;
}

} // namespace hotchkiss
