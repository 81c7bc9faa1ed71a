#pragma once

#include "libscenario/rules/position.h"
#include "libscenario/rules/rules.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hotchkiss {

class ZoneField;

/// One row that had a part in an answer.
struct Because {
  std::string table;
  std::string row;
  std::string reference;
  std::string effect;
  bool operator==(const Because&) const = default;
};

/// What the search knows when it asks for a step. Numbers are in movement points.
struct RunFacts {
  bool isStart = true;
  Rational spent;
  Rational allowance;
  long steps = 0;
  int facing = 0;    ///< before the step or turn
  int offset = 0;    ///< sides from the facing to the step, clockwise; below 0 where that is open
  int turns = 0;     ///< sixths of a circle, of a turn
  bool open = false; ///< not known yet: the edge is being compiled; offset and turns may be
};

/// Everything that an answer is asked of. Without a position nothing stands on the map and features are as printed.
struct Setting {
  const Rules& rules;
  const Environment& environment;
  const Position* position = nullptr;
  const ZoneField* zones = nullptr;
  const UnitState* profile = nullptr; ///< a unit that need not be in the position
};

/// Interprets decisions. One for each question; not shared by threads.
class Evaluator {
 public:
  explicit Evaluator(const Setting& setting) : mSetting(setting) {}

  /// A variable for the decisions asked from now on, until the scope ends.
  class Scope {
   public:
    explicit Scope(Evaluator& evaluator) : mEvaluator(evaluator), mSize(evaluator.mVariables.size()) {}
    ~Scope() { mEvaluator.mVariables.resize(mSize); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Evaluator& mEvaluator;
    std::size_t mSize;
  };
  /// The name has to outlast the scope.
  void bind(std::string_view name, Value value) {
    mVariables.push_back({nameKey(name), name, ++mBindings, std::move(value)});
  }
  /// Begins a question. From here to the next, nothing that is asked of may change: answers are kept and used again.
  void setRun(const RunFacts& run) {
    mRun = run;
    ++mQuestion;
  }
  /// Steps over a link may join hexes that do not touch: nothing lies between them.
  void setOverLink(bool on) {
    mOverLink = on;
    ++mQuestion;
  }
  const Setting& setting() const { return mSetting; }

  /// The value of a decision. An empty name gives nothing.
  Value decide(const std::string& name, const ValueList& arguments = {});
  Value decide(const Decision* decision) { return decision == nullptr ? Value() : call(*decision, {}); }
  Value evaluate(const Expression& expression);
  /// Yes, no or unknown; everything else is an error.
  Value condition(const Expression& expression);

  const std::vector<Because>& because() const { return mBecause; }
  void setExplaining(bool on) { mExplaining = on; }
  void truncateBecause(std::size_t size) { mBecause.resize(std::min(size, mBecause.size())); }
  std::vector<Because> takeBecause() { return std::exchange(mBecause, {}); }

  /// Whether an answer looked at more than the hexes and the hexside of its step, or at named things.
  bool lookedFurther() const { return mLookedFurther; }
  void watch(HexCoord from, HexCoord to) {
    mWatched = {from, to};
    mLookedFurther = false;
  }

 private:
  struct Variable {
    std::uint64_t key = 0;
    std::string_view name;
    std::uint64_t binding = 0; ///< another number for every binding
    Value value;
  };
  /// An answer with all that it hangs on, as long as the question is the same.
  struct Kept {
    std::uint64_t question = 0;
    ValueList arguments;
    std::vector<std::uint64_t> bindings; ///< of the decision's open variables
    bool lookedFurther = false;
    Value value;
  };
  /// Two, because most questions are about two hexes.
  struct KeptAnswers {
    std::array<Kept, 2> answers;
    std::size_t oldest = 0;
  };

  Value call(const Decision& decision, const ValueList& arguments);
  Value answer(const Decision& decision, const ValueList& arguments);
  const Kept* kept(const Decision& decision, const ValueList& arguments) const;
  void keep(const Decision& decision, const ValueList& arguments, const Value& value);
  const Value& operand(const Expression& expression, std::uint32_t index, Value& scratch);
  Value table(const Decision& table);
  Value tableFirst(const Decision& table);
  Value tableAll(const Decision& table);
  Value fold(const Decision& decision);
  Value output(const Decision& table, const RuleRow& row);
  Value cell(const RuleCell& cell);
  void explain(const Decision& table, const RuleRow& row, const Value& effect);

  Value node(const Expression& expression, std::uint32_t index);
  Value logic(const Expression& expression, const Expression::Node& node);
  Value function(const Expression& expression, const Expression::Node& node);
  Value member(const Expression& expression, const Expression::Node& node);
  Value name(const Expression::Node& node);
  const Decision* decisionOf(const Expression::Node& node) const;
  const Variable* findVariable(std::uint64_t key, std::string_view name) const;
  std::uint64_t bindingOf(std::uint64_t key) const;
  Value standing(const Expression::Node& thing, const Expression::Node& node, const ValueList& arguments);

  // Facts, in evaluatorfacts.cpp.
  Value environmentFact(FactName name, const ValueList& arguments) const;
  Value environmentState(const std::string& name) const;
  Value searchFact(FactName name) const;
  Value hexFact(HexCoord hex, FactName name, const ValueList& arguments);
  std::optional<EdgeId> edgeOf(const DirectedEdge& step);
  Value pathFact(HexCoord hex, const ValueList& arguments);
  Value edgeFact(const DirectedEdge& step, FactName name, const ValueList& arguments);
  Value crossingFact(EdgeId edge, FactName name, const ValueList& arguments);
  Value featureFact(const DirectedEdge& step, EdgeId edge, FactName name, const ValueList& arguments) const;
  Value unitFact(const std::string& id, FactName fact, const std::string& name) const;
  const UnitState* findUnit(const std::string& id) const;
  Value listFunction(const Expression::Node& node, const ValueList& arguments);
  void look(HexCoord hex) {
    if (!(hex == mWatched.from) && !(hex == mWatched.to))
      mLookedFurther = true;
  }
  void look(const DirectedEdge& edge) {
    look(edge.from);
    look(edge.to);
  }

  const Setting mSetting;
  RunFacts mRun;
  std::vector<Variable> mVariables;
  std::uint64_t mBindings = 0;
  std::uint64_t mQuestion = 0; ///< 0 before the first: then nothing is kept
  std::vector<KeptAnswers> mKept;
  std::vector<Because> mBecause;
  bool mExplaining = false;
  bool mOverLink = false;
  DirectedEdge mLastStep; ///< rules ask much of the same hexside, one thing after the other
  std::optional<EdgeId> mLastEdge;
  DirectedEdge mWatched;
  bool mLookedFurther = false;
};

/// Arithmetic and comparison on values, with bounds for what is not known; in valuemath.cpp.
Value applyOperator(Expression::Op op, const Value& a, const Value& b);
Value applyFunction(const std::string& name, const ValueList& arguments);

} // namespace hotchkiss
