// Mechanisms about counters that no set-up places one by one, and about what counters may say.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/openingfield.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Markers that states of crossings take: no more of a type than the order of battle and the scenario have.
///
/// `markers`: [{"type":…, "status":[…], "crossings":[…], "over":[…]}]; a crossing has the status that a state row of
/// the scenario gives it, else the one that it begins with on the map. One whose attribute `free` says false takes
/// none.
class MarkersSuffice final : public Mechanism {
 public:
  explicit MarkersSuffice(Parameters& p) : mFree(p.word("free")) {
    for (const json& each : p.raw("markers")) {
      MarkerRule rule;
      rule.type = each.value("type", "");
      rule.status = each.value("status", std::vector<std::string>());
      rule.crossings = each.value("crossings", std::vector<std::string>());
      rule.over = each.value("over", std::vector<std::string>());
      if (rule.type.empty() || rule.status.empty())
        p.refuse("\"markers\" need a type and a status each");
      mRules.push_back(std::move(rule));
    }
    if (mRules.empty())
      p.refuse("\"markers\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      for (const MarkerRule& rule : mRules) {
        std::map<std::string, std::vector<std::string>> bySide; // what takes the markers
        for (const auto& [key, thing] : context.things.all())
          if (key.section == "crossing")
            count(context, stage, thing, rule, bySide);
        judge(report, stage, rule, bySide);
      }
    }
  }

 private:
  struct MarkerRule {
    std::string type;
    std::vector<std::string> status;
    std::vector<std::string> crossings;
    std::vector<std::string> over;
  };

  void count(const CheckContext& context, const ScenarioStage& stage, const Thing& crossing, const MarkerRule& rule,
             std::map<std::string, std::vector<std::string>>& bySide) const {
    if (!rule.crossings.empty() && !contains(rule.crossings, crossing.kind))
      return;
    if (!rule.over.empty() && (!crossing.edge || !hasAny(context.features(*crossing.edge), rule.over)))
      return;
    const json attributes = crossing.body->value("attributes", json::object());
    if (!mFree.empty() && attributes.value(mFree, json(true)) == json(false))
      return;
    const auto word = [](const json& of, const char* name, const std::string& otherwise) {
      const auto it = of.find(name); // an unknown value, {"unknown":true}, is no word
      return it != of.end() && it->is_string() ? it->get<std::string>() : otherwise;
    };
    std::string status = word(attributes, "initialStatus", {});
    std::string owner = word(attributes, "owner", {});
    for (const auto& [id, text] : stage.scenario->rowsOf("state")) {
      const json row = parsed(text);
      if (word(row, "crossing", {}) != crossing.key.id || row.contains("turn"))
        continue;
      status = word(row, "status", status);
      owner = word(row, "owner", owner);
    }
    if (contains(rule.status, status))
      bySide[owner].push_back(crossing.name());
  }

  static void judge(const Report& report, const ScenarioStage& stage, const MarkerRule& rule,
                    const std::map<std::string, std::vector<std::string>>& bySide) {
    const auto type = stage.army->units().types.find(rule.type);
    const std::string name = type == stage.army->units().types.end() ? rule.type : type->second.name;
    for (const auto& [id, limit] : stage.army->limits()) {
      if (limit.type != rule.type || !limit.count.most || limit.use == "build")
        continue;
      std::vector<std::string> users;
      for (const auto& [side, names] : bySide)
        if (limit.side.empty() || side == limit.side)
          users.insert(users.end(), names.begin(), names.end());
      if (!(*limit.count.most < Rational(static_cast<std::int64_t>(users.size()))))
        continue;
      report
          .at(stage.file, {"scenario", stage.id},
              {{"name", name},
               {"used", std::to_string(users.size())},
               {"limit", limit.count.shown()},
               {"names", joinWords(users)}})
          .key = id;
    }
  }

  std::vector<MarkerRule> mRules;
  std::string mFree;
};

