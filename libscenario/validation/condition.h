#pragma once

#include "libscenario/validation/factexpression.h"
#include "libscenario/validation/mechanism.h"

namespace hotchkiss {

/// The members `when` and `holds` of a row: it is a fault where `when` holds (or is missing) and `holds` does not.
class CheckCondition {
 public:
  CheckCondition(Parameters& p, const std::vector<std::string>& owners);
  bool fails(const FactSource& facts) const { return (mAlways || mWhen.holds(facts)) && mHolds.fails(facts); }

 private:
  FactExpression mWhen;
  FactExpression mHolds;
  bool mAlways = true;
};

/// A value as a message names it.
std::string shownFact(const Value& value);

} // namespace hotchkiss
