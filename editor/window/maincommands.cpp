// Commands that ask the user something first.
#include "editor/army/armymodel.h"
#include "editor/canvas/mapcanvas.h"
#include "editor/dialogs/exportdialog.h"
#include "editor/dialogs/modulepropertiesdialog.h"
#include "editor/dialogs/newmoduledialog.h"
#include "editor/dialogs/resizemapdialog.h"
#include "editor/docks/findingsdock.h"
#include "editor/window/background.h"
#include "editor/window/icons.h"
#include "editor/window/mainwindow.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/package/package.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QSaveFile>
#include <QSettings>
#include <QVBoxLayout>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

namespace fs = std::filesystem;

namespace {

QString lastFolder() {
  return QSettings().value(QStringLiteral("folders/last"), QDir::homePath()).toString();
}

void rememberFolder(const QString& path) {
  QSettings().setValue(QStringLiteral("folders/last"), QFileInfo(path).absolutePath());
}

/// What came of an export, when it is not an error.
struct PackageResult {
  std::vector<Finding> blocking;
  std::optional<Error> error;
};

PackageResult writePackage(const Document& snapshot, Level level, const QString& file) {
  PackageResult out;
  const std::vector<Finding> findings = hotchkiss::validate({snapshot, {}, false});
  for (const Finding& finding : findings)
    if (blocks(finding, level))
      out.blocking.push_back(finding);
  if (!out.blocking.empty()) {
    out.blocking = grouped(out.blocking);
    locateFindings(out.blocking, writeModule(snapshot));
    return out;
  }
  const Result<std::string> package = makePackage(snapshot, level, findings);
  if (!package) {
    out.error = package.error();
    return out;
  }
  QSaveFile target(file);
  if (!target.open(QIODevice::WriteOnly) ||
      target.write(package->data(), static_cast<qint64>(package->size())) != static_cast<qint64>(package->size()) ||
      !target.commit())
    out.error = Error{file.toStdString() + " cannot be written: " + target.errorString().toStdString(),
                      {},
                      0,
                      {},
                      "is the folder writable and the disk not full?"};
  return out;
}

} // namespace

void MainWindow::askNew() {
  NewModuleDialog dialog(this);
  if (dialog.exec() == QDialog::Accepted)
    createModule(dialog.folder(), dialog.wanted());
}

void MainWindow::askOpenFolder() {
  const QString folder =
      QFileDialog::getExistingDirectory(this, tr("Open a module: the folder with module.json"), lastFolder());
  if (folder.isEmpty())
    return;
  rememberFolder(folder);
  openPath(folder);
}

void MainWindow::askOpenPackage() {
  const QString file =
      QFileDialog::getOpenFileName(this, tr("Open a package"), lastFolder(), tr("Hotchkiss packages (*.hkp)"));
  if (file.isEmpty())
    return;
  rememberFolder(file);
  openPath(file);
}

void MainWindow::askSaveAs() {
  if (!mDocument)
    return;
  QFileDialog dialog(this, tr("Save as: a new or empty folder"), lastFolder());
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setFileMode(QFileDialog::AnyFile);
  dialog.setOption(QFileDialog::DontConfirmOverwrite);
  dialog.setNameFilter(tr("Module folders (*)"));
  dialog.setLabelText(QFileDialog::FileName, tr("Folder:"));
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
    return;
  rememberFolder(dialog.selectedFiles().front());
  saveAs(dialog.selectedFiles().front());
}

void MainWindow::askExportPackage() {
  if (!mDocument)
    return;
  mCanvas->finishNaming(true);
  const std::string claimed = headOf(mDocument->document()).level;
  ExportDialog dialog(*mArmy, this);
  dialog.setFindings(mFindings->findings(), mFindings->isUpToDate());
  dialog.setLevel(levelFromText(claimed).value_or(Level::Draft));
  connect(mFindings, &FindingsDock::updated, &dialog,
          [this, &dialog] { dialog.setFindings(mFindings->findings(), mFindings->isUpToDate()); });
  std::optional<Finding> wanted;
  connect(&dialog, &ExportDialog::goTo, &dialog, [&](const Finding& finding) {
    wanted = finding;
    dialog.reject();
  });
  const bool accepted = dialog.exec() == QDialog::Accepted;
  if (wanted)
    goTo(*wanted);
  if (!accepted)
    return;
  const QString name = QString::fromStdString(headOf(mDocument->document()).id) + QStringLiteral(".hkp");
  QString file = QFileDialog::getSaveFileName(this, tr("Export package"), QDir(lastFolder()).filePath(name),
                                              tr("Hotchkiss packages (*.hkp)"));
  if (file.isEmpty())
    return;
  if (QFileInfo(file).suffix().isEmpty())
    file += QStringLiteral(".hkp");
  rememberFolder(file);
  exportPackage(file, dialog.level());
}

