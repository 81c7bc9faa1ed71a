// Numbers that a reading machine got wrong.

#include "libscenario/sheets/layouttext.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace hotchkiss {

namespace {

bool isNumber(const std::string& text) {
  constexpr std::size_t kMost = 3;
  return !text.empty() && text.size() <= kMost && text[0] != '0' &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool fits(const std::string& number, const std::string& ending) {
  const bool isTeen = number.size() > 1 && number[number.size() - 2] == '1';
  const char last = number.back();
  if (ending == "st")
    return last == '1' && !isTeen;
  if (ending == "nd")
    return last == '2' && !isTeen;
  if (ending == "rd")
    return last == '3' && !isTeen;
  if (ending == "d")
    return (last == '2' || last == '3') && !isTeen;
  return isTeen || (last != '1' && last != '2' && last != '3');
}

void readings(const std::string& stem, std::size_t at, const std::string& sofar,
              const std::map<std::string, std::vector<std::string>>& confusables, std::set<std::string>& out) {
  constexpr std::size_t kMost = 64;
  if (out.size() > kMost || sofar.size() > 3)
    return;
  if (at == stem.size()) {
    if (isNumber(sofar))
      out.insert(sofar);
    return;
  }
  if (std::isdigit(static_cast<unsigned char>(stem[at])) != 0)
    readings(stem, at + 1, sofar + stem[at], confusables, out);
  constexpr std::size_t kLongest = 3;
  for (std::size_t length = 1; length <= kLongest && at + length <= stem.size(); ++length)
    if (const auto it = confusables.find(stem.substr(at, length)); it != confusables.end())
      for (const std::string& digit : it->second)
        readings(stem, at + length, sofar + digit, confusables, out);
}

} // namespace

std::vector<std::string> ordinalReadings(const std::string& word,
                                         const std::map<std::string, std::vector<std::string>>& confusables) {
  static constexpr std::array<const char*, 5> kEndings{"st", "nd", "rd", "th", "d"};
  std::set<std::string> out;
  for (const std::string ending : kEndings) {
    if (word.size() <= ending.size())
      continue;
    std::string tail = word.substr(word.size() - ending.size());
    std::transform(tail.begin(), tail.end(), tail.begin(), [](unsigned char c) { return std::tolower(c); });
    if (tail != ending)
      continue;
    const std::string stem = word.substr(0, word.size() - ending.size());
    std::set<std::string> numbers;
    readings(stem, 0, {}, confusables, numbers);
    for (const std::string& number : numbers)
      if (fits(number, ending))
        out.insert(number + ending);
  }
  if (out.contains(word))
    return {};
  return {out.begin(), out.end()};
}

} // namespace hotchkiss
