#include "render/counters/counterdesigner.h"

#include "libscenario/ruleset/ruleset.h"
#include "render/colours.h"
#include "render/sidecolours.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace hotchkiss {

using nlohmann::json;

struct CounterDesigner::Cell {
  CounterSpot spot = CounterSpot::Bottom;
  std::vector<std::string> show;
  std::string join = "-";
  std::map<std::string, std::string> words; ///< in place of some values
  std::vector<std::string> box;             ///< echelons whose colour lies behind the value
  bool isSigned = false;
  bool isSmall = false;
};

struct CounterDesigner::Layout {
  std::vector<std::string> band;
  std::vector<std::string> title; ///< attributes; empty: the name
  std::string symbol;
  std::string stars;
  bool isPlate = false;
  Cell mark;
  std::vector<Cell> cells;
};

namespace {

/// Bands have to be told apart from each other and from blue, grey and red sides.
constexpr std::array<QRgb, 14> kBands{0xfff3c623, 0xffc8442f, 0xff3d8f52, 0xffe9e4d4, 0xffd77a1f,
                                      0xff6b4a96, 0xff2c8c99, 0xff7b4a26, 0xffd88aa6, 0xff223a6b,
                                      0xffa8c25a, 0xff8f1f3a, 0xff9dc4dd, 0xff3a3a3a};

/// Of states: to be told from sides and bands, readable with light letters.
constexpr std::array<QRgb, 7> kBadgeColours{0xffa3241b, 0xff1f5f4a, 0xff5b3a86, 0xff8a5a00,
                                            0xff12616e, 0xff7d2250, 0xff34495e};
constexpr QRgb kStrengthBadge = 0xfff6eed8;
constexpr QRgb kOpenBadge = 0xffd98c1f;
constexpr int kBadgeLetters = 3;

std::vector<std::string> wordsAt(const json& body, const char* member) {
  const auto it = body.find(member);
  return it == body.end() ? std::vector<std::string>{} : it->get<std::vector<std::string>>();
}

CounterSpot spotOf(const std::string& text) {
  if (text == "left")
    return CounterSpot::Left;
  if (text == "right")
    return CounterSpot::Right;
  if (text == "bottomLeft")
    return CounterSpot::BottomLeft;
  return text == "bottomRight" ? CounterSpot::BottomRight : CounterSpot::Bottom;
}

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

bool holds(const std::map<std::string, Value>& all, const std::map<std::string, Value>& some) {
  return std::all_of(some.begin(), some.end(), [&](const auto& each) {
    const auto it = all.find(each.first);
    return it != all.end() && ArmyValue::of(it->second) == ArmyValue::of(each.second);
  });
}

ArmyValues statesOf(const std::map<std::string, Value>& when) {
  ArmyValues out;
  for (const auto& [name, value] : when)
    out[name] = ArmyValue::of(value);
  return out;
}

} // namespace

QString counterText(const ArmyValue& value) {
  switch (value.kind) {
  case ArmyValue::Kind::Missing:
    return {};
  case ArmyValue::Kind::Known:
    if (value.isFlag)
      return value.text == "true" ? QStringLiteral("•") : QString();
    if (value.text == "1/2")
      return QStringLiteral("½");
    return text(value.text);
  case ArmyValue::Kind::Range:
    return text(value.shown());
  case ArmyValue::Kind::Choice: {
    QString out;
    for (const std::string& each : value.options)
      out += (out.isEmpty() ? QString() : QStringLiteral("/")) + text(each);
    return out;
  }
  case ArmyValue::Kind::Unknown:
    break;
  }
  return QStringLiteral("?");
}

