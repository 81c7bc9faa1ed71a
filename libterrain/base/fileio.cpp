#include "libterrain/base/fileio.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace hotchkiss {

Error systemError(std::string_view doing, const std::filesystem::path& path) {
  const std::string reason = std::generic_category().message(errno);
  return {"cannot " + std::string(doing) + " " + path.string() + ": " + reason, {}, 0, {}, {}};
}

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0)
      bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

Result<std::string> readWholeFile(const std::filesystem::path& path, std::uint64_t mostBytes) {
  // Without O_NONBLOCK a pipe in a module's folder would hang the program.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return systemError("read", path);
  std::string out;
  struct stat info {};
  if (::fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(file);
    return Error{"cannot read " + path.string() + ": it is not a plain file", {}, 0, {}, {}};
  }
  if (static_cast<std::uint64_t>(info.st_size) > mostBytes) {
    ::close(file);
    return Error{"cannot read " + path.string() + ": it is too large", {}, 0, {}, {}};
  }
  out.resize(static_cast<std::size_t>(info.st_size));
  std::size_t have = 0;
  while (have < out.size()) {
    const ssize_t got = ::read(file, out.data() + have, out.size() - have);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      const Error error = systemError("read", path);
      ::close(file);
      return error;
    }
    if (got == 0)
      break;
    have += static_cast<std::size_t>(got);
  }
  ::close(file);
  out.resize(have);
  return out;
}

Outcome writeDurably(const std::filesystem::path& path, std::string_view bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0)
    return systemError("write", path);
  if (!writeAll(file, bytes) || ::fsync(file) != 0) {
    const Error error = systemError("write", path);
    ::close(file);
    return error;
  }
  if (::close(file) != 0)
    return systemError("write", path);
  return success();
}

Outcome syncFolder(const std::filesystem::path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0)
    return systemError("open", folder);
  const bool good = ::fsync(file) == 0;
  Outcome outcome = good ? success() : Outcome(systemError("write", folder));
  ::close(file);
  return outcome;
}

Outcome renameDurably(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0)
    return systemError("replace", to);
  return syncFolder(to.parent_path());
}

} // namespace hotchkiss
