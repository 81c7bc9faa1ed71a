#include "editor/docks/toolhelpdock.h"

#include <QtWidgets>

namespace hotchkiss::editor {

ToolHelpDock::ToolHelpDock(QWidget* parent) : QDockWidget(tr("Tool Help"), parent) {
  setObjectName(QStringLiteral("toolHelpDock"));
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(8, 8, 8, 8);
  auto* head = new QHBoxLayout;
  mIcon = new QLabel;
  mName = new QLabel;
  mName->setObjectName(QStringLiteral("toolHelpName"));
  QFont font = mName->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * 1.15);
  mName->setFont(font);
  head->addWidget(mIcon);
  head->addWidget(mName, 1);
  column->addLayout(head);
  mText = new QTextBrowser;
  mText->setObjectName(QStringLiteral("toolHelpText"));
  mText->setAccessibleName(tr("How to use the tool"));
  mText->setFrameShape(QFrame::NoFrame);
  mText->setOpenLinks(false);
  column->addWidget(mText, 1);
  setWidget(body);
}

void ToolHelpDock::showTool(const QAction* action) {
  if (!action)
    return;
  mIcon->setPixmap(action->icon().pixmap(QSize(28, 28)));
  const QString keys = action->shortcut().toString(QKeySequence::NativeText);
  QString name = action->text();
  name.remove(QLatin1Char('&'));
  mName->setText(keys.isEmpty() ? name : tr("%1  (%2)").arg(name, keys));
  // One sentence a line: people look for the one that they need.
  QString html;
  for (const QString& sentence :
       action->whatsThis().split(QRegularExpression(QStringLiteral("(?<=[.!?])\\s+")), Qt::SkipEmptyParts))
    html += QStringLiteral("<p style=\"margin:0 0 6px 0\">%1</p>").arg(sentence.toHtmlEscaped());
  mText->setHtml(html);
}

} // namespace hotchkiss::editor
