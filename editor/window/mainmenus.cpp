// The commands of the window, its tool bars and docks.
#include "editor/army/armydock.h"
#include "editor/army/scenariodock.h"
#include "editor/army/timelinedock.h"
#include "editor/canvas/mapcanvas.h"
#include "editor/dialogs/shortcutsdialog.h"
#include "editor/docks/findingsdock.h"
#include "editor/docks/historydock.h"
#include "editor/docks/inspectordock.h"
#include "editor/docks/layersdock.h"
#include "editor/docks/navigatordock.h"
#include "editor/docks/palettedock.h"
#include "editor/docks/reviewdock.h"
#include "editor/docks/rulesdock.h"
#include "editor/docks/toolhelpdock.h"
#include "editor/model/rulesmodel.h"
#include "editor/window/icons.h"
#include "editor/window/mainwindow.h"
#include "editor/window/statusline.h"
#include "editor/window/welcomepage.h"

#include <QActionGroup>
#include <QApplication>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QToolBar>

namespace hotchkiss::editor {

namespace {

struct ToolRow {
  ToolId id;
  const char* icon;
  const char* name;
  const char* keys;
  bool startsGroup;
};

constexpr std::array<ToolRow, kTools> kToolRows{{
    {ToolId::Select, "select", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "&Select"), "Shift+S", false},
    {ToolId::Pan, "pan", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "&Move the Map"), "Shift+M", false},
    {ToolId::Terrain, "terrain", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "&Terrain"), "Shift+T", true},
    {ToolId::Fill, "fill", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "&Fill"), "Shift+F", false},
    {ToolId::Level, "level", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "&Level"), "Shift+L", false},
    {ToolId::TypeAlong, "type", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "T&ype Along"), "Shift+A", false},
    {ToolId::Hexside, "hexside", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "&Hexsides"), "Shift+H", true},
    {ToolId::Path, "path", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "&Paths"), "Shift+P", false},
    {ToolId::Corner, "corner", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "&Corners"), "Shift+C", false},
    {ToolId::Course, "course", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "Co&urses"), "Shift+O", false},
    {ToolId::Crossing, "crossing", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "Cr&ossings"), "Shift+X", true},
    {ToolId::Place, "place", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "Pl&aces"), "Shift+N", false},
    {ToolId::Region, "region", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "&Regions"), "Shift+R", false},
    {ToolId::Entry, "entry", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "&Entries"), "Shift+E", false},
    {ToolId::Link, "link", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "Lin&ks"), "Shift+K", false},
    {ToolId::Reach, "reach", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "Reach b&y the Rules"), "Shift+W",
     true},
    {ToolId::Measure, "measure", QT_TRANSLATE_NOOP("hotchkiss::editor::MainWindow", "Meas&ure"), "Shift+D", false},
}};

QString withKeys(const QString& tip, const QKeySequence& keys) {
  return keys.isEmpty() ? tip : tip + QStringLiteral(" (") + keys.toString(QKeySequence::NativeText) + QLatin1Char(')');
}

} // namespace

QAction* MainWindow::addCommand(QMenu* menu, const char* name, const QString& text, const QKeySequence& keys,
                                const QString& tip, const std::function<void()>& run) {
  auto* out = new QAction(text, this);
  out->setObjectName(QLatin1String(name));
  out->setShortcut(keys);
  out->setToolTip(withKeys(tip, keys));
  out->setStatusTip(tip);
  connect(out, &QAction::triggered, this, run);
  menu->addAction(out);
  mActions[name] = out;
  return out;
}

