#pragma once

#include <QAbstractListModel>

#include <optional>

namespace hotchkiss::editor {

class EditorDocument;

/// The states of a document: as it was opened, and after each edit.
class HistoryModel final : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { kSavedRole = Qt::UserRole };

  using QAbstractListModel::QAbstractListModel;
  void setDocument(EditorDocument* document);
  /// Looks at the history anew.
  void refresh();
  /// After how many edits the module was saved; nothing when no undo or redo leads there.
  std::optional<std::size_t> savedPosition() const { return mSaved; }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  QString title(int row) const;
  void trackSaved();

  EditorDocument* mDocument = nullptr;
  std::optional<std::size_t> mSaved;
  int mRows = 0;
};

} // namespace hotchkiss::editor
