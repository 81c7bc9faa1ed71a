#pragma once

#include "editor/army/levelsview.h"
#include "editor/army/rowform.h"
#include "editor/army/scenarioedits.h"
#include "editor/army/setupview.h"
#include "libscenario/validation/finding.h"

#include <QDockWidget>
#include <nlohmann/json.hpp>

class QComboBox;
class QLabel;
class QSlider;
class QTabWidget;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace hotchkiss::editor {

class AreaRuleDialog;
class ScenarioRowsPage;

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
  /// What is chosen may be set up on the hexes of a rule about places.
  bool placeByArea(const nlohmann::json& where, const std::string& areaName = {});
  /// What is chosen comes in on a turn at a hex.
  bool schedule(const std::string& turn, HexCoord at);
  bool scheduleAt(const std::string& turn, const nlohmann::json& at);
  bool withdraw(const std::string& turn);
  bool reschedule(const RecordKey& arrival, const std::string& turn);
  /// Another place for a row of the schedule.
  bool reroute(const RecordKey& row, const nlohmann::json& at);
  bool removeScheduled(const RecordKey& key);
  bool addTurn(const std::string& after);
  bool removeTurn(const std::string& id);
  /// The row of the schedule that is chosen in the list of turns.
  RecordKey scheduled() const;
  void chooseScheduled(const RecordKey& key);
  void chooseTurn(const std::string& id);
  bool addObjective(const nlohmann::json& of);
  bool addLevel();
  bool removeVictory(const RecordKey& key);
  void chooseVictory(const RecordKey& key);
  bool setTurnMember(const std::string& turn, const std::string& member, const std::string& value);
  /// One step up (towards the top of its stack) or down.
  bool moveInStack(const std::string& piece, bool up);
  bool setFacing(const std::string& piece, std::optional<int> facing);
  /// What is selected on the map, as a place of a scenario (null for nothing): where arrivals come in and objectives
  /// lie; and the hexes that are selected together.
  void setSelectedPlace(const nlohmann::json& place);
  void setSelectedArea(const std::vector<HexCoord>& hexes);
  /// Opens the page on which a row of a scenario is shown, with the row chosen.
  void showRow(const RecordKey& key);
  AreaRuleDialog& askArea();
  RowForm& setupForm() { return *mSetupForm; }
  RowForm& turnForm() { return *mTurnForm; }
  RowForm& victoryForm() { return *mVictoryForm; }
  ScenarioRowsPage& rowsPage() { return *mRows; }
  QTabWidget& pages() { return *mTabs; }
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
  RowForm* boundForm(const char* name);
  void rebuild();
  void showSetup();
  void showSetupForm();
  bool changeSetupRow(const nlohmann::json& body, const QString& title);
  void showStack();
  void showTurns();
  void showVictory();
  void showTurnEditors();
  void showTurnForm();
  void showScheduled();
  void showStrength();
  void showPoints();
  void fillEntries();
  nlohmann::json arrivalPlace() const;
  void askNew();
  void askDuplicate();
  void askCompare();
  bool made(const Result<ArmyChange>& change, const QString& title);
  QTreeWidgetItem* pieceItem(const std::string& id, const QString& note);

  ArmyModel& mModel;
  SetupView& mView;
  nlohmann::json mPlace; ///< selected on the map
  nlohmann::json mShownPlace;
  std::vector<HexCoord> mArea;
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
  QToolButton* mByArea = nullptr;
  RowForm* mSetupForm = nullptr;
  AreaRuleDialog* mAreaDialog = nullptr;
  QTreeWidget* mTurns = nullptr;
  QSlider* mSlider = nullptr;
  QLabel* mSliderText = nullptr;
  QComboBox* mKind = nullptr;
  QComboBox* mWeather = nullptr;
  QToolButton* mSchedule = nullptr;
  QToolButton* mLeave = nullptr;
  QToolButton* mAddTurn = nullptr;
  QToolButton* mRemoveTurn = nullptr;
  QComboBox* mEntry = nullptr;
  RowForm* mTurnForm = nullptr;
  QLabel* mStrength = nullptr;
  QTreeWidget* mVictory = nullptr;
  QLabel* mPoints = nullptr;
  QToolButton* mAddObjective = nullptr;
  QToolButton* mAddLevel = nullptr;
  QToolButton* mObjectiveHere = nullptr;
  QToolButton* mRemoveVictory = nullptr;
  RowForm* mVictoryForm = nullptr;
  RecordKey mVictoryRow;
  ScenarioRowsPage* mRows = nullptr;
  LevelsView* mLevels = nullptr;
  CounterPixmaps mIcons;
  bool mIsStale = true;
  bool mIsShowing = false;
};

} // namespace hotchkiss::editor
