#include "editor/docks/rulesdock.h"

#include "editor/docks/formrows.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/profileform.h"
#include "editor/docks/recordtext.h"
#include "editor/docks/ruletexts.h"
#include "editor/model/editordocument.h"
#include "editor/model/pointstext.h"
#include "editor/model/qtext.h"
#include "editor/model/rulesmodel.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

constexpr int kPlaceRole = Qt::UserRole;
constexpr int kMostPoints = 9999;

QTreeWidgetItem* addLine(QTreeWidgetItem* parent, const QString& text, const QString& tip = {}) {
  auto* out = new QTreeWidgetItem(parent, {text});
  out->setFirstColumnSpanned(true);
  out->setToolTip(0, tip.isEmpty() ? text : tip);
  out->setFlags(Qt::ItemIsEnabled);
  return out;
}

} // namespace

RulesDock::RulesDock(RulesModel& model, ToolState& tools, QWidget* parent)
    : QDockWidget(tr("Rules"), parent), mModel(model), mTools(tools) {
  setObjectName(QStringLiteral("rulesDock"));
  toggleViewAction()->setToolTip(tr("Ask the rules where a unit can go"));
  mProblem = new QLabel;
  mProblem->setObjectName(QStringLiteral("rulesProblem"));
  mProblem->setWordWrap(true);
  mProblem->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  mProblem->setContentsMargins(8, 8, 8, 8);
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(6, 6, 6, 6);
  column->setSpacing(4);
  column->addWidget(makeForm());
  column->addWidget(makeMarch());
  column->addWidget(makeButtons());
  mSummary = new QLabel;
  mSummary->setObjectName(QStringLiteral("rulesSummary"));
  mSummary->setWordWrap(true);
  mSummary->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(mSummary);
  mTree = new QTreeWidget;
  mTree->setObjectName(QStringLiteral("rulesExplanation"));
  mTree->setAccessibleName(tr("Explanation"));
  mTree->setHeaderLabels({tr("Hex by hex"), tr("Step"), tr("Sum")});
  mTree->setIndentation(12);
  mTree->setUniformRowHeights(true);
  mTree->header()->setStretchLastSection(false);
  mTree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  mTree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  mTree->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
  connect(mTree, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
    const QPoint at = item->data(0, kPlaceRole).toPoint();
    if (item->data(0, kPlaceRole).isValid())
      emit goTo(HexCoord{at.x(), at.y()});
  });
  column->addWidget(mTree, 1);
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(body);
  mTree->setMinimumHeight(140);
  mPages = new QStackedWidget;
  mPages->addWidget(mProblem);
  mPages->addWidget(scroll);
  setWidget(mPages);
  connect(&mModel, &RulesModel::bookChanged, this, &RulesDock::rebuild);
  connect(&mModel, &RulesModel::questionChanged, this, &RulesDock::showQuestion);
  connect(&mModel, &RulesModel::answered, this, &RulesDock::showAnswer);
  connect(&mTools, &ToolState::selectionChanged, this, &RulesDock::showQuestion);
  rebuild();
}

QWidget* RulesDock::makeForm() {
  auto* out = new QWidget;
  auto* column = new QVBoxLayout(out);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  mUnit = new QComboBox;
  mUnit->setObjectName(QStringLiteral("rulesUnit"));
  mUnit->setAccessibleName(tr("Who moves"));
  mUnit->setToolTip(tr("Who moves: a unit as described below, or one that is placed on the map"));
  mUnit->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  connect(mUnit, &QComboBox::currentIndexChanged, this, [this] {
    if (!mIsShowing)
      mModel.chooseUnit(mUnit->currentData().toString().toStdString());
  });
  mProfile = new ProfileForm(mModel);
  column->addWidget(mUnit);
  column->addWidget(mProfile);
  return out;
}

QWidget* RulesDock::makeMarch() {
  auto* out = new QWidget;
  auto* form = newForm();
  out->setLayout(form);
  mWeather = new QComboBox;
  mWeather->setObjectName(QStringLiteral("rulesWeather"));
  mWeather->setToolTip(tr("Weather of the position"));
  mWeather->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  connect(mWeather, &QComboBox::currentIndexChanged, this, [this] {
    if (!mIsShowing)
      mModel.setWeather(mWeather->currentData().toString().toStdString());
  });
  addRow(form, tr("&Weather"), mWeather);
  mArguments = new QWidget;
  auto* arguments = new QHBoxLayout(mArguments);
  arguments->setContentsMargins(0, 0, 0, 0);
  addRow(form, tr("Players’ part"), mArguments);
  mAllowance = new QSpinBox;
  mAllowance->setObjectName(QStringLiteral("rulesAllowance"));
  mAllowance->setRange(-1, kMostPoints);
  mAllowance->setValue(-1);
  mAllowance->setKeyboardTracking(false);
  mAllowance->setToolTip(tr("Movement points that the unit may spend; the lowest choice leaves it to the rules"));
  connect(mAllowance, &QSpinBox::valueChanged, this, [this](int points) {
    if (!mIsShowing)
      mModel.setAllowance(points < 0 ? std::nullopt : std::optional(Rational(points)));
  });
  addRow(form, tr("A&llowance"), mAllowance);
  return out;
}

