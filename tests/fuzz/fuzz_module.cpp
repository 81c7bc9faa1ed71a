#include "libscenario/diff/moduledifference.h"
#include "libscenario/module/folder.h"
#include "libscenario/module/modulefiles.h"
#include "libscenario/rules/rulebook.h"
#include "libscenario/ruleset/ruleset.h"
#include "libscenario/validation/validator.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>

namespace {

/// The files of the small ruleset that the tests have; it must be there, or the fuzzer would test less than it says.
const hotchkiss::ModuleFiles& smallRuleset() {
  static const hotchkiss::ModuleFiles kFiles = [] {
    auto files = hotchkiss::readModuleFolder(HOTCHKISS_SMALL_RULESET);
    if (!files)
      std::abort();
    std::erase_if(*files, [](const auto& each) { return !each.first.starts_with("ruleset/"); });
    if (files->empty())
      std::abort();
    return std::move(*files);
  }();
  return kFiles;
}

} // namespace

// The first byte chooses a file of a small module, the rest is its text. What loads is written in a form that loads
// again and stays the same, and can be validated.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hotchkiss;
  static constexpr std::array kPaths{"map/hexes.json",
                                     "map/edges.json",
                                     "map/vertices.json",
                                     "map/named.json",
                                     "module.json",
                                     "map/hand.json",
                                     "map/evidence.json",
                                     "oob.json",
                                     "overlay.json",
                                     "sources.json",
                                     "import.json",
                                     "approvals.json",
                                     "scenarios/first.json",
                                     "ruleset/ruleset.json",
                                     "ruleset/catalogue.json",
                                     "ruleset/notation.json",
                                     "ruleset/styles.json",
                                     "ruleset/units.json",
                                     "ruleset/rules.json",
                                     "ruleset/checks.json",
                                     "ruleset/vectors.json"};
  static constexpr std::size_t kFirstOfWholeRulesets = 17; // from here on
  if (size == 0)
    return 0;
  ModuleFiles files;
  files["module.json"] = R"({"formatVersion":1,"kind":"module","rows":[
["lattice","map",{"orientation":"flat","shifted":"odd","size":[20,15]}],
["module","small",{"ruleset":"gbacw","title":"Small"}],
["sheet","A",{"label":"{col:2}{row:2}","origin":[0,0],"size":[20,15]}],
[]]}
)";
  const std::size_t path = data[0] % kPaths.size();
  // Rules mean nothing without the kinds that they speak of: the rest of a small ruleset stands around them.
  if (path >= kFirstOfWholeRulesets)
    for (const auto& [name, text] : smallRuleset())
      files[name] = text;
  files[kPaths[path]] = std::string(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto loaded = readModule(files);
  if (!loaded) {
    if (loaded.error().message.empty())
      std::abort();
    return 0;
  }
  if (loaded->document.extent().area() > 100'000)
    return 0; // a large map takes long to write and shows nothing new
  numberingOf(loaded->document);
  headOf(loaded->document);
  // Whatever passes the schemas can be judged, reported and compared.
  std::vector<Finding> findings = grouped(validate(*loaded));
  locateFindings(findings, files);
  addFingerprints(loaded->document, findings);
  if (findingsAsText(findings).empty() || !nlohmann::json::accept(findingsAsJson(findings)) ||
      !nlohmann::json::accept(findingsAsSarif(findings)))
    std::abort();
  if (const auto ruleset = Ruleset::effective(loaded->document)) {
    static_cast<void>(ruleset->notation());
    if (const auto book = Rulebook::read(*ruleset); !book && book.error().message.empty())
      std::abort();
  }
  const ModuleFiles written = writeModule(loaded->document);
  const auto again = readModule(written);
  if (!again || !again->findings.empty() || writeModule(again->document) != written ||
      !differenceOf(loaded->document, again->document).empty())
    std::abort();
  return 0;
}
