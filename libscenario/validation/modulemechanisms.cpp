// Mechanisms that look at rows of files, at the ruleset, and at known places.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"

#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

std::string fileOfTable(const std::string& table) {
  return table + ".json";
}

bool has(const json& body, const std::string& member) {
  return body.contains(member) && !body[member].is_null();
}

/// Every row of `table`, `section` has `member`, unless a row of another section (`unless`: {section: member}) gives it
/// for all of them. With `needed`, there has to be such a row.
class RecordHas final : public Mechanism {
 public:
  explicit RecordHas(Parameters& p)
      : mTable(p.word("table", "module")),
        mSection(p.word("section")),
        mMembers(p.words("members")),
        mUnless(p.raw("unless")),
        mNeeded(p.flag("needed", false)) {
    if (mSection.empty())
      p.refuse("\"section\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    std::vector<std::string> wanted = mMembers;
    bool any = false;
    for (const auto& [key, text] : context.document.table(mTable)) {
      any = any || key.section == mSection;
      if (!mUnless.is_object() || !mUnless.contains(key.section))
        continue;
      if (has(parsed(text), mUnless[key.section].get<std::string>()))
        return;
    }
    if (!any && mNeeded)
      report.at(fileOfTable(mTable), {mSection, "map"}, {{"member", joinWords(wanted)}}).key = "missing";
    for (const auto& [key, text] : context.document.table(mTable)) {
      if (key.section != mSection)
        continue;
      const json body = parsed(text);
      for (const std::string& member : wanted)
        if (!has(body, member))
          report.at(fileOfTable(mTable), key, {{"member", member}}).key = member;
    }
  }

 private:
  std::string mTable;
  std::string mSection;
  std::vector<std::string> mMembers;
  json mUnless;
  bool mNeeded;
};

/// Kinds that the map uses while the row of the rules that says what they do is still unknown. `kinds` has, for each,
/// `terrain` or `edgeFeature`, and the `row`.
class KindNeedsRule final : public Mechanism {
 public:
  explicit KindNeedsRule(Parameters& p) {
    for (const json& each : p.raw("kinds")) {
      Parameters one(each, p.ruleset());
      Need need{one.ids("terrain", "terrain", false), one.ids("edgeFeature", "edgeFeature", false), one.word("row")};
      if (need.row.empty())
        one.refuse("\"row\" is missing");
      p.refuse(one.problem());
      mNeeds.push_back(std::move(need));
    }
    if (mNeeds.empty())
      p.refuse("\"kinds\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    std::map<std::string, std::string> open; // kind → row, of those whose rule is open
    for (const Need& need : mNeeds) {
      const RecordTable& rows = context.ruleset.rows("rules");
      const auto row = rows.find({"row", need.row});
      if (row != rows.end() && row->second.find("\"unknown\":true") == std::string::npos)
        continue;
      for (const std::string& kind : need.terrain)
        open.emplace(kind, need.row);
      for (const std::string& kind : need.features)
        open.emplace(kind, need.row);
    }
    if (open.empty())
      return;
    const auto nameOf = [](const auto& kinds, const std::string& id) {
      const auto it = kinds.find(id);
      return it == kinds.end() || it->second.name.empty() ? id : it->second.name;
    };
    std::set<std::uint32_t> seen;
    std::uint32_t last = TextPool::kNone; // neighbours are often alike
    const Extent extent = context.document.extent();
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r) {
        const std::uint32_t terrain = context.document.hex({c, r}).terrain;
        if (terrain == last || terrain == TextPool::kNone)
          continue;
        last = terrain;
        if (!seen.insert(terrain).second)
          continue;
        const std::string& id = context.document.pool().text(terrain);
        if (const auto it = open.find(id); it != open.end())
          report.at(HexCoord{c, r}, {{"what", nameOf(context.catalogue.terrains, id)}, {"rule", it->second}}).key = id;
      }
    std::set<std::string> told;
    std::set<std::uint32_t> texts;
    context.document.forEachEdge([&](EdgeId e, std::uint32_t text) {
      if (!texts.insert(text).second)
        return;
      for (const Feature& feature : context.features(text).features)
        if (const auto it = open.find(feature.kind); it != open.end() && told.insert(feature.kind).second)
          report.at(e, {{"what", nameOf(context.catalogue.edgeFeatures, feature.kind)}, {"rule", it->second}}).key =
              feature.kind;
    });
  }

