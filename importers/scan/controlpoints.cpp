#include "importers/scan/controlpoints.h"

#include "importers/base/leastsquares.h"
#include "importers/lines/polyline.h"
#include "libterrain/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>

namespace hotchkiss {

namespace {

constexpr std::size_t kMostPoints = 2000; // a spline through more would take minutes

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::optional<double> number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::vector<double> terms(ScanModel model, Point p) {
  if (model == ScanModel::Polynomial2)
    return {1, p.x, p.y, p.x * p.x, p.x * p.y, p.y * p.y};
  return {1, p.x, p.y};
}

/// The thin plate spline's kernel, r² log r.
double kernel(double squaredDistance) {
  return squaredDistance > 0 ? squaredDistance * std::log(squaredDistance) / 2 : 0;
}

} // namespace

std::vector<std::string> tableCells(std::string_view line) {
  std::vector<std::string> out{""};
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"')
        out.back() += line[++i];
      else
        quoted = !quoted;
    } else if (!quoted && (line[i] == ',' || line[i] == ';' || line[i] == '\t')) {
      out.emplace_back();
    } else if (line[i] != '\r') {
      out.back() += line[i];
    }
  }
  return out;
}

Result<ControlPointList> readControlPoints(std::string_view text, const std::string& file) {
  ControlPointList out;
  std::map<std::string, std::size_t> columns;
  long lineNumber = 0;
  bool qgis = false;
  for (const std::string_view line : splitText(text, '\n')) {
    ++lineNumber;
    if (line.empty() || line == "\r")
      continue;
    if (line[0] == '#') {
      constexpr std::string_view kCrs = "#CRS:";
      if (line.starts_with(kCrs)) {
        out.crs = std::string(line.substr(kCrs.size()));
        while (!out.crs.empty() && (out.crs.front() == ' ' || out.crs.back() == '\r'))
          out.crs.front() == ' ' ? void(out.crs.erase(0, 1)) : out.crs.pop_back();
      }
      continue;
    }
    const std::vector<std::string> row = tableCells(line);
    if (columns.empty()) {
      static const std::map<std::string, std::string> kMeaning{
          {"pixel", "pixel"}, {"px", "pixel"},     {"sourcex", "pixel"}, {"pixelx", "pixel"}, {"line", "line"},
          {"py", "line"},     {"sourcey", "line"}, {"pixely", "line"},   {"lon", "x"},        {"longitude", "x"},
          {"x", "x"},         {"mapx", "x"},       {"east", "x"},        {"lat", "y"},        {"latitude", "y"},
          {"y", "y"},         {"mapy", "y"},       {"north", "y"},       {"hex", "hex"},      {"label", "hex"},
          {"name", "name"},   {"enable", "enable"}};
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string head = lower(row[i]);
        if (const auto meaning = kMeaning.find(head); meaning != kMeaning.end())
          columns.try_emplace(meaning->second, i);
        qgis = qgis || head == "mapx";
        if ((head == "lon" || head == "longitude") && out.crs.empty())
          out.crs = "EPSG:4326";
      }
      const bool ground = (columns.count("x") > 0 && columns.count("y") > 0) || columns.count("hex") > 0;
      if (columns.count("pixel") == 0 || columns.count("line") == 0 || !ground)
        return Error{"the header names no columns for control points",
                     file,
                     lineNumber,
                     {},
                     "write pixel,line and lon,lat or x,y or hex"};
      continue;
    }
    const auto cell = [&](const char* name) {
      const auto it = columns.find(name);
      return it == columns.end() || it->second >= row.size() ? std::string() : row[it->second];
    };
    if (cell("enable") == "0")
      continue;
    ControlPoint point;
    point.name = cell("name");
    const std::optional<double> px = number(cell("pixel"));
    const std::optional<double> py = number(cell("line"));
    const std::optional<double> x = number(cell("x"));
    const std::optional<double> y = number(cell("y"));
    point.label = cell("hex");
    if (!px || !py || (point.label.empty() && (!x || !y)))
      return Error{"a control point has no usable numbers", file, lineNumber, {}, "correct the line"};
    point.pixel = {*px, qgis ? -*py : *py}; // QGIS counts lines downward from 0 as negative numbers
    if (x && y)
      point.ground = Point{*x, *y};
    if (point.name.empty())
      point.name = point.label.empty() ? "point " + std::to_string(out.points.size() + 1) : point.label;
    out.points.push_back(std::move(point));
    if (out.points.size() > kMostPoints)
      return Error{"there are more than 2,000 control points", file, lineNumber, {}, "keep the best ones"};
  }
  if (out.points.empty())
    return Error{"there are no control points", file, 0, {}, "add at least three"};
  return out;
}

