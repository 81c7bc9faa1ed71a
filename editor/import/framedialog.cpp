#include "editor/import/framedialog.h"

#include "editor/docks/glyphs.h"
#include "editor/docks/recordtext.h"
#include "editor/import/sourcepanel.h"
#include "editor/model/mapsizes.h"
#include "editor/model/qtext.h"
#include "importers/source/describe.h"
#include "importers/source/projection.h"
#include "libscenario/module/handwork.h"
#include "libscenario/module/limits.h"
#include "libscenario/module/newmodule.h"
#include "libterrain/base/fileio.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr std::uint64_t kLargestTable = 4 << 20;

/// Whether any hex has something in it that a smaller map would lose.
bool losesSomething(const Document& map, const Extent& after) {
  for (std::int32_t c = 0; c < map.extent().width; ++c)
    for (std::int32_t r = 0; r < map.extent().height; ++r)
      if (!after.contains({c, r}) && map.hex({c, r}) != HexValue{})
        return true;
  return false;
}

/// A sheet that covered the whole map goes on doing so, with numbers that have room.
void growSheet(Stroke& stroke, const Extent& before, const Extent& after) {
  const RecordTable sheets = stroke.document().table("module");
  for (const auto& [key, text] : sheets) {
    json sheet = parsedObject(text);
    if (key.section != "sheet" || sheet.value("size", json()) != json{before.width, before.height})
      continue;
    sheet["size"] = {after.width, after.height};
    json columns = sheet.value("columns", json::object());
    if (columns.value("step", 1) < 0 && columns.value("first", 0) == before.width) {
      columns["first"] = after.width;
      sheet["columns"] = columns;
    }
    std::string label = sheet.value("label", "");
    if (after.width > 99 || after.height > 99)
      for (std::size_t at = label.find(":2}"); at != std::string::npos; at = label.find(":2}"))
        label.replace(at, 3, after.width > 999 || after.height > 999 ? ":4}" : ":3}");
    sheet["label"] = label;
    stroke.setRecord("module", key, sheet.dump());
  }
}

} // namespace

