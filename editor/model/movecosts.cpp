#include "editor/model/movecosts.h"

#include "editor/model/rulecells.h"
#include "libscenario/json/objecttext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <regex>
#include <set>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr long kOrderStep = 10;

std::string firstSourceOf(const json& body) {
  const auto it = body.find("source");
  if (it == body.end())
    return {};
  return it->is_string() ? it->get<std::string>() : it->front().get<std::string>();
}

std::string quoted(const std::string& id) {
  return "'" + id + "'";
}

/// Letters that mean something in a regular expression never occur in ids, except the dot.
std::string pattern(const std::string& id) {
  std::string out;
  for (const char c : id)
    out += c == '.' ? std::string("\\.") : std::string(1, c);
  return out;
}

/// What may stand left of "= 'kind'" or "in ('kind', …)": for paths only the way, for terrain anything else.
bool isAbout(const std::string& section, const std::string& subject) {
  return (subject == "way") == (section == "path");
}

const std::regex& listTest() {
  static const std::regex kTest(R"(([A-Za-z_.]+(?:\([^()]*\))?) in \(([^()]*)\))");
  return kTest;
}

/// Splits "… and mover.arm = 'x'" into the condition and the class of mover at its end.
void splitMover(MoveCost& cost) {
  static const std::regex kTail(R"(^(.*) and (mover\.[A-Za-z_]+ = '[^']*')$)");
  static const std::regex kOthers(R"( and not \((mover\.[A-Za-z_]+ = '[^']*')\))");
  std::smatch found;
  if (std::regex_match(cost.when, found, kTail)) {
    const std::string mover = found[2];
    cost.when = std::string(found[1]);
    cost.mover = mover;
  }
  cost.when = std::regex_replace(cost.when, kOthers, "");
}

} // namespace

std::string conditionLike(const std::string& section, const std::string& when, const std::string& model,
                          const std::string& id) {
  if (section == "edgeFeature") {
    const std::regex test(R"(\.(has|side)\(')" + pattern(model) + R"('\))");
    if (!std::regex_search(when, test))
      return {};
    return std::regex_replace(when, test, ".$1('" + id + "')");
  }
  std::string out = when;
  bool any = false;
  const std::regex equal(R"(([A-Za-z_.]+(?:\([^()]*\))?) = ')" + pattern(model) + "'");
  std::smatch found;
  for (std::string rest = std::exchange(out, {}); !rest.empty();) {
    if (!std::regex_search(rest, found, equal)) {
      out += rest;
      break;
    }
    const bool mine = isAbout(section, found[1]);
    any |= mine;
    out += found.prefix().str() + (mine ? found[1].str() + " = " + quoted(id) : found[0].str());
    rest = found.suffix();
  }
  for (std::string rest = std::exchange(out, {}); !rest.empty();) {
    if (!std::regex_search(rest, found, listTest())) {
      out += rest;
      break;
    }
    const std::string items = found[2];
    const bool mine = isAbout(section, found[1]) && items.find(quoted(model)) != std::string::npos;
    any |= mine;
    out += found.prefix().str() + (mine ? found[1].str() + " = " + quoted(id) : found[0].str());
    rest = found.suffix();
  }
  return any ? out : std::string();
}

MoveCosts::MoveCosts(const Ruleset& ruleset) : mRuleset(ruleset) {
  if (Result<Rulebook> book = Rulebook::read(ruleset))
    mBook.emplace(std::move(*book));
}

std::vector<std::string> MoveCosts::columns(const std::string& table) const {
  const auto row = mRuleset.rows("rules").find({"table", table});
  const json across =
      row == mRuleset.rows("rules").end() ? json::object() : objectFrom(row->second).value("across", json::object());
  std::vector<std::string> out;
  for (const json& value : across.value("values", json::array()))
    out.push_back(ruleCellText(value));
  for (const json& bound : across.value("bands", json::array()))
    out.push_back("≤ " + ruleCellText(bound));
  if (across.contains("bands"))
    out.emplace_back("more");
  if (out.empty())
    out.emplace_back();
  return out;
}

std::string MoveCosts::nameOf(const std::string& table) const {
  const Decision* decision = mBook ? mBook->decision(table) : nullptr;
  return decision && !decision->name.empty() ? decision->name : table;
}

std::vector<MoverClass> MoveCosts::moverClasses() const {
  std::vector<MoverClass> out;
  if (!mBook)
    return out;
  constexpr std::size_t kMostValues = 12; // longer lists name units, not classes
  for (const auto& [name, attribute] : mBook->units().attributes)
    if (attribute.type.type == "choice" && attribute.type.values.size() <= kMostValues)
      for (const std::string& value : attribute.type.values)
        out.push_back({"mover." + name + " = " + quoted(value), name + ": " + value});
  for (const auto& [side, unused] : mBook->units().sides)
    out.push_back({"mover.side = " + quoted(side), "side: " + side});
  return out;
}

