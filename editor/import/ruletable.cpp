#include "editor/import/ruletable.h"

#include "editor/docks/glyphs.h"

#include <QtWidgets>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

/// A text for a row that is shown and never written.
constexpr const char* kInfo = "_info";

json valueFrom(const QString& text) {
  bool isNumber = false;
  const double number = QLocale::c().toDouble(text, &isNumber);
  if (!isNumber)
    return text.toStdString();
  if (number == std::floor(number) && std::abs(number) < 1e15)
    return static_cast<std::int64_t>(number);
  return number;
}

QString numberText(const json& value) {
  return value.is_number() ? QString::number(value.get<double>(), 'g', 12) : QString();
}

/// Turns the wheel over to the table: values must not change while one scrolls.
class NoWheel final : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() != QEvent::Wheel)
      return false;
    event->ignore();
    return true;
  }
};

} // namespace

json conditionFrom(const QString& text) {
  const QString plain = text.trimmed();
  if (plain.isEmpty())
    return {};
  static const QRegularExpression kRange(QStringLiteral("^(-?[0-9.]+)\\s*(?:to|–|\\.\\.)\\s*(-?[0-9.]+)$"));
  static const QRegularExpression kAbove(QStringLiteral("^(?:>=|≥)\\s*(-?[0-9.]+)$"));
  static const QRegularExpression kBelow(QStringLiteral("^(?:<=|≤)\\s*(-?[0-9.]+)$"));
  if (const auto match = kRange.match(plain); match.hasMatch())
    return {{"min", valueFrom(match.captured(1))}, {"max", valueFrom(match.captured(2))}};
  if (const auto match = kAbove.match(plain); match.hasMatch())
    return {{"min", valueFrom(match.captured(1))}};
  if (const auto match = kBelow.match(plain); match.hasMatch())
    return {{"max", valueFrom(match.captured(1))}};
  if (!plain.contains(QLatin1Char(',')))
    return valueFrom(plain);
  json out = json::array();
  for (const QString& part : plain.split(QLatin1Char(','), Qt::SkipEmptyParts))
    if (!part.trimmed().isEmpty())
      out.push_back(conditionFrom(part));
  return out;
}

QString conditionText(const json& condition) {
  if (condition.is_array()) {
    QStringList parts;
    for (const json& one : condition)
      parts << conditionText(one);
    return parts.join(QStringLiteral(", "));
  }
  if (condition.is_object()) {
    if (condition.contains("min") && condition.contains("max"))
      return numberText(condition["min"]) + QStringLiteral(" to ") + numberText(condition["max"]);
    return condition.contains("min") ? QStringLiteral("≥ ") + numberText(condition["min"])
                                     : QStringLiteral("≤ ") + numberText(condition.value("max", json()));
  }
  return condition.is_string() ? QString::fromStdString(condition.get<std::string>()) : numberText(condition);
}

RuleTable::RuleTable(const QString& name, std::vector<RuleColumn> columns, QWidget* parent)
    : QWidget(parent), mColumns(std::move(columns)) {
  setObjectName(name);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(2);
  mTable = new QTableWidget(0, static_cast<int>(mColumns.size()));
  mTable->setObjectName(name + QStringLiteral("Table"));
  mTable->setSelectionBehavior(QAbstractItemView::SelectRows);
  mTable->setSelectionMode(QAbstractItemView::SingleSelection);
  mTable->verticalHeader()->hide();
  mTable->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
  mTable->horizontalHeader()->setHighlightSections(false);
  mTable->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  mTable->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  for (int i = 0; i < mTable->columnCount(); ++i) {
    const RuleColumn& column = mColumns[static_cast<std::size_t>(i)];
    auto* header = new QTableWidgetItem(column.title);
    header->setToolTip(column.tip);
    mTable->setHorizontalHeaderItem(i, header);
    if (column.width == 0) {
      mTable->horizontalHeader()->setSectionResizeMode(i, QHeaderView::Stretch);
    } else {
      mTable->horizontalHeader()->setSectionResizeMode(i, QHeaderView::Interactive);
      mTable->setColumnWidth(i, std::max(fontMetrics().horizontalAdvance(column.title) + 14,
                                         fontMetrics().averageCharWidth() * column.width + 12));
    }
  }
  row->addWidget(mTable, 1);
  auto* side = new QVBoxLayout;
  side->setSpacing(2);
  const auto button = [&](const char* suffix, const QIcon& icon, const QString& text, const QString& tip) {
    auto* one = new QToolButton;
    one->setObjectName(name + QLatin1String(suffix));
    if (icon.isNull())
      one->setText(text);
    else
      one->setIcon(icon);
    one->setToolTip(tip);
    one->setAccessibleName(tip);
    one->setAutoRaise(true);
    side->addWidget(one);
    return one;
  };
  mAdd = button("Add", glyphIcon(Glyph::Add), {}, tr("Add a row"));
  mRemove = button("Remove", glyphIcon(Glyph::Remove), {}, tr("Remove the row"));
  mUp = button("Up", {}, QStringLiteral("↑"), tr("Move the row up: earlier rows go first"));
  mDown = button("Down", {}, QStringLiteral("↓"), tr("Move the row down"));
  side->addStretch();
  row->addLayout(side);
  connect(mAdd, &QToolButton::clicked, this, [this] {
    addRow(json::object());
    mTable->selectRow(count() - 1);
    emit changed();
  });
  connect(mRemove, &QToolButton::clicked, this, &RuleTable::remove);
  connect(mUp, &QToolButton::clicked, this, [this] { move(-1); });
  connect(mDown, &QToolButton::clicked, this, [this] { move(1); });
  connect(mTable, &QTableWidget::itemSelectionChanged, this, &RuleTable::updateButtons);
  connect(mTable, &QTableWidget::currentCellChanged, this, &RuleTable::updateButtons);
  setVisibleRows(4);
  updateButtons();
}

