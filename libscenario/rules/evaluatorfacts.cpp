#include "libscenario/rules/evaluator.h"
#include "libscenario/rules/vocabulary.h"
#include "libscenario/rules/zones.h"

#include <algorithm>

namespace hotchkiss {

namespace {

/// The rulebook's checker refuses facts without their arguments; whoever evaluates an unchecked one gets "".
const std::string& textOf(const ValueList& arguments, std::size_t index) {
  static const std::string kNone;
  return index < arguments.size() ? arguments[index].text() : kNone;
}

constexpr std::string_view kPathPrefix = "path.";

Value valueIn(const std::map<std::string, Value>& values, const std::string& name, const Value& otherwise) {
  const auto it = values.find(name);
  return it == values.end() ? otherwise : it->second;
}

/// Whether there is a path, of the kind that is named if one is.
bool hasPath(const FeatureSet& features, const ValueList& arguments) {
  return std::any_of(features.features.begin(), features.features.end(), [&](const Feature& feature) {
    return feature.kind.starts_with(kPathPrefix) &&
           (arguments.empty() || std::string_view(feature.kind).substr(kPathPrefix.size()) == textOf(arguments, 0));
  });
}

const MapThing* ofKind(const std::vector<MapThing>& things, const std::string& kind) {
  for (const MapThing& thing : things)
    if (thing.kind == kind)
      return &thing;
  return nullptr;
}

} // namespace

Value Evaluator::environmentFact(FactName name, const ValueList& arguments) const {
  const Environment& environment = mSetting.environment;
  switch (name) {
  case FactName::Weather:
    return Value::text(environment.weather.empty() ? mSetting.rules.book().units().usualWeather : environment.weather);
  case FactName::Turn:
    return Value::number(environment.turn);
  case FactName::TurnKind:
    return Value::text(environment.turnKind);
  case FactName::State:
    return environmentState(textOf(arguments, 0));
  default:
    break;
  }
  if (environment.date == 0)
    return Value::unknown({}, {}, {"environment/date"});
  if (name == FactName::Date)
    return Value::number(environment.date);
  if (name == FactName::Year)
    return Value::number(environment.date / 10000);
  if (name == FactName::Month)
    return Value::number(environment.date / 100 % 100);
  return Value::number(environment.date % 100);
}

Value Evaluator::environmentState(const std::string& name) const {
  const auto& declared = mSetting.rules.book().units().environmentStates;
  const auto it = declared.find(name);
  return valueIn(mSetting.environment.states, name, it == declared.end() ? Value::flag(false) : it->second.standard);
}

Value Evaluator::searchFact(FactName name) const {
  if (name == FactName::IsStart)
    return Value::flag(mRun.isStart);
  const bool isKnown = (name == FactName::Offset && mRun.offset >= 0) || (name == FactName::Turns && mRun.turns > 0);
  if (mRun.open && !isKnown)
    return Value::open();
  switch (name) {
  case FactName::Spent:
    return Value::number(mRun.spent);
  case FactName::Allowance:
    return Value::number(mRun.allowance);
  case FactName::Steps:
    return Value::number(mRun.steps);
  case FactName::Facing:
    return Value::number(mRun.facing);
  case FactName::Offset:
    return Value::number(mRun.offset);
  case FactName::Turns:
    return Value::number(mRun.turns);
  default:
    return applyOperator(Expression::Op::Subtract, Value::number(mRun.allowance), Value::number(mRun.spent));
  }
}

Value Evaluator::hexFact(HexCoord hex, FactName name, const ValueList& arguments) {
  look(hex);
  const Rules& rules = mSetting.rules;
  const bool onMap = rules.extent().contains(hex);
  switch (name) {
  case FactName::OnMap:
    return Value::flag(onMap);
  case FactName::Terrain:
    return Value::text(onMap ? rules.document().terrain(hex) : std::string());
  case FactName::Level: {
    const std::optional<int> level = onMap ? rules.document().level(hex) : std::nullopt;
    return level ? Value::number(*level) : Value::unknown({}, {}, {"hex " + toText(hex) + "/level"});
  }
  case FactName::NorthBearing:
    mLookedFurther = true;
    return rules.northBearing(hex);
  case FactName::Attribute:
    return valueIn(rules.facts(hex).attributes, textOf(arguments, 0), Value::flag(false));
  case FactName::Place:
  case FactName::PlaceValue: {
    if (rules.hasNamedThings(hex))
      mLookedFurther = true;
    const MapThing* place = ofKind(rules.places(hex), textOf(arguments, 0));
    if (name == FactName::Place)
      return Value::flag(place != nullptr);
    return place == nullptr ? Value() : valueIn(place->values, textOf(arguments, 1), Value());
  }
  case FactName::Region:
    for (const std::string& region : rules.facts(hex).regions)
      if (rules.regionKind(region) == textOf(arguments, 0))
        return Value::text(region);
    return Value::text({});
  case FactName::HasPath:
    return pathFact(hex, arguments);
  default:
    break;
  }
  const bool asksControl = name == FactName::Control;
  if (mSetting.position != nullptr)
    if (const auto it = mSetting.position->hexes().find(hex); it != mSetting.position->hexes().end())
      return asksControl ? Value::text(it->second.control)
                         : valueIn(it->second.states, textOf(arguments, 0), Value::flag(false));
  return asksControl ? Value::text({}) : Value::flag(false);
}

Value Evaluator::pathFact(HexCoord hex, const ValueList& arguments) {
  mLookedFurther = true;
  const Rules& rules = mSetting.rules;
  for (int side = 0; side < kSides; ++side)
    if (hasPath(rules.features(rules.lattice().edge(hex, side)), arguments))
      return Value::flag(true);
  return Value::flag(false);
}

std::optional<EdgeId> Evaluator::edgeOf(const DirectedEdge& step) {
  if (!mLastEdge || !(mLastStep == step)) {
    mLastStep = step;
    mLastEdge = mSetting.rules.lattice().edgeBetween(step.from, step.to);
  }
  return mLastEdge;
}

Value Evaluator::edgeFact(const DirectedEdge& step, FactName name, const ValueList& arguments) {
  look(step);
  const Rules& rules = mSetting.rules;
  if (name == FactName::A)
    return Value::hex(step.from);
  if (name == FactName::B)
    return Value::hex(step.to);
  const std::optional<EdgeId> found = edgeOf(step);
  if (!found && mOverLink && name != FactName::Rise) {
    switch (name) {
    case FactName::Has:
    case FactName::Path:
    case FactName::State:
      return Value::flag(false);
    case FactName::Crossing:
    case FactName::Side:
      return Value::text("none");
    case FactName::Class:
    case FactName::CrossingOwner:
      return Value::text({});
    default:
      return {};
    }
  }
  if (!found && !mOverLink)
    return Value::error("hexes " + toText(step.from) + " and " + toText(step.to) + " do not touch");
  switch (name) {
  case FactName::Direction:
    return Value::number(rules.lattice().directionTo(step.from, step.to).value_or(0));
  case FactName::Rise:
    return applyOperator(Expression::Op::Subtract, hexFact(step.to, FactName::Level, {}),
                         hexFact(step.from, FactName::Level, {}));
  case FactName::State:
    if (mSetting.position != nullptr)
      if (const auto it = mSetting.position->edges().find(*found); it != mSetting.position->edges().end())
        return valueIn(it->second, textOf(arguments, 0), Value::flag(false));
    return Value::flag(false);
  case FactName::Crossing:
  case FactName::CrossingValue:
  case FactName::CrossingOwner:
    return crossingFact(*found, name, arguments);
  default:
    return featureFact(step, *found, name, arguments);
  }
}

Value Evaluator::crossingFact(EdgeId edge, FactName name, const ValueList& arguments) {
  const Rules& rules = mSetting.rules;
  if (rules.hasNamedThings(edge))
    mLookedFurther = true;
  const MapThing* crossing = ofKind(rules.crossings(edge), textOf(arguments, 0));
  if (crossing == nullptr)
    return name == FactName::Crossing ? Value::text("none") : Value();
  if (name == FactName::CrossingValue)
    return valueIn(crossing->values, textOf(arguments, 1), Value());
  CrossingState state;
  if (mSetting.position != nullptr)
    if (const auto it = mSetting.position->crossings().find(crossing->id); it != mSetting.position->crossings().end())
      state = it->second;
  if (name == FactName::Crossing)
    return Value::text(!state.status.empty()
                           ? state.status
                           : valueIn(crossing->values, "initialStatus", Value::text("intact")).text());
  return Value::text(!state.owner.empty() ? state.owner : valueIn(crossing->values, "owner", Value::text({})).text());
}

Value Evaluator::featureFact(const DirectedEdge& step, EdgeId edge, FactName name, const ValueList& arguments) const {
  const Rules& rules = mSetting.rules;
  const FeatureSet& features = rules.features(edge);
  if (name == FactName::Path)
    return Value::flag(hasPath(features, arguments));
  const std::string& kind = textOf(arguments, 0);
  const Feature* feature = features.find(kind);
  if (name == FactName::Has) {
    if (const auto derived = rules.book().derivedFeatures().find(kind); derived != rules.book().derivedFeatures().end())
      for (const HexCoord hex : {step.from, step.to}) {
        const std::string terrain = rules.extent().contains(hex) ? rules.document().terrain(hex) : std::string();
        if (std::find(derived->second.begin(), derived->second.end(), terrain) != derived->second.end())
          return Value::flag(true);
      }
    return Value::flag(feature != nullptr);
  }
  if (name == FactName::Class)
    return Value::text(feature == nullptr ? std::string() : feature->classId);
  if (name == FactName::Side) {
    if (feature == nullptr || feature->side.empty())
      return Value::text("none");
    if (feature->side == "both")
      return Value::text("both");
    const HexCoord owner = rules.lattice().hexes(edge)[feature->side == "a" ? 0 : 1];
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

Value Evaluator::unitFact(const std::string& id, FactName fact, const std::string& name) const {
  const UnitState* unit = findUnit(id);
  if (unit == nullptr)
    return Value::error("there is no unit \"" + id + "\"");
  switch (fact) {
  case FactName::Id:
    return Value::text(unit->id);
  case FactName::Side:
    return Value::text(unit->side);
  case FactName::Type:
    return Value::text(unit->type);
  case FactName::Hex:
  case FactName::Facing:
    if (mRun.open)
      return Value::open(); // the compiled map serves the mover wherever it stands
    if (fact == FactName::Facing)
      return Value::number(unit->facing);
    return unit->at.kind == Location::Kind::Hex ? Value::hex(unit->at.hex) : Value();
  default:
    break;
  }
  if (const auto it = unit->values.find(name); it != unit->values.end())
    return it->second;
  const UnitCatalogue& units = mSetting.rules.book().units();
  if (const auto type = units.types.find(unit->type); type != units.types.end()) {
    if (fact == FactName::Category)
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

Value Evaluator::listFunction(const Expression::Node& node, const ValueList& arguments) {
  const FunctionName name = node.function;
  const Rules& rules = mSetting.rules;
  const auto needs = [&](std::size_t index, Value::Kind kind) {
    return arguments.size() > index && arguments[index].kind() == kind;
  };
  const auto units = [&](HexCoord hex, ValueList& out) {
    if (mSetting.position != nullptr)
      for (const std::string& id : mSetting.position->unitsAt(hex))
        out.push_back(Value::unit(id));
  };
  if (name == FunctionName::Friends)
    return needs(0, Value::Kind::Text) && needs(1, Value::Kind::Text)
               ? Value::flag(rules.book().units().areFriends(arguments[0].text(), arguments[1].text()))
               : Value::error("friends needs two sides");
  if (name == FunctionName::AllUnits) {
    ValueList out;
    if (mSetting.position != nullptr)
      for (const auto& [id, unit] : mSetting.position->units())
        out.push_back(Value::unit(id));
    return Value::list(std::move(out));
  }
  if (name == FunctionName::Crossings) {
    if (!needs(0, Value::Kind::Text))
      return Value::error("crossings needs the name of a kind");
    mLookedFurther = true; // whatever asked depends on the whole map
    ValueList out;
    for (const EdgeId edge : rules.edgesWithCrossing(arguments[0].text())) {
      const auto ends = rules.lattice().hexes(edge);
      out.push_back(Value::edge({ends[0], ends[1]}));
    }
    return Value::list(std::move(out));
  }
  if (!needs(0, Value::Kind::Hex))
    return Value::error(node.name + " needs a hex, not \"" + (arguments.empty() ? "" : arguments[0].shown()) + "\"");
  const HexCoord hex = arguments[0].hex();
  ValueList out;
  if (name == FunctionName::Neighbours) {
    for (const HexCoord next : rules.lattice().neighbours(hex))
      out.push_back(Value::hex(next));
    return Value::list(std::move(out));
  }
  if (name == FunctionName::Within) {
    if (!needs(1, Value::Kind::Number))
      return Value::error("within needs a distance");
    constexpr std::int64_t kMost = 200;
    for (const HexCoord near : rules.lattice().range(
             hex, static_cast<std::int32_t>(std::clamp<std::int64_t>(arguments[1].number().floor(), 0, kMost))))
      if (rules.extent().contains(near))
        out.push_back(Value::hex(near));
    return Value::list(std::move(out));
  }
  if (name == FunctionName::UnitsAt || name == FunctionName::UnitsNear) {
    units(hex, out);
    if (name == FunctionName::UnitsNear)
      for (const HexCoord next : rules.lattice().neighbours(hex))
        units(next, out);
    return Value::list(std::move(out));
  }
  if (name == FunctionName::EnemyZone) {
    if (!needs(1, Value::Kind::Text))
      return Value::error("enemyZone needs a side");
    return Value::text(mSetting.zones == nullptr ? "none" : mSetting.zones->against(hex, arguments[1].text()));
  }
  if (!needs(1, Value::Kind::Hex))
    return Value::error(node.name + " needs two hexes");
  const HexCoord other = arguments[1].hex();
  if (name == FunctionName::Edge)
    return Value::edge({hex, other});
  if (name == FunctionName::Distance)
    return Value::number(rules.lattice().distance(hex, other));
  return Value::flag(rules.lattice().distance(hex, other) == 1);
}

} // namespace hotchkiss
