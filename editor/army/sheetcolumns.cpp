#include "editor/army/sheetcolumns.h"

#include "editor/model/qtext.h"

#include <QtWidgets>

#include <algorithm>
#include <array>

namespace hotchkiss::editor {

namespace {

enum SheetColumnField { kHeaderField, kExampleField, kTargetField, kWordsField, kFillField, kSheetColumnFields };

constexpr std::size_t kExamples = 3;

/// A choice with an empty one at the top, for what the rows say themselves.
QComboBox* choiceField(const char* name, const QString& accessible, const QString& none,
                       const std::map<std::string, std::string>& names) {
  auto* out = new QComboBox;
  out->setObjectName(QLatin1String(name));
  out->setAccessibleName(accessible);
  out->addItem(none, QString());
  for (const auto& [id, text] : names)
    out->addItem(text.empty() ? qt(id) : qt(text), qt(id));
  return out;
}

std::string textIn(const QTableWidget& table, int row, int column) {
  const QTableWidgetItem* item = table.item(row, column);
  return item ? item->text().trimmed().toStdString() : std::string();
}

} // namespace

QString wordsText(const std::map<std::string, std::string>& words) {
  QStringList out;
  for (const auto& [from, to] : words)
    out << qt(from) + QLatin1Char('=') + qt(to);
  return out.join(QStringLiteral("; "));
}

std::map<std::string, std::string> wordsOf(const QString& text) {
  std::map<std::string, std::string> out;
  for (const QString& each : text.split(QLatin1Char(';'), Qt::SkipEmptyParts))
    if (const qsizetype equals = each.indexOf(QLatin1Char('=')); equals > 0)
      out[each.left(equals).trimmed().toStdString()] = each.mid(equals + 1).trimmed().toStdString();
  return out;
}

SheetColumns::SheetColumns(const CellTable& table, const UnitCatalogue& units, QWidget* parent)
    : QWidget(parent), mTable(table), mUnits(units) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  mColumns = new QTableWidget(0, kSheetColumnFields);
  mColumns->setObjectName(QStringLiteral("sheetColumns"));
  mColumns->setAccessibleName(tr("What the columns of the sheet mean"));
  mColumns->setHorizontalHeaderLabels(
      {tr("Column"), tr("Begins with"), tr("Goes to"), tr("Words"), tr("Empty = above")});
  mColumns->horizontalHeaderItem(kWordsField)
      ->setToolTip(tr("What cells stand for: US=usa; Confederate=csa. Separate them by semicolons."));
  mColumns->horizontalHeaderItem(kFillField)->setToolTip(tr("An empty cell means the one above it"));
  mColumns->verticalHeader()->hide();
  mColumns->horizontalHeader()->setSectionResizeMode(kTargetField, QHeaderView::Interactive);
  mColumns->setColumnWidth(kHeaderField, 110);
  mColumns->setColumnWidth(kExampleField, 130);
  mColumns->setColumnWidth(kTargetField, 165);
  mColumns->setColumnWidth(kWordsField, 190);
  mColumns->horizontalHeader()->setStretchLastSection(true);
  column->addWidget(mColumns, 1);

