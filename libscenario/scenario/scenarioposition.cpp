// The position at the start of a scenario.

#include "libscenario/module/modulefiles.h"
#include "libscenario/rules/position.h"
#include "libscenario/scenario/scenariorows.h"
#include "libscenario/scenario/setupplan.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Fills a position from a set-up plan.
class StartPosition {
 public:
  StartPosition(const Document& document, const Scenario& scenario, const OrderOfBattle& army, const Rulebook& book)
      : mDocument(document), mScenario(scenario), mArmy(army), mBook(book), mPlan(document, scenario, army) {}

  Result<Position> make(std::vector<std::string>* open) {
    Result<Position> started = environment();
    if (!started)
      return started;
    mOut = std::move(*started);
    std::set<std::size_t> reported;
    for (const Placement& placement : mPlan.placements()) {
      if (const Outcome put = this->put(placement); !put)
        return put.error();
      const bool isOpen =
          placement.kind == Placement::Kind::Area || placement.kind == Placement::Kind::Choice || placement.isOutside;
      if (open != nullptr && isOpen && reported.insert(placement.setup).second)
        open->push_back(sentence(placement));
    }
    attach();
    states();
    control();
    return std::move(mOut);
  }

 private:
  Error rowError(const Placement& placement, Error error) const {
    const RecordKey& key = mScenario.setups[placement.setup].key;
    return Error{error.message, Scenario::tableOf(mScenario.ownerOf(key)) + ".json", 0, key.section + " " + key.id,
                 error.advice};
  }

  /// Weather, date and policies are read as in a position file, so that they are checked in one place.
  Result<Position> environment() const {
    json environment = json::object();
    if (!mScenario.turns.empty()) {
      const Turn& first = mScenario.turns.front();
      environment["turn"] = first.n;
      for (const auto& [name, text] : {std::pair{"turnKind", first.kind}, std::pair{"weather", first.weather}})
        if (!text.empty())
          environment[name] = text;
    }
    constexpr std::size_t kFullDate = 10;
    if (mScenario.head.startDate.size() == kFullDate)
      environment["date"] = mScenario.head.startDate;
    for (const auto& [id, text] : mScenario.rowsOf("scenario")) {
      const json body = json::parse(text, nullptr, false);
      if (body.contains("environment"))
        environment.update(body["environment"]);
    }
    for (const auto& [policy, value] : chosenPolicies())
      environment["policies"].emplace(policy, value);
    RecordTable rows;
    if (!environment.empty())
      rows[{"environment", "now"}] = environment.dump();
    for (const auto& [id, text] : mScenario.rowsOf("state")) {
      const json body = json::parse(text, nullptr, false);
      if (!body.contains("crossing"))
        continue;
      json state = json::object();
      for (const char* member : {"status", "owner"})
        if (body.contains(member))
          state[member] = body[member];
      rows[{"crossing", body["crossing"].get<std::string>()}] = state.dump();
    }
    Result<Position> read = Position::read(writeRecords("position", rows), mBook, mDocument);
    if (!read)
      return Error{read.error().message, Scenario::tableOf(mScenario.head.id) + ".json", 0, read.error().where,
                   read.error().advice};
    return read;
  }

  /// Options that are named like a policy of the rules choose it; the others are for people. What the scenario's
  /// environment says goes first.
  std::map<std::string, json> chosenPolicies() const {
    std::map<std::string, json> out;
    for (const auto& [id, text] : mScenario.rowsOf("option")) {
      const json body = json::parse(text, nullptr, false);
      const char* member = body.contains("value") ? "value" : "on";
      if (mBook.policies().contains(id) && body.contains(member))
        out[id] = body[member];
    }
    return out;
  }

  Outcome put(const Placement& placement) {
    if (placement.kind == Placement::Kind::Broken)
      return rowError(placement, Error{placement.problem, {}, 0, {}, {}});
    UnitState unit;
    unit.id = placement.piece;
    unit.side = placement.side;
    unit.type = placement.type;
    ArmyValues states = placement.states;
    if (const std::string& face = mScenario.setups[placement.setup].face; !face.empty())
      for (const CounterFace& each : mBook.units().faces)
        if (each.id == face)
          for (const auto& [name, value] : each.when)
            states[name] = ArmyValue::of(value);
    ArmyValues values = states;
    if (const Piece* piece = mArmy.piece(placement.piece); piece != nullptr && !placement.isLoose) {
      unit.type = piece->type;
      unit.name = piece->name;
      values = mArmy.values(*piece, states);
    }
    if (const Outcome known = check(unit); !known)
      return rowError(placement, known.error());
    for (const auto& [name, value] : values)
      if (mBook.units().attributes.contains(name))
        unit.values[name] = value.toValue();
    unit.facing = placement.facing.value_or(0);
    unit.order = placement.order.value_or(0);
    unit.at = locationOf(placement);
    mOut.put(std::move(unit));
    return success();
  }

