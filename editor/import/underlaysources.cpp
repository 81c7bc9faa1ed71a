#include "editor/import/underlaysources.h"

#include "editor/docks/recordtext.h"
#include "editor/import/filelooks.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"
#include "importers/frame/frameimport.h"
#include "render/mappainter.h"

#include <QCryptographicHash>
#include <QImageReader>
#include <QSettings>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int kLargestSide = 8192; // pixels; larger scans are shrunk in memory
constexpr int kRasterSide = 1400;
constexpr int kMegabytes = 1024; // that one picture may take while it is read

/// What a recipe makes of a raster: "elevation", "cover", or nothing.
std::string useOf(const Document& module, const std::string& source, int& band) {
  for (const auto& [key, text] : module.table("import")) {
    const json parameters = parsedObject(text);
    if (parameters.value("source", json()) == source && (key.section == "elevation" || key.section == "cover")) {
      band = parameters.value("band", 1);
      return key.section;
    }
  }
  return {};
}

/// A scan, with its pixels counted as in the file even when it was shrunk.
struct LoadedScan {
  QImage image;
  QString problem;
};
LoadedScan readScan(const fs::path& file) {
  QImageReader::setAllocationLimit(kMegabytes);
  QImageReader reader(qt(file.string()));
  reader.setAutoTransform(false); // control points count pixels as they are stored
  const QSize size = reader.size();
  if (size.isValid() && std::max(size.width(), size.height()) > kLargestSide)
    reader.setScaledSize(size.scaled(kLargestSide, kLargestSide, Qt::KeepAspectRatio));
  LoadedScan out{reader.read(), {}};
  if (out.image.isNull())
    out.problem = UnderlaySources::tr("The picture cannot be read: %1.").arg(reader.errorString());
  return out;
}

/// The square of the plane that holds the whole map.
std::pair<Point, double> squareOf(const Document& document) {
  const Extent extent = document.extent();
  const Lattice& lattice = document.lattice();
  QRectF all;
  for (const HexCoord corner : {HexCoord{0, 0}, HexCoord{extent.width - 1, 0}, HexCoord{0, extent.height - 1},
                                HexCoord{extent.width - 1, extent.height - 1}}) {
    const Point p = lattice.centre(corner);
    all = all.united(QRectF(p.x - 1, p.y - 1, 2, 2));
  }
  return {{all.center().x(), all.center().y()}, std::max(all.width(), all.height()) / 2};
}

} // namespace

UnderlaySources::UnderlaySources(Underlays& underlays, QObject* parent) : QObject(parent), mUnderlays(underlays) {
  mWorker.setMaxThreadCount(1);
  connect(&mUnderlays, &Underlays::looksChanged, this, [this] {
    for (const UnderlayLook& look : mUnderlays.looks())
      if (look.visible && !look.id.empty())
        load(look.id);
    remember();
    emit sourcesChanged();
  });
}

UnderlaySources::~UnderlaySources() {
  mWorker.clear();
  mWorker.waitForDone();
}

void UnderlaySources::setDocument(EditorDocument* document) {
  if (mDocument)
    mDocument->disconnect(this);
  mDocument = document;
  ++mRun;
  mScans.clear();
  mRasters.clear();
  mAsked.clear();
  mPreview.reset();
  for (const Source& source : mSources)
    mUnderlays.setPicture(source.id, nullptr);
  mSources.clear();
  if (document)
    connect(document, &EditorDocument::edited, this, [this](const Edit& edit) {
      for (const auto& part : edit.parts)
        if (const auto* changes = std::get_if<Changes>(&part); !changes || !changes->records.empty())
          return follow();
    });
  read();
  recall();
}

const UnderlaySources::Source* UnderlaySources::source(const std::string& id) const {
  const auto it = std::find_if(mSources.begin(), mSources.end(), [&](const Source& one) { return one.id == id; });
  return it == mSources.end() ? nullptr : &*it;
}

