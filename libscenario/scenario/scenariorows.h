#pragma once

#include "libscenario/scenario/scenario.h"

#include <nlohmann/json_fwd.hpp>

namespace hotchkiss {

/// Parts of rows that several sections share.
Selection readSelection(const nlohmann::json& body);
Setup readSetup(const RecordKey& key, const nlohmann::json& body);
Arrival readArrival(const RecordKey& key, const nlohmann::json& body);
Override readOverride(const RecordKey& key, const nlohmann::json& body);
/// A place, or a list of them.
std::vector<ScenarioPlace> readPlaces(const nlohmann::json& body, const char* member);
/// The canonical JSON of a member, empty when it is missing.
std::string textOf(const nlohmann::json& body, const char* member);
std::vector<std::string> wordsOf(const nlohmann::json& body, const char* member);

} // namespace hotchkiss
