#include "libscenario/validation/mechanisms.h"

#include "libscenario/validation/checksupport.h"

#include <algorithm>

namespace hotchkiss {

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool hasAny(const FeatureSet& features, const std::vector<std::string>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& each) { return satisfies(features, each); });
}

std::string namesOf(const CheckContext& context, const FeatureSet& features, const std::vector<std::string>& kinds) {
  std::vector<std::string> names;
  for (const Feature& feature : features.features) {
    if (std::none_of(kinds.begin(), kinds.end(), [&](const std::string& kind) {
          return std::string_view(kind).substr(0, kind.find(':')) == feature.kind;
        }))
      continue;
    for (const std::string& course : feature.of)
      if (const Thing* thing = context.things.find("course", course))
        names.push_back(thing->name());
    if (feature.of.empty())
      if (const auto kind = context.catalogue.edgeFeatures.find(feature.kind);
          kind != context.catalogue.edgeFeatures.end())
        names.push_back(kind->second.name);
  }
  return joinWords(names);
}

bool hasPlace(const CheckContext& context, HexCoord hex, const std::vector<std::string>& kinds) {
  for (const RecordKey& key : context.things.at(hex))
    if (const Thing* thing = context.things.find(key.section, key.id);
        key.section == "place" && (kinds.empty() || contains(kinds, thing->kind)))
      return true;
  return false;
}

std::vector<std::string> sheetsOf(const CheckContext& context, HexCoord hex) {
  std::vector<std::string> out;
  for (const Label& label : context.numbering.labels(hex))
    out.push_back(label.sheet);
  return out;
}

int pathSides(const CheckContext& context, HexCoord hex, const std::vector<std::string>& paths) {
  int out = 0;
  for (int side = 0; side < kSides; ++side)
    if (hasAny(context.features(context.document.lattice().edge(hex, side)), paths))
      ++out;
  return out;
}

