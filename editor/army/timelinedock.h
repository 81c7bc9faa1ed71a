#pragma once

#include "editor/army/timelineview.h"

#include <QDockWidget>

namespace hotchkiss::editor {

class ScenarioDock;

/// The schedule of the scenario in hand along its turns; see TimelineView.
class TimelineDock final : public QDockWidget {
  Q_OBJECT

 public:
  TimelineDock(ArmyModel& model, ScenarioDock& scenario, QWidget* parent = nullptr);
  TimelineView& view() { return *mView; }

 private:
  void rebuild();

  ArmyModel& mModel;
  TimelineView* mView = nullptr;
};

} // namespace hotchkiss::editor
