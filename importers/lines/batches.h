#pragma once

#include "importers/lines/polyline.h"

#include <cstddef>
#include <vector>

namespace hotchkiss {

/// Divides lines that are matched one after the other into batches whose lines lie too far apart to see each other.
/// The lines of a batch may be matched at the same time, batch after batch, and everything comes out as if they had
/// been matched one by one in `order`. `lines` are sampled at steps of less than a hex; `reach` is how far (in hexes) a
/// match looks to either side.
std::vector<std::vector<std::size_t>> independentBatches(const std::vector<std::size_t>& order,
                                                         const std::vector<const Polyline*>& lines, double reach);

} // namespace hotchkiss
