#include "editor/dialogs/approvedialog.h"

#include <QtWidgets>

namespace hotchkiss::editor {

ApproveDialog::ApproveDialog(const Finding& finding, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("approveDialog"));
  setWindowTitle(tr("Approve a finding"));
  auto* column = new QVBoxLayout(this);
  auto* what = new QLabel(QString::fromStdString(
      (finding.place.label.empty() ? std::string() : finding.place.label + ": ") + finding.message));
  what->setWordWrap(true);
  what->setTextFormat(Qt::PlainText);
  QFont font = what->font();
  font.setBold(true);
  what->setFont(font);
  column->addWidget(what);
  auto* form = new QFormLayout;
  mReason = new QPlainTextEdit;
  mReason->setObjectName(QStringLiteral("approveReason"));
  mReason->setPlaceholderText(tr("Such as: printed so on the map, rules 12.3"));
  mReason->setTabChangesFocus(true);
  mReason->setFixedHeight(4 * fontMetrics().lineSpacing() + 12);
  form->addRow(tr("&Why it may stand"), mReason);
  mBy = new QLineEdit(QSettings().value(QStringLiteral("approvals/by")).toString());
  mBy->setObjectName(QStringLiteral("approveBy"));
  form->addRow(tr("Who &says so"), mBy);
  column->addLayout(form);
  auto* note = new QLabel(tr("The approval goes to approvals.json. It lapses when the facts at the place change."));
  note->setWordWrap(true);
  note->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(note);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  mOk = buttons->addButton(tr("&Approve"), QDialogButtonBox::AcceptRole);
  mOk->setObjectName(QStringLiteral("approveOk"));
  mOk->setEnabled(false);
  connect(mReason, &QPlainTextEdit::textChanged, this, [this] { mOk->setEnabled(!reason().isEmpty()); });
  connect(buttons, &QDialogButtonBox::accepted, this, &ApproveDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &ApproveDialog::reject);
  column->addWidget(buttons);
  resize(460, 0);
}

QString ApproveDialog::reason() const {
  return mReason->toPlainText().simplified();
}

QString ApproveDialog::by() const {
  return mBy->text().trimmed();
}

void ApproveDialog::accept() {
  if (reason().isEmpty())
    return;
  QSettings().setValue(QStringLiteral("approvals/by"), by());
  QDialog::accept();
}

} // namespace hotchkiss::editor
