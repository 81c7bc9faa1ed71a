#pragma once

#include "libscenario/rules/reach.h"

namespace hotchkiss {

/// What a judged step comes to for a mover who has spent something already. Numbers are scaled.
struct PricedStep {
  bool isOpen = false;
  std::int64_t price = 0;
  bool halts = false;
};

/// With `wantsCertain` the dearest that it may cost, else the cheapest.
PricedStep priceStep(const StepJudgement& step, bool wantsCertain, std::int64_t spent, std::int64_t allowance);

/// The search for movers that face somewhere: its places are hexes with a facing. `out` has everything but the costs.
/// With a compiled map of the mover only what the position has a say in is judged.
Result<Reach> reachWithFacing(const Situation& situation, const UnitState& mover, int facing, std::int64_t allowance,
                              const CompiledMap* compiled, const std::stop_token& cancel, Reach out);

} // namespace hotchkiss
