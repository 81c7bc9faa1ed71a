// Mechanisms about victory, dice and the prose of scenarios.
#include "libscenario/rules/evaluator.h"
#include "libscenario/validation/armystage.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/condition.h"
#include "libscenario/validation/factvalues.h"
#include "libscenario/validation/mechanisms.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

class ObjectiveHolds final : public Mechanism {
 public:
  explicit ObjectiveHolds(Parameters& p)
      : mKinds(p.words("objectives", false)), mCondition(p, {"goal", "hex", "crossing", "scenario", "module"}) {}

  void judgeWhole(const Report& report) const override {
    CheckContext& context = report.context();
    std::string abbreviation;
    for (const auto& [key, text] : context.document.table("module"))
      if (key.section == "module")
        abbreviation = parsed(text).value("abbreviation", "");
    for (const ScenarioStage& stage : context.stage().scenarios()) {
      if (!stage.plan)
        continue;
      for (const ScenarioObjective& goal : stage.scenario->objectives) {
        if (!mKinds.empty() && !contains(mKinds, goal.kind))
          continue;
        const Thing* crossing = crossingOf(context, goal.of);
        const Result<Ground> ground = goal.of.empty() ? Result<Ground>(Ground{}) : stage.plan->where().ground(goal.of);
        std::vector<std::optional<HexCoord>> places;
        if (ground)
          places.assign(ground->hexes.begin(), ground->hexes.end());
        if (places.empty())
          places.emplace_back();
        for (const std::optional<HexCoord>& hex : places) {
          const FactSource facts = [&](const std::string& owner, const std::string& name, const ValueList& arguments) {
            if (owner == "scenario")
              return scenarioFact(stage, name, arguments);
            if (owner == "module")
              return name == "abbreviation" ? Value::text(abbreviation) : Value();
            if (owner == "hex")
              return hex ? hexFact(context, *hex, name, arguments) : Value::unknown({}, {}, {});
            if (owner == "crossing") {
              if (!crossing)
                return Value::unknown({}, {}, {});
              if (name == "kind")
                return Value::text(crossing->kind);
              if (name != "value")
                return Value();
              return Value::fromJson(
                  crossing->body->value("attributes", json::object()).value(textAt(arguments, 0), json(false)));
            }
            if (name == "kind")
              return Value::text(goal.kind);
            if (name == "side")
              return Value::text(goal.side);
            if (name == "points")
              return goal.points.toValue();
            if (name == "found")
              return Value::flag(ground.ok());
            if (name == "hasPlace")
              return Value::flag(!goal.of.empty() || !goal.where.empty());
            if (name == "expires")
              return turnFact(stage, goal.expires);
            return Value();
          };
          if (!mCondition.fails(facts))
            continue;
          const std::string what = crossing ? crossing->name() : !goal.name.empty() ? goal.name : goal.id;
          Finding& finding =
              report.at(stage.file, {"objective", goal.id},
                        {{"name", what}, {"hex", hex ? context.numbering.label(*hex) : what}, {"side", goal.side}});
          finding.place.hex = hex;
          finding.key = hex ? toText(*hex) : "fails";
        }
      }
    }
  }

 private:
  static const Thing* crossingOf(const CheckContext& context, const std::string& of) {
    const json target = of.empty() ? json() : json::parse(of, nullptr, false);
    if (!target.is_object() || !target.contains("crossing"))
      return nullptr;
    return context.things.find("crossing", target["crossing"].get<std::string>());
  }
  std::vector<std::string> mKinds;
  CheckCondition mCondition;
};

/// Levels of victory give every score one result, and one of them (or a gap that is called so) is a draw.
class LevelsCover final : public Mechanism {
 public:
  explicit LevelsCover(Parameters& p) : mNeedsDraw(p.flag("draw", true)) {}

  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.scenario)
        continue;
      const std::vector<VictoryLevel>& levels = stage.scenario->levels;
      std::vector<const VictoryLevel*> bands;
      for (const VictoryLevel& level : levels)
        if (level.min || level.max || level.over || level.below)
          bands.push_back(&level);
      const auto say = [&](const std::string& score, const std::string& results) {
        report.at(stage.file, {"scenario", stage.id}, {{"score", score}, {"results", results}}).key = score;
      };
      if (levels.empty())
        continue; // nothing has been said yet; another check asks for that
      if (mNeedsDraw && std::none_of(levels.begin(), levels.end(), [](const VictoryLevel& each) { return each.draw; }))
        report.at(stage.file, {"scenario", stage.id}, {{"score", "even"}, {"results", "no draw"}}).key = "draw";
      std::set<Rational> scores; // the ends of all bands, and the middle between each two of them
      for (const VictoryLevel* band : bands)
        for (const auto* end : {&band->min, &band->max, &band->over, &band->below})
          if (*end)
            scores.insert(**end);
      for (const Rational& score : scores) {
        const std::size_t results = static_cast<std::size_t>(
            std::count_if(bands.begin(), bands.end(), [&](const VictoryLevel* band) { return fits(*band, score); }));
        if (results != 1)
          say(Value::number(score).shown(), results == 0 ? "no result" : std::to_string(results) + " results");
      }
      for (const auto& [score, where] :
           {std::pair(scores.begin(), -1), std::pair(scores.empty() ? scores.end() : std::prev(scores.end()), 1)})
        if (score != scores.end()) { // beyond all ends
          const Rational beyond =
              applyOperator(Expression::Op::Add, Value::number(*score), Value::number(where)).number();
          if (std::none_of(bands.begin(), bands.end(), [&](const VictoryLevel* band) { return fits(*band, beyond); }))
            say(Value::number(beyond).shown(), "no result");
        }
      // Neighbouring ends that leave whole numbers between them to nobody.
      for (auto it = scores.begin(); it != scores.end() && std::next(it) != scores.end(); ++it) {
        const Rational between = half(*it, *std::next(it));
        const bool isWide = Rational(1) < difference(*it, *std::next(it));
        if (isWide &&
            std::none_of(bands.begin(), bands.end(), [&](const VictoryLevel* band) { return fits(*band, between); }))
          say(Value::number(between).shown(), "no result");
      }
    }
  }

 private:
  static bool fits(const VictoryLevel& band, const Rational& score) {
    return (!band.min || *band.min <= score) && (!band.over || *band.over < score) &&
           (!band.max || score <= *band.max) && (!band.below || score < *band.below);
  }
  static Rational difference(const Rational& a, const Rational& b) {
    return applyOperator(Expression::Op::Subtract, Value::number(b), Value::number(a)).number();
  }
  static Rational half(const Rational& a, const Rational& b) {
    const Value sum = applyOperator(Expression::Op::Add, Value::number(a), Value::number(b));
    return applyOperator(Expression::Op::Divide, sum, Value::number(2)).number();
  }
  bool mNeedsDraw;
};

