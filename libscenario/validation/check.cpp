#include "libscenario/validation/check.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hotchkiss {

namespace {

constexpr std::array<std::pair<CheckScope, const char*>, 10> kScopes{{{CheckScope::File, "file"},
                                                                      {CheckScope::Hex, "hex"},
                                                                      {CheckScope::Edge, "edge"},
                                                                      {CheckScope::Vertex, "vertex"},
                                                                      {CheckScope::Record, "record"},
                                                                      {CheckScope::Course, "course"},
                                                                      {CheckScope::Network, "network"},
                                                                      {CheckScope::Module, "module"},
                                                                      {CheckScope::Ruleset, "ruleset"},
                                                                      {CheckScope::Scenario, "scenario"}}};
constexpr std::array<std::pair<CheckCost, const char*>, 3> kCosts{
    {{CheckCost::Constant, "constant"}, {CheckCost::Linear, "linear"}, {CheckCost::Search, "search"}}};

template <class Table, class Value>
const char* wordFor(const Table& table, Value value) {
  for (const auto& [each, word] : table)
    if (each == value)
      return word;
  return "";
}

struct CoreRow {
  const char* id;
  Severity severity;
  CheckClass checkClass;
  CheckScope scope;
  CheckCost cost;
  const char* fix;
  const char* title;
  const char* advice;
  bool onlyPlayable = false; ///< stands before no lower level
};

constexpr auto kError = Severity::Error;
constexpr auto kWarning = Severity::Warning;
constexpr auto kNote = Severity::Note;
constexpr auto kIntegrity = CheckClass::Integrity;
constexpr auto kToDo = CheckClass::Completeness;
constexpr auto kOnce = CheckCost::Constant;
constexpr auto kMap = CheckCost::Linear;
constexpr CoreRow kRows[] = {
    {"CORE-V01", kError, kIntegrity, CheckScope::File, kOnce, "",
     "Duplicate row: two rows for the same hex, edge, vertex or record. The first is used", "Keep one of the rows"},
    {"CORE-V02", kError, kIntegrity, CheckScope::File, kOnce, "",
     "Row outside the map: the hex is not on the map, or the edge or vertex does not touch it",
     "Remove the row, or enlarge the map (`reframe`)"},
    {"CORE-V03", kError, kIntegrity, CheckScope::Hex, kOnce, "rename", "Unknown terrain",
     "Use a terrain of the catalogue, or add it in `overlay.json`"},
    {"CORE-V04", kError, kIntegrity, CheckScope::Edge, kOnce, "rename", "Unknown kind of hexside, corner or path",
     "Use a kind of the catalogue (paths as `path.<id>`), or add it in `overlay.json`"},
    {"CORE-V05", kError, kIntegrity, CheckScope::Edge, kOnce, "",
     "Unknown class of a feature, or none where the kind needs one",
     "Use a class that the catalogue lists for this kind"},
    {"CORE-V06", kError, kIntegrity, CheckScope::Hex, kOnce, "",
     "Unknown attribute or a value of the wrong type; also a level that the ruleset does not have or that is out of "
     "range, and views that the kind or ruleset does not have",
     "Correct the name or value; the catalogue row lists the attributes with their types"},
    {"CORE-V07", kError, kIntegrity, CheckScope::Edge, kOnce, "",
     "Wrong orientation: missing where the kind needs one, not allowed for the kind, or pointing at a hex outside the "
     "map",
     "Set the field and value that the catalogue row names, toward a hex on the map"},
    {"CORE-V08", kError, kIntegrity, CheckScope::Edge, kOnce, "",
     "A feature needs another on the same edge that is not there (`requires`)",
     "Add the other feature, or remove this one"},
    {"CORE-V09", kError, kIntegrity, CheckScope::Edge, kOnce, "",
     "Features on one edge exclude each other (`excludes`)", "Keep one of them"},
    {"CORE-V10", kError, kIntegrity, CheckScope::Edge, kOnce, "removeFeature", "A derived feature is stored",
     "Remove it; it follows from the terrain"},
    {"CORE-V11", kError, kIntegrity, CheckScope::Record, kOnce, "",
     "Dangling reference: a course, region, place or other thing that does not exist",
     "Add the named thing, or correct the id"},
    {"CORE-V12", kError, kIntegrity, CheckScope::Course, kMap, "", "Broken course: its edges form more than one piece",
     "Tag the missing edges with the course, or make two courses of it"},
    {"CORE-V13", kError, kIntegrity, CheckScope::Course, kMap, "",
     "Branching or ambiguous course: three or more edges meet, or a ring has no start",
     "Take the branch out of the course and name it apart, or give the start"},
    {"CORE-V14", kError, kIntegrity, CheckScope::Course, kMap, "",
     "The mouth or start of a course is not at one of its ends", "Move the mouth to an end vertex"},
    {"CORE-V15", kError, kIntegrity, CheckScope::Record, kOnce, "", "Crossing where nothing is to be crossed",
     "Move the crossing to an edge that has what its kind lies over, or add that feature"},
    {"CORE-V16", kError, kIntegrity, CheckScope::Record, kOnce, "rename",
     "Unknown kind of a named thing; also a course that is not made of the feature that names it",
     "Use a kind of the catalogue, or add it in `overlay.json`"},
    {"CORE-V17", kWarning, kIntegrity, CheckScope::Record, kMap, "",
     "Orphan: a course or region that nothing belongs to", "Tag its edges or hexes, or remove the row"},
    {"CORE-V18", kError, kIntegrity, CheckScope::Module, kMap, "",
     "Duplicate label: two hexes have the same printed label", "Correct origin, size, letter or numbers of the sheets"},
    {"CORE-V19", kError, kIntegrity, CheckScope::Record, kOnce, "",
     "A join that does not join its courses: one of them does not touch the vertex",
     "Move the join to the vertex where they meet, or correct its courses"},
    {"CORE-V20", kError, kIntegrity, CheckScope::Record, kOnce, "", "A named thing lies outside the map",
     "Correct its position, or enlarge the map"},
    {"CORE-V21", kError, kIntegrity, CheckScope::Ruleset, kOnce, "", "Unknown ruleset, or a damaged overlay or check",
     "Correct `ruleset` in `module.json`; correct the row that the message names"},
    {"CORE-V22", kError, kIntegrity, CheckScope::Module, kOnce, "", "A sheet has a label pattern that cannot be read",
     "Correct the pattern, for example `{sheet}{col:2}{row:2}`"},
    {"CORE-V23", kError, kIntegrity, CheckScope::Hex, kOnce, "",
     "A hex belongs to two regions of a kind of which it can have only one (`exclusive`)",
     "Take the hex out of one of them"},
    {"CORE-V24", kError, kIntegrity, CheckScope::Record, kOnce, "",
     "A place lies where its kind does not (`on`): on a hexside, say, though its kind lies on hexes",
     "Move the place, or choose another kind"},
    {"CORE-V25", kError, kIntegrity, CheckScope::Record, kOnce, "",
     "A crossing carries none of the paths that lead over its hexside (`carries`)",
     "Choose another kind of crossing, or correct the path"},
    {"CORE-V26", kError, kIntegrity, CheckScope::Record, kOnce, "",
     "An attribute refers to a thing of the wrong kind (`kinds`)", "Refer to a thing of a kind that the message names"},
    {"CORE-V27", kError, kIntegrity, CheckScope::Module, kOnce, "",
     "The order of battle refers to what does not exist: a formation, unit, leader, type or side; or a formation "
     "stands "
     "above itself",
     "Add what is missing to `oob.json`, or correct the id"},
    {"CORE-V28", kError, kIntegrity, CheckScope::Module, kOnce, "",
     "Unknown attribute of a unit or leader, or a value of the wrong type or out of range; in the order of battle or "
     "in "
     "a scenario",
     "Correct the name or value; `units.json` of the ruleset lists the attributes"},
    {"CORE-V29", kError, kIntegrity, CheckScope::Scenario, kOnce, "",
     "A scenario names a unit, place, entry or area that does not exist, or cannot be read",
     "Correct the row, or add what it names"},
    {"CORE-V30", kWarning, kToDo, CheckScope::Hex, kOnce, "", "Hex on a sheet without terrain", "Give it a terrain"},
    {"CORE-V31", kWarning, kToDo, CheckScope::Hex, kOnce, "",
     "Hex on a sheet without level where the ruleset and the terrain need one", "Give it a level"},
    {"CORE-V32", kWarning, kToDo, CheckScope::Course, kMap, "", "Course without a mouth where its kind needs one",
     "Give the end vertex as `mouth`"},
    {"CORE-V33", kNote, kToDo, CheckScope::Module, kMap, "", "Hex that no sheet covers: it has no label",
     "Nothing, if it is meant; else correct the sheets"},
    {"CORE-V34", kWarning, kToDo, CheckScope::Edge, kOnce, "",
     "A feature that must belong to a course does not (`courseRequired`)", "Name the course in `of`"},
    {"CORE-V35", kNote, kToDo, CheckScope::Module, kOnce, "removeRecord",
     "An approval holds for no finding: its facts have changed, the finding is gone, or the finding cannot be approved",
     "Look again; approve anew or remove the row"},
    {"CORE-V36", kWarning, kToDo, CheckScope::Module, kOnce, "", "A unit or leader without a value that its type needs",
     "Give it with its source, or say `{\"unknown\":true}`", true},
};

} // namespace

