#include "editor/army/sheetimportdialog.h"

#include "editor/army/sheetcolumns.h"
#include "editor/model/qtext.h"
#include "libterrain/base/fileio.h"

#include <QtWidgets>

#include <algorithm>
#include <array>

namespace hotchkiss::editor {

namespace {

constexpr std::size_t kLargestSheetFile = std::size_t{64} << 20U;
constexpr int kTypingPause = 150; // milliseconds
constexpr std::size_t kMostDoubtsShown = 5000;

QPushButton* pushButton(const char* name, const QString& text, const QString& tip) {
  auto* out = new QPushButton(text);
  out->setObjectName(QLatin1String(name));
  out->setToolTip(tip);
  out->setAutoDefault(false);
  return out;
}

QString doubtText(const SheetDoubt& doubt) {
  QString out;
  if (!doubt.column.empty())
    out += SheetImportDialog::tr("column \"%1\": ").arg(qt(doubt.column));
  if (!doubt.text.empty())
    out += QLatin1Char('"') + qt(doubt.text) + QStringLiteral("\": ");
  return out + qt(doubt.why);
}

} // namespace

bool hasArmyHeader(const QString& text, const UnitCatalogue& units) {
  const Result<CellTable> cells = readCells(text.toStdString());
  if (!cells || cells->rows.size() < 2)
    return false;
  const SheetMapping mapping = guessMapping(*cells, units);
  std::size_t known = 0;
  std::size_t headed = 0;
  bool isNamed = false;
  for (const SheetColumn& column : mapping.columns) {
    headed += column.header.empty() ? 0U : 1U;
    known += column.to.empty() ? 0U : 1U;
    isNamed = isNamed || column.to == "name" || column.to == "id";
  }
  return isNamed && known >= 2 && 2 * known >= headed;
}

SheetImportDialog::SheetImportDialog(ArmyModel& model, QWidget* parent)
    : QDialog(parent), mModel(model), mModule(model.document()->document()), mUnits(model.army()->units()) {
  setObjectName(QStringLiteral("sheetImportDialog"));
  setWindowTitle(tr("Import an army sheet"));
  mDelay = new QTimer(this);
  mDelay->setSingleShot(true);
  mDelay->setInterval(kTypingPause);
  connect(mDelay, &QTimer::timeout, this, &SheetImportDialog::refresh);
  auto* column = new QVBoxLayout(this);
  column->addWidget(buildSource());
  auto* splitter = new QSplitter(Qt::Vertical);
  splitter->addWidget(buildMapping());
  splitter->addWidget(buildPreview());
  splitter->setChildrenCollapsible(false);
  splitter->setStretchFactor(0, 2);
  splitter->setStretchFactor(1, 3);
  column->addWidget(splitter, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->setObjectName(QStringLiteral("sheetButtons"));
  mImport = buttons->addButton(tr("Import"), QDialogButtonBox::AcceptRole);
  mImport->setObjectName(QStringLiteral("sheetAccept"));
  mImport->setDefault(true);
  auto* copy = buttons->addButton(tr("Copy Report"), QDialogButtonBox::ActionRole);
  copy->setObjectName(QStringLiteral("sheetCopyReport"));
  copy->setToolTip(tr("Everything that was not understood, as text"));
  copy->setAutoDefault(false);
  connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(report()); });
  connect(buttons, &QDialogButtonBox::accepted, this, &SheetImportDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  resize(940, 720);
  showProblem(tr("Choose a file, or copy cells in a spreadsheet and paste them here."));
}

SheetImportDialog::~SheetImportDialog() = default;

QWidget* SheetImportDialog::buildSource() {
  auto* out = new QWidget;
  auto* row = new QHBoxLayout(out);
  row->setContentsMargins(0, 0, 0, 0);
  auto* file = pushButton("sheetFile", tr("&File…"), tr("A sheet (CSV, TSV) or a printed list (text)"));
  auto* paste = pushButton("sheetPaste", tr("&Paste"), tr("Cells from a spreadsheet, or a text, from the clipboard"));
  mSource = new QLabel;
  mSource->setObjectName(QStringLiteral("sheetSource"));
  row->addWidget(file);
  row->addWidget(paste);
  row->addWidget(mSource, 1);
  connect(file, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("A sheet or a printed list"), QString(),
                                                      tr("Sheets and lists (*.csv *.tsv *.tab *.txt);;All files (*)"));
    if (!path.isEmpty())
      openFile(path);
  });
  connect(paste, &QPushButton::clicked, this,
          [this] { setText(QGuiApplication::clipboard()->text(), tr("the clipboard")); });
  return out;
}

