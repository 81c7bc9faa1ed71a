#include "libterrain/numbering/notation.h"

#include "libterrain/base/text.h"
#include "libterrain/numbering/tokenmatch.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace hotchkiss {

namespace {

constexpr std::size_t kMaxNotationText = 400;
constexpr long kMaxSteps = 100'000;
constexpr std::size_t kMaxVariants = 40;
constexpr std::size_t kMaxNotationSuggestions = 3;

Error notationError(std::string message, std::string where, std::string advice = {}) {
  Error error;
  error.message = std::move(message);
  error.where = std::move(where);
  error.advice = std::move(advice);
  return error;
}

bool hasEmpty(const std::vector<std::string>& texts) {
  return std::find(texts.begin(), texts.end(), "") != texts.end();
}

} // namespace

/// Backtracking over one text, in continuation style; every step is counted so that no text can keep it busy for long.
class NotationMatcher {
 public:
  NotationMatcher(const Notation& notation, std::string_view text, long& steps)
      : mNotation(notation), mText(text), mSteps(steps) {}

  bool exhausted() const { return mSteps <= 0; }

  std::optional<Parsed> whole(std::size_t form) {
    Parsed out;
    if (match(form, 0, out, [this](std::size_t end) { return end == mText.size(); }))
      return out;
    return std::nullopt;
  }

 private:
  using Next = std::function<bool(std::size_t)>;

  bool step() { return --mSteps > 0; }

  // Leaves the reading in `out` when it and everything after it matches.
  bool match(std::size_t index, std::size_t at, Parsed& out, const Next& next) {
    const Notation::Compiled& compiled = mNotation.mForms[index];
    out = {};
    out.form = compiled.form.id;
    out.means = compiled.form.means;
    out.caution = compiled.form.caution;
    for (std::size_t i = 0; i < compiled.patterns.size(); ++i) {
      out.pattern = i;
      if (parts(compiled.patterns[i], 0, at, out, next))
        return true;
    }
    out.pattern = 0;
    return !compiled.items.empty() && list(compiled, at, out, next);
  }

  bool parts(const std::vector<Notation::Part>& pattern, std::size_t part, std::size_t at, Parsed& out,
             const Next& next) {
    if (!step())
      return false;
    if (part == pattern.size())
      return next(at);
    const Notation::Part& here = pattern[part];
    if (here.field.empty())
      return mText.substr(at).starts_with(here.literal) &&
             parts(pattern, part + 1, at + here.literal.size(), out, next);
    for (const std::size_t end : tokenEnds(mNotation.mTokens[here.token], mText, at)) {
      out.fields.emplace_back(here.field, mText.substr(at, end - at));
      if (parts(pattern, part + 1, end, out, next))
        return true;
      out.fields.pop_back();
    }
    return false;
  }

  // A literal of the list, or none at all.
  template <class Then>
  bool optionally(const std::vector<std::string>& literals, std::size_t at, std::string& found, const Then& then) {
    for (const std::string& literal : literals) {
      if (literal.empty() || !mText.substr(at).starts_with(literal))
        continue;
      found = literal;
      if (then(at + literal.size()))
        return true;
    }
    found.clear();
    return then(at);
  }

  bool list(const Notation::Compiled& compiled, std::size_t at, Parsed& out, const Next& next) {
    return optionally(compiled.form.before, at, out.before,
                      [&](std::size_t start) { return item(compiled, start, out, next); });
  }

  bool item(const Notation::Compiled& compiled, std::size_t at, Parsed& out, const Next& next) {
    for (const std::size_t form : compiled.items) {
      if (!step())
        return false;
      // The reading is kept apart until it is complete: the vector moves its elements when it grows.
      Parsed one;
      const std::size_t count = out.items.size();
      const bool matched = match(form, at, one, [&](std::size_t end) {
        out.items.push_back(one);
        if (afterItem(compiled, end, out, next))
          return true;
        out.items.resize(count);
        return false;
      });
      if (matched)
        return true;
    }
    return false;
  }

  bool afterItem(const Notation::Compiled& compiled, std::size_t at, Parsed& out, const Next& next) {
    if (!step())
      return false;
    for (const std::string& separator : compiled.form.separators) {
      if (!mText.substr(at).starts_with(separator))
        continue;
      out.separators.push_back(separator);
      if (item(compiled, at + separator.size(), out, next))
        return true;
      out.separators.pop_back();
    }
    return static_cast<int>(out.items.size()) >= compiled.form.min &&
           optionally(compiled.form.after, at, out.after, next);
  }

  const Notation& mNotation;
  std::string_view mText;
  long& mSteps;
};

Result<std::vector<Notation::Part>> Notation::compile(std::string_view pattern) const {
  std::vector<Part> out;
  const std::string where = "pattern \"" + std::string(pattern) + "\"";
  if (pattern.empty())
    return notationError("a pattern is empty", where);
  while (!pattern.empty()) {
    const std::size_t open = std::min(pattern.find('{'), pattern.size());
    if (open > 0) {
      out.push_back({std::string(pattern.substr(0, open)), {}, 0});
      pattern.remove_prefix(open);
      continue;
    }
    const std::size_t close = pattern.find('}');
    if (close == std::string_view::npos)
      return notationError("a brace is not closed", where, "write fields as {field:token}");
    const std::string_view body = pattern.substr(1, close - 1);
    const std::size_t colon = body.find(':');
    const std::string field(body.substr(0, colon));
    const std::string token(colon == std::string_view::npos ? body : body.substr(colon + 1));
    const auto named = [&](const TokenClass& known) { return known.name == token; };
    const auto found = std::find_if(mTokens.begin(), mTokens.end(), named);
    if (field.empty() || found == mTokens.end()) {
      std::vector<std::string> names;
      for (const TokenClass& known : mTokens)
        names.push_back(known.name);
      const std::optional<std::string> near = nearestWord(token, names);
      return notationError("unknown token \"" + token + "\"", where, near ? "did you mean " + *near + "?" : "");
    }
    if (std::any_of(out.begin(), out.end(), [&](const Part& part) { return part.field == field; }))
      return notationError("field \"" + field + "\" occurs twice", where, "call the second one " + field + ".2");
    out.push_back({{}, field, static_cast<std::size_t>(found - mTokens.begin())});
    pattern.remove_prefix(close + 1);
  }
  return out;
}

