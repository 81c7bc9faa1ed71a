#include "editor/docks/reviewdock.h"

#include "editor/docks/glyphs.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"

#include <QtWidgets>

#include <algorithm>
#include <set>

namespace hotchkiss::editor {

/// The entries that pass the filters, as rows.
class ReviewModel final : public QAbstractTableModel {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::ReviewModel)

 public:
  explicit ReviewModel(const std::vector<ReviewEntry>& entries, QObject* parent)
      : QAbstractTableModel(parent), mEntries(entries) {}

  void setRows(std::vector<std::size_t> rows) {
    beginResetModel();
    mRows = std::move(rows);
    endResetModel();
  }
  const std::vector<std::size_t>& rows() const { return mRows; }
  const ReviewEntry* entry(int row) const {
    return row >= 0 && static_cast<std::size_t>(row) < mRows.size() ? &mEntries[mRows[static_cast<std::size_t>(row)]]
                                                                    : nullptr;
  }

  static QString sectionName(const std::string& section) {
    if (section == "hex")
      return tr("Hex");
    if (section == "edge")
      return tr("Hexside");
    if (section == "vertex")
      return tr("Corner");
    if (section == "course")
      return tr("Course");
    if (section == "place")
      return tr("Place");
    return section == "region" ? tr("Region") : tr("Source");
  }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(mRows.size());
  }
  int columnCount(const QModelIndex& = {}) const override { return 3; }
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
      return {};
    return section == 0 ? tr("Place") : section == 1 ? tr("Why") : tr("Sure");
  }
  QVariant data(const QModelIndex& index, int role) const override {
    const ReviewEntry* one = entry(index.row());
    if (!one)
      return {};
    if (role == Qt::DisplayRole)
      return index.column() == 0   ? qt(one->label.empty() ? one->id : one->label)
             : index.column() == 1 ? qt(one->reason)
                                   : tr("%1 %").arg(one->confidence * 100, 0, 'f', 0);
    if (role == Qt::DecorationRole && index.column() == 0)
      return glyphIcon(one->isChecked ? Glyph::Done : Glyph::Warning);
    if (role == Qt::ToolTipRole)
      return sectionName(one->section) + QStringLiteral(": ") +
             (one->step.empty() ? QString() : tr("step %1: ").arg(qt(one->step))) + qt(one->reason);
    if (role == Qt::TextAlignmentRole && index.column() == 2)
      return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole && one->isChecked)
      return QApplication::palette().color(QPalette::PlaceholderText);
    return {};
  }

 private:
  const std::vector<ReviewEntry>& mEntries;
  std::vector<std::size_t> mRows;
};

