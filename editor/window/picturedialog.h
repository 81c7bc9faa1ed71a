#pragma once

#include "render/export.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;

namespace hotchkiss::editor {

/// Asks how the map is written as a picture, and tells how large that will be.
class PictureDialog final : public QDialog {
  Q_OBJECT

 public:
  /// `visible` is the part of the plane that the window shows.
  PictureDialog(std::shared_ptr<const MapPainter> painter, const QRectF& visible, QWidget* parent = nullptr);

  SheetOptions options() const;
  QString suffix() const; ///< png, svg or pdf

 private:
  void refresh();

  std::shared_ptr<const MapPainter> mPainter;
  QRectF mVisible;
  QComboBox* mFormat;
  QComboBox* mArea;
  QDoubleSpinBox* mDpi;
  QDoubleSpinBox* mHex;
  QCheckBox* mTitle;
  QCheckBox* mLegend;
  QCheckBox* mScale;
  QCheckBox* mBorder;
  QLabel* mSize;
  QDialogButtonBox* mButtons;
};

} // namespace hotchkiss::editor