void UnderlaySources::read() {
  mSources.clear();
  if (!mDocument)
    return;
  const Document& module = mDocument->document();
  const fs::path folder = mDocument->path();
  for (const auto& [key, text] : module.table("sources")) {
    const json about = parsedObject(text);
    const std::string kind = about.value("kind", "");
    if (kind != "scan" && kind != "raster")
      continue;
    Source one;
    one.id = key.id;
    one.title = qt(about.value("title", key.id));
    one.isScan = kind == "scan";
    const std::string file = about.value("file", "");
    std::error_code ignored;
    if (file.empty() || !fs::is_regular_file(folder / file, ignored))
      one.problem = tr("The file is not at hand.");
    int band = 1;
    if (!one.isScan && useOf(module, key.id, band).empty())
      one.problem = tr("No step of the recipe uses it, so nobody said what its values mean.");
    if (one.isScan)
      one.isPlaced = fitGeoreference(georeferenceFrom(about.value("georeference", json())), map()).toPlane.has_value();
    else
      one.isPlaced = map().frame.has_value();
    mSources.push_back(std::move(one));
  }
}

/// Edits may have changed what there is and where it lies.
void UnderlaySources::follow() {
  const std::size_t before = mSources.size();
  read();
  if (mSources.size() != before)
    recall();
  for (const Source& one : mSources)
    place(one.id);
  emit sourcesChanged();
}

GeorefMap UnderlaySources::map() const {
  return mDocument ? GeorefMap::of(mDocument->document(), mDocument->snapshot().numbering) : GeorefMap{};
}

Georeference UnderlaySources::georeference(const std::string& id) const {
  const std::string* row = mDocument ? mDocument->document().record("sources", {"source", id}) : nullptr;
  return row ? georeferenceFrom(parsedObject(*row).value("georeference", json())) : Georeference{};
}

std::shared_ptr<const ScanImage> UnderlaySources::scan(const std::string& id) {
  if (const auto it = mScans.find(id); it != mScans.end())
    return it->second;
  load(id);
  return nullptr;
}

void UnderlaySources::load(const std::string& id) {
  const Source* one = source(id);
  if (!one || !one->problem.isEmpty() || std::exchange(mAsked[id], true))
    return;
  const Document module = mDocument->document();
  const std::string* row = module.record("sources", {"source", id});
  const json about = parsedObject(*row);
  const std::string name = about.value("file", "");
  const fs::path file = fs::path(mDocument->path()) / name;
  ++mLoading;
  if (one->isScan) {
    mWorker.start([this, id, file, run = mRun] {
      const auto read = std::make_shared<LoadedScan>(readScan(file));
      auto image = read->image.isNull() ? nullptr : std::make_shared<const ScanImage>(read->image);
      QMetaObject::invokeMethod(
          this,
          [this, id, run, read, image] {
            --mLoading;
            if (run != mRun)
              return;
            if (image)
              mScans[id] = image;
            else
              for (Source& each : mSources)
                if (each.id == id)
                  each.problem = read->problem;
            place(id);
            emit loaded(qt(id));
            emit sourcesChanged();
          },
          Qt::QueuedConnection);
    });
    return;
  }
  int band = 1;
  const std::string use = useOf(module, id, band);
  const Result<Frame> frame = frameOf(module);
  if (!frame) {
    --mLoading;
    return;
  }
  const auto [centre, radius] = squareOf(module);
  const SourceFile rasterFile{id, file, about.value("crs", ""), name};
  mWorker.start([this, id, rasterFile, band, use, module, frame = *frame, centre, radius, run = mRun] {
    const HexGround ground{module.lattice(), module.extent(), frame};
    const Result<RasterPatch> patch = rasterPatch(rasterFile, band, ground, centre, radius, kRasterSide);
    std::shared_ptr<const UnderlayPicture> picture;
    if (patch)
      picture =
          std::make_shared<const StraightPicture>(use == "elevation" ? heightPicture(*patch) : classPicture(*patch),
                                                  QRectF(centre.x - radius, centre.y - radius, 2 * radius, 2 * radius));
    const QString problem = patch ? QString() : qt(patch.error().text());
    QMetaObject::invokeMethod(
        this,
        [this, id, run, picture, problem] {
          --mLoading;
          if (run != mRun)
            return;
          mRasters[id] = picture;
          for (Source& each : mSources)
            if (each.id == id)
              each.problem = problem;
          mUnderlays.setPicture(id, picture);
          emit loaded(qt(id));
          emit sourcesChanged();
        },
        Qt::QueuedConnection);
  });
}

