#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

class QAction;
class QWidget;

namespace hotchkiss::editor {

/// Keys that the user gave to commands, kept in the settings by the name of the command.
namespace shortcuts {

/// Notes the program's own keys, then gives every command of the window those that the user chose.
void apply(QWidget& window);
/// The command that has one of these keys already; null when they are free.
QAction* owner(QWidget& window, const QKeySequence& keys, const QAction* except);
/// Gives a command one key sequence (or none) and remembers it.
void set(QAction& action, const QKeySequence& keys);
/// The program's own keys again.
void reset(QAction& action);
bool isChanged(const QAction& action);
/// Only commands with a name can be remembered.
bool canChange(const QAction& action);

} // namespace shortcuts

} // namespace hotchkiss::editor
