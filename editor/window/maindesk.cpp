// What helps to find one's way, and what keeps work safe: start page, navigator, command palette, marks of findings,
// comparison with the files, and files that somebody else changed.
#include "editor/canvas/mapcanvas.h"
#include "editor/dialogs/commandpalette.h"
#include "editor/dialogs/comparedialog.h"
#include "editor/dialogs/newmoduledialog.h"
#include "editor/docks/countedtext.h"
#include "editor/docks/findingsdock.h"
#include "editor/docks/navigatordock.h"
#include "editor/docks/recordtext.h"
#include "editor/docks/toolhelpdock.h"
#include "editor/model/comparison.h"
#include "editor/model/folderwatch.h"
#include "editor/window/background.h"
#include "editor/window/icons.h"
#include "editor/window/mainwindow.h"
#include "editor/window/thumbnails.h"
#include "editor/window/welcomepage.h"
#include "libscenario/module/filekinds.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostNames = 4000; // of places that the command palette offers

/// The samples, in an installation or beside a build.
QStringList sampleFolders() {
  const QDir program(QCoreApplication::applicationDirPath());
  for (const char* place : {"../share/hotchkiss/samples", "../../../samples", "../../samples"})
    if (const QDir samples(program.filePath(QLatin1String(place))); samples.exists()) {
      QStringList out;
      for (const QString& name : samples.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        if (QFileInfo::exists(samples.filePath(name + QStringLiteral("/module.json"))))
          out << QDir::cleanPath(samples.filePath(name));
      return out;
    }
  return {};
}

QString plain(QString text) {
  text.remove(QLatin1Char('&'));
  return text;
}

} // namespace

void MainWindow::buildDesk() {
  mNavigator = new NavigatorDock(*mCanvas, this);
  mToolHelp = new ToolHelpDock(this);
  mWatch = new FolderWatch(this);
  connect(mWatch, &FolderWatch::changed, this, &MainWindow::tellOfChangedFiles);
  connect(mCanvas, &MapCanvas::menuWanted, this, &MainWindow::showMapMenu);
  connect(mCanvas, &MapCanvas::allTilesReady, mNavigator, &NavigatorDock::mapChanged);
  const FindingsModel& findings = mFindings->model();
  connect(&findings, &FindingsModel::judged, this, [this] {
    if (mDocument)
      mMarks.set(mFindings->findings(), mDocument->document());
    mCanvas->update();
  });
  connect(&findings, &FindingsModel::changedHere, this, [this](const LiveFindings::Here& here) {
    if (mDocument)
      mMarks.change(here.gone, here.found, mDocument->document());
    mCanvas->update();
  });
  mCanvas->addDecoration([this](QPainter& painter, const Viewport& viewport) {
    // What hangs on the pointer is drawn as it would be; marks of a state that is not meant would only cover it.
    if (mTools.tool() != ToolId::Select || !mCanvas->tool().isBusy())
      mMarks.paint(painter, viewport);
    if (!mCompare || !mDocument)
      return;
    // What differs from the files, in a colour that no tool uses.
    const Lattice& lattice = mDocument->document().lattice();
    const QColor violet(0x7b, 0x2c, 0xbf);
    const QRectF sight = viewport.plane().adjusted(-1, -1, 1, 1);
    painter.save();
    painter.setPen(QPen(violet, 2));
    QColor tint = violet;
    tint.setAlpha(60);
    painter.setBrush(tint);
    constexpr int kCorners = 6;
    for (const HexCoord hex : mCompare->comparison().hexes) {
      if (const Point at = lattice.centre(hex); !sight.contains(at.x, at.y))
        continue;
      QPolygonF outline;
      for (int corner = 0; corner < kCorners; ++corner)
        outline << viewport.toWidget(lattice.position(lattice.vertex(hex, corner)));
      painter.drawPolygon(outline);
    }
    painter.setBrush(violet);
    for (const EdgeId edge : mCompare->comparison().edges) {
      if (const Point at = lattice.middle(edge); !sight.contains(at.x, at.y))
        continue;
      const auto ends = lattice.ends(edge);
      painter.setPen(QPen(violet, 4, Qt::SolidLine, Qt::RoundCap));
      painter.drawLine(viewport.toWidget(lattice.position(ends[0])), viewport.toWidget(lattice.position(ends[1])));
    }
    for (const VertexId vertex : mCompare->comparison().vertices)
      painter.drawEllipse(viewport.toWidget(lattice.position(vertex)), 5, 5);
    painter.restore();
  });
  connect(mWelcome, &WelcomePage::newOnGroundWanted, this, &MainWindow::askNewOnGround);
  connect(mWelcome, &WelcomePage::openPackageWanted, this, &MainWindow::askOpenPackage);
  connect(mWelcome, &WelcomePage::sampleWanted, this, &MainWindow::openSample);
  mWelcome->setSamples(sampleFolders());
}

