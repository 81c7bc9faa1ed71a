#include "libterrain/numbering/labelpattern.h"

#include "libterrain/base/letters.h"
#include "libterrain/base/text.h"

#include <algorithm>

namespace hotchkiss {

namespace {

constexpr long kLetters = 26;
constexpr std::size_t kMaxDigits = 9;       // keeps every number far from overflow
constexpr std::size_t kMaxLetters = 6;      // 26^6 is far beyond any map
constexpr std::size_t kMaxRepeat = 32;      // doubled letters grow in length with the number
constexpr std::size_t kMaxPatternText = 64; // a label is short; longer text is not worth reading
constexpr std::size_t kMaxPattern = 80;
constexpr const char* kFieldAdvice = "use {sheet}, {col:2}, {col:1}, {col:A} or {col:AA}, and the same for row";

Error patternError(std::string message, std::string advice) {
  Error error;
  error.message = std::move(message);
  error.advice = std::move(advice);
  return error;
}

} // namespace

std::optional<Error> LabelPattern::addField(LabelPattern& pattern, std::string_view field) {
  const std::size_t colon = field.find(':');
  const std::string_view name = field.substr(0, colon);
  const std::string_view style = colon == std::string_view::npos ? std::string_view() : field.substr(colon + 1);
  Part part;
  if (name == "sheet")
    part.field = Field::Sheet;
  else if (name == "col")
    part.field = Field::Column;
  else if (name == "row")
    part.field = Field::Row;
  else
    return patternError("unknown field {" + std::string(field) + "} in a label pattern", kFieldAdvice);
  if (pattern.has(part.field))
    return patternError("field {" + std::string(name) + "} occurs twice in a label pattern", "leave one of them out");
  const bool isNumber = part.field != Field::Sheet;
  if (isNumber && style == "A")
    part.style = Style::Letters;
  else if (isNumber && style == "AA")
    part.style = Style::Doubled;
  else if (isNumber && style.size() == 1 && style[0] >= '1' && style[0] <= '9')
    part.width = static_cast<std::size_t>(style[0] - '0');
  else if (colon != std::string_view::npos)
    return patternError("unknown style in field {" + std::string(field) + "} of a label pattern", kFieldAdvice);
  pattern.mParts.push_back(std::move(part));
  return std::nullopt;
}

Result<LabelPattern> LabelPattern::parse(std::string_view text) {
  if (text.size() > kMaxPattern)
    return patternError("a label pattern is longer than 80 characters", "shorten it");
  LabelPattern out;
  out.mText = text;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find_first_of("{}"), text.size());
    if (open > 0) {
      Part literal;
      literal.literal = text.substr(0, open);
      out.mParts.push_back(std::move(literal));
      text.remove_prefix(open);
      continue;
    }
    const std::size_t close = text.find('}');
    if (text[0] == '}' || close == std::string_view::npos)
      return patternError("a brace without its partner in label pattern \"" + out.mText + "\"", kFieldAdvice);
    if (std::optional<Error> error = addField(out, text.substr(1, close - 1)))
      return *std::move(error);
    text.remove_prefix(close + 1);
  }
  if (!out.has(Field::Column))
    return patternError("label pattern \"" + out.mText + "\" has no column",
                        "add {col:2}, {col:1}, {col:A} or {col:AA}");
  if (!out.has(Field::Row))
    return patternError("label pattern \"" + out.mText + "\" has no row", "add {row:2}, {row:1}, {row:A} or {row:AA}");
  return out;
}

bool LabelPattern::has(Field field) const {
  return std::any_of(mParts.begin(), mParts.end(), [field](const Part& part) { return part.field == field; });
}

bool LabelPattern::namesSheet() const {
  return has(Field::Sheet);
}

