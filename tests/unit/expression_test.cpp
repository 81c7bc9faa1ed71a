#include "libscenario/rules/evaluator.h"
#include "rulestest.h"

#include <gtest/gtest.h>

#include <limits>

namespace hotchkiss {
namespace {

Value valueOf(const std::string& text) {
  const Result<Expression> expression = Expression::parse(text);
  if (!expression)
    return Value::error(expression.error().message);
  static const Environment kNow;
  Evaluator evaluator(Setting{*fifthRules(), kNow, nullptr, nullptr, nullptr});
  evaluator.bind("x", Value::number(7));
  evaluator.bind("doubt", Value::unknown(Rational(2), Rational(3), {"a cell"}));
  evaluator.bind("gone", Value());
  return evaluator.evaluate(*expression);
}

TEST(Rational, IsExactAndRefusesToOverflow) {
  EXPECT_EQ(Rational::make(6, -4)->text(), "-3/2");
  EXPECT_FALSE(Rational::make(1, 0));
  EXPECT_EQ(Rational::parse("-3/6")->text(), "-1/2");
  EXPECT_FALSE(Rational::parse("1.5"));
  EXPECT_FALSE(Rational::parse("1/0"));
  EXPECT_EQ(Rational::make(-7, 2)->floor(), -4);
  EXPECT_EQ(Rational::make(-7, 2)->ceil(), -3);
  const Rational large(std::numeric_limits<std::int64_t>::max());
  EXPECT_FALSE(Rational::add(large, Rational(1)));
  EXPECT_FALSE(Rational::multiply(large, Rational(2)));
  EXPECT_FALSE(Rational::divide(Rational(1), Rational(0)));
  EXPECT_TRUE(*Rational::make(1, 3) < *Rational::make(2, 5));
}

TEST(Expression, CalculatesExactly) {
  const std::vector<std::pair<std::string, std::string>> cases{{"1/3 + 1/6", "1/2"},
                                                               {"2 - 3 - 4", "-5"},
                                                               {"2 + 3 * 4", "14"},
                                                               {"(2 + 3) * 4", "20"},
                                                               {"-x / 2", "-7/2"},
                                                               {"floor(7/2) + ceil(7/2)", "7"},
                                                               {"clamp(12, 1, 9)", "9"},
                                                               {"min(3, 1/2, 2)", "1/2"},
                                                               {"abs(0 - 5)", "5"},
                                                               {"if(x > 6, 1, 2)", "1"},
                                                               {"x in (1, 7)", "yes"},
                                                               {"not x = 7 or x < 8", "yes"},
                                                               {"'ab' = 'ab' and true", "yes"},
                                                               {"1 = 1/1", "yes"},
                                                               {"prohibited", "prohibited"},
                                                               {"known(gone)", "no"},
                                                               {"has('1DR*', 'R*')", "yes"},
                                                               {"number('12DR')", "12"}};
  for (const auto& [text, expected] : cases)
    EXPECT_EQ(valueOf(text).shown(), expected) << text;
}

TEST(Expression, KeepsBoundsOfWhatIsNotKnown) {
  EXPECT_EQ(valueOf("doubt + 1").shown(), "unknown, at least 3, at most 4");
  EXPECT_EQ(valueOf("doubt * 2 - 1").shown(), "unknown, at least 3, at most 5");
  EXPECT_EQ(valueOf("doubt > 1").shown(), "yes");
  EXPECT_EQ(valueOf("doubt > 3").shown(), "no");
  EXPECT_EQ(valueOf("doubt > 2").shown(), "unknown");
  EXPECT_EQ(valueOf("doubt > 2 and false").shown(), "no");
  EXPECT_EQ(valueOf("doubt > 2 or true").shown(), "yes");
  EXPECT_EQ(valueOf("if(doubt > 2, 5, 5)").shown(), "5");
  EXPECT_EQ(valueOf("if(doubt > 2, 5, 6)").shown(), "unknown, at least 5, at most 6");
  EXPECT_EQ(valueOf("doubt + 1").blame(), std::vector<std::string>{"a cell"});
  EXPECT_EQ(valueOf("min(doubt, 1)").shown(), "unknown, at least 1, at most 1");
}

TEST(Expression, RefusesWhatItCannotRead) {
  for (const char* text : {"", "1 +", "(1", "'open", "1.5", "a b", "x.", "1 in 2", "$", "99999999999999999999", "f(1"})
    EXPECT_FALSE(Expression::parse(text)) << text;
  EXPECT_TRUE(Expression::parse(std::string(Expression::kLongest - 1, ' ') + "1"));
  EXPECT_FALSE(Expression::parse(std::string(Expression::kLongest, ' ') + "1"));
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '(') + "1" + std::string(static_cast<std::size_t>(depth), ')');
  };
  EXPECT_TRUE(Expression::parse(nested(Expression::kDeepest - 1)));
  EXPECT_FALSE(Expression::parse(nested(Expression::kDeepest)));
  EXPECT_TRUE(valueOf("1 / 0").isError());
  EXPECT_TRUE(valueOf("'a' + 1").isError());
  EXPECT_TRUE(valueOf("nobody").isError());
  EXPECT_TRUE(valueOf("1 and true").isError());
}

} // namespace
} // namespace hotchkiss
