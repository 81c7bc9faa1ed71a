// Kinds and rules that the module adds to its game.
#include "editor/canvas/mapcanvas.h"
#include "editor/dialogs/kinddialog.h"
#include "editor/dialogs/rulestablesdialog.h"
#include "editor/docks/countedtext.h"
#include "editor/docks/palettedock.h"
#include "editor/docks/recordtext.h"
#include "editor/model/kindrows.h"
#include "editor/window/mainwindow.h"

#include <QComboBox>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

namespace {

ToolId toolOf(const std::string& section) {
  return section == "terrain" ? ToolId::Terrain : section == "path" ? ToolId::Path : ToolId::Hexside;
}

} // namespace

void MainWindow::buildKindMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Kinds"));
  addCommand(menu, "kind.terrain", tr("New &Terrain…"), QKeySequence(QStringLiteral("Ctrl+Alt+T")),
             tr("A terrain that this module adds to its game"), [this] { askNewKind("terrain"); });
  addCommand(menu, "kind.hexside", tr("New &Hexside…"), QKeySequence(QStringLiteral("Ctrl+Alt+H")),
             tr("A feature of hexsides that this module adds"), [this] { askNewKind("edgeFeature"); });
  addCommand(menu, "kind.path", tr("New &Path…"), QKeySequence(QStringLiteral("Ctrl+Alt+P")),
             tr("A kind of road or rail that this module adds"), [this] { askNewKind("path"); });
  menu->addSeparator();
  addCommand(menu, "kind.tables", tr("&Rules Tables…"), QKeySequence(QStringLiteral("Ctrl+F9")),
             tr("The tables of the rules with their references, and the module's changes"),
             [this] { showRulesTables(); });
  const auto text = [](const QString& one) { return one.toStdString(); };
  connect(mPalette, &PaletteDock::newKindWanted, this,
          [=, this](const QString& section) { askNewKind(text(section)); });
  connect(mPalette, &PaletteDock::changeKindWanted, this,
          [=, this](const QString& section, const QString& id) { askChangeKind(text(section), text(id)); });
  connect(mPalette, &PaletteDock::removeKindWanted, this,
          [=, this](const QString& section, const QString& id) { askRemoveKind(text(section), text(id)); });
}

void MainWindow::askNewKind(const std::string& section) {
  if (!mDocument || mDocument->isReadOnly())
    return;
  mCanvas->finishNaming(true);
  KindDialog dialog(*mDocument, section, {}, this);
  if (dialog.exec() == QDialog::Accepted)
    mTools.choose(toolOf(section), dialog.kind());
}

void MainWindow::askChangeKind(const std::string& section, const std::string& id) {
  if (!mDocument || mDocument->isReadOnly())
    return;
  mCanvas->finishNaming(true);
  KindDialog(*mDocument, section, id, this).exec();
}

void MainWindow::askRemoveKind(const std::string& section, const std::string& id) {
  if (!mDocument || mDocument->isReadOnly())
    return;
  mCanvas->finishNaming(true);
  const RecordTable& catalogue = mDocument->ruleset().rows("catalogue");
  const auto row = catalogue.find({section, id});
  if (row == catalogue.end())
    return;
  const QString name = QString::fromStdString(parsedObject(row->second).value("name", id));
  const KindUse use = useOfKind(mDocument->document(), section, id);
  QMessageBox box(QMessageBox::Question, QApplication::applicationDisplayName(),
                  tr("Remove “%1” from this module?").arg(name), QMessageBox::Cancel, this);
  box.setObjectName(QStringLiteral("removeKind"));
  QPushButton* remove = box.addButton(tr("Remove"), QMessageBox::DestructiveRole);
  remove->setObjectName(QStringLiteral("removeKindYes"));
  QComboBox* instead = nullptr;
  const QString rules = tr("Its look and the rules that are only about it go, too. One undo brings everything back.");
  if (use.count == 0) {
    box.setInformativeText(rules);
  } else if (section == "terrain") {
    box.setInformativeText(counted(use.count, tr("It is on 1 hex, which needs another terrain:"),
                                   tr("It is on %1 hexes, which need another terrain:")) +
                           QStringLiteral("\n") + rules);
    instead = new QComboBox(&box);
    instead->setObjectName(QStringLiteral("removeKindInstead"));
    for (const auto& [terrain, kind] : mDocument->catalogue().terrains)
      if (terrain != id)
        instead->addItem(QString::fromStdString(kind.name), QString::fromStdString(terrain));
    if (auto* grid = qobject_cast<QGridLayout*>(box.layout()))
      grid->addWidget(instead, grid->rowCount(), 0, 1, grid->columnCount());
  } else {
    box.setInformativeText(counted(use.count, tr("It is taken off 1 hexside."), tr("It is taken off %1 hexsides.")) +
                           QLatin1Char(' ') + rules);
  }
  box.exec();
  if (box.clickedButton() != remove)
    return;
  const std::string terrain = instead ? instead->currentData().toString().toStdString() : std::string();
  const Result<OverlayRows> rows = rowsWithoutKind(mDocument->document(), mDocument->ruleset(), section, id);
  if (!rows)
    return complain(rows.error(), tr("“%1” cannot be removed.").arg(name));
  const Outcome outcome = mDocument->edit(tr("Remove kind: %1").arg(name), [&](Stroke& stroke) {
    clearKind(stroke, section, id, terrain);
    applyOverlay(stroke, *rows);
  });
  if (!outcome)
    return complain(outcome.error(), tr("“%1” cannot be removed.").arg(name));
  offerKinds(); // a tool may have had it in hand
}

void MainWindow::showRulesTables() {
  if (!mDocument)
    return;
  if (!mRulesTables)
    mRulesTables = new RulesTablesDialog(*mDocument, this);
  mRulesTables->show();
  mRulesTables->raise();
  mRulesTables->activateWindow();
}

} // namespace hotchkiss::editor
