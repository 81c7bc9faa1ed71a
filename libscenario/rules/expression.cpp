#include "libscenario/rules/expression.h"

#include "libscenario/rules/vocabulary.h"

#include <array>
#include <optional>

namespace hotchkiss {

using Op = Expression::Op;

namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

} // namespace

/// Recursive descent, one function for each level of binding. The first problem is kept and ends the reading.
class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : mText(text) {}

  Result<Expression> parse() {
    if (mText.size() > Expression::kLongest)
      return Error{
          "the expression is longer than " + std::to_string(Expression::kLongest) + " characters", {}, 0, {}, {}};
    mOut.mText = std::string(mText);
    mOut.mRoot = disjunction();
    skipSpace();
    if (mProblem.empty() && mAt < mText.size())
      fail("cannot make sense of \"" + std::string(mText.substr(mAt, 12)) + "\"");
    if (!mProblem.empty())
      return Error{mProblem, {}, 0, "column " + std::to_string(mProblemAt + 1) + " of \"" + mOut.mText + "\"", {}};
    return std::move(mOut);
  }

 private:
  std::uint32_t add(Op op, std::vector<std::uint32_t> kids, std::string name = {}, Value literal = {}) {
    Expression::Node node;
    node.op = op;
    node.literal = std::move(literal);
    node.kids = std::move(kids);
    node.column = static_cast<std::uint32_t>(mAt + 1);
    node.key = nameKey(name);
    node.fact = op == Op::Member ? factNamed(name) : FactName::None;
    node.function = op == Op::Call ? functionNamed(name) : FunctionName::None;
    node.name = std::move(name);
    mOut.mNodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(mOut.mNodes.size() - 1);
  }

  std::uint32_t fail(std::string problem) {
    if (mProblem.empty()) {
      mProblem = std::move(problem);
      mProblemAt = mAt;
    }
    mAt = mText.size();
    return add(Op::Literal, {});
  }

  void skipSpace() {
    while (mAt < mText.size() && mText[mAt] == ' ')
      ++mAt;
  }

  bool take(std::string_view symbol) {
    skipSpace();
    if (!mText.substr(mAt).starts_with(symbol))
      return false;
    mAt += symbol.size();
    return true;
  }

  bool takeWord(std::string_view word) {
    skipSpace();
    const std::string_view rest = mText.substr(mAt);
    if (!rest.starts_with(word) ||
        (rest.size() > word.size() && (isLetter(rest[word.size()]) || isDigit(rest[word.size()]))))
      return false;
    mAt += word.size();
    return true;
  }

  /// Guards every way in which the grammar can call itself.
  struct Depth {
    explicit Depth(int& counter) : mCounter(counter) { ++mCounter; }
    ~Depth() { --mCounter; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    int& mCounter;
  };

  std::uint32_t disjunction() {
    const Depth guard(mDepth);
    if (mDepth > Expression::kDeepest)
      return fail("the expression is nested deeper than " + std::to_string(Expression::kDeepest));
    std::uint32_t left = conjunction();
    while (takeWord("or"))
      left = add(Op::Or, {left, conjunction()});
    return left;
  }

  std::uint32_t conjunction() {
    std::uint32_t left = negation();
    while (takeWord("and"))
      left = add(Op::And, {left, negation()});
    return left;
  }

  std::uint32_t negation() {
    int count = 0;
    while (takeWord("not"))
      ++count;
    std::uint32_t out = comparison();
    if (count % 2 == 1)
      out = add(Op::Not, {out});
    return out;
  }

  std::uint32_t comparison() {
    const std::uint32_t left = sum();
    if (takeWord("in")) {
      std::vector<std::uint32_t> kids{left};
      if (!take("("))
        return fail("expected \"(\" after in");
      readArguments(kids);
      return add(Op::In, std::move(kids));
    }
    static constexpr std::array<std::pair<std::string_view, Op>, 6> kOperators{{{"!=", Op::NotEqual},
                                                                                {"<=", Op::LessEqual},
                                                                                {">=", Op::GreaterEqual},
                                                                                {"=", Op::Equal},
                                                                                {"<", Op::Less},
                                                                                {">", Op::Greater}}};
    for (const auto& [symbol, op] : kOperators)
      if (take(symbol))
        return add(op, {left, sum()});
    return left;
  }

  std::uint32_t sum() {
    std::uint32_t left = product();
    for (;;) {
      if (take("+"))
        left = add(Op::Add, {left, product()});
      else if (take("-"))
        left = add(Op::Subtract, {left, product()});
      else
        return left;
    }
  }

  std::uint32_t product() {
    std::uint32_t left = sign();
    for (;;) {
      if (take("*"))
        left = add(Op::Multiply, {left, sign()});
      else if (take("/"))
        left = add(Op::Divide, {left, sign()});
      else
        return left;
    }
  }

  std::uint32_t sign() {
    int count = 0;
    while (take("-"))
      ++count;
    const std::uint32_t out = facts();
    return count % 2 == 1 ? add(Op::Negate, {out}) : out;
  }

  std::uint32_t facts() {
    std::uint32_t out = atom();
    while (mProblem.empty() && take(".")) {
      std::string name = word();
      if (name.empty())
        return fail("expected the name of a fact after the dot");
      std::vector<std::uint32_t> kids{out};
      if (take("("))
        readArguments(kids);
      out = add(Op::Member, std::move(kids), std::move(name));
    }
    return out;
  }

  std::string word() {
    skipSpace();
    const std::size_t start = mAt;
    if (mAt < mText.size() && isLetter(mText[mAt]))
      while (mAt < mText.size() && (isLetter(mText[mAt]) || isDigit(mText[mAt])))
        ++mAt;
    return std::string(mText.substr(start, mAt - start));
  }

  void readArguments(std::vector<std::uint32_t>& kids) {
    if (take(")"))
      return;
    do {
      kids.push_back(disjunction());
    } while (mProblem.empty() && take(","));
    if (!take(")"))
      fail("expected \")\"");
  }

  std::uint32_t atom() {
    skipSpace();
    if (mAt >= mText.size())
      return fail("the expression ends too early");
    if (take("(")) {
      const std::uint32_t out = disjunction();
      return take(")") ? out : fail("expected \")\"");
    }
    if (take("'")) {
      const std::size_t end = mText.find('\'', mAt);
      if (end == std::string_view::npos)
        return fail("a text has no closing quote");
      std::string text(mText.substr(mAt, end - mAt));
      mAt = end + 1;
      return add(Op::Literal, {}, {}, Value::text(std::move(text)));
    }
    if (isDigit(mText[mAt]))
      return wholeNumber();
    std::string name = word();
    if (name.empty())
      return fail("cannot make sense of \"" + std::string(mText.substr(mAt, 12)) + "\"");
    if (name == "true" || name == "false")
      return add(Op::Literal, {}, {}, Value::flag(name == "true"));
    if (name == "prohibited")
      return add(Op::Literal, {}, {}, Value::special(Special::Prohibited));
    if (name == "notUsable")
      return add(Op::Literal, {}, {}, Value::special(Special::NotUsable));
    if (name == "all")
      return add(Op::Literal, {}, {}, Value::special(Special::All));
    if (name == "none")
      return add(Op::Literal, {}, {}, Value());
    if (take("(")) {
      std::vector<std::uint32_t> kids;
      readArguments(kids);
      return add(Op::Call, std::move(kids), std::move(name));
    }
    return add(Op::Name, {}, std::move(name));
  }

  std::uint32_t wholeNumber() {
    std::int64_t number = 0;
    constexpr std::int64_t kMost = 1'000'000'000'000;
    for (; mAt < mText.size() && isDigit(mText[mAt]); ++mAt) {
      number = number * 10 + (mText[mAt] - '0');
      if (number > kMost)
        return fail("the number is too large");
    }
    if (mAt + 1 < mText.size() && mText[mAt] == '.' && isDigit(mText[mAt + 1]))
      return fail("numbers are whole; write a fraction as 1/2");
    return add(Op::Literal, {}, {}, Value::number(number));
  }

  std::string_view mText;
  std::size_t mAt = 0;
  int mDepth = 0;
  Expression mOut;
  std::string mProblem;
  std::size_t mProblemAt = 0;
};

Result<Expression> Expression::parse(std::string_view text) {
  return ExpressionParser(text).parse();
}

Expression Expression::constant(Value value) {
  Expression out;
  Node literal;
  literal.literal = std::move(value);
  literal.column = 1;
  out.mNodes.push_back(std::move(literal));
  return out;
}

} // namespace hotchkiss