QWidget* SheetImportDialog::buildMapping() {
  auto* out = new QWidget;
  auto* column = new QVBoxLayout(out);
  column->setContentsMargins(0, 0, 0, 0);
  auto* row = new QHBoxLayout;
  mMappingName = new QLabel;
  mMappingName->setObjectName(QStringLiteral("sheetMappingName"));
  auto* load = pushButton("sheetLoadMapping", tr("&Load Mapping…"), tr("What the columns mean, from a mapping file"));
  mSaveMapping = pushButton("sheetSaveMapping", tr("&Save Mapping…"), tr("Keep it for the next sheet of this sort"));
  mGuess = pushButton("sheetGuess", tr("&Guess Again"), tr("From the headers"));
  row->addWidget(mMappingName, 1);
  for (QPushButton* button : {mGuess, load, mSaveMapping})
    row->addWidget(button);
  column->addLayout(row);
  mColumns = new SheetColumns(mCells, mUnits);
  connect(mColumns, &SheetColumns::changed, mDelay, qOverload<>(&QTimer::start));
  mLayoutText = new QLabel;
  mLayoutText->setObjectName(QStringLiteral("sheetLayout"));
  mLayoutText->setWordWrap(true);
  mLayoutText->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  mMappings = new QStackedWidget;
  mMappings->addWidget(mColumns);
  mMappings->addWidget(mLayoutText);
  column->addWidget(mMappings, 1);
  connect(mGuess, &QPushButton::clicked, this, &SheetImportDialog::guess);
  connect(load, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("A mapping"), QString(), tr("Mappings (*.json)"));
    if (!path.isEmpty())
      loadMapping(path);
  });
  connect(mSaveMapping, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the mapping"),
                                                      QStringLiteral("sheet.mapping.json"), tr("Mappings (*.json)"));
    if (!path.isEmpty())
      saveMapping(path);
  });
  return out;
}

QWidget* SheetImportDialog::buildPreview() {
  auto* out = new QWidget;
  auto* column = new QVBoxLayout(out);
  column->setContentsMargins(0, 0, 0, 0);
  auto* row = new QHBoxLayout;
  mSummary = new QLabel;
  mSummary->setObjectName(QStringLiteral("sheetSummary"));
  mSummary->setWordWrap(true);
  mSummary->setTextInteractionFlags(Qt::TextSelectableByMouse);
  mFilter = new QComboBox;
  mFilter->setObjectName(QStringLiteral("sheetFilter"));
  mFilter->setAccessibleName(tr("Which rows to show"));
  mFilter->addItems({tr("All rows"), tr("New"), tr("Changed"), tr("Doubtful")}); // as SheetPreviewModel::Filter
  row->addWidget(mSummary, 1);
  row->addWidget(mFilter);
  column->addLayout(row);
  mRowsModel = new SheetPreviewModel(mModule, mUnits, this);
  mRows = new QTableView;
  mRows->setObjectName(QStringLiteral("sheetRows"));
  mRows->setAccessibleName(tr("Rows that the sheet gives"));
  mRows->setModel(mRowsModel);
  mRows->verticalHeader()->hide();
  mRows->verticalHeader()->setDefaultSectionSize(mRows->fontMetrics().height() + 8);
  mRows->setSelectionBehavior(QAbstractItemView::SelectRows);
  mRows->setAlternatingRowColors(true);
  mRows->setWordWrap(false);
  mRows->horizontalHeader()->setStretchLastSection(true);
  int at = 0;
  for (const int width : {48, 66, 190, 90, 90, 130, 170, 130})
    mRows->setColumnWidth(at++, width);
  mDoubts = new QTableWidget(0, 5);
  mDoubts->setObjectName(QStringLiteral("sheetDoubts"));
  mDoubts->setAccessibleName(tr("What was not understood"));
  mDoubts->setHorizontalHeaderLabels({tr("Line"), tr("Column"), tr("Text"), tr("Why"), tr("What became of it")});
  mDoubts->verticalHeader()->hide();
  mDoubts->setEditTriggers(QAbstractItemView::NoEditTriggers);
  mDoubts->setSelectionBehavior(QAbstractItemView::SelectRows);
  mDoubts->setAlternatingRowColors(true);
  mDoubts->setWordWrap(false);
  mDoubts->horizontalHeader()->setStretchLastSection(true);
  at = 0;
  for (const int width : {48, 120, 190, 380})
    mDoubts->setColumnWidth(at++, width);
  mTabs = new QTabWidget;
  mTabs->setObjectName(QStringLiteral("sheetTabs"));
  mTabs->addTab(mRows, tr("Rows"));
  mTabs->addTab(mDoubts, tr("Doubts"));
  column->addWidget(mTabs, 1);
  connect(mFilter, &QComboBox::currentIndexChanged, this,
          [this](int index) { mRowsModel->setFilter(static_cast<SheetPreviewModel::Filter>(index)); });
  return out;
}

