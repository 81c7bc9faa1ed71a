// Orders of battle and scenarios in the window.
#include "editor/army/armydock.h"
#include "editor/army/scenariodock.h"
#include "editor/canvas/mapcanvas.h"
#include "editor/docks/findingsdock.h"
#include "editor/docks/inspectordock.h"
#include "editor/docks/palettedock.h"
#include "editor/window/mainwindow.h"

#include <QAction>

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
  mArmyDock->hide(); // until somebody asks
  mScenarioDock->hide();
  mCanvas->setSetup(mSetup);
  connect(mCanvas, &MapCanvas::placed, mScenarioDock,
          [this](const std::vector<std::string>& pieces, HexCoord hex) { mScenarioDock->place(pieces, hex); });
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
  connect(&mTools, &ToolState::selectionChanged, this, [this] {
    const auto* hex = std::get_if<HexCoord>(&mTools.selection());
    mScenarioDock->setSelectedHex(hex ? std::optional(*hex) : std::nullopt);
  });
}

} // namespace hotchkiss::editor
