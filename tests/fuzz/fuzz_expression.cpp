#include "libscenario/module/modulefiles.h"
#include "libscenario/rules/evaluator.h"

#include <cstdlib>

namespace {

using namespace hotchkiss;

const Rules& smallRules() {
  static const Rules kRules = [] {
    NewModule wanted;
    wanted.id = "small";
    wanted.title = "Small";
    wanted.ruleset = Ruleset::builtIn().front();
    wanted.extent = {4, 4};
    return Rules(makeModule(wanted), std::make_shared<const Rulebook>());
  }();
  return kRules;
}

} // namespace

// Whatever can be read can be evaluated: to a value or an error value, never a crash.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<Expression> expression = Expression::parse(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!expression) {
    if (expression.error().message.empty())
      std::abort();
    return 0;
  }
  static const Environment kNow;
  Evaluator evaluator(Setting{smallRules(), kNow, nullptr, nullptr, nullptr});
  evaluator.bind("to", Value::hex({1, 1}));
  evaluator.bind("from", Value::hex({1, 2}));
  evaluator.bind("edge", Value::edge({{1, 2}, {1, 1}}));
  evaluator.bind("x", Value::unknown(Rational(1), Rational(3), {"cell"}));
  evaluator.bind("list", Value::list({Value::number(1), Value::text("a")}));
  (void)evaluator.evaluate(*expression).shown();
  return 0;
}
