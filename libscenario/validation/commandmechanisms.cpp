// Mechanisms about command when a scenario begins.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/classlimits.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/openingfield.h"

#include <algorithm>
#include <queue>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Everybody of the echelon `of` begins within the range of his superior. The way is reckoned as cheap as any module's
/// chart may make it (`pathCosts` by kind, `least` for any other step), so that who is out of range here is out of
/// range everywhere. `chain` lets units hang on to neighbours of their formation who are in range. `halved` lists kinds
/// of turns that halve the range.
class WithinCommand final : public Mechanism {
 public:
  explicit WithinCommand(Parameters& p)
      : mEchelon(p.word("of")),
        mAbove(p.word("above")),
        mRange(p.word("range")),
        mHalved(p.words("halved", false)),
        mChain(p.flag("chain", false)),
        mLeast(p.number("least", 1)),
        mClass(p.word("class", "leader")),
        mLimits(p) {
    for (const auto& [path, cost] : p.raw("pathCosts").items())
      if (cost.is_number())
        mPaths["path." + path] = cost.get<double>();
    if (mEchelon.empty() || mRange.empty())
      p.refuse("\"of\" and \"range\" are needed");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      const OpeningField field(context, stage);
      for (const auto& [id, formation] : stage.army->formations())
        if (formation.echelon == mEchelon)
          judge(report, field, formation);
    }
  }

 private:
  void judge(const Report& report, const OpeningField& field, const Formation& formation) const {
    const CheckContext& context = report.context();
    const Formation* commanding = mAbove.empty() ? &formation : field.army().aboveAt(formation.id, mAbove);
    if (commanding == nullptr)
      return;
    const OpeningStand* leader = standOf(field, *commanding);
    if (leader == nullptr || !leader->hex)
      return;
    const Value printed = field.piece(*leader, mRange, {});
    if (!printed.isNumber())
      return;
    const std::vector<Turn>& turns = field.stage().scenario->turns;
    const bool isHalved = !turns.empty() && contains(mHalved, turns.front().kind);
    const double range = isHalved ? static_cast<double>((printed.number().ceil() + 1) / 2)
                                  : static_cast<double>(printed.number().floor());
    const std::map<HexCoord, double> reached = reach(context, field, *leader, range);
    std::vector<const OpeningStand*> asked = mAbove.empty() ? unitsOf(field, formation) : leaderOf(field, formation);
    std::erase_if(asked, [](const OpeningStand* each) { return !each->hex; });
    std::vector<const OpeningStand*> out;
    std::set<HexCoord> within;
    for (const OpeningStand* each : asked)
      if (partsOf(*each, [&](HexCoord h) { return reached.contains(h); }))
        addParts(within, *each);
      else
        out.push_back(each);
    if (mChain)
      linkUp(context, out, within);
    for (const OpeningStand* each : out) {
      Finding& finding = report.at(field.stage().file, field.rowOf(*each).key,
                                   {{"name", field.nameOf(*each)},
                                    {"leader", field.nameOf(*leader)},
                                    {"range", Value::number(static_cast<std::int64_t>(range)).shown()},
                                    {"formation", shownName(field.army(), formation.id)},
                                    {"hex", context.numbering.label(*each->hex)}});
      finding.place.hex = each->hex;
      finding.key = each->placement->piece;
    }
  }

  static const OpeningStand* standOf(const OpeningField& field, const Formation& formation) {
    for (const Piece* leader : leadersOf(field.army(), formation))
      if (const OpeningStand* stand = field.find(leader->id))
        return stand;
    return nullptr;
  }

  static std::vector<const OpeningStand*> leaderOf(const OpeningField& field, const Formation& formation) {
    const OpeningStand* stand = standOf(field, formation);
    return stand != nullptr ? std::vector{stand} : std::vector<const OpeningStand*>();
  }

  static std::vector<const OpeningStand*> unitsOf(const OpeningField& field, const Formation& formation) {
    std::vector<const OpeningStand*> out;
    for (const OpeningStand& stand : field.stands())
      if (stand.piece != nullptr && !stand.isLeader() && field.army().isBelow(stand.piece->id, formation.id) &&
          pieceFact(field.army(), *stand.piece, {}, "category", {}) == Value::text("unit"))
        out.push_back(&stand);
    return out;
  }

  template <class Test>
  static bool partsOf(const OpeningStand& stand, const Test& test) {
    return test(*stand.hex) || std::any_of(stand.covers.begin(), stand.covers.end(), test);
  }

  static void addParts(std::set<HexCoord>& hexes, const OpeningStand& stand) {
    hexes.insert(*stand.hex);
    hexes.insert(stand.covers.begin(), stand.covers.end());
  }

  static void linkUp(const CheckContext& context, std::vector<const OpeningStand*>& out, std::set<HexCoord>& within) {
    for (bool isLonger = true; isLonger;) {
      isLonger = false;
      for (std::size_t i = 0; i < out.size(); ++i) {
        const bool touches = partsOf(*out[i], [&](HexCoord h) {
          return std::any_of(within.begin(), within.end(),
                             [&](HexCoord other) { return context.document.lattice().distance(h, other) <= 1; });
        });
        if (!touches)
          continue;
        addParts(within, *out[i]);
        out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
        isLonger = true;
        break;
      }
    }
  }

  /// Hexes that the leader's command reaches, with the least that the way can cost. The cost of a hex counts for all
  /// but his own.
  std::map<HexCoord, double> reach(const CheckContext& context, const OpeningField& field, const OpeningStand& leader,
                                   double range) const {
    std::map<HexCoord, double> best{{*leader.hex, 0}};
    using Step = std::pair<double, HexCoord>;
    std::priority_queue<Step, std::vector<Step>, std::greater<>> queue;
    queue.emplace(0, *leader.hex);
    const Lattice& lattice = context.document.lattice();
    while (!queue.empty()) {
      const auto [cost, at] = queue.top();
      queue.pop();
      if (best.at(at) < cost || (cost > 0 && isBarredByEnemy(lattice, field, leader, at)))
        continue; // it may end here, but does not pass
      for (int side = 0; side < kSides; ++side) {
        const HexCoord next = lattice.neighbour(at, side);
        const EdgeId edge = lattice.edge(at, side);
        if (mLimits.bars(context, next, mClass) || mLimits.barsSide(context, edge, mClass))
          continue;
        double step = mLeast;
        for (const Feature& feature : context.features(edge).features)
          if (const auto path = mPaths.find(feature.kind); path != mPaths.end())
            step = std::min(step, path->second);
        const auto known = best.find(next);
        if (cost + step <= range && (known == best.end() || cost + step < known->second)) {
          best[next] = cost + step;
          queue.emplace(cost + step, next);
        }
      }
    }
    return best;
  }

  static bool isBarredByEnemy(const Lattice& lattice, const OpeningField& field, const OpeningStand& leader,
                              HexCoord hex) {
    if (field.holdsUnit(hex, leader, true))
      return true;
    if (field.holdsUnit(hex, leader, false))
      return false;
    const auto around = lattice.neighbours(hex);
    return std::any_of(around.begin(), around.end(), [&](HexCoord n) { return field.holdsUnit(n, leader, true); });
  }

  std::string mEchelon;
  std::string mAbove;
  std::string mRange;
  std::vector<std::string> mHalved;
  bool mChain;
  double mLeast;
  std::string mClass;
  ClassLimits mLimits;
  std::map<std::string, double> mPaths;
};