std::string CounterContent::key() const {
  QString out = side.name() + '|' + (band.isValid() ? band.name() : QString()) + '|' + QString::fromStdString(symbol) +
                '|' + title + '|' + subtitle + '|' + mark + '|' + QString::number(stars) + '|' +
                QString::number((isPlate ? 1 : 0) + (isBack ? 2 : 0) + (isDoubtful ? 4 : 0) + (hasEmblem ? 8 : 0)) +
                '|' + emblem;
  for (const CounterCell& cell : cells)
    out += '|' + QString::number(static_cast<int>(cell.spot)) + (cell.isSmall ? 's' : 'n') + (cell.isOpen ? 'o' : 'k') +
           (cell.box.isValid() ? cell.box.name() : QString()) + ':' + cell.text;
  return out.toStdString();
}

CounterDesigner::CounterDesigner(const Ruleset& ruleset, const OrderOfBattle& army)
    : mArmy(&army), mSides(sideColours(ruleset)) {
  readLayouts(ruleset);
  chooseBands();
}

CounterDesigner::~CounterDesigner() = default;
CounterDesigner::CounterDesigner(CounterDesigner&&) noexcept = default;
CounterDesigner& CounterDesigner::operator=(CounterDesigner&&) noexcept = default;

void CounterDesigner::readLayouts(const Ruleset& ruleset) {
  const auto readCell = [](const json& body) {
    Cell cell;
    cell.spot = spotOf(body.value("at", "bottom"));
    cell.show = wordsAt(body, "show");
    cell.join = body.value("join", "-");
    if (const auto it = body.find("words"); it != body.end())
      cell.words = it->get<std::map<std::string, std::string>>();
    cell.box = wordsAt(body, "box");
    cell.isSigned = body.value("signed", false);
    cell.isSmall = body.value("size", "normal") == "small";
    return cell;
  };
  for (const auto& [key, row] : ruleset.rows("units"))
    if (const json body = key.section == "unitType" ? json::parse(row, nullptr, false) : json();
        body.is_object() && body.contains("short"))
      mShortNames[key.id] = text(body["short"].get<std::string>());
  mLayouts.emplace_back(); // for types that no row names
  for (const auto& [key, row] : ruleset.rows("styles")) {
    if (key.section != "counter")
      continue;
    const json body = json::parse(row, nullptr, false);
    if (!body.is_object())
      continue;
    Layout layout;
    layout.band = wordsAt(body, "band");
    layout.title = wordsAt(body, "title");
    layout.symbol = body.value("symbol", "");
    layout.stars = body.value("stars", "");
    layout.isPlate = body.value("plate", false);
    if (const auto it = body.find("mark"); it != body.end())
      layout.mark = readCell(*it);
    for (const json& cell : body.value("cells", json::array()))
      layout.cells.push_back(readCell(cell));
    for (const std::string& type : wordsAt(body, "types"))
      mByType[type] = mLayouts.size();
    mLayouts.push_back(std::move(layout));
  }
  // A ruleset that says nothing still gets counters that can be played with: what it calls shown, in two corners.
  for (const auto& [id, type] : mArmy->units().types) {
    if (mByType.contains(id))
      continue;
    Layout layout;
    layout.isPlate = type.category == "leader";
    constexpr std::array kSpots{CounterSpot::BottomLeft, CounterSpot::BottomRight, CounterSpot::Right,
                                CounterSpot::Left};
    for (const auto& [name, attribute] : mArmy->units().attributes)
      if (attribute.shown && layout.cells.size() < kSpots.size() && mArmy->units().applies(name, id)) {
        Cell cell;
        cell.spot = kSpots.at(layout.cells.size());
        cell.show = {name};
        cell.isSmall = layout.cells.size() >= 2;
        layout.cells.push_back(std::move(cell));
      }
    mByType[id] = mLayouts.size();
    mLayouts.push_back(std::move(layout));
  }
}

