#include "libterrain/map/recordtable.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace hotchkiss {

namespace {

/// The numbers of "12.7.1". Tables of a million rows compare ids tens of millions of times, so nothing is allocated.
struct Coordinates {
  static constexpr std::size_t kMost = 40; // ids have at most 80 characters
  std::array<long, kMost> numbers;
  std::size_t count = 0; ///< 0 when the id is anything else

  explicit Coordinates(const std::string& id) {
    const char* at = id.data();
    const char* const end = at + id.size();
    while (count < kMost) {
      const auto [next, error] = std::from_chars(at, end, numbers[count]);
      if (error != std::errc{} || (next != end && *next != '.')) {
        count = 0;
        return;
      }
      ++count;
      if (next == end) {
        count = count > 1 ? count : 0;
        return;
      }
      at = next + 1;
    }
    count = 0;
  }
};

} // namespace

bool RecordOrder::operator()(const RecordKey& a, const RecordKey& b) const {
  if (a.section != b.section)
    return a.section < b.section;
  const Coordinates x(a.id);
  const Coordinates y(b.id);
  if ((x.count == 0) != (y.count == 0))
    return y.count == 0;
  const std::size_t both = std::min(x.count, y.count);
  for (std::size_t i = 0; i < both; ++i)
    if (x.numbers[i] != y.numbers[i])
      return x.numbers[i] < y.numbers[i];
  if (x.count != y.count)
    return x.count < y.count;
  return a.id < b.id;
}

} // namespace hotchkiss
