// Who stands where at the start of a scenario, and what expressions of checks may ask about it.
#include "libscenario/validation/startfacts.h"

#include "libscenario/army/armytotals.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/factvalues.h"
#include "libscenario/validation/mechanisms.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// "4.5.1"; hexsides as printed are left to the map.
std::optional<EdgeId> latticeEdgeOf(const std::string& text) {
  constexpr std::size_t kNumbers = 3;
  std::vector<std::int32_t> numbers;
  std::size_t from = 0;
  while (from <= text.size() && numbers.size() <= kNumbers) {
    const std::size_t dot = std::min(text.find('.', from), text.size());
    std::int32_t number = 0;
    const auto [end, problem] = std::from_chars(text.data() + from, text.data() + dot, number);
    if (problem != std::errc() || end != text.data() + dot)
      return std::nullopt;
    numbers.push_back(number);
    from = dot + 1;
  }
  if (numbers.size() != kNumbers || numbers[2] < 0 || numbers[2] >= kSides / 2)
    return std::nullopt;
  EdgeId out;
  out.c = numbers[0];
  out.r = numbers[1];
  out.d = static_cast<decltype(out.d)>(numbers[2]);
  return out;
}

} // namespace

StartField::StartField(const CheckContext& context, const ScenarioStage& stage) : mContext(context), mStage(stage) {
  std::map<std::string, const Placement*> places;
  for (const Placement& placement : stage.plan->placements())
    places[placement.piece] = &placement;
  for (const Placement& placement : stage.plan->placements()) {
    StartCounter counter;
    counter.placement = &placement;
    counter.states = placement.states;
    counter.piece = army().piece(placement.piece);
    const Setup& row = stage.scenario->setups[placement.setup];
    if (!counter.piece) {
      auto made = std::make_shared<Piece>();
      made->id = placement.piece;
      made->side = placement.side;
      made->type = placement.type;
      made->values = placement.states;
      const auto type = army().units().types.find(placement.type);
      made->name = type == army().units().types.end() ? placement.type : type->second.name;
      counter.made = made;
      counter.piece = made.get();
    }
    if (!row.face.empty()) // "its army side is up" is a state, too
      for (const CounterFace* face : army().units().facesOf(counter.piece->type))
        if (face->id == row.face)
          for (const auto& [state, value] : face->when)
            counter.states.try_emplace(state, ArmyValue::of(value));
    const Placement* at = &placement;
    constexpr int kLongestChain = 10;
    for (int i = 0; i < kLongestChain && !at->hex; ++i) {
      const std::string& attach = stage.scenario->setups[at->setup].attach;
      const auto other = places.find(at->at.kind == ScenarioPlace::Kind::With ? at->at.id : attach);
      if (other == places.end() || other->second == at)
        break;
      at = other->second;
    }
    counter.hex = at->hex;
    counter.isHexOpen = !at->hex && (at->kind == Placement::Kind::Choice || at->kind == Placement::Kind::Area);
    counter.openRow = at->setup;
    if (placement.at.kind == ScenarioPlace::Kind::Inside)
      if (const Thing* place = context.things.find("place", placement.at.id))
        counter.hex = place->hex;
    mCounters.push_back(std::move(counter));
  }
  for (const StartCounter& counter : mCounters) {
    if (counter.hex)
      mStacks[*counter.hex].push_back(&counter);
    if (counter.placement->at.kind == ScenarioPlace::Kind::Inside)
      mInside[counter.placement->at.id].push_back(&counter);
  }
}

const StartField::Group& StartField::stackAt(HexCoord hex) const {
  static const Group kNobody;
  const auto it = mStacks.find(hex);
  return it == mStacks.end() ? kNobody : it->second;
}

std::string StartField::nameOf(const StartCounter& counter) const {
  return counter.made ? counter.piece->shownName() : shownName(army(), counter.piece->id);
}

Value StartField::valueOf(const StartCounter& counter, const std::string& attribute) const {
  return army().value(*counter.piece, attribute, counter.states).toValue();
}

bool StartField::hasEnemy(HexCoord hex, const std::string& side) const {
  const Group& group = stackAt(hex);
  return std::any_of(group.begin(), group.end(), [&](const StartCounter* each) {
    return !each->placement->side.empty() && !army().units().areFriends(side, each->placement->side);
  });
}

json StartField::rowMember(const StartCounter& counter, const char* member) const {
  const RecordKey& key = mStage.scenario->setups[counter.placement->setup].key;
  const auto row = mStage.scenario->rows().find(key);
  return row == mStage.scenario->rows().end() ? json() : parsed(row->second).value(member, json());
}

