#include "libscenario/scenario/turnstrength.h"

#include <algorithm>

namespace hotchkiss {

namespace {

/// From which turn on something is there, or gone.
struct Presence {
  std::size_t from = 0;
  std::size_t until = static_cast<std::size_t>(-1);
  bool isCertain = true;
  ArmyValues states;
  const Piece* piece = nullptr;
  std::optional<ArmyValue> value; ///< of what is summed; the same on all turns, so it is looked up once
};

/// Works out who is there when.
class Roster {
 public:
  Roster(const SetupPlan& plan, const std::string& side, const std::string& attribute) : mPlan(plan), mSide(side) {
    for (const Placement& placement : plan.placements())
      if (placement.side == side && placement.kind != Placement::Kind::Waiting && !placement.isLoose)
        mPresent[placement.piece].states = placement.states;
    for (const Arrival& arrival : plan.scenario().arrivals)
      note(arrival);
    for (const Arrival& withdrawal : plan.scenario().withdrawals)
      note(withdrawal);
    const OrderOfBattle& army = plan.army();
    for (auto& [id, presence] : mPresent) {
      presence.piece = army.piece(id);
      if (presence.piece != nullptr && army.units().applies(attribute, presence.piece->type))
        presence.value = army.value(*presence.piece, attribute, presence.states);
    }
  }

  TurnStrength at(std::size_t turn, const std::string& attribute) const {
    TurnStrength out;
    out.turn = turn;
    for (const auto& [id, presence] : mPresent) {
      const Piece* piece = presence.piece;
      if (piece == nullptr || turn < presence.from || turn >= presence.until)
        continue;
      if (!presence.isCertain) {
        ++out.perhaps;
        continue;
      }
      ++out.pieces;
      if (presence.value)
        out.total.add(*presence.value, piece->count ? &*piece->count : nullptr);
    }
    addLoose(turn, attribute, out);
    return out;
  }

 private:
  void note(const Arrival& row) {
    const std::optional<std::size_t> turn = mPlan.scenario().turnIndex(row.turn);
    const bool isCertain = turn && !row.optional && row.when.empty() && row.selection.pool.empty();
    for (const Piece* piece : piecesOf(mPlan.army(), row.selection, nullptr, row.leaders)) {
      if (piece->side != mSide)
        continue;
      if (row.leaves) {
        if (const auto it = mPresent.find(piece->id); it != mPresent.end() && isCertain)
          it->second.until = std::min(it->second.until, *turn);
        continue;
      }
      const auto [it, isNew] = mPresent.try_emplace(piece->id);
      if (isNew)
        it->second = {turn.value_or(0), static_cast<std::size_t>(-1), isCertain, row.values, nullptr, std::nullopt};
    }
  }

  /// Counters that are not in the order of battle one by one, where they have the attribute.
  void addLoose(std::size_t turn, const std::string& attribute, TurnStrength& out) const {
    const auto add = [&](const Selection& selection, const std::string& side) {
      for (const LooseCounters& counters : selection.counters) {
        if ((counters.side.empty() ? side : counters.side) != mSide)
          continue;
        const auto value = counters.values.find(attribute);
        if (value != counters.values.end())
          out.total.add(value->second, counters.count.kind == ArmyValue::Kind::Missing ? nullptr : &counters.count);
      }
    };
    for (const Setup& setup : mPlan.scenario().setups)
      if (!setup.waiting)
        add(setup.selection, setup.side);
    for (const Arrival& arrival : mPlan.scenario().arrivals)
      if (const auto when = mPlan.scenario().turnIndex(arrival.turn); when && *when <= turn && !arrival.optional)
        add(arrival.selection, arrival.side);
  }

  const SetupPlan& mPlan;
  const std::string& mSide;
  std::map<std::string, Presence> mPresent;
};

} // namespace

std::vector<TurnStrength> strengthByTurn(const SetupPlan& plan, const std::string& side, const std::string& attribute) {
  const Roster roster(plan, side, attribute);
  std::vector<TurnStrength> out;
  for (std::size_t turn = 0; turn < plan.scenario().turns.size(); ++turn)
    out.push_back(roster.at(turn, attribute));
  return out;
}

} // namespace hotchkiss