void RuleTable::setVisibleRows(int rows) {
  mTable->setMinimumHeight(mTable->verticalHeader()->defaultSectionSize() * rows +
                           mTable->horizontalHeader()->sizeHint().height() + 4);
}

int RuleTable::count() const {
  return mTable->rowCount();
}

QWidget* RuleTable::cell(int row, int column) const {
  return mTable->cellWidget(row, column);
}

void RuleTable::setChoices(int column, std::vector<RuleChoice> choices) {
  const json present = allRows();
  mColumns[static_cast<std::size_t>(column)].choices = std::move(choices);
  setRows(present);
}

void RuleTable::clear() {
  mTable->setRowCount(0);
  updateButtons();
}

void RuleTable::setRows(const json& rows) {
  mIsFilling = true;
  mTable->setRowCount(0);
  for (const json& row : rows)
    addRow(row);
  mIsFilling = false;
  updateButtons();
}

QWidget* RuleTable::makeCell(const RuleColumn& column, const json& row) {
  const auto told = [this] {
    if (!mIsFilling)
      emit changed();
  };
  const json when = row.value("when", json::object());
  if (column.type == RuleColumn::Type::Choice || column.type == RuleColumn::Type::KindClass ||
      column.type == RuleColumn::Type::WhenField) {
    auto* box = new QComboBox;
    box->setFrame(false);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(4);
    box->installEventFilter(new NoWheel(box));
    if (!column.none.isEmpty())
      box->addItem(column.none, QString());
    for (const RuleChoice& choice : column.choices)
      box->addItem(choice.shown, choice.data);
    QString present;
    if (column.type == RuleColumn::Type::WhenField)
      present = when.empty() ? QString() : QString::fromStdString(when.begin().key());
    else if (row.contains(column.member))
      present = QString::fromStdString(row[column.member].get<std::string>());
    if (column.type == RuleColumn::Type::KindClass && row.contains("class"))
      present += QLatin1Char(':') + QString::fromStdString(row["class"].get<std::string>());
    int at = box->findData(present);
    if (at < 0 && !present.isEmpty()) { // not in this catalogue or file; shown, so that it can be seen
      box->addItem(present, present);
      at = box->count() - 1;
    }
    box->setCurrentIndex(std::max(0, at));
    box->setToolTip(box->currentText());
    connect(box, &QComboBox::currentIndexChanged, this, [this, box, told] {
      box->setToolTip(box->currentText());
      told();
    });
    return box;
  }
  auto* line = new QLineEdit;
  line->setFrame(false);
  line->setToolTip(column.tip);
  if (column.type == RuleColumn::Type::Info) {
    line->setReadOnly(true);
    line->setFocusPolicy(Qt::NoFocus);
  } else if (column.type == RuleColumn::Type::Number || column.type == RuleColumn::Type::Whole) {
    if (column.type == RuleColumn::Type::Whole)
      line->setValidator(new QIntValidator(line));
    else
      line->setValidator(
          new QRegularExpressionValidator(QRegularExpression(QStringLiteral("-?[0-9]*\\.?[0-9]*")), line));
    line->setText(numberText(row.value(column.member, json())));
    line->setPlaceholderText(column.none);
  } else {
    line->setText(conditionText(column.type == RuleColumn::Type::WhenCondition
                                    ? (when.empty() ? json() : when.begin().value())
                                    : row.value(column.member, json())));
    line->setPlaceholderText(column.none);
  }
  connect(line, &QLineEdit::textEdited, this, told);
  return line;
}

