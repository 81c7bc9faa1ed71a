#pragma once

#include "libterrain/base/result.h"

#include <functional>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// One row of a file: its items as they stand in the text, and the line it begins on.
struct RawRow {
  std::vector<std::string_view> items;
  std::string_view text;
  long line = 0;
};

/// Reads the outline of a file, {"formatVersion":1,"kind":…,"cols":…,"rows":[ [..], [..] ]}, row by row without
/// building anything: a million rows take a fraction of a second. Items are handed on unread; whoever reads them checks
/// them. `header` gets every member but "rows" as raw text; both may stop the scan with an error.
Outcome scanRows(std::string_view text,
                 const std::function<Outcome(std::string_view name, std::string_view value, long line)>& header,
                 const std::function<Outcome(const RawRow&)>& row);

} // namespace hotchkiss
