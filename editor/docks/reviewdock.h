#pragma once

#include "editor/docks/reviewlist.h"

#include <QDockWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTimer;
class QTreeView;

namespace hotchkiss {
struct Edit;
}

namespace hotchkiss::editor {

class EditorDocument;
class ReviewModel;

/// The places of an imported map that a person should look at, one after the other.
class ReviewDock final : public QDockWidget {
  Q_OBJECT

 public:
  explicit ReviewDock(QWidget* parent = nullptr);
  ~ReviewDock() override;
  void setDocument(EditorDocument* document);

  const std::vector<ReviewEntry>& entries() const { return mEntries; }
  /// The entry in hand; null when there is none.
  const ReviewEntry* current() const;
  std::size_t checkedCount() const;

 public slots:
  /// Goes to the next entry that nobody checked, or to the one before.
  void step(bool forward);
  /// Marks the entry in hand as checked, or takes the mark away; then the next one comes.
  void toggleChecked();

 signals:
  void goTo(const hotchkiss::editor::Selection& place);
  void failed(const QString& message);

 private:
  void documentEdited(const Edit& edit);
  void readEntries();
  void showEntries();
  void showProgress();
  void go(int row);

  EditorDocument* mDocument = nullptr;
  std::vector<ReviewEntry> mEntries;
  ReviewModel* mModel = nullptr;
  QTimer* mDelay = nullptr;
  QLabel* mSummary = nullptr;
  QProgressBar* mBar = nullptr;
  QComboBox* mStep = nullptr;
  QComboBox* mReason = nullptr;
  QComboBox* mState = nullptr;
  QTreeView* mView = nullptr;
  QPushButton* mGoTo = nullptr;
  QPushButton* mCheck = nullptr;
};

} // namespace hotchkiss::editor
