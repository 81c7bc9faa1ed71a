// Imports of elevation, cover, lines, places, regions and scans.
#include "editor/canvas/mapcanvas.h"
#include "editor/docks/inspectordock.h"
#include "editor/docks/reviewdock.h"
#include "editor/import/filelooks.h"
#include "editor/import/framedialog.h"
#include "editor/import/importdialog.h"
#include "editor/window/mainwindow.h"

#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

namespace hotchkiss::editor {

void MainWindow::buildImportMenu() {
  mLooks = new FileLooks(this);
  mInspector->setSourceLooks(mLooks);
  QMenu* menu = menuBar()->addMenu(tr("&Import"));
  addCommand(menu, "import.ground", tr("Place on the &Ground…"), {},
             tr("Say where the map lies: by a bounding box, or by its centre"), [this] { placeOnGround(false); });
  addCommand(menu, "import.fit", tr("&Fit to Known Places…"), {},
             tr("Lay the lattice over places whose hexes are known"), [this] { placeOnGround(true); });
  menu->addSeparator();
  struct Row {
    const char* kind;
    QString text;
    QString tip;
  };
  const Row rows[] = {
      {"elevation", tr("&Elevation…"), tr("Heights to levels, terrain, slopes and ridges")},
      {"cover", tr("Land &Cover…"), tr("A class raster or areas to terrain and water")},
      {"rivers", tr("&Rivers…"), tr("Lines to chains of hexsides")},
      {"paths", tr("R&oads and Rails…"), tr("Lines to paths from hex to hex")},
      {"places", tr("&Places…"), tr("Points to places")},
      {"regions", tr("Re&gions…"), tr("Areas to regions and borders")},
      {"scan", tr("&Scan…"), tr("Lay a scanned map under the hexes by control points")},
  };
  for (const Row& row : rows)
    addCommand(menu, (std::string("import.") + row.kind).c_str(), row.text, {}, row.tip,
               [this, kind = std::string(row.kind)] { startImport(kind); });
  menu->addSeparator();
  addCommand(menu, "import.rebuild", tr("Re&build from Recipe…"), {},
             tr("Run all steps of the recipe again; hand work stays"), [this] { startImport("rebuild"); });
}

void MainWindow::placeOnGround(bool byKnownPlaces) {
  if (!mDocument || mDocument->isReadOnly())
    return;
  closeImport();
  FrameDialog dialog(*mDocument, byKnownPlaces ? FrameDialog::Way::Places : FrameDialog::Way::Box, this);
  if (dialog.exec() == QDialog::Accepted) {
    mTools.select({});
    mCanvas->fit();
    hint(tr("The map lies on the ground now."));
  }
}

void MainWindow::closeImport() {
  delete mImport;
}

void MainWindow::startImport(const std::string& kind) {
  if (!mDocument || mDocument->isReadOnly())
    return;
  mCanvas->finishNaming(true);
  closeImport();
  if (!frameOf(mDocument->document())) {
    QMessageBox box(QMessageBox::Information, QApplication::applicationDisplayName(),
                    tr("The map is not tied to the ground yet, so nothing can be laid over it."), QMessageBox::Cancel,
                    this);
    box.setInformativeText(
        tr("Say where it lies: by a bounding box, by its centre, or by places whose hexes you know."));
    QPushButton* place = box.addButton(tr("Place on the Ground…"), QMessageBox::AcceptRole);
    place->setObjectName(QStringLiteral("placeOnGround"));
    box.setDefaultButton(place);
    box.exec();
    if (box.clickedButton() != place)
      return;
    placeOnGround(false);
    if (!frameOf(mDocument->document()))
      return;
  }
  auto* dialog = new ImportDialog(kind, *mDocument, *mCanvas, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &ImportDialog::imported, this, [this](const QString& what) {
    hint(what);
    QTimer::singleShot(0, mReview, [this] { // it reads the new evidence first
      if (!mReview->entries().empty())
        mReview->raise();
    });
  });
  mImport = dialog;
  dialog->show();
  // Beside the map rather than on it, where there is room.
  const QPoint right = mCanvas->mapToGlobal(QPoint(mCanvas->width() - dialog->width() - 12, 12));
  dialog->move(right);
}

} // namespace hotchkiss::editor
