#include "editor/docks/ruletexts.h"

#include "editor/docks/recordtext.h"
#include "editor/model/editordocument.h"
#include "editor/model/pointstext.h"
#include "editor/model/qtext.h"
#include "editor/model/rulesmodel.h"
#include "editor/tools/catalogueinfo.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

json rowOf(const RecordTable& rows, const std::string& section, const std::string& id) {
  const auto it = rows.find({section, id});
  return it == rows.end() ? json::object() : parsedObject(it->second);
}

std::size_t count(const std::vector<std::uint32_t>& costs) {
  return static_cast<std::size_t>(
      std::count_if(costs.begin(), costs.end(), [](std::uint32_t cost) { return cost != Reach::kUnreached; }));
}

} // namespace

QString RuleTexts::unitRowName(const std::string& section, const std::string& id) const {
  const json row = rowOf(mModel.document()->ruleset().rows("units"), section, id);
  return qt(row.value("name", plainWords(id)));
}

QString RuleTexts::unitName(const UnitState& unit) const {
  return unit.name.empty() ? qt(unit.id) : qt(unit.name);
}

QString RuleTexts::attributeName(const std::string& id) const {
  return unitRowName("attribute", id);
}

QString RuleTexts::hex(HexCoord hex) const {
  return qt(mModel.label(hex));
}

QString RuleTexts::way(const std::string& way) const {
  if (way.empty())
    return {};
  if (way == "off")
    return tr("over open ground");
  return tr("by %1").arg(nameOfKind(mModel.document()->ruleset(), "path", way));
}

QString RuleTexts::stepCost(const StepJudgement& step, std::int64_t denominator) const {
  if (!step.possible)
    return tr("prohibited");
  if (step.takesAll)
    return tr("all");
  const QString least = pointsText(step.least, denominator);
  if (step.certain && step.least == step.most)
    return QLatin1Char('+') + least;
  if (step.most < StepJudgement::kNoLimit && step.least != step.most)
    return tr("unknown, %1 to %2").arg(least, pointsText(step.most, denominator));
  return tr("unknown, at least %1").arg(least);
}

QString RuleTexts::because(const Because& row) const {
  const Decision* table = mModel.book()->decision(row.table);
  const QString name = table && !table->name.empty() ? qt(table->name) : qt(plainWords(row.table));
  return tr("%1: %2").arg(name, qt(row.effect));
}

RuleTexts::Blame RuleTexts::blameRow(const std::string& table, const std::string& row, const std::string& cell) const {
  const json body = rowOf(mModel.document()->ruleset().rows("rules"), "row", row);
  const Decision* decision = mModel.book()->decision(table);
  json unknown = body.value("then", json());
  if (const auto column = parseInteger(cell); column && body.contains("cells") && body["cells"].is_array() &&
                                              *column >= 1 && *column <= static_cast<long>(body["cells"].size()))
    unknown = body["cells"][static_cast<std::size_t>(*column - 1)];
  QString what = decision && !decision->name.empty() ? qt(decision->name) : qt(plainWords(table));
  what += QStringLiteral(", ") + qt(plainWords(row.substr(std::min(row.size(), table.size() + 1))));
  QStringList who;
  if (unknown.is_object() && unknown.contains("note"))
    who << qt(unknown.value("note", ""));
  who << tr("To supply it, put a row “%1” into the module's overlay.json.").arg(qt(row));
  if (unknown.is_object() && unknown.contains("ref"))
    who << tr("See %1.").arg(qt(unknown.value("ref", "")));
  return {what, who.join(QLatin1Char(' '))};
}

RuleTexts::Blame RuleTexts::blame(const std::string& cell) const {
  const std::vector<std::string_view> parts = splitText(cell, '/');
  const std::string first(parts.front());
  const std::string second = parts.size() > 1 ? std::string(parts[1]) : std::string();
  if (first.starts_with("unit ")) {
    const std::string id = first.substr(5);
    const UnitState* unit = mModel.position().unit(id);
    if (!unit || id == mModel.chosenUnit())
      return {tr("%1 of the mover").arg(attributeName(second)),
              unit ? tr("The position does not give it.") : tr("Set it under Attributes above.")};
    return {tr("%1 of %2").arg(attributeName(second), unitName(*unit)), tr("The position does not give it.")};
  }
  if (first.starts_with("hex "))
    return {tr("%1 of a hex").arg(qt(plainWords(second))), tr("Paint it: %1.").arg(qt(first))};
  if (first == "environment")
    return {tr("%1 of the position").arg(qt(plainWords(second))), tr("Load a position that gives it.")};
  if (parts.size() >= 2 && mModel.book()->decision(first))
    return blameRow(first, second, parts.size() > 2 ? std::string(parts[2]) : std::string());
  return {qt(cell), {}};
}

QString RuleTexts::summary() const {
  const RulesAnswer& answer = mModel.answer();
  if (answer.error)
    return tr("The rules give no answer: %1").arg(qt(answer.error->text()));
  if (!mModel.showsReach())
    return {};
  if (!mModel.start())
    return tr("Take the tool “Reach by the Rules” and click the hex where the unit starts.");
  if (!answer.question.mover)
    return tr("Working it out…");
  if (!answer.allowance.isNumber()) {
    const QString shown =
        answer.allowance.kind() == Value::Kind::Nothing ? tr("nothing") : qt(answer.allowance.shown());
    return tr("How far the unit may go is not known: the rules give %1. Set the allowance above.").arg(shown);
  }
  if (!answer.reach)
    return tr("Working it out…");
  const std::size_t certain = count(answer.reach->certain) - 1;
  const std::size_t possible = count(answer.reach->possible) - 1 - certain;
  const QString from = tr("From %1 with %2: ").arg(hex(answer.reach->start), pointsText(answer.allowance.number()));
  if (possible == 0)
    return from + (certain == 1 ? tr("1 hex in reach.") : tr("%1 hexes in reach.").arg(certain));
  return from + tr("%1 hexes in reach for certain, %2 more perhaps (hatched).").arg(certain).arg(possible);
}

QString RuleTexts::refusal(const RefusedStep& refusal, HexCoord target) const {
  if (mModel.document()->document().terrain(target).empty())
    return tr("%1 has no terrain yet, so the rules cannot say what it costs.").arg(hex(target));
  if (refusal.hadToStop)
    return tr("%1 is out of reach: the unit has to stop in %2.").arg(hex(target), hex(refusal.from));
  if (!refusal.step || !refusal.step->possible)
    return tr("%1 is out of reach: the step from %2 is prohibited.").arg(hex(target), hex(refusal.from));
  const std::int64_t denominator = mModel.answer().reach->denominator;
  const QString left = pointsText(refusal.left, denominator);
  if (refusal.step->takesAll)
    return tr("%1 is out of reach: the step from %2 takes a whole, unspent allowance.")
        .arg(hex(target), hex(refusal.from));
  if (refusal.step->least <= refusal.left)
    return tr("%1 is out of reach: turning in %2 before the step costs more than the %3 left.")
        .arg(hex(target), hex(refusal.from), left);
  return tr("%1 is out of reach: the step from %2 costs %3, and %4 is left.")
      .arg(hex(target), hex(refusal.from), pointsText(refusal.step->least, denominator), left);
}

} // namespace hotchkiss::editor
