#include "libscenario/rules/resolvednames.h"

#include "libscenario/rules/vocabulary.h"

#include <set>

namespace hotchkiss {

namespace {

using Op = Expression::Op;
using Keys = std::set<std::uint64_t>;

class Resolver {
 public:
  Resolver(DecisionBook& decisions, std::map<std::string, Parameter>& parameters)
      : mDecisions(decisions), mParameters(parameters) {}

  void run() {
    mDecisions.number();
    // Code never binds these four; only a rule that calls its own parameter so does.
    static const std::set<std::string_view> kNeverBound{"env", "search", "param", "policy"};
    for (const std::string_view name : builtInVariables())
      if (!kNeverBound.contains(name))
        mBound.insert(nameKey(name));
    for (const auto& [id, decision] : mDecisions.byName()) {
      for (const std::string& name : decision.params)
        mBound.insert(nameKey(name));
      if (decision.form == Decision::Form::Fold)
        mBound.insert(nameKey(decision.fold.each));
    }
    for (auto& [id, decision] : mDecisions.byName())
      resolve(decision);
    for (auto& [id, parameter] : mParameters)
      resolve(parameter.value);
    for (auto& [id, decision] : mDecisions.byName())
      open(decision);
  }

 private:
  void resolve(Expression& expression) {
    expression.resolve([this](Expression::Node& node) {
      if (node.op != Op::Name && node.op != Op::Call)
        return;
      const auto it = mDecisions.byName().find(node.name);
      node.decision = it == mDecisions.byName().end() ? Expression::Node::kNoDecision : it->second.number;
      node.mayBeVariable = mBound.contains(node.key);
    });
  }

  void resolve(RuleCell& cell) {
    resolve(cell.value);
    for (auto& [name, member] : cell.members)
      resolve(member);
  }

  void resolve(Decision& decision) {
    resolve(decision.expression);
    resolve(decision.fold.in);
    resolve(decision.fold.where);
    resolve(decision.fold.what);
    if (decision.across)
      resolve(decision.across->on);
    for (RuleRow& row : decision.rows) {
      resolve(row.when);
      for (RuleCell& cell : row.cells)
        resolve(cell);
    }
    if (decision.otherwise)
      resolve(*decision.otherwise);
  }

  /// Adds the variables that an expression asks for, itself or through what it calls.
  void collect(const Expression& expression, Keys& out) {
    for (const Expression::Node& node : expression.nodes()) {
      if ((node.op == Op::Name || node.op == Op::Call) && node.decision >= 0) {
        const Keys& more = open(mDecisions.byName().at(node.name));
        out.insert(more.begin(), more.end());
      }
      if (node.op == Op::Name && node.mayBeVariable)
        out.insert(node.key);
      if (node.op == Op::Member && expression.node(node.kids[0]).name == "param")
        if (const auto it = mParameters.find(node.name); it != mParameters.end() && mAsking.insert(node.name).second) {
          collect(it->second.value, out);
          mAsking.erase(node.name);
        }
    }
  }

  void collect(const RuleCell& cell, Keys& out) {
    collect(cell.value, out);
    for (const auto& [name, member] : cell.members)
      collect(member, out);
  }

  const Keys& open(Decision& decision) {
    if (const auto it = mOpen.find(decision.number); it != mOpen.end())
      return it->second;
    Keys keys;
    collect(decision.expression, keys);
    collect(decision.fold.where, keys);
    collect(decision.fold.what, keys);
    if (decision.form == Decision::Form::Fold)
      keys.erase(nameKey(decision.fold.each)); // bound for these two, not for the list
    collect(decision.fold.in, keys);
    if (decision.across)
      collect(decision.across->on, keys);
    for (const RuleRow& row : decision.rows) {
      collect(row.when, keys);
      for (const RuleCell& cell : row.cells)
        collect(cell, keys);
    }
    if (decision.otherwise)
      collect(*decision.otherwise, keys);
    for (const std::string& name : decision.params)
      keys.erase(nameKey(name));
    decision.open.assign(keys.begin(), keys.end());
    return mOpen[decision.number] = std::move(keys);
  }

  DecisionBook& mDecisions;
  std::map<std::string, Parameter>& mParameters;
  Keys mBound; ///< names that something binds
  std::map<std::int32_t, Keys> mOpen;
  std::set<std::string> mAsking; ///< parameters being looked into, for one may name another
};

} // namespace

void resolveNames(DecisionBook& decisions, std::map<std::string, Parameter>& parameters) {
  Resolver(decisions, parameters).run();
}

} // namespace hotchkiss
