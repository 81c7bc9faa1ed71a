#pragma once

#include "libterrain/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// How a sheet prints the label of a hex: literal text mixed with {sheet}, {col:2}, {row:A}, {col:AA}.
class LabelPattern {
 public:
  struct Fields {
    std::string sheet;
    long col = 0;
    long row = 0;
    bool operator==(const Fields&) const = default;
  };

  static Result<LabelPattern> parse(std::string_view text);

  /// Empty when a number cannot be printed in this pattern.
  std::string format(std::string_view sheet, long col, long row) const;
  /// Every reading whose format() gives exactly the text.
  std::vector<Fields> read(std::string_view text) const;
  /// Only the readings with this sheet: much less work on long texts.
  std::vector<Fields> readOn(std::string_view sheet, std::string_view text) const;
  /// One number alone, as a person types it: padding and case do not matter.
  std::optional<long> readColumn(std::string_view text) const { return readLoosely(Field::Column, text); }
  std::optional<long> readRow(std::string_view text) const { return readLoosely(Field::Row, text); }
  bool namesSheet() const;
  const std::string& text() const { return mText; }

 private:
  enum class Field { Literal, Sheet, Column, Row };
  enum class Style { Digits, Letters, Doubled };
  struct Part {
    Field field = Field::Literal;
    Style style = Style::Digits;
    std::size_t width = 1;
    std::string literal;
  };

  static std::optional<Error> addField(LabelPattern& pattern, std::string_view field);
  static std::string print(const Part& part, long number);
  static std::optional<long> number(Style style, std::string_view text);
  void readFrom(std::size_t part, std::string_view rest, Fields& fields, std::vector<Fields>& out,
                const std::string_view* onlySheet) const;
  std::optional<long> readLoosely(Field field, std::string_view text) const;
  bool has(Field field) const;

  std::string mText;
  std::vector<Part> mParts;
};

} // namespace hotchkiss