FrameDialog::FrameDialog(EditorDocument& document, Way way, QWidget* parent) : QDialog(parent), mDocument(document) {
  setObjectName(QStringLiteral("frameDialog"));
  setWindowTitle(tr("Place on the ground"));
  const Document& map = document.document();
  const Result<Frame> present = frameOf(map);
  auto* column = new QVBoxLayout(this);
  auto* form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  mCrs = new QLineEdit(present ? qt(present->crs) : QString());
  mCrs->setObjectName(QStringLiteral("frameCrs"));
  mCrs->setPlaceholderText(tr("a projected CRS, such as EPSG:26918"));
  connect(mCrs, &QLineEdit::textChanged, this, &FrameDialog::refresh);
  form->addRow(tr("&CRS of the map:"), mCrs);
  mCrsName = new QLabel;
  mCrsName->setObjectName(QStringLiteral("frameCrsName"));
  mCrsName->setWordWrap(true);
  mCrsName->setForegroundRole(QPalette::PlaceholderText);
  form->addRow(QString(), mCrsName);
  mPitch = new QDoubleSpinBox;
  mPitch->setObjectName(QStringLiteral("framePitch"));
  mPitch->setDecimals(3);
  mPitch->setRange(0, 1e7);
  mPitch->setAccessibleName(tr("From hex to hex"));
  mUnit = new QComboBox;
  mUnit->setObjectName(QStringLiteral("frameUnit"));
  mUnit->addItem(tr("metres"), "metre");
  mUnit->addItem(tr("yards"), "yard");
  mUnit->addItem(tr("miles"), "mile");
  mUnit->addItem(tr("kilometres"), "kilometre");
  mUnit->addItem(tr("feet"), "foot");
  double metres = mapDefaults(document.ruleset()).pitchMetres.value_or(0);
  if (const std::string* record = map.record("module", {"frame", "map"}))
    if (const json pitch = parsedObject(*record).value("pitch", json()); pitch.is_array() && !pitch.empty())
      metres = pitch[0].get<double>();
  mPitch->setValue(metres);
  connect(mPitch, &QDoubleSpinBox::valueChanged, this, &FrameDialog::refresh);
  connect(mUnit, &QComboBox::currentIndexChanged, this, &FrameDialog::refresh);
  auto* pitch = new QHBoxLayout;
  pitch->addWidget(mPitch, 1);
  pitch->addWidget(mUnit, 1);
  auto* pitchLabel = new QLabel(tr("&From hex to hex:"));
  pitchLabel->setBuddy(mPitch);
  form->addRow(pitchLabel, pitch);
  mRotation = new QDoubleSpinBox;
  mRotation->setObjectName(QStringLiteral("frameRotation"));
  mRotation->setRange(-180, 180);
  mRotation->setDecimals(3);
  mRotation->setSuffix(tr("° anticlockwise"));
  mRotation->setValue(present ? present->rotation : 0);
  connect(mRotation, &QDoubleSpinBox::valueChanged, this, &FrameDialog::refresh);
  form->addRow(tr("&Turned by:"), mRotation);
  auto* orientation =
      new QLabel(map.lattice().orientation() == Orientation::Flat ? tr("flat sides up and down, as the module was made")
                                                                  : tr("corners up and down, as the module was made"));
  orientation->setObjectName(QStringLiteral("frameOrientation"));
  form->addRow(tr("Hexes:"), orientation);
  column->addLayout(form);
  mTabs = new QTabWidget;
  mTabs->setObjectName(QStringLiteral("frameTabs"));
  mTabs->addTab(buildBox(), tr("&Bounding box"));
  mTabs->addTab(buildCentre(), tr("C&entre and size"));
  mTabs->addTab(buildPlaces(), tr("Known &places"));
  column->addWidget(mTabs, 1);
  mMessage = new QLabel;
  mMessage->setObjectName(QStringLiteral("frameMessage"));
  mMessage->setWordWrap(true);
  mMessage->setMinimumHeight(fontMetrics().height() * 3);
  column->addWidget(mMessage);
  mButtons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  mButtons->setObjectName(QStringLiteral("frameButtons"));
  mButtons->button(QDialogButtonBox::Ok)->setText(tr("&Place the map"));
  connect(mButtons, &QDialogButtonBox::accepted, this, &FrameDialog::accept);
  connect(mButtons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(mButtons);
  resize(520, 560);
  // Where the map lies now, if it lies anywhere.
  if (present) {
    const Lattice& lattice = map.lattice();
    const HexCoord last{map.extent().width - 1, map.extent().height - 1};
    const Point a = lattice.centre({0, 0});
    const Point b = lattice.centre(last);
    const Point middle = present->toGround({(a.x + b.x) / 2, (a.y + b.y) / 2});
    if (const auto degrees = reproject(present->crs, "EPSG:4326", {middle})) {
      mLon->setValue((*degrees)[0].x);
      mLat->setValue((*degrees)[0].y);
    }
  }
  mTabs->setCurrentIndex(static_cast<int>(way));
  connect(mTabs, &QTabWidget::currentChanged, this, &FrameDialog::refresh);
  mIsFilling = false;
  refresh();
}

QDoubleSpinBox* FrameDialog::addDegrees(const QString& name) const {
  auto* spin = new QDoubleSpinBox;
  spin->setObjectName(name);
  spin->setDecimals(6);
  spin->setRange(-360, 360);
  spin->setSingleStep(0.1);
  spin->setSuffix(QStringLiteral("°"));
  connect(spin, &QDoubleSpinBox::valueChanged, this, &FrameDialog::refresh);
  return spin;
}

QWidget* FrameDialog::buildBox() {
  auto* page = new QWidget;
  auto* grid = new QGridLayout(page);
  mNorth = addDegrees(QStringLiteral("frameNorth"));
  mWest = addDegrees(QStringLiteral("frameWest"));
  mEast = addDegrees(QStringLiteral("frameEast"));
  mSouth = addDegrees(QStringLiteral("frameSouth"));
  const auto put = [&](QDoubleSpinBox* spin, const QString& text, int row, int columnAt) {
    auto* cell = new QHBoxLayout;
    auto* label = new QLabel(text);
    label->setBuddy(spin);
    cell->addWidget(label);
    cell->addWidget(spin, 1);
    grid->addLayout(cell, row, columnAt, 1, 2);
  };
  put(mNorth, tr("North"), 0, 1);
  put(mWest, tr("West"), 1, 0);
  put(mEast, tr("East"), 1, 2);
  put(mSouth, tr("South"), 2, 1);
  auto* take = new QPushButton(tr("Take from a &file…"));
  take->setObjectName(QStringLiteral("frameTake"));
  take->setToolTip(tr("The box round an elevation model or a vector file"));
  connect(take, &QPushButton::clicked, this, &FrameDialog::takeFromFile);
  grid->addWidget(take, 3, 1, 1, 2);
  auto* note = new QLabel(tr("Longitude and latitude. The map gets as many hexes as the box needs."));
  note->setWordWrap(true);
  note->setForegroundRole(QPalette::PlaceholderText);
  grid->addWidget(note, 4, 0, 1, 4);
  grid->setRowStretch(5, 1);
  return page;
}

QWidget* FrameDialog::buildCentre() {
  auto* page = new QWidget;
  auto* form = new QFormLayout(page);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  mLon = addDegrees(QStringLiteral("frameLon"));
  mLat = addDegrees(QStringLiteral("frameLat"));
  form->addRow(tr("&Longitude:"), mLon);
  form->addRow(tr("L&atitude:"), mLat);
  const Extent extent = mDocument.document().extent();
  const auto count = [&](const QString& label, const QString& name, int value) {
    auto* spin = new QSpinBox;
    spin->setObjectName(name);
    spin->setRange(1, kMostLines);
    spin->setValue(value);
    connect(spin, &QSpinBox::valueChanged, this, &FrameDialog::refresh);
    form->addRow(label, spin);
    return spin;
  };
  mColumns = count(tr("C&olumns:"), QStringLiteral("frameColumns"), extent.width);
  mRows = count(tr("Ro&ws:"), QStringLiteral("frameRows"), extent.height);
  return page;
}

QWidget* FrameDialog::buildPlaces() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  auto* note =
      new QLabel(tr("A table with name, lon, lat (or x, y in the map’s CRS) and hex. The pitch and the turn above "
                    "are then found by the program."));
  note->setWordWrap(true);
  note->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(note);
  auto* line = new QHBoxLayout;
  mPlaces = new QLineEdit;
  mPlaces->setObjectName(QStringLiteral("framePlaces"));
  mPlaces->setPlaceholderText(tr("table of known places (CSV)"));
  connect(mPlaces, &QLineEdit::textChanged, this, &FrameDialog::refresh);
  auto* choose = new QToolButton;
  choose->setText(tr("Browse…"));
  connect(choose, &QToolButton::clicked, this, &FrameDialog::browsePlaces);
  line->addWidget(mPlaces, 1);
  line->addWidget(choose);
  column->addLayout(line);
  mModel = new QComboBox;
  mModel->setObjectName(QStringLiteral("frameModel"));
  mModel->addItem(tr("One pitch, turned (2 places or more)"), static_cast<int>(FitModel::Similarity));
  mModel->addItem(tr("Two pitches, turned and sheared (3 or more)"), static_cast<int>(FitModel::Affine));
  connect(mModel, &QComboBox::currentIndexChanged, this, &FrameDialog::refresh);
  column->addWidget(mModel);
  mResiduals = new QTreeWidget;
  mResiduals->setObjectName(QStringLiteral("frameResiduals"));
  mResiduals->setHeaderLabels({tr("Place"), tr("Hex"), tr("Off by"), tr("Left out")});
  mResiduals->headerItem()->setToolTip(2, tr("Distance from the hex, in hexes"));
  mResiduals->headerItem()->setToolTip(3, tr("The same when the place is left out of the fit"));
  mResiduals->setRootIsDecorated(false);
  mResiduals->header()->setStretchLastSection(false);
  mResiduals->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  for (int i = 1; i < 4; ++i)
    mResiduals->header()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
  column->addWidget(mResiduals, 1);
  return page;
}