std::vector<EdgeId> StartField::facedBy(const StartCounter& counter) const {
  std::vector<EdgeId> out;
  const json facing = rowMember(counter, "facing");
  if (!counter.hex || !facing.is_object() || !facing.contains("sides"))
    return out;
  for (const json& side : facing["sides"])
    if (side.is_number_integer() && side.get<int>() >= 0 && side.get<int>() < kSides)
      out.push_back(mContext.document.lattice().edge(*counter.hex, side.get<int>()));
  return out;
}

/// Whether a player may choose to put it there.
bool StartField::mayStandAt(const StartCounter& counter, HexCoord hex) const {
  return counter.isHexOpen && mStage.plan->allowed(counter.openRow).possible.contains(hex);
}

bool StartField::isOf(const StartCounter& counter, const std::string& wanted) const {
  const auto type = army().units().types.find(counter.piece->type);
  return counter.piece->type == wanted || counter.piece->section == wanted ||
         (type != army().units().types.end() && type->second.category == wanted);
}

Value StartField::piece(const StartCounter& counter, const std::string& name, const ValueList& arguments) const {
  return pieceFact(army(), *counter.piece, counter.states, name, arguments);
}

bool StartField::isWithin(int reach, HexCoord from, HexCoord to, const std::string& side,
                          const std::vector<std::string>& barred) const {
  const Lattice& lattice = mContext.document.lattice();
  if (lattice.distance(from, to) > reach)
    return false;
  std::map<HexCoord, int> steps{{from, 0}};
  std::deque<HexCoord> queue{from};
  while (!queue.empty()) {
    const HexCoord here = queue.front();
    queue.pop_front();
    if (here == to)
      return true;
    if (steps[here] == reach)
      continue;
    for (const HexCoord next : lattice.neighbours(here)) {
      if (steps.contains(next) || !hexFact(mContext, next, "playable", {}).isTrue() || hasEnemy(next, side))
        continue;
      const FeatureSet& features = mContext.features(*lattice.edgeBetween(here, next));
      const bool hasWay = std::any_of(features.features.begin(), features.features.end(),
                                      [](const Feature& each) { return each.kind.starts_with("path."); });
      if (!hasWay && hasAny(features, barred))
        continue;
      steps[next] = steps[here] + 1;
      queue.push_back(next);
    }
  }
  return false;
}

/// beyondRadius('officer', 'radius', 'commander', 3, 'stream:impassable', …): leaders of the first type above it reach
/// as far as their attribute says, those of the second type so many hexes; true when it is certain that none reaches
/// it.
Value StartField::beyondRadius(const StartCounter& counter, const ValueList& arguments) const {
  if (!counter.hex)
    return notKnown();
  constexpr std::size_t kFirstBarred = 4;
  const std::vector<std::string> barred = wordsFrom(arguments, kFirstBarred);
  const std::int64_t commanderReach =
      arguments.size() > 3 && arguments[3].isNumber() ? arguments[3].number().floor() : 0;
  bool isSomeone = false;
  for (const StartCounter& leader : mCounters) {
    const bool isFirst = leader.piece->type == textAt(arguments, 0);
    if ((!isFirst && leader.piece->type != textAt(arguments, 2)) || leader.made)
      continue;
    const Formation* formation = commandOf(army(), *leader.piece);
    if (!formation || !army().isBelow(counter.piece->id, formation->id))
      continue;
    if (!leader.hex)
      return notKnown(); // he may stand right beside it
    isSomeone = true;
    const Value radius = isFirst ? valueOf(leader, textAt(arguments, 1)) : Value::number(commanderReach);
    constexpr std::int64_t kMostBonus = 2; // that another leader can add
    if (!radius.isNumber())
      return notKnown();
    const auto reach = static_cast<int>(radius.number().floor() + (isFirst ? kMostBonus : 0));
    if (isWithin(reach, *leader.hex, *counter.hex, counter.placement->side, barred))
      return Value::flag(false);
  }
  return isSomeone ? Value::flag(true) : notKnown();
}

const char* StartField::kindOf(const StartCounter& counter) const {
  using Kind = Placement::Kind;
  switch (counter.placement->kind) {
  case Kind::Waiting:
    return "waiting";
  case Kind::Choice:
  case Kind::Area:
    return "choice";
  case Kind::Broken:
    return "none";
  case Kind::Fixed:
    break;
  }
  using Place = ScenarioPlace::Kind;
  switch (counter.placement->at.kind) {
  case Place::Edge:
    return "edge";
  case Place::Zone:
    return "zone";
  case Place::Box:
  case Place::Region:
    return "box";
  case Place::Aboard:
    return "aboard";
  case Place::Inside:
    return "inside";
  case Place::Staging:
    return "staging";
  case Place::With:
    return "with";
  default:
    return counter.hex ? "hex" : "none";
  }
}

