#include "libterrain/base/text.h"
#include "libterrain/numbering/numbering.h"

#include <algorithm>

namespace hotchkiss {

namespace {

constexpr std::size_t kMaxLabelText = 64;   // no printed label is longer
constexpr std::size_t kMaxSuggestions = 3;  // more would not be read
constexpr std::size_t kMaxCandidates = 100; // bounds the work that a hostile text can cause

std::string sheetName(const Sheet& sheet) {
  return sheet.letter.empty() ? (sheet.name.empty() ? sheet.id : sheet.name) : sheet.letter;
}

Error refused(std::string message, std::string advice) {
  Error error;
  error.message = std::move(message);
  error.advice = std::move(advice);
  return error;
}

// Local hexes at both ends of every line: the printed numbers are monotone between them.
struct Range {
  long low = 0;
  long high = 0;
  bool empty = true;
  void add(long n) {
    low = empty ? n : std::min(low, n);
    high = empty ? n : std::max(high, n);
    empty = false;
  }
};

std::string outside(std::string_view what, long number, const Range& range) {
  std::string out = std::string(what) + " " + std::to_string(number);
  if (range.empty)
    return out + " is not on an empty sheet";
  if (number >= range.low && number <= range.high)
    return out + " is not used on this part of the sheet";
  return out + " is outside " + std::to_string(range.low) + " to " + std::to_string(range.high);
}

std::optional<HexCoord> fromBracket(std::string_view text) {
  // "(12.7)", the spelling for hexes without a label.
  if (text.size() < 5 || text.front() != '(' || text.back() != ')')
    return std::nullopt;
  const std::vector<std::string_view> parts = splitText(text.substr(1, text.size() - 2), '.');
  if (parts.size() != 2 || parts[0].size() > 7 || parts[1].size() > 7)
    return std::nullopt;
  const std::optional<long> c = parseInteger(parts[0]);
  const std::optional<long> r = parseInteger(parts[1]);
  if (!c || !r)
    return std::nullopt;
  return HexCoord{static_cast<std::int32_t>(*c), static_cast<std::int32_t>(*r)};
}

std::string upperCase(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z')
      c = static_cast<char>(c - 'a' + 'A');
  return out;
}

// "W0533" to "W3305".
std::string halvesSwapped(std::string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() && text[text.size() - 1 - digits] >= '0' && text[text.size() - 1 - digits] <= '9')
    ++digits;
  if (digits == 0 || digits % 2 != 0)
    return {};
  const std::size_t start = text.size() - digits;
  return std::string(text.substr(0, start)) + std::string(text.substr(start + digits / 2)) +
         std::string(text.substr(start, digits / 2));
}

} // namespace

void Numbering::Search::add(Hit hit) {
  for (const Hit& known : hits)
    if (known.hex == hit.hex)
      return;
  hits.push_back(hit);
}

void Numbering::place(std::size_t sheet, PrintedNumbers numbers, Search& found) const {
  found.readings.push_back({sheet, numbers});
  const Sheet& on = mSheets[sheet];
  const std::optional<HexCoord> local = on.fromPrinted(mLattice, numbers);
  if (!local || !on.coversLocal(mLattice, *local))
    return;
  const HexCoord hex = on.onLattice(mLattice, *local);
  if (mExtent.contains(hex))
    found.add({hex, sheet});
}

Numbering::Search Numbering::search(std::string_view text) const {
  Search found;
  for (std::size_t i = 0; i < mSheets.size(); ++i)
    for (const LabelPattern::Fields& fields : mSheets[i].label.readOn(mSheets[i].letter, text))
      place(i, {fields.col, fields.row}, found);
  return found;
}

bool Numbering::resolves(std::string_view text) const {
  return text.size() <= kMaxLabelText && search(text).hits.size() == 1;
}

std::string Numbering::refusal(const Sheet& sheet, PrintedNumbers numbers) const {
  const std::optional<HexCoord> local = sheet.fromPrinted(mLattice, numbers);
  if (local && sheet.size.contains(*local))
    return sheet.coversLocal(mLattice, *local) ? "that hex of sheet " + sheetName(sheet) + " lies outside the map"
                                               : "that hex is missing on sheet " + sheetName(sheet);
  Range columns;
  Range rows;
  const auto add = [&](HexCoord h) {
    const PrintedNumbers n = sheet.printed(mLattice, h);
    columns.add(n.col);
    rows.add(n.row);
  };
  if (sheet.size.area() > 0) {
    for (std::int32_t c = 0; c < sheet.size.width; ++c)
      for (const std::int32_t r : {0, sheet.size.height - 1})
        add({c, r});
    for (std::int32_t r = 0; r < sheet.size.height; ++r)
      for (const std::int32_t c : {0, sheet.size.width - 1})
        add({c, r});
  }
  const bool flat = mLattice.orientation() == Orientation::Flat;
  const std::optional<std::int32_t> line = sheet.lineOf(mLattice, numbers);
  const bool lineInside = line && *line >= 0 && *line < (flat ? sheet.size.width : sheet.size.height);
  const bool columnIsWrong = flat != lineInside;
  return (columnIsWrong ? outside("column", numbers.col, columns) : outside("row", numbers.row, rows)) + " on sheet " +
         sheetName(sheet);
}

