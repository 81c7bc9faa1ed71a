// What lines look like where it matters for the rules: connected, on the right side, meeting at the hexside.
#include "render/palette.h"
#include "render/view.h"
#include "tests/render/pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace hotchkiss::test {

namespace {

constexpr std::array<double, 4> kZooms{5, 16, 48, 120};

bool isWater(QRgb p) {
  return qBlue(p) > qRed(p) + 12;
}

/// How many chains a set of hexsides makes.
int partsOf(const Lattice& lattice, const std::vector<EdgeId>& edges) {
  std::set<EdgeId> left(edges.begin(), edges.end());
  int out = 0;
  while (!left.empty()) {
    ++out;
    std::vector<EdgeId> front{*left.begin()};
    left.erase(left.begin());
    while (!front.empty()) {
      const EdgeId e = front.back();
      front.pop_back();
      for (const EdgeId& next : lattice.edgesTouching(e))
        if (left.erase(next) > 0)
          front.push_back(next);
    }
  }
  return out;
}

} // namespace

TEST(Rivers, AreOnePieceAtEveryZoom) {
  for (const char* style : {"engraved", "clear"})
    for (const Orientation orientation : {Orientation::Flat, Orientation::Pointy}) {
      Document document = blankMap("gcacw", {14, 10}, "clear", orientation);
      const Lattice lattice = document.lattice();
      Stroke stroke(document, "river");
      // A walk over corners that turns both ways, and a creek that runs into it.
      std::vector<EdgeId> river;
      VertexId at = lattice.vertex({2, 4}, 0);
      VertexId before = at;
      for (int i = 0; i < 18; ++i) {
        VertexId next = at;
        double best = -1e9;
        for (const VertexId& n : lattice.neighbours(at))
          if (n != before && lattice.position(n).x + 0.01 * ((i * 7) % 5) * lattice.position(n).y > best) {
            best = lattice.position(n).x + 0.01 * ((i * 7) % 5) * lattice.position(n).y;
            next = n;
          }
        river.push_back(*lattice.edgeBetween(at, next));
        before = at;
        at = next;
      }
      stroke.putChain(river, Feature{"major_river", "", {"r"}, "", "", ""});
      const VertexId joint = lattice.ends(river[8])[0];
      for (const EdgeId& e : lattice.edges(joint))
        if (std::find(river.begin(), river.end(), e) == river.end())
          stroke.putChain(std::vector<EdgeId>{e}, Feature{"creek", "", {}, "", "", ""});
      const MapPainter painter = painterOf(document, style, only({Layer::Water}));
      for (const double zoom : kZooms) {
        const QImage image = picture(painter, painter.bounds(), zoom);
        EXPECT_EQ(pieces(image, isWater), 1) << style << " at " << zoom;
      }
    }
}

TEST(Rivers, SampleCoursesAreOnePieceEach) {
  for (const char* name : {"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"}) {
    const Document whole = sample(name);
    const MapSnapshot snapshot = snapshotOf(whole);
    const Palette palette(*snapshot.ruleset, styleOf(snapshot, "engraved"));
    const auto isRiver = [&](const Feature& feature) {
      const LineStyle* style = palette.line(feature.kind, feature.classId);
      return style && style->isWater && (style->line == LineKind::Solid || style->line == LineKind::Waves);
    };
    std::set<std::string> courses;
    whole.forEachEdge([&](EdgeId e, std::uint32_t) {
      for (const Feature& feature : whole.features(e).features)
        if (isRiver(feature))
          courses.insert(feature.of.begin(), feature.of.end());
    });
    ASSERT_GE(courses.size(), 3U) << name;
    for (const std::string& course : courses) {
      // The course alone on its map. A lake or a stretch that is drawn otherwise may part it.
      std::vector<EdgeId> edges;
      Document document = blankMap(snapshot.ruleset->id(), whole.extent(), "clear", whole.lattice().orientation(),
                                   whole.lattice().shifted());
      whole.forEachEdge([&](EdgeId e, std::uint32_t) {
        for (const Feature& feature : whole.features(e).features)
          if (isRiver(feature) && std::find(feature.of.begin(), feature.of.end(), course) != feature.of.end()) {
            FeatureSet set;
            set.put(feature);
            document.setEdge(e, document.pool().intern(set.toText()));
            edges.push_back(e);
          }
      });
      const int parts = partsOf(document.lattice(), edges);
      const MapPainter painter = painterOf(document, "engraved", only({Layer::Water}));
      for (const double zoom : kZooms)
        EXPECT_EQ(pieces(picture(painter, painter.bounds(), zoom), isWater), parts)
            << name << " " << course << " at " << zoom;
    }
  }
}

