#include "editor/docks/findingsdock.h"

#include "editor/dialogs/approvedialog.h"
#include "editor/docks/checktexts.h"
#include "editor/docks/countedtext.h"
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

Q_DECLARE_METATYPE(std::shared_ptr<const hotchkiss::Finding>)

namespace hotchkiss::editor {

namespace {

constexpr std::size_t kShownInGroup = 200; // more than that nobody reads; going through the first ones helps
constexpr int kFindingRole = Qt::UserRole;
constexpr int kCheckRole = Qt::UserRole + 1; // of a group

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

bool isOpenWrong(const Finding& finding) {
  return finding.checkClass == CheckClass::Integrity && finding.severity != Severity::Note && finding.approval.empty();
}

} // namespace

FindingsDock::FindingsDock(QWidget* parent) : QDockWidget(tr("Findings"), parent) {
  setObjectName(QStringLiteral("findingsDock"));
  mModel = new FindingsModel(this);
  connect(mModel, &FindingsModel::judged, this, &FindingsDock::showAll);
  connect(mModel, &FindingsModel::changedHere, this, &FindingsDock::showHere);
  connect(mModel, &FindingsModel::stateChanged, this, &FindingsDock::showSummary);
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
  mGoTo->setToolTip(tr("Shows the place on the map (Enter or a double click does the same)"));
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

void FindingsDock::setDocument(EditorDocument* document) {
  mDocument = document;
  mChecks = document ? checksOf(document->document()) : std::vector<CheckInfo>();
  mFilter->setChecks(mChecks);
  mModel->setDocument(document);
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

void FindingsDock::showAll() {
  mFilter->setFindings(findings());
  showProgress();
  showFindings();
  tellCounts();
}

/// Only the groups that an edit has touched are filled anew, so that painting stays quick with long lists.
void FindingsDock::showHere(const LiveFindings::Here& here) {
  std::set<QString> touched;
  for (const std::vector<Finding>* list : {&here.gone, &here.found})
    for (const Finding& finding : *list)
      touched.insert(qt(finding.check));
  mFilter->setFindings(findings());
  const std::vector<Members> all = groups();
  std::set<QString> left;
  for (const Members& members : all)
    left.insert(qt(members.front()->check));
  mTree->setUpdatesEnabled(false);
  for (int i = mTree->topLevelItemCount() - 1; i >= 0; --i)
    if (!left.contains(mTree->topLevelItem(i)->data(0, kCheckRole).toString()))
      delete mTree->takeTopLevelItem(i);
  int position = 0;
  for (const Members& members : all) {
    if (touched.contains(qt(members.front()->check)))
      showGroup(position, members, members.front()->checkClass == CheckClass::Integrity);
    ++position;
  }
  mTree->setUpdatesEnabled(true);
  showSummary();
  showButtons();
  tellCounts();
}

void FindingsDock::choose(const Finding& finding) {
  for (QTreeWidgetItemIterator it(mTree); *it; ++it)
    if (const Row row = findingOf(*it); row && isSameFinding(*row, finding)) {
      mTree->setCurrentItem(*it);
      mTree->scrollToItem(*it);
      return mTree->setFocus();
    }
}

void FindingsDock::tellCounts() {
  std::map<Severity, std::size_t> counts;
  for (const Finding& finding : findings())
    if (finding.checkClass == CheckClass::Integrity && finding.approval.empty())
      counts[finding.severity] += finding.count;
  const auto of = [&](Severity severity) { return static_cast<int>(counts[severity]); };
  emit updated(of(Severity::Error), of(Severity::Warning), of(Severity::Note));
}

void FindingsDock::showProgress() {
  qDeleteAll(mBars->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  for (const LevelProgress& level : levelsOf(progress(), findings()))
    mBars->layout()->addWidget(levelRow(level));
  for (const Progress& each : progress())
    mBars->layout()->addWidget(progressRow(each));
  mBars->setVisible(!progress().empty());
}

std::vector<FindingsDock::Members> FindingsDock::groups() const {
  std::vector<Members> out;
  for (const Finding& finding : findings()) { // integrity comes first; they already stand in that order
    if (!mFilter->shows(finding))
      continue;
    if (out.empty() || out.back().front()->check != finding.check)
      out.emplace_back();
    out.back().push_back(&finding);
  }
  return out;
}

void FindingsDock::showFindings() {
  QSet<QString> collapsed;
  for (int i = 0; i < mTree->topLevelItemCount(); ++i)
    if (!mTree->topLevelItem(i)->isExpanded())
      collapsed.insert(mTree->topLevelItem(i)->data(0, kCheckRole).toString());
  const Row current = findingOf(mTree->currentItem());
  const int scrolled = mTree->verticalScrollBar()->value();
  mTree->clear();
  int position = 0;
  for (const Members& members : groups()) {
    const Finding& first = *members.front();
    // What is only unfinished stays folded up: the bars above say enough.
    const bool isProgress = first.checkClass == CheckClass::Completeness;
    showGroup(position++, members, mFilter->isNarrow() || (!isProgress && !collapsed.contains(qt(first.check))));
  }
  for (QTreeWidgetItemIterator it(mTree); *it && current; ++it)
    if (const Row row = findingOf(*it); row && isSameFinding(*row, *current)) {
      mTree->setCurrentItem(*it);
      break;
    }
  mTree->verticalScrollBar()->setValue(scrolled);
  showSummary();
  showButtons();
}

void FindingsDock::showGroup(int position, const Members& members, bool expanded) {
  const Finding& first = *members.front();
  const CheckText text = checkText(first, mChecks);
  std::size_t places = 0;
  for (const Finding* member : members)
    places += member->count;
  QTreeWidgetItem* group = mTree->topLevelItem(position);
  const bool isNew = !group || group->data(0, kCheckRole).toString() != qt(first.check);
  if (isNew) {
    group = new QTreeWidgetItem;
    group->setData(0, kCheckRole, qt(first.check));
    mTree->insertTopLevelItem(position, group);
  }
  const QTreeWidgetItem* chosen = mTree->currentItem();
  const Row current = chosen && chosen->parent() == group ? findingOf(chosen) : nullptr;
  qDeleteAll(group->takeChildren());
  group->setText(0, text.title);
  group->setText(1, QLocale().toString(static_cast<qulonglong>(places)));
  group->setIcon(0, severityIcon(first.severity));
  group->setToolTip(0, "<b>" + qt(first.check) + "</b><br>" + text.explanation.toHtmlEscaped());
  group->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
  QFont font = mTree->font();
  font.setBold(true);
  group->setFont(0, font);
  addMembers(*group, members);
  if (isNew)
    group->setExpanded(expanded);
  for (int i = 0; current && i < group->childCount(); ++i)
    if (const Row row = findingOf(group->child(i)); row && isSameFinding(*row, *current))
      mTree->setCurrentItem(group->child(i));
}

void FindingsDock::addMembers(QTreeWidgetItem& group, const Members& members) {
  QList<QTreeWidgetItem*> rows;
  std::size_t places = 0;
  for (const Finding* member : members)
    places += member->count;
  for (const Finding* member : members) {
    if (static_cast<std::size_t>(rows.size()) == kShownInGroup) {
      rows << new QTreeWidgetItem(
          QStringList{tr("… and %1 more").arg(QLocale().toString(static_cast<qulonglong>(places)))});
      rows.back()->setDisabled(true);
      break;
    }
    const Finding& finding = *member;
    places -= finding.count;
    const QString count = finding.count > 1 ? tr(" (%1 places)").arg(finding.count) : QString();
    auto* item = new QTreeWidgetItem(QStringList{qt(finding.message) + count, placeText(finding)});
    item->setData(0, kFindingRole, QVariant::fromValue(Row(std::make_shared<const Finding>(finding))));
    QString tip = qt(finding.message).toHtmlEscaped();
    if (!finding.fix.empty())
      tip += "<br>" + qt(finding.fix).toHtmlEscaped();
    if (!finding.place.file.empty())
      tip += "<br><i>" + qt(finding.place.file) + "</i>";
    item->setToolTip(0, tip);
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setForeground(1, palette().color(QPalette::PlaceholderText));
    if (!finding.approval.empty()) {
      item->setIcon(0, glyphIcon(Glyph::Done));
      item->setForeground(0, palette().color(QPalette::PlaceholderText));
      item->setToolTip(0, tip + "<br>" + tr("Approved: %1").arg(qt(finding.reason)).toHtmlEscaped());
    }
    rows << item;
  }
  group.addChildren(rows);
}

void FindingsDock::showSummary() {
  if (!mDocument) {
    mSummary->setText(tr("No module is open."));
    return;
  }
  std::size_t errors = 0;
  std::size_t warnings = 0;
  for (const Finding& finding : findings())
    if (isOpenWrong(finding))
      (finding.severity == Severity::Error ? errors : warnings) += finding.count;
  QStringList parts;
  if (errors > 0)
    parts << counted(errors, tr("1 error"), tr("%1 errors"));
  if (warnings > 0)
    parts << counted(warnings, tr("1 warning"), tr("%1 warnings"));
  QString text = parts.isEmpty() ? tr("Nothing contradicts the rules of the catalogue.") : parts.join(", ");
  if (!isUpToDate())
    text = mModel->isKnown() ? tr("%1 – checking…").arg(text) : tr("Checking…");
  mSummary->setText(text);
}

FindingsDock::Row FindingsDock::findingOf(const QTreeWidgetItem* item) {
  return item ? item->data(0, kFindingRole).value<Row>() : nullptr;
}

std::vector<FindingsDock::Row> FindingsDock::findingsAt(const QTreeWidgetItem* item) {
  std::vector<Row> out;
  if (Row finding = findingOf(item))
    return {std::move(finding)};
  for (int i = 0; item && i < item->childCount(); ++i)
    if (Row finding = findingOf(item->child(i)))
      out.push_back(std::move(finding));
  return out;
}

void FindingsDock::showButtons() {
  const std::vector<Row> chosen = findingsAt(mTree->currentItem());
  mGoTo->setEnabled(!chosen.empty());
  std::size_t fixable = 0;
  QString title;
  if (mDocument && !mDocument->isReadOnly())
    for (const Row& finding : chosen)
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
void FindingsDock::showApproval(const std::vector<Row>& chosen) {
  const Finding* one = chosen.size() == 1 ? chosen.front().get() : nullptr;
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
  const std::vector<Row> chosen = findingsAt(mTree->currentItem());
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
  Row finding = findingOf(item);
  if (!finding && item->childCount() > 0)
    finding = findingOf(item->child(0));
  if (finding)
    emit goTo(*finding);
}

void FindingsDock::fix() {
  const std::vector<Row> chosen = findingsAt(mTree->currentItem());
  if (chosen.empty() || !mDocument)
    return;
  // Worked out anew, one after the other: the document may have changed since the validator looked, and one fix may
  // make the next one needless.
  const std::optional<FindingFix> first = fixFor(*chosen.front(), mDocument->document(), mDocument->ruleset());
  const QString title =
      chosen.size() == 1 && first ? qt(first->title) : tr("Fix: %1").arg(checkText(*chosen.front(), mChecks).title);
  const Outcome outcome = mDocument->edit(title, [&](Stroke& stroke) {
    for (const Row& finding : chosen)
      if (const std::optional<FindingFix> fix = fixFor(*finding, stroke.document(), mDocument->ruleset()))
        fix->apply(stroke);
  });
  if (!outcome)
    emit failed(qt(outcome.error().text()));
  mFix->setEnabled(false);
}

} // namespace hotchkiss::editor
