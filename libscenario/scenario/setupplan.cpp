#include "libscenario/scenario/setupplan.h"

#include <algorithm>

namespace hotchkiss {

namespace {

/// More than this many counters of one row are a slip of the pen.
constexpr long kMostCounters = 2000;

} // namespace

SetupPlan::SetupPlan(const Document& document, const Scenario& scenario, const OrderOfBattle& army)
    : mScenario(scenario), mArmy(army), mWhere(document, &scenario, &army) {
  mWhere.setPieceHexes([this](const std::vector<const Piece*>& pieces) { return hexesOf(pieces); });
  for (const Setup& each : scenario.setups)
    if (!each.alternativeOf.empty())
      mOptions.try_emplace(each.alternativeOf, each.option);
  for (std::size_t i = 0; i < scenario.setups.size(); ++i)
    if (isPlayed(scenario.setups[i]))
      place(i);
}

bool SetupPlan::isPlayed(const Setup& setup) const {
  const auto it = mOptions.find(setup.alternativeOf);
  return it == mOptions.end() || it->second == setup.option;
}

void SetupPlan::locate(Placement& placement, const Setup& setup) const {
  using Kind = ScenarioPlace::Kind;
  placement.states = setup.values;
  placement.facing = setup.facing;
  placement.order = setup.order;
  placement.option = setup.option;
  if (setup.waiting) {
    placement.kind = Placement::Kind::Waiting;
    return;
  }
  if (setup.at.kind == Kind::None) {
    const bool isChoice = !setup.oneOf.empty();
    placement.kind = isChoice               ? Placement::Kind::Choice
                     : !setup.where.empty() ? Placement::Kind::Area
                                            : Placement::Kind::Broken;
    if (placement.kind == Placement::Kind::Broken)
      placement.problem = "the row does not say where";
    return;
  }
  placement.at = setup.at;
  placement.kind = Placement::Kind::Fixed;
  switch (setup.at.kind) {
  case Kind::Hex:
  case Kind::Label:
  case Kind::Place:
  case Kind::Entry: {
    const Result<HexCoord> hex = mWhere.hexOf(setup.at);
    if (!hex) {
      placement.kind = Placement::Kind::Broken;
      placement.problem = hex.error().text();
      return;
    }
    placement.hex = *hex;
    placement.isOutside = !mWhere.inPlay().contains(*hex);
    return;
  }
  case Kind::Area:
    placement.kind = Placement::Kind::Area;
    return;
  default:
    return;
  }
}

void SetupPlan::place(std::size_t index) {
  const Setup& setup = mScenario.setups[index];
  std::vector<std::string> missing;
  for (const Piece* piece : piecesOf(mArmy, setup.selection, &missing, setup.leaders)) {
    Placement placement;
    placement.piece = piece->id;
    placement.side = piece->side;
    placement.setup = index;
    locate(placement, setup);
    // "In reserve" said of a brigade is not said of its leader.
    std::erase_if(placement.states, [&](const auto& each) {
      return mArmy.units().attributes.contains(each.first) && !mArmy.units().applies(each.first, piece->type);
    });
    mPlacements.push_back(std::move(placement));
  }
  for (const std::string& id : missing)
    mMissing.push_back({id, {setup.key}, "the order of battle has no \"" + id + "\""});
  placeCounters(index);
}

void SetupPlan::placeCounters(std::size_t index) {
  const Setup& setup = mScenario.setups[index];
  long number = 0;
  for (const LooseCounters& counters : setup.selection.counters) {
    const ArmyValue& count = counters.count;
    const long wanted = count.kind == ArmyValue::Kind::Missing ? 1
                        : count.number                         ? count.number->floor()
                        : count.least                          ? count.least->floor()
                                                               : 0;
    for (long i = 0; i < std::min(wanted, kMostCounters); ++i) {
      Placement placement;
      const bool isNamed = static_cast<std::size_t>(i) < counters.ids.size();
      placement.piece = isNamed ? counters.ids[static_cast<std::size_t>(i)]
                                : setup.key.id + "." + counters.type + "." + std::to_string(++number);
      placement.type = counters.type;
      placement.side = counters.side.empty() ? setup.side : counters.side;
      placement.setup = index;
      placement.isLoose = true;
      locate(placement, setup);
      for (const auto& [name, value] : counters.values)
        placement.states[name] = value;
      mPlacements.push_back(std::move(placement));
    }
  }
}

std::set<HexCoord> SetupPlan::hexesOf(const std::vector<const Piece*>& pieces) const {
  std::set<HexCoord> out;
  for (const Placement& placement : mPlacements) {
    const bool isOne =
        std::any_of(pieces.begin(), pieces.end(), [&](const Piece* piece) { return piece->id == placement.piece; });
    if (!isOne)
      continue;
    if (placement.hex)
      out.insert(*placement.hex);
    const Setup& setup = mScenario.setups[placement.setup];
    // A rule that asks where others stand cannot be asked by another such rule: that would go round in circles.
    const bool asksOthers =
        setup.where.find("\"with\"") != std::string::npos || setup.where.find("\"rearOf\"") != std::string::npos ||
        setup.where.find("\"unit\"") != std::string::npos || setup.where.find("\"formation\"") != std::string::npos ||
        setup.where.find("\"awayFrom\"") != std::string::npos;
    if (placement.kind == Placement::Kind::Area && !asksOthers) {
      const AllowedHexes& allowed = this->allowed(placement.setup);
      out.insert(allowed.possible.begin(), allowed.possible.end());
    }
  }
  return out;
}

const AllowedHexes& SetupPlan::allowed(std::size_t setup) const {
  if (const auto it = mAllowed.find(setup); it != mAllowed.end())
    return it->second;
  AllowedHexes out;
  const Setup& row = mScenario.setups.at(setup);
  if (!row.where.empty()) {
    out = mWhere.hexesInPlay(row.where, piecesOf(mArmy, row.selection, nullptr, row.leaders));
  } else if (row.at.kind == ScenarioPlace::Kind::Area) {
    for (const PlayArea& area : mScenario.areas)
      if (area.id == row.at.id)
        out = mWhere.hexesInPlay(area.where);
  } else {
    std::vector<ScenarioPlace> places = row.oneOf;
    if (row.at.kind != ScenarioPlace::Kind::None)
      places.push_back(row.at);
    for (const ScenarioPlace& place : places)
      if (const Result<HexCoord> hex = mWhere.hexOf(place))
        out.certain.insert(*hex);
    out.possible = out.certain;
  }
  return mAllowed[setup] = std::move(out);
}

std::vector<const Placement*> SetupPlan::at(HexCoord hex) const {
  std::vector<const Placement*> out;
  for (const Placement& placement : mPlacements)
    if (placement.hex == hex)
      out.push_back(&placement);
  std::stable_sort(out.begin(), out.end(),
                   [](const Placement* a, const Placement* b) { return a->order.value_or(0) < b->order.value_or(0); });
  return out;
}

std::vector<PlacementDoubt> SetupPlan::doubles() const {
  std::map<std::string, std::vector<RecordKey>> rows;
  for (const Placement& placement : mPlacements)
    if (!placement.isLoose)
      rows[placement.piece].push_back(mScenario.setups[placement.setup].key);
  std::vector<PlacementDoubt> out;
  for (const auto& [piece, keys] : rows)
    if (keys.size() > 1)
      out.push_back({piece, keys, mArmy.nameOf(piece) + " is set up " + std::to_string(keys.size()) + " times"});
  return out;
}

std::vector<std::string> SetupPlan::unplaced() const {
  std::set<std::string> used;
  for (const Placement& placement : mPlacements)
    used.insert(placement.piece);
  for (const Setup& setup : mScenario.setups) // options that are not played place their pieces, too
    for (const Piece* piece : piecesOf(mArmy, setup.selection, nullptr, setup.leaders))
      used.insert(piece->id);
  for (const Arrival& arrival : mScenario.arrivals)
    for (const Piece* piece : piecesOf(mArmy, arrival.selection, nullptr, arrival.leaders))
      used.insert(piece->id);
  for (const Override& each : mScenario.overrides)
    if (each.absent || each.eliminated)
      for (const Piece* piece : piecesOf(mArmy, each.selection))
        used.insert(piece->id);
  for (const auto& [id, pool] : mArmy.pools())
    used.insert(pool.members.begin(), pool.members.end());
  std::vector<std::string> out;
  for (const auto& [id, piece] : mArmy.pieces())
    if (!used.contains(id))
      out.push_back(id);
  return out;
}

} // namespace hotchkiss
