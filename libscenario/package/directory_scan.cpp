#include "libscenario/package/directory_scan.h"

#include "libscenario/package/entry_name.h"
#include "libterrain/base/text.h"

#include <algorithm>

namespace hotchkiss {

namespace {

constexpr std::uint64_t kSmallEntry = std::uint64_t{1} << 20U; // below, a high ratio does no harm
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kCentralSize = 46;
constexpr std::size_t kLocalSize = 30;
constexpr std::size_t kLargestDescriptor = 24; // sizes written after the data: marker, CRC, two sizes of 4 or 8 bytes
constexpr std::uint32_t kEndMark = 0x06054b50;
constexpr std::uint32_t kCentralMark = 0x02014b50;
constexpr std::uint32_t kLocalMark = 0x04034b50;
constexpr std::uint32_t kElsewhere = 0xFFFFFFFF; // the true size stands in an extra field

constexpr unsigned kFlagEncrypted = 1U << 0U | 1U << 6U | 1U << 13U;
constexpr unsigned kFlagDescriptor = 1U << 3U;
constexpr unsigned kFlagPatch = 1U << 5U;
constexpr unsigned kStored = 0;
constexpr unsigned kDeflated = 8;

std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = size; i-- > 0;)
    value = (value << 8U) | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::uint32_t number16(std::string_view bytes, std::size_t at) {
  return number(bytes, at, 2);
}

std::uint32_t number32(std::string_view bytes, std::size_t at) {
  return number(bytes, at, 4);
}

Error damaged(const std::string& why) {
  return {.message = "this is not a whole ZIP file: " + why,
          .file = {},
          .where = {},
          .advice = "copy or download the file again"};
}

/// A directory entry with what is needed to find its data.
struct Listed {
  ScannedEntry entry;
  unsigned flags = 0;
  unsigned method = 0;
  std::uint32_t attributes = 0;
  std::size_t start = 0; ///< of the header in front of the data
  std::size_t end = 0;   ///< of the data
};

Outcome checkKind(const Listed& listed) {
  constexpr std::uint32_t kTypeMask = 0170000;
  constexpr std::uint32_t kPlainFile = 0100000;
  constexpr std::uint32_t kDosFolder = 0x10;
  const std::string& name = listed.entry.name;
  const std::uint32_t type = (listed.attributes >> 16U) & kTypeMask;
  if ((type != 0 && type != kPlainFile) || (listed.attributes & kDosFolder) != 0)
    return entryRefusal(name, "is a link or a folder, not a plain file");
  if ((listed.flags & kFlagEncrypted) != 0)
    return entryRefusal(name, "is encrypted");
  if ((listed.flags & kFlagPatch) != 0 || (listed.method != kStored && listed.method != kDeflated))
    return entryRefusal(name, "is compressed in an unknown way");
  return success();
}

Outcome checkSize(const Listed& listed, const ArchiveLimits& limits) {
  const ScannedEntry& entry = listed.entry;
  if (entry.bytes > limits.entryBytes)
    return entryRefusal(entry.name, "is larger than " + countOf(limits.entryBytes, "byte", "bytes"));
  if (listed.method == kStored && entry.bytes != entry.packedBytes)
    return entryRefusal(entry.name, "is not compressed, yet has two different sizes");
  if (swellsTooMuch(entry, limits))
    return entryRefusal(entry.name, "unpacks to more than " + std::to_string(limits.ratio) + " times its packed size");
  return success();
}

/// Finds the data of an entry, and sees that the header in front of it tells the same as the directory.
Outcome locate(std::string_view bytes, std::size_t directory, Listed& listed) {
  const ScannedEntry& entry = listed.entry;
  if (listed.start > directory || directory - listed.start < kLocalSize || number32(bytes, listed.start) != kLocalMark)
    return entryRefusal(entry.name, "is not where the directory says");
  const std::string_view header = bytes.substr(listed.start, kLocalSize);
  const std::uint64_t nameSize = number16(header, 26);
  const std::uint64_t size = kLocalSize + nameSize + number16(header, 28) + entry.packedBytes;
  if (size > directory - listed.start)
    return entryRefusal(entry.name, "reaches beyond the end of the data");
  if (bytes.substr(listed.start + kLocalSize, nameSize) != entry.name)
    return entryRefusal(entry.name, "has another name in front of its data than in the directory");
  if (number16(header, 8) != listed.method || ((number16(header, 6) ^ listed.flags) & kFlagEncrypted) != 0)
    return entryRefusal(entry.name, "is described in two different ways");
  const std::uint32_t packed = number32(header, 18);
  const std::uint32_t full = number32(header, 22);
  if ((number16(header, 6) & kFlagDescriptor) == 0 &&
      (number32(header, 14) != entry.crc || (packed != kElsewhere && packed != entry.packedBytes) ||
       (full != kElsewhere && full != entry.bytes)))
    return entryRefusal(entry.name, "has another size or checksum in front of its data than in the directory");
  listed.end = listed.start + static_cast<std::size_t>(size);
  return success();
}

/// Entries that share data make a small file unpack to a huge one; bytes of no entry may hide anything.
Outcome checkLayout(std::vector<Listed> all, std::size_t directory) {
  std::sort(all.begin(), all.end(), [](const Listed& a, const Listed& b) { return a.start < b.start; });
  std::size_t end = 0;
  std::size_t slack = 0;
  for (const Listed& listed : all) {
    if (listed.start < end)
      return entryRefusal(listed.entry.name, "shares its data with another entry");
    if (listed.start - end > slack)
      return entryRefusal(listed.entry.name, "follows bytes that belong to no entry");
    end = listed.end;
    slack = (listed.flags & kFlagDescriptor) != 0 ? kLargestDescriptor : 0;
  }
  if (directory - end > slack)
    return damaged("there are bytes that belong to no entry in front of its directory");
  return success();
}

/// The directory entry at this place; moves the place behind it.
Result<Listed> takeListed(std::string_view bytes, std::size_t& at, std::size_t end) {
  if (end - at < kCentralSize || number32(bytes, at) != kCentralMark)
    return damaged("its directory is damaged");
  const std::string_view header = bytes.substr(at, kCentralSize);
  const std::size_t nameSize = number16(header, 28);
  const std::size_t size = kCentralSize + nameSize + number16(header, 30) + number16(header, 32);
  if (size > end - at)
    return damaged("its directory is cut off");
  Listed listed;
  listed.entry.name = bytes.substr(at + kCentralSize, nameSize);
  listed.entry.crc = number32(header, 16);
  listed.entry.packedBytes = number32(header, 20);
  listed.entry.bytes = number32(header, 24);
  listed.flags = number16(header, 8);
  listed.method = number16(header, 10);
  listed.attributes = number32(header, 38);
  listed.start = number32(header, 42);
  at += size;
  return listed;
}

} // namespace

