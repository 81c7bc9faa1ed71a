#include "libscenario/scenario/whereevaluator.h"

#include "libscenario/army/armytotals.h"
#include "libscenario/scenario/scenariorows.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr int kDeepest = 16;

void unite(std::set<HexCoord>& into, const std::set<HexCoord>& other) {
  into.insert(other.begin(), other.end());
}

std::set<HexCoord> common(const std::set<HexCoord>& a, const std::set<HexCoord>& b) {
  std::set<HexCoord> out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
  return out;
}

std::set<HexCoord> without(const std::set<HexCoord>& a, const std::set<HexCoord>& b) {
  std::set<HexCoord> out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
  return out;
}

void addWords(std::vector<std::string>& into, const std::vector<std::string>& more) {
  for (const std::string& each : more)
    if (std::find(into.begin(), into.end(), each) == into.end())
      into.push_back(each);
}

/// A single coordinate is a list of numbers, and so no list of targets.
bool isTargetList(const json& targets) {
  return targets.is_array() && !(targets.size() == 2 && targets[0].is_number_integer());
}

} // namespace

WhereEvaluator::WhereEvaluator(const MapGrounds& grounds, const Scenario* scenario, const OrderOfBattle* army,
                               const PieceHexes& pieceHexes)
    : mGrounds(grounds), mScenario(scenario), mArmy(army), mPieceHexes(pieceHexes) {}

const WhereEvaluator::Set& WhereEvaluator::everywhere() const {
  if (mEverywhere.empty()) {
    const Extent extent = mGrounds.document().extent();
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r)
        mEverywhere.insert(mEverywhere.end(), HexCoord{c, r});
  }
  return mEverywhere;
}

AllowedHexes WhereEvaluator::exactly(const Set& hexes) const {
  AllowedHexes out;
  for (const HexCoord h : hexes)
    if (mGrounds.document().extent().contains(h))
      out.certain.insert(h);
  out.possible = out.certain;
  return out;
}

AllowedHexes WhereEvaluator::openTo(std::string why) const {
  AllowedHexes out;
  out.possible = everywhere();
  out.open.push_back(std::move(why));
  return out;
}

AllowedHexes WhereEvaluator::failed(const Error& error) const {
  AllowedHexes out;
  out.possible = everywhere();
  out.errors.push_back(error.text());
  return out;
}

template <class Test>
AllowedHexes WhereEvaluator::where(const Test& test) const {
  AllowedHexes out;
  for (const HexCoord h : everywhere())
    if (test(h))
      out.certain.insert(out.certain.end(), h);
  out.possible = out.certain;
  return out;
}

