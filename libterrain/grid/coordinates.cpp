#include "libterrain/grid/coordinates.h"

namespace hotchkiss {

std::string toText(HexCoord h) {
  return std::to_string(h.c) + "." + std::to_string(h.r);
}

std::string toText(EdgeId e) {
  return toText(e.owner()) + "." + std::to_string(e.d);
}

std::string toText(VertexId v) {
  return toText(v.owner()) + "." + std::to_string(v.v);
}

} // namespace hotchkiss