  std::map<std::string, std::string> types;
  for (const auto& [id, type] : units.types)
    types[id] = type.name;
  mHeader = new QSpinBox;
  mHeader->setObjectName(QStringLiteral("sheetHeaderRow"));
  mHeader->setRange(1, 1000);
  mHeader->setToolTip(tr("The row with the headers, counted without empty rows"));
  mSection = new QComboBox;
  mSection->setObjectName(QStringLiteral("sheetSection"));
  for (const auto& [id, text] :
       {std::pair{"unit", tr("Units")}, std::pair{"leader", tr("Leaders")}, std::pair{"formation", tr("Formations")},
        std::pair{"battery", tr("Batteries")}, std::pair{"ship", tr("Ships")}, std::pair{"hq", tr("Headquarters")},
        std::pair{"wagon", tr("Wagons")}, std::pair{"marker", tr("Markers")}})
    mSection->addItem(text, QLatin1String(id));
  mSide = choiceField("sheetSide", tr("Side of rows that say none"), tr("as the rows say"), units.sideNames);
  mType = choiceField("sheetType", tr("Type of rows that say none"), tr("as the rows say"), types);
  mFormation = new QLineEdit;
  mFormation->setObjectName(QStringLiteral("sheetFormation"));
  mFormation->setPlaceholderText(tr("as the rows say"));
  mFormation->setToolTip(tr("Id of the formation of rows that say none"));
  mOnly = new QLineEdit;
  mOnly->setObjectName(QStringLiteral("sheetOnly"));
  mOnly->setPlaceholderText(tr("all rows"));
  mOnly->setToolTip(tr("Take only rows in which a column holds this, such as battle=PA002"));
  auto* grid = new QGridLayout;
  const std::array<std::pair<QString, QWidget*>, 6> fields{{{tr("Header in row"), mHeader},
                                                            {tr("Rows are"), mSection},
                                                            {tr("Only rows with"), mOnly},
                                                            {tr("Side"), mSide},
                                                            {tr("Formation"), mFormation},
                                                            {tr("Type"), mType}}};
  int place = 0;
  for (const auto& [text, field] : fields) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    const int at = place % 3 * 2;
    grid->addWidget(label, place / 3, at);
    grid->addWidget(field, place / 3, at + 1);
    grid->setColumnStretch(at + 1, 1);
    ++place;
  }
  column->addLayout(grid);
  const auto tell = [this] {
    if (!mIsShowing)
      emit changed();
  };
  connect(mColumns, &QTableWidget::itemChanged, this, tell);
  connect(mHeader, &QSpinBox::valueChanged, this, [this, tell](int row) {
    if (mIsShowing)
      return;
    CellTable below; // what was said of other headers means nothing here
    const std::size_t first = std::min(static_cast<std::size_t>(row) - 1, mTable.rows.size());
    below.rows.assign(mTable.rows.begin() + static_cast<std::ptrdiff_t>(first), mTable.rows.end());
    mMapping.columns = guessMapping(below, mUnits).columns;
    mMapping.headerRow = row;
    fillColumns();
    tell();
  });
  for (QComboBox* box : {mSection, mSide, mType})
    connect(box, &QComboBox::currentIndexChanged, this, tell);
  for (QLineEdit* field : {mFormation, mOnly})
    connect(field, &QLineEdit::textChanged, this, tell);
}

const QStringList& SheetColumns::targets() {
  if (!mTargets.isEmpty())
    return mTargets;
  mTargets << QString();
  for (const char* member : {"id", "section", "name", "designation", "side", "type", "formation", "echelon", "order",
                             "leader", "commands", "role", "note", "source", "doubt", "printed", "uncertain"})
    mTargets << QLatin1String(member);
  for (const auto& [id, attribute] : mUnits.attributes)
    if (!attribute.state)
      mTargets << QStringLiteral("values.") + qt(id);
  std::vector<std::pair<long, std::string>> levels;
  for (const auto& [id, echelon] : mUnits.echelons)
    levels.emplace_back(-echelon.rank, id);
  std::sort(levels.begin(), levels.end());
  for (const auto& [rank, id] : levels)
    mTargets << QStringLiteral("level.") + qt(id);
  mTargets << QStringLiteral("more");
  return mTargets;
}

QString SheetColumns::exampleOf(const std::string& header) const {
  const auto head = static_cast<std::size_t>(std::max(1L, mMapping.headerRow)) - 1;
  if (head >= mTable.rows.size())
    return {};
  const std::vector<std::string>& heads = mTable.rows[head];
  const auto it = std::find_if(heads.begin(), heads.end(),
                               [&](const std::string& each) { return plainHeader(each) == plainHeader(header); });
  QStringList out;
  const auto index = static_cast<std::size_t>(it - heads.begin());
  for (std::size_t i = head + 1; i < mTable.rows.size() && static_cast<std::size_t>(out.size()) < kExamples; ++i)
    if (index < mTable.rows[i].size() && !mTable.rows[i][index].empty())
      if (const QString cell = qt(mTable.rows[i][index]).simplified(); !out.contains(cell))
        out << cell;
  return out.join(QStringLiteral(", "));
}

