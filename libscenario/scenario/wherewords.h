#pragma once

#include "libscenario/scenario/mapgrounds.h"

#include <nlohmann/json_fwd.hpp>

namespace hotchkiss {

/// Rules about places in a designer's words.
class WhereWords {
 public:
  WhereWords(const MapGrounds& grounds, const Scenario* scenario, const OrderOfBattle* army)
      : mGrounds(grounds), mScenario(scenario), mArmy(army) {}

  std::string rule(const nlohmann::json& where) const;
  std::string targets(const nlohmann::json& targets) const;
  std::string place(const ScenarioPlace& place) const;

 private:
  std::string target(const nlohmann::json& target) const;
  std::string who(const nlohmann::json& who) const;
  std::string span(const nlohmann::json& span, const char* word) const;
  std::string joined(const nlohmann::json& rules, const char* between) const;
  std::string areaName(const std::string& id) const;

  const MapGrounds& mGrounds;
  const Scenario* mScenario;
  const OrderOfBattle* mArmy;
};

} // namespace hotchkiss