void MainWindow::buildFileMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&File"));
  addCommand(menu, "file.new", tr("&New Module…"), QKeySequence::New, tr("Make a new module"), [this] {
    askNew();
  })->setIcon(drawnIcon("new"));
  addCommand(menu, "file.open", tr("&Open Module…"), QKeySequence::Open, tr("Open the folder of a module"), [this] {
    askOpenFolder();
  })->setIcon(drawnIcon("open"));
  addCommand(menu, "file.openPackage", tr("Open Pac&kage…"), QKeySequence(QStringLiteral("Ctrl+Shift+O")),
             tr("Look at a package; it cannot be edited"), [this] { askOpenPackage(); })
      ->setIcon(drawnIcon("package"));
  mRecentMenu = menu->addMenu(tr("Open &Recent"));
  menu->addSeparator();
  addCommand(menu, "file.save", tr("&Save"), QKeySequence::Save, tr("Write the module's files"), [this] {
    save();
  })->setIcon(drawnIcon("save"));
  addCommand(menu, "file.saveAs", tr("Save &As…"), QKeySequence(QStringLiteral("Ctrl+Shift+S")),
             tr("Write the module to another folder and go on there"), [this] { askSaveAs(); });
  menu->addSeparator();
  addCommand(menu, "file.exportPackage", tr("Export &Package…"), QKeySequence(QStringLiteral("Ctrl+E")),
             tr("Write one file for other programs, with the ruleset in it"), [this] { askExportPackage(); })
      ->setIcon(drawnIcon("package"));
  addCommand(menu, "file.exportPicture", tr("Export P&icture…"), QKeySequence(QStringLiteral("Ctrl+Shift+E")),
             tr("Write the map as PNG, SVG or PDF"), [this] { askExportPicture(); })
      ->setIcon(drawnIcon("picture"));
  menu->addSeparator();
  addCommand(menu, "file.close", tr("&Close Module"), QKeySequence(QStringLiteral("Ctrl+W")), tr("Close the module"),
             [this] { closeModule(); });
  addCommand(menu, "file.quit", tr("&Quit"), QKeySequence(QStringLiteral("Ctrl+Q")), tr("End the program"), [this] {
    close();
  })->setMenuRole(QAction::QuitRole);
}

void MainWindow::buildEditMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Edit"));
  const auto step = [this](bool forward) {
    if (!mDocument)
      return;
    mCanvas->finishNaming(true);
    if (const Outcome outcome = forward ? mDocument->redo() : mDocument->undo(); !outcome)
      hint(QString::fromStdString(outcome.error().text()));
  };
  addCommand(menu, "edit.undo", tr("&Undo"), QKeySequence::Undo, tr("Take the last edit back"), [step] {
    step(false);
  })->setIcon(drawnIcon("undo"));
  QAction* redo =
      addCommand(menu, "edit.redo", tr("&Redo"), {}, tr("Do again what was taken back"), [step] { step(true); });
  redo->setIcon(drawnIcon("redo"));
  redo->setShortcuts({QKeySequence(QStringLiteral("Ctrl+Shift+Z")), QKeySequence(QStringLiteral("Ctrl+Y"))});
  addCommand(menu, "edit.history", tr("&History"), QKeySequence(QStringLiteral("Ctrl+H")), tr("Show the list of edits"),
             [this] {
               mHistory->show();
               mHistory->raise();
             });
  menu->addSeparator();
  buildAreaCommands(menu);
  addCommand(menu, "edit.goTo", tr("&Go To…"), QKeySequence(QStringLiteral("Ctrl+G")),
             tr("Find a hex by its label, or a thing by its name"), [this] { askGoTo(); })
      ->setIcon(drawnIcon("lens"));
}

void MainWindow::buildToolMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Tools"));
  auto* group = new QActionGroup(this);
  ToolContext nothing;
  for (const ToolRow& row : kToolRows) {
    if (row.startsGroup)
      menu->addSeparator();
    const std::string name = std::string("tool.") + row.icon;
    QAction* one = addCommand(menu, name.c_str(), tr(row.name), QKeySequence(QLatin1String(row.keys)),
                              tr(row.name).remove(QLatin1Char('&')), [this, id = row.id] { mTools.setTool(id); });
    one->setIcon(drawnIcon(row.icon));
    one->setCheckable(true);
    one->setWhatsThis(makeTool(row.id, nothing)->helpText());
    group->addAction(one);
    mToolActions[row.id] = one;
  }
  menu->addSeparator();
  addCommand(menu, "tool.pickUp", tr("Pick &Up"), QKeySequence(QStringLiteral("Shift+I")),
             tr("Take in hand what lies under the pointer: its kind, class and course; also Alt and click"),
             [this] { mCanvas->pickUp(); });
  addCommand(menu, "tool.larger", tr("Larger &Brush"), {}, tr("] on the map"), [this] {
    mTools.setBrushRadius(mTools.brushRadius() + 1);
  })->setShortcut(QKeySequence(QStringLiteral("Ctrl+]")));
  addCommand(menu, "tool.smaller", tr("S&maller Brush"), {}, tr("[ on the map"), [this] {
    mTools.setBrushRadius(mTools.brushRadius() - 1);
  })->setShortcut(QKeySequence(QStringLiteral("Ctrl+[")));
}

