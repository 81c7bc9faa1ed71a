#include "importers/scan/controlpoints.h"

#include <cmath>
#include <cstdlib>

using namespace hotchkiss;

// Any text may be a list of control points: reading it ends with points that have numbers, or with a sentence, and
// judging them never gives fewer verdicts than points.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto list = readControlPoints({reinterpret_cast<const char*>(data), size}, "points");
  if (!list) {
    if (list.error().message.empty())
      std::abort();
    return 0;
  }
  std::vector<ControlPoint> placed;
  for (const ControlPoint& point : list->points) {
    if (!std::isfinite(point.pixel.x) || !std::isfinite(point.pixel.y) || (!point.ground && point.label.empty()))
      std::abort();
    if (point.ground)
      placed.push_back(point);
  }
  constexpr std::size_t kFew = 12; // leave-one-out on more only takes longer
  if (placed.size() > kFew)
    placed.resize(kFew);
  for (const ScanModel model : {ScanModel::Affine, ScanModel::Projective, ScanModel::Polynomial2, ScanModel::Spline}) {
    const auto report = judgeControlPoints(model, placed);
    if (report && (report->residuals.size() != placed.size() || report->leaveOneOut.size() != placed.size()))
      std::abort();
  }
  return 0;
}
