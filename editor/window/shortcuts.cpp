#include "editor/window/shortcuts.h"

#include <QAction>
#include <QSettings>
#include <QWidget>

namespace hotchkiss::editor::shortcuts {

namespace {

constexpr const char* kOwn = "ownKeys";

QString settingOf(const QAction& action) {
  return QStringLiteral("shortcuts/") + action.objectName();
}

/// Tool tips end with the keys in brackets; they follow.
void showKeys(QAction& action, const QKeySequence& before) {
  QString tip = action.toolTip();
  const QString old = before.toString(QKeySequence::NativeText);
  if (!old.isEmpty() && tip.endsWith(QStringLiteral(" (%1)").arg(old)))
    tip.chop(old.size() + 3);
  const QString now = action.shortcut().toString(QKeySequence::NativeText);
  action.setToolTip(now.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, now));
}

void give(QAction& action, const QList<QKeySequence>& keys) {
  const QKeySequence before = action.shortcut();
  action.setShortcuts(keys);
  showKeys(action, before);
}

} // namespace

bool canChange(const QAction& action) {
  return !action.objectName().isEmpty() && action.property(kOwn).isValid();
}

void apply(QWidget& window) {
  const QSettings settings;
  for (QAction* action : window.findChildren<QAction*>()) {
    if (action->objectName().isEmpty() || action->menu() || action->isSeparator())
      continue;
    if (!action->property(kOwn).isValid())
      action->setProperty(kOwn, QKeySequence::listToString(action->shortcuts()));
    if (settings.contains(settingOf(*action)))
      give(*action, QKeySequence::listFromString(settings.value(settingOf(*action)).toString()));
  }
}

QAction* owner(QWidget& window, const QKeySequence& keys, const QAction* except) {
  if (keys.isEmpty())
    return nullptr;
  for (QAction* action : window.findChildren<QAction*>())
    if (action != except && action->shortcuts().contains(keys))
      return action;
  return nullptr;
}

void set(QAction& action, const QKeySequence& keys) {
  give(action, keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{keys});
  QSettings().setValue(settingOf(action), QKeySequence::listToString(action.shortcuts()));
}

void reset(QAction& action) {
  give(action, QKeySequence::listFromString(action.property(kOwn).toString()));
  QSettings().remove(settingOf(action));
}

bool isChanged(const QAction& action) {
  return canChange(action) && QKeySequence::listToString(action.shortcuts()) != action.property(kOwn).toString();
}

} // namespace hotchkiss::editor::shortcuts
