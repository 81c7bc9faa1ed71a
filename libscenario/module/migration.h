#pragma once

#include "libterrain/base/result.h"

#include <map>
#include <string>

namespace hotchkiss {

using ModuleFiles = std::map<std::string, std::string>;

/// Format version 0 kept a whole map in one file, map.json, with hexes as objects by label-free coordinates:
///   {"formatVersion":0,"id":…,"title":…,"system":…,"grid":{"orientation","shifted","width","height","label"},
///    "hexes":[{"c","r","terrain","level",…}],"sides":[{"c","r","d","features":{…}}],"named":[{"type","id",…}]}
bool isVersionZero(const ModuleFiles& files);

/// The same module in format version 1.
Result<ModuleFiles> migrateFromZero(const ModuleFiles& files);

} // namespace hotchkiss