AllowedHexes WhereEvaluator::evaluate(const json& rule) const {
  const Document& document = mGrounds.document();
  if (rule.contains("all"))
    return combined(rule["all"], true);
  if (rule.contains("any"))
    return combined(rule["any"], false);
  if (rule.contains("not"))
    return negated(rule["not"]);
  if (rule.contains("sideOf"))
    return sideOf(rule);
  if (rule.contains("rearOf"))
    return rearOf(rule);
  if (rule.contains("awayFrom"))
    return awayFrom(rule);
  if (rule.contains("with"))
    return withPieces(rule);
  if (rule.contains("within"))
    return within(rule);
  if (rule.contains("between"))
    return between(rule);
  if (rule.contains("rows") || rule.contains("columns"))
    return spanned(rule.contains("rows") ? rule["rows"] : rule["columns"], rule.contains("rows"));
  if (rule.contains("hexes") || rule.contains("in") || rule.contains("adjacent")) {
    const char* member = rule.contains("hexes") ? "hexes" : rule.contains("in") ? "in" : "adjacent";
    const Result<Ground> found = ground(rule[member]);
    if (!found)
      return failed(found.error());
    const Set touching = mGrounds.touching(*found);
    return rule.contains("adjacent") ? exactly(without(spread(*found, 1), touching)) : exactly(touching);
  }
  if (rule.contains("terrain")) {
    const std::vector<std::string> terrains = wordsOf(rule, "terrain");
    return where(
        [&](HexCoord h) { return std::find(terrains.begin(), terrains.end(), document.terrain(h)) != terrains.end(); });
  }
  if (rule.contains("has")) {
    const std::vector<std::string> kinds = wordsOf(rule, "has");
    return where([&](HexCoord h) {
      for (int side = 0; side < kSides; ++side) {
        const FeatureSet features = document.features(document.lattice().edge(h, side));
        for (const std::string& kind : kinds)
          if (features.find(kind) != nullptr)
            return true;
      }
      return false;
    });
  }
  if (rule.contains("attribute")) {
    const std::string name = rule["attribute"].get<std::string>();
    const json wanted = rule.value("is", json(true));
    return where([&](HexCoord h) {
      const std::string& text = document.attributes(h);
      const json attributes = text.empty() ? json::object() : json::parse(text, nullptr, false);
      const auto it = attributes.find(name);
      return it != attributes.end() && *it == wanted;
    });
  }
  if (rule.contains("level"))
    return where([&](HexCoord h) {
      const std::optional<int> level = document.level(h);
      return level && *level >= rule["level"][0].get<int>() && *level <= rule["level"][1].get<int>();
    });
  if (rule.contains("sheet")) {
    const std::vector<std::string> sheets = wordsOf(rule, "sheet");
    return where([&](HexCoord h) {
      const std::vector<Label> labels = mGrounds.numbering().labels(h);
      return std::any_of(labels.begin(), labels.end(), [&](const Label& label) {
        return std::find(sheets.begin(), sheets.end(), label.sheet) != sheets.end();
      });
    });
  }
  if (rule.contains("controlledBy"))
    return controlledBy(rule["controlledBy"].get<std::string>());
  return exactly(everywhere());
}

AllowedHexes WhereEvaluator::combined(const json& list, bool isAll) const {
  AllowedHexes out;
  bool isFirst = true;
  for (const json& rule : list) {
    AllowedHexes one = evaluate(rule);
    addWords(out.open, one.open);
    addWords(out.errors, one.errors);
    if (isFirst) {
      out.certain = std::move(one.certain);
      out.possible = std::move(one.possible);
    } else if (isAll) {
      out.certain = common(out.certain, one.certain);
      out.possible = common(out.possible, one.possible);
    } else {
      unite(out.certain, one.certain);
      unite(out.possible, one.possible);
    }
    isFirst = false;
  }
  return out;
}

AllowedHexes WhereEvaluator::negated(const json& rule) const {
  AllowedHexes inner = evaluate(rule);
  AllowedHexes out;
  out.certain = without(everywhere(), inner.possible);
  out.possible = without(everywhere(), inner.certain);
  out.open = std::move(inner.open);
  out.errors = std::move(inner.errors);
  return out;
}

/// Breadth first over the map and what lies between it and the ground.
WhereEvaluator::Set WhereEvaluator::spread(const Ground& ground, long distance) const {
  const Lattice& lattice = mGrounds.document().lattice();
  Set seen = mGrounds.touching(ground);
  const Extent extent = mGrounds.document().extent();
  HexCoord low{0, 0};
  HexCoord high{extent.width - 1, extent.height - 1};
  for (const HexCoord h : seen) {
    low = {std::min(low.c, h.c), std::min(low.r, h.r)};
    high = {std::max(high.c, h.c), std::max(high.r, h.r)};
  }
  std::vector<HexCoord> front(seen.begin(), seen.end());
  for (long step = 0; step < distance && !front.empty(); ++step) {
    std::vector<HexCoord> next;
    for (const HexCoord h : front)
      for (const HexCoord n : lattice.neighbours(h))
        if (n.c >= low.c && n.r >= low.r && n.c <= high.c && n.r <= high.r && seen.insert(n).second)
          next.push_back(n);
    front = std::move(next);
  }
  return seen;
}

