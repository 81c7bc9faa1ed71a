#include "render/layers.h"

namespace hotchkiss {

const char* layerId(Layer layer) {
  static constexpr std::array<const char*, kLayers> kIds{"levels",  "terrain", "texture", "grid",      "water",
                                                         "relief",  "works",   "paths",   "crossings", "places",
                                                         "borders", "entries", "numbers", "names",     "sheets"};
  return kIds.at(static_cast<std::size_t>(layer));
}

} // namespace hotchkiss
