#include "libterrain/numbering/inference.h"

#include "libterrain/base/letters.h"
#include "libterrain/base/text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace hotchkiss {

namespace {

constexpr double kMaxMisfit = 0.25;
constexpr double kClose = 0.02;
constexpr double kFlatTriangle = 1e-6; // area against the square of the longest side
constexpr std::size_t kMaxLabel = 64;
constexpr std::size_t kMostLabelDigits = 6;

using Numbers = std::array<std::pair<long, long>, 3>;

std::size_t digitsAt(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isDigit) - text.begin());
}

std::optional<std::pair<long, long>> pairOf(std::string_view first, std::string_view second) {
  if (first.empty() || second.empty() || first.size() > kMostLabelDigits || second.size() > kMostLabelDigits)
    return std::nullopt;
  const std::optional<long> a = parseInteger(first);
  const std::optional<long> b = parseInteger(second);
  if (!a || !b)
    return std::nullopt;
  return std::pair{*a, *b};
}

// "0533", "W0533", "W 5.33", "5-33".
std::optional<std::pair<long, long>> readLabel(std::string_view text) {
  if (text.size() > kMaxLabel)
    return std::nullopt;
  while (!text.empty() && !isDigit(text.front()))
    text.remove_prefix(1);
  const std::size_t first = digitsAt(text);
  if (first == text.size())
    return first % 2 == 0 ? pairOf(text.substr(0, first / 2), text.substr(first / 2)) : std::nullopt;
  std::string_view second = text.substr(first);
  while (!second.empty() && !isDigit(second.front()))
    second.remove_prefix(1);
  if (digitsAt(second) != second.size())
    return std::nullopt;
  return pairOf(text.substr(0, first), second);
}

bool onLine(const std::array<Point, 3>& p) {
  const double ux = p[1].x - p[0].x;
  const double uy = p[1].y - p[0].y;
  const double vx = p[2].x - p[0].x;
  const double vy = p[2].y - p[0].y;
  const double longest = std::max(ux * ux + uy * uy, vx * vx + vy * vy);
  return !(std::abs(ux * vy - uy * vx) > kFlatTriangle * longest); // also true for what is not a number
}

std::array<double, 6> fit(const std::array<Point, 3>& plane, const std::array<Point, 3>& image) {
  const double ux = plane[1].x - plane[0].x;
  const double uy = plane[1].y - plane[0].y;
  const double vx = plane[2].x - plane[0].x;
  const double vy = plane[2].y - plane[0].y;
  const double det = ux * vy - uy * vx;
  const auto row = [&](double at0, double at1, double at2) {
    const double du = at1 - at0;
    const double dv = at2 - at0;
    const double a = (du * vy - dv * uy) / det;
    const double b = (dv * ux - du * vx) / det;
    return std::array<double, 3>{a, b, at0 - a * plane[0].x - b * plane[0].y};
  };
  const std::array<double, 3> x = row(image[0].x, image[1].x, image[2].x);
  const std::array<double, 3> y = row(image[0].y, image[1].y, image[2].y);
  return {x[0], x[1], x[2], y[0], y[1], y[2]};
}

std::optional<double> misfitOf(const std::array<double, 6>& m) {
  const double right = std::hypot(m[0], m[3]);
  const double down = std::hypot(m[1], m[4]);
  const double det = m[0] * m[4] - m[1] * m[3];
  // The sum of the right vector and the down vector turned back: its direction is the turn of the image.
  const double cosine = m[0] + m[4];
  const double sine = m[3] - m[1];
  if (!(det > 0) || !(cosine >= std::abs(sine)))
    return std::nullopt;
  return std::abs(right - down) / ((right + down) / 2) + std::abs(m[0] * m[1] + m[3] * m[4]) / (right * down);
}

std::optional<NumberingProposal> tryOne(NumberingProposal guess, const Numbers& numbers,
                                        const std::array<Point, 3>& image) {
  const Lattice lattice(guess.orientation, guess.shifted);
  std::array<Point, 3> plane;
  for (std::size_t i = 0; i < plane.size(); ++i) {
    const long col = guess.columnFirst ? numbers[i].first : numbers[i].second;
    const long row = guess.columnFirst ? numbers[i].second : numbers[i].first;
    // A step of -1 keeps odd numbers odd, so the parity of the lattice line is that of the printed number.
    plane[i] = lattice.centre(
        {static_cast<std::int32_t>(guess.columnStep * col), static_cast<std::int32_t>(guess.rowStep * row)});
  }
  if (onLine(plane))
    return std::nullopt;
  guess.affine = fit(plane, image);
  const std::optional<double> misfit = misfitOf(guess.affine);
  if (!misfit || !(*misfit <= kMaxMisfit))
    return std::nullopt;
  guess.misfit = *misfit;
  return guess;
}

} // namespace

std::vector<NumberingProposal> inferNumbering(const std::array<LabelledPoint, 3>& points) {
  Numbers numbers;
  std::array<Point, 3> image;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::optional<std::pair<long, long>> pair = readLabel(points[i].label);
    if (!pair)
      return {};
    numbers[i] = *pair;
    image[i] = points[i].at;
  }
  if (onLine(image))
    return {};
  std::vector<NumberingProposal> out;
  for (const Orientation orientation : {Orientation::Flat, Orientation::Pointy})
    for (const Parity shifted : {Parity::Even, Parity::Odd})
      for (const bool columnFirst : {true, false})
        for (const int columnStep : {1, -1})
          for (const int rowStep : {1, -1}) {
            const NumberingProposal guess{orientation, shifted, columnFirst, columnStep, rowStep, 0, {}};
            if (std::optional<NumberingProposal> proposal = tryOne(guess, numbers, image))
              out.push_back(*proposal);
          }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.misfit < b.misfit; });
  return out;
}

bool ambiguous(const std::vector<NumberingProposal>& proposals) {
  return proposals.size() > 1 && proposals[1].misfit - proposals[0].misfit < kClose;
}

} // namespace hotchkiss
