#include "editor/dialogs/rulestablesdialog.h"

#include "editor/docks/glyphs.h"
#include "editor/model/editordocument.h"
#include "editor/model/ruletablemodel.h"

#include <QtWidgets>

#include <numeric>

namespace hotchkiss::editor {

namespace {

enum SubjectRole { kSectionRole = Qt::UserRole, kTableRole };

constexpr int kWidestColumn = 340;
constexpr int kNarrowestColumn = 90;

/// Rows that the module changed have a bar at the left and a tint.
class RuleRowDelegate final : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const auto state = static_cast<RuleTableModel::State>(index.data(RuleTableModel::kStateRole).toInt());
    if (state != RuleTableModel::State::AsPublished) {
      QColor tint = state == RuleTableModel::State::Removed ? errorColour() : warningColour();
      tint.setAlpha(36);
      painter->fillRect(option.rect, tint);
      if (index.column() == 0) {
        tint.setAlpha(255);
        painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), tint);
      }
    }
    QStyledItemDelegate::paint(painter, option, index);
  }
};

} // namespace

RulesTablesDialog::RulesTablesDialog(EditorDocument& document, QWidget* parent)
    : QDialog(parent), mModel(new RuleTableModel(this)), mEditable(!document.isReadOnly()) {
  setObjectName(QStringLiteral("rulesTablesDialog"));
  setWindowTitle(tr("Rules tables"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* split = new QSplitter;
  auto* left = new QWidget;
  auto* leftColumn = new QVBoxLayout(left);
  leftColumn->setContentsMargins(0, 0, 0, 0);
  mFilter = new QLineEdit;
  mFilter->setObjectName(QStringLiteral("rulesFilter"));
  mFilter->setPlaceholderText(tr("Filter"));
  mFilter->setAccessibleName(tr("Filter the tables"));
  mFilter->setClearButtonEnabled(true);
  mList = new QTreeWidget;
  mList->setObjectName(QStringLiteral("rulesSubjects"));
  mList->setAccessibleName(tr("Tables"));
  mList->setHeaderHidden(true);
  mList->setIndentation(12);
  leftColumn->addWidget(mFilter);
  leftColumn->addWidget(mList, 1);
  split->addWidget(left);

  auto* right = new QWidget;
  auto* rightColumn = new QVBoxLayout(right);
  rightColumn->setContentsMargins(0, 0, 0, 0);
  mTitle = new QLabel;
  QFont large = mTitle->font();
  large.setBold(true);
  large.setPointSizeF(large.pointSizeF() * 1.2);
  mTitle->setFont(large);
  mText = new QLabel;
  mText->setWordWrap(true);
  mText->setForegroundRole(QPalette::PlaceholderText);
  mTable = new QTableView;
  mTable->setObjectName(QStringLiteral("rulesTable"));
  mTable->setAccessibleName(tr("Rows"));
  mTable->setModel(mModel);
  mTable->setItemDelegate(new RuleRowDelegate(mTable));
  mTable->verticalHeader()->hide();
  mTable->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
  mTable->setAlternatingRowColors(true);
  mTable->setSelectionBehavior(QAbstractItemView::SelectItems);
  mTable->setSelectionMode(QAbstractItemView::SingleSelection);
  mTable->setWordWrap(true);
  mTable->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  mTable->horizontalHeader()->setStretchLastSection(true);
  rightColumn->addWidget(mTitle);
  rightColumn->addWidget(mText);
  rightColumn->addWidget(mTable, 1);
  auto* help = new QLabel(tr("A cell is a number, prohibited, notUsable, all, unknown, unknown 1..3, yes, no, or an "
                             "expression. Changed rows are tinted; point at one to see what was published."));
  help->setWordWrap(true);
  help->setForegroundRole(QPalette::PlaceholderText);
  rightColumn->addWidget(help);
  split->addWidget(right);
  split->setStretchFactor(1, 1);

  mAdd = new QPushButton(glyphIcon(Glyph::Add), tr("&Add a Row Like It"));
  mAdd->setObjectName(QStringLiteral("rulesAdd"));
  mAdd->setToolTip(tr("A new row before the chosen one, with the same conditions to begin with"));
  mRemove = new QPushButton(glyphIcon(Glyph::Remove), tr("&Remove Row"));
  mRemove->setObjectName(QStringLiteral("rulesRemove"));
  mRemove->setToolTip(tr("The row no longer holds in this module"));
  mReset = new QPushButton(glyphIcon(Glyph::Flip), tr("Re&set Row"));
  mReset->setObjectName(QStringLiteral("rulesReset"));
  mReset->setToolTip(tr("The row as it is published; one that the module added goes"));
  mProblem = new QLabel;
  mProblem->setObjectName(QStringLiteral("rulesProblem"));
  mProblem->setWordWrap(true);
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, errorColour());
  mProblem->setPalette(colours);
  auto* close = new QPushButton(tr("Close"));
  close->setAutoDefault(false);
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  auto* buttons = new QHBoxLayout;
  for (QPushButton* button : {mAdd, mRemove, mReset}) {
    button->setAutoDefault(false);
    buttons->addWidget(button);
  }
  buttons->addWidget(mProblem, 1);
  buttons->addWidget(close);
  auto* column = new QVBoxLayout(this);
  column->addWidget(split, 1);
  column->addLayout(buttons);

  connect(mFilter, &QLineEdit::textChanged, this, &RulesTablesDialog::listSubjects);
  connect(mList, &QTreeWidget::currentItemChanged, this, &RulesTablesDialog::choose);
  connect(mModel, &RuleTableModel::failed, this, &RulesTablesDialog::say);
  connect(mModel, &RuleTableModel::subjectsChanged, this, &RulesTablesDialog::listSubjects);
  connect(mModel, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
    mTable->setProperty("place",
                        QVariant::fromValue(QPoint(mTable->currentIndex().row(), mTable->currentIndex().column())));
  });
  connect(mModel, &QAbstractItemModel::modelReset, this, [this] { // edits build the rows anew; the place stays
    const QPoint place = mTable->property("place").toPoint();
    mTable->setCurrentIndex(mModel->index(place.x(), place.y()));
    say({});
    updateButtons();
  });
  connect(mTable->selectionModel(), &QItemSelectionModel::currentChanged, this, &RulesTablesDialog::updateButtons);
  connect(mAdd, &QPushButton::clicked, this, [this] {
    if (const auto row = mModel->addRow(mTable->currentIndex().row()))
      mTable->setCurrentIndex(mModel->index(*row, 1));
  });
  connect(mRemove, &QPushButton::clicked, this, [this] { mModel->removeRow(mTable->currentIndex().row()); });
  connect(mReset, &QPushButton::clicked, this, [this] { mModel->resetRow(mTable->currentIndex().row()); });
  mModel->setDocument(&document);
  connect(&document, &QObject::destroyed, this, &QDialog::close);
  if (mList->topLevelItemCount() == 0)
    mText->setText(tr("The ruleset has no rules yet."));
  updateButtons();
  split->setSizes({270, 870});
  resize(1160, 680);
}