void FrameDialog::suggestCrs(Point lonLat) {
  if (mCrs->text().trimmed().isEmpty())
    mCrs->setText(qt(utmZoneOf(lonLat)));
}

void FrameDialog::takeFromFile() {
  const QString file = QFileDialog::getOpenFileName(this, tr("A file whose area the map covers"),
                                                    qt(mDocument.path().string()), tr("All files (*)"));
  if (file.isEmpty())
    return;
  const SourceFile source{"", file.toStdString(), "", QFileInfo(file).fileName().toStdString()};
  std::optional<LonLatBox> box;
  const Result<RasterInfo> raster = describeRaster(source);
  if (raster)
    box = raster->box;
  else if (const Result<VectorInfo> vector = describeVector(source))
    for (const LayerInfo& layer : vector->layers)
      if (!box)
        box = layer.box;
  if (!box) {
    mMessage->setText(tr("%1 does not say where it lies; choose a georeferenced file.").arg(qt(source.name)));
    mMessage->setStyleSheet(QStringLiteral("color:") + errorColour().name());
    return;
  }
  mIsFilling = true;
  mWest->setValue(box->west);
  mSouth->setValue(box->south);
  mEast->setValue(box->east);
  mNorth->setValue(box->north);
  suggestCrs({(box->west + box->east) / 2, (box->south + box->north) / 2});
  mIsFilling = false;
  refresh();
}