void MainWindow::buildMapMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Map"));
  addCommand(menu, "map.validate", tr("&Findings"), QKeySequence(Qt::Key_F7),
             tr("What the checks say about the module"),
             [this] {
               mFindings->show();
               mFindings->raise();
             })
      ->setIcon(drawnIcon("validate"));
  addCommand(menu, "map.review", tr("Re&view"), QKeySequence(QStringLiteral("Ctrl+F7")),
             tr("The places where an import may be wrong"), [this] {
               mReview->show();
               mReview->raise();
             });
  addCommand(menu, "map.nextDoubt", tr("&Next Doubt"), QKeySequence(Qt::Key_F8),
             tr("Go to the next doubtful place that nobody has checked"), [this] { mReview->step(true); });
  addCommand(menu, "map.previousDoubt", tr("&Previous Doubt"), QKeySequence(QStringLiteral("Shift+F8")),
             tr("Go to the doubtful place before"), [this] { mReview->step(false); });
  addCommand(menu, "map.checkDoubt", tr("Mark as &Checked"), QKeySequence(QStringLiteral("Ctrl+F8")),
             tr("The doubtful place is right, or its mark is taken back"), [this] { mReview->toggleChecked(); });
  menu->addSeparator();
  addCommand(menu, "map.properties", tr("&Module and Sheets…"), QKeySequence(QStringLiteral("Ctrl+I")),
             tr("Title, authors, licence, level, and the sheets with their numbering"), [this] { showProperties(); });
  addCommand(menu, "map.resize", tr("&Resize Map…"), QKeySequence(QStringLiteral("Ctrl+R")),
             tr("Add or cut columns and rows on any side"), [this] { askResize(); });
  buildArmyCommands(menu);
}

