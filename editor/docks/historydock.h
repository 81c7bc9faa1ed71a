#pragma once

#include <QDockWidget>

#include <optional>

class QListView;

namespace hotchkiss::editor {

class EditorDocument;
class HistoryModel;

/// The edits made so far. A click goes back or forward to the state after an edit.
class HistoryDock final : public QDockWidget {
  Q_OBJECT

 public:
  explicit HistoryDock(QWidget* parent = nullptr);
  void setDocument(EditorDocument* document);

  /// After how many edits the module was saved; nothing when no undo or redo leads there.
  std::optional<std::size_t> savedPosition() const;

 signals:
  void failed(const QString& message);

 private:
  void refresh();
  void goTo(int row);

  EditorDocument* mDocument = nullptr;
  HistoryModel* mModel = nullptr;
  QListView* mList = nullptr;
  bool mIsRefreshing = false;
};

} // namespace hotchkiss::editor
