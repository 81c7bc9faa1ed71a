#include "libscenario/ruleset/ruleset.h"
#include "libscenario/sheets/layouttext.h"
#include "libscenario/sheets/oobsheet.h"
#include "tests/unit/samplefiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hotchkiss {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

UnitCatalogue unitsOf(const std::string& ruleset) {
  Result<UnitCatalogue> units = readUnitCatalogue(*Ruleset::load(ruleset));
  EXPECT_TRUE(units);
  return std::move(*units);
}

std::string sheetFile(const char* name) {
  return textOfFile(std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "tests" / "data" / "sheets" / name);
}

TEST(Cells, AreReadAsSpreadsheetsWriteThem) {
  const Result<CellTable> read =
      readCells("\xEF\xBB\xBFname,note\r\n\"Smith, J.\",\"he said \"\"go\"\"\nand went\"\r\n\r\nx,\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->delimiter, ',');
  ASSERT_EQ(read->rows.size(), 3U);
  EXPECT_THAT(read->rows[1], ElementsAre("Smith, J.", "he said \"go\"\nand went"));
  EXPECT_THAT(read->rows[2], ElementsAre("x", ""));
  EXPECT_THAT(read->lines, ElementsAre(1, 2, 5));
  EXPECT_EQ(readCells(writeCells(*read))->rows, read->rows);
  EXPECT_EQ(readCells("a\tb,c\n1\t2\n")->delimiter, '\t'); // as pasted from a spreadsheet
  EXPECT_EQ(readCells("a;b\n1;2,5\n")->delimiter, ';');
}

TEST(Cells, AreRefusedBeyondTheLimits) {
  EXPECT_THAT(readCells("a,\"b\n").error().text(), HasSubstr("never closed"));
  EXPECT_THAT(readCells("a,\"b\"c\n").error().text(), HasSubstr("follows a closing quote"));
  EXPECT_TRUE(readCells(std::string(kLongestCell, 'x') + ",b\n"));
  EXPECT_FALSE(readCells(std::string(kLongestCell + 1, 'x') + ",b\n"));
  EXPECT_TRUE(readCells(std::string(kMostSheetColumns - 1, ',') + "x\n"));
  EXPECT_FALSE(readCells(std::string(kMostSheetColumns, ',') + "x\n"));
  std::string many;
  for (std::size_t i = 0; i < kMostSheetRows; ++i)
    many += "a,b\n";
  EXPECT_TRUE(readCells(many));
  EXPECT_FALSE(readCells(many + "a,b\n"));
  EXPECT_FALSE(readCells(std::string("a,\0b\n", 5)));
  EXPECT_THAT(readCells("a,\xFD\n").error().text(), HasSubstr("not UTF-8"));
  EXPECT_THAT(readCells("a,\xC0\x80\n").error().text(), HasSubstr("not UTF-8")); // overlong
}

class SheetRoundTrip : public testing::TestWithParam<const char*> {};

TEST_P(SheetRoundTrip, LosesNothing) {
  const Result<LoadedModule> module = readModule(sampleFiles(GetParam()));
  ASSERT_TRUE(module);
  const Result<Ruleset> ruleset = Ruleset::effective(module->document);
  const Result<UnitCatalogue> units = readUnitCatalogue(*ruleset);
  ASSERT_TRUE(units);
  for (const char delimiter : {',', '\t'}) {
    const std::string text = writeCells(exportSheet(module->document, *units, delimiter));
    const Result<CellTable> cells = readCells(text);
    ASSERT_TRUE(cells) << cells.error().text();
    Document empty(module->document.lattice(), module->document.extent());
    const SheetPreview preview = previewSheet(*cells, guessMapping(*cells, *units), empty, *units);
    for (const SheetDoubt& each : preview.doubts)
      ADD_FAILURE() << each.line << " " << each.column << " " << each.text << ": " << each.why;
    importEdit(empty, preview);
    EXPECT_EQ(empty.table("oob").size(), module->document.table("oob").size());
    for (const auto& [key, record] : module->document.table("oob")) {
      const std::string* read = empty.record("oob", key);
      ASSERT_NE(read, nullptr) << key.section << " " << key.id;
      EXPECT_EQ(*read, record);
    }
    // Into the module itself it changes nothing.
    const SheetPreview again = previewSheet(*cells, guessMapping(*cells, *units), module->document, *units);
    EXPECT_EQ(again.count(SheetRow::Change::Same), again.rows.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, SheetRoundTrip,
                         testing::Values("gbacw-primer", "gcacw-primer", "tss-primer", "wftu-primer", "gettysburg"),
                         [](const testing::TestParamInfo<const char*>& parameter) {
                           const std::string name = parameter.param;
                           return name.substr(0, name.find('-'));
                         });

TEST(Sheets, GuessHeadersAndBuildTheHierarchy) {
  const UnitCatalogue units = unitsOf("tss");
  const Result<CellTable> cells = readCells("Side,Corps,Division,Unit,Arm,Strength (SP),SP,Weapon,Colour of flag\n"
                                            "Union,First Corps,First Division,19 Ind,Infantry,,2-4,R,blue\n"
                                            "Union,,,24 Mich,infantry,,?,R,\n"
                                            "Union,,Second Division,\"B, 4 US\",Battery,,6,N,\n"
                                            "Union,,,7 Wis,infantry,,many,R,\n"
                                            "Onion,,,2 Wis,infantry,,2,R,\n"
                                            "Union,,,6 Wis,infantry,,2,Q,\n");
  ASSERT_TRUE(cells);
  const SheetMapping mapping = guessMapping(*cells, units);
  EXPECT_EQ(mapping.columns[1].to, "level.corps");
  EXPECT_EQ(mapping.columns[4].to, "type");
  EXPECT_EQ(mapping.columns[6].to, "values.strength");
  EXPECT_EQ(mapping.columns[8].to, "");
  Document document;
  const SheetPreview preview = previewSheet(*cells, mapping, document, units);
  importEdit(document, preview);
  const OrderOfBattle army(document, units);
  EXPECT_THAT(army.problems(), IsEmpty());
  EXPECT_EQ(army.pathOf("usa.first_corps.first_division.19_ind"), "19 Ind, First Division, First Corps");
  EXPECT_EQ(army.value(*army.piece("usa.first_corps.first_division.19_ind"), "strength").shown(), "2–4");
  ASSERT_NE(army.piece("usa.first_corps.second_division.b_4_us"), nullptr);
  EXPECT_EQ(army.piece("usa.first_corps.second_division.b_4_us")->section, "battery");
  std::string doubts;
  for (const SheetDoubt& each : preview.doubts)
    doubts += std::to_string(each.line) + " " + each.column + " " + each.text + ": " + each.why + "\n";
  EXPECT_THAT(doubts, HasSubstr("5 SP many: this is no value of Strength"));
  EXPECT_THAT(doubts, HasSubstr("6 Side Onion: the ruleset has no such side"));
  EXPECT_THAT(doubts, HasSubstr("7 Weapon Q: Weapon is one of R, B"));
  // One undo step takes all back.
  Document other;
  const Document before = other;
  const Edit edit = importEdit(other, preview);
  EXPECT_FALSE(edit.empty());
}

TEST(Sheets, AMappingIsWrittenAndReadAgain) {
  const Result<SheetMapping> mapping = readMapping(sheetFile("battle_units.mapping.json"));
  ASSERT_TRUE(mapping) << mapping.error().text();
  const Result<SheetMapping> again = readMapping(writeMapping(*mapping));
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->columns.size(), mapping->columns.size());
  EXPECT_EQ(again->columns[7].words, mapping->columns[7].words);
  EXPECT_EQ(again->only, mapping->only);
  EXPECT_EQ(again->columns[10].text, "{} companies of it");
  const SheetMapping sizes = *readMapping(writeMapping(*readMapping(sheetFile("unit_sizes.mapping.json"))));
  EXPECT_EQ(sizes.columns[5].per, 100);
  EXPECT_THAT(sizes.match, ElementsAre("side", "type"));
  EXPECT_THAT(
      readMapping(R"({"formatVersion":1,"kind":"mapping","rows":[["column","a",{"too":"x"}],[]]})").error().text(),
      HasSubstr("mappings of sheets"));
}

TEST(Sheets, TheParkServicesFlatTableComesIn) {
  const UnitCatalogue units = unitsOf("tss");
  const Result<CellTable> cells = readCells(sheetFile("battle_units.csv"));
  ASSERT_TRUE(cells);
  const Result<SheetMapping> mapping = readMapping(sheetFile("battle_units.mapping.json"));
  ASSERT_TRUE(mapping);
  Document document;
  const SheetPreview preview = previewSheet(*cells, *mapping, document, units);
  importEdit(document, preview);
  const OrderOfBattle army(document, units);
  EXPECT_EQ(army.pieces().size(), 300U);
  ASSERT_EQ(cells->rows.size(), 301U);
  // Companies have letters where regiments have numbers: six cells are reported, their rows come in all the same.
  ASSERT_EQ(preview.doubts.size(), 6U);
  for (const SheetDoubt& each : preview.doubts)
    EXPECT_EQ(each.column, "ordinal") << each.line;
  ASSERT_NE(army.piece("uin0019ri"), nullptr);
  EXPECT_EQ(army.piece("uin0019ri")->side, "usa");
}

/// A sheet of tests/data/sheets with its mapping, put into a module.
SheetPreview bringIn(const char* name, Document& document, const UnitCatalogue& units) {
  const Result<CellTable> cells = readCells(sheetFile((std::string(name) + ".csv").c_str()));
  EXPECT_TRUE(cells) << cells.error().text();
  const Result<SheetMapping> mapping = readMapping(sheetFile((std::string(name) + ".mapping.json").c_str()));
  EXPECT_TRUE(mapping) << mapping.error().text();
  SheetPreview preview = previewSheet(*cells, *mapping, document, units);
  importEdit(document, preview);
  return preview;
}

json oobRow(const Document& document, const RecordKey& key) {
  const std::string* record = document.record("oob", key);
  return record == nullptr ? json() : json::parse(*record);
}

TEST(Sheets, PartsOfRegimentsSayWhatIsThere) {
  const UnitCatalogue units = unitsOf("tss");
  Document document;
  bringIn("battle_units", document, units);
  std::map<std::string, int> notes;
  for (const auto& [key, text] : document.table("oob"))
    if (const std::string note = json::parse(text).value("note", ""); !note.empty())
      ++notes[note.substr(note.find(' '))];
  EXPECT_EQ(notes, (std::map<std::string, int>{{" batteries of it", 11}, {" companies of it", 2}}));
}

TEST(Sheets, CommandersBecomeLeadersWithWholeNames) {
  const UnitCatalogue units = unitsOf("tss");
  Document document;
  const SheetPreview preview = bringIn("commanders", document, units);
  EXPECT_THAT(preview.doubts, IsEmpty());
  EXPECT_EQ(preview.passedOver, 10U); // of other battles
  const OrderOfBattle army(document, units);
  ASSERT_EQ(army.pieces().size(), 2U);
  const Piece* lee = army.piece("csa.robert_e_lee");
  ASSERT_NE(lee, nullptr);
  EXPECT_EQ(lee->name, "Robert E. Lee");
  EXPECT_TRUE(lee->isLeader());
  EXPECT_EQ(oobRow(document, {"leader", "usa.george_g_meade"})["note"], "Rank: Major General");
}

TEST(Sheets, StrengthsOfArmiesAreCountedInHundreds) {
  const UnitCatalogue units = unitsOf("tss");
  Document document;
  EXPECT_THAT(bringIn("forces", document, units).doubts, IsEmpty());
  EXPECT_EQ(oobRow(document, {"formation", "csa.army"})["note"], "some 751 hundred men; lost some 280 hundred of them");
  EXPECT_EQ(oobRow(document, {"formation", "usa.army"})["side"], "usa");
}

TEST(Sheets, UsualSizesFillWhatIsMissingAndNothingElse) {
  const UnitCatalogue units = unitsOf("tss");
  Document document;
  bringIn("battle_units", document, units);
  json known = oobRow(document, {"unit", "uin0019ri"});
  known["values"]["strength"] = 3;
  document.setRecord("oob", {"unit", "uin0019ri"}, known.dump());
  const SheetPreview preview = bringIn("unit_sizes", document, units);
  EXPECT_EQ(preview.count(SheetRow::Change::New), 0U);
  EXPECT_GT(preview.count(SheetRow::Change::Changed), 200U);
  ASSERT_EQ(preview.doubts.size(), 5U); // three sorts of companies, and no Confederates in this list
  EXPECT_THAT(preview.doubts[0].why, HasSubstr("the ruleset has no such type"));
  EXPECT_EQ(oobRow(document, {"unit", "uin0019ri"})["values"]["strength"], 3);
  EXPECT_EQ(oobRow(document, {"unit", "uct0014ri"})["values"]["strength"],
            json({{"min", 4}, {"max", 6}, {"source", "nps-acw"}}));
  EXPECT_FALSE(oobRow(document, {"battery", "uct0002yal"}).contains("values"));
  // A second time there is nothing to fill.
  const Result<CellTable> cells = readCells(sheetFile("unit_sizes.csv"));
  EXPECT_TRUE(previewSheet(*cells, *readMapping(sheetFile("unit_sizes.mapping.json")), document, units).rows.empty());
}

TEST(Sheets, NumbersThatCannotBeDividedAreReported) {
  const UnitCatalogue units = unitsOf("tss");
  const Result<CellTable> cells = readCells("Side,Unit,Type,Men\nusa,1 Me,infantry,\"1,249\"\nusa,2 Me,infantry,few\n"
                                            "usa,3 Me,infantry,20\nusa,4 Me,infantry,-3\n");
  SheetMapping mapping = guessMapping(*cells, units);
  mapping.columns[3].to = "values.strength";
  mapping.columns[3].per = 100;
  Document document;
  const SheetPreview preview = previewSheet(*cells, mapping, document, units);
  ASSERT_EQ(preview.rows.size(), 4U);
  EXPECT_EQ(json::parse(preview.rows[0].record)["values"]["strength"], 12);
  EXPECT_EQ(json::parse(preview.rows[2].record)["values"]["strength"], 1); // who was there does not vanish
  ASSERT_EQ(preview.doubts.size(), 2U);
  EXPECT_EQ(preview.doubts[0].text, "few");
  EXPECT_EQ(preview.doubts[1].text, "-3");
}

TEST(Sheets, RowsWithoutIdsFindTheirPiecesByName) {
  const UnitCatalogue units = unitsOf("tss");
  Document document;
  const auto unit = [&](const char* id, const char* name, const char* side) {
    document.setRecord("oob", {"unit", id}, json{{"name", name}, {"side", side}, {"type", "infantry"}}.dump());
  };
  unit("a", "1 Me", "usa");
  unit("b", "2 Me", "usa");
  unit("c", "2 Me", "usa");
  unit("d", "1 Me", "csa");
  const Result<CellTable> cells =
      readCells("Unit\tSide\tType\tStrength\n1 Me\tusa\tinfantry\t4\n2 Me\tusa\tinfantry\t5\n");
  const SheetPreview preview = previewSheet(*cells, guessMapping(*cells, units), document, units);
  ASSERT_EQ(preview.rows.size(), 2U);
  EXPECT_EQ(preview.rows[0].key.id, "a");
  EXPECT_EQ(preview.rows[0].change, SheetRow::Change::Changed);
  EXPECT_EQ(preview.rows[1].change, SheetRow::Change::New); // two have this name: it may be neither
}

TEST(Sheets, ShortFormsOfSidesAndTypesAreGuessed) {
  const UnitCatalogue units = unitsOf("tss");
  const Result<CellTable> cells = readCells("Belligerent,Unit,Arm\nUS,1 Me,Inf.\nUS,2 Me,C\nConfederate,3 Va,cav\n");
  const SheetMapping mapping = guessMapping(*cells, units);
  EXPECT_EQ(mapping.columns[0].words.at("US"), "usa");
  EXPECT_EQ(mapping.columns[2].words.at("Inf."), "infantry");
  EXPECT_EQ(mapping.columns[2].words.at("cav"), "cavalry");
  EXPECT_THAT(previewSheet(*cells, mapping, Document(), units).doubts, IsEmpty());
}

TEST(Lists, MisreadOrdinalsAreRepairedWhereOneReadingIsLeft) {
  const Result<LayoutMapping> mapping = readLayoutMapping(sheetFile("army_of_the_potomac.mapping.json"));
  ASSERT_TRUE(mapping) << mapping.error().text();
  const auto readings = [&](const char* word) { return ordinalReadings(word, mapping->confusables); };
  EXPECT_THAT(readings("1o4th"), ElementsAre("104th"));
  EXPECT_THAT(readings("iith"), ElementsAre("11th"));
  EXPECT_THAT(readings("9oth"), ElementsAre("90th"));
  EXPECT_THAT(readings("ist"), ElementsAre("1st"));
  EXPECT_THAT(readings("19th"), IsEmpty()); // clean
  EXPECT_THAT(readings("Maine"), IsEmpty());
  EXPECT_THAT(readings("2d"), IsEmpty());
}

TEST(Lists, TheArmyOfThePotomacComesInFromItsLayout) {
  const UnitCatalogue units = unitsOf("tss");
  const Result<LayoutMapping> mapping = readLayoutMapping(sheetFile("army_of_the_potomac.mapping.json"));
  ASSERT_TRUE(mapping);
  EXPECT_TRUE(isLayoutMapping(sheetFile("army_of_the_potomac.mapping.json")));
  EXPECT_FALSE(isLayoutMapping(sheetFile("battle_units.mapping.json")));
  Document document;
  const SheetPreview preview = previewLayout(sheetFile("army_of_the_potomac.txt"), *mapping, document);
  importEdit(document, preview);
  const OrderOfBattle army(document, units);
  for (const ArmyProblem& each : army.problems())
    ADD_FAILURE() << each.message;
  std::map<std::string, int> echelons;
  for (const auto& [id, formation] : army.formations())
    ++echelons[formation.echelon];
  EXPECT_GE(echelons["corps"], 8); // seven of infantry, cavalry, reserve
  EXPECT_GE(echelons["division"], 20);
  EXPECT_GE(echelons["brigade"], 55);
  const Piece* indiana = army.piece("usa.first_army_corps.first_division.first_brigade.19th_indiana");
  ASSERT_NE(indiana, nullptr);
  EXPECT_FALSE(indiana->uncertain);
  // The right column is its own brigade, and a commander whose name goes on in the next line is whole.
  ASSERT_NE(army.piece("usa.first_army_corps.first_division.second_brigade.7th_indiana"), nullptr);
  const Formation* second = army.formation("usa.first_army_corps.first_division.second_brigade");
  ASSERT_NE(army.piece(second->leader), nullptr);
  EXPECT_EQ(army.piece(second->leader)->name, "Lysander Cutler");
  EXPECT_THAT(army.formation("usa.first_army_corps")->note, HasSubstr("then Maj. Gen. Abner Doubleday"));
  // Doubtful names are marked and keep what the text shows.
  const Piece* repaired = army.piece("usa.first_army_corps.second_division.first_brigade.104th_new_york");
  ASSERT_NE(repaired, nullptr);
  EXPECT_TRUE(repaired->uncertain);
  EXPECT_THAT(repaired->doubt, HasSubstr("\"1o4th\" read as 104th"));
  EXPECT_GT(preview.doubts.size(), 30U);
  std::size_t unitCount = 0;
  for (const auto& [id, piece] : army.pieces())
    unitCount += piece.isLeader() ? 0U : 1U;
  EXPECT_GT(unitCount, 280U);
  EXPECT_LT(unitCount, 420U);
}

} // namespace
} // namespace hotchkiss
