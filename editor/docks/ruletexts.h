#pragma once

#include "libscenario/rules/reachpath.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace hotchkiss::editor {

class RulesModel;

/// What the rules answer, in words for people.
class RuleTexts {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::RuleTexts)

 public:
  explicit RuleTexts(const RulesModel& model) : mModel(model) {}

  /// The name in a row of units.json; the id when it has none.
  QString unitRowName(const std::string& section, const std::string& id) const;
  QString unitName(const UnitState& unit) const;
  QString attributeName(const std::string& id) const;
  QString hex(HexCoord hex) const;
  /// "by Road", "over open ground".
  QString way(const std::string& way) const;
  /// "+1½", "all", "unknown, at least 1".
  QString stepCost(const StepJudgement& step, std::int64_t denominator) const;
  /// "Cost of the ground or path: 2".
  QString because(const Because& row) const;

  /// What is not known, and who must supply it.
  struct Blame {
    QString what;
    QString who;
  };
  Blame blame(const std::string& cell) const;

  /// One or two sentences: how far it gets, or why there is no answer.
  QString summary() const;
  /// Why the target is out of reach.
  QString refusal(const RefusedStep& refusal, HexCoord target) const;

 private:
  Blame blameRow(const std::string& table, const std::string& row, const std::string& cell) const;
  const RulesModel& mModel;
};

} // namespace hotchkiss::editor