std::string writeControlPoints(const ControlPointList& list) {
  const auto quoted = [](const std::string& text) {
    std::string out = "\"";
    for (const char c : text)
      if (c == '"')
        out += "\"\"";
      else if (c != '\n' && c != '\r')
        out += c;
    return out + "\"";
  };
  const auto shortest = [](double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return std::string(text.data(), end);
  };
  std::string out = list.crs.empty() ? std::string() : "#CRS: " + list.crs + "\n";
  out += "name,pixel,line,x,y,hex\n";
  for (const ControlPoint& point : list.points) {
    out += quoted(point.name) + "," + shortest(point.pixel.x) + "," + shortest(point.pixel.y) + ",";
    out += point.ground && point.label.empty() ? shortest(point.ground->x) + "," + shortest(point.ground->y) : ",";
    out += "," + (point.label.empty() ? std::string() : quoted(point.label)) + "\n";
  }
  return out;
}

std::size_t PlaneTransform::fewestPoints(ScanModel model) {
  switch (model) {
  case ScanModel::Projective:
    return 4;
  case ScanModel::Polynomial2:
    return 6;
  default:
    return 3;
  }
}

std::optional<PlaneTransform> PlaneTransform::fit(ScanModel model, const std::vector<Point>& from,
                                                  const std::vector<Point>& to) {
  const std::size_t n = from.size();
  if (n < fewestPoints(model))
    return std::nullopt;
  PlaneTransform out;
  out.mModel = model;
  // Both sides are moved and scaled to about 1, or squares of map coordinates would swallow all digits.
  const auto normalise = [n](const std::vector<Point>& points, Point& middle, double& scale) {
    for (const Point p : points) {
      middle.x += p.x / static_cast<double>(n);
      middle.y += p.y / static_cast<double>(n);
    }
    double sum = 0;
    for (const Point p : points)
      sum += distance(p, middle) / static_cast<double>(n);
    scale = sum > 0 ? sum : 1;
  };
  normalise(from, out.mFromMiddle, out.mFromScale);
  normalise(to, out.mToMiddle, out.mToScale);
  std::vector<Point> a;
  std::vector<Point> b;
  for (std::size_t i = 0; i < n; ++i) {
    a.push_back({(from[i].x - out.mFromMiddle.x) / out.mFromScale, (from[i].y - out.mFromMiddle.y) / out.mFromScale});
    b.push_back({(to[i].x - out.mToMiddle.x) / out.mToScale, (to[i].y - out.mToMiddle.y) / out.mToScale});
  }
  if (model == ScanModel::Projective) {
    std::vector<std::vector<double>> rows;
    std::vector<double> right;
    for (std::size_t i = 0; i < n; ++i) {
      rows.push_back({a[i].x, a[i].y, 1, 0, 0, 0, -a[i].x * b[i].x, -a[i].y * b[i].x});
      right.push_back(b[i].x);
      rows.push_back({0, 0, 0, a[i].x, a[i].y, 1, -a[i].x * b[i].y, -a[i].y * b[i].y});
      right.push_back(b[i].y);
    }
    const auto solved = leastSquares(rows, right);
    if (!solved)
      return std::nullopt;
    out.mX = *solved;
    return out;
  }
  if (model == ScanModel::Spline) {
    std::vector<std::vector<double>> matrix(n + 3, std::vector<double>(n + 3));
    std::vector<double> rightX(n + 3);
    std::vector<double> rightY(n + 3);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < n; ++k) {
        const double dx = a[i].x - a[k].x;
        const double dy = a[i].y - a[k].y;
        matrix[i][k] = kernel(dx * dx + dy * dy);
      }
      const double poly[] = {1, a[i].x, a[i].y};
      for (std::size_t k = 0; k < 3; ++k)
        matrix[i][n + k] = matrix[n + k][i] = poly[k];
      rightX[i] = b[i].x;
      rightY[i] = b[i].y;
    }
    const auto x = solveSystem(matrix, rightX);
    const auto y = solveSystem(matrix, rightY);
    if (!x || !y)
      return std::nullopt;
    out.mX = *x;
    out.mY = *y;
    out.mKnots = a;
    return out;
  }
  std::vector<std::vector<double>> rows;
  std::vector<double> rightX;
  std::vector<double> rightY;
  for (std::size_t i = 0; i < n; ++i) {
    rows.push_back(terms(model, a[i]));
    rightX.push_back(b[i].x);
    rightY.push_back(b[i].y);
  }
  const auto x = leastSquares(rows, rightX);
  const auto y = leastSquares(rows, rightY);
  if (!x || !y)
    return std::nullopt;
  out.mX = *x;
  out.mY = *y;
  return out;
}

