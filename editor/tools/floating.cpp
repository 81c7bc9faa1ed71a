#include "editor/tools/floating.h"

#include "editor/docks/recordreferences.h"
#include "editor/docks/recordtext.h"
#include "libscenario/module/filekinds.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

QString words(const char* text, std::size_t count) {
  return QCoreApplication::translate("hotchkiss::editor::Tool", text, nullptr, static_cast<int>(count));
}

/// Everything that names a place on the area: its name in the table and its text, before and after.
void moveRecords(Stroke& stroke, const PlaceMap& places) {
  struct Moved {
    RecordKey before;
    RecordKey after;
    std::string text;
  };
  std::vector<Moved> all;
  for (const auto& [key, text] : stroke.document().table(kNamedTable)) {
    RecordKey after = key;
    if (key.section == "join")
      after.id = cornerIdMapped(key.id, places);
    std::string moved = withPlacesMapped(text, places);
    if (after != key || moved != text)
      all.push_back({key, std::move(after), std::move(moved)});
  }
  for (const Moved& one : all)
    stroke.setRecord(kNamedTable, one.before, std::nullopt);
  for (const Moved& one : all)
    stroke.setRecord(kNamedTable, one.after, one.text);
}

/// Whether a place of the same kind is there already.
bool isThere(const Document& document, const ClippedThing& thing) {
  const json body = parsedObject(thing.text);
  for (const auto& [key, text] : document.table(kNamedTable)) {
    if (key.section != thing.key.section)
      continue;
    const json other = parsedObject(text);
    if (other.value("kind", "") == body.value("kind", "") && other.value("at", json()) == body.value("at", json()))
      return true;
  }
  return false;
}

void addThings(Stroke& stroke, const std::vector<ClippedThing>& things) {
  for (const ClippedThing& thing : things) {
    if (isThere(stroke.document(), thing))
      continue;
    RecordKey key = thing.key;
    if (stroke.document().record(kNamedTable, key)) {
      const std::string name = parsedObject(thing.text).value("name", "");
      key.id = freeId(stroke.document(), key.section, name.empty() ? key.id : name);
    }
    stroke.setRecord(kNamedTable, key, thing.text);
  }
}

} // namespace

const std::set<std::string>& thingsOfAreas() {
  static const std::set<std::string> sections{"place", "crossing"};
  return sections;
}

HexCoord middleOf(const Lattice& lattice, const std::vector<HexCoord>& area) {
  Point sum;
  for (const HexCoord h : area) {
    const Point p = lattice.centre(h);
    sum = {sum.x + p.x, sum.y + p.y};
  }
  const double count = std::max<double>(1, static_cast<double>(area.size()));
  const Point middle{sum.x / count, sum.y / count};
  const auto away = [&](HexCoord h) {
    const Point p = lattice.centre(h);
    return std::hypot(p.x - middle.x, p.y - middle.y);
  };
  const auto nearest =
      std::min_element(area.begin(), area.end(), [&](HexCoord a, HexCoord b) { return away(a) < away(b); });
  return nearest == area.end() ? HexCoord{} : *nearest;
}

Floating::Floating(EditorDocument& document, ClippingLetter letter, HexCoord at)
    : mDocument(document), mLetter(std::move(letter)), mTurned(mLetter.clipping), mAt(at), mFrom(at) {
  mDocument.beginStroke(words("Paste %n hex(es)", mLetter.clipping.hexes.size()));
  show();
}

Floating Floating::lifted(EditorDocument& document, std::vector<HexCoord> area, HexCoord anchor) {
  ClippingLetter letter;
  letter.clipping = takeClipping(document.document(), area, anchor, kNamedTable, thingsOfAreas());
  // The clipping is empty while the stroke begins: it is shown once its source is known.
  Floating out(document, {}, anchor);
  out.mLetter = std::move(letter);
  out.mTurned = out.mLetter.clipping;
  out.mSource = std::move(area);
  document.beginStroke(words("Move %n hex(es)", out.mSource.size()));
  return out;
}

void Floating::show() {
  mDocument.rewindStroke();
  mDocument.updateStroke([this](Stroke& stroke) {
    if (isMove()) {
      if (mAt == mFrom && mTurn == ClippingTurn{})
        return;
      clearArea(stroke, mSource);
      putClipping(stroke, mTurned, mAt);
      moveRecords(stroke,
                  movedPlaces({mSource.begin(), mSource.end()}, stroke.document().lattice(), mFrom, mAt, mTurn));
      return;
    }
    putClipping(stroke, mTurned, mAt);
    addThings(stroke, placedThings(mTurned, stroke.document(), mAt));
  });
}

void Floating::moveTo(HexCoord at) {
  if (at == mAt)
    return;
  mAt = at;
  show();
}

void Floating::rotate(int sixths) {
  mTurn = mTurn.thenRotated(sixths);
  mTurned = turned(mLetter.clipping, mTurn);
  show();
}

void Floating::mirror() {
  mTurn = mTurn.thenMirrored();
  mTurned = turned(mLetter.clipping, mTurn);
  show();
}

Outcome Floating::putDown() {
  return mDocument.endStroke();
}

void Floating::drop() {
  if (mDocument.inStroke())
    mDocument.cancelStroke();
}

std::vector<HexCoord> Floating::hexes() const {
  return ClippingPlace(mDocument.document().lattice(), mAt).hexes(mTurned, mDocument.document().extent());
}

void removeArea(Stroke& stroke, const Catalogue& catalogue, const std::vector<HexCoord>& area) {
  if (area.empty())
    return;
  const Clipping taken = takeClipping(stroke.document(), area, area.front(), kNamedTable, thingsOfAreas());
  for (const ClippedThing& thing : taken.things)
    deleteRecord(stroke, catalogue, thing.key);
  clearArea(stroke, area);
}

} // namespace hotchkiss::editor
