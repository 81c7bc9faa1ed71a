#pragma once

#include "libscenario/validation/finding.h"
#include "libterrain/base/result.h"
#include "libterrain/map/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// Readers of the three dense map files. A row that breaks the schema is an error; a well-formed row that makes no
/// sense on this map (outside, twice) becomes a finding and is left out.
Outcome readHexes(std::string_view text, Document& document, std::vector<Finding>& findings);
Outcome readEdges(std::string_view text, Document& document, std::vector<Finding>& findings);
Outcome readVertices(std::string_view text, Document& document, std::vector<Finding>& findings);

std::string writeHexes(const Document& document);
std::string writeEdges(const Document& document);
std::string writeVertices(const Document& document);

} // namespace hotchkiss
