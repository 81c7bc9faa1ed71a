#pragma once

#include "editor/docks/completeness.h"
#include "libscenario/validation/livefindings.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <vector>

class QTimer;

namespace hotchkiss::editor {

class EditorDocument;

/// The findings of the open module, while it is being edited. What single places tell follows each edit at once; what
/// needs the whole map (courses, networks, sheets, armies) is judged on another thread when the user pauses.
class FindingsModel final : public QObject {
  Q_OBJECT

 public:
  explicit FindingsModel(QObject* parent = nullptr);
  ~FindingsModel() override;
  void setDocument(EditorDocument* document);

  /// No edit since the whole was judged, and no judging under way.
  bool isUpToDate() const { return !mIsStale && !mIsRunning; }
  /// The whole has been judged at least once.
  bool isKnown() const { return mIsKnown; }
  /// Grouped where one thing is said of very many places; integrity first.
  const std::vector<Finding>& findings() const { return mFindings; }
  const std::vector<Progress>& progress() const { return mProgress; }

 signals:
  /// The whole was judged: everything may be different.
  void judged();
  /// An edit changed what is found at its places. findings() and progress() have it already.
  void changedHere(const hotchkiss::LiveFindings::Here& here);
  /// isUpToDate() has changed.
  void stateChanged();

 private:
  struct Look {
    std::unique_ptr<LiveFindings::Judgement> judgement;
    ProgressTotals totals;
  };
  void follow(const Edit& edit);
  void becomeStale();
  void look();
  void take(quint64 document, const std::shared_ptr<Look>& look);
  void publish();

  EditorDocument* mDocument = nullptr;
  LiveFindings mLive;
  ProgressTotals mTotals;
  QTimer* mQuiet = nullptr;
  QThreadPool mWorker;     ///< one thread
  quint64 mDocumentNo = 0; ///< answers about another document are dropped
  bool mIsStale = false;
  bool mIsRunning = false;
  bool mIsKnown = false;
  std::vector<Finding> mFindings;
  std::vector<Progress> mProgress;
};

/// The same check says the same of the same place.
bool isSameFinding(const Finding& a, const Finding& b);

/// Carries what an edit changed into a list of findings that may be grouped: the order of checks stays.
void carryOver(std::vector<Finding>& findings, const LiveFindings::Here& here);

} // namespace hotchkiss::editor
