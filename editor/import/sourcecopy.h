#pragma once

#include "libterrain/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// A file outside the module that an import brings into it.
struct SourceCopy {
  std::string id; ///< of its row in sources.json
  std::filesystem::path from;
  std::filesystem::path target;
};

/// Size of a source with the files that belong to it (the parts of a shapefile, world files).
std::uintmax_t sizeOfSource(const std::filesystem::path& file);

/// Copies a source with the files that belong to it.
Outcome copySource(const std::filesystem::path& from, const std::filesystem::path& to);

/// Where in the folder a copy of the file goes. Another file of that name, there or among `taken`, must not be lost.
std::filesystem::path freeTarget(const std::filesystem::path& folder, const std::filesystem::path& file,
                                 const std::vector<SourceCopy>& taken);

/// Whether the file lies in the folder or below it.
bool liesIn(const std::filesystem::path& folder, const std::filesystem::path& file);

} // namespace hotchkiss::editor
