#pragma once

#include "libterrain/edit/edit.h"

#include <string>
#include <utility>
#include <vector>

namespace hotchkiss {

/// Something that a person should look at.
struct Doubt {
  std::string step;
  std::string section; ///< hex, edge, vertex, course, place, region or source
  std::string id;      ///< its coordinates or id
  double confidence = 0;
  std::string reason;
  bool operator==(const Doubt&) const = default;
};

/// How well one line of the source was matched. Lengths and deviations in hexes.
struct LineReport {
  std::string id;
  std::string name;
  std::string kind;
  double length = 0;
  std::size_t edges = 0;
  double withinHalf = 0; ///< share of the line that lies within half a hex of its match
  double meanDeviation = 0;
  double worstDeviation = 0;
  std::size_t doubtful = 0;  ///< hexsides or hexes of it that are in the review list
  std::size_t wrongBank = 0; ///< places that remain on the other bank than in the source
};

/// What an importer gives: one undo step and what it was based on. Evidence (values, shares, confidence, runner-up,
/// provenance) goes into the table map/evidence by the same edit.
struct Imported {
  Edit edit;
  std::vector<Doubt> doubts;
  std::vector<LineReport> lines;
  std::vector<std::pair<std::string, std::string>> figures; ///< for the summary: "hexes", "1,204"
};

} // namespace hotchkiss
