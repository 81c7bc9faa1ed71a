#pragma once

#include "importers/scan/controlpoints.h"
#include "libterrain/grid/frame.h"
#include "libterrain/map/document.h"
#include "libterrain/numbering/numbering.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// A point that is known on a scan and on the map: by the label of a hex, by coordinates of the ground, or by its place
/// in the plane where the map lies nowhere yet.
struct GeorefPoint {
  std::string name;
  Point pixel;
  std::string label;           ///< of a hex; goes before the others
  std::optional<Point> ground; ///< in the CRS of the frame
  std::optional<Point> plane;
  bool operator==(const GeorefPoint&) const = default;
};

struct Georeference {
  ScanModel model = ScanModel::Affine;
  std::vector<GeorefPoint> points;
  bool operator==(const Georeference&) const = default;
};

/// What gives the points their places: lattice, printed labels, and the frame when the map has one.
struct GeorefMap {
  Lattice lattice;
  std::shared_ptr<const Numbering> numbering;
  std::optional<Frame> frame;

  static GeorefMap of(const Document& document, std::shared_ptr<const Numbering> numbering);
  /// Where a point lies in the plane; nothing while it is not set.
  std::optional<Point> place(const GeorefPoint& point) const;
  /// Sets a point to a place in the plane, in the way that lasts: on the ground, where there is one.
  void setPlace(GeorefPoint& point, Point plane) const;
};

/// How well the points agree. Lengths in hexes.
struct GeorefFit {
  std::optional<PlaneTransform> toPlane;
  std::optional<PlaneTransform> toPixel;
  std::vector<std::optional<double>> off;     ///< each point, from where the fit puts it to where it was set
  std::vector<std::optional<double>> leftOut; ///< the same, when it is predicted from the others
  std::vector<bool> contradicts;
  double rms = 0;
  double leftOutRms = 0;
  std::size_t used = 0;
  std::string problem; ///< why there is no fit, in one sentence
};
GeorefFit fitGeoreference(const Georeference& scan, const GeorefMap& map);

/// The member "georeference" of a row in sources.json.
Georeference georeferenceFrom(const nlohmann::json& member);
nlohmann::json georeferenceJson(const Georeference& scan, const GeorefMap& map);

const char* scanModelId(ScanModel model);

} // namespace hotchkiss::editor
