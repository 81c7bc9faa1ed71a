#include "editor/docks/findingsdock.h"

#include "editor/dialogs/approvedialog.h"
#include "editor/docks/checktexts.h"
#include "editor/docks/findingfixes.h"
#include "editor/docks/findingsfilter.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/progressrows.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/validation/approval.h"

#include <QtWidgets>

#include <map>

namespace hotchkiss::editor {

namespace {

constexpr int kQuietTime = 300;            // ms without an edit before the validator looks
constexpr std::size_t kShownInGroup = 200; // more than that nobody reads; going through the first ones helps
constexpr int kIndexRole = Qt::UserRole;

QIcon severityIcon(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return glyphIcon(Glyph::Error);
  case Severity::Warning:
    return glyphIcon(Glyph::Warning);
  case Severity::Note:
    break;
  }
  return glyphIcon(Glyph::Note);
}

QString placeText(const Finding& finding) {
  if (!finding.place.label.empty())
    return qt(finding.place.label);
  const std::string& thing = finding.place.thing;
  return qt(thing.substr(thing.find(' ') == std::string::npos ? 0 : thing.find(' ') + 1));
}

std::size_t placesIn(const std::vector<Finding>& findings, const std::vector<std::size_t>& members) {
  std::size_t count = 0;
  for (const std::size_t i : members)
    count += findings[i].count;
  return count;
}

} // namespace

FindingsDock::FindingsDock(QWidget* parent) : QDockWidget(tr("Findings"), parent) {
  setObjectName(QStringLiteral("findingsDock"));
  mWorker.setMaxThreadCount(1);
  mDelay = new QTimer(this);
  mDelay->setSingleShot(true);
  mDelay->setInterval(kQuietTime);
  connect(mDelay, &QTimer::timeout, this, &FindingsDock::look);
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(6, 6, 6, 6);
  mSummary = new QLabel;
  mSummary->setObjectName(QStringLiteral("findingsSummary"));
  column->addWidget(mSummary);
  mBars = new QWidget;
  mBars->setObjectName(QStringLiteral("findingsProgress"));
  auto* bars = new QVBoxLayout(mBars);
  bars->setContentsMargins(0, 0, 0, 4);
  column->addWidget(mBars);
  mFilter = new FindingsFilter;
  connect(mFilter, &FindingsFilter::changed, this, &FindingsDock::showFindings);
  column->addWidget(mFilter);
  mTree = new QTreeWidget;
  mTree->setObjectName(QStringLiteral("findingsTree"));
  mTree->setAccessibleName(tr("Findings"));
  mTree->setColumnCount(2);
  mTree->setHeaderHidden(true);
  mTree->setAlternatingRowColors(false);
  mTree->setUniformRowHeights(true);
  mTree->setIndentation(14);
  mTree->setExpandsOnDoubleClick(false);
  mTree->header()->setStretchLastSection(false);
  mTree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  mTree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  connect(mTree, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) { activate(item); });
  connect(mTree, &QTreeWidget::currentItemChanged, this, &FindingsDock::showButtons);
  column->addWidget(mTree, 1);
  auto* buttons = new QHBoxLayout;
  mGoTo = new QPushButton(glyphIcon(Glyph::GoTo), tr("&Go to"));
  mGoTo->setObjectName(QStringLiteral("findingsGoTo"));
  connect(mGoTo, &QPushButton::clicked, this, [this] { activate(mTree->currentItem()); });
  mFix = new QPushButton(tr("&Fix"));
  mFix->setObjectName(QStringLiteral("findingsFix"));
  connect(mFix, &QPushButton::clicked, this, &FindingsDock::fix);
  buttons->addWidget(mGoTo);
  buttons->addWidget(mFix);
  mApprove = new QPushButton(tr("&Approve…"));
  mApprove->setObjectName(QStringLiteral("findingsApprove"));
  connect(mApprove, &QPushButton::clicked, this, &FindingsDock::approve);
  buttons->addWidget(mApprove);
  buttons->addStretch();
  column->addLayout(buttons);
  setWidget(body);
  showSummary();
  showButtons();
}

FindingsDock::~FindingsDock() {
  mDelay->stop();
  ++mRun;
  mWorker.waitForDone();
}

