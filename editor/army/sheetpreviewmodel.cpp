#include "editor/army/sheetpreviewmodel.h"

#include "editor/model/qtext.h"
#include "libscenario/army/armyvalue.h"

#include <QApplication>
#include <QFont>
#include <QStyle>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace hotchkiss::editor {

namespace {

using nlohmann::json;

enum PreviewField {
  kLineField,
  kChangeField,
  kNameField,
  kSideField,
  kTypeField,
  kFormationField,
  kValuesField,
  kDoubtField,
  kIdField,
  kPreviewFields
};

json recordBody(const std::string& record) {
  return json::parse(record, nullptr, false);
}

bool isDoubtfulRow(const json& body) {
  if (body.value("uncertain", false) || !body.value("doubt", "").empty())
    return true;
  const json values = body.value("values", json::object());
  return std::any_of(values.begin(), values.end(), [](const json& value) {
    return value.is_object() && (value.value("uncertain", false) || value.value("unknown", false));
  });
}

std::string shownValue(const json& value) {
  return ArmyValue::read(value).shown();
}

} // namespace

SheetPreviewModel::SheetPreviewModel(const Document& module, const UnitCatalogue& units, QObject* parent)
    : QAbstractTableModel(parent), mModule(module), mUnits(units) {}

void SheetPreviewModel::show(const SheetPreview& preview) {
  beginResetModel();
  mPreview = &preview;
  mIsDoubtful.assign(preview.rows.size(), false);
  mDoubtful = 0;
  for (std::size_t i = 0; i < preview.rows.size(); ++i)
    if (isDoubtfulRow(recordBody(preview.rows[i].record))) {
      mIsDoubtful[i] = true;
      ++mDoubtful;
    }
  chooseRows();
  endResetModel();
}

void SheetPreviewModel::setFilter(Filter filter) {
  beginResetModel();
  mFilter = filter;
  chooseRows();
  endResetModel();
}

void SheetPreviewModel::chooseRows() {
  mShown.clear();
  for (std::size_t i = 0; mPreview && i < mPreview->rows.size(); ++i) {
    const SheetRow::Change change = mPreview->rows[i].change;
    if (mFilter == Filter::All || (mFilter == Filter::New && change == SheetRow::Change::New) ||
        (mFilter == Filter::Changed && change == SheetRow::Change::Changed) ||
        (mFilter == Filter::Doubtful && mIsDoubtful[i]))
      mShown.push_back(i);
  }
}

int SheetPreviewModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(mShown.size());
}

int SheetPreviewModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kPreviewFields;
}

QVariant SheetPreviewModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return {};
  const std::array<QString, kPreviewFields> names{tr("Line"),      tr("What"),   tr("Name"),  tr("Side"), tr("Type"),
                                                  tr("Formation"), tr("Values"), tr("Doubt"), tr("Id")};
  return names[static_cast<std::size_t>(section)];
}

/// What it says of values; for a row that changes something, what there was and what there will be.
QString SheetPreviewModel::valuesText(const SheetRow& row) const {
  const json body = recordBody(row.record);
  const std::string* record = row.change == SheetRow::Change::Changed ? mModule.record(kOobTable, row.key) : nullptr;
  const json before = record ? recordBody(*record) : json::object();
  const json valuesBefore = before.value("values", json::object());
  QStringList out;
  const json values = body.value("values", json::object()); // outlives the loop
  for (const auto& [name, value] : values.items()) {
    const auto known = mUnits.attributes.find(name);
    const QString shown = known == mUnits.attributes.end() ? qt(name) : qt(known->second.name);
    const auto old = valuesBefore.find(name);
    if (!record)
      out << shown + QLatin1Char(' ') + qt(shownValue(value));
    else if (old == valuesBefore.end() || *old != value)
      out << tr("%1 %2 → %3")
                 .arg(shown, old == valuesBefore.end() ? tr("nothing") : qt(shownValue(*old)), qt(shownValue(value)));
  }
  for (const auto& [name, value] : body.items())
    if (record && name != "values" && (!before.contains(name) || before[name] != value))
      out << tr("%1 → %2").arg(qt(name), qt(value.is_string() ? value.get<std::string>() : value.dump()));
  return out.join(QStringLiteral(", "));
}

QString SheetPreviewModel::text(const SheetRow& row, int column) const {
  const json body = recordBody(row.record);
  const auto member = [&](const char* name) { return qt(body.value(name, std::string())); };
  switch (column) {
  case kLineField:
    return row.line > 0 ? QString::number(row.line) : QString();
  case kChangeField:
    return row.change == SheetRow::Change::New       ? tr("new")
           : row.change == SheetRow::Change::Changed ? tr("changed")
                                                     : tr("as it is");
  case kNameField:
    return member("name");
  case kSideField: {
    const auto name = mUnits.sideNames.find(body.value("side", std::string()));
    return name == mUnits.sideNames.end() ? member("side") : qt(name->second);
  }
  case kTypeField: {
    if (row.key.section == "formation") {
      const auto echelon = mUnits.echelons.find(body.value("echelon", std::string()));
      return echelon == mUnits.echelons.end() ? tr("formation") : qt(echelon->second.name);
    }
    const auto type = mUnits.types.find(body.value("type", std::string()));
    return type == mUnits.types.end() ? member("type") : qt(type->second.name);
  }
  case kFormationField:
    return row.key.section == "formation" ? member("parent") : member("formation");
  case kValuesField:
    return valuesText(row);
  case kDoubtField: {
    const QString doubt = member("doubt");
    return doubt.isEmpty() && body.value("uncertain", false) ? tr("uncertain") : doubt;
  }
  default:
    return qt(row.key.id);
  }
}

QVariant SheetPreviewModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !mPreview)
    return {};
  const std::size_t at = mShown[static_cast<std::size_t>(index.row())];
  const SheetRow& row = mPreview->rows[at];
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
    return text(row, index.column());
  if (role == Qt::DecorationRole && index.column() == kNameField && mIsDoubtful[at])
    return QApplication::style()->standardIcon(QStyle::SP_MessageBoxWarning);
  if (role == Qt::FontRole && row.change != SheetRow::Change::Same && index.column() == kChangeField) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role == Qt::ForegroundRole && row.change == SheetRow::Change::Same)
    return QApplication::palette().brush(QPalette::PlaceholderText);
  return {};
}

} // namespace hotchkiss::editor
