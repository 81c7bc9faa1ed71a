#pragma once

#include "libterrain/numbering/numbering.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace hotchkiss::editor {

/// A small picture of a lattice with its labels: the whole of a small map, or the corners and the middle of a large
/// one.
class LatticePreview final : public QWidget {
  Q_OBJECT

 public:
  using Labels = std::function<QString(HexCoord)>;

  explicit LatticePreview(QWidget* parent = nullptr);
  /// Hexes from `origin` on; a hex with an empty label is drawn as missing.
  void showLattice(const Lattice& lattice, HexCoord origin, Extent size, Labels labels);
  /// Says why there is nothing to show.
  void clear(const QString& reason);

  QSize sizeHint() const override { return {340, 240}; }
  QSize minimumSizeHint() const override { return {240, 170}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Patch {
    HexCoord first;
    Extent size;
    double x = 0; ///< where it sits in the widget: 0 left or top, 1 right or bottom
    double y = 0;
  };
  std::vector<Patch> patches() const;
  QRectF boundsOf(const Patch& patch) const;
  void paintPatch(QPainter& painter, const Patch& patch, double pitch) const;
  void paintHex(QPainter& painter, HexCoord h, const QPointF& offset, double pitch) const;

  Lattice mLattice;
  HexCoord mOrigin;
  Extent mSize;
  Labels mLabels;
  QString mReason;
};

} // namespace hotchkiss::editor