void FindingsDock::setDocument(EditorDocument* document) {
  if (mDocument)
    mDocument->disconnect(this);
  mDocument = document;
  ++mRun;
  mFindings.clear();
  mProgress.clear();
  mIsStale = false;
  mChecks = document ? checksOf(document->document()) : std::vector<CheckInfo>();
  mFilter->setChecks(mChecks);
  if (document) {
    connect(document, &EditorDocument::edited, this, &FindingsDock::becomeStale);
    connect(document, &EditorDocument::rulesetChanged, this, &FindingsDock::becomeStale);
    becomeStale();
  } else {
    mDelay->stop();
  }
  showProgress();
  showFindings();
}

void FindingsDock::changeEvent(QEvent* event) {
  QDockWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) { // bars and places carry colours of the theme
    showProgress();
    showFindings();
  }
}

void FindingsDock::becomeStale() {
  mIsStale = true;
  ++mRun;
  mDelay->start();
}

void FindingsDock::look() {
  if (!mDocument)
    return;
  if (mIsRunning)
    return; // its end starts the next one
  mIsRunning = true;
  mIsStale = false;
  showSummary();
  const quint64 run = mRun;
  mWorker.start([this, run, snapshot = mDocument->snapshot()] {
    // The destructor waits for this, so the dock is there when it is told.
    auto result = std::make_shared<Result>();
    result->findings = EditorDocument::findingsOf(snapshot.document);
    result->progress =
        progressOf(snapshot.document, snapshot.ruleset->catalogue(), *snapshot.numbering, result->findings);
    QMetaObject::invokeMethod(
        this, [this, run, result] { take(run, result); }, Qt::QueuedConnection);
  });
}

void FindingsDock::take(quint64 run, const std::shared_ptr<const Result>& result) {
  mIsRunning = false;
  if (run != mRun) {
    if (mDocument && !mDelay->isActive())
      mDelay->start();
    return showSummary();
  }
  mFindings = result->findings;
  mFilter->setFindings(mFindings);
  mProgress = result->progress;
  showProgress();
  showFindings();
  int errors = 0;
  int warnings = 0;
  for (const Finding& finding : mFindings)
    if (finding.checkClass == CheckClass::Integrity && finding.severity != Severity::Note && finding.approval.empty())
      (finding.severity == Severity::Error ? errors : warnings) += static_cast<int>(finding.count);
  emit updated(errors, warnings);
}

void FindingsDock::showProgress() {
  qDeleteAll(mBars->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  for (const LevelProgress& level : levelsOf(mProgress, mFindings))
    mBars->layout()->addWidget(levelRow(level));
  for (const Progress& progress : mProgress)
    mBars->layout()->addWidget(progressRow(progress));
  mBars->setVisible(!mProgress.empty());
}

void FindingsDock::showFindings() {
  QSet<QString> collapsed;
  for (int i = 0; i < mTree->topLevelItemCount(); ++i)
    if (!mTree->topLevelItem(i)->isExpanded())
      collapsed.insert(mTree->topLevelItem(i)->data(0, kIndexRole + 1).toString());
  mTree->clear();
  // Integrity comes first; the findings already stand in that order.
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < mFindings.size(); ++i) {
    if (!mFilter->shows(mFindings[i]))
      continue;
    if (groups.empty() || mFindings[groups.back().front()].check != mFindings[i].check)
      groups.emplace_back();
    groups.back().push_back(i);
  }
  for (const std::vector<std::size_t>& members : groups) {
    QTreeWidgetItem* group = addGroup(members);
    const bool isProgress = mFindings[members.front()].checkClass == CheckClass::Completeness;
    const QString check = qt(mFindings[members.front()].check);
    // What is only unfinished stays folded up: the bars above say enough.
    group->setExpanded(mFilter->isNarrow() || (!isProgress && !collapsed.contains(check)));
  }
  showSummary();
  showButtons();
}

