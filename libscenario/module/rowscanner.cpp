#include "libscenario/module/rowscanner.h"

namespace hotchkiss {

namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : mText(text) {}

  long line() const { return mLine; }

  char peek() {
    while (mAt < mText.size()) {
      const char c = mText[mAt];
      if (c == '\n')
        ++mLine;
      else if (c != ' ' && c != '\t' && c != '\r')
        return c;
      ++mAt;
    }
    return 0;
  }

  bool take(char expected) {
    if (peek() != expected)
      return false;
    ++mAt;
    return true;
  }

  bool atEnd() { return peek() == 0 && mAt == mText.size(); }

  /// The next value as raw text; empty when there is none or it does not end.
  std::string_view value() {
    const char first = peek();
    const std::size_t begin = mAt;
    if (first == '"')
      return string() ? mText.substr(begin, mAt - begin) : std::string_view();
    if (first != '{' && first != '[') {
      while (mAt < mText.size() && isBare(mText[mAt]))
        ++mAt;
      return mText.substr(begin, mAt - begin);
    }
    std::size_t depth = 0;
    while (mAt < mText.size()) {
      const char c = mText[mAt];
      if (c == '"') {
        if (!string())
          return {};
        continue;
      }
      ++mAt;
      if (c == '\n')
        ++mLine;
      else if (c == '{' || c == '[')
        ++depth;
      else if ((c == '}' || c == ']') && --depth == 0)
        return mText.substr(begin, mAt - begin);
    }
    return {};
  }

  std::size_t position() const { return mAt; }
  std::string_view since(std::size_t begin) const { return mText.substr(begin, mAt - begin); }

 private:
  static bool isBare(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' ||
           c == '.';
  }

  bool string() {
    ++mAt;
    while (mAt < mText.size()) {
      const char c = mText[mAt++];
      if (c == '"')
        return true;
      if (c == '\\')
        ++mAt;
      else if (c == '\n')
        return false;
    }
    return false;
  }

  std::string_view mText;
  std::size_t mAt = 0;
  long mLine = 1;
};

Error broken(const Scanner& scanner, const char* what) {
  return {std::string("this is not valid JSON (") + what + ")", {}, scanner.line(), {}, {}};
}

Outcome scanRow(Scanner& scanner, RawRow& raw, const std::function<Outcome(const RawRow&)>& row) {
  raw.items.clear();
  scanner.peek();
  raw.line = scanner.line();
  const std::size_t begin = scanner.position();
  if (!scanner.take('['))
    return broken(scanner, "a row must be an array");
  if (!scanner.take(']')) {
    do {
      const std::string_view value = scanner.value();
      if (value.empty())
        return broken(scanner, "a row breaks off");
      raw.items.push_back(value);
    } while (scanner.take(','));
    if (!scanner.take(']'))
      return broken(scanner, "a row does not end with ]");
  }
  raw.text = scanner.since(begin);
  return row(raw);
}

Outcome scanAllRows(Scanner& scanner, const std::function<Outcome(const RawRow&)>& row) {
  if (!scanner.take('['))
    return broken(scanner, "\"rows\" must be an array");
  if (scanner.take(']'))
    return success();
  RawRow raw;
  do {
    if (Outcome outcome = scanRow(scanner, raw, row); !outcome)
      return outcome;
  } while (scanner.take(','));
  if (!scanner.take(']'))
    return broken(scanner, "expected , or ] after a row");
  return success();
}

} // namespace

Outcome scanRows(std::string_view text, const std::function<Outcome(std::string_view, std::string_view, long)>& header,
                 const std::function<Outcome(const RawRow&)>& row) {
  Scanner scanner(text);
  if (!scanner.take('{'))
    return broken(scanner, "the file must be an object");
  bool sawRows = false;
  if (!scanner.take('}')) {
    do {
      if (scanner.peek() != '"')
        return broken(scanner, "expected the name of a member");
      const long line = scanner.line();
      const std::string_view quoted = scanner.value();
      if (quoted.size() < 2 || !scanner.take(':'))
        return broken(scanner, "expected a member");
      const std::string_view name = quoted.substr(1, quoted.size() - 2);
      if (name == "rows") {
        if (sawRows)
          return Error{"the member \"rows\" occurs twice", {}, line, {}, {}};
        sawRows = true;
        if (Outcome outcome = scanAllRows(scanner, row); !outcome)
          return outcome;
        continue;
      }
      const std::string_view value = scanner.value();
      if (value.empty())
        return broken(scanner, "a member breaks off");
      if (Outcome outcome = header(name, value, line); !outcome)
        return outcome;
    } while (scanner.take(','));
    if (!scanner.take('}'))
      return broken(scanner, "expected , or } after a member");
  }
  if (!scanner.atEnd())
    return broken(scanner, "something follows the end of the file's object");
  if (!sawRows)
    return Error{"the member \"rows\" is missing", {}, 1, {}, {}};
  return success();
}

} // namespace hotchkiss
