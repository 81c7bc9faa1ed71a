#include "libscenario/rules/rulebookreader.h"

#include "libscenario/rules/askedfacts.h"
#include "libscenario/rules/resolvednames.h"
#include "libscenario/rules/vocabulary.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

std::string referenceOf(const json& body) {
  const auto it = body.find("source");
  if (it == body.end())
    return {};
  if (it->is_string())
    return it->get<std::string>();
  std::string out;
  for (const json& each : *it)
    out += (out.empty() ? "" : "; ") + each.get<std::string>();
  return out;
}

std::vector<std::string> words(const json& body, const char* name) {
  const auto it = body.find(name);
  return it == body.end() ? std::vector<std::string>{} : it->get<std::vector<std::string>>();
}

std::optional<Rational> boundOf(const json& body, const char* name) {
  const auto it = body.find(name);
  if (it == body.end())
    return std::nullopt;
  if (it->is_number_integer())
    return Rational(it->get<std::int64_t>());
  return it->is_string() ? Rational::parse(it->get<std::string>()) : std::nullopt;
}

bool isReserved(const std::string& name) {
  const auto variables = builtInVariables();
  const auto functions = functionVocabulary();
  return std::find(variables.begin(), variables.end(), name) != variables.end() ||
         std::any_of(functions.begin(), functions.end(), [&](const FunctionEntry& each) { return each.name == name; });
}

const std::map<std::string, HitPolicy>& hitPolicies() {
  static const std::map<std::string, HitPolicy> kPolicies{{"first", HitPolicy::First}, {"unique", HitPolicy::Unique},
                                                          {"sum", HitPolicy::Sum},     {"min", HitPolicy::Min},
                                                          {"max", HitPolicy::Max},     {"collect", HitPolicy::Collect}};
  return kPolicies;
}

} // namespace

RulebookReader::RulebookReader(const Ruleset& ruleset) : mRuleset(ruleset) {
  mBook.mRuleset = ruleset;
}

Error RulebookReader::at(const Place& place, const std::string& message, const std::string& advice) const {
  const RowOrigin origin = mRuleset.originOf(place.kind, place.key);
  return Error{message, origin.file, origin.line, place.key.section + " " + place.key.id, advice};
}

Result<Rulebook> RulebookReader::read() {
  for (const auto& [key, text] : mRuleset.rows("catalogue")) {
    if (key.section != "edgeFeature")
      continue;
    const json body = json::parse(text);
    if (const auto it = body.find("derived"); it != body.end())
      mBook.mDerived[key.id] = words(*it, "terrain");
  }
  if (const Outcome units = readUnits(); !units)
    return units.error();
  if (const Outcome rules = readRules(); !rules)
    return rules.error();
  RulebookChecker checker(mBook, mRuleset);
  if (const Outcome checked = checker.check(); !checked)
    return checked.error();
  mBook.mUsesLevels = checker.usesLevels();
  if (const auto& movement = mBook.mStrategies.movement)
    mBook.mUsesSteps =
        askedFacts(mBook, {movement->legal, movement->base, movement->extra, movement->contact, movement->minimum})
            .members.contains("steps");
  resolveNames(mBook.mDecisions, mBook.mParameters);
  return std::move(mBook);
}

Outcome RulebookReader::readUnits() {
  Result<UnitCatalogue> read = readUnitCatalogue(mRuleset);
  if (!read)
    return read.error();
  mBook.mUnits = std::move(*read);
  return success();
}

