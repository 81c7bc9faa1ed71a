#include "libscenario/validation/corechecks.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/module/modulefiles.h"
#include "libscenario/validation/armystage.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/judge.h"
#include "libterrain/search/chain.h"

#include <set>

namespace hotchkiss {

using nlohmann::json;

Result<std::shared_ptr<const CheckBasis>> CheckBasis::of(const Document& document) {
  Result<Ruleset> ruleset = Ruleset::effective(document);
  if (!ruleset)
    return ruleset.error();
  Result<std::shared_ptr<const CheckSet>> checks = CheckSet::of(*ruleset);
  if (!checks)
    return checks.error();
  return std::make_shared<const CheckBasis>(CheckBasis{std::move(*ruleset), std::move(*checks), numberingOf(document)});
}

bool CheckBasis::hangsOn(const std::string& table) {
  return table == "module" || table == "overlay" || table.starts_with("ruleset/");
}

Finding& CheckContext::add(const char* check, std::string message, std::string fix) {
  Finding finding;
  finding.check = check;
  finding.message = std::move(message);
  finding.fix = std::move(fix);
  findings.push_back(std::move(finding));
  return findings.back();
}

bool CheckContext::knows(const std::string& section, const std::string& id) const {
  return things.find(section, id) != nullptr;
}

std::optional<std::string> CheckContext::kindOf(const std::string& section, const std::string& id) const {
  const Thing* thing = things.find(section, id);
  return thing ? std::optional(thing->kind) : std::nullopt;
}

const FeatureSet& CheckContext::features(std::uint32_t text) const {
  const auto [it, isNew] = mFeatures.try_emplace(text);
  if (isNew && text != TextPool::kNone)
    it->second = FeatureSet::fromText(document.pool().text(text));
  return it->second;
}

const json& CheckContext::attributes(std::uint32_t text) const {
  std::shared_ptr<const json>& known = mAttributes[text];
  if (!known)
    known = std::make_shared<const json>(text == TextPool::kNone ? json::object() : parsed(document.pool().text(text)));
  return *known;
}

const ArmyStage& CheckContext::stage() const {
  if (!mStage)
    mStage = std::make_shared<const ArmyStage>(document, ruleset);
  return *mStage;
}

void checkRegions(CheckContext& context) {
  const auto section = context.catalogue.named.find("region");
  if (section == context.catalogue.named.end())
    return;
  std::map<std::string, bool> used;
  for (const auto& [key, thing] : context.things.all())
    if (key.section == "region")
      if (const auto kind = section->second.find(thing.kind); kind != section->second.end() && !kind->second.offMap)
        used.emplace(key.id, false);
  if (used.empty())
    return;
  std::set<std::uint32_t> seen; // many hexes share their attributes
  const Extent extent = context.document.extent();
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      const std::uint32_t more = context.document.hex({c, r}).more;
      if (more == TextPool::kNone || !seen.insert(more).second)
        continue;
      const json& attributes = context.attributes(more);
      if (const auto in = attributes.find("in"); in != attributes.end())
        for (const json& region : *in)
          if (const auto it = used.find(region.get<std::string>()); it != used.end())
            it->second = true;
    }
  for (const auto& [id, isUsed] : used)
    if (!isUsed) {
      Finding& finding = context.add("CORE-V17", "no hex belongs to this region", "paint its hexes or remove it");
      finding.severity = Severity::Warning;
      pointAt(finding, {"region", id});
    }
}

