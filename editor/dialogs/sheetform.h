#pragma once

#include "editor/dialogs/sheetextras.h"

#include <QGroupBox>

class QComboBox;
class QLineEdit;

namespace hotchkiss::editor {

/// The extras of one sheet as a form that folds up: most sheets need none of it.
class SheetForm final : public QGroupBox {
  Q_OBJECT

 public:
  explicit SheetForm(Orientation orientation, QWidget* parent = nullptr);
  void showExtras(const SheetExtras& extras);
  SheetExtras extras() const;

 signals:
  /// The user changed something.
  void edited();

 private:
  using Sides = std::array<QComboBox*, 4>;
  QComboBox* choice(const char* object, const QString& tip,
                    const std::vector<std::pair<std::string, QString>>& choices);
  QWidget* sides(const char* object, const QString& tip, Sides& out);

  bool mIsShowing = false;
  QWidget* mBody = nullptr;
  QComboBox* mTurn = nullptr;
  QComboBox* mStagger = nullptr;
  QComboBox* mOblique = nullptr;
  QLineEdit* mNorth = nullptr;
  QLineEdit* mOmit = nullptr;
  Sides mMissing{};
  Sides mPartial{};
};

} // namespace hotchkiss::editor
