#pragma once

#include "libscenario/module/modulefiles.h"
#include "libscenario/rules/query.h"
#include "samplefiles.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>

namespace hotchkiss {

inline std::filesystem::path fifthFolder() {
  return std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "tests" / "data" / "fifth";
}

/// The made-up system: a folder of data, no code.
inline Document fifthDocument() {
  ModuleFiles files = filesBelow("tests/data/fifth");
  files.erase("position.json");
  Result<LoadedModule> module = readModule(files);
  return module ? std::move(module->document) : Document();
}

inline std::shared_ptr<const Rules> fifthRules() {
  static const std::shared_ptr<const Rules> kRules = [] {
    Result<Rules> rules = Rules::of(fifthDocument());
    return rules ? std::make_shared<const Rules>(std::move(*rules)) : nullptr;
  }();
  return kRules;
}

inline Result<Situation> fifthSituation() {
  const std::shared_ptr<const Rules> rules = fifthRules();
  Result<Position> position =
      Position::read(textOfFile(fifthFolder() / "position.json"), rules->book(), rules->document());
  if (!position)
    return position.error();
  return Situation::make(rules, std::move(*position));
}

} // namespace hotchkiss
