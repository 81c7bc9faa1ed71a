#include "importers/frame/frameimport.h"

#include "importers/source/gate.h"
#include "importers/source/projection.h"
#include "importers/source/vector.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>
#include <ogr_spatialref.h>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr std::int32_t kMostAcross = 8192;

Error frameError(std::string message, std::string advice) {
  return {std::move(message), "import.json", 0, "frame", std::move(advice)};
}

double metresPer(const std::string& unit) {
  if (unit == "yard")
    return 0.9144;
  if (unit == "mile")
    return 1609.344;
  if (unit == "kilometre")
    return 1000;
  if (unit == "foot")
    return 0.3048;
  return 1;
}

/// Ground units of the CRS in metres. A CRS in degrees cannot hold a hex grid.
Result<double> unitOf(const std::string& crs) {
  const auto read = readCrs(crs);
  if (!read)
    return read.error();
  if ((*read)->IsProjected() == FALSE)
    return frameError("\"" + crs + "\" measures in degrees",
                      "use a projected CRS, such as UTM (EPSG:26918 for the eastern theatre)");
  return (*read)->GetLinearUnits(nullptr);
}

Result<Point> placeFrom(const json& area, const std::map<std::string, SourceFile>& sources, const std::string& crs) {
  const json& place = area.at("place");
  const std::string sourceId = place.at("source").get<std::string>();
  const auto source = sources.find(sourceId);
  if (source == sources.end())
    return frameError("there is no source \"" + sourceId + "\"", "add a row for it to sources.json");
  // A frame of a metre over the whole world: the place is found wherever it lies.
  SourceFile file = source->second;
  if (file.crs.empty() && place.contains("x"))
    file.crs = "EPSG:4326";
  VectorWish wish;
  wish.shape = Shape::Points;
  wish.layer = place.value("layer", "");
  wish.xField = place.value("x", "");
  wish.yField = place.value("y", "");
  json where{{place.at("field").get<std::string>(), place.at("value")}};
  if (place.contains("where"))
    where.update(place["where"]);
  wish.where = &where;
  Frame ground;
  ground.crs = crs;
  ground.pitch = {1e5, 1e5};
  ground.origin = {-2e7, 2e7};
  const Result<VectorLayer> layer = readVector(file, wish, Lattice{}, {500, 500}, ground);
  if (!layer)
    return layer.error();
  if (layer->features.size() > 1)
    return frameError("several places match", "add a condition to \"where\"");
  return ground.toGround(layer->features[0].parts[0][0]);
}

} // namespace

