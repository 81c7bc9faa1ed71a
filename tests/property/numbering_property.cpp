#include "libterrain/numbering/numbering.h"
#include "tests/property/generators.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

using namespace hotchkiss;

namespace {

BorderRule anyRule() {
  return *rc::gen::element(BorderRule::None, BorderRule::All, BorderRule::Shifted, BorderRule::Unshifted);
}

Border anyBorder() {
  Border out;
  out.top = anyRule();
  out.bottom = anyRule();
  out.left = anyRule();
  out.right = anyRule();
  return out;
}

Axis anyAxis() {
  Axis out;
  // Far enough from zero that descending and oblique numbers stay printable.
  out.first = *rc::gen::inRange(100L, 400L);
  out.step = *rc::gen::element(1, -1, 2, -2, 3);
  out.stagger =
      *rc::gen::element(Axis::Stagger::None, Axis::Stagger::Doubled, Axis::Stagger::Shifted, Axis::Stagger::Unshifted);
  return out;
}

Sheet anySheet(std::string letter, std::string_view pattern) {
  Sheet out;
  out.id = letter;
  out.letter = std::move(letter);
  out.origin = {*rc::gen::inRange(0, 20), *rc::gen::inRange(0, 20)};
  out.size = {*rc::gen::inRange(1, 14), *rc::gen::inRange(1, 14)};
  out.label = *LabelPattern::parse(pattern);
  out.columns = anyAxis();
  out.rows = anyAxis();
  out.oblique = *rc::gen::element(Oblique::None, Oblique::Falling, Oblique::Rising);
  out.turn = *rc::gen::inRange(-6, 12);
  out.missing = anyBorder();
  out.partial = anyBorder();
  out.omit = {{*rc::gen::inRange(0, 14), *rc::gen::inRange(0, 14)}};
  return out;
}

const char* anyPattern() {
  return *rc::gen::element("{sheet}{col:3}{row:3}", "{sheet}{row:3}{col:3}", "{sheet}{col:A}{row:1}",
                           "{sheet} {col:AA}{row:2}", "{sheet}-{col:1}.{row:4}", "{sheet}{row:A}-{col:A}",
                           "{col:1}/{row:1} {sheet}", "{col:1}.{row:AA}{sheet}");
}

} // namespace

RC_GTEST_PROP(LabelPatternProperty, ReadsBackWhatItPrints, ()) {
  const LabelPattern pattern = *LabelPattern::parse(anyPattern());
  const LabelPattern::Fields fields{*rc::gen::element<std::string>("", "W", "N2"), *rc::gen::inRange(1L, 800L),
                                    *rc::gen::inRange(1L, 800L)};
  const std::string text = pattern.format(fields.sheet, fields.col, fields.row);
  const std::vector<LabelPattern::Fields> readings = pattern.read(text);
  RC_ASSERT(std::find(readings.begin(), readings.end(), fields) != readings.end());
  for (const LabelPattern::Fields& reading : readings)
    RC_ASSERT(pattern.format(reading.sheet, reading.col, reading.row) == text);
}

RC_GTEST_PROP(SheetProperty, LocalAndPrintedAreReversible, ()) {
  const Lattice lattice = anyLattice();
  const Sheet sheet = anySheet("W", anyPattern());
  for (std::int32_t c = 0; c < sheet.size.width; ++c)
    for (std::int32_t r = 0; r < sheet.size.height; ++r) {
      const HexCoord local{c, r};
      const HexCoord h = sheet.onLattice(lattice, local);
      RC_ASSERT(sheet.local(lattice, h) == local);
      RC_ASSERT(sheet.fromPrinted(lattice, sheet.printed(lattice, local)) == local);
      RC_ASSERT(sheet.covers(lattice, h) == sheet.coversLocal(lattice, local));
      RC_ASSERT(!sheet.isPartial(lattice, h) || sheet.covers(lattice, h));
    }
}

RC_GTEST_PROP(SheetProperty, NeighboursOnTheSheetAreNeighboursOnTheLattice, ()) {
  const Lattice lattice = anyLattice();
  const Sheet sheet = anySheet("W", anyPattern());
  const HexCoord local{*rc::gen::inRange(0, 14), *rc::gen::inRange(0, 14)};
  const int d = *rc::gen::inRange(0, 6);
  const HexCoord next = sheet.localLattice(lattice).neighbour(local, d);
  RC_ASSERT(lattice.neighbour(sheet.onLattice(lattice, local), d + sheet.turn + 6) == sheet.onLattice(lattice, next));
}

// Every label leads back to its hex, or is refused as ambiguous because another hex bears the same text.
RC_GTEST_PROP(NumberingProperty, LabelsLeadBackToTheirHexes, ()) {
  const Lattice lattice = anyLattice();
  const Extent extent{30, 30};
  const Numbering numbering(lattice, extent,
                            {anySheet("W", anyPattern()), anySheet("E", anyPattern()), anySheet("", "{col:4}{row:4}")});
  std::map<std::string, std::set<HexCoord>> bearers;
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      RC_ASSERT(numbering.exists({c, r}) == !numbering.labels({c, r}).empty());
      for (const Label& label : numbering.labels({c, r}))
        bearers[label.text].insert({c, r});
    }
  for (const auto& [text, hexes] : bearers) {
    const Result<HexCoord> found = numbering.resolve(text);
    RC_ASSERT(found.ok() == (hexes.size() == 1));
    if (found.ok())
      RC_ASSERT(*found == *hexes.begin());
    else
      RC_ASSERT(found.error().message.find("ambiguous") != std::string::npos);
  }
}

RC_GTEST_PROP(NumberingProperty, AnyTextIsAnswered, (const std::string& text)) {
  const Numbering numbering(anyLattice(), {30, 30}, {anySheet("W", anyPattern()), anySheet("E", anyPattern())});
  const Result<HexCoord> found = numbering.resolve(text, {{"O", {"0"}}, {"", {""}}});
  RC_ASSERT(found.ok() || !found.error().message.empty());
}

RC_GTEST_PROP(NumberingProperty, EveryAdviceResolves, ()) {
  const Numbering numbering(anyLattice(), {30, 30}, {anySheet("W", anyPattern()), anySheet("E", anyPattern())});
  const Sheet& sheet = numbering.sheets()[0];
  const std::string text = sheet.label.format(*rc::gen::element<std::string>("W", "E", "X", ""),
                                              *rc::gen::inRange(1L, 600L), *rc::gen::inRange(1L, 600L));
  const Result<HexCoord> found = numbering.resolve(text, {{"3", {"8"}}, {"1", {"7"}}});
  if (found.ok() || !found.error().advice.starts_with("did you mean "))
    return;
  std::string rest = found.error().advice.substr(13);
  rest.pop_back();
  std::size_t count = 0;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(", ");
    const std::size_t end = std::min({comma, rest.find(" or "), rest.size()});
    RC_ASSERT(numbering.resolve(rest.substr(0, end)).ok());
    rest = end == rest.size() ? "" : rest.substr(end + (end == comma ? 2 : 4));
    ++count;
  }
  RC_ASSERT(count >= 1U && count <= 3U);
}
