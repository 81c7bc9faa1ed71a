#include "editor/import/sourcepanel.h"

#include "editor/docks/glyphs.h"
#include "editor/docks/recordtext.h"
#include "editor/model/qtext.h"
#include "importers/base/importcontext.h"
#include "libterrain/base/fileio.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::uintmax_t kCopiedByDefault = 64ULL << 20;

QString number(double value) {
  return QLocale().toString(value, 'g', 7);
}

QString endingsFilter(const std::vector<std::string>& endings) {
  QStringList patterns;
  for (const std::string& ending : endings)
    patterns << QStringLiteral("*.") + qt(ending) << QStringLiteral("*.") + qt(ending).toUpper();
  return patterns.join(QLatin1Char(' '));
}

} // namespace

SourcePanel::SourcePanel(const QString& name, SourceKind kind, const Document& module, fs::path moduleFolder,
                         QWidget* parent)
    : QWidget(parent), mKind(kind), mModule(module), mFolder(std::move(moduleFolder)) {
  setObjectName(name);
  auto* form = new QFormLayout(this);
  form->setContentsMargins(0, 0, 0, 0);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  const auto field = [&](const char* suffix, const QString& placeholder) {
    auto* line = new QLineEdit;
    line->setObjectName(name + QLatin1String(suffix));
    line->setPlaceholderText(placeholder);
    return line;
  };
  mFile = field("File", tr("path of the file"));
  connect(mFile, &QLineEdit::editingFinished, this, &SourcePanel::look);
  auto* choose = new QToolButton;
  choose->setObjectName(name + QStringLiteral("Browse"));
  choose->setText(tr("Browse…"));
  connect(choose, &QToolButton::clicked, this, &SourcePanel::browse);
  auto* line = new QHBoxLayout;
  line->addWidget(mFile, 1);
  line->addWidget(choose);
  if (kind == SourceKind::RasterOrTiles) { // elevation tiles are a folder
    auto* folder = new QToolButton;
    folder->setObjectName(name + QStringLiteral("BrowseFolder"));
    folder->setText(tr("Folder…"));
    folder->setToolTip(tr("A folder of Terrarium tiles: zoom/x/y.png"));
    connect(folder, &QToolButton::clicked, this, &SourcePanel::browseFolder);
    line->addWidget(folder);
  }
  // Files that the module already knows are one click away.
  auto* known = new QToolButton;
  known->setObjectName(name + QStringLiteral("Known"));
  known->setText(tr("Sources"));
  known->setToolTip(tr("Files that this module already has in sources.json"));
  known->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(known);
  for (const auto& [key, text] : mModule.table("sources"))
    if (const json row = parsedObject(text); row.contains("file"))
      menu->addAction(qt(row.value("title", key.id)), this, [this, id = key.id] { useSource(id); });
  known->setMenu(menu);
  known->setVisible(!menu->isEmpty());
  line->addWidget(known);
  auto* label = new QLabel(kind == SourceKind::Points ? tr("&Points:") : tr("&File:"));
  label->setBuddy(mFile);
  form->addRow(label, line);
  mText = new QLabel;
  mText->setObjectName(name + QStringLiteral("Info"));
  mText->setWordWrap(true);
  mText->setTextInteractionFlags(Qt::TextSelectableByMouse);
  form->addRow(QString(), mText);
  if (kind != SourceKind::Points) {
    mCrs = field("Crs", tr("as the file says"));
    mCrs->setToolTip(tr("Only when the file does not say it or says it wrongly: a code such as EPSG:4326"));
    connect(mCrs, &QLineEdit::editingFinished, this, &SourcePanel::look);
    form->addRow(tr("&CRS:"), mCrs);
  }
  mTitle = field("Title", tr("what people call it"));
  form->addRow(tr("&Title:"), mTitle);
  mLicence = field("Licence", tr("such as public domain, CC BY 4.0"));
  form->addRow(tr("&Licence:"), mLicence);
  mAttribution = field("Attribution", tr("whom to name"));
  form->addRow(tr("&Attribution:"), mAttribution);
  mCopy = new QCheckBox(tr("Cop&y the file into the module’s folder"));
  mCopy->setObjectName(name + QStringLiteral("Copy"));
  mCopy->setToolTip(tr("The module can then be rebuilt anywhere. Without a copy its path is kept as it is."));
  form->addRow(QString(), mCopy);
  if (kind == SourceKind::RasterOrTiles) {
    mFurther = new QListWidget;
    mFurther->setObjectName(name + QStringLiteral("Further"));
    mFurther->setMaximumHeight(fontMetrics().height() * 4);
    mFurther->setToolTip(tr("Rasters that count where the one above has no data, the first of them first"));
    auto* add = new QToolButton;
    add->setIcon(glyphIcon(Glyph::Add));
    add->setAutoRaise(true);
    add->setToolTip(tr("Add a raster"));
    connect(add, &QToolButton::clicked, this, &SourcePanel::browseFurther);
    auto* remove = new QToolButton;
    remove->setIcon(glyphIcon(Glyph::Remove));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Remove the raster from the list"));
    connect(remove, &QToolButton::clicked, this, [this] {
      delete mFurther->takeItem(mFurther->currentRow() >= 0 ? mFurther->currentRow() : mFurther->count() - 1);
      offerCopies(false);
      emit changed();
    });
    auto* side = new QVBoxLayout;
    side->setSpacing(2);
    side->addWidget(add);
    side->addWidget(remove);
    side->addStretch();
    auto* both = new QHBoxLayout;
    both->addWidget(mFurther, 1);
    both->addLayout(side);
    auto* further = new QLabel(tr("&Where it is empty:"));
    further->setBuddy(mFurther);
    form->addRow(further, both);
  }
  for (QLineEdit* one : {mTitle, mLicence, mAttribution})
    connect(one, &QLineEdit::textEdited, this, &SourcePanel::changed);
  connect(mCopy, &QCheckBox::toggled, this, &SourcePanel::changed);
  showInfo();
}