ReviewDock::ReviewDock(QWidget* parent) : QDockWidget(tr("Review"), parent) {
  setObjectName(QStringLiteral("reviewDock"));
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(6, 6, 6, 6);
  mSummary = new QLabel;
  mSummary->setObjectName(QStringLiteral("reviewSummary"));
  mSummary->setWordWrap(true);
  column->addWidget(mSummary);
  mBar = new QProgressBar;
  mBar->setObjectName(QStringLiteral("reviewBar"));
  mBar->setTextVisible(false);
  mBar->setFixedHeight(6);
  column->addWidget(mBar);
  const auto filter = [&](const char* name, const QString& accessible) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(accessible);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    connect(box, &QComboBox::currentIndexChanged, this, &ReviewDock::showEntries);
    return box;
  };
  mStep = filter("reviewStep", tr("Filter by step"));
  mState = filter("reviewState", tr("Filter by state"));
  mReason = filter("reviewReason", tr("Filter by reason"));
  {
    const QSignalBlocker block(mState);
    mState->addItem(tr("To check"), 0);
    mState->addItem(tr("Checked"), 1);
    mState->addItem(tr("All"), 2);
    mState->setCurrentIndex(2);
  }
  auto* filters = new QHBoxLayout;
  filters->addWidget(mStep, 1);
  filters->addWidget(mState, 1);
  column->addLayout(filters);
  column->addWidget(mReason);
  mModel = new ReviewModel(mEntries, this);
  mView = new QTreeView;
  mView->setObjectName(QStringLiteral("reviewList"));
  mView->setAccessibleName(tr("Doubtful places"));
  mView->setRootIsDecorated(false);
  mView->setUniformRowHeights(true);
  mView->setModel(mModel);
  mView->header()->setStretchLastSection(false);
  mView->header()->setSectionResizeMode(1, QHeaderView::Stretch);
  mView->header()->setSectionResizeMode(0, QHeaderView::Interactive);
  mView->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
  mView->setColumnWidth(0, fontMetrics().averageCharWidth() * 14);
  connect(mView, &QTreeView::activated, this, [this](const QModelIndex& index) { go(index.row()); });
  connect(mView, &QTreeView::clicked, this, [this](const QModelIndex& index) { go(index.row()); });
  column->addWidget(mView, 1);
  auto* buttons = new QHBoxLayout;
  mGoTo = new QPushButton(glyphIcon(Glyph::GoTo), tr("&Next"));
  mGoTo->setObjectName(QStringLiteral("reviewNext"));
  mGoTo->setToolTip(tr("The next place that nobody has checked (F8)"));
  connect(mGoTo, &QPushButton::clicked, this, [this] { step(true); });
  mCheck = new QPushButton(glyphIcon(Glyph::Done), tr("&Checked"));
  mCheck->setObjectName(QStringLiteral("reviewCheck"));
  mCheck->setToolTip(tr("Marks the place as checked, or takes the mark away (Ctrl+F8)"));
  connect(mCheck, &QPushButton::clicked, this, &ReviewDock::toggleChecked);
  buttons->addWidget(mGoTo);
  buttons->addWidget(mCheck);
  buttons->addStretch();
  column->addLayout(buttons);
  setWidget(body);
  mDelay = new QTimer(this);
  mDelay->setSingleShot(true);
  mDelay->setInterval(0);
  connect(mDelay, &QTimer::timeout, this, &ReviewDock::readEntries);
  readEntries();
}

ReviewDock::~ReviewDock() = default;

void ReviewDock::setDocument(EditorDocument* document) {
  if (mDocument)
    mDocument->disconnect(this);
  mDocument = document;
  if (document)
    connect(document, &EditorDocument::edited, this, &ReviewDock::documentEdited);
  readEntries();
}

void ReviewDock::documentEdited(const Edit& edit) {
  // Hand work is noted with every stroke; only checks concern the list.
  const auto isCheck = [](const std::optional<std::string>& text) {
    return text && text->find("\"checked\"") != std::string::npos;
  };
  for (const auto& part : edit.parts) {
    const Changes* changes = std::get_if<Changes>(&part);
    const bool concerns =
        !changes || std::any_of(changes->records.begin(), changes->records.end(), [&](const auto& change) {
          return change.key.table == "map/evidence" || change.key.table == "module" ||
                 change.key.table == "map/named" ||
                 (change.key.table == "map/hand" && (isCheck(change.before) || isCheck(change.after)));
        });
    if (concerns)
      return mDelay->start();
  }
}

std::size_t ReviewDock::checkedCount() const {
  return static_cast<std::size_t>(
      std::count_if(mEntries.begin(), mEntries.end(), [](const ReviewEntry& one) { return one.isChecked; }));
}

void ReviewDock::readEntries() {
  const ReviewEntry* before = current();
  const std::string id = before ? before->section + before->id + before->reason : std::string();
  const int row = mView->currentIndex().row();
  mEntries = mDocument ? reviewEntries(mDocument->document(), mDocument->numbering()) : std::vector<ReviewEntry>();
  std::set<std::string> steps;
  std::set<std::string> reasons;
  for (const ReviewEntry& one : mEntries) {
    if (!one.step.empty())
      steps.insert(one.step);
    reasons.insert(one.sort);
  }
  const auto fill = [](QComboBox* box, const QString& all, const std::set<std::string>& values) {
    const QSignalBlocker block(box);
    const QString present = box->currentData().toString();
    box->clear();
    box->addItem(all, QString());
    for (const std::string& value : values)
      box->addItem(qt(value), qt(value));
    box->setCurrentIndex(std::max(0, box->findData(present)));
  };
  fill(mStep, tr("All steps"), steps);
  fill(mReason, tr("All reasons"), reasons);
  showEntries();
  // The place in hand stays in hand; one that has gone leaves its neighbour.
  int at = -1;
  for (int i = 0; i < mModel->rowCount() && !id.empty(); ++i)
    if (const ReviewEntry* one = mModel->entry(i); one->section + one->id + one->reason == id)
      at = i;
  if (at < 0 && !id.empty())
    at = std::min(row, mModel->rowCount()) - 1; // so that the next step comes to what follows it
  if (at >= 0)
    mView->setCurrentIndex(mModel->index(at, 0));
}