 private:
  struct Need {
    std::vector<std::string> terrain;
    std::vector<std::string> features;
    std::string row;
  };
  std::vector<Need> mNeeds;
};

/// Known facts about real places: in a module called one of `modules`, at the hex `at` (or between the hexes
/// `between`), there is a `crossing` or `place` of that kind, with these values (`with`). Applies where the map has
/// painted those hexes.
class Gazetteer final : public Mechanism {
 public:
  explicit Gazetteer(Parameters& p) {
    for (const json& each : p.raw("facts")) {
      Parameters one(each, p.ruleset());
      Fact fact;
      fact.modules = one.words("modules");
      fact.labels = one.words(each.contains("between") ? "between" : "at");
      fact.crossings = one.ids("crossing", "crossing", false);
      fact.places = one.ids("place", "place", false);
      fact.with = one.raw("with");
      fact.says = one.word("says");
      if (fact.says.empty() || (fact.crossings.empty() && fact.places.empty()))
        one.refuse("a fact needs \"says\" and a \"crossing\" or \"place\"");
      p.refuse(one.problem());
      mFacts.push_back(std::move(fact));
    }
    if (mFacts.empty())
      p.refuse("\"facts\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    std::string abbreviation;
    for (const auto& [key, text] : context.document.table("module"))
      if (key.section == "module")
        abbreviation = parsed(text).value("abbreviation", "");
    for (const Fact& fact : mFacts)
      if (contains(fact.modules, abbreviation))
        judge(report, fact);
  }

 private:
  struct Fact {
    std::vector<std::string> modules;
    std::vector<std::string> labels;
    std::vector<std::string> crossings;
    std::vector<std::string> places;
    json with;
    std::string says;
  };

  static bool fits(const Thing& thing, const Fact& fact) {
    const bool isKind =
        thing.key.section == "crossing" ? contains(fact.crossings, thing.kind) : contains(fact.places, thing.kind);
    const json attributes = thing.body->value("attributes", json::object());
    bool out = isKind;
    for (const auto& [name, value] : fact.with.items())
      out = out && attributes.value(name, json()) == value;
    return out;
  }

  static void judge(const Report& report, const Fact& fact) {
    const CheckContext& context = report.context();
    const Lattice& lattice = context.document.lattice();
    std::vector<HexCoord> hexes;
    for (const std::string& label : fact.labels) {
      const Result<HexCoord> hex = context.numbering.resolve(label);
      if (!hex || context.document.hex(*hex).terrain == TextPool::kNone)
        return; // this part of the ground is not on the map
      hexes.push_back(*hex);
    }
    std::vector<RecordKey> here = context.things.at(hexes.front());
    if (hexes.size() > 1) {
      if (const std::optional<EdgeId> e = lattice.edgeBetween(hexes[0], hexes[1]))
        here = context.things.at(*e);
    } else {
      for (int side = 0; side < kSides; ++side)
        for (const RecordKey& key : context.things.at(lattice.edge(hexes.front(), side)))
          here.push_back(key);
    }
    for (const RecordKey& key : here)
      if (fits(*context.things.find(key.section, key.id), fact))
        return;
    report.at(hexes.front(), {{"fact", fact.says}}).key = fact.says;
  }

  std::vector<Fact> mFacts;
};

} // namespace

std::unique_ptr<const Mechanism> makeRecordHas(Parameters& p) {
  return std::make_unique<RecordHas>(p);
}
std::unique_ptr<const Mechanism> makeKindNeedsRule(Parameters& p) {
  return std::make_unique<KindNeedsRule>(p);
}
std::unique_ptr<const Mechanism> makeGazetteer(Parameters& p) {
  return std::make_unique<Gazetteer>(p);
}

} // namespace hotchkiss
