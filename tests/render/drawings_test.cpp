// Every word that a ruleset can use for a drawing has one, and no two look the same.
#include "libscenario/json/embedded.h"
#include "render/linework.h"
#include "render/palette.h"
#include "render/swatch.h"
#include "render/symbol.h"
#include "tests/render/pictures.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace hotchkiss::test {

namespace {

using nlohmann::json;

/// All texts under a member name, at any depth.
void collect(const json& value, const std::string& member, std::set<std::string>& out) {
  if (value.is_object())
    for (const auto& [key, part] : value.items()) {
      if (key == member && part.is_string())
        out.insert(part.get<std::string>());
      collect(part, member, out);
    }
  else if (value.is_array())
    for (const json& part : value)
      collect(part, member, out);
}

std::set<std::string> usedBy(const std::string& member, std::initializer_list<const char*> files) {
  std::set<std::string> out;
  for (const std::string& id : Ruleset::builtIn()) {
    const Result<Ruleset> ruleset = Ruleset::load(id);
    EXPECT_TRUE(ruleset.ok());
    for (const char* file : files)
      for (const auto& [key, text] : ruleset->rows(file))
        collect(json::parse(text), member, out);
  }
  return out;
}

/// The words that the schema of styles allows for a member.
std::set<std::string> allowed(const std::string& member) {
  const json schema = json::parse(std::string(*embeddedFile("schemas/styles.schema.json")));
  std::set<std::string> out;
  const std::function<void(const json&)> look = [&](const json& value) {
    if (!value.is_structured())
      return;
    if (value.is_object() && value.contains(member) && value[member].is_object() && value[member].contains("enum"))
      for (const json& word : value[member]["enum"])
        out.insert(word.get<std::string>());
    for (const json& part : value)
      look(part);
  };
  look(schema);
  return out;
}

StyleRow lineRow() {
  StyleRow row;
  row.colour = QColor(205, 150, 70);
  row.width = 0.12;
  return row;
}

QImage drawLine(LineKind kind) {
  QImage image(160, 60, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  Run run;
  run.points = cubic({10, 30}, {50, 28}, {110, 32}, {150, 30}, 12);
  run.side = 1;
  LineInk ink;
  drawRun(kind, lineRow(), run, {80, true}, ink);
  fillInk(painter, ink.casing, casingColour(lineRow(), kind, Qt::yellow));
  fillInk(painter, ink.body, lineRow().colour);
  fillInk(painter, ink.detail, detailColour(lineRow(), kind));
  return image;
}

bool isBlank(const QImage& image) {
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (image.pixel(x, y) != image.pixel(0, 0))
        return false;
  return true;
}

} // namespace

TEST(Drawings, EveryLineOfSchemaAndRulesetsIsDrawn) {
  std::set<std::string> words = allowed("line");
  ASSERT_GE(words.size(), 15U);
  words.merge(usedBy("line", {"styles"}));
  std::map<std::string, QImage> images;
  for (const std::string& word : words) {
    const std::optional<LineKind> kind = lineFromText(word);
    ASSERT_TRUE(kind.has_value()) << word;
    const QImage image = drawLine(*kind);
    EXPECT_EQ(isBlank(image), word == "none") << word;
    for (const auto& [other, before] : images)
      EXPECT_GT(differing(image, before, 40), 60) << word << " looks like " << other;
    images.emplace(word, image);
  }
}

TEST(Drawings, EveryPatternOfSchemaAndRulesetsIsDrawn) {
  std::set<std::string> words = allowed("pattern");
  ASSERT_GE(words.size(), 14U);
  words.merge(usedBy("pattern", {"styles"}));
  std::map<std::string, QImage> images;
  for (const std::string& word : words) {
    ASSERT_TRUE(patternFromText(word).has_value()) << word;
    Document document = blankMap("gcacw", {6, 6}, "rough");
    // Only the middle of a 6 x 6 map, so that relief has a slope to show.
    for (const HexCoord h : {HexCoord{0, 0}, HexCoord{5, 5}, HexCoord{2, 4}, HexCoord{4, 1}})
      document.setHex(h, HexValue{document.pool().intern("clear"), TextPool::kNone, HexValue::kNoLevel});
    document.setRecord("overlay", {"engraved", "terrain/rough"},
                       R"({"colour":"#402010","fill":"#e0d0b0","order":12,"pattern":")" + word + R"("})");
    const MapPainter painter = painterOf(document, "engraved", only({Layer::Terrain, Layer::Texture}));
    const QImage image = picture(painter, QRectF(1, 1, 3, 3), 60);
    int inked = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        inked += isNear(image.pixel(x, y), QColor(0xe0, 0xd0, 0xb0), 12) ? 0 : 1;
    for (const auto& [other, before] : images)
      EXPECT_GT(differing(image, before, 30), 300) << word << " looks like " << other;
    if (word == "none")
      continue;
    EXPECT_GT(
        differing(image, picture(painterOf(document, "engraved", only({Layer::Terrain})), QRectF(1, 1, 3, 3), 60), 20),
        300)
        << word;
    EXPECT_GT(inked, 300) << word;
    images.emplace(word, image);
  }
}

TEST(Drawings, EverySymbolOfTheRulesetsIsDrawn) {
  std::set<std::string> words = usedBy("symbol", {"styles", "catalogue"});
  ASSERT_GE(words.size(), 90U);
  std::map<std::string, QImage> images;
  for (const std::string& word : words) {
    ASSERT_TRUE(hasSymbol(word)) << word;
    QImage image(100, 100, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    drawSymbol(painter, word, {50, 50}, 90, 0, {QColor(20, 20, 60), QColor(200, 120, 60), QColor(250, 245, 230)});
    painter.end();
    EXPECT_EQ(isBlank(image), word == "none") << word;
    for (const auto& [other, before] : images)
      EXPECT_GT(differing(image, before, 40), 70) << word << " looks like " << other;
    images.emplace(word, image);
  }
}

TEST(Drawings, AnUnknownSymbolShows) {
  EXPECT_FALSE(hasSymbol("no such thing"));
  QImage image(60, 60, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  drawSymbol(painter, "no such thing", {30, 30}, 50, 0, {Qt::black, Qt::red, Qt::white});
  painter.end();
  EXPECT_FALSE(isBlank(image));
}

TEST(Drawings, EveryKindOfTheRulesetsHasASwatchInBothStyles) {
  for (const std::string& id : Ruleset::builtIn()) {
    const Result<Ruleset> ruleset = Ruleset::load(id);
    ASSERT_TRUE(ruleset.ok());
    for (const char* styleId : {"engraved", "clear"}) {
      const MapStyle style = MapStyle::load(*ruleset, styleId);
      EXPECT_EQ(style.id(), styleId);
      for (const auto& [key, text] : ruleset->rows("catalogue")) {
        if (key.section == "view" || key.section == "elevation" || key.section == "course")
          continue;
        const QImage image = swatch(*ruleset, style, key.section, key.id, "", QSize(40, 24), 2);
        EXPECT_EQ(image.size(), QSize(80, 48));
        EXPECT_FALSE(isBlank(image) && qAlpha(image.pixel(40, 24)) == 0) << id << " " << key.section << " " << key.id;
      }
    }
  }
}

} // namespace hotchkiss::test
