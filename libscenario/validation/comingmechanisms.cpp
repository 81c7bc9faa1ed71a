// The mechanism about what comes and goes, with the places where it does.
#include "libscenario/army/armytotals.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/condition.h"
#include "libscenario/validation/factvalues.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/startfacts.h"

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Asked of each arrival and withdrawal; with `each` "place", of each place that it names.
class ComingHolds final : public Mechanism {
 public:
  explicit ComingHolds(Parameters& p)
      : mEachPlace(p.word("each") == "place"),
        mAttribute(p.word("attribute")),
        mCondition(p, {"coming", "place", "hex", "scenario"}) {}

  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.plan)
        continue;
      const StartField field(report.context(), stage);
      for (const auto* list : {&stage.scenario->arrivals, &stage.scenario->withdrawals})
        for (const Arrival& each : *list) {
          if (!mEachPlace)
            judge(report, field, each, ScenarioPlace());
          else
            for (const ScenarioPlace& place : each.at)
              judge(report, field, each, place);
        }
    }
  }

 private:
  struct Coming {
    const Arrival* row = nullptr;
    std::vector<const Piece*> pieces;
    std::string side;
    ScenarioPlace place;
    std::optional<HexCoord> hex;
    const Thing* thing = nullptr;
  };

  void judge(const Report& report, const StartField& field, const Arrival& arrival, const ScenarioPlace& place) const {
    CheckContext& context = report.context();
    const ScenarioStage& stage = field.stage();
    Coming coming{&arrival, piecesOf(*stage.army, arrival.selection, nullptr, arrival.leaders), arrival.side, place, {},
                  {}};
    if (coming.side.empty() && !coming.pieces.empty())
      coming.side = coming.pieces.front()->side;
    for (const LooseCounters& loose : arrival.selection.counters)
      if (coming.side.empty())
        coming.side = loose.side;
    if (mEachPlace) {
      if (const std::vector<HexCoord> hexes = hexesOf(context, stage, place); hexes.size() == 1)
        coming.hex = hexes.front();
      for (const char* section : {"place", "region", "entry"})
        if (!coming.thing)
          coming.thing = context.things.find(section, place.id);
    }
    const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
      if (owner == "scenario")
        return field.scenario(name, arguments);
      if (owner == "hex")
        return field.hex(coming.hex, name, arguments);
      return owner == "place" ? placeFact(coming, name, arguments) : comingFact(field, coming, name, arguments);
    };
    if (!mCondition.fails(facts))
      return;
    const std::string who = !arrival.name.empty()    ? arrival.name
                            : !coming.pieces.empty() ? shownName(*stage.army, coming.pieces.front()->id)
                                                     : arrival.key.section + " " + arrival.key.id;
    const std::optional<std::size_t> turn = stage.scenario->turnIndex(arrival.turn);
    Finding& finding = report.at(stage.file, arrival.key,
                                 {{"name", who},
                                  {"turn", turn ? stage.scenario->shownTurn(*turn) : "its turn"},
                                  {"where", coming.thing ? coming.thing->name() : stage.plan->where().words(place)},
                                  {"sum", shownFact(comingFact(field, coming, "sum", {Value::text(mAttribute)}))},
                                  {"room", shownFact(comingFact(field, coming, "room", {}))}});
    finding.place.hex = coming.hex;
    finding.key = coming.place.id.empty() ? "fails" : coming.place.id;
  }

  static Value placeFact(const Coming& coming, const std::string& name, const ValueList& arguments) {
    if (name == "found")
      return Value::flag(coming.thing != nullptr);
    if (!coming.thing)
      return Value::unknown({}, {}, {});
    if (name == "kind")
      return Value::text(coming.thing->kind);
    if (name == "id")
      return Value::text(coming.thing->key.id);
    const json attributes = coming.thing->body->value("attributes", json::object());
    if (name == "given")
      return Value::flag(attributes.contains(textAt(arguments, 0)));
    if (name == "value")
      return attributes.contains(textAt(arguments, 0)) ? Value::fromJson(attributes[textAt(arguments, 0)])
                                                       : Value::text({});
    if (name == "isOfSide") { // an attribute that lists sides names the one that comes
      const json sides = attributes.value(textAt(arguments, 0), json());
      if (!sides.is_array() || coming.side.empty())
        return Value::unknown({}, {}, {});
      return Value::flag(std::find(sides.begin(), sides.end(), json(coming.side)) != sides.end());
    }
    return {};
  }

  static Value comingFact(const StartField& field, const Coming& coming, const std::string& name,
                          const ValueList& arguments) {
    const ScenarioStage& stage = field.stage();
    const Arrival& row = *coming.row;
    if (name == "leaves")
      return Value::flag(row.leaves);
    if (name == "turn")
      return turnFact(stage, row.turn);
    if (name == "until")
      return row.until.kind == TurnRef::Kind::None ? Value::unknown({}, {}, {}) : turnFact(stage, row.until);
    if (name == "side")
      return coming.side.empty() ? Value::unknown({}, {}, {}) : Value::text(coming.side);
    if (name == "placeKind")
      return Value::text(coming.place.kind == ScenarioPlace::Kind::Staging ? "staging"
                         : coming.place.kind == ScenarioPlace::Kind::Place ? "place"
                         : coming.place.kind == ScenarioPlace::Kind::Box   ? "box"
                                                                           : "other");
    if (name == "has") { // a piece or counter of this type or section
      const std::string wanted = textAt(arguments, 0);
      const std::vector<LooseCounters>& loose = row.selection.counters;
      return Value::flag(
          std::any_of(coming.pieces.begin(), coming.pieces.end(),
                      [&](const Piece* piece) { return piece->type == wanted || piece->section == wanted; }) ||
          std::any_of(loose.begin(), loose.end(), [&](const LooseCounters& each) { return each.type == wanted; }));
    }
    if (name == "all") { // all('attribute'): the one value that all of its pieces have
      Value out = Value::unknown({}, {}, {});
      bool isFirst = true;
      for (const Piece* piece : coming.pieces) {
        const Value value = stage.army->value(*piece, textAt(arguments, 0), row.values).toValue();
        if (!isFirst && !(value == out))
          return Value::unknown({}, {}, {});
        out = value;
        isFirst = false;
      }
      return out.kind() == Value::Kind::Nothing ? Value::unknown({}, {}, {}) : out;
    }
    if (name == "sum") {
      ArmyTotal total;
      for (const Piece* piece : coming.pieces)
        if (const ArmyValue value = stage.army->value(*piece, textAt(arguments, 0), row.values);
            !piece->isLeader() && value.kind != ArmyValue::Kind::Missing)
          total.add(value);
      for (const LooseCounters& loose : row.selection.counters) {
        ArmyValues values = loose.values;
        values.insert(row.values.begin(), row.values.end());
        if (const auto value = values.find(textAt(arguments, 0)); value != values.end())
          total.add(value->second, loose.count.kind == ArmyValue::Kind::Missing ? nullptr : &loose.count);
      }
      return total.isKnown() ? Value::number(total.known) : Value::unknown(total.least, total.most, {});
    }
    const auto body = stage.scenario->rows().find(row.key);
    const json members = body == stage.scenario->rows().end() ? json::object() : parsed(body->second);
    if (name == "cap")
      return members.contains("cap") ? ArmyValue::read(members["cap"]).toValue() : Value::unknown({}, {}, {});
    if (name == "places")
      return countValue(row.at.size());
    if (name == "room") { // what its places may take in one turn, by its own cap
      if (!members.contains("cap") || !members["cap"].is_number_integer())
        return Value::unknown({}, {}, {});
      const std::int64_t places = row.choose == "split" ? static_cast<std::int64_t>(row.at.size()) : 1;
      return Value::number(members["cap"].get<std::int64_t>() * places);
    }
    if (name == "comes") { // the turn on which the last of its pieces arrives
      Value out = Value::unknown({}, {}, {});
      for (const Arrival& arrival : stage.scenario->arrivals)
        for (const Piece* piece : piecesOf(*stage.army, arrival.selection))
          if (std::find(coming.pieces.begin(), coming.pieces.end(), piece) != coming.pieces.end())
            if (const Value turn = turnFact(stage, arrival.turn);
                turn.isNumber() && (!out.isNumber() || out.number() < turn.number()))
              out = turn;
      return out;
    }
    return {};
  }

  bool mEachPlace;
  std::string mAttribute; ///< that {sum} adds up
  CheckCondition mCondition;
};

} // namespace

std::unique_ptr<const Mechanism> makeComingHolds(Parameters& p) {
  return std::make_unique<ComingHolds>(p);
}

} // namespace hotchkiss
