#include "libscenario/army/armytotals.h"

namespace hotchkiss {

namespace {

Rational clampedCount(const std::optional<Rational>& value, Rational standard) {
  return value ? *value : standard;
}

} // namespace

void ArmyTotal::add(const ArmyValue& value, const ArmyValue* count) {
  const Rational fewest = count != nullptr ? clampedCount(count->least, 0) : Rational(1);
  const std::optional<Rational> mostOf = count != nullptr ? count->most : std::optional(Rational(1));
  const auto sum = [&](Rational& into, const Rational& times, const Rational& each) {
    const auto product = Rational::multiply(times, each);
    const auto next = product ? Rational::add(into, *product) : std::nullopt;
    overflowed = overflowed || !next;
    into = next.value_or(into);
  };
  if (pieces == 0 && !most)
    most = Rational(0);
  ++pieces;
  const bool certain = value.number && mostOf && fewest == *mostOf;
  if (certain)
    sum(known, fewest, *value.number);
  else
    ++open;
  sum(least, fewest, value.least.value_or(Rational(0)));
  if (most && value.most && mostOf)
    sum(*most, *mostOf, *value.most);
  else
    most.reset();
}

std::string ArmyTotal::shown() const {
  if (overflowed)
    return "too much to count";
  if (open == 0)
    return known.text();
  return most ? least.text() + "–" + most->text() : "at least " + least.text();
}

std::string strengthAttribute(const UnitCatalogue& units, const std::string& type) {
  const auto found = units.types.find(type);
  if (found == units.types.end() || found->second.category == "leader" || found->second.category == "marker")
    return {};
  if (!found->second.fungibleStrength.empty())
    return found->second.fungibleStrength;
  std::string best;
  for (const auto& [id, attribute] : units.attributes) {
    const bool counts = attribute.type.type == "integer" || attribute.type.type == "number";
    if (!counts || !attribute.type.required || !units.applies(id, type))
      continue;
    // The group "Strength" is where catalogues put it; a state that is lost in play beats a printed rating.
    if (best.empty() || (attribute.group == "Strength" && units.attributes.at(best).group != "Strength") ||
        (attribute.unit == "SP" && units.attributes.at(best).unit != "SP"))
      best = id;
  }
  return best;
}

ArmyTotal totalOf(const OrderOfBattle& army, const std::vector<const Piece*>& pieces, const std::string& attribute,
                  const std::map<std::string, ArmyValues>& states) {
  ArmyTotal out;
  for (const Piece* piece : pieces) {
    if (!army.units().applies(attribute, piece->type))
      continue;
    const auto found = states.find(piece->id);
    out.add(army.value(*piece, attribute, found == states.end() ? ArmyValues{} : found->second),
            piece->count ? &*piece->count : nullptr);
  }
  return out;
}

ArmyCount countPieces(const OrderOfBattle& army, const std::vector<const Piece*>& pieces) {
  ArmyCount out;
  std::map<std::string, std::vector<const Piece*>> byType;
  for (const Piece* piece : pieces) {
    ++out.bySection[piece->section];
    byType[piece->type].push_back(piece);
  }
  for (const auto& [type, each] : byType) {
    out.byType[type] = each.size();
    const std::string attribute = strengthAttribute(army.units(), type);
    if (!attribute.empty())
      out.strengths[type] = totalOf(army, each, attribute);
  }
  return out;
}

std::vector<const Piece*> piecesOfSide(const OrderOfBattle& army, const std::string& side) {
  std::vector<const Piece*> out;
  for (const auto& [id, piece] : army.pieces())
    if (side.empty() || piece.side == side)
      out.push_back(&piece);
  return out;
}

} // namespace hotchkiss
