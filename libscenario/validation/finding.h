#pragma once

#include "libterrain/grid/coordinates.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// What a module is ready for.
enum class Level : std::uint8_t { Draft, Map, Playable };
std::optional<Level> levelFromText(std::string_view text);
const char* toText(Level level);

enum class Severity : std::uint8_t { Note, Warning, Error };

/// Integrity always blocks an export; completeness only stands between a module and a higher level.
enum class CheckClass : std::uint8_t { Integrity, Completeness };

/// Where a finding points. Any part may be missing.
struct FindingPlace {
  std::string file; ///< path inside the module
  long line = 0;
  std::optional<HexCoord> hex;
  std::optional<EdgeId> edge;
  std::optional<VertexId> vertex;
  std::string thing; ///< section and id of a record, "crossing ely-ford"
  std::string label; ///< the place in the map's own numbering
};

/// Something that the validator has to say.
struct Finding {
  std::string check; ///< "CORE-V03"
  Severity severity = Severity::Error;
  CheckClass checkClass = CheckClass::Integrity;
  std::string message;
  FindingPlace place;
  std::string fix;         ///< what to do, empty when there is nothing better to say than the message
  std::size_t count = 1;   ///< how many places this finding stands for
  std::string key;         ///< what is said beyond check and place, without printed labels; the message when empty
  std::string approval;    ///< id of the approval that holds for it, empty for none
  std::string reason;      ///< of the approval
  std::string fingerprint; ///< of the facts, where somebody asked for it: see approval.h
  Level from = Level::Map; ///< completeness only: the lowest level that it stands before
  std::string restates;    ///< the core check that a ruleset's check says in words of its own, else empty
  std::vector<std::string> about;     ///< ids of the kinds and attributes that it speaks of
  std::string scenario;               ///< id of the one that it is about; empty: the module
  std::vector<std::string> settledIn; ///< scenarios in which it does not hold: they change the value or leave that out
};

const char* toText(Severity severity);
const char* toText(CheckClass checkClass);

} // namespace hotchkiss
