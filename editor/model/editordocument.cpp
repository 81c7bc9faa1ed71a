#include "editor/model/editordocument.h"

#include "libscenario/module/handwork.h"
#include "libscenario/package/package.h"
#include "libscenario/validation/validator.h"

#include <algorithm>
#include <utility>

namespace hotchkiss::editor {

namespace fs = std::filesystem;

namespace {

Error readOnly() {
  return {"this module is open for reading only", {}, 0, {}, "save it as a module folder to edit it"};
}

template <class Match>
bool touchesRecord(const Edit& edit, const Match& match) {
  return std::any_of(edit.parts.begin(), edit.parts.end(), [&](const auto& part) {
    const auto* changes = std::get_if<Changes>(&part);
    return changes && std::any_of(changes->records.begin(), changes->records.end(),
                                  [&](const auto& change) { return match(change.key); });
  });
}

bool touchesRuleset(const Edit& edit) {
  return touchesRecord(edit, [](const RecordPlace& place) {
    return place.table == "overlay" || place.table.starts_with("ruleset/") ||
           (place.table == "module" && place.key.section == "module");
  });
}

bool touchesNumbering(const Edit& edit) {
  return touchesRecord(edit, [](const RecordPlace& place) { return place.table == "module"; }) ||
         std::any_of(edit.parts.begin(), edit.parts.end(),
                     [](const auto& part) { return std::holds_alternative<Reframe>(part); });
}

} // namespace

EditorDocument::EditorDocument(fs::path path) : mPath(std::move(path)) {}

EditorDocument::~EditorDocument() = default;

Result<std::unique_ptr<EditorDocument>> EditorDocument::opened(std::unique_ptr<EditorDocument> document) {
  Result<Ruleset> ruleset = Ruleset::effective(document->document());
  if (!ruleset)
    return ruleset.error();
  document->mRuleset = std::make_shared<const Ruleset>(std::move(*ruleset));
  document->mNumbering = std::make_shared<const Numbering>(numberingOf(document->document()));
  document->mWasModified = document->isModified();
  return document;
}

Result<std::unique_ptr<EditorDocument>> EditorDocument::openFolder(const fs::path& folder,
                                                                   const RecoveryChoice& choice) {
  Result<std::unique_ptr<ModuleSession>> session = ModuleSession::open(folder, OpenMode::ReadWrite, choice);
  if (!session)
    return session.error();
  std::unique_ptr<EditorDocument> document(new EditorDocument(folder));
  document->mSession = std::move(*session);
  document->mNotices = document->mSession->notices();
  for (const Finding& finding : document->mSession->findings())
    document->mNotices.push_back(findingsAsText({finding}));
  return opened(std::move(document));
}

Result<std::unique_ptr<EditorDocument>> EditorDocument::openPackage(const fs::path& file) {
  Result<OpenedPackage> package = hotchkiss::openPackage(file);
  if (!package)
    return Error{package.error().text(), file.string(), 0, {}, {}};
  Result<LoadedModule> loaded = readModule(package->files);
  if (!loaded)
    return loaded.error();
  std::unique_ptr<EditorDocument> document(new EditorDocument(file));
  document->mPackage = std::move(loaded->document);
  return opened(std::move(document));
}

Result<std::unique_ptr<EditorDocument>> EditorDocument::openForReading(const fs::path& folder) {
  const Result<ModuleFiles> files = readModuleFolder(folder);
  if (!files)
    return files.error();
  Result<LoadedModule> loaded = readModule(*files);
  if (!loaded)
    return loaded.error();
  std::unique_ptr<EditorDocument> document(new EditorDocument(folder));
  document->mPackage = std::move(loaded->document);
  return opened(std::move(document));
}

Result<std::unique_ptr<EditorDocument>> EditorDocument::create(const fs::path& folder, const NewModule& wanted) {
  const ModuleFiles files = writeModule(makeModule(wanted));
  if (const Result<LoadedModule> check = readModule(files); !check)
    return check.error();
  // Released at once: the session takes the lock itself.
  if (const Result<FolderLock> lock = saveNewFolder(folder, files); !lock)
    return lock.error();
  return openFolder(folder, {});
}

const Document& EditorDocument::document() const {
  return mSession ? mSession->document() : mPackage;
}

const History& EditorDocument::history() const {
  static const History kNone;
  return mSession ? mSession->history() : kNone;
}

MapSnapshot EditorDocument::snapshot() const {
  return {document(), mRuleset, mNumbering};
}

QString EditorDocument::title() const {
  const QString title = QString::fromStdString(headOf(document()).title);
  return title.isEmpty() ? QString::fromStdString(mPath.filename().string()) : title;
}

bool EditorDocument::isModified() const {
  return mSession && mSession->isModified();
}

std::size_t EditorDocument::unsavedEdits() const {
  if (!isModified())
    return 0;
  const std::size_t position = history().position();
  return std::max<std::size_t>(1, position > mSavedAt ? position - mSavedAt : mSavedAt - position);
}

const std::vector<std::string>& EditorDocument::notices() const {
  return mNotices;
}

/// The ruleset that holds after an edit that has been applied; the present one when the edit does not touch it.
Result<std::shared_ptr<const Ruleset>> EditorDocument::rulesetAfter(const Edit& edit) const {
  if (!touchesRuleset(edit))
    return mRuleset;
  Result<Ruleset> ruleset = Ruleset::effective(document());
  if (!ruleset)
    return ruleset.error();
  return std::make_shared<const Ruleset>(std::move(*ruleset));
}

void EditorDocument::announce(const Edit& edit, std::shared_ptr<const Ruleset> ruleset) {
  const bool newRuleset = ruleset != mRuleset;
  mRuleset = std::move(ruleset);
  if (touchesNumbering(edit))
    mNumbering = std::make_shared<const Numbering>(numberingOf(document()));
  if (newRuleset)
    emit rulesetChanged();
  emit edited(edit);
}

void EditorDocument::announceState() {
  emit historyChanged();
  if (std::exchange(mWasModified, isModified()) != isModified())
    emit modifiedChanged(isModified());
}

/// Commits an edit that has been applied; when that fails it is taken back. `announced`: edited() told of it already.
Outcome EditorDocument::take(Edit edit, bool mergeWithLast, bool announced, Work work) {
  if (edit.empty())
    return success();
  const bool resized = std::any_of(edit.parts.begin(), edit.parts.end(),
                                   [](const auto& part) { return std::holds_alternative<Reframe>(part); });
  if (work == Work::ByHand && !resized) { // in the same undo step: a rebuild from the recipe keeps what people made
    const Edit noted = rememberHandWork(mSession->editable(), edit);
    edit.parts.insert(edit.parts.end(), noted.parts.begin(), noted.parts.end());
    if (announced && !noted.empty())
      announce(noted, mRuleset);
  }
  Result<std::shared_ptr<const Ruleset>> ruleset = rulesetAfter(edit);
  Outcome outcome = success();
  if (!ruleset) {
    edit.inverse().apply(mSession->editable());
    outcome = ruleset.error();
  } else {
    outcome = mSession->commit(edit, mergeWithLast);
  }
  if (!outcome) {
    if (announced)
      announce(edit.inverse(), mRuleset);
    return outcome;
  }
  if (!announced)
    announce(edit, std::move(*ruleset));
  announceState();
  return success();
}

Outcome EditorDocument::edit(const QString& title, const std::function<void(Stroke&)>& change, bool mergeWithLast) {
  if (!mSession)
    return readOnly();
  if (mStroke)
    if (Outcome outcome = endStroke(); !outcome)
      return outcome;
  Stroke stroke(mSession->editable(), title.toStdString());
  change(stroke);
  return take(stroke.finish(), mergeWithLast, false);
}

Outcome EditorDocument::applyImport(Edit edit) {
  if (!mSession)
    return readOnly();
  if (mStroke)
    cancelStroke();
  edit.apply(mSession->editable());
  return take(std::move(edit), false, false, Work::ByImport);
}

void EditorDocument::beginStroke(const QString& title) {
  if (!mSession)
    return;
  if (mStroke)
    cancelStroke();
  mStrokeTitle = title.toStdString();
  mStroke = std::make_unique<Stroke>(mSession->editable(), mStrokeTitle);
  mStroke->followSteps();
}

void EditorDocument::updateStroke(const std::function<void(Stroke&)>& change) {
  if (!mStroke)
    return;
  change(*mStroke);
  if (const Edit step = mStroke->takeStep(); !step.empty())
    announce(step, mRuleset);
}

void EditorDocument::rewindStroke() {
  if (!mStroke)
    return;
  const Edit back = mStroke->finish().inverse();
  if (back.empty())
    return;
  back.apply(mSession->editable());
  announce(back, mRuleset);
}

Outcome EditorDocument::endStroke() {
  if (!mStroke)
    return success();
  Edit edit = mStroke->finish();
  mStroke.reset();
  return take(std::move(edit), false, true);
}

void EditorDocument::cancelStroke() {
  rewindStroke();
  mStroke.reset();
}

Outcome EditorDocument::step(bool forward) {
  if (!mSession)
    return readOnly();
  if (mStroke) { // a stroke in progress is what the user wants to be rid of
    cancelStroke();
    return success();
  }
  const History& all = mSession->history();
  Edit edit;
  if (forward && all.canRedo())
    edit = all.edit(all.position());
  else if (!forward && all.canUndo())
    edit = all.edit(all.position() - 1).inverse();
  if (Outcome outcome = forward ? mSession->redo() : mSession->undo(); !outcome)
    return outcome;
  // Every state of the history had a good ruleset when it was made.
  Result<std::shared_ptr<const Ruleset>> ruleset = rulesetAfter(edit);
  announce(edit, ruleset ? std::move(*ruleset) : mRuleset);
  return success();
}

Outcome EditorDocument::undo() {
  Outcome outcome = step(false);
  announceState();
  return outcome;
}

Outcome EditorDocument::redo() {
  Outcome outcome = step(true);
  announceState();
  return outcome;
}

Outcome EditorDocument::goToStep(std::size_t position) {
  position = std::min(position, history().size());
  Outcome outcome = success();
  while (outcome && history().position() != position)
    outcome = step(history().position() < position);
  announceState();
  return outcome;
}

Outcome EditorDocument::save() {
  if (!mSession)
    return readOnly();
  if (mStroke)
    if (Outcome outcome = endStroke(); !outcome)
      return outcome;
  Outcome outcome = mSession->save();
  if (outcome)
    mSavedAt = history().position();
  announceState();
  return outcome;
}

Outcome EditorDocument::saveAs(const fs::path& folder) {
  if (mStroke)
    if (Outcome outcome = endStroke(); !outcome)
      return outcome;
  if (mSession) {
    if (Outcome outcome = mSession->saveAs(folder); !outcome)
      return outcome;
  } else {
    if (const Result<FolderLock> lock = saveNewFolder(folder, writeModule(mPackage)); !lock)
      return lock.error();
    Result<std::unique_ptr<ModuleSession>> session = ModuleSession::open(folder, OpenMode::ReadWrite, {});
    if (!session)
      return session.error();
    mSession = std::move(*session);
    mPackage = Document();
  }
  mPath = folder;
  mSavedAt = history().position();
  announceState();
  return success();
}

Outcome EditorDocument::close(bool dropUnsaved) {
  if (!mSession)
    return success();
  cancelStroke();
  return mSession->close(dropUnsaved);
}

} // namespace hotchkiss::editor
