#include "libscenario/module/folder.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/module/saverecord.h"
#include "libscenario/package/digest.h"
#include "libterrain/base/faultpoint.h"
#include "libterrain/base/fileio.h"

#include <cerrno>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace hotchkiss {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;
constexpr std::uint64_t kMostRecordBytes = std::uint64_t{16} << 20U;
constexpr std::size_t kMostScenarios = 4096;
constexpr int kReadTries = 8;

fs::path stagingOf(const fs::path& folder) {
  return folder / kPrivateFolder / "save";
}
fs::path commitOf(const fs::path& folder) {
  return folder / kPrivateFolder / "commit";
}
fs::path noteOf(const fs::path& folder) {
  return folder / kPrivateFolder / "saved";
}

bool isThere(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

bool isRealFolder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(fs::symlink_status(path, error));
}

/// The text of a small file of ours, empty when there is none.
std::string smallText(const fs::path& path) {
  const Result<std::string> text = readWholeFile(path, kMostRecordBytes);
  return text ? *text : std::string();
}

Outcome stayInside(const fs::path& folder, const fs::path& path) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  const fs::path real = error ? fs::path() : fs::weakly_canonical(path, error);
  const fs::path below = real.lexically_relative(root);
  if (error || below.empty() || *below.begin() == "..")
    return Error{path.string() + " is a link to a place outside the module's folder",
                 {},
                 0,
                 {},
                 "replace the link by the file itself"};
  return success();
}

/// Every path of the folder that is a module file, whether or not it can be read.
Result<std::set<std::string>> modulePaths(const fs::path& folder) {
  std::set<std::string> out;
  for (const char* inside : {"", "map", "ruleset", "scenarios"}) {
    const fs::path below = folder / inside;
    std::error_code error;
    if (!fs::exists(below, error) && !error)
      continue;
    fs::directory_iterator it(below, error);
    for (; !error && it != fs::directory_iterator(); it.increment(error)) {
      const std::string name = it->path().filename().string();
      const std::string path = *inside ? std::string(inside) + "/" + name : name;
      if (isModulePath(path))
        out.insert(path);
      if (out.size() > kMostScenarios)
        return Error{"the module has too many files", {}, 0, {}, {}};
    }
    if (error)
      return Error{
          "cannot read " + below.string() + ": " + error.message(), {}, 0, {}, "check the rights on the folder"};
  }
  return out;
}

/// Reads the files, those of a pending save from where it staged them.
Result<ModuleFiles> readFiles(const fs::path& folder, const std::optional<SaveRecord>& pending) {
  Result<std::set<std::string>> paths = modulePaths(folder);
  if (!paths)
    return paths.error();
  std::map<std::string, fs::path> staged;
  if (pending) {
    for (std::size_t i = 0; i < pending->files.size(); ++i) {
      staged[pending->files[i]] = stagingOf(folder) / std::to_string(i);
      paths->insert(pending->files[i]);
    }
    for (const std::string& path : pending->deleted)
      paths->erase(path);
  }
  if (paths->contains(kModulePath))
    paths->erase("map.json"); // format version 0 has no module.json: this is something else
  ModuleFiles out;
  std::uint64_t total = 0;
  for (const std::string& path : *paths) {
    const auto from = staged.find(path);
    Result<std::string> text = Error{};
    std::error_code error;
    if (from != staged.end() && isRealFolder(stagingOf(folder)) &&
        fs::is_regular_file(fs::symlink_status(from->second, error)))
      text = readWholeFile(from->second, kMostBytes - total);
    if (!text) { // not staged, or put into its place already
      if (const Outcome outcome = stayInside(folder, folder / path); !outcome)
        return outcome.error();
      text = readWholeFile(folder / path, kMostBytes - total);
    }
    if (!text)
      return text.error();
    total += text->size();
    out[path] = std::move(*text);
  }
  return out;
}

