#pragma once

#include "libscenario/rules/reach.h"
#include "render/answeroverlay.h"

#include <nlohmann/json_fwd.hpp>

namespace hotchkiss {

/// Where a mover can get, as a heat map with what it costs; hexes that are possible but not certain are hatched.
void addReach(AnswerOverlay& overlay, const Reach& reach);
/// The zones of all sides, or of one; the strongest kind as a wash, weaker ones hatched.
void addZones(AnswerOverlay& overlay, const Situation& situation, const std::string& side = {});
/// Every stack as a counter in the colour of its side, with the id of its top unit.
void addUnits(AnswerOverlay& overlay, const Situation& situation);
/// The colour in which a side is drawn.
QColor sideColour(const Rulebook& book, const std::string& side);

/// Anything that query() answered, with the units of the position.
AnswerOverlay overlayOf(const Situation& situation, const nlohmann::json& answer);

} // namespace hotchkiss
