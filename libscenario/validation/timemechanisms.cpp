// Mechanisms that reckon with the length of a scenario and its weather.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/openingfield.h"
#include "libscenario/validation/ways.h"

#include <algorithm>
#include <queue>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Hexes that a side scores lie near enough: from where it begins or comes in, by the cheapest way, within the turns
/// that are left times what its fastest piece moves on the average.
///
/// `allowances`: average movement of one march by side and type ({"union":{"infantry":3.5}}); a type that is not named
/// is not asked. `marches` of a turn, `more` in the first one. `pathCost`, `otherCost` and `costs` (by terrain) are the
/// least that a step costs.
class ObjectiveInTime final : public Mechanism {
 public:
  explicit ObjectiveInTime(Parameters& p)
      : mKinds(p.words("objectives", false)),
        mWays(p),
        mAllowances(p.raw("allowances")),
        mMarches(p.number("marches", 1)),
        mMore(p.number("more", 0)),
        mPathCost(p.number("pathCost", 1)),
        mOtherCost(p.number("otherCost", 1)) {
    for (const auto& [terrain, cost] : p.raw("costs").items())
      if (cost.is_number())
        mCosts[terrain] = cost.get<double>();
    if (!mAllowances.is_object())
      p.refuse("\"allowances\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan || stage.scenario->turns.empty())
        continue;
      std::map<std::string, std::map<HexCoord, double>> left; // by side: movement that is left on arrival there
      for (const ScenarioObjective& goal : stage.scenario->objectives) {
        if (goal.side.empty() || goal.of.empty() || (!mKinds.empty() && !contains(mKinds, goal.kind)))
          continue;
        const Result<Ground> ground = stage.plan->where().ground(goal.of);
        if (!ground || ground->hexes.empty())
          continue;
        const auto [reach, isNew] = left.try_emplace(goal.side);
        if (isNew)
          reach->second = reachOf(context, stage, goal.side);
        if (reach->second.empty())
          continue;
        double best = -kFar;
        for (const HexCoord hex : ground->hexes)
          if (const auto it = reach->second.find(hex); it != reach->second.end())
            best = std::max(best, it->second);
        if (best >= 0 || best == -kFar) // where no way leads at all is another matter
          continue;
        const HexCoord hex = *ground->hexes.begin();
        const std::string name = goal.name.empty() ? context.numbering.label(hex) : goal.name;
        Finding& finding =
            report.at(stage.file, {"objective", goal.id},
                      {{"name", name},
                       {"hex", context.numbering.label(hex)},
                       {"side", goal.side},
                       {"turns", countOf(stage.scenario->turns.size(), "turn", "turns")},
                       {"missing", countOf(static_cast<std::size_t>(-best), "movement point", "movement points")}});
        finding.place.hex = hex;
        finding.key = toText(hex);
      }
    }
  }

 private:
  static constexpr double kFar = 1e9;

  std::optional<double> allowanceOf(const Piece& piece) const {
    const auto side = mAllowances.find(piece.side);
    if (side == mAllowances.end() || !side->is_object() || !side->contains(piece.type))
      return std::nullopt;
    return (*side)[piece.type].get<double>();
  }

  /// Movement in the turns from this one (from 0) to the last.
  double movement(const ScenarioStage& stage, std::size_t turn, double allowance) const {
    const auto turns = static_cast<double>(stage.scenario->turns.size() - turn);
    return (turns * mMarches + mMore) * allowance;
  }

  /// Every piece from its start, as long as its movement lasts and beyond: below 0 is what it lacks.
  std::map<HexCoord, double> reachOf(const CheckContext& context, const ScenarioStage& stage,
                                     const std::string& side) const {
    std::map<HexCoord, double> best;
    using Step = std::pair<double, HexCoord>;
    std::priority_queue<Step> queue;
    const auto visit = [&](HexCoord hex, double left) {
      if (!context.document.extent().contains(hex) || !mWays.open(context, hex))
        return;
      const auto known = best.find(hex);
      if (known != best.end() && known->second >= left)
        return;
      best[hex] = left;
      queue.emplace(left, hex);
    };
    const OpeningField field(context, stage);
    for (const OpeningStand& stand : field.stands()) {
      if (stand.piece == nullptr || stand.piece->side != side)
        continue;
      const std::optional<double> allowance = allowanceOf(*stand.piece);
      if (!allowance)
        continue;
      if (stand.hex) {
        visit(*stand.hex, movement(stage, 0, *allowance));
        continue;
      }
      const AllowedHexes& allowed = stage.plan->allowed(stand.placement->setup);
      if (allowed.possible.empty())
        return {}; // nobody knows where it begins
      for (const HexCoord hex : allowed.possible)
        visit(hex, movement(stage, 0, *allowance));
    }
    for (const Arrival& arrival : stage.scenario->arrivals) {
      std::vector<HexCoord> hexes;
      std::vector<ScenarioPlace> places = arrival.at;
      for (const ArrivalVariant& variant : arrival.variants)
        places.insert(places.end(), variant.at.begin(), variant.at.end());
      for (const ScenarioPlace& place : places)
        for (const HexCoord hex : hexesOf(context, stage, place))
          hexes.push_back(hex);
      std::vector<const Piece*> pieces = piecesOf(*stage.army, arrival.selection);
      if (const auto pool = stage.army->pools().find(arrival.selection.pool); pool != stage.army->pools().end())
        for (const std::string& member : pool->second.members)
          if (const Piece* piece = stage.army->piece(member))
            pieces.push_back(piece);
      for (const Piece* piece : pieces) {
        const std::optional<double> allowance = piece->side == side ? allowanceOf(*piece) : std::nullopt;
        if (!allowance)
          continue;
        if (hexes.empty())
          return {};
        for (const HexCoord hex : hexes)
          visit(hex, movement(stage, stage.scenario->turnIndex(arrival.turn).value_or(0), *allowance));
      }
    }
    const Lattice& lattice = context.document.lattice();
    while (!queue.empty()) {
      const auto [left, at] = queue.top();
      queue.pop();
      if (best.at(at) > left)
        continue;
      for (int i = 0; i < kSides; ++i) {
        const HexCoord next = lattice.neighbour(at, i);
        const EdgeId edge = lattice.edge(at, i);
        if (!context.document.extent().contains(next) || !mWays.joined(context, at, next, edge))
          continue;
        const auto cost = mCosts.find(context.document.terrain(next));
        const double ground = cost == mCosts.end() ? mOtherCost : cost->second;
        visit(next, left - (hasAny(context.features(edge), mWays.paths) ? std::min(mPathCost, ground) : ground));
      }
    }
    return best;
  }