/// Puts the staged files into their places. Each step may find that it was done before the process was killed.
Outcome install(const fs::path& folder, const SaveRecord& record) {
  std::set<fs::path> touched;
  std::error_code error;
  for (std::size_t i = 0; i < record.files.size(); ++i) {
    const fs::path from = stagingOf(folder) / std::to_string(i);
    const fs::path to = folder / record.files[i];
    if (!isThere(from))
      continue;
    if (fs::create_directories(to.parent_path(), error))
      touched.insert(folder);
    if (Outcome outcome = stayInside(folder, to.parent_path()); !outcome)
      return outcome;
    if (std::rename(from.c_str(), to.c_str()) != 0)
      return systemError("replace", to);
    touched.insert(to.parent_path());
    faultPoint("save.renamed.file");
  }
  for (const std::string& path : record.deleted) {
    fs::remove(folder / path, error);
    if (error)
      return Error{"cannot delete " + path + ": " + error.message(), path, 0, {}, {}};
    touched.insert((folder / path).parent_path());
    faultPoint("save.deleted.file");
  }
  for (const std::string& path : record.files) // a run before this one may have been killed before it synced them
    touched.insert((folder / path).parent_path());
  for (const fs::path& place : touched)
    if (isRealFolder(place))
      if (Outcome outcome = syncFolder(place); !outcome)
        return outcome;
  faultPoint("save.installed");
  return success();
}

/// Everything after the commit point.
Outcome finishSave(const fs::path& folder, const SaveRecord& record) {
  if (Outcome outcome = install(folder, record); !outcome)
    return outcome;
  const fs::path fresh = noteOf(folder).string() + ".new";
  if (Outcome outcome = writeDurably(fresh, toText(record.note)); !outcome)
    return outcome;
  if (Outcome outcome = renameDurably(fresh, noteOf(folder)); !outcome)
    return outcome;
  faultPoint("save.noted");
  std::error_code error;
  fs::remove(commitOf(folder), error);
  if (error)
    return Error{"cannot delete " + commitOf(folder).string() + ": " + error.message(), {}, 0, {}, {}};
  if (Outcome outcome = syncFolder(folder / kPrivateFolder); !outcome)
    return outcome;
  faultPoint("save.record.removed");
  fs::remove_all(stagingOf(folder), error);
  return success();
}

Error changedOutside() {
  return {"the module was changed by another program since it was opened",
          {},
          0,
          {},
          "save it under another name, or reopen it and repeat the edits"};
}

} // namespace

Result<fs::path> privateFolder(const fs::path& folder) {
  const fs::path out = folder / kPrivateFolder;
  std::error_code error;
  fs::create_directory(out, error);
  if (error || !isRealFolder(out))
    return Error{"cannot make " + out.string() + (error ? ": " + error.message() : std::string(": it is not a folder")),
                 {},
                 0,
                 {},
                 "check the rights on the folder, or open the module for reading only"};
  return out;
}

Result<FolderLock> FolderLock::acquire(const fs::path& folder) {
  const Result<fs::path> inside = privateFolder(folder);
  if (!inside)
    return inside.error();
  const fs::path path = *inside / "lock";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0)
    return systemError("open", path);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    const Error error = errno == EWOULDBLOCK ? Error{"this module is open for editing in another window or program",
                                                     {},
                                                     0,
                                                     {},
                                                     "close it there, or open it for reading only"}
                                             : systemError("lock", path);
    ::close(file);
    return error;
  }
  return FolderLock(file);
}

