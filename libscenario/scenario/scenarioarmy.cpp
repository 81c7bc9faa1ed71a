// Which pieces a row speaks of, and the order of battle as a scenario changes it.

#include "libscenario/scenario/scenario.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool isLeftOut(const OrderOfBattle& army, const std::vector<std::string>& except, const Piece& piece) {
  return std::any_of(except.begin(), except.end(),
                     [&](const std::string& id) { return id == piece.id || army.isBelow(piece.id, id); });
}

/// Writes a member into a row of the order of battle.
template <class Change>
void change(Document& document, const Piece& piece, const Change& with) {
  const std::string* text = document.record(kOobTable, piece.key());
  json body = text == nullptr ? json() : json::parse(*text, nullptr, false);
  if (!body.is_object())
    return;
  with(body);
  document.setRecord(kOobTable, piece.key(), body.dump());
}

void apply(Document& document, const OrderOfBattle& army, const Override& each, const json& row) {
  if (each.values.empty() && each.faces.empty())
    return;
  for (const Piece* piece : piecesOf(army, each.selection, nullptr, false))
    change(document, *piece, [&](json& body) {
      // A value is taken whole: what was open, or a plain number, leaves nothing behind.
      const auto take = [](json& into, const json& values) {
        if (!into.is_object())
          into = json::object();
        for (const auto& [name, value] : values.items())
          into[name] = value;
      };
      if (const auto values = row.find("values"); values != row.end())
        take(body["values"], *values);
      if (const auto faces = row.find("faces"); faces != row.end())
        for (const auto& [face, values] : faces->items())
          take(body["faces"][face], values);
    });
}

} // namespace

std::vector<const Piece*> piecesOf(const OrderOfBattle& army, const Selection& selection,
                                   std::vector<std::string>* missing, bool withLeaders) {
  std::vector<const Piece*> out;
  std::set<std::string> seen;
  const auto add = [&](const Piece& piece, bool isNamed) {
    const bool fits = (selection.types.empty() || contains(selection.types, piece.type)) &&
                      !contains(selection.exceptTypes, piece.type) && (isNamed || withLeaders || !piece.isLeader()) &&
                      !isLeftOut(army, selection.except, piece);
    if (fits && seen.insert(piece.id).second)
      out.push_back(&piece);
  };
  for (const std::string& id : selection.formations) {
    if (army.formation(id) == nullptr && missing != nullptr)
      missing->push_back(id);
    for (const Piece* piece : army.below(id))
      add(*piece, false);
  }
  for (const std::string& id : selection.units) {
    if (const Piece* piece = army.piece(id))
      add(*piece, true);
    else if (missing != nullptr)
      missing->push_back(id);
  }
  return out;
}

OrderOfBattle armyOf(const Document& document, const Scenario& scenario, const UnitCatalogue& units) {
  OrderOfBattle army(document, units);
  Document changed = document;
  for (const Attachment& each : scenario.attachments) {
    const std::optional<std::size_t> from = scenario.turnIndex(each.from);
    if (each.from.kind != TurnRef::Kind::None && from != std::optional<std::size_t>(0))
      continue; // it comes later
    for (const std::string& id : each.of) {
      const bool isFormation = army.formation(id) != nullptr;
      const Piece* piece = army.piece(id);
      if (piece != nullptr)
        change(changed, *piece, [&](json& body) { body["formation"] = each.to; });
      else if (isFormation)
        if (const std::string* text = changed.record(kOobTable, {"formation", id})) {
          json body = json::parse(*text, nullptr, false);
          body["parent"] = each.to;
          changed.setRecord(kOobTable, {"formation", id}, body.dump());
        }
    }
  }
  for (const Override& each : scenario.overrides)
    if (const auto row = scenario.rows().find({"override", each.id}); row != scenario.rows().end())
      apply(changed, army, each, json::parse(row->second, nullptr, false));
  return {changed, units};
}

bool isOut(const OrderOfBattle& army, const Scenario& scenario, const std::string& piece) {
  return std::any_of(scenario.overrides.begin(), scenario.overrides.end(), [&](const Override& each) {
    if (!each.absent && !each.eliminated)
      return false;
    const std::vector<const Piece*> found = piecesOf(army, each.selection);
    return std::any_of(found.begin(), found.end(), [&](const Piece* one) { return one->id == piece; });
  });
}

} // namespace hotchkiss
