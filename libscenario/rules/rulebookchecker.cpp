#include "libscenario/rules/rulebookreader.h"
#include "libscenario/rules/vocabulary.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>

namespace hotchkiss {

using Op = Expression::Op;

namespace {

template <class Map>
std::vector<std::string> keysOf(const Map& map) {
  std::vector<std::string> out;
  out.reserve(map.size());
  for (const auto& [key, value] : map)
    out.push_back(key);
  return out;
}

const FunctionEntry* function(const std::string& name) {
  for (const FunctionEntry& entry : functionVocabulary())
    if (entry.name == name)
      return &entry;
  return nullptr;
}

} // namespace

Error RulebookChecker::complain(const Owner& owner, const Expression& expression, const std::string& message,
                                const std::string& word, const std::vector<std::string>& known) const {
  const RowOrigin origin = mRuleset.originOf("rules", {owner.section, owner.id});
  const std::optional<std::string> near = nearestWord(word, known);
  const std::string where = expression.text().empty() ? std::string() : " in \"" + expression.text() + "\"";
  return Error{message + where, origin.file, origin.line, owner.section + " " + owner.id,
               near ? "did you mean \"" + *near + "\"?" : std::string()};
}

Outcome RulebookChecker::check() {
  for (const auto& [id, decision] : mBook.decisions())
    if (Outcome checked = checkDecision(decision); !checked)
      return checked;
  for (const auto& [id, parameter] : mBook.parameters())
    if (Outcome checked = checkExpression(parameter.value, {"parameter", id, {}, nullptr}); !checked)
      return checked;
  if (Outcome checked = checkStrategies(); !checked)
    return checked;
  return checkCycles();
}

Outcome RulebookChecker::checkDecision(const Decision& decision) {
  Owner owner{decision.form == Decision::Form::Table ? "table" : "decision", decision.id, {}, &decision};
  owner.variables.insert(decision.params.begin(), decision.params.end());
  if (decision.form == Decision::Form::Expression)
    return checkExpression(decision.expression, owner);
  if (decision.form == Decision::Form::Fold) {
    if (Outcome checked = checkExpression(decision.fold.in, owner); !checked)
      return checked;
    owner.variables.insert(decision.fold.each);
    if (Outcome checked = checkExpression(decision.fold.where, owner); !checked)
      return checked;
    return checkExpression(decision.fold.what, owner);
  }
  if (decision.across)
    if (Outcome checked = checkExpression(decision.across->on, owner); !checked)
      return checked;
  if (decision.otherwise)
    if (Outcome checked = checkCell(*decision.otherwise, owner); !checked)
      return checked;
  for (const RuleRow& row : decision.rows) {
    Owner rowOwner = owner;
    rowOwner.section = "row";
    rowOwner.id = row.id;
    if (Outcome checked = checkExpression(row.when, rowOwner); !checked)
      return checked;
    for (const RuleCell& cell : row.cells)
      if (Outcome checked = checkCell(cell, rowOwner); !checked)
        return checked;
  }
  return success();
}

Outcome RulebookChecker::checkCell(const RuleCell& cell, const Owner& owner) {
  if (Outcome checked = checkExpression(cell.value, owner); !checked)
    return checked;
  for (const auto& [name, member] : cell.members)
    if (Outcome checked = checkExpression(member, owner); !checked)
      return checked;
  return success();
}

Outcome RulebookChecker::checkExpression(const Expression& expression, const Owner& owner) {
  for (const Expression::Node& node : expression.nodes())
    if (Outcome checked = checkNode(expression, node, owner); !checked)
      return checked;
  return success();
}

Outcome RulebookChecker::checkNode(const Expression& expression, const Expression::Node& node, const Owner& owner) {
  const auto built = builtInVariables();
  if (node.op == Op::Name) {
    if (owner.variables.contains(node.name) || std::find(built.begin(), built.end(), node.name) != built.end())
      return success();
    if (const Decision* decision = mBook.decision(node.name)) {
      if (!decision->params.empty())
        return complain(owner, expression, node.name + " needs its parameters", node.name, {});
      if (owner.decision != nullptr)
        mUses[owner.decision->id].insert(node.name);
      return success();
    }
    std::vector<std::string> known = keysOf(mBook.decisions());
    known.insert(known.end(), built.begin(), built.end());
    known.insert(known.end(), owner.variables.begin(), owner.variables.end());
    return complain(owner, expression, "there is no \"" + node.name + "\"", node.name, known);
  }
  if (node.op == Op::Call) {
    int least = 0;
    int most = 0;
    if (const FunctionEntry* entry = function(node.name)) {
      least = entry->least;
      most = entry->most;
    } else if (const Decision* decision = mBook.decision(node.name)) {
      least = most = static_cast<int>(decision->params.size());
      if (owner.decision != nullptr)
        mUses[owner.decision->id].insert(node.name);
    } else {
      std::vector<std::string> known = keysOf(mBook.decisions());
      for (const FunctionEntry& each : functionVocabulary())
        known.emplace_back(each.name);
      return complain(owner, expression, "there is no function or decision \"" + node.name + "\"", node.name, known);
    }
    const int count = static_cast<int>(node.kids.size());
    if (count < least || count > most)
      return complain(owner, expression,
                      node.name + " cannot have " + countOf(node.kids.size(), "argument", "arguments"), {}, {});
    return success();
  }
  if (node.op == Op::Member)
    return checkMember(expression, node, owner);
  if (node.op == Op::Equal || node.op == Op::NotEqual || node.op == Op::In)
    return checkComparison(expression, node, owner);
  return success();
}

Outcome RulebookChecker::checkMember(const Expression& expression, const Expression::Node& node, const Owner& owner) {
  const Expression::Node& thing = expression.node(node.kids[0]);
  const std::string root = thing.op == Op::Name && !owner.variables.contains(thing.name) ? thing.name : std::string();
  const auto unless = [&](bool exists, const char* what, const std::vector<std::string>& known) -> Outcome {
    if (exists)
      return success();
    return complain(owner, expression, std::string("there is no ") + what + " \"" + node.name + "\"", node.name, known);
  };
  if (root == "arg" || root == "link")
    return success();
  if (root == "param")
    return unless(mBook.parameters().contains(node.name), "parameter", keysOf(mBook.parameters()));
  if (root == "policy")
    return unless(mBook.policies().contains(node.name), "policy", keysOf(mBook.policies()));
  const auto standsAlone = [](std::string_view what) { return what == "env" || what == "search" || what == "sight"; };
  const bool isEnvironment = standsAlone(root);
  std::vector<std::string> known;
  const FactEntry* found = nullptr;
  for (const FactEntry& entry : factVocabulary()) {
    if (isEnvironment ? entry.owner != root : standsAlone(entry.owner))
      continue;
    known.emplace_back(entry.name);
    const int count = static_cast<int>(node.kids.size()) - 1;
    if (entry.name == node.name && count >= entry.least && count <= entry.most)
      found = &entry;
  }
  if (found == nullptr) {
    // Members of structs and attributes of units.
    if (!isEnvironment && mBook.units().attributes.contains(node.name))
      return success();
    static const std::set<std::string> kStruct{"mp", "op", "stop", "endsMove", "effects", "result"};
    if (kStruct.contains(node.name))
      return success();
    if (!isEnvironment)
      for (const std::string& attribute : keysOf(mBook.units().attributes))
        known.push_back(attribute);
    return complain(owner, expression,
                    "there is no fact \"" + node.name + "\" with " +
                        countOf(node.kids.size() - 1, "argument", "arguments"),
                    node.name, known);
  }
  if (found->name == "level" || found->name == "rise")
    mUsesLevels = true;
  if (found->argument.empty() || node.kids.size() < 2)
    return success();
  const Expression::Node& argument = expression.node(node.kids[1]);
  if (argument.op != Op::Literal || !argument.literal.isText())
    return success();
  const Catalogue& catalogue = mRuleset.catalogue();
  std::vector<std::string> ids;
  if (found->argument == "edgeFeature")
    for (const auto& [id, kind] : catalogue.edgeFeatures)
      ids.push_back(id);
  else if (found->argument == "path") {
    for (const auto& [id, kind] : catalogue.edgeFeatures)
      if (id.starts_with("path."))
        ids.push_back(id.substr(5));
  } else if (found->argument == "hexAttribute")
    ids = keysOf(catalogue.hexAttributes);
  else if (found->argument == "environmentState")
    ids = keysOf(mBook.units().environmentStates);
  else if (const auto it = catalogue.named.find(std::string(found->argument)); it != catalogue.named.end())
    ids = keysOf(it->second);
  const std::string& word = argument.literal.text();
  if (std::find(ids.begin(), ids.end(), word) == ids.end())
    return complain(owner, expression,
                    (found->argument == "environmentState"
                         ? std::string("the ruleset declares no environmentState \"")
                         : "the catalogue has no " + std::string(found->argument) + " \"") +
                        word + "\"",
                    word, ids);
  return success();
}

Outcome RulebookChecker::checkComparison(const Expression& expression, const Expression::Node& node,
                                         const Owner& owner) {
  const Expression::Node& left = expression.node(node.kids[0]);
  if (left.op != Op::Member)
    return success();
  std::vector<std::string> known;
  if (left.name == "terrain")
    known = keysOf(mRuleset.catalogue().terrains);
  else if (left.name == "weather")
    known = keysOf(mBook.units().weather);
  else if (left.name == "side" && left.kids.size() == 1)
    known = keysOf(mBook.units().sides);
  else if (left.name == "type")
    known = keysOf(mBook.units().types);
  else
    return success();
  for (std::size_t i = 1; i < node.kids.size(); ++i) {
    const Expression::Node& right = expression.node(node.kids[i]);
    if (right.op != Op::Literal || !right.literal.isText() || right.literal.text().empty())
      continue;
    if (std::find(known.begin(), known.end(), right.literal.text()) == known.end())
      return complain(owner, expression, "there is no " + left.name + " \"" + right.literal.text() + "\"",
                      right.literal.text(), known);
  }
  return success();
}

/// The id of the row that sets up a mechanism; of traces there may be several, named by their ids.
std::string RulebookChecker::strategyRow(const std::string& mechanism) const {
  for (const auto& [key, text] : mRuleset.rows("rules"))
    if (key.section == "strategy" && key.id != mechanism &&
        nlohmann::json::parse(text).value("mechanism", "") == mechanism)
      return key.id;
  return mechanism;
}

Outcome RulebookChecker::checkStrategies() {
  const Strategies& strategies = mBook.strategies();
  const auto need = [&](const std::string& section, const std::string& name) -> Outcome {
    if (name.empty() || mBook.decision(name) != nullptr)
      return success();
    return complain({"strategy", strategyRow(section), {}, nullptr}, Expression::constant({}),
                    "there is no decision \"" + name + "\"", name, keysOf(mBook.decisions()));
  };
  std::vector<std::pair<std::string, std::string>> names;
  if (strategies.movement)
    for (const std::string& name :
         {strategies.movement->legal, strategies.movement->base, strategies.movement->extra,
          strategies.movement->contact, strategies.movement->minimum, strategies.movement->allowance,
          strategies.movement->front, strategies.movement->turn, strategies.movement->faces})
      names.emplace_back("movement", name);
  if (strategies.zones)
    for (const std::string& name : {strategies.zones->exerts, strategies.zones->kind, strategies.zones->halt})
      names.emplace_back("zones", name);
  for (const auto& [id, trace] : strategies.traces) {
    names.emplace_back(id, trace.goal);
    names.emplace_back(id, trace.members);
    for (const TraceStage& stage : trace.stages) {
      for (const std::string& name : {stage.step, stage.next, stage.enter, stage.allowance})
        names.emplace_back(id, name);
    }
    for (const TraceTransition& transition : trace.transitions)
      names.emplace_back(id, transition.when);
  }
  if (strategies.stacking)
    for (const std::string& name : {strategies.stacking->problems, strategies.stacking->summary})
      names.emplace_back("stacking", name);
  if (strategies.attack)
    for (const std::string& name : {strategies.attack->legal, strategies.attack->cost})
      names.emplace_back("attack", name);
  if (strategies.combat) {
    for (const std::string& name : strategies.combat->outputs)
      names.emplace_back("combat", name);
    for (const CombatAfter& after : strategies.combat->after) {
      names.emplace_back("combat", after.result);
      names.emplace_back("combat", after.units);
      for (const auto& [attribute, name] : after.states)
        names.emplace_back("combat", name);
    }
  }
  if (strategies.retreat)
    for (const std::string& name : {strategies.retreat->legal, strategies.retreat->priority, strategies.retreat->loss,
                                    strategies.retreat->finish, strategies.retreat->extend})
      names.emplace_back("retreat", name);
  if (strategies.sight)
    for (const std::string& name : {strategies.sight->level, strategies.sight->height, strategies.sight->edge,
                                    strategies.sight->blocks, strategies.sight->range})
      names.emplace_back("sight", name);
  for (const auto& [section, name] : names)
    if (Outcome checked = need(section, name); !checked)
      return checked;
  return success();
}

Outcome RulebookChecker::checkCycles() {
  std::map<std::string, int> colour; // 1 while being followed, 2 when done
  std::vector<std::string> way;
  const std::function<bool(const std::string&)> follow = [&](const std::string& id) {
    if (colour[id] != 0)
      return colour[id] == 2;
    colour[id] = 1;
    way.push_back(id);
    for (const std::string& next : mUses[id])
      if (!follow(next)) {
        if (std::find(way.begin(), way.end(), next) != way.end() && way.back() != next)
          way.push_back(next);
        return false;
      }
    colour[id] = 2;
    way.pop_back();
    return true;
  };
  for (const auto& [id, decision] : mBook.decisions())
    if (!follow(id)) {
      std::string chain;
      for (const std::string& each : way)
        chain += (chain.empty() ? "" : " needs ") + each;
      const std::string section = decision.form == Decision::Form::Table ? "table" : "decision";
      const RowOrigin origin = mRuleset.originOf("rules", {section, id});
      return Error{"decisions need each other in a circle: " + chain, origin.file, origin.line, section + " " + id, {}};
    }
  return success();
}

} // namespace hotchkiss
