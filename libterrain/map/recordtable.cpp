#include "libterrain/map/recordtable.h"

#include "libterrain/base/text.h"

#include <vector>

namespace hotchkiss {

namespace {

/// The numbers of "12.7.1"; empty when the id is anything else.
std::vector<long> coordinatesOf(const std::string& id) {
  std::vector<long> out;
  if (id.empty() || id.find_first_not_of("-.0123456789") != std::string::npos)
    return out;
  for (const std::string_view part : splitText(id, '.')) {
    const std::optional<long> number = parseInteger(part);
    if (!number)
      return {};
    out.push_back(*number);
  }
  return out.size() > 1 ? out : std::vector<long>{};
}

} // namespace

bool RecordOrder::operator()(const RecordKey& a, const RecordKey& b) const {
  if (a.section != b.section)
    return a.section < b.section;
  const std::vector<long> x = coordinatesOf(a.id);
  const std::vector<long> y = coordinatesOf(b.id);
  if (x.empty() != y.empty())
    return y.empty();
  if (!x.empty() && x != y)
    return x < y;
  return a.id < b.id;
}

} // namespace hotchkiss
