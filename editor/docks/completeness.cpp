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

std::vector<Progress> progressOf(const Document& document, const Catalogue& catalogue, const Numbering& numbering,
                                 const std::vector<Finding>& findings) {
  std::vector<Progress> out;
  std::size_t printed = 0;
  std::size_t withLevel = 0;
  const Extent extent = document.extent();
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r)
      if (numbering.exists({c, r})) {
        ++printed;
        if (document.hex({c, r}).level != HexValue::kNoLevel)
          ++withLevel;
      }
  const auto add = [&](const char* check, std::size_t total) {
    const std::size_t missing = std::min(total, placesOf(findings, check));
    if (total > 0)
      out.push_back({check, total - missing, total});
  };
  add("CORE-V30", printed);
  if (catalogue.levelRequired)
    add("CORE-V31", withLevel + placesOf(findings, "CORE-V31"));
  std::size_t needMouth = 0;
  if (const auto courses = catalogue.named.find("course"); courses != catalogue.named.end())
    for (const auto& [key, text] : document.table(kNamedTable))
      if (key.section == "course")
        if (const auto kind = courses->second.find(parsedObject(text).value("kind", ""));
            kind != courses->second.end() && kind->second.mouth == "required")
          ++needMouth;
  add("CORE-V32", needMouth);
  return out;
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