Point PlaneTransform::operator()(Point p) const {
  const Point a{(p.x - mFromMiddle.x) / mFromScale, (p.y - mFromMiddle.y) / mFromScale};
  Point b;
  if (mModel == ScanModel::Projective) {
    const double w = mX[6] * a.x + mX[7] * a.y + 1;
    b = {(mX[0] * a.x + mX[1] * a.y + mX[2]) / w, (mX[3] * a.x + mX[4] * a.y + mX[5]) / w};
  } else if (mModel == ScanModel::Spline) {
    const std::size_t n = mKnots.size();
    b = {mX[n] + mX[n + 1] * a.x + mX[n + 2] * a.y, mY[n] + mY[n + 1] * a.x + mY[n + 2] * a.y};
    for (std::size_t i = 0; i < n; ++i) {
      const double dx = a.x - mKnots[i].x;
      const double dy = a.y - mKnots[i].y;
      const double k = kernel(dx * dx + dy * dy);
      b.x += mX[i] * k;
      b.y += mY[i] * k;
    }
  } else {
    const std::vector<double> t = terms(mModel, a);
    for (std::size_t i = 0; i < t.size(); ++i) {
      b.x += mX[i] * t[i];
      b.y += mY[i] * t[i];
    }
  }
  return {b.x * mToScale + mToMiddle.x, b.y * mToScale + mToMiddle.y};
}

Result<ControlReport> judgeControlPoints(ScanModel model, const std::vector<ControlPoint>& points) {
  std::vector<Point> from;
  std::vector<Point> to;
  for (const ControlPoint& point : points) {
    from.push_back(point.pixel);
    to.push_back(*point.ground);
  }
  const std::size_t least = PlaneTransform::fewestPoints(model);
  if (points.size() < least)
    return Error{"this transform needs " + std::to_string(least) + " control points and there are " +
                     std::to_string(points.size()),
                 {},
                 0,
                 {},
                 "add points or choose a simpler transform"};
  const auto whole = PlaneTransform::fit(model, from, to);
  if (!whole)
    return Error{"the control points do not fix the transform",
                 {},
                 0,
                 {},
                 "they lie on one line, or two of them are the same; add points elsewhere"};
  ControlReport out;
  double sum = 0;
  double leftSum = 0;
  std::size_t left = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    out.residuals.push_back(distance((*whole)(from[i]), to[i]));
    sum += out.residuals.back() * out.residuals.back();
    std::vector<Point> f = from;
    std::vector<Point> t = to;
    f.erase(f.begin() + static_cast<std::ptrdiff_t>(i));
    t.erase(t.begin() + static_cast<std::ptrdiff_t>(i));
    const auto without = PlaneTransform::fit(model, f, t);
    out.leaveOneOut.push_back(without ? distance((*without)(from[i]), to[i]) : std::nan(""));
    if (without) {
      leftSum += out.leaveOneOut.back() * out.leaveOneOut.back();
      ++left;
    }
  }
  out.rms = std::sqrt(sum / static_cast<double>(points.size()));
  out.leaveOneOutRms = left > 0 ? std::sqrt(leftSum / static_cast<double>(left)) : std::nan("");
  // A wrong point pulls the fit of all others: without it they agree far better. A spline goes through every point and
  // hides that, so its points are judged by the affine fit.
  const ScanModel judge = model == ScanModel::Spline ? ScanModel::Affine : model;
  const auto spread = [&](const std::vector<Point>& f, const std::vector<Point>& t) {
    const auto fitted = PlaneTransform::fit(judge, f, t);
    double mean = 0;
    for (std::size_t k = 0; fitted && k < f.size(); ++k)
      mean += std::pow(distance((*fitted)(f[k]), t[k]), 2) / static_cast<double>(f.size());
    return fitted ? std::sqrt(mean) : std::nan("");
  };
  const double all = spread(from, to);
  for (std::size_t i = 0; i < points.size() && points.size() > PlaneTransform::fewestPoints(judge) + 1; ++i) {
    std::vector<Point> f = from;
    std::vector<Point> t = to;
    f.erase(f.begin() + static_cast<std::ptrdiff_t>(i));
    t.erase(t.begin() + static_cast<std::ptrdiff_t>(i));
    if (const double rest = spread(f, t); all > 2.5 * rest && all > 1e-6)
      out.suspects.push_back(points[i].name);
  }
  return out;
}

} // namespace hotchkiss
