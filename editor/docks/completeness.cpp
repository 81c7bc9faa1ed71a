#include "editor/docks/completeness.h"

#include "editor/docks/checktexts.h"
#include "editor/docks/recordtext.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss::editor {

namespace {

std::size_t placesOf(const std::vector<Finding>& findings, const char* check) {
  std::size_t count = 0;
  for (const Finding& finding : findings)
    if (coreCheckOf(finding) == check)
      count += finding.count;
  return count;
}

} // namespace

ProgressTotals progressTotals(const Document& document, const Catalogue& catalogue, const Numbering& numbering) {
  ProgressTotals out;
  std::size_t withLevel = 0;
  const Extent extent = document.extent();
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r)
      if (numbering.exists({c, r})) {
        ++out.printed;
        if (document.hex({c, r}).level != HexValue::kNoLevel)
          ++withLevel;
      }
  if (catalogue.levelRequired)
    out.levelled = withLevel;
  if (const auto courses = catalogue.named.find("course"); courses != catalogue.named.end())
    for (const auto& [key, text] : document.table(kNamedTable))
      if (key.section == "course")
        if (const auto kind = courses->second.find(parsedObject(text).value("kind", ""));
            kind != courses->second.end() && kind->second.mouth == "required")
          ++out.needMouth;
  return out;
}

std::vector<Progress> progressOf(const ProgressTotals& totals, const std::vector<Finding>& findings) {
  std::vector<Progress> out;
  const auto add = [&](const char* check, std::size_t total) {
    if (total > 0)
      out.push_back({check, 0, total});
  };
  add("CORE-V30", totals.printed);
  if (totals.levelled)
    add("CORE-V31", *totals.levelled + placesOf(findings, "CORE-V31"));
  add("CORE-V32", totals.needMouth);
  countAgain(out, findings);
  return out;
}

void countAgain(std::vector<Progress>& progress, const std::vector<Finding>& findings) {
  for (Progress& each : progress)
    each.done = each.total - std::min(each.total, placesOf(findings, each.check.c_str()));
}

std::vector<LevelProgress> levelsOf(const std::vector<Progress>& progress, const std::vector<Finding>& findings) {
  std::vector<LevelProgress> out;
  for (const Level level : {Level::Map, Level::Playable}) {
    LevelProgress one;
    one.level = level;
    std::set<std::string> open; // checks that stand before the level
    for (const Finding& finding : findings) {
      if (!finding.approval.empty() || !blocks(finding, level))
        continue;
      if (finding.checkClass == CheckClass::Integrity) {
        one.errors += finding.count;
        continue;
      }
      one.missing += finding.count;
      open.insert(coreCheckOf(finding));
    }
    // Each matter counts alike: those that can be counted by what they have, the others as not begun.
    double sum = 0;
    std::size_t matters = 0;
    for (const Progress& each : progress) {
      sum += open.erase(each.check) > 0 ? static_cast<double>(each.done) / static_cast<double>(each.total) : 1.0;
      ++matters;
    }
    matters += open.size();
    one.part = matters == 0 ? 1 : sum / static_cast<double>(matters);
    out.push_back(one);
  }
  return out;
}

} // namespace hotchkiss::editor
