#include "editor/import/georefdialog.h"

#include "editor/canvas/mapcanvas.h"
#include "editor/docks/countedtext.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/recordtext.h"
#include "editor/import/labelswizard.h"
#include "editor/import/scanview.h"
#include "editor/import/underlaysources.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

enum Column { kName, kPixelX, kPixelY, kHex, kX, kY, kOff, kLeftOut, kColumns };

constexpr double kReach = 10; // pixels within which a point on the map is meant

QString number(double value, int decimals) {
  return QLocale::c().toString(value, 'f', decimals);
}

std::optional<double> numberFrom(const QString& text) {
  bool good = false;
  const double value = QLocale::c().toDouble(text.trimmed(), &good);
  return good && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace

GeorefDialog::GeorefDialog(EditorDocument& document, MapCanvas& canvas, UnderlaySources& sources,
                           const std::string& source, QWidget* parent)
    : QDialog(parent),
      mDocument(document),
      mCanvas(canvas),
      mSources(sources),
      mSource(source),
      mMap(sources.map()),
      mScan(sources.georeference(source)),
      mSaved(mScan),
      mAlive(std::make_shared<bool>(true)) {
  setObjectName(QStringLiteral("georefDialog"));
  if (const auto* one = sources.source(source))
    mTitle = one->title;
  setWindowTitle(tr("Points of “%1”").arg(mTitle));
  mView = new ScanView;
  mView->setObjectName(QStringLiteral("georefScan"));
  auto* right = new QWidget;
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  auto* top = new QFormLayout;
  mModel = new QComboBox;
  mModel->setObjectName(QStringLiteral("georefModel"));
  const std::array<QString, 4> names{tr("Affine: moved, turned, scaled, sheared"), tr("Projective: photographed askew"),
                                     tr("Polynomial of degree 2: paper that shrank"),
                                     tr("Thin plate: every point exactly")};
  for (std::size_t i = 0; i < names.size(); ++i)
    mModel->addItem(
        tr("%1 (from %2 points)").arg(names.at(i)).arg(PlaneTransform::fewestPoints(static_cast<ScanModel>(i))));
  mModel->setCurrentIndex(static_cast<int>(mScan.model));
  mModel->setToolTip(
      tr("How the scan is bent to the map. Take the first that fits well: others follow wrong points, too"));
  top->addRow(tr("&Transform"), mModel);
  column->addLayout(top);
  mTable = new QTableWidget(0, kColumns);
  mTable->setObjectName(QStringLiteral("georefTable"));
  mTable->setAccessibleName(tr("Control points"));
  mTable->setHorizontalHeaderLabels({tr("Point"), tr("Across"), tr("Down"), tr("Hex"),
                                     mMap.frame ? tr("East") : tr("x"), mMap.frame ? tr("North") : tr("y"), tr("Off"),
                                     tr("Left out")});
  mTable->horizontalHeaderItem(kHex)->setToolTip(tr("The printed label of the hex in whose middle the point lies"));
  mTable->horizontalHeaderItem(kOff)->setToolTip(tr("How far the transform misses the point, in hexes"));
  mTable->horizontalHeaderItem(kLeftOut)->setToolTip(
      tr("How far the other points would miss it, in hexes: the honest figure"));
  mTable->verticalHeader()->hide();
  mTable->setSelectionBehavior(QAbstractItemView::SelectRows);
  mTable->setSelectionMode(QAbstractItemView::SingleSelection);
  mTable->setAlternatingRowColors(true);
  mTable->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  mTable->horizontalHeader()->setStretchLastSection(true);
  column->addWidget(mTable, 1);
  mState = new QLabel;
  mState->setObjectName(QStringLiteral("georefState"));
  mState->setWordWrap(true);
  mHint = new QLabel;
  mHint->setObjectName(QStringLiteral("georefHint"));
  mHint->setWordWrap(true);
  mHint->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(mState);
  column->addWidget(mHint);
  mRemove = new QPushButton(glyphIcon(Glyph::Remove), tr("&Remove Point"));
  mRemove->setObjectName(QStringLiteral("georefRemove"));
  mRemove->setToolTip(tr("Takes the chosen point out of the list (Del on the scan does the same)"));
  mLabels = new QPushButton(tr("Three Printed &Labels…"));
  mLabels->setObjectName(QStringLiteral("georefLabels"));
  mLabels->setToolTip(
      tr("Point at three hexes of a scanned hex map and type their labels: the lattice and the numbering "
         "follow"));
  auto* tools = new QHBoxLayout;
  tools->addWidget(mRemove);
  tools->addWidget(mLabels);
  tools->addStretch();
  column->addLayout(tools);
  auto* split = new QSplitter;
  split->addWidget(mView);
  split->addWidget(right);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  mSave = buttons->addButton(tr("&Save Points"), QDialogButtonBox::AcceptRole);
  mSave->setObjectName(QStringLiteral("georefSave"));
  mSave->setToolTip(tr("Writes the points to sources.json. One undo takes them back"));
  auto* outer = new QVBoxLayout(this);
  outer->addWidget(split, 1);
  outer->addWidget(buttons);
  for (QPushButton* button : {mRemove, mLabels, mSave})
    button->setAutoDefault(false);
  connect(mSave, &QPushButton::clicked, this, [this] { save(); });
  connect(buttons, &QDialogButtonBox::rejected, this, &GeorefDialog::reject);
  connect(mRemove, &QPushButton::clicked, this, [this] { removePoint(mCurrent); });
  connect(mLabels, &QPushButton::clicked, this, &GeorefDialog::askLabels);
  connect(mModel, &QComboBox::currentIndexChanged, this, [this](int index) {
    mScan.model = static_cast<ScanModel>(index);
    refresh();
  });
  connect(mTable, &QTableWidget::cellChanged, this, &GeorefDialog::edited);
  connect(mTable, &QTableWidget::currentCellChanged, this, [this](int row) {
    if (!mIsFilling)
      choose(row);
  });
  connect(mView, &ScanView::clicked, this, &GeorefDialog::addPoint);
  connect(mView, &ScanView::markMoved, this, &GeorefDialog::movePoint);
  connect(mView, &ScanView::markChosen, this, &GeorefDialog::choose);
  connect(mView, &ScanView::removeWanted, this, &GeorefDialog::removePoint);
  connect(&mSources, &UnderlaySources::loaded, this, &GeorefDialog::takeImage);
  connect(&document, &EditorDocument::edited, this, [this] { // frame or numbering may have moved
    mMap = mSources.map();
    refresh();
  });
  mCanvas.installEventFilter(this);
  mCanvas.addDecoration([this, alive = std::weak_ptr<bool>(mAlive)](QPainter& painter, const Viewport&) {
    if (!alive.expired())
      paintOnMap(painter);
  });
  takeImage();
  mSources.show(mSource, true);
  mCurrent = mScan.points.empty() ? -1 : 0;
  fillTable();
  refresh();
  resize(1180, 620);
}

GeorefDialog::~GeorefDialog() {
  mCanvas.removeEventFilter(this);
  mAlive.reset();
  mSources.preview(mSource, nullptr);
  mCanvas.unsetCursor();
  mCanvas.update();
}

void GeorefDialog::takeImage() {
  if (const auto image = mSources.scan(mSource)) {
    mView->setImage(image);
    refresh();
  }
}

QString GeorefDialog::freeName() const {
  for (std::size_t n = mScan.points.size() + 1;; ++n) {
    const QString name = tr("point %1").arg(n);
    if (std::none_of(mScan.points.begin(), mScan.points.end(),
                     [&](const GeorefPoint& point) { return point.name == name.toStdString(); }))
      return name;
  }
}

void GeorefDialog::addPoint(Point pixel) {
  GeorefPoint point;
  point.name = freeName().toStdString();
  point.pixel = pixel;
  mScan.points.push_back(point);
  mCurrent = static_cast<int>(mScan.points.size()) - 1;
  fillTable();
  refresh();
}

void GeorefDialog::movePoint(int index, Point pixel, bool done) {
  if (index < 0 || index >= static_cast<int>(mScan.points.size()))
    return;
  mScan.points[static_cast<std::size_t>(index)].pixel = pixel;
  refresh(!done);
}

void GeorefDialog::removePoint(int index) {
  if (index < 0 || index >= static_cast<int>(mScan.points.size()))
    return;
  mScan.points.erase(mScan.points.begin() + index);
  mCurrent = std::min(index, static_cast<int>(mScan.points.size()) - 1);
  fillTable();
  refresh();
}

void GeorefDialog::placeOnMap(int index, Point plane, bool done) {
  if (index < 0 || index >= static_cast<int>(mScan.points.size()))
    return;
  mMap.setPlace(mScan.points[static_cast<std::size_t>(index)], plane);
  refresh(!done);
}

void GeorefDialog::choose(int index) {
  mCurrent = index;
  mView->setCurrent(index);
  if (mTable->currentRow() != index && index >= 0) {
    mIsFilling = true;
    mTable->setCurrentCell(index, kHex);
    mIsFilling = false;
  }
  refresh();
}

void GeorefDialog::edited(int row, int column) {
  if (mIsFilling || row < 0 || row >= static_cast<int>(mScan.points.size()))
    return;
  GeorefPoint& point = mScan.points[static_cast<std::size_t>(row)];
  const QString text = mTable->item(row, column)->text().trimmed();
  QString problem;
  if (column == kName && !text.isEmpty()) {
    point.name = text.toStdString();
  } else if (column == kPixelX || column == kPixelY) {
    if (const auto value = numberFrom(text))
      (column == kPixelX ? point.pixel.x : point.pixel.y) = *value;
    else
      problem = tr("“%1” is no number of pixels.").arg(text);
  } else if (column == kHex) {
    if (text.isEmpty()) {
      point.label.clear();
    } else if (const Result<HexCoord> hex = mMap.numbering->resolve(text.toStdString()); hex) {
      point.label = text.toStdString();
      point.ground.reset();
      point.plane.reset();
    } else {
      problem = qt(hex.error().text());
    }
  } else if (column == kX || column == kY) {
    if (const auto value = numberFrom(text)) {
      Point place = mMap.frame ? point.ground.value_or(mMap.frame->toGround(mMap.place(point).value_or(Point{})))
                               : mMap.place(point).value_or(Point{});
      (column == kX ? place.x : place.y) = *value;
      point.label.clear();
      (mMap.frame ? point.ground : point.plane) = place;
      (mMap.frame ? point.plane : point.ground).reset();
    } else if (!text.isEmpty()) {
      problem = tr("“%1” is no coordinate.").arg(text);
    }
  }
  refresh();
  if (!problem.isEmpty())
    mHint->setText(problem);
}

void GeorefDialog::fillTable() {
  mIsFilling = true;
  mTable->setRowCount(static_cast<int>(mScan.points.size()));
  for (int row = 0; row < mTable->rowCount(); ++row)
    for (int column = 0; column < kColumns; ++column)
      if (!mTable->item(row, column)) {
        auto* item = new QTableWidgetItem;
        if (column == kOff || column == kLeftOut)
          item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        if (column != kName)
          item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        mTable->setItem(row, column, item);
      }
  if (mCurrent >= 0)
    mTable->setCurrentCell(mCurrent, kHex);
  mIsFilling = false;
}

/// The last column has the honest figures; it must not be cut off.
void GeorefDialog::keepAllColumns() {
  int width = mTable->verticalScrollBar()->sizeHint().width() + 2 * mTable->frameWidth();
  for (int column = 0; column < kColumns; ++column) {
    constexpr int kGrid = 8; // and the room that the style leaves around a text
    width += std::max(static_cast<const QAbstractItemView*>(mTable)->sizeHintForColumn(column),
                      mTable->horizontalHeader()->sectionSizeHint(column)) +
             kGrid;
  }
  constexpr int kMost = 680; // the scan needs room, too
  mTable->setMinimumWidth(std::min(kMost, width));
}

/// Everything that hangs on the points: figures, marks, and the scan on the map.
void GeorefDialog::refresh(bool hasty) {
  mFit = fitGeoreference(mScan, mMap);
  mIsFilling = true;
  std::vector<ScanView::Mark> marks;
  int contradicting = 0;
  for (std::size_t i = 0; i < mScan.points.size(); ++i) {
    const GeorefPoint& point = mScan.points[i];
    const auto place = mMap.place(point);
    const int row = static_cast<int>(i);
    const auto put = [&](int column, const QString& text) { mTable->item(row, column)->setText(text); };
    put(kName, qt(point.name));
    put(kPixelX, number(point.pixel.x, 1));
    put(kPixelY, number(point.pixel.y, 1));
    put(kHex, qt(point.label));
    const auto shown = place && mMap.frame ? std::optional(mMap.frame->toGround(*place)) : place;
    put(kX, shown ? number(shown->x, mMap.frame ? 1 : 3) : QString());
    put(kY, shown ? number(shown->y, mMap.frame ? 1 : 3) : QString());
    put(kOff, mFit.off[i] ? number(*mFit.off[i], 3) : QString());
    put(kLeftOut, mFit.leftOut[i] ? number(*mFit.leftOut[i], 3) : QString());
    for (int column = 0; column < kColumns; ++column) {
      QTableWidgetItem* item = mTable->item(row, column);
      item->setForeground(mFit.contradicts[i] ? QBrush(errorColour()) : QBrush());
      item->setToolTip(mFit.contradicts[i] ? tr("This point contradicts the others: is it the right place?")
                       : place             ? QString()
                                           : tr("Not on the map yet: click there, or type a hex or coordinates"));
    }
    contradicting += mFit.contradicts[i] ? 1 : 0;
    marks.push_back({point.pixel, qt(point.name), mFit.contradicts[i], !place});
  }
  mIsFilling = false;
  keepAllColumns();
  mView->setMarks(std::move(marks));
  mView->setCurrent(mCurrent);
  QPalette colours = palette();
  if (!mFit.problem.empty()) {
    mState->setText(qt(mFit.problem));
    colours.setColor(QPalette::WindowText, warningColour());
  } else {
    QString text = tr("%1 points, off by %2 hexes on average").arg(mFit.used).arg(number(mFit.rms, 2));
    if (mFit.leftOutRms > 0 && !std::isnan(mFit.leftOutRms))
      text += tr(", %1 when each is left out").arg(number(mFit.leftOutRms, 2));
    if (contradicting > 0) {
      text += counted(static_cast<std::size_t>(contradicting), tr("; 1 point contradicts the others"),
                      tr("; %1 points contradict the others"));
      colours.setColor(QPalette::WindowText, errorColour());
    }
    mState->setText(text + QLatin1Char('.'));
  }
  mState->setPalette(colours);
  const bool unplaced = mCurrent >= 0 && mCurrent < static_cast<int>(mScan.points.size()) &&
                        !mMap.place(mScan.points[static_cast<std::size_t>(mCurrent)]);
  mHint->setText(unplaced ? tr("Now click the same place on the map, or type the label of its hex.")
                          : tr("Click a place on the scan that you can find on the map. Points can be dragged here and "
                               "there."));
  mRemove->setEnabled(mCurrent >= 0);
  mSave->setEnabled(!mDocument.isReadOnly() && isChanged());
  mCanvas.underlays().setHasty(hasty);
  mSources.preview(mSource, &mScan);
  mCanvas.setCursor(unplaced ? Qt::CrossCursor : Qt::ArrowCursor);
  mCanvas.update();
}

int GeorefDialog::markOnMapAt(QPointF position) const {
  int best = -1;
  double nearest = kReach;
  for (std::size_t i = 0; i < mScan.points.size(); ++i)
    if (const auto place = mMap.place(mScan.points[i])) {
      const QPointF away = mCanvas.toWidget(*place) - position;
      if (const double distance = std::hypot(away.x(), away.y()); distance <= nearest) {
        nearest = distance;
        best = static_cast<int>(i);
      }
    }
  return best;
}

/// The canvas belongs to the points while one waits for its place or is dragged; everything else stays as it is.
bool GeorefDialog::eventFilter(QObject* watched, QEvent* event) {
  if (watched != &mCanvas || !isVisible())
    return QDialog::eventFilter(watched, event);
  switch (event->type()) {
  case QEvent::MouseButtonPress: {
    auto* mouse = static_cast<QMouseEvent*>(event);
    if (mouse->button() != Qt::LeftButton)
      return false;
    mDraggedOnMap = markOnMapAt(mouse->position());
    const bool waits = mCurrent >= 0 && mCurrent < static_cast<int>(mScan.points.size()) &&
                       !mMap.place(mScan.points[static_cast<std::size_t>(mCurrent)]);
    if (mDraggedOnMap >= 0) {
      choose(mDraggedOnMap);
      return true;
    }
    if (waits) {
      placeOnMap(mCurrent, mCanvas.toPlane(mouse->position()), true);
      return true;
    }
    return false;
  }
  case QEvent::MouseMove: {
    auto* mouse = static_cast<QMouseEvent*>(event);
    if (mDraggedOnMap < 0 || !mouse->buttons().testFlag(Qt::LeftButton))
      return false;
    placeOnMap(mDraggedOnMap, mCanvas.toPlane(mouse->position()), false);
    return true;
  }
  case QEvent::MouseButtonRelease: {
    if (std::exchange(mDraggedOnMap, -1) < 0)
      return false;
    refresh();
    return true;
  }
  default:
    return false;
  }
}

void GeorefDialog::paintOnMap(QPainter& painter) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t i = 0; i < mScan.points.size(); ++i) {
    const auto place = mMap.place(mScan.points[i]);
    if (!place)
      continue;
    const QPointF at = mCanvas.toWidget(*place);
    const QColor colour = mFit.contradicts[i] ? QColor(0xc9, 0x2a, 0x2a) : QColor(0x0b, 0x6b, 0xcb);
    if (mFit.toPlane) { // from where the transform puts the pixel to where it should be
      const QPointF got = mCanvas.toWidget((*mFit.toPlane)(mScan.points[i].pixel));
      painter.setPen(QPen(colour, 1.6));
      painter.drawLine(got, at);
      painter.setBrush(colour);
      painter.drawEllipse(got, 2.5, 2.5);
    }
    const double arm = static_cast<int>(i) == mCurrent ? 12 : 8;
    painter.setBrush(Qt::NoBrush);
    for (const auto& [ink, width] : {std::pair{QColor(Qt::white), 4.5}, std::pair{colour, 2.0}}) {
      painter.setPen(QPen(ink, width));
      painter.drawLine(at - QPointF(arm, 0), at + QPointF(arm, 0));
      painter.drawLine(at - QPointF(0, arm), at + QPointF(0, arm));
    }
    const QString name = qt(mScan.points[i].name);
    QRectF box = QRectF(painter.fontMetrics().boundingRect(name)).adjusted(-4, -2, 4, 2);
    box.moveTopLeft(at + QPointF(arm + 2, -box.height() / 2));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(Qt::white);
    painter.drawText(box, Qt::AlignCenter, name);
  }
  painter.restore();
}

