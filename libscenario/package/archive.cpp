#include "libscenario/package/archive.h"

#include "libscenario/package/directory_scan.h"
#include "libscenario/package/entry_name.h"
#include "libterrain/base/text.h"

#include <zip.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <set>

namespace hotchkiss {

namespace {

constexpr std::size_t kChunk = std::size_t{64} << 10U;
constexpr std::uint64_t kFirstReserve = std::uint64_t{1} << 20U; // a lie about the size costs no more than this
constexpr zip_uint16_t kDosTime = 0;
constexpr zip_uint16_t kDosDate = (1U << 5U) | 1U; // 1980-01-01, the first day a ZIP file can name
constexpr zip_uint32_t kDeflateLevel = 9;
constexpr zip_uint32_t kPlainFileAttributes = 0100644U << 16U;

struct CloseZip {
  void operator()(zip_t* zip) const { zip_discard(zip); }
};
struct CloseFile {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};
struct FreeSource {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Zip = std::unique_ptr<zip_t, CloseZip>;
using ZipFile = std::unique_ptr<zip_file_t, CloseFile>;
using Source = std::unique_ptr<zip_source_t, FreeSource>;

Error failure(std::string message, std::string advice = {}) {
  return {.message = std::move(message), .file = {}, .where = {}, .advice = std::move(advice)};
}

Error noMemory() {
  return failure("there is not enough memory for the package");
}

Error cannotPack() {
  return failure("the package could not be packed");
}

/// Opens bytes that stay alive as long as the archive does.
Zip openBytes(std::string_view bytes) {
  zip_error_t error;
  zip_error_init(&error);
  Source source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error));
  Zip zip(source ? zip_open_from_source(source.get(), ZIP_RDONLY | ZIP_CHECKCONS, &error) : nullptr);
  if (zip)
    static_cast<void>(source.release()); // the archive owns it now
  zip_error_fini(&error);
  return zip;
}

Result<std::string> readEntry(zip_t* zip, zip_uint64_t index, const ScannedEntry& entry) {
  const char* name = zip_get_name(zip, index, ZIP_FL_ENC_RAW);
  if (name == nullptr || name != entry.name)
    return entryRefusal(entry.name, "has two different names");
  const ZipFile file(zip_fopen_index(zip, index, 0));
  if (!file)
    return entryRefusal(entry.name, "cannot be unpacked");
  std::string content;
  content.reserve(static_cast<std::size_t>(std::min(entry.bytes, kFirstReserve)));
  std::array<char, kChunk> chunk;
  while (true) {
    const zip_int64_t got = zip_fread(file.get(), chunk.data(), chunk.size());
    if (got < 0)
      return entryRefusal(entry.name, "is damaged: its content does not match its checksum or size");
    if (got == 0)
      break;
    if (static_cast<std::uint64_t>(got) > entry.bytes - content.size())
      return entryRefusal(entry.name, "is larger than it says");
    content.append(chunk.data(), static_cast<std::size_t>(got));
  }
  if (content.size() != entry.bytes)
    return entryRefusal(entry.name, "is smaller than it says");
  return content;
}

Result<ArchiveEntries> readScanned(std::string_view bytes, const ArchiveLimits& limits) {
  const auto scanned = scanDirectory(bytes, limits);
  if (!scanned)
    return scanned.error();
  ArchiveEntries entries;
  if (scanned->empty())
    return entries;
  const Zip zip = openBytes(bytes);
  // The library looks for the directory in its own way: it has to have found the one that was checked.
  if (!zip || zip_get_num_entries(zip.get(), 0) != static_cast<zip_int64_t>(scanned->size()))
    return failure("this is not a whole ZIP file: its parts contradict each other", "copy or download the file again");
  for (std::size_t i = 0; i < scanned->size(); ++i) {
    const ScannedEntry& entry = (*scanned)[i];
    Result<std::string> content = readEntry(zip.get(), i, entry);
    if (!content)
      return content.error();
    entries.emplace(entry.name, std::move(*content));
  }
  return entries;
}

Result<std::string> readFileBytes(const std::filesystem::path& file, const ArchiveLimits& limits) {
  const std::string name = quotedEntry(file.string());
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) // a pipe or a device might never end
    return failure("there is no file " + name);
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error)
    return failure("the file " + name + " cannot be read");
  if (size > limits.fileBytes)
    return failure("the file " + name + " is larger than " + countOf(limits.fileBytes, "byte", "bytes"));
  std::ifstream in(file, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (!in.read(bytes.data(), static_cast<std::streamsize>(size)) || in.peek() != std::ifstream::traits_type::eof())
    return failure("the file " + name + " cannot be read, or changed while it was read");
  return bytes;
}

