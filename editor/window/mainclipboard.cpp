// Commands on what is selected together: the clipboard, turning, and picking up.
#include "editor/canvas/mapcanvas.h"
#include "editor/window/icons.h"
#include "editor/window/mainwindow.h"

#include <QAction>
#include <QMenu>

namespace hotchkiss::editor {

void MainWindow::buildAreaCommands(QMenu* menu) {
  const auto keys = [](const char* text) { return QKeySequence(QLatin1String(text)); };
  addCommand(menu, "edit.cut", tr("Cu&t"), QKeySequence::Cut,
             tr("Take the selected hexes off the map, with all that lies on them, onto the clipboard"),
             [this] { mCanvas->cutArea(); });
  addCommand(menu, "edit.copy", tr("&Copy"), QKeySequence::Copy,
             tr("Put the selected hexes onto the clipboard, with all that lies on them"),
             [this] { mCanvas->copyArea(); });
  addCommand(menu, "edit.paste", tr("&Paste"), QKeySequence::Paste,
             tr("Take what is on the clipboard in hand; a click puts it down"), [this] { mCanvas->paste(); });
  addCommand(menu, "edit.clear", tr("C&lear"), keys("Ctrl+Del"), tr("Take everything off the selected hexes"),
             [this] { mCanvas->clearArea(); });
  addCommand(menu, "edit.selectAll", tr("Select &All"), QKeySequence::SelectAll, tr("Select every hex of the map"),
             [this] { mCanvas->selectAll(); });
  menu->addSeparator();
  addCommand(menu, "edit.rotateRight", tr("&Rotate Right"), keys("Ctrl+."),
             tr("Turn the selected hexes, or what is in hand, by 60 degrees to the right"),
             [this] { mCanvas->rotateArea(1); });
  addCommand(menu, "edit.rotateLeft", tr("Rotate &Left"), keys("Ctrl+,"),
             tr("Turn the selected hexes, or what is in hand, by 60 degrees to the left"),
             [this] { mCanvas->rotateArea(-1); });
  addCommand(menu, "edit.mirror", tr("&Mirror"), keys("Ctrl+M"),
             tr("Exchange left and right of the selected hexes, or of what is in hand"),
             [this] { mCanvas->mirrorArea(); });
  menu->addSeparator();
}

void MainWindow::updateAreaCommands(bool open, bool editable) {
  for (const char* name : {"edit.copy", "edit.selectAll", "tool.pickUp"})
    if (QAction* one = action(name))
      one->setEnabled(open);
  for (const char* name :
       {"edit.cut", "edit.paste", "edit.clear", "edit.rotateRight", "edit.rotateLeft", "edit.mirror"})
    if (QAction* one = action(name))
      one->setEnabled(editable);
}

} // namespace hotchkiss::editor
