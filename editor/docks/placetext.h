#pragma once

#include "libterrain/base/result.h"
#include "libterrain/map/document.h"
#include "libterrain/numbering/numbering.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace hotchkiss::editor {

/// Positions in records as people read and type them: printed labels instead of lattice coordinates.
class PlaceText {
 public:
  PlaceText(const Document& document, const Numbering& numbering) : mDocument(document), mNumbering(numbering) {}

  /// [c,r], [c,r,d] or a list of them; {"hex":…}, {"edge":…}, {"vertex":…}; {"place":"id"} as "place id". Three numbers
  /// are an edge unless `isVertex`.
  std::string write(const nlohmann::json& value, bool isVertex = false) const;

  /// Labels, coordinates ("12.7", "12.7.1") or lists of them with commas; null for an empty text.
  Result<nlohmann::json> read(const std::string& text, bool isHex, bool many) const;
  /// A hex, hexside, corner or other thing ("region id"), in the form of a place's "at": [c,r] for a hex, else
  /// {"edge":…}, {"vertex":…}, {"region":…} and so on.
  Result<nlohmann::json> readLocation(const std::string& text) const;
  Result<nlohmann::json> readVertex(const std::string& text) const;
  /// The ends of a link: locations with commas between.
  Result<nlohmann::json> readEnds(const std::string& text) const;

 private:
  const Document& mDocument;
  const Numbering& mNumbering;
};

} // namespace hotchkiss::editor
