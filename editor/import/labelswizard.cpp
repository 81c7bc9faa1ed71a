#include "editor/import/labelswizard.h"

#include "editor/docks/glyphs.h"
#include "editor/import/scanview.h"

#include <QtWidgets>

#include <cmath>

namespace hotchkiss::editor {

namespace {

constexpr std::size_t kShown = 6;        // proposals that anybody compares
constexpr long kMostPrintedLines = 400;  // columns or rows of a printed map
constexpr long kMostDrawn = 6000;        // hexes of the preview
constexpr double kSmallestLabelled = 34; // pixels of a hex from which its number is drawn

long parity(long number) {
  return ((number % 2) + 2) % 2;
}

Lattice latticeOf(const NumberingProposal& proposal) {
  return Lattice(proposal.orientation, proposal.shifted);
}

HexCoord hexOf(const NumberingProposal& proposal, long column, long row) {
  return {static_cast<std::int32_t>(proposal.columnStep * column), static_cast<std::int32_t>(proposal.rowStep * row)};
}

Point toScan(const NumberingProposal& proposal, Point plane) {
  const auto& a = proposal.affine;
  return {a[0] * plane.x + a[1] * plane.y + a[2], a[3] * plane.x + a[4] * plane.y + a[5]};
}

std::optional<Point> toPlane(const NumberingProposal& proposal, Point at) {
  const auto& a = proposal.affine;
  const double det = a[0] * a[4] - a[1] * a[3];
  if (std::abs(det) < 1e-12)
    return std::nullopt;
  const double x = at.x - a[2];
  const double y = at.y - a[5];
  return Point{(x * a[4] - y * a[1]) / det, (y * a[0] - x * a[3]) / det};
}

/// How a label is put together: prefix, numbers with their widths, and what stands between.
struct LabelShape {
  std::string prefix;
  std::string between;
  std::size_t firstWidth = 1;
  std::size_t secondWidth = 1;
};
LabelShape shapeOf(const std::string& label) {
  LabelShape out;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t at = 0;
  while (at < label.size() && !digit(label[at]))
    out.prefix += label[at++];
  std::size_t end = at;
  while (end < label.size() && digit(label[end]))
    ++end;
  std::size_t next = end;
  while (next < label.size() && !digit(label[next]))
    out.between += label[next++];
  if (next == label.size()) { // one run of digits: halves
    out.between.clear();
    out.firstWidth = out.secondWidth = (end - at) / 2;
  } else {
    out.firstWidth = label[at] == '0' ? end - at : 1;
    out.secondWidth = label[next] == '0' ? label.size() - next : 1;
  }
  return out;
}

std::string patternOf(const std::string& label, bool columnFirst) {
  const LabelShape shape = shapeOf(label);
  const auto field = [](const char* name, std::size_t width) {
    return width > 1 ? "{" + std::string(name) + ":" + std::to_string(width) + "}" : "{" + std::string(name) + "}";
  };
  const std::string first = field(columnFirst ? "col" : "row", shape.firstWidth);
  const std::string second = field(columnFirst ? "row" : "col", shape.secondWidth);
  return (shape.prefix.empty() ? "" : "{sheet}") + first + shape.between + second;
}

} // namespace

Point onScan(const NumberingProposal& proposal, long column, long row) {
  return toScan(proposal, latticeOf(proposal).centre(hexOf(proposal, column, row)));
}

std::optional<InferredMap> inferredMap(const NumberingProposal& proposal, const std::string& label, QSize scan) {
  const Lattice lattice = latticeOf(proposal);
  InferredMap out;
  bool any = false;
  // All hexes whose middle lies on the scan; found from the plane rectangle that holds it.
  QRectF plane;
  for (const Point corner :
       {Point{0, 0}, Point{static_cast<double>(scan.width()), 0}, Point{0, static_cast<double>(scan.height())},
        Point{static_cast<double>(scan.width()), static_cast<double>(scan.height())}}) {
    const auto p = toPlane(proposal, corner);
    if (!p)
      return std::nullopt;
    plane = plane.united(QRectF(p->x - 0.01, p->y - 0.01, 0.02, 0.02));
    if (!any) {
      plane = QRectF(p->x, p->y, 0.01, 0.01);
      any = true;
    }
  }
  if (plane.width() > kMostPrintedLines * 2 || plane.height() > kMostPrintedLines * 2)
    return std::nullopt;
  const HexCoord a = lattice.hexAt({plane.left(), plane.top()});
  const HexCoord b = lattice.hexAt({plane.right(), plane.bottom()});
  any = false;
  for (std::int32_t c = std::min(a.c, b.c) - 1; c <= std::max(a.c, b.c) + 1; ++c)
    for (std::int32_t r = std::min(a.r, b.r) - 1; r <= std::max(a.r, b.r) + 1; ++r) {
      const Point at = toScan(proposal, lattice.centre({c, r}));
      const long column = static_cast<long>(c) * proposal.columnStep;
      const long row = static_cast<long>(r) * proposal.rowStep;
      if (at.x < 0 || at.y < 0 || at.x > scan.width() || at.y > scan.height() || column < 0 || row < 0)
        continue;
      out.firstColumn = any ? std::min(out.firstColumn, column) : column;
      out.lastColumn = any ? std::max(out.lastColumn, column) : column;
      out.firstRow = any ? std::min(out.firstRow, row) : row;
      out.lastRow = any ? std::max(out.lastRow, row) : row;
      any = true;
    }
  if (!any || out.lastColumn - out.firstColumn > kMostPrintedLines || out.lastRow - out.firstRow > kMostPrintedLines)
    return std::nullopt;
  out.wish.extent = {static_cast<std::int32_t>(out.lastColumn - out.firstColumn + 1),
                     static_cast<std::int32_t>(out.lastRow - out.firstRow + 1)};
  out.wish.orientation = proposal.orientation;
  Axis columns;
  columns.step = proposal.columnStep;
  columns.first = proposal.columnStep > 0 ? out.firstColumn : out.lastColumn;
  Axis rows;
  rows.step = proposal.rowStep;
  rows.first = proposal.rowStep > 0 ? out.firstRow : out.lastRow;
  // Which lines lie half a hex on, counted from the map's own corner.
  const long corner = proposal.orientation == Orientation::Flat ? columns.first : rows.first;
  const long shiftedPrinted = proposal.shifted == Parity::Odd ? 1 : 0;
  out.wish.shifted = parity(shiftedPrinted - corner) == 1 ? Parity::Odd : Parity::Even;
  out.wish.columns = columns;
  out.wish.rows = rows;
  out.wish.label = patternOf(label, proposal.columnFirst);
  if (const std::string prefix = shapeOf(label).prefix; !prefix.empty())
    out.wish.letter = prefix;
  return out;
}

LabelsWizard::LabelsWizard(std::shared_ptr<const ScanImage> image, const Lattice& lattice,
                           std::shared_ptr<const Numbering> numbering, QWidget* parent)
    : QDialog(parent), mImage(std::move(image)), mLattice(lattice), mNumbering(std::move(numbering)) {
  setObjectName(QStringLiteral("labelsWizard"));
  setWindowTitle(tr("Three printed labels"));
  mView = new ScanView;
  mView->setObjectName(QStringLiteral("labelsScan"));
  mView->setImage(mImage);
  auto* side = new QVBoxLayout;
  auto* intro = new QLabel(tr("Click the middle of three hexes that do not lie on one line, and type their printed "
                              "labels. Hexes far apart tell more."));
  intro->setWordWrap(true);
  side->addWidget(intro);
  auto* form = new QFormLayout;
  for (std::size_t i = 0; i < mLabels.size(); ++i) {
    mLabels.at(i) = new QLineEdit;
    mLabels.at(i)->setObjectName(QStringLiteral("labelsField%1").arg(i + 1));
    mLabels.at(i)->setPlaceholderText(tr("such as 0533"));
    mLabels.at(i)->setMaxLength(64);
    form->addRow(tr("Label &%1").arg(i + 1), mLabels.at(i));
    connect(mLabels.at(i), &QLineEdit::textChanged, this, &LabelsWizard::refresh);
  }
  side->addLayout(form);
  side->addWidget(new QLabel(tr("What that can be, best first:")));
  mList = new QListWidget;
  mList->setObjectName(QStringLiteral("labelsProposals"));
  mList->setAccessibleName(tr("Proposals"));
  mList->setWordWrap(true);
  side->addWidget(mList, 1);
  mText = new QLabel;
  mText->setObjectName(QStringLiteral("labelsText"));
  mText->setWordWrap(true);
  side->addWidget(mText);
  mUse = new QPushButton(tr("&Use as Points"));
  mUse->setObjectName(QStringLiteral("labelsUse"));
  mUse->setToolTip(tr("The three hexes become control points of the open map"));
  mNew = new QPushButton(tr("&New Module…"));
  mNew->setObjectName(QStringLiteral("labelsNew"));
  mNew->setToolTip(tr("A new module with this lattice and numbering, as large as the scan"));
  auto* cancel = new QPushButton(tr("Cancel"));
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(mNew);
  buttons->addStretch();
  buttons->addWidget(mUse);
  buttons->addWidget(cancel);
  for (QPushButton* button : {mUse, mNew, cancel})
    button->setAutoDefault(false);
  side->addLayout(buttons);
  auto* row = new QHBoxLayout(this);
  row->addWidget(mView, 1);
  auto* right = new QWidget;
  right->setLayout(side);
  right->setFixedWidth(330);
  row->addWidget(right);
  connect(mView, &ScanView::clicked, this, &LabelsWizard::setPoint);
  connect(mView, &ScanView::markMoved, this, [this](int mark, Point pixel) {
    int seen = 0;
    for (auto& point : mPoints)
      if (point && seen++ == mark)
        point = pixel;
    refresh();
  });
  connect(mList, &QListWidget::currentRowChanged, this, &LabelsWizard::showProposal);
  connect(mUse, &QPushButton::clicked, this, &QDialog::accept);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(mNew, &QPushButton::clicked, this, [this] {
    const NumberingProposal* proposal = chosen();
    if (!proposal)
      return;
    const auto inferred = inferredMap(*proposal, points().front().label, mImage->size());
    if (!inferred)
      return;
    const NewModuleWish wish = inferred->wish;
    const std::vector<LabelledPoint> labelled = points();
    reject();
    emit newModuleWanted(wish, labelled);
  });
  refresh();
  resize(980, 640);
}

void LabelsWizard::setPoint(Point pixel) {
  for (std::size_t i = 0; i < mPoints.size(); ++i)
    if (!mPoints.at(i)) {
      mPoints.at(i) = pixel;
      mLabels.at(i)->setFocus();
      return refresh();
    }
  // All are set: the nearest one moves.
  const auto away = [&](const std::optional<Point>& point) {
    return std::hypot(point->x - pixel.x, point->y - pixel.y);
  };
  *std::min_element(mPoints.begin(), mPoints.end(), [&](const auto& a, const auto& b) { return away(a) < away(b); }) =
      pixel;
  refresh();
}

std::vector<LabelledPoint> LabelsWizard::points() const {
  std::vector<LabelledPoint> out;
  for (std::size_t i = 0; i < mPoints.size(); ++i)
    if (mPoints.at(i))
      out.push_back({mLabels.at(i)->text().trimmed().toStdString(), *mPoints.at(i)});
  return out;
}

void LabelsWizard::refresh() {
  std::vector<ScanView::Mark> marks;
  for (const LabelledPoint& point : points())
    marks.push_back({point.at, QString::fromStdString(point.label), false, point.label.empty()});
  mView->setMarks(std::move(marks));
  const std::vector<LabelledPoint> all = points();
  const bool complete =
      all.size() == 3 && std::none_of(all.begin(), all.end(), [](const auto& point) { return point.label.empty(); });
  mProposals = complete ? inferNumbering({all[0], all[1], all[2]}) : std::vector<NumberingProposal>();
  if (mProposals.size() > kShown)
    mProposals.resize(kShown);
  const QSignalBlocker blocker(mList);
  mList->clear();
  for (const NumberingProposal& proposal : mProposals) {
    const QString hexes = proposal.orientation == Orientation::Flat ? tr("flat tops") : tr("pointed tops");
    const QString order = proposal.columnFirst ? tr("column first") : tr("row first");
    const QString shifted =
        proposal.orientation == Orientation::Flat
            ? (proposal.shifted == Parity::Odd ? tr("odd columns lower") : tr("even columns lower"))
            : (proposal.shifted == Parity::Odd ? tr("odd rows to the right") : tr("even rows to the right"));
    QStringList runs;
    if (proposal.columnStep < 0)
      runs << tr("columns run to the left");
    if (proposal.rowStep < 0)
      runs << tr("rows run upward");
    mList->addItem(QStringList{hexes, order, shifted}.join(QStringLiteral(", ")) +
                   (runs.isEmpty() ? QString() : QStringLiteral(", ") + runs.join(QStringLiteral(", "))) +
                   tr("; bent by %1 %").arg(std::lround(100 * proposal.misfit)));
  }
  if (!mProposals.empty())
    mList->setCurrentRow(0);
  showProposal();
  if (!complete)
    mText->setText(all.size() < 3 ? tr("%1 of 3 hexes are set.").arg(all.size()) : tr("A label is missing."));
  else if (mProposals.empty())
    mText->setText(tr("The labels cannot be read, or the hexes lie on one line: choose others."));
  else if (ambiguous(mProposals))
    mText->setText(tr("Two readings fit about equally well: compare the lattice with the scan, or move a point."));
}

const NumberingProposal* LabelsWizard::chosen() const {
  const int row = mList->currentRow();
  return row >= 0 && row < static_cast<int>(mProposals.size()) ? &mProposals[static_cast<std::size_t>(row)] : nullptr;
}

/// Draws the lattice that the proposal means over the scan.
void LabelsWizard::showProposal() {
  const NumberingProposal* proposal = chosen();
  const auto inferred = proposal ? inferredMap(*proposal, points().front().label, mImage->size()) : std::nullopt;
  mNew->setEnabled(inferred.has_value());
  bool fits = proposal && proposal->orientation == mLattice.orientation();
  for (const LabelledPoint& point : points())
    fits = fits && mNumbering && mNumbering->resolve(point.label).ok();
  mUse->setEnabled(fits);
  mUse->setToolTip(fits ? tr("The three hexes become control points of the open map")
                        : tr("The open map has other hexes or other labels: make a new module"));
  if (!inferred) {
    mView->setOverlay({});
    return;
  }
  mText->setText(tr("%1 columns (%2 to %3) and %4 rows (%5 to %6) lie on the scan.")
                     .arg(inferred->wish.extent.width)
                     .arg(inferred->firstColumn)
                     .arg(inferred->lastColumn)
                     .arg(inferred->wish.extent.height)
                     .arg(inferred->firstRow)
                     .arg(inferred->lastRow));
  const Result<LabelPattern> pattern = LabelPattern::parse(*inferred->wish.label);
  const std::string letter = inferred->wish.letter.value_or("");
  mView->setOverlay([proposal = *proposal, inferred = *inferred, pattern,
                     letter](QPainter& painter, const std::function<QPointF(Point)>& toWidget, const QRectF& pixels) {
    const Lattice lattice = latticeOf(proposal);
    const Point a = onScan(proposal, 1, 1);
    const Point b =
        toScan(proposal, {lattice.centre(hexOf(proposal, 1, 1)).x + 1, lattice.centre(hexOf(proposal, 1, 1)).y});
    const QPointF step = toWidget(b) - toWidget(a);
    const double size = std::hypot(step.x(), step.y());
    long drawn = 0;
    QFont font = painter.font();
    font.setPixelSize(std::clamp(static_cast<int>(size / 4), 8, 16));
    painter.setFont(font);
    for (long column = inferred.firstColumn; column <= inferred.lastColumn; ++column)
      for (long row = inferred.firstRow; row <= inferred.lastRow; ++row) {
        const Point at = onScan(proposal, column, row);
        if (!pixels.contains(at.x, at.y) || ++drawn > kMostDrawn)
          continue;
        QPolygonF outline;
        constexpr int kCorners = 6;
        for (int corner = 0; corner < kCorners; ++corner)
          outline << toWidget(toScan(proposal, lattice.position(lattice.vertex(hexOf(proposal, column, row), corner))));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(QColor(255, 255, 255, 150), 2.6));
        painter.drawPolygon(outline);
        painter.setPen(QPen(QColor(0xd6, 0x33, 0x6c), 1.1));
        painter.drawPolygon(outline);
        if (size < kSmallestLabelled || !pattern)
          continue;
        const QString text = QString::fromStdString(pattern->format(letter, column, row));
        // Without a box, and below the middle: the printed label stays beside it, to be compared.
        const QFontMetricsF metrics(painter.font());
        QPainterPath path;
        path.addText(toWidget(at) + QPointF(-metrics.horizontalAdvance(text) / 2, size * 0.24), painter.font(), text);
        painter.setPen(QPen(QColor(255, 255, 255, 210), 2.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(path);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0xa0, 0x1c, 0x4c));
        painter.drawPath(path);
      }
  });
}

} // namespace hotchkiss::editor
