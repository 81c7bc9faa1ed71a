#pragma once

#include "libscenario/module/newmodule.h"

#include <QDialog>

#include <filesystem>
#include <map>
#include <memory>

class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QFormLayout;

namespace hotchkiss::editor {

class LatticePreview;

/// Asks for everything that a new module needs, and shows how its hexes will be numbered.
class NewModuleDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit NewModuleDialog(QWidget* parent = nullptr);
  ~NewModuleDialog() override;

  /// Fills in size, lattice and numbering, such as those read off a scan.
  void propose(const NewModuleWish& wish);
  std::filesystem::path folder() const;
  /// Good once the dialog has been accepted.
  NewModule wanted() const { return mWanted; }

 private:
  struct AxisFields {
    QSpinBox* first = nullptr;
    QComboBox* step = nullptr;
    QComboBox* stagger = nullptr;
    Axis value() const;
    void show(const Axis& axis);
  };

  QWidget* buildModule();
  QWidget* buildMap();
  QWidget* buildNumbering();
  AxisFields buildAxis(QFormLayout* form, const QString& label, const QString& name);
  void useRuleset();
  void useProposal();
  void followSize();
  void browse();
  void refresh();
  const Ruleset* ruleset() const;
  NewModuleWish wish() const;
  Outcome check();
  void showPreview(const Outcome& outcome);

  std::map<std::string, std::unique_ptr<Ruleset>> mRulesets;
  NewModule mWanted;
  Extent mLastSize;
  std::optional<NewModuleWish> mProposed; ///< goes before what the ruleset says
  bool mIsFilling = false;
  bool mIdIsTyped = false;
  bool mFolderIsTyped = false;

  QComboBox* mSystem = nullptr;
  QLabel* mScale = nullptr;
  QLineEdit* mTitle = nullptr;
  QLineEdit* mId = nullptr;
  QLineEdit* mFolder = nullptr;
  QSpinBox* mColumns = nullptr;
  QSpinBox* mRows = nullptr;
  QComboBox* mOrientation = nullptr;
  QComboBox* mShifted = nullptr;
  QDoubleSpinBox* mPitch = nullptr;
  QLabel* mPitchNote = nullptr;
  QLineEdit* mSheet = nullptr;
  QLineEdit* mLetter = nullptr;
  QComboBox* mLabel = nullptr;
  AxisFields mColumnAxis;
  AxisFields mRowAxis;
  LatticePreview* mPreview = nullptr;
  QLabel* mPreviewText = nullptr;
  QLabel* mMessage = nullptr;
  QDialogButtonBox* mButtons = nullptr;
};

} // namespace hotchkiss::editor