void SheetColumns::fillRow(int row, const SheetColumn& column, const QString& example) {
  auto* header = new QTableWidgetItem(qt(column.header));
  auto* cells = new QTableWidgetItem(example);
  for (QTableWidgetItem* item : {header, cells})
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
  cells->setForeground(palette().brush(QPalette::PlaceholderText));
  cells->setToolTip(example);
  auto* to = new QComboBox;
  to->setObjectName(QStringLiteral("sheetTarget%1").arg(row));
  to->setAccessibleName(tr("Where the column %1 goes").arg(qt(column.header)));
  to->setEditable(true);
  to->setInsertPolicy(QComboBox::NoInsert);
  to->addItems(targets());
  to->lineEdit()->setPlaceholderText(tr("passed over"));
  to->setCurrentText(qt(column.to));
  connect(to, &QComboBox::currentTextChanged, this, [this] {
    if (!mIsShowing)
      emit changed();
  });
  auto* fill = new QTableWidgetItem;
  fill->setCheckState(column.fillDown ? Qt::Checked : Qt::Unchecked);
  fill->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
  mColumns->setItem(row, kHeaderField, header);
  mColumns->setItem(row, kExampleField, cells);
  mColumns->setCellWidget(row, kTargetField, to);
  mColumns->setItem(row, kWordsField, new QTableWidgetItem(wordsText(column.words)));
  mColumns->setItem(row, kFillField, fill);
}

void SheetColumns::fillColumns() {
  const QSignalBlocker quiet(mColumns);
  // Every column of the sheet has a row, those that the mapping knows and the others behind them.
  std::vector<SheetColumn> columns = mMapping.columns;
  const auto head = static_cast<std::size_t>(std::max(1L, mMapping.headerRow)) - 1;
  if (head < mTable.rows.size())
    for (const std::string& header : mTable.rows[head])
      if (!plainHeader(header).empty() && std::none_of(columns.begin(), columns.end(), [&](const SheetColumn& each) {
            return plainHeader(each.header) == plainHeader(header);
          })) {
        columns.emplace_back();
        columns.back().header = header;
      }
  mMapping.columns = columns;
  mColumns->setRowCount(0);
  mColumns->setRowCount(static_cast<int>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i)
    fillRow(static_cast<int>(i), columns[i], exampleOf(columns[i].header));
}

QString SheetColumns::constant(const char* to) const {
  const auto it = mMapping.constants.find(to);
  return it == mMapping.constants.end() ? QString() : qt(it->second);
}

void SheetColumns::show(const SheetMapping& mapping) {
  mIsShowing = true;
  mMapping = mapping;
  fillColumns();
  mHeader->setValue(static_cast<int>(mapping.headerRow));
  mSection->setCurrentIndex(std::max(0, mSection->findData(qt(mapping.section))));
  mSide->setCurrentIndex(std::max(0, mSide->findData(constant("side"))));
  mType->setCurrentIndex(std::max(0, mType->findData(constant("type"))));
  mFormation->setText(constant("formation"));
  mOnly->setText(wordsText(mapping.only));
  mIsShowing = false;
}

SheetMapping SheetColumns::mapping() const {
  SheetMapping out = mMapping;
  out.headerRow = mHeader->value();
  out.section = mSection->currentData().toString().toStdString();
  if (mOnly->text() != wordsText(mMapping.only))
    out.only = wordsOf(mOnly->text());
  const std::array<std::pair<const char*, QString>, 3> constants{{{"side", mSide->currentData().toString()},
                                                                  {"type", mType->currentData().toString()},
                                                                  {"formation", mFormation->text().trimmed()}}};
  for (const auto& [to, value] : constants) {
    if (value.isEmpty())
      out.constants.erase(to);
    else
      out.constants[to] = value.toStdString();
  }
  for (int row = 0; row < mColumns->rowCount(); ++row) {
    SheetColumn& column = out.columns[static_cast<std::size_t>(row)];
    if (const auto* to = qobject_cast<QComboBox*>(mColumns->cellWidget(row, kTargetField)))
      column.to = to->currentText().trimmed().toStdString();
    // Words that the field cannot write, with semicolons in them, stay as long as nobody changes it.
    if (const std::string words = textIn(*mColumns, row, kWordsField);
        words != wordsText(mMapping.columns[static_cast<std::size_t>(row)].words).trimmed().toStdString())
      column.words = wordsOf(qt(words));
    const QTableWidgetItem* fill = mColumns->item(row, kFillField);
    column.fillDown = fill && fill->checkState() == Qt::Checked;
  }
  return out;
}

} // namespace hotchkiss::editor
