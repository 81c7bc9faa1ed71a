#include "libscenario/module/filekinds.h"
#include "libscenario/validation/attributecheck.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/judge.h"

namespace hotchkiss {

using nlohmann::json;

LocalJudge::LocalJudge(CheckContext& context) : mContext(context), mHasSheets(!context.numbering.sheets().empty()) {}

Finding& LocalJudge::report(const SharedProblem& problem) {
  Finding& finding = mContext.add(problem.check, problem.message, problem.fix);
  finding.about = problem.about;
  if (problem.toDo) {
    finding.severity = Severity::Warning;
    finding.checkClass = CheckClass::Completeness;
  }
  return finding;
}

void LocalJudge::restateFrom(std::size_t first) {
  for (std::size_t i = first; i < mContext.findings.size(); ++i)
    mContext.checks.restate(mContext, mContext.findings[i]);
}

const LocalJudge::TerrainVerdict& LocalJudge::terrainVerdict(std::uint32_t text) {
  const auto [it, isNew] = mTerrains.try_emplace(text);
  if (!isNew)
    return it->second;
  const std::string& name = mContext.document.pool().text(text);
  if (const auto known = mContext.catalogue.terrains.find(name); known != mContext.catalogue.terrains.end())
    it->second.kind = &known->second;
  for (const CheckPart& part : mContext.checks.parts())
    if (part.scope == CheckScope::Hex && part.mechanism->wantsTerrain(name))
      it->second.parts.push_back(&part);
  return it->second;
}

const LocalJudge::AttributeVerdict& LocalJudge::attributeVerdict(std::uint32_t text) {
  const auto [it, isNew] = mAttributes.try_emplace(text);
  if (!isNew)
    return it->second;
  AttributeVerdict& verdict = it->second;
  json body = mContext.attributes(text);
  for (const CheckPart& part : mContext.checks.parts())
    if (part.scope == CheckScope::Hex && part.mechanism->wantsAttributes(mContext, body))
      verdict.parts.push_back(&part);
  const auto kinds = mContext.catalogue.named.find("region");
  std::map<std::string, std::string> exclusive; // the region of each such kind
  for (const json& region : body.value("in", json::array())) {
    const std::string name = region.get<std::string>();
    const std::optional<std::string> kind = mContext.kindOf("region", name);
    if (!kind) {
      verdict.problems.push_back({"CORE-V11",
                                  "the hex belongs to the region \"" + name + "\", which does not exist",
                                  "add the region to map/named.json or take the hex out of it",
                                  {"in"}});
      continue;
    }
    if (kinds == mContext.catalogue.named.end())
      continue;
    if (const auto known = kinds->second.find(*kind); known == kinds->second.end() || !known->second.exclusive)
      continue;
    if (const auto [other, isFirst] = exclusive.try_emplace(*kind, name); !isFirst)
      verdict.problems.push_back(
          {"CORE-V23",
           "the hex belongs to " + other->second + " and to " + name + ", but a hex has one " + *kind + " only",
           "take the hex out of one of them",
           {*kind}});
  }
  body.erase("in");
  const KindOf kindOf = [&](const std::string& section, const std::string& id) { return mContext.kindOf(section, id); };
  for (const AttributeProblem& problem : attributeProblems(body, mContext.catalogue.hexAttributes, kindOf))
    verdict.problems.push_back({checkOf(problem), problem.message, {}, {problem.attribute}});
  return verdict;
}

void LocalJudge::hex(HexCoord h) {
  const Catalogue& catalogue = mContext.catalogue;
  const std::size_t first = mContext.findings.size();
  const HexValue value = mContext.document.hex(h);
  const auto at = [&](Finding& finding) {
    finding.place.hex = h;
    finding.place.file = kHexesPath;
  };
  const bool printed = !mHasSheets || mContext.numbering.exists(h);
  const TerrainVerdict* terrain = nullptr;
  if (value.terrain == TextPool::kNone) {
    if (printed)
      at(report({"CORE-V30", "the hex has no terrain", "paint it", {}, true}));
  } else {
    terrain = &terrainVerdict(value.terrain);
    if (!terrain->kind) {
      const std::string& name = mContext.document.pool().text(value.terrain);
      at(report({"CORE-V03", "unknown terrain \"" + name + "\"", nearIn(name, catalogue.terrains), {name}}));
    }
  }
  if (value.level == HexValue::kNoLevel) {
    const bool exempt = terrain && terrain->kind && (!terrain->kind->level || !terrain->kind->playable);
    if (catalogue.levelRequired && printed && !exempt)
      at(report({"CORE-V31", "the hex has no level", "set its level", {}, true}));
  } else if (catalogue.elevation != "levels") {
    at(report({"CORE-V06", "this ruleset has no levels, but the hex has one", "remove the level", {"level"}}));
  } else if ((catalogue.lowestLevel && value.level < *catalogue.lowestLevel) ||
             (catalogue.highestLevel && value.level > *catalogue.highestLevel)) {
    at(report({"CORE-V06", "the level " + std::to_string(value.level) + " is out of range", {}, {"level"}}));
  }
  const AttributeVerdict& attributes = attributeVerdict(value.more);
  for (const SharedProblem& problem : attributes.problems)
    at(report(problem));
  if (mContext.findings.size() > first)
    restateFrom(first);
  if (terrain)
    for (const CheckPart* part : terrain->parts)
      part->mechanism->judgeHex(h, Report(mContext, *part));
  for (const CheckPart* part : attributes.parts)
    part->mechanism->judgeHex(h, Report(mContext, *part));
}

void LocalJudge::judgeFeature(const Feature& feature, const FeatureSet& all,
                              const std::map<std::string, FeatureKind>& kinds, std::vector<SharedProblem>& out) const {
  const auto known = kinds.find(feature.kind);
  const auto say = [&](const char* check, std::string message, std::string fix, std::vector<std::string> about = {}) {
    about.insert(about.begin(), feature.kind);
    out.push_back({check, std::move(message), std::move(fix), std::move(about)});
  };
  if (known == kinds.end())
    return say("CORE-V04", "unknown kind \"" + feature.kind + "\"", nearIn(feature.kind, kinds));
  const FeatureKind& kind = known->second;
  if (kind.derived)
    say("CORE-V10", feature.kind + " follows from other data and is never stored", "remove it");
  if (feature.classId.empty() ? kind.classRequired : !kind.classes.contains(feature.classId)) {
    const std::vector<std::string> classes(kind.classes.begin(), kind.classes.end());
    say("CORE-V05",
        feature.classId.empty() ? feature.kind + " needs a class"
                                : feature.kind + " has no class \"" + feature.classId + "\"",
        classes.empty() ? "it has no classes" : "choose " + joinWords(classes, " or "));
  }
  if (feature.role.empty()) {
    if (kind.orientation && kind.orientation->required)
      say("CORE-V07", feature.kind + " needs its orientation (" + kind.orientation->field + ")",
          "choose " + joinWords(kind.orientation->values, " or "));
  } else if (!kind.orientation || kind.orientation->field != feature.role) {
    say("CORE-V07", feature.kind + " cannot have the orientation \"" + feature.role + "\"",
        kind.orientation ? "use " + kind.orientation->field : "remove it");
  } else if (std::find(kind.orientation->values.begin(), kind.orientation->values.end(), feature.side) ==
             kind.orientation->values.end()) {
    say("CORE-V07", feature.kind + " cannot have " + feature.role + " \"" + feature.side + "\"",
        "choose " + joinWords(kind.orientation->values, " or "));
  }
  for (const std::vector<std::string>& alternatives : kind.requirements)
    if (std::none_of(alternatives.begin(), alternatives.end(),
                     [&](const std::string& wanted) { return satisfies(all, wanted); }))
      say("CORE-V08", feature.kind + " needs " + joinWords(alternatives, " or ") + " on the same hexside",
          "add it, or remove the " + feature.kind, alternatives);
  for (const std::string& other : kind.excludes)
    if (satisfies(all, other))
      say("CORE-V09", feature.kind + " and " + other + " cannot be on the same hexside", "remove one of them", {other});
  json more = parsed(feature.more);
  if (const auto views = more.find("views"); views != more.end()) {
    if (!kind.views)
      say("CORE-V06", feature.kind + " cannot differ by view", "remove the views");
    for (const auto& [view, differs] : views->items())
      if (!mContext.catalogue.views.contains(view))
        say("CORE-V06", "unknown view \"" + view + "\"", {});
      else if (differs.is_object() && differs.contains("class") &&
               !(differs["class"].is_string() && kind.classes.contains(differs["class"].get<std::string>())))
        say("CORE-V05", feature.kind + " has no class " + differs["class"].dump() + " (view " + view + ")", {});
    more.erase("views");
  }
  const KindOf kindOf = [&](const std::string& section, const std::string& id) { return mContext.kindOf(section, id); };
  for (const AttributeProblem& problem : attributeProblems(more, kind.attributes, kindOf))
    say(checkOf(problem), feature.kind + ": " + problem.message, {}, {problem.attribute});
  if (kind.courseRequired && feature.of.empty())
    out.push_back({"CORE-V34",
                   feature.kind + " belongs to no course",
                   "say in \"of\" which " + kind.course + " it is",
                   {feature.kind},
                   true});
  const auto courses = mContext.catalogue.named.find("course");
  for (const std::string& course : feature.of) {
    const Thing* record = mContext.things.find("course", course);
    if (!record) {
      say("CORE-V11", feature.kind + " belongs to the course \"" + course + "\", which does not exist",
          "add the course to map/named.json", {"of"});
      continue;
    }
    if (courses == mContext.catalogue.named.end())
      continue;
    if (const auto it = courses->second.find(record->kind);
        it != courses->second.end() &&
        std::find(it->second.of.begin(), it->second.of.end(), feature.kind) == it->second.of.end())
      say("CORE-V16", "a " + record->kind + " such as " + course + " is not made of " + feature.kind, {},
          {record->kind});
  }
}

LocalJudge::FeatureVerdict LocalJudge::judgeFeatures(std::uint32_t text,
                                                     const std::map<std::string, FeatureKind>& kinds, bool onEdges) {
  FeatureVerdict verdict;
  const FeatureSet& features = mContext.features(text);
  for (const Feature& feature : features.features) {
    judgeFeature(feature, features, kinds, verdict.problems);
    if (!feature.side.empty())
      verdict.sides.emplace_back(feature.kind, feature.side);
  }
  const CheckScope scope = onEdges ? CheckScope::Edge : CheckScope::Vertex;
  for (const CheckPart& part : mContext.checks.parts())
    if (part.scope == scope && part.mechanism->wantsFeatures(features))
      verdict.parts.push_back(&part);
  return verdict;
}

void LocalJudge::edge(EdgeId e, std::uint32_t text) {
  if (text == TextPool::kNone)
    return;
  const auto [it, isNew] = mEdges.try_emplace(text);
  if (isNew)
    it->second = judgeFeatures(text, mContext.catalogue.edgeFeatures, true);
  const FeatureVerdict& verdict = it->second;
  if (verdict.problems.empty() && verdict.sides.empty() && verdict.parts.empty())
    return;
  const std::size_t first = mContext.findings.size();
  const auto at = [&](Finding& finding) {
    finding.place.edge = e;
    finding.place.file = kEdgesPath;
  };
  for (const SharedProblem& problem : verdict.problems)
    at(report(problem));
  for (const auto& [kind, side] : verdict.sides) {
    const std::array<HexCoord, 2> hexes = mContext.document.lattice().hexes(e);
    const Extent extent = mContext.document.extent();
    if ((side == "a" && !extent.contains(hexes[0])) || (side == "b" && !extent.contains(hexes[1])))
      at(report({"CORE-V07", "the orientation of " + kind + " points outside the map", "use the other side", {kind}}));
  }
  restateFrom(first);
  const FeatureSet& features = mContext.features(text);
  for (const CheckPart* part : verdict.parts)
    part->mechanism->judgeEdge(e, features, Report(mContext, *part));
}

void LocalJudge::vertex(VertexId v, std::uint32_t text) {
  if (text == TextPool::kNone)
    return;
  const auto [it, isNew] = mVertices.try_emplace(text);
  if (isNew)
    it->second = judgeFeatures(text, mContext.catalogue.vertexFeatures, false);
  const FeatureVerdict& verdict = it->second;
  const std::size_t first = mContext.findings.size();
  const auto at = [&](Finding& finding) {
    finding.place.vertex = v;
    finding.place.file = kVerticesPath;
  };
  for (const SharedProblem& problem : verdict.problems)
    at(report(problem));
  const std::array<HexCoord, 3> hexes = mContext.document.lattice().hexes(v);
  for (const auto& [kind, side] : verdict.sides)
    if (side.size() == 1 && side[0] >= 'a' && side[0] <= 'c' &&
        !mContext.document.extent().contains(hexes.at(static_cast<std::size_t>(side[0] - 'a'))))
      at(report({"CORE-V07", "the orientation of " + kind + " points outside the map", "use another side", {kind}}));
  restateFrom(first);
  const FeatureSet& features = mContext.features(text);
  for (const CheckPart* part : verdict.parts)
    part->mechanism->judgeVertex(v, features, Report(mContext, *part));
}

void LocalJudge::thing(const Thing& thing) {
  const std::size_t first = mContext.findings.size();
  checkThing(mContext, thing);
  restateFrom(first);
  for (const CheckPart& part : mContext.checks.parts())
    if (part.scope == CheckScope::Record && part.mechanism->wantsThing(thing))
      part.mechanism->judgeThing(thing, Report(mContext, part));
}

void judgePlaces(CheckContext& context) {
  LocalJudge judge(context);
  const Extent extent = context.document.extent();
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r)
      judge.hex({c, r});
  context.document.forEachEdge([&](EdgeId e, std::uint32_t text) { judge.edge(e, text); });
  for (const auto& [v, text] : context.document.vertices())
    judge.vertex(v, text);
  for (const auto& [key, thing] : context.things.all())
    judge.thing(thing);
}

} // namespace hotchkiss
