// Answers of the rules over a map: seen where they should be, and the same in tiles as in one piece.
#include "render/answeroverlay.h"
#include "render/view.h"
#include "tests/render/pictures.h"

#include <gtest/gtest.h>

namespace hotchkiss::test {

namespace {

constexpr double kScale = 48;
const QRectF kArea(0, 0, 6, 5);

QImage painted(const Lattice& lattice, const AnswerOverlay& answer, const QRectF& area, double scale = kScale) {
  QImage out(static_cast<int>(area.width() * scale), static_cast<int>(area.height() * scale), QImage::Format_RGB32);
  out.fill(Qt::white);
  QPainter painter(&out);
  paintAnswer(painter, lattice, answer, area, scale);
  return out;
}

QRgb pixelAt(const QImage& image, const Lattice& lattice, HexCoord hex, double dx = 0.3, double dy = 0.2) {
  const Point centre = lattice.centre(hex);
  return image.pixel(static_cast<int>((centre.x + dx) * kScale), static_cast<int>((centre.y + dy) * kScale));
}

AnswerOverlay everything(const Lattice& lattice) {
  AnswerOverlay out;
  for (std::int32_t c = 1; c < 5; ++c)
    for (std::int32_t r = 1; r < 4; ++r)
      out.hexes[{c, r}] = {heatColour((c + r) / 8.0), QString::number(c * r), r == 3};
  out.areas.push_back({{{2, 2}, {3, 2}}, answerColour(0), false});
  out.areas.push_back({{{3, 2}, {4, 2}}, answerColour(1), true});
  out.edges.push_back({{2, 2, 1}, Qt::blue, "2"});
  out.lines.push_back({throughCentres(lattice, {{1, 1}, {2, 1}, {3, 2}}), Qt::black, true, false});
  out.marks.push_back({toQt(lattice.centre({1, 1})), AnswerMark::Shape::Ring, Qt::black, {}});
  out.marks.push_back({toQt(lattice.centre({4, 3})), AnswerMark::Shape::Counter, answerColour(1), "b1 +2"});
  out.marks.push_back({toQt(lattice.centre({4, 1})), AnswerMark::Shape::Cross, Qt::red, {}});
  return out;
}

} // namespace

TEST(Answer, TintsItsHexesAndNoOthers) {
  const Lattice lattice(Orientation::Flat, Parity::Odd);
  AnswerOverlay answer;
  answer.hexes[{2, 2}] = {QColor(255, 0, 0, 255), {}, false};
  const QImage image = painted(lattice, answer, kArea);
  EXPECT_EQ(pixelAt(image, lattice, {2, 2}), QColor(255, 0, 0).rgb());
  EXPECT_EQ(pixelAt(image, lattice, {3, 2}), QColor(Qt::white).rgb());
  EXPECT_EQ(painted(lattice, {}, kArea), painted(lattice, AnswerOverlay(), kArea));
}

TEST(Answer, TilesJoinWithoutSeams) {
  const Lattice lattice(Orientation::Flat, Parity::Odd);
  const AnswerOverlay answer = everything(lattice);
  const QImage whole = painted(lattice, answer, kArea);
  QImage joined(whole.size(), QImage::Format_RGB32);
  QPainter painter(&joined);
  for (const QRectF& part : {QRectF(0, 0, 3, 5), QRectF(3, 0, 3, 5)})
    painter.drawImage(QPointF(part.left() * kScale, 0), painted(lattice, answer, part));
  painter.end();
  EXPECT_LE(differing(whole, joined, 8), 40);
}

TEST(Answer, VisitsOnlyWhatIsSeen) {
  // A reach over a whole large map, of which a small part is painted.
  const Lattice lattice(Orientation::Flat, Parity::Odd);
  AnswerOverlay answer;
  for (std::int32_t c = 0; c < 300; ++c)
    for (std::int32_t r = 0; r < 300; ++r)
      answer.hexes[{c, r}] = {QColor(0, 0, 255, 255), {}, false};
  const QImage image = painted(lattice, answer, kArea);
  for (std::int32_t c = 1; c < 5; ++c)
    for (std::int32_t r = 1; r < 4; ++r)
      EXPECT_EQ(pixelAt(image, lattice, {c, r}), QColor(0, 0, 255).rgb()) << c << "." << r;
}

TEST(Answer, HeatGoesFromLightToDark) {
  for (int i = 0; i < 20; ++i)
    EXPECT_GT(qGray(heatColour(i / 20.0).rgb()), qGray(heatColour((i + 1) / 20.0).rgb()));
  EXPECT_EQ(heatColour(-3).rgb(), heatColour(0).rgb());
  EXPECT_EQ(heatColour(9).rgb(), heatColour(1).rgb());
}

} // namespace hotchkiss::test