/// Whoever follows a fallen leader is settled: the formations right below are numbered, each with another number, or
/// their leaders have `ratings` to go by.
class SuccessionSettled final : public Mechanism {
 public:
  explicit SuccessionSettled(Parameters& p)
      : mEchelons(p.words("echelons")), mBelow(p.words("below")), mRatings(p.words("ratings")) {}

  void judgeWhole(const Report& report) const override {
    const OrderOfBattle& army = report.context().stage().army();
    for (const auto& [id, formation] : army.formations()) {
      if (!contains(mEchelons, formation.echelon) || formation.noLeader)
        continue;
      std::vector<const Formation*> heirs;
      for (const std::string& child : formation.children)
        if (const Formation* each = army.formation(child); each && contains(mBelow, each->echelon))
          heirs.push_back(each);
      if (heirs.size() < 2 || areNumbered(heirs) || areRanked(army, heirs))
        continue;
      std::vector<std::string> names;
      for (const Formation* each : heirs)
        names.push_back(shownName(army, each->id));
      report.at("oob.json", formation.key(), {{"name", shownName(army, id)}, {"names", joinWords(names)}}).key =
          "heirs";
    }
  }

 private:
  /// "1", "2/III", "III": the first part of a designation is a number, Arabic or Roman.
  static bool areNumbered(const std::vector<const Formation*>& heirs) {
    std::set<std::string> numbers;
    for (const Formation* each : heirs) {
      const std::string number = each->designation.substr(0, each->designation.find('/'));
      if (number.empty() || (number.find_first_not_of("0123456789") != std::string::npos &&
                             number.find_first_not_of("IVXLC") != std::string::npos))
        return false;
      if (!numbers.insert(number).second)
        return false;
    }
    return true;
  }

