// What the pages of the scenario dock show.
#include "editor/army/armyicons.h"
#include "editor/army/scenariodock.h"
#include "editor/army/scenariolists.h"
#include "editor/army/scenariorowspage.h"
#include "editor/model/qtext.h"
#include "render/counters/counterpainter.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

void ScenarioDock::rebuild() {
  mIsStale = !isVisible();
  if (mIsStale)
    return;
  mIsShowing = true;
  mScenarios->clear();
  const Document* document = mModel.document() ? &mModel.document()->document() : nullptr;
  for (const std::string& id : mModel.scenarios()) {
    const Result<Scenario> each = Scenario::read(*document, id);
    const QString title = each && !each->head.title.empty() ? qt(each->head.title) : qt(id);
    mScenarios->addItem(title, qt(id));
  }
  mScenarios->setCurrentIndex(mScenarios->findData(qt(mModel.scenarioId())));
  const bool editable = mModel.army() && !mModel.document()->isReadOnly();
  mNew->setEnabled(editable);
  mDuplicate->setEnabled(editable && mModel.scenario());
  mCompare->setEnabled(mModel.scenario() && mScenarios->count() > 1);
  const Scenario* scenario = mModel.scenario();
  if (scenario) {
    QStringList parts;
    if (!scenario->head.startDate.empty())
      parts << qt(scenario->head.startDate + (scenario->head.startTime.empty() ? "" : " " + scenario->head.startTime));
    parts << tr("%n turn(s)", nullptr, static_cast<int>(scenario->turns.size()));
    if (!scenario->head.level.empty())
      parts << tr("level %1").arg(qt(scenario->head.level));
    mHead->setText(parts.join(QStringLiteral(" · ")));
  } else {
    mHead->setText(!mModel.document()                   ? QString()
                   : !mModel.army()                     ? mModel.problem()
                   : mModel.scenarioProblem().isEmpty() ? tr("The module has no scenario yet.")
                                                        : mModel.scenarioProblem());
  }
  mTabs->setEnabled(scenario != nullptr);
  mIsShowing = false;
  showSetup();
  showStack();
  showSetupForm();
  showTurns();
  showVictory();
  mRows->rebuild();
  mLevels->setScenario(mModel.scenarioId());
}

void ScenarioDock::setFindings(const std::vector<Finding>& findings) {
  mLevels->setFindings(findings);
}

/// The row of the set-up that the chosen piece stands in.
void ScenarioDock::showSetupForm() {
  const SetupPlan* plan = mModel.plan();
  const std::string piece = mModel.chosen().empty() ? std::string() : mModel.chosen().front();
  const Placement* placement = nullptr;
  if (plan)
    for (const Placement& each : plan->placements())
      if (each.piece == piece)
        placement = &each;
  mByArea->setEnabled(plan && !mModel.document()->isReadOnly());
  if (!placement) {
    mSetupForm->clear(plan && !piece.empty() ? tr("It is not set up.") : QString());
    return;
  }
  const Piece* known = plan->army().piece(piece);
  RowFormWish wish =
      formOfScenarioRow(mModel, plan->scenario().setups[placement->setup].key, known ? known->type : placement->type);
  wish.title = tr("%1 at the start").arg(known ? qt(known->shownName()) : qt(piece));
  mSetupForm->show(wish);
}

/// What is said of one piece must not change the others of its row: it gets a row of its own, unless the row's own
/// choice of pieces is what changes.
bool ScenarioDock::changeSetupRow(const nlohmann::json& body, const QString& title) {
  const SetupPlan* plan = mModel.plan();
  const RowFormWish& wish = mSetupForm->wish();
  std::map<std::string, nlohmann::json> changed; // null: taken away
  for (const auto& [name, value] : body.items())
    if (!wish.body.contains(name) || wish.body[name] != value)
      changed[name] = value;
  for (const auto& [name, value] : wish.body.items())
    if (!body.contains(name))
      changed[name] = nullptr;
  const std::string piece = mModel.chosen().empty() ? std::string() : mModel.chosen().front();
  const bool isAboutRow = std::any_of(changed.begin(), changed.end(), [](const auto& each) {
    static const std::set<std::string> kOfRow{"unit",        "units",    "formations", "except", "types",
                                              "exceptTypes", "counters", "pool",       "draw",   "leaders"};
    return kOfRow.contains(each.first);
  });
  if (!plan || isAboutRow || !plan->army().piece(piece))
    return applyScenarioRow(mModel, RecordKey(wish.key), body, title, [this](const QString& why) { emit failed(why); });
  return made(changingSetup(mModel.document()->document(), *plan, {piece},
                            [changed](nlohmann::json& row) {
                              for (const auto& [name, value] : changed)
                                if (value.is_null())
                                  row.erase(name);
                                else
                                  row[name] = value;
                            }),
              title);
}

QTreeWidgetItem* ScenarioDock::pieceItem(const std::string& id, const QString& note) {
  auto* item = new QTreeWidgetItem;
  const OrderOfBattle* army = mModel.scenarioArmy();
  const CounterDesigner* designer = mModel.scenarioDesigner();
  if (const Piece* piece = army->piece(id)) {
    item->setText(0, qt(piece->shownName()));
    item->setIcon(0, counterIcon(mIcons, designer->content(*piece), 24));
    item->setData(0, PieceList::kIdRole, qt(id));
    item->setToolTip(0, qt(army->pathOf(id)));
  } else {
    item->setText(0, qt(id));
  }
  item->setText(1, note);
  item->setToolTip(1, note);
  return item;
}

