#include "libterrain/numbering/numbering.h"

#include <gtest/gtest.h>

using namespace hotchkiss;

namespace {

LabelPattern pattern(std::string_view text) {
  return *LabelPattern::parse(text);
}

Sheet sheet(std::string letter, HexCoord origin, Extent size, std::string_view label = "{sheet}{col:2}{row:2}") {
  Sheet out;
  out.id = "sheet-" + letter;
  out.letter = std::move(letter);
  out.origin = origin;
  out.size = size;
  out.label = pattern(label);
  return out;
}

const Lattice kFlat(Orientation::Flat, Parity::Odd);
const Lattice kPointy(Orientation::Pointy, Parity::Odd);

} // namespace

TEST(LabelPattern, PrintsAndReadsEveryStyle) {
  EXPECT_EQ(pattern("{sheet}{col:2}{row:2}").format("W", 5, 133), "W05133");
  EXPECT_EQ(pattern("{col:A}-{row:1}").format("", 27, 0), "AA-0");
  EXPECT_EQ(pattern("{col:AA}{row:1}").format("", 28, 4), "BB4");
  EXPECT_EQ(pattern("{col:A}{row:1}").format("", 28, 4), "AB4");
  EXPECT_EQ(pattern("{col:2}{row:2}").format("", -1, 4), "");
  EXPECT_EQ(pattern("{col:A}{row:2}").format("", 0, 4), "");
  EXPECT_EQ(pattern("{col:1}{row:1}").read("123").size(), 2U);
  EXPECT_EQ(pattern("{col:2}{row:2}").read("0533"), (std::vector<LabelPattern::Fields>{{"", 5, 33}}));
  EXPECT_TRUE(pattern("{col:2}.{row:2}").read("5.33").empty());
  EXPECT_TRUE(pattern("{col:1}.{row:1}").read("05.33").empty());
  EXPECT_TRUE(pattern("{sheet}{col:2}{row:2}").namesSheet());
  EXPECT_FALSE(pattern("{col:2}{row:2}").namesSheet());
}

TEST(LabelPattern, RefusesBrokenPatternsWithAdvice) {
  for (const char* text : {"", "{col:2}", "{row:2}", "{col:2}{row:2}{hex}", "{col:2}{row:B}", "{col:2}{row:2",
                           "{col}}{row}", "{col:2}{col:2}{row:2}", "{col:0}{row:2}", "{sheet:2}{col:2}{row:2}"}) {
    const Result<LabelPattern> result = LabelPattern::parse(text);
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_FALSE(result.error().advice.empty()) << text;
  }
}

TEST(Sheet, NumbersObliqueRowsAlongTheHexAxes) {
  Sheet s = sheet("", {1, 2}, {10, 10});
  s.oblique = Oblique::Falling;
  const HexCoord start = s.onLattice(kFlat, {2, 5});
  const auto numbers = [&](const Lattice& lattice, HexCoord h) { return s.printed(lattice, *s.local(lattice, h)); };
  EXPECT_EQ(numbers(kFlat, start).row, numbers(kFlat, kFlat.neighbour(start, 2)).row);
  EXPECT_EQ(numbers(kFlat, start).row, numbers(kFlat, kFlat.neighbour(start, 5)).row);
  EXPECT_EQ(numbers(kPointy, start).col, numbers(kPointy, kPointy.neighbour(start, 2)).col);
  s.oblique = Oblique::Rising;
  EXPECT_EQ(numbers(kFlat, start).row, numbers(kFlat, kFlat.neighbour(start, 1)).row);
  EXPECT_EQ(numbers(kPointy, start).col, numbers(kPointy, kPointy.neighbour(start, 3)).col);
}

TEST(Sheet, StaggersNumbers) {
  Sheet s = sheet("", {0, 0}, {10, 10});
  s.rows.stagger = Axis::Stagger::Doubled;
  EXPECT_EQ(s.printed(kFlat, {0, 3}), (PrintedNumbers{1, 7}));
  EXPECT_EQ(s.printed(kFlat, {1, 3}), (PrintedNumbers{2, 8}));
  EXPECT_FALSE(s.fromPrinted(kFlat, {1, 8}));
  s.rows.stagger = Axis::Stagger::Shifted;
  EXPECT_EQ(s.printed(kFlat, {1, 3}), (PrintedNumbers{2, 5}));
  EXPECT_EQ(s.printed(kFlat, {2, 3}), (PrintedNumbers{3, 4}));
}

TEST(Sheet, LeavesOutJaggedBorders) {
  Sheet s = sheet("", {1, 0}, {4, 4});
  s.missing.top = BorderRule::Shifted;
  s.partial.bottom = BorderRule::Unshifted;
  s.omit = {{3, 2}};
  EXPECT_FALSE(s.covers(kFlat, {1, 0}));
  EXPECT_TRUE(s.covers(kFlat, {2, 0}));
  EXPECT_FALSE(s.covers(kFlat, {4, 2}));
  EXPECT_TRUE(s.isPartial(kFlat, {2, 3}));
  EXPECT_FALSE(s.isPartial(kFlat, {1, 3}));
}

