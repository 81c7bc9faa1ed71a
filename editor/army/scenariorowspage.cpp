#include "editor/army/scenariorowspage.h"

#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr int kSectionOfRow = Qt::UserRole;
constexpr int kIdOfRow = Qt::UserRole + 1;

RecordKey keyOfRow(const QTreeWidgetItem* item) {
  return item ? RecordKey{item->data(0, kSectionOfRow).toString().toStdString(),
                          item->data(0, kIdOfRow).toString().toStdString()}
              : RecordKey{};
}

} // namespace

bool applyScenarioRow(ArmyModel& model, const RecordKey& key, const std::optional<json>& body, const QString& title,
                      const std::function<void(const QString&)>& fail) {
  const Scenario* scenario = model.scenario();
  if (!scenario)
    return false;
  const Result<ArmyChange> change = settingScenarioRow(model.document()->document(), *scenario, key, body);
  if (!change) {
    fail(sentence(change.error()));
    return false;
  }
  return model.apply(title, *change);
}

QString summaryOfRow(ArmyModel& model, const RecordKey& key, const json& body) {
  const RowSchema& rows = RowSchema::of("scenario");
  const json& schema = rows.body(key.section);
  const SetupPlan* plan = model.plan();
  QStringList parts;
  for (const auto& [name, value] : body.items()) {
    if (name == "name" || name == "source" || name == "note" || name == "printed")
      continue;
    const json& member = rows.member(schema, name);
    if (name == "where" && plan)
      parts << qt(plan->where().words(value.dump()));
    else if (name == "text" && value.is_string())
      parts << qt(value.get<std::string>());
    else if (value.is_boolean())
      parts << (value.get<bool>() ? memberTitle(name) : RowForm::tr("not %1").arg(memberTitle(name).toLower()));
    else
      parts << memberTitle(name) + QStringLiteral(": ") + memberText(rows.shape(member), value);
  }
  return parts.join(QStringLiteral(" · "));
}

ScenarioRowsPage::ScenarioRowsPage(ArmyModel& model, QWidget* parent) : QWidget(parent), mModel(model) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  auto* bar = new QHBoxLayout;
  mSections = new QComboBox;
  mSections->setObjectName(QStringLiteral("rowsSection"));
  mSections->setAccessibleName(tr("Which rows"));
  mSections->addItem(tr("Everything"));
  for (const std::string& section : sections())
    mSections->addItem(memberTitle(section), qt(section));
  connect(mSections, &QComboBox::activated, this,
          [this](int at) { setSection(mSections->itemData(at).toString().toStdString()); });
  mAdd = new QToolButton;
  mAdd->setObjectName(QStringLiteral("rowsAdd"));
  mAdd->setIcon(glyphIcon(Glyph::Add));
  mAdd->setToolTip(tr("A new row"));
  mAdd->setAccessibleName(tr("New row"));
  mAdd->setAutoRaise(true);
  mAdd->setPopupMode(QToolButton::InstantPopup);
  mAdd->setMenu(new QMenu(mAdd));
  for (const std::string& section : sections())
    connect(mAdd->menu()->addAction(memberTitle(section)), &QAction::triggered, this,
            [this, section] { startRow(section); });
  mRemove = new QToolButton;
  mRemove->setObjectName(QStringLiteral("rowsRemove"));
  mRemove->setIcon(glyphIcon(Glyph::Delete));
  mRemove->setToolTip(tr("Delete the chosen row"));
  mRemove->setAccessibleName(tr("Delete row"));
  mRemove->setAutoRaise(true);
  connect(mRemove, &QToolButton::clicked, this, [this] { removeRow(keyOfRow(mTable->currentItem())); });
  bar->addWidget(mSections, 1);
  bar->addWidget(mAdd);
  bar->addWidget(mRemove);
  column->addLayout(bar);
  auto* split = new QSplitter(Qt::Vertical);
  mTable = new QTreeWidget;
  mTable->setObjectName(QStringLiteral("rowsTable"));
  mTable->setAccessibleName(tr("Rows of the scenario"));
  mTable->setHeaderLabels({tr("Row"), tr("Says")});
  mTable->setRootIsDecorated(false);
  mTable->setUniformRowHeights(true);
  mTable->setAlternatingRowColors(true);
  mTable->header()->resizeSection(0, 150);
  split->addWidget(mTable);
  mForm = new RowForm(mModel);
  mForm->setObjectName(QStringLiteral("rowsForm"));
  split->addWidget(mForm);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 1);
  column->addWidget(split, 1);
  connect(mTable, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    if (mIsShowing || !item)
      return;
    mChosen = keyOfRow(item);
    showForm();
  });
  connect(mForm, &RowForm::failed, this, &ScenarioRowsPage::failed);
  connect(mForm, &RowForm::edited, this, [this](const QString& title, const std::string& body) {
    const RecordKey key = mForm->wish().key;
    mChosen = key;
    applyScenarioRow(mModel, key, json::parse(body), title, [this](const QString& why) { emit failed(why); });
  });
}