AllowedHexes WhereEvaluator::within(const json& rule) const {
  const Result<Ground> found = ground(rule["of"]);
  if (!found)
    return failed(found.error());
  const json& distance = rule["within"];
  if (distance.is_number_integer())
    return exactly(spread(*found, distance.get<long>()));
  AllowedHexes out = exactly(spread(*found, distance.value("min", 0L)));
  out.possible = distance.contains("max") ? exactly(spread(*found, distance["max"].get<long>())).certain : everywhere();
  out.open.emplace_back("the source does not say how near");
  return out;
}

AllowedHexes WhereEvaluator::sideOf(const json& rule) const {
  const Result<Ground> found = ground(rule["sideOf"]);
  if (!found)
    return failed(found.error());
  if (found->empty())
    return failed(Error{"nothing of " + rule["sideOf"].dump() + " is on the map", {}, 0, {}, {}});
  // Where others stand is the players' doing: any hex beyond some place where they may be is possible.
  const json& target = rule["sideOf"];
  const bool isOfPieces =
      target.is_object() && (target.contains("formation") || target.contains("unit")) && found->hexes.size() > 1;
  const bool isInclusive = isOfPieces || rule.value("inclusive", false);
  Set hexes;
  for (const std::string& bearing : wordsOf(rule, "bearing"))
    unite(hexes, hexesOnSide(mGrounds.document().lattice(), everywhere(), *found, bearing, isInclusive));
  if (!rule.value("adjacent", true))
    hexes = without(hexes, without(spread(*found, 1), found->hexes));
  AllowedHexes out = exactly(hexes);
  if (isOfPieces) {
    out.certain = {};
    out.open.emplace_back("it follows from where the others are put");
  }
  if (const auto near = rule.find("within"); near != rule.end()) {
    const AllowedHexes close = within(json{{"within", *near}, {"of", rule["sideOf"]}});
    out.certain = common(out.certain, close.certain);
    out.possible = common(out.possible, close.possible);
    addWords(out.open, close.open);
  }
  return out;
}

AllowedHexes WhereEvaluator::between(const json& rule) const {
  const Result<Ground> a = ground(rule["between"][0]);
  const Result<Ground> b = ground(rule["between"][1]);
  if (!a || !b)
    return failed(a ? b.error() : a.error());
  const Set first = mGrounds.touching(*a);
  const Set second = mGrounds.touching(*b);
  const Extent extent = mGrounds.document().extent();
  std::vector<bool> swept(static_cast<std::size_t>(extent.area()));
  for (const HexCoord from : first)
    for (const HexCoord to : second)
      for (const HexCoord h : mGrounds.document().lattice().line(from, to))
        if (extent.contains(h))
          swept[static_cast<std::size_t>(h.c) * static_cast<std::size_t>(extent.height) +
                static_cast<std::size_t>(h.r)] = true;
  AllowedHexes out = where([&](HexCoord h) -> bool {
    return swept[static_cast<std::size_t>(h.c) * static_cast<std::size_t>(extent.height) +
                 static_cast<std::size_t>(h.r)];
  });
  const json inclusive = rule.value("inclusive", json::array({true, true}));
  if (!inclusive[0].get<bool>())
    out.certain = without(out.certain, first);
  if (!inclusive[1].get<bool>())
    out.certain = without(out.certain, second);
  out.possible = out.certain;
  return out;
}

AllowedHexes WhereEvaluator::spanned(const json& span, bool isRows) const {
  std::array<std::optional<std::int32_t>, 2> bounds;
  for (std::size_t i = 0; i < 2; ++i) {
    if (span[i].is_number_integer()) {
      bounds[i] = span[i].get<std::int32_t>();
    } else if (span[i].is_string()) {
      const Result<HexCoord> h = mGrounds.hex(span[i]);
      if (!h)
        return failed(h.error());
      bounds[i] = isRows ? h->r : h->c;
    }
  }
  if (bounds[0] && bounds[1] && *bounds[1] < *bounds[0])
    std::swap(bounds[0], bounds[1]);
  return where([&](HexCoord h) {
    const std::int32_t at = isRows ? h.r : h.c;
    return (!bounds[0] || at >= *bounds[0]) && (!bounds[1] || at <= *bounds[1]);
  });
}

