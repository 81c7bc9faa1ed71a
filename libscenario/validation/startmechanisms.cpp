// Mechanisms about the start of a scenario that see counters without a row of their own, what is inside places, and
// the scenario as a whole.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/condition.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/startfacts.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace hotchkiss {

namespace {

const std::vector<std::string> kStartOwners{"piece", "start", "stack", "hex", "scenario"};

/// The member `shows`: an expression whose value the message mentions as {value}.
class ShownExpression {
 public:
  ShownExpression(Parameters& p, const std::vector<std::string>& owners) {
    const std::string text = p.word("shows");
    if (text.empty())
      return;
    Result<FactExpression> read = FactExpression::read(text, owners);
    if (read)
      mExpression = std::move(*read);
    else
      p.refuse("\"shows\": " + read.error().message);
    mIsGiven = read.ok();
  }
  std::string of(const FactSource& facts) const {
    return mIsGiven ? shownFact(mExpression.evaluate(facts)) : std::string();
  }

 private:
  FactExpression mExpression;
  bool mIsGiven = false;
};

/// Asked of each counter at the start.
class StartHolds final : public Mechanism {
 public:
  explicit StartHolds(Parameters& p)
      : mTypes(p.words("types", false)), mShows(p, kStartOwners), mCondition(p, kStartOwners) {}

  void judgeWhole(const Report& report) const override {
    CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      const StartField field(context, stage);
      std::set<std::string> said; // counters that are all alike are one fault
      for (const StartCounter& counter : field.counters()) {
        if (!mTypes.empty() && !contains(mTypes, counter.piece->type))
          continue;
        const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
          if (owner == "piece")
            return field.piece(counter, name, arguments);
          if (owner == "start")
            return field.start(counter, name, arguments);
          if (owner == "scenario")
            return field.scenario(name, arguments);
          if (owner == "hex")
            return field.hex(counter.hex, name, arguments);
          return counter.hex ? field.group(field.stackAt(*counter.hex), name, arguments) : Value::unknown({}, {}, {});
        };
        if (!mCondition.fails(facts))
          continue;
        const std::string value = mShows.of(facts);
        const RecordKey& row = stage.scenario->setups[counter.placement->setup].key;
        const std::string name = field.nameOf(counter);
        if (!said.insert(row.id + "\n" + name + "\n" + (counter.hex ? toText(*counter.hex) : "")).second)
          continue;
        const std::string where =
            counter.hex ? context.numbering.label(*counter.hex) : stage.plan->where().words(counter.placement->at);
        Finding& finding = report.at(stage.file, row,
                                     {{"name", name}, {"value", value}, {"hex", where.empty() ? "its place" : where}});
        finding.key = (counter.made ? row.id + "." + counter.piece->type : counter.piece->id) + " " + value;
        finding.place.hex = counter.hex;
      }
    }
  }

 private:
  std::vector<std::string> mTypes;
  ShownExpression mShows;
  CheckCondition mCondition;
};

/// Asked of each stack at the start, or of what is inside each place.
class StartStackHolds final : public Mechanism {
 public:
  explicit StartStackHolds(Parameters& p)
      : mIsInside(p.flag("inside", false)),
        mShows(p, {"stack", "hex", "scenario"}),
        mCondition(p, {"stack", "hex", "scenario"}) {}

  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.plan)
        continue;
      const StartField field(report.context(), stage);
      if (!mIsInside)
        for (const auto& [hex, group] : field.stacks())
          judge(report, field, group, hex, {});
      else
        for (const auto& [place, group] : field.inside())
          judge(report, field, group, group.front()->hex, place);
    }
  }

 private:
  void judge(const Report& report, const StartField& field, const StartField::Group& group,
             const std::optional<HexCoord>& hex, const std::string& place) const {
    const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
      if (owner == "stack")
        return field.group(group, name, arguments);
      return owner == "hex" ? field.hex(hex, name, arguments) : field.scenario(name, arguments);
    };
    if (!mCondition.fails(facts))
      return;
    CheckContext& context = report.context();
    std::vector<std::string> names;
    for (const StartCounter* each : group)
      names.push_back(field.nameOf(*each));
    const Thing* thing = context.things.find("place", place);
    const std::string value = mShows.of(facts);
    Finding& finding =
        report.at(field.stage().file, field.stage().scenario->setups[group.front()->placement->setup].key,
                  {{"hex", hex ? context.numbering.label(*hex) : "its place"},
                   {"name", thing ? thing->name() : place},
                   {"names", joinWords(names)},
                   {"value", value}});
    finding.key = (hex ? toText(*hex) : place) + " " + value;
    finding.place.hex = hex;
  }

  bool mIsInside;
  ShownExpression mShows;
  CheckCondition mCondition;
};