Value StartField::start(const StartCounter& counter, const std::string& name, const ValueList& arguments) const {
  const Placement& placement = *counter.placement;
  if (name == "onHex")
    return Value::flag(placement.hex.has_value());
  if (name == "outside")
    return Value::flag(placement.isOutside);
  if (name == "kind")
    return Value::text(kindOf(counter));
  if (name == "isOpen")
    return Value::flag(counter.isHexOpen);
  if (name == "has") // a member of its row
    return Value::flag(!rowMember(counter, textAt(arguments, 0).c_str()).is_null());
  if (name == "edgeHas") {
    if (placement.at.kind != ScenarioPlace::Kind::Edge)
      return Value();
    const std::optional<EdgeId> edge = latticeEdgeOf(placement.at.id);
    return edge ? Value::flag(hasAny(mContext.features(*edge), wordsFrom(arguments, 0))) : notKnown();
  }
  if (name == "facedSides")
    return rowMember(counter, "facing").is_object() ? countValue(facedBy(counter).size()) : notKnown();
  if (name == "facesAdjoin") {
    const json sides = rowMember(counter, "facing").is_object()
                           ? rowMember(counter, "facing").value("sides", json::array())
                           : json::array();
    if (sides.size() != 2)
      return Value::flag(false);
    const int turn = (sides[0].get<int>() - sides[1].get<int>() + kSides) % kSides;
    return Value::flag(turn == 1 || turn == kSides - 1);
  }
  if (name == "faces") { // sides that carry one of these
    if (facedBy(counter).empty())
      return notKnown();
    std::size_t out = 0;
    for (const EdgeId edge : facedBy(counter))
      out += hasAny(mContext.features(edge), wordsFrom(arguments, 0)) ? 1U : 0U;
    return countValue(out);
  }
  if (name == "facedTwice") { // sides that another counter of its type faces, too; "enemy": one of the other side
    const std::vector<EdgeId> own = facedBy(counter);
    std::size_t out = 0;
    for (const StartCounter& other : mCounters) {
      if (&other == &counter || other.piece->type != counter.piece->type ||
          (textAt(arguments, 0) == "enemy" && other.placement->side == placement.side))
        continue;
      for (const EdgeId edge : facedBy(other))
        out += std::count(own.begin(), own.end(), edge) > 0 ? 1U : 0U;
    }
    return countValue(out);
  }
  if (name == "closedTo" || name == "region") { // of the box or zone where it begins
    const Thing* region = mContext.things.find("region", placement.at.id);
    if (!region)
      return Value::text({});
    if (name == "region")
      return Value::text(region->kind);
    return Value::fromJson(region->body->value("attributes", json::object()).value("closed_to", json("")));
  }
  if (name == "atHome") {
    if (counter.piece->home.empty() || !counter.hex)
      return notKnown();
    const Thing* home = mContext.things.find("place", counter.piece->home);
    return home && home->hex ? Value::flag(*home->hex == *counter.hex) : notKnown();
  }
  if (name == "home") {
    const Thing* home = mContext.things.find("place", counter.piece->home);
    return Value::text(home ? home->name() : counter.piece->home);
  }
  if (name == "friends") { // counters of its side in the hex, itself apart; of a type, with an attribute of a value
    if (!counter.hex)
      return notKnown();
    std::size_t out = 0;
    for (const StartCounter* other : stackAt(*counter.hex))
      if (other != &counter && other->placement->side == placement.side &&
          (arguments.empty() || isOf(*other, textAt(arguments, 0))) &&
          (arguments.size() < 3 || valueOf(*other, textAt(arguments, 1)) == arguments[2]))
        ++out;
    const bool isDoubtful = std::any_of(mCounters.begin(), mCounters.end(), [&](const StartCounter& other) {
      return other.placement->side == placement.side && (arguments.empty() || isOf(other, textAt(arguments, 0))) &&
             mayStandAt(other, *counter.hex);
    });
    return isDoubtful ? Value::unknown(Rational(static_cast<std::int64_t>(out)), {}, {}) : countValue(out);
  }
  if (name == "subordinatesHere" || name == "superiorsHere") { // units of his command; headquarters and leaders above
    if (!counter.hex)
      return notKnown();
    const Formation* formation = commandOf(army(), *counter.piece);
    const std::vector<const Formation*> above =
        formation ? army().above(formation->id) : std::vector<const Formation*>();
    const auto counts = [&](const StartCounter& other) {
      if (name == "subordinatesHere")
        return formation && !other.piece->isLeader() && army().isBelow(other.piece->id, formation->id);
      const bool isHead = other.piece->section == "hq" || other.piece->isLeader();
      return isHead && &other != &counter && std::any_of(above.begin(), above.end(), [&](const Formation* each) {
               return other.piece->formation == each->id || other.piece->commands == each->id;
             });
    };
    std::int64_t sure = 0;
    for (const StartCounter* other : stackAt(*counter.hex))
      sure += counts(*other) ? 1 : 0;
    const bool isDoubtful = std::any_of(mCounters.begin(), mCounters.end(), [&](const StartCounter& other) {
      return counts(other) && mayStandAt(other, *counter.hex);
    });
    return isDoubtful ? Value::unknown(Rational(sure), {}, {}) : Value::number(sure);
  }
  if (name == "leaderDistance") { // to the nearest leader of its side
    std::optional<std::int32_t> least;
    for (const StartCounter& other : mCounters) {
      if (!other.piece->isLeader() || other.placement->side != placement.side ||
          (!arguments.empty() && other.piece->type != textAt(arguments, 0)))
        continue;
      if (other.isHexOpen)
        return notKnown();
      if (other.hex && counter.hex) {
        const std::int32_t far = mContext.document.lattice().distance(*other.hex, *counter.hex);
        least = least ? std::min(*least, far) : far;
      }
    }
    return !counter.hex ? notKnown() : least ? Value::number(*least) : Value::number(std::int64_t{9999});
  }
  if (name == "beyondRadius")
    return beyondRadius(counter, arguments);
  return {};
}

