#pragma once

#include "libscenario/package/archive.h"

#include <vector>

namespace hotchkiss {

/// One entry as the directory at the end of a ZIP file declares it.
struct ScannedEntry {
  std::string name;
  std::uint64_t packedBytes = 0;
  std::uint64_t bytes = 0;
  std::uint32_t crc = 0;
};

/// True when an entry swells more than an honest one does.
bool swellsTooMuch(const ScannedEntry& entry, const ArchiveLimits& limits);

/// Reads the directory itself, byte by byte, and checks it against the limits and against the headers in front of the
/// entries. The ZIP library is kinder: it skips junk, cuts names at a NUL and takes the declared sizes on trust.
Result<std::vector<ScannedEntry>> scanDirectory(std::string_view bytes, const ArchiveLimits& limits);

} // namespace hotchkiss