RulesTablesDialog::~RulesTablesDialog() {
  mModel->setDocument(nullptr);
}

void RulesTablesDialog::listSubjects() {
  const QTreeWidgetItem* current = mList->currentItem();
  const QString section = current ? current->data(0, kSectionRole).toString() : QString();
  const QString table = current ? current->data(0, kTableRole).toString() : QString();
  const QSignalBlocker blocker(mList);
  mList->clear();
  QTreeWidgetItem* chosen = nullptr;
  QTreeWidgetItem* first = nullptr;
  QTreeWidgetItem* group = nullptr;
  const QString wanted = mFilter->text().trimmed();
  for (const RuleTableModel::Subject& subject : mModel->subjects()) {
    const QString id = QString::fromStdString(subject.table);
    if (!wanted.isEmpty() && !subject.name.contains(wanted, Qt::CaseInsensitive) &&
        !id.contains(wanted, Qt::CaseInsensitive) && !subject.group.contains(wanted, Qt::CaseInsensitive))
      continue;
    if (!group || group->text(0) != subject.group) {
      group = new QTreeWidgetItem(mList, {subject.group});
      group->setFlags(Qt::ItemIsEnabled);
      group->setForeground(0, palette().color(QPalette::PlaceholderText));
      group->setExpanded(true);
    }
    auto* item = new QTreeWidgetItem(group, {subject.name});
    if (!first)
      first = item;
    item->setData(0, kSectionRole, QString::fromStdString(subject.section));
    item->setData(0, kTableRole, id);
    item->setToolTip(0, id.isEmpty() ? subject.name : id);
    if (subject.changed > 0) {
      QFont font = item->font(0);
      font.setBold(true);
      item->setFont(0, font);
      item->setText(0, tr("%1  ● %2").arg(subject.name).arg(subject.changed));
    }
    if (item->data(0, kSectionRole).toString() == section && id == table)
      chosen = item;
  }
  if (!chosen && first) {
    mList->setCurrentItem(first);
    return choose();
  }
  mList->setCurrentItem(chosen);
}