Value StartField::group(const Group& group, const std::string& name, const ValueList& arguments) const {
  const auto counted = [&](const auto& test) {
    return countValue(static_cast<std::size_t>(
        std::count_if(group.begin(), group.end(), [&](const auto* each) { return test(*each); })));
  };
  if (name == "size")
    return countValue(group.size());
  if (name == "units") // leaders and markers apart
    return counted([&](const StartCounter& each) { return isOf(each, "unit") || isOf(each, "ship"); });
  if (name == "count")
    return counted([&](const StartCounter& each) {
      return std::any_of(arguments.begin(), arguments.end(),
                         [&](const Value& word) { return word.isText() && isOf(each, word.text()); });
    });
  if (name == "having") { // having('attribute', value), of a type where one is named
    std::size_t sure = 0;
    std::size_t perhaps = 0;
    for (const StartCounter* each : group) {
      if (arguments.size() < 2 || (arguments.size() > 2 && !isOf(*each, textAt(arguments, 2))) || !each->piece)
        continue;
      if (!army().units().applies(textAt(arguments, 0), each->piece->type))
        continue;
      const Value value = valueOf(*each, textAt(arguments, 0));
      sure += value == arguments[1] ? 1U : 0U;
      perhaps += value.isUnknown() ? 1U : 0U;
    }
    const auto least = static_cast<std::int64_t>(sure);
    return perhaps == 0 ? countValue(sure)
                        : Value::unknown(Rational(least), Rational(least + static_cast<std::int64_t>(perhaps)), {});
  }
  if (name == "sides") {
    std::set<std::string> sides;
    for (const StartCounter* each : group)
      if (!each->placement->side.empty() && !isOf(*each, "marker"))
        sides.insert(each->placement->side);
    return countValue(sides.size());
  }
  if (name == "sum") { // of an attribute; further words are types
    ArmyTotal total;
    for (const StartCounter* each : group) {
      if (each->piece->isLeader() ||
          (arguments.size() > 1 && std::none_of(arguments.begin() + 1, arguments.end(), [&](const Value& word) {
             return word.isText() && isOf(*each, word.text());
           })))
        continue;
      if (const ArmyValue value = army().value(*each->piece, textAt(arguments, 0), each->states);
          value.kind != ArmyValue::Kind::Missing)
        total.add(value);
    }
    return total.isKnown() ? Value::number(total.known) : Value::unknown(total.least, total.most, {});
  }
  if (name == "formations") { // of an echelon; pieces without one count for themselves
    std::set<std::string> seen;
    for (const StartCounter* each : group)
      if (!each->piece->isLeader() && !isOf(*each, "marker")) {
        const Formation* formation = nullptr;
        for (const Value& echelon : arguments)
          if (!formation && echelon.isText())
            formation = army().aboveAt(each->piece->id, echelon.text());
        seen.insert(formation ? formation->id : each->piece->id);
      }
    return countValue(seen.size());
  }
  if (name == "exempt") // some row says that a rule (of this number, where one is named) does not hold for it
    return Value::flag(isExempt(group, textAt(arguments, 0)));
  return {};
}