FolderLock::FolderLock(FolderLock&& other) noexcept : mFile(std::exchange(other.mFile, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(mFile, other.mFile);
  return *this;
}

FolderLock::~FolderLock() {
  if (mFile >= 0)
    ::close(mFile);
}

std::optional<SaveNote> readSaveNote(const fs::path& folder) {
  return saveNoteFrom(smallText(noteOf(folder)));
}

std::string generationOf(const ModuleFiles& files) {
  Digester digest;
  for (const auto& [path, text] : files) // lengths keep ("ab", "c") and ("a", "bc") apart
    digest.add(std::to_string(path.size()) + ":" + path + ":" + std::to_string(text.size()) + ":").add(text);
  return digest.hex();
}

Outcome recoverModuleFolder(const fs::path& folder) {
  if (isThere(folder / kPrivateFolder) && !isRealFolder(folder / kPrivateFolder))
    return Error{"the folder .hotchkiss is a link", {}, 0, {}, "remove it"};
  std::error_code error;
  if (!isThere(commitOf(folder))) {
    fs::remove_all(stagingOf(folder), error);
    return success();
  }
  const Result<std::string> text = readWholeFile(commitOf(folder), kMostRecordBytes);
  if (!text)
    return text.error();
  const Result<SaveRecord> record = saveRecordFrom(*text);
  return record ? finishSave(folder, *record) : record.error();
}

Result<ModuleFiles> readModuleFolder(const fs::path& folder, const FolderLock* held) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return Error{"there is no folder " + folder.string(), {}, 0, {}, {}};
  if (held) {
    if (const Outcome outcome = recoverModuleFolder(folder); !outcome)
      return outcome.error();
    return readFiles(folder, std::nullopt);
  }
  const bool unfinished = isThere(commitOf(folder)) || isThere(stagingOf(folder));
  if (unfinished && ::access(folder.c_str(), W_OK) == 0)
    if (const Result<FolderLock> lock = FolderLock::acquire(folder))
      return readModuleFolder(folder, &*lock);
  // A writer may save while we read: then commit record or save note change, and we read again.
  for (int i = 0; i < kReadTries; ++i) {
    const std::string commit = smallText(commitOf(folder));
    const std::string note = smallText(noteOf(folder));
    std::optional<SaveRecord> pending;
    if (!commit.empty()) {
      Result<SaveRecord> record = saveRecordFrom(commit);
      if (!record)
        return record.error();
      pending = std::move(*record);
    }
    Result<ModuleFiles> files = readFiles(folder, pending);
    if (smallText(commitOf(folder)) == commit && smallText(noteOf(folder)) == note)
      return files;
    ::usleep(20'000);
  }
  return Error{"the module is being saved by another program again and again", {}, 0, {}, "try again"};
}

Outcome saveModuleFolder(const fs::path& folder, const ModuleFiles& newFiles, const std::string& expectedGeneration,
                         std::uint64_t lastSequence) {
  faultPoint("save.begin");
  for (const auto& [path, text] : newFiles)
    if (!isModulePath(path))
      return Error{"a module has no file of this name", path, 0, {}, {}};
  if (const Result<fs::path> inside = privateFolder(folder); !inside)
    return inside.error();
  // A save of ours that failed after its commit (a full disk, say) is completed now and is no change from outside.
  std::string presentGeneration = expectedGeneration;
  if (const Result<SaveRecord> pending = saveRecordFrom(smallText(commitOf(folder))))
    if (pending->note.oldGeneration == expectedGeneration)
      presentGeneration = pending->note.newGeneration;
  if (Outcome outcome = recoverModuleFolder(folder); !outcome)
    return outcome;
  const Result<ModuleFiles> present = readFiles(folder, std::nullopt);
  if (!present)
    return present.error();
  if (generationOf(*present) != presentGeneration)
    return changedOutside();

  SaveRecord record;
  record.note = {expectedGeneration, generationOf(newFiles), lastSequence};
  std::error_code error;
  fs::create_directory(stagingOf(folder), error);
  for (const auto& [path, text] : newFiles) {
    const auto old = present->find(path);
    if (old != present->end() && old->second == text)
      continue;
    if (Outcome outcome = writeDurably(stagingOf(folder) / std::to_string(record.files.size()), text); !outcome)
      return outcome;
    record.files.push_back(path);
    faultPoint("save.staged.file");
  }
  for (const auto& [path, text] : *present)
    if (!newFiles.contains(path))
      record.deleted.push_back(path);
  if (Outcome outcome = syncFolder(stagingOf(folder)); !outcome)
    return outcome;
  faultPoint("save.staged");
  const fs::path fresh = commitOf(folder).string() + ".new";
  if (Outcome outcome = writeDurably(fresh, toText(record)); !outcome)
    return outcome;
  faultPoint("save.record.written");
  if (Outcome outcome = renameDurably(fresh, commitOf(folder)); !outcome)
    return outcome;
  faultPoint("save.committed");
  return finishSave(folder, record);
}

Result<FolderLock> saveNewFolder(const fs::path& folder, const ModuleFiles& files) {
  std::error_code problem;
  if (fs::exists(folder, problem) && !(fs::is_directory(folder, problem) && fs::is_empty(folder, problem)))
    return Error{folder.string() + " exists and is not empty", {}, 0, {}, "choose another folder"};
  fs::create_directories(folder, problem);
  if (problem)
    return Error{"cannot make the folder " + folder.string() + ": " + problem.message(), {}, 0, {}, {}};
  Result<FolderLock> lock = FolderLock::acquire(folder);
  if (!lock)
    return lock;
  if (const Outcome outcome = saveModuleFolder(folder, files, generationOf({})); !outcome)
    return outcome.error();
  return lock;
}

} // namespace hotchkiss
