#pragma once

#include "libscenario/package/archive.h"

#include <set>

namespace hotchkiss {

/// The name in quotes, cut and escaped so that a hostile one does no harm in a terminal.
std::string quotedEntry(std::string_view name);

/// What is wrong with one entry of an archive.
Error entryRefusal(std::string_view name, const std::string& why);

/// Collects the names of an archive and refuses those that could leave its folder or fall on each other when unpacked.
class EntryNames {
 public:
  explicit EntryNames(const ArchiveLimits& limits) : mLimits(limits) {}

  Outcome add(std::string_view name);
  /// Once all names are in: no entry may be both a file and the folder of another.
  Outcome checkFolders() const;

 private:
  ArchiveLimits mLimits;
  std::set<std::string> mFolded; ///< without regard to case, as some file systems see them
};

} // namespace hotchkiss