  Outcome check(const UnitState& unit) const {
    const UnitCatalogue& units = mBook.units();
    if (!unit.side.empty() && !units.sides.contains(unit.side))
      return Error{"there is no side \"" + unit.side + "\"", {}, 0, {}, {}};
    if (!units.types.contains(unit.type))
      return Error{"there is no unit type \"" + unit.type + "\"", {}, 0, {}, {}};
    return success();
  }

  Location locationOf(const Placement& placement) const {
    using Kind = ScenarioPlace::Kind;
    if (placement.hex)
      return mDocument.extent().contains(*placement.hex) ? Location{Location::Kind::Hex, *placement.hex, {}}
                                                         : Location{};
    if (placement.kind != Placement::Kind::Fixed)
      return {};
    switch (placement.at.kind) {
    case Kind::Edge:
    case Kind::Crossing:
      return {Location::Kind::Edge, {}, placement.at.id};
    case Kind::Vertex:
      return {Location::Kind::Vertex, {}, placement.at.id};
    case Kind::Region:
    case Kind::Zone:
      return {Location::Kind::Zone, {}, placement.at.id};
    case Kind::Box:
      return {Location::Kind::Box, {}, placement.at.id};
    case Kind::Staging:
      return {Location::Kind::Staging, {}, placement.at.id};
    case Kind::Aboard:
      return {Location::Kind::Aboard, {}, placement.at.id};
    case Kind::Inside:
      return {Location::Kind::Inside, {}, placement.at.id};
    default:
      return {};
    }
  }

  /// Pieces that are put with another go where that one is.
  void attach() {
    for (const Placement& placement : mPlan.placements()) {
      const Setup& setup = mScenario.setups[placement.setup];
      const std::string& with = placement.at.kind == ScenarioPlace::Kind::With ? placement.at.id : setup.attach;
      const UnitState* host = with.empty() ? nullptr : mOut.unit(with);
      const UnitState* guest = mOut.unit(placement.piece);
      if (host == nullptr || guest == nullptr || guest->at.kind != Location::Kind::Nowhere)
        continue;
      UnitState moved = *guest;
      moved.at = host->at;
      mOut.put(std::move(moved));
    }
  }

  void states() {
    for (const auto& [id, text] : mScenario.rowsOf("state")) {
      const json body = json::parse(text, nullptr, false);
      if (!body.contains("at") || !body.contains("values"))
        continue;
      const Result<HexCoord> hex = mPlan.where().hexOf(ScenarioPlace::read(body["at"]));
      if (hex && mDocument.extent().contains(*hex))
        for (const auto& [name, value] : readArmyValues(body["values"]))
          mOut.hexes()[*hex].states[name] = value.toValue();
    }
  }

  void control() {
    for (const auto& [id, text] : mScenario.rowsOf("control")) {
      const json body = json::parse(text, nullptr, false);
      const std::string side = body.value("side", "");
      const std::string rule = body.contains("where") ? body["where"].dump()
                               : body.contains("of")  ? json{{"in", body["of"]}}.dump()
                                                      : std::string();
      if (side.empty() || rule.empty())
        continue;
      for (const HexCoord h : mPlan.where().hexes(rule).certain)
        mOut.hexes()[h].control = side;
    }
  }

  std::string sentence(const Placement& placement) const {
    const Setup& setup = mScenario.setups[placement.setup];
    std::size_t count = 0;
    for (const Placement& each : mPlan.placements())
      count += each.setup == placement.setup ? 1U : 0U;
    const std::string who = count == 1 ? mArmy.nameOf(placement.piece) : countOf(count, "piece", "pieces");
    std::string out = "set-up " + setup.key.id + ": " + who + " ";
    if (placement.isOutside)
      return out + (mDocument.extent().contains(*placement.hex) ? "out of the area in play, " : "off the map, ") +
             mPlan.where().words(placement.at);
    if (placement.kind == Placement::Kind::Choice)
      return out + "in one of " + countOf(setup.oneOf.size(), "place", "places");
    const AllowedHexes& allowed = mPlan.allowed(placement.setup);
    out += (setup.where.empty() ? mPlan.where().words(setup.at) : mPlan.where().words(setup.where)) + ", " +
           countOf(allowed.certain.size(), "hex", "hexes");
    if (allowed.possible.size() > allowed.certain.size())
      out += " and perhaps " + std::to_string(allowed.possible.size() - allowed.certain.size()) + " more";
    return out;
  }

  const Document& mDocument;
  const Scenario& mScenario;
  const OrderOfBattle& mArmy;
  const Rulebook& mBook;
  SetupPlan mPlan;
  Position mOut;
};

} // namespace

Result<Position> Position::fromScenario(const Document& document, const std::string& scenario, const Rulebook& book,
                                        std::vector<std::string>* open) {
  const Result<Scenario> read = Scenario::read(document, scenario);
  if (!read)
    return read.error();
  const OrderOfBattle army = armyOf(document, *read, book.units());
  return StartPosition(document, *read, army, book).make(open);
}

} // namespace hotchkiss