const std::vector<MechanismKind>& mechanismKinds() {
  using enum CheckScope;
  constexpr auto kOnce = CheckCost::Constant;
  constexpr auto kMap = CheckCost::Linear;
  constexpr auto kSearch = CheckCost::Search;
  static const std::vector<MechanismKind> kKinds{
      {"arrivalHolds", Scenario, kMap, "turn", "an arrival or withdrawal of which an expression does not hold",
       makeArrivalHolds},
      {"arrivesOnce", Scenario, kMap, "why", "a piece that arrives twice, or leaves before it comes", makeArrivesOnce},
      {"borderAgrees", Edge, kOnce, "border", "a border feature between hexes of the same region, or named otherwise",
       makeBorderAgrees},
      {"classAlongCourse", Course, kMap, "from to", "a course whose kinds come in the wrong order toward its mouth",
       makeClassAlongCourse},
      {"closedRing", Edge, kOnce, "line", "features on all six sides of one hex", makeClosedRing},
      {"comingHolds", Scenario, kMap, "turn where sum room",
       "an arrival or withdrawal, or a place of one, of which an expression does not hold", makeComingHolds},
      {"connectedTo", Network, kSearch, "count area", "ground that cannot be reached from where units enter",
       makeConnectedTo},
      {"countersSuffice", Scenario, kMap, "used limit", "more counters of a type than there are", makeCountersSuffice},
      {"crossingNeedsPath", Record, kOnce, "", "a crossing that no path leads over", makeCrossingNeedsPath},
      {"datedEvents", Scenario, kMap, "event month kind", "a scenario without an event that the rules fix to a month",
       makeDatedEvents},
      {"entryAreas", Network, kMap, "why", "an area off the map whose hexes do not let pieces in", makeEntryAreas},
      {"eventNames", Scenario, kMap, "why", "an event about a piece that is not in play", makeEventNames},
      {"evidenceMargin", Network, kMap, "share best next", "a terrain that barely predominates in the evidence",
       makeEvidenceMargin},
      {"featureNeedsRise", Edge, kOnce, "line level", "relief between hexes of one level", makeFeatureNeedsRise},
      {"formationHolds", Module, kMap, "value parent", "a formation of which an expression does not hold",
       makeFormationHolds},
      {"gazetteer", Module, kMap, "fact", "a fact about a known place that the map contradicts", makeGazetteer},
      {"groundsUsed", Scenario, kMap, "why", "ground that a scenario names and the map leaves empty", makeGroundsUsed},
      {"hexForbids", Hex, kOnce, "what", "a hex with an attribute or terrain that something else may not go with",
       makeHexForbids},
      {"hexNeedsRegion", Hex, kOnce, "region", "a hex in no region of a kind that the map has", makeHexNeedsRegion},
      {"hexPaths", Hex, kOnce, "terrain paths", "a hex of a terrain with no paths, or only with some", makeHexPaths},
      {"kindNeedsRule", Module, kMap, "what rule", "a kind on the map whose rule is still unknown", makeKindNeedsRule},
      {"levelsCover", Scenario, kMap, "score results", "levels of victory that overlap or leave gaps", makeLevelsCover},
      {"lineEnds", Edge, kOnce, "line corner", "a line that ends in the middle of the map", makeLineEnds},
      {"nameSuggestsKind", Record, kOnce, "kind suggested", "a thing whose name says another kind",
       makeNameSuggestsKind},
      {"objectiveHolds", Scenario, kMap, "side", "a goal of a scenario of which an expression does not hold",
       makeObjectiveHolds},
      {"objectiveReachable", Scenario, kSearch, "side", "a hex that its side cannot reach", makeObjectiveReachable},
      {"overrideHolds", Scenario, kMap, "value old",
       "a value that a scenario changes, of which an expression does not hold", makeOverrideHolds},
      {"parameterAtLeast", Ruleset, kOnce, "value", "a number of the rules that is too small", makeParameterAtLeast},
      {"pathDeadEnd", Edge, kOnce, "path deadEnd", "a path that ends in a hex without a reason", makePathDeadEnd},
      {"pathNeedsCrossing", Edge, kOnce, "path over", "a path over something that needs a crossing, without one",
       makePathNeedsCrossing},
      {"pathReaches", Network, kMap, "", "a named place that no path joins to a marked hex", makePathReaches},
      {"pieceHolds", Module, kMap, "value type", "a unit or leader of which an expression does not hold",
       makePieceHolds},
      {"placeNeedsPath", Record, kOnce, "", "a place in a hex without a path of the right kind", makePlaceNeedsPath},
      {"placeNeedsPlace", Record, kOnce, "", "a place without another place beside it", makePlaceNeedsPlace},
      {"placeNeedsTerrain", Record, kOnce, "terrain", "a place on terrain where it cannot be", makePlaceNeedsTerrain},
      {"placeTouches", Record, kOnce, "", "a place that touches none of the features or terrains it needs",
       makePlaceTouches},
      {"placeValueInRegion", Record, kOnce, "value region", "a place whose value is wrong for its region",
       makePlaceValueInRegion},
      {"proseResolves", Scenario, kMap, "text", "a label in the texts of a scenario that means no hex",
       makeProseResolves},
      {"railheadsFit", Scenario, kMap, "why", "a railhead off its line, or of two sides", makeRailheadsFit},
      {"recordHas", Module, kMap, "member", "a row without a member", makeRecordHas},
      {"rollsCover", Scenario, kMap, "roll why", "results of dice without an event, or with two", makeRollsCover},
      {"rowHolds", Scenario, kMap, "", "a row of a scenario of which an expression does not hold", makeRowHolds},
      {"rowRises", Ruleset, kOnce, "column why", "a row of the rules whose values are incomplete or fall",
       makeRowRises},
      {"rulesHave", Ruleset, kOnce, "rule", "tables, decisions or parameters that are missing", makeRulesHave},
      {"scenarioHolds", Scenario, kMap, "", "a scenario of which an expression does not hold", makeScenarioHolds},
      {"setupHolds", Scenario, kMap, "value", "a piece at the start of a scenario of which an expression does not hold",
       makeSetupHolds},
      {"setupOnce", Scenario, kMap, "why", "a piece that is placed twice, or (with all) not at all", makeSetupOnce},
      {"setupRoom", Scenario, kMap, "rule count", "a rule of placement that allows no hex", makeSetupRoom},
      {"sheetGap", Network, kMap, "sheets", "a hex between two sheets that is on neither", makeSheetGap},
      {"shutInAtStart", Scenario, kMap, "", "a place that is shut in on all sides at the start", makeShutInAtStart},
      {"sideFlips", Edge, kOnce, "line corner", "a line whose sides change hands at a corner", makeSideFlips},
      {"stackHolds", Scenario, kMap, "names value", "a stack at the start of which an expression does not hold",
       makeStackHolds},
      {"startHolds", Scenario, kMap, "value", "a counter at the start of which an expression does not hold",
       makeStartHolds},
      {"startScenarioHolds", Scenario, kMap, "value", "a scenario with its set-up of which an expression does not hold",
       makeStartScenarioHolds},
      {"startStackHolds", Scenario, kMap, "names value",
       "a stack, or what is inside a place, of which an expression does not hold", makeStartStackHolds},
      {"tableShape", Ruleset, kOnce, "row column", "a table of another size, or with a cell of another form",
       makeTableShape},
      {"attributeNeeds", Hex, kOnce, "", "a hex with one attribute and without another", makeAttributeNeeds},
      {"derivedValue", Module, kMap, "value", "a stored value that the game works out", makeDerivedValue},
      {"entryHolds", Scenario, kMap, "value turn", "an arrival whose hexes do not suit it", makeEntryHolds},
      {"entryQueue", Scenario, kMap, "cost allowance", "a group that cannot pay for a crowded entry", makeEntryQueue},
      {"extensionFits", Scenario, kMap, "why", "a unit with too many, too few or misplaced further hexes",
       makeExtensionFits},
      {"hexUse", Scenario, kMap, "what", "a hex that is used although an expression does not hold of it", makeHexUse},
      {"markersForFormations", Scenario, kMap, "why", "too few or wrong markers for formations that play",
       makeMarkersForFormations},
      {"markersSuffice", Scenario, kMap, "used limit names", "states that take more markers than there are",
       makeMarkersSuffice},
      {"objectiveInTime", Scenario, kSearch, "side turns missing", "a goal too far for the turns that there are",
       makeObjectiveInTime},
      {"optionChosen", Scenario, kMap, "why", "a rule of whose options not exactly one is chosen", makeOptionChosen},
      {"proseNames", Scenario, kMap, "text", "a name in a text that the map lacks", makeProseNames},
      {"setupCapacity", Scenario, kMap, "rule count need", "a rule of placement with too few hexes", makeSetupCapacity},
      {"setupPermitted", Scenario, kMap, "value", "a unit set up where its class may not be", makeSetupPermitted},
      {"stackWorth", Scenario, kMap, "names value", "a stack of which an expression over sums does not hold",
       makeStackWorth},
      {"standsFor", Module, kMap, "why", "a counter that stands for too many or wrong others", makeStandsFor},
      {"openingHolds", Scenario, kMap, "value", "a piece at the start with whom or what it is placed wrongly",
       makeOpeningHolds},
      {"successionSettled", Module, kMap, "names", "formations of which nobody knows who comes next",
       makeSuccessionSettled},
      {"turnSequence", Scenario, kMap, "kind before", "a turn that does not follow the one before", makeTurnSequence},
      {"valueInTable", Module, kMap, "value why", "a value that no table knows", makeValueInTable},
      {"weatherNeeds", Scenario, kMap, "what", "weather that finds nothing on the map to work on", makeWeatherNeeds},
      {"withinCommand", Scenario, kSearch, "leader range formation", "a piece that begins out of its leader’s range",
       makeWithinCommand},
      {"workSites", Module, kMap, "why", "works that are too many, or on the wrong ground", makeWorkSites},
      {"tableTrend", Ruleset, kOnce, "row column", "a cell that falls where the cells beside it rise", makeTableTrend},
      {"thingHolds", Record, kOnce, "value", "a named thing of which an expression does not hold", makeThingHolds},
      {"valueHasRow", Scenario, kMap, "value table", "a value of pieces in play without a row in the rules",
       makeValueHasRow},
      {"valuesKnown", Scenario, kMap, "side attribute count names why", "values that are open of pieces in play",
       makeValuesKnown},
  };
  return kKinds;
}

} // namespace hotchkiss
