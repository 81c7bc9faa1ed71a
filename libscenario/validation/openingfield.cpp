#include "libscenario/validation/openingfield.h"

#include "libscenario/army/armytotals.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/factvalues.h"

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

const Value kNotKnown = Value::unknown({}, {}, {});

/// Rows that hold when the scenario begins: without a first turn, or from the first one.
bool holdsAtStart(const ScenarioStage& stage, const json& row) {
  if (!row.contains("from"))
    return true;
  const std::optional<std::size_t> first = stage.scenario->turnIndex(TurnRef::read(row["from"]));
  return first == std::size_t{0};
}

} // namespace

OpeningField::OpeningField(const CheckContext& context, const ScenarioStage& stage) : mContext(context), mStage(stage) {
  for (const Placement& placement : stage.plan->placements())
    mStands.push_back({&placement, stage.army->piece(placement.piece), std::nullopt, {}});
  for (const OpeningStand& stand : mStands)
    mByPiece.try_emplace(stand.placement->piece, &stand);
  locate();
  for (const OpeningStand& stand : mStands) {
    if (stand.hex)
      mStacks[*stand.hex].push_back(&stand);
    for (const HexCoord hex : stand.covers)
      mStacks[hex].push_back(&stand);
  }
  for (const auto& [id, text] : stage.scenario->rowsOf("activation")) {
    const json row = parsed(text);
    if (const std::string formation = row.value("formation", ""); !formation.empty() && holdsAtStart(stage, row))
      for (const auto& [member, value] : row.items())
        if (!value.is_structured())
          mActivations[formation][member] = Value::fromJson(value);
  }
}

void OpeningField::locate() {
  std::set<std::size_t> covered; // the further hexes of a row belong to its first unit
  for (OpeningStand& stand : mStands) {
    const OpeningStand* at = &stand;
    constexpr int kLongestChain = 10;
    for (int i = 0; i < kLongestChain && at != nullptr && !at->placement->hex; ++i)
      at = companionOf(*at);
    if (at != nullptr)
      stand.hex = at->placement->hex;
    if (const ScenarioPlace& place = stand.placement->at; !stand.hex && place.kind == ScenarioPlace::Kind::Inside)
      if (const Thing* thing = mContext.things.find("place", place.id))
        stand.hex = thing->hex;
    if (stand.isLeader() || stand.piece == nullptr || !covered.insert(stand.placement->setup).second)
      continue;
    for (const ScenarioPlace& place : rowOf(stand).covers)
      if (const Result<HexCoord> hex = mStage.plan->where().hexOf(place))
        stand.covers.push_back(*hex);
  }
}

const OpeningStack& OpeningField::at(HexCoord hex) const {
  static const OpeningStack kNobodyHere;
  const auto it = mStacks.find(hex);
  return it == mStacks.end() ? kNobodyHere : it->second;
}

const OpeningStand* OpeningField::find(const std::string& piece) const {
  const auto it = mByPiece.find(piece);
  return it == mByPiece.end() ? nullptr : it->second;
}

std::string OpeningField::nameOf(const OpeningStand& stand) const {
  return stand.piece != nullptr ? shownName(army(), stand.piece->id) : stand.placement->type;
}

bool OpeningField::areEnemies(const OpeningStand& a, const OpeningStand& b) const {
  return !a.placement->side.empty() && !b.placement->side.empty() &&
         !army().units().areFriends(a.placement->side, b.placement->side);
}

bool OpeningField::holdsUnit(HexCoord hex, const OpeningStand& asker, bool enemies) const {
  const OpeningStack& all = at(hex);
  return std::any_of(all.begin(), all.end(), [&](const OpeningStand* each) {
    return each != &asker && each->piece != nullptr && !each->isLeader() && areEnemies(asker, *each) == enemies;
  });
}

const OpeningStand* OpeningField::companionOf(const OpeningStand& stand) const {
  const ScenarioPlace& at = stand.placement->at;
  const std::string& id = at.kind == ScenarioPlace::Kind::With ? at.id : rowOf(stand).attach;
  const OpeningStand* other = id.empty() ? nullptr : find(id);
  return other == &stand ? nullptr : other;
}

