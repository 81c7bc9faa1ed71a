#pragma once

#include "libterrain/base/result.h"
#include "render/furniture.h"
#include "render/legend.h"
#include "render/mappainter.h"

#include <QPainter>
#include <QRectF>
#include <QSize>
#include <QString>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace hotchkiss {

/// Pictures beyond these sizes are refused, with advice.
inline constexpr std::int64_t kMostPngPixels = 1'000'000'000;
inline constexpr int kMostPngSide = 200'000;
inline constexpr std::int64_t kMostVectorHexes = 40'000; ///< of SVG and PDF, whose size grows with every tree

struct View;

struct SheetOptions {
  double dpi = 150;
  double hexMillimetres = 19.05; ///< between the centres of neighbouring hexes: 3/4 inch
  std::optional<QRectF> area;    ///< part of the plane; the whole map when there is none
  bool legend = true;
  bool title = true;
  bool scaleBar = true; ///< and the arrow to the north: where the module says how large a hex is and where north is
  bool border = true;   ///< of the sheet; around the map with ground coordinates where the module has them
  /// Drawn over the map; the painter's origin is the top left of the view. Called for every tile of a picture.
  using Overlay = std::function<void(QPainter& painter, const View& view)>;
  Overlay overlay;
};

/// The part of the plane that holds all hexes between two corners of a range of columns and rows.
QRectF areaOf(const Lattice& lattice, HexCoord a, HexCoord b);

/// A printed sheet: a map or a part of it with title, legend, scale and border.
class SheetExport {
 public:
  SheetExport(std::shared_ptr<const MapPainter> painter, SheetOptions options);

  QSizeF millimetres() const { return mPage; }
  QSize pixels() const; ///< at the dpi of the options

  /// Paints the part `part` of the sheet (in pixels of `dotsPerMillimetre`) with its top left at the origin.
  void paint(QPainter& painter, const QRectF& part, double dotsPerMillimetre) const;

  /// Called with the share that is done, 0 to 1; false cancels.
  using Progress = std::function<bool(double)>;
  Outcome writePng(const std::filesystem::path& path, const Progress& progress = {}) const;
  Outcome writeSvg(const std::filesystem::path& path, const Progress& progress = {}) const;
  Outcome writePdf(const std::filesystem::path& path, const Progress& progress = {}) const;

 private:
  class Band;
  void layOut();
  Outcome checkVector() const;
  std::optional<ScaleBar> scaleBar() const;
  QString subtitle() const;
  bool hasFooter() const { return mOptions.scaleBar && (scaleBar() || (mGround && mGround->north)); }
  void paintFurniture(QPainter& painter, double dots) const;
  void paintFooter(QPainter& painter, double dots) const;
  Outcome writePngRows(const std::filesystem::path& path, const Progress& progress) const;

  std::shared_ptr<const MapPainter> mPainter;
  SheetOptions mOptions;
  QString mTitle;
  std::vector<LegendGroup> mLegend;
  std::optional<MapGround> mGround;
  std::optional<Graticule> mGraticule;
  QRectF mArea;       ///< of the plane
  double mMargin = 0; ///< all of these in millimetres
  QSizeF mPage;
  QRectF mMap;
  bool mFooterUnderLegend = false;
  double mFooterBottom = 0;
  QPointF mLegendAt;
  LegendLayout mLegendLayout;
};

} // namespace hotchkiss
