#pragma once

#include <filesystem>
#include <string>

namespace hotchkiss {

/// A file behind the map, as sources.json lists it.
struct SourceFile {
  std::string id;
  std::filesystem::path file;
  std::string crs;  ///< overrides what the file says; empty to take the file's own
  std::string name; ///< as the user wrote it, for messages
};

} // namespace hotchkiss
