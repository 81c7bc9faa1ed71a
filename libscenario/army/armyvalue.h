#pragma once

#include "libscenario/rules/value.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// A value as a researcher knows it: one figure, a range ("2-4"), a choice, or open with or without bounds; with where
/// it comes from and what is doubtful about it.
struct ArmyValue {
  enum class Kind : std::uint8_t { Missing, Known, Range, Unknown, Choice };

  Kind kind = Kind::Missing;
  std::string text;                 ///< known: as one writes it, "4", "R", "true"
  bool isFlag = false;              ///< known, and true or false
  std::optional<Rational> number;   ///< known, and a number
  std::optional<Rational> least;    ///< bounds; for a known number both are that number
  std::optional<Rational> most;     ///< nothing when there is no upper bound
  std::vector<std::string> options; ///< of a choice, or other readings of a doubtful value
  std::string source;               ///< several are joined by "; "
  std::string note;
  std::string printed; ///< what the source shows, where that differs
  bool uncertain = false;

  /// Of a member as the schema of orders of battle allows it.
  static ArmyValue read(const nlohmann::json& member);
  static ArmyValue of(const Value& value);

  bool isKnown() const { return kind == Kind::Known; }
  /// "4", "2–4", "at least 2", "?", "R or B".
  std::string shown() const;
  /// What the rules see: ranges and open values become unknowns with bounds.
  Value toValue() const;
  bool operator==(const ArmyValue&) const = default;
};

using ArmyValues = std::map<std::string, ArmyValue>;

ArmyValues readArmyValues(const nlohmann::json& members);

/// What a person types into a cell, as the member to store: "4", "2-4", ">=2", "?", "1/2", "R", "yes". `type` is that
/// of the attribute ("integer", "number", "flag", "choice", …). Nothing when the text is no such value.
std::optional<nlohmann::json> parseArmyValue(const std::string& text, const std::string& type);
/// The cell for a member: what parseArmyValue turns into an equal value. Sources and notes are not part of it.
std::string cellText(const ArmyValue& value);

} // namespace hotchkiss
