#pragma once

#include "libscenario/scenario/where.h"
#include "libterrain/numbering/numbering.h"

#include <nlohmann/json_fwd.hpp>

#include <map>

namespace hotchkiss {

/// What names on a map stand for. Looks regions and courses up once.
class MapGrounds {
 public:
  explicit MapGrounds(const Document& document);

  const Numbering& numbering() const { return mNumbering; }
  const Document& document() const { return mDocument; }
  /// [c,r], a printed label, or a lattice id "4.5". Hexes off the map are taken when they are given as coordinates.
  Result<HexCoord> hex(const nlohmann::json& place) const;
  /// A place, region, course, crossing or entry of the map.
  Result<Ground> named(const std::string& section, const std::string& id) const;
  /// All things of a kind, such as "place/station".
  Ground ofKind(const std::string& kind) const;
  /// "Seminary Ridge", or the id.
  std::string nameOf(const std::string& section, const std::string& id) const;
  std::string label(HexCoord h) const;
  /// Hexes on or next to the course, region, …: what "on" means for it.
  std::set<HexCoord> touching(const Ground& ground) const;
  std::int32_t distance(HexCoord h, const Ground& ground) const;

 private:
  void findRegions();
  void findCourses();
  Ground locationOf(const nlohmann::json& at) const;

  const Document& mDocument;
  Numbering mNumbering;
  std::map<std::string, Ground> mRegions;
  std::map<std::string, Ground> mCourses;
};

} // namespace hotchkiss