TEST(Relief, HachuresLieOnTheLowSide) {
  // Wherever the hexside is: chance moves every line a little.
  for (const char* style : {"engraved", "clear"})
    for (const char* high : {"a", "b"})
      for (std::int32_t c = 1; c <= 4; ++c)
        for (std::int32_t r = 2; r <= 4; ++r) {
          Document document = blankMap("gcacw", {6, 6}, "clear");
          const EdgeId e{c, r, 0}; // a lies below it, b above
          document.setEdge(e, document.pool().intern(std::string(R"({"bluff":{"high":")") + high + R"("}})"));
          const MapPainter painter = painterOf(document, style, only({Layer::Relief}));
          const Point m = document.lattice().middle(e);
          const double zoom = 100;
          const QRectF area(m.x - 0.4, m.y - 0.4, 0.8, 0.8);
          const QImage image = picture(painter, area, zoom);
          int above = 0;
          int below = 0;
          int aboveNear = 0; // within the strokes' length and the hexside's
          int belowNear = 0;
          for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
              const int away = std::abs(y - image.height() / 2);
              if (isNear(image.pixel(x, y), painter.style().paper(), 40) || away <= 4)
                continue;
              const bool isAbove = y < image.height() / 2;
              ++(isAbove ? above : below);
              if (away <= 8 && std::abs(x - image.width() / 2) <= 26)
                ++(isAbove ? aboveNear : belowNear);
            }
          const bool fallsUp = std::string(high) == "a"; // on the picture
          const int low = fallsUp ? above : below;
          const int up = fallsUp ? below : above;
          const double density = (fallsUp ? aboveNear : belowNear) / (4.0 * 53);
          const std::string where = std::string(style) + " high " + high + " at " + toText(e);
          EXPECT_GT(low, 60) << where;
          EXPECT_GT(density, 0.25) << where;
          EXPECT_LT(up, low / 20 + 1) << where;
        }
}

TEST(Relief, EveryKindLiesOnItsSide) {
  struct Case {
    const char* ruleset;
    const char* feature;
    bool below; ///< strokes in the hex below the hexside, which is a
    bool above;
  };
  constexpr std::array<Case, 12> kCases{{{"tss", R"({"crest":{"low":"a"}})", true, false},
                                         {"tss", R"({"crest":{"low":"b"}})", false, true},
                                         {"tss", R"({"slope":{"low":"a"}})", true, false},
                                         {"tss", R"({"slope":{"low":"b"}})", false, true},
                                         {"tss", R"({"ridge":{}})", true, true},
                                         {"gcacw", R"({"bluff":{"high":"a"}})", false, true},
                                         {"gcacw", R"({"bluff":{"high":"b"}})", true, false},
                                         {"gcacw", R"({"ridge":{"high":"a"}})", true, true},
                                         {"wftu", R"({"mountain":{}})", true, true},
                                         {"wftu", R"({"bluff":{"bank":"a"}})", true, false},
                                         {"wftu", R"({"bluff":{"bank":"b"}})", false, true},
                                         {"wftu", R"({"bluff":{"bank":"both"}})", true, true}}};
  for (const Case& wanted : kCases)
    for (const char* style : {"engraved", "clear"})
      for (const Orientation orientation : {Orientation::Flat, Orientation::Pointy}) {
        Document document = blankMap(wanted.ruleset, {7, 7}, "clear", orientation);
        const EdgeId e{3, 3, 0};
        document.setEdge(e, document.pool().intern(wanted.feature));
        const MapPainter painter = painterOf(document, style, only({Layer::Relief}));
        const auto [a, b] = document.lattice().hexes(e);
        const Point m = document.lattice().middle(e);
        const Point inA = document.lattice().centre(a);
        constexpr double kZoom = 100;
        const QImage image = picture(painter, QRectF(m.x - 0.4, m.y - 0.4, 0.8, 0.8), kZoom);
        int onA = 0;
        int onB = 0;
        for (int y = 0; y < image.height(); ++y)
          for (int x = 0; x < image.width(); ++x) {
            if (isNear(image.pixel(x, y), painter.style().paper(), 40))
              continue;
            // Signed distance from the hexside, toward a.
            const double away =
                ((x + 0.5 - image.width() / 2.0) * (inA.x - m.x) + (y + 0.5 - image.height() / 2.0) * (inA.y - m.y)) /
                std::hypot(inA.x - m.x, inA.y - m.y);
            onA += away > 4.5 ? 1 : 0;
            onB += away < -4.5 ? 1 : 0;
          }
        const std::string where = std::string(wanted.ruleset) + " " + wanted.feature + " " + style;
        if (wanted.below)
          EXPECT_GT(onA, 40) << where;
        else
          EXPECT_LE(onA, 3) << where;
        if (wanted.above)
          EXPECT_GT(onB, 40) << where;
        else
          EXPECT_LE(onB, 3) << where;
      }
}

