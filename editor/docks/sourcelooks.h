#pragma once

#include "editor/model/toolstate.h"
#include "libterrain/map/document.h"

#include <QImage>
#include <QObject>
#include <QString>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// What one source shows around a place of the map.
struct SourceLook {
  std::string source;                    ///< id in sources.json
  QImage raster;                         ///< a square of the plane, north of the lattice up; null when there is none
  std::vector<std::vector<Point>> lines; ///< of the source, in the plane
  Point centre;                          ///< of the square
  double radius = 1;                     ///< hexes from the centre to a side of the square
  std::vector<double> histogram;         ///< parts of the hex by height, lowest first
  double histogramLow = 0;               ///< metres where the histogram begins
  double histogramHigh = 0;
  std::optional<double> mean; ///< of the pixels in the hex
  std::optional<double> lowest;
  std::optional<double> highest;
  QString problem; ///< why there is nothing to see
};

/// Looks into sources for the inspector. The part of the program that reads foreign files provides it; without that
/// part there is none.
class SourceLooks : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  /// Answers later, on the calling thread, unless `receiver` is gone by then.
  virtual void ask(const Document& module, const std::filesystem::path& folder, const Selection& place,
                   const std::vector<std::string>& sources, QObject* receiver,
                   std::function<void(const std::vector<SourceLook>&)> answer) = 0;
};

} // namespace hotchkiss::editor
