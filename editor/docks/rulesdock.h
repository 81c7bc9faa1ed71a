#pragma once

#include "editor/model/toolstate.h"

#include <QDockWidget>

#include <map>

class QCheckBox;
class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace hotchkiss {
struct StepJudgement;
}

namespace hotchkiss::editor {

class ProfileForm;
class RulesModel;

/// Asks the rules of the module's game: where a unit gets to and at what price, explained hex by hex, and which hexes
/// the placed units control.
class RulesDock final : public QDockWidget {
  Q_OBJECT

 public:
  RulesDock(RulesModel& model, ToolState& tools, QWidget* parent = nullptr);

 signals:
  void failed(const QString& message);
  /// A hex of the explanation should be brought into view.
  void goTo(const hotchkiss::editor::Selection& place);

 private:
  QWidget* makeForm();
  QWidget* makeMarch();
  QWidget* makeButtons();
  QToolButton* makePosition();
  void fillPositionMenu();
  void askLoad();
  void askSave();
  void load(const QString& file);
  std::optional<HexCoord> chosenHex() const;

  void rebuild();
  void showQuestion();
  void showUnits();
  void showAnswer();
  void showPath();
  void showZonesAt();
  void showBlame();
  QTreeWidgetItem* addGroup(const QString& title);
  void addReasons(QTreeWidgetItem* parent, const StepJudgement& step);
  void addBlame(QTreeWidgetItem* parent, const std::string& cell);

  RulesModel& mModel;
  ToolState& mTools;
  bool mIsShowing = false;
  QStackedWidget* mPages = nullptr;
  QLabel* mProblem = nullptr;
  QComboBox* mUnit = nullptr;
  ProfileForm* mProfile = nullptr;
  QComboBox* mWeather = nullptr;
  QSpinBox* mAllowance = nullptr;
  QWidget* mArguments = nullptr;
  std::map<std::string, QSpinBox*> mArgumentBoxes;
  QCheckBox* mReach = nullptr;
  QCheckBox* mZones = nullptr;
  QPushButton* mStart = nullptr;
  QPushButton* mPlace = nullptr;
  QPushButton* mRemove = nullptr;
  QMenu* mPositionMenu = nullptr;
  QLabel* mSummary = nullptr;
  QTreeWidget* mTree = nullptr;
};

} // namespace hotchkiss::editor
