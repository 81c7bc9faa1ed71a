#pragma once

#include "importers/source/raster.h"

namespace hotchkiss {

/// Elevation tiles whose colours spell the height: red * 256 + green + blue / 256 - 32768 metres. All tiles of one zoom
/// in a folder, joined; their places follow from the last three numbers of their names.
Result<std::unique_ptr<RasterSource>> openTerrarium(const SourceFile& source);

} // namespace hotchkiss
