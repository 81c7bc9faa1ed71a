#pragma once

#include "libscenario/module/modulefiles.h"
#include "libterrain/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace hotchkiss {

/// The right to write to a module's folder, held by at most one process at a time; ends with the object or the process.
class FolderLock {
 public:
  static Result<FolderLock> acquire(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int file) : mFile(file) {}
  int mFile = -1;
};

/// What the last save did, kept in .hotchkiss/saved: tells which journal entries the files contain.
struct SaveNote {
  std::string oldGeneration;
  std::string newGeneration;
  std::uint64_t lastSequence = 0; ///< of the last journal entry that the save contains
};
std::optional<SaveNote> readSaveNote(const std::filesystem::path& folder);

/// Names the state of a module's files: a digest of all paths and contents.
std::string generationOf(const ModuleFiles& files);

/// The files of a module, at most 1 GiB, none of them outside the folder. A save that was interrupted after its commit
/// is completed first; where that is not possible (no right to write, another writer at work) its files are read from
/// where they were staged. `held` tells that the caller has the lock.
Result<ModuleFiles> readModuleFolder(const std::filesystem::path& folder, const FolderLock* held = nullptr);

/// Makes the folder hold exactly these files (others that are no module files stay), all or nothing even if the process
/// is killed. Refuses when the folder is not in the expected generation. The caller holds the lock. `lastSequence` goes
/// into the save note.
Outcome saveModuleFolder(const std::filesystem::path& folder, const ModuleFiles& newFiles,
                         const std::string& expectedGeneration, std::uint64_t lastSequence = 0);

/// Writes a new module to a folder that is empty or does not exist yet; the right to go on writing there.
Result<FolderLock> saveNewFolder(const std::filesystem::path& folder, const ModuleFiles& files);

/// Completes a committed save, or throws an uncommitted one away. The caller holds the lock.
Outcome recoverModuleFolder(const std::filesystem::path& folder);

/// Where the program keeps its own files inside a module's folder; made when missing.
Result<std::filesystem::path> privateFolder(const std::filesystem::path& folder);
inline constexpr const char* kPrivateFolder = ".hotchkiss";

} // namespace hotchkiss
