#include "cli/commands.h"
#include "cli/support.h"
#include "libscenario/rules/rulebook.h"
#include "libscenario/rules/vectors.h"
#include "libscenario/rules/vocabulary.h"
#include "libscenario/validation/mechanism.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <iostream>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

struct RulesOptions {
  std::string system;
  std::string module;
  std::vector<std::string> overlays;
  std::string id;
  bool asJson = false;
  bool facts = false;
  bool mutate = false;
};

Result<Ruleset> rulesetFor(const RulesOptions& options, const std::string& system) {
  if (options.module.empty())
    return Ruleset::load(system, options.overlays);
  const Result<OpenedModule> opened = openModule(options.module);
  if (!opened)
    return opened.error();
  return Ruleset::effective(opened->module.document);
}

/// The named system, the module's, or every built-in one that has rules.
std::vector<std::string> systemsOf(const RulesOptions& options) {
  if (!options.system.empty() || !options.module.empty())
    return {options.system};
  std::vector<std::string> out;
  for (const std::string& id : Ruleset::builtIn())
    if (const Result<Ruleset> ruleset = Ruleset::load(id); ruleset && !ruleset->rows("rules").empty())
      out.push_back(id);
  return out;
}

/// The checks of every ruleset, and those of the systems that are asked for.
Result<std::vector<CheckInfo>> checksFor(const RulesOptions& options) {
  std::vector<CheckInfo> out = coreChecks();
  const bool isAll = options.system.empty() && options.module.empty();
  for (const std::string& system : isAll ? Ruleset::builtIn() : std::vector<std::string>{options.system}) {
    const Result<Ruleset> ruleset = rulesetFor(options, system);
    if (!ruleset)
      return ruleset.error();
    const Result<std::shared_ptr<const CheckSet>> checks = CheckSet::of(*ruleset);
    if (!checks)
      return checks.error();
    for (const CheckInfo& info : (*checks)->list())
      if (info.system != "core")
        out.push_back(info);
  }
  return out;
}

json checkJson(const CheckInfo& info) {
  return {{"id", info.id},
          {"system", info.system},
          {"severity", toText(info.severity)},
          {"class", toText(info.checkClass)},
          {"scope", toText(info.scope)},
          {"cost", toText(info.cost)},
          {"title", info.title},
          {"reference", info.reference},
          {"fixable", !info.fix.empty()}};
}

/// Everything that there is to know about a check.
json explainedJson(const CheckInfo& info) {
  json out = checkJson(info);
  out["level"] = info.checkClass == CheckClass::Integrity ? "draft" : toText(info.from);
  out["advice"] = info.advice;
  if (!info.fix.empty())
    out["fix"] = info.fix;
  return out;
}

void explainCheck(const CheckInfo& info) {
  std::cout << info.id << "  " << info.title << "\n";
  if (!info.advice.empty())
    std::cout << "  how to fix it: " << info.advice << (info.fix.empty() ? "" : " (validate --fix does it)") << "\n";
  std::string before = "nothing";
  if (info.severity != Severity::Note && info.checkClass == CheckClass::Completeness)
    before = "the level " + std::string(toText(info.from));
  else if (info.severity == Severity::Error)
    before = "every export";
  std::cout << "  " << toText(info.severity) << ", " << toText(info.checkClass) << ": stands before " << before << "\n"
            << "  looks at: " << toText(info.scope) << " (cost: " << toText(info.cost) << ")\n"
            << "  system: " << info.system << "; reference: " << info.reference << "\n";
}

/// An expression as it is written; a plain value has no text.
std::string writtenAs(const Expression& expression) {
  return expression.empty() || !expression.text().empty() ? expression.text()
                                                          : expression.node(expression.root()).literal.shown();
}

const char* formOf(const Decision& decision) {
  return decision.form == Decision::Form::Table  ? "table"
         : decision.form == Decision::Form::Fold ? "fold"
                                                 : "expression";
}

