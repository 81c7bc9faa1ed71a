#include "libterrain/numbering/numbering.h"

#include "libterrain/base/text.h"

#include <algorithm>

namespace hotchkiss {

namespace {

std::string labelOn(const Sheet& sheet, const Lattice& lattice, HexCoord h) {
  const std::optional<HexCoord> local = sheet.local(lattice, h);
  if (!local || !sheet.coversLocal(lattice, *local))
    return {};
  const PrintedNumbers numbers = sheet.printed(lattice, *local);
  return sheet.label.format(sheet.letter, numbers.col, numbers.row);
}

std::string joinSorted(std::vector<std::string> labels) {
  std::sort(labels.begin(), labels.end(), naturalLess);
  std::string out;
  for (const std::string& label : labels)
    out += (out.empty() ? "" : "/") + label;
  return out;
}

} // namespace

Numbering::Numbering(Lattice lattice, Extent extent, std::vector<Sheet> sheets)
    : mLattice(lattice), mExtent(extent), mSheets(std::move(sheets)) {}

bool Numbering::exists(HexCoord h) const {
  if (!mExtent.contains(h))
    return false;
  return mSheets.empty() ||
         std::any_of(mSheets.begin(), mSheets.end(), [&](const Sheet& sheet) { return sheet.covers(mLattice, h); });
}

std::vector<Label> Numbering::labels(HexCoord h) const {
  std::vector<Label> out;
  if (!mExtent.contains(h))
    return out;
  for (const Sheet& sheet : mSheets) {
    std::string text = labelOn(sheet, mLattice, h);
    if (!text.empty())
      out.push_back({sheet.id, std::move(text), sheet.isPartial(mLattice, h)});
  }
  return out;
}

std::string Numbering::label(HexCoord h) const {
  const std::vector<Label> all = labels(h);
  return all.empty() ? "(" + toText(h) + ")" : all.front().text;
}

std::string Numbering::joined(const std::vector<HexCoord>& hexes) const {
  std::vector<std::string> texts;
  for (const Sheet& sheet : mSheets) {
    texts.clear();
    for (const HexCoord h : hexes)
      if (mExtent.contains(h))
        texts.push_back(labelOn(sheet, mLattice, h));
    if (texts.size() == hexes.size() && std::find(texts.begin(), texts.end(), "") == texts.end())
      return joinSorted(std::move(texts));
  }
  texts.clear();
  for (const HexCoord h : hexes)
    texts.push_back(label(h));
  return joinSorted(std::move(texts));
}

std::string Numbering::label(EdgeId e) const {
  const std::array<HexCoord, 2> both = mLattice.hexes(e);
  const bool first = exists(both[0]);
  if (first == exists(both[1]))
    return joined({both[0], both[1]});
  const HexCoord inside = first ? both[0] : both[1];
  const int side = first ? e.d : e.d + kSides / 2;
  return label(inside) + " " + Lattice::directionName(mLattice.orientation(), side);
}

std::string Numbering::label(VertexId v) const {
  const std::array<HexCoord, 3> all = mLattice.hexes(v);
  std::vector<HexCoord> inside;
  std::copy_if(all.begin(), all.end(), std::back_inserter(inside), [&](HexCoord h) { return exists(h); });
  return inside.empty() ? joined({all.begin(), all.end()}) : joined(inside);
}

} // namespace hotchkiss
