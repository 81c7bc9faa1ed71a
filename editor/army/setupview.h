#pragma once

#include "editor/army/armymodel.h"
#include "render/answeroverlay.h"
#include "render/counters/counterstack.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace hotchkiss::editor {

/// A counter under the pointer.
struct CounterHit {
  std::size_t stack = 0;
  std::size_t counter = 0;
};

/// The counters of the scenario in hand as the map shows them: stacks at the start, or with what has come and gone up
/// to a turn; and the zones in which what is chosen may be set up.
class SetupView final : public QObject {
  Q_OBJECT

 public:
  explicit SetupView(ArmyModel& model, QObject* parent = nullptr);

  ArmyModel& model() { return mModel; }
  bool isShown() const { return mShown; }
  void setShown(bool shown);
  /// 0: the set-up; n: after the arrivals of the n-th turn.
  int turn() const { return mTurn; }
  void setTurn(int turn);
  int turns();

  /// The zone of a rule that is being chosen.
  void setPreview(const std::optional<AllowedHexes>& allowed);
  /// Hexes to point out: where the chosen arrival comes in.
  void setHighlight(std::set<HexCoord> hexes);
  const std::set<HexCoord>& highlight() const { return mHighlight; }
  const std::optional<AllowedHexes>& preview() const { return mPreview; }
  /// Objectives with their points.
  void setObjectivesShown(bool shown);
  void setChosenObjective(const std::string& id);
  /// The pointer rests on a stack: it is spread out so that all of it can be seen and picked up.
  void hover(QPointF at, double pitch, const std::function<QPointF(QPointF)>& toWidget);
  std::optional<HexCoord> spread() const { return mSpread; }

  struct ObjectiveMark {
    std::string id;
    QPointF at; ///< in the plane
    QString points;
    QColor colour;
  };
  const std::vector<ObjectiveMark>& objectives();

  const std::vector<CounterStack>& stacks();
  const AnswerOverlay& zones();
  /// Where a piece stands now.
  std::optional<HexCoord> hexOf(const std::string& piece);
  /// The stack on a hex; null for none.
  const CounterStack* stackAt(HexCoord hex);
  /// The topmost counter at a point of the widget. `toWidget` as the canvas has it.
  std::optional<CounterHit> hit(QPointF at, double pitch, const std::function<QPointF(QPointF)>& toWidget);

  void paint(QPainter& painter, const QRectF& visible, double pitch, double devicePixelRatio,
             const std::function<QPointF(QPointF)>& toWidget);

 signals:
  void changed(); ///< has to be painted anew

 private:
  void drop();
  void work();
  void addPiece(const Piece& piece, const ArmyValues& states, HexCoord hex, std::optional<int> facing,
                const std::vector<ScenarioPlace>& covers, bool isPossible);
  void removePiece(const std::string& id);
  void workZones();
  void workObjectives();
  bool isSpread(std::size_t stack) const { return mSpread && mHexes[stack] == *mSpread; }
  void paintObjectives(QPainter& painter, const QRectF& visible, double pitch,
                       const std::function<QPointF(QPointF)>& toWidget);

  ArmyModel& mModel;
  bool mShown = true;
  bool mIsWorked = false;
  bool mHasZones = false;
  int mTurn = 0;
  std::map<std::pair<std::int32_t, std::int32_t>, std::vector<StackedCounter>> mByHex;
  std::vector<CounterStack> mStacks;
  std::vector<HexCoord> mHexes; ///< of the stacks
  AnswerOverlay mZones;
  std::optional<AllowedHexes> mPreview;
  std::set<HexCoord> mHighlight;
  std::optional<HexCoord> mSpread;
  std::vector<ObjectiveMark> mObjectives;
  std::string mChosenObjective;
  bool mHasObjectives = false;
  bool mObjectivesShown = false;
  CounterPixmaps mPixmaps;
};

} // namespace hotchkiss::editor
