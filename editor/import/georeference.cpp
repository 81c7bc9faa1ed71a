#include "editor/import/georeference.h"

#include "importers/frame/frameimport.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr std::array<const char*, 4> kModels{"affine", "projective", "polynomial2", "spline"};

double rounded(double value, int places) {
  const double factor = std::pow(10, places);
  return std::round(value * factor) / factor;
}

std::optional<Point> pointFrom(const json& object, const char* name) {
  const auto it = object.find(name);
  if (it == object.end() || !it->is_array() || it->size() != 2 || !(*it)[0].is_number() || !(*it)[1].is_number())
    return std::nullopt;
  return Point{(*it)[0].get<double>(), (*it)[1].get<double>()};
}

} // namespace

const char* scanModelId(ScanModel model) {
  return kModels.at(static_cast<std::size_t>(model));
}

GeorefMap GeorefMap::of(const Document& document, std::shared_ptr<const Numbering> numbering) {
  GeorefMap out{document.lattice(), std::move(numbering), std::nullopt};
  if (Result<Frame> frame = frameOf(document))
    out.frame = *frame;
  return out;
}

std::optional<Point> GeorefMap::place(const GeorefPoint& point) const {
  if (!point.label.empty()) {
    const Result<HexCoord> hex = numbering->resolve(point.label);
    return hex ? std::optional(lattice.centre(*hex)) : std::nullopt;
  }
  if (point.ground && frame)
    return frame->toPlane(*point.ground);
  return point.plane;
}

void GeorefMap::setPlace(GeorefPoint& point, Point plane) const {
  point.label.clear();
  point.ground.reset();
  point.plane.reset();
  if (frame)
    point.ground = frame->toGround(plane);
  else
    point.plane = plane;
}

GeorefFit fitGeoreference(const Georeference& scan, const GeorefMap& map) {
  GeorefFit out;
  const std::size_t count = scan.points.size();
  out.off.resize(count);
  out.leftOut.resize(count);
  out.contradicts.resize(count, false);
  std::vector<ControlPoint> points;
  std::vector<std::size_t> index;
  std::vector<Point> pixels;
  std::vector<Point> places;
  for (std::size_t i = 0; i < count; ++i)
    if (const auto place = map.place(scan.points[i])) {
      points.push_back({std::to_string(i), scan.points[i].pixel, place, {}});
      index.push_back(i);
      pixels.push_back(scan.points[i].pixel);
      places.push_back(*place);
    }
  out.used = points.size();
  const std::size_t fewest = PlaneTransform::fewestPoints(scan.model);
  if (points.size() < fewest) {
    out.problem = std::to_string(points.size()) + " of at least " + std::to_string(fewest) +
                  " points have a place on scan and map.";
    return out;
  }
  out.toPlane = PlaneTransform::fit(scan.model, pixels, places);
  out.toPixel = PlaneTransform::fit(scan.model, places, pixels);
  if (!out.toPlane || !out.toPixel) {
    out.toPlane.reset();
    out.toPixel.reset();
    out.problem = "The points lie on one line, or two are at one place: add points elsewhere.";
    return out;
  }
  const Result<ControlReport> report = judgeControlPoints(scan.model, points);
  if (!report) {
    out.problem = report.error().text();
    return out;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    out.off[index[i]] = report->residuals[i];
    if (!std::isnan(report->leaveOneOut[i]))
      out.leftOut[index[i]] = report->leaveOneOut[i];
    out.contradicts[index[i]] =
        std::find(report->suspects.begin(), report->suspects.end(), points[i].name) != report->suspects.end();
  }
  out.rms = report->rms;
  out.leftOutRms = report->leaveOneOutRms;
  return out;
}

Georeference georeferenceFrom(const json& member) {
  Georeference out;
  if (!member.is_object())
    return out;
  const std::string model = member.value("transform", "affine");
  for (std::size_t i = 0; i < kModels.size(); ++i)
    if (model == kModels.at(i))
      out.model = static_cast<ScanModel>(i);
  for (const json& one : member.value("points", json::array())) {
    if (!one.is_object())
      continue;
    const auto pixel = pointFrom(one, "pixel");
    if (!pixel)
      continue;
    GeorefPoint point;
    point.name = one.value("name", "");
    point.pixel = *pixel;
    point.label = one.value("label", "");
    point.ground = pointFrom(one, "ground");
    point.plane = pointFrom(one, "plane");
    out.points.push_back(std::move(point));
  }
  return out;
}

json georeferenceJson(const Georeference& scan, const GeorefMap& map) {
  const GeorefFit fit = fitGeoreference(scan, map);
  const double hex = map.frame ? std::abs(map.frame->pitch[0]) : 1; // lengths on the ground, where there is one
  json points = json::array();
  for (std::size_t i = 0; i < scan.points.size(); ++i) {
    const GeorefPoint& point = scan.points[i];
    json one{{"name", point.name}, {"pixel", {rounded(point.pixel.x, 1), rounded(point.pixel.y, 1)}}};
    const auto place = map.place(point);
    if (!point.label.empty())
      one["label"] = point.label;
    if (place && map.frame) {
      const Point ground = map.frame->toGround(*place);
      one["ground"] = {rounded(ground.x, 2), rounded(ground.y, 2)};
    } else if (place && point.label.empty()) {
      one["plane"] = {rounded(place->x, 4), rounded(place->y, 4)};
    }
    if (fit.off[i])
      one["residual"] = rounded(*fit.off[i] * hex, 3);
    if (fit.leftOut[i])
      one["leaveOneOut"] = rounded(*fit.leftOut[i] * hex, 3);
    points.push_back(std::move(one));
  }
  json out{{"transform", scanModelId(scan.model)}, {"points", points}};
  if (map.frame && !map.frame->crs.empty())
    out["crs"] = map.frame->crs;
  if (fit.toPlane) {
    out["rms"] = rounded(fit.rms * hex, 3);
    if (!std::isnan(fit.leftOutRms))
      out["leaveOneOutRms"] = rounded(fit.leftOutRms * hex, 3);
  }
  return out;
}

} // namespace hotchkiss::editor