const OpeningStand* OpeningField::rideOf(const OpeningStand& stand) const {
  const OpeningStand* at = companionOf(stand);
  constexpr int kLongestChain = 10;
  for (int i = 0; i < kLongestChain && at != nullptr && at->isLeader(); ++i)
    at = companionOf(*at);
  if (at != nullptr || !stand.hex)
    return at;
  const OpeningStand* only = nullptr; // the one unit of his hex is the one that he is with
  for (const OpeningStand* each : this->at(*stand.hex))
    if (each->piece != nullptr && !each->isLeader()) {
      if (only != nullptr)
        return nullptr;
      only = each;
    }
  return only;
}

Value OpeningField::piece(const OpeningStand& stand, const std::string& name, const ValueList& arguments) const {
  const ArmyValues& states = stand.placement->states;
  if (army().units().attributes.contains(name) && !states.contains(name) && !stand.piece->values.contains(name))
    for (const Formation* formation : army().above(stand.piece->id))
      if (const auto row = mActivations.find(formation->id); row != mActivations.end())
        if (const auto value = row->second.find(name); value != row->second.end())
          return value->second;
  return pieceFact(army(), *stand.piece, states, name, arguments);
}

Value OpeningField::start(const OpeningStand& stand, const std::string& name, const ValueList& arguments) const {
  if (name == "known")
    return Value::flag(stand.hex.has_value());
  if (name == "outside")
    return Value::flag(stand.placement->isOutside);
  if (name == "facing")
    return stand.placement->facing ? Value::number(*stand.placement->facing) : Value();
  if (name == "facingBy") { // as its row says: edge or vertex
    const auto row = mStage.scenario->rows().find(rowOf(stand).key);
    const json body = row == mStage.scenario->rows().end() ? json::object() : parsed(row->second);
    return body.contains("facingBy") ? Value::text(body.value("facingBy", "")) : Value();
  }
  if (name == "parts")
    return countValue(stand.covers.size());
  if (name == "rides" || name == "ridesOwn" || name == "shares" || name == "subordinates" || name == "leaders")
    return leaderFact(stand, name, arguments);
  if (!stand.hex)
    return kNotKnown;
  const Lattice& lattice = mContext.document.lattice();
  if (name == "enemiesAdjacent" || name == "friendsAdjacent") {
    std::size_t out = 0;
    for (const HexCoord n : lattice.neighbours(*stand.hex))
      out += holdsUnit(n, stand, name == "enemiesAdjacent") ? 1U : 0U;
    return countValue(out);
  }
  if (name == "friendsAt") { // of these directions from the facing, clockwise: friendsAt(2, 5)
    if (!stand.placement->facing)
      return kNotKnown;
    std::size_t out = 0;
    for (const Value& argument : arguments)
      if (argument.isNumber()) {
        const auto side = static_cast<int>((*stand.placement->facing + argument.number().floor()) % kSides);
        out += holdsUnit(lattice.neighbour(*stand.hex, side), stand, false) ? 1U : 0U;
      }
    return countValue(out);
  }
  if (name == "total") { // of an attribute in its hex, less that of a second one
    ArmyTotal total;
    for (const OpeningStand* each : at(*stand.hex)) {
      if (each->piece == nullptr || each->isLeader())
        continue;
      const Value value = piece(*each, textAt(arguments, 0), {});
      const Value less = arguments.size() > 1 ? piece(*each, textAt(arguments, 1), {}) : Value();
      if (value.kind() == Value::Kind::Nothing)
        continue;
      const bool isLess = less.isNumber() && value.isNumber();
      const auto left = isLess ? Rational::subtract(value.number(), less.number()) : std::nullopt;
      total.add(ArmyValue::of(left ? Value::number(*left) : value));
    }
    return total.isKnown() ? Value::number(total.known) : Value::unknown(total.least, total.most, {});
  }
  return {};
}