/// Others that share a formation with those that the rule is for: one of a level of the hierarchy, or ("parent") the
/// one above their own.
std::vector<const Piece*> WhereEvaluator::comrades(const std::string& level) const {
  std::set<std::string> formations;
  for (const Piece* own : mOwn) {
    const std::vector<const Formation*> above = mArmy->above(own->id);
    const Formation* at = level == "parent" ? (above.size() > 1 ? above[1]
                                               : above.empty()  ? nullptr
                                                                : above[0])
                                            : mArmy->aboveAt(own->id, level);
    if (at != nullptr)
      formations.insert(at->id);
  }
  std::vector<const Piece*> out;
  for (const std::string& id : formations)
    for (const Piece* piece : mArmy->below(id))
      if (std::find(mOwn.begin(), mOwn.end(), piece) == mOwn.end())
        out.push_back(piece);
  return out;
}

std::vector<const Piece*> WhereEvaluator::piecesIn(const json& who) const {
  std::vector<const Piece*> out;
  if (mArmy == nullptr)
    return out;
  if (who.contains("sameAs"))
    return comrades(who["sameAs"].get<std::string>());
  const bool isNamed = who.contains("unit") || who.contains("units") || who.contains("formations");
  const Selection selection = readSelection(who);
  const std::vector<const Piece*> named = isNamed ? piecesOf(*mArmy, selection) : piecesOfSide(*mArmy, "");
  const std::string side = who.value("side", "");
  for (const Piece* piece : named) {
    const bool fitsType = selection.types.empty() || std::find(selection.types.begin(), selection.types.end(),
                                                               piece->type) != selection.types.end();
    if ((side.empty() || piece->side == side) && fitsType)
      out.push_back(piece);
  }
  return out;
}

AllowedHexes WhereEvaluator::withPieces(const json& rule) const {
  const std::vector<const Piece*> pieces = piecesIn(rule["with"]);
  const Set hexes = mPieceHexes && !pieces.empty() ? mPieceHexes(pieces) : Set{};
  if (hexes.empty())
    return openTo("where the others stand is not known");
  Ground ground;
  ground.hexes = hexes;
  AllowedHexes out;
  out.possible = exactly(spread(ground, rule.value("within", 0L))).certain;
  if (hexes.size() == 1)
    out.certain = out.possible;
  else
    out.open.emplace_back("it goes where the others are put");
  return out;
}

AllowedHexes WhereEvaluator::rearOf(const json& rule) const {
  const std::vector<const Piece*> pieces = piecesIn(rule["rearOf"]);
  const Set hexes = mPieceHexes && !pieces.empty() ? mPieceHexes(pieces) : Set{};
  const std::string bearing = rule.value("bearing", "");
  if (hexes.empty() || bearing.empty())
    return openTo("where the rear is follows from where the others are put");
  Ground ground;
  ground.hexes = hexes;
  AllowedHexes out;
  const Set all = hexesOnSide(mGrounds.document().lattice(), everywhere(), ground, bearing, true);
  out.possible = all;
  if (const auto near = rule.find("within"); near != rule.end()) {
    const long most = near->is_number_integer() ? near->get<long>() : near->value("max", 999L);
    out.possible = common(all, spread(ground, most));
  }
  out.open.emplace_back("where the rear is follows from where the others are put");
  return out;
}

AllowedHexes WhereEvaluator::awayFrom(const json& rule) const {
  const long least = rule["atLeast"].get<long>();
  const json& from = rule["awayFrom"];
  if (from.is_string() && mArmy != nullptr && mArmy->units().sides.contains(from.get<std::string>())) {
    const std::vector<const Piece*> enemies = piecesOfSide(*mArmy, from.get<std::string>());
    const Set hexes = mPieceHexes ? mPieceHexes(enemies) : Set{};
    if (hexes.empty())
      return openTo("where the other side stands is not known");
    Ground ground;
    ground.hexes = hexes;
    AllowedHexes out = exactly(without(everywhere(), spread(ground, least - 1)));
    return out;
  }
  const Result<Ground> found = ground(from);
  if (!found)
    return failed(found.error());
  return exactly(without(everywhere(), spread(*found, least - 1)));
}

