#include "libscenario/rules/askedfacts.h"

namespace hotchkiss {

namespace {

class Collector {
 public:
  explicit Collector(const Rulebook& book) : mBook(book) {}

  void decision(const std::string& id) {
    const Decision* decision = mBook.decision(id);
    if (decision == nullptr || !mSeen.insert(id).second)
      return;
    expression(decision->expression);
    expression(decision->fold.in);
    expression(decision->fold.where);
    expression(decision->fold.what);
    if (decision->across)
      expression(decision->across->on);
    for (const RuleRow& row : decision->rows) {
      expression(row.when);
      for (const RuleCell& each : row.cells)
        cell(each);
    }
    if (decision->otherwise)
      cell(*decision->otherwise);
  }

  AskedFacts take() { return std::move(mOut); }

 private:
  void cell(const RuleCell& cell) {
    expression(cell.value);
    for (const auto& [name, member] : cell.members)
      expression(member);
  }

  void expression(const Expression& expression) {
    for (const Expression::Node& node : expression.nodes()) {
      if (node.op == Expression::Op::Name || node.op == Expression::Op::Call)
        decision(node.name);
      if (node.op != Expression::Op::Member || node.kids.empty())
        continue;
      const Expression::Node& owner = expression.node(node.kids[0]);
      const std::string thing = owner.op == Expression::Op::Name ? owner.name : std::string();
      if (thing == "param") {
        if (const auto it = mBook.parameters().find(node.name); it != mBook.parameters().end())
          if (mSeen.insert("param." + node.name).second)
            this->expression(it->second.value);
        continue;
      }
      (thing == "arg"      ? mOut.arguments
       : thing == "policy" ? mOut.policies
       : thing == "env"    ? mOut.environment
                           : mOut.members)
          .insert(node.name);
    }
  }

  const Rulebook& mBook;
  AskedFacts mOut;
  std::set<std::string> mSeen;
};

} // namespace

AskedFacts askedFacts(const Rulebook& book, const std::vector<std::string>& decisions) {
  Collector collector(book);
  for (const std::string& id : decisions)
    collector.decision(id);
  return collector.take();
}

} // namespace hotchkiss