QTreeWidgetItem* FindingsDock::addGroup(const std::vector<std::size_t>& members) {
  const Finding& first = mFindings[members.front()];
  const CheckText text = checkText(first, mChecks);
  const std::size_t places = placesIn(mFindings, members);
  auto* group = new QTreeWidgetItem(mTree, {text.title, QLocale().toString(static_cast<qulonglong>(places))});
  group->setIcon(0, severityIcon(first.severity));
  group->setToolTip(0, "<b>" + qt(first.check) + "</b><br>" + text.explanation.toHtmlEscaped());
  group->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
  group->setData(0, kIndexRole, -1);
  group->setData(0, kIndexRole + 1, qt(first.check));
  QFont font = mTree->font();
  font.setBold(true);
  group->setFont(0, font);
  std::size_t shown = 0;
  for (const std::size_t i : members) {
    if (shown == kShownInGroup) {
      auto* more = new QTreeWidgetItem(group, {tr("… and %1 more").arg(members.size() - shown)});
      more->setData(0, kIndexRole, -1);
      more->setDisabled(true);
      break;
    }
    ++shown;
    const Finding& finding = mFindings[i];
    const QString count = finding.count > 1 ? tr(" (%1 places)").arg(finding.count) : QString();
    auto* item = new QTreeWidgetItem(group, {qt(finding.message) + count, placeText(finding)});
    item->setData(0, kIndexRole, static_cast<int>(i));
    QString tip = qt(finding.message).toHtmlEscaped();
    if (!finding.fix.empty())
      tip += "<br>" + qt(finding.fix).toHtmlEscaped();
    if (!finding.place.file.empty())
      tip += "<br><i>" + qt(finding.place.file) +
             (finding.place.line > 0 ? tr(", line %1").arg(finding.place.line) : QString()) + "</i>";
    item->setToolTip(0, tip);
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setForeground(1, palette().color(QPalette::PlaceholderText));
    if (!finding.approval.empty()) {
      item->setIcon(0, glyphIcon(Glyph::Done));
      item->setForeground(0, palette().color(QPalette::PlaceholderText));
      item->setToolTip(0, tip + "<br>" + tr("Approved: %1").arg(qt(finding.reason)).toHtmlEscaped());
    }
  }
  return group;
}

void FindingsDock::showSummary() {
  if (!mDocument) {
    mSummary->setText(tr("No module is open."));
    return;
  }
  std::size_t errors = 0;
  std::size_t warnings = 0;
  for (const Finding& finding : mFindings)
    if (finding.checkClass == CheckClass::Integrity && finding.severity != Severity::Note && finding.approval.empty())
      (finding.severity == Severity::Error ? errors : warnings) += finding.count;
  const auto counted = [](std::size_t count, const QString& one, const QString& many) {
    return count == 1 ? one : many.arg(QLocale().toString(static_cast<qulonglong>(count)));
  };
  QStringList parts;
  if (errors > 0)
    parts << counted(errors, tr("1 error"), tr("%1 errors"));
  if (warnings > 0)
    parts << counted(warnings, tr("1 warning"), tr("%1 warnings"));
  QString text = parts.isEmpty() ? tr("Nothing contradicts the rules of the catalogue.") : parts.join(", ");
  if (mIsRunning || mIsStale)
    text = mFindings.empty() && mProgress.empty() ? tr("Checking…") : tr("%1 – checking…").arg(text);
  mSummary->setText(text);
}

const Finding* FindingsDock::findingOf(const QTreeWidgetItem* item) const {
  if (!item)
    return nullptr;
  const int index = item->data(0, kIndexRole).toInt();
  return index >= 0 && index < static_cast<int>(mFindings.size()) ? &mFindings[static_cast<std::size_t>(index)]
                                                                  : nullptr;
}

std::vector<const Finding*> FindingsDock::findingsAt(const QTreeWidgetItem* item) const {
  std::vector<const Finding*> out;
  if (const Finding* finding = findingOf(item))
    return {finding};
  for (int i = 0; item && i < item->childCount(); ++i)
    if (const Finding* finding = findingOf(item->child(i)))
      out.push_back(finding);
  return out;
}