AllowedHexes WhereEvaluator::controlledBy(const std::string& side) const {
  if (mScenario == nullptr)
    return openTo("no scenario says who holds what");
  AllowedHexes out;
  for (const auto& [id, text] : mScenario->rowsOf("control")) {
    const json row = json::parse(text, nullptr, false);
    if (row.value("side", "") != side)
      continue;
    AllowedHexes one;
    if (row.contains("where"))
      one = evaluate(row["where"]);
    else if (row.contains("of"))
      one = evaluate(json{{"in", row["of"]}});
    unite(out.certain, one.certain);
    unite(out.possible, one.possible);
    addWords(out.errors, one.errors);
    addWords(out.open, one.open);
  }
  return out;
}

AllowedHexes WhereEvaluator::area(const std::string& id) const {
  if (mScenario != nullptr && mDepth < kDeepest)
    for (const PlayArea& each : mScenario->areas)
      if (each.id == id) {
        ++mDepth;
        AllowedHexes out = evaluate(json::parse(each.where, nullptr, false));
        --mDepth;
        return out;
      }
  return failed(Error{"the scenario has no area \"" + id + "\"", {}, 0, {}, {}});
}

Result<Ground> WhereEvaluator::ground(const json& targets) const {
  if (!isTargetList(targets))
    return oneGround(targets);
  Ground out;
  for (const json& each : targets) {
    const Result<Ground> one = oneGround(each);
    if (!one)
      return one.error();
    unite(out.hexes, one->hexes);
    out.edges.insert(out.edges.end(), one->edges.begin(), one->edges.end());
  }
  return out;
}

Result<Ground> WhereEvaluator::oneGround(const json& target) const {
  if (!target.is_object()) {
    const Result<HexCoord> h = mGrounds.hex(target);
    if (!h)
      return h.error();
    return Ground{{*h}, {}};
  }
  for (const char* section : {"place", "region", "course", "crossing", "entry"})
    if (target.contains(section))
      return mGrounds.named(section, target[section].get<std::string>());
  if (target.contains("hex"))
    return oneGround(target["hex"]);
  if (target.contains("edge")) {
    const json& e = target["edge"];
    return Ground{{}, {{e[0].get<std::int32_t>(), e[1].get<std::int32_t>(), e[2].get<std::int32_t>()}}};
  }
  if (target.contains("kind"))
    return mGrounds.ofKind(target["kind"].get<std::string>());
  if (target.contains("area")) {
    AllowedHexes found = area(target["area"].get<std::string>());
    if (!found.errors.empty())
      return Error{found.errors.front(), {}, 0, {}, {}};
    return Ground{std::move(found.certain), {}};
  }
  if (target.contains("line")) {
    Ground out;
    std::optional<HexCoord> last;
    for (const json& each : target["line"]) {
      const Result<HexCoord> h = mGrounds.hex(each);
      if (!h)
        return h.error();
      const std::vector<HexCoord> stretch = mGrounds.document().lattice().line(last.value_or(*h), *h);
      out.hexes.insert(stretch.begin(), stretch.end());
      last = *h;
    }
    return out;
  }
  if ((target.contains("unit") || target.contains("formation")) && mArmy != nullptr && mPieceHexes) {
    const std::string id = target.contains("unit") ? target["unit"] : target["formation"];
    const Set hexes = mPieceHexes(mArmy->below(id));
    if (!hexes.empty())
      return Ground{hexes, {}};
    return Error{"where " + mArmy->nameOf(id) + " stands is not known", {}, 0, {}, {}};
  }
  return Error{target.dump() + " cannot be found on the map", {}, 0, {}, {}};
}

} // namespace hotchkiss