void RulesTablesDialog::showSubject(const std::string& section, const std::string& table) {
  mFilter->clear();
  for (QTreeWidgetItemIterator it(mList); *it; ++it)
    if ((*it)->data(0, kSectionRole).toString().toStdString() == section &&
        (*it)->data(0, kTableRole).toString().toStdString() == table) {
      mList->setCurrentItem(*it);
      mList->scrollToItem(*it);
      return choose();
    }
}

void RulesTablesDialog::choose() {
  const QTreeWidgetItem* item = mList->currentItem();
  if (!item || !item->parent())
    return;
  mModel->setSubject(item->data(0, kSectionRole).toString().toStdString(),
                     item->data(0, kTableRole).toString().toStdString());
  mTitle->setText(item->text(0).section(QStringLiteral("  ●"), 0, 0));
  mText->setText(mModel->description());
  fitColumns();
  updateButtons();
}

/// All columns in sight, the references included: what is wide gives way, and its text goes on in the next line.
void RulesTablesDialog::fitColumns() {
  mTable->resizeColumnsToContents();
  const int columns = mModel->columnCount();
  std::vector<int> widths;
  for (int column = 0; column < columns; ++column)
    widths.push_back(std::min(kWidestColumn, mTable->columnWidth(column) + 8));
  const auto total = [&] { return std::accumulate(widths.begin(), widths.end(), 0); };
  const int room = mTable->viewport()->width();
  while (total() > room) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= kNarrowestColumn)
      break; // too many of them: the rest is scrolled to
    *widest -= std::min(8, total() - room);
  }
  for (int column = 0; column < columns; ++column)
    mTable->setColumnWidth(column, widths[static_cast<std::size_t>(column)]);
  mTable->resizeRowsToContents();
}

void RulesTablesDialog::resizeEvent(QResizeEvent* event) {
  QDialog::resizeEvent(event);
  QMetaObject::invokeMethod(this, &RulesTablesDialog::fitColumns, Qt::QueuedConnection); // once the layout is done
}

void RulesTablesDialog::updateButtons() {
  const int row = mTable->currentIndex().row();
  const bool any = mEditable && row >= 0;
  const auto state = row >= 0 ? mModel->stateOf(row) : RuleTableModel::State::AsPublished;
  const bool isTable = mList->currentItem() && mList->currentItem()->data(0, kSectionRole) == QLatin1String("table");
  mAdd->setEnabled(any && isTable && state != RuleTableModel::State::Removed);
  mRemove->setEnabled(any && isTable && state != RuleTableModel::State::Removed);
  mReset->setEnabled(any && state != RuleTableModel::State::AsPublished);
}

void RulesTablesDialog::say(const QString& message) {
  mProblem->setText(message);
}

} // namespace hotchkiss::editor
