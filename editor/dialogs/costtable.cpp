#include "editor/dialogs/costtable.h"

#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

constexpr int kFixedColumns = 2; // what is priced, and for whom

} // namespace

CostTable::CostTable(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  mTable = new QTableWidget;
  mTable->setObjectName(QStringLiteral("kindCosts"));
  mTable->setAccessibleName(tr("Costs of movement"));
  mTable->verticalHeader()->hide();
  mTable->setSelectionBehavior(QAbstractItemView::SelectRows);
  mTable->setSelectionMode(QAbstractItemView::SingleSelection);
  mTable->setAlternatingRowColors(true);
  mTable->setToolTip(tr("A number, a fraction such as 3/2, prohibited, notUsable, all, unknown, unknown 1..3, or an "
                        "expression. Leave all cells of a row empty for no effect."));
  mTable->setEditTriggers(QAbstractItemView::AllEditTriggers);
  column->addWidget(mTable, 1);
  auto* buttons = new QHBoxLayout;
  mAdd = new QPushButton(glyphIcon(Glyph::Add), tr("&Another Cost for Some Movers"));
  mAdd->setObjectName(QStringLiteral("kindAddCost"));
  mAdd->setToolTip(tr("A cost of its own for one class of mover, such as cavalry; the others keep theirs"));
  mRemove = new QPushButton(glyphIcon(Glyph::Remove), tr("Remo&ve It"));
  mRemove->setObjectName(QStringLiteral("kindRemoveCost"));
  mRemove->setToolTip(tr("Removes the chosen cost"));
  mNote = new QLabel;
  mNote->setObjectName(QStringLiteral("kindCostNote"));
  mNote->setForegroundRole(QPalette::PlaceholderText);
  mNote->setWordWrap(true);
  buttons->addWidget(mAdd);
  buttons->addWidget(mRemove);
  buttons->addStretch();
  column->addLayout(buttons);
  column->addWidget(mNote);
  connect(mAdd, &QPushButton::clicked, this, &CostTable::addClass);
  connect(mRemove, &QPushButton::clicked, this, &CostTable::removeClass);
  connect(mTable, &QTableWidget::currentCellChanged, this, [this](int row) {
    mRemove->setEnabled(row >= 0 && row < static_cast<int>(mCosts.size()) &&
                        !mCosts.at(static_cast<std::size_t>(row)).mover.empty());
  });
  connect(mTable, &QTableWidget::cellChanged, this, [this](int row, int cell) {
    if (mIsFilling || cell < kFixedColumns)
      return;
    MoveCost& cost = mCosts.at(static_cast<std::size_t>(row));
    const auto at = static_cast<std::size_t>(cell - kFixedColumns);
    if (at < cost.cells.size())
      cost.cells.at(at) = mTable->item(row, cell)->text().trimmed().toStdString();
    emit changed();
  });
}

void CostTable::setCosts(std::shared_ptr<const MoveCosts> rules, const std::vector<MoveCost>& costs) {
  mRules = std::move(rules);
  mCosts = costs;
  fill();
}

std::vector<MoveCost> CostTable::costs() const {
  return mCosts;
}

void CostTable::fill() {
  mIsFilling = true;
  const bool known = mRules && mRules->known();
  mTable->setVisible(known);
  mAdd->setVisible(known);
  mRemove->setVisible(known);
  mNote->setText(known
                     ? tr("Numbers, fractions such as 3/2, prohibited, unknown, or an expression. An empty row has no "
                          "effect.")
                     : tr("The ruleset has no rules of movement, so nothing can be charged yet."));
  mTable->clear();
  mTable->setRowCount(0);
  if (!known) {
    mIsFilling = false;
    return;
  }
  std::vector<std::string> columns{std::string()};
  for (const MoveCost& cost : mCosts)
    if (const std::vector<std::string> names = mRules->columns(cost.table); names.size() > columns.size())
      columns = names;
  QStringList headers{tr("Table"), tr("For")};
  for (const std::string& name : columns)
    headers << (name.empty() ? tr("Cost") : qt(name));
  mTable->setColumnCount(static_cast<int>(headers.size()));
  mTable->setHorizontalHeaderLabels(headers);
  mTable->setRowCount(static_cast<int>(mCosts.size()));
  for (int row = 0; row < mTable->rowCount(); ++row) {
    const MoveCost& cost = mCosts.at(static_cast<std::size_t>(row));
    auto* what = new QTableWidgetItem(qt(mRules->nameOf(cost.table)));
    what->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    what->setToolTip(tr("Holds when %1").arg(qt(cost.when)));
    mTable->setItem(row, 0, what);
    QString whom = tr("everybody");
    for (const MoverClass& one : mRules->moverClasses())
      if (one.condition == cost.mover)
        whom = qt(one.name);
    auto* forWhom = new QTableWidgetItem(whom);
    forWhom->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    mTable->setItem(row, 1, forWhom);
    for (std::size_t i = 0; i < cost.cells.size(); ++i) {
      auto* item = new QTableWidgetItem(qt(cost.cells[i]));
      item->setTextAlignment(Qt::AlignCenter);
      mTable->setItem(row, kFixedColumns + static_cast<int>(i), item);
    }
    if (cost.cells.size() == 1 && columns.size() > 1)
      mTable->setSpan(row, kFixedColumns, 1, static_cast<int>(columns.size()));
  }
  mTable->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  mTable->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  mTable->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  mAdd->setEnabled(!mCosts.empty() && !mRules->moverClasses().empty());
  mRemove->setEnabled(false);
  mIsFilling = false;
}

void CostTable::addClass() {
  const int row = std::max(0, mTable->currentRow());
  if (mCosts.empty())
    return;
  const MoveCost model = mCosts.at(static_cast<std::size_t>(row));
  QMenu menu(this);
  menu.setObjectName(QStringLiteral("kindMoverMenu"));
  for (const MoverClass& one : mRules->moverClasses()) {
    const bool taken = std::any_of(mCosts.begin(), mCosts.end(), [&](const MoveCost& cost) {
      return cost.table == model.table && cost.when == model.when && cost.mover == one.condition;
    });
    if (taken)
      continue;
    menu.addAction(qt(one.name), this, [this, model, row, one] {
      MoveCost cost = model;
      cost.rowId.clear();
      cost.mover = one.condition;
      mCosts.insert(mCosts.begin() + row + 1, cost);
      fill();
      mTable->setCurrentCell(row + 1, kFixedColumns);
      emit changed();
    });
  }
  menu.exec(mAdd->mapToGlobal(QPoint(0, mAdd->height())));
}

void CostTable::removeClass() {
  const int row = mTable->currentRow();
  if (row < 0 || row >= static_cast<int>(mCosts.size()) || mCosts.at(static_cast<std::size_t>(row)).mover.empty())
    return;
  mCosts.erase(mCosts.begin() + row);
  fill();
  emit changed();
}

} // namespace hotchkiss::editor