Outcome RulebookReader::readRules() {
  // Rows need their tables.
  for (const bool isRow : {false, true})
    for (const auto& [key, text] : mRuleset.rows("rules")) {
      if ((key.section == "row") != isRow)
        continue;
      const Place place{"rules", key};
      const json body = json::parse(text);
      Outcome read = success();
      if (key.section == "table") {
        read = readTable(place, body);
      } else if (key.section == "row") {
        read = readRow(place, body);
      } else if (key.section == "decision") {
        read = readDecision(place, body);
      } else if (key.section == "strategy") {
        read = readStrategy(place, body);
      } else if (key.section == "parameter") {
        Result<Expression> value = plainCell(place, body["value"], "parameter/" + key.id, false);
        if (!value)
          return value.error();
        mBook.mParameters[key.id] = {std::move(*value), body.value("name", key.id), referenceOf(body)};
      } else {
        Policy policy{Value::fromJson(body["default"]), {}, body.value("name", key.id), referenceOf(body)};
        for (const json& value : body["values"])
          policy.values.push_back(Value::fromJson(value));
        if (std::find(policy.values.begin(), policy.values.end(), policy.standard) == policy.values.end())
          return at(place, "the default " + policy.standard.shown() + " is not among the values");
        mBook.mPolicies[key.id] = std::move(policy);
      }
      if (!read)
        return read;
    }
  return finishTables();
}

Result<Expression> RulebookReader::expression(const Place& place, const std::string& text) const {
  Result<Expression> out = Expression::parse(text);
  if (!out)
    return at(place, out.error().message + " (" + out.error().where + ")");
  return out;
}

Result<Expression> RulebookReader::plainCell(const Place& place, const json& source, const std::string& blame,
                                             bool literalTexts) const {
  if (source.is_boolean())
    return Expression::constant(Value::flag(source.get<bool>()));
  if (source.is_number_integer())
    return Expression::constant(Value::number(source.get<std::int64_t>()));
  if (source.is_string()) {
    const std::string text = source.get<std::string>();
    if (literalTexts && text != "prohibited" && text != "notUsable" && text != "all")
      return Expression::constant(Value::text(text));
    return expression(place, text);
  }
  if (source.is_object() && source.contains("unknown"))
    return Expression::constant(Value::unknown(boundOf(source, "min"), boundOf(source, "max"), {blame}));
  return at(place, "a cell is a whole number, a text, true, false or {\"unknown\":true}, not " + source.dump());
}

Result<RuleCell> RulebookReader::cell(const Place& place, const json& source, const std::string& blame,
                                      bool literalTexts) const {
  RuleCell out;
  if (!source.is_object() || source.contains("unknown")) {
    Result<Expression> plain = plainCell(place, source, blame, literalTexts);
    if (!plain)
      return plain.error();
    out.value = std::move(*plain);
    return out;
  }
  for (const auto& [name, member] : source.items()) {
    if (name == "op") {
      out.members[name] = Expression::constant(Value::text(member.get<std::string>()));
      continue;
    }
    if (member.is_array()) {
      ValueList items;
      for (const json& item : member)
        items.push_back(Value::fromJson(item));
      out.members[name] = Expression::constant(Value::list(std::move(items)));
      continue;
    }
    Result<Expression> plain = plainCell(place, member, blame + "/" + name, literalTexts);
    if (!plain)
      return plain.error();
    out.members[name] = std::move(*plain);
  }
  return out;
}

Outcome RulebookReader::readTable(const Place& place, const json& body) {
  if (mBook.decisions().contains(place.key.id))
    return at(place, "a decision of the same name exists");
  if (isReserved(place.key.id))
    return at(place, "the name belongs to a function or variable", "choose another");
  Decision table;
  table.id = place.key.id;
  table.name = body.value("name", table.id);
  table.reference = referenceOf(body);
  table.form = Decision::Form::Table;
  table.params = words(body, "params");
  table.hit = hitPolicies().at(body.value("hit", "first"));
  const bool literalTexts = body.value("texts", false);
  if (literalTexts)
    mTextTables.insert(table.id);
  if (const auto it = body.find("across"); it != body.end()) {
    ColumnChoice across;
    Result<Expression> on = expression(place, it->at("on").get<std::string>());
    if (!on)
      return on.error();
    across.on = std::move(*on);
    for (const json& value : it->value("values", json::array()))
      across.values.push_back(Value::fromJson(value));
    for (const json& bound : it->value("bands", json::array())) {
      const Value value = Value::fromJson(bound);
      if (!value.isNumber())
        return at(place, "a band ends at a number, not at " + bound.dump());
      if (!across.bands.empty() && !(across.bands.back() < value.number()))
        return at(place, "bands have to grow, but " + value.shown() + " follows " + across.bands.back().text());
      across.bands.push_back(value.number());
    }
    if (across.values.empty() == across.bands.empty())
      return at(place, "across needs either values or bands");
    table.across = std::move(across);
  }
  if (const auto it = body.find("otherwise"); it != body.end()) {
    Result<RuleCell> otherwise = cell(place, *it, table.id + "/otherwise", literalTexts);
    if (!otherwise)
      return otherwise.error();
    table.otherwise = std::move(*otherwise);
  }
  mBook.mDecisions.byName()[table.id] = std::move(table);
  return success();
}

