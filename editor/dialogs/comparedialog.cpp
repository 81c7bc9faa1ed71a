#include "editor/dialogs/comparedialog.h"

#include "editor/model/qtext.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

constexpr std::size_t kMostDifferencesShown = 5000; // more than that nobody reads

} // namespace

CompareDialog::CompareDialog(Comparison comparison, QWidget* parent)
    : QDialog(parent), mComparison(std::move(comparison)) {
  setObjectName(QStringLiteral("compareDialog"));
  setWindowTitle(tr("Compared with the saved files"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* column = new QVBoxLayout(this);
  mSummary = new QLabel;
  mSummary->setObjectName(QStringLiteral("compareSummary"));
  mSummary->setWordWrap(true);
  column->addWidget(mSummary);
  mFilter = new QLineEdit;
  mFilter->setObjectName(QStringLiteral("compareFilter"));
  mFilter->setPlaceholderText(tr("Filter"));
  mFilter->setAccessibleName(tr("Filter the differences"));
  mFilter->setClearButtonEnabled(true);
  column->addWidget(mFilter);
  mTree = new QTreeWidget;
  mTree->setObjectName(QStringLiteral("compareTree"));
  mTree->setAccessibleName(tr("Differences"));
  mTree->setHeaderLabels({tr("Where"), tr("What"), tr("File")});
  mTree->setRootIsDecorated(false);
  mTree->setUniformRowHeights(true);
  mTree->setAlternatingRowColors(true);
  column->addWidget(mTree, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  column->addWidget(buttons);
  std::vector<Difference> all;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < mComparison.rows.size(); ++i) {
    const Difference& one = mComparison.rows[i].difference;
    all.push_back(one);
    if (shown == kMostDifferencesShown)
      continue;
    ++shown;
    auto* item = new QTreeWidgetItem(mTree, {qt(one.place), qt(one.words), qt(one.file)});
    item->setData(0, Qt::UserRole, static_cast<int>(i));
    item->setToolTip(1, qt(one.words));
  }
  if (shown < mComparison.rows.size()) {
    auto* more = new QTreeWidgetItem(mTree, {tr("… and %1 more").arg(mComparison.rows.size() - shown)});
    more->setDisabled(true);
  }
  // The last line of the text counts what differs.
  const QString text = qt(toText(all)).trimmed();
  mSummary->setText(all.empty() ? tr("The files hold exactly what you see.")
                                : tr("Since the last save: %1").arg(text.section(QLatin1Char('\n'), -1)));
  mTree->resizeColumnToContents(0);
  mTree->setColumnWidth(1, 330);
  connect(mFilter, &QLineEdit::textChanged, this, &CompareDialog::filter);
  connect(mTree, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
    if (!item || !item->data(0, Qt::UserRole).isValid())
      return;
    const Selection& place = mComparison.rows[static_cast<std::size_t>(item->data(0, Qt::UserRole).toInt())].place;
    if (!std::holds_alternative<std::monostate>(place))
      emit goTo(place);
  });
  resize(640, 460);
}

void CompareDialog::filter(const QString& text) {
  const QString wanted = text.trimmed();
  for (int i = 0; i < mTree->topLevelItemCount(); ++i) {
    QTreeWidgetItem* item = mTree->topLevelItem(i);
    bool shown = wanted.isEmpty();
    for (int column = 0; column < mTree->columnCount(); ++column)
      shown |= item->text(column).contains(wanted, Qt::CaseInsensitive);
    item->setHidden(!shown);
  }
}

} // namespace hotchkiss::editor
