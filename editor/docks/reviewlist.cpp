#include "editor/docks/reviewlist.h"

#include "editor/docks/recordtext.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr const char* kEvidenceTable = "map/evidence";
constexpr const char* kHand = "map/hand";

std::vector<std::int32_t> numbersOf(const std::string& id) {
  std::vector<std::int32_t> out;
  for (const std::string_view part : splitText(id, '.'))
    out.push_back(static_cast<std::int32_t>(parseInteger(part).value_or(0)));
  return out;
}

/// Ids and names of this map, which make every reason different.
std::set<std::string> namesOf(const Document& document) {
  std::set<std::string> out;
  for (const auto& [key, text] : document.table("map/named"))
    out.insert(key.id);
  return out;
}

std::string withoutNames(const std::string& reason, const std::set<std::string>& names) {
  std::string out;
  bool first = true;
  for (const std::string_view word : splitText(reason, ' ')) {
    const bool isName = names.contains(std::string(word)) || std::any_of(word.begin(), word.end(), [](char c) {
                          return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
                        });
    const std::string shown = isName ? "…" : std::string(word);
    if (!(isName && out.ends_with("…")))
      out += (first ? "" : " ") + shown;
    first = false;
  }
  return out;
}

struct Reason {
  std::string step;
  std::string text;
};

std::vector<Reason> reasonsOf(const json& record) {
  std::vector<Reason> out;
  for (const json& one : record.value("doubts", json::array()))
    out.push_back({one.value("step", ""), one.value("reason", "")});
  if (out.empty() && record.contains("note") && record.value("confidence", 1.0) < 1)
    out.push_back({"", record["note"].get<std::string>()}); // evidence of an earlier version
  return out;
}

} // namespace

std::vector<ReviewEntry> reviewEntries(const Document& document, const Numbering& numbering) {
  std::vector<ReviewEntry> out;
  const std::set<std::string> names = namesOf(document);
  std::map<std::string, std::string> sorts; // the same reasons come again and again
  for (const auto& [key, text] : document.table(kEvidenceTable)) {
    if (text.find("\"note\"") == std::string::npos && text.find("\"doubts\"") == std::string::npos)
      continue; // most places are beyond doubt, and there may be a million
    const json record = parsedObject(text);
    const std::vector<Reason> reasons = reasonsOf(record);
    if (reasons.empty())
      continue;
    const std::vector<std::int32_t> at = numbersOf(key.id);
    ReviewEntry entry;
    entry.section = key.section;
    entry.id = key.id;
    if (key.section == "hex" && at.size() == 2) {
      entry.place = HexCoord{at[0], at[1]};
      entry.label = numbering.label(HexCoord{at[0], at[1]});
    } else if (key.section == "edge" && at.size() == 3) {
      entry.place = EdgeId{at[0], at[1], at[2]};
      entry.label = numbering.label(EdgeId{at[0], at[1], at[2]});
    } else if (key.section == "vertex" && at.size() == 3) {
      entry.place = VertexId{at[0], at[1], at[2]};
      entry.label = numbering.label(VertexId{at[0], at[1], at[2]});
    } else if (key.section == "source") { // lies nowhere; its reason says what to look at
      const std::string* row = document.record("sources", key);
      entry.label = row ? parsedObject(*row).value("title", key.id) : key.id;
    } else if (const std::string* row = document.record("map/named", key)) {
      entry.place = NamedThing{key.section, key.id};
      entry.label = displayName(key.id, *row);
    } else {
      continue; // a thing that somebody has removed since
    }
    entry.confidence = record.value("confidence", 1.0);
    const std::string* hand = document.record(kHand, key);
    const std::vector<std::string> checked = hand ? listMember(*hand, "checked") : std::vector<std::string>();
    for (const Reason& reason : reasons) {
      entry.step = reason.step;
      entry.reason = reason.text;
      const auto [known, isNew] = sorts.try_emplace(reason.text);
      if (isNew)
        known->second = withoutNames(reason.text, names);
      entry.sort = known->second;
      entry.isChecked = std::find(checked.begin(), checked.end(), reason.text) != checked.end();
      out.push_back(entry);
    }
  }
  return out;
}

void setChecked(Stroke& stroke, const ReviewEntry& entry, bool isChecked) {
  const RecordKey key{entry.section, entry.id};
  const std::string* present = stroke.document().record(kHand, key);
  const std::string next = withListed(present ? *present : std::string("{}"), "checked", entry.reason, isChecked);
  stroke.setRecord(kHand, key, parsedObject(next).empty() ? std::nullopt : std::optional(next));
}

} // namespace hotchkiss::editor
