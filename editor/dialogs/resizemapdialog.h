#pragma once

#include "libterrain/map/document.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QSpinBox;

namespace hotchkiss::editor {

class ResizePreview;

/// Asks how many lines to add to or cut from each side of the map.
class ResizeMapDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit ResizeMapDialog(const Document& document, QWidget* parent = nullptr);

  /// Hex (c, r) becomes (c, r) + shift, on a map of this size.
  HexCoord shift() const;
  Extent size() const;

 private:
  void refresh();
  std::size_t lostHexes() const;

  const Document mDocument;
  QSpinBox* mLeft = nullptr;
  QSpinBox* mTop = nullptr;
  QSpinBox* mRight = nullptr;
  QSpinBox* mBottom = nullptr;
  ResizePreview* mPreview = nullptr;
  QLabel* mMessage = nullptr;
  QDialogButtonBox* mButtons = nullptr;
};

/// The old map and the new one, laid over each other.
class ResizePreview final : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;
  void showSizes(Extent before, HexCoord shift, Extent after);
  QSize sizeHint() const override { return {260, 200}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Extent mBefore;
  HexCoord mShift;
  Extent mAfter;
};

} // namespace hotchkiss::editor