Outcome RulebookReader::readRow(const Place& place, const json& body) {
  const std::string tableId = body["table"].get<std::string>();
  const auto it = mBook.mDecisions.byName().find(tableId);
  if (it == mBook.mDecisions.byName().end() || it->second.form != Decision::Form::Table) {
    std::vector<std::string> known;
    for (const auto& [id, decision] : mBook.decisions())
      if (decision.form == Decision::Form::Table)
        known.push_back(id);
    const auto near = nearestWord(tableId, known);
    return at(place, "there is no table \"" + tableId + "\"", near ? "did you mean \"" + *near + "\"?" : "");
  }
  Decision& table = it->second;
  RuleRow row;
  row.id = place.key.id;
  row.order = body.value("order", 0L);
  row.reference = referenceOf(body);
  const bool literalTexts = mTextTables.contains(tableId);
  if (const auto when = body.find("when"); when != body.end()) {
    Result<Expression> condition = expression(place, when->get<std::string>());
    if (!condition)
      return condition.error();
    row.when = std::move(*condition);
  }
  if (body.contains("then") == body.contains("cells"))
    return at(place, "a row has either \"then\" or \"cells\"");
  if (body.contains("then")) {
    Result<RuleCell> then = cell(place, body["then"], tableId + "/" + row.id, literalTexts);
    if (!then)
      return then.error();
    row.cells.push_back(std::move(*then));
  } else {
    const json& cells = body["cells"];
    const std::size_t wanted = !table.across                  ? 0
                               : table.across->values.empty() ? table.across->bands.size() + 1
                                                              : table.across->values.size();
    if (cells.size() != wanted)
      return at(place, "the table has " + countOf(wanted, "column", "columns") + ", the row " +
                           countOf(cells.size(), "cell", "cells"));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      Result<RuleCell> each = cell(place, cells[i], tableId + "/" + row.id + "/" + std::to_string(i + 1), literalTexts);
      if (!each)
        return each.error();
      row.cells.push_back(std::move(*each));
    }
  }
  table.rows.push_back(std::move(row));
  return success();
}

Outcome RulebookReader::readDecision(const Place& place, const json& body) {
  if (mBook.decisions().contains(place.key.id))
    return at(place, "a table of the same name exists");
  if (isReserved(place.key.id))
    return at(place, "the name belongs to a function or variable", "choose another");
  Decision decision;
  decision.id = place.key.id;
  decision.name = body.value("name", decision.id);
  decision.reference = referenceOf(body);
  decision.params = words(body, "params");
  if (body.contains("expression") == body.contains("each"))
    return at(place, "a decision has either \"expression\" or \"each\"");
  if (body.contains("expression")) {
    Result<Expression> parsed = expression(place, body["expression"].get<std::string>());
    if (!parsed)
      return parsed.error();
    decision.expression = std::move(*parsed);
  } else {
    decision.form = Decision::Form::Fold;
    decision.fold.each = body["each"].get<std::string>();
    Result<Expression> in = expression(place, body.value("in", ""));
    if (!in)
      return in.error();
    decision.fold.in = std::move(*in);
    if (body.contains("where")) {
      Result<Expression> where = expression(place, body["where"].get<std::string>());
      if (!where)
        return where.error();
      decision.fold.where = std::move(*where);
    }
    for (const char* how : {"sum", "any", "all", "min", "max", "list", "count"}) {
      const auto it = body.find(how);
      if (it == body.end())
        continue;
      if (!decision.fold.how.empty())
        return at(place, "a decision puts a list together in one way, not by " + decision.fold.how + " and " + how);
      decision.fold.how = how;
      if (it->is_boolean())
        continue;
      Result<Expression> what = expression(place, it->get<std::string>());
      if (!what)
        return what.error();
      decision.fold.what = std::move(*what);
    }
    if (decision.fold.how.empty())
      return at(place, "how to put the list together is missing", "add sum, count, any, all, min, max or list");
  }
  mBook.mDecisions.byName()[decision.id] = std::move(decision);
  return success();
}

