#include "cli/points.h"

#include "libterrain/base/text.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace hotchkiss::cli {

namespace {

constexpr const char* kDigits = "0123456789";

std::optional<double> numberOf(std::string_view text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

/// The digits of a label and what stands around them.
struct Parts {
  std::string before;
  std::string first;
  std::string between;
  std::string second;
};

Parts partsOf(const std::string& label) {
  Parts out;
  const std::size_t begin = std::min(label.find_first_of(kDigits), label.size());
  const std::size_t end = std::min(label.find_first_not_of(kDigits, begin), label.size());
  out.before = label.substr(0, begin);
  out.first = label.substr(begin, end - begin);
  if (end == label.size()) { // one run of digits, half of them each
    out.second = out.first.substr(out.first.size() / 2);
    out.first.resize(out.first.size() / 2);
    return out;
  }
  const std::size_t next = std::min(label.find_first_of(kDigits, end), label.size());
  out.between = label.substr(end, next - end);
  out.second = label.substr(next);
  return out;
}

} // namespace

Result<LabelledPoints> readPoints(const std::vector<std::string>& texts) {
  LabelledPoints out;
  if (texts.size() != out.size())
    return Error{"three points are needed, not " + std::to_string(texts.size()),
                 {},
                 0,
                 {},
                 "write each as LABEL@X,Y, such as W0101@120,85"};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t at = texts[i].rfind('@');
    const std::vector<std::string_view> numbers =
        splitText(at == std::string::npos ? std::string_view() : std::string_view(texts[i]).substr(at + 1), ',');
    const std::optional<double> x = numbers.size() == 2 ? numberOf(numbers[0]) : std::nullopt;
    const std::optional<double> y = numbers.size() == 2 ? numberOf(numbers[1]) : std::nullopt;
    if (!x || !y || at == 0)
      return Error{"\"" + texts[i] + "\" is not a labelled point", {}, 0, {}, "write LABEL@X,Y, such as W0101@120,85"};
    out.at(i) = {texts[i].substr(0, at), {*x, *y}};
  }
  return out;
}

std::string letterOf(const LabelledPoints& points) {
  std::string letter = partsOf(points[0].label).before;
  while (!letter.empty() && letter.back() == ' ')
    letter.pop_back();
  return letter;
}

std::string patternOf(const LabelledPoints& points, bool columnFirst) {
  std::array<Parts, 3> parts;
  std::transform(points.begin(), points.end(), parts.begin(),
                 [](const LabelledPoint& point) { return partsOf(point.label); });
  // Padded with zeros, if all labels show the same number of digits.
  const auto field = [&](const char* name, std::string Parts::*member) {
    const std::size_t width = (parts[0].*member).size();
    const bool isPadded =
        std::all_of(parts.begin(), parts.end(), [&](const Parts& part) { return (part.*member).size() == width; });
    return std::string("{") + name + (isPadded && width > 1 ? ":" + std::to_string(width) : "") + "}";
  };
  const std::string letter = letterOf(points);
  return (letter.empty() ? "" : "{sheet}" + parts[0].before.substr(letter.size())) +
         field(columnFirst ? "col" : "row", &Parts::first) + parts[0].between +
         field(columnFirst ? "row" : "col", &Parts::second);
}

Result<NumberingProposal> bestProposal(const LabelledPoints& points) {
  const std::vector<NumberingProposal> found = inferNumbering(points);
  if (found.empty())
    return Error{"no numbering fits these three points", {}, 0, {}, "do they lie on a line, or is a label misread?"};
  if (ambiguous(found))
    return Error{"two numberings fit these three points about equally well",
                 {},
                 0,
                 {},
                 "take hexes from an even and from an odd column and row"};
  return found.front();
}

} // namespace hotchkiss::cli