/// Asked of each scenario, with all that stands on its map.
class StartScenarioHolds final : public Mechanism {
 public:
  explicit StartScenarioHolds(Parameters& p) : mShows(p, {"scenario"}), mCondition(p, {"scenario"}) {}

  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.plan)
        continue;
      const StartField field(report.context(), stage);
      const FactSource facts = [&](const std::string&, const std::string& name, const ValueList& arguments) {
        return field.scenario(name, arguments);
      };
      if (!mCondition.fails(facts))
        continue;
      const std::string value = mShows.of(facts);
      const std::string& title = stage.scenario->head.title;
      report.at(stage.file, {"scenario", stage.id}, {{"name", title.empty() ? stage.id : title}, {"value", value}})
          .key = "fails " + value;
    }
  }

 private:
  ShownExpression mShows;
  CheckCondition mCondition;
};

/// Asked of each change of a value that a scenario makes: change.old, change.new, change.attribute.
class OverrideHolds final : public Mechanism {
 public:
  explicit OverrideHolds(Parameters& p)
      : mAttributes(p.words("attributes")), mCondition(p, {"change", "piece", "scenario"}) {}

  void judgeWhole(const Report& report) const override {
    const OrderOfBattle& printed = report.context().stage().army();
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.plan)
        continue;
      for (const Override& each : stage.scenario->overrides)
        for (const Piece* piece : piecesOf(printed, each.selection, nullptr, false))
          for (const std::string& attribute : mAttributes)
            if (const auto changed = each.values.find(attribute); changed != each.values.end())
              judge(report, stage, each, *piece, changed->second, printed.value(*piece, attribute));
    }
  }

 private:
  void judge(const Report& report, const ScenarioStage& stage, const Override& row, const Piece& piece,
             const ArmyValue& now, const ArmyValue& before) const {
    const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
      if (owner == "piece")
        return pieceFact(*stage.army, piece, {}, name, arguments);
      if (owner == "scenario")
        return scenarioFact(stage, name, arguments);
      return name == "old" ? before.toValue() : name == "new" ? now.toValue() : Value();
    };
    if (!mCondition.fails(facts))
      return;
    report
        .at(stage.file, {"override", row.id},
            {{"name", shownName(*stage.army, piece.id)}, {"value", now.shown()}, {"old", before.shown()}})
        .key = piece.id + " " + now.shown();
  }

  std::vector<std::string> mAttributes;
  CheckCondition mCondition;
};

/// Values that a counter must have before anybody can play are known of all pieces in play; otherwise it says by side
/// and attribute of which they are missing, and where the sources say that they stand.
class ValuesKnown final : public Mechanism {
 public:
  explicit ValuesKnown(Parameters& p) : mAttributes(p.words("attributes")) {}

  void judgeWhole(const Report& report) const override {
    const ArmyStage& stage = report.context().stage();
    if (stage.scenarios().empty())
      judge(report, "oob.json", {}, stage.army(), {});
    for (const ScenarioStage& scenario : stage.scenarios())
      if (scenario.army)
        judge(report, scenario.file, scenario.id, *scenario.army, scenario.out);
  }

 private:
  struct Gap {
    std::vector<std::string> names;
    std::set<std::string> whys;
  };

