#pragma once

#include "libterrain/base/result.h"
#include "libterrain/numbering/confusable.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hotchkiss {

/// A kind of word in a pattern: characters of a class, or one of a list.
struct TokenClass {
  std::string name;
  std::string chars; ///< digit, upper, lower, letter, alnum, roman, name or word
  std::string extra; ///< further characters that it accepts
  std::vector<std::string> oneOf;
  int min = 1; ///< in characters, not bytes
  int max = 1;
};

/// One way in which the sources write something: patterns, or a list of other forms.
struct Form {
  std::string id;
  std::string means;
  std::string caution;
  std::vector<std::string> patterns;
  std::vector<std::string> items;
  std::vector<std::string> separators;
  std::vector<std::string> before;
  std::vector<std::string> after;
  int min = 1;
};

struct Parsed {
  std::string form;
  std::string means;
  std::string caution;
  std::size_t pattern = 0;
  std::vector<std::pair<std::string, std::string>> fields;
  std::string before;
  std::string after;
  std::vector<Parsed> items;
  std::vector<std::string> separators; ///< as found, one between each two items
};

/// The forms of one body of sources. The first form that matches a whole text wins.
class Notation {
 public:
  static Result<Notation> make(std::vector<TokenClass> tokens, std::vector<Form> forms,
                               std::vector<Confusable> confusables);

  Result<Parsed> parse(std::string_view text) const;
  /// One reading for each form that matches the whole text.
  std::vector<Parsed> parseAll(std::string_view text) const;
  /// Exactly the text that was parsed.
  std::string print(const Parsed& parsed) const;

  const std::vector<Confusable>& confusables() const { return mConfusables; }

 private:
  friend class NotationMatcher;
  struct Part {
    std::string literal; ///< when it is not a field
    std::string field;
    std::size_t token = 0;
  };
  struct Compiled {
    Form form;
    std::vector<std::vector<Part>> patterns;
    std::vector<std::size_t> items;
  };

  Result<std::vector<Part>> compile(std::string_view pattern) const;
  bool nestsInItself(std::size_t form, std::vector<int>& state) const;

  std::vector<TokenClass> mTokens;
  std::vector<Compiled> mForms;
  std::map<std::string, std::size_t, std::less<>> mFormIndex;
  std::vector<Confusable> mConfusables;
};

} // namespace hotchkiss