bool MainWindow::exportPackage(const QString& file, Level level) {
  if (!mDocument)
    return false;
  const Document snapshot = mDocument->document();
  const PackageResult result = inBackground<PackageResult>(
      this, tr("Checking and packing …"), false, [&](WorkProgress&) { return writePackage(snapshot, level, file); });
  if (result.error) {
    complain(*result.error, tr("The package could not be written."));
    return false;
  }
  if (!result.blocking.empty()) {
    QDialog dialog(this);
    dialog.setObjectName(QStringLiteral("blockingFindings"));
    dialog.setWindowTitle(tr("Export package"));
    auto* column = new QVBoxLayout(&dialog);
    auto* text =
        new QLabel(tr("These findings stand between the module and a package of level “%1”. The panel Findings "
                      "leads to each of them.")
                       .arg(QLatin1String(toText(level))),
                   &dialog);
    text->setWordWrap(true);
    column->addWidget(text);
    auto* list = new QPlainTextEdit(QString::fromStdString(findingsAsText(result.blocking)), &dialog);
    list->setReadOnly(true);
    list->setMinimumSize(620, 260);
    column->addWidget(list);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    column->addWidget(buttons);
    dialog.exec();
    return false;
  }
  hint(tr("Wrote %1").arg(file));
  return true;
}

void MainWindow::askResize() {
  if (!mDocument || mDocument->isReadOnly())
    return;
  ResizeMapDialog dialog(mDocument->document(), this);
  if (dialog.exec() != QDialog::Accepted)
    return;
  const Outcome outcome =
      mDocument->edit(tr("Resize map"), [&](Stroke& stroke) { stroke.reframe(dialog.shift(), dialog.size()); });
  if (!outcome)
    complain(outcome.error(), tr("The map could not be resized."));
  else
    mTools.select({});
}

void MainWindow::showProperties() {
  if (!mDocument || mDocument->isReadOnly())
    return;
  ModulePropertiesDialog dialog(*mDocument, this);
  connect(&dialog, &ModulePropertiesDialog::numberingChanged, mCanvas, &MapCanvas::setNumberingPreview);
  mCanvas->setNumberingPreview(std::make_shared<const Numbering>(mDocument->numbering()));
  dialog.exec();
}

void MainWindow::askGoTo() {
  if (!mDocument)
    return;
  bool accepted = false;
  const QString wish =
      QInputDialog::getText(this, tr("Go to"), tr("Label of a hex, or a name:"), QLineEdit::Normal, {}, &accepted)
          .trimmed();
  if (!accepted || wish.isEmpty())
    return;
  for (const auto& [key, text] : mDocument->document().table(kNamedTable)) {
    const nlohmann::json body = nlohmann::json::parse(text, nullptr, false);
    const QString name = QString::fromStdString(body.value("name", ""));
    if (name.compare(wish, Qt::CaseInsensitive) == 0 || wish == QString::fromStdString(key.id))
      return mCanvas->showPlace(NamedThing{key.section, key.id});
  }
  const Result<HexCoord> hex = mDocument->numbering().resolve(wish.toStdString());
  if (!hex)
    return complain(hex.error(), tr("“%1” is neither a label nor a name on this map.").arg(wish));
  mCanvas->showPlace(*hex);
}

void MainWindow::goTo(const Finding& finding) {
  const FindingPlace& place = finding.place;
  if (place.hex)
    return mCanvas->showPlace(*place.hex);
  if (place.edge)
    return mCanvas->showPlace(*place.edge);
  if (place.vertex)
    return mCanvas->showPlace(*place.vertex);
  if (goToRow(finding))
    return;
  if (const std::size_t space = place.thing.find(' '); space != std::string::npos)
    mCanvas->showPlace(NamedThing{place.thing.substr(0, space), place.thing.substr(space + 1)});
}

void MainWindow::showAbout() {
  QMessageBox box(QMessageBox::NoIcon, tr("About Hotchkiss"),
                  QStringLiteral("Hotchkiss ") + QApplication::applicationVersion(), QMessageBox::Ok, this);
  box.setIconPixmap(programIcon().pixmap(QSize(64, 64)));
  box.setInformativeText(
      tr("Scenario and map editor for historical hex wargames.\nFree software under the MIT licence.\n\n"
         "Named after Jedediah Hotchkiss, topographer of the Army of Northern Virginia.\nMade with "
         "Qt %1.")
          .arg(QLatin1String(qVersion())));
  box.exec();
}

} // namespace hotchkiss::editor