void MainWindow::buildDeskCommands() {
  QMenu* edit = nullptr;
  QMenu* view = nullptr;
  QMenu* map = nullptr;
  for (QMenu* menu : menuBar()->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly)) {
    if (menu->actions().contains(action("edit.goTo")))
      edit = menu;
    if (menu->actions().contains(action("view.grid")))
      view = menu;
    if (menu->actions().contains(action("map.validate")))
      map = menu;
  }
  addCommand(edit, "edit.palette", tr("&Commands…"), QKeySequence(QStringLiteral("Ctrl+K")),
             tr("Find a command, a name on the map, or a hex by typing a few letters"), [this] { showPalette(); })
      ->setIcon(drawnIcon("lens"));
  QAction* marks =
      addCommand(view, "view.findings", tr("Marks of &Findings"), QKeySequence(QStringLiteral("Ctrl+Shift+F")),
                 tr("Draw findings as marks on the map"), [this] {
                   mMarks.setVisible(action("view.findings")->isChecked());
                   QSettings().setValue(QStringLiteral("view/findingMarks"), mMarks.isVisible());
                   mCanvas->update();
                 });
  marks->setCheckable(true);
  marks->setChecked(QSettings().value(QStringLiteral("view/findingMarks"), true).toBool());
  mMarks.setVisible(marks->isChecked());
  addCommand(map, "map.compare", tr("Compare with Sa&ved"), QKeySequence(QStringLiteral("Ctrl+D")),
             tr("Show on the map and in words what differs from the saved files"), [this] { compareWithSaved(); });
}

void MainWindow::showWholeMap() {
  if (mDocument)
    mCanvas->fit();
}

bool MainWindow::isSettled() {
  if (!mDocument)
    return true;
  return mCanvas->isIdle() && mCanvas->isUpToDate(true) && mCanvas->underlays().isIdle() && mNavigator->isIdle() &&
         mFindings->isUpToDate();
}

void MainWindow::takeUpDesk(EditorDocument* document) {
  delete mCompare;
  mMarks.clear();
  mWatch->setDocument(document);
  if (document)
    connect(document, &EditorDocument::edited, mNavigator, &NavigatorDock::mapChanged);
  mNavigator->mapChanged();
}

void MainWindow::updateThumbnail() {
  if (mDocument)
    thumbnails::update(QString::fromStdString(mDocument->path().string()), mCanvas->tiles().painter(), this,
                       [this] { mWelcome->setRecent(recent()); });
}

void MainWindow::showPalette() {
  std::vector<CommandPalette::Entry> entries;
  for (const auto& [name, one] : mActions) {
    QString menu;
    for (const QMenu* each : menuBar()->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly))
      if (each->actions().contains(one))
        menu = plain(each->title()) + QStringLiteral(": ");
    entries.push_back({menu + plain(one->text()), one->shortcut().toString(QKeySequence::NativeText), one->icon(),
                       [target = QPointer<QAction>(one)] {
                         if (target)
                           target->trigger();
                       },
                       one->isEnabled()});
  }
  for (QDockWidget* dock : findChildren<QDockWidget*>())
    entries.push_back({tr("Panel: %1").arg(dock->windowTitle()),
                       dock->toggleViewAction()->shortcut().toString(QKeySequence::NativeText), QIcon(), [dock] {
                         dock->show();
                         dock->raise();
                       }});
  if (mDocument)
    for (const auto& [key, text] : mDocument->document().table(kNamedTable)) {
      if (entries.size() >= kMostNames)
        break;
      const std::string name = parsedObject(text).value("name", "");
      if (!name.empty())
        entries.push_back({QString::fromStdString(name), QString::fromStdString(plainWords(key.section)), QIcon(),
                           [this, place = NamedThing{key.section, key.id}] {
                             if (mDocument)
                               mCanvas->showPlace(place);
                           }});
    }
  const auto find = [this](const QString& typed) {
    std::vector<CommandPalette::Entry> out;
    if (!mDocument)
      return out;
    if (const Result<HexCoord> hex = mDocument->numbering().resolve(typed.toStdString()))
      out.push_back({tr("Go to hex %1").arg(typed), tr("hex"), drawnIcon("lens"), [this, at = *hex] {
                       if (mDocument)
                         mCanvas->showPlace(at);
                     }});
    return out;
  };
  auto* palette = new CommandPalette(std::move(entries), find, this);
  palette->setAttribute(Qt::WA_DeleteOnClose);
  palette->show();
}