/// Gives a loaded scan to the map, where its points put it now.
void UnderlaySources::place(const std::string& id) {
  const auto it = mScans.find(id);
  if (it == mScans.end())
    return;
  const bool isPreview = mPreview && mPreview->first == id;
  GeorefFit fit = fitGeoreference(isPreview ? mPreview->second : georeference(id), map());
  if (!fit.toPixel)
    return mUnderlays.setPicture(id, nullptr);
  auto toPixel = std::make_shared<const PlaneTransform>(std::move(*fit.toPixel));
  mUnderlays.setPicture(
      id, std::make_shared<const WarpedScan>(it->second, [toPixel](Point plane) { return (*toPixel)(plane); }));
}

void UnderlaySources::preview(const std::string& id, const Georeference* scan) {
  if (scan)
    mPreview.emplace(id, *scan);
  else
    mPreview.reset();
  place(id);
}

void UnderlaySources::show(const std::string& id, bool visible) {
  std::vector<UnderlayLook> looks = mUnderlays.looks();
  for (UnderlayLook& look : looks) {
    if (look.id == id)
      look.visible = visible;
    // A map that hides what lies under it would show nothing.
    if (visible && look.id.empty() && look.blend == Blend::Normal && look.opacity >= 1)
      look.blend = Blend::Multiply;
  }
  mUnderlays.setLooks(std::move(looks));
}

QString UnderlaySources::settingsKey() const {
  const QByteArray path = QByteArray::fromStdString(mDocument->path().string());
  return QStringLiteral("underlays/") +
         QString::fromLatin1(QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex().first(16));
}

void UnderlaySources::remember() {
  if (!mDocument || mIsRecalling)
    return;
  QStringList lines;
  for (const UnderlayLook& look : mUnderlays.looks())
    lines << QStringLiteral("%1|%2|%3|%4")
                 .arg(look.visible ? 1 : 0)
                 .arg(look.opacity)
                 .arg(QLatin1String(blendId(look.blend)), qt(look.id));
  QSettings().setValue(settingsKey(), lines);
}

/// As it was left; sources that are new come to the bottom, unseen.
void UnderlaySources::recall() {
  mIsRecalling = true;
  std::vector<UnderlayLook> looks;
  if (mDocument)
    for (const QString& line : QSettings().value(settingsKey()).toStringList()) {
      const std::string id = line.section(QLatin1Char('|'), 3).toStdString();
      const Source* one = source(id);
      if (!id.empty() && !one)
        continue;
      looks.push_back({id, one ? one->title : QString(), line.section(QLatin1Char('|'), 0, 0) == QLatin1String("1"),
                       std::clamp(line.section(QLatin1Char('|'), 1, 1).toDouble(), 0.0, 1.0),
                       blendFromId(line.section(QLatin1Char('|'), 2, 2))});
    }
  const auto has = [&](const std::string& id) {
    return std::any_of(looks.begin(), looks.end(), [&](const UnderlayLook& look) { return look.id == id; });
  };
  if (!has({}))
    looks.push_back({{}, {}, true, 1, Blend::Normal});
  for (const Source& one : mSources)
    if (!has(one.id))
      looks.insert(looks.begin(), {one.id, one.title, false, 1, Blend::Normal});
  mUnderlays.setLooks(std::move(looks));
  mIsRecalling = false;
  for (const UnderlayLook& look : mUnderlays.looks())
    if (look.visible && !look.id.empty())
      load(look.id);
  emit sourcesChanged();
}

} // namespace hotchkiss::editor
