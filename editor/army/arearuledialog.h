#pragma once

#include "editor/army/setupview.h"

#include <QDialog>
#include <nlohmann/json.hpp>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace hotchkiss::editor {

/// Says on which hexes the chosen pieces may be set up: near a place, beyond a line, in a region, on the hexes that are
/// selected on the map, or where several of these hold. The zone is on the map while it is being chosen.
class AreaRuleDialog final : public QDialog {
  Q_OBJECT

 public:
  enum class Condition { Within, SideOf, In, Selected, AwayFrom, WithFormation };

  AreaRuleDialog(ArmyModel& model, SetupView& view, QWidget* parent = nullptr);

  /// What is selected on the map: hexes, and a thing with a name.
  void setMapSelection(const std::vector<HexCoord>& hexes, const nlohmann::json& target);
  /// As a hand would.
  void setCondition(Condition condition, int hexes, const nlohmann::json& target, const QString& bearing = {});
  void addCondition();
  /// The rule as it stands, `{}` when it says nothing yet.
  nlohmann::json rule() const;
  QString areaName() const;

 signals:
  /// The chosen pieces shall have this rule.
  void wanted(const std::string& rule, const QString& areaName);

 private:
  nlohmann::json condition() const;
  void fillTargets();
  void showState();
  Condition kind() const;

  ArmyModel& mModel;
  SetupView& mView;
  std::vector<HexCoord> mHexes;
  std::vector<nlohmann::json> mConditions;
  QLabel* mPieces = nullptr;
  QListWidget* mList = nullptr;
  QComboBox* mKind = nullptr;
  QSpinBox* mDistance = nullptr;
  QComboBox* mBearing = nullptr;
  QComboBox* mTarget = nullptr;
  QLabel* mSelected = nullptr;
  QPushButton* mAnd = nullptr;
  QLabel* mResult = nullptr;
  QCheckBox* mKeep = nullptr;
  QLineEdit* mName = nullptr;
  QPushButton* mSet = nullptr;
};

} // namespace hotchkiss::editor
