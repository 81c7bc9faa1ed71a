#include "editor/window/mainwindow.h"

#include "editor/army/armymodel.h"
#include "editor/canvas/mapcanvas.h"
#include "editor/dialogs/recoverydialog.h"
#include "editor/docks/findingsdock.h"
#include "editor/docks/historydock.h"
#include "editor/docks/inspectordock.h"
#include "editor/docks/layersdock.h"
#include "editor/docks/palettedock.h"
#include "editor/docks/paletteentries.h"
#include "editor/docks/reviewdock.h"
#include "editor/docks/rulesdock.h"
#include "editor/docks/toolhelpdock.h"
#include "editor/model/folderwatch.h"
#include "editor/model/rulesmodel.h"
#include "editor/window/background.h"
#include "editor/window/icons.h"
#include "editor/window/shortcuts.h"
#include "editor/window/statusline.h"
#include "editor/window/welcomepage.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>

namespace hotchkiss::editor {

namespace fs = std::filesystem;

namespace {

constexpr int kLayoutVersion = 2;
constexpr qsizetype kMostRecent = 10;

QString fromPath(const fs::path& path) {
  return QString::fromStdString(path.string());
}

} // namespace

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {
  setWindowIcon(programIcon());
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  mCanvas = new MapCanvas(mTools, this);
  mWelcome = new WelcomePage(this);
  mPages = new QStackedWidget(this);
  mPages->addWidget(mWelcome);
  mPages->addWidget(mCanvas);
  setCentralWidget(mPages);
  mStatus = new StatusLine(this);
  setStatusBar(mStatus);

  buildDocks();
  buildFileMenu();
  buildEditMenu();
  buildToolMenu();
  buildMapMenu();
  buildKindMenu();
#ifdef HOTCHKISS_WITH_IMPORTERS
  buildImportMenu();
  buildUnderlays();
#endif
  buildViewMenu();
  buildHelpMenu();
  buildDeskCommands();
  buildToolBars();
  shortcuts::apply(*this);

  connect(mWelcome, &WelcomePage::newWanted, this, &MainWindow::askNew);
  connect(mWelcome, &WelcomePage::openWanted, this, &MainWindow::askOpenFolder);
  connect(mWelcome, &WelcomePage::pathWanted, this, &MainWindow::openPath);
  connect(mCanvas, &MapCanvas::pointed, this, [this](const std::optional<Pick>& pick, Point plane) {
    mStatus->showPointed(pick, plane);
    if (!mDocument)
      return;
    const std::vector<std::string> found = mMarks.messagesAt(mCanvas->viewport(), mCanvas->toWidget(plane));
    mStatus->setHint(found.empty() ? mCanvas->tool().statusText() : QString::fromStdString(found.front()));
  });
  connect(mCanvas, &MapCanvas::scaleChanged, this,
          [this](double scale) { mStatus->showScale(scale, mCanvas->printScale()); });
  connect(mCanvas, &MapCanvas::complained, this, &MainWindow::hint);
  connect(mCanvas, &MapCanvas::typed, this,
          [this](const QString& text) { mPalette->chooseByKey(mTools.tool(), text); });
  connect(mStatus, &StatusLine::zoomWanted, mCanvas, &MapCanvas::fit);
  connect(mStatus, &StatusLine::findingsWanted, this, [this] {
    mFindings->show();
    mFindings->raise();
  });
  connect(&mTools, &ToolState::changed, this, &MainWindow::updateTools);

  const QSettings settings;
  resize(1360, 860);
  restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
  restoreState(settings.value(QStringLiteral("window/layout")).toByteArray(), kLayoutVersion);
  mStyleId = settings.value(QStringLiteral("map/style"), QStringLiteral("engraved")).toString().toStdString();
  rebuildRecentMenu();
  takeUp(nullptr);
}

MainWindow::~MainWindow() {
  mRulesDock->toggleViewAction()->disconnect(
      mRules); // panels that hide while the window goes are not closed by anybody
  // Docks hold on to the document; it must outlive what they do when they go.
  delete mImport;
  delete mRulesTables;
  delete mPoints;
#ifdef HOTCHKISS_WITH_IMPORTERS
  setUnderlayDocument(nullptr);
#endif
  takeUpDesk(nullptr);
  mCanvas->setDocument(nullptr);
  mPalette->setDocument(nullptr);
  mInspector->setDocument(nullptr);
  mLayers->setDocument(nullptr);
  mHistory->setDocument(nullptr);
  mFindings->setDocument(nullptr);
  mReview->setDocument(nullptr);
  mRules->setDocument(nullptr);
  mArmy->setDocument(nullptr);
  mStatus->setDocument(nullptr);
}

QAction* MainWindow::action(const char* name) const {
  const auto it = mActions.find(name);
  return it == mActions.end() ? nullptr : it->second;
}

void MainWindow::hint(const QString& text) {
  constexpr int kReadingTime = 8000;
  mStatus->showMessage(text, kReadingTime);
}

void MainWindow::complain(const Error& error, const QString& what) {
  QMessageBox box(QMessageBox::Warning, QApplication::applicationDisplayName(), what, QMessageBox::Ok, this);
  box.setInformativeText(QString::fromStdString(error.text()));
  box.setTextInteractionFlags(Qt::TextSelectableByMouse);
  box.exec();
}

Result<std::unique_ptr<EditorDocument>> MainWindow::opened(const fs::path& path, bool forReading) {
  using Opened = Result<std::unique_ptr<EditorDocument>>;
  const RecoveryChoice ask = [this, path](const RecoveryOffer& offer) {
    return onWindowThread<RecoveryAnswer>(this,
                                          [&] { return RecoveryDialog::ask(this, fromPath(path.filename()), offer); });
  };
  return inBackground<Opened>(this, tr("Opening %1 …").arg(fromPath(path.filename())), false,
                              [&](WorkProgress&) -> Opened {
                                std::error_code ignored;
                                Opened document = !fs::is_directory(path, ignored) ? EditorDocument::openPackage(path)
                                                  : forReading ? EditorDocument::openForReading(path)
                                                               : EditorDocument::openFolder(path, ask);
                                if (document)
                                  (*document)->moveToThread(QCoreApplication::instance()->thread());
                                return document;
                              });
}

bool MainWindow::openPath(const QString& path) {
  const fs::path wanted = fs::absolute(fs::path(path.toStdString())).lexically_normal();
  std::error_code ignored;
  if (!fs::exists(wanted, ignored)) {
    complain({wanted.string() + " does not exist", {}, 0, {}, "choose a module folder or a package (.hkp)"},
             tr("The module cannot be opened."));
    return false;
  }
  // module.json stands for its folder.
  const fs::path target = wanted.filename() == "module.json" ? wanted.parent_path() : wanted;
  if (!closeModule())
    return false;
  Result<std::unique_ptr<EditorDocument>> document = opened(target, false);
  if (!document) {
    QMessageBox box(QMessageBox::Warning, QApplication::applicationDisplayName(),
                    tr("%1 cannot be opened.").arg(fromPath(target.filename())), QMessageBox::Ok, this);
    box.setInformativeText(QString::fromStdString(document.error().text()));
    box.setTextInteractionFlags(Qt::TextSelectableByMouse);
    QPushButton* reading = nullptr;
    if (document.error().advice.find("reading only") != std::string::npos)
      reading = box.addButton(tr("Open for Reading"), QMessageBox::AcceptRole);
    box.exec();
    if (!reading || box.clickedButton() != reading)
      return false;
    document = opened(target, true);
    if (!document) {
      complain(document.error(), tr("%1 cannot be opened.").arg(fromPath(target.filename())));
      return false;
    }
  }
  addRecent(fromPath(target));
  takeUp(std::move(*document));
  return true;
}

bool MainWindow::createModule(const fs::path& folder, const NewModule& wanted) {
  if (!closeModule())
    return false;
  Result<std::unique_ptr<EditorDocument>> document = EditorDocument::create(folder, wanted);
  if (!document) {
    complain(document.error(), tr("The module cannot be made."));
    return false;
  }
  addRecent(fromPath(folder));
  takeUp(std::move(*document));
  return true;
}

void MainWindow::takeUp(std::unique_ptr<EditorDocument> document) {
  delete mImport; // it belongs to the module that goes
  delete mRulesTables;
  delete mPoints;
  mTools.select({});
  mTools.setCourse({});
  for (const ToolId tool : {ToolId::Region, ToolId::Entry, ToolId::Link})
    mTools.setTarget(tool, {});
  EditorDocument* next = document.get();
#ifdef HOTCHKISS_WITH_IMPORTERS
  setUnderlayDocument(next);
#endif
  mCanvas->setDocument(next);
  mPalette->setDocument(next);
  mInspector->setDocument(next);
  mLayers->setDocument(next);
  mHistory->setDocument(next);
  mFindings->setDocument(next);
  mReview->setDocument(next);
  mRules->setDocument(next);
  mArmy->setDocument(next);
  mStatus->setDocument(next);
  takeUpDesk(next);
  mDocument = std::move(document); // the old one goes when nobody looks at it any more
  if (next) {
    connect(next, &EditorDocument::modifiedChanged, this, &MainWindow::updateTitle);
    connect(next, &EditorDocument::historyChanged, this, &MainWindow::updateActions);
    connect(next, &EditorDocument::edited, this, [this](const Edit& edit) {
      for (const auto& part : edit.parts)
        if (const auto* changes = std::get_if<Changes>(&part); changes && !changes->records.empty())
          return updateTitle();
    });
    connect(next, &EditorDocument::rulesetChanged, this, &MainWindow::rebuildStyleMenu);
    offerKinds();
    showNotices();
  }
  mPages->setCurrentWidget(next ? static_cast<QWidget*>(mCanvas) : mWelcome);
  for (QDockWidget* dock : findChildren<QDockWidget*>())
    dock->setEnabled(next != nullptr);
  if (next)
    mCanvas->setFocus();
  rebuildStyleMenu();
  updateTitle();
  updateActions();
  updateTools();
}

/// Every tool has something to paint as soon as it is taken in hand: what it had, or the first of its kinds.
void MainWindow::offerKinds() {
  std::map<ToolId, std::vector<std::string>> kinds;
  for (const PaletteEntry& entry : paletteEntries(mDocument->ruleset()))
    if (const std::optional<ToolId> tool = toolFor(entry.section))
      kinds[*tool].push_back(entry.id);
  for (const auto& [tool, ids] : kinds)
    if (std::find(ids.begin(), ids.end(), mTools.kind(tool)) == ids.end())
      mTools.offer(tool, ids.front());
}

/// Rows that make no sense on this map are left out, and the next save writes the files without them: that must be
/// said.
void MainWindow::showNotices() {
  if (mDocument->notices().empty())
    return;
  QStringList lines;
  for (const std::string& notice : mDocument->notices())
    lines << QString::fromStdString(notice).trimmed();
  auto* box =
      new QMessageBox(QMessageBox::Information, QApplication::applicationDisplayName(),
                      tr("The module is open. There is something to know about its files:"), QMessageBox::Ok, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  constexpr qsizetype kShown = 6;
  box->setInformativeText(lines.first(std::min(kShown, lines.size())).join(QLatin1Char('\n')));
  if (lines.size() > kShown)
    box->setDetailedText(lines.join(QLatin1Char('\n')));
  box->open();
}

bool MainWindow::mayLeave(bool& dropUnsaved) {
  dropUnsaved = false;
  mCanvas->finishNaming(true);
  if (!mDocument || !mDocument->isModified())
    return true;
  QMessageBox box(QMessageBox::Question, QApplication::applicationDisplayName(),
                  tr("“%1” has edits that are not in its files.").arg(mDocument->title()), QMessageBox::NoButton, this);
  box.setInformativeText(
      tr("Save writes them to the files. Keep leaves the files as they are and offers the edits again "
         "when the module is opened next time."));
  QPushButton* saves = box.addButton(tr("Save"), QMessageBox::AcceptRole);
  QPushButton* keeps = box.addButton(tr("Keep for Later"), QMessageBox::ActionRole);
  QPushButton* drops = box.addButton(tr("Discard"), QMessageBox::DestructiveRole);
  saves->setObjectName(QStringLiteral("leaveSave"));
  keeps->setObjectName(QStringLiteral("leaveKeep"));
  drops->setObjectName(QStringLiteral("leaveDiscard"));
  box.addButton(QMessageBox::Cancel);
  box.setDefaultButton(saves);
  box.exec();
  if (box.clickedButton() == saves)
    return save();
  dropUnsaved = box.clickedButton() == drops;
  return dropUnsaved || box.clickedButton() == keeps;
}

bool MainWindow::closeModule() {
  bool dropUnsaved = false;
  if (!mayLeave(dropUnsaved))
    return false;
  if (mDocument) {
    updateThumbnail();
    if (const Outcome outcome = mDocument->close(dropUnsaved); !outcome)
      complain(outcome.error(), tr("The journal of the module could not be closed."));
    takeUp(nullptr);
  }
  return true;
}

bool MainWindow::save() {
  if (!mDocument)
    return false;
  mCanvas->finishNaming(true);
  if (mDocument->isReadOnly()) {
    askSaveAs();
    return mDocument && !mDocument->isReadOnly();
  }
  if (const Outcome outcome = mDocument->save(); !outcome) {
    complain(outcome.error(), tr("The module could not be saved. Your edits are still in its journal."));
    return false;
  }
  hint(tr("Saved to %1").arg(fromPath(mDocument->path())));
  updateThumbnail();
  updateTitle();
  return true;
}

bool MainWindow::saveAs(const QString& folder) {
  if (!mDocument)
    return false;
  mCanvas->finishNaming(true);
  if (const Outcome outcome = mDocument->saveAs(fs::path(folder.toStdString())); !outcome) {
    complain(outcome.error(), tr("The module could not be saved there."));
    return false;
  }
  addRecent(folder);
  mStatus->setDocument(mDocument.get());
  updateTitle();
  updateActions();
  return true;
}

void MainWindow::updateTitle() {
  if (!mDocument) {
    setWindowTitle(QApplication::applicationDisplayName());
    setWindowModified(false);
    return;
  }
  const QString readOnly = mDocument->isReadOnly() ? tr(" (read only)") : QString();
  setWindowTitle(mDocument->title() + readOnly + QStringLiteral("[*]"));
  setWindowModified(mDocument->isModified());
}

void MainWindow::updateActions() {
  const bool open = mDocument != nullptr;
  const bool editable = open && !mDocument->isReadOnly();
  for (const char* name : {"file.saveAs", "file.close", "file.exportPackage", "file.exportPicture", "edit.goTo",
                           "view.zoomIn", "view.zoomOut", "view.fit", "view.printSize", "view.grid", "view.numbers",
                           "view.rules", "map.validate", "view.findings", "map.compare"})
    if (QAction* one = action(name))
      one->setEnabled(open);
  for (const char* name : {"map.review", "map.nextDoubt", "map.previousDoubt"})
    if (QAction* one = action(name))
      one->setEnabled(open);
  for (const char* name :
       {"map.checkDoubt", "import.ground", "import.fit", "import.elevation", "import.cover", "import.rivers",
        "import.paths", "import.places", "import.regions", "import.scan", "import.rebuild", "import.points"})
    if (QAction* one = action(name))
      one->setEnabled(editable);
  for (const char* name : {"file.save", "map.resize", "map.properties", "kind.terrain", "kind.hexside", "kind.path",
                           "kind.tables", "army.importSheet"})
    if (QAction* one = action(name))
      one->setEnabled(editable);
  for (const auto& [id, one] : mToolActions)
    one->setEnabled(open);
  updateAreaCommands(open, editable);
  QAction* undo = action("edit.undo");
  QAction* redo = action("edit.redo");
  const bool canUndo = editable && mDocument->history().canUndo();
  const bool canRedo = editable && mDocument->history().canRedo();
  undo->setEnabled(canUndo);
  redo->setEnabled(canRedo);
  const auto titled = [](const QString& verb, const std::string& title) {
    return title.empty() ? verb : verb + QLatin1Char(' ') + QString::fromStdString(title);
  };
  const std::size_t position = open ? mDocument->history().position() : 0;
  undo->setText(titled(tr("&Undo"), canUndo ? mDocument->history().edit(position - 1).title : std::string()));
  redo->setText(titled(tr("&Redo"), canRedo ? mDocument->history().edit(position).title : std::string()));
}

void MainWindow::updateTools() {
  if (mTools.tool() == ToolId::Reach && mRulesDock->isHidden())
    showRules(); // the tool works with what stands there
  if (const auto it = mToolActions.find(mTools.tool()); it != mToolActions.end())
    it->second->setChecked(true);
  mToolHelp->showTool(mToolActions.contains(mTools.tool()) ? mToolActions.at(mTools.tool()) : nullptr);
  if (mDocument)
    mStatus->setHint(mCanvas->tool().statusText());
  else
    mStatus->setHint({});
}

QStringList MainWindow::recent() const {
  QStringList out = QSettings().value(QStringLiteral("recent")).toStringList();
  out.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
  return out;
}

void MainWindow::addRecent(const QString& path) {
  QStringList paths = recent();
  paths.removeAll(path);
  paths.prepend(path);
  QSettings().setValue(QStringLiteral("recent"), paths.first(std::min(kMostRecent, paths.size())));
  rebuildRecentMenu();
}

void MainWindow::rememberLayout() {
  QSettings settings;
  settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
  settings.setValue(QStringLiteral("window/layout"), saveState(kLayoutVersion));
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!closeModule())
    return event->ignore();
  rememberLayout();
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls() && event->mimeData()->urls().size() == 1 &&
      event->mimeData()->urls().front().isLocalFile())
    event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString path = event->mimeData()->urls().front().toLocalFile();
  event->acceptProposedAction();
  // The drag must be over before a question may be asked.
  QMetaObject::invokeMethod(
      this, [this, path] { openPath(path); }, Qt::QueuedConnection);
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && mCanvas)
    mCanvas->update();
  if (event->type() == QEvent::ActivationChange && isActiveWindow() && mWatch)
    mWatch->look(); // somebody may have worked in another window
}

void MainWindow::setTheme(Theme theme) {
  applyTheme(theme);
  QSettings().setValue(QStringLiteral("window/theme"), themeId(theme));
  if (QAction* one = action(theme == Theme::Dark ? "view.dark" : "view.light"))
    one->setChecked(true);
}

void MainWindow::setMapStyle(const std::string& styleId) {
  mStyleId = styleId;
  QSettings().setValue(QStringLiteral("map/style"), QString::fromStdString(styleId));
  rebuildStyleMenu();
}

} // namespace hotchkiss::editor