  void judge(const Report& report, const std::string& file, const std::string& scenario, const OrderOfBattle& army,
             const std::set<std::string>& out) const {
    std::map<std::pair<std::string, std::string>, Gap> gaps; // by side and attribute
    for (const auto& [id, piece] : army.pieces())
      for (const std::string& attribute : mAttributes) {
        if (out.contains(id) || !army.units().applies(attribute, piece.type))
          continue;
        const ArmyValue value = army.value(piece, attribute);
        if (value.isKnown() || value.kind == ArmyValue::Kind::Missing) // what nobody mentions is another check
          continue;
        Gap& gap = gaps[{piece.side, attribute}];
        gap.names.push_back(shownName(army, id));
        if (!value.source.empty())
          gap.whys.insert(value.source);
      }
    for (auto& [key, gap] : gaps) {
      const auto& [side, attribute] = key;
      constexpr std::size_t kMostNamed = 3;
      const std::size_t count = gap.names.size();
      if (count > kMostNamed + 1) {
        gap.names.resize(kMostNamed);
        gap.names.push_back(std::to_string(count - kMostNamed) + " more");
      }
      const auto known = army.units().sideNames.find(side);
      const auto about = army.units().attributes.find(attribute);
      const std::string title =
          about == army.units().attributes.end() || about->second.name.empty() ? attribute : about->second.name;
      Finding& finding = report.at(
          file, scenario.empty() ? RecordKey{"side", side} : RecordKey{"scenario", scenario},
          {{"side", known == army.units().sideNames.end() ? side : known->second},
           {"attribute", lowered(title)},
           {"count", countOf(count, "counter", "counters")},
           {"names", joinWords(gap.names)},
           {"why", gap.whys.empty() ? "no source gives it" : joinWords({gap.whys.begin(), gap.whys.end()}, "; ")}});
      finding.key = side + " " + attribute + " " + std::to_string(count);
      finding.about = {attribute};
    }
  }
  static std::string lowered(std::string text) {
    if (!text.empty())
      text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
  }

  std::vector<std::string> mAttributes;
};

/// What an attribute of pieces in play can be has a row in a table of the rules.
class ValueHasRow final : public Mechanism {
 public:
  explicit ValueHasRow(Parameters& p) : mAttribute(p.word("attribute")), mTable(p.word("table")) {
    if (mAttribute.empty() || mTable.empty())
      p.refuse("\"attribute\" and \"table\" are needed");
  }

  void judgeWhole(const Report& report) const override {
    std::string rows;
    for (const auto& [key, text] : report.context().ruleset.rows("rules"))
      if (key.section == "row" && parsed(text).value("table", "") == mTable)
        rows += text;
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.army)
        continue;
      std::set<std::string> values;
      for (const auto& [id, piece] : stage.army->pieces())
        if (!stage.out.contains(id) && stage.army->units().applies(mAttribute, piece.type))
          if (const ArmyValue value = stage.army->value(piece, mAttribute); value.isKnown())
            values.insert(value.text);
      std::vector<std::string> missing;
      for (const std::string& value : values)
        if (rows.find("'" + value + "'") == std::string::npos)
          missing.push_back(value);
      if (!missing.empty())
        report.at(stage.file, {"scenario", stage.id}, {{"value", joinWords(missing)}, {"table", mTable}}).key =
            joinWords(missing);
    }
  }

 private:
  std::string mAttribute;
  std::string mTable;
};

} // namespace

std::unique_ptr<const Mechanism> makeStartHolds(Parameters& p) {
  return std::make_unique<StartHolds>(p);
}
std::unique_ptr<const Mechanism> makeStartStackHolds(Parameters& p) {
  return std::make_unique<StartStackHolds>(p);
}
std::unique_ptr<const Mechanism> makeStartScenarioHolds(Parameters& p) {
  return std::make_unique<StartScenarioHolds>(p);
}
std::unique_ptr<const Mechanism> makeOverrideHolds(Parameters& p) {
  return std::make_unique<OverrideHolds>(p);
}
std::unique_ptr<const Mechanism> makeValuesKnown(Parameters& p) {
  return std::make_unique<ValuesKnown>(p);
}
std::unique_ptr<const Mechanism> makeValueHasRow(Parameters& p) {
  return std::make_unique<ValueHasRow>(p);
}

} // namespace hotchkiss
