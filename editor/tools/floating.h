#pragma once

#include "editor/model/editordocument.h"
#include "editor/model/toolstate.h"
#include "libscenario/module/clippingtext.h"

#include <optional>
#include <vector>

namespace hotchkiss::editor {

/// Sections of named things that lie inside an area and go with it.
const std::set<std::string>& thingsOfAreas();

/// A piece of map in the hand: pasted, or taken up to be moved. While it is open the document shows the map as it would
/// be, in a stroke of its own.
class Floating {
 public:
  /// Something to be pasted. Afterwards the same can be pasted again.
  Floating(EditorDocument& document, ClippingLetter letter, HexCoord at);
  /// What lies on an area, to be moved.
  static Floating lifted(EditorDocument& document, std::vector<HexCoord> area, HexCoord anchor);

  /// False when the stroke was ended by somebody else, such as an undo.
  bool isOpen() const { return mDocument.inStroke(); }
  void moveTo(HexCoord at);
  void rotate(int sixths);
  void mirror();
  Outcome putDown();
  void drop();

  HexCoord at() const { return mAt; }
  /// Where it lies now.
  std::vector<HexCoord> hexes() const;
  std::size_t size() const { return mLetter.clipping.hexes.size(); }
  bool isMove() const { return !mSource.empty(); }

 private:
  void show();

  EditorDocument& mDocument;
  ClippingLetter mLetter;
  ClippingTurn mTurn;
  Clipping mTurned;
  HexCoord mAt;
  HexCoord mFrom;
  std::vector<HexCoord> mSource; ///< what is moved; empty for a paste
};

/// Takes an area off the map with the named things on it and every reference to them.
void removeArea(Stroke& stroke, const Catalogue& catalogue, const std::vector<HexCoord>& area);

/// A hex in the middle of an area, to hold it by.
HexCoord middleOf(const Lattice& lattice, const std::vector<HexCoord>& area);

} // namespace hotchkiss::editor
