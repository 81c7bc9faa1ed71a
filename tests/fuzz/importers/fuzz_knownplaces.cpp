#include "importers/frame/frameimport.h"

#include <cmath>
#include <cstdlib>

using namespace hotchkiss;

// Any text may be a table of known places: what is read has a position and a hex of the map, and a fit to it is whole.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Numbering kNumbering = [] {
    Sheet sheet;
    sheet.id = "A";
    sheet.letter = "A";
    sheet.size = {40, 30};
    sheet.label = *LabelPattern::parse("{sheet}{col:2}{row:2}");
    return Numbering(Lattice{}, {40, 30}, {sheet});
  }();
  const auto places = readKnownPlaces({reinterpret_cast<const char*>(data), size}, "places", kNumbering, "EPSG:26918");
  if (!places) {
    if (places.error().message.empty())
      std::abort();
    return 0;
  }
  for (const KnownPlace& place : *places)
    if (!std::isfinite(place.ground.x) || !std::isfinite(place.ground.y) || !kNumbering.exists(place.hex))
      std::abort();
  std::vector<KnownPlace> few = *places;
  constexpr std::size_t kFew = 12;
  if (few.size() > kFew)
    few.resize(kFew);
  for (const FitModel model : {FitModel::Similarity, FitModel::Affine})
    if (const auto fit = fitFrame(Lattice{}, "EPSG:26918", few, model); fit && fit->residuals.size() != few.size())
      std::abort();
  return 0;
}
