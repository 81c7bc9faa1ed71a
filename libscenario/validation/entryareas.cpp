// The mechanism about areas off the map through which pieces come.
#include "libscenario/validation/armystage.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"

#include <algorithm>
#include <map>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Areas off the map through which pieces come. `asks` says what is asked: "marks" (one hex of each attribute, the
/// last of them on a path, all in one piece and off the sheets), "order" (areas with consecutive numbers touch), or
/// "open" (the last mark lies on none of the terrains without a path).
class EntryAreas final : public Mechanism {
 public:
  explicit EntryAreas(Parameters& p)
      : mKinds(p.ids("region", "region")),
        mMarks(p.words("marks")),
        mPaths(p.ids("paths", "path", false)),
        mTerrains(p.ids("terrain", "terrain", false)),
        mTypes(p.words("types", false)),
        mNumber(p.word("value")),
        mCheck(p.word("asks")) {
    if (mCheck != "marks" && mCheck != "order" && mCheck != "open")
      p.refuse("\"asks\" is marks, order or open");
    if (mMarks.empty())
      p.refuse("\"marks\" is empty");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    std::map<std::string, Area> areas;
    for (const auto& [key, thing] : context.things.all())
      if (key.section == "region" && contains(mKinds, thing.kind))
        areas[key.id].thing = &thing;
    if (areas.empty())
      return;
    const Extent extent = context.document.extent();
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r) {
        const json& attributes = context.attributes(context.document.hex({c, r}).more);
        for (const json& id : attributes.value("in", json::array()))
          if (const auto area = areas.find(id.get<std::string>()); area != areas.end())
            area->second.hexes.insert({c, r});
        for (const std::string& mark : mMarks)
          if (const auto area = areas.find(textIn(attributes, mark)); area != areas.end())
            area->second.marks[mark].push_back({c, r});
      }
    if (mCheck == "order")
      return judgeOrder(report, areas);
    for (const auto& [id, area] : areas)
      if (mCheck == "marks")
        judgeMarks(report, id, area);
      else
        judgeOpen(report, id, area);
  }

 private:
  struct Area {
    const Thing* thing = nullptr;
    std::set<HexCoord> hexes;
    std::map<std::string, std::vector<HexCoord>> marks;
  };
  static std::string textIn(const json& object, const std::string& name) {
    const auto it = object.find(name);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
  }
  long numberOf(const Area& area) const {
    const json attributes = area.thing->body->value("attributes", json::object());
    const auto number = attributes.find(mNumber);
    return number != attributes.end() && number->is_number_integer() ? number->get<long>() : 0L;
  }
  bool hasWay(const CheckContext& context, HexCoord hex) const { return pathSides(context, hex, mPaths) > 0; }

  /// Whether a scenario brings somebody (of some types) through the area.
  bool isUsed(const ScenarioStage& stage, const std::string& area) const {
    if (!stage.scenario)
      return false;
    const auto names = [&](const ScenarioPlace& place) { return place.id == area; };
    for (const auto* list : {&stage.scenario->arrivals, &stage.scenario->withdrawals})
      for (const Arrival& each : *list) {
        if (std::none_of(each.at.begin(), each.at.end(), names))
          continue;
        const std::vector<const Piece*> pieces = piecesOf(*stage.army, each.selection);
        if (mTypes.empty() || std::any_of(pieces.begin(), pieces.end(),
                                          [&](const Piece* piece) { return contains(mTypes, piece->type); }))
          return true;
      }
    return std::any_of(stage.scenario->setups.begin(), stage.scenario->setups.end(), [&](const Setup& setup) {
      return setup.at.id == area && setup.at.kind == ScenarioPlace::Kind::Staging;
    });
  }
  /// Says it of the map; scenarios that do not use the area need not mind.
  void say(const Report& report, const std::string& id, const Area& area, const std::string& why) const {
    Finding& finding = report.at(*area.thing, {{"why", why}});
    finding.key = why;
    for (const ScenarioStage& stage : report.context().stage().scenarios())
      if (!isUsed(stage, id))
        finding.settledIn.push_back(stage.id);
  }

  void judgeMarks(const Report& report, const std::string& id, const Area& area) const {
    const CheckContext& context = report.context();
    for (const std::string& mark : mMarks) {
      // "arrow_of" is the arrow hex of an area.
      std::string what = mark.ends_with("_of") ? mark.substr(0, mark.size() - 3) + " hex" : mark;
      std::replace(what.begin(), what.end(), '_', ' ');
      const auto found = area.marks.find(mark);
      const std::size_t count = found == area.marks.end() ? 0 : found->second.size();
      if (count != 1)
        say(report, id, area,
            count == 0 ? "has no " + what : "has " + std::to_string(count) + " hexes marked as " + what);
      else if (mark == mMarks.back() && !hasWay(context, found->second.front()))
        say(report, id, area, "has its " + what + " on no way");
    }
    if (area.hexes.empty())
      return;
    std::set<HexCoord> seen{*area.hexes.begin()};
    std::vector<HexCoord> queue{*area.hexes.begin()};
    while (!queue.empty()) {
      const HexCoord here = queue.back();
      queue.pop_back();
      for (const HexCoord next : context.document.lattice().neighbours(here))
        if (area.hexes.contains(next) && seen.insert(next).second)
          queue.push_back(next);
    }
    if (seen.size() != area.hexes.size())
      say(report, id, area, "is in pieces");
    for (const HexCoord hex : area.hexes)
      if (!sheetsOf(context, hex).empty()) {
        say(report, id, area, "reaches onto a sheet at " + context.numbering.label(hex));
        break;
      }
  }

  void judgeOpen(const Report& report, const std::string& id, const Area& area) const {
    const CheckContext& context = report.context();
    const auto found = area.marks.find(mMarks.back());
    if (found == area.marks.end())
      return;
    for (const HexCoord hex : found->second)
      if (contains(mTerrains, context.document.terrain(hex)) && !hasWay(context, hex))
        say(report, id, area, context.document.terrain(hex) + " at " + context.numbering.label(hex));
  }

  void judgeOrder(const Report& report, const std::map<std::string, Area>& areas) const {
    std::map<long, const Area*> byNumber;
    for (const auto& [id, area] : areas)
      if (!area.hexes.empty())
        byNumber[numberOf(area)] = &area;
    for (const auto& [number, area] : byNumber) {
      const auto next = byNumber.find(number + 1);
      if (next == byNumber.end())
        continue;
      const std::set<HexCoord>& other = next->second->hexes;
      const bool touch = std::any_of(area->hexes.begin(), area->hexes.end(), [&](HexCoord hex) {
        const auto around = report.context().document.lattice().neighbours(hex);
        return std::any_of(around.begin(), around.end(), [&](HexCoord n) { return other.contains(n); });
      });
      if (!touch)
        report.at(*area->thing, {{"why", next->second->thing->name()}}).key = next->second->thing->key.id;
    }
  }

  std::vector<std::string> mKinds, mMarks, mPaths, mTerrains, mTypes;
  std::string mNumber, mCheck;
};

} // namespace

std::unique_ptr<const Mechanism> makeEntryAreas(Parameters& p) {
  return std::make_unique<EntryAreas>(p);
}

} // namespace hotchkiss
