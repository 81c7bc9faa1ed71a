#include "importers/source/vector.h"

#include "importers/lines/polyline.h"
#include "importers/source/gate.h"
#include "importers/source/projection.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cpl_string.h>
#include <cstdlib>
#include <limits>
#include <ogrsf_frmts.h>

namespace hotchkiss {

using nlohmann::json;

namespace {

struct Box {
  double left = std::numeric_limits<double>::max();
  double top = std::numeric_limits<double>::max();
  double right = std::numeric_limits<double>::lowest();
  double bottom = std::numeric_limits<double>::lowest();
  void include(Point p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  bool meets(const Box& o) const { return left <= o.right && o.left <= right && top <= o.bottom && o.top <= bottom; }
};

Box boxOfMap(const Lattice& lattice, const Extent& extent) {
  Box box;
  for (const HexCoord h : {HexCoord{0, 0}, HexCoord{1, 1}, HexCoord{extent.width - 1, extent.height - 1},
                           HexCoord{extent.width - 2, extent.height - 2}})
    for (const Point p : lattice.outline(h))
      box.include(p);
  return {box.left - 1, box.top - 1, box.right + 1, box.bottom + 1};
}

void addLine(const OGRSimpleCurve& curve, std::vector<std::vector<Point>>& parts) {
  std::vector<Point> line;
  line.reserve(static_cast<std::size_t>(std::max(0, curve.getNumPoints())));
  for (int i = 0; i < curve.getNumPoints(); ++i)
    if (const Point p{curve.getX(i), curve.getY(i)}; std::isfinite(p.x) && std::isfinite(p.y))
      line.push_back(p);
  if (line.size() >= 2)
    parts.push_back(std::move(line));
}

void addParts(const OGRGeometry& geometry, Shape shape, std::vector<std::vector<Point>>& parts) {
  switch (wkbFlatten(geometry.getGeometryType())) {
  case wkbPoint:
    if (const OGRPoint* p = geometry.toPoint(); shape == Shape::Points && p->IsEmpty() == FALSE)
      parts.push_back({{p->getX(), p->getY()}});
    break;
  case wkbLineString:
    if (shape == Shape::Lines)
      addLine(*geometry.toLineString(), parts);
    break;
  case wkbPolygon:
    if (shape == Shape::Polygons)
      for (const OGRLinearRing* ring : *geometry.toPolygon())
        addLine(*ring, parts);
    break;
  case wkbMultiPoint:
  case wkbMultiLineString:
  case wkbMultiPolygon:
  case wkbGeometryCollection:
    for (const OGRGeometry* part : *geometry.toGeometryCollection())
      addParts(*part, shape, parts);
    break;
  default:
    if (geometry.hasCurveGeometry() != FALSE) {
      const std::unique_ptr<OGRGeometry> straight(geometry.getLinearGeometry());
      if (straight && straight->hasCurveGeometry() == FALSE)
        addParts(*straight, shape, parts);
    }
  }
}

/// Into how many pieces a straight piece of the source is divided, so that it bends as the projection bends it.
int piecesOf(Point a, Point b) {
  constexpr double kMostPieces = 1000;
  if (!std::isfinite(a.x) || !std::isfinite(b.x))
    return 1;
  return static_cast<int>(std::min(std::ceil(distance(a, b)), kMostPieces));
}

/// Carries a line to the plane, dividing pieces that are longer than a hex there. The projection is asked twice for a
/// line, never for single points.
std::vector<Point> carried(const std::vector<Point>& line, const Projection& projection) {
  std::vector<Point> plane = line;
  projection.toPlane(plane);
  if (!projection.isAffine()) {
    std::vector<Point> between;
    for (std::size_t i = 1; i < plane.size(); ++i)
      for (int k = 1, pieces = piecesOf(plane[i - 1], plane[i]); k < pieces; ++k) {
        const double t = static_cast<double>(k) / pieces;
        between.push_back(
            {line[i - 1].x + t * (line[i].x - line[i - 1].x), line[i - 1].y + t * (line[i].y - line[i - 1].y)});
      }
    if (!between.empty()) {
      projection.toPlane(between);
      std::vector<Point> out;
      out.reserve(plane.size() + between.size());
      auto next = between.begin();
      for (std::size_t i = 0; i < plane.size(); ++i) {
        if (i > 0)
          for (int k = 1, pieces = piecesOf(plane[i - 1], plane[i]); k < pieces; ++k)
            out.push_back(*next++);
        out.push_back(plane[i]);
      }
      plane = std::move(out);
    }
  }
  std::erase_if(plane, [](Point p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
  return plane;
}

/// Some formats pad their fields, and some write a blank for nothing. Old tables are in Latin-1 and do not say so.
std::string trimmed(std::string text) {
  if (CPLIsUTF8(text.c_str(), static_cast<int>(text.size())) == FALSE) {
    char* recoded = CPLRecode(text.c_str(), CPL_ENC_ISO8859_1, CPL_ENC_UTF8);
    text = recoded;
    CPLFree(recoded);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
    text.pop_back();
  text.erase(0, text.find_first_not_of(" \t"));
  return text;
}

Error layerError(const SourceFile& source, std::string message, std::string advice) {
  return {std::move(message), source.name, 0, {}, std::move(advice)};
}

} // namespace

const std::string& VectorFeature::field(const std::string& name) const {
  static const std::string kEmpty;
  const auto it = fields.find(name);
  return it == fields.end() ? kEmpty : it->second;
}

bool passes(const json& condition, const std::string& text) {
  if (condition.is_array())
    return std::any_of(condition.begin(), condition.end(), [&](const json& one) { return passes(one, text); });
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool isNumber = !text.empty() && end == text.c_str() + text.size();
  if (condition.is_object()) {
    if (!isNumber)
      return false;
    return (!condition.contains("min") || number >= condition["min"].get<double>()) &&
           (!condition.contains("max") || number <= condition["max"].get<double>());
  }
  if (condition.is_number())
    return isNumber && number == condition.get<double>();
  return condition.is_string() && condition.get<std::string>() == text;
}

Result<VectorLayer> readVector(const SourceFile& source, const VectorWish& wish, const Lattice& lattice,
                               const Extent& extent, const Frame& frame) {
  std::vector<std::string> options;
  if (!wish.xField.empty())
    options = {"X_POSSIBLE_NAMES=" + wish.xField, "Y_POSSIBLE_NAMES=" + wish.yField, "KEEP_GEOM_COLUMNS=YES",
               "HEADERS=YES"}; // columns called "1860" would pass for data
  const Result<DatasetPtr> opened = openVector(source.file, options);
  if (!opened)
    return opened.error();
  GDALDataset& dataset = **opened;
  OGRLayer* layer = wish.layer.empty() ? dataset.GetLayer(0) : dataset.GetLayerByName(wish.layer.c_str());
  if (layer == nullptr) {
    std::vector<std::string> names;
    for (OGRLayer* one : dataset.GetLayers())
      names.emplace_back(one->GetName());
    return layerError(source, "there is no layer \"" + wish.layer + "\"", "the file has " + joinWords(names));
  }
  std::string crs = source.crs;
  if (crs.empty()) {
    const OGRSpatialReference* own = layer->GetSpatialRef();
    char* wkt = nullptr;
    if (own != nullptr && own->exportToWkt(&wkt) == OGRERR_NONE)
      crs = wkt;
    CPLFree(wkt);
  }
  if (crs.empty())
    return layerError(source, "the layer does not say which coordinate reference system it is in",
                      "add \"crs\" to its row in sources.json");
  Result<Projection> projection = Projection::between(crs, frame);
  if (!projection)
    return projection.error();
  const OGRFeatureDefn* definition = layer->GetLayerDefn();
  if (wish.where != nullptr)
    for (const auto& [field, condition] : wish.where->items())
      if (definition->GetFieldIndex(field.c_str()) < 0)
        return layerError(source, "the layer has no field \"" + field + "\"", "check \"where\" in the recipe");
  const Box map = boxOfMap(lattice, extent);
  VectorLayer out;
  std::uint64_t seen = 0;
  std::uint64_t vertices = 0;
  std::size_t swapped = 0;
  std::size_t ofShape = 0;
  std::size_t ofOtherShape = 0;
  CPLPushErrorHandler(CPLQuietErrorHandler);
  for (const OGRFeatureUniquePtr& feature : layer) {
    if (++seen > kMostFeatures)
      break;
    VectorFeature one;
    for (int i = 0; i < definition->GetFieldCount(); ++i)
      if (feature->IsFieldSetAndNotNull(i))
        one.fields[definition->GetFieldDefn(i)->GetNameRef()] = trimmed(feature->GetFieldAsString(i));
    if (wish.where != nullptr &&
        !std::all_of(wish.where->items().begin(), wish.where->items().end(),
                     [&](const auto& item) { return passes(item.value(), one.field(item.key())); }))
      continue;
    const OGRGeometry* geometry = feature->GetGeometryRef();
    std::vector<std::vector<Point>> parts;
    if (geometry != nullptr)
      addParts(*geometry, wish.shape, parts);
    if (parts.empty()) {
      ++out.damaged;
      ofOtherShape += geometry != nullptr && geometry->IsEmpty() == FALSE ? 1U : 0U;
      continue;
    }
    ++ofShape;
    Box box;
    Box exchanged;
    for (const std::vector<Point>& part : parts) {
      vertices += part.size();
      std::vector<Point> line = carried(part, *projection);
      for (const Point p : line)
        box.include(p);
      if (!line.empty())
        one.parts.push_back(std::move(line));
      const Point turned = projection->toPlane(Point{part[0].y, part[0].x});
      if (std::isfinite(turned.x) && std::isfinite(turned.y))
        exchanged.include(turned);
    }
    if (vertices > kMostLineVertices)
      break;
    if (one.parts.empty()) { // no number in it is a position
      ++out.damaged;
      if (exchanged.meets(map))
        ++swapped;
      continue;
    }
    if (!box.meets(map)) {
      ++out.outside;
      if (exchanged.meets(map))
        ++swapped;
      continue;
    }
    out.features.push_back(std::move(one));
  }
  CPLPopErrorHandler();
  if (seen > kMostFeatures || vertices > kMostLineVertices)
    return layerError(source, "the layer is too large", "cut it to the area of the map first");
  if (seen == 0)
    return layerError(source, "the layer is empty", "name another layer or file");
  if (ofShape == 0 && out.damaged > 0 && ofOtherShape == 0)
    return layerError(source, "no position in the layer is a usable number",
                      definition->GetGeomFieldCount() == 0 ? "name the columns that hold the position: \"x\" and \"y\""
                                                           : "correct its coordinates");
  if (ofShape == 0) {
    constexpr std::array kNames = {"points", "lines", "areas"};
    return layerError(source,
                      std::string("the layer holds no ") + kNames[static_cast<std::size_t>(wish.shape)] + " that pass",
                      "check the layer and \"where\" in the recipe");
  }
  if (out.features.empty() && out.outside == 0 && swapped == 0)
    return layerError(source, "no position in the layer is a usable number", "correct its coordinates");
  if (out.features.empty())
    return layerError(source, "nothing of the layer lies on the map",
                      swapped > 0 ? "longitude and latitude seem to be exchanged" : "check the frame and the CRS");
  return out;
}

} // namespace hotchkiss
