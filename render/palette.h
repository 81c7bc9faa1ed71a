#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "libterrain/grid/coordinates.h"
#include "render/layers.h"
#include "render/mapstyle.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

enum class LineKind : std::uint8_t {
  None,
  Solid,
  Double,
  Dashed,
  Dotted,
  Rail,
  RailBed,
  Waves,
  Hachures,
  HachuresBoth,
  Wall,
  Cut,
  Works,
  Border,
  Ticks
};
enum class Pattern : std::uint8_t {
  None,
  Stipple,
  Trees,
  Conifers,
  Orchard,
  Scrub,
  Marsh,
  Blocks,
  Hatch,
  Relief,
  Waves,
  Tufts,
  Grain,
  Dots
};

/// Nothing for a word that names no drawing.
std::optional<LineKind> lineFromText(std::string_view text);
std::optional<Pattern> patternFromText(std::string_view text);

/// A kind of line (with its class) and how it is drawn.
struct LineStyle {
  std::string kind; ///< as in the features: paths are "path.<id>"
  std::string classId;
  StyleRow row;
  LineKind line = LineKind::None;
  Layer layer = Layer::Works;
  bool isPath = false;
  bool isWater = false;
  bool isRail = false;
  std::size_t index = 0; ///< position among all line styles, by order
};

struct TerrainStyle {
  StyleRow row;
  Pattern pattern = Pattern::None;
  bool isBlank = false; ///< no terrain set
  bool isWater = false;
  bool isPlayable = true;
  int rank = 0; ///< among the terrains, by order; equal terrains have equal ranks
};

/// A member of `more` that has a look: a symbol, a pattern over the hex.
struct AttributeStyle {
  std::string id;
  StyleRow row;
  Pattern pattern = Pattern::None;
  bool isEdge = false; ///< its value names a hexside
  bool isFlag = false; ///< only `true` means that it is there
  bool hasText = true; ///< its value is worth printing
};

/// Which side of a hexside, or which of the three hexes at a corner, a feature leans to.
enum class Side : std::uint8_t { None, A, B, C, Both };
enum class Role : std::uint8_t { None, High, Low, Bank, Holds, Toward };

struct PlacedLine {
  const LineStyle* style = nullptr;
  Role role = Role::None;
  Side side = Side::None;
  std::vector<std::string> courses;
  bool hasViews = false; ///< it is something else for some of those who look
};

/// What is drawn on one hexside or corner, sorted by order.
struct EdgeContent {
  std::vector<PlacedLine> lines;
  int widestWater = -1; ///< position in `lines` of the widest of the waters
  bool hasPath = false;
  bool hasOther = false; ///< anything that is neither a path nor water

  const PlacedLine* water() const { return widestWater < 0 ? nullptr : &lines[static_cast<std::size_t>(widestWater)]; }
};

struct ShownAttribute {
  const AttributeStyle* style = nullptr;
  std::string text;           ///< a short value to print beside the symbol
  std::optional<EdgeId> edge; ///< the hexside that it points to
};

/// What is drawn because of the further attributes of a hex.
struct HexContent {
  std::vector<std::string> regions;
  std::vector<ShownAttribute> attributes;
};

/// The catalogue and a style of a ruleset, ready for drawing.
class Palette {
 public:
  Palette(const Ruleset& ruleset, std::shared_ptr<const MapStyle> style);

  const MapStyle& style() const { return *mStyle; }
  const std::vector<LineStyle>& lines() const { return mLines; }
  const LineStyle* line(std::string_view kind, std::string_view classId) const;
  TerrainStyle terrain(const std::string& id) const;
  EdgeContent edgeContent(const std::string& text) const;
  EdgeContent vertexContent(const std::string& text) const;
  HexContent hexContent(const std::string& text) const;
  const StyleRow& row(std::string_view section, std::string_view kind) const { return mStyle->row(section, kind); }
  bool hasLevels() const { return mHasLevels; }
  bool isOffMap(const std::string& regionKind) const;
  /// The style is meant for engraving: serifs, irregular lines.
  bool isEngraved() const { return mIsEngraved; }

 private:
  void addLines(const Ruleset& ruleset);
  EdgeContent content(const std::string& text, bool onVertex) const;

  std::shared_ptr<const MapStyle> mStyle;
  std::vector<LineStyle> mLines;
  std::map<std::string, std::size_t, std::less<>> mLineIndex; ///< "kind" or "kind:class"; corners: "@kind"
  std::map<std::string, TerrainStyle, std::less<>> mTerrains;
  std::map<std::string, AttributeStyle, std::less<>> mAttributes;
  std::map<std::string, bool, std::less<>> mOffMap;
  bool mHasLevels = false;
  bool mIsEngraved = true;
};

} // namespace hotchkiss
