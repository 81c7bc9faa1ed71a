// Mechanisms that need the whole map.
#include "libscenario/validation/armystage.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/ways.h"
#include "libterrain/search/chain.h"

#include <algorithm>
#include <deque>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Along courses of the kinds `course`, from the mouth up, features never come earlier in `order` … only later, as
/// rivers shrink toward their springs. `order` runs from the spring to the mouth.
class ClassAlongCourse final : public Mechanism {
 public:
  explicit ClassAlongCourse(Parameters& p) : mKinds(p.ids("course", "course")), mOrder(p.ids("order", "edgeFeature")) {}

  void judgeWhole(const Report& report) const override {
    CheckContext& context = report.context();
    for (const auto& [id, edges] : context.courseEdges) {
      const Thing* course = context.things.find("course", id);
      if (!course || !contains(mKinds, course->kind) || !course->body->contains("mouth"))
        continue;
      std::set<int> ranks;
      for (const EdgeId e : edges)
        ranks.insert(rankOf(context, e, id));
      if (ranks.size() < 2)
        continue;
      const json& mouth = (*course->body)["mouth"];
      const VertexId corner{mouth[0].get<std::int32_t>(), mouth[1].get<std::int32_t>(), mouth[2].get<std::int32_t>()};
      const auto walk = walkChain(context.document.lattice(), ChainKind::AlongEdges, edges, corner);
      const ChainWalk* order = std::get_if<ChainWalk>(&walk);
      if (!order)
        continue; // that has been said
      for (std::size_t i = 1; i < order->order.size(); ++i) {
        const int below = rankOf(context, order->order[i - 1], id);
        const int above = rankOf(context, order->order[i], id);
        if (above <= below)
          continue;
        Finding& finding = report.at(*course, {{"from", nameOf(context, above)},
                                               {"to", nameOf(context, below)},
                                               {"vertex", context.numbering.label(order->corners[i])}});
        finding.key = toText(order->corners[i]);
        finding.place.vertex = order->corners[i];
      }
    }
  }

 private:
  int rankOf(const CheckContext& context, EdgeId e, const std::string& course) const {
    for (const Feature& feature : context.features(e).features)
      if (contains(feature.of, course))
        return static_cast<int>(std::find(mOrder.begin(), mOrder.end(), feature.kind) - mOrder.begin());
    return -1;
  }
  std::string nameOf(const CheckContext& context, int rank) const {
    const auto place = static_cast<std::size_t>(rank);
    return place < mOrder.size() ? context.catalogue.edgeFeatures.at(mOrder[place]).name : std::string();
  }

  std::vector<std::string> mKinds;
  std::vector<std::string> mOrder;
};

/// Areas that nothing leads into from the map's entries. With `beside`, areas that are cut off by these ways but not by
/// those.
class ConnectedTo final : public Mechanism {
 public:
  explicit ConnectedTo(Parameters& p) : mWays(p), mLeast(static_cast<std::size_t>(p.number("least", 1))) {
    if (p.raw("beside").is_object()) {
      Parameters other(p.raw("beside"), p.ruleset());
      mBeside.emplace(other);
      if (!other.problem().empty())
        p.refuse("beside: " + other.problem());
    }
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    std::vector<HexCoord> starts;
    for (const auto& [key, thing] : context.things.all())
      if (key.section == "entry")
        for (const json& hex : thing.body->value("hexes", json::array()))
          if (hex.is_array() && hex.size() == 2)
            starts.push_back({hex[0].get<std::int32_t>(), hex[1].get<std::int32_t>()});
    if (starts.empty())
      return; // nobody has said where units come from
    const std::set<HexCoord> reached = mWays.reach(context, starts);
    std::set<HexCoord> asked;
    if (mBeside)
      asked = mBeside->reach(context, starts);
    std::set<HexCoord> left;
    const Extent extent = context.document.extent();
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r)
        if (const HexCoord h{c, r}; mWays.open(context, h) && !reached.contains(h) && (!mBeside || asked.contains(h)) &&
                                    isEnterable(context, h))
          left.insert(h);
    while (!left.empty())
      reportArea(report, left);
  }

 private:
  /// A hex that needs a path and has none is another matter.
  bool isEnterable(const CheckContext& context, HexCoord h) const {
    return !contains(mWays.needsPath, context.document.terrain(h)) || pathSides(context, h, mWays.paths) > 0;
  }

  void reportArea(const Report& report, std::set<HexCoord>& left) const {
    const CheckContext& context = report.context();
    const HexCoord first = *left.begin();
    std::vector<HexCoord> area{first};
    left.erase(first);
    for (std::size_t i = 0; i < area.size(); ++i)
      for (const HexCoord n : context.document.lattice().neighbours(area[i]))
        if (left.erase(n) > 0)
          area.push_back(n);
    if (area.size() < mLeast)
      return;
    const std::string count = countOf(area.size(), "hex", "hexes");
    report.at(first, {{"count", count}, {"area", context.numbering.label(first)}}).key =
        "area of " + std::to_string(area.size());
  }

  Ways mWays;
  std::optional<Ways> mBeside;
  std::size_t mLeast;
};

