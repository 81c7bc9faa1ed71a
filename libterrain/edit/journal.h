#pragma once

#include "libterrain/base/result.h"

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace hotchkiss {

enum class FrameKind : std::uint8_t { Edit = 1, Undo = 2, Redo = 3 };

/// One entry of a journal.
struct JournalFrame {
  std::uint64_t sequence = 0;
  FrameKind kind = FrameKind::Edit;
  std::int64_t time = 0; ///< seconds since 1970
  std::string payload;
  bool operator==(const JournalFrame&) const = default;
};

struct JournalContent {
  std::string generation;          ///< of the files that the entries build upon
  std::uint64_t firstSequence = 1; ///< of the first entry, whether or not there is one
  std::vector<JournalFrame> frames;
  std::size_t goodBytes = 0; ///< length up to the end of the last whole entry
  std::size_t cutBytes = 0;  ///< torn or damaged bytes behind it

  std::uint64_t nextSequence() const { return firstSequence + frames.size(); }
};

/// All whole entries, up to the first that is torn, damaged or out of sequence. Only a damaged header is an error.
Result<JournalContent> parseJournal(std::string_view bytes);
Result<JournalContent> readJournal(const std::filesystem::path& path);

/// Appends to a journal. An entry is with the operating system when append() returns, so it survives the death of this
/// process, and on the disk at most a second later, so that little is lost when the power fails.
class JournalWriter {
 public:
  /// A new journal, in place of any old one in a single step; a kill leaves the one or the other. It may start with
  /// entries, which must be consecutive and begin with `firstSequence`.
  static Result<std::unique_ptr<JournalWriter>> create(const std::filesystem::path& path, const std::string& generation,
                                                       std::uint64_t firstSequence = 1,
                                                       std::span<const JournalFrame> frames = {});
  /// Goes on with an existing journal; cuts a torn tail off.
  static Result<std::unique_ptr<JournalWriter>> open(const std::filesystem::path& path);

  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;
  ~JournalWriter();

  Outcome append(FrameKind kind, std::string_view payload);
  /// Has everything on the disk before it returns.
  Outcome sync();
  Outcome close();

  const std::string& generation() const { return mGeneration; }
  std::uint64_t nextSequence() const { return mNextSequence; }

 private:
  JournalWriter(int file, std::string generation, std::uint64_t nextSequence, std::size_t length);
  void syncInBackground(const std::stop_token& stop);
  Outcome syncLocked();

  std::mutex mMutex;
  std::condition_variable_any mWake;
  int mFile;
  std::string mGeneration;
  std::uint64_t mNextSequence;
  std::size_t mLength;
  bool mIsDirty = false;
  bool mIsBroken = false; ///< the end of the file is not what it should be: nothing more may be appended
  std::jthread mThread;   ///< last, so that it ends before what it uses
};

} // namespace hotchkiss
