// The program of docs/rules-library.md. The parts between //[name] and //[/name] stand in that page word for word; a
// test compares them, builds this program and compares what it prints: rules_library FOLDER POSITION
#include "libscenario/module/folder.h"
#include "libscenario/module/modulefiles.h"
#include "libscenario/rules/query.h"
#include "libscenario/rules/reach.h"
#include "libscenario/rules/sight.h"
#include "libscenario/rules/trace.h"
#include "libterrain/base/fileio.h"
#include "libterrain/edit/stroke.h"

#include <nlohmann/json.hpp>

#include <iostream>

using namespace hotchkiss;

namespace {

int fail(const Error& error) {
  std::cerr << error.text() << "\n";
  return 1;
}

//[open]
Result<Situation> open(const std::string& folder, const std::string& positionText) {
  const Result<ModuleFiles> files = readModuleFolder(folder);
  if (!files)
    return files.error();
  const Result<LoadedModule> module = readModule(*files);
  if (!module)
    return module.error();
  Result<Rules> rules = Rules::of(module->document); // the effective ruleset, read and checked
  if (!rules)
    return rules.error();
  const auto shared = std::make_shared<const Rules>(std::move(*rules)); // many threads may read it
  Result<Position> position = Position::read(positionText, shared->book(), shared->document());
  if (!position)
    return position.error();
  return Situation::make(shared, std::move(*position));
}
//[/open]

//[query]
Outcome askQuery(const Situation& situation) {
  const Result<nlohmann::json> answer = query(situation, "move", {{"unit", "b1"}, {"to", "0405"}});
  if (!answer)
    return answer.error();
  std::cout << "step to 0405: " << (*answer)["mp"].get<std::string>() << " by " << (*answer)["way"].get<std::string>()
            << "\n";
  for (const nlohmann::json& row : (*answer)["because"])
    std::cout << "  " << row["row"].get<std::string>() << " gives " << row["effect"].get<std::string>() << ", see "
              << row["reference"].get<std::string>() << "\n";
  return success();
}
//[/query]

//[reach]
Outcome askReach(const Situation& situation) {
  const Result<Reach> reach = findReach(situation, {"b2", Rational(2), std::nullopt});
  if (!reach)
    return reach.error();
  std::size_t certain = 0;
  for (const std::uint32_t cost : reach->certain)
    certain += cost != Reach::kUnreached ? 1U : 0U;
  std::cout << "b2 reaches " << certain << " hexes for sure; to 0605 by way of";
  for (const HexCoord hex : reach->pathTo({5, 4}))
    std::cout << " " << situation.rules().numbering().label(hex);
  std::cout << "\n";
  return success();
}
//[/reach]

//[sight]
Outcome askSight(const Situation& situation) {
  const Result<SightAnswer> sight = findSight(situation, {{3, 4}, {6, 5}, "b1", {}});
  if (!sight)
    return sight.error();
  std::cout << "0405 sees 0706: " << (!sight->certain ? "unknown" : sight->visible ? "yes" : "no") << "\n";
  return success();
}
//[/sight]

//[trace]
Outcome askTrace(const Situation& situation) {
  const Result<Trace> supply = findTrace(situation, "supply", "b3", {{3, 5}, {}});
  if (!supply)
    return supply.error();
  for (const auto& [hex, point] : supply->points)
    if (point.isGoal)
      std::cout << "b3 draws supply from " << situation.rules().numbering().label(hex) << "\n";
  return success();
}
//[/trace]

//[moves]
Outcome moveAbout(Situation& situation) {
  std::cout << "zone on 0505 before: " << situation.zones().against({4, 4}, "blue") << "\n";
  if (const Outcome moved = situation.moveUnit("r1", {5, 4}); !moved)
    return moved;
  std::cout << "zone on 0505 after: " << situation.zones().against({4, 4}, "blue") << "\n";
  return success();
}
//[/moves]

//[edit]
Outcome followAnEdit(const Situation& situation) {
  Rules rules = situation.rules(); // a copy to write to
  const UnitState mover = *situation.position().unit("b2");
  Result<CompiledMap> compiled = CompiledMap::compile(rules, situation.position().environment(), mover);
  if (!compiled)
    return compiled.error();
  const std::size_t from = 3 * 9 + 3; // column 3, row 3 of nine rows
  std::cout << "step east from 0404: " << compiled->step(from, 1) << " thirds";
  Document document = rules.document();
  Stroke stroke(document, "a dune");
  stroke.setTerrain({4, 3}, "dune");
  const auto changed = rules.update(document, stroke.finish());
  if (const Outcome updated = compiled->update(rules, changed); !updated)
    return updated;
  std::cout << ", and after an edit " << compiled->step(from, 1) << "\n";
  return success();
}
//[/edit]

//[errors]
void meetAnError(const Situation& situation) {
  const Result<nlohmann::json> answer = query(situation, "move", {{"unit", "b11"}, {"to", "0405"}});
  if (!answer)
    std::cout << "error: " << answer.error().text() << "\n";
}
//[/errors]

} // namespace

int main(int count, char** arguments) {
  if (count != 3)
    return 2;
  const Result<std::string> text = readWholeFile(arguments[2], 1 << 20);
  if (!text)
    return fail(text.error());
  Result<Situation> situation = open(arguments[1], *text);
  if (!situation)
    return fail(situation.error());
  for (const auto& ask : {askQuery, askReach, askSight, askTrace, followAnEdit})
    if (const Outcome asked = ask(*situation); !asked)
      return fail(asked.error());
  if (const Outcome moved = moveAbout(*situation); !moved)
    return fail(moved.error());
  meetAnError(*situation);
  return 0;
}
