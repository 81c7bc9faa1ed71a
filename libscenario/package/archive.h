#pragma once

#include "libterrain/base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace hotchkiss {

/// What a package may ask of the machine that opens it. A value equal to the limit is accepted.
struct ArchiveLimits {
  std::size_t entries = 4096;
  std::uint64_t entryBytes = std::uint64_t{512} << 20U;
  std::uint64_t totalBytes = std::uint64_t{1} << 30U;
  std::uint64_t ratio = 400; ///< uncompressed : compressed, for entries above 1 MiB
  std::uint64_t fileBytes = std::uint64_t{1} << 30U;
  std::size_t nameBytes = 240;
  std::size_t folderDepth = 8; ///< folders around a file: "a/b/c" has two
};

/// Entry name ("map/hexes.json") to content.
using ArchiveEntries = std::map<std::string, std::string>;

/// All entries of a ZIP file, or the first reason not to trust it.
Result<ArchiveEntries> readArchive(const std::filesystem::path& file, const ArchiveLimits& limits = {});
/// The same from memory.
Result<ArchiveEntries> readArchive(std::string_view bytes, const ArchiveLimits& limits = {});

/// A ZIP file with these entries: the same entries give the same bytes, whenever and wherever they are written. Refuses
/// what readArchive() would refuse under the default limits.
Result<std::string> writeArchive(const ArchiveEntries& entries);

} // namespace hotchkiss