bool addEntry(zip_t* zip, const std::string& name, const std::string& content, bool store) {
  zip_source_t* source = zip_source_buffer(zip, content.data(), content.size(), 0);
  if (source == nullptr)
    return false;
  const zip_int64_t added = zip_file_add(zip, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (added < 0) {
    zip_source_free(source);
    return false;
  }
  const auto index = static_cast<zip_uint64_t>(added);
  const zip_int32_t method = store || content.empty() ? ZIP_CM_STORE : ZIP_CM_DEFLATE;
  return zip_set_file_compression(zip, index, method, method == ZIP_CM_STORE ? 0 : kDeflateLevel) == 0 &&
         zip_file_set_dostime(zip, index, kDosTime, kDosDate, 0) == 0 &&
         zip_file_set_external_attributes(zip, index, 0, ZIP_OPSYS_UNIX, kPlainFileAttributes) == 0;
}

Result<std::string> takeBytes(zip_source_t* source) {
  zip_stat_t stat;
  zip_stat_init(&stat);
  if (zip_source_stat(source, &stat) != 0 || (stat.valid & ZIP_STAT_SIZE) == 0 || zip_source_open(source) != 0)
    return cannotPack();
  std::string bytes(static_cast<std::size_t>(stat.size), '\0');
  const zip_int64_t got = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (got != static_cast<zip_int64_t>(bytes.size()))
    return cannotPack();
  return bytes;
}

Result<std::string> pack(const ArchiveEntries& entries, const std::set<std::string>& stored) {
  zip_error_t error;
  zip_error_init(&error);
  const Source source(zip_source_buffer_create(nullptr, 0, 0, &error));
  Zip zip(source ? zip_open_from_source(source.get(), ZIP_TRUNCATE, &error) : nullptr);
  zip_error_fini(&error);
  if (!zip)
    return cannotPack();
  zip_source_keep(source.get()); // one share for the archive, one for reading the result
  for (const auto& [name, content] : entries)
    if (!addEntry(zip.get(), name, content, stored.contains(name)))
      return cannotPack();
  if (zip_close(zip.get()) != 0)
    return cannotPack();
  static_cast<void>(zip.release()); // closing freed it
  return takeBytes(source.get());
}

Outcome checkContents(const ArchiveEntries& entries, const ArchiveLimits& limits) {
  if (entries.size() > limits.entries)
    return failure("the package has more than " + countOf(limits.entries, "entry", "entries"));
  EntryNames names(limits);
  std::uint64_t total = 0;
  for (const auto& [name, content] : entries) {
    if (Outcome named = names.add(name); !named)
      return named;
    if (content.size() > limits.entryBytes)
      return entryRefusal(name, "is larger than " + countOf(limits.entryBytes, "byte", "bytes"));
    total += content.size();
    if (total > limits.totalBytes)
      return entryRefusal(name, "makes the package larger than " + countOf(limits.totalBytes, "byte", "bytes"));
  }
  return names.checkFolders();
}

Result<std::string> packChecked(const ArchiveEntries& entries) {
  const ArchiveLimits limits;
  if (const Outcome contents = checkContents(entries, limits); !contents)
    return contents.error();
  if (entries.empty()) // the library would write nothing at all
    return std::string("PK\5\6", 4) + std::string(18, '\0');
  Result<std::string> packed = pack(entries, {});
  if (!packed)
    return packed;
  ArchiveLimits anyRatio = limits;
  anyRatio.ratio = UINT64_MAX;
  const auto scanned = scanDirectory(*packed, anyRatio);
  if (!scanned)
    return scanned.error();
  // An empty map compresses as well as a bomb does; left uncompressed, it is not taken for one.
  std::set<std::string> stored;
  for (const ScannedEntry& entry : *scanned)
    if (swellsTooMuch(entry, limits))
      stored.insert(entry.name);
  if (stored.empty())
    return packed;
  packed = pack(entries, stored);
  if (packed && packed->size() > limits.fileBytes)
    return failure("the package is larger than " + countOf(limits.fileBytes, "byte", "bytes"));
  return packed;
}

} // namespace

Result<ArchiveEntries> readArchive(const std::filesystem::path& file, const ArchiveLimits& limits) {
  try {
    const Result<std::string> bytes = readFileBytes(file, limits);
    return bytes ? readScanned(*bytes, limits) : bytes.error();
  } catch (const std::exception&) {
    return noMemory();
  }
}

Result<ArchiveEntries> readArchive(std::string_view bytes, const ArchiveLimits& limits) {
  try {
    return readScanned(bytes, limits);
  } catch (const std::exception&) {
    return noMemory();
  }
}

Result<std::string> writeArchive(const ArchiveEntries& entries) {
  try {
    return packChecked(entries);
  } catch (const std::exception&) {
    return noMemory();
  }
}

} // namespace hotchkiss
