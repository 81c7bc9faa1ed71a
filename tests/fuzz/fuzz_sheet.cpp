#include "libscenario/ruleset/ruleset.h"
#include "libscenario/sheets/layouttext.h"
#include "libscenario/sheets/oobsheet.h"

#include <cstdlib>

using namespace hotchkiss;

// Any text is cells or refused; cells that are written are read as the same cells; whatever they say, a preview comes
// of it, and its rows make an order of battle. The same text as a printed list, too.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const UnitCatalogue kUnits = *readUnitCatalogue(*Ruleset::load("tss"));
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<CellTable> cells = readCells(text);
  if (cells) {
    const Result<CellTable> again = readCells(writeCells(*cells), cells->delimiter);
    if (!again || !(*again == *cells))
      std::abort();
    Document document;
    importEdit(document, previewSheet(*cells, guessMapping(*cells, kUnits), document, kUnits));
    (void)OrderOfBattle(document, kUnits).problems();
  } else if (cells.error().message.empty()) {
    std::abort();
  }
  LayoutMapping list;
  list.side = "usa";
  list.root = "usa";
  list.rootName = "Army";
  list.type = "infantry";
  list.levels = {{"corps", 1, {"CORPS"}, "commander"}, {"brigade", 2, {"Brigade"}, "officer"}};
  list.confusables = {{"o", {"0"}}, {"n", {"11"}}, {"i", {"1"}}};
  Document document;
  importEdit(document, previewLayout(text, list, document));
  (void)OrderOfBattle(document, kUnits).below("usa");
  return 0;
}