TEST(Paths, AZigzagOfHexesIsNearlyStraight) {
  // Hexes that lie by turns left and right of a line: the road must not swing from centre to centre.
  Document document = blankMap("gcacw", {12, 8}, "clear");
  Stroke stroke(document, "road");
  std::vector<HexCoord> hexes;
  for (std::int32_t c = 1; c <= 10; ++c)
    hexes.push_back({c, 4});
  stroke.putPath(hexes, Feature{"path.road", "", {"x"}, "", "", ""});
  const MapPainter painter = painterOf(document, "engraved", only({Layer::Paths}));
  const QColor paper = painter.style().paper();
  const Point from = document.lattice().centre({4, 4});
  const Point to = document.lattice().centre({8, 4});
  constexpr double kZoom = 80;
  const QImage image = picture(painter, QRectF(from.x, from.y - 1, to.x - from.x, 2), kZoom);
  int top = image.height();
  int bottom = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (!isNear(image.pixel(x, y), paper, 40)) {
        top = std::min(top, y);
        bottom = std::max(bottom, y);
      }
  // Centres swing by half a pitch; the road by an eighth and its own width.
  EXPECT_LT(bottom - top, kZoom * (0.125 + 0.03));
}

TEST(Relief, SlopesWithoutASideFallTowardTheLowerHex) {
  Document document = blankMap("gbacw", {6, 6}, "clear");
  for (std::int32_t c = 0; c < 6; ++c)
    for (std::int32_t r = 0; r < 6; ++r) {
      HexValue value = document.hex({c, r});
      value.level = static_cast<std::int16_t>(r >= 3 ? 1 : 3);
      document.setHex({c, r}, value);
    }
  const EdgeId e{2, 3, 0};
  document.setEdge(e, document.pool().intern(R"({"slope":{"class":"sheer"}})"));
  const MapPainter painter = painterOf(document, "engraved", only({Layer::Relief}));
  const Point m = document.lattice().middle(e);
  const QImage image = picture(painter, QRectF(m.x - 0.3, m.y - 0.3, 0.6, 0.6), 120);
  int below = 0;
  int above = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (!isNear(image.pixel(x, y), painter.style().paper(), 40) && std::abs(y - image.height() / 2) > 5)
        ++(y < image.height() / 2 ? above : below);
  EXPECT_GT(below, 60);
  EXPECT_LT(above, below / 20 + 1);
}

TEST(Paths, MeetAtTheHexsideFromBothHexes) {
  for (const char* kind : {"path.road", "path.pike", "path.railroad"}) {
    Document document = blankMap("gcacw", {10, 10}, "clear");
    Stroke stroke(document, "road");
    const std::vector<HexCoord> hexes{{2, 2}, {3, 2}, {4, 3}, {4, 4}, {4, 5}, {5, 5}, {6, 5}};
    stroke.putPath(hexes, Feature{kind, "", {"x"}, "", "", ""});
    const MapPainter painter = painterOf(document, "engraved", only({Layer::Paths}));
    const QColor paper = painter.style().paper();
    const auto isInk = [&](QRgb p) { return !isNear(p, paper, 25) && p != 0xffffffff; };
    for (const double zoom : {24.0, 72.0, 200.0}) {
      const QRectF area(0.5, 0.5, 6.5, 7);
      const QImage image = picture(painter, area, zoom);
      EXPECT_EQ(pieces(image, isInk), 1) << kind << " at " << zoom;
      for (std::size_t i = 1; i < hexes.size(); ++i) {
        const EdgeId e = *document.lattice().edgeBetween(hexes[i - 1], hexes[i]);
        const Point m = document.lattice().middle(e);
        const QPointF p = (QPointF(m.x, m.y) - area.topLeft()) * zoom;
        EXPECT_TRUE(isInk(image.pixel(static_cast<int>(p.x()), static_cast<int>(p.y()))))
            << kind << " edge " << toText(e);
      }
    }
  }
}

TEST(Paths, OfTwoKindsOverOneHexsideCanBothBeRead) {
  Document document = blankMap("gcacw", {8, 8}, "clear");
  Stroke stroke(document, "ways");
  const std::vector<HexCoord> hexes{{3, 1}, {3, 2}, {3, 3}, {3, 4}, {3, 5}};
  stroke.putPath(hexes, Feature{"path.road", "", {}, "", "", ""});
  stroke.putPath(hexes, Feature{"path.railroad", "", {}, "", "", ""});
  const MapPainter painter = painterOf(document, "engraved", only({Layer::Paths}));
  const Point m = document.lattice().middle(*document.lattice().edgeBetween(HexCoord{3, 3}, HexCoord{3, 2}));
  const QImage image = picture(painter, QRectF(m.x - 0.3, m.y - 0.02, 0.6, 0.04), 100);
  const auto count = [&](const QColor& colour) {
    int n = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        n += isNear(image.pixel(x, y), colour, 40) ? 1 : 0;
    return n;
  };
  EXPECT_GT(count(QColor(0x80, 0x55, 0x2b)), 3);
  EXPECT_GT(count(QColor(0x1f, 0x1a, 0x16)), 3);
}

} // namespace hotchkiss::test