  /// Every leader among them has ratings to go by; ties are the player's choice.
  bool areRanked(const OrderOfBattle& army, const std::vector<const Formation*>& heirs) const {
    return std::all_of(heirs.begin(), heirs.end(), [&](const Formation* each) {
      const std::vector<const Piece*> leaders = leadersOf(army, *each);
      return each->noLeader || std::any_of(leaders.begin(), leaders.end(), [&](const Piece* leader) {
               return std::any_of(mRatings.begin(), mRatings.end(), [&](const std::string& name) {
                 return army.value(*leader, name).kind != ArmyValue::Kind::Missing;
               });
             });
    });
  }

  std::vector<std::string> mEchelons;
  std::vector<std::string> mBelow;
  std::vector<std::string> mRatings;
};

/// A counter that stands for several others (`size` of its own) stands for `least` to `most` things of the size `value`
/// that all belong to one formation of the echelon `within`.
class StandsFor final : public Mechanism {
 public:
  explicit StandsFor(Parameters& p)
      : mAttribute(p.word("attribute")),
        mOwn(p.word("own")),
        mTheirs(p.word("value")),
        mWithin(p.word("within")),
        mLeast(static_cast<std::size_t>(p.number("least", 1))),
        mMost(static_cast<std::size_t>(p.number("most", 99))) {
    if (mAttribute.empty() || mOwn.empty() || mTheirs.empty())
      p.refuse("\"attribute\", \"own\" and \"value\" are needed");
  }

  void judgeWhole(const Report& report) const override {
    const OrderOfBattle& army = report.context().stage().army();
    for (const auto& [id, piece] : army.pieces()) {
      if (piece.represents.empty() || army.value(piece, mAttribute).text != mOwn)
        continue;
      const auto say = [&](const std::string& why) {
        report.at("oob.json", piece.key(), {{"name", shownName(army, id)}, {"why", why}}).key = why;
      };
      if (piece.represents.size() < mLeast || piece.represents.size() > mMost)
        say("stands for " + std::to_string(piece.represents.size()));
      std::set<std::string> within;
      for (const std::string& other : piece.represents) {
        const Piece* part = army.piece(other);
        const Formation* formation = army.formation(other);
        const std::string size = part ? army.value(*part, mAttribute).text : formation ? formation->echelon : "";
        if (!size.empty() && size != mTheirs)
          say("stands for " + shownName(army, other) + ", which is no " + mTheirs);
        if (part || formation)
          if (const Formation* above = army.aboveAt(other, mWithin))
            within.insert(above->id);
      }
      if (!mWithin.empty() && within.size() > 1) {
        std::vector<std::string> names;
        for (const std::string& each : within)
          names.push_back(shownName(army, each));
        say("stands for parts of " + joinWords(names));
      }
    }
  }

 private:
  std::string mAttribute;
  std::string mOwn;
  std::string mTheirs;
  std::string mWithin;
  std::size_t mLeast;
  std::size_t mMost;
};

} // namespace

std::unique_ptr<const Mechanism> makeWithinCommand(Parameters& p) {
  return std::make_unique<WithinCommand>(p);
}
std::unique_ptr<const Mechanism> makeSuccessionSettled(Parameters& p) {
  return std::make_unique<SuccessionSettled>(p);
}
std::unique_ptr<const Mechanism> makeStandsFor(Parameters& p) {
  return std::make_unique<StandsFor>(p);
}

} // namespace hotchkiss
