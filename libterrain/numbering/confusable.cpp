#include "libterrain/numbering/confusable.h"

namespace hotchkiss {

namespace {

void replaceEach(std::string_view text, std::string_view from, std::string_view to, std::size_t limit,
                 std::vector<std::string>& out) {
  if (from.empty())
    return;
  for (std::size_t at = text.find(from); at != std::string_view::npos && out.size() < limit;
       at = text.find(from, at + 1)) {
    std::string variant(text.substr(0, at));
    variant += to;
    variant += text.substr(at + from.size());
    out.push_back(std::move(variant));
  }
}

} // namespace

std::vector<std::string> confusableVariants(std::string_view text, const std::vector<Confusable>& confusables,
                                            std::size_t limit) {
  std::vector<std::string> out;
  for (const Confusable& confusable : confusables)
    for (const std::string& read : confusable.read) {
      replaceEach(text, read, confusable.text, limit, out);
      replaceEach(text, confusable.text, read, limit, out);
    }
  return out;
}

} // namespace hotchkiss
