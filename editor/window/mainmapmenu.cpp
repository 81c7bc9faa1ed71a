// What a right click with the tool Select offers.
#include "editor/canvas/mapcanvas.h"
#include "editor/docks/findingsdock.h"
#include "editor/tools/featureplacing.h"
#include "editor/tools/namedrecords.h"
#include "editor/window/icons.h"
#include "editor/window/mainwindow.h"

#include <QMenu>

namespace hotchkiss::editor {

namespace {

constexpr std::size_t kMostFindingsOffered = 3;

bool isAbout(const Finding& finding, const Pick& pick, const Selection& chosen) {
  if (const auto* thing = std::get_if<NamedThing>(&chosen))
    if (finding.place.thing == thing->section + ' ' + thing->id)
      return true;
  switch (pick.kind) {
  case Pick::Kind::Edge:
    return finding.place.edge == std::optional(pick.edge);
  case Pick::Kind::Vertex:
    return finding.place.vertex == std::optional(pick.vertex);
  case Pick::Kind::Hex:
    break;
  }
  return finding.place.hex == std::optional(pick.hex);
}

} // namespace

void MainWindow::showMapMenu(const Pick& pick, const QPoint& at) {
  if (!mDocument)
    return;
  const bool editable = !mDocument->isReadOnly();
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("mapMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const Selection chosen = mTools.selection();
  const auto add = [&](const char* object, const QString& text, const QKeySequence& keys, auto act) {
    QAction* one = menu->addAction(text, this, act);
    one->setObjectName(QLatin1String(object));
    one->setShortcut(keys);
    one->setEnabled(editable);
    return one;
  };
  if (const auto* thing = std::get_if<NamedThing>(&chosen)) {
    const QString name = nameOf(*mDocument, *thing);
    add("menuRename", tr("&Rename “%1”…").arg(name), QKeySequence(Qt::Key_F2),
        [this, one = *thing] { mCanvas->startNaming(one); });
    add("menuRemove", tr("Re&move “%1”").arg(name), QKeySequence(Qt::Key_Delete),
        [this] { mCanvas->tool().key(Qt::Key_Delete, Qt::NoModifier); });
  } else if (const auto* edge = std::get_if<EdgeId>(&chosen)) {
    const FeatureSet features = mDocument->document().features(*edge);
    if (hasOrientation(features))
      add("menuFlip", tr("&Turn Round"), {}, [this, e = *edge] {
        if (const Outcome outcome = turnRound(*mDocument, e); !outcome)
          hint(QString::fromStdString(outcome.error().text()));
      });
    if (!features.empty())
      add("menuClearSide", tr("&Clear Hexside"), {}, [this, e = *edge] {
        const Outcome outcome =
            mDocument->edit(tr("Clear hexside"), [e](Stroke& stroke) { stroke.setEdge(e, std::string_view()); });
        if (!outcome)
          hint(QString::fromStdString(outcome.error().text()));
      });
  } else if (std::holds_alternative<HexCoord>(chosen) || !mTools.area().empty()) {
    for (const char* name : {"edit.cut", "edit.copy", "edit.clear"})
      menu->addAction(action(name));
    if (!mTools.area().empty()) {
      menu->addSeparator();
      for (const char* name : {"edit.rotateRight", "edit.rotateLeft", "edit.mirror"})
        menu->addAction(action(name));
    }
  }
  menu->addSeparator();
  menu->addAction(action("edit.paste"));
  bool isFirst = true;
  std::size_t offered = 0;
  for (const Finding& finding : mFindings->findings()) {
    if (offered == kMostFindingsOffered || !isAbout(finding, pick, chosen))
      continue;
    if (std::exchange(isFirst, false))
      menu->addSeparator();
    ++offered;
    constexpr int kMostShown = 60;
    QString said = QString::fromStdString(finding.message);
    if (said.size() > kMostShown)
      said = said.left(kMostShown - 1) + QChar(0x2026);
    QAction* go = menu->addAction(drawnIcon("validate"), tr("Finding: %1").arg(said), this, [this, finding] {
      mFindings->show();
      mFindings->raise();
      mFindings->choose(finding);
    });
    go->setObjectName(QStringLiteral("menuFinding"));
  }
  menu->popup(at);
}

} // namespace hotchkiss::editor
