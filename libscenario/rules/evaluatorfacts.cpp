#include "libscenario/rules/evaluator.h"
#include "libscenario/rules/zones.h"

#include <algorithm>

namespace hotchkiss {

namespace {

/// The rulebook's checker refuses facts without their arguments; whoever evaluates an unchecked one gets "".
const std::string& textOf(const ValueList& arguments, std::size_t index) {
  static const std::string kNone;
  return index < arguments.size() ? arguments[index].text() : kNone;
}

constexpr std::string_view kPath = "path.";

Value valueIn(const std::map<std::string, Value>& values, const std::string& name, Value otherwise) {
  const auto it = values.find(name);
  return it == values.end() ? std::move(otherwise) : it->second;
}

const MapThing* ofKind(const std::vector<MapThing>& things, const std::string& kind) {
  for (const MapThing& thing : things)
    if (thing.kind == kind)
      return &thing;
  return nullptr;
}

} // namespace

Value Evaluator::environmentFact(const std::string& name, const ValueList& arguments) const {
  const Environment& environment = mSetting.environment;
  if (name == "weather")
    return Value::text(environment.weather.empty() ? mSetting.rules.book().units().usualWeather : environment.weather);
  if (name == "turn")
    return Value::number(environment.turn);
  if (name == "turnKind")
    return Value::text(environment.turnKind);
  if (name == "state")
    return valueIn(environment.states, textOf(arguments, 0), Value::flag(false));
  if (environment.date == 0)
    return Value::unknown({}, {}, {"environment/date"});
  if (name == "date")
    return Value::number(environment.date);
  if (name == "year")
    return Value::number(environment.date / 10000);
  if (name == "month")
    return Value::number(environment.date / 100 % 100);
  return Value::number(environment.date % 100);
}

Value Evaluator::searchFact(const std::string& name) const {
  if (name == "isStart")
    return Value::flag(mRun.isStart);
  if (mRun.open)
    return Value::open();
  if (name == "spent")
    return Value::number(mRun.spent);
  if (name == "allowance")
    return Value::number(mRun.allowance);
  if (name == "steps")
    return Value::number(mRun.steps);
  if (name == "facing")
    return Value::number(mRun.facing);
  if (name == "offset")
    return Value::number(mRun.offset);
  if (name == "turns")
    return Value::number(mRun.turns);
  return applyOperator(Expression::Op::Subtract, Value::number(mRun.allowance), Value::number(mRun.spent));
}

Value Evaluator::hexFact(HexCoord hex, const std::string& name, const ValueList& arguments) {
  look(hex);
  const Rules& rules = mSetting.rules;
  const bool onMap = rules.extent().contains(hex);
  if (name == "onMap")
    return Value::flag(onMap);
  if (name == "terrain")
    return Value::text(onMap ? rules.document().terrain(hex) : std::string());
  if (name == "level") {
    const std::optional<int> level = onMap ? rules.document().level(hex) : std::nullopt;
    return level ? Value::number(*level) : Value::unknown({}, {}, {"hex " + toText(hex) + "/level"});
  }
  if (name == "attribute")
    return valueIn(rules.facts(hex).attributes, textOf(arguments, 0), Value::flag(false));
  if (name == "place" || name == "placeValue") {
    if (rules.hasNamedThings(hex))
      mLookedFurther = true;
    const MapThing* place = ofKind(rules.places(hex), textOf(arguments, 0));
    if (name == "place")
      return Value::flag(place != nullptr);
    return place == nullptr ? Value() : valueIn(place->values, textOf(arguments, 1), Value());
  }
  if (name == "region") {
    for (const std::string& region : rules.facts(hex).regions)
      if (rules.regionKind(region) == textOf(arguments, 0))
        return Value::text(region);
    return Value::text({});
  }
  if (name == "hasPath") {
    mLookedFurther = true;
    for (int side = 0; side < kSides; ++side)
      for (const Feature& feature : rules.features(rules.lattice().edge(hex, side)).features)
        if (feature.kind.starts_with(kPath) &&
            (arguments.empty() || feature.kind.substr(kPath.size()) == textOf(arguments, 0)))
          return Value::flag(true);
    return Value::flag(false);
  }
  if (mSetting.position != nullptr)
    if (const auto it = mSetting.position->hexes().find(hex); it != mSetting.position->hexes().end())
      return name == "control" ? Value::text(it->second.control)
                               : valueIn(it->second.states, textOf(arguments, 0), Value::flag(false));
  return name == "control" ? Value::text({}) : Value::flag(false);
}

Value Evaluator::edgeFact(const DirectedEdge& step, const std::string& name, const ValueList& arguments) {
  look(step);
  const Rules& rules = mSetting.rules;
  if (name == "a")
    return Value::hex(step.from);
  if (name == "b")
    return Value::hex(step.to);
  const std::optional<EdgeId> found = rules.lattice().edgeBetween(step.from, step.to);
  if (!found && mOverLink && name != "rise") {
    if (name == "has" || name == "path" || name == "state")
      return Value::flag(false);
    if (name == "crossing" || name == "side")
      return Value::text("none");
    return name == "class" || name == "crossingOwner" ? Value::text({}) : Value();
  }
  if (!found && !mOverLink)
    return Value::error("hexes " + toText(step.from) + " and " + toText(step.to) + " do not touch");
  if (name == "direction")
    return Value::number(rules.lattice().directionTo(step.from, step.to).value_or(0));
  if (name == "rise")
    return applyOperator(Expression::Op::Subtract, hexFact(step.to, "level", {}), hexFact(step.from, "level", {}));
  if (name == "state") {
    if (mSetting.position != nullptr)
      if (const auto it = mSetting.position->edges().find(*found); it != mSetting.position->edges().end())
        return valueIn(it->second, textOf(arguments, 0), Value::flag(false));
    return Value::flag(false);
  }
  if (name.starts_with("crossing")) {
    if (rules.hasNamedThings(*found))
      mLookedFurther = true;
    const MapThing* crossing = ofKind(rules.crossings(*found), textOf(arguments, 0));
    if (crossing == nullptr)
      return name == "crossing" ? Value::text("none") : Value();
    if (name == "crossingValue")
      return valueIn(crossing->values, textOf(arguments, 1), Value());
    CrossingState state;
    if (mSetting.position != nullptr)
      if (const auto it = mSetting.position->crossings().find(crossing->id); it != mSetting.position->crossings().end())
        state = it->second;
    if (name == "crossing")
      return Value::text(!state.status.empty()
                             ? state.status
                             : valueIn(crossing->values, "initialStatus", Value::text("intact")).text());
    return Value::text(!state.owner.empty() ? state.owner : valueIn(crossing->values, "owner", Value::text({})).text());
  }
  const FeatureSet& features = rules.features(*found);
  if (name == "path") {
    for (const Feature& feature : features.features)
      if (feature.kind.starts_with(kPath) &&
          (arguments.empty() || feature.kind.substr(kPath.size()) == textOf(arguments, 0)))
        return Value::flag(true);
    return Value::flag(false);
  }
  const std::string& kind = textOf(arguments, 0);
  const Feature* feature = features.find(kind);
  if (name == "has") {
    if (const auto derived = rules.book().derivedFeatures().find(kind); derived != rules.book().derivedFeatures().end())
      for (const HexCoord hex : {step.from, step.to}) {
        const std::string terrain = rules.extent().contains(hex) ? rules.document().terrain(hex) : std::string();
        if (std::find(derived->second.begin(), derived->second.end(), terrain) != derived->second.end())
          return Value::flag(true);
      }
    return Value::flag(feature != nullptr);
  }
  if (name == "class")
    return Value::text(feature == nullptr ? std::string() : feature->classId);
  if (name == "side") {
    if (feature == nullptr || feature->side.empty())
      return Value::text("none");
    if (feature->side == "both")
      return Value::text("both");
    const HexCoord owner = rules.lattice().hexes(*found)[feature->side == "a" ? 0 : 1];
    return Value::text(owner == step.from ? "from" : "to");
  }
  if (feature == nullptr || feature->more.empty())
    return {};
  return valueIn(Value::fromText(feature->more).record(), textOf(arguments, 1), Value());
}

const UnitState* Evaluator::findUnit(const std::string& id) const {
  if (mSetting.profile != nullptr && mSetting.profile->id == id)
    return mSetting.profile;
  return mSetting.position == nullptr ? nullptr : mSetting.position->unit(id);
}

Value Evaluator::unitFact(const std::string& id, const std::string& name) const {
  const UnitState* unit = findUnit(id);
  if (unit == nullptr)
    return Value::error("there is no unit \"" + id + "\"");
  if (name == "id")
    return Value::text(unit->id);
  if (name == "side")
    return Value::text(unit->side);
  if (name == "type")
    return Value::text(unit->type);
  if (mRun.open && (name == "hex" || name == "facing"))
    return Value::open(); // the compiled map serves the mover wherever it stands
  if (name == "hex")
    return unit->at.kind == Location::Kind::Hex ? Value::hex(unit->at.hex) : Value();
  if (name == "facing")
    return Value::number(unit->facing);
  if (const auto it = unit->values.find(name); it != unit->values.end())
    return it->second;
  const UnitCatalogue& units = mSetting.rules.book().units();
  if (const auto type = units.types.find(unit->type); type != units.types.end()) {
    if (name == "category")
      return Value::text(type->second.category);
    if (const auto it = type->second.values.find(name); it != type->second.values.end())
      return it->second;
  }
  const auto attribute = units.attributes.find(name);
  if (attribute == units.attributes.end())
    return Value::error("units have no attribute \"" + name + "\"");
  if (attribute->second.standard.kind() == Value::Kind::Nothing && attribute->second.type.required)
    return Value::unknown({}, {}, {"unit " + id + "/" + name});
  return attribute->second.standard;
}

Value Evaluator::listFunction(const std::string& name, const ValueList& arguments) {
  const Rules& rules = mSetting.rules;
  const auto needs = [&](std::size_t index, Value::Kind kind) {
    return arguments.size() > index && arguments[index].kind() == kind;
  };
  const auto units = [&](HexCoord hex, ValueList& out) {
    if (mSetting.position != nullptr)
      for (const std::string& id : mSetting.position->unitsAt(hex))
        out.push_back(Value::unit(id));
  };
  if (name == "friends")
    return needs(0, Value::Kind::Text) && needs(1, Value::Kind::Text)
               ? Value::flag(rules.book().units().areFriends(arguments[0].text(), arguments[1].text()))
               : Value::error("friends needs two sides");
  if (name == "allUnits") {
    ValueList out;
    if (mSetting.position != nullptr)
      for (const auto& [id, unit] : mSetting.position->units())
        out.push_back(Value::unit(id));
    return Value::list(std::move(out));
  }
  if (!needs(0, Value::Kind::Hex))
    return Value::error(name + " needs a hex, not \"" + (arguments.empty() ? "" : arguments[0].shown()) + "\"");
  const HexCoord hex = arguments[0].hex();
  ValueList out;
  if (name == "neighbours") {
    for (const HexCoord next : rules.lattice().neighbours(hex))
      out.push_back(Value::hex(next));
    return Value::list(std::move(out));
  }
  if (name == "within") {
    if (!needs(1, Value::Kind::Number))
      return Value::error("within needs a distance");
    constexpr std::int64_t kMost = 200;
    for (const HexCoord near : rules.lattice().range(
             hex, static_cast<std::int32_t>(std::clamp<std::int64_t>(arguments[1].number().floor(), 0, kMost))))
      if (rules.extent().contains(near))
        out.push_back(Value::hex(near));
    return Value::list(std::move(out));
  }
  if (name == "unitsAt" || name == "unitsNear") {
    units(hex, out);
    if (name == "unitsNear")
      for (const HexCoord next : rules.lattice().neighbours(hex))
        units(next, out);
    return Value::list(std::move(out));
  }
  if (name == "enemyZone") {
    if (!needs(1, Value::Kind::Text))
      return Value::error("enemyZone needs a side");
    return Value::text(mSetting.zones == nullptr ? "none" : mSetting.zones->against(hex, arguments[1].text()));
  }
  if (!needs(1, Value::Kind::Hex))
    return Value::error(name + " needs two hexes");
  const HexCoord other = arguments[1].hex();
  if (name == "edge")
    return Value::edge({hex, other});
  if (name == "distance")
    return Value::number(rules.lattice().distance(hex, other));
  return Value::flag(rules.lattice().distance(hex, other) == 1);
}

} // namespace hotchkiss