SourcePanel::~SourcePanel() = default;

void SourcePanel::setFile(const QString& path) {
  mFile->setText(QDir::toNativeSeparators(path));
  look();
}

void SourcePanel::useSource(const std::string& id) {
  const std::string* text = mModule.record("sources", {"source", id});
  if (text)
    setFile(qt((mFolder / parsedObject(*text).value("file", "")).lexically_normal().string()));
}

fs::path SourcePanel::file() const {
  return mFile->text().trimmed().toStdString();
}

SourceFile SourcePanel::source() const {
  return {id(), file(), mCrs ? mCrs->text().trimmed().toStdString() : std::string(), file().filename().string()};
}

void SourcePanel::browse() {
  QString filter;
  if (mKind == SourceKind::Points)
    filter = tr("Control points and tables (*.points *.csv *.txt)");
  else if (mKind == SourceKind::Vector)
    filter = tr("Vector files (%1)").arg(endingsFilter(vectorEndings()));
  else if (mKind == SourceKind::RasterOrVector)
    filter = tr("Rasters and vector files (%1 %2)").arg(endingsFilter(rasterEndings()), endingsFilter(vectorEndings()));
  else
    filter = tr("Rasters (%1)").arg(endingsFilter(rasterEndings()));
  QSettings settings;
  const QString folder = settings.value(QStringLiteral("folders/import"), qt(mFolder.string())).toString();
  const QString chosen = QFileDialog::getOpenFileName(this, tr("Choose a file to import"), folder,
                                                      filter + QStringLiteral(";;") + tr("All files (*)"));
  if (chosen.isEmpty())
    return;
  settings.setValue(QStringLiteral("folders/import"), QFileInfo(chosen).absolutePath());
  setFile(chosen);
}

