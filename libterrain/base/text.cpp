#include "libterrain/base/text.h"

#include "libterrain/base/letters.h"

#include <algorithm>
#include <charconv>

namespace hotchkiss {

namespace {

/// A run of digits without its leading zeros.
std::string_view takeNumber(std::string_view& rest) {
  std::size_t length = 0;
  while (length < rest.size() && isDigit(rest[length]))
    ++length;
  std::string_view digits = rest.substr(0, length);
  rest.remove_prefix(length);
  while (digits.size() > 1 && digits.front() == '0')
    digits.remove_prefix(1);
  return digits;
}

} // namespace

std::optional<long> parseInteger(std::string_view text) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> beforeLast(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        current[j] = std::min(current[j], beforeLast[j - 2] + 1);
    }
    std::swap(beforeLast, last);
    std::swap(last, current);
  }
  return last[b.size()];
}

std::optional<std::string> nearestWord(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongestWordCompared = 100;
  if (word.size() > kLongestWordCompared)
    return std::nullopt;
  std::optional<std::string> best;
  std::size_t bestDistance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongestWordCompared)
      continue;
    const std::size_t distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string joinWords(const std::vector<std::string>& words, std::string_view lastSeparator) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0)
      out += i + 1 == words.size() ? lastSeparator : std::string_view(", ");
    out += words[i];
  }
  return out;
}

bool naturalLess(std::string_view a, std::string_view b) {
  std::string_view restA = a;
  std::string_view restB = b;
  while (!restA.empty() && !restB.empty()) {
    if (isDigit(restA.front()) && isDigit(restB.front())) {
      const std::string_view numberA = takeNumber(restA);
      const std::string_view numberB = takeNumber(restB);
      if (numberA.size() != numberB.size())
        return numberA.size() < numberB.size();
      if (numberA != numberB)
        return numberA < numberB;
      continue;
    }
    if (restA.front() != restB.front())
      return static_cast<unsigned char>(restA.front()) < static_cast<unsigned char>(restB.front());
    restA.remove_prefix(1);
    restB.remove_prefix(1);
  }
  if (restA.empty() != restB.empty())
    return restA.empty();
  return a < b; // equal but for leading zeros: any fixed order will do
}

std::vector<std::string_view> splitText(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return parts;
    text.remove_prefix(end + 1);
  }
}

std::string countOf(std::size_t count, std::string_view one, std::string_view many) {
  std::string digits = std::to_string(count);
  for (std::size_t i = digits.size(); i > 3; i -= 3)
    digits.insert(i - 3, ",");
  return digits + " " + std::string(count == 1 ? one : many);
}

} // namespace hotchkiss
