// Mechanisms about grounds and places as scenarios need them.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/condition.h"
#include "libscenario/validation/factvalues.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/startfacts.h"
#include "libscenario/validation/walkjson.h"

#include <algorithm>
#include <map>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Every ground that a rule of a scenario names is on the map, and a line that has sides leaves hexes in play on them.
class GroundsUsed final : public Mechanism {
 public:
  explicit GroundsUsed(Parameters& p) : mExcept(p.words("except", false)) {}

  void judgeWhole(const Report& report) const override {
    CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      std::set<std::string> said;
      const auto say = [&](const RecordKey& key, const std::string& name, const std::string& why) {
        if (said.insert(name + why).second)
          report.at(stage.file, key, {{"name", name}, {"why", why}}).key = name + " " + why;
      };
      for (const auto& [key, text] : stage.scenario->rows())
        walkJson(parsed(text), [&, &key = key](const json& node) {
          if (!node.is_object())
            return;
          for (const char* section : {"region", "course"})
            if (const auto id = node.find(section); id != node.end() && id->is_string()) {
              const Thing* thing = context.things.find(section, id->get<std::string>());
              if (!thing)
                say(key, id->get<std::string>(), "the map lacks");
              if (!thing || contains(mExcept, thing->kind))
                continue;
              const Result<Ground> ground = stage.plan->where().ground(json{{section, *id}}.dump());
              if (ground && ground->empty())
                say(key, thing->name(), "has no hex or hexside on the map");
            }
          if (!node.contains("sideOf") || !node.contains("bearing"))
            return;
          const Result<Ground> line = stage.plan->where().ground(node["sideOf"].dump());
          if (!line || line->empty())
            return;
          json rule = node;
          rule.erase("within"); // how far is another matter
          const AllowedHexes side = stage.plan->where().hexesInPlay(rule.dump());
          if (!side.errors.empty() || !side.isExact())
            return;
          if (side.certain.empty())
            say(key, stage.plan->where().words(rule.dump()), "is nowhere in play");
          else if (side.certain.size() == stage.plan->where().inPlay().size())
            say(key, stage.plan->where().words(rule.dump()), "is everywhere: the line does not divide the area");
        });
    }
  }

 private:
  std::vector<std::string> mExcept;
};

/// Asked of each named thing of a section: thing.kind, thing.name, thing.given('…'), thing.value('…'), hex.….
class ThingHolds final : public Mechanism {
 public:
  explicit ThingHolds(Parameters& p)
      : mSection(p.word("section", "place")),
        mKinds(p.words("places", false)),
        mShows(p.word("shows")),
        mCondition(p, {"thing", "hex"}) {}

  bool wantsThing(const Thing& thing) const override {
    return thing.key.section == mSection && (mKinds.empty() || contains(mKinds, thing.kind));
  }
  void judgeThing(const Thing& thing, const Report& report) const override {
    const json attributes = thing.body->value("attributes", json::object());
    const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
      if (owner == "hex")
        return thing.hex ? hexFact(report.context(), *thing.hex, name, arguments) : Value::unknown({}, {}, {});
      if (name == "kind")
        return Value::text(thing.kind);
      if (name == "name")
        return Value::text(thing.name());
      const auto value = attributes.find(textAt(arguments, 0));
      if (name == "given")
        return Value::flag(value != attributes.end());
      if (name == "value")
        return value == attributes.end() ? Value::text({}) : Value::fromJson(*value);
      return Value();
    };
    if (!mCondition.fails(facts))
      return;
    const auto shown = attributes.find(mShows);
    report
        .at(thing, {{"value", shown == attributes.end() ? std::string("nothing") : shownFact(Value::fromJson(*shown))}})
        .key = "fails";
  }

 private:
  std::string mSection;
  std::vector<std::string> mKinds;
  std::string mShows;
  CheckCondition mCondition;
};

/// A place whose every side is shut at the start: by barred sides, or by enemies of the side that an attribute names.
class ShutInAtStart final : public Mechanism {
 public:
  explicit ShutInAtStart(Parameters& p)
      : mKinds(p.words("places")),
        mAttribute(p.word("attribute")),
        mSides(p.raw("with")),
        mBarred(p.words("features")) {
    if (!mSides.is_object())
      p.refuse("\"with\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      const StartField field(context, stage);
      for (const auto& [key, thing] : context.things.all()) {
        if (key.section != "place" || !thing.hex || !contains(mKinds, thing.kind))
          continue;
        const json value = thing.body->value("attributes", json::object()).value(mAttribute, json());
        const auto side = value.is_string() ? mSides.find(value.get<std::string>()) : mSides.end();
        if (side == mSides.end() || !isShut(context, field, *thing.hex, side->get<std::string>()))
          continue;
        Finding& finding = report.at(stage.file, {"scenario", stage.id}, {{"name", thing.name()}});
        finding.key = key.id;
        finding.place.hex = thing.hex;
      }
    }
  }