std::vector<std::string> ScenarioRowsPage::sections() const {
  std::vector<std::string> out = RowSchema::of("scenario").sections();
  std::sort(out.begin(), out.end(),
            [](const std::string& a, const std::string& b) { return memberTitle(a) < memberTitle(b); });
  return out;
}

void ScenarioRowsPage::setSection(const std::string& section) {
  mSection = section;
  mSections->setCurrentIndex(std::max(0, mSections->findData(qt(section))));
  rebuild();
}

void ScenarioRowsPage::rebuild() {
  mIsShowing = true;
  const int scroll = mTable->verticalScrollBar()->value();
  mTable->clear();
  const Scenario* scenario = mModel.scenario();
  const bool editable = scenario && !mModel.document()->isReadOnly();
  mAdd->setEnabled(editable);
  mRemove->setEnabled(editable);
  // Set-up and schedule have pages of their own and are long; here they show only when asked for.
  if (scenario)
    for (const auto& [key, text] : scenario->rows()) {
      const bool isShown = mSection.empty()
                               ? key.section != "setup" && key.section != "arrival" && key.section != "turn"
                               : key.section == mSection;
      const json body = isShown ? json::parse(text, nullptr, false) : json();
      if (!isShown || !body.is_object())
        continue;
      auto* item = new QTreeWidgetItem;
      const auto name = body.find("name");
      const QString said = name != body.end() && name->is_string() ? qt(name->get<std::string>()) : qt(key.id);
      item->setText(0, mSection.empty() ? memberTitle(key.section) + QStringLiteral(": ") + said : said);
      item->setToolTip(0, qt(key.section + " " + key.id));
      item->setText(1, summaryOfRow(mModel, key, body));
      item->setToolTip(1, item->text(1));
      item->setData(0, kSectionOfRow, qt(key.section));
      item->setData(0, kIdOfRow, qt(key.id));
      if (scenario->ownerOf(key) != scenario->head.id) {
        item->setForeground(0, palette().brush(QPalette::Disabled, QPalette::Text));
        item->setToolTip(0, tr("From the scenario %1; a change makes a copy here").arg(qt(scenario->ownerOf(key))));
      }
      mTable->addTopLevelItem(item);
      if (key == mChosen)
        mTable->setCurrentItem(item);
    }
  mTable->verticalScrollBar()->setValue(scroll);
  mIsShowing = false;
  showForm();
}

void ScenarioRowsPage::showForm() {
  const Scenario* scenario = mModel.scenario();
  if (scenario && scenario->rows().contains(mChosen))
    return mForm->show(formOfScenarioRow(mModel, mChosen));
  if (!scenario || !mForm->wish().isDraft)
    mForm->clear(scenario ? tr("Choose a row, or add one.") : QString());
}

void ScenarioRowsPage::startRow(const std::string& section, const json& body) {
  const Scenario* scenario = mModel.scenario();
  if (!scenario || !RowSchema::of("scenario").hasSection(section))
    return;
  if (!mSection.empty() && mSection != section)
    setSection(section);
  mIsShowing = true;
  mTable->setCurrentItem(nullptr);
  mIsShowing = false;
  RowFormWish wish = formOfScenarioRow(mModel, {section, freshScenarioRow(*scenario, section, section)});
  wish.body = body;
  wish.isDraft = true;
  wish.title = tr("New: %1").arg(memberTitle(section).toLower());
  mChosen = {};
  mForm->show(wish);
}

bool ScenarioRowsPage::removeRow(const RecordKey& key) {
  const Scenario* scenario = mModel.scenario();
  if (!scenario || !scenario->rows().contains(key))
    return false;
  if (key.section == "scenario") {
    emit failed(tr("The head of a scenario stays as long as the scenario."));
    return false;
  }
  return applyScenarioRow(mModel, key, std::nullopt, tr("Delete %1 %2").arg(qt(key.section), qt(key.id)),
                          [this](const QString& why) { emit failed(why); });
}

void ScenarioRowsPage::chooseRow(const RecordKey& key) {
  mChosen = key;
  if (mSection != key.section && !mSection.empty())
    mSection = key.section;
  if (key.section == "setup" || key.section == "arrival" || key.section == "turn")
    mSection = key.section;
  setSection(mSection);
  if (mTable->currentItem())
    mTable->scrollToItem(mTable->currentItem());
}

} // namespace hotchkiss::editor