bool GeorefDialog::save() {
  const RecordKey key{"source", mSource};
  const std::string* row = mDocument.document().record("sources", key);
  if (!row)
    return false;
  json body = parsedObject(*row);
  body["georeference"] = georeferenceJson(mScan, mMap);
  const Georeference written = mScan;
  const Outcome outcome = mDocument.edit(tr("Points of %1").arg(mTitle),
                                         [&](Stroke& stroke) { stroke.setRecord("sources", key, body.dump()); });
  if (!outcome) {
    mState->setText(qt(outcome.error().text()));
    return false;
  }
  mSaved = written;
  refresh();
  return true;
}

void GeorefDialog::reject() {
  if (isChanged() && !mDocument.isReadOnly()) {
    QMessageBox box(QMessageBox::Question, QApplication::applicationDisplayName(),
                    tr("Save the points of “%1”?").arg(mTitle),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    const int answer = box.exec();
    if (answer == QMessageBox::Cancel || (answer == QMessageBox::Save && !save()))
      return;
  }
  QDialog::reject();
  deleteLater();
}

void GeorefDialog::askLabels() {
  const auto image = mSources.scan(mSource);
  if (!image)
    return;
  LabelsWizard wizard(image, mDocument.document().lattice(), mMap.numbering, this);
  connect(&wizard, &LabelsWizard::newModuleWanted, this,
          [this](const NewModuleWish& wish, const std::vector<LabelledPoint>& points) {
            emit newModuleWanted(wish, points, qt(mSource));
          });
  if (wizard.exec() != QDialog::Accepted)
    return;
  for (const LabelledPoint& one : wizard.points()) {
    GeorefPoint point;
    point.name = "hex " + one.label;
    point.pixel = one.at;
    point.label = one.label;
    mScan.points.push_back(std::move(point));
  }
  mCurrent = static_cast<int>(mScan.points.size()) - 1;
  fillTable();
  refresh();
}

} // namespace hotchkiss::editor
