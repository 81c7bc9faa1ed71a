#include "libscenario/module/modulefiles.h"
#include "libterrain/edit/stroke.h"
#include "tests/property/generators.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <set>

namespace hotchkiss {
namespace {

using nlohmann::json;

HexCoord hexNear(Extent extent, int margin = 1) {
  return {number(-margin, extent.width - 1 + margin), number(-margin, extent.height - 1 + margin)};
}

HexCoord hexOn(Extent extent) {
  return hexNear(extent, 0);
}

std::string anyTerrain() {
  return *rc::gen::element<std::string>("", "clear", "woods", "marsh");
}

std::string anyAttributes() {
  return *rc::gen::element<std::string>("", R"({"hilltop":true})", R"({"in":["north"],"vp":3})");
}

Feature anyFeature() {
  Feature feature;
  feature.kind = *rc::gen::element<std::string>("path.road", "river", "slope", "wall");
  feature.classId = *rc::gen::element<std::string>("", "minor");
  if (number(0, 1) == 1)
    feature.of = {*rc::gen::element<std::string>("big-run", "pike")};
  if (number(0, 2) == 0) {
    feature.role = "high";
    feature.side = *rc::gen::element<std::string>("a", "b");
  }
  return feature;
}

std::string anyFeatures() {
  FeatureSet features;
  for (int i = number(0, 2); i > 0; --i)
    features.put(anyFeature());
  return features.toText();
}

/// A hexside or corner that touches the map.
EdgeId anyEdge(const Document& document) {
  return document.lattice().edge(hexOn(document.extent()), number(0, 5));
}

VertexId anyVertex(const Document& document) {
  return document.lattice().vertex(hexOn(document.extent()), number(0, 5));
}

std::pair<RecordKey, std::string> anyRecord(const Document& document) {
  const HexCoord h = hexOn(document.extent());
  const std::string id = *rc::gen::element<std::string>("a", "b", "c10", "c9");
  switch (number(0, 3)) {
  case 0:
    return {{"place", id}, json{{"at", {h.c, h.r}}, {"kind", "town"}, {"name", "Ely’s"}}.dump()};
  case 1: {
    const EdgeId e = anyEdge(document);
    return {{"crossing", id}, json{{"at", {e.c, e.r, e.d}}, {"kind", "ford"}}.dump()};
  }
  case 2: {
    const VertexId v = anyVertex(document);
    return {{"join", toText(v)}, json{{"of", {"big-run", "small-run"}}}.dump()};
  }
  default:
    return {{"region", id}, json{{"kind", "area"}, {"label", {h.c, h.r}}}.dump()};
  }
}

void act(Stroke& stroke) {
  const Document& document = stroke.document();
  const Extent extent = document.extent();
  switch (number(0, 15)) {
  case 0:
    return stroke.setTerrain(hexNear(extent), anyTerrain());
  case 1:
    return stroke.setLevel(hexNear(extent), number(0, 3) == 0 ? std::nullopt : std::optional(number(-40000, 40000)));
  case 2:
    return stroke.setAttributes(hexNear(extent), anyAttributes());
  case 3:
    return stroke.setEdge(anyEdge(document), anyFeatures());
  case 4:
    return stroke.setVertex(anyVertex(document), anyFeatures());
  case 5:
    return stroke.putFeature(anyEdge(document), anyFeature());
  case 6:
    return stroke.eraseFeature(anyEdge(document), anyFeature().kind);
  case 7: {
    const auto [key, text] = anyRecord(document);
    return stroke.setRecord("map/named", key, text);
  }
  case 8: {
    const RecordTable& named = document.table("map/named");
    if (named.empty())
      return;
    const RecordKey key = std::next(named.begin(), number(0, static_cast<int>(named.size()) - 1))->first;
    return stroke.setRecord("map/named", key, std::nullopt);
  }
  case 9:
    return stroke.fill(hexNear(extent), anyTerrain());
  case 10:
    return stroke.replaceTerrain(anyTerrain(), anyTerrain());
  case 11: {
    const std::vector<HexCoord> hexes{hexNear(extent), hexNear(extent)};
    return stroke.raise(hexes, number(-3, 3));
  }
  case 12: {
    const std::vector<EdgeId> edges{anyEdge(document), anyEdge(document)};
    return stroke.putChain(edges, anyFeature());
  }
  case 13: {
    const std::vector<HexCoord> hexes{hexOn(extent), hexOn(extent), hexOn(extent)};
    return stroke.putPath(hexes, anyFeature());
  }
  case 14:
    return stroke.reframe({number(-2, 2), number(-2, 2)}, {number(1, 7), number(1, 7)});
  default:
    return stroke.setHex(hexOn(extent), HexValue{});
  }
}

Edit anyStroke(Document& document, int most = 12) {
  Stroke stroke(document, "test");
  for (int i = number(0, most); i > 0; --i)
    act(stroke);
  return stroke.finish();
}

Document anyDocument() {
  NewModule wanted;
  wanted.id = "random";
  wanted.title = "Random";
  wanted.ruleset = "plain";
  wanted.lattice = {*rc::gen::element(Orientation::Flat, Orientation::Pointy),
                    *rc::gen::element(Parity::Even, Parity::Odd)};
  wanted.extent = {number(1, 6), number(1, 6)};
  wanted.sheetRecord =
      json{{"label", "{col:2}{row:2}"}, {"origin", {0, 0}}, {"size", {wanted.extent.width, wanted.extent.height}}}
          .dump();
  Document document = makeModule(wanted);
  anyStroke(document, 20);
  return document;
}

RC_GTEST_PROP(EditProperty, InverseRestoresEverything, ()) {
  Document document = anyDocument();
  const Document before = document;
  const ModuleFiles files = writeModule(before);
  const Edit edit = anyStroke(document);
  edit.inverse().apply(document);
  RC_ASSERT(writeModule(document) == files);
  RC_ASSERT(document == before);
  RC_ASSERT(edit.inverse().inverse() == edit || edit.inverse().inverse().size() == edit.size());
}

RC_GTEST_PROP(EditProperty, StepsOfAStrokeAddUpToIt, ()) {
  Document document = anyDocument();
  const Document before = document;
  Document followed = document;
  Stroke stroke(document, "test");
  stroke.followSteps();
  const int steps = *rc::gen::inRange(1, 5);
  for (int i = 0; i < steps; ++i) {
    const int acts = *rc::gen::inRange(0, 4);
    for (int j = 0; j < acts; ++j)
      act(stroke);
    stroke.takeStep().apply(followed);
    RC_ASSERT(followed == document);
  }
  RC_ASSERT(stroke.takeStep().empty());
  stroke.finish().inverse().apply(document);
  RC_ASSERT(document == before);
}

RC_GTEST_PROP(EditProperty, ApplyGivesTheResultOfTheStroke, ()) {
  Document document = anyDocument();
  Document replayed = document;
  const Edit edit = anyStroke(document);
  edit.apply(replayed);
  RC_ASSERT(replayed == document);
  RC_ASSERT(writeModule(replayed) == writeModule(document));
  edit.inverse().apply(replayed);
  edit.apply(replayed);
  RC_ASSERT(replayed == document);
}

RC_GTEST_PROP(EditProperty, EachCellChangesOnceInAPart, ()) {
  Document document = anyDocument();
  for (const auto& part : anyStroke(document, 30).parts) {
    const Changes* changes = std::get_if<Changes>(&part);
    if (!changes)
      continue;
    RC_ASSERT(!changes->empty());
    const auto once = [](const auto& list, const auto& keyOf) {
      std::set<std::string> keys;
      for (const auto& change : list) {
        RC_ASSERT(keys.insert(keyOf(change.key)).second);
        RC_ASSERT(!(change.before == change.after));
      }
    };
    const auto byText = [](const auto& key) { return toText(key); };
    once(changes->hexes, byText);
    once(changes->edges, byText);
    once(changes->vertices, byText);
    once(changes->records,
         [](const RecordPlace& place) { return place.table + "\n" + place.key.section + "\n" + place.key.id; });
  }
}

RC_GTEST_PROP(EditProperty, WrittenFilesLoadToTheSame, ()) {
  const Document document = anyDocument();
  const ModuleFiles files = writeModule(document);
  const Result<LoadedModule> loaded = readModule(files);
  if (!loaded)
    RC_FAIL(loaded.error().text());
  RC_ASSERT(loaded->findings.empty());
  RC_ASSERT(loaded->document == document);
  RC_ASSERT(writeModule(loaded->document) == files);
}

RC_GTEST_PROP(EditProperty, RenumberingTouchesNoMapFile, ()) {
  Document document = anyDocument();
  const ModuleFiles before = writeModule(document);
  Stroke stroke(document, "renumber");
  json sheet = json::parse(*document.record("module", {"sheet", "A"}));
  sheet["label"] = "{row:3}-{col:3}";
  sheet["columns"] = {{"first", number(0, 500)}, {"step", *rc::gen::element(1, -1)}};
  stroke.setRecord("module", {"sheet", "A"}, sheet.dump());
  stroke.finish();
  for (const auto& [path, text] : writeModule(document))
    RC_ASSERT((before.at(path) == text) == (path != "module.json"));
}

RC_GTEST_PROP(EditProperty, SnapshotsStayAsTheyWere, ()) {
  Document document = anyDocument();
  const ModuleFiles files = writeModule(document);
  const Document snapshot = document;
  anyStroke(document, 25);
  RC_ASSERT(writeModule(snapshot) == files);
  Document other = snapshot;
  anyStroke(other);
  RC_ASSERT(writeModule(snapshot) == files);
}

} // namespace
} // namespace hotchkiss
