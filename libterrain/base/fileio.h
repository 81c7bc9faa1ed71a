#pragma once

#include "libterrain/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace hotchkiss {

/// The error behind errno: "cannot write map/hexes.json: No space left on device".
Error systemError(std::string_view doing, const std::filesystem::path& path);

/// Writes all bytes to an open file, however many calls that takes.
bool writeAll(int file, std::string_view bytes);

Result<std::string> readWholeFile(const std::filesystem::path& path, std::uint64_t mostBytes);

/// A new file (any old one is emptied) whose content is on the disk on return. Does not follow symbolic links.
Outcome writeDurably(const std::filesystem::path& path, std::string_view bytes);

/// Puts the entries of a folder on the disk: renames in it are durable afterwards.
Outcome syncFolder(const std::filesystem::path& folder);

/// Renames and makes the rename durable.
Outcome renameDurably(const std::filesystem::path& from, const std::filesystem::path& to);

} // namespace hotchkiss