/// Each side has markers of the values `least` to `most` for each of its formations of an echelon that plays: rows of a
/// `section` list them under a member.
class MarkersForFormations final : public Mechanism {
 public:
  explicit MarkersForFormations(Parameters& p)
      : mSection(p.word("section")),
        mMember(p.word("member")),
        mEchelon(p.word("of")),
        mLeast(static_cast<long>(p.number("least", 1))),
        mMost(static_cast<long>(p.number("most", 4))) {
    if (mSection.empty() || mMember.empty() || mEchelon.empty())
      p.refuse("\"section\", \"member\" and \"of\" are needed");
  }

  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.plan)
        continue;
      const std::map<std::string, std::set<std::string>> playing = formationsOf(stage);
      for (const auto& [id, text] : stage.scenario->rowsOf(mSection)) {
        const json row = parsed(text);
        if (!row.contains(mMember))
          continue;
        const std::string side = row.value("side", "");
        const auto named = stage.army->units().sideNames.find(side);
        const auto say = [&, &id = id](const std::string& why) {
          report
              .at(stage.file, {mSection, id},
                  {{"name", named == stage.army->units().sideNames.end() ? side : named->second}, {"why", why}})
              .key = why;
        };
        for (const json& value : row[mMember])
          if (value.is_number_integer() && (value.get<long>() < mLeast || value.get<long>() > mMost))
            say("there is no marker of the value " + value.dump());
        const auto formations = playing.find(side);
        if (formations != playing.end() && row[mMember].size() < formations->second.size()) {
          std::vector<std::string> names;
          for (const std::string& each : formations->second)
            names.push_back(shownName(*stage.army, each));
          say(countOf(row[mMember].size(), "marker", "markers") + " for " + joinWords(names));
        }
      }
    }
  }

 private:
  std::map<std::string, std::set<std::string>> formationsOf(const ScenarioStage& stage) const {
    std::map<std::string, std::set<std::string>> out;
    const auto add = [&](const std::string& piece) {
      if (const Formation* formation = stage.army->aboveAt(piece, mEchelon))
        out[formation->side].insert(formation->id);
    };
    for (const Placement& placement : stage.plan->placements())
      if (placement.kind != Placement::Kind::Waiting && !placement.isLoose)
        add(placement.piece);
    for (const Arrival& arrival : stage.scenario->arrivals)
      for (const Piece* piece : piecesOf(*stage.army, arrival.selection))
        add(piece->id);
    return out;
  }

  std::string mSection;
  std::string mMember;
  std::string mEchelon;
  long mLeast;
  long mMost;
};

/// Of the options that stand for one rule (`rule`), a scenario has chosen exactly one.
class OptionChosen final : public Mechanism {
 public:
  explicit OptionChosen(Parameters& p) : mRule(p.word("rule")) {
    if (mRule.empty())
      p.refuse("\"rule\" is missing");
  }
  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.scenario)
        continue;
      std::vector<std::string> chosen;
      for (const auto& [id, text] : stage.scenario->rowsOf("option")) {
        const json row = parsed(text);
        if (row.value("rule", "").starts_with(mRule) && (row.value("on", false) || row.contains("value")))
          chosen.push_back(row.value("name", id));
      }
      const std::string title = stage.scenario->head.title.empty() ? stage.id : stage.scenario->head.title;
      if (chosen.size() != 1)
        report
            .at(stage.file, {"scenario", stage.id},
                {{"name", title}, {"why", chosen.empty() ? "none is chosen" : joinWords(chosen) + " are chosen"}})
            .key = std::to_string(chosen.size());
    }
  }

 private:
  std::string mRule;
};