TEST(Sheet, TurnsAboutItsOrigin) {
  Sheet s = sheet("", {9, 9}, {5, 5});
  s.turn = 3;
  EXPECT_EQ(s.onLattice(kFlat, {0, 1}), (HexCoord{9, 8}));
  EXPECT_EQ(s.onLattice(kFlat, {2, 0}), (HexCoord{7, 9}));
  EXPECT_EQ(s.local(kFlat, {7, 9}), (HexCoord{2, 0}));
}

TEST(Numbering, NamesHexesEdgesAndCorners) {
  const Numbering numbering(kFlat, {20, 10}, {sheet("W", {0, 0}, {12, 10}), sheet("E", {10, 0}, {10, 10})});
  EXPECT_EQ(numbering.label(HexCoord{4, 2}), "W0503");
  EXPECT_EQ(numbering.labels({11, 2}).size(), 2U);
  EXPECT_EQ(numbering.label(HexCoord{-1, 2}), "(-1.2)");
  EXPECT_EQ(numbering.label(kFlat.edge({4, 2}, 3)), "W0503/W0504");
  EXPECT_EQ(numbering.label(kFlat.edge({4, 0}, 0)), "W0501 N");
  EXPECT_EQ(numbering.label(kFlat.edge({4, 9}, 3)), "W0510 S");
  EXPECT_EQ(numbering.label(kFlat.edge({11, 5}, 2)), "E0206/E0307");
  EXPECT_EQ(numbering.label(kFlat.vertex({4, 2}, 2)), "W0503/W0504/W0603");
}

TEST(Numbering, WithoutSheetsEveryHexExists) {
  const Numbering numbering(kFlat, {3, 3}, {});
  EXPECT_TRUE(numbering.exists({2, 2}));
  EXPECT_FALSE(numbering.exists({3, 2}));
  EXPECT_EQ(numbering.label(HexCoord{2, 1}), "(2.1)");
  EXPECT_EQ(*numbering.resolve("(2.1)"), (HexCoord{2, 1}));
}

TEST(Numbering, SaysWhyALabelIsRefused) {
  Sheet west = sheet("W", {0, 0}, {20, 35});
  west.omit = {{2, 2}};
  const Numbering numbering(kFlat, {40, 35}, {west, sheet("E", {20, 0}, {20, 35})});
  EXPECT_EQ(*numbering.resolve("W0533"), (HexCoord{4, 32}));
  const auto refusal = [&](std::string_view text) { return numbering.resolve(text).error(); };
  EXPECT_EQ(refusal("W9901").message, "column 99 is outside 1 to 20 on sheet W");
  EXPECT_EQ(refusal("W0199").message, "row 99 is outside 1 to 35 on sheet W");
  EXPECT_EQ(refusal("X0101").message, "there is no sheet \"X\"");
  EXPECT_EQ(refusal("X0101").advice, "did you mean W0101 or E0101?");
  EXPECT_EQ(refusal("W0303").message, "that hex is missing on sheet W");
  EXPECT_EQ(refusal("W3305").advice, "did you mean W0533 or W2005?");
  EXPECT_EQ(refusal("0101").message, "\"0101\" names no sheet");
  EXPECT_EQ(refusal("w0101").advice, "did you mean W0101 or E0101?");
  EXPECT_EQ(numbering.resolve("VV0101", {{"W", {"VV"}}}).error().advice, "did you mean W0101 or E0101?");
  EXPECT_FALSE(numbering.resolve(std::string(65, '1')).ok());
  EXPECT_FALSE(numbering.resolve("").ok());
  EXPECT_EQ(*numbering.resolve("E", "1", "2"), (HexCoord{20, 1}));
  EXPECT_FALSE(numbering.resolve("Q", "1", "2").ok());
  EXPECT_NE(numbering.resolve(std::nullopt, "1", "2").error().message.find("ambiguous"), std::string::npos);
}

TEST(Numbering, TellsWhenALabelIsAmbiguous) {
  const Numbering numbering(
      kFlat, {20, 10},
      {sheet("A", {0, 0}, {10, 10}, "{col:2}{row:2}"), sheet("B", {10, 0}, {10, 10}, "{col:2}{row:2}")});
  EXPECT_EQ(numbering.resolve("0101").error().message,
            "\"0101\" is ambiguous between hex (0.0) on sheet A and hex (10.0) on sheet B");
}

TEST(Numbering, HostileTextIsAnsweredQuickly) {
  std::vector<Sheet> sheets;
  for (int i = 0; i < 10; ++i)
    sheets.push_back(sheet(std::string(1, static_cast<char>('A' + i)), {0, 0}, {20, 20}, "{sheet}{col:1}{row:1}"));
  const Numbering numbering(kFlat, {20, 20}, sheets);
  EXPECT_FALSE(numbering.resolve(std::string(64, '8'), {{"3", {"8"}}, {"B", {"8"}}}).ok());
}