QWidget* RulesDock::makeButtons() {
  auto* out = new QWidget;
  auto* column = new QVBoxLayout(out);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* shown = new QHBoxLayout;
  mReach = new QCheckBox(tr("&Reach"));
  mReach->setObjectName(QStringLiteral("rulesReach"));
  mReach->setToolTip(tr("Show what it costs to get to each hex"));
  mZones = new QCheckBox(tr("&Zones of control"));
  mZones->setObjectName(QStringLiteral("rulesZones"));
  mZones->setToolTip(tr("Show which hexes the placed units control; weaker kinds are hatched"));
  for (QCheckBox* box : {mReach, mZones}) {
    box->setChecked(true);
    connect(box, &QCheckBox::toggled, this, [this] {
      if (!mIsShowing)
        mModel.setShown(mReach->isChecked(), mZones->isChecked());
    });
    shown->addWidget(box);
  }
  shown->addStretch();
  shown->addWidget(makePosition());
  column->addLayout(shown);
  auto* line = new QHBoxLayout;
  const auto button = [&](const char* name, const QString& text, const QString& tip) {
    auto* one = new QPushButton(text);
    one->setObjectName(QLatin1String(name));
    one->setToolTip(tip);
    one->setMinimumWidth(40); // a narrow panel squeezes them rather than cutting them off
    line->addWidget(one);
    return one;
  };
  mStart = button("rulesStart", tr("&Start Here"), tr("Let the unit start in the selected hex"));
  mPlace = button("rulesPlace", tr("&Place"), tr("Place a unit like this one in the selected hex, else at the start"));
  mRemove = button("rulesRemove", tr("Re&move"), tr("Remove the units of the selected hex, else the chosen unit"));
  connect(mStart, &QPushButton::clicked, this, [this] {
    if (const auto* hex = std::get_if<HexCoord>(&mTools.selection()))
      mModel.startAt(*hex);
  });
  connect(mPlace, &QPushButton::clicked, this, [this] {
    if (const std::optional<HexCoord> hex = chosenHex())
      mModel.placeUnit(*hex);
  });
  connect(mRemove, &QPushButton::clicked, this, [this] {
    const std::optional<HexCoord> hex = chosenHex();
    if (!mModel.chosenUnit().empty())
      mModel.removeUnit(mModel.chosenUnit());
    else if (hex)
      mModel.removeUnitsAt(*hex);
  });
  column->addLayout(line);
  return out;
}

QToolButton* RulesDock::makePosition() {
  auto* position = new QToolButton;
  position->setObjectName(QStringLiteral("rulesPosition"));
  position->setText(tr("P&osition"));
  position->setToolTip(tr("Load or save the placed units with the weather as a position file"));
  position->setPopupMode(QToolButton::InstantPopup);
  mPositionMenu = new QMenu(position);
  connect(mPositionMenu, &QMenu::aboutToShow, this, &RulesDock::fillPositionMenu);
  position->setMenu(mPositionMenu);
  return position;
}

std::optional<HexCoord> RulesDock::chosenHex() const {
  if (const auto* hex = std::get_if<HexCoord>(&mTools.selection()))
    return *hex;
  return mModel.start();
}

void RulesDock::fillPositionMenu() {
  mPositionMenu->clear();
  mPositionMenu->addAction(tr("&Load Position…"), this, &RulesDock::askLoad)
      ->setObjectName(QStringLiteral("rulesLoad"));
  if (const QString recent = mModel.recentPosition(); !recent.isEmpty()) {
    QAction* again = mPositionMenu->addAction(tr("Load %1 &Again").arg(literal(QFileInfo(recent).fileName())), this,
                                              [this, recent] { load(recent); });
    again->setObjectName(QStringLiteral("rulesLoadRecent"));
    again->setToolTip(recent);
  }
  for (const std::string& id : mModel.scenarios())
    mPositionMenu->addAction(tr("Set-up of %1").arg(literal(qt(id))), this, [this, id] {
      if (const Outcome outcome = mModel.loadScenario(id); !outcome)
        emit failed(qt(outcome.error().text()));
    });
  mPositionMenu->addSeparator();
  QAction* save = mPositionMenu->addAction(tr("&Save Position…"), this, &RulesDock::askSave);
  QAction* clear = mPositionMenu->addAction(tr("&Remove All Units"), this, [this] { mModel.clearPosition(); });
  clear->setEnabled(!mModel.position().units().empty());
  save->setObjectName(QStringLiteral("rulesSave"));
}