  std::vector<std::string> mKinds;
  Ways mWays;
  json mAllowances;
  double mMarches;
  double mMore;
  double mPathCost;
  double mOtherCost;
  std::map<std::string, double> mCosts;
};

/// Where a scenario may have a `weather`, by a turn or by an event of one of the `kinds`, the map and the module have
/// what that weather works on: some hex of each `terrain`, some crossing of each of `crossings`, each of the `members`
/// of the module.
class WeatherNeeds final : public Mechanism {
 public:
  explicit WeatherNeeds(Parameters& p)
      : mWeather(p.word("weather")),
        mEvents(p.words("eventKinds", false)),
        mTerrain(p.ids("terrain", "terrain", false)),
        mCrossings(p.ids("crossings", "crossing", false)),
        mMembers(p.words("members", false)) {
    if (mWeather.empty())
      p.refuse("\"weather\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    std::optional<std::vector<std::string>> missing; // worked out once somebody asks
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.scenario || !mayHave(*stage.scenario))
        continue;
      if (!missing)
        missing = missingOf(context);
      for (const std::string& what : *missing)
        report.at(stage.file, {"scenario", stage.id}, {{"what", what}}).key = what;
    }
  }

 private:
  bool mayHave(const Scenario& scenario) const {
    for (const Turn& turn : scenario.turns)
      if (turn.weather == mWeather)
        return true;
    for (const auto& [id, text] : scenario.rowsOf("event"))
      if (contains(mEvents, parsed(text).value("kind", "")))
        return true;
    for (const auto& [key, text] : scenario.rows())
      if (key.section == "scenario" &&
          parsed(text).value("environment", json::object()).value("weather", "") == mWeather)
        return true;
    return false;
  }

  std::vector<std::string> missingOf(const CheckContext& context) const {
    std::vector<std::string> out;
    std::set<std::string> terrains;
    const Extent extent = context.document.extent();
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r)
        terrains.insert(context.document.terrain({c, r}));
    for (const std::string& terrain : mTerrain)
      if (!terrains.contains(terrain))
        out.push_back("the map has no " + context.catalogue.terrains.at(terrain).name);
    for (const std::string& crossing : mCrossings)
      if (!context.things.hasKind("crossing", crossing))
        out.push_back("the map has no " + crossing);
    for (const auto& [key, text] : context.document.table("module"))
      if (key.section == "module")
        for (const std::string& member : mMembers)
          if (!parsed(text).contains(member))
            out.push_back("the module has no " + member + " to tell the column of the table");
    return out;
  }

  std::string mWeather;
  std::vector<std::string> mEvents;
  std::vector<std::string> mTerrain;
  std::vector<std::string> mCrossings;
  std::vector<std::string> mMembers;
};

/// Each turn follows one of the kinds that may come before it.
class TurnSequence final : public Mechanism {
 public:
  explicit TurnSequence(Parameters& p) : mFollows(p.raw("follows")) {
    if (!mFollows.is_object())
      p.refuse("\"follows\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    const UnitCatalogue& units = report.context().stage().army().units();
    const auto named = [&](const std::string& kind) {
      const auto it = units.turns.find(kind);
      return it == units.turns.end() || it->second.name.empty() ? kind : it->second.name;
    };
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.scenario)
        continue;
      const std::vector<Turn>& turns = stage.scenario->turns;
      for (std::size_t i = 1; i < turns.size(); ++i) {
        const auto may = mFollows.find(turns[i].kind);
        if (may == mFollows.end() || turns[i - 1].kind.empty() || turns[i].n != turns[i - 1].n + 1 ||
            std::find(may->begin(), may->end(), json(turns[i - 1].kind)) != may->end())
          continue;
        report
            .at(stage.file, {"turn", turns[i].id},
                {{"name", stage.scenario->shownTurn(i)},
                 {"kind", named(turns[i].kind)},
                 {"before", named(turns[i - 1].kind)}})
            .key = turns[i].id;
      }
    }
  }

 private:
  json mFollows;
};

} // namespace

std::unique_ptr<const Mechanism> makeObjectiveInTime(Parameters& p) {
  return std::make_unique<ObjectiveInTime>(p);
}
std::unique_ptr<const Mechanism> makeWeatherNeeds(Parameters& p) {
  return std::make_unique<WeatherNeeds>(p);
}
std::unique_ptr<const Mechanism> makeTurnSequence(Parameters& p) {
  return std::make_unique<TurnSequence>(p);
}

} // namespace hotchkiss
