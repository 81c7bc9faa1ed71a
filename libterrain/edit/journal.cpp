#include "libterrain/edit/journal.h"

#include "libterrain/base/faultpoint.h"
#include "libterrain/base/fileio.h"
#include "libterrain/base/hash.h"

#include <boost/crc.hpp>

#include <chrono>
#include <fcntl.h>
#include <limits>
#include <unistd.h>

namespace hotchkiss {

namespace {

constexpr std::string_view kMagic = "HKJOURNL";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kMostGeneration = 256;
constexpr std::size_t kFrameHead = 4 + 8 + 8 + 1 + 8; // length, sequence, generation, kind, time; then the CRC
constexpr std::size_t kCrc = 4;
constexpr std::uint64_t kMostJournal = std::uint64_t{4} << 30U;
constexpr std::chrono::milliseconds kSyncDelay{500};

void put(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i)
    out += static_cast<char>((value >> (8 * i)) & 0xffU);
}

std::uint64_t get(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < count; ++i)
    out |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return out;
}

std::uint32_t crcOf(std::string_view head, std::string_view payload = {}) {
  boost::crc_32_type crc;
  crc.process_bytes(head.data(), head.size());
  crc.process_bytes(payload.data(), payload.size());
  return crc.checksum();
}

/// Ties an entry to its journal, so that one left over in the blocks of a deleted journal is not taken for its own.
std::uint64_t shortHash(std::string_view generation) {
  std::uint64_t out = 0xcbf29ce484222325ULL; // FNV-1a
  for (const char c : generation)
    out = (out ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return mixBits(out);
}

std::string headerOf(std::string_view generation, std::uint64_t firstSequence) {
  std::string out(kMagic);
  put(out, kVersion, 4);
  put(out, firstSequence, 8);
  put(out, generation.size(), 4);
  out += generation;
  put(out, crcOf(out), kCrc);
  return out;
}

std::string frameHeadOf(const JournalFrame& frame, std::string_view payload, std::uint64_t generation) {
  std::string out;
  put(out, payload.size(), 4);
  put(out, frame.sequence, 8);
  put(out, generation, 8);
  put(out, static_cast<std::uint64_t>(frame.kind), 1);
  put(out, static_cast<std::uint64_t>(frame.time), 8);
  put(out, crcOf(out, payload), kCrc);
  return out;
}

Error damagedHeader() {
  return {"the journal of unsaved edits is damaged",
          {},
          0,
          {},
          "its edits cannot be recovered; the saved files are not affected"};
}

} // namespace

Result<JournalContent> parseJournal(std::string_view bytes) {
  constexpr std::size_t kFixed = kMagic.size() + 4 + 8 + 4;
  if (bytes.size() < kFixed + kCrc || !bytes.starts_with(kMagic))
    return damagedHeader();
  if (get(bytes, kMagic.size(), 4) != kVersion)
    return Error{"the journal of unsaved edits was written by another version of the program",
                 {},
                 0,
                 {},
                 "open the module with that version and save it"};
  const std::uint64_t generationBytes = get(bytes, kFixed - 4, 4);
  if (generationBytes > kMostGeneration || bytes.size() < kFixed + generationBytes + kCrc)
    return damagedHeader();
  std::size_t at = kFixed + static_cast<std::size_t>(generationBytes);
  if (get(bytes, at, kCrc) != crcOf(bytes.substr(0, at)))
    return damagedHeader();
  at += kCrc;
  JournalContent out;
  out.generation = bytes.substr(kFixed, static_cast<std::size_t>(generationBytes));
  out.firstSequence = get(bytes, kMagic.size() + 4, 8);
  const std::uint64_t generation = shortHash(out.generation);
  while (bytes.size() - at >= kFrameHead + kCrc) {
    const std::string_view head = bytes.substr(at, kFrameHead);
    const std::uint64_t length = get(head, 0, 4);
    if (length > bytes.size() - at - kFrameHead - kCrc)
      break;
    const std::string_view payload = bytes.substr(at + kFrameHead + kCrc, static_cast<std::size_t>(length));
    const std::uint64_t kind = get(head, 20, 1);
    if (get(bytes, at + kFrameHead, kCrc) != crcOf(head, payload) || get(head, 4, 8) != out.nextSequence() ||
        get(head, 12, 8) != generation || kind < 1 || kind > 3)
      break;
    out.frames.push_back({out.nextSequence(), static_cast<FrameKind>(kind), static_cast<std::int64_t>(get(head, 21, 8)),
                          std::string(payload)});
    at += kFrameHead + kCrc + payload.size();
  }
  out.goodBytes = at;
  out.cutBytes = bytes.size() - at;
  return out;
}

Result<JournalContent> readJournal(const std::filesystem::path& path) {
  const Result<std::string> bytes = readWholeFile(path, kMostJournal);
  return bytes ? parseJournal(*bytes) : bytes.error();
}