/// Hexes that a side scores can be reached by it: from where it begins, and from where it comes in.
class ObjectiveReachable final : public Mechanism {
 public:
  explicit ObjectiveReachable(Parameters& p) : mKinds(p.words("objectives", false)), mWays(p) {}

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      std::map<std::string, std::set<HexCoord>> reached; // by side
      for (const ScenarioObjective& goal : stage.scenario->objectives) {
        if (goal.side.empty() || goal.of.empty() || (!mKinds.empty() && !contains(mKinds, goal.kind)))
          continue;
        const Result<Ground> ground = stage.plan->where().ground(goal.of);
        if (!ground || ground->hexes.empty())
          continue;
        const auto [reach, isNew] = reached.try_emplace(goal.side);
        if (isNew)
          reach->second = mWays.reach(context, startsOfSide(context, stage, goal.side));
        if (reach->second.empty() || std::any_of(ground->hexes.begin(), ground->hexes.end(),
                                                 [&reach = reach](HexCoord h) { return reach->second.contains(h); }))
          continue;
        const HexCoord hex = *ground->hexes.begin();
        Finding& finding =
            report.at(stage.file, {"objective", goal.id}, {{"hex", context.numbering.label(hex)}, {"side", goal.side}});
        finding.place.hex = hex;
        finding.key = toText(hex);
      }
    }
  }

 private:
  std::vector<std::string> mKinds;
  Ways mWays;
};

class SheetGap final : public Mechanism {
 public:
  explicit SheetGap(Parameters&) {}
  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    if (context.numbering.sheets().size() < 2)
      return;
    const Extent extent = context.document.extent();
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r) {
        const HexCoord h{c, r};
        if (context.numbering.exists(h))
          continue;
        std::set<std::string> around;
        for (const HexCoord n : context.document.lattice().neighbours(h))
          for (const std::string& sheet : sheetsOf(context, n))
            around.insert(sheet);
        if (around.size() > 1)
          report.at(h, {{"sheets", joinWords({around.begin(), around.end()})}}).key = "gap";
      }
  }
};

/// The evidence of a hex gives its terrain at least the share `least` and the lead `margin`. Cells that a person has
/// set are decided.
class EvidenceMargin final : public Mechanism {
 public:
  explicit EvidenceMargin(Parameters& p) : mLeast(p.number("least", 0.5)), mMargin(p.number("margin", 0.1)) {}
  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    for (const auto& [key, text] : context.document.table("map/evidence")) {
      if (key.section != "hex" || text.find("\"shares\"") == std::string::npos)
        continue;
      if (const std::string* hand = context.document.record("map/hand", key);
          hand && hand->find("\"terrain\"") != std::string::npos)
        continue;
      std::vector<std::pair<double, std::string>> shares;
      const json evidence = parsed(text).value("shares", json::object());
      for (const auto& [terrain, share] : evidence.items())
        if (share.is_number())
          shares.emplace_back(share.get<double>(), terrain);
      std::sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a > b; });
      if (shares.empty() ||
          (shares[0].first >= mLeast && (shares.size() < 2 || shares[0].first - shares[1].first >= mMargin)))
        continue;
      const std::optional<HexCoord> hex = hexOf(key.id);
      if (!hex || !context.document.extent().contains(*hex))
        continue;
      constexpr double kPercent = 100;
      Finding& finding =
          report.at(*hex, {{"best", shares[0].second},
                           {"next", shares.size() > 1 ? shares[1].second : "nothing else"},
                           {"share", std::to_string(static_cast<int>(shares[0].first * kPercent + 0.5)) + " %"}});
      finding.key = shares[0].second;
    }
  }

 private:
  static std::optional<HexCoord> hexOf(const std::string& id) {
    const std::vector<std::string_view> parts = splitText(id, '.');
    const auto c = parts.size() == 2 ? parseInteger(parts[0]) : std::nullopt;
    const auto r = parts.size() == 2 ? parseInteger(parts[1]) : std::nullopt;
    if (!c || !r)
      return std::nullopt;
    return HexCoord{static_cast<std::int32_t>(*c), static_cast<std::int32_t>(*r)};
  }
  double mLeast;
  double mMargin;
};

} // namespace

std::unique_ptr<const Mechanism> makeClassAlongCourse(Parameters& p) {
  return std::make_unique<ClassAlongCourse>(p);
}
std::unique_ptr<const Mechanism> makeConnectedTo(Parameters& p) {
  return std::make_unique<ConnectedTo>(p);
}
std::unique_ptr<const Mechanism> makeObjectiveReachable(Parameters& p) {
  return std::make_unique<ObjectiveReachable>(p);
}
std::unique_ptr<const Mechanism> makeSheetGap(Parameters& p) {
  return std::make_unique<SheetGap>(p);
}
std::unique_ptr<const Mechanism> makeEvidenceMargin(Parameters& p) {
  return std::make_unique<EvidenceMargin>(p);
}

} // namespace hotchkiss
