#pragma once

#include "libscenario/module/modulefiles.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace hotchkiss {

inline constexpr std::array<const char*, 4> kSamples{"gbacw-primer", "gcacw-primer", "tss-primer", "wftu-primer"};

inline std::string textOfFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// All files below a folder of the source tree, by their path inside it.
inline ModuleFiles filesBelow(const std::string& folder) {
  const std::filesystem::path root = std::filesystem::path(HOTCHKISS_SOURCE_DIR) / folder;
  ModuleFiles out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
    if (entry.is_regular_file() && entry.path().extension() == ".json")
      out[std::filesystem::relative(entry.path(), root).generic_string()] = textOfFile(entry.path());
  return out;
}

inline ModuleFiles sampleFiles(const std::string& name) {
  return filesBelow("samples/" + name);
}

/// The line on which a text first occurs, 0 when it does not.
inline long lineOf(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos)
    return 0;
  return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
}

/// Adds a row at the end of a file and tells the line it stands on.
inline long appendRow(std::string& text, const std::string& row) {
  const std::size_t end = text.rfind("[]]}");
  text.insert(end, row + ",\n");
  return lineOf(text, "[]]}") - 1;
}

} // namespace hotchkiss
