// A program of somebody else: knows the installed library and a package, nothing more.
//
//   consumer findings PACKAGE                     what the validator says, as JSON
//   consumer start PACKAGE SCENARIO               the position that the set-up gives, as a position file
//   consumer ask PACKAGE SCENARIO|FILE < QUESTIONS  a question {"query":…,"args":{…}} and an answer a line
#include <nlohmann/json.hpp>

#include <iostream>
#include <libscenario/module/modulefiles.h>
#include <libscenario/package/package.h>
#include <libscenario/rules/query.h>
#include <libscenario/rules/situation.h>
#include <libscenario/validation/validator.h>
#include <libterrain/base/fileio.h>
#include <string>

namespace {

int fail(const hotchkiss::Error& error) {
  std::cerr << "consumer: " << error.text() << "\n";
  return 2;
}

hotchkiss::Result<hotchkiss::Position> positionOf(const hotchkiss::Rules& rules, const std::string& start) {
  if (!start.ends_with(".json"))
    return hotchkiss::Position::fromScenario(rules.document(), start, rules.book());
  const auto text = hotchkiss::readWholeFile(start, 1 << 20);
  return text ? hotchkiss::Position::read(*text, rules.book(), rules.document()) : text.error();
}

int answer(const hotchkiss::Situation& situation) {
  for (std::string line; std::getline(std::cin, line);) {
    const auto question = nlohmann::json::parse(line);
    const auto found = hotchkiss::query(situation, question["query"].get<std::string>(), question["args"]);
    std::cout << (found ? *found : nlohmann::json{{"error", found.error().text()}}).dump() << "\n";
  }
  return 0;
}

} // namespace

int main(int count, char** arguments) {
  const std::string what = count > 2 ? arguments[1] : "";
  const auto package = hotchkiss::openPackage(std::filesystem::path(count > 2 ? arguments[2] : ""));
  if (!package)
    return fail(package.error());
  const auto module = hotchkiss::readModule(package->files);
  if (!module)
    return fail(module.error());
  if (what == "findings") {
    auto findings = hotchkiss::validate(*module);
    hotchkiss::locateFindings(findings, package->files);
    hotchkiss::addFingerprints(module->document, findings);
    std::cout << hotchkiss::findingsAsJson(findings);
    return 0;
  }
  if (count != 4)
    return 2;
  auto rules = hotchkiss::Rules::of(module->document);
  if (!rules)
    return fail(rules.error());
  const auto shared = std::make_shared<const hotchkiss::Rules>(std::move(*rules));
  auto position = positionOf(*shared, arguments[3]);
  if (!position)
    return fail(position.error());
  if (what == "start") {
    std::cout << position->write();
    return 0;
  }
  const auto situation = hotchkiss::Situation::make(shared, std::move(*position));
  return situation ? answer(*situation) : fail(situation.error());
}
