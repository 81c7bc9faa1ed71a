#include "libscenario/rules/rational.h"

#include "libterrain/base/text.h"

#include <limits>

namespace hotchkiss {

namespace {

// Products of two 64-bit numbers fit here. GCC and Clang both have it; -Wpedantic has to be told.
__extension__ using Wide = __int128;

std::optional<Rational> reduced(Wide numerator, Wide denominator) {
  if (denominator == 0)
    return std::nullopt;
  if (denominator == 1 && numerator <= std::numeric_limits<std::int64_t>::max() &&
      numerator >= -std::numeric_limits<std::int64_t>::max())
    return Rational(static_cast<std::int64_t>(numerator)); // whole, as nearly all are
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  Wide a = numerator < 0 ? -numerator : numerator;
  Wide b = denominator;
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  numerator /= a;
  denominator /= a;
  constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
  if (numerator > kMost || numerator < -kMost || denominator > kMost)
    return std::nullopt;
  return Rational::make(static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator));
}

} // namespace

std::optional<Rational> Rational::make(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 1) {
    Rational out;
    out.mNumerator = numerator;
    return out;
  }
  Wide a = numerator < 0 ? -Wide{numerator} : Wide{numerator};
  Wide b = denominator < 0 ? -Wide{denominator} : Wide{denominator};
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  if (denominator <= 0 || a != 1)
    return reduced(numerator, denominator);
  Rational out;
  out.mNumerator = numerator;
  out.mDenominator = denominator;
  return out;
}

std::optional<Rational> Rational::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<long> numerator = parseInteger(text.substr(0, slash));
  if (!numerator)
    return std::nullopt;
  if (slash == std::string_view::npos)
    return Rational(*numerator);
  const std::optional<long> denominator = parseInteger(text.substr(slash + 1));
  return denominator ? make(*numerator, *denominator) : std::nullopt;
}

std::int64_t Rational::floor() const {
  const std::int64_t whole = mNumerator / mDenominator;
  return mNumerator % mDenominator < 0 ? whole - 1 : whole;
}

std::int64_t Rational::ceil() const {
  const std::int64_t whole = mNumerator / mDenominator;
  return mNumerator % mDenominator > 0 ? whole + 1 : whole;
}

std::string Rational::text() const {
  return isWhole() ? std::to_string(mNumerator) : std::to_string(mNumerator) + "/" + std::to_string(mDenominator);
}

std::optional<Rational> Rational::add(const Rational& a, const Rational& b) {
  return reduced(Wide{a.mNumerator} * b.mDenominator + Wide{b.mNumerator} * a.mDenominator,
                 Wide{a.mDenominator} * b.mDenominator);
}

std::optional<Rational> Rational::subtract(const Rational& a, const Rational& b) {
  return reduced(Wide{a.mNumerator} * b.mDenominator - Wide{b.mNumerator} * a.mDenominator,
                 Wide{a.mDenominator} * b.mDenominator);
}

std::optional<Rational> Rational::multiply(const Rational& a, const Rational& b) {
  return reduced(Wide{a.mNumerator} * b.mNumerator, Wide{a.mDenominator} * b.mDenominator);
}

std::optional<Rational> Rational::divide(const Rational& a, const Rational& b) {
  return reduced(Wide{a.mNumerator} * b.mDenominator, Wide{a.mDenominator} * b.mNumerator);
}

bool Rational::operator<(const Rational& other) const {
  return Wide{mNumerator} * other.mDenominator < Wide{other.mNumerator} * mDenominator;
}

} // namespace hotchkiss
