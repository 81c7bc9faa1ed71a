#include "libscenario/rules/query.h"

#include "cli/answerpicture.h"
#include "cli/commands.h"
#include "cli/support.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <iostream>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

struct QueryOptions {
  std::string kind;
  std::string module;
  std::string position;
  std::string scenario;
  std::map<std::string, std::string> texts; ///< unit, to, from, …: as given
  std::vector<std::string> arguments;       ///< name=value
  std::vector<std::string> attackers;
  std::vector<std::string> defenders;
  std::vector<std::string> path;
  std::string picture;
  bool asJson = false;
  bool explain = false;
};

json plainValue(const std::string& text) {
  if (const auto number = parseInteger(text))
    return *number;
  if (text == "true" || text == "false")
    return text == "true";
  return text;
}

Result<json> argumentsOf(const QueryOptions& options) {
  json out = json::object();
  for (const auto& [name, text] : options.texts)
    if (!text.empty())
      out[name] = text;
  if (!options.attackers.empty())
    out["attackers"] = options.attackers;
  if (!options.defenders.empty())
    out["defenders"] = options.defenders;
  if (!options.path.empty())
    out["path"] = options.path;
  for (const std::string& each : options.arguments) {
    const std::size_t equals = each.find('=');
    if (equals == std::string::npos)
      return Error{"\"" + each + "\" is no argument", {}, 0, {}, "write --arg name=value"};
    out["arg"][each.substr(0, equals)] = plainValue(each.substr(equals + 1));
  }
  return out;
}

std::string shown(const json& value) {
  if (value.is_string())
    return value.get<std::string>();
  if (value.is_object() && value.contains("unknown")) {
    std::string out = "unknown";
    if (value.contains("min"))
      out += ", at least " + shown(value["min"]);
    if (value.contains("max"))
      out += ", at most " + shown(value["max"]);
    return out;
  }
  return value.is_boolean() ? (value.get<bool>() ? "yes" : "no") : value.dump();
}

/// Hexes of a reach or trace, one a line.
void printHexes(const json& hexes) {
  for (const json& hex : hexes) {
    std::cout << "  " << shown(hex["label"]);
    for (const char* name : {"mp", "length"})
      if (hex.contains(name))
        std::cout << "  " << shown(hex[name]);
    if (hex.value("stops", false))
      std::cout << "  stops";
    if (hex.contains("certain") && !hex["certain"].get<bool>())
      std::cout << "  (possible, not certain)";
    if (hex.contains("visible"))
      std::cout << "  " << (hex["visible"].is_object() ? "unknown" : hex["visible"].get<bool>() ? "seen" : "hidden");
    if (hex.contains("facing"))
      std::cout << "  facing " << hex["facing"].dump();
    for (const json& zone : hex.value("zones", json::array()))
      std::cout << "  " << shown(zone["kind"]) << " of " << shown(zone["side"]) << " from " << shown(zone["from"]);
    std::cout << "\n";
  }
}

void printAnswer(const json& answer, bool explain) {
  for (const char* name :
       {"legal",   "mp",     "way",  "stops", "byMinimum", "visible", "inRange",    "distance", "canonical", "means",
        "reached", "length", "goal", "value", "found",     "loss",    "overridden", "extended", "ends",      "summary"})
    if (answer.contains(name) && !answer[name].is_array())
      std::cout << name << ": " << shown(answer[name]) << "\n";
  for (const char* name : {"effects", "problems", "units", "blame", "overridesAt", "members", "cautions"})
    if (answer.contains(name) && !answer[name].empty()) {
      std::cout << name << ":\n";
      for (const json& each : answer[name])
        std::cout << "  " << shown(each) << "\n";
    }
  const json outputs = answer.value("outputs", json::object());
  for (const auto& [name, value] : outputs.items())
    std::cout << name << ": " << shown(value) << "\n";
  for (const json& each : answer.value("after", json::array())) {
    std::cout << "  " << shown(each["unit"]) << " (" << shown(each["role"]) << ") becomes:";
    for (const auto& [name, value] : each["values"].items())
      std::cout << "  " << name << " " << shown(value);
    std::cout << "\n";
  }
  if (answer.contains("path"))
    printHexes(answer["path"]);
  else if (answer.contains("hexes"))
    printHexes(answer["hexes"]);
  for (const char* name : {"sides", "places", "obstacles"})
    for (const json& each : answer.value(name, json::array())) {
      std::cout << "  " << shown(each.value("label", json("")));
      if (each.contains("over"))
        std::cout << " from " << shown(each["over"]["label"]);
      for (const char* member : {"length", "height", "thing"})
        if (each.contains(member))
          std::cout << "  " << member << " " << shown(each[member]);
      std::cout << (each.value("blocks", false) ? "  blocks" : "") << "\n";
    }
  for (const json& step : answer.value("way", json()).is_array() ? answer["way"] : json::array())
    std::cout << "  " << shown(step["label"]) << "  priority " << shown(step["priority"]) << "  loss "
              << shown(step["loss"]) << "\n";
  if (explain && !answer["because"].empty()) {
    std::cout << "because:\n";
    for (const json& each : answer["because"])
      std::cout << "  " << shown(each["row"]) << ": " << shown(each["effect"]) << "  [" << shown(each["reference"])
                << "]\n";
  }
}