bool SheetImportDialog::openFile(const QString& path) {
  const Result<std::string> text = readWholeFile(path.toStdString(), kLargestSheetFile);
  if (!text) {
    mText.clear();
    showProblem(sentence(text.error()));
    return false;
  }
  take(*text, QFileInfo(path).fileName());
  return mProblem.isEmpty();
}

bool SheetImportDialog::setText(const QString& text, const QString& name) {
  take(text.toStdString(), name);
  return mProblem.isEmpty();
}

void SheetImportDialog::take(const std::string& text, const QString& name) {
  mText = text;
  mName = name;
  if (mLayout) // a printed list stays one until somebody says otherwise
    refresh();
  else
    guess();
}

void SheetImportDialog::guess() {
  mLayout.reset();
  mMappings->setCurrentWidget(mColumns);
  const Result<CellTable> cells = readCells(mText);
  mCells = cells ? *cells : CellTable{};
  if (mText.empty())
    mProblem = tr("There is nothing in %1.").arg(mName);
  else if (!cells)
    mProblem = sentence(cells.error());
  else if (mCells.rows.empty())
    mProblem = tr("There is nothing in %1.").arg(mName);
  else if (mCells.rows.size() < 2)
    mProblem = tr("%1 has one row only; a sheet has headers above its rows.").arg(mName);
  else
    mProblem.clear();
  mColumns->show(guessMapping(mCells, mUnits));
  mMappingName->setText(tr("What the columns mean, guessed from their headers:"));
  refresh();
}

bool SheetImportDialog::loadMapping(const QString& path) {
  const auto refuse = [&](const Error& error) {
    QMessageBox::warning(this, QApplication::applicationDisplayName(),
                         tr("%1 cannot be used: %2").arg(QFileInfo(path).fileName(), sentence(error)));
    return false;
  };
  const Result<std::string> text = readWholeFile(path.toStdString(), kLargestSheetFile);
  if (!text)
    return refuse(text.error());
  if (isLayoutMapping(*text)) {
    Result<LayoutMapping> layout = readLayoutMapping(*text);
    if (!layout)
      return refuse(layout.error());
    mLayout = std::move(*layout);
    mProblem.clear();
    QStringList levels;
    for (const LayoutLevel& level : mLayout->levels)
      levels << qt(level.echelon);
    mLayoutText->setText(tr("This is read as a printed list: headings, indents and columns say who belongs to whom.\n"
                            "Side: %1. Levels from the top: %2. The mapping file says which words make a heading; "
                            "change it there.")
                             .arg(qt(mLayout->side), levels.join(QStringLiteral(", "))));
    mMappings->setCurrentWidget(mLayoutText);
  } else {
    const Result<SheetMapping> mapping = readMapping(*text);
    if (!mapping)
      return refuse(mapping.error());
    mLayout.reset();
    const Result<CellTable> cells = readCells(mText, mapping->delimiter);
    mCells = cells ? *cells : CellTable{};
    mProblem = cells ? QString() : sentence(cells.error());
    mMappings->setCurrentWidget(mColumns);
    mColumns->show(*mapping);
  }
  mMappingName->setText(tr("What the sheet means, by %1:").arg(QFileInfo(path).fileName()));
  refresh();
  return true;
}

bool SheetImportDialog::saveMapping(const QString& path) {
  QSaveFile file(path);
  const std::string text = writeMapping(mColumns->mapping());
  if (file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) >= 0 &&
      file.commit()) {
    mMappingName->setText(tr("What the sheet means, by %1:").arg(QFileInfo(path).fileName()));
    return true;
  }
  QMessageBox::warning(this, QApplication::applicationDisplayName(),
                       tr("%1 cannot be written: %2.").arg(path, file.errorString()));
  return false;
}

