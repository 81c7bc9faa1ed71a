#pragma once

#include "libterrain/map/document.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <vector>

namespace hotchkiss {

class Numbering;

/// Rows of orders of battle and scenarios in a designer's words: names in place of ids, "2–4" for a range, "within 3 of
/// Cashtown" for a rule about places.
class ArmyWords {
 public:
  ArmyWords(const Document& before, const Document& after, const Numbering& labels);
  ~ArmyWords();
  ArmyWords(const ArmyWords&) = delete;
  ArmyWords& operator=(const ArmyWords&) = delete;

  static bool speaksOf(const std::string& table);
  /// "unit 19 Ind (usa.i.1.1.19_ind)", "set-up of Hood's Division (csa.07)".
  std::string place(const RecordKey& key, const nlohmann::json& body) const;
  /// What a new row says.
  std::vector<std::string> members(const std::string& table, const nlohmann::json& body) const;
  /// What differs: "strength 2 → 2–4", "formation Iron Brigade → Stannard's Brigade".
  std::vector<std::string> differences(const std::string& table, const nlohmann::json& before,
                                       const nlohmann::json& after) const;

 private:
  class Parts;
  std::unique_ptr<Parts> mParts;
};

} // namespace hotchkiss
