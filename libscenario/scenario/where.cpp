#include "libscenario/scenario/where.h"

#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/scenario/whereevaluator.h"
#include "libscenario/scenario/wherewords.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

class WhereFinder::Parts {
 public:
  Parts(const Document& document, const Scenario* scenario, const OrderOfBattle* army)
      : mDocument(document),
        mGrounds(document),
        mScenario(scenario),
        mArmy(army),
        mEvaluator(mGrounds, scenario, army, pieceHexes),
        words(mGrounds, scenario, army) {}

  const Document& mDocument;
  MapGrounds mGrounds;
  const Scenario* mScenario;
  const OrderOfBattle* mArmy;
  PieceHexes pieceHexes;
  WhereEvaluator mEvaluator;
  WhereWords words;
  std::optional<std::set<HexCoord>> mInPlay;

  std::set<HexCoord> findInPlay() const {
    std::set<HexCoord> in;
    std::set<HexCoord> out;
    bool hasAreas = false;
    const auto hasUse = [](const PlayArea& area, const char* use) {
      return std::find(area.use.begin(), area.use.end(), use) != area.use.end();
    };
    if (mScenario != nullptr)
      for (const PlayArea& area : mScenario->areas) {
        if (!hasUse(area, "play") && !hasUse(area, "outOfPlay"))
          continue;
        const AllowedHexes found = mEvaluator.evaluate(json::parse(area.where, nullptr, false));
        std::set<HexCoord>& into = hasUse(area, "play") ? in : out;
        into.insert(found.certain.begin(), found.certain.end());
        hasAreas = hasAreas || hasUse(area, "play");
      }
    if (!hasAreas)
      in = mEvaluator.everywhere();
    std::erase_if(in, [&](HexCoord h) {
      if (out.contains(h) || !mGrounds.numbering().exists(h))
        return true;
      if (mScenario == nullptr || mScenario->head.sheets.empty())
        return false;
      const std::vector<Label> labels = mGrounds.numbering().labels(h);
      return std::none_of(labels.begin(), labels.end(), [&](const Label& label) {
        const std::vector<std::string>& sheets = mScenario->head.sheets;
        return std::find(sheets.begin(), sheets.end(), label.sheet) != sheets.end();
      });
    });
    return in;
  }
};

WhereFinder::WhereFinder(const Document& document, const Scenario* scenario, const OrderOfBattle* army)
    : mParts(std::make_unique<Parts>(document, scenario, army)) {}

WhereFinder::~WhereFinder() = default;

void WhereFinder::setPieceHexes(PieceHexes find) {
  mParts->pieceHexes = std::move(find);
}

namespace {

/// A member as the schema of scenarios allows it: whoever typed or made it, what follows may rely on its shape.
Result<json> checked(const std::string& text, const char* section, const char* member) {
  Result<json> parsed = parseStrictJson(text);
  if (!parsed)
    return parsed;
  if (const auto problem = Schema::named("scenario")->rowProblem(json::array({section, "x", {{member, *parsed}}})))
    return Error{*problem, {}, 0, {}, "see docs/formats.md for rules about places"};
  return parsed;
}

} // namespace

AllowedHexes WhereFinder::hexes(const std::string& where) const {
  const Result<json> rule = checked(where, "setup", "where");
  if (rule)
    return mParts->mEvaluator.evaluate(*rule);
  AllowedHexes out;
  out.errors.push_back(rule.error().text());
  return out;
}

AllowedHexes WhereFinder::hexesInPlay(const std::string& where, const std::vector<const Piece*>& own) const {
  mParts->mEvaluator.setOwn(own);
  AllowedHexes out = hexes(where);
  mParts->mEvaluator.setOwn({});
  const auto isOut = [&](HexCoord h) { return !inPlay().contains(h); };
  std::erase_if(out.certain, isOut);
  std::erase_if(out.possible, isOut);
  return out;
}

const std::set<HexCoord>& WhereFinder::inPlay() const {
  if (!mParts->mInPlay)
    mParts->mInPlay = mParts->findInPlay();
  return *mParts->mInPlay;
}

Result<Ground> WhereFinder::ground(const std::string& target) const {
  const Result<json> parsed = checked(target, "control", "of");
  return parsed ? mParts->mEvaluator.ground(*parsed) : Result<Ground>(parsed.error());
}

Result<HexCoord> WhereFinder::hexOf(const ScenarioPlace& place) const {
  const auto single = [&](const Result<Ground>& ground) -> Result<HexCoord> {
    if (!ground)
      return ground.error();
    if (ground->hexes.size() == 1)
      return *ground->hexes.begin();
    return Error{mParts->words.place(place) + " is not one hex", {}, 0, {}, {}};
  };
  switch (place.kind) {
  case ScenarioPlace::Kind::Hex:
    return place.hex;
  case ScenarioPlace::Kind::Label:
    return mParts->mGrounds.hex(json(place.id));
  case ScenarioPlace::Kind::Place:
    return single(mParts->mGrounds.named("place", place.id));
  case ScenarioPlace::Kind::Entry:
    return single(mParts->mGrounds.named("entry", place.id));
  default:
    return Error{mParts->words.place(place) + " is no hex", {}, 0, {}, {}};
  }
}

std::string WhereFinder::words(const std::string& where) const {
  const Result<json> rule = checked(where, "setup", "where");
  return rule ? mParts->words.rule(*rule) : where;
}

std::string WhereFinder::words(const ScenarioPlace& place) const {
  return mParts->words.place(place);
}

} // namespace hotchkiss