void SheetImportDialog::refresh() {
  mDelay->stop();
  if (mText.empty() && mProblem.isEmpty())
    mProblem = tr("There is nothing in %1.").arg(mName);
  mPreview = !mProblem.isEmpty() ? SheetPreview{}
             : mLayout           ? previewLayout(mText, *mLayout, mModule)
                                 : previewSheet(mCells, mColumns->mapping(), mModule, mUnits);
  mSource->setText(mName);
  mRowsModel->show(mPreview);
  showDoubts();
  mSummary->setText(mProblem.isEmpty() ? summary() : mProblem);
  const std::size_t changes = mPreview.count(SheetRow::Change::New) + mPreview.count(SheetRow::Change::Changed);
  mImport->setText(changes == 0 ? tr("Import") : tr("Import %n Row(s)", nullptr, static_cast<int>(changes)));
  mImport->setEnabled(changes > 0);
  mSaveMapping->setEnabled(mProblem.isEmpty() && !mLayout);
  mGuess->setEnabled(!mText.empty());
}

void SheetImportDialog::showProblem(const QString& problem) {
  mProblem = problem;
  refresh();
}

void SheetImportDialog::showDoubts() {
  const std::size_t shown = std::min(mPreview.doubts.size(), kMostDoubtsShown);
  mDoubts->setRowCount(0);
  mDoubts->setRowCount(static_cast<int>(shown));
  for (std::size_t i = 0; i < shown; ++i) {
    const SheetDoubt& doubt = mPreview.doubts[i];
    const std::array<QString, 5> cells{doubt.line > 0 ? QString::number(doubt.line) : QString(), qt(doubt.column),
                                       qt(doubt.text), qt(doubt.why),
                                       doubt.isLost ? tr("left out") : tr("taken, marked as doubtful")};
    int column = 0;
    for (const QString& cell : cells) {
      auto* item = new QTableWidgetItem(cell);
      item->setToolTip(cell);
      mDoubts->setItem(static_cast<int>(i), column++, item);
    }
  }
  mTabs->setTabText(1, mPreview.doubts.empty() ? tr("Doubts") : tr("Doubts (%1)").arg(mPreview.doubts.size()));
}

QString SheetImportDialog::summary() const {
  const auto lost = std::count_if(mPreview.doubts.begin(), mPreview.doubts.end(),
                                  [](const SheetDoubt& doubt) { return doubt.isLost; });
  QStringList parts{tr("%1 new").arg(mPreview.count(SheetRow::Change::New)),
                    tr("%1 changed").arg(mPreview.count(SheetRow::Change::Changed)),
                    tr("%1 as they are").arg(mPreview.count(SheetRow::Change::Same))};
  if (mPreview.passedOver > 0)
    parts << tr("%1 not wanted").arg(mPreview.passedOver);
  if (mRowsModel->doubtful() > 0)
    parts << tr("%1 doubtful").arg(mRowsModel->doubtful());
  QString out = tr("%n row(s): ", nullptr, static_cast<int>(mPreview.rows.size())) + parts.join(QStringLiteral(", "));
  if (lost > 0)
    out += tr("; %n cell(s) or row(s) not understood", nullptr, static_cast<int>(lost));
  return out + QLatin1Char('.');
}

QString SheetImportDialog::report() const {
  QStringList lines{mName + QStringLiteral(": ") + (mProblem.isEmpty() ? summary() : mProblem)};
  for (const SheetDoubt& doubt : mPreview.doubts)
    lines << tr("line %1: ").arg(doubt.line) + doubtText(doubt) +
                 (doubt.isLost ? QString() : tr(" (taken, marked as doubtful)"));
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void SheetImportDialog::accept() {
  if (mDelay->isActive()) // the last letter counts
    refresh();
  const SheetPreview preview = mPreview;
  const auto changes =
      static_cast<int>(preview.count(SheetRow::Change::New) + preview.count(SheetRow::Change::Changed));
  if (changes == 0)
    return;
  const bool made = mModel.apply(tr("Import %1").arg(mName), [&preview](Stroke& stroke) {
    for (const SheetRow& row : preview.rows)
      if (row.change != SheetRow::Change::Same)
        stroke.setRecord(kOobTable, row.key, row.record);
  });
  if (!made)
    return;
  emit imported(tr("%n row(s) of %1 came in.", nullptr, changes).arg(mName));
  QDialog::accept();
}

} // namespace hotchkiss::editor
