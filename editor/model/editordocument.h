#pragma once

#include "libscenario/module/session.h"
#include "libscenario/ruleset/ruleset.h"
#include "libscenario/validation/finding.h"
#include "libterrain/edit/stroke.h"
#include "libterrain/numbering/numbering.h"
#include "render/mappainter.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace hotchkiss::editor {

/// The open module as the window sees it: a folder with session and journal, or a package that can only be looked at.
/// Every change goes through edit() or a stroke, so that everything can be undone, is journalled and repainted.
class EditorDocument final : public QObject {
  Q_OBJECT

 public:
  static Result<std::unique_ptr<EditorDocument>> openFolder(const std::filesystem::path& folder,
                                                            const RecoveryChoice& choice);
  static Result<std::unique_ptr<EditorDocument>> openPackage(const std::filesystem::path& file);
  /// A folder that somebody else is editing, just to look at.
  static Result<std::unique_ptr<EditorDocument>> openForReading(const std::filesystem::path& folder);
  /// Writes a new module to an empty or missing folder and opens it.
  static Result<std::unique_ptr<EditorDocument>> create(const std::filesystem::path& folder, const NewModule& wanted);
  ~EditorDocument() override;

  const Document& document() const;
  const Ruleset& ruleset() const { return *mRuleset; }
  const Catalogue& catalogue() const { return mRuleset->catalogue(); }
  const Numbering& numbering() const { return *mNumbering; }
  const History& history() const;
  MapSnapshot snapshot() const;
  const std::filesystem::path& path() const { return mPath; }
  QString title() const;
  bool isReadOnly() const { return !mSession; }
  bool isModified() const;
  /// How many edits (or undos) lie between the files and what is shown.
  std::size_t unsavedEdits() const;
  /// Names the state of the files that this was read from or saved to; empty for packages and for reading only.
  std::string generation() const { return mSession ? mSession->generation() : std::string(); }
  const std::vector<std::string>& notices() const;

  /// One user action, done and committed: undo takes all of it back. Does nothing when nothing changes.
  Outcome edit(const QString& title, const std::function<void(Stroke&)>& change, bool mergeWithLast = false);

  /// An edit that was worked out elsewhere on this very state, such as an import: one undo step, and no hand work.
  Outcome applyImport(Edit edit);

  /// A stroke that lasts over several mouse events. While it is open the document already shows its changes;
  /// every call of updateStroke() emits edited() with what the call changed.
  void beginStroke(const QString& title);
  void updateStroke(const std::function<void(Stroke&)>& change);
  /// Takes the stroke's changes so far back, without ending it: for tools that redraw their whole preview.
  void rewindStroke();
  Outcome endStroke();
  void cancelStroke();
  bool inStroke() const { return mStroke != nullptr; }

  Outcome undo();
  Outcome redo();
  /// Undoes or redoes until this many edits are in force: a click in the history list.
  Outcome goToStep(std::size_t position);
  Outcome save();
  /// Writes the module to another folder and goes on there.
  Outcome saveAs(const std::filesystem::path& folder);
  Outcome close(bool dropUnsaved);

 signals:
  /// The document changed: edit says where. Emitted for edits, their undo and redo, and within strokes.
  void edited(const hotchkiss::Edit& edit);
  void historyChanged();
  void modifiedChanged(bool modified);
  /// Overlay or ruleset rows changed: palettes and styles must be built again.
  void rulesetChanged();

 private:
  explicit EditorDocument(std::filesystem::path path);
  static Result<std::unique_ptr<EditorDocument>> opened(std::unique_ptr<EditorDocument> document);
  Result<std::shared_ptr<const Ruleset>> rulesetAfter(const Edit& edit) const;
  void announce(const Edit& edit, std::shared_ptr<const Ruleset> ruleset);
  enum class Work { ByHand, ByImport };
  Outcome take(Edit edit, bool mergeWithLast, bool announced, Work work = Work::ByHand);
  Outcome step(bool forward);
  void announceState();

  std::filesystem::path mPath;
  std::unique_ptr<ModuleSession> mSession; ///< none for a package
  Document mPackage;
  std::shared_ptr<const Ruleset> mRuleset;
  std::shared_ptr<const Numbering> mNumbering;
  std::unique_ptr<Stroke> mStroke;
  std::string mStrokeTitle;
  std::vector<std::string> mNotices;
  bool mWasModified = false;
  std::size_t mSavedAt = 0; ///< position in the history
};

} // namespace hotchkiss::editor
