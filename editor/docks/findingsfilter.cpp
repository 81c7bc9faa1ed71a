#include "editor/docks/findingsfilter.h"

#include "editor/docks/checktexts.h"
#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"

#include <QtWidgets>

#include <map>

namespace hotchkiss::editor {

FindingsFilter::FindingsFilter(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* line = new QHBoxLayout;
  mText = new QLineEdit;
  mText->setObjectName(QStringLiteral("findingsFilter"));
  mText->setPlaceholderText(tr("Filter"));
  mText->setAccessibleName(tr("Filter the findings"));
  mText->setClearButtonEnabled(true);
  line->addWidget(mText, 1);
  mWhat = new QToolButton;
  mWhat->setObjectName(QStringLiteral("findingsWhat"));
  mWhat->setPopupMode(QToolButton::InstantPopup);
  mWhat->setToolTip(tr("Which sorts of findings are shown"));
  auto* menu = new QMenu(mWhat);
  const auto add = [&](const char* name, const QString& text, Glyph glyph, bool on) {
    QAction* action = menu->addAction(glyphIcon(glyph), text);
    action->setObjectName(QLatin1String(name));
    action->setCheckable(true);
    action->setChecked(on);
    connect(action, &QAction::toggled, this, [this] {
      showState();
      emit changed();
    });
    return action;
  };
  mErrors = add("findingsErrors", tr("&Errors"), Glyph::Error, true);
  mWarnings = add("findingsWarnings", tr("&Warnings"), Glyph::Warning, true);
  mNotes = add("findingsNotes", tr("&Notes"), Glyph::Note, true);
  menu->addSeparator();
  mIntegrity = add("findingsIntegrity", tr("What Is &Wrong"), Glyph::Error, true);
  mCompleteness = add("findingsCompleteness", tr("What Is &Missing"), Glyph::Unknown, true);
  menu->addSeparator();
  mApproved = add("findingsApproved", tr("&Approved Ones"), Glyph::Done, false);
  mWhat->setMenu(menu);
  line->addWidget(mWhat);
  column->addLayout(line);
  mCheck = new QComboBox;
  mCheck->setObjectName(QStringLiteral("findingsCheck"));
  mCheck->setAccessibleName(tr("Only this check"));
  mCheck->setToolTip(tr("Shows the findings of one check"));
  mCheck->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  mCheck->setMinimumContentsLength(12);
  mCheck->addItem(tr("All checks"), QString());
  column->addWidget(mCheck);
  connect(mText, &QLineEdit::textChanged, this, &FindingsFilter::changed);
  connect(mCheck, &QComboBox::currentIndexChanged, this, &FindingsFilter::changed);
  showState();
}

void FindingsFilter::setFindings(const std::vector<Finding>& findings) {
  std::map<std::string, std::size_t> checks;
  std::map<std::string, QString> titles;
  for (const Finding& finding : findings) {
    checks[finding.check] += finding.count;
    if (!titles.contains(finding.check))
      titles.emplace(finding.check, checkText(finding, mChecks).title);
  }
  const QString chosen = mCheck->currentData().toString();
  if (!chosen.isEmpty())
    checks.try_emplace(chosen.toStdString(), 0); // fixing the last one does not jump to another list
  const QSignalBlocker blocker(mCheck);
  mCheck->clear();
  mCheck->addItem(tr("All checks"), QString());
  for (const auto& [check, count] : checks)
    mCheck->addItem(
        tr("%1  %2 (%3)").arg(qt(check), titles.contains(check) ? titles[check] : checkText(check).title).arg(count),
        qt(check));
  mCheck->setCurrentIndex(std::max(0, mCheck->findData(chosen)));
}

bool FindingsFilter::shows(const Finding& finding) const {
  const QAction* severity = finding.severity == Severity::Error     ? mErrors
                            : finding.severity == Severity::Warning ? mWarnings
                                                                    : mNotes;
  const QAction* kind = finding.checkClass == CheckClass::Integrity ? mIntegrity : mCompleteness;
  if (!severity->isChecked() || !kind->isChecked() || (!finding.approval.empty() && !mApproved->isChecked()))
    return false;
  const QString check = mCheck->currentData().toString();
  if (!check.isEmpty() && qt(finding.check) != check)
    return false;
  const QString wanted = mText->text().trimmed();
  return wanted.isEmpty() || qt(finding.check).contains(wanted, Qt::CaseInsensitive) ||
         checkText(finding, mChecks).title.contains(wanted, Qt::CaseInsensitive) ||
         qt(finding.message).contains(wanted, Qt::CaseInsensitive) ||
         qt(finding.place.label).contains(wanted, Qt::CaseInsensitive) ||
         qt(finding.place.thing).contains(wanted, Qt::CaseInsensitive);
}

bool FindingsFilter::isNarrow() const {
  return !mText->text().trimmed().isEmpty() || !mCheck->currentData().toString().isEmpty();
}

void FindingsFilter::clear() {
  mText->clear();
  mCheck->setCurrentIndex(0);
}

void FindingsFilter::showState() {
  const bool all = mErrors->isChecked() && mWarnings->isChecked() && mNotes->isChecked() && mIntegrity->isChecked() &&
                   mCompleteness->isChecked();
  mWhat->setText(all ? tr("All") : tr("Some"));
}

} // namespace hotchkiss::editor