void CounterDesigner::chooseBands() {
  std::map<std::pair<std::string, std::string>, std::size_t> next; // by side and echelon
  std::map<std::string, std::size_t> sideStart;                    // sides begin with different colours
  for (const std::string& side : mArmy->sides())
    sideStart.emplace(side, sideStart.size() * 5);
  std::vector<std::string> open = mArmy->roots();
  std::reverse(open.begin(), open.end());
  while (!open.empty()) {
    const std::string id = open.back();
    open.pop_back();
    const Formation* formation = mArmy->formation(id);
    if (!formation || mBands.contains(id))
      continue;
    const auto at = next.try_emplace({formation->side, formation->echelon}, sideStart[formation->side]).first;
    const std::size_t n = at->second++;
    mBands[id] = QColor(kBands.at(n % kBands.size()));
    open.insert(open.end(), formation->children.rbegin(), formation->children.rend());
  }
}

QColor CounterDesigner::sideColour(const std::string& side) const {
  const auto it = mSides.find(side);
  return it == mSides.end() ? QColor(0xc9, 0xb7, 0x8c) : it->second;
}

QColor CounterDesigner::bandColour(const std::string& formation) const {
  const auto it = mBands.find(formation);
  return it == mBands.end() ? QColor() : it->second;
}

const CounterDesigner::Layout& CounterDesigner::layoutOf(const std::string& type) const {
  const auto it = mByType.find(type);
  return mLayouts.at(it == mByType.end() ? 0 : it->second);
}

const Formation* CounterDesigner::bandOf(const Piece& piece, const std::vector<std::string>& echelons) const {
  const std::string& start = piece.formation.empty() ? piece.commands : piece.formation;
  for (const std::string& echelon : echelons) {
    const Formation* at = mArmy->formation(start);
    if (at && at->echelon == echelon)
      return at;
    if (const Formation* above = at ? mArmy->aboveAt(start, echelon) : nullptr)
      return above;
  }
  return nullptr;
}

QString CounterDesigner::cellText(const Cell& cell, const Piece& piece, const ArmyValues& states, bool* isOpen) const {
  QString out;
  for (const std::string& name : cell.show) {
    ArmyValue value = mArmy->value(piece, name, states);
    if (value.kind == ArmyValue::Kind::Missing ||
        (value.isKnown() && value.text.empty())) { // designations come from the formations above
      const ArmyValues all = mArmy->values(piece, states);
      if (const auto it = all.find(name); it != all.end())
        value = it->second;
    }
    QString part = counterText(value);
    const auto& attributes = mArmy->units().attributes;
    if (const auto it = attributes.find(name); part.isEmpty() && !value.isFlag && it != attributes.end() &&
                                               it->second.type.required && mArmy->units().applies(name, piece.type))
      part = QStringLiteral("?");
    if (const auto word = cell.words.find(value.text); value.isKnown() && word != cell.words.end())
      part = text(word->second);
    else if (cell.isSigned && value.isKnown() && value.number && !part.startsWith('-') && part != QStringLiteral("0"))
      part.prepend('+');
    part.replace('-', QChar(0x2212));
    if (part.isEmpty())
      continue;
    if (isOpen)
      *isOpen = *isOpen || !value.isKnown() || value.uncertain;
    out += (out.isEmpty() ? QString() : text(cell.join)) + part;
  }
  return out;
}

