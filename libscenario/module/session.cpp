#include "libscenario/module/session.h"

#include "libterrain/base/faultpoint.h"
#include "libterrain/base/fileio.h"
#include "libterrain/base/text.h"
#include "libterrain/edit/editcodec.h"

#include <algorithm>

namespace hotchkiss {

namespace fs = std::filesystem;

namespace {

constexpr char kMerged = 1; // first byte of a payload; the edit follows

fs::path journalOf(const fs::path& folder) {
  return folder / kPrivateFolder / "journal";
}

/// The parts that change the map's size must fit, one after the other; anything else can be set whatever was there.
bool fits(const Edit& edit, Extent extent) {
  for (const auto& part : edit.parts)
    if (const auto* reframe = std::get_if<Reframe>(&part)) {
      if (reframe->before != extent)
        return false;
      extent = reframe->after;
    }
  return true;
}

/// Entries that the files do not contain yet.
std::span<const JournalFrame> unsaved(const JournalContent& content, const std::optional<SaveNote>& note) {
  std::span<const JournalFrame> out(content.frames);
  if (!note || (note->oldGeneration != content.generation && note->newGeneration != content.generation))
    return out;
  const auto first = std::find_if(out.begin(), out.end(),
                                  [&](const JournalFrame& frame) { return frame.sequence > note->lastSequence; });
  return {first, out.end()};
}

Error readOnly() {
  return {"the module is open for reading only", {}, 0, {}, {}};
}

} // namespace

Result<std::unique_ptr<ModuleSession>> ModuleSession::open(const fs::path& folder, OpenMode mode,
                                                           const RecoveryChoice& choice) {
  std::error_code missing;
  if (!fs::is_directory(folder, missing))
    return Error{"there is no folder " + folder.string(), {}, 0, {}, {}};
  std::unique_ptr<ModuleSession> session(new ModuleSession);
  session->mFolder = folder;
  if (mode == OpenMode::ReadWrite) {
    Result<FolderLock> lock = FolderLock::acquire(folder);
    if (!lock)
      return lock.error();
    session->mLock.emplace(std::move(*lock));
  }
  const Result<ModuleFiles> files = readModuleFolder(folder, session->mLock ? &*session->mLock : nullptr);
  if (!files)
    return files.error();
  session->mGeneration = generationOf(*files);
  Result<LoadedModule> loaded = readModule(*files);
  if (!loaded)
    return loaded.error();
  session->mDocument = std::move(loaded->document);
  session->mFindings = std::move(loaded->findings);
  if (loaded->migrated)
    session->mSavedPosition.reset();
  if (session->mLock)
    if (const Outcome outcome = session->openJournal(choice); !outcome)
      return outcome.error();
  return session;
}

Outcome ModuleSession::openJournal(const RecoveryChoice& choice) {
  const fs::path path = journalOf(mFolder);
  const std::optional<SaveNote> note = readSaveNote(mFolder);
  if (note)
    mNextSequence = note->lastSequence + 1;
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error)))
    return startJournal();
  const Result<JournalContent> content = readJournal(path);
  if (!content) {
    // Kept for whoever can read it; it must not keep the user from the saved files.
    if (Outcome outcome = renameDurably(path, path.string() + ".damaged"); !outcome)
      return outcome;
    mNotices.push_back(content.error().text() + " (kept as .hotchkiss/journal.damaged)");
    return startJournal();
  }
  mNextSequence = std::max(mNextSequence, content->nextSequence());
  const std::span<const JournalFrame> frames = unsaved(*content, note);
  if (content->cutBytes > 0)
    mNotices.push_back("the journal ended in the middle of an entry; " +
                       countOf(content->cutBytes, "byte was", "bytes were") + " cut off");
  if (frames.empty())
    return startJournal();

  const bool matches = content->generation == mGeneration;
  const RecoveryAnswer answer =
      choice ? choice({frames.size(), frames.front().time, frames.back().time, matches, content->cutBytes})
             : RecoveryAnswer::Cancel;
  if (answer == RecoveryAnswer::Cancel)
    return Error{"the module was not opened; its unsaved edits are kept", {}, 0, {}, {}};
  if (answer == RecoveryAnswer::Discard)
    return startJournal();
  if (!matches && answer != RecoveryAnswer::RecoverForced)
    return Error{"the unsaved edits were made on other files than those that are here now",
                 {},
                 0,
                 {},
                 "bring the files back to the state they had (git stash, git checkout), or discard the edits, or force "
                 "the recovery"};
  if (Outcome outcome = replay(frames); !outcome)
    return outcome;
  if (!matches) { // the journal must name the files that it builds upon from now on
    std::vector<JournalFrame> renumbered(frames.begin(), frames.end());
    for (std::size_t i = 0; i < renumbered.size(); ++i)
      renumbered[i].sequence = mNextSequence + i;
    return startJournal(renumbered);
  }
  Result<std::unique_ptr<JournalWriter>> writer = JournalWriter::open(path);
  if (!writer)
    return writer.error();
  mJournal = std::move(*writer);
  return success();
}