JournalWriter::JournalWriter(int file, std::string generation, std::uint64_t nextSequence, std::size_t length)
    : mFile(file),
      mGeneration(std::move(generation)),
      mNextSequence(nextSequence),
      mLength(length),
      mThread([this](const std::stop_token& stop) { syncInBackground(stop); }) {}

JournalWriter::~JournalWriter() {
  (void)close();
}

Result<std::unique_ptr<JournalWriter>> JournalWriter::create(const std::filesystem::path& path,
                                                             const std::string& generation, std::uint64_t firstSequence,
                                                             std::span<const JournalFrame> frames) {
  faultPoint("journal.create.begin");
  std::string bytes = headerOf(generation, firstSequence);
  for (const JournalFrame& frame : frames) {
    bytes += frameHeadOf(frame, frame.payload, shortHash(generation));
    bytes += frame.payload;
  }
  const std::filesystem::path fresh = path.string() + ".new";
  if (const Outcome outcome = writeDurably(fresh, bytes); !outcome)
    return outcome.error();
  faultPoint("journal.create.written");
  if (const Outcome outcome = renameDurably(fresh, path); !outcome)
    return outcome.error();
  faultPoint("journal.create.renamed");
  return open(path);
}

Result<std::unique_ptr<JournalWriter>> JournalWriter::open(const std::filesystem::path& path) {
  const Result<JournalContent> content = readJournal(path);
  if (!content)
    return content.error();
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0)
    return systemError("open", path);
  if (content->cutBytes > 0 &&
      (::ftruncate(file, static_cast<off_t>(content->goodBytes)) != 0 || ::fdatasync(file) != 0)) {
    const Error error = systemError("shorten", path);
    ::close(file);
    return error;
  }
  return std::unique_ptr<JournalWriter>(
      new JournalWriter(file, content->generation, content->nextSequence(), content->goodBytes));
}

Outcome JournalWriter::append(FrameKind kind, std::string_view payload) {
  if (payload.size() > std::numeric_limits<std::uint32_t>::max())
    return Error{"this edit is too large for the journal", {}, 0, {}, "do it in several steps"};
  const std::int64_t now =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  const std::scoped_lock lock(mMutex);
  if (mFile < 0 || mIsBroken)
    return Error{"the journal of unsaved edits cannot be written any more", {}, 0, {}, "save the module now"};
  faultPoint("journal.append.begin");
  const std::string head = frameHeadOf({mNextSequence, kind, now, {}}, payload, shortHash(mGeneration));
  bool good = writeAll(mFile, head);
  faultPoint("journal.append.half");
  good = good && writeAll(mFile, payload);
  if (!good) {
    const Error error = systemError("write", "the journal of unsaved edits");
    // A half entry would hide all later ones from the reader.
    mIsBroken = ::ftruncate(mFile, static_cast<off_t>(mLength)) != 0;
    return error;
  }
  faultPoint("journal.append.written");
  mLength += head.size() + payload.size();
  ++mNextSequence;
  mIsDirty = true;
  mWake.notify_one();
  return success();
}

Outcome JournalWriter::syncLocked() {
  if (mFile < 0)
    return success();
  // Even when nothing is dirty: the background thread may be in the middle of its sync.
  faultPoint("journal.sync");
  if (::fdatasync(mFile) != 0) {
    mIsBroken = true; // after a failed sync nobody knows what is on the disk
    return systemError("write", "the journal of unsaved edits");
  }
  mIsDirty = false;
  return success();
}

Outcome JournalWriter::sync() {
  const std::scoped_lock lock(mMutex);
  return syncLocked();
}

void JournalWriter::syncInBackground(const std::stop_token& stop) {
  std::unique_lock lock(mMutex);
  while (mWake.wait(lock, stop, [this] { return mIsDirty && !mIsBroken; })) {
    // Several edits in a row share one sync.
    mWake.wait_for(lock, stop, kSyncDelay, [] { return false; });
    if (stop.stop_requested())
      return; // close() syncs
    if (mFile < 0 || !mIsDirty)
      continue;
    // On a second descriptor, so that append() need not wait for the disk.
    const int file = ::dup(mFile);
    mIsDirty = false;
    lock.unlock();
    faultPoint("journal.sync");
    const bool good = file >= 0 && ::fdatasync(file) == 0;
    if (file >= 0)
      ::close(file);
    lock.lock();
    mIsBroken = mIsBroken || !good;
  }
}

Outcome JournalWriter::close() {
  mThread.request_stop();
  if (mThread.joinable())
    mThread.join();
  const std::scoped_lock lock(mMutex);
  Outcome outcome = syncLocked();
  if (mFile >= 0)
    ::close(mFile);
  mFile = -1;
  return outcome;
}

} // namespace hotchkiss
