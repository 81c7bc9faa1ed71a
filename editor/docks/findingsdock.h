#pragma once

#include "editor/docks/completeness.h"
#include "libscenario/validation/check.h"
#include "libscenario/validation/finding.h"

#include <QDockWidget>
#include <QThreadPool>

#include <memory>
#include <vector>

class QLabel;
class QPushButton;
class QTimer;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;
class QVBoxLayout;

namespace hotchkiss::editor {

class EditorDocument;
class FindingsFilter;

/// What the validator has to say about the present state. It looks a moment after each edit, on another thread and on a
/// snapshot; what has become stale meanwhile is thrown away.
class FindingsDock final : public QDockWidget {
  Q_OBJECT

 public:
  explicit FindingsDock(QWidget* parent = nullptr);
  ~FindingsDock() override;
  void setDocument(EditorDocument* document);

  /// No edit since the last look, and no look under way.
  bool isUpToDate() const { return !mIsStale && !mIsRunning; }
  const std::vector<Finding>& findings() const { return mFindings; }
  const std::vector<Progress>& progress() const { return mProgress; }

 signals:
  void goTo(const hotchkiss::Finding& finding);
  /// New findings are shown: how many errors and warnings of integrity there are.
  void updated(int errors, int warnings);
  void failed(const QString& message);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Result {
    std::vector<Finding> findings;
    std::vector<Progress> progress;
  };

  void becomeStale();
  void look();
  void take(quint64 run, const std::shared_ptr<const Result>& result);
  void showProgress();
  void showFindings();
  void showSummary();
  void showButtons();
  QTreeWidgetItem* addGroup(const std::vector<std::size_t>& members);
  const Finding* findingOf(const QTreeWidgetItem* item) const;
  /// The finding of a row, or all findings of a group.
  std::vector<const Finding*> findingsAt(const QTreeWidgetItem* item) const;
  void activate(const QTreeWidgetItem* item);
  void fix();
  void approve();
  void showApproval(const std::vector<const Finding*>& chosen);
  /// A person says why the finding may stand, or takes that back; one edit.
  void approveAs(const Finding& finding, const QString& reason, const QString& by);
  void takeApprovalBack(const Finding& finding);

  EditorDocument* mDocument = nullptr;
  QTimer* mDelay = nullptr;
  QThreadPool mWorker; ///< one thread
  quint64 mRun = 0;    ///< number of the newest look; answers of older ones are stale
  bool mIsStale = false;
  bool mIsRunning = false;
  std::vector<Finding> mFindings;
  std::vector<CheckInfo> mChecks; ///< those that hold for the module, with their words
  std::vector<Progress> mProgress;

  QLabel* mSummary = nullptr;
  QWidget* mBars = nullptr;
  FindingsFilter* mFilter = nullptr;
  QTreeWidget* mTree = nullptr;
  QPushButton* mGoTo = nullptr;
  QPushButton* mFix = nullptr;
  QPushButton* mApprove = nullptr;
};

} // namespace hotchkiss::editor
