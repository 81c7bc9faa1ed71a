#include "editor/dialogs/recoverydialog.h"

#include "editor/docks/glyphs.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

QString timeText(std::int64_t seconds) {
  return QLocale().toString(QDateTime::fromSecsSinceEpoch(seconds), QLocale::ShortFormat);
}

QString editsText(std::size_t count) {
  return count == 1 ? RecoveryDialog::tr("1 edit that was")
                    : RecoveryDialog::tr("%1 edits that were").arg(QLocale().toString(static_cast<qulonglong>(count)));
}

QWidget* warning(const QString& text, const QString& name) {
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  auto* icon = new QLabel;
  icon->setPixmap(glyphIcon(Glyph::Warning).pixmap(QSize(20, 20)));
  auto* label = new QLabel(text);
  label->setObjectName(name);
  label->setWordWrap(true);
  line->addWidget(icon, 0, Qt::AlignTop);
  line->addWidget(label, 1);
  return row;
}

} // namespace

RecoveryAnswer RecoveryDialog::ask(QWidget* parent, const QString& moduleTitle, const RecoveryOffer& offer) {
  RecoveryDialog dialog(moduleTitle, offer, parent);
  dialog.exec();
  return dialog.answer();
}

RecoveryDialog::RecoveryDialog(const QString& moduleTitle, const RecoveryOffer& offer, QWidget* parent)
    : QDialog(parent) {
  setObjectName(QStringLiteral("recoveryDialog"));
  setWindowTitle(tr("Unsaved edits"));
  auto* column = new QVBoxLayout(this);
  column->setSpacing(10);
  auto* what = new QLabel(tr("%1 has %2 not saved.").arg(moduleTitle, editsText(offer.count)));
  what->setObjectName(QStringLiteral("recoveryWhat"));
  QFont font = what->font();
  font.setBold(true);
  what->setFont(font);
  what->setWordWrap(true);
  column->addWidget(what);
  const QString when = offer.firstTime == offer.lastTime
                           ? tr("Made on %1.").arg(timeText(offer.lastTime))
                           : tr("Made between %1 and %2.").arg(timeText(offer.firstTime), timeText(offer.lastTime));
  auto* time = new QLabel(when);
  time->setObjectName(QStringLiteral("recoveryTime"));
  column->addWidget(time);
  if (!offer.generationMatches)
    column->addWidget(
        warning(tr("The files have changed since these edits were made, by another program or by git. Recovering them "
                   "may overwrite what is in the files now."),
                QStringLiteral("recoveryMismatch")));
  if (offer.lostBytes > 0)
    column->addWidget(warning(tr("The end of the record is torn; %1 bytes are lost. At most the last edit is missing.")
                                  .arg(QLocale().toString(static_cast<qulonglong>(offer.lostBytes))),
                              QStringLiteral("recoveryTorn")));
  auto* explain =
      new QLabel(tr("Recover them to go on where you were; nothing is saved before you save. Discard them to "
                    "open the module as it is on disk. Cancel to decide later."));
  explain->setWordWrap(true);
  column->addWidget(explain);
  column->addStretch();
  auto* buttons = new QDialogButtonBox;
  QPushButton* recover = buttons->addButton(offer.generationMatches ? tr("&Recover") : tr("&Recover anyway"),
                                            QDialogButtonBox::AcceptRole);
  recover->setObjectName(QStringLiteral("recoveryRecover"));
  QPushButton* discard = buttons->addButton(tr("&Discard"), QDialogButtonBox::DestructiveRole);
  discard->setObjectName(QStringLiteral("recoveryDiscard"));
  QPushButton* cancel = buttons->addButton(QDialogButtonBox::Cancel);
  cancel->setObjectName(QStringLiteral("recoveryCancel"));
  QPushButton* safe = offer.generationMatches ? recover : cancel;
  safe->setDefault(true);
  safe->setFocus();
  connect(recover, &QPushButton::clicked, this, [this, matches = offer.generationMatches] {
    take(matches ? RecoveryAnswer::Recover : RecoveryAnswer::RecoverForced);
  });
  connect(discard, &QPushButton::clicked, this, [this] { take(RecoveryAnswer::Discard); });
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  column->addWidget(buttons);
  setMinimumWidth(440);
}

void RecoveryDialog::take(RecoveryAnswer answer) {
  mAnswer = answer;
  accept();
}

} // namespace hotchkiss::editor
