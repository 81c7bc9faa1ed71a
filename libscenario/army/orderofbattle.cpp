#include "libscenario/army/orderofbattle.h"

#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {

namespace {

template <class Map>
const typename Map::mapped_type* findIn(const Map& map, const std::string& id) {
  const auto it = map.find(id);
  return it == map.end() ? nullptr : &it->second;
}

/// Sorted as in the tree: by `order`, then by id with numbers as numbers.
template <class Map>
void sortIds(std::vector<std::string>& ids, const Map& things) {
  std::sort(ids.begin(), ids.end(), [&](const std::string& a, const std::string& b) {
    const long left = things.at(a).order;
    const long right = things.at(b).order;
    return left != right ? left < right : naturalLess(a, b);
  });
}

} // namespace

OrderOfBattle::OrderOfBattle(const Document& document, UnitCatalogue units) : mUnits(std::move(units)) {
  for (const auto& [key, text] : document.table(kOobTable)) {
    // Files are checked against the schema; a row that a program set some other way may still be anything.
    try {
      const nlohmann::json body = nlohmann::json::parse(text);
      readRow(key, body);
    } catch (const nlohmann::json::exception&) {
      mProblems.push_back({key, {}, {}, key.section + " " + key.id + " cannot be read"});
    }
  }
  link();
  checkReferences();
}

void OrderOfBattle::link() {
  for (auto& [id, formation] : mFormations) {
    if (formation.parent.empty())
      continue;
    std::set<std::string> seen{id};
    bool goesRound = false;
    for (const Formation* up = &formation; up != nullptr && !up->parent.empty() && !goesRound;
         up = this->formation(up->parent))
      goesRound = !seen.insert(up->parent).second;
    if (goesRound)
      mProblems.push_back(
          {formation.key(), "parent", formation.parent, formation.shownName() + " stands above itself"});
    else if (const auto parent = mFormations.find(formation.parent); parent != mFormations.end())
      parent->second.children.push_back(id);
  }
  for (const auto& [id, piece] : mPieces)
    if (const auto formation = mFormations.find(piece.formation); formation != mFormations.end())
      formation->second.pieces.push_back(id);
  for (auto& [id, formation] : mFormations) {
    sortIds(formation.children, mFormations);
    sortIds(formation.pieces, mPieces);
    std::stable_partition(formation.pieces.begin(), formation.pieces.end(),
                          [&](const std::string& each) { return mPieces.at(each).isLeader(); });
  }
}

const Formation* OrderOfBattle::formation(const std::string& id) const {
  return findIn(mFormations, id);
}

const Piece* OrderOfBattle::piece(const std::string& id) const {
  return findIn(mPieces, id);
}

std::string OrderOfBattle::nameOf(const std::string& id) const {
  if (const Piece* found = piece(id))
    return found->shownName();
  if (const Formation* found = formation(id))
    return found->shownName();
  return id;
}

std::string OrderOfBattle::pathOf(const std::string& id) const {
  std::string out = nameOf(id);
  for (const Formation* each : above(id))
    if (each->id != id)
      out += ", " + each->shownName();
  return out;
}

std::vector<std::string> OrderOfBattle::roots(const std::string& side) const {
  std::vector<std::string> out;
  for (const auto& [id, formation] : mFormations)
    if ((side.empty() || formation.side == side) && !mFormations.contains(formation.parent))
      out.push_back(id);
  sortIds(out, mFormations);
  return out;
}

std::vector<std::string> OrderOfBattle::loose(const std::string& side) const {
  std::vector<std::string> out;
  for (const auto& [id, piece] : mPieces)
    if ((side.empty() || piece.side == side) && !mFormations.contains(piece.formation))
      out.push_back(id);
  sortIds(out, mPieces);
  return out;
}

std::vector<std::string> OrderOfBattle::sides() const {
  std::set<std::string> used;
  for (const auto& [id, piece] : mPieces)
    used.insert(piece.side);
  for (const auto& [id, formation] : mFormations)
    used.insert(formation.side);
  used.erase("");
  return {used.begin(), used.end()};
}

std::vector<const Formation*> OrderOfBattle::above(const std::string& id) const {
  std::string next;
  if (const Piece* found = piece(id))
    next = found->formation.empty() ? found->commands : found->formation;
  else if (const Formation* own = formation(id))
    next = own->parent;
  std::vector<const Formation*> out;
  std::set<std::string> seen;
  while (seen.insert(next).second) {
    const Formation* found = formation(next);
    if (found == nullptr)
      break;
    out.push_back(found);
    next = found->parent;
  }
  return out;
}

