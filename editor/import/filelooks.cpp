#include "editor/import/filelooks.h"

#include "editor/docks/recordtext.h"
#include "importers/frame/frameimport.h"
#include "importers/source/patch.h"

#include <QColor>
#include <QPointer>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

float valueAt(const RasterPatch& patch, int x, int y) {
  return patch.values[static_cast<std::size_t>(y) * static_cast<std::size_t>(patch.side) + static_cast<std::size_t>(x)];
}

constexpr int kSide = 120;
constexpr double kRadius = 1.25;
constexpr std::size_t kBins = 16;
constexpr std::size_t kMostKept = 8; // layers in memory

struct Use {
  std::string kind;
  json parameters;
};

/// The steps of the recipe that read a source.
std::vector<Use> usesOf(const Document& module, const std::string& source) {
  std::vector<Use> out;
  for (const auto& [key, text] : module.table("import")) {
    const json parameters = parsedObject(text);
    const json named = parameters.value("source", json());
    if (named == source || (named.is_array() && std::find(named.begin(), named.end(), source) != named.end()))
      out.push_back({key.section, parameters});
  }
  return out;
}

QColor heightColour(double part, double light) {
  // From green over straw to brown, lit from the north-west.
  const QColor low(0x8f, 0xb0, 0x7a);
  const QColor middle(0xe6, 0xdc, 0xa8);
  const QColor high(0xa8, 0x7b, 0x52);
  const QColor& a = part < 0.5 ? low : middle;
  const QColor& b = part < 0.5 ? middle : high;
  const double t = part < 0.5 ? part * 2 : part * 2 - 1;
  const auto mix = [&](int x, int y) { return std::clamp(static_cast<int>((x + (y - x) * t) * light), 0, 255); };
  return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

} // namespace

