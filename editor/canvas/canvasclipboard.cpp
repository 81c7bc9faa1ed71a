// What the canvas does with areas and the clipboard.
#include "editor/canvas/mapcanvas.h"
#include "editor/tools/selecttool.h"
#include "libscenario/module/clippingtext.h"
#include "libscenario/module/filekinds.h"
#include "libterrain/grid/areas.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainterPath>

#include <algorithm>

namespace hotchkiss::editor {

namespace {

const QString kMime = QString::fromLatin1(kClippingMimeType);

} // namespace

/// The selected hexes, or the one hex that is selected.
std::vector<HexCoord> MapCanvas::areaOrHex() const {
  if (!mState.area().empty())
    return mState.area();
  if (const auto* hex = std::get_if<HexCoord>(&mState.selection()))
    return {*hex};
  return {};
}

SelectTool* MapCanvas::takeSelectTool() {
  mState.setTool(ToolId::Select);
  return dynamic_cast<SelectTool*>(mTool.get());
}

void MapCanvas::copyArea() {
  const std::vector<HexCoord> area = mDocument ? areaOrHex() : std::vector<HexCoord>();
  if (area.empty())
    return emit complained(tr("Select what to copy first: drag over the hexes with the tool Select."));
  ClippingLetter letter;
  letter.clipping = takeClipping(mDocument->document(), area, middleOf(mDocument->document().lattice(), area),
                                 kNamedTable, thingsOfAreas());
  letter.ruleset = mDocument->ruleset().id();
  letter.keepsCourses = false;
  leaveCourses(letter.clipping);
  auto* mime = new QMimeData;
  mime->setData(kMime, QByteArray::fromStdString(clippingText(letter)));
  QGuiApplication::clipboard()->setMimeData(mime);
}

void MapCanvas::cutArea() {
  const std::vector<HexCoord> area = mDocument ? areaOrHex() : std::vector<HexCoord>();
  if (area.empty())
    return emit complained(tr("Select what to cut first: drag over the hexes with the tool Select."));
  if (mDocument->isReadOnly())
    return emit complained(tr("This module is open for reading only."));
  ClippingLetter letter;
  letter.clipping = takeClipping(mDocument->document(), area, middleOf(mDocument->document().lattice(), area),
                                 kNamedTable, thingsOfAreas());
  letter.ruleset = mDocument->ruleset().id();
  auto* mime = new QMimeData;
  mime->setData(kMime, QByteArray::fromStdString(clippingText(letter)));
  QGuiApplication::clipboard()->setMimeData(mime);
  const Outcome outcome = mDocument->edit(tr("Cut %n hex(es)", nullptr, static_cast<int>(area.size())),
                                          [&](Stroke& stroke) { removeArea(stroke, mDocument->catalogue(), area); });
  if (!outcome)
    emit complained(QString::fromStdString(outcome.error().text()));
}

void MapCanvas::paste() {
  if (!mDocument)
    return;
  const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
  if (!mime || !mime->hasFormat(kMime))
    return emit complained(tr("There is no piece of a map on the clipboard. Copy one with Ctrl+C."));
  const QByteArray bytes = mime->data(kMime);
  Result<ClippingLetter> letter = readClippingText({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  if (!letter)
    return emit complained(QString::fromStdString(letter.error().text()));
  if (letter->ruleset != mDocument->ruleset().id())
    return emit complained(
        tr("This piece of a map is of the ruleset %1 and cannot be put on a map of %2.")
            .arg(QString::fromStdString(letter->ruleset), QString::fromStdString(mDocument->ruleset().id())));
  if (letter->clipping.lattice.orientation() != mDocument->document().lattice().orientation())
    return emit complained(tr("The hexes of this piece stand on another side than those of this map."));
  const std::vector<std::string> unknown = dropUnknown(letter->clipping, mDocument->document(), mDocument->catalogue());
  setFocus();
  SelectTool* tool = takeSelectTool();
  if (!tool)
    return;
  const Point at = toPlane(underMouse() && rect().contains(mPointerAt.toPoint()) ? mPointerAt : rect().center());
  if (!mCursorShown || !mCursor)
    tool->hover(pointerAt(toWidget(at), Qt::NoButton, Qt::NoModifier));
  tool->beginPaste(std::move(*letter));
  if (unknown.empty())
    return;
  QStringList names;
  constexpr std::size_t kMostNamed = 6;
  for (std::size_t i = 0; i < std::min(kMostNamed, unknown.size()); ++i)
    names << QString::fromStdString(unknown[i]);
  if (unknown.size() > kMostNamed)
    names << tr("and %n more", nullptr, static_cast<int>(unknown.size() - kMostNamed));
  emit complained(tr("This module does not know, and leaves out: %1.").arg(names.join(QStringLiteral(", "))));
}

void MapCanvas::clearArea() {
  if (SelectTool* tool = mDocument ? takeSelectTool() : nullptr)
    tool->key(Qt::Key_Delete, Qt::NoModifier);
}

void MapCanvas::selectAll() {
  if (!mDocument || !takeSelectTool())
    return;
  const Extent extent = mDocument->document().extent();
  std::vector<HexCoord> all;
  all.reserve(static_cast<std::size_t>(extent.area()));
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r)
      all.push_back({c, r});
  mState.setArea(std::move(all));
}

void MapCanvas::rotateArea(int sixths) {
  if (SelectTool* tool = mDocument ? takeSelectTool() : nullptr)
    tool->rotate(sixths);
}

void MapCanvas::mirrorArea() {
  if (SelectTool* tool = mDocument ? takeSelectTool() : nullptr)
    tool->mirror();
}

void MapCanvas::pickUp() {
  if (!mDocument)
    return;
  const QPointF at = mCursorShown && mCursor ? toWidget(aimed()) : mPointerAt;
  mTool->pickUp(pointerAt(at, Qt::NoButton, Qt::NoModifier));
}

void MapCanvas::setNumberingPreview(std::shared_ptr<const Numbering> numbering) {
  mNumbering = std::move(numbering);
  update();
}

/// Labels by other sheets; those that differ from the module's stand out. From afar only the corners of sheets.
void MapCanvas::paintNumbering(QPainter& painter, const OverlayView& view, const QRectF& visible) const {
  const Lattice& lattice = mDocument->document().lattice();
  constexpr double kLegible = 26;
  // What stays as it is stands on the map already; only numbers that change are written, and nothing is covered.
  const auto label = [&](HexCoord h) {
    const std::string text = mNumbering->label(h);
    if (text == mDocument->numbering().label(h))
      return;
    const QPointF at = view.toWidget(lattice.centre(h));
    const QString shown = QString::fromStdString(text);
    const QFontMetricsF metrics(painter.font());
    QPainterPath path;
    path.addText(at + QPointF(-metrics.horizontalAdvance(shown) / 2, metrics.capHeight() / 2), painter.font(), shown);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(255, 255, 255, 230), 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0xc2, 0x25, 0x5c));
    painter.drawPath(path);
  };
  painter.save();
  QFont font = painter.font();
  font.setPointSizeF(std::clamp(scale() * 0.13, 6.5, 9.0));
  font.setBold(true);
  painter.setFont(font);
  if (scale() >= kLegible) {
    const Extent extent = mDocument->document().extent();
    for (const HexCoord h : hexesInBox(extent, lattice.hexAt({visible.left() - 1, visible.top() - 1}),
                                       lattice.hexAt({visible.right() + 1, visible.bottom() + 1})))
      if (const Point p = lattice.centre(h); visible.contains(p.x, p.y) && mNumbering->exists(h))
        label(h);
  } else {
    for (const Sheet& sheet : mNumbering->sheets())
      for (const HexCoord corner :
           {HexCoord{0, 0}, HexCoord{sheet.size.width - 1, 0}, HexCoord{0, sheet.size.height - 1},
            HexCoord{sheet.size.width - 1, sheet.size.height - 1}})
        label(sheet.onLattice(lattice, corner));
  }
  painter.restore();
}

} // namespace hotchkiss::editor
