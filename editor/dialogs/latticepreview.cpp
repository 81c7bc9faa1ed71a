#include "editor/dialogs/latticepreview.h"

#include <QPainter>

#include <algorithm>

namespace hotchkiss::editor {

namespace {

constexpr std::int32_t kWholeWidth = 8; // maps up to this size are shown whole
constexpr std::int32_t kWholeHeight = 6;
constexpr std::int32_t kPatchWidth = 3;
constexpr std::int32_t kPatchHeight = 2;

} // namespace

LatticePreview::LatticePreview(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("latticePreview"));
  setAccessibleName(tr("Preview of the numbering"));
}

void LatticePreview::showLattice(const Lattice& lattice, HexCoord origin, Extent size, Labels labels) {
  mLattice = lattice;
  mOrigin = origin;
  mSize = size;
  mLabels = std::move(labels);
  mReason.clear();
  update();
}

void LatticePreview::clear(const QString& reason) {
  mLabels = {};
  mReason = reason;
  update();
}

std::vector<LatticePreview::Patch> LatticePreview::patches() const {
  if (mSize.width <= kWholeWidth && mSize.height <= kWholeHeight)
    return {{mOrigin, mSize, 0.5, 0.5}};
  const Extent patch{std::min(kPatchWidth, mSize.width), std::min(kPatchHeight, mSize.height)};
  const std::int32_t right = mOrigin.c + mSize.width - patch.width;
  const std::int32_t bottom = mOrigin.r + mSize.height - patch.height;
  const HexCoord middle{mOrigin.c + mSize.width / 2, mOrigin.r + mSize.height / 2};
  std::vector<Patch> out{{mOrigin, patch, 0, 0},
                         {{right, mOrigin.r}, patch, 1, 0},
                         {{mOrigin.c, bottom}, patch, 0, 1},
                         {{right, bottom}, patch, 1, 1}};
  if (mSize.width > 2 * kPatchWidth && mSize.height > 2 * kPatchHeight)
    out.push_back({middle, {1, 1}, 0.5, 0.5});
  // A map that is narrow or low has no second side of its own.
  std::erase_if(out, [&](const Patch& p) {
    return (p.x == 1 && mSize.width <= kPatchWidth) || (p.y == 1 && mSize.height <= kPatchHeight);
  });
  return out;
}

QRectF LatticePreview::boundsOf(const Patch& patch) const {
  QRectF out;
  for (std::int32_t c = 0; c < patch.size.width; ++c)
    for (std::int32_t r = 0; r < patch.size.height; ++r)
      for (const Point& p : mLattice.outline({patch.first.c + c, patch.first.r + r}))
        out = out.isNull() ? QRectF(p.x, p.y, 1e-6, 1e-6) : out.united(QRectF(p.x, p.y, 1e-6, 1e-6));
  return out;
}

void LatticePreview::paintHex(QPainter& painter, HexCoord h, const QPointF& offset, double pitch) const {
  QPolygonF outline;
  for (const Point& p : mLattice.outline(h))
    outline << QPointF(p.x, p.y) * pitch + offset;
  const QString label = mLabels(h);
  const QColor ink = palette().color(QPalette::Text);
  QColor line = ink;
  line.setAlphaF(label.isEmpty() ? 0.3F : 0.6F);
  painter.setPen(QPen(line, 1, label.isEmpty() ? Qt::DotLine : Qt::SolidLine));
  painter.setBrush(label.isEmpty() ? QBrush(Qt::NoBrush) : QBrush(palette().color(QPalette::Base)));
  painter.drawPolygon(outline);
  if (label.isEmpty())
    return;
  QFont font = painter.font();
  font.setPixelSize(std::max(7, static_cast<int>(pitch * 0.28)));
  // Long labels are set smaller, so that they stay inside.
  const double room = pitch * 0.86;
  while (font.pixelSize() > 6 && QFontMetricsF(font).horizontalAdvance(label) > room)
    font.setPixelSize(font.pixelSize() - 1);
  painter.setFont(font);
  painter.setPen(ink);
  painter.drawText(outline.boundingRect(), Qt::AlignCenter, label);
}

void LatticePreview::paintPatch(QPainter& painter, const Patch& patch, double pitch) const {
  const QRectF bounds = boundsOf(patch);
  const QRectF area = QRectF(rect()).adjusted(8, 8, -8, -8);
  const QPointF corner(area.x() + (area.width() - bounds.width() * pitch) * patch.x,
                       area.y() + (area.height() - bounds.height() * pitch) * patch.y);
  const QPointF offset = corner - bounds.topLeft() * pitch;
  for (std::int32_t c = 0; c < patch.size.width; ++c)
    for (std::int32_t r = 0; r < patch.size.height; ++r)
      paintHex(painter, {patch.first.c + c, patch.first.r + r}, offset, pitch);
}

void LatticePreview::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(palette().color(QPalette::Mid));
  painter.setBrush(palette().color(QPalette::AlternateBase));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  if (!mLabels) {
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, mReason);
    return;
  }
  const std::vector<Patch> all = patches();
  const bool isWhole = all.size() == 1;
  double wide = 0.1;
  double high = 0.1;
  for (const Patch& patch : all) {
    const QRectF bounds = boundsOf(patch);
    wide = std::max(wide, bounds.width());
    high = std::max(high, bounds.height());
  }
  const QRectF area = QRectF(rect()).adjusted(8, 8, -8, -8);
  const double across = isWhole || mSize.width <= kPatchWidth ? wide : wide * 2 + 1.4;
  const double down = isWhole || mSize.height <= kPatchHeight ? high : high * 2 + 0.4;
  const double pitch = std::min({area.width() / across, area.height() / down, 64.0});
  if (!isWhole) {
    // Thin lines join the corners: here the map goes on.
    QColor line = palette().color(QPalette::Text);
    line.setAlphaF(0.25F);
    painter.setPen(QPen(line, 1, Qt::DotLine));
    painter.setBrush(Qt::NoBrush);
    const double inset = pitch * 0.5;
    painter.drawRect(area.adjusted(inset, inset, -inset, -inset));
  }
  for (const Patch& patch : all)
    paintPatch(painter, patch, pitch);
}

} // namespace hotchkiss::editor
