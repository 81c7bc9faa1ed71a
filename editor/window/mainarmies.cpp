// Orders of battle and scenarios in the window.
#include "editor/army/armydock.h"
#include "editor/army/scenariodock.h"
#include "editor/army/sheetimportdialog.h"
#include "editor/army/timelinedock.h"
#include "editor/canvas/mapcanvas.h"
#include "editor/docks/findingsdock.h"
#include "editor/docks/inspectordock.h"
#include "editor/docks/layersdock.h"
#include "editor/docks/palettedock.h"
#include "editor/window/mainwindow.h"

#include <QAction>
#include <QMenu>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

void MainWindow::buildArmyDocks() {
  mArmy = new ArmyModel(this);
  mSetup = new SetupView(*mArmy, this);
  mArmyDock = new ArmyDock(*mArmy, this);
  mScenarioDock = new ScenarioDock(*mArmy, *mSetup, this);
  addDockWidget(Qt::LeftDockWidgetArea, mArmyDock);
  tabifyDockWidget(mPalette, mArmyDock);
  mPalette->raise();
  addDockWidget(Qt::RightDockWidgetArea, mScenarioDock);
  tabifyDockWidget(mInspector, mScenarioDock);
  mInspector->raise();
  mTimeline = new TimelineDock(*mArmy, *mScenarioDock, this);
  // Under the map only: beside it the panels are as high as they need, and would leave a line of the schedule.
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  addDockWidget(Qt::BottomDockWidgetArea, mTimeline);
  mTimeline->hide();
  mArmyDock->hide(); // until somebody asks
  mScenarioDock->hide();
  connect(mScenarioDock->toggleViewAction(), &QAction::triggered, this, [this](bool shown) {
    if (shown && !mScenarioDock->isFloating() && !tabifiedDockWidgets(mInspector).isEmpty()) // its lists need room
      resizeDocks({mScenarioDock, mLayers}, {height() * 2 / 3, height() / 3}, Qt::Vertical);
  });
  mCanvas->setSetup(mSetup);
  connect(mCanvas, &MapCanvas::placed, mScenarioDock,
          [this](const std::vector<std::string>& pieces, HexCoord hex) { mScenarioDock->place(pieces, hex); });
  connect(mCanvas, &MapCanvas::routed, mScenarioDock, [this](const QString& row, HexCoord hex) {
    const qsizetype space = row.indexOf(QLatin1Char(' '));
    mScenarioDock->reroute({row.left(space).toStdString(), row.mid(space + 1).toStdString()},
                           nlohmann::json::array({hex.c, hex.r}));
  });
  connect(mArmy, &ArmyModel::failed, this, &MainWindow::hint);
  connect(mArmyDock, &ArmyDock::failed, this, &MainWindow::hint);
  connect(mScenarioDock, &ScenarioDock::failed, this, &MainWindow::hint);
  connect(mScenarioDock, &ScenarioDock::goTo, this, [this](HexCoord hex) { mCanvas->showPlace(hex); });
  connect(mScenarioDock, &ScenarioDock::goToFinding, this, &MainWindow::goTo);
  connect(&mFindings->model(), &FindingsModel::judged, mScenarioDock,
          [this] { mScenarioDock->setFindings(mFindings->findings()); });
  connect(mArmyDock, &ArmyDock::wanted, this, [this](const std::string& piece) {
    if (const auto hex = mSetup->hexOf(piece))
      mCanvas->showPlace(*hex);
    else
      hint(tr("It does not stand on the map in this scenario."));
  });
  connect(mArmyDock, &ArmyDock::sheetPasted, this, &MainWindow::importArmySheet);
  connect(&mTools, &ToolState::selectionChanged, this, [this] {
    nlohmann::json place;
    if (const auto* hex = std::get_if<HexCoord>(&mTools.selection()))
      place = nlohmann::json::array({hex->c, hex->r});
    else if (const auto* thing = std::get_if<NamedThing>(&mTools.selection());
             thing && (thing->section == "place" || thing->section == "entry" || thing->section == "region" ||
                       thing->section == "crossing"))
      place = nlohmann::json{{thing->section, thing->id}};
    mScenarioDock->setSelectedPlace(place);
  });
  connect(&mTools, &ToolState::areaChanged, this, [this] { mScenarioDock->setSelectedArea(mTools.area()); });
}

/// Findings about rows of the order of battle and of scenarios have no place on the map: what they are about is chosen
/// in the lists. False when it is no such finding.
bool MainWindow::goToRow(const Finding& finding) {
  const std::size_t space = finding.place.thing.find(' ');
  if (space == std::string::npos)
    return false;
  const RecordKey key{finding.place.thing.substr(0, space), finding.place.thing.substr(space + 1)};
  if (finding.place.file == std::string(kOobTable) + ".json" && mArmy->army()) {
    if (!mArmy->army()->piece(key.id) && !mArmy->army()->formation(key.id))
      return false;
    mArmyDock->show();
    mArmyDock->raise();
    mArmyDock->reveal(key.id);
    return true;
  }
  constexpr std::string_view kFolder = "scenarios/";
  constexpr std::string_view kEnding = ".json";
  const std::string& file = finding.place.file;
  if (!file.starts_with(kFolder) || !file.ends_with(kEnding))
    return false;
  mScenarioDock->show();
  mArmy->setScenario(file.substr(kFolder.size(), file.size() - kFolder.size() - kEnding.size()));
  mScenarioDock->showRow(key);
  return true;
}

void MainWindow::buildArmyCommands(QMenu* menu) {
  menu->addSeparator();
  addCommand(menu, "army.importSheet", tr("Import &Army Sheet…"), {},
             tr("Units, leaders and formations from a spreadsheet or a printed list"), [this] { importArmySheet({}); });
}

void MainWindow::importArmySheet(const QString& pasted) {
  if (!mDocument || mDocument->isReadOnly())
    return;
  if (!mArmy->army()) {
    hint(mArmy->problem());
    return;
  }
  SheetImportDialog dialog(*mArmy, this);
  connect(&dialog, &SheetImportDialog::imported, this, &MainWindow::hint);
  if (!pasted.isEmpty())
    dialog.setText(pasted, tr("the clipboard"));
  if (dialog.exec() != QDialog::Accepted)
    return;
  mArmyDock->show();
  mArmyDock->raise();
}

} // namespace hotchkiss::editor
