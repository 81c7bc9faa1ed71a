#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hotchkiss {

/// An exact fraction in lowest terms with a positive denominator. Rules know no floating point. Arithmetic that would
/// leave 64 bits gives nothing instead of a wrong number.
class Rational {
 public:
  Rational() = default;
  Rational(std::int64_t whole) : mNumerator(whole) {}
  /// Nothing when the denominator is 0.
  static std::optional<Rational> make(std::int64_t numerator, std::int64_t denominator);
  /// "3", "-1/2"; nothing for anything else.
  static std::optional<Rational> parse(std::string_view text);

  std::int64_t numerator() const { return mNumerator; }
  std::int64_t denominator() const { return mDenominator; }
  bool isWhole() const { return mDenominator == 1; }
  std::int64_t floor() const;
  std::int64_t ceil() const;
  std::string text() const;

  static std::optional<Rational> add(const Rational& a, const Rational& b);
  static std::optional<Rational> subtract(const Rational& a, const Rational& b);
  static std::optional<Rational> multiply(const Rational& a, const Rational& b);
  static std::optional<Rational> divide(const Rational& a, const Rational& b); ///< nothing when b is 0

  bool operator==(const Rational&) const = default;
  bool operator<(const Rational& other) const;
  bool operator<=(const Rational& other) const { return !(other < *this); }

 private:
  std::int64_t mNumerator = 0;
  std::int64_t mDenominator = 1;
};

} // namespace hotchkiss
