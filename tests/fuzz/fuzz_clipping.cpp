// A piece of a map from the clipboard: read, put down, taken again.
#include "libscenario/module/clippingtext.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/ruleset/ruleset.h"

#include <cstdlib>

using namespace hotchkiss;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Result<ClippingLetter> letter = readClippingText({reinterpret_cast<const char*>(data), size});
  if (!letter)
    return 0;
  const Result<ClippingLetter> again = readClippingText(clippingText(*letter));
  if (!again || again->clipping.hexes != letter->clipping.hexes || again->clipping.edges != letter->clipping.edges)
    std::abort(); // what was read can be written and read
  static const Catalogue catalogue = Ruleset::load("gcacw")->catalogue();
  Document map(Lattice(letter->clipping.lattice.orientation(), Parity::Even), {20, 16});
  dropUnknown(letter->clipping, map, catalogue);
  leaveCourses(letter->clipping);
  const Clipping clipping = turned(letter->clipping, {1, true});
  Stroke stroke(map, "paste");
  putClipping(stroke, clipping, {9, 7});
  for (const ClippedThing& thing : placedThings(clipping, map, {9, 7}))
    stroke.setRecord(kNamedTable, thing.key, thing.text);
  stroke.finish().inverse().apply(map);
  if (!(map == Document(map.lattice(), map.extent())))
    std::abort(); // undo leaves nothing
  return 0;
}