std::string LabelPattern::print(const Part& part, long number) {
  if (number < (part.style == Style::Digits ? 0 : 1))
    return {};
  std::string out;
  switch (part.style) {
  case Style::Digits:
    out = std::to_string(number);
    if (out.size() > kMaxDigits)
      return {};
    if (out.size() < part.width)
      out.insert(0, part.width - out.size(), '0');
    break;
  case Style::Letters:
    for (long n = number; n > 0; n = (n - 1) / kLetters)
      out.insert(out.begin(), static_cast<char>('A' + (n - 1) % kLetters));
    if (out.size() > kMaxLetters)
      return {};
    break;
  case Style::Doubled: {
    const auto repeat = static_cast<std::size_t>((number - 1) / kLetters) + 1;
    if (repeat > kMaxRepeat)
      return {};
    out.assign(repeat, static_cast<char>('A' + (number - 1) % kLetters));
    break;
  }
  }
  return out;
}

std::string LabelPattern::format(std::string_view sheet, long col, long row) const {
  std::string out;
  for (const Part& part : mParts) {
    if (part.field == Field::Literal)
      out += part.literal;
    else if (part.field == Field::Sheet)
      out += sheet;
    else {
      const std::string number = print(part, part.field == Field::Column ? col : row);
      if (number.empty())
        return {};
      out += number;
    }
  }
  return out;
}

std::optional<long> LabelPattern::number(Style style, std::string_view text) {
  if (text.empty())
    return std::nullopt;
  if (style == Style::Digits) {
    if (text.size() > kMaxDigits || !std::all_of(text.begin(), text.end(), isDigit))
      return std::nullopt;
    return parseInteger(text);
  }
  if (!std::all_of(text.begin(), text.end(), isUpper))
    return std::nullopt;
  if (style == Style::Doubled) {
    if (text.size() > kMaxRepeat || text.find_first_not_of(text[0]) != std::string_view::npos)
      return std::nullopt;
    return static_cast<long>(text.size() - 1) * kLetters + (text[0] - 'A') + 1;
  }
  if (text.size() > kMaxLetters)
    return std::nullopt;
  long value = 0;
  for (const char c : text)
    value = value * kLetters + (c - 'A') + 1;
  return value;
}

void LabelPattern::readFrom(std::size_t part, std::string_view rest, Fields& fields, std::vector<Fields>& out,
                            const std::string_view* onlySheet) const {
  if (part == mParts.size()) {
    if (rest.empty())
      out.push_back(fields);
    return;
  }
  const Part& here = mParts[part];
  if (here.field == Field::Literal) {
    if (rest.starts_with(here.literal))
      readFrom(part + 1, rest.substr(here.literal.size()), fields, out, onlySheet);
    return;
  }
  if (here.field == Field::Sheet && onlySheet != nullptr) {
    fields.sheet = *onlySheet;
    if (rest.starts_with(*onlySheet))
      readFrom(part + 1, rest.substr(onlySheet->size()), fields, out, onlySheet);
    return;
  }
  for (std::size_t size = 0; size <= rest.size(); ++size) {
    const std::string_view piece = rest.substr(0, size);
    if (here.field == Field::Sheet)
      fields.sheet = piece;
    else {
      const std::optional<long> value = number(here.style, piece);
      if (!value && size > 0)
        return; // what cannot be read does not become readable by going on
      if (!value || print(here, *value) != piece)
        continue;
      (here.field == Field::Column ? fields.col : fields.row) = *value;
    }
    readFrom(part + 1, rest.substr(size), fields, out, onlySheet);
  }
}

std::vector<LabelPattern::Fields> LabelPattern::read(std::string_view text) const {
  std::vector<Fields> out;
  if (text.size() > kMaxPatternText)
    return out;
  Fields fields;
  readFrom(0, text, fields, out, nullptr);
  return out;
}

std::vector<LabelPattern::Fields> LabelPattern::readOn(std::string_view sheet, std::string_view text) const {
  std::vector<Fields> out;
  if (text.size() > kMaxPatternText)
    return out;
  Fields fields;
  readFrom(0, text, fields, out, &sheet);
  return out;
}

std::optional<long> LabelPattern::readLoosely(Field field, std::string_view text) const {
  if (text.size() > kMaxPatternText)
    return std::nullopt;
  std::string upper(text);
  for (char& c : upper)
    if (c >= 'a' && c <= 'z')
      c = static_cast<char>(c - 'a' + 'A');
  for (const Part& part : mParts)
    if (part.field == field)
      return number(part.style, upper);
  return std::nullopt;
}

} // namespace hotchkiss
