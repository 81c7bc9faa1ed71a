#include "editor/canvas/mapcanvas.h"
#include "editor/window/background.h"
#include "editor/window/mainwindow.h"
#include "editor/window/picturedialog.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

namespace hotchkiss::editor {

void MainWindow::askExportPicture() {
  if (!mDocument || !mCanvas->tiles().painter())
    return;
  mCanvas->finishNaming(true);
  const Point topLeft = mCanvas->toPlane({0, 0});
  const QRectF visible(QPointF(topLeft.x, topLeft.y), QSizeF(mCanvas->size()) / mCanvas->scale());
  PictureDialog dialog(mCanvas->tiles().painter(), visible, this);
  if (dialog.exec() != QDialog::Accepted)
    return;
  QSettings settings;
  const QString folder = settings.value(QStringLiteral("folders/last"), QDir::homePath()).toString();
  const QString name = QString::fromStdString(headOf(mDocument->document()).id) + QLatin1Char('.') + dialog.suffix();
  QString file = QFileDialog::getSaveFileName(this, tr("Export picture"), QDir(folder).filePath(name),
                                              tr("%1 pictures (*.%2)").arg(dialog.suffix().toUpper(), dialog.suffix()));
  if (file.isEmpty())
    return;
  if (QFileInfo(file).suffix().compare(dialog.suffix(), Qt::CaseInsensitive) != 0)
    file += QLatin1Char('.') + dialog.suffix();
  settings.setValue(QStringLiteral("folders/last"), QFileInfo(file).absolutePath());
  exportPicture(file, dialog.options());
}

bool MainWindow::exportPicture(const QString& file, const SheetOptions& options) {
  if (!mDocument || !mCanvas->tiles().painter())
    return false;
  bool cancelled = false;
  const std::shared_ptr<const MapPainter> painter = mCanvas->tiles().painter();
  const Outcome outcome = inBackground<Outcome>(this, tr("Drawing %1 …").arg(QFileInfo(file).fileName()), true,
                                                [&](WorkProgress& work) -> Outcome {
                                                  const SheetExport sheet(painter, options);
                                                  const auto progress = [&](double part) {
                                                    work.set(part);
                                                    cancelled = work.isCancelled();
                                                    return !cancelled;
                                                  };
                                                  const std::filesystem::path path(file.toStdString());
                                                  if (file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
                                                    return sheet.writeSvg(path, progress);
                                                  if (file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive))
                                                    return sheet.writePdf(path, progress);
                                                  return sheet.writePng(path, progress);
                                                });
  if (cancelled) {
    hint(tr("No picture was written."));
    return false;
  }
  if (!outcome) {
    complain(outcome.error(), tr("The picture could not be written."));
    return false;
  }
  hint(tr("Wrote %1").arg(file));
  return true;
}

} // namespace hotchkiss::editor
