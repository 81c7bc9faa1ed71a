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

/// One random change of anything that checks look at; what is wrong is as likely as what is right.
void change(Stroke& stroke) {
  const Document& document = stroke.document();
  const HexCoord h = anyHex(document);
  const EdgeId e = anyEdgeOf(document);
  switch (number(0, 9)) {
  case 0:
    return stroke.setTerrain(h, *rc::gen::element<std::string>("", "clear", "swamp", "mountain", "water", "wods"));
  case 1:
    return stroke.setAttributes(h, *rc::gen::element<std::string>("", R"({"partial":true})", R"({"in":["nowhere"]})",
                                                                  R"({"in":["fairlee","virginia"]})"));
  case 2:
  case 3:
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
    return stroke.setRecord(kNamedTable,
                            {*rc::gen::element<std::string>("place", "crossing", "region", "course"),
                             *rc::gen::element<std::string>("ashby", "rail_bridge", "fairlee", "patuxan")},
                            std::nullopt);
  case 7:
    return stroke.setRecord("overlay", {"terrain", "wods"},
                            *rc::gen::element<std::optional<std::string>>(
                                std::nullopt, R"({"name":"Wods","source":"module 1","symbol":"woods"})"));
  case 8:
    return stroke.setLevel(h, *rc::gen::element<std::optional<int>>(std::nullopt, 3));
  default:
    for (int side = 0; side < kSides; ++side)
      stroke.setEdge(document.lattice().edge(h, side), R"({"creek":{}})");
  }
}

std::vector<std::string> sorted(const std::vector<Finding>& findings) {
  std::vector<std::string> out;
  for (const Finding& finding : findings)
    out.push_back(findingsAsText({finding}) + toText(finding.checkClass) + finding.key + finding.restates);
  return out;
}

RC_GTEST_PROP(LiveFindings, EqualAFullValidation, ()) {
  static const ModuleFiles kFiles = sampleFiles("gcacw-primer");
  Result<LoadedModule> module = readModule(kFiles);
  RC_ASSERT(module.ok());
  Document document = std::move(module->document);
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