void ReviewDock::showEntries() {
  const std::string step = mStep->currentData().toString().toStdString();
  const std::string reason = mReason->currentData().toString().toStdString();
  const int state = mState->currentData().toInt();
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < mEntries.size(); ++i) {
    const ReviewEntry& one = mEntries[i];
    if ((step.empty() || one.step == step) && (reason.empty() || one.sort == reason) &&
        (state == 2 || one.isChecked == (state == 1)))
      rows.push_back(i);
  }
  mModel->setRows(std::move(rows));
  showProgress();
}

void ReviewDock::showProgress() {
  const std::size_t checked = checkedCount();
  const QLocale locale;
  if (!mDocument)
    mSummary->setText(tr("No module is open."));
  else if (mEntries.empty())
    mSummary->setText(tr("Nothing to review. Doubts of imports are listed here."));
  else
    mSummary->setText(tr("%1 of %2 checked")
                          .arg(locale.toString(static_cast<qulonglong>(checked)),
                               locale.toString(static_cast<qulonglong>(mEntries.size()))));
  mBar->setVisible(!mEntries.empty());
  mBar->setRange(0, std::max(1, static_cast<int>(mEntries.size())));
  mBar->setValue(static_cast<int>(checked));
  QColor trough = palette().color(QPalette::Text);
  trough.setAlphaF(0.12F);
  mBar->setStyleSheet(
      QStringLiteral("QProgressBar{border:none;border-radius:3px;background:%1}"
                     "QProgressBar::chunk{border-radius:3px;background:%2}")
          .arg(trough.name(QColor::HexArgb),
               (checked == mEntries.size() ? doneColour() : palette().color(QPalette::Highlight)).name()));
  mGoTo->setEnabled(mModel->rowCount() > 0);
  mCheck->setEnabled(mModel->rowCount() > 0 && mDocument && !mDocument->isReadOnly());
}

const ReviewEntry* ReviewDock::current() const {
  return mModel->entry(mView->currentIndex().row());
}

void ReviewDock::go(int row) {
  const ReviewEntry* one = mModel->entry(row);
  if (!one)
    return;
  mView->setCurrentIndex(mModel->index(row, 0));
  mView->scrollTo(mModel->index(row, 0));
  emit goTo(one->place);
}

void ReviewDock::step(bool forward) {
  const int count = mModel->rowCount();
  if (count == 0)
    return;
  const int from = mView->currentIndex().isValid() ? mView->currentIndex().row() : forward ? -1 : 0;
  const bool wantsChecked = mState->currentData().toInt() == 1;
  for (int i = 1; i <= count; ++i) {
    const int row = ((forward ? from + i : from - i) % count + count) % count;
    if (wantsChecked || !mModel->entry(row)->isChecked)
      return go(row);
  }
  emit failed(tr("Every place in this list is checked."));
}

void ReviewDock::toggleChecked() {
  const ReviewEntry* one = current();
  if (!one || !mDocument)
    return;
  const ReviewEntry entry = *one; // the list is read anew by the edit
  const bool check = !entry.isChecked;
  const QString where = qt(entry.label.empty() ? entry.id : entry.label);
  const Outcome outcome =
      mDocument->edit(check ? tr("Check %1").arg(where) : tr("Take back the check of %1").arg(where),
                      [&](Stroke& stroke) { setChecked(stroke, entry, check); });
  if (!outcome)
    return emit failed(qt(outcome.error().text()));
  mDelay->stop();
  readEntries();
  if (check)
    step(true);
}

} // namespace hotchkiss::editor