int list(const RulesOptions& options) {
  if (options.facts) {
    for (const FactEntry& fact : factVocabulary())
      std::cout << fact.owner << "." << fact.name << "  (" << toText(fact.binding) << ")  " << fact.means << "\n";
    for (const FunctionEntry& function : functionVocabulary())
      std::cout << function.name << "(…)  " << function.means << "\n";
    return kClean;
  }
  json out = json::array();
  for (const std::string& system : systemsOf(options)) {
    const Result<Ruleset> ruleset = rulesetFor(options, system);
    if (!ruleset)
      return complain(ruleset.error());
    const Result<Rulebook> book = Rulebook::read(*ruleset);
    if (!book)
      return complain(book.error());
    for (const auto& [id, decision] : book->decisions())
      out.push_back({{"system", ruleset->id()},
                     {"id", id},
                     {"form", formOf(decision)},
                     {"name", decision.name},
                     {"rows", decision.rows.size()},
                     {"reference", decision.reference}});
    for (const auto& [id, policy] : book->policies())
      out.push_back({{"system", ruleset->id()},
                     {"id", id},
                     {"form", "policy"},
                     {"name", policy.name},
                     {"default", policy.standard.toJson()},
                     {"reference", policy.reference}});
    for (const auto& [id, parameter] : book->parameters())
      out.push_back({{"system", ruleset->id()},
                     {"id", id},
                     {"form", "parameter"},
                     {"name", parameter.name},
                     {"value", writtenAs(parameter.value)},
                     {"reference", parameter.reference}});
  }
  const Result<std::vector<CheckInfo>> checks = checksFor(options);
  if (!checks)
    return complain(checks.error());
  if (options.asJson) {
    json list = json::array();
    for (const CheckInfo& info : *checks)
      list.push_back(checkJson(info));
    std::cout << json{{"checks", list}, {"rules", out}}.dump(1) << "\n";
    return kClean;
  }
  for (const CheckInfo& info : *checks)
    std::cout << info.system << "  check  " << info.id << "  " << info.title << "  [" << info.reference << "]\n";
  for (const json& each : out)
    std::cout << each["system"].get<std::string>() << "  " << each["form"].get<std::string>() << "  "
              << each["id"].get<std::string>() << "  " << each["name"].get<std::string>() << "  ["
              << each["reference"].get<std::string>() << "]\n";
  return kClean;
}

/// The row of a rule as it stands in the files, with its place.
int explain(const RulesOptions& options) {
  const Result<std::vector<CheckInfo>> checks = checksFor(options);
  if (!checks)
    return complain(checks.error());
  json explained = json::array();
  for (const CheckInfo& info : *checks)
    if (fitsPattern(info.id, options.id)) {
      explained.push_back(explainedJson(info));
      if (!options.asJson)
        explainCheck(info);
    }
  if (!explained.empty()) {
    if (options.asJson)
      std::cout << json{{"checks", explained}}.dump(1) << "\n";
    return kClean;
  }
  bool found = false;
  json out = json::array();
  for (const std::string& system : systemsOf(options)) {
    const Result<Ruleset> ruleset = rulesetFor(options, system);
    if (!ruleset)
      return complain(ruleset.error());
    for (const auto& [key, text] : ruleset->rows("rules")) {
      const json body = json::parse(text);
      if (key.id != options.id && body.value("table", "") != options.id)
        continue;
      found = true;
      const RowOrigin origin = ruleset->originOf("rules", key);
      out.push_back({{"system", ruleset->id()},
                     {"section", key.section},
                     {"id", key.id},
                     {"file", origin.file},
                     {"line", origin.line},
                     {"row", body}});
    }
  }
  if (!found) {
    std::vector<std::string> known;
    for (const CheckInfo& info : *checks)
      known.push_back(info.id);
    for (const std::string& system : systemsOf(options))
      if (const Result<Ruleset> ruleset = rulesetFor(options, system))
        for (const auto& [key, text] : ruleset->rows("rules"))
          known.push_back(key.id);
    const auto near = nearestWord(options.id, known);
    return complain(
        {"there is no rule or check \"" + options.id + "\"", {}, 0, {}, near ? "did you mean \"" + *near + "\"?" : ""});
  }
  if (options.asJson) {
    std::cout << json{{"rules", out}}.dump(1) << "\n";
    return kClean;
  }
  for (const json& each : out) {
    std::cout << each["section"].get<std::string>() << " " << each["id"].get<std::string>() << "  ("
              << each["file"].get<std::string>() << ":" << each["line"].dump() << ")\n";
    for (const auto& [name, value] : each["row"].items())
      std::cout << "  " << name << ": " << (value.is_string() ? value.get<std::string>() : value.dump()) << "\n";
  }
  return kClean;
}

