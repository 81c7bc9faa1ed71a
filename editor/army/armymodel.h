#pragma once

#include "editor/model/editordocument.h"
#include "libscenario/scenario/setupplan.h"
#include "render/counters/counterdesigner.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// The army of the open module and the scenario in hand, as everything that shows them needs it. Views are made again
/// when they are asked for after an edit, so that an edit of the map costs nothing.
class ArmyModel final : public QObject {
  Q_OBJECT

 public:
  explicit ArmyModel(QObject* parent = nullptr);
  ~ArmyModel() override;
  void setDocument(EditorDocument* document);
  EditorDocument* document() const { return mDocument; }

  /// Null without a module, or when its ruleset says nothing about units.
  const OrderOfBattle* army();
  const CounterDesigner* designer();
  /// Why there is no army; empty when there is one.
  const QString& problem() const { return mProblem; }

  std::vector<std::string> scenarios() const;
  const std::string& scenarioId() const { return mScenarioId; }
  void setScenario(const std::string& id);
  /// Null when none is chosen, or it cannot be read.
  const Scenario* scenario();
  const SetupPlan* plan();
  /// The army as the scenario has it.
  const OrderOfBattle* scenarioArmy();
  const CounterDesigner* scenarioDesigner();
  const QString& scenarioProblem() const { return mScenarioProblem; }

  /// What is chosen in the tree or on the map: pieces and formations.
  const std::vector<std::string>& chosen() const { return mChosen; }
  void choose(const std::vector<std::string>& ids);

  /// Makes a change in one undo step; failures are told by failed().
  bool apply(const QString& title, const std::function<void(Stroke&)>& change);

 signals:
  void armyChanged();
  void scenarioChanged(); ///< rows of the scenario in hand, or another is in hand
  void chosenChanged();
  void failed(const QString& reason);

 private:
  void follow(const Edit& edit);
  void dropArmy();
  void dropScenario();
  void renewScenario();

  EditorDocument* mDocument = nullptr;
  QTimer* mMapDelay = nullptr; ///< brushes need not wait for zones
  bool mKnowsArmy = false;
  bool mKnowsScenario = false;
  std::unique_ptr<OrderOfBattle> mArmy;
  std::unique_ptr<CounterDesigner> mDesigner;
  QString mProblem;
  std::string mScenarioId;
  std::unique_ptr<Scenario> mScenario;
  std::unique_ptr<OrderOfBattle> mScenarioArmy;
  std::unique_ptr<CounterDesigner> mScenarioDesigner;
  std::unique_ptr<SetupPlan> mPlan;
  std::unique_ptr<Document> mPlanned; ///< snapshot that the plan looks at
  QString mScenarioProblem;
  std::vector<std::string> mChosen;
};

} // namespace hotchkiss::editor