void ScenarioDock::showSetup() {
  mIsShowing = true;
  const int scroll = mSetup->verticalScrollBar()->value();
  mSetup->clear();
  if (const SetupPlan* plan = mModel.plan()) {
    const auto group = [&](const QString& title, const QList<QTreeWidgetItem*>& items, bool open) {
      if (items.isEmpty())
        return;
      auto* head = new QTreeWidgetItem({title + QStringLiteral(" (%1)").arg(items.size())});
      QFont bold = head->font(0);
      bold.setBold(true);
      head->setFont(0, bold);
      head->setFlags(Qt::ItemIsEnabled);
      head->addChildren(items);
      mSetup->addTopLevelItem(head);
      head->setExpanded(open);
      head->setFirstColumnSpanned(true);
    };
    QList<QTreeWidgetItem*> placed;
    QList<QTreeWidgetItem*> areas;
    QList<QTreeWidgetItem*> elsewhere;
    QList<QTreeWidgetItem*> broken;
    for (const Placement& placement : plan->placements()) {
      const Setup& setup = plan->scenario().setups[placement.setup];
      switch (placement.kind) {
      case Placement::Kind::Fixed:
        (placement.hex ? placed : elsewhere).append(pieceItem(placement.piece, qt(plan->where().words(placement.at))));
        break;
      case Placement::Kind::Area:
        areas.append(pieceItem(placement.piece, qt(plan->where().words(setup.where))));
        break;
      case Placement::Kind::Choice:
        elsewhere.append(pieceItem(placement.piece, tr("one of %1 places").arg(setup.oneOf.size())));
        break;
      case Placement::Kind::Waiting:
        elsewhere.append(pieceItem(placement.piece, tr("waiting")));
        break;
      case Placement::Kind::Broken:
        broken.append(pieceItem(placement.piece, qt(placement.problem)));
        break;
      }
      if (placement.isLoose)
        if (const auto type = plan->army().units().types.find(placement.type); type != plan->army().units().types.end())
          for (QList<QTreeWidgetItem*>* list : {&placed, &areas, &elsewhere, &broken})
            if (!list->isEmpty() && list->back()->text(0) == qt(placement.piece))
              list->back()->setText(0, qt(type->second.name));
    }
    QList<QTreeWidgetItem*> missing;
    for (const std::string& id : plan->unplaced())
      missing.append(pieceItem(id, tr("drag it to the map")));
    group(tr("Cannot be placed"), broken, true);
    group(tr("Not in the scenario yet"), missing, true);
    group(tr("Set up by area"), areas, true);
    group(tr("Off the map, waiting or a choice"), elsewhere, false);
    group(tr("On the map"), placed, false);
    mSetup->verticalScrollBar()->setValue(scroll);
  }
  mIsShowing = false;
}

void ScenarioDock::showStack() {
  mIsShowing = true;
  mStack->clear();
  mFacing->clear();
  const std::string piece = mModel.chosen().empty() ? std::string() : mModel.chosen().front();
  const SetupPlan* plan = mModel.plan();
  const auto hex = plan && !piece.empty() ? mView.hexOf(piece) : std::nullopt;
  const bool editable = plan && !mModel.document()->isReadOnly() && mView.turn() == 0;
  for (QWidget* widget : std::initializer_list<QWidget*>{mUp, mDown, mFacing})
    widget->setEnabled(editable && hex.has_value());
  mRemove->setEnabled(editable && !piece.empty());
  if (!hex) {
    mStackTitle->setText(tr("Choose a counter to see its stack."));
    mIsShowing = false;
    return;
  }
  const CounterStack* stack = mView.stackAt(*hex);
  mStackTitle->setText(tr("%1: %n counter(s)", nullptr, static_cast<int>(stack->counters.size()))
                           .arg(qt(mModel.document()->numbering().label(*hex))));
  for (auto it = stack->counters.rbegin(); it != stack->counters.rend(); ++it) {
    auto* item = new QTreeWidgetItem;
    item->setText(0, it->content.title);
    item->setIcon(0, counterIcon(mIcons, it->content, 40));
    item->setData(0, PieceList::kIdRole, qt(it->piece));
    QStringList values;
    for (const Placement& placement : plan->placements())
      if (placement.piece == it->piece) {
        for (const auto& [name, value] : placement.states) {
          const auto attribute = plan->army().units().attributes.find(name);
          values << (attribute == plan->army().units().attributes.end() ? qt(name) : qt(attribute->second.name)) +
                        QStringLiteral(": ") + qt(value.shown());
        }
        break;
      }
    item->setText(1, values.join(QStringLiteral(", ")));
    item->setToolTip(1, item->text(1));
    mStack->addTopLevelItem(item);
    item->setSelected(it->piece == piece);
  }
  const Piece* chosen = plan->army().piece(piece);
  const auto type = chosen ? plan->army().units().types.find(chosen->type) : plan->army().units().types.end();
  const FacingRule rule = type == plan->army().units().types.end() ? FacingRule::None : type->second.facing;
  mFacing->setVisible(rule != FacingRule::None);
  mFacing->addItem(tr("No facing"));
  const Lattice& lattice = mModel.document()->document().lattice();
  static constexpr const char* kWinds[] = {"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
                                           "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"};
  for (int i = 0; i < kSides; ++i) {
    double degrees = facingTowards(lattice, i, rule == FacingRule::Vertex).degrees;
    degrees = degrees < 0 ? degrees + 360 : degrees;
    mFacing->addItem(tr("Faces %1").arg(QLatin1String(kWinds[static_cast<int>(degrees / 22.5 + 0.5) % 16])), i);
  }
  for (const Placement& placement : plan->placements())
    if (placement.piece == piece && placement.facing)
      mFacing->setCurrentIndex(mFacing->findData(*placement.facing));
  mIsShowing = false;
}

} // namespace hotchkiss::editor