void checkCourses(CheckContext& context) {
  const Lattice& lattice = context.document.lattice();
  const auto section = context.catalogue.named.find("course");
  if (section == context.catalogue.named.end())
    return;
  const auto& kinds = section->second;
  for (const auto& [key, thing] : context.things.all()) {
    if (key.section != "course")
      continue;
    const json& body = *thing.body;
    const auto kind = kinds.find(thing.kind);
    if (kind == kinds.end())
      continue; // V16 has been said
    const auto edges = context.courseEdges.find(key.id);
    if (edges == context.courseEdges.end()) {
      Finding& finding = context.add("CORE-V17", "nothing on the map belongs to this course", "draw it or remove it");
      finding.severity = Severity::Warning;
      pointAt(finding, key);
      continue;
    }
    const bool across = !kind->second.of.empty() && kind->second.of.front().starts_with("path.");
    std::optional<VertexId> mouth;
    if (body.contains("mouth") && !across)
      mouth = VertexId{body["mouth"][0].get<std::int32_t>(), body["mouth"][1].get<std::int32_t>(),
                       body["mouth"][2].get<std::int32_t>()};
    else if (!across && kind->second.mouth == "required") {
      Finding& finding = context.add("CORE-V32", "the course has no mouth", "say at which corner it ends");
      finding.severity = Severity::Warning;
      finding.checkClass = CheckClass::Completeness;
      pointAt(finding, key);
    }
    std::optional<HexCoord> start;
    if (body.contains("start"))
      start = HexCoord{body["start"][0].get<std::int32_t>(), body["start"][1].get<std::int32_t>()};
    const auto walk =
        walkChain(lattice, across ? ChainKind::AcrossEdges : ChainKind::AlongEdges, edges->second, mouth, start);
    const ChainProblem* problem = std::get_if<ChainProblem>(&walk);
    if (!problem)
      continue;
    const std::string first =
        problem->pieces.empty() ? std::string() : context.numbering.label(problem->pieces.front());
    if (problem->kind == ChainProblem::Kind::Broken) {
      Finding& finding =
          context.add("CORE-V12",
                      "the course is in " + std::to_string(problem->pieces.size()) + " pieces, for example at " +
                          first + " and " + context.numbering.label(problem->pieces.at(1)),
                      "draw the missing hexsides, or give the pieces courses of their own");
      finding.key = "pieces";
      finding.about = {thing.kind};
      finding.place.edge = problem->pieces.at(1);
      pointAt(finding, key);
    } else if (problem->kind == ChainProblem::Kind::Branching || problem->kind == ChainProblem::Kind::Loop) {
      if (kind->second.branches)
        continue;
      const std::string where = !problem->corners.empty()
                                    ? "corner " + context.numbering.label(problem->corners.front())
                                : !problem->hexes.empty() ? "hex " + context.numbering.label(problem->hexes.front())
                                                          : first;
      const bool isRing = problem->kind == ChainProblem::Kind::Loop;
      Finding& finding = context.add(
          "CORE-V13", std::string("the course ") + (isRing ? "is a ring without a start" : "branches") + " at " + where,
          isRing ? "say in \"start\" or \"mouth\" where it begins" : "give the branch a course of its own");
      finding.key = isRing ? "ring" : "branches";
      if (!problem->corners.empty())
        finding.place.vertex = problem->corners.front();
      else if (!problem->hexes.empty())
        finding.place.hex = problem->hexes.front();
      pointAt(finding, key);
    } else if (problem->kind == ChainProblem::Kind::StartNotAtEnd) {
      pointAt(context.add("CORE-V14", "the mouth or start is not at an end of the course", "move it to an end"), key);
    }
  }
}

void checkSheets(CheckContext& context) {
  const Extent extent = context.document.extent();
  for (const auto& [key, text] : context.document.table("module"))
    if (key.section == "sheet") {
      const Result<LabelPattern> pattern = LabelPattern::parse(parsed(text).value("label", ""));
      if (!pattern) {
        Finding& finding =
            context.add("CORE-V22", "sheet " + key.id + ": " + pattern.error().message, pattern.error().advice);
        finding.place.file = kModulePath;
        finding.place.thing = "sheet " + key.id;
      }
    }
  if (context.numbering.sheets().empty())
    return;
  // Labels that carry their sheet cannot collide with those of another; only sheets that share a spelling are compared.
  std::unordered_map<std::string, HexCoord> seen;
  const bool mayCollide = context.numbering.sheets().size() > 1;
  std::size_t uncovered = 0;
  std::optional<HexCoord> firstUncovered;
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      const HexCoord h{c, r};
      if (!context.numbering.exists(h)) {
        ++uncovered;
        if (!firstUncovered)
          firstUncovered = h;
        continue;
      }
      if (!mayCollide)
        continue;
      for (const Label& label : context.numbering.labels(h)) {
        const auto [it, isNew] = seen.try_emplace(label.text, h);
        if (!isNew && it->second != h) {
          Finding& finding =
              context.add("CORE-V18", "the label " + label.text + " is also that of hex " + toText(it->second),
                          "give the sheets different letters or numbers");
          finding.key = toText(it->second);
          finding.place.hex = h;
          finding.place.file = kModulePath;
          finding.place.thing = "sheet " + label.sheet;
        }
      }
    }
  if (uncovered > 0) {
    Finding& finding = context.add("CORE-V33", countOf(uncovered, "hex lies", "hexes lie") + " on no sheet");
    finding.severity = Severity::Note;
    finding.place.hex = firstUncovered;
    finding.place.file = kModulePath;
    finding.place.thing = "lattice map";
    finding.checkClass = CheckClass::Completeness;
  }
}

} // namespace hotchkiss
