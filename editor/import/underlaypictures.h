#pragma once

#include "editor/canvas/underlays.h"
#include "libterrain/grid/coordinates.h"

#include <functional>
#include <memory>
#include <vector>

namespace hotchkiss::editor {

/// A scan in memory, with copies of half, a quarter … the size, so that small pictures of it are drawn quickly.
class ScanImage {
 public:
  explicit ScanImage(const QImage& image);
  QSize size() const { return mLevels.front().size(); }
  const QImage& level(std::size_t halvings) const;
  std::size_t levels() const { return mLevels.size(); }

 private:
  std::vector<QImage> mLevels; ///< 32 bits a pixel
};

/// A scan where its control points put it.
class WarpedScan final : public UnderlayPicture {
 public:
  using ToPixel = std::function<Point(Point plane)>;
  WarpedScan(std::shared_ptr<const ScanImage> image, ToPixel toPixel)
      : mImage(std::move(image)), mToPixel(std::move(toPixel)) {}
  QImage draw(const QRectF& plane, QSize pixels, bool hasty) const override;

 private:
  std::shared_ptr<const ScanImage> mImage;
  ToPixel mToPixel;
};

/// A picture that already lies straight in the plane, such as tinted heights.
class StraightPicture final : public UnderlayPicture {
 public:
  StraightPicture(QImage image, const QRectF& plane) : mImage(std::move(image)), mPlane(plane) {}
  QImage draw(const QRectF& plane, QSize pixels, bool hasty) const override;

 private:
  QImage mImage;
  QRectF mPlane;
};

} // namespace hotchkiss::editor
