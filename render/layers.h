#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hotchkiss {

/// What a map picture is made of, in the order of ink: later ones lie on top.
enum class Layer : std::uint8_t {
  Levels,
  Terrain,
  Texture,
  Grid,
  Water,
  Relief,
  Works,
  Paths,
  Crossings,
  Places,
  Borders,
  Entries,
  Numbers,
  Names,
  Sheets
};
inline constexpr std::size_t kLayers = 15;

/// Which layers are drawn, and how strongly.
struct LayerSettings {
  std::array<double, kLayers> opacity{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  std::array<bool, kLayers> visible{true, true, true, true, true, true, true, true,
                                    true, true, true, true, true, true, true};

  double strength(Layer layer) const {
    const auto i = static_cast<std::size_t>(layer);
    return visible.at(i) ? opacity.at(i) : 0;
  }
  bool operator==(const LayerSettings&) const = default;
};

/// A stable id for settings files and command lines: "levels", "terrain", …
const char* layerId(Layer layer);

} // namespace hotchkiss
