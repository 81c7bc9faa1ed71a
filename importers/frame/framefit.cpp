#include "importers/base/leastsquares.h"
#include "importers/frame/frameimport.h"
#include "importers/scan/controlpoints.h"
#include "importers/source/projection.h"
#include "libterrain/base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>

namespace hotchkiss {

namespace {

/// The frame nearest to the places; none when they do not fix it. Coordinates are centred first, to keep the digits.
std::optional<Frame> fitOnce(const Lattice& lattice, const std::string& crs, const std::vector<KnownPlace>& places,
                             FitModel model) {
  Point middle;
  for (const KnownPlace& place : places) {
    middle.x += place.ground.x / static_cast<double>(places.size());
    middle.y += place.ground.y / static_cast<double>(places.size());
  }
  std::vector<std::vector<double>> rows;
  std::vector<double> right;
  for (const KnownPlace& place : places) {
    const Point p = lattice.centre(place.hex);
    const Point g{place.ground.x - middle.x, place.ground.y - middle.y};
    // Ground = origin + a turn and stretch of (x, -y).
    if (model == FitModel::Similarity) {
      rows.push_back({1, 0, p.x, p.y});
      right.push_back(g.x);
      rows.push_back({0, 1, -p.y, p.x});
      right.push_back(g.y);
    } else {
      rows.push_back({1, 0, p.x, p.y, 0, 0});
      right.push_back(g.x);
      rows.push_back({0, 1, 0, 0, p.x, p.y});
      right.push_back(g.y);
    }
  }
  const auto solution = leastSquares(rows, right);
  if (!solution)
    return std::nullopt;
  const std::vector<double>& s = *solution;
  Frame out;
  out.crs = crs;
  out.origin = {s[0] + middle.x, s[1] + middle.y};
  if (model == FitModel::Similarity) {
    const double pitch = std::hypot(s[2], s[3]);
    out.pitch = {pitch, pitch};
    out.rotation = std::atan2(s[3], s[2]) * 180 / std::numbers::pi;
    return out;
  }
  // The images of the plane's axes: x goes to (s2, s4), y (down) to (s3, s5).
  const double pitchX = std::hypot(s[2], s[4]);
  const double angle = std::atan2(s[4], s[2]);
  const double upX = -s[3] * std::cos(angle) - s[5] * std::sin(angle);
  const double upY = s[3] * std::sin(angle) - s[5] * std::cos(angle);
  if (!(pitchX > 0) || !(upY > 0))
    return std::nullopt;
  out.pitch = {pitchX, upY};
  out.shear = upX / upY;
  out.rotation = angle * 180 / std::numbers::pi;
  return out;
}

double residual(const Lattice& lattice, const Frame& frame, const KnownPlace& place) {
  return distance(frame.toPlane(place.ground), lattice.centre(place.hex));
}

} // namespace

Result<FrameFit> fitFrame(const Lattice& lattice, const std::string& crs, const std::vector<KnownPlace>& places,
                          FitModel model) {
  const std::size_t least = model == FitModel::Similarity ? 2 : 3;
  if (places.size() < least)
    return Error{
        "a fit needs at least " + std::to_string(least) + " known places", {}, 0, {}, "add places with their labels"};
  const std::optional<Frame> frame = fitOnce(lattice, crs, places, model);
  if (!frame)
    return Error{"the known places do not fix the lattice",
                 {},
                 0,
                 {},
                 model == FitModel::Affine ? "they lie on one line, or the map is mirrored"
                                           : "they are all in one spot"};
  FrameFit out;
  out.frame = *frame;
  double sum = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    out.residuals.push_back(residual(lattice, *frame, places[i]));
    sum += out.residuals.back() * out.residuals.back();
    std::vector<KnownPlace> others = places;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const std::optional<Frame> without = others.size() >= least ? fitOnce(lattice, crs, others, model) : std::nullopt;
    out.leaveOneOut.push_back(without ? residual(lattice, *without, places[i]) : std::nan(""));
  }
  out.rms = std::sqrt(sum / static_cast<double>(places.size()));
  // A wrong place pulls the whole fit: without it the others agree far better. A place that merely lies far out does
  // not.
  constexpr double kTolerable = 0.5; // hexes: a place is given by its hex
  for (std::size_t i = 0; i < places.size() && places.size() > least + 1; ++i) {
    std::vector<KnownPlace> others = places;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const std::optional<Frame> without = fitOnce(lattice, crs, others, model);
    double rest = 0;
    for (const KnownPlace& place : others)
      if (without)
        rest += std::pow(residual(lattice, *without, place), 2) / static_cast<double>(others.size());
    if (without && out.rms > kTolerable && out.rms > 2.5 * std::sqrt(rest))
      out.suspects.push_back(places[i].name);
  }
  return out;
}

Result<std::vector<KnownPlace>> readKnownPlaces(std::string_view text, const std::string& file,
                                                const Numbering& numbering, const std::string& crs) {
  std::map<std::string, std::size_t> columns;
  std::vector<KnownPlace> out;
  long lineNumber = 0;
  bool degrees = false;
  for (const std::string_view line : splitText(text, '\n')) {
    ++lineNumber;
    if (line.empty() || line == "\r" || line[0] == '#')
      continue;
    const std::vector<std::string> row = tableCells(line);
    if (columns.empty()) {
      for (std::size_t i = 0; i < row.size(); ++i)
        columns[row[i]] = i;
      degrees = columns.count("lon") > 0 && columns.count("lat") > 0;
      if (columns.count("hex") == 0 || (!degrees && (columns.count("x") == 0 || columns.count("y") == 0)))
        return Error{
            "the header names no known places", file, lineNumber, {}, "write name,lon,lat,hex or name,x,y,hex"};
      continue;
    }
    const auto cell = [&](const char* name) {
      const auto it = columns.find(name);
      return it == columns.end() || it->second >= row.size() ? std::string() : row[it->second];
    };
    KnownPlace place;
    place.name = cell("name").empty() ? cell("hex") : cell("name");
    char* endX = nullptr;
    char* endY = nullptr;
    const std::string x = cell(degrees ? "lon" : "x");
    const std::string y = cell(degrees ? "lat" : "y");
    place.ground = {std::strtod(x.c_str(), &endX), std::strtod(y.c_str(), &endY)};
    if (x.empty() || y.empty() || *endX != '\0' || *endY != '\0' || !std::isfinite(place.ground.x) ||
        !std::isfinite(place.ground.y))
      return Error{"a place has no usable position", file, lineNumber, {}, "correct the line"};
    const Result<HexCoord> hex = numbering.resolve(cell("hex"));
    if (!hex)
      return Error{hex.error().message, file, lineNumber, {}, hex.error().advice};
    place.hex = *hex;
    if (degrees) {
      const Result<std::vector<Point>> ground = reproject("EPSG:4326", crs, {place.ground});
      if (!ground)
        return Error{ground.error().message, file, lineNumber, {}, ground.error().advice};
      place.ground = (*ground)[0];
    }
    out.push_back(std::move(place));
  }
  return out;
}

} // namespace hotchkiss
