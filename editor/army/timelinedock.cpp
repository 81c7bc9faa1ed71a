#include "editor/army/timelinedock.h"

#include "editor/army/scenariodock.h"

#include <QScrollArea>

namespace hotchkiss::editor {

namespace {

/// As high as some rows of cards, when it is first shown: the rest is found by scrolling.
class TimelineArea final : public QScrollArea {
 public:
  QSize sizeHint() const override { return {QScrollArea::sizeHint().width(), 260}; }
};

} // namespace

TimelineDock::TimelineDock(ArmyModel& model, ScenarioDock& scenario, QWidget* parent)
    : QDockWidget(tr("Timeline"), parent), mModel(model) {
  setObjectName(QStringLiteral("timelineDock"));
  auto* area = new TimelineArea;
  area->setObjectName(QStringLiteral("timelineArea"));
  area->setWidgetResizable(true);
  mView = new TimelineView(model, scenario.view());
  area->setWidget(mView);
  setWidget(area);
  connect(&model, &ArmyModel::scenarioChanged, this, &TimelineDock::rebuild);
  connect(this, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible)
      rebuild();
  });
  connect(mView, &TimelineView::rowChosen, &scenario, &ScenarioDock::chooseScheduled);
  connect(mView, &TimelineView::turnChosen, &scenario,
          [&scenario](const QString& turn) { scenario.chooseTurn(turn.toStdString()); });
  connect(mView, &TimelineView::moved, &scenario,
          [&scenario](const RecordKey& key, const QString& turn) { scenario.reschedule(key, turn.toStdString()); });
}

void TimelineDock::rebuild() {
  if (isVisible())
    mView->rebuild();
}

} // namespace hotchkiss::editor
