#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// A printed text that scans read as one of `read`.
struct Confusable {
  std::string text;
  std::vector<std::string> read;
};

/// The text with one place replaced by what may be confused with it, either way round; at most `limit` variants.
std::vector<std::string> confusableVariants(std::string_view text, const std::vector<Confusable>& confusables,
                                            std::size_t limit);

} // namespace hotchkiss
