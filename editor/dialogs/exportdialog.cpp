#include "editor/dialogs/exportdialog.h"

#include "editor/army/armymodel.h"
#include "editor/army/levelsview.h"
#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"

#include <QtWidgets>

namespace hotchkiss::editor {

ExportDialog::ExportDialog(ArmyModel& model, QWidget* parent) : QDialog(parent), mModel(model) {
  setObjectName(QStringLiteral("exportDialog"));
  setWindowTitle(tr("Export Package"));
  resize(720, 560);
  auto* column = new QVBoxLayout(this);
  auto* row = new QHBoxLayout;
  auto* label = new QLabel(tr("What the package &claims to be:"));
  mLevel = new QComboBox;
  mLevel->setObjectName(QStringLiteral("exportLevel"));
  mLevel->addItem(tr("Draft: anything that is sound"));
  mLevel->addItem(tr("Map: the map is complete"));
  mLevel->addItem(tr("Playable: ready to play"));
  label->setBuddy(mLevel);
  row->addWidget(label);
  row->addWidget(mLevel, 1);
  column->addLayout(row);
  mTable = new QTableWidget;
  mTable->setObjectName(QStringLiteral("exportCounts"));
  mTable->setAccessibleName(tr("What stands in the way of each level"));
  mTable->setColumnCount(3);
  mTable->setHorizontalHeaderLabels({tr("Draft"), tr("Map"), tr("Playable")});
  mTable->setEditTriggers(QAbstractItemView::NoEditTriggers);
  mTable->setSelectionMode(QAbstractItemView::SingleSelection);
  mTable->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  mTable->setMaximumHeight(200);
  column->addWidget(mTable);
  mList = new LevelsView;
  column->addWidget(mList, 1);
  mText = new QLabel;
  mText->setObjectName(QStringLiteral("exportText"));
  mText->setWordWrap(true);
  column->addWidget(mText);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  mGo = buttons->addButton(tr("&Go to"), QDialogButtonBox::ActionRole);
  mGo->setObjectName(QStringLiteral("exportGo"));
  mExport = buttons->addButton(tr("&Export…"), QDialogButtonBox::AcceptRole);
  mExport->setObjectName(QStringLiteral("exportRun"));
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(mLevel, &QComboBox::currentIndexChanged, this, &ExportDialog::showState);
  connect(mTable, &QTableWidget::currentCellChanged, this, &ExportDialog::showState);
  connect(mList, &LevelsView::goTo, this, &ExportDialog::goTo);
  connect(mList, &LevelsView::chosenChanged, this, [this] { mGo->setEnabled(mList->chosen() != nullptr); });
  connect(mGo, &QPushButton::clicked, this, [this] {
    if (const Finding* finding = mList->chosen())
      emit goTo(Finding(*finding));
  });
}

void ExportDialog::setFindings(const std::vector<Finding>& findings, bool isComplete) {
  mFindings = findings;
  mIsComplete = isComplete;
  mList->setFindings(findings);
  showCounts();
  showState();
}

void ExportDialog::setLevel(Level level) {
  mLevel->setCurrentIndex(static_cast<int>(level));
}

Level ExportDialog::level() const {
  return static_cast<Level>(mLevel->currentIndex());
}

void ExportDialog::showCounts() {
  const QSignalBlocker quiet(mTable);
  std::vector<std::pair<std::string, QString>> rows{{std::string(), tr("The whole module")}};
  for (const std::string& id : mModel.scenarios()) {
    const Result<Scenario> scenario = Scenario::read(mModel.document()->document(), id);
    rows.emplace_back(id, scenario && !scenario->head.title.empty() ? qt(scenario->head.title) : qt(id));
  }
  mTable->setRowCount(static_cast<int>(rows.size()));
  for (int i = 0; i < mTable->rowCount(); ++i) {
    const auto& [id, name] = rows[static_cast<std::size_t>(i)];
    auto* head = new QTableWidgetItem(name);
    head->setData(Qt::UserRole, qt(id));
    mTable->setVerticalHeaderItem(i, head);
    for (int k = 0; k < 3; ++k) {
      const std::size_t count = countBlocking(mFindings, id, static_cast<Level>(k));
      auto* cell = new QTableWidgetItem(count == 0 ? tr("ready") : tr("%n to do", nullptr, static_cast<int>(count)));
      cell->setTextAlignment(Qt::AlignCenter);
      cell->setForeground(count == 0 ? doneColour() : warningColour());
      mTable->setItem(i, k, cell);
    }
  }
  if (mTable->currentRow() < 0)
    mTable->setCurrentCell(0, mLevel->currentIndex());
}

void ExportDialog::showState() {
  const QTableWidgetItem* row = mTable->verticalHeaderItem(std::max(0, mTable->currentRow()));
  mList->setScenario(row ? row->data(Qt::UserRole).toString().toStdString() : std::string());
  mList->showLevel(level());
  mGo->setEnabled(mList->chosen() != nullptr);
  // A package holds the whole module.
  const std::size_t blocking = countBlocking(mFindings, {}, level());
  mExport->setEnabled(mIsComplete && blocking == 0);
  mText->setText(!mIsComplete   ? tr("The checks are still at work.")
                 : blocking > 0 ? tr("%n thing(s) of the module stand in the way of this level.", nullptr,
                                     static_cast<int>(blocking))
                                : QString());
}

} // namespace hotchkiss::editor
