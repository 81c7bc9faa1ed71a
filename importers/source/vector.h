#pragma once

#include "importers/source/sourcefile.h"
#include "libterrain/base/result.h"
#include "libterrain/grid/frame.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <vector>

namespace hotchkiss {

enum class Shape : std::uint8_t { Points, Lines, Polygons };

/// One feature of a vector layer in the plane of the lattice.
struct VectorFeature {
  std::vector<std::vector<Point>> parts; ///< points (one each), lines, or rings by the even-odd rule
  std::map<std::string, std::string> fields;

  const std::string& field(const std::string& name) const; ///< empty when there is none
};

struct VectorWish {
  Shape shape = Shape::Lines;
  std::string layer;                     ///< empty for the only (or first) one
  const nlohmann::json* where = nullptr; ///< {"field": value | [values] | {"min", "max"}}; all must hold
  std::string xField;                    ///< for tables: columns that hold the position
  std::string yField;
};

struct VectorLayer {
  std::vector<VectorFeature> features; ///< those that touch the map
  std::size_t outside = 0;             ///< left out, because they lie off the map
  std::size_t damaged = 0;             ///< left out, because they have no usable position
};

/// Reads a layer into the plane. Long straight pieces are divided, so that they bend as the projection bends them.
Result<VectorLayer> readVector(const SourceFile& source, const VectorWish& wish, const Lattice& lattice,
                               const Extent& extent, const Frame& frame);

/// Whether a text passes one condition of a recipe: a value, a list of values, or {"min", "max"}.
bool passes(const nlohmann::json& condition, const std::string& text);

} // namespace hotchkiss