Value OpeningField::leaderFact(const OpeningStand& stand, const std::string& name, const ValueList& arguments) const {
  const Formation* command = stand.piece != nullptr ? commandOf(army(), *stand.piece) : nullptr;
  const auto isHis = [&](const OpeningStand& each) {
    return command != nullptr && each.piece != nullptr && !each.isLeader() &&
           army().isBelow(each.piece->id, command->id);
  };
  if (name == "rides") { // type of the unit that its row puts it with
    const OpeningStand* ride = companionOf(stand) != nullptr ? rideOf(stand) : nullptr;
    return Value::text(ride != nullptr && ride->piece != nullptr ? ride->piece->type : std::string());
  }
  if (name == "ridesOwn") { // whether that unit is of his command; true where the row names none
    const OpeningStand* ride = companionOf(stand) != nullptr ? rideOf(stand) : nullptr;
    return Value::flag(ride == nullptr || isHis(*ride));
  }
  if (name == "subordinates") { // in his hex; with a type, of that type
    if (!stand.hex)
      return kNotKnown;
    const OpeningStack& all = at(*stand.hex);
    return countValue(static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const OpeningStand* each) {
      return isHis(*each) && (arguments.empty() || each->piece->type == textAt(arguments, 0));
    })));
  }
  if (name == "leaders") { // of the same level with the same unit
    const Value shares = leaderFact(stand, "shares", {});
    return shares.isText() ? Value::flag(!shares.text().empty()) : shares;
  }
  // "shares": names of other leaders of his level with the same unit, and of that unit
  const OpeningStand* ride = rideOf(stand);
  if (ride == nullptr || stand.piece == nullptr)
    return stand.hex || companionOf(stand) != nullptr ? Value::text({}) : kNotKnown;
  const Value level = pieceFact(army(), *stand.piece, {}, "leads", {});
  std::vector<std::string> names;
  for (const OpeningStand& other : mStands)
    if (&other != &stand && other.isLeader() && rideOf(other) == ride &&
        pieceFact(army(), *other.piece, {}, "leads", {}) == level)
      names.push_back(nameOf(other));
  return Value::text(names.empty() ? std::string() : nameOf(*ride) + " with " + joinWords(names));
}

Value moduleFact(const CheckContext& context, const std::string& name) {
  if (name == "abbreviation")
    for (const auto& [key, text] : context.document.table("module"))
      if (key.section == "module")
        return Value::text(parsed(text).value("abbreviation", ""));
  return {};
}

Value tableFact(const CheckContext& context, const std::string& name, const ValueList& arguments) {
  const RecordTable& rows = context.ruleset.rows("rules");
  const auto bodyOf = [&](const char* section) {
    const auto row = rows.find({section, textAt(arguments, 0)});
    return row == rows.end() ? json::object() : parsed(row->second);
  };
  const auto valueOf = [](const json& value) { // {"unknown":true,"min":…} stays open
    return value.is_object() ? ArmyValue::read(value).toValue() : Value::fromJson(value);
  };
  if (name == "parameter")
    return valueOf(bodyOf("parameter").value("value", json()));
  if (name == "cell" && arguments.size() > 1 && arguments[1].isNumber()) { // from 1
    const json cells = bodyOf("row").value("cells", json::array());
    const std::int64_t place = arguments[1].number().floor();
    if (place >= 1 && place <= static_cast<std::int64_t>(cells.size()))
      return valueOf(cells[static_cast<std::size_t>(place - 1)]);
  }
  return Value::unknown({}, {}, {});
}

std::optional<FactExpression> expressionUnder(Parameters& p, const char* name, const std::vector<std::string>& owners) {
  const std::string text = p.word(name);
  if (text.empty())
    return std::nullopt;
  Result<FactExpression> expression = FactExpression::read(text, owners);
  if (expression)
    return std::move(*expression);
  p.refuse(std::string("\"") + name + "\": " + expression.error().message);
  return std::nullopt;
}

} // namespace hotchkiss
