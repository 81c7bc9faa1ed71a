#pragma once

#include "libterrain/base/result.h"
#include "libterrain/numbering/inference.h"

#include <array>
#include <string>
#include <vector>

namespace hotchkiss::cli {

using LabelledPoints = std::array<LabelledPoint, 3>;

/// Three texts "LABEL@X,Y": a printed label and where its hex lies on the picture.
Result<LabelledPoints> readPoints(const std::vector<std::string>& texts);

/// The label pattern that prints such labels, "{sheet}{col:2}{row:2}".
std::string patternOf(const LabelledPoints& points, bool columnFirst);
/// What the labels begin with before their first digit, "W".
std::string letterOf(const LabelledPoints& points);

/// The best proposal; an error when nothing fits, or when two fit about equally well.
Result<NumberingProposal> bestProposal(const LabelledPoints& points);

} // namespace hotchkiss::cli
