#pragma once

#include <string>
#include <utility>
#include <variant>

namespace hotchkiss {

/// What went wrong, where, and what to do about it. Errors are values: no function of the libraries throws at its
/// caller.
struct Error {
  std::string message;
  std::string file;   ///< path inside the module or package, empty when the error has none
  long line = 0;      ///< 1-based, 0 when unknown
  std::string where;  ///< a place inside the data, such as "hex 0533" or "row [12,7]"
  std::string advice; ///< what the user can do, empty when there is nothing to say

  /// One sentence: "map/hexes.json:12: hex 0533: unknown terrain; did you mean woods?"
  std::string text() const;
};

/// A value or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : mContent(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : mContent(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return mContent.index() == 0; }
  explicit operator bool() const { return ok(); }
  const T& value() const& { return std::get<0>(mContent); }
  T& value() & { return std::get<0>(mContent); }
  T&& value() && { return std::get<0>(std::move(mContent)); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  const Error& error() const { return std::get<1>(mContent); }

 private:
  std::variant<T, Error> mContent;
};

struct Nothing {
  bool operator==(const Nothing&) const = default;
};

/// The outcome of something that has no value.
using Outcome = Result<Nothing>;

inline Outcome success() {
  return Nothing{};
}

} // namespace hotchkiss
