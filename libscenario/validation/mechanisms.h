#pragma once

#include "libscenario/validation/mechanism.h"

namespace hotchkiss {

// What the mechanisms share: small questions about places, and the makers that the table in mechanisms.cpp lists.

using Maker = std::unique_ptr<const Mechanism>(Parameters&);

/// Words that are ids, looked for by "kind" or "kind:class".
bool hasAny(const FeatureSet& features, const std::vector<std::string>& wanted);
bool contains(const std::vector<std::string>& words, const std::string& word);
/// "Plank Road", "Plank Road and path.trail": the courses of the features in the list, or their kinds.
std::string namesOf(const CheckContext& context, const FeatureSet& features, const std::vector<std::string>& kinds);
/// Whether a thing of these kinds is in the hex; of any kind when the list is empty.
bool hasPlace(const CheckContext& context, HexCoord hex, const std::vector<std::string>& kinds);
/// Sheets on which the hex is printed.
std::vector<std::string> sheetsOf(const CheckContext& context, HexCoord hex);
/// Number of the hex's sides that carry one of the paths.
int pathSides(const CheckContext& context, HexCoord hex, const std::vector<std::string>& paths);

// hexmechanisms.cpp
Maker makeHexPaths, makeHexForbids, makeHexNeedsRegion;
// edgemechanisms.cpp
Maker makePathNeedsCrossing, makePathDeadEnd, makeLineEnds, makeClosedRing, makeSideFlips, makeBorderAgrees,
    makeFeatureNeedsRise;
// thingmechanisms.cpp
Maker makeCrossingNeedsPath, makePlaceNeedsPath, makePlaceNeedsPlace, makePlaceTouches, makeNameSuggestsKind,
    makePlaceValueInRegion, makePlaceNeedsTerrain;
// openingmechanisms.cpp, commandmechanisms.cpp, extensionmechanisms.cpp, entrymechanisms.cpp: the start of scenarios
Maker makeOpeningHolds, makeStackWorth, makeWithinCommand, makeSuccessionSettled, makeStandsFor, makeExtensionFits,
    makeWorkSites, makeEntryHolds, makeEntryQueue, makeSetupPermitted;
// placementmechanisms.cpp, countermechanisms.cpp, timemechanisms.cpp, prosemechanisms.cpp
Maker makeSetupCapacity, makeHexUse, makeAttributeNeeds, makeMarkersSuffice, makeMarkersForFormations, makeOptionChosen,
    makeValueInTable, makeDerivedValue, makeObjectiveInTime, makeWeatherNeeds, makeTurnSequence, makeProseNames;
// networkmechanisms.cpp
Maker makeClassAlongCourse, makeConnectedTo, makeObjectiveReachable, makeSheetGap, makeEvidenceMargin;
// modulemechanisms.cpp
Maker makeRecordHas, makeKindNeedsRule, makeGazetteer;
// rulemechanisms.cpp
Maker makeRulesHave, makeRowRises, makeTableShape, makeTableTrend, makeParameterAtLeast;
// armymechanisms.cpp
Maker makePieceHolds, makeFormationHolds, makeCountersSuffice;
// scenariomechanisms.cpp
Maker makeSetupHolds, makeStackHolds, makeSetupOnce, makeSetupRoom;
// schedulemechanisms.cpp
Maker makeArrivalHolds, makeArrivesOnce, makeRowHolds, makeScenarioHolds;
// victorymechanisms.cpp
Maker makeObjectiveHolds, makeLevelsCover, makeRollsCover, makeProseResolves;
// startmechanisms.cpp
Maker makeStartHolds, makeStartStackHolds, makeStartScenarioHolds, makeOverrideHolds, makeValuesKnown, makeValueHasRow;
// comingmechanisms.cpp
Maker makeComingHolds, makeGroundsUsed, makeEntryAreas, makeDatedEvents, makeEventNames, makeThingHolds,
    makePathReaches, makeShutInAtStart, makeRailheadsFit;

} // namespace hotchkiss
