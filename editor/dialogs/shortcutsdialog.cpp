#include "editor/dialogs/shortcutsdialog.h"

#include "editor/docks/glyphs.h"
#include "editor/window/shortcuts.h"

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

ShortcutsDialog::ShortcutsDialog(QWidget* window) : QDialog(window), mWindow(window) {
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
  auto* keysRow = new QHBoxLayout;
  auto* label = new QLabel(tr("&Keys of the chosen command:"));
  mKeys = new QKeySequenceEdit;
  mKeys->setObjectName(QStringLiteral("shortcutsKeys"));
  mKeys->setToolTip(tr("Press the new keys"));
  label->setBuddy(mKeys);
  mClear = new QPushButton(tr("&None"));
  mClear->setObjectName(QStringLiteral("shortcutsClear"));
  mClear->setToolTip(tr("The command has no keys"));
  mReset = new QPushButton(tr("&Reset"));
  mReset->setObjectName(QStringLiteral("shortcutsReset"));
  mReset->setToolTip(tr("The keys that the program came with"));
  for (QPushButton* button : {mClear, mReset})
    button->setAutoDefault(false);
  keysRow->addWidget(label);
  keysRow->addWidget(mKeys, 1);
  keysRow->addWidget(mClear);
  keysRow->addWidget(mReset);
  column->addLayout(keysRow);
  mProblem = new QLabel;
  mProblem->setObjectName(QStringLiteral("shortcutsProblem"));
  mProblem->setWordWrap(true);
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, errorColour());
  mProblem->setPalette(colours);
  column->addWidget(mProblem);
  connect(mTree, &QTreeWidget::currentItemChanged, this, &ShortcutsDialog::showChosen);
  connect(mKeys, &QKeySequenceEdit::editingFinished, this, &ShortcutsDialog::change);
  connect(mClear, &QPushButton::clicked, this, [this] {
    mKeys->clear();
    change();
  });
  connect(mReset, &QPushButton::clicked, this, &ShortcutsDialog::reset);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  fill(window);
  showChosen();
  resize(520, 600);
}

void ShortcutsDialog::fill(const QWidget* window) {
  // By menu, in the order of the menus; what is in no menu comes last.
  QSet<const QAction*> listed;
  const auto group = [&](const QString& title, const QList<QAction*>& actions) {
    QTreeWidgetItem* heading = nullptr;
    for (const QAction* action : actions) {
      if (action->isSeparator() || action->menu() || plain(action->text()).isEmpty() || listed.contains(action) ||
          (keysOf(action).isEmpty() && !shortcuts::canChange(*action)))
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
      item->setData(0, Qt::UserRole, QVariant::fromValue(const_cast<QAction*>(action)));
      showKeys(item);
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

QAction* ShortcutsDialog::chosen() const {
  const QTreeWidgetItem* item = mTree->currentItem();
  return item ? item->data(0, Qt::UserRole).value<QAction*>() : nullptr;
}

void ShortcutsDialog::showKeys(QTreeWidgetItem* item) {
  const QAction* action = item->data(0, Qt::UserRole).value<QAction*>();
  if (!action)
    return;
  item->setText(1, keysOf(action));
  QFont font = mTree->font();
  font.setBold(shortcuts::isChanged(*action));
  item->setFont(1, font);
}

void ShortcutsDialog::showChosen() {
  const QAction* action = chosen();
  const bool can = action && shortcuts::canChange(*action);
  mKeys->setEnabled(can);
  mClear->setEnabled(can && !action->shortcuts().isEmpty());
  mReset->setEnabled(can && shortcuts::isChanged(*action));
  const QSignalBlocker blocker(mKeys);
  mKeys->setKeySequence(can ? action->shortcut() : QKeySequence());
  mProblem->clear();
}

void ShortcutsDialog::change() {
  QAction* action = chosen();
  const QKeySequence typed = mKeys->keySequence();
  const QKeySequence keys = typed.isEmpty() ? typed : QKeySequence(typed[0]); // one chord
  if (!action || !shortcuts::canChange(*action) || keys == action->shortcut())
    return;
  if (const QAction* other = shortcuts::owner(*mWindow, keys, action)) {
    showChosen();
    mProblem->setText(tr("%1 belongs to “%2” already; give that one other keys first.")
                          .arg(keys.toString(QKeySequence::NativeText), plain(other->text())));
    return;
  }
  shortcuts::set(*action, keys);
  showKeys(mTree->currentItem());
  showChosen();
}

void ShortcutsDialog::reset() {
  if (QAction* action = chosen(); action && shortcuts::canChange(*action)) {
    shortcuts::reset(*action);
    showKeys(mTree->currentItem());
    showChosen();
  }
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
