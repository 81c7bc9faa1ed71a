#pragma once

#include "libterrain/base/result.h"

#include <set>
#include <string>
#include <string_view>

namespace hotchkiss {

/// Checks what stands before the rows of a file: the version, the kind and, for dense files, the columns.
class HeaderCheck {
 public:
  /// `cols` is the expected "cols" member as JSON, empty when the file has none.
  HeaderCheck(std::string kind, std::string cols) : mKind(std::move(kind)), mCols(std::move(cols)) {}
  Outcome member(std::string_view name, std::string_view value, long line);
  Outcome complete() const;

 private:
  std::string mKind;
  std::string mCols;
  std::set<std::string, std::less<>> mSeen;
};

} // namespace hotchkiss