bool swellsTooMuch(const ScannedEntry& entry, const ArchiveLimits& limits) {
  if (entry.bytes <= kSmallEntry)
    return false;
  // Divided, not multiplied: a caller may set a ratio so high that the product would wrap.
  return entry.packedBytes == 0 || (entry.bytes - 1) / entry.packedBytes >= limits.ratio;
}

Result<std::vector<ScannedEntry>> scanDirectory(std::string_view bytes, const ArchiveLimits& limits) {
  if (bytes.size() > limits.fileBytes)
    return Error{.message = "the package is larger than " + countOf(limits.fileBytes, "byte", "bytes"),
                 .file = {},
                 .where = {},
                 .advice = {}};
  if (bytes.size() < kEndSize || number32(bytes, bytes.size() - kEndSize) != kEndMark)
    return damaged("it is cut off, or something follows its end");
  const std::size_t end = bytes.size() - kEndSize;
  const std::size_t count = number16(bytes, end + 10);
  const std::size_t size = number32(bytes, end + 12);
  const std::size_t directory = number32(bytes, end + 16);
  if (number16(bytes, end + 20) != 0 || number32(bytes, end + 4) != 0 || number16(bytes, end + 8) != count)
    return damaged("it is cut off, or split into several files");
  if (count > limits.entries)
    return Error{.message = "the package has more than " + countOf(limits.entries, "entry", "entries"),
                 .file = {},
                 .where = {},
                 .advice = {}};
  if (size > end || directory != end - size)
    return damaged("its directory is not where it should be");

  EntryNames names(limits);
  std::vector<Listed> all;
  std::uint64_t total = 0;
  std::size_t at = directory;
  for (std::size_t i = 0; i < count; ++i) {
    Result<Listed> listed = takeListed(bytes, at, end);
    if (!listed)
      return listed.error();
    if (const Outcome named = names.add(listed->entry.name); !named)
      return named.error();
    if (const Outcome kind = checkKind(*listed); !kind)
      return kind.error();
    if (const Outcome sized = checkSize(*listed, limits); !sized)
      return sized.error();
    if (listed->entry.bytes > limits.totalBytes - total)
      return entryRefusal(listed->entry.name,
                          "makes the package larger than " + countOf(limits.totalBytes, "byte", "bytes") + " unpacked");
    total += listed->entry.bytes;
    if (const Outcome located = locate(bytes, directory, *listed); !located)
      return located.error();
    all.push_back(std::move(*listed));
  }
  if (at != end)
    return damaged("its directory holds more than it says");
  if (const Outcome folders = names.checkFolders(); !folders)
    return folders.error();
  if (const Outcome layout = checkLayout(all, directory); !layout)
    return layout.error();

  std::vector<ScannedEntry> entries;
  entries.reserve(all.size());
  for (Listed& listed : all)
    entries.push_back(std::move(listed.entry));
  return entries;
}

} // namespace hotchkiss