void MainWindow::buildViewMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&View"));
  QAction* in = addCommand(menu, "view.zoomIn", tr("Zoom &In"), {}, tr("Larger"), [this] { mCanvas->zoomSteps(1); });
  in->setIcon(drawnIcon("zoomIn"));
  in->setShortcuts({QKeySequence(QStringLiteral("Ctrl++")), QKeySequence(QStringLiteral("Ctrl+="))});
  addCommand(menu, "view.zoomOut", tr("Zoom &Out"), QKeySequence(QStringLiteral("Ctrl+-")), tr("Smaller"), [this] {
    mCanvas->zoomSteps(-1);
  })->setIcon(drawnIcon("zoomOut"));
  addCommand(menu, "view.fit", tr("&Whole Map"), QKeySequence(QStringLiteral("Ctrl+0")), tr("Show the whole map"),
             [this] { mCanvas->fit(); })
      ->setIcon(drawnIcon("fit"));
  addCommand(menu, "view.printSize", tr("&Print Size"), QKeySequence(QStringLiteral("Ctrl+1")),
             tr("As large as on paper: hexes three quarters of an inch wide"), [this] { mCanvas->showPrintSize(); });
  menu->addSeparator();
  mStyleMenu = menu->addMenu(tr("Map &Style"));
  mStyleGroup = new QActionGroup(this);
  QAction* grid =
      addCommand(menu, "view.grid", tr("&Grid"), QKeySequence(QStringLiteral("Ctrl+Shift+G")), tr("Draw the hex grid"),
                 [this] { toggleLayer(Layer::Grid, action("view.grid")->isChecked()); });
  QAction* numbers = addCommand(menu, "view.numbers", tr("Hex &Numbers"), QKeySequence(QStringLiteral("Ctrl+Shift+N")),
                                tr("Draw the numbers of hexes"),
                                [this] { toggleLayer(Layer::Numbers, action("view.numbers")->isChecked()); });
  for (QAction* one : {grid, numbers}) {
    one->setCheckable(true);
    one->setChecked(true);
  }
  menu->addSeparator();
  auto* themes = new QActionGroup(this);
  QAction* light = addCommand(menu, "view.light", tr("&Light Theme"), QKeySequence(QStringLiteral("Ctrl+Alt+L")),
                              tr("A light window"), [this] { setTheme(Theme::Light); });
  QAction* dark = addCommand(menu, "view.dark", tr("&Dark Theme"), QKeySequence(QStringLiteral("Ctrl+Alt+D")),
                             tr("A dark window"), [this] { setTheme(Theme::Dark); });
  for (QAction* one : {light, dark}) {
    one->setCheckable(true);
    themes->addAction(one);
  }
  const Theme present = themeFromId(QSettings().value(QStringLiteral("window/theme")).toString());
  (present == Theme::Dark ? dark : light)->setChecked(true);
  menu->addSeparator();
  addCommand(menu, "view.rules", tr("&Rules on the Map"), QKeySequence(Qt::Key_F9),
             tr("Ask the rules where a unit can go, and which hexes are controlled"), [this] { showRules(); })
      ->setIcon(drawnIcon("reach"));
  mPanelMenu = menu->addMenu(tr("P&anels"));
  QString keys = QStringLiteral("1234567890-=");
  for (QDockWidget* dock :
       std::initializer_list<QDockWidget*>{mPalette, mInspector, mLayers, mHistory, mFindings, mReview, mRulesDock,
                                           mNavigator, mToolHelp, mArmyDock, mScenarioDock, mTimeline}) {
    QAction* toggle = dock->toggleViewAction();
    toggle->setShortcut(QKeySequence(QStringLiteral("Alt+%1").arg(keys.front())));
    keys.remove(0, 1);
    mPanelMenu->addAction(toggle);
  }
  addCommand(menu, "view.fullScreen", tr("F&ull Screen"), QKeySequence(Qt::Key_F11), tr("Only the map"),
             [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::buildHelpMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Help"));
  addCommand(menu, "help.tool", tr("How to Use This &Tool"), QKeySequence(Qt::Key_F1), tr("Explain the tool in hand"),
             [this] {
               mToolHelp->show();
               mToolHelp->raise();
             });
  addCommand(menu, "help.shortcuts", tr("&Keyboard Shortcuts"), QKeySequence(QStringLiteral("Ctrl+Shift+K")),
             tr("All commands with their keys"), [this] { ShortcutsDialog(this).exec(); });
  menu->addSeparator();
  addCommand(menu, "help.about", tr("&About Hotchkiss"), {}, tr("Version and licence"), [this] {
    showAbout();
  })->setMenuRole(QAction::AboutRole);
}

void MainWindow::buildToolBars() {
  constexpr int kIcon = 22;
  QToolBar* main = addToolBar(tr("File and view"));
  main->setObjectName(QStringLiteral("mainToolBar"));
  for (const char* name : {"file.new", "file.open", "file.save", "", "edit.undo", "edit.redo", "", "view.zoomOut",
                           "view.zoomIn", "view.fit", "", "map.validate", "file.exportPackage", "file.exportPicture"})
    if (QAction* one = action(name))
      main->addAction(one);
    else
      main->addSeparator();
  auto* tools = new QToolBar(tr("Tools"), this);
  tools->setObjectName(QStringLiteral("toolToolBar"));
  addToolBar(Qt::LeftToolBarArea, tools);
  for (const ToolRow& row : kToolRows) {
    if (row.startsGroup)
      tools->addSeparator();
    tools->addAction(mToolActions.at(row.id));
  }
  for (QToolBar* bar : {main, tools}) {
    bar->setIconSize(QSize(kIcon, kIcon));
    bar->setMovable(true);
    mPanelMenu->addAction(bar->toggleViewAction());
  }
}

void MainWindow::buildDocks() {
  mPalette = new PaletteDock(mTools, this);
  mInspector = new InspectorDock(mTools, this);
  mLayers = new LayersDock(this);
  mHistory = new HistoryDock(this);
  mFindings = new FindingsDock(this);
  mReview = new ReviewDock(this);
  mRules = new RulesModel(this);
  mRulesDock = new RulesDock(*mRules, mTools, this);
  mCanvas->setRules(mRules);
  buildDesk();
  const auto named = [](QDockWidget* dock, const char* name) {
    if (dock->objectName().isEmpty())
      dock->setObjectName(QLatin1String(name)); // the layout is remembered by it
  };
  named(mPalette, "paletteDock");
  named(mInspector, "inspectorDock");
  named(mLayers, "layersDock");
  named(mHistory, "historyDock");
  named(mFindings, "findingsDock");
  named(mReview, "reviewDock");
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  addDockWidget(Qt::LeftDockWidgetArea, mPalette);
  addDockWidget(Qt::RightDockWidgetArea, mInspector);
  addDockWidget(Qt::RightDockWidgetArea, mLayers);
  tabifyDockWidget(mLayers, mHistory);
  tabifyDockWidget(mHistory, mFindings);
  tabifyDockWidget(mFindings, mReview);
  mLayers->raise();
  addDockWidget(Qt::LeftDockWidgetArea, mNavigator);
  addDockWidget(Qt::LeftDockWidgetArea, mToolHelp);
  tabifyDockWidget(mNavigator, mToolHelp);
  mNavigator->raise();
  resizeDocks({mPalette, mNavigator}, {560, 190}, Qt::Vertical);
  addDockWidget(Qt::RightDockWidgetArea, mRulesDock);
  tabifyDockWidget(mInspector, mRulesDock);
  mInspector->raise();
  mRulesDock->hide(); // until somebody asks
  buildArmyDocks();
  resizeDocks({mPalette, mInspector}, {250, 300}, Qt::Horizontal);
  resizeDocks({mInspector, mLayers}, {460, 400}, Qt::Vertical);
  connect(mLayers, &LayersDock::layersChanged, this, [this](const LayerSettings& layers) {
    mCanvas->setLayers(layers);
    action("view.grid")->setChecked(layers.strength(Layer::Grid) > 0);
    action("view.numbers")->setChecked(layers.strength(Layer::Numbers) > 0);
  });
  connect(mFindings, &FindingsDock::goTo, this, &MainWindow::goTo);
  connect(mFindings, &FindingsDock::updated, mStatus, &StatusLine::showFindings);
  connect(mFindings, &FindingsDock::failed, this, &MainWindow::hint);
  connect(mReview, &ReviewDock::goTo, this, [this](const Selection& place) { mCanvas->showPlace(place); });
  connect(mReview, &ReviewDock::failed, this, &MainWindow::hint);
  connect(mInspector, &InspectorDock::goTo, this, [this](const Selection& place) { mCanvas->showPlace(place); });
  connect(mInspector, &InspectorDock::failed, this, &MainWindow::hint);
  connect(mPalette, &PaletteDock::failed, this, &MainWindow::hint);
  connect(mHistory, &HistoryDock::failed, this, &MainWindow::hint);
  connect(mRulesDock, &RulesDock::failed, this, &MainWindow::hint);
  connect(mRulesDock, &RulesDock::goTo, this, [this](const Selection& place) { mCanvas->showPlace(place); });
  // Behind another tab it still is asked; closed it is not.
  connect(mRulesDock->toggleViewAction(), &QAction::toggled, mRules, &RulesModel::setActive);
}

void MainWindow::showRules() {
  const bool isNew = mRulesDock->isHidden();
  mRulesDock->show();
  if (isNew && !mRulesDock->isFloating() && !tabifiedDockWidgets(mInspector).isEmpty()) // explanations need room
    resizeDocks({mRulesDock, mLayers}, {height() * 2 / 3, height() / 3}, Qt::Vertical);
  mRulesDock->raise();
}

/// Styles are data of the ruleset.
void MainWindow::rebuildStyleMenu() {
  mStyleMenu->clear();
  mStyleMenu->setEnabled(mDocument != nullptr);
  if (!mDocument)
    return;
  int key = 1;
  for (const auto& [id, name] : MapStyle::available(mDocument->ruleset())) {
    QAction* one = mStyleMenu->addAction(QString::fromStdString(name));
    one->setCheckable(true);
    one->setChecked(id == mStyleId);
    one->setShortcut(QKeySequence(QStringLiteral("Ctrl+Alt+%1").arg(key++)));
    mStyleGroup->addAction(one);
    connect(one, &QAction::triggered, this, [this, style = id] { setMapStyle(style); });
  }
  mCanvas->setMapStyle(mStyleId);
  mPalette->setStyle(mCanvas->mapStyle());
  mInspector->setStyle(mCanvas->mapStyle());
}

void MainWindow::rebuildRecentMenu() {
  mRecentMenu->clear();
  const QStringList paths = recent();
  mRecentMenu->setEnabled(!paths.isEmpty());
  for (const QString& path : paths) {
    QAction* one = mRecentMenu->addAction(QFileInfo(path).fileName(), this, [this, path] { openPath(path); });
    one->setToolTip(path);
    one->setStatusTip(path);
  }
  mWelcome->setRecent(paths);
}

void MainWindow::toggleLayer(Layer layer, bool visible) {
  LayerSettings layers = mLayers->settings();
  layers.visible.at(static_cast<std::size_t>(layer)) = visible;
  mLayers->setSettings(layers);
  mCanvas->setLayers(layers);
}

} // namespace hotchkiss::editor
