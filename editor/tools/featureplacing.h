#pragma once

#include "editor/model/editordocument.h"
#include "editor/model/toolstate.h"

#include <QString>

namespace hotchkiss::editor {

/// Puts features on hexsides and corners so that the result is legal: what excludes the new one goes, a class and an
/// orientation are there when they must be, and what the edge knew about a feature of this kind is kept.
class FeaturePlacing {
 public:
  /// `kind` as in the file: paths with "path.". An unknown class falls back to the first one when one is needed.
  FeaturePlacing(const EditorDocument& document, std::string kind, std::string classId, std::string course);

  bool isKnown() const { return mKind != nullptr; }
  const std::string& kind() const { return mId; }
  /// The orientation that the kind takes; null when it takes none.
  const OrientationRule* orientation() const;
  bool allowsSide(const std::string& side) const;

  /// What the hexside lacks for this feature, in words; empty when nothing.
  QString missingOn(const FeatureSet& present) const;

  /// The set with the feature in it. `side` is used when the kind is oriented.
  FeatureSet placedOn(FeatureSet present, const std::string& side) const;

 private:
  const EditorDocument& mDocument;
  const FeatureKind* mKind = nullptr;
  std::string mId;
  std::string mClassId;
  std::string mCourse;
  std::vector<std::string> mExcluded; ///< by this kind, or excluding it
};

/// Whether one of the features faces a side.
bool hasOrientation(const FeatureSet& features);
/// Turns all features of a hexside that face a side to the other one; one edit.
Outcome turnRound(EditorDocument& document, EdgeId e);

/// Which of two hexes an orientation value names: "a" or "b".
std::string sideToward(const Lattice& lattice, EdgeId e, HexCoord h);
/// The value for the other side; "both" stays.
std::string otherSide(const std::string& side);

} // namespace hotchkiss::editor
