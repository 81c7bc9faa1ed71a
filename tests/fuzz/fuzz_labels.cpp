#include "libscenario/ruleset/ruleset.h"
#include "libterrain/numbering/numbering.h"

#include <cstdlib>

namespace {

using namespace hotchkiss;

Sheet sheetOf(const char* id, const char* pattern, HexCoord origin, int turn) {
  Sheet sheet;
  sheet.id = id;
  sheet.letter = id;
  sheet.origin = origin;
  sheet.size = {12, 9};
  sheet.label = *LabelPattern::parse(pattern);
  sheet.turn = turn;
  return sheet;
}

const Numbering& numbering() {
  static const Numbering kNumbering = [] {
    Sheet doubled = sheetOf("C", "{row:A}{col}", {10, 0}, 0);
    doubled.rows.stagger = Axis::Stagger::Doubled;
    Sheet oblique = sheetOf("D", "{col:AA}-{row:3}", {0, 10}, 0);
    oblique.oblique = Oblique::Falling;
    return Numbering(Lattice(Orientation::Flat, Parity::Odd), {24, 20},
                     {sheetOf("A", "{sheet}{col:2}{row:2}", {0, 0}, 0), sheetOf("B", "{col:2}{row:2}", {9, 8}, 3),
                      doubled, oblique});
  }();
  return kNumbering;
}

struct Rules {
  std::vector<Notation> notations;
  std::vector<Confusable> confusables;
};

const Rules& rules() {
  static const Rules kRules = [] {
    Rules out;
    for (const std::string& id : Ruleset::builtIn()) {
      const auto ruleset = Ruleset::load(id);
      if (!ruleset)
        std::abort();
      auto notation = ruleset->notation();
      if (!notation)
        std::abort();
      out.confusables.insert(out.confusables.end(), notation->confusables().begin(), notation->confusables().end());
      out.notations.push_back(*std::move(notation));
    }
    return out;
  }();
  return kRules;
}

void tryPattern(std::string_view text) {
  const auto pattern = LabelPattern::parse(text);
  if (!pattern)
    return;
  for (const long number : {0L, 1L, 27L, 533L}) {
    const std::string label = pattern->format("A", number, number + 1);
    if (label.empty())
      continue;
    for (const LabelPattern::Fields& fields : pattern->readOn("A", label))
      if (pattern->format(fields.sheet, fields.col, fields.row) != label)
        std::abort();
  }
}

} // namespace

// Any text may be a pattern, a label or a phrase: reading it ends, and what was understood prints as it was written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  tryPattern(text);
  const auto hex = numbering().resolve(text, rules().confusables);
  if (hex && !numbering().exists(*hex))
    std::abort();
  if (!hex && hex.error().message.empty())
    std::abort();
  const std::size_t half = size / 2;
  if (const auto other = numbering().resolve(std::nullopt, text.substr(0, half), text.substr(half));
      other && !numbering().exists(*other))
    std::abort();
  for (const Notation& notation : rules().notations)
    if (const auto parsed = notation.parse(text); parsed && notation.print(*parsed) != text)
      std::abort();
  return 0;
}
