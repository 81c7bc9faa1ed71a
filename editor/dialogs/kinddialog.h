#pragma once

#include "editor/model/editordocument.h"
#include "editor/model/kindrows.h"

#include <QDialog>

#include <memory>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QGroupBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QTimer;

namespace hotchkiss::editor {

class ColourButton;
class CostTable;

/// Asks for a kind of terrain, hexside or path, new or changed, shows how it will look, and writes it to the module's
/// overlay as one edit.
class KindDialog final : public QDialog {
  Q_OBJECT

 public:
  /// `id` empty: a new kind.
  KindDialog(EditorDocument& document, const std::string& section, const std::string& id, QWidget* parent = nullptr);
  ~KindDialog() override;

  /// The kind that was made or changed.
  const std::string& kind() const { return mKind; }

  void accept() override;

 private:
  QGroupBox* buildKind();
  QGroupBox* buildLook();
  QGroupBox* buildCosts();
  void fill(const KindWish& wish);
  void chooseModel();
  KindWish wish() const;
  void refresh();
  void preview(const Ruleset& ruleset, const std::string& id);

  EditorDocument& mDocument;
  std::string mSection;
  std::string mId;
  std::string mKind;
  std::shared_ptr<const MoveCosts> mRules;
  KindWish mBegan; ///< what the form began with
  Result<OverlayRows> mRows = OverlayRows{};
  bool mIsShowing = false;

  QLineEdit* mName = nullptr;
  QComboBox* mModel = nullptr;
  QLineEdit* mKey = nullptr;
  QComboBox* mGroup = nullptr;
  QLineEdit* mSight = nullptr;
  QLineEdit* mReference = nullptr;
  QLineEdit* mNote = nullptr;
  ColourButton* mFill = nullptr;
  ColourButton* mColour = nullptr;
  ColourButton* mCasing = nullptr;
  QComboBox* mPattern = nullptr;
  QComboBox* mLine = nullptr;
  QSpinBox* mWidth = nullptr;
  QComboBox* mSymbol = nullptr;
  QLabel* mPreview = nullptr;
  CostTable* mCosts = nullptr;
  QCheckBox* mOtherRules = nullptr;
  QLabel* mOtherNote = nullptr;
  QLabel* mProblem = nullptr;
  QDialogButtonBox* mButtons = nullptr;
  QTimer* mTimer = nullptr;
};

} // namespace hotchkiss::editor
