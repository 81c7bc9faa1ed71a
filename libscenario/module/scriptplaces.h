#pragma once

#include "libterrain/base/result.h"
#include "libterrain/map/document.h"
#include "libterrain/numbering/numbering.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace hotchkiss {

/// Reads the places of a script: coordinates or printed labels, one or a list. Values have been checked against the
/// schema; that a place touches the map is checked here.
class ScriptPlaces {
 public:
  ScriptPlaces(const Document& document, const Numbering& numbering) : mDocument(document), mNumbering(numbering) {}

  Result<HexCoord> hex(const nlohmann::json& value) const;
  Result<EdgeId> edge(const nlohmann::json& value) const;
  Result<VertexId> vertex(const nlohmann::json& value) const;

  Result<std::vector<HexCoord>> hexes(const nlohmann::json& value) const;
  Result<std::vector<EdgeId>> edges(const nlohmann::json& value) const;
  Result<std::vector<VertexId>> vertices(const nlohmann::json& value) const;

 private:
  Result<HexCoord> labelled(std::string_view label) const;
  Result<EdgeId> borderEdge(std::string_view label) const;

  const Document& mDocument;
  const Numbering& mNumbering;
};

} // namespace hotchkiss
