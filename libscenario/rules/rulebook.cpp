#include "libscenario/rules/rulebook.h"

#include "libscenario/rules/resolvednames.h"
#include "libscenario/rules/rulebookreader.h"

namespace hotchkiss {

bool UnitCatalogue::areFriends(const std::string& a, const std::string& b) const {
  if (a == b)
    return true;
  const auto it = sides.find(a);
  return it != sides.end() && it->second.contains(b);
}

Result<Rulebook> Rulebook::read(const Ruleset& ruleset) {
  return RulebookReader(ruleset).read();
}

void DecisionBook::number() {
  mByNumber.clear();
  for (auto& [id, decision] : mByName) {
    decision.number = static_cast<std::int32_t>(mByNumber.size());
    mByNumber.push_back(&decision);
  }
}

const Decision* Rulebook::decision(const std::string& id) const {
  const auto it = decisions().find(id);
  return it == decisions().end() ? nullptr : &it->second;
}

std::vector<std::string> Rulebook::rowIds() const {
  std::vector<std::string> out;
  for (const auto& [id, decision] : decisions())
    for (const RuleRow& row : decision.rows)
      out.push_back(id + "/" + row.id);
  return out;
}

namespace {

/// Another value of the same kind.
Value otherThan(const Value& value, std::int64_t by) {
  if (value.isNumber())
    return Value::number(Rational::add(value.number(), Rational(by)).value_or(Rational(0)));
  if (value.isFlag())
    return Value::flag(!value.isTrue());
  if (value.isText())
    return Value::text(value.text() + "~");
  if (value.is(Special::Prohibited) || value.isUnknown())
    return Value::number(by);
  return Value::special(Special::Prohibited);
}

void perturb(Expression& expression, std::optional<std::int64_t> change, const std::string& rowId) {
  if (expression.empty())
    return;
  if (!change) {
    expression = Expression::constant(Value::unknown({}, {}, {rowId}));
    return;
  }
  const std::int64_t by = *change;
  const Expression::Node& root = expression.node(expression.root());
  if (root.op == Expression::Op::Literal) {
    expression = Expression::constant(otherThan(root.literal, by));
    return;
  }
  // A computed cell: whatever it comes to, and more.
  Result<Expression> more = Expression::parse("(" + expression.text() + ") + " + std::to_string(by));
  expression = more ? std::move(*more) : Expression::constant(Value::special(Special::Prohibited));
}

} // namespace

std::map<std::string, std::size_t> Rulebook::cellCounts() const {
  std::map<std::string, std::size_t> out;
  for (const auto& [id, decision] : decisions())
    for (const RuleRow& row : decision.rows)
      out[id + "/" + row.id] = row.cells.size();
  return out;
}

std::optional<Rulebook> Rulebook::perturbed(const std::string& rowId, std::optional<std::int64_t> by,
                                            std::optional<std::size_t> column) const {
  Rulebook out = *this;
  for (auto& [id, decision] : out.mDecisions.byName())
    for (RuleRow& row : decision.rows)
      if (id + "/" + row.id == rowId) {
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
          if (column && *column != i)
            continue;
          RuleCell& cell = row.cells[i];
          perturb(cell.value, by, rowId);
          for (auto& [name, member] : cell.members)
            if (name != "op")
              perturb(member, by, rowId);
        }
        resolveNames(out.mDecisions, out.mParameters);
        return out;
      }
  return std::nullopt;
}

} // namespace hotchkiss
