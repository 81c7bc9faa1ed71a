#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "render/mapstyle.h"

#include <QIcon>
#include <QSize>

namespace hotchkiss::editor {

inline constexpr QSize kComboSwatch{28, 20};
inline constexpr QSize kPaletteSwatch{44, 28};

/// A kind of thing as the map draws it on its paper, for lists. Sharp on common and on high-resolution screens.
/// Empty without a style.
QIcon swatchIcon(const Ruleset& ruleset, const MapStyle* style, const std::string& section, const std::string& id,
                 const std::string& classId, QSize size);

} // namespace hotchkiss::editor
