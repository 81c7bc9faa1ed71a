#pragma once

#include "libterrain/base/result.h"
#include "libterrain/numbering/confusable.h"
#include "libterrain/numbering/sheet.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

struct Label {
  std::string sheet; ///< id of the sheet
  std::string text;
  bool partial = false;
  bool operator==(const Label&) const = default;
};

/// All sheets of a map: from hexes to printed labels and back.
class Numbering {
 public:
  Numbering() = default;
  Numbering(Lattice lattice, Extent extent, std::vector<Sheet> sheets);

  /// Inside the map and on a sheet; without sheets, every hex of the map.
  bool exists(HexCoord h) const;
  std::vector<Label> labels(HexCoord h) const;
  /// The first label, or "(12.7)" for a hex without any.
  std::string label(HexCoord h) const;
  /// "0533/0534", or "0533 N" at the edge of the map.
  std::string label(EdgeId e) const;
  /// "0533/0534/0633".
  std::string label(VertexId v) const;

  Result<HexCoord> resolve(std::string_view text, const std::vector<Confusable>& confusables = {}) const;
  Result<HexCoord> resolve(const std::optional<std::string>& sheetLetter, std::string_view colText,
                           std::string_view rowText) const;

  const std::vector<Sheet>& sheets() const { return mSheets; }

 private:
  /// What a text means on each sheet that can read it, and the best reason why it means nothing.
  struct Search {
    struct Hit {
      HexCoord hex;
      std::size_t sheet = 0;
    };
    struct Reading {
      std::size_t sheet = 0;
      PrintedNumbers numbers;
    };
    std::vector<Hit> hits;
    std::vector<Reading> readings;
    void add(Hit hit);
  };

  Search search(std::string_view text) const;
  void place(std::size_t sheet, PrintedNumbers numbers, Search& found) const;
  bool resolves(std::string_view text) const;
  std::string refusal(const Search& found, std::string_view text) const;
  std::string refusal(const Sheet& sheet, PrintedNumbers numbers) const;
  std::vector<std::string> suggestions(const Search& found, std::string_view text,
                                       const std::vector<Confusable>& confusables) const;
  Result<HexCoord> conclude(const Search& found, std::string_view text,
                            const std::vector<Confusable>& confusables) const;
  /// Labels of hexes that are named together, from one sheet if one has them all, lowest first.
  std::string joined(const std::vector<HexCoord>& hexes) const;

  Lattice mLattice;
  Extent mExtent;
  std::vector<Sheet> mSheets;
};

} // namespace hotchkiss
