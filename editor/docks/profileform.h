#pragma once

#include "libscenario/rules/position.h"

#include <QWidget>

#include <map>

class QComboBox;
class QFormLayout;
class QToolButton;

namespace hotchkiss::editor {

class AttributeEditor;
class RulesModel;

/// Side, type and attributes of the unit that the rules are asked about, and the policies that have a say. Only
/// attributes that movement and zones hang on are offered.
class ProfileForm final : public QWidget {
  Q_OBJECT

 public:
  explicit ProfileForm(RulesModel& model, QWidget* parent = nullptr);
  /// Another ruleset.
  void rebuild();
  /// Shows the model's mover; a unit of the position can be looked at but not changed.
  void refresh();

 private:
  void addAttributes();
  void addPolicies();
  void pass();
  const UnitState& shown() const;

  RulesModel& mModel;
  bool mIsShowing = false;
  QComboBox* mSide = nullptr;
  QComboBox* mType = nullptr;
  QToolButton* mMore = nullptr;
  QWidget* mDetails = nullptr;
  std::map<std::string, AttributeEditor*> mAttributes;
  std::map<std::string, QComboBox*> mPolicies;
};

} // namespace hotchkiss::editor
