#include "editor/docks/findingsmodel.h"

#include "editor/model/editordocument.h"
#include "libscenario/module/filekinds.h"

#include <QTimer>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace hotchkiss::editor {

namespace {

constexpr int kQuietTime = 300; // ms without an edit before the whole map is judged
/// More findings of one sort than anybody reads one by one are counted instead.
constexpr std::size_t kSingly = 500;
constexpr std::size_t kMostOfACheck = 1000;
/// Larger edits wait for the quiet time: judging so many places would be felt while painting.
constexpr std::size_t kCellsAtOnce = 500;

bool comesFirst(const Finding& a, const Finding& b) {
  return std::tuple(a.checkClass, std::string_view(a.check), !a.approval.empty()) <
         std::tuple(b.checkClass, std::string_view(b.check), !b.approval.empty());
}

std::string saidBy(const Finding& finding) {
  return finding.check + '\n' + finding.message;
}

bool touchesApprovals(const Edit& edit) {
  return std::any_of(edit.parts.begin(), edit.parts.end(), [](const auto& part) {
    const auto* changes = std::get_if<Changes>(&part);
    return changes && std::any_of(changes->records.begin(), changes->records.end(),
                                  [](const auto& change) { return change.key.table == kApprovalsTable; });
  });
}

} // namespace

bool isSameFinding(const Finding& a, const Finding& b) {
  return a.place.hex == b.place.hex && a.place.edge == b.place.edge && a.place.vertex == b.place.vertex &&
         a.check == b.check && a.message == b.message && a.place.thing == b.place.thing;
}

void carryOver(std::vector<Finding>& findings, const LiveFindings::Here& here) {
  std::unordered_multimap<std::string, const Finding*> gone;
  for (const Finding& finding : here.gone)
    gone.emplace(saidBy(finding), &finding);
  std::unordered_map<std::string, Finding*> groups;
  std::erase_if(findings, [&](Finding& finding) {
    if (gone.empty())
      return false;
    const auto [first, last] = gone.equal_range(saidBy(finding));
    if (finding.count == 1) {
      const auto it = std::find_if(first, last, [&](const auto& one) { return isSameFinding(*one.second, finding); });
      if (it == last)
        return false;
      gone.erase(it);
      return true;
    }
    const auto less = std::min(finding.count, static_cast<std::size_t>(std::distance(first, last)));
    gone.erase(first, last);
    finding.count -= less;
    return finding.count == 0;
  });
  // What stood behind the last one of its check.
  std::unordered_map<std::string, std::size_t> unseen;
  for (const auto& [said, finding] : gone)
    ++unseen[finding->check];
  for (auto it = findings.rbegin(); it != findings.rend() && !unseen.empty(); ++it)
    if (const auto hidden = unseen.find(it->check); hidden != unseen.end() && it->count > 1) {
      it->count -= std::min(it->count - 1, hidden->second);
      unseen.erase(hidden);
    }
  for (Finding& finding : findings)
    if (finding.count > 1 && finding.approval.empty())
      groups.emplace(saidBy(finding), &finding);
  std::vector<Finding> found;
  for (const Finding& finding : here.found)
    if (const auto it = groups.find(saidBy(finding)); it != groups.end())
      ++it->second->count;
    else
      found.push_back(finding);
  std::stable_sort(found.begin(), found.end(), comesFirst);
  const auto middle = static_cast<std::ptrdiff_t>(findings.size());
  findings.insert(findings.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  std::inplace_merge(findings.begin(), findings.begin() + middle, findings.end(), comesFirst);
}

FindingsModel::FindingsModel(QObject* parent) : QObject(parent), mLive(kCellsAtOnce) {
  mWorker.setMaxThreadCount(1);
  mQuiet = new QTimer(this);
  mQuiet->setSingleShot(true);
  mQuiet->setInterval(kQuietTime);
  connect(mQuiet, &QTimer::timeout, this, &FindingsModel::look);
}

FindingsModel::~FindingsModel() {
  mQuiet->stop();
  mWorker.waitForDone();
}

void FindingsModel::setDocument(EditorDocument* document) {
  if (mDocument)
    mDocument->disconnect(this);
  mDocument = document;
  ++mDocumentNo;
  mLive = LiveFindings(kCellsAtOnce);
  mIsStale = false;
  mIsKnown = false;
  mFindings.clear();
  mProgress.clear();
  mQuiet->stop();
  if (document) {
    connect(document, &EditorDocument::edited, this, &FindingsModel::follow);
    becomeStale();
  }
}

void FindingsModel::follow(const Edit& edit) {
  const LiveFindings::Here here = mLive.edited(mDocument->document(), edit);
  if (!here.empty()) {
    carryOver(mFindings, here);
    countAgain(mProgress, mFindings);
  }
  becomeStale();
  if (touchesApprovals(edit) && mIsKnown)
    publish();
  else if (!here.empty())
    emit changedHere(here);
}

void FindingsModel::becomeStale() {
  const bool wasUpToDate = isUpToDate();
  mIsStale = true;
  mQuiet->start();
  if (wasUpToDate)
    emit stateChanged();
}

void FindingsModel::look() {
  if (!mDocument || mIsRunning)
    return; // its end starts the next one
  mIsRunning = true;
  mIsStale = false;
  emit stateChanged();
  mWorker.start(
      [this, document = mDocumentNo, job = mLive.job(mDocument->document()), snapshot = mDocument->snapshot()] {
        // The destructor waits for this, so the model is there when it is told.
        auto found = std::make_shared<Look>();
        found->judgement = std::make_unique<LiveFindings::Judgement>(LiveFindings::run(job));
        found->totals = progressTotals(snapshot.document, snapshot.ruleset->catalogue(), *snapshot.numbering);
        QMetaObject::invokeMethod(
            this, [this, document, found] { take(document, found); }, Qt::QueuedConnection);
      });
}

void FindingsModel::take(quint64 document, const std::shared_ptr<Look>& look) {
  mIsRunning = false;
  if (document == mDocumentNo) {
    // Edits that were made meanwhile are judged again. What is replaced is freed over there.
    auto old = std::make_shared<LiveFindings::Judgement>(mLive.accept(std::move(*look->judgement)));
    mWorker.start([old = std::move(old)]() mutable { old.reset(); });
    mTotals = look->totals;
    mIsKnown = true;
  }
  if (mDocument && mIsStale && !mQuiet->isActive())
    mQuiet->start();
  if (document == mDocumentNo)
    publish();
  emit stateChanged();
}

void FindingsModel::publish() {
  mFindings = mLive.grouped(kSingly, kMostOfACheck);
  mProgress = progressOf(mTotals, mFindings);
  emit judged();
}

} // namespace hotchkiss::editor