bool Notation::nestsInItself(std::size_t form, std::vector<int>& state) const {
  if (state[form] != 0)
    return state[form] == 1;
  state[form] = 1;
  for (const std::size_t item : mForms[form].items)
    if (nestsInItself(item, state))
      return true;
  state[form] = 2;
  return false;
}

Result<Notation> Notation::make(std::vector<TokenClass> tokens, std::vector<Form> forms,
                                std::vector<Confusable> confusables) {
  Notation out;
  out.mTokens = std::move(tokens);
  out.mConfusables = std::move(confusables);
  for (const TokenClass& token : out.mTokens) {
    const std::string where = "token " + token.name;
    if (!isCharacterClass(token.chars))
      return notationError("unknown character class \"" + token.chars + "\"", where,
                           "use digit, upper, lower, letter, alnum, roman, name or word");
    if (token.min < 1 || token.max < token.min)
      return notationError("the count is not a range from 1 upward", where);
    if (hasEmpty(token.oneOf))
      return notationError("one of its words is empty", where);
  }
  for (Form& form : forms) {
    const std::string where = "form " + form.id;
    if (!out.mFormIndex.emplace(form.id, out.mForms.size()).second)
      return notationError("the form occurs twice", where);
    if (form.patterns.empty() == form.items.empty())
      return notationError("a form has either patterns or items", where);
    if (!form.items.empty() && (form.separators.empty() || hasEmpty(form.separators)))
      return notationError("a list needs separators, none of them empty", where);
    Compiled compiled;
    for (const std::string& pattern : form.patterns) {
      Result<std::vector<Part>> parts = out.compile(pattern);
      if (!parts) {
        Error error = parts.error();
        error.where = where + ", " + error.where;
        return error;
      }
      compiled.patterns.push_back(std::move(parts).value());
    }
    compiled.form = std::move(form);
    out.mForms.push_back(std::move(compiled));
  }
  for (Compiled& compiled : out.mForms)
    for (const std::string& item : compiled.form.items) {
      const auto found = out.mFormIndex.find(item);
      if (found == out.mFormIndex.end())
        return notationError("unknown form \"" + item + "\" among its items", "form " + compiled.form.id);
      compiled.items.push_back(found->second);
    }
  std::vector<int> state(out.mForms.size(), 0);
  for (std::size_t i = 0; i < out.mForms.size(); ++i)
    if (out.nestsInItself(i, state))
      return notationError("a list form contains itself", "form " + out.mForms[i].form.id);
  return out;
}

Result<Parsed> Notation::parse(std::string_view text) const {
  if (text.empty() || text.size() > kMaxNotationText)
    return notationError(text.empty() ? "the text is empty" : "the text is longer than 400 bytes", {},
                         "give one location at a time");
  long steps = kMaxSteps;
  const auto first = [&](std::string_view candidate) -> std::optional<Parsed> {
    NotationMatcher matcher(*this, candidate, steps);
    for (std::size_t i = 0; i < mForms.size() && !matcher.exhausted(); ++i)
      if (std::optional<Parsed> parsed = matcher.whole(i))
        return parsed;
    return std::nullopt;
  };
  if (std::optional<Parsed> parsed = first(text))
    return *std::move(parsed);
  if (steps <= 0)
    return notationError("the text has too many possible readings", {}, "give one location at a time");
  std::vector<std::string> close;
  for (const std::string& variant : confusableVariants(text, mConfusables, kMaxVariants))
    if (close.size() < kMaxNotationSuggestions && steps > 0 && first(variant) &&
        std::find(close.begin(), close.end(), variant) == close.end())
      close.push_back(variant);
  return notationError("\"" + std::string(text) + "\" is not written in any known form", {},
                       close.empty() ? "" : "did you mean " + joinWords(close, " or ") + "?");
}

std::vector<Parsed> Notation::parseAll(std::string_view text) const {
  std::vector<Parsed> out;
  if (text.empty() || text.size() > kMaxNotationText)
    return out;
  long steps = kMaxSteps;
  NotationMatcher matcher(*this, text, steps);
  for (std::size_t i = 0; i < mForms.size() && !matcher.exhausted(); ++i)
    if (std::optional<Parsed> parsed = matcher.whole(i))
      out.push_back(*std::move(parsed));
  return out;
}

std::string Notation::print(const Parsed& parsed) const {
  const auto found = mFormIndex.find(parsed.form);
  if (found == mFormIndex.end())
    return {};
  const Compiled& compiled = mForms[found->second];
  std::string out;
  if (compiled.items.empty()) {
    if (parsed.pattern >= compiled.patterns.size())
      return {};
    for (const Part& part : compiled.patterns[parsed.pattern]) {
      out += part.literal;
      for (const auto& [name, value] : parsed.fields)
        if (!part.field.empty() && name == part.field)
          out += value;
    }
    return out;
  }
  out = parsed.before;
  for (std::size_t i = 0; i < parsed.items.size(); ++i) {
    if (i > 0 && i <= parsed.separators.size())
      out += parsed.separators[i - 1];
    out += print(parsed.items[i]);
  }
  return out + parsed.after;
}

} // namespace hotchkiss