bool StartField::isExempt(const Group& group, const std::string& rule) const {
  const auto isEffect = [&](const json& effect) {
    return effect.value("do", "") == "exempt" && (rule.empty() || effect.value("rule", "") == rule);
  };
  for (const StartCounter* each : group) // said by a row of the set-up
    for (const json& effect : rowMember(*each, "effects"))
      if (isEffect(effect))
        return true;
  for (const auto& [id, text] : mStage.scenario->rowsOf("rule")) {
    const json body = parsed(text);
    for (const json& effect : body.value("effects", json::array())) {
      if (!isEffect(effect))
        continue;
      const json who = effect.value("who", json::object());
      if (who.contains("units") || who.contains("formations") || who.contains("unit"))
        continue; // a few by name: not the stack
      const ArmyValues values = readArmyValues(who.value("values", json::object()));
      const bool fits = std::any_of(group.begin(), group.end(), [&](const StartCounter* each) {
        return std::all_of(values.begin(), values.end(), [&](const auto& value) {
          return army().value(*each->piece, value.first, each->states).text == value.second.text;
        });
      });
      if (fits)
        return true;
    }
  }
  return false;
}

Value StartField::hex(std::optional<HexCoord> at, const std::string& name, const ValueList& arguments) const {
  if (!at)
    return notKnown();
  const Lattice& lattice = mContext.document.lattice();
  const std::vector<std::string> words = wordsFrom(arguments, 0);
  const bool isAboutGround = name == "openSides" || name == "sidesWith" || name == "ground";
  if (isAboutGround && !mContext.document.extent().contains(*at))
    return notKnown();       // nobody has drawn what is off the map
  if (name == "openSides") { // neighbours on the map that are of none of these terrains
    std::size_t out = 0;
    std::size_t onMap = 0;
    for (const HexCoord n : lattice.neighbours(*at)) {
      if (!hexFact(mContext, n, "playable", {}).isTrue())
        continue;
      ++onMap;
      const std::string& terrain = mContext.document.terrain(n);
      if (terrain.empty())
        return notKnown();
      out += contains(words, terrain) ? 0U : 1U;
    }
    return onMap == 0 ? notKnown() : countValue(out);
  }
  if (name == "sidesWith") {
    std::size_t out = 0;
    for (int side = 0; side < kSides; ++side)
      out += hasAny(mContext.features(lattice.edge(*at, side)), words) ? 1U : 0U;
    return countValue(out);
  }
  if (name == "ground") { // hexes that can be reached from here over no barred side and no barred terrain, up to 20
    constexpr std::size_t kEnough = 20;
    std::set<HexCoord> seen{*at};
    std::deque<HexCoord> queue{*at};
    while (!queue.empty() && seen.size() < kEnough) {
      const HexCoord here = queue.front();
      queue.pop_front();
      for (const HexCoord next : lattice.neighbours(here)) {
        if (seen.contains(next) || !hexFact(mContext, next, "playable", {}).isTrue())
          continue;
        const FeatureSet& features = mContext.features(*lattice.edgeBetween(here, next));
        const bool hasWay = std::any_of(features.features.begin(), features.features.end(),
                                        [](const Feature& each) { return each.kind.starts_with("path."); });
        if (!hasWay && (hasAny(features, words) || contains(words, mContext.document.terrain(next))))
          continue;
        seen.insert(next);
        queue.push_back(next);
      }
    }
    return countValue(seen.size());
  }
  if (name == "settlement") { // the attribute of a settlement here, or its kind
    for (const RecordKey& key : mContext.things.at(*at))
      if (const Thing* thing = mContext.things.find(key.section, key.id);
          key.section == "place" && (arguments.size() < 2 || contains(wordsFrom(arguments, 1), thing->kind))) {
        if (textAt(arguments, 0) == "kind")
          return Value::text(thing->kind);
        const json attributes = thing->body->value("attributes", json::object());
        if (attributes.contains(textAt(arguments, 0)))
          return Value::fromJson(attributes[textAt(arguments, 0)]);
      }
    return Value::text({});
  }
  return hexFact(mContext, *at, name, arguments);
}

} // namespace hotchkiss
