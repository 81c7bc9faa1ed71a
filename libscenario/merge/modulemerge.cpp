#include "libscenario/merge/modulemerge.h"

#include <set>

namespace hotchkiss {

namespace {

bool sameFrame(const Document& a, const Document& b) {
  return a.lattice() == b.lattice() && a.extent() == b.extent();
}

} // namespace

Result<MergedModule> mergeModules(const Document& base, const Document& ours, const Document& theirs, Prefer prefer) {
  if (theirs == base || ours == theirs)
    return MergedModule{ours, {}};
  if (ours == base)
    return MergedModule{theirs, {}};
  if (!sameFrame(base, ours) || !sameFrame(base, theirs))
    return Error{"the map was moved or resized on one side while the other side was edited",
                 {},
                 0,
                 {},
                 "reframe the other two in the same way first"};
  const ModuleFiles before = writeModule(base);
  const ModuleFiles left = writeModule(ours);
  const ModuleFiles right = writeModule(theirs);
  std::set<std::string> paths;
  for (const ModuleFiles* files : {&before, &left, &right})
    for (const auto& [path, unused] : *files)
      paths.insert(path);
  const Numbering labels = numberingOf(ours);
  const auto textIn = [](const ModuleFiles& files, const std::string& path) {
    const auto it = files.find(path);
    return it == files.end() ? std::string_view() : std::string_view(it->second);
  };
  ModuleFiles merged;
  std::vector<MergeConflict> conflicts;
  for (const std::string& path : paths) {
    const std::string_view base3 = textIn(before, path);
    const std::string_view ours3 = textIn(left, path);
    const std::string_view theirs3 = textIn(right, path);
    // Most files changed on one side at most; those need no look inside.
    if (ours3 == theirs3 || theirs3 == base3 || ours3 == base3) {
      if (const std::string_view text = ours3 == base3 ? theirs3 : ours3; !text.empty())
        merged[path] = text;
      continue;
    }
    Result<MergedFile> file = mergeFile(path, base3, ours3, theirs3, prefer, &labels);
    if (!file)
      return file.error();
    conflicts.insert(conflicts.end(), file->conflicts.begin(), file->conflicts.end());
    merged[path] = std::move(file->text);
  }
  Result<LoadedModule> module = readModule(merged);
  if (!module)
    return module.error();
  return MergedModule{std::move(module->document), std::move(conflicts)};
}

std::string toText(const std::vector<MergeConflict>& conflicts) {
  std::string out;
  for (const MergeConflict& conflict : conflicts)
    out += conflict.file + ": " + conflict.place + ": " + conflict.words + "\n";
  return out;
}

} // namespace hotchkiss