/// Where a scenario has events that are rolled for, they have each result of the dice once.
class RollsCover final : public Mechanism {
 public:
  explicit RollsCover(Parameters& p)
      : mLeast(static_cast<long>(p.number("least", 2))), mMost(static_cast<long>(p.number("most", 12))) {}

  void judgeWhole(const Report& report) const override {
    for (const ScenarioStage& stage : report.context().stage().scenarios()) {
      if (!stage.scenario)
        continue;
      std::map<std::string, std::map<long, int>> tables;
      for (const auto& [id, text] : stage.scenario->rowsOf("event")) {
        const json body = parsed(text);
        for (const json& roll : body.value("roll", json::array()))
          ++tables[body.value("table", "")][roll.get<long>()];
      }
      for (const auto& [table, rolls] : tables) {
        for (long roll = mLeast; roll <= mMost; ++roll)
          if (const auto it = rolls.find(roll); it == rolls.end() || it->second > 1)
            report
                .at(stage.file, {"scenario", stage.id},
                    {{"roll", std::to_string(roll)}, {"why", it == rolls.end() ? "is undefined" : "is defined twice"}})
                .key = table + std::to_string(roll);
        for (const auto& [roll, unused] : rolls)
          if (roll < mLeast || roll > mMost)
            report.at(stage.file, {"scenario", stage.id}, {{"roll", std::to_string(roll)}, {"why", "cannot be rolled"}})
                .key = table + std::to_string(roll);
      }
    }
  }

 private:
  long mLeast;
  long mMost;
};

/// Labels in the texts of a scenario mean a hex of the map: a word with the letter of a sheet and four digits.
class ProseResolves final : public Mechanism {
 public:
  explicit ProseResolves(Parameters&) {}
  void judgeWhole(const Report& report) const override {
    CheckContext& context = report.context();
    std::set<std::string> letters;
    for (const Sheet& sheet : context.numbering.sheets())
      letters.insert(sheet.letter);
    for (const ScenarioStage& stage : context.stage().scenarios())
      for (const auto& [key, text] : stage.scenario ? stage.scenario->rows() : RecordTable()) {
        const json body = parsed(text);
        for (const char* member : {"text", "description", "playerNotes", "printed", "note"})
          for (const std::string& word : wordsOf(body.value(member, "")))
            if (looksLikeLabel(word, letters) && !context.numbering.resolve(word))
              report.at(stage.file, key, {{"text", word}}).key = word;
      }
  }

 private:
  static std::vector<std::string> wordsOf(const std::string& text) {
    std::vector<std::string> out(1);
    for (const char c : text)
      if (std::isalnum(static_cast<unsigned char>(c)) != 0)
        out.back() += c;
      else if (!out.back().empty())
        out.emplace_back();
    return out;
  }
  static bool looksLikeLabel(const std::string& word, const std::set<std::string>& letters) {
    constexpr std::size_t kDigits = 4;
    if (word.size() <= kDigits || !letters.contains(word.substr(0, word.size() - kDigits)))
      return false;
    return std::all_of(word.end() - static_cast<std::ptrdiff_t>(kDigits), word.end(),
                       [](unsigned char c) { return std::isdigit(c) != 0; });
  }
};

} // namespace

std::unique_ptr<const Mechanism> makeObjectiveHolds(Parameters& p) {
  return std::make_unique<ObjectiveHolds>(p);
}
std::unique_ptr<const Mechanism> makeLevelsCover(Parameters& p) {
  return std::make_unique<LevelsCover>(p);
}
std::unique_ptr<const Mechanism> makeRollsCover(Parameters& p) {
  return std::make_unique<RollsCover>(p);
}
std::unique_ptr<const Mechanism> makeProseResolves(Parameters& p) {
  return std::make_unique<ProseResolves>(p);
}

} // namespace hotchkiss