void MainWindow::askNewOnGround() {
  askNew();
#ifdef HOTCHKISS_WITH_IMPORTERS
  if (mDocument)
    placeOnGround(false);
#endif
}

/// Samples stay as they are: what is opened is a copy among the user's documents.
void MainWindow::openSample(const QString& folder) {
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  const QDir home(documents.isEmpty() ? QDir::homePath() : documents);
  const QString target = home.filePath(QStringLiteral("Hotchkiss/") + QFileInfo(folder).fileName());
  if (!QFileInfo::exists(target)) {
    std::error_code problem;
    fs::create_directories(fs::path(target.toStdString()).parent_path(), problem);
    if (!problem)
      fs::copy(fs::path(folder.toStdString()), fs::path(target.toStdString()), fs::copy_options::recursive, problem);
    if (problem)
      return complain({"the sample cannot be copied: " + problem.message(), target.toStdString(), 0, {}, {}},
                      tr("The sample cannot be opened."));
  }
  if (openPath(target))
    hint(tr("This is a copy of the sample: %1").arg(target));
}

void MainWindow::compareWithSaved() {
  if (!mDocument)
    return;
  mCanvas->finishNaming(true);
  delete mCompare;
  const Document present = mDocument->document();
  const fs::path folder = mDocument->path();
  const Result<Comparison> found = inBackground<Result<Comparison>>(
      this, tr("Comparing …"), false, [&](WorkProgress&) { return compareWithFolder(folder, present); });
  if (!found)
    return complain(found.error(), tr("The files cannot be compared."));
  mCompare = new CompareDialog(*found, this);
  connect(mCompare, &CompareDialog::goTo, this, [this](const Selection& place) { mCanvas->showPlace(place); });
  connect(mCompare, &QObject::destroyed, mCanvas, qOverload<>(&QWidget::update));
  // What it shows is the state of this moment.
  connect(mDocument.get(), &EditorDocument::edited, mCompare, &QDialog::close);
  mCompare->show();
  mCanvas->update();
}

void MainWindow::tellOfChangedFiles() {
  if (!mDocument)
    return;
  QMessageBox box(QMessageBox::Warning, QApplication::applicationDisplayName(),
                  tr("The files of “%1” were changed by somebody else.").arg(mDocument->title()), QMessageBox::NoButton,
                  this);
  box.setObjectName(QStringLiteral("filesChanged"));
  QPushButton* again = nullptr;
  QPushButton* drop = nullptr;
  if (mDocument->isModified()) {
    box.setInformativeText(
        tr("By git, perhaps, or another program.") + QLatin1Char(' ') +
        counted(mDocument->unsavedEdits(), tr("You have 1 edit that is not saved."),
                tr("You have %1 edits that are not saved.")) +
        QLatin1Char(' ') +
        tr("Save refuses to overwrite what came from elsewhere; Save As keeps your state in another folder."));
    again = box.addButton(tr("Load Again and Offer My Edits"), QMessageBox::AcceptRole);
    drop = box.addButton(tr("Load Again without My Edits"), QMessageBox::DestructiveRole);
    drop->setObjectName(QStringLiteral("filesDrop"));
  } else {
    box.setInformativeText(tr("By git, perhaps, or another program. You have no unsaved edits, so nothing is lost by "
                              "loading them again."));
    again = box.addButton(tr("Load Again"), QMessageBox::AcceptRole);
  }
  again->setObjectName(QStringLiteral("filesAgain"));
  QPushButton* compareThem = box.addButton(tr("Compare"), QMessageBox::ActionRole);
  compareThem->setObjectName(QStringLiteral("filesCompare"));
  QPushButton* stay = box.addButton(tr("Go On with What I See"), QMessageBox::RejectRole);
  stay->setObjectName(QStringLiteral("filesStay"));
  box.setDefaultButton(stay);
  box.setEscapeButton(stay);
  box.exec();
  if (box.clickedButton() == again)
    reload(false);
  else if (drop && box.clickedButton() == drop)
    reload(true);
  else if (box.clickedButton() == compareThem)
    compareWithSaved();
}

void MainWindow::reload(bool dropUnsaved) {
  if (!mDocument)
    return;
  const QString path = QString::fromStdString(mDocument->path().string());
  if (const Outcome outcome = mDocument->close(dropUnsaved); !outcome)
    complain(outcome.error(), tr("The journal of the module could not be closed."));
  takeUp(nullptr);
  openPath(path);
}

} // namespace hotchkiss::editor