void FindingsDock::showButtons() {
  const std::vector<const Finding*> chosen = findingsAt(mTree->currentItem());
  mGoTo->setEnabled(!chosen.empty());
  std::size_t fixable = 0;
  QString title;
  if (mDocument && !mDocument->isReadOnly())
    for (const Finding* finding : chosen)
      if (const std::optional<FindingFix> fix = fixFor(*finding, mDocument->document(), mDocument->ruleset())) {
        ++fixable;
        title = qt(fix->title);
      }
  mFix->setEnabled(fixable > 0);
  mFix->setText(fixable > 1 ? tr("&Fix %1").arg(fixable) : tr("&Fix"));
  mFix->setToolTip(fixable == 0   ? tr("This needs a decision; no fix can be done without you.")
                   : fixable == 1 ? title
                                  : tr("Fixes %1 findings in one edit").arg(fixable));
  showApproval(chosen);
}

/// The button stands for what can be done with the one finding that is chosen.
void FindingsDock::showApproval(const std::vector<const Finding*>& chosen) {
  const Finding* one = chosen.size() == 1 ? chosen.front() : nullptr;
  const bool approved = one && !one->approval.empty();
  const bool can = one && one->count == 1 && mDocument && !mDocument->isReadOnly() && (approved || approvable(*one));
  mApprove->setEnabled(can);
  mApprove->setText(approved ? tr("Take &Approval Back") : tr("&Approve…"));
  mApprove->setToolTip(approved ? tr("The finding counts again")
                       : can    ? tr("Says with a reason why this finding may stand; it lapses when the facts change")
                       : one && !approvable(*one) ? tr("An error of integrity cannot be approved: correct it")
                                                  : tr("Choose one finding at one place"));
}

void FindingsDock::approve() {
  const std::vector<const Finding*> chosen = findingsAt(mTree->currentItem());
  if (chosen.size() != 1 || !mDocument)
    return;
  const Finding finding = *chosen.front();
  if (!finding.approval.empty())
    return takeApprovalBack(finding);
  ApproveDialog dialog(finding, this);
  if (dialog.exec() == QDialog::Accepted)
    approveAs(finding, dialog.reason(), dialog.by());
}

void FindingsDock::approveAs(const Finding& finding, const QString& reason, const QString& by) {
  const std::string fingerprint = Fingerprints(mDocument->document()).of(finding);
  const Approval approval = approvalOf(finding, fingerprint, reason.toStdString(), by.toStdString(),
                                       QDate::currentDate().toString(Qt::ISODate).toStdString());
  const Outcome outcome =
      mDocument->edit(tr("Approve: %1").arg(checkText(finding, mChecks).title), [&](Stroke& stroke) {
        stroke.setRecord(kApprovalsTable, {"approval", approval.id}, approval.record);
      });
  if (!outcome)
    emit failed(qt(outcome.error().text()));
}

void FindingsDock::takeApprovalBack(const Finding& finding) {
  const Outcome outcome =
      mDocument->edit(tr("Take approval back: %1").arg(checkText(finding, mChecks).title), [&](Stroke& stroke) {
        stroke.setRecord(kApprovalsTable, {"approval", finding.approval}, std::nullopt);
      });
  if (!outcome)
    emit failed(qt(outcome.error().text()));
}

void FindingsDock::activate(const QTreeWidgetItem* item) {
  if (!item)
    return;
  const Finding* finding = findingOf(item);
  if (!finding && item->childCount() > 0)
    finding = findingOf(item->child(0));
  if (finding)
    emit goTo(*finding);
}

void FindingsDock::fix() {
  const std::vector<const Finding*> chosen = findingsAt(mTree->currentItem());
  if (chosen.empty() || !mDocument)
    return;
  // Worked out anew, one after the other: the document may have changed since the validator looked, and one fix may
  // make the next one needless.
  const std::optional<FindingFix> first = fixFor(*chosen.front(), mDocument->document(), mDocument->ruleset());
  const QString title =
      chosen.size() == 1 && first ? qt(first->title) : tr("Fix: %1").arg(checkText(*chosen.front(), mChecks).title);
  const Outcome outcome = mDocument->edit(title, [&](Stroke& stroke) {
    for (const Finding* finding : chosen)
      if (const std::optional<FindingFix> fix = fixFor(*finding, stroke.document(), mDocument->ruleset()))
        fix->apply(stroke);
  });
  if (!outcome)
    emit failed(qt(outcome.error().text()));
  mFix->setEnabled(false);
}

} // namespace hotchkiss::editor