std::vector<std::string> MoveCosts::pricedTables(const std::string& section) const {
  if (!known())
    return {};
  const MovementStrategy& movement = *mBook->strategies().movement;
  std::vector<std::string> out;
  const auto add = [&](const std::string& table) {
    const Decision* decision = mBook->decision(table);
    if (decision && decision->form == Decision::Form::Table)
      out.push_back(table);
  };
  // A hexside comes on top of the ground; ground and paths are what a step costs in the first place.
  if (section == "edgeFeature") {
    add(movement.extra);
    add(movement.base);
  } else {
    add(movement.base);
    add(movement.extra);
  }
  add(movement.legal);
  return out;
}

std::vector<MoveCost> MoveCosts::of(const std::string& section, const std::string& id) const {
  return like(section, id, id);
}

std::vector<MoveCost> MoveCosts::like(const std::string& section, const std::string& model,
                                      const std::string& id) const {
  std::vector<MoveCost> out;
  for (const std::string& table : pricedTables(section))
    for (const auto& [key, text] : mRuleset.rows("rules")) {
      if (key.section != "row" || !key.id.starts_with(table + "."))
        continue;
      const json body = objectFrom(text);
      MoveCost cost;
      cost.table = table;
      cost.when = conditionLike(section, body.value("when", ""), model, id);
      if (cost.when.empty())
        continue;
      if (model == id) {
        cost.rowId = key.id;
        cost.reference = firstSourceOf(body);
        cost.note = body.value("note", "");
      }
      cost.order = body.value("order", 0L);
      if (const auto cells = body.find("cells"); cells != body.end())
        for (const json& cell : *cells)
          cost.cells.push_back(ruleCellText(cell));
      else
        cost.cells.assign(columns(table).size(), ruleCellText(body.value("then", json())));
      splitMover(cost);
      out.push_back(std::move(cost));
    }
  return out;
}

