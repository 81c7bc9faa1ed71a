#include "editor/dialogs/shortcutsdialog.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

QString plain(const QString& text) {
  QString out = text;
  out.replace(QStringLiteral("&&"), QStringLiteral("\1"));
  out.remove('&');
  out.replace('\1', '&');
  while (out.endsWith(QStringLiteral("…")) || out.endsWith(QStringLiteral("...")))
    out.chop(out.endsWith(QStringLiteral("…")) ? 1 : 3);
  return out;
}

QString keysOf(const QAction* action) {
  QStringList keys;
  for (const QKeySequence& key : action->shortcuts())
    keys << key.toString(QKeySequence::NativeText);
  return keys.join(QStringLiteral(", "));
}

} // namespace

ShortcutsDialog::ShortcutsDialog(QWidget* window) : QDialog(window) {
  setObjectName(QStringLiteral("shortcutsDialog"));
  setWindowTitle(tr("Keyboard shortcuts"));
  auto* column = new QVBoxLayout(this);
  mFilter = new QLineEdit;
  mFilter->setObjectName(QStringLiteral("shortcutsFilter"));
  mFilter->setPlaceholderText(tr("Command or key"));
  mFilter->setAccessibleName(tr("Search for a command or key"));
  mFilter->setClearButtonEnabled(true);
  connect(mFilter, &QLineEdit::textChanged, this, &ShortcutsDialog::filter);
  column->addWidget(mFilter);
  mTree = new QTreeWidget;
  mTree->setObjectName(QStringLiteral("shortcutsTree"));
  mTree->setAccessibleName(tr("Commands"));
  mTree->setHeaderLabels({tr("Command"), tr("Keys")});
  mTree->setRootIsDecorated(false);
  mTree->setUniformRowHeights(true);
  mTree->header()->setStretchLastSection(false);
  mTree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  mTree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  column->addWidget(mTree, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  fill(window);
  resize(480, 560);
}

void ShortcutsDialog::fill(const QWidget* window) {
  // By menu, in the order of the menus; what is in no menu comes last.
  QSet<const QAction*> listed;
  const auto group = [&](const QString& title, const QList<QAction*>& actions) {
    QTreeWidgetItem* heading = nullptr;
    for (const QAction* action : actions) {
      if (action->isSeparator() || action->menu() || plain(action->text()).isEmpty() || listed.contains(action) ||
          keysOf(action).isEmpty())
        continue;
      listed.insert(action);
      if (!heading) {
        heading = new QTreeWidgetItem(mTree, {title});
        heading->setFirstColumnSpanned(true);
        QFont font = mTree->font();
        font.setBold(true);
        heading->setFont(0, font);
        heading->setFlags(Qt::ItemIsEnabled);
      }
      auto* item = new QTreeWidgetItem(heading, {plain(action->text()), keysOf(action)});
      item->setIcon(0, action->icon());
      item->setToolTip(0, action->toolTip());
    }
  };
  const std::function<void(const QMenu*, const QString&)> walk = [&](const QMenu* menu, const QString& title) {
    group(title, menu->actions());
    for (const QAction* action : menu->actions())
      if (action->menu())
        walk(action->menu(), title + " › " + plain(action->text()));
  };
  if (const auto* main = qobject_cast<const QMainWindow*>(window); main && main->menuWidget())
    for (const QAction* action : main->menuWidget()->actions())
      if (action->menu())
        walk(action->menu(), plain(action->text()));
  if (window)
    group(tr("Others"), window->findChildren<QAction*>());
  mTree->expandAll();
}

void ShortcutsDialog::filter(const QString& text) {
  const QString wanted = text.trimmed();
  for (int i = 0; i < mTree->topLevelItemCount(); ++i) {
    QTreeWidgetItem* heading = mTree->topLevelItem(i);
    bool any = false;
    for (int n = 0; n < heading->childCount(); ++n) {
      QTreeWidgetItem* item = heading->child(n);
      const bool shown = wanted.isEmpty() || item->text(0).contains(wanted, Qt::CaseInsensitive) ||
                         item->text(1).contains(wanted, Qt::CaseInsensitive);
      item->setHidden(!shown);
      any |= shown;
    }
    heading->setHidden(!any);
  }
}

} // namespace hotchkiss::editor
