#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "render/mapstyle.h"

#include <QImage>
#include <QPainter>
#include <QSize>

#include <string_view>

namespace hotchkiss {

/// A small picture of one kind of thing, for palettes: "terrain", "woods". `section` is a section of the catalogue;
/// paths are "path" and their id. The image is transparent around it and `size` large in device-independent pixels.
QImage swatch(const Ruleset& ruleset, const MapStyle& style, std::string_view section, std::string_view id,
              std::string_view classId, QSize size, double devicePixelRatio = 1);

/// The same, drawn into a rectangle of a painter.
void paintSwatch(QPainter& painter, const Ruleset& ruleset, const MapStyle& style, std::string_view section,
                 std::string_view id, std::string_view classId, const QRectF& where);

} // namespace hotchkiss
