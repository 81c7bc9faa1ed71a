#include "libscenario/module/filekinds.h"

namespace hotchkiss {

std::string kindOfTable(std::string_view table) {
  if (table.starts_with("scenarios/"))
    return "scenario";
  if (const std::size_t slash = table.rfind('/'); slash != std::string_view::npos)
    return std::string(table.substr(slash + 1));
  return std::string(table);
}

std::optional<RecordFile> recordFileAt(std::string_view path) {
  static const std::vector<std::string_view> fixed{"module.json",
                                                   "map/named.json",
                                                   "map/hand.json",
                                                   "map/evidence.json",
                                                   "oob.json",
                                                   "overlay.json",
                                                   "sources.json",
                                                   "import.json",
                                                   "approvals.json",
                                                   "ruleset/ruleset.json",
                                                   "ruleset/catalogue.json",
                                                   "ruleset/notation.json",
                                                   "ruleset/styles.json",
                                                   "ruleset/rules.json",
                                                   "ruleset/units.json",
                                                   "ruleset/vectors.json",
                                                   "ruleset/checks.json"};
  constexpr std::string_view kEnding = ".json";
  if (!path.ends_with(kEnding))
    return std::nullopt;
  const std::string_view table = path.substr(0, path.size() - kEnding.size());
  const bool isScenario = path.starts_with("scenarios/") && path.find('/', 10) == std::string_view::npos;
  for (const std::string_view known : fixed)
    if (known == path || isScenario)
      return RecordFile{std::string(table), kindOfTable(table)};
  return std::nullopt;
}

} // namespace hotchkiss