/// What a text attribute of pieces and of their sections says is known: one of `words`, or a row of the module's table
/// (`row` "weapon_range" means rows "weapon_range.R"). Pieces without it say so with the flag `unless`.
class ValueInTable final : public Mechanism {
 public:
  explicit ValueInTable(Parameters& p)
      : mAttribute(p.word("attribute")),
        mWords(p.words("words", false)),
        mTable(p.word("row")),
        mFlag(p.word("flag")),
        mTypes(p.words("types", false)) {
    if (mAttribute.empty() || mTable.empty())
      p.refuse("\"attribute\" and \"row\" are needed");
  }

  void judgeWhole(const Report& report) const override {
    const OrderOfBattle& army = report.context().stage().army();
    for (const auto& [id, piece] : army.pieces()) {
      if (!mTypes.empty() && !contains(mTypes, piece.type))
        continue;
      std::set<std::string> said;
      const auto read = [&](const ArmyValue& value) {
        if (value.isKnown())
          said.insert(value.text);
      };
      const ArmyValue own = army.value(piece, mAttribute);
      read(own);
      for (const auto& [face, values] : piece.faces)
        if (const auto it = values.find(mAttribute); it != values.end())
          read(it->second);
      bool isSaid = own.kind != ArmyValue::Kind::Missing;
      for (const PieceSection& section : piece.sections)
        if (const auto it = section.values.find(mAttribute); it != section.values.end()) {
          read(it->second);
          isSaid = true;
        }
      const auto say = [&, &id = id, &piece = piece](const std::string& value, const std::string& why) {
        report.at("oob.json", piece.key(), {{"name", shownName(army, id)}, {"value", value}, {"why", why}}).key = value;
      };
      for (const std::string& value : said)
        if (!contains(mWords, value) && !isInTable(report.context(), value))
          say(value, value + " has no range");
      if (!isSaid && !mFlag.empty() && army.value(piece, mFlag).text != "true")
        say("", "it has none");
    }
  }

 private:
  bool isInTable(const CheckContext& context, const std::string& value) const {
    const RecordTable& rows = context.ruleset.rows("rules");
    std::string lower = value;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return rows.contains({"row", mTable + "." + value}) || rows.contains({"row", mTable + "." + lower});
  }
  std::string mAttribute;
  std::vector<std::string> mWords;
  std::string mTable;
  std::string mFlag;
  std::vector<std::string> mTypes;
};

/// Values that the game works out by itself, stored with a formation or piece although no attribute of the module asks
/// for them.
class DerivedValue final : public Mechanism {
 public:
  explicit DerivedValue(Parameters& p) : mNames(p.words("attributes")) {}
  void judgeWhole(const Report& report) const override {
    const OrderOfBattle& army = report.context().stage().army();
    const auto judge = [&](const RecordKey& key, const std::string& id, const ArmyValues& values) {
      for (const std::string& name : mNames)
        if (values.contains(name) && !army.units().attributes.contains(name)) {
          Finding& finding = report.at("oob.json", key, {{"name", shownName(army, id)}, {"value", name}});
          finding.key = name;
          finding.about = {name};
        }
    };
    for (const auto& [id, formation] : army.formations())
      judge(formation.key(), id, formation.values);
    for (const auto& [id, piece] : army.pieces())
      judge(piece.key(), id, piece.values);
  }

 private:
  std::vector<std::string> mNames;
};

} // namespace

std::unique_ptr<const Mechanism> makeMarkersSuffice(Parameters& p) {
  return std::make_unique<MarkersSuffice>(p);
}
std::unique_ptr<const Mechanism> makeMarkersForFormations(Parameters& p) {
  return std::make_unique<MarkersForFormations>(p);
}
std::unique_ptr<const Mechanism> makeOptionChosen(Parameters& p) {
  return std::make_unique<OptionChosen>(p);
}
std::unique_ptr<const Mechanism> makeValueInTable(Parameters& p) {
  return std::make_unique<ValueInTable>(p);
}
std::unique_ptr<const Mechanism> makeDerivedValue(Parameters& p) {
  return std::make_unique<DerivedValue>(p);
}

} // namespace hotchkiss