const char* toText(CheckScope scope) {
  return wordFor(kScopes, scope);
}

const char* toText(CheckCost cost) {
  return wordFor(kCosts, cost);
}

std::optional<CheckScope> scopeFromText(std::string_view text) {
  for (const auto& [scope, word] : kScopes)
    if (text == word)
      return scope;
  return std::nullopt;
}

std::optional<CheckCost> costFromText(std::string_view text) {
  for (const auto& [cost, word] : kCosts)
    if (text == word)
      return cost;
  return std::nullopt;
}

const std::vector<CheckInfo>& coreChecks() {
  static const std::vector<CheckInfo> kChecks = [] {
    std::vector<CheckInfo> out;
    for (const CoreRow& row : kRows) {
      CheckInfo info;
      info.id = row.id;
      info.system = "core";
      info.severity = row.severity;
      info.checkClass = row.checkClass;
      info.scope = row.scope;
      info.cost = row.cost;
      info.title = row.title;
      info.reference = "docs/checks.md";
      info.advice = row.advice;
      info.fix = row.fix;
      if (row.onlyPlayable)
        info.from = Level::Playable;
      out.push_back(std::move(info));
    }
    return out;
  }();
  return kChecks;
}

const CheckInfo* coreCheck(std::string_view id) {
  const std::vector<CheckInfo>& all = coreChecks();
  const auto it = std::find_if(all.begin(), all.end(), [&](const CheckInfo& info) { return info.id == id; });
  return it == all.end() ? nullptr : &*it;
}

bool fitsPattern(std::string_view id, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos)
    return id == pattern;
  const std::string_view before = pattern.substr(0, star);
  if (!id.starts_with(before))
    return false;
  const std::string_view after = pattern.substr(star + 1);
  for (std::size_t from = before.size(); from <= id.size(); ++from)
    if (fitsPattern(id.substr(from), after))
      return true;
  return false;
}

} // namespace hotchkiss
