#pragma once

#include "libscenario/module/modulefiles.h"
#include "libterrain/edit/stroke.h"
#include "render/mappainter.h"

#include <QImage>

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>

namespace hotchkiss::test {

/// A sample module of the project, such as "gcacw-primer".
Document sample(const std::string& name);
/// An empty map with this ruleset; every hex has the terrain.
Document blankMap(const std::string& ruleset, Extent extent, const std::string& terrain,
                  Orientation orientation = Orientation::Flat, Parity parity = Parity::Odd);

MapSnapshot snapshotOf(const Document& document);
std::shared_ptr<const MapStyle> styleOf(const MapSnapshot& snapshot, const std::string& id);
MapPainter painterOf(const Document& document, const std::string& style = "engraved", LayerSettings layers = {});
/// Only these layers.
LayerSettings only(std::initializer_list<Layer> layers);

QImage picture(const MapPainter& painter, const QRectF& area, double scale);
/// How many pixels differ by more than `tolerance` in a channel.
int differing(const QImage& a, const QImage& b, int tolerance = 3);
/// Connected pieces of pixels that `isInk` accepts, 8-connected; pieces below `least` pixels are not counted.
int pieces(const QImage& image, const std::function<bool(QRgb)>& isInk, int least = 1);
bool isNear(QRgb pixel, const QColor& colour, int tolerance);

} // namespace hotchkiss::test