Outcome RulebookReader::readStrategy(const Place& place, const json& body) {
  const std::string mechanism = body["mechanism"].get<std::string>();
  const auto name = [&](const char* member) { return body.value(member, std::string()); };
  Strategies& out = mBook.mStrategies;
  if (mechanism == "movement") {
    const std::int64_t denominator = body.value("denominator", std::int64_t{1});
    out.movement = MovementStrategy{
        name("legal"),     name("base"), name("extra"), name("contact"), name("minimum"),
        name("allowance"), denominator,  name("front"), name("turn"),    body.value("facesStep", false),
        name("faces")};
  } else if (mechanism == "zones") {
    out.zones = ZoneStrategy{name("exerts"), name("kind"), words(body, "kinds"), body.value("reach", std::int64_t{1}),
                             name("halt")};
  } else if (mechanism == "trace") {
    TraceStrategy trace{place.key.id, {}, name("goal"), name("members"), {}};
    for (const json& stage : body.value("stages", json::array()))
      trace.stages.push_back(
          {stage.value("step", std::string()), boundOf(stage, "limit"), stage.value("next", std::string()),
           stage.value("graph", "hexes") == "hexsides" ? TraceStage::Graph::Hexsides : TraceStage::Graph::Hexes,
           stage.value("links", false), stage.value("enter", std::string()), stage.value("allowance", std::string())});
    if (trace.stages.empty())
      return at(place, "a trace needs at least one stage");
    for (std::size_t i = 0; i + 1 < trace.stages.size(); ++i)
      if (!trace.stages[i].next.empty())
        trace.transitions.push_back({i, i + 1, trace.stages[i].next});
    for (const json& each : body.value("transitions", json::array())) {
      const auto from = each["from"].get<std::size_t>();
      const auto to = each["to"].get<std::size_t>();
      if (from < 1 || to < 1 || from > trace.stages.size() || to > trace.stages.size())
        return at(place, "a transition leads from stage " + std::to_string(from) + " to stage " + std::to_string(to) +
                             ", but there are " + countOf(trace.stages.size(), "stage", "stages"));
      trace.transitions.push_back({from - 1, to - 1, each.value("when", std::string())});
    }
    out.traces[place.key.id] = std::move(trace);
  } else if (mechanism == "stacking") {
    out.stacking = StackingStrategy{name("problems"), name("summary")};
  } else if (mechanism == "attack") {
    out.attack = AttackStrategy{name("legal"), name("cost")};
  } else if (mechanism == "combat") {
    out.combat = CombatStrategy{words(body, "outputs"), {}};
    const json after = body.value("after", json::object());
    for (const auto& [role, each] : after.items())
      out.combat->after.push_back({role, each.value("result", std::string()), each.value("units", std::string()),
                                   each.value("states", std::map<std::string, std::string>())});
  } else if (mechanism == "sight") {
    out.sight = SightStrategy{name("level"),  name("height"), name("edge"),
                              name("blocks"), name("range"),  body.value("along", "either") == "both"};
  } else {
    out.retreat = RetreatStrategy{name("legal"),  name("priority"), name("loss"),
                                  name("finish"), name("extend"),   body.value("overrides", std::int64_t{0})};
  }
  return success();
}

Outcome RulebookReader::finishTables() {
  for (auto& [id, decision] : mBook.mDecisions.byName())
    std::stable_sort(decision.rows.begin(), decision.rows.end(), [](const RuleRow& a, const RuleRow& b) {
      return a.order != b.order ? a.order < b.order : a.id < b.id;
    });
  return success();
}

} // namespace hotchkiss