void RulesDock::load(const QString& file) {
  if (const Outcome outcome = mModel.loadPosition(file.toStdString()); !outcome)
    emit failed(qt(outcome.error().text()));
}

void RulesDock::askLoad() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Load Position"), mModel.recentPosition(),
                                                    tr("Positions (*.json);;All files (*)"));
  if (!file.isEmpty())
    load(file);
}

void RulesDock::askSave() {
  const QString file = QFileDialog::getSaveFileName(this, tr("Save Position"), mModel.recentPosition(),
                                                    tr("Positions (*.json);;All files (*)"));
  if (file.isEmpty())
    return;
  if (const Outcome outcome = mModel.savePosition(file.toStdString()); !outcome)
    emit failed(qt(outcome.error().text()));
}

void RulesDock::rebuild() {
  mIsShowing = true;
  mProfile->rebuild();
  mWeather->clear();
  mArgumentBoxes.clear();
  qDeleteAll(mArguments->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  auto* form = static_cast<QFormLayout*>(mArguments->parentWidget()->layout());
  if (mModel.book()) {
    const RuleTexts texts(mModel);
    for (const auto& [id, name] : mModel.book()->units().weather)
      mWeather->addItem(texts.unitRowName("weather", id), qt(id));
    for (const std::string& name : mModel.askedArguments()) {
      auto* box = new QSpinBox;
      box->setObjectName("rulesArgument_" + qt(name));
      box->setRange(-kMostPoints, kMostPoints);
      box->setPrefix(qt(plainWords(name)) + QStringLiteral(" "));
      box->setToolTip(tr("What the rules want to know for the allowance: %1").arg(qt(plainWords(name))));
      box->setKeyboardTracking(false);
      connect(box, &QSpinBox::valueChanged, this, [this, name](int value) {
        if (!mIsShowing)
          mModel.setArgument(name, Value::number(value));
      });
      mArguments->layout()->addWidget(box);
      mArgumentBoxes[name] = box;
    }
  }
  form->setRowVisible(mWeather, mWeather->count() > 0);
  form->setRowVisible(mArguments, !mArgumentBoxes.empty());
  mProblem->setText(!mModel.problem().isEmpty() ? mModel.problem() : tr("No module is open."));
  mPages->setCurrentIndex(mModel.book() ? 1 : 0);
  mIsShowing = false;
  showQuestion();
  showAnswer();
}

void RulesDock::showUnits() {
  const RuleTexts texts(mModel);
  mUnit->clear();
  mUnit->addItem(tr("A unit like this:"), QString());
  for (const auto& [id, unit] : mModel.position().units()) {
    const QString place = unit.at.kind == Location::Kind::Hex ? texts.hex(unit.at.hex) : tr("off the map");
    mUnit->addItem(tr("%1 in %2").arg(texts.unitName(unit), place), qt(id));
  }
  mUnit->setCurrentIndex(std::max(0, mUnit->findData(qt(mModel.chosenUnit()))));
}

void RulesDock::showQuestion() {
  if (!mModel.book() || mIsShowing)
    return;
  mIsShowing = true;
  showUnits();
  mProfile->refresh();
  mWeather->setCurrentIndex(mWeather->findData(qt(mModel.position().environment().weather)));
  for (const auto& [name, box] : mArgumentBoxes)
    if (const auto it = mModel.arguments().find(name); it != mModel.arguments().end() && it->second.isNumber())
      box->setValue(static_cast<int>(it->second.number().floor()));
  mAllowance->setValue(mModel.allowance() ? static_cast<int>(mModel.allowance()->floor()) : -1);
  mArguments->setEnabled(!mModel.allowance());
  mReach->setChecked(mModel.showsReach());
  mZones->setChecked(mModel.showsZones());
  mZones->setEnabled(mModel.book()->strategies().zones.has_value());
  mStart->setEnabled(std::holds_alternative<HexCoord>(mTools.selection()));
  mPlace->setEnabled(chosenHex().has_value());
  mRemove->setEnabled(!mModel.chosenUnit().empty() ||
                      (chosenHex() && !mModel.position().unitsAt(*chosenHex()).empty()));
  mSummary->setText(RuleTexts(mModel).summary());
  mIsShowing = false;
}

void RulesDock::showAnswer() {
  mTree->clear();
  if (!mModel.book())
    return;
  const RulesAnswer& answer = mModel.answer();
  mAllowance->setSpecialValueText(!mModel.allowance() && answer.allowance.isNumber()
                                      ? tr("by the rules: %1").arg(pointsText(answer.allowance.number()))
                                      : tr("by the rules"));
  mSummary->setText(RuleTexts(mModel).summary());
  showPath();
  showZonesAt();
  showBlame();
}

QTreeWidgetItem* RulesDock::addGroup(const QString& title) {
  auto* out = new QTreeWidgetItem(mTree, {title});
  out->setFirstColumnSpanned(true);
  QFont font = mTree->font();
  font.setBold(true);
  out->setFont(0, font);
  out->setFlags(Qt::ItemIsEnabled);
  out->setExpanded(true);
  out->setToolTip(0, title);
  return out;
}

void RulesDock::addReasons(QTreeWidgetItem* parent, const StepJudgement& step) {
  const RuleTexts texts(mModel);
  for (const Because& row : step.because) {
    const QString text = texts.because(row);
    addLine(parent, row.reference.empty() ? text : tr("%1  [%2]").arg(text, qt(row.reference)),
            tr("%1\nRow %2, %3").arg(text, qt(row.row), qt(row.reference)));
  }
  for (const std::string& effect : step.effects)
    addLine(parent, qt(effect));
  if (step.stops)
    addLine(parent, tr("The unit has to stop here."));
  else if (step.mayStop)
    addLine(parent, tr("The unit may have to stop here."));
  for (const std::string& cell : step.blame)
    addBlame(parent, cell);
}

void RulesDock::addBlame(QTreeWidgetItem* parent, const std::string& cell) {
  const RuleTexts::Blame blame = RuleTexts(mModel).blame(cell);
  QTreeWidgetItem* line = addLine(parent, tr("Not known: %1. %2").arg(blame.what, blame.who).trimmed(),
                                  tr("Not known: %1\n%2\n%3").arg(blame.what, blame.who, qt(cell)));
  line->setIcon(0, glyphIcon(Glyph::Unknown));
}

void RulesDock::showPath() {
  const RulesAnswer& answer = mModel.answer();
  if (!answer.target || !answer.reach || !mModel.showsReach())
    return;
  const RuleTexts texts(mModel);
  if (answer.refusal) {
    QTreeWidgetItem* group = addGroup(texts.refusal(*answer.refusal, *answer.target));
    if (answer.refusal->step)
      addReasons(group, *answer.refusal->step);
  } else if (answer.path.empty()) {
    addGroup(tr("%1 is out of reach.").arg(texts.hex(*answer.target)));
  }
  for (const PathPoint& point : answer.path) {
    const QString way = point.isTurn ? tr("turns") : point.step ? texts.way(point.step->way) : tr("start");
    auto* item =
        new QTreeWidgetItem(mTree, {QStringLiteral("%1  %2").arg(texts.hex(point.hex), way),
                                    point.step ? texts.stepCost(*point.step, answer.reach->denominator) : QString(),
                                    pointsText(point.cost, answer.reach->denominator)});
    item->setData(0, kPlaceRole, QPoint(point.hex.c, point.hex.r));
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(0, tr("Double click: show %1 on the map").arg(texts.hex(point.hex)));
    if (point.step)
      addReasons(item, *point.step);
    item->setExpanded(true);
  }
}

void RulesDock::showZonesAt() {
  const RulesAnswer& answer = mModel.answer();
  if (!mModel.target() || !answer.zones || !mModel.showsZones())
    return;
  const auto parts = answer.zones->find(*mModel.target());
  if (parts == answer.zones->end())
    return;
  const RuleTexts texts(mModel);
  QTreeWidgetItem* group = addGroup(tr("Zones of control in %1").arg(texts.hex(parts->first)));
  for (const ZoneField::Part& part : parts->second) {
    QStringList units;
    for (const std::string& id : part.units)
      if (const UnitState* unit = mModel.position().unit(id))
        units << texts.unitName(*unit);
    addLine(group, tr("%1, %2, from %3: %4")
                       .arg(texts.unitRowName("side", part.side), qt(plainWords(part.kind)), texts.hex(part.source),
                            units.join(QStringLiteral(", "))));
  }
}

void RulesDock::showBlame() {
  const RulesAnswer& answer = mModel.answer();
  if (!answer.reach || answer.reach->blame.empty() || !mModel.showsReach())
    return;
  QTreeWidgetItem* group = addGroup(tr("What makes hexes uncertain"));
  for (const std::string& cell : answer.reach->blame)
    addBlame(group, cell);
}

} // namespace hotchkiss::editor