int run(const QueryOptions& options) {
  const Result<OpenedModule> opened = openModule(options.module);
  if (!opened)
    return complain(opened.error());
  Result<Rules> rules = Rules::of(opened->module.document, options.scenario);
  if (!rules)
    return complain(rules.error());
  const auto shared = std::make_shared<const Rules>(std::move(*rules));
  Position position;
  if (!options.position.empty()) {
    const Result<std::string> text = readTextFile(options.position);
    if (!text)
      return complain(text.error());
    Result<Position> read = Position::read(*text, shared->book(), shared->document());
    if (!read) {
      Error error = read.error();
      error.file = options.position;
      return complain(error);
    }
    position = std::move(*read);
  } else if (!options.scenario.empty()) {
    std::vector<std::string> open;
    Result<Position> read = Position::fromScenario(shared->document(), options.scenario, shared->book(), &open);
    if (!read)
      return complain(read.error());
    for (const std::string& each : open)
      std::cerr << "left to the players: " << each << "\n";
    position = std::move(*read);
  }
  const Result<Situation> situation = Situation::make(shared, std::move(position));
  if (!situation)
    return complain(situation.error());
  const Result<json> args = argumentsOf(options);
  if (!args)
    return complain(args.error());
  Result<json> answer = query(*situation, options.kind, *args);
  if (!answer)
    return complain(answer.error());
  if (!options.picture.empty())
    if (const Outcome drawn = writeAnswerPicture(*situation, *answer, options.picture); !drawn)
      return complain(drawn.error());
  if (options.asJson) {
    if (!options.explain)
      answer->erase("because");
    std::cout << answer->dump(1) << "\n";
  } else {
    printAnswer(*answer, options.explain);
  }
  return kClean;
}

} // namespace

void addQuery(CLI::App& app, int& status) {
  auto options = std::make_shared<QueryOptions>();
  CLI::App* command =
      app.add_subcommand("query", "Ask the rules: what a step costs, where a unit can go, may it attack");
  command
      ->add_option("KIND", options->kind,
                   "move, reach, zoc, stack, trace, supply, command, attack, combat, retreat, decide, locate or sight")
      ->required()
      ->check(CLI::IsMember(queryNames()));
  command->add_option("X", options->module, "Module folder or package")->required();
  CLI::Option* position = command->add_option("--position", options->position, "Position file");
  command->add_option("--scenario", options->scenario, "Set-up of this scenario instead")->excludes(position);
  const std::vector<std::pair<std::string, std::string>> texts{{"unit", "The unit that acts"},
                                                               {"leader", "The leader of a command query"},
                                                               {"from", "Hex: a label or c.r"},
                                                               {"to", "Hex: a label or c.r"},
                                                               {"hex", "Hex of a zoc or stack query"},
                                                               {"enemy", "Hex of the pursuer"},
                                                               {"side", "Side"},
                                                               {"allowance", "Movement points, such as 4 or 5/2"},
                                                               {"spent", "Movement points spent before"},
                                                               {"steps", "Steps taken before"},
                                                               {"least", "Shortest retreat"},
                                                               {"most", "Longest retreat"},
                                                               {"trace", "Which trace, such as command"},
                                                               {"facing", "Where the unit faces, 0 to 5"},
                                                               {"text", "Text of a locate query"},
                                                               {"decision", "Decision of a decide query"}};
  for (const auto& [name, help] : texts)
    command->add_option("--" + name, options->texts[name], help);
  command->add_option("--attackers", options->attackers, "Units that attack; default: all in the hex --from");
  command->add_option("--defenders", options->defenders, "Units that defend; default: all in the hex --to");
  command->add_option("--path", options->path, "Hexes of a retreat to be judged");
  command->add_option("--arg", options->arguments, "name=value for the rules, such as die=4; may be repeated");
  command->add_option("--picture", options->picture, "Also draw the answer over the map: FILE.png, .svg or .pdf");
  command->add_flag("--json", options->asJson, "Print JSON");
  command->add_flag("--explain", options->explain, "Name the rows that had a part in the answer, with their sources");
  command->callback([options, &status] { status = run(*options); });
}

} // namespace hotchkiss::cli
