#pragma once

#include "editor/army/scenarioedits.h"
#include "editor/army/setupview.h"
#include "libscenario/validation/finding.h"

#include <QDockWidget>

class QComboBox;
class QLabel;
class QSlider;
class QTabWidget;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace hotchkiss::editor {

/// Scenarios: which there are, what is set up where, when the rest comes, and what counts for victory. While it is open
/// the counters of the scenario in hand stand on the map.
class ScenarioDock final : public QDockWidget {
  Q_OBJECT

 public:
  ScenarioDock(ArmyModel& model, SetupView& view, QWidget* parent = nullptr);

  bool addScenario(const NewScenario& wanted);
  bool duplicate(const QString& title);
  /// What differs between the scenario in hand and another one, in words.
  QStringList differencesTo(const std::string& other) const;
  bool place(const std::vector<std::string>& ids, HexCoord hex);
  bool removeChosen();
  /// What is chosen comes in on a turn at a hex.
  bool schedule(const std::string& turn, HexCoord at);
  bool reschedule(const RecordKey& arrival, const std::string& turn);
  bool setTurnMember(const std::string& turn, const std::string& member, const std::string& value);
  /// One step up (towards the top of its stack) or down.
  bool moveInStack(const std::string& piece, bool up);
  bool setFacing(const std::string& piece, std::optional<int> facing);
  /// The hex that is selected on the map: where arrivals come in.
  void setSelectedHex(std::optional<HexCoord> hex);
  /// What the checks say, for the page that shows what stands between the scenario and a level.
  void setFindings(const std::vector<Finding>& findings);
  SetupView& view() { return mView; }

 signals:
  void failed(const QString& reason);
  void goTo(hotchkiss::HexCoord hex);
  void goToFinding(const hotchkiss::Finding& finding);

 private:
  QWidget* buildSetup();
  QWidget* buildTurns();
  QWidget* buildVictory();
  QWidget* buildLevels();
  void rebuild();
  void showLevels();
  void showSetup();
  void showStack();
  void showTurns();
  void showVictory();
  void showTurnEditors();
  void askNew();
  void askDuplicate();
  void askCompare();
  bool made(const Result<ArmyChange>& change, const QString& title);
  QTreeWidgetItem* pieceItem(const std::string& id, const QString& note);

  ArmyModel& mModel;
  SetupView& mView;
  std::optional<HexCoord> mHex;
  QComboBox* mScenarios = nullptr;
  QToolButton* mNew = nullptr;
  QToolButton* mDuplicate = nullptr;
  QToolButton* mCompare = nullptr;
  QTabWidget* mTabs = nullptr;
  QLabel* mHead = nullptr;
  QTreeWidget* mSetup = nullptr;
  QLabel* mStackTitle = nullptr;
  QTreeWidget* mStack = nullptr;
  QToolButton* mUp = nullptr;
  QToolButton* mDown = nullptr;
  QToolButton* mRemove = nullptr;
  QComboBox* mFacing = nullptr;
  QTreeWidget* mTurns = nullptr;
  QSlider* mSlider = nullptr;
  QLabel* mSliderText = nullptr;
  QComboBox* mKind = nullptr;
  QComboBox* mWeather = nullptr;
  QToolButton* mSchedule = nullptr;
  QTreeWidget* mVictory = nullptr;
  QLabel* mLevelText = nullptr;
  QTreeWidget* mLevels = nullptr;
  std::vector<Finding> mFindings;
  CounterPixmaps mIcons;
  bool mIsStale = true;
  bool mIsShowing = false;
};

} // namespace hotchkiss::editor
