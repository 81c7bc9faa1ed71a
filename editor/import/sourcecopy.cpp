#include "editor/import/sourcecopy.h"

#include <algorithm>
#include <fstream>

namespace hotchkiss::editor {

namespace fs = std::filesystem;

namespace {

/// Files beside a source that belong to it: same name, another ending.
std::vector<fs::path> partsOf(const fs::path& file) {
  std::vector<fs::path> out;
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored))
    return out;
  const std::string stem = file.stem().string();
  static const std::vector<std::string> kSide{".shx", ".dbf", ".prj", ".cpg", ".sbn", ".sbx", ".tfw", ".jgw", ".pgw",
                                              ".wld", ".hdr", ".aux", ".ovr", ".dat", ".id",  ".map", ".mid"};
  out.push_back(file);
  for (const std::string& ending : kSide) {
    const fs::path side = file.parent_path() / (stem + ending);
    if (side != file && fs::is_regular_file(side, ignored))
      out.push_back(side);
  }
  for (const char* ending : {".aux.xml", ".ovr"}) {
    const fs::path side(file.string() + ending);
    if (fs::is_regular_file(side, ignored))
      out.push_back(side);
  }
  return out;
}

bool sameContent(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  if (fs::file_size(a, ignored) != fs::file_size(b, ignored))
    return false;
  std::ifstream first(a, std::ios::binary);
  std::ifstream second(b, std::ios::binary);
  constexpr std::size_t kPart = 1 << 16;
  std::string partOfFirst(kPart, '\0');
  std::string partOfSecond(kPart, '\0');
  while (first && second) {
    first.read(partOfFirst.data(), kPart);
    second.read(partOfSecond.data(), kPart);
    if (first.gcount() != second.gcount() ||
        !std::equal(partOfFirst.begin(), partOfFirst.begin() + first.gcount(), partOfSecond.begin()))
      return false;
  }
  return true;
}

} // namespace

std::uintmax_t sizeOfSource(const fs::path& file) {
  std::uintmax_t size = 0;
  std::error_code ignored;
  for (const fs::path& part : partsOf(file))
    size += fs::file_size(part, ignored);
  return size;
}

Outcome copySource(const fs::path& from, const fs::path& to) {
  std::error_code problem;
  fs::create_directories(to.parent_path(), problem);
  for (const fs::path& part : partsOf(from)) {
    const std::string name = part.filename().string().substr(from.stem().string().size());
    const fs::path target = to.parent_path() / (to.stem().string() + name);
    if (!problem)
      fs::copy_file(part, target, fs::copy_options::overwrite_existing, problem);
    if (problem)
      return Error{"the file cannot be copied into the module: " + problem.message(),
                   part.string(),
                   0,
                   {},
                   "is the folder writable and the disk not full?"};
  }
  return success();
}

fs::path freeTarget(const fs::path& folder, const fs::path& file, const std::vector<SourceCopy>& taken) {
  fs::path out = folder / file.filename();
  std::error_code ignored;
  const auto isTaken = [&] {
    if (std::any_of(taken.begin(), taken.end(), [&](const SourceCopy& one) { return one.target == out; }))
      return true;
    return fs::exists(out, ignored) && !sameContent(out, file);
  };
  for (int n = 2; isTaken(); ++n)
    out = folder / (file.stem().string() + "-" + std::to_string(n) + file.extension().string());
  return out;
}

bool liesIn(const fs::path& folder, const fs::path& file) {
  const fs::path relative =
      fs::absolute(file).lexically_normal().lexically_relative(fs::absolute(folder).lexically_normal());
  return !relative.empty() && *relative.begin() != "..";
}

} // namespace hotchkiss::editor