void FrameDialog::browsePlaces() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Table of known places"), qt(mDocument.path().string()),
                                                    tr("Tables (*.csv *.txt *.tsv);;All files (*)"));
  if (!file.isEmpty())
    mPlaces->setText(file);
}

json FrameDialog::row() const {
  json out{{"crs", mCrs->text().trimmed().toStdString()},
           {"pitch", mPitch->value()},
           {"unit", mUnit->currentData().toString().toStdString()},
           {"orientation", mDocument.document().lattice().orientation() == Orientation::Pointy ? "pointy" : "flat"},
           {"shifted", mDocument.document().lattice().shifted() == Parity::Even ? "even" : "odd"}};
  if (mRotation->value() != 0)
    out["rotation"] = mRotation->value();
  if (mTabs->currentIndex() == static_cast<int>(Way::Box))
    out["area"] = {{"bbox", {mWest->value(), mSouth->value(), mEast->value(), mNorth->value()}}};
  else
    out["area"] = {{"centre", {mLon->value(), mLat->value()}}, {"size", {mColumns->value(), mRows->value()}}};
  return out;
}

std::optional<Error> FrameDialog::work() {
  mFrame.reset();
  mExtent = mDocument.document().extent();
  const std::string crs = mCrs->text().trimmed().toStdString();
  if (crs.empty())
    return Error{"the map has no CRS yet", {}, 0, {}, "write a code such as EPSG:26918"};
  const Result<CrsInfo> info = describeCrs(crs);
  if (!info)
    return info.error();
  mCrsName->setText(qt(info->name));
  if (!info->isProjected)
    return Error{"\"" + crs + "\" measures in degrees", {}, 0, {}, "use a projected CRS, such as UTM"};
  if (mTabs->currentIndex() == static_cast<int>(Way::Places)) {
    if (mPlaces->text().trimmed().isEmpty())
      return Error{"no table of places is chosen", {}, 0, {}, "choose one with name, lon, lat and hex"};
    const std::string file = mPlaces->text().trimmed().toStdString();
    const Result<std::string> text = readWholeFile(file, kLargestTable);
    if (!text)
      return text.error();
    const Result<std::vector<KnownPlace>> places = readKnownPlaces(*text, file, mDocument.numbering(), crs);
    if (!places)
      return places.error();
    const Result<FrameFit> fit =
        fitFrame(mDocument.document().lattice(), crs, *places, static_cast<FitModel>(mModel->currentData().toInt()));
    if (!fit)
      return fit.error();
    for (std::size_t i = 0; i < places->size(); ++i) {
      auto* item = new QTreeWidgetItem(
          QStringList{qt((*places)[i].name), qt(mDocument.numbering().label((*places)[i].hex)),
                      QString::number(fit->residuals[i], 'f', 2),
                      std::isnan(fit->leaveOneOut[i]) ? tr("–") : QString::number(fit->leaveOneOut[i], 'f', 2)});
      mResiduals->addTopLevelItem(item);
      for (const int column : {2, 3})
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
      if (std::find(fit->suspects.begin(), fit->suspects.end(), (*places)[i].name) != fit->suspects.end()) {
        item->setIcon(0, glyphIcon(Glyph::Warning));
        item->setToolTip(0, tr("It contradicts the others: is its label right?"));
      }
    }
    mFrame = fit->frame;
    const double metres = info->metresPerUnit;
    mMessage->setText(tr("The places fit within %1 hexes (rms). From hex to hex %2 × %3 m, turned by %4°.")
                          .arg(fit->rms, 0, 'f', 2)
                          .arg(fit->frame.pitch[0] * metres, 0, 'f', 1)
                          .arg(fit->frame.pitch[1] * metres, 0, 'f', 1)
                          .arg(fit->frame.rotation, 0, 'f', 2));
    return std::nullopt;
  }
  const Result<FramedLattice> made = makeFrame(row(), json::object(), {});
  if (!made)
    return Error{made.error().message, {}, 0, {}, made.error().advice};
  if (made->extent.area() > kMostHexes)
    return Error{"the area needs more than 16 million hexes", {}, 0, {}, "choose a larger pitch or a smaller area"};
  mFrame = made->frame;
  mExtent = made->extent;
  QString text = tr("%1 × %2 hexes; the first one lies at %3, %4.")
                     .arg(mExtent.width)
                     .arg(mExtent.height)
                     .arg(mFrame->origin.x, 0, 'f', 0)
                     .arg(mFrame->origin.y, 0, 'f', 0);
  if (mExtent != mDocument.document().extent()) {
    text += QLatin1Char(' ') + tr("The map has %1 × %2 now and is resized.")
                                   .arg(mDocument.document().extent().width)
                                   .arg(mDocument.document().extent().height);
    if (losesSomething(mDocument.document(), mExtent))
      text += QLatin1Char(' ') + tr("What lies outside is cut off.");
  }
  if (isImported(mDocument.document()))
    text += QLatin1Char(' ') + tr("Rebuild from the recipe afterwards.");
  mMessage->setText(text);
  return std::nullopt;
}