CounterContent CounterDesigner::content(const Piece& piece, const ArmyValues& states) const {
  const Layout& layout = layoutOf(piece.type);
  const auto type = mArmy->units().types.find(piece.type);
  CounterContent out;
  out.side = sideColour(piece.side);
  out.symbol = !layout.symbol.empty() ? layout.symbol : type == mArmy->units().types.end() ? "" : type->second.symbol;
  out.isPlate = layout.isPlate;
  out.isDoubtful = piece.uncertain;
  for (const std::string& name : layout.title) {
    const QString part = cellText({CounterSpot::Bottom, {name}, "-", {}, {}, false, false}, piece, states, nullptr);
    out.title += (out.title.isEmpty() || part.isEmpty() ? QString() : QStringLiteral(" ")) + part;
  }
  if (out.title.isEmpty())
    out.title =
        text(piece.name.empty() && piece.designation.empty() && type != mArmy->units().types.end() ? type->second.name
                                                                                                   : piece.shownName());
  if (const Formation* formation = mArmy->formation(piece.formation); formation && piece.commands != piece.formation)
    out.subtitle = text(formation->designation.empty() ? formation->shownName() : formation->designation);
  else if (const Formation* led = mArmy->formation(piece.commands))
    out.subtitle = text(led->designation.empty() ? led->shownName() : led->designation);
  if (const Formation* band = bandOf(piece, layout.band))
    out.band = bandColour(band->id);
  if (out.symbol == "marker") { // says in letters what it marks
    const auto known = mShortNames.find(piece.type);
    out.symbol = "none";
    out.hasEmblem = true;
    out.emblem = known == mShortNames.end() ? out.title.left(kBadgeLetters) : known->second;
  }
  if (!layout.mark.show.empty())
    out.mark = cellText(layout.mark, piece, states, nullptr);
  if (!layout.stars.empty()) {
    if (const ArmyValue stars = mArmy->value(piece, layout.stars, states); stars.number)
      out.stars = std::clamp(
          static_cast<double>(stars.number->numerator()) / static_cast<double>(stars.number->denominator()), 0.0, 5.0);
    else
      out.mark = QStringLiteral("?");
  }
  for (const CounterFace* face : mArmy->facesUp(piece, states))
    out.isBack = face->back;
  for (const Cell& cell : layout.cells) {
    CounterCell made;
    made.spot = cell.spot;
    made.isSmall = cell.isSmall;
    made.text = cellText(cell, piece, states, &made.isOpen);
    if (made.text.isEmpty())
      continue;
    if (const Formation* box = bandOf(piece, cell.box))
      made.box = bandColour(box->id);
    out.cells.push_back(std::move(made));
  }
  return out;
}

CounterContent CounterDesigner::content(const Formation& formation) const {
  CounterContent out;
  out.side = sideColour(formation.side);
  out.band = bandColour(formation.id);
  const auto echelon = mArmy->units().echelons.find(formation.echelon);
  out.mark = echelon == mArmy->units().echelons.end() ? QString() : text(echelon->second.mark);
  out.title = text(formation.shownName());
  out.symbol = "hq";
  return out;
}

std::vector<CounterBadge> CounterDesigner::badges(const Piece& piece, const ArmyValues& states) const {
  std::vector<CounterBadge> out;
  const UnitCatalogue& units = mArmy->units();
  const Layout& layout = layoutOf(piece.type);
  const auto isPrinted = [&](const std::string& name) {
    return std::any_of(layout.cells.begin(), layout.cells.end(), [&](const Cell& cell) {
      return std::find(cell.show.begin(), cell.show.end(), name) != cell.show.end();
    });
  };
  for (const auto& [name, attribute] : units.attributes) {
    const bool isFigure = attribute.type.type == "integer" || attribute.type.type == "number";
    if (!attribute.state || !units.applies(name, piece.type) || isPrinted(name))
      continue;
    if (attribute.shown && attribute.type.required && isFigure) {
      const ArmyValue value = mArmy->value(piece, name, states);
      if (value.kind != ArmyValue::Kind::Missing)
        out.insert(out.begin(), CounterBadge{counterText(value),
                                             value.isKnown() ? QColor(kStrengthBadge) : QColor(kOpenBadge), true});
      continue;
    }
    const auto state = states.find(name);
    if (state == states.end() || state->second.kind == ArmyValue::Kind::Missing)
      continue;
    const ArmyValue usual = ArmyValue::of(attribute.standard); // a source or note makes no other state
    if (usual.isKnown() && state->second.isKnown() && usual.text == state->second.text)
      continue;
    const ArmyValue& value = state->second;
    const QString shortName = text(attribute.shortName);
    const auto abbreviated = [](const QString& word) {
      const QString letters = word.left(kBadgeLetters);
      return letters.isEmpty() ? letters : letters.left(1).toUpper() + letters.mid(1);
    };
    CounterBadge badge;
    if (value.isFlag) {
      const QString word = shortName.isEmpty() ? abbreviated(text(attribute.name)) : shortName;
      badge.text = value.text == "true" ? word : QStringLiteral("¬") + word;
      for (const CounterFace* face : units.facesOf(piece.type)) // "dismounted" says more than "not mounted"
        if (const auto when = face->when.find(name);
            value.text != "true" && face->when.size() == 1 && when != face->when.end() &&
            ArmyValue::of(when->second).text == value.text && !face->name.empty())
          badge.text = text(face->name).left(kBadgeLetters + 1);
    } else if (isFigure) {
      if (value.number && value.number->numerator() == 0)
        continue;
      badge.text = (shortName.isEmpty() ? text(attribute.name).left(1) : shortName) + counterText(value);
    } else {
      badge.text = abbreviated(counterText(value).replace('_', ' '));
    }
    // One colour for each kind of state, the same on every counter.
    std::size_t at = 0;
    for (const char c : name)
      at = at * 31 + static_cast<unsigned char>(c);
    badge.colour = value.isKnown() ? QColor(kBadgeColours.at(at % kBadgeColours.size())) : QColor(kOpenBadge);
    out.push_back(std::move(badge));
  }
  return out;
}