Result<FramedLattice> makeFrame(const json& row, const json& defaults,
                                const std::map<std::string, SourceFile>& sources) {
  FramedLattice out;
  const std::string crs = row.at("crs").get<std::string>();
  const Result<double> unit = unitOf(crs);
  if (!unit)
    return unit.error();
  const std::string orientation = row.value("orientation", defaults.value("orientation", "flat"));
  const std::string shifted = row.value("shifted", defaults.value("shifted", "odd"));
  out.lattice = Lattice(orientation == "pointy" ? Orientation::Pointy : Orientation::Flat,
                        shifted == "even" ? Parity::Even : Parity::Odd);
  double pitch = 0;
  if (row.contains("pitch"))
    pitch = row["pitch"].get<double>() * metresPer(row.value("unit", "metre")) / *unit;
  else if (defaults.contains("pitchMetres") && defaults["pitchMetres"].is_number())
    pitch = defaults["pitchMetres"].get<double>() / *unit;
  if (row.at("area").contains("pitch"))
    pitch = row["area"]["pitch"][0].get<double>();
  if (!(pitch > 0))
    return frameError("the ruleset does not fix the size of a hex", "give \"pitch\" and \"unit\"");
  out.frame.crs = crs;
  out.frame.pitch = {pitch, pitch};
  out.frame.rotation = row.value("rotation", 0.0);
  const json& area = row.at("area");
  if (area.contains("origin")) { // a frame that was settled before, taken over to the last digit
    out.extent = {area.at("size")[0].get<std::int32_t>(), area["size"][1].get<std::int32_t>()};
    out.frame.origin = {area["origin"][0].get<double>(), area["origin"][1].get<double>()};
    if (area.contains("pitch"))
      out.frame.pitch = {area["pitch"][0].get<double>(), area["pitch"][1].get<double>()};
    out.frame.shear = area.value("shear", 0.0);
    return out;
  }
  // How far apart columns and rows are in the plane.
  const double half = std::numbers::sqrt3 / 2;
  const bool flat = out.lattice.orientation() == Orientation::Flat;
  const double columnStep = flat ? half : 1;
  const double rowStep = flat ? 1 : half;
  Point centre;
  double width = 0;
  double height = 0;
  if (area.contains("bbox")) {
    const auto box = area["bbox"].get<std::vector<double>>();
    if (box[0] >= box[2] || box[1] >= box[3])
      return frameError("the bounding box is empty", "write west, south, east, north");
    std::vector<Point> border; // the sides of the box bend on the ground
    constexpr int kSteps = 20;
    for (int i = 0; i <= kSteps; ++i) {
      const double t = static_cast<double>(i) / kSteps;
      const double x = box[0] + t * (box[2] - box[0]);
      const double y = box[1] + t * (box[3] - box[1]);
      for (const Point p : {Point{x, box[1]}, Point{x, box[3]}, Point{box[0], y}, Point{box[2], y}})
        border.push_back(p);
    }
    const Result<std::vector<Point>> ground = reproject(area.value("crs", "EPSG:4326"), crs, border);
    if (!ground)
      return ground.error();
    Frame turned = out.frame;
    turned.origin = {0, 0};
    double left = 1e300;
    double right = -1e300;
    double top = 1e300;
    double bottom = -1e300;
    for (const Point p : *ground) {
      const Point plane = turned.toPlane(p);
      left = std::min(left, plane.x);
      right = std::max(right, plane.x);
      top = std::min(top, plane.y);
      bottom = std::max(bottom, plane.y);
    }
    width = right - left;
    height = bottom - top;
    centre = turned.toGround({(left + right) / 2, (top + bottom) / 2});
  } else {
    if (area.contains("place")) {
      const Result<Point> at = placeFrom(area, sources, crs);
      if (!at)
        return at.error();
      centre = *at;
    } else {
      const auto at = area.at("centre").get<std::vector<double>>();
      const Result<std::vector<Point>> ground = reproject(area.value("crs", "EPSG:4326"), crs, {{at[0], at[1]}});
      if (!ground)
        return ground.error();
      centre = (*ground)[0];
    }
    if (area.contains("extent")) {
      const auto extent = area["extent"].get<std::vector<double>>();
      const double scale = metresPer(row.value("unit", "metre")) / *unit / pitch;
      width = extent[0] * scale;
      height = extent[1] * scale;
    }
  }
  if (area.contains("size")) {
    out.extent = {area["size"][0].get<std::int32_t>(), area["size"][1].get<std::int32_t>()};
  } else {
    const double columns = std::ceil(width / columnStep - 1e-9);
    const double rows = std::ceil(height / rowStep - 1e-9);
    if (!(columns >= 1 && rows >= 1 && columns <= kMostAcross && rows <= kMostAcross))
      return frameError("the area gives " + json(columns).dump() + " x " + json(rows).dump() + " hexes",
                        "choose another pitch or area; at most 8192 each way");
    out.extent = {static_cast<std::int32_t>(columns), static_cast<std::int32_t>(rows)};
  }
  // The middle of the lattice's outline lies on the centre of the area. The origin is quantised: it is stored.
  double left = 1e300;
  double right = -1e300;
  double top = 1e300;
  double bottom = -1e300;
  for (const std::int32_t c :
       {0, std::min(1, out.extent.width - 1), std::max(0, out.extent.width - 2), out.extent.width - 1})
    for (const std::int32_t r :
         {0, std::min(1, out.extent.height - 1), std::max(0, out.extent.height - 2), out.extent.height - 1})
      for (const Point p : out.lattice.outline({c, r})) {
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        top = std::min(top, p.y);
        bottom = std::max(bottom, p.y);
      }
  out.frame.origin = {0, 0};
  const Point middle = out.frame.toGround({(left + right) / 2, (top + bottom) / 2});
  out.frame.origin = {rounded(centre.x - middle.x, 2), rounded(centre.y - middle.y, 2)};
  constexpr double kFarthest = 1e9; // no place on Earth is farther from the origin of its CRS
  if (!(std::abs(out.frame.origin.x) < kFarthest && std::abs(out.frame.origin.y) < kFarthest))
    return frameError("the area lies nowhere on Earth", "check its numbers and its CRS");
  return out;
}

json frameRecord(const Frame& frame) {
  json out{{"crs", frame.crs},
           {"origin", {frame.origin.x, frame.origin.y}},
           {"pitch", {frame.pitch[0], frame.pitch[1]}},
           {"unit", "metre"}};
  if (frame.rotation != 0)
    out["rotation"] = frame.rotation;
  if (frame.shear != 0)
    out["shear"] = frame.shear;
  if (const auto crs = readCrs(frame.crs); crs && std::abs((*crs)->GetLinearUnits(nullptr) - 0.3048) < 1e-4)
    out["unit"] = "foot";
  return out;
}

Result<Frame> frameOf(const Document& document) {
  const std::string* record = document.record("module", {"frame", "map"});
  const json row = record == nullptr ? json::object() : json::parse(*record, nullptr, false);
  Frame out;
  out.crs = row.value("crs", "");
  if (out.crs.empty())
    return Error{"the map is not tied to the ground", "module.json", 0, "frame",
                 "give it a CRS and an origin, or fit it to known places (import frame-fit)"};
  const json pitch = row.value("pitch", json::array({1.0, 1.0}));
  out.pitch = {pitch[0].get<double>(), pitch[1].get<double>()};
  const json origin = row.value("origin", json::array({0.0, 0.0}));
  out.origin = {origin[0].get<double>(), origin[1].get<double>()};
  out.rotation = row.value("rotation", 0.0);
  out.shear = row.value("shear", 0.0);
  return out;
}

} // namespace hotchkiss