 private:
  bool isShut(const CheckContext& context, const StartField& field, HexCoord hex, const std::string& side) const {
    bool anyEnemy = false;
    for (const HexCoord next : context.document.lattice().neighbours(hex)) {
      const bool isEnemy = field.hasEnemy(next, side);
      anyEnemy = anyEnemy || isEnemy;
      if (!isEnemy && hexFact(context, next, "playable", {}).isTrue() &&
          !hasAny(context.features(*context.document.lattice().edgeBetween(hex, next)), mBarred))
        return false;
    }
    return anyEnemy;
  }

  std::vector<std::string> mKinds;
  std::string mAttribute;
  json mSides;
  std::vector<std::string> mBarred;
};

/// Railheads lie on the line that they divide, and never for two sides in one hex.
class RailheadsFit final : public Mechanism {
 public:
  explicit RailheadsFit(Parameters&) {}

  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.plan)
        continue;
      for (const auto& [id, text] : stage.scenario->rowsOf("rail")) {
        const json body = parsed(text);
        const Result<Ground> line = stage.plan->where().ground(json{{"course", body.value("course", "")}}.dump());
        std::map<HexCoord, std::string> heads;
        for (const json& head : body.value("railheads", json::array())) {
          const Result<HexCoord> hex = stage.plan->where().hexOf(ScenarioPlace::read(head["at"]));
          if (!line || !hex)
            continue; // names that lead nowhere are said by another check
          const auto [other, isNew] = heads.try_emplace(*hex, head.value("side", ""));
          const bool isOff = !line->hexes.contains(*hex);
          if (!isOff && (isNew || other->second == head.value("side", "")))
            continue;
          Finding& finding =
              report.at(stage.file, {"rail", id},
                        {{"hex", report.context().numbering.label(*hex)},
                         {"why", isOff ? "it is not on the line" : "both sides have their railhead there"}});
          finding.key = toText(*hex);
          finding.place.hex = *hex;
        }
      }
    }
  }
};

/// A place of this name is joined by paths, edge by edge, to a hex with the flag.
class PathReaches final : public Mechanism {
 public:
  explicit PathReaches(Parameters& p)
      : mNames(p.words("named")), mPaths(p.ids("paths", "path")), mFlag(p.word("attribute")) {}

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    for (const auto& [key, thing] : context.things.all()) {
      if (key.section != "place" || !thing.hex || !contains(mNames, thing.name()))
        continue;
      std::set<HexCoord> seen{*thing.hex};
      std::vector<HexCoord> queue{*thing.hex};
      bool reaches = false;
      while (!queue.empty() && !reaches) {
        const HexCoord here = queue.back();
        queue.pop_back();
        const json& attributes = context.attributes(context.document.hex(here).more);
        reaches = attributes.value(mFlag, json(false)) == json(true);
        for (const HexCoord next : context.document.lattice().neighbours(here))
          if (context.document.extent().contains(next) &&
              hasAny(context.features(*context.document.lattice().edgeBetween(here, next)), mPaths) &&
              seen.insert(next).second)
            queue.push_back(next);
      }
      if (!reaches)
        report.at(thing, {}).key = "cut";
    }
  }

 private:
  std::vector<std::string> mNames, mPaths;
  std::string mFlag;
};

} // namespace

std::unique_ptr<const Mechanism> makeGroundsUsed(Parameters& p) {
  return std::make_unique<GroundsUsed>(p);
}
std::unique_ptr<const Mechanism> makeThingHolds(Parameters& p) {
  return std::make_unique<ThingHolds>(p);
}
std::unique_ptr<const Mechanism> makePathReaches(Parameters& p) {
  return std::make_unique<PathReaches>(p);
}
std::unique_ptr<const Mechanism> makeShutInAtStart(Parameters& p) {
  return std::make_unique<ShutInAtStart>(p);
}
std::unique_ptr<const Mechanism> makeRailheadsFit(Parameters& p) {
  return std::make_unique<RailheadsFit>(p);
}

} // namespace hotchkiss
