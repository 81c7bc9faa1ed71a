#include "libscenario/merge/modulemerge.h"
#include "libterrain/edit/stroke.h"
#include "tests/property/generators.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <set>

namespace hotchkiss {
namespace {

using nlohmann::json;

constexpr Extent kExtent{6, 5};

Document baseDocument() {
  NewModule wanted;
  wanted.id = "merged";
  wanted.title = "Merged";
  wanted.ruleset = "plain";
  wanted.extent = kExtent;
  wanted.sheetRecord =
      json{{"label", "{col:2}{row:2}"}, {"origin", {0, 0}}, {"size", {kExtent.width, kExtent.height}}}.dump();
  Document document = makeModule(wanted);
  Stroke stroke(document, "base");
  for (std::int32_t c = 0; c < kExtent.width; ++c)
    for (std::int32_t r = 0; r < kExtent.height; ++r) {
      stroke.setTerrain({c, r}, *rc::gen::element<std::string>("clear", "woods"));
      if (number(0, 2) == 0)
        stroke.putFeature({c, r, number(0, 2)}, {"river", "", {}, "", "", ""});
    }
  for (const char* id : {"k", "l", "m"})
    stroke.setRecord("map/named", {"place", id}, R"({"at":[5,3],"kind":"town"})");
  stroke.finish();
  return document;
}

/// One change of one cell. Cells have numbers, so that a test can keep the sides apart or let them meet.
constexpr int kCells = 24;
void changeCell(Document& document, int cell, int value) {
  Stroke stroke(document, "cell");
  const HexCoord h{cell % kExtent.width, (cell / 6) % kExtent.height};
  switch (cell % 6) {
  case 0:
    stroke.setTerrain(h, "terrain" + std::to_string(value));
    break;
  case 1:
    stroke.setLevel(h, value);
    break;
  case 2:
    stroke.putFeature({h.c, h.r, 0}, {"wall", "class" + std::to_string(value), {}, "", "", ""});
    break;
  case 3:
    stroke.putFeature({h.c, h.r, 0}, {"path.road", "class" + std::to_string(value), {}, "", "", ""});
    break;
  case 4:
    stroke.setVertex({h.c, h.r, 1}, json{{"work", {{"class", "class" + std::to_string(value)}}}}.dump());
    break;
  default:
    stroke.setRecord("map/named", {"place", "p" + std::to_string(cell)},
                     json{{"at", {h.c, h.r}}, {"kind", "kind" + std::to_string(value)}}.dump());
  }
  stroke.finish();
}

using Changes = std::map<int, int>; // cell, value

Document withChanges(const Document& base, const Changes& changes) {
  Document out = base;
  for (const auto& [cell, value] : changes)
    changeCell(out, cell, value);
  return out;
}

Changes anyChanges(int least) {
  Changes out;
  for (int i = number(least, 8); i > 0; --i)
    out[number(0, kCells - 1)] = number(1, 3);
  return out;
}

Document mergedOf(const Document& base, const Document& ours, const Document& theirs,
                  std::vector<MergeConflict>& conflicts, Prefer prefer = Prefer::Ours) {
  Result<MergedModule> merged = mergeModules(base, ours, theirs, prefer);
  if (!merged)
    RC_FAIL(merged.error().text());
  conflicts = merged->conflicts;
  return merged->document;
}

RC_GTEST_PROP(MergeProperty, ConflictsAreExactlyTheCellsThatDiffer, ()) {
  const Document base = baseDocument();
  const Changes left = anyChanges(0);
  const Changes right = anyChanges(0);
  std::set<int> contested;
  Changes both = right;
  for (const auto& [cell, value] : left) {
    if (const auto other = right.find(cell); other != right.end() && other->second != value)
      contested.insert(cell);
    both[cell] = value; // ours stands
  }
  std::vector<MergeConflict> conflicts;
  const Document merged = mergedOf(base, withChanges(base, left), withChanges(base, right), conflicts);
  RC_ASSERT(conflicts.size() == contested.size());
  RC_ASSERT(merged == withChanges(base, both));
}

RC_GTEST_PROP(MergeProperty, CleanMergesDoNotDependOnTheSides, ()) {
  const Document base = baseDocument();
  const Changes left = anyChanges(1);
  Changes right = anyChanges(1);
  std::erase_if(right, [&](const auto& change) { return left.contains(change.first); });
  const Document ours = withChanges(base, left);
  const Document theirs = withChanges(base, right);
  std::vector<MergeConflict> conflicts;
  const Document merged = mergedOf(base, ours, theirs, conflicts);
  RC_ASSERT(conflicts.empty());
  RC_ASSERT(merged == mergedOf(base, theirs, ours, conflicts, Prefer::Theirs));
  RC_ASSERT(writeModule(merged) == writeModule(withChanges(ours, right)));
}

RC_GTEST_PROP(MergeProperty, PreferringASideIsTheOtherWayRound, ()) {
  const Document base = baseDocument();
  const Document ours = withChanges(base, anyChanges(1));
  const Document theirs = withChanges(base, anyChanges(1));
  std::vector<MergeConflict> conflicts;
  const Document merged = mergedOf(base, ours, theirs, conflicts, Prefer::Theirs);
  RC_ASSERT(merged == mergedOf(base, theirs, ours, conflicts, Prefer::Ours));
}

} // namespace
} // namespace hotchkiss