const Formation* OrderOfBattle::aboveAt(const std::string& id, const std::string& echelon) const {
  for (const Formation* each : above(id))
    if (each->echelon == echelon)
      return each;
  return nullptr;
}

std::vector<const Piece*> OrderOfBattle::below(const std::string& id) const {
  std::vector<const Piece*> out;
  if (const Piece* found = piece(id)) {
    out.push_back(found);
    return out;
  }
  const Formation* found = formation(id);
  if (found == nullptr)
    return out;
  for (const std::string& each : found->pieces)
    out.push_back(&mPieces.at(each));
  for (const std::string& child : found->children)
    for (const Piece* each : below(child))
      out.push_back(each);
  return out;
}

bool OrderOfBattle::isBelow(const std::string& id, const std::string& formation) const {
  const std::vector<const Formation*> up = above(id);
  return std::any_of(up.begin(), up.end(), [&](const Formation* each) { return each->id == formation; });
}

std::vector<const CounterFace*> OrderOfBattle::facesUp(const Piece& piece, const ArmyValues& states) const {
  std::vector<const CounterFace*> out;
  for (const CounterFace* face : mUnits.facesOf(piece.type)) {
    const bool holds = std::all_of(face->when.begin(), face->when.end(), [&](const auto& each) {
      if (const ArmyValue* state = findIn(states, each.first))
        return state->toValue() == each.second;
      if (const ArmyValue* own = findIn(piece.values, each.first))
        return own->toValue() == each.second;
      const UnitAttribute* attribute = findIn(mUnits.attributes, each.first);
      return attribute != nullptr && attribute->standard == each.second;
    });
    if (holds)
      out.push_back(face);
  }
  return out;
}

ArmyValue OrderOfBattle::value(const Piece& piece, const std::string& attribute, const ArmyValues& states) const {
  if (const ArmyValue* state = findIn(states, attribute))
    return *state;
  const std::vector<const CounterFace*> faces = facesUp(piece, states);
  for (auto face = faces.rbegin(); face != faces.rend(); ++face)
    if (const ArmyValues* values = findIn(piece.faces, (*face)->id))
      if (const ArmyValue* found = findIn(*values, attribute))
        return *found;
  if (const ArmyValue* own = findIn(piece.values, attribute))
    return *own;
  const UnitType* type = findIn(mUnits.types, piece.type);
  if (type != nullptr)
    if (const auto it = type->values.find(attribute); it != type->values.end())
      return ArmyValue::of(it->second);
  const UnitAttribute* known = findIn(mUnits.attributes, attribute);
  if (known == nullptr)
    return {};
  if (mUnits.applies(attribute, piece.type))
    for (const Formation* each : above(piece.id))
      if (const ArmyValue* found = findIn(each->values, attribute))
        return *found;
  return ArmyValue::of(known->standard);
}

ArmyValues OrderOfBattle::values(const Piece& piece, const ArmyValues& states) const {
  ArmyValues out;
  const UnitType* type = findIn(mUnits.types, piece.type);
  const std::vector<const Formation*> up = above(piece.id);
  for (auto each = up.rbegin(); each != up.rend(); ++each) {
    for (const auto& [name, value] : (*each)->values)
      if (mUnits.applies(name, piece.type) && (type == nullptr || !type->values.contains(name)))
        out[name] = value;
    const Echelon* echelon = findIn(mUnits.echelons, (*each)->echelon);
    if (echelon == nullptr || echelon->attribute.empty())
      continue;
    ArmyValue name;
    name.kind = ArmyValue::Kind::Known;
    name.text = (*each)->designation.empty() ? (*each)->shownName() : (*each)->designation;
    out[echelon->attribute] = name;
  }
  for (const auto& [name, value] : piece.values)
    out[name] = value;
  for (const CounterFace* face : facesUp(piece, states))
    if (const ArmyValues* values = findIn(piece.faces, face->id))
      for (const auto& [name, value] : *values)
        out[name] = value;
  for (const auto& [name, value] : states)
    out[name] = value;
  return out;
}

ArmyValue OrderOfBattle::value(const Formation& formation, const std::string& attribute) const {
  if (const ArmyValue* own = findIn(formation.values, attribute))
    return *own;
  for (const Formation* each : above(formation.id))
    if (const ArmyValue* found = findIn(each->values, attribute))
      return *found;
  return {};
}

} // namespace hotchkiss
