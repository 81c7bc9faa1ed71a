#include "editor/dialogs/resizemapdialog.h"

#include "editor/docks/glyphs.h"
#include "editor/model/mapsizes.h"
#include "libscenario/module/limits.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {} // namespace

ResizeMapDialog::ResizeMapDialog(const Document& document, QWidget* parent) : QDialog(parent), mDocument(document) {
  setObjectName(QStringLiteral("resizeMapDialog"));
  setWindowTitle(tr("Resize the map"));
  auto* column = new QVBoxLayout(this);
  auto* text =
      new QLabel(tr("Lines to add at each side; negative numbers cut lines off. Everything on the map keeps its "
                    "place, and printed labels move along."));
  text->setWordWrap(true);
  column->addWidget(text);
  auto* both = new QHBoxLayout;
  auto* form = new QFormLayout;
  const auto lines = [&](const QString& label, const QString& name, int present) {
    auto* spin = new QSpinBox;
    spin->setObjectName(name);
    spin->setRange(1 - present, kMostLines);
    connect(spin, &QSpinBox::valueChanged, this, &ResizeMapDialog::refresh);
    form->addRow(label, spin);
    return spin;
  };
  const Extent extent = mDocument.extent();
  mTop = lines(tr("&Top:"), QStringLiteral("resizeTop"), extent.height);
  mBottom = lines(tr("&Bottom:"), QStringLiteral("resizeBottom"), extent.height);
  mLeft = lines(tr("&Left:"), QStringLiteral("resizeLeft"), extent.width);
  mRight = lines(tr("&Right:"), QStringLiteral("resizeRight"), extent.width);
  both->addLayout(form);
  mPreview = new ResizePreview;
  mPreview->setObjectName(QStringLiteral("resizePreview"));
  mPreview->setAccessibleName(tr("Old and new map"));
  both->addWidget(mPreview, 1);
  column->addLayout(both, 1);
  mMessage = new QLabel;
  mMessage->setObjectName(QStringLiteral("resizeMessage"));
  mMessage->setWordWrap(true);
  mMessage->setMinimumHeight(fontMetrics().height() * 2);
  column->addWidget(mMessage);
  mButtons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  mButtons->setObjectName(QStringLiteral("resizeButtons"));
  mButtons->button(QDialogButtonBox::Ok)->setText(tr("Re&size"));
  connect(mButtons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(mButtons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(mButtons);
  refresh();
}

HexCoord ResizeMapDialog::shift() const {
  return {mLeft->value(), mTop->value()};
}

Extent ResizeMapDialog::size() const {
  return {mDocument.extent().width + mLeft->value() + mRight->value(),
          mDocument.extent().height + mTop->value() + mBottom->value()};
}

/// Hexes with something in them that would fall outside.
std::size_t ResizeMapDialog::lostHexes() const {
  const Extent before = mDocument.extent();
  const Extent after = size();
  const HexCoord by = shift();
  std::size_t lost = 0;
  for (std::int32_t c = 0; c < before.width; ++c)
    for (std::int32_t r = 0; r < before.height; ++r)
      if (!after.contains({c + by.c, r + by.r}) && mDocument.hex({c, r}) != HexValue{})
        ++lost;
  return lost;
}

void ResizeMapDialog::refresh() {
  if (!mButtons)
    return;
  const Extent after = size();
  mPreview->showSizes(mDocument.extent(), shift(), after);
  QString problem;
  if (after.width < 1 || after.height < 1)
    problem = tr("Nothing would be left of the map.");
  else if (after.width > kMostLines || after.height > kMostLines)
    problem = tr("A map has at most %1 columns and rows.").arg(kMostLines);
  else if (after.area() > kMostHexes)
    problem = tr("A map has at most 16 million hexes.");
  QString text = problem;
  if (problem.isEmpty()) {
    text = tr("%1 × %2 hexes").arg(after.width).arg(after.height);
    if (const std::size_t lost = lostHexes(); lost > 0)
      text +=
          ". " + tr("What lies in %1 painted hexes is cut off.").arg(QLocale().toString(static_cast<qulonglong>(lost)));
  }
  mMessage->setText(text);
  mMessage->setStyleSheet(problem.isEmpty() ? QString() : "color:" + errorColour().name());
  const bool changes = shift() != HexCoord{} || after != mDocument.extent();
  mButtons->button(QDialogButtonBox::Ok)->setEnabled(problem.isEmpty() && changes);
}

void ResizePreview::showSizes(Extent before, HexCoord shift, Extent after) {
  mBefore = before;
  mShift = shift;
  mAfter = after;
  update();
}

void ResizePreview::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(palette().color(QPalette::Mid));
  painter.setBrush(palette().color(QPalette::AlternateBase));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  if (mAfter.width < 1 || mAfter.height < 1)
    return;
  // Both in the coordinates of the new map.
  const QRectF before(mShift.c, mShift.r, mBefore.width, mBefore.height);
  const QRectF after(0, 0, mAfter.width, mAfter.height);
  const QRectF all = before.united(after);
  const QRectF area = QRectF(rect()).adjusted(14, 14, -14, -14);
  const double scale = std::min(area.width() / all.width(), area.height() / all.height());
  const QPointF origin = area.center() - all.center() * scale;
  const auto placed = [&](const QRectF& r) { return QRectF(r.topLeft() * scale + origin, r.size() * scale); };
  QColor kept = palette().color(QPalette::Highlight);
  kept.setAlphaF(0.35F);
  QColor lost = errorColour();
  lost.setAlphaF(0.3F);
  painter.setPen(Qt::NoPen);
  painter.fillRect(placed(before), lost);
  painter.fillRect(placed(after), palette().color(QPalette::Base));
  painter.fillRect(placed(before.intersected(after)), kept);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(palette().color(QPalette::Text), 1, Qt::DashLine));
  painter.drawRect(placed(before));
  painter.setPen(QPen(palette().color(QPalette::Text), 1.5));
  painter.drawRect(placed(after));
}

} // namespace hotchkiss::editor