int vectors(const RulesOptions& options) {
  json out{{"vectors", json::array()}, {"passed", 0}, {"failed", 0}, {"skipped", 0}};
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;
  MutationReport mutation;
  for (const std::string& system : systemsOf(options)) {
    const Result<Ruleset> ruleset = rulesetFor(options, system);
    if (!ruleset)
      return complain(ruleset.error());
    const Result<VectorRun> run = VectorRun::run(*ruleset);
    if (!run)
      return complain(run.error());
    for (const VectorResult& each : run->results()) {
      out["vectors"].push_back({{"id", each.id}, {"status", each.status}, {"reason", each.reason}});
    }
    passed += run->count("pass");
    failed += run->count("fail");
    skipped += run->count("skip");
    if (options.mutate) {
      const Result<MutationReport> report = run->mutate();
      if (!report)
        return complain(report.error());
      mutation.rows += report->rows;
      mutation.citations += report->citations;
      mutation.noticed += report->noticed;
      mutation.unmoved.insert(mutation.unmoved.end(), report->unmoved.begin(), report->unmoved.end());
      mutation.unnoticed.insert(mutation.unnoticed.end(), report->unnoticed.begin(), report->unnoticed.end());
      mutation.cells += report->cells;
      mutation.unnoticedCells.insert(mutation.unnoticedCells.end(), report->unnoticedCells.begin(),
                                     report->unnoticedCells.end());
    }
  }
  out["passed"] = passed;
  out["failed"] = failed;
  out["skipped"] = skipped;
  if (options.mutate) {
    json free = json::array();
    for (const Unmoved& each : mutation.unmoved)
      free.push_back({{"id", each.id}, {"row", each.row}, {"reason", each.reason}});
    out["mutation"] = {{"rows", mutation.rows},
                       {"citations", mutation.citations},
                       {"noticed", mutation.noticed},
                       {"notTableDriven", free},
                       {"unnoticed", mutation.unnoticed},
                       {"cells", mutation.cells},
                       {"unnoticedCells", mutation.unnoticedCells}};
  }
  if (options.asJson) {
    std::cout << out.dump(1) << "\n";
  } else {
    for (const json& each : out["vectors"])
      std::cout << each["status"].get<std::string>() << "  " << each["id"].get<std::string>()
                << (each["reason"] == "" ? "" : "  " + each["reason"].get<std::string>()) << "\n";
    for (const Unmoved& each : mutation.unmoved)
      std::cout << "not table-driven: " << each.id << (each.row.empty() ? "" : " by " + each.row) << ": " << each.reason
                << "\n";
    for (const std::string& row : mutation.unnoticed)
      std::cout << "no example notices: " << row << "\n";
    for (const std::string& cell : mutation.unnoticedCells)
      std::cout << "no example notices the cell: " << cell << "\n";
    if (options.mutate)
      std::cout << mutation.rows << " rows and " << mutation.cells << " cells changed; " << mutation.noticed << " of "
                << mutation.citations << " citations noticed\n";
    std::cout << passed << " passed, " << failed << " failed, " << skipped << " skipped\n";
  }
  return failed == 0 ? kClean : kFindings;
}

int coverage(const RulesOptions& options) {
  json out = json::array();
  for (const std::string& system : systemsOf(options)) {
    const Result<Ruleset> ruleset = rulesetFor(options, system);
    if (!ruleset)
      return complain(ruleset.error());
    const Result<VectorRun> run = VectorRun::run(*ruleset);
    if (!run)
      return complain(run.error());
    const std::vector<std::string> uncovered = run->uncovered();
    json cited = json::object();
    for (const VectorResult& each : run->results())
      for (const std::string& row : each.status == "pass" ? each.rows : std::set<std::string>())
        cited[row].push_back(each.id);
    out.push_back({{"system", ruleset->id()},
                   {"rows", run->rowCount()},
                   {"covered", run->rowCount() - uncovered.size()},
                   {"cited", cited},
                   {"uncovered", uncovered}});
  }
  if (options.asJson) {
    std::cout << json{{"coverage", out}}.dump(1) << "\n";
    return kClean;
  }
  for (const json& each : out) {
    for (const json& row : each["uncovered"])
      std::cout << "never hit: " << row.get<std::string>() << "\n";
    std::cout << each["system"].get<std::string>() << ": " << each["covered"].dump() << " of " << each["rows"].dump()
              << " rows hit by a worked example that passes\n";
  }
  return kClean;
}

} // namespace

void addRules(CLI::App& app, int& status) {
  auto options = std::make_shared<RulesOptions>();
  CLI::App* command = app.add_subcommand("rules", "Look into the rules of a game");
  command->require_subcommand(1);
  const auto common = [&](CLI::App* sub) {
    sub->add_option("--system", options->system, "Id of a ruleset; default: all that have rules");
    sub->add_option("--module", options->module, "Module folder or package whose ruleset is meant");
    sub->add_option("--overlay", options->overlays, "Published overlay of the ruleset; may be repeated");
    sub->add_flag("--json", options->asJson, "Print JSON");
    return sub;
  };
  CLI::App* listing = common(command->add_subcommand("list", "Every check, decision, table, policy and parameter"));
  listing->add_flag("--facts", options->facts, "The facts and functions that rules may use instead");
  listing->callback([options, &status] { status = list(*options); });
  CLI::App* explaining =
      common(command->add_subcommand("explain", "A rule as it is written, and where, or what a check is about"));
  explaining->add_option("ID", options->id, "Table, row, decision, parameter, policy or check")->required();
  explaining->callback([options, &status] { status = explain(*options); });
  CLI::App* covering = common(command->add_subcommand("coverage", "Which rows are hit by worked examples that pass"));
  covering->callback([options, &status] { status = coverage(*options); });
  CLI::App* running = common(command->add_subcommand("vectors", "Run the worked examples"));
  running->add_flag("--mutate", options->mutate,
                    "Also change each cited row in memory: which examples do not notice, and why");
  running->callback([options, &status] { status = vectors(*options); });
}

} // namespace hotchkiss::cli
