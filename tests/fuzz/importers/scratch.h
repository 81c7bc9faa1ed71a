#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

namespace hotchkiss::fuzz {

/// A folder for the life of the program: GDAL reads files, not bytes.
inline const std::filesystem::path& scratchFolder() {
  static const struct Folder {
    std::filesystem::path path;
    Folder() {
      std::string pattern = (std::filesystem::temp_directory_path() / "hotchkiss-fuzz-XXXXXX").string();
      if (mkdtemp(pattern.data()) == nullptr)
        std::abort();
      path = pattern;
    }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
  } kFolder;
  return kFolder.path;
}

inline std::filesystem::path writeScratch(const std::string& name, std::span<const std::uint8_t> bytes) {
  const std::filesystem::path file = scratchFolder() / name;
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return file;
}

} // namespace hotchkiss::fuzz