void SourcePanel::browseFolder() {
  QSettings settings;
  const QString start = settings.value(QStringLiteral("folders/import"), qt(mFolder.string())).toString();
  const QString chosen = QFileDialog::getExistingDirectory(this, tr("Choose a folder of tiles to import"), start);
  if (chosen.isEmpty())
    return;
  settings.setValue(QStringLiteral("folders/import"), QFileInfo(chosen).absolutePath());
  setFile(chosen);
}

void SourcePanel::look() {
  mInfo = {};
  mProblem.clear();
  mKnownId.clear();
  const fs::path path = file();
  if (path.empty()) {
    showInfo();
    emit changed();
    return;
  }
  if (mCrs && !mCrs->text().trimmed().isEmpty())
    if (const Result<CrsInfo> crs = describeCrs(mCrs->text().trimmed().toStdString()); !crs)
      mProblem = sentence(crs.error());
  SourceFile source{"", path, mCrs ? mCrs->text().trimmed().toStdString() : std::string(), path.filename().string()};
  if (mKind == SourceKind::Points) {
    constexpr std::uint64_t kLargest = 4 << 20;
    if (const Result<std::string> text = readWholeFile(path, kLargest); !text)
      mProblem = sentence(text.error());
  } else if (mProblem.isEmpty()) {
    const bool mayBeRaster = mKind != SourceKind::Vector;
    const bool mayBeVector = mKind == SourceKind::Vector || mKind == SourceKind::RasterOrVector;
    std::optional<Error> error;
    if (mayBeRaster) {
      if (Result<RasterInfo> raster = describeRaster(source))
        mInfo = std::move(*raster);
      else
        error = raster.error();
    }
    if (mayBeVector && mInfo.index() == 0) {
      if (Result<VectorInfo> vector = describeVector(source)) {
        mInfo = std::move(*vector);
        error.reset();
      } else {
        error = vector.error();
      }
    }
    if (error) {
      error->file = path.filename().string(); // the whole path stands above already
      mProblem = sentence(*error);
    }
    const RasterInfo* raster = this->raster();
    if (raster && mKind != SourceKind::Picture && mProblem.isEmpty()) {
      if (!raster->isPlaced)
        mProblem = tr("%1 is not tied to the ground; import it as a scan with control points.")
                       .arg(qt(path.filename().string()));
      else if (raster->crsName.empty() && source.crs.empty())
        mProblem = tr("%1 does not say which coordinate reference system it is in; write it in the field CRS.")
                       .arg(qt(path.filename().string()));
    }
  }
  // A file that the module knows keeps its row.
  std::error_code ignored;
  for (const auto& [key, text] : mModule.table("sources")) {
    const json row = parsedObject(text);
    const fs::path known = mFolder / row.value("file", "");
    if (!row.contains("file") || !fs::equivalent(known, path, ignored))
      continue;
    mKnownId = key.id;
    mTitle->setText(qt(row.value("title", "")));
    mLicence->setText(qt(row.value("licence", "")));
    mAttribution->setText(qt(row.value("attribution", "")));
    if (mCrs && mCrs->text().isEmpty())
      mCrs->setText(qt(row.value("crs", "")));
  }
  if (mTitle->text().isEmpty() || mTitle->property("byFile").toBool()) {
    mTitle->setText(qt(path.stem().string()).replace(QLatin1Char('_'), QLatin1Char(' ')));
    mTitle->setProperty("byFile", true);
  }
  offerCopies(true);
  showInfo();
  emit changed();
}

QString SourcePanel::rasterText(const RasterInfo& info) const {
  QStringList lines;
  lines << tr("%1, %2 × %3 pixels")
                   .arg(qt(info.format), QLocale().toString(info.width), QLocale().toString(info.height)) +
               (info.isPlaced ? tr(" of %1 × %2 units").arg(number(info.pixelWidth), number(info.pixelHeight))
                              : QString());
  if (mKind == SourceKind::Picture)
    return lines.join(QLatin1Char('\n'));
  if (!info.crsName.empty())
    lines << qt(info.crsName);
  if (info.low)
    lines << tr("values %1 to %2").arg(number(*info.low), number(*info.high)) +
                 (info.noData ? tr(", no data is %1").arg(number(*info.noData)) : tr(", no value for no data")) +
                 (info.emptyShare > 0.0005 ? tr(" (%1 % of it)").arg(info.emptyShare * 100, 0, 'f', 1) : QString());
  else
    lines << tr("no pixel has data");
  return lines.join(QLatin1Char('\n'));
}