std::string Numbering::refusal(const Search& found, std::string_view text) const {
  if (!found.readings.empty()) {
    // A hex that is missing says more than one that is out of range.
    for (const Search::Reading& reading : found.readings) {
      const std::optional<HexCoord> local = mSheets[reading.sheet].fromPrinted(mLattice, reading.numbers);
      if (local && mSheets[reading.sheet].size.contains(*local))
        return refusal(mSheets[reading.sheet], reading.numbers);
    }
    return refusal(mSheets[found.readings.front().sheet], found.readings.front().numbers);
  }
  std::optional<std::string> letter;
  for (const Sheet& sheet : mSheets)
    for (const LabelPattern::Fields& fields : sheet.label.read(text))
      if (sheet.label.namesSheet() && (!letter || fields.sheet.size() < letter->size()))
        letter = fields.sheet;
  if (letter)
    return letter->empty() ? "\"" + std::string(text) + "\" names no sheet" : "there is no sheet \"" + *letter + "\"";
  return "\"" + std::string(text) + "\" is not a label of this map";
}

std::vector<std::string> Numbering::suggestions(const Search& found, std::string_view text,
                                                const std::vector<Confusable>& confusables) const {
  std::vector<std::string> candidates = confusableVariants(text, confusables, kMaxCandidates);
  candidates.push_back(upperCase(text));
  candidates.push_back(halvesSwapped(text));
  for (const Search::Reading& reading : found.readings) {
    const Sheet& sheet = mSheets[reading.sheet];
    candidates.push_back(sheet.label.format(sheet.letter, reading.numbers.row, reading.numbers.col));
  }
  for (const Sheet& sheet : mSheets) {
    for (const LabelPattern::Fields& fields : sheet.label.read(text))
      candidates.push_back(sheet.label.format(sheet.letter, fields.col, fields.row));
    for (const Search::Reading& reading : found.readings)
      candidates.push_back(sheet.label.format(sheet.letter, reading.numbers.col, reading.numbers.row));
    if (candidates.size() > 2 * kMaxCandidates)
      break;
  }
  for (const Search::Reading& reading : found.readings) {
    const Sheet& sheet = mSheets[reading.sheet];
    const std::optional<HexCoord> local = sheet.fromPrinted(mLattice, reading.numbers);
    if (!local || sheet.size.area() <= 0)
      continue;
    const HexCoord near{std::clamp(local->c, 0, sheet.size.width - 1), std::clamp(local->r, 0, sheet.size.height - 1)};
    // The hex itself may be missing, its neighbours then are not.
    for (const HexCoord h : sheet.localLattice(mLattice).range(near, 1))
      if (sheet.coversLocal(mLattice, h)) {
        const PrintedNumbers numbers = sheet.printed(mLattice, h);
        candidates.push_back(sheet.label.format(sheet.letter, numbers.col, numbers.row));
        break;
      }
  }
  std::vector<std::string> out;
  for (std::string& candidate : candidates) {
    if (out.size() == kMaxSuggestions)
      break;
    if (candidate.empty() || candidate == text || std::find(out.begin(), out.end(), candidate) != out.end())
      continue;
    if (resolves(candidate))
      out.push_back(std::move(candidate));
  }
  return out;
}

Result<HexCoord> Numbering::conclude(const Search& found, std::string_view text,
                                     const std::vector<Confusable>& confusables) const {
  if (found.hits.size() == 1)
    return found.hits.front().hex;
  if (found.hits.size() > 1) {
    std::vector<std::string> places;
    for (const Search::Hit& hit : found.hits)
      places.push_back("hex (" + toText(hit.hex) + ") on sheet " + sheetName(mSheets[hit.sheet]));
    return refused("\"" + std::string(text) + "\" is ambiguous between " + joinWords(places), "name the sheet");
  }
  const std::vector<std::string> close = suggestions(found, text, confusables);
  return refused(refusal(found, text), close.empty() ? "" : "did you mean " + joinWords(close, " or ") + "?");
}

Result<HexCoord> Numbering::resolve(std::string_view text, const std::vector<Confusable>& confusables) const {
  if (text.empty() || text.size() > kMaxLabelText)
    return refused(text.empty() ? "the label is empty" : "the label is longer than 64 characters",
                   "write it as it is printed on the map");
  if (const std::optional<HexCoord> h = fromBracket(text); h && exists(*h))
    return *h;
  return conclude(search(text), text, confusables);
}

Result<HexCoord> Numbering::resolve(const std::optional<std::string>& sheetLetter, std::string_view colText,
                                    std::string_view rowText) const {
  if (colText.size() + rowText.size() + (sheetLetter ? sheetLetter->size() : 0) > kMaxLabelText)
    return refused("the label is longer than 64 characters", "write it as it is printed on the map");
  Search found;
  bool sheetKnown = false;
  for (std::size_t i = 0; i < mSheets.size(); ++i) {
    if (sheetLetter && *sheetLetter != mSheets[i].letter)
      continue;
    sheetKnown = true;
    const std::optional<long> col = mSheets[i].label.readColumn(colText);
    const std::optional<long> row = mSheets[i].label.readRow(rowText);
    if (col && row)
      place(i, {*col, *row}, found);
  }
  const std::string text = sheetLetter.value_or("") + std::string(colText) + std::string(rowText);
  if (sheetLetter && !sheetKnown) {
    std::vector<std::string> letters;
    for (const Sheet& sheet : mSheets)
      if (!sheet.letter.empty() && letters.size() < 26)
        letters.push_back(sheet.letter);
    return refused("there is no sheet \"" + *sheetLetter + "\"",
                   letters.empty() ? "leave the sheet out" : "the sheets are " + joinWords(letters));
  }
  return conclude(found, text, {});
}

} // namespace hotchkiss
