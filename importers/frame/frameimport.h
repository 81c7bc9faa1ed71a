#pragma once

#include "importers/base/importcontext.h"
#include "libterrain/numbering/numbering.h"

namespace hotchkiss {

/// Lattice, size and place on the ground, as a recipe asks for them.
struct FramedLattice {
  Lattice lattice;
  Extent extent;
  Frame frame;
};

/// From the members of a "frame" row: an area by bounding box, by centre and size, or round a named place; a CRS; a
/// pitch. `defaults` is the ruleset's default map (orientation, shifted, pitchMetres).
Result<FramedLattice> makeFrame(const nlohmann::json& row, const nlohmann::json& defaults,
                                const std::map<std::string, SourceFile>& sources);

/// A place that is known on the ground and on the map.
struct KnownPlace {
  std::string name;
  Point ground; ///< in the frame's CRS
  HexCoord hex;
};

/// How a lattice was laid over known places. Residuals in hexes.
struct FrameFit {
  Frame frame;
  std::vector<double> residuals;   ///< of each place: from where the frame puts it to the centre of its hex
  std::vector<double> leaveOneOut; ///< the same, with a frame fitted without that place
  double rms = 0;
  std::vector<std::string> suspects; ///< places that contradict the others
};

enum class FitModel : std::uint8_t {
  Similarity, ///< one pitch, turned: 2 places or more
  Affine      ///< pitches along x and y, turned and sheared: 3 places or more
};

Result<FrameFit> fitFrame(const Lattice& lattice, const std::string& crs, const std::vector<KnownPlace>& places,
                          FitModel model);

/// A table of known places: name, lon and lat (or x and y in the map's CRS), hex (printed label).
Result<std::vector<KnownPlace>> readKnownPlaces(std::string_view text, const std::string& file,
                                                const Numbering& numbering, const std::string& crs);

/// The frame as module.json has it.
nlohmann::json frameRecord(const Frame& frame);
Result<Frame> frameOf(const Document& document);

} // namespace hotchkiss