QImage heightPicture(const RasterPatch& patch) {
  float low = 1e30F;
  float high = -1e30F;
  for (const float value : patch.values)
    if (!std::isnan(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  QImage out(patch.side, patch.side, QImage::Format_ARGB32);
  out.fill(Qt::transparent);
  if (low > high)
    return out;
  const double range = std::max(0.01, static_cast<double>(high) - static_cast<double>(low));
  const auto at = [&](int x, int y) {
    return static_cast<double>(valueAt(patch, std::clamp(x, 0, patch.side - 1), std::clamp(y, 0, patch.side - 1)));
  };
  for (int y = 0; y < patch.side; ++y)
    for (int x = 0; x < patch.side; ++x) {
      const double value = at(x, y);
      if (std::isnan(value))
        continue;
      const double slope = (at(x + 2, y + 2) - at(x - 2, y - 2)) / range;
      const double light = std::isnan(slope) ? 1 : std::clamp(1 - slope * 0.9, 0.72, 1.15);
      out.setPixelColor(x, y, heightColour((value - static_cast<double>(low)) / range, light));
    }
  return out;
}

QImage classPicture(const RasterPatch& patch) {
  QImage out(patch.side, patch.side, QImage::Format_ARGB32);
  out.fill(Qt::transparent);
  for (int y = 0; y < patch.side; ++y)
    for (int x = 0; x < patch.side; ++x)
      if (const float value = valueAt(patch, x, y); !std::isnan(value)) {
        constexpr int kGoldenAngle = 137; // neighbouring values get colours far apart
        const int hue = (static_cast<int>(value) * kGoldenAngle) % 360;
        out.setPixelColor(x, y, QColor::fromHsv(hue < 0 ? hue + 360 : hue, 90, 215));
      }
  return out;
}

namespace {

Point centreOf(const Lattice& lattice, const Selection& place) {
  if (const auto* h = std::get_if<HexCoord>(&place))
    return lattice.centre(*h);
  if (const auto* e = std::get_if<EdgeId>(&place))
    return lattice.middle(*e);
  return lattice.position(std::get<VertexId>(place));
}

void addHistogram(const RasterPatch& patch, const Lattice& lattice, HexCoord hex, double scale, SourceLook& out) {
  std::vector<double> values;
  for (int y = 0; y < patch.side; ++y)
    for (int x = 0; x < patch.side; ++x) {
      const Point p{out.centre.x + ((x + 0.5) / patch.side * 2 - 1) * patch.radius,
                    out.centre.y + ((y + 0.5) / patch.side * 2 - 1) * patch.radius};
      const float value = valueAt(patch, x, y);
      if (!std::isnan(value) && lattice.hexAt(p) == hex)
        values.push_back(static_cast<double>(value) * scale);
    }
  if (values.empty())
    return;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  out.histogramLow = *low;
  out.histogramHigh = std::max(*high, *low + 0.1);
  out.histogram.assign(kBins, 0);
  for (const double value : values) {
    const double part = (value - out.histogramLow) / (out.histogramHigh - out.histogramLow);
    out.histogram[std::min(kBins - 1, static_cast<std::size_t>(part * kBins))] +=
        1.0 / static_cast<double>(values.size());
  }
}

} // namespace

FileLooks::FileLooks(QObject* parent) : SourceLooks(parent) {
  mWorker.setMaxThreadCount(1);
}

FileLooks::~FileLooks() {
  mWorker.clear();
  mWorker.waitForDone();
}

void FileLooks::ask(const Document& module, const fs::path& folder, const Selection& place,
                    const std::vector<std::string>& sources, QObject* receiver,
                    std::function<void(const std::vector<SourceLook>&)> answer) {
  mWorker.clear(); // who asks anew has no use for what is still waiting
  const QPointer<QObject> guard(receiver);
  mWorker.start([this, module, folder, place, sources, guard, answer = std::move(answer)] {
    auto looks = std::make_shared<std::vector<SourceLook>>();
    for (const std::string& source : sources)
      looks->push_back(look(module, folder, place, source));
    QMetaObject::invokeMethod(
        this,
        [guard, looks, answer] {
          if (guard)
            answer(*looks);
        },
        Qt::QueuedConnection);
  });
}

std::shared_ptr<const FileLooks::Lines> FileLooks::linesOf(const std::string& key, const SourceFile& source,
                                                           const VectorWish& wish, const Document& module,
                                                           const Frame& frame) {
  {
    const std::lock_guard<std::mutex> guard(mMutex);
    if (const auto it = mLines.find(key); it != mLines.end())
      return it->second;
  }
  auto lines = std::make_shared<Lines>();
  if (const Result<VectorLayer> layer = readVector(source, wish, module.lattice(), module.extent(), frame))
    for (const VectorFeature& feature : layer->features)
      lines->insert(lines->end(), feature.parts.begin(), feature.parts.end());
  const std::lock_guard<std::mutex> guard(mMutex);
  if (mLines.size() >= kMostKept)
    mLines.clear();
  mLines[key] = lines;
  return lines;
}

SourceLook FileLooks::look(const Document& module, const fs::path& folder, const Selection& place,
                           const std::string& sourceId) {
  SourceLook out;
  out.source = sourceId;
  out.radius = kRadius;
  const Lattice& lattice = module.lattice();
  out.centre = centreOf(lattice, place);
  const std::string* row = module.record("sources", {"source", sourceId});
  const json about = row ? parsedObject(*row) : json::object();
  const std::string name = about.value("file", "");
  const fs::path file = folder / name;
  std::error_code ignored;
  if (name.empty() || !fs::exists(file, ignored)) {
    out.problem = QCoreApplication::translate("EvidencePanel", "The file of “%1” is not at hand.")
                      .arg(QString::fromStdString(about.value("title", sourceId)));
    return out;
  }
  const Result<Frame> frame = frameOf(module);
  if (!frame)
    return out;
  const SourceFile source{sourceId, file, about.value("crs", ""), name};
  const HexGround ground{lattice, module.extent(), *frame};
  for (const Use& use : usesOf(module, sourceId)) {
    const bool isRaster =
        use.kind == "elevation" || (use.kind == "cover" && use.parameters.value("shape", "raster") == "raster");
    if (isRaster) {
      const int band = use.parameters.value("band", 1);
      const Result<RasterPatch> patch = rasterPatch(source, band, ground, out.centre, kRadius, kSide);
      if (!patch) {
        out.problem = QString::fromStdString(patch.error().text());
        continue;
      }
      out.raster = use.kind == "elevation" ? heightPicture(*patch) : classPicture(*patch);
      const auto* hex = std::get_if<HexCoord>(&place);
      if (use.kind != "elevation" || !hex)
        continue;
      const double scale = use.parameters.value("unit", "metre") == "foot" ? 0.3048 : 1;
      addHistogram(*patch, lattice, *hex, scale, out);
      if (const Result<HexStatistic> all = statisticOfHex(source, band, ground, *hex); all && all->share > 0) {
        out.mean = static_cast<double>(all->mean) * scale;
        out.lowest = static_cast<double>(all->low) * scale;
        out.highest = static_cast<double>(all->high) * scale;
      }
    } else if (use.kind != "scan" && use.kind != "places") {
      VectorWish wish;
      wish.shape = use.kind == "rivers" || use.kind == "paths" ? Shape::Lines : Shape::Polygons;
      wish.layer = use.parameters.value("layer", "");
      wish.where = use.parameters.contains("where") ? &use.parameters["where"] : nullptr;
      const auto lines = linesOf(file.string() + "\n" + use.kind + "\n" + use.parameters.dump() + frame->crs +
                                     json{frame->origin.x, frame->origin.y, frame->pitch[0]}.dump(),
                                 source, wish, module, *frame);
      const double reach = kRadius * 1.5;
      for (const std::vector<Point>& line : *lines) {
        std::vector<Point> piece; // only what runs through the square
        for (std::size_t i = 0; i < line.size(); ++i) {
          const auto near = [&](Point p) {
            return std::abs(p.x - out.centre.x) < reach && std::abs(p.y - out.centre.y) < reach;
          };
          const bool wanted =
              near(line[i]) || (i > 0 && near(line[i - 1])) || (i + 1 < line.size() && near(line[i + 1]));
          if (wanted)
            piece.push_back(line[i]);
          if ((!wanted || i + 1 == line.size()) && !piece.empty()) {
            if (piece.size() > 1)
              out.lines.push_back(piece);
            piece.clear();
          }
        }
      }
    }
  }
  return out;
}

} // namespace hotchkiss::editor