Outcome ModuleSession::startJournal(std::span<const JournalFrame> frames) {
  mJournal.reset();
  Result<std::unique_ptr<JournalWriter>> writer =
      JournalWriter::create(journalOf(mFolder), mGeneration, mNextSequence, frames);
  if (!writer)
    return writer.error();
  mJournal = std::move(*writer);
  mNextSequence = mJournal->nextSequence();
  return success();
}

Outcome ModuleSession::replay(std::span<const JournalFrame> frames) {
  for (const JournalFrame& frame : frames)
    if (const Outcome outcome = replay(frame); !outcome) {
      Error error = outcome.error();
      error.where = "journal entry " + std::to_string(frame.sequence);
      error.advice = "discard the unsaved edits to open the module as it was saved";
      return error;
    }
  return success();
}

Outcome ModuleSession::replay(const JournalFrame& frame) {
  if (frame.payload.empty())
    return Error{"the record of an edit is damaged", {}, 0, {}, {}};
  Result<Edit> edit = decodeEdit(std::string_view(frame.payload).substr(1), mDocument.pool());
  if (!edit)
    return edit.error();
  if (!fits(*edit, mDocument.extent()))
    return Error{"an edit changes the size of a map of another size", {}, 0, {}, {}};
  edit->apply(mDocument);
  // An undo may go back behind the last save, whose edits this history does not have: it then counts as an edit.
  if (frame.kind == FrameKind::Undo) {
    if (const Edit* step = mHistory.undo()) {
      if (*step == *edit)
        return success();
      mHistory.redo();
    }
  } else if (frame.kind == FrameKind::Redo) {
    if (const Edit* step = mHistory.redo()) {
      if (*step == *edit)
        return success();
      mHistory.undo();
    }
  }
  mHistory.push(std::move(*edit), frame.kind == FrameKind::Edit && frame.payload.front() == kMerged);
  return success();
}

Outcome ModuleSession::journal(FrameKind kind, const Edit& edit, bool merged) {
  if (!mLock)
    return readOnly();
  if (!mJournal) // the last save could not start a new one
    if (Outcome outcome = startJournal(); !outcome)
      return outcome;
  std::string payload(1, merged ? kMerged : char{0});
  payload += encodeEdit(edit, mDocument.pool());
  Outcome outcome = mJournal->append(kind, payload);
  mNextSequence = mJournal->nextSequence();
  return outcome;
}

Outcome ModuleSession::commit(Edit edit, bool mergeWithLast) {
  if (edit.empty())
    return success();
  // The saved state must stay a place in the history, so nothing merges into the edit that leads to it.
  const bool merge = mergeWithLast && mSavedPosition != mHistory.position();
  if (Outcome outcome = journal(FrameKind::Edit, edit, merge); !outcome) {
    edit.inverse().apply(mDocument);
    return outcome;
  }
  if (mSavedPosition && *mSavedPosition > mHistory.position())
    mSavedPosition.reset();
  mHistory.push(std::move(edit), merge);
  return success();
}

Outcome ModuleSession::undo() {
  const Edit* step = mHistory.undo();
  if (!step)
    return Error{"there is nothing to undo", {}, 0, {}, {}};
  if (Outcome outcome = journal(FrameKind::Undo, *step, false); !outcome) {
    mHistory.redo();
    return outcome;
  }
  step->apply(mDocument);
  return success();
}

Outcome ModuleSession::redo() {
  const Edit* step = mHistory.redo();
  if (!step)
    return Error{"there is nothing to redo", {}, 0, {}, {}};
  if (Outcome outcome = journal(FrameKind::Redo, *step, false); !outcome) {
    mHistory.undo();
    return outcome;
  }
  step->apply(mDocument);
  return success();
}

Outcome ModuleSession::save() {
  if (!mLock)
    return readOnly();
  const ModuleFiles files = writeModule(mDocument);
  if (Outcome outcome = saveModuleFolder(mFolder, files, mGeneration, mNextSequence - 1); !outcome)
    return outcome;
  mGeneration = generationOf(files);
  mSavedPosition = mHistory.position();
  // Killed here, the old journal is still there; the save note tells the next session that the files contain it.
  faultPoint("rotate.begin");
  Outcome outcome = startJournal();
  faultPoint("rotate.done");
  return outcome;
}

Outcome ModuleSession::saveAs(const fs::path& folder) {
  if (!mLock)
    return readOnly();
  const ModuleFiles files = writeModule(mDocument);
  Result<FolderLock> lock = saveNewFolder(folder, files);
  if (!lock)
    return lock.error();
  // The edits are in the new folder now; the old one must not offer them again.
  Outcome outcome = isModified() ? startJournal() : success();
  mJournal.reset();
  mFolder = folder;
  mLock.emplace(std::move(*lock));
  mGeneration = generationOf(files);
  mSavedPosition = mHistory.position();
  Outcome started = startJournal();
  return started ? std::move(outcome) : std::move(started);
}

Outcome ModuleSession::close(bool dropUnsaved) {
  Outcome outcome = success();
  if (mLock && dropUnsaved && isModified())
    outcome = startJournal();
  if (mJournal) {
    Outcome closed = mJournal->close();
    if (outcome)
      outcome = std::move(closed);
  }
  mJournal.reset();
  mLock.reset();
  return outcome;
}

} // namespace hotchkiss
