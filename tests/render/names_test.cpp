// Names never lie on each other, and important ones are there.
#include "render/courseline.h"
#include "render/labels.h"
#include "render/markers.h"
#include "render/wayshape.h"
#include "tests/render/pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <set>

namespace hotchkiss::test {

namespace {

constexpr std::array<const char*, 4> kSamples{"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"};

/// The names of a map, through the same door as the painter's.
struct Map {
  Map(const Document& document, const std::string& style) {
    scene.snapshot = snapshotOf(document);
    scene.style = styleOf(scene.snapshot, style);
    scene.palette = std::make_shared<const Palette>(*scene.snapshot.ruleset, scene.style);
    scene.meanings = std::make_shared<const PoolMeanings>(scene.palette);
    scene.named = std::make_shared<const NamedIndex>(scene.document(), *scene.palette);
    scene.membership = std::make_shared<const Membership>(scene.document(), *scene.meanings);
    scene.levels = std::make_shared<const std::map<int, std::int64_t>>();
  }
  LabelLayout names(double factor = 1) const { return {scene, factor}; }
  Scene scene;
};

LabelLayout layout(const Document& document, const std::string& style, double factor) {
  return Map(document, style).names(factor);
}

QRectF boxAround(QPointF at, double size) {
  return {at - QPointF(size, size) / 2, QSizeF(size, size)};
}

/// Calls for every name of every sample in both styles.
template <class Visit>
void forEachSample(Visit&& visit) {
  for (const char* name : kSamples)
    for (const char* style : {"engraved", "clear"}) {
      const Map map(sample(name), style);
      visit(map, std::string(name) + " " + style);
    }
}

/// Of the symbols in some boxes: those that a name's letters touch.
std::size_t covered(const LabelLayout& names, const std::vector<QRectF>& boxes, const std::string& where) {
  std::size_t out = 0;
  for (const PlacedLabel& label : names.labels()) {
    const QPainterPath letters = label.path();
    for (const QRectF& box : boxes)
      if (label.bounds.intersects(box) && letters.intersects(box)) {
        ++out;
        std::cout << where << ": " << label.text.toStdString() << " at " << box.center().x() << ", " << box.center().y()
                  << "\n";
      }
  }
  return out;
}

} // namespace

TEST(Names, NeverOverlap) {
  for (const char* name : {"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"})
    for (const char* style : {"engraved", "clear"})
      for (const double factor : {1.0, 2.0, 4.0}) {
        const LabelLayout names = layout(sample(name), style, factor);
        const std::vector<PlacedLabel>& labels = names.labels();
        EXPECT_GE(labels.size(), 4U) << name;
        for (std::size_t i = 0; i < labels.size(); ++i)
          for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(labels[i].path().intersects(labels[j].path()))
                << name << " " << style << ": " << labels[i].text.toStdString() << " and "
                << labels[j].text.toStdString();
      }
}

TEST(Names, OfPlacesAreAllThereAtReadingSize) {
  for (const char* name : {"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"}) {
    const Document document = sample(name);
    const LabelLayout names = layout(document, "engraved", 1);
    const NamedIndex index(document, Palette(*snapshotOf(document).ruleset, styleOf(snapshotOf(document), "engraved")));
    for (const NamedPtr& place : index.section("place"))
      if (place->at && !place->name.isEmpty() &&
          std::none_of(names.labels().begin(), names.labels().end(),
                       [&](const PlacedLabel& label) { return label.text == place->name; }))
        ADD_FAILURE() << name << ": " << place->name.toStdString();
  }
}

TEST(Names, LeaveHexNumbersFree) {
  forEachSample([](const Map& map, const std::string& where) {
    std::vector<QRectF> numbers;
    for (std::int32_t c = 0; c < map.scene.extent().width; ++c)
      for (std::int32_t r = 0; r < map.scene.extent().height; ++r)
        if (const QRectF box = numberBox(map.scene, {c, r}); !box.isEmpty())
          numbers.push_back(box);
    ASSERT_GE(numbers.size(), 100U);
    EXPECT_EQ(covered(map.names(), numbers, where), 0U) << where;
  });
}

TEST(Names, LeaveCrossingsAndMarksFree) {
  forEachSample([](const Map& map, const std::string& where) {
    std::vector<QRectF> symbols;
    for (const NamedPtr& crossing : map.scene.named->section("crossing"))
      if (const auto mark = markOfCrossing(map.scene, *crossing))
        symbols.push_back(boxAround(mark->at, mark->size * 0.8));
    for (const NamedPtr& entry : map.scene.named->section("entry"))
      for (const PlacedMark& mark : marksOfEntry(map.scene, *entry))
        symbols.push_back(boxAround(mark.at, mark.size * 0.8));
    for (std::int32_t c = 0; c < map.scene.extent().width; ++c)
      for (std::int32_t r = 0; r < map.scene.extent().height; ++r)
        for (const PlacedMark& mark : marksIn(map.scene, {c, r}))
          symbols.push_back(boxAround(mark.at, mark.size * 0.8));
    ASSERT_GE(symbols.size(), 4U) << where;
    EXPECT_EQ(covered(map.names(), symbols, where), 0U) << where;
  });
}

TEST(Names, OfRailroadsStandBesideTheTrack) {
  forEachSample([](const Map& map, const std::string& where) {
    std::set<QString> railroads;
    for (const NamedPtr& course : map.scene.named->section("course"))
      if (map.scene.courseLines->get(map.scene, course->id)->isRail)
        railroads.insert(course->name.toUpper());
    WayShape ways(map.scene, 8);
    std::vector<QPointF> tracks;
    for (std::int32_t c = 0; c < map.scene.extent().width; ++c)
      for (std::int32_t r = 0; r < map.scene.extent().height; ++r)
        for (const WayPiece& piece : ways.piecesIn({c, r}))
          if (piece.line->style->isRail)
            tracks.insert(tracks.end(), piece.points.begin(), piece.points.end());
    const LabelLayout names = map.names();
    for (const PlacedLabel& label : names.labels())
      if (railroads.contains(label.text)) {
        const QPainterPath letters = label.path();
        EXPECT_TRUE(std::none_of(tracks.begin(), tracks.end(),
                                 [&](QPointF p) { return letters.intersects(boxAround(p, 0.03)); }))
            << where << ": " << label.text.toStdString();
      }
  });
}

TEST(Names, LettersOfCoursesStandApart) {
  // Where a line bends toward its name the letters must not run into each other.
  forEachSample([](const Map& map, const std::string& where) {
    const LabelLayout names = map.names();
    for (const PlacedLabel& label : names.labels())
      for (std::size_t i = 1; i < label.letters.size(); ++i) {
        const auto& [letter, at] = label.letters[i];
        const auto& [before, atBefore] = label.letters[i - 1];
        EXPECT_FALSE(at.map(letter).intersects(atBefore.map(before)))
            << where << ": " << label.text.toStdString() << ", letter " << i;
      }
  });
}

TEST(Names, KeepClearOfHachures) {
  constexpr double kZoom = 60;
  for (const char* name : kSamples) {
    const Document document = sample(name);
    const MapPainter painter = painterOf(document, "engraved", only({Layer::Relief}));
    const QRectF area = painter.bounds();
    const QImage relief = picture(painter, area, kZoom);
    const LabelLayout names = layout(document, "engraved", 1);
    for (const PlacedLabel& label : names.labels()) {
      const QPainterPath letters = QTransform::fromScale(kZoom, kZoom).map(label.path().translated(-area.topLeft()));
      const QRect box = letters.boundingRect().toAlignedRect().intersected(relief.rect());
      int ink = 0;
      int all = 0;
      for (int y = box.top(); y <= box.bottom(); ++y)
        for (int x = box.left(); x <= box.right(); ++x)
          if (letters.contains(QPointF(x + 0.5, y + 0.5))) {
            ++all;
            ink += qGray(relief.pixel(x, y)) < 150 ? 1 : 0;
          }
      EXPECT_LE(ink, all * 0.1) << name << ": " << label.text.toStdString();
    }
  }
}

TEST(Names, ATownThatIsAnAreaHasOneName) {
  const LabelLayout names = layout(sample("tss-primer"), "engraved", 1);
  EXPECT_EQ(
      std::count_if(names.labels().begin(), names.labels().end(),
                    [](const PlacedLabel& label) { return label.text.compare("Fairmount", Qt::CaseInsensitive) == 0; }),
      1);
}

} // namespace hotchkiss::test
