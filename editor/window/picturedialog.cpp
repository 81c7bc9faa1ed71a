#include "editor/window/picturedialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace hotchkiss::editor {

namespace {

QDoubleSpinBox* spinBox(QWidget* parent, const char* name, double low, double high, double value, const QString& unit) {
  auto* out = new QDoubleSpinBox(parent);
  out->setObjectName(QLatin1String(name));
  out->setRange(low, high);
  out->setValue(value);
  out->setSuffix(QLatin1Char(' ') + unit);
  return out;
}

} // namespace

PictureDialog::PictureDialog(std::shared_ptr<const MapPainter> painter, const QRectF& visible, QWidget* parent)
    : QDialog(parent),
      mPainter(std::move(painter)),
      mVisible(visible & mPainter->bounds()),
      mFormat(new QComboBox(this)),
      mArea(new QComboBox(this)),
      mDpi(spinBox(this, "pictureDpi", 20, 1200, SheetOptions().dpi, tr("dpi"))),
      mHex(spinBox(this, "pictureHex", 1, 100, SheetOptions().hexMillimetres, tr("mm"))),
      mTitle(new QCheckBox(tr("Title"), this)),
      mLegend(new QCheckBox(tr("Legend"), this)),
      mScale(new QCheckBox(tr("Scale bar"), this)),
      mBorder(new QCheckBox(tr("Border"), this)),
      mSize(new QLabel(this)),
      mButtons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this)) {
  setWindowTitle(tr("Export picture"));
  mFormat->setObjectName(QStringLiteral("pictureFormat"));
  mFormat->addItem(tr("PNG: pixels, for screens"), QStringLiteral("png"));
  mFormat->addItem(tr("PDF: for print"), QStringLiteral("pdf"));
  mFormat->addItem(tr("SVG: for drawing programs"), QStringLiteral("svg"));
  mArea->setObjectName(QStringLiteral("pictureArea"));
  mArea->addItem(tr("The whole map"));
  mArea->addItem(tr("What the window shows"));
  mDpi->setDecimals(0);
  mHex->setToolTip(tr("Between the centres of neighbouring hexes. Three quarters of an inch is 19.05 mm."));
  auto* form = new QFormLayout;
  form->addRow(tr("Format:"), mFormat);
  form->addRow(tr("Part:"), mArea);
  form->addRow(tr("Resolution:"), mDpi);
  form->addRow(tr("Hexes in print:"), mHex);
  auto* parts = new QHBoxLayout;
  for (QCheckBox* part : {mTitle, mLegend, mScale, mBorder}) {
    part->setChecked(true);
    parts->addWidget(part);
    connect(part, &QCheckBox::toggled, this, &PictureDialog::refresh);
  }
  form->addRow(tr("With:"), parts);
  form->addRow(tr("Size:"), mSize);
  auto* column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addWidget(mButtons);
  connect(mFormat, &QComboBox::currentIndexChanged, this, &PictureDialog::refresh);
  connect(mArea, &QComboBox::currentIndexChanged, this, &PictureDialog::refresh);
  connect(mDpi, &QDoubleSpinBox::valueChanged, this, &PictureDialog::refresh);
  connect(mHex, &QDoubleSpinBox::valueChanged, this, &PictureDialog::refresh);
  connect(mButtons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(mButtons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  refresh();
}

QString PictureDialog::suffix() const {
  return mFormat->currentData().toString();
}

SheetOptions PictureDialog::options() const {
  SheetOptions out;
  out.dpi = mDpi->value();
  out.hexMillimetres = mHex->value();
  if (mArea->currentIndex() == 1)
    out.area = mVisible;
  out.title = mTitle->isChecked();
  out.legend = mLegend->isChecked();
  out.scaleBar = mScale->isChecked();
  out.border = mBorder->isChecked();
  return out;
}

void PictureDialog::refresh() {
  const bool isPng = suffix() == QLatin1String("png");
  mDpi->setEnabled(isPng);
  const SheetExport sheet(mPainter, options());
  const QLocale locale;
  QString text = tr("%1 × %2 mm")
                     .arg(locale.toString(sheet.millimetres().width(), 'f', 0),
                          locale.toString(sheet.millimetres().height(), 'f', 0));
  bool fits = true;
  if (isPng) {
    const QSize pixels = sheet.pixels();
    text += tr(", %1 × %2 pixels").arg(locale.toString(pixels.width()), locale.toString(pixels.height()));
    fits = qint64{pixels.width()} * pixels.height() <= kMostPngPixels &&
           std::max(pixels.width(), pixels.height()) <= kMostPngSide;
  }
  mSize->setText(fits ? text : text + tr(": too large, choose smaller hexes or fewer dots"));
  mButtons->button(QDialogButtonBox::Save)->setEnabled(fits);
}

} // namespace hotchkiss::editor