void RuleTable::addRow(const json& row) {
  const bool wasFilling = std::exchange(mIsFilling, true);
  const int at = mTable->rowCount();
  mTable->insertRow(at);
  for (int i = 0; i < mTable->columnCount(); ++i) {
    const RuleColumn& column = mColumns[static_cast<std::size_t>(i)];
    QWidget* widget = makeCell(column, row);
    if (column.type == RuleColumn::Type::Info)
      static_cast<QLineEdit*>(widget)->setText(QString::fromStdString(row.value(kInfo, "")));
    auto* item = new QTableWidgetItem;
    if (i == 0)
      item->setData(Qt::UserRole, QString::fromStdString(row.dump()));
    mTable->setItem(at, i, item);
    mTable->setCellWidget(at, i, widget);
  }
  mIsFilling = wasFilling;
  updateButtons();
}

QString RuleTable::textOf(int row, int column) const {
  QWidget* widget = cell(row, column);
  if (const auto* box = qobject_cast<QComboBox*>(widget))
    return box->currentData().toString();
  return static_cast<QLineEdit*>(widget)->text().trimmed();
}

json RuleTable::rowAt(int at) const {
  json row = json::parse(mTable->item(at, 0)->data(Qt::UserRole).toString().toStdString(), nullptr, false);
  if (!row.is_object())
    row = json::object();
  QString whenField;
  for (int i = 0; i < mTable->columnCount(); ++i) {
    const RuleColumn& column = mColumns[static_cast<std::size_t>(i)];
    const QString text = textOf(at, i);
    switch (column.type) {
    case RuleColumn::Type::Info:
      break;
    case RuleColumn::Type::WhenField: {
      whenField = text;
      json when = row.value("when", json::object());
      if (!when.empty())
        when.erase(when.begin()); // the first one is the one shown
      row.erase("when");
      if (!when.empty())
        row["when"] = when;
      break;
    }
    case RuleColumn::Type::WhenCondition:
      if (const json condition = conditionFrom(text); !whenField.isEmpty() && !condition.is_null())
        row["when"][whenField.toStdString()] = condition;
      break;
    case RuleColumn::Type::KindClass: {
      row.erase(column.member);
      row.erase("class");
      const qsizetype colon = text.indexOf(QLatin1Char(':'));
      if (!text.isEmpty())
        row[column.member] = text.left(colon < 0 ? text.size() : colon).toStdString();
      if (colon >= 0)
        row["class"] = text.mid(colon + 1).toStdString();
      break;
    }
    case RuleColumn::Type::Choice:
      row.erase(column.member);
      if (!text.isEmpty())
        row[column.member] = text.toStdString();
      break;
    default: {
      row.erase(column.member);
      const json value = column.type == RuleColumn::Type::Condition ? conditionFrom(text)
                         : text.isEmpty()                           ? json()
                                                                    : valueFrom(text);
      if (!value.is_null() && (column.type == RuleColumn::Type::Condition || value.is_number()))
        row[column.member] = value;
    }
    }
  }
  return row;
}

json RuleTable::allRows() const {
  json out = json::array();
  for (int i = 0; i < count(); ++i)
    out.push_back(rowAt(i));
  return out;
}

json RuleTable::rows() const {
  json out = allRows();
  for (json& row : out)
    row.erase(kInfo);
  return out;
}

void RuleTable::move(int by) {
  const int at = mTable->currentRow();
  const int to = at + by;
  if (at < 0 || to < 0 || to >= count())
    return;
  json all = allRows();
  std::swap(all[static_cast<std::size_t>(at)], all[static_cast<std::size_t>(to)]);
  setRows(all);
  mTable->selectRow(to);
  emit changed();
}

void RuleTable::remove() {
  const int at = mTable->currentRow() >= 0 ? mTable->currentRow() : count() - 1;
  if (at < 0)
    return;
  mTable->removeRow(at);
  updateButtons();
  emit changed();
}

void RuleTable::updateButtons() {
  const int at = mTable->currentRow();
  mRemove->setEnabled(count() > 0);
  mUp->setEnabled(at > 0);
  mDown->setEnabled(at >= 0 && at + 1 < count());
}

} // namespace hotchkiss::editor
