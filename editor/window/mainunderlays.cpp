// Scans and rasters under the map, and the points that tie a scan to it.
#include "editor/canvas/mapcanvas.h"
#include "editor/dialogs/newmoduledialog.h"
#include "editor/docks/layersdock.h"
#include "editor/docks/recordtext.h"
#include "editor/import/georefdialog.h"
#include "editor/import/underlaypanel.h"
#include "editor/import/underlaysources.h"
#include "editor/window/mainwindow.h"
#include "libscenario/package/digest.h"
#include "libterrain/base/fileio.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::uint64_t kLargestScan = std::uint64_t{1} << 30;

std::string freeSourceId(const Document& module, const std::string& name) {
  const std::string stem = moduleIdFrom(name);
  std::string id = stem;
  for (int n = 2; module.record("sources", {"source", id}); ++n)
    id = stem + "-" + std::to_string(n);
  return id;
}

/// The file's path inside the module's folder; one from elsewhere is copied to data/, so that the module can move.
Result<std::string> bringInto(const fs::path& folder, const fs::path& file) {
  const fs::path inside = file.lexically_normal().lexically_relative(folder.lexically_normal());
  if (!inside.empty() && *inside.begin() != "..")
    return inside.generic_string();
  std::error_code problem;
  fs::create_directories(folder / "data", problem);
  fs::path target = folder / "data" / file.filename();
  for (int n = 2; !problem && fs::exists(target, problem); ++n)
    target = folder / "data" / (file.stem().string() + "-" + std::to_string(n) + file.extension().string());
  if (!problem)
    fs::copy_file(file, target, problem);
  if (problem)
    return Error{"the file cannot be copied into the module: " + problem.message(),
                 file.string(),
                 0,
                 {},
                 "is the module's folder writable and the disk not full?"};
  return "data/" + target.filename().string();
}

Result<json> scanRecord(const fs::path& folder, const fs::path& file, const std::string& title) {
  const Result<std::string> path = bringInto(folder, file);
  if (!path)
    return path.error();
  const Result<std::string> bytes = readWholeFile(folder / *path, kLargestScan);
  if (!bytes)
    return bytes.error();
  return json{{"title", title}, {"kind", "scan"}, {"file", *path}, {"sha256", sha256Hex(*bytes)}};
}

} // namespace

void MainWindow::buildUnderlays() {
  mUnderlays = new UnderlaySources(mCanvas->underlays(), this);
  auto* panel = new UnderlayPanel(mCanvas->underlays(), *mUnderlays);
  mLayers->addPanel(panel);
  for (QMenu* menu : menuBar()->findChildren<QMenu*>())
    if (QAction* scan = action("import.scan"); scan && menu->actions().contains(scan))
      addCommand(menu, "import.points", tr("Add a Scan and Set &Points…"), QKeySequence(QStringLiteral("Ctrl+Shift+P")),
                 tr("Lay a scan under the map and tie it to the hexes by clicks"), [this] { askAddScan(); });
  connect(panel, &UnderlayPanel::addWanted, this, &MainWindow::askAddScan);
  connect(panel, &UnderlayPanel::georeferenceWanted, this,
          [this](const QString& source) { askPoints(source.toStdString()); });
}

void MainWindow::setUnderlayDocument(EditorDocument* document) {
  mUnderlays->setDocument(document);
}

void MainWindow::askAddScan() {
  if (!mDocument || mDocument->isReadOnly())
    return;
  const QString file = QFileDialog::getOpenFileName(
      this, tr("A scanned map"), QSettings().value(QStringLiteral("folders/scans"), QDir::homePath()).toString(),
      tr("Pictures (*.png *.jpg *.jpeg *.bmp *.gif *.webp *.tif *.tiff)"));
  if (file.isEmpty())
    return;
  QSettings().setValue(QStringLiteral("folders/scans"), QFileInfo(file).absolutePath());
  const std::string title = QFileInfo(file).completeBaseName().toStdString();
  const Result<json> record = scanRecord(mDocument->path(), file.toStdString(), title);
  if (!record)
    return complain(record.error(), tr("The scan cannot be added."));
  const std::string id = freeSourceId(mDocument->document(), title);
  const Outcome outcome = mDocument->edit(tr("Add scan %1").arg(QFileInfo(file).fileName()), [&](Stroke& stroke) {
    stroke.setRecord("sources", {"source", id}, record->dump());
  });
  if (!outcome)
    return complain(outcome.error(), tr("The scan cannot be added."));
  askPoints(id);
}

void MainWindow::askPoints(const std::string& source) {
  if (!mDocument)
    return;
  mCanvas->finishNaming(true);
  delete mPoints;
  auto* dialog = new GeorefDialog(*mDocument, *mCanvas, *mUnderlays, source, this);
  mPoints = dialog;
  connect(
      dialog, &GeorefDialog::newModuleWanted, this,
      [this](const NewModuleWish& wish, const std::vector<LabelledPoint>& points, const QString& id) {
        makeFromScan(wish, points, id.toStdString());
      },
      Qt::QueuedConnection); // the dialog goes with its module
  dialog->show();
}

/// A new module with the lattice and numbering of a scanned map, and the scan under it.
void MainWindow::makeFromScan(const NewModuleWish& wish, const std::vector<LabelledPoint>& points,
                              const std::string& source) {
  if (!mDocument)
    return;
  const std::string* row = mDocument->document().record("sources", {"source", source});
  const json about = row ? parsedObject(*row) : json::object();
  const fs::path file = fs::path(mDocument->path()) / about.value("file", "");
  NewModuleDialog dialog(this);
  dialog.propose(wish);
  if (dialog.exec() != QDialog::Accepted || !createModule(dialog.folder(), dialog.wanted()))
    return;
  const std::string title = about.value("title", source);
  Result<json> record = scanRecord(mDocument->path(), file, title);
  if (!record)
    return complain(record.error(), tr("The scan cannot be added."));
  Georeference scan;
  for (const LabelledPoint& point : points)
    scan.points.push_back({"hex " + point.label, point.at, point.label, {}, {}});
  (*record)["georeference"] = georeferenceJson(scan, mUnderlays->map());
  const std::string id = freeSourceId(mDocument->document(), title);
  const Outcome outcome = mDocument->edit(tr("Add scan %1").arg(QString::fromStdString(title)), [&](Stroke& stroke) {
    stroke.setRecord("sources", {"source", id}, record->dump());
  });
  if (!outcome)
    return complain(outcome.error(), tr("The scan cannot be added."));
  mUnderlays->show(id, true);
}

} // namespace hotchkiss::editor
