#include "libscenario/ruleset/locator.h"
#include "tests/unit/samplefiles.h"

#include <gtest/gtest.h>

namespace hotchkiss {
namespace {

struct Map {
  explicit Map(const std::string& sample)
      : document(readModule(sampleFiles(sample))->document),
        locator(*Locator::make(document, *Ruleset::effective(document))) {}

  std::vector<LocatedPlace> places(const std::string& text) const {
    const Result<Located> found = locator.locate(text);
    EXPECT_TRUE(found) << (found ? "" : found.error().text());
    return found ? found->places : std::vector<LocatedPlace>();
  }
  std::string refusal(const std::string& text) const {
    const Result<Located> found = locator.locate(text);
    return found ? "found" : found.error().text();
  }

  Document document;
  Locator locator;
};

LocatedPlace hexAt(std::int32_t c, std::int32_t r) {
  return {HexCoord{c, r}, {}, {}, {}};
}

LocatedPlace edgeAt(std::int32_t c, std::int32_t r, std::int32_t d) {
  return {{}, EdgeId{c, r, d}, {}, {}};
}

using Places = std::vector<LocatedPlace>;

TEST(Locator, FindsLabelsInEveryForm) {
  const Map map("gcacw-primer");
  for (const char* text :
       {"W0404", "hex W0404", "PTX W0404", "PTXW0404", "Somewhere (PTX W0404)", "PTX W0404; HCR E0537"})
    EXPECT_EQ(map.places(text), Places{hexAt(3, 3)}) << text;
  for (const char* text : {"W0404-W0405", "PTX W0404-W0405", "PTX W0404–W0405", "between hexes W0404 and W0405"})
    EXPECT_EQ(map.places(text), Places{edgeAt(3, 4, 0)}) << text;
  EXPECT_EQ(map.places("W0404 and W0504"), (Places{hexAt(3, 3), hexAt(4, 3)}));
}

TEST(Locator, FindsNames) {
  const Map map("gcacw-primer");
  EXPECT_EQ(map.places("Raven Rock Ford"), (Places{{{}, EdgeId{2, 7, 0}, {}, "crossing raven_ford"}}));
  EXPECT_EQ(map.places("raven rock ford").size(), 1U);
  EXPECT_NE(map.refusal("Raven Rok Ford").find("did you mean raven rock ford?"), std::string::npos)
      << map.refusal("Raven Rok Ford");
}

TEST(Locator, SaysWhyAndWhatIsClose) {
  const Map map("gcacw-primer");
  EXPECT_NE(map.refusal("W9904").find("column 99 is outside"), std::string::npos) << map.refusal("W9904");
  EXPECT_NE(map.refusal("W0404-W0606").find("not neighbours; those of W0404 are W0403"), std::string::npos)
      << map.refusal("W0404-W0606");
  EXPECT_NE(map.refusal("AIO W0404").find("AIO, but this is PTX"), std::string::npos) << map.refusal("AIO W0404");
  EXPECT_NE(map.refusal("SJW 16.0").find("names no place"), std::string::npos) << map.refusal("SJW 16.0");
  EXPECT_NE(map.refusal(""), "found");
}

TEST(Locator, FindsSidesCornersAndSharedDigits) {
  const Map map("wftu-primer");
  const Numbering numbering = numberingOf(map.document);
  const HexCoord h{4, 4};
  const std::string label = numbering.label(h);
  const Lattice& lattice = map.document.lattice();
  EXPECT_EQ(map.places("north and northwest sides of hex " + label),
            (Places{{{}, lattice.edge(h, 0), {}, {}}, {{}, lattice.edge(h, 5), {}, {}}}));
  EXPECT_EQ(map.places(numbering.label(lattice.vertex(h, 1))), (Places{{{}, {}, lattice.vertex(h, 1), {}}}));
  EXPECT_EQ(map.places("hexside " + numbering.label(lattice.edge(h, 2))), (Places{{{}, lattice.edge(h, 2), {}, {}}}));

  const Map rows("tss-primer"); // "A4629/30": same row, another column
  const Numbering printed = numberingOf(rows.document);
  for (std::int32_t c = 0; c + 1 < rows.document.extent().width; ++c) {
    const HexCoord from{c, 3};
    if (!printed.exists(from) || !printed.exists({c + 1, 3}))
      continue;
    const std::string second = printed.labels({c + 1, 3}).front().text;
    const Label first = printed.labels(from).front();
    if (printed.labels({c + 1, 3}).front().sheet != first.sheet)
      continue;
    EXPECT_EQ(rows.places(first.text + "/" + second.substr(second.size() - 2)),
              (Places{{{}, *rows.document.lattice().edgeBetween(from, {c + 1, 3}), {}, {}}}));
  }
}

} // namespace
} // namespace hotchkiss
