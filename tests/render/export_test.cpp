// Files of all three kinds open and have the right size.
#include "render/export.h"
#include "render/legend.h"
#include "tests/render/pictures.h"

#include <QFile>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace hotchkiss::test {

namespace {

class Export : public testing::Test {
 protected:
  void SetUp() override {
    mFolder = std::filesystem::path(testing::TempDir()) /
              ("export-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(mFolder);
    std::filesystem::create_directories(mFolder);
  }
  void TearDown() override { std::filesystem::remove_all(mFolder); }

  static std::shared_ptr<const MapPainter> painter(const Document& document) {
    MapSnapshot snapshot = snapshotOf(document);
    auto style = styleOf(snapshot, "engraved");
    return std::make_shared<const MapPainter>(std::move(snapshot), std::move(style));
  }
  static QByteArray read(const std::filesystem::path& path) {
    QFile file(QString::fromStdString(path.string()));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll();
  }

  std::filesystem::path mFolder;
};

SheetOptions smallSheet() {
  SheetOptions options;
  options.dpi = 60;
  options.area = QRectF(1, 1, 6, 5);
  return options;
}

} // namespace

TEST_F(Export, PngHasTheSizeOfTheSheet) {
  SheetOptions options = smallSheet();
  const SheetExport sheet(painter(sample("gcacw-primer")), options);
  const auto path = mFolder / "map.png";
  ASSERT_TRUE(sheet.writePng(path).ok());
  const QImage image(QString::fromStdString(path.string()));
  ASSERT_FALSE(image.isNull());
  EXPECT_EQ(image.size(), sheet.pixels());
  EXPECT_NEAR(image.dotsPerMeterX(), 60 / 0.0254, 2);
  // 6 pitches of 3/4 inch at 60 dots an inch, and room for the legend beside them.
  EXPECT_GT(image.width(), 270);
  options.legend = options.title = options.scaleBar = options.border = false;
  const SheetExport bare(painter(sample("gcacw-primer")), options);
  // Nothing around the map: no margin either.
  EXPECT_NEAR(bare.millimetres().width(), 6 * 19.05, 0.01);
  EXPECT_NEAR(bare.millimetres().height(), 5 * 19.05, 0.01);
}

TEST_F(Export, PngInBandsEqualsOnePicture) {
  // Wide enough that a band is lower than the sheet and needs more than one tile.
  SheetOptions options;
  options.dpi = 300;
  options.legend = false;
  options.area = QRectF(1, 3, 14, 11);
  options.hexMillimetres = 28;
  const auto map = painter(sample("gbacw-primer"));
  const SheetExport sheet(map, options);
  ASSERT_GT(sheet.pixels().width(), 4096);
  ASSERT_GT(sheet.pixels().height(), 1300);
  const auto path = mFolder / "map.png";
  ASSERT_TRUE(sheet.writePng(path).ok());
  const QImage image = QImage(QString::fromStdString(path.string())).convertToFormat(QImage::Format_RGB32);
  ASSERT_EQ(image.size(), sheet.pixels());
  const double dots = options.dpi / 25.4;
  const QRect part(3950, 1024 - 150, 300, 300); // where tiles and bands meet
  QImage direct(part.size(), QImage::Format_RGB32);
  QPainter paint(&direct);
  sheet.paint(paint, QRectF(part), dots);
  paint.end();
  EXPECT_LE(differing(image.copy(part), direct, 24), 30);
}

TEST_F(Export, SvgIsValidXmlOfTheRightSize) {
  const SheetExport sheet(painter(sample("tss-primer")), smallSheet());
  const auto path = mFolder / "map.svg";
  ASSERT_TRUE(sheet.writeSvg(path).ok());
  const QByteArray bytes = read(path);
  QXmlStreamReader xml(bytes);
  int elements = 0;
  while (!xml.atEnd())
    elements += xml.readNext() == QXmlStreamReader::StartElement ? 1 : 0;
  EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
  EXPECT_GT(elements, 50);
  QSvgRenderer renderer(bytes);
  ASSERT_TRUE(renderer.isValid());
  EXPECT_NEAR(renderer.viewBoxF().width(), sheet.millimetres().width() * 144 / 25.4, 1);
  EXPECT_NEAR(renderer.viewBoxF().height(), sheet.millimetres().height() * 144 / 25.4, 1);
}

TEST_F(Export, PdfHasOnePageOfTheRightSize) {
  const SheetExport sheet(painter(sample("wftu-primer")), smallSheet());
  const auto path = mFolder / "map.pdf";
  ASSERT_TRUE(sheet.writePdf(path).ok());
  const QByteArray bytes = read(path);
  EXPECT_TRUE(bytes.startsWith("%PDF-"));
  EXPECT_TRUE(bytes.trimmed().endsWith("%%EOF"));
  const QRegularExpression box(R"(/MediaBox\s*\[\s*0\s+0\s+([0-9.]+)\s+([0-9.]+)\s*\])");
  const QRegularExpressionMatch match = box.match(QString::fromLatin1(bytes));
  ASSERT_TRUE(match.hasMatch());
  EXPECT_NEAR(match.captured(1).toDouble(), sheet.millimetres().width() * 72 / 25.4, 1);
  EXPECT_NEAR(match.captured(2).toDouble(), sheet.millimetres().height() * 72 / 25.4, 1);
}

TEST_F(Export, RefusesWhatIsTooLarge) {
  SheetOptions options;
  options.legend = options.title = options.scaleBar = options.border = false;
  options.hexMillimetres = 25.4;
  // A sheet of n by n pixels: the area alone, because nothing around it means no margin.
  const auto sheetOf = [&](double pixels) {
    options.dpi = 100;
    const double pitches = (pixels / options.dpi * 25.4 - 0.01) / options.hexMillimetres;
    options.area = QRectF(0, 0, pitches, pitches);
    return SheetExport(painter(blankMap("gcacw", {4, 4}, "clear")), options);
  };
  const double side = std::sqrt(static_cast<double>(kMostPngPixels));
  EXPECT_LE(std::int64_t{sheetOf(std::floor(side)).pixels().width()} * sheetOf(std::floor(side)).pixels().height(),
            kMostPngPixels);
  const Outcome refused = sheetOf(std::ceil(side) + 1).writePng(mFolder / "large.png");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("--dpi"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(mFolder / "large.png"));

  SheetOptions whole;
  const SheetExport many(painter(blankMap("gcacw", {201, 200}, "clear")), whole);
  EXPECT_FALSE(many.writeSvg(mFolder / "large.svg").ok());
  EXPECT_FALSE(many.writePdf(mFolder / "large.pdf").ok());
}

TEST_F(Export, CancellingLeavesNoFile) {
  const SheetExport sheet(painter(sample("gcacw-primer")), smallSheet());
  const Outcome outcome = sheet.writePng(mFolder / "map.png", [](double) { return false; });
  EXPECT_FALSE(outcome.ok());
  EXPECT_TRUE(std::filesystem::is_empty(mFolder));
}

TEST_F(Export, AFolderThatIsNotThereIsAnError) {
  const SheetExport sheet(painter(sample("gcacw-primer")), smallSheet());
  EXPECT_FALSE(sheet.writePng(mFolder / "no" / "map.png").ok());
  EXPECT_FALSE(sheet.writeSvg(mFolder / "no" / "map.svg").ok());
  EXPECT_FALSE(sheet.writePdf(mFolder / "no" / "map.pdf").ok());
}

TEST(Legend, ListsWhatOccursOrEverything) {
  const auto has = [](const std::vector<LegendGroup>& groups, const std::string& section, const std::string& id) {
    for (const LegendGroup& group : groups)
      for (const LegendItem& item : group.items)
        if (item.section == section && item.id == id)
          return true;
    return false;
  };
  Document document = blankMap("gcacw", {5, 5}, "woods");
  document.setEdge({2, 2, 1}, document.pool().intern(R"({"creek":{}})"));
  const MapPainter painter = painterOf(document);
  const std::vector<LegendGroup> found = legendOf(painter);
  EXPECT_TRUE(has(found, "terrain", "woods"));
  EXPECT_TRUE(has(found, "edgeFeature", "creek"));
  EXPECT_FALSE(has(found, "terrain", "swamp"));
  EXPECT_FALSE(has(found, "path", "road"));
  const std::vector<LegendGroup> all = legendOf(painter, true);
  EXPECT_TRUE(has(all, "terrain", "swamp"));
  EXPECT_TRUE(has(all, "path", "road"));
  EXPECT_FALSE(has(all, "edgeFeature", "woods_hexside")); // derived, and has no line
}

} // namespace hotchkiss::test
