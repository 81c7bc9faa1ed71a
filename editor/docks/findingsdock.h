#pragma once

#include "editor/docks/findingsmodel.h"
#include "libscenario/validation/check.h"

#include <QDockWidget>

#include <memory>
#include <set>
#include <string>
#include <vector>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;
class QVBoxLayout;

namespace hotchkiss::editor {

class EditorDocument;
class FindingsFilter;

/// What the validator has to say about the present state, as a list with filters, progress, fixes and approvals. See
/// FindingsModel for how it follows the edits.
class FindingsDock final : public QDockWidget {
  Q_OBJECT

 public:
  explicit FindingsDock(QWidget* parent = nullptr);
  void setDocument(EditorDocument* document);

  /// Makes the row of a finding the current one, if it is listed.
  void choose(const Finding& finding);

  const FindingsModel& model() const { return *mModel; }
  bool isUpToDate() const { return mModel->isUpToDate(); }
  const std::vector<Finding>& findings() const { return mModel->findings(); }
  const std::vector<Progress>& progress() const { return mModel->progress(); }

 signals:
  void goTo(const hotchkiss::Finding& finding);
  /// New findings are shown: how many errors, warnings and notes of integrity there are.
  void updated(int errors, int warnings, int notes);
  void failed(const QString& message);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  using Row = std::shared_ptr<const Finding>; ///< what a row shows; rows outlive the lists that they came from
  using Members = std::vector<const Finding*>;

  void showAll();
  void showHere(const LiveFindings::Here& here);
  void tellCounts();
  void showProgress();
  void showFindings();
  void showSummary();
  void showButtons();
  /// The findings that pass the filter, by check, in order.
  std::vector<Members> groups() const;
  /// Fills the group of a check, which may be there already, as the n-th one.
  void showGroup(int position, const Members& members, bool expanded);
  void addMembers(QTreeWidgetItem& group, const Members& members);
  static Row findingOf(const QTreeWidgetItem* item);
  /// The finding of a row, or all findings of a group.
  static std::vector<Row> findingsAt(const QTreeWidgetItem* item);
  void activate(const QTreeWidgetItem* item);
  void fix();
  void approve();
  void showApproval(const std::vector<Row>& chosen);
  /// A person says why the finding may stand, or takes that back; one edit.
  void approveAs(const Finding& finding, const QString& reason, const QString& by);
  void takeApprovalBack(const Finding& finding);

  EditorDocument* mDocument = nullptr;
  FindingsModel* mModel = nullptr;
  std::vector<CheckInfo> mChecks; ///< those that hold for the module, with their words

  QLabel* mSummary = nullptr;
  QWidget* mBars = nullptr;
  FindingsFilter* mFilter = nullptr;
  QTreeWidget* mTree = nullptr;
  QPushButton* mGoTo = nullptr;
  QPushButton* mFix = nullptr;
  QPushButton* mApprove = nullptr;
};

} // namespace hotchkiss::editor
