#pragma once

#include <QString>
#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// How a member of a row is written by a person.
enum class MemberShape {
  Text,    ///< a word, an id, a date
  Integer, ///< a whole figure
  Number,  ///< a figure
  Flag,    ///< yes or no
  Choice,  ///< one of the words that the schema lists
  Value,   ///< a figure with source, range, doubt
  Words,   ///< several words, with commas
  Source,  ///< one or several sources, with semicolons
  Turn,    ///< a turn, a date, or (as JSON) a roll, an event
  Place,   ///< a hex "12,7", a printed label, "entry north"
  Places,  ///< several of them, with semicolons
  Object,  ///< has members of its own
  List,    ///< of objects
  Map,     ///< names of the ruleset with something each: values, faces
  Json     ///< what has no simpler form
};

/// The members that a schema allows in the rows of a file, for forms that are made from it. Nothing here knows a
/// section or member by name.
class RowSchema {
 public:
  /// "oob" or "scenario".
  static const RowSchema& of(const std::string& kind);

  std::vector<std::string> sections() const;
  bool hasSection(const std::string& section) const;
  /// The schema of the body of a row.
  const nlohmann::json& body(const std::string& section) const;
  MemberShape shape(const nlohmann::json& schema) const;
  /// Names of the members of an object, those that it must have first.
  std::vector<std::string> members(const nlohmann::json& schema) const;
  const nlohmann::json& member(const nlohmann::json& schema, const std::string& name) const;
  bool isRequired(const nlohmann::json& schema, const std::string& name) const;
  /// Of each entry of a list or map.
  const nlohmann::json& entry(const nlohmann::json& schema) const;
  std::vector<std::string> choices(const nlohmann::json& schema) const;

 private:
  explicit RowSchema(const std::string& kind);
  const nlohmann::json& resolved(const nlohmann::json& schema) const;
  const nlohmann::json& objectOf(const nlohmann::json& schema) const;

  const nlohmann::json* mRoot;
};

/// "substituteFor" → "Substitute for".
QString memberTitle(const std::string& name);

/// What a member looks like in a field.
QString memberText(MemberShape shape, const nlohmann::json& value);
/// What was typed, as the member; nothing when it cannot be that. Values are for the ruleset to judge, not for this.
std::optional<nlohmann::json> memberFrom(MemberShape shape, const QString& text);

/// Parts of a value beside the figure: its source, a note, whether it is doubtful, other readings, what is printed.
std::vector<std::string> valueDetails();
std::optional<nlohmann::json> valueDetail(const nlohmann::json& value, const std::string& detail);
/// The value with a detail set or (nothing) taken away.
nlohmann::json withValueDetail(const nlohmann::json& value, const std::string& detail,
                               const std::optional<nlohmann::json>& set);
/// A new figure that keeps what is known about the old one, as far as it can have it.
nlohmann::json withFigure(const nlohmann::json& old, const nlohmann::json& figure);

} // namespace hotchkiss::editor