QString SourcePanel::vectorText(const VectorInfo& info) const {
  QStringList lines{qt(info.format)};
  constexpr std::size_t kShown = 5;
  for (std::size_t i = 0; i < std::min(kShown, info.layers.size()); ++i) {
    const LayerInfo& layer = info.layers[i];
    const QString what = !layer.shape                    ? tr("rows")
                         : *layer.shape == Shape::Points ? tr("points")
                         : *layer.shape == Shape::Lines  ? tr("lines")
                                                         : tr("areas");
    lines << tr("%1: %2 %3").arg(qt(layer.name), QLocale().toString(static_cast<qulonglong>(layer.features)), what) +
                 (layer.crsName.empty() ? QString() : QStringLiteral(", ") + qt(layer.crsName));
  }
  if (info.layers.size() > kShown)
    lines << tr("and %1 more layers").arg(info.layers.size() - kShown);
  return lines.join(QLatin1Char('\n'));
}

QString SourcePanel::infoText() const {
  if (const RasterInfo* info = raster())
    return rasterText(*info);
  if (const VectorInfo* info = vector())
    return vectorText(*info);
  if (!file().empty())
    return tr("A table of points");
  switch (mKind) {
  case SourceKind::Points:
    return tr("A QGIS .points file, or a table with pixel, line and lon, lat (or x, y, or hex).");
  case SourceKind::Vector:
    return tr("GeoPackage, GeoJSON, Shapefile, CSV, KML, GPX, FlatGeobuf, DXF, MapInfo or OSM.");
  case SourceKind::RasterOrVector:
    return tr("A class raster such as GeoTIFF, or areas such as GeoPackage, GeoJSON or Shapefile.");
  case SourceKind::Picture:
    return tr("A picture of a map: TIFF, PNG, JPEG, WebP, …");
  default:
    return tr("An elevation model: GeoTIFF, ASCII grid, HGT, DTED, …; or a folder of Terrarium tiles.");
  }
}

void SourcePanel::showInfo() {
  const bool bad = !mProblem.isEmpty();
  mText->setText(bad ? mProblem : infoText());
  mText->setStyleSheet(bad ? QStringLiteral("color:") + errorColour().name() : QString());
  mText->setForegroundRole(file().empty() ? QPalette::PlaceholderText : QPalette::WindowText);
}

void SourcePanel::addFurther(const QString& path) {
  if (!mFurther)
    return;
  const fs::path chosen(path.toStdString());
  if (const Result<RasterInfo> info = describeRaster({"", chosen, "", chosen.filename().string()});
      !info || !info->isPlaced) {
    // It is not taken, so what was chosen before can still be used.
    mText->setText(info ? tr("%1 is not tied to the ground; choose another file.").arg(qt(chosen.filename().string()))
                        : sentence(info.error()));
    mText->setStyleSheet(QStringLiteral("color:") + errorColour().name());
    return;
  }
  mFurther->addItem(path);
  offerCopies(false);
  emit changed();
}

void SourcePanel::browseFurther() {
  const QStringList chosen = QFileDialog::getOpenFileNames(this, tr("Rasters for where the first one is empty"),
                                                           qt(file().parent_path().string()),
                                                           tr("Rasters (%1)").arg(endingsFilter(rasterEndings())));
  for (const QString& one : chosen)
    addFurther(one);
}

