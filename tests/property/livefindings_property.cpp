// After any edits, findings that are kept up to date are those of a validation from nothing.
#include "libscenario/module/filekinds.h"
#include "libscenario/validation/livefindings.h"
#include "libscenario/validation/validator.h"
#include "libterrain/edit/stroke.h"
#include "tests/property/generators.h"
#include "tests/unit/samplefiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

namespace hotchkiss {
namespace {

using nlohmann::json;

HexCoord anyHex(const Document& document) {
  return {number(0, document.extent().width - 1), number(0, document.extent().height - 1)};
}

EdgeId anyEdgeOf(const Document& document) {
  return document.lattice().edge(anyHex(document), number(0, 5));
}

/// The four samples, each as it is read.
const Document& anyPrimer() {
  static const std::vector<Document> kPrimers = [] {
    std::vector<Document> out;
    for (const char* name : {"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"})
      out.push_back(readModule(sampleFiles(name))->document);
    return out;
  }();
  return kPrimers[static_cast<std::size_t>(number(0, static_cast<int>(kPrimers.size()) - 1))];
}

/// One of the texts that this map already has somewhere, or a text that no map should have.
std::string anyTerrain(const Document& document) {
  if (number(0, 3) == 0)
    return *rc::gen::element<std::string>("", "clear", "wods");
  return document.terrain(anyHex(document));
}
std::string anyFeatures(const Document& document) {
  if (number(0, 3) == 0)
    return *rc::gen::element<std::string>("", R"({"moat":{}})", R"({"creek":{},"major_river":{}})");
  return document.pool().text(document.edge(anyEdgeOf(document)));
}

std::optional<RecordKey> anyRow(const Document& document, const std::string& table, const std::string& section = {}) {
  std::vector<RecordKey> keys;
  for (const auto& [key, text] : document.table(table))
    if (section.empty() || key.section == section)
      keys.push_back(key);
  if (keys.empty())
    return std::nullopt;
  return keys[static_cast<std::size_t>(number(0, static_cast<int>(keys.size()) - 1))];
}

std::string anyScenarioTable(const Document& document) {
  std::vector<std::string> tables;
  for (const std::string& name : document.tableNames())
    if (name.starts_with("scenarios/"))
      tables.push_back(name);
  return tables.empty() ? std::string()
                        : tables[static_cast<std::size_t>(number(0, static_cast<int>(tables.size()) - 1))];
}

/// One random change of the order of battle or of a scenario, such as a designer makes: a row goes, comes twice, or
/// says something else that its schema allows.
void changeArmy(Stroke& stroke) {
  const Document& document = stroke.document();
  const HexCoord h = anyHex(document);
  const bool isArmy = number(0, 1) == 0;
  const std::string table = isArmy ? "oob" : anyScenarioTable(document);
  const std::optional<RecordKey> key = anyRow(document, table);
  if (!key)
    return;
  json body = json::parse(*document.record(table, *key));
  const auto put = [&](const RecordKey& where) { stroke.setRecord(table, where, body.dump()); };
  switch (number(0, 5)) {
  case 0:
    if (key->section != "scenario")
      stroke.setRecord(table, *key, std::nullopt);
    return;
  case 1:
    return put({key->section, key->id + ".twin"});
  case 2: // what an existing row of the section says, under this id
    if (const auto other = anyRow(document, table, key->section))
      stroke.setRecord(table, *key, *document.record(table, *other));
    return;
  case 3:
    if (key->section == "setup") {
      for (const char* member : {"where", "oneOf", "waiting"})
        body.erase(member);
      body["at"] = {h.c, h.r};
    } else if (key->section == "objective" && body.contains("of")) {
      body["of"] = {h.c, h.r};
    } else if (key->section == "turn") {
      body["n"] = number(1, 9);
    } else if (isArmy && body.contains("formation")) {
      const auto formation = anyRow(document, table, "formation");
      body["formation"] = formation ? formation->id : "nowhere";
    } else if (key->section == "formation") {
      body["parent"] = *rc::gen::element<std::string>("nowhere", key->id);
    }
    return put(*key);
  case 4:
    if (body.contains("values")) {
      json& values = body["values"];
      for (auto it = values.begin(); it != values.end(); ++it)
        if (it->is_number())
          *it = number(-2, 30);
      put(*key);
    }
    return;
  default:
    body["note"] = "near Kelly’s Ford";
    return put(*key);
  }
}

/// One random change of anything that checks look at; what is wrong is as likely as what is right.
void change(Stroke& stroke) {
  const Document& document = stroke.document();
  const HexCoord h = anyHex(document);
  const EdgeId e = anyEdgeOf(document);
  switch (number(0, 12)) {
  case 0:
    return stroke.setTerrain(h, anyTerrain(document));
  case 1:
    return stroke.setAttributes(
        h, number(0, 1) == 0 ? document.attributes(anyHex(document))
                             : *rc::gen::element<std::string>("", R"({"partial":true})", R"({"in":["nowhere"]})"));
  case 2:
    return stroke.setEdge(e, anyFeatures(document));
  case 3: // of one game; the others do not know them
    return stroke.setEdge(e, *rc::gen::element<std::string>(
                                 "", R"({"major_river":{"of":["patuxan"]}})", R"({"creek":{}})",
                                 R"({"minor_river":{},"path.road":{}})", R"({"path.trail":{}})",
                                 R"({"ridge":{"high":"a"}})", R"({"ridge":{"high":"b"}})", R"({"ridge":{}})",
                                 R"({"creek":{},"major_river":{}})", R"({"county_border":{}})", R"({"moat":{}})"));
  case 4:
    return stroke.setRecord(kNamedTable, {"crossing", *rc::gen::element<std::string>("new_ford", "carters_bridge")},
                            json{{"at", {e.c, e.r, e.d}},
                                 {"kind", *rc::gen::element<std::string>("ford", "bridge")},
                                 {"name", "Kelly’s Ford"}}
                                .dump());
  case 5:
    return stroke.setRecord(
        kNamedTable, {"place", *rc::gen::element<std::string>("ashby", "new_place")},
        json{{"at", {h.c, h.r}},
             {"kind", *rc::gen::element<std::string>("village", "station", "naval_battery", "landing")}}
            .dump());
  case 6:
    if (const auto key = anyRow(document, kNamedTable))
      stroke.setRecord(kNamedTable, *key, std::nullopt);
    return;
  case 7:
    return stroke.setRecord("overlay", {"terrain", "wods"},
                            *rc::gen::element<std::optional<std::string>>(
                                std::nullopt, R"({"name":"Wods","source":"module 1","symbol":"woods"})"));
  case 8:
    return stroke.setLevel(h, *rc::gen::element<std::optional<int>>(std::nullopt, 3));
  case 9: {
    const std::string around = anyFeatures(document);
    for (int side = 0; side < kSides; ++side)
      stroke.setEdge(document.lattice().edge(h, side), around);
    return;
  }
  default:
    return changeArmy(stroke);
  }
}

std::vector<std::string> sorted(const std::vector<Finding>& findings) {
  std::vector<std::string> out;
  for (const Finding& finding : findings)
    out.push_back(findingsAsText({finding}) + toText(finding.checkClass) + finding.key + finding.restates);
  return out;
}

RC_GTEST_PROP(LiveFindings, EqualAFullValidation, ()) {
  Document document = anyPrimer();
  LiveFindings live;
  live.accept(LiveFindings::run(live.job(document)));
  RC_ASSERT(sorted(live.findings()) == sorted(validate({document, {}, false})));
  std::optional<LiveFindings::Job> running;
  for (int edits = number(1, 6); edits > 0; --edits) {
    Stroke stroke(document, "change");
    for (int changes = number(1, 4); changes > 0; --changes)
      change(stroke);
    const Edit edit = stroke.finish();
    live.edited(document, edit);
    if (number(0, 3) == 0) { // undone again
      const Edit back = edit.inverse();
      back.apply(document);
      live.edited(document, back);
    }
    if (!running && number(0, 1) == 0)
      running = live.job(document); // edits go on while it runs
    else if (running) {
      live.accept(LiveFindings::run(*running));
      running.reset();
    }
  }
  live.accept(LiveFindings::run(live.job(document)));
  RC_ASSERT(live.isCurrent());
  const std::vector<Finding> full = validate({document, {}, false});
  RC_ASSERT(sorted(live.findings()) == sorted(full));
  std::size_t total = 0;
  for (const Finding& finding : live.grouped(3))
    total += finding.count;
  RC_ASSERT(total == full.size());
  total = 0;
  std::map<std::string, int> entries;
  for (const Finding& finding : live.grouped(3, 5)) {
    total += finding.count;
    ++entries[finding.check];
  }
  RC_ASSERT(total == full.size());
  if (document.table(kApprovalsTable).empty())
    for (const auto& entry : entries)
      RC_ASSERT(entry.second <= 5);
}

/// What was found before, less what is gone, with what is found now, is what is known now: a list can be kept by these.
RC_GTEST_PROP(LiveFindings, ChangesLeadFromTheOldListToTheNewOne, ()) {
  static const ModuleFiles kFiles = sampleFiles("gcacw-primer");
  Document document = readModule(kFiles)->document;
  LiveFindings live;
  live.accept(LiveFindings::run(live.job(document)));
  const auto named = [](const std::vector<Finding>& findings) {
    std::multiset<std::string> out;
    for (const Finding& finding : findings)
      out.insert(findingsAsText({finding}));
    return out;
  };
  std::multiset<std::string> known = named(live.findings());
  for (int edits = number(1, 5); edits > 0; --edits) {
    Stroke stroke(document, "change");
    change(stroke);
    Edit edit = stroke.finish();
    for (int times = number(1, 2); times > 0; --times) { // and undone
      const LiveFindings::Here here = live.edited(document, edit);
      for (const std::string& gone : named(here.gone)) {
        const auto it = known.find(gone);
        RC_ASSERT(it != known.end());
        known.erase(it);
      }
      known.merge(named(here.found));
      edit = edit.inverse();
      if (times > 1)
        edit.apply(document);
    }
    RC_ASSERT(known == named(live.findings()));
  }
}

/// An edit that is too large for at once waits for the next job.
TEST(LiveFindings, LargeEditsWait) {
  Document document = readModule(sampleFiles("gcacw-primer"))->document;
  LiveFindings live(3);
  live.accept(LiveFindings::run(live.job(document)));
  const std::size_t before = live.findings().size();
  const auto spoil = [&](std::int32_t r, int hexes) {
    Stroke stroke(document, "spoil");
    for (std::int32_t c = 0; c < hexes; ++c)
      stroke.setTerrain({c, r}, "wods");
    return stroke.finish();
  };
  EXPECT_GE(live.edited(document, spoil(4, 3)).found.size(), 3U);
  EXPECT_TRUE(live.edited(document, spoil(6, 4)).empty());
  live.accept(LiveFindings::run(live.job(document)));
  EXPECT_TRUE(live.isCurrent());
  EXPECT_EQ(live.findings().size(), validate({document, {}, false}).size());
  EXPECT_GE(live.findings().size(), before + 7);
}

/// At places that an edit touched, local checks speak at once as a full validation would.
RC_GTEST_PROP(LiveFindings, LocalFindingsNeedNoJob, ()) {
  static const ModuleFiles kFiles = sampleFiles("gcacw-primer");
  Document document = readModule(kFiles)->document;
  LiveFindings live;
  live.accept(LiveFindings::run(live.job(document)));
  Stroke stroke(document, "change");
  for (int changes = number(1, 5); changes > 0; --changes) {
    const HexCoord h = anyHex(document);
    stroke.setTerrain(h, *rc::gen::element<std::string>("", "clear", "swamp", "wods"));
    stroke.setEdge(anyEdgeOf(document), *rc::gen::element<std::string>("", R"({"minor_river":{},"path.road":{}})",
                                                                       R"({"ridge":{"high":"b"}})", R"({"creek":{}})"));
  }
  live.edited(document, stroke.finish());
  const auto local = [](const std::vector<Finding>& findings) {
    std::vector<std::string> out;
    for (const Finding& finding : findings)
      if (finding.place.file == kHexesPath || finding.place.file == kEdgesPath)
        if (finding.check != "GCACW-V22" && finding.check != "GCACW-V23" && finding.check != "GCACW-V06")
          out.push_back(findingsAsText({finding}));
    return out;
  };
  RC_ASSERT(local(live.findings()) == local(validate({document, {}, false})));
}

} // namespace
} // namespace hotchkiss