void FrameDialog::refresh() {
  if (mIsFilling)
    return;
  const bool byPlaces = mTabs->currentIndex() == static_cast<int>(Way::Places);
  mPitch->setEnabled(!byPlaces);
  mUnit->setEnabled(!byPlaces);
  mRotation->setEnabled(!byPlaces);
  mCrsName->clear();
  mResiduals->clear();
  if (mTabs->currentIndex() == static_cast<int>(Way::Box) && mWest->value() < mEast->value())
    suggestCrs({(mWest->value() + mEast->value()) / 2, (mSouth->value() + mNorth->value()) / 2});
  const std::optional<Error> error = work();
  if (error)
    mMessage->setText(sentence(*error));
  mMessage->setStyleSheet(error ? QStringLiteral("color:") + errorColour().name() : QString());
  mButtons->button(QDialogButtonBox::Ok)->setEnabled(!error);
}

void FrameDialog::write(Stroke& stroke) const {
  const Extent before = stroke.document().extent();
  if (mExtent != before) {
    growSheet(stroke, before, mExtent);
    stroke.reframe({0, 0}, mExtent);
  }
  stroke.setRecord("module", {"frame", "map"}, frameRecord(*mFrame).dump());
  // The recipe keeps the words in which a person described the area.
  if (isImported(stroke.document()) && mTabs->currentIndex() != static_cast<int>(Way::Places))
    stroke.setRecord("import", {"frame", "map"}, row().dump());
}

void FrameDialog::accept() {
  refresh();
  if (!mFrame)
    return;
  if (const Outcome outcome = mDocument.edit(tr("Place on the ground"), [this](Stroke& stroke) { write(stroke); });
      !outcome) {
    mMessage->setText(sentence(outcome.error()));
    return;
  }
  QDialog::accept();
}

} // namespace hotchkiss::editor