std::vector<std::pair<std::string, std::string>> SourcePanel::furtherSources() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (int i = 0; mFurther && i < mFurther->count(); ++i) {
    const fs::path chosen(mFurther->item(i)->text().toStdString());
    json row = parsedObject(record()); // the same edition as a rule, so the same licence
    for (const char* member : {"sha256", "georeference", "crs"})
      row.erase(member);
    row["title"] = chosen.filename().string();
    row["file"] = pathFor(chosen);
    std::string id = idFor(chosen);
    while (id == this->id() || std::any_of(out.begin(), out.end(), [&](const auto& one) { return one.first == id; }))
      id += "-2";
    out.emplace_back(id, row.dump());
  }
  return out;
}

/// The id of the row that the module has for a file, or a free one.
std::string SourcePanel::idFor(const fs::path& file) const {
  std::error_code ignored;
  for (const auto& [key, text] : mModule.table("sources"))
    if (const json row = parsedObject(text);
        row.contains("file") && fs::equivalent(mFolder / row.value("file", ""), file, ignored))
      return key.id;
  const std::string base = idFromName(file.stem().string());
  std::string out = base;
  for (int n = 2; mModule.record("sources", {"source", out}); ++n)
    out = base + "-" + std::to_string(n);
  return out;
}

/// Files outside the module, the first one and then the further ones, with where they would go.
std::vector<SourceCopy> SourcePanel::possibleCopies() const {
  std::vector<SourceCopy> out;
  std::error_code ignored;
  const auto add = [&](const std::string& id, const fs::path& file) {
    if (fs::is_regular_file(file, ignored) && !liesIn(mFolder, file))
      out.push_back({id, file, freeTarget(mFolder / "data", file, out)});
  };
  if (file().empty() || !mProblem.isEmpty())
    return out;
  add(id(), file());
  const auto further = furtherSources();
  for (std::size_t i = 0; i < further.size(); ++i)
    add(further[i].first, mFurther->item(static_cast<int>(i))->text().toStdString());
  return out;
}

/// Large files stay where they are unless a person says otherwise.
void SourcePanel::offerCopies(bool isNewFile) {
  const std::vector<SourceCopy> possible = possibleCopies();
  std::uintmax_t size = 0;
  for (const SourceCopy& one : possible)
    size += sizeOfSource(one.from);
  const bool wasPossible = mCopy->isEnabled();
  mCopy->setEnabled(!possible.empty());
  mCopy->setText(possible.size() > 1 ? tr("Cop&y the files into the module’s folder")
                                     : tr("Cop&y the file into the module’s folder"));
  if (isNewFile || possible.empty() || !wasPossible)
    mCopy->setChecked(!possible.empty() && size <= kCopiedByDefault);
}

std::vector<SourceCopy> SourcePanel::copies() const {
  return mCopy->isChecked() && mCopy->isEnabled() ? possibleCopies() : std::vector<SourceCopy>();
}

std::string SourcePanel::id() const {
  return mKnownId.empty() ? idFor(file()) : mKnownId;
}

std::string SourcePanel::pathFor(const fs::path& file) const {
  const fs::path absolute = fs::absolute(file).lexically_normal();
  const fs::path relative = absolute.lexically_relative(fs::absolute(mFolder).lexically_normal());
  return relative.empty() ? absolute.generic_string() : relative.generic_string();
}

std::string SourcePanel::record() const {
  json row = json::object();
  if (!mKnownId.empty())
    row = parsedObject(*mModule.record("sources", {"source", mKnownId}));
  const auto set = [&row](const char* member, const QLineEdit* line) {
    const std::string text = line ? line->text().trimmed().toStdString() : std::string();
    if (text.empty())
      row.erase(member);
    else
      row[member] = text;
  };
  set("licence", mLicence);
  set("attribution", mAttribution);
  set("crs", mCrs);
  row["title"] =
      mTitle->text().trimmed().isEmpty() ? file().filename().string() : mTitle->text().trimmed().toStdString();
  row["kind"] = mKind == SourceKind::Points    ? "table"
                : mKind == SourceKind::Picture ? "scan"
                : vector() == nullptr          ? "raster"
                : file().extension() == ".csv" ? "table"
                                               : "vector";
  row["file"] = pathFor(file());
  return row.dump();
}

} // namespace hotchkiss::editor
