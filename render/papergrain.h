#pragma once

#include "render/view.h"

#include <QPainter>

namespace hotchkiss {

/// The slight unevenness of printed paper: never more than a shade, and none on average.
void paintPaperGrain(QPainter& painter, const View& view);

} // namespace hotchkiss
