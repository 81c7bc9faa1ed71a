#pragma once

#include "libscenario/module/folder.h"
#include "libscenario/module/modulefiles.h"
#include "libterrain/edit/history.h"
#include "libterrain/edit/journal.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace hotchkiss {

enum class OpenMode : std::uint8_t { ReadWrite, ReadOnly };

/// Edits that were made but never saved, found when a module is opened.
struct RecoveryOffer {
  std::size_t count = 0;      ///< journal entries: edits, undos and redos
  std::int64_t firstTime = 0; ///< seconds since 1970
  std::int64_t lastTime = 0;
  bool generationMatches = true; ///< false: the files are not those that the edits were made on
  std::size_t lostBytes = 0;     ///< torn off at the end of the journal
};

enum class RecoveryAnswer : std::uint8_t {
  Recover,
  RecoverForced, ///< even onto files that are not those the edits were made on
  Discard,
  Cancel ///< do not open the module; the edits stay where they are
};
using RecoveryChoice = std::function<RecoveryAnswer(const RecoveryOffer&)>;

/// A module opened from its folder: document, history and the journal that keeps unsaved edits safe.
class ModuleSession {
 public:
  static Result<std::unique_ptr<ModuleSession>> open(const std::filesystem::path& folder, OpenMode mode,
                                                     const RecoveryChoice& choice);

  ModuleSession(const ModuleSession&) = delete;
  ModuleSession& operator=(const ModuleSession&) = delete;
  ~ModuleSession() = default; ///< without close(), unsaved edits stay in the journal

  const Document& document() const { return mDocument; }
  /// For a Stroke, whose finished edit must then be given to commit().
  Document& editable() { return mDocument; }
  const History& history() const { return mHistory; }
  const std::vector<Finding>& findings() const { return mFindings; }
  const std::vector<std::string>& notices() const { return mNotices; } ///< what opening found out, for the user
  const std::string& generation() const { return mGeneration; }

  /// Takes an edit that has been applied to editable(). When it cannot be journalled it is taken back.
  Outcome commit(Edit edit, bool mergeWithLast = false);
  Outcome undo(); ///< an error when there is nothing to undo
  Outcome redo();
  Outcome save();
  /// Writes the module to an empty or missing folder and goes on there, with the same history. The folder that it came
  /// from stays as it was last saved.
  Outcome saveAs(const std::filesystem::path& folder);
  bool isModified() const { return mSavedPosition != mHistory.position(); }
  /// Ends the session; what was not saved is kept in the journal and offered when the module is opened again, or
  /// dropped.
  Outcome close(bool dropUnsaved = false);

 private:
  ModuleSession() = default;
  Outcome openJournal(const RecoveryChoice& choice);
  Outcome replay(std::span<const JournalFrame> frames);
  Outcome replay(const JournalFrame& frame);
  Outcome startJournal(std::span<const JournalFrame> frames = {});
  Outcome journal(FrameKind kind, const Edit& edit, bool merged);

  std::filesystem::path mFolder;
  std::optional<FolderLock> mLock; ///< none in a read-only session
  Document mDocument;
  History mHistory;
  std::vector<Finding> mFindings;
  std::vector<std::string> mNotices;
  std::string mGeneration;
  std::uint64_t mNextSequence = 1; ///< grows over all journals of the folder: a save note names entries by it
  std::unique_ptr<JournalWriter> mJournal;
  std::optional<std::size_t> mSavedPosition = 0; ///< none when no undo or redo leads back to what was saved
};

} // namespace hotchkiss