CounterContent CounterDesigner::replacementOf(const Piece& piece) const {
  Piece other = piece;
  const Piece* inPlay = piece.replacement->leader.empty() ? nullptr : mArmy->piece(piece.replacement->leader);
  if (inPlay)
    other = *inPlay;
  else if (!piece.replacement->name.empty())
    other.name = piece.replacement->name;
  for (const auto& [name, value] : piece.replacement->values)
    other.values[name] = value;
  CounterContent out = content(other);
  out.isBack = true;
  return out;
}

std::vector<PrintedCounter> CounterDesigner::printed(const Piece& piece) const {
  std::vector<PrintedCounter> out;
  const std::vector<const CounterFace*> faces = mArmy->units().facesOf(piece.type);
  std::vector<const CounterFace*> fronts{nullptr}; // the usual one, then further counters
  for (const CounterFace* face : faces)
    if (!face->back)
      fronts.push_back(face);
  const std::map<std::string, Value> nothing;
  for (const CounterFace* front : fronts) {
    const std::map<std::string, Value>& when = front ? front->when : nothing;
    const CounterFace* back = nullptr;
    for (const CounterFace* face : faces) {
      if (!face->back || !holds(face->when, when))
        continue;
      const bool belongsToOther = std::any_of(fronts.begin(), fronts.end(), [&](const CounterFace* other) {
        return other && other != front && !(front && holds(when, other->when)) && holds(face->when, other->when);
      });
      if (!belongsToOther && (!back || face->when.size() < back->when.size()))
        back = face;
    }
    PrintedCounter counter;
    counter.piece = piece.id;
    counter.front = content(piece, statesOf(when));
    if (front && !front->name.empty())
      counter.front.subtitle = text(front->name);
    if (piece.count && piece.count->number && piece.count->number->denominator() == 1)
      counter.copies = std::clamp<long>(static_cast<long>(piece.count->number->numerator()), 1, 200);
    if (back) {
      counter.back = content(piece, statesOf(back->when));
      counter.back.isBack = true;
      counter.back.subtitle = text(back->name);
    } else if (!front && piece.replacement && !piece.replacement->none) {
      counter.back = replacementOf(piece);
    } else {
      counter.back.side = counter.front.side;
      counter.back.isBack = true;
      counter.back.title = counter.front.title;
      counter.back.band = counter.front.band;
      counter.back.symbol = "none";
      counter.back.hasEmblem = true; // what belongs together is told from behind, too
      const std::vector<std::string>& echelons = layoutOf(piece.type).band;
      if (const Formation* formation = bandOf(piece, echelons); formation && formation->designation.size() <= 5)
        counter.back.emblem = text(formation->designation);
    }
    out.push_back(std::move(counter));
  }
  return out;
}

} // namespace hotchkiss
