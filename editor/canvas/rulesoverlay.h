#pragma once

#include "editor/canvas/viewport.h"
#include "editor/model/rulesworker.h"
#include "render/answeroverlay.h"

#include <QPixmap>

class QPainter;

namespace hotchkiss::editor {

class RulesModel;

/// The answers of the rules on the map: reach, zones of control, placed units, and the path to a hex. The ground is
/// kept as a picture, so that the pointer can move over it quickly.
class RulesOverlay {
 public:
  /// Takes over the model's present answer. Cheap when the question is the same and only the path is new.
  void update(const RulesModel& model, const Lattice& lattice, bool isNewQuestion);
  void clear();
  void paint(QPainter& painter, const Lattice& lattice, const Viewport& viewport, double devicePixelRatio);

  const AnswerOverlay& ground() const { return mGround; } ///< costs, zones, units
  const AnswerOverlay& way() const { return mWay; }       ///< the path, or a cross where there is none

 private:
  void addReach(const RulesModel& model);
  void addZones(const RulesModel& model);
  void addUnits(const RulesModel& model, const Lattice& lattice);
  void addWay(const RulesModel& model, const Lattice& lattice);

  AnswerOverlay mGround;
  AnswerOverlay mWay;
  std::shared_ptr<const Reach> mReach; ///< that the ground shows
  std::shared_ptr<const ZoneMap> mZones;
  QPixmap mPicture; ///< of the ground
  QRectF mPictured; ///< part of the plane that it shows
  double mScale = 0;
};

} // namespace hotchkiss::editor