std::string MoveCosts::conditionFor(const std::string& section, const std::string& id) const {
  if (section == "edgeFeature")
    return "edge.has(" + quoted(id) + ")";
  if (section == "path")
    return "way = " + quoted(id);
  // What the other terrains are asked as, such as the terrain that holds in this weather.
  std::map<std::string, int> subjects;
  const std::string& base = mBook->strategies().movement->base;
  for (const auto& [terrain, unused] : mRuleset.catalogue().terrains)
    for (const auto& [key, text] : mRuleset.rows("rules"))
      if (key.section == "row" && key.id.starts_with(base + ".")) {
        const std::string when = objectFrom(text).value("when", "");
        const std::size_t end = when.find(" = " + quoted(terrain));
        if (end != std::string::npos && when.find(' ') == end)
          ++subjects[when.substr(0, end)];
      }
  const auto most = std::max_element(subjects.begin(), subjects.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return (most == subjects.end() ? "to.terrain" : most->first) + " = " + quoted(id);
}

MoveCost MoveCosts::plain(const std::string& section, const std::string& id) const {
  MoveCost out;
  const std::vector<std::string> tables = pricedTables(section);
  if (tables.empty())
    return out;
  out.table = tables.front();
  out.when = conditionFor(section, id);
  out.cells.assign(columns(out.table).size(), section == "edgeFeature" ? "" : "unknown");
  // Before the first row that always fits; among paths, before the ground.
  long last = 0;
  long first = std::numeric_limits<long>::max();
  for (const auto& [key, text] : mRuleset.rows("rules"))
    if (key.section == "row" && key.id.starts_with(out.table + ".")) {
      const json body = objectFrom(text);
      const long order = body.value("order", 0L);
      if (!body.contains("when"))
        first = std::min(first, order - 1);
      else
        last = std::max(last, order);
    }
  out.order = section == "path" ? 1 : std::min(first, last + kOrderStep);
  return out;
}

OverlayRows MoveCosts::otherRowsLike(const std::string& section, const std::string& model,
                                     const std::string& id) const {
  OverlayRows out;
  const std::vector<std::string> priced = pricedTables(section);
  for (const auto& [key, text] : mRuleset.rows("rules")) {
    if (key.section != "row")
      continue;
    json body = objectFrom(text);
    const std::string table = body.value("table", "");
    if (std::find(priced.begin(), priced.end(), table) != priced.end())
      continue;
    const std::string when = conditionLike(section, body.value("when", ""), model, id);
    if (when.empty())
      continue;
    body["when"] = when;
    std::string rowId = table + "." + id;
    for (int n = 2; out.contains({"row", rowId}) || mRuleset.rows("rules").contains({"row", rowId}); ++n)
      rowId = table + "." + id + "_" + std::to_string(n);
    out[{"row", rowId}] = body.dump();
  }
  return out;
}

std::vector<std::string> MoveCosts::decisionsNaming(const std::string& section, const std::string& id) const {
  std::vector<std::string> out;
  for (const auto& [key, text] : mRuleset.rows("rules"))
    if (key.section == "decision") {
      const json body = objectFrom(text);
      for (const char* member : {"expression", "where", "sum", "any", "all", "min", "max"})
        if (const auto it = body.find(member);
            it != body.end() && it->is_string() && !conditionLike(section, it->get<std::string>(), id, id).empty()) {
          out.push_back(key.id);
          break;
        }
    }
  return out;
}

Result<OverlayRows> MoveCosts::rows(const std::string& id, const std::vector<MoveCost>& before,
                                    const std::vector<MoveCost>& now, const std::string& reference) const {
  OverlayRows out;
  const auto isEmpty = [](const MoveCost& cost) {
    return std::all_of(cost.cells.begin(), cost.cells.end(), [](const std::string& cell) { return cell.empty(); });
  };
  std::set<std::string> kept;
  std::set<std::string> taken;
  for (const MoveCost& cost : now)
    taken.insert(cost.rowId);
  for (const MoveCost& cost : now) {
    if (isEmpty(cost))
      continue;
    const Decision* decision = mBook ? mBook->decision(cost.table) : nullptr;
    if (!decision)
      return Error{"the ruleset has no table \"" + cost.table + "\"", {}, 0, {}, {}};
    std::string when = cost.when;
    long order = cost.order;
    if (!cost.mover.empty()) {
      when += " and " + cost.mover;
      order = cost.rowId.empty() ? order - 1 : order; // where the first row that fits holds, it goes before the others
    } else if (decision->hit != HitPolicy::First) {
      for (const MoveCost& other : now) // where all that fit count, the general price leaves them to theirs
        if (other.table == cost.table && other.when == cost.when && !other.mover.empty() && !isEmpty(other))
          when += " and not (" + other.mover + ")";
    }
    std::vector<json> cells;
    for (const std::string& text : cost.cells) {
      Result<json> cell = ruleCellFromText(text, false, cost.reference.empty() ? reference : cost.reference);
      if (!cell)
        return Error{"the cost in \"" + decision->name + "\" cannot be read: " + cell.error().message,
                     {},
                     0,
                     {},
                     cell.error().advice};
      cells.push_back(std::move(*cell));
    }
    std::string rowId = cost.rowId;
    for (int n = 1; rowId.empty(); ++n) {
      const std::string wanted = cost.table + "." + id + (n == 1 ? std::string() : "_" + std::to_string(n));
      if (!taken.contains(wanted) && !out.contains({"row", wanted}) &&
          !mRuleset.rows("rules").contains({"row", wanted}))
        rowId = wanted;
    }
    const auto old = mRuleset.rows("rules").find({"row", rowId});
    json body = old == mRuleset.rows("rules").end() ? json::object() : objectFrom(old->second);
    const json was = body;
    body.erase("cells");
    body.erase("then");
    if (std::all_of(cells.begin(), cells.end(), [&](const json& cell) { return cell == cells.front(); }) &&
        !was.contains("cells"))
      body["then"] = cells.front();
    else
      body["cells"] = cells;
    body["when"] = when;
    body["order"] = order;
    body["table"] = cost.table;
    if (!cost.note.empty())
      body["note"] = cost.note;
    if (!cost.reference.empty() && firstSourceOf(was) != cost.reference)
      body["source"] = cost.reference;
    else if (!body.contains("source"))
      body["source"] = reference;
    kept.insert(rowId);
    // What stands for an unknown may say more than the form shows.
    for (const char* member : {"cells", "then"})
      if (was.contains(member) && body.contains(member)) {
        const auto keep = [](const json& written, json& fresh) {
          if (ruleCellText(written) == ruleCellText(fresh))
            fresh = written;
        };
        if (std::string_view(member) == "then")
          keep(was["then"], body["then"]);
        else
          for (std::size_t i = 0; i < was["cells"].size() && i < body["cells"].size(); ++i)
            keep(was["cells"][i], body["cells"][i]);
      }
    if (body != was)
      out[{"row", rowId}] = body.dump();
  }
  for (const MoveCost& cost : before)
    if (!cost.rowId.empty() && !kept.contains(cost.rowId))
      out[{"row", cost.rowId}] = "null";
  return out;
}

} // namespace hotchkiss::editor
