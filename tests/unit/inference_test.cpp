#include "libterrain/numbering/inference.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace hotchkiss;

namespace {

struct Scheme {
  Lattice lattice; ///< of the printed numbers
  bool columnFirst = true;
  int columnStep = 1;
  int rowStep = 1;
};

std::string twoDigits(int n) {
  return (n < 10 ? "0" : "") + std::to_string(n);
}

LabelledPoint point(const Scheme& scheme, int col, int row, double turn) {
  const Point p = scheme.lattice.centre({scheme.columnStep * col, scheme.rowStep * row});
  const double scale = 41;
  const Point image{scale * (std::cos(turn) * p.x - std::sin(turn) * p.y) + 300,
                    scale * (std::sin(turn) * p.x + std::cos(turn) * p.y) + 150};
  const std::string c = twoDigits(col);
  const std::string r = twoDigits(row);
  return {"W" + (scheme.columnFirst ? c + r : r + c), image};
}

} // namespace

TEST(Inference, FindsTheSchemeFromThreeLabels) {
  for (const Orientation orientation : {Orientation::Flat, Orientation::Pointy})
    for (const Parity parity : {Parity::Even, Parity::Odd})
      for (const bool columnFirst : {true, false})
        for (const int columnStep : {1, -1})
          for (const int rowStep : {1, -1}) {
            const Scheme scheme{{orientation, parity}, columnFirst, columnStep, rowStep};
            const std::vector<NumberingProposal> found =
                inferNumbering({point(scheme, 3, 4, 0.05), point(scheme, 8, 4, 0.05), point(scheme, 4, 9, 0.05)});
            ASSERT_FALSE(found.empty());
            EXPECT_LT(found[0].misfit, 1e-9);
            EXPECT_EQ(found[0].orientation, orientation);
            EXPECT_EQ(found[0].shifted, parity);
            EXPECT_EQ(found[0].columnFirst, columnFirst);
            EXPECT_EQ(found[0].columnStep, columnStep);
            EXPECT_EQ(found[0].rowStep, rowStep);
            EXPECT_FALSE(ambiguous(found));
            const Point first = point(scheme, 3, 4, 0.05).at;
            const Point plane = scheme.lattice.centre({columnStep * 3, rowStep * 4});
            EXPECT_NEAR(found[0].affine[0] * plane.x + found[0].affine[1] * plane.y + found[0].affine[2], first.x,
                        1e-6);
            EXPECT_NEAR(found[0].affine[3] * plane.x + found[0].affine[4] * plane.y + found[0].affine[5], first.y,
                        1e-6);
          }
}

TEST(Inference, KnowsWhenTheParityIsOpen) {
  const Scheme scheme{{Orientation::Flat, Parity::Even}};
  EXPECT_TRUE(ambiguous(inferNumbering({point(scheme, 2, 4, 0), point(scheme, 8, 4, 0), point(scheme, 4, 9, 0)})));
}

TEST(Inference, GivesNothingForWhatItCannotRead) {
  const Scheme scheme{{Orientation::Flat, Parity::Even}};
  const LabelledPoint a = point(scheme, 2, 2, 0);
  const LabelledPoint b = point(scheme, 2, 5, 0);
  const LabelledPoint c = point(scheme, 7, 4, 0);
  EXPECT_TRUE(inferNumbering({a, b, point(scheme, 2, 9, 0)}).empty());
  EXPECT_TRUE(inferNumbering({a, b, b}).empty());
  EXPECT_TRUE(inferNumbering({a, b, LabelledPoint{"123", c.at}}).empty());
  EXPECT_TRUE(inferNumbering({a, b, LabelledPoint{"", c.at}}).empty());
  EXPECT_TRUE(inferNumbering({a, b, LabelledPoint{c.label, {std::nan(""), 0}}}).empty());
  EXPECT_FALSE(ambiguous({}));
}

TEST(Inference, ReadsSeparatedNumbers) {
  const Scheme scheme{{Orientation::Pointy, Parity::Odd}};
  const LabelledPoint a{"3.4", point(scheme, 3, 4, 0).at};
  const LabelledPoint b{"12-5", point(scheme, 12, 5, 0).at};
  const LabelledPoint c{"A 4/11", point(scheme, 4, 11, 0).at};
  const std::vector<NumberingProposal> found = inferNumbering({a, b, c});
  ASSERT_FALSE(found.empty());
  EXPECT_LT(found[0].misfit, 1e-9);
}
