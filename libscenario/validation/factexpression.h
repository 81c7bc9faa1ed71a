#pragma once

#include "libscenario/rules/expression.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// What one expression of a check is asked of: "piece.mv" asks for fact("piece", "mv", {}), "stack.total('sp')" for
/// fact("stack", "total", {'sp'}). What is not known is an unknown, what is not there is nothing: comparing either with
/// something comes to an unknown, and known(…) tells.
using FactSource = std::function<Value(const std::string& owner, const std::string& name, const ValueList& arguments)>;

/// An expression of a check, in the language of the rules, over the facts of one mechanism. Logic has three values:
/// where a fact is not known, neither yes nor no is said, and a check says nothing.
class FactExpression {
 public:
  /// Refuses facts of other owners than these.
  static Result<FactExpression> read(const std::string& text, const std::vector<std::string>& owners);

  Value evaluate(const FactSource& facts) const;
  /// Whether it is certain that the expression does not hold.
  bool fails(const FactSource& facts) const;
  /// Whether it is certain that it holds.
  bool holds(const FactSource& facts) const;

 private:
  Value node(std::uint32_t index, const FactSource& facts) const;
  Expression mExpression;
};

} // namespace hotchkiss
