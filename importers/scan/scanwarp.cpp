#include "importers/scan/scanwarp.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss {

namespace {

constexpr int kBlock = 256;

/// Where the pixels of a block lie in the scan.
struct Reach {
  std::vector<Point> at;
  double left = 1e300;
  double right = -1e300;
  double top = 1e300;
  double bottom = -1e300;

  Reach(const PlaneTransform& toPixel, const GroundCanvas& canvas, int bx, int by, int w, int h) {
    at.reserve(static_cast<std::size_t>(w) * static_cast<std::size_t>(h));
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        const Point p =
            toPixel({canvas.left + (bx + x + 0.5) * canvas.pixel, canvas.top - (by + y + 0.5) * canvas.pixel});
        at.push_back(p);
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        top = std::min(top, p.y);
        bottom = std::max(bottom, p.y);
      }
  }
};

} // namespace

Result<GroundCanvas> canvasOf(const HexGround& ground, double pixel) {
  double left = 1e300;
  double right = -1e300;
  double bottom = 1e300;
  double top = -1e300;
  for (const HexCoord h : {HexCoord{0, 0}, HexCoord{ground.extent.width - 1, 0}, HexCoord{0, ground.extent.height - 1},
                           HexCoord{ground.extent.width - 1, ground.extent.height - 1}})
    for (const HexCoord n : ground.lattice.range(h, 1))
      for (const Point p : ground.lattice.outline(n)) {
        const Point g = ground.frame.toGround(p);
        left = std::min(left, g.x);
        right = std::max(right, g.x);
        bottom = std::min(bottom, g.y);
        top = std::max(top, g.y);
      }
  GroundCanvas out{std::floor(left / pixel) * pixel, std::ceil(top / pixel) * pixel, pixel, 0, 0};
  const double width = std::ceil((right - out.left) / pixel);
  const double height = std::ceil((out.top - bottom) / pixel);
  if (width * height > static_cast<double>(kMostCanvasPixels))
    return Error{"the underlay would have more than 134 million pixels", {}, 0, {}, "choose a coarser \"resolution\""};
  out.width = static_cast<int>(width);
  out.height = static_cast<int>(height);
  return out;
}

Outcome warpScan(const ScanPicture& picture, const PlaneTransform& toPixel, const GroundCanvas& canvas,
                 const Task& task, const std::function<Outcome(const WarpedBlock&)>& take) {
  std::vector<unsigned char> rgb;
  std::vector<unsigned char> out;
  for (int by = 0; by < canvas.height; by += kBlock) {
    if (task.cancelled())
      return cancelledError();
    task.report("scan", static_cast<double>(by) / canvas.height);
    for (int bx = 0; bx < canvas.width; bx += kBlock) {
      const int w = std::min(kBlock, canvas.width - bx);
      const int h = std::min(kBlock, canvas.height - by);
      const Reach reach(toPixel, canvas, bx, by, w, h);
      const int x0 = static_cast<int>(std::clamp(std::floor(reach.left) - 1, 0.0, double(picture.width())));
      const int x1 = static_cast<int>(std::clamp(std::ceil(reach.right) + 2, 0.0, double(picture.width())));
      const int y0 = static_cast<int>(std::clamp(std::floor(reach.top) - 1, 0.0, double(picture.height())));
      const int y1 = static_cast<int>(std::clamp(std::ceil(reach.bottom) + 2, 0.0, double(picture.height())));
      if (x0 >= x1 || y0 >= y1)
        continue;
      // A picture much finer than the underlay is read shrunk.
      const double shrink =
          std::max(1.0, std::floor(std::max((reach.right - reach.left) / w, (reach.bottom - reach.top) / h)));
      const int readW = std::max(1, static_cast<int>((x1 - x0) / shrink));
      const int readH = std::max(1, static_cast<int>((y1 - y0) / shrink));
      if (!picture.read(x0, y0, x1 - x0, y1 - y0, readW, readH, rgb))
        return Error{"the picture is damaged: part of it cannot be read", {}, 0, {}, "get the file again"};
      const double scaleX = static_cast<double>(readW) / (x1 - x0);
      const double scaleY = static_cast<double>(readH) / (y1 - y0);
      out.assign(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 4, 0);
      for (std::size_t i = 0; i < reach.at.size(); ++i) {
        // Written so that NaN, which lies behind the horizon of a projective transform, is outside too.
        if (!(reach.at[i].x >= 0 && reach.at[i].y >= 0 && reach.at[i].x < picture.width() &&
              reach.at[i].y < picture.height()))
          continue;
        const double fx = std::clamp((reach.at[i].x - x0) * scaleX - 0.5, 0.0, readW - 1.0);
        const double fy = std::clamp((reach.at[i].y - y0) * scaleY - 0.5, 0.0, readH - 1.0);
        const auto cx = static_cast<std::size_t>(fx);
        const auto cy = static_cast<std::size_t>(fy);
        const std::size_t nx = std::min(cx + 1, static_cast<std::size_t>(readW) - 1);
        const std::size_t ny = std::min(cy + 1, static_cast<std::size_t>(readH) - 1);
        const double tx = fx - static_cast<double>(cx);
        const double ty = fy - static_cast<double>(cy);
        const auto pitch = static_cast<std::size_t>(readW);
        for (std::size_t c = 0; c < 3; ++c) {
          const double upper = rgb[(cy * pitch + cx) * 3 + c] * (1 - tx) + rgb[(cy * pitch + nx) * 3 + c] * tx;
          const double lower = rgb[(ny * pitch + cx) * 3 + c] * (1 - tx) + rgb[(ny * pitch + nx) * 3 + c] * tx;
          out[i * 4 + c] = static_cast<unsigned char>(std::lround(upper * (1 - ty) + lower * ty));
        }
        out[i * 4 + 3] = 255;
      }
      if (const Outcome taken = take({bx, by, w, h, out}); !taken)
        return taken;
    }
  }
  return success();
}

Result<std::vector<unsigned char>> warpPreview(const ScanPicture& picture, const PlaneTransform& toPixel,
                                               const GroundCanvas& canvas, const Task& task) {
  if (canvas.width < 1 || canvas.height < 1 || !(canvas.pixel > 0) ||
      static_cast<std::int64_t>(canvas.width) * canvas.height > kMostCanvasPixels)
    return Error{"a preview of this size cannot be made", {}, 0, {}, "choose larger pixels"};
  const auto row = static_cast<std::size_t>(canvas.width) * 4;
  std::vector<unsigned char> out(row * static_cast<std::size_t>(canvas.height));
  const Outcome done = warpScan(picture, toPixel, canvas, task, [&](const WarpedBlock& block) -> Outcome {
    const auto blockRow = static_cast<std::size_t>(block.width) * 4;
    for (int y = 0; y < block.height; ++y)
      std::copy_n(block.rgba.begin() + static_cast<std::ptrdiff_t>(blockRow * static_cast<std::size_t>(y)), blockRow,
                  out.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(block.y + y) +
                                                            static_cast<std::size_t>(block.x) * 4));
    return success();
  });
  if (!done)
    return done.error();
  return out;
}

} // namespace hotchkiss
