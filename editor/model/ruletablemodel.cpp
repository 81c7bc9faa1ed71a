#include "editor/model/ruletablemodel.h"

#include "editor/docks/recordtext.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"
#include "editor/model/rulecells.h"
#include "libscenario/json/objecttext.h"
#include "libscenario/rules/rulebook.h"

#include <QBrush>
#include <QColor>
#include <QFont>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

QString sourceOf(const json& body) {
  const auto it = body.find("source");
  if (it == body.end())
    return {};
  if (it->is_string())
    return qt(it->get<std::string>());
  QStringList all;
  for (const json& one : *it)
    all << qt(one.get<std::string>());
  return all.join(QStringLiteral("; "));
}

json sourceFrom(const QString& text) {
  const QStringList all = text.split(QLatin1Char(';'), Qt::SkipEmptyParts);
  if (all.size() == 1)
    return all.front().trimmed().toStdString();
  json out = json::array();
  for (const QString& one : all)
    out.push_back(one.trimmed().toStdString());
  return out;
}

/// How a decision is made, for one that is no plain expression: "sum of u.men for each u in unitsAt(h) where …".
QString foldText(const json& body) {
  QString out;
  for (const char* how : {"sum", "any", "all", "min", "max", "list", "count"})
    if (const auto it = body.find(how); it != body.end())
      out = it->is_string() ? QStringLiteral("%1 %2").arg(QLatin1String(how), qt(it->get<std::string>()))
                            : QString::fromLatin1(how);
  out += QStringLiteral(" for each %1 in %2").arg(qt(body.value("each", "")), qt(body.value("in", "")));
  if (body.contains("where"))
    out += QStringLiteral(" where ") + qt(body["where"].get<std::string>());
  return out;
}

/// The names in a text that are keys of a map.
template <class Visit>
void forEachName(const std::string& text, const Visit& visit) {
  const auto isLetter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t i = 0; i < text.size();) {
    if (!isLetter(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && isLetter(text[end]))
      ++end;
    visit(text.substr(i, end - i));
    i = end;
  }
}

/// What each table is for: the strategy that comes to it in the fewest steps, from table to decision to table.
std::map<std::string, QString> usesOfTables(const RecordTable& rules) {
  std::map<std::string, std::string> texts; // tables with their rows, and decisions
  for (const auto& [key, text] : rules)
    if (key.section == "table" || key.section == "decision")
      texts[key.id] += text;
  for (const auto& [key, text] : rules)
    if (key.section == "row")
      if (const auto it = texts.find(key.id.substr(0, key.id.find('.'))); it != texts.end())
        it->second += text;
  std::map<std::string, QString> out;
  std::vector<std::pair<std::string, QString>> front; // names that are reached now, and for what
  for (const auto& [key, text] : rules)
    if (key.section == "strategy") {
      QString name = qt(plainWords(key.id));
      name[0] = name[0].toUpper();
      forEachName(text, [&](const std::string& id) { front.emplace_back(id, name); });
    }
  while (!front.empty()) {
    std::vector<std::pair<std::string, QString>> next;
    for (const auto& [id, name] : front) {
      const auto it = texts.find(id);
      if (it == texts.end() || !out.emplace(id, name).second)
        continue;
      forEachName(it->second, [&, use = name](const std::string& other) { next.emplace_back(other, use); });
    }
    front = std::move(next);
  }
  return out;
}

bool isPlace(const std::string& id, const std::string& table) {
  return id.starts_with(table + ".");
}

} // namespace

RuleTableModel::RuleTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void RuleTableModel::setDocument(EditorDocument* document) {
  if (mDocument)
    mDocument->disconnect(this);
  mDocument = document;
  if (document)
    connect(document, &EditorDocument::rulesetChanged, this, &RuleTableModel::rebuild);
  rebuild();
}

void RuleTableModel::setSubject(const std::string& section, const std::string& table) {
  mSection = section;
  mTable = table;
  beginResetModel();
  read();
  endResetModel();
}

void RuleTableModel::rebuild() {
  mBeneath.reset();
  if (mDocument)
    if (Result<Ruleset> beneath = rulesetBeneath(mDocument->document()))
      mBeneath.emplace(std::move(*beneath));
  beginResetModel();
  read();
  endResetModel();
  emit subjectsChanged();
}

void RuleTableModel::read() {
  mRows.clear();
  mColumns.clear();
  if (!mDocument || !mBeneath)
    return;
  const RecordTable& now = mDocument->ruleset().rows("rules");
  const RecordTable& published = mBeneath->rows("rules");
  const std::string section = mSection == "table" ? "row" : mSection;
  const auto wanted = [&](const RecordKey& key) {
    return key.section == section && (section != "row" || isPlace(key.id, mTable));
  };
  for (const auto& [key, text] : now)
    if (wanted(key)) {
      const auto old = published.find(key);
      mRows.push_back({key, text,
                       old == published.end() ? State::Added
                       : old->second == text  ? State::AsPublished
                                              : State::Changed,
                       old == published.end() ? std::string() : old->second});
    }
  for (const auto& [key, text] : published)
    if (wanted(key) && !now.contains(key))
      mRows.push_back({key, text, State::Removed, text});
  if (section == "row") // as they are tried
    std::stable_sort(mRows.begin(), mRows.end(), [](const Row& a, const Row& b) {
      const long first = objectFrom(a.text).value("order", 0L);
      const long second = objectFrom(b.text).value("order", 0L);
      return std::tie(first, a.key.id) < std::tie(second, b.key.id);
    });
  if (section == "row") {
    mColumns = {{Part::Id, 0, tr("Row")}, {Part::When, 0, tr("When")}};
    const auto table = now.find({"table", mTable});
    const json across = table == now.end() ? json::object() : objectFrom(table->second).value("across", json::object());
    const json values = across.value("values", across.value("bands", json::array()));
    const bool bands = across.contains("bands");
    int cell = 0;
    for (const json& value : values)
      mColumns.push_back({Part::Cell, cell++, (bands ? tr("≤ %1") : tr("%1")).arg(qt(ruleCellText(value)))});
    if (bands)
      mColumns.push_back({Part::Cell, cell++, tr("more")});
    if (values.empty())
      mColumns.push_back({Part::Cell, 0, tr("Gives")});
    mColumns.push_back({Part::Order, 0, tr("Order")});
  } else if (section == "parameter") {
    mColumns = {{Part::Id, 0, tr("Parameter")}, {Part::Name, 0, tr("Meaning")}, {Part::Value, 0, tr("Value")}};
  } else if (section == "policy") {
    mColumns = {{Part::Id, 0, tr("Policy")},
                {Part::Name, 0, tr("Meaning")},
                {Part::Value, 0, tr("Unless told otherwise")},
                {Part::Values, 0, tr("One of")}};
  } else {
    mColumns = {{Part::Id, 0, tr("Decision")}, {Part::Expression, 0, tr("Is")}};
  }
  mColumns.push_back({Part::Reference, 0, tr("Reference")});
  mColumns.push_back({Part::Note, 0, tr("Note")});
}

std::vector<RuleTableModel::Subject> RuleTableModel::subjects() const {
  std::vector<Subject> out;
  if (!mDocument || !mBeneath)
    return out;
  const RecordTable& now = mDocument->ruleset().rows("rules");
  const RecordTable& published = mBeneath->rows("rules");
  std::map<std::string, int> changed; // by "table.<id>" or section
  const auto subjectOf = [](const RecordKey& key) {
    return key.section == "row" ? "table." + key.id.substr(0, key.id.find('.')) : key.section;
  };
  for (const auto& [key, text] : now)
    if (const auto old = published.find(key); old == published.end() || old->second != text)
      ++changed[subjectOf(key)];
  for (const auto& [key, unused] : published)
    if (!now.contains(key))
      ++changed[subjectOf(key)];
  for (const auto& [section, name] :
       {std::pair{"parameter", tr("Parameters")}, std::pair{"policy", tr("Points left open")},
        std::pair{"decision", tr("Decisions")}})
    if (std::any_of(now.begin(), now.end(), [&](const auto& row) { return row.first.section == section; }))
      out.push_back({section, {}, name, changed[section], tr("Whole game")});
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  const std::map<std::string, QString> uses = usesOfTables(now);
  for (const auto& [key, text] : now)
    if (key.section == "table")
      out.push_back({"table", key.id, qt(objectFrom(text).value("name", key.id)), changed["table." + key.id],
                     uses.contains(key.id) ? uses.at(key.id) : tr("Other tables")});
  std::stable_sort(out.begin() + first, out.end(), [](const Subject& a, const Subject& b) {
    const bool aIsOther = a.group == tr("Other tables");
    const bool bIsOther = b.group == tr("Other tables");
    if (aIsOther != bIsOther)
      return bIsOther;
    const int order = a.group.localeAwareCompare(b.group);
    return order != 0 ? order < 0 : a.name.localeAwareCompare(b.name) < 0;
  });
  return out;
}

QString RuleTableModel::description() const {
  if (mSection == "parameter")
    return tr("Values that modules differ in.");
  if (mSection == "policy")
    return tr("Points that the sources leave open, and what holds unless told otherwise.");
  if (mSection == "decision")
    return tr("Questions that tables and other decisions ask.");
  if (!mDocument)
    return {};
  const RecordTable& rows = mDocument->ruleset().rows("rules");
  const auto it = rows.find({"table", mTable});
  if (it == rows.end())
    return {};
  const json body = objectFrom(it->second);
  const std::string hit = body.value("hit", "first");
  QString out = hit == "first"     ? tr("The first row that fits holds.")
                : hit == "unique"  ? tr("One row fits.")
                : hit == "collect" ? tr("All rows that fit, as a list.")
                                   : tr("All rows that fit: their %1.").arg(qt(hit));
  if (const json across = body.value("across", json::object()); across.contains("on"))
    out += QLatin1Char(' ') + tr("The column is chosen by %1.").arg(qt(across.value("on", "")));
  if (body.contains("otherwise"))
    out += QLatin1Char(' ') + tr("When none fits: %1.").arg(qt(ruleCellText(body["otherwise"])));
  return out + QLatin1Char(' ') + tr("[%1: %2]").arg(qt(mTable), sourceOf(body));
}

int RuleTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(mRows.size());
}

int RuleTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(mColumns.size());
}

QVariant RuleTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal || section < 0 || section >= columnCount())
    return {};
  return mColumns.at(static_cast<std::size_t>(section)).title;
}

QString RuleTableModel::textOf(const Row& row, const Column& column) const {
  const json body = objectFrom(row.text);
  switch (column.part) {
  case Part::Id:
    return mSection == "table" ? qt(row.key.id.substr(mTable.size() + 1)) : qt(row.key.id);
  case Part::Name:
    return qt(body.value("name", ""));
  case Part::When:
    return qt(body.value("when", ""));
  case Part::Cell:
    if (const auto cells = body.find("cells"); cells != body.end())
      return column.cell < static_cast<int>(cells->size())
                 ? qt(ruleCellText((*cells)[static_cast<std::size_t>(column.cell)]))
                 : QString();
    return qt(ruleCellText(body.value("then", json())));
  case Part::Value:
    return qt(ruleCellText(body.value(mSection == "policy" ? "default" : "value", json())));
  case Part::Values: {
    QStringList values;
    for (const json& value : body.value("values", json::array()))
      values << qt(ruleCellText(value));
    return values.join(QStringLiteral(", "));
  }
  case Part::Expression:
    return body.contains("expression") ? qt(body["expression"].get<std::string>()) : foldText(body);
  case Part::Order:
    return QString::number(body.value("order", 0L));
  case Part::Reference:
    return sourceOf(body);
  case Part::Note:
    return qt(body.value("note", ""));
  }
  return {};
}

QVariant RuleTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
    return {};
  const Row& row = mRows.at(static_cast<std::size_t>(index.row()));
  const Column& column = mColumns.at(static_cast<std::size_t>(index.column()));
  if (role == Qt::DisplayRole) {
    const QString text = textOf(row, column);
    if (column.part != Part::Id || row.state == State::AsPublished)
      return text;
    return (row.state == State::Added ? QStringLiteral("＋ ") : QStringLiteral("● ")) + text;
  }
  if (role == Qt::EditRole)
    return textOf(row, column);
  if (role == kStateRole)
    return static_cast<int>(row.state);
  if (role == Qt::FontRole && row.state != State::AsPublished) {
    QFont font;
    font.setBold(row.state != State::Removed && column.part != Part::Reference && column.part != Part::Note);
    font.setStrikeOut(row.state == State::Removed);
    return font;
  }
  if (role == Qt::ToolTipRole) {
    if (row.state == State::Added)
      return tr("This module added the row.");
    if (row.state == State::Removed)
      return tr("This module removed the row. Reset brings it back.");
    if (row.state == State::Changed) {
      Row before = row;
      before.text = row.published;
      return tr("Published: %1").arg(textOf(before, column));
    }
    return textOf(row, column);
  }
  return {};
}

Qt::ItemFlags RuleTableModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags out = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  if (!index.isValid() || !mDocument || mDocument->isReadOnly() || stateOf(index.row()) == State::Removed)
    return out;
  const Part part = mColumns.at(static_cast<std::size_t>(index.column())).part;
  const bool fold = part == Part::Expression &&
                    !objectFrom(mRows.at(static_cast<std::size_t>(index.row())).text).contains("expression");
  if (part != Part::Id && part != Part::Values && !fold)
    out |= Qt::ItemIsEditable;
  return out;
}

RuleTableModel::State RuleTableModel::stateOf(int row) const {
  return mRows.at(static_cast<std::size_t>(row)).state;
}

bool RuleTableModel::holdsTexts() const {
  if (mSection != "table" || !mDocument)
    return false;
  const RecordTable& rows = mDocument->ruleset().rows("rules");
  const auto it = rows.find({"table", mTable});
  return it != rows.end() && objectFrom(it->second).value("texts", false);
}

bool RuleTableModel::change(const RecordKey& key, const std::optional<std::string>& text, const QString& title) {
  OverlayRows rows;
  rows[key] = text;
  rows = settled(mDocument->document(), rows);
  if (const Result<Ruleset> after = rulesetWith(mDocument->document(), rows); !after) {
    emit failed(sentence(after.error()));
    return false;
  }
  const Outcome outcome = mDocument->edit(title, [&](Stroke& stroke) { applyOverlay(stroke, rows); });
  if (!outcome)
    emit failed(sentence(outcome.error()));
  return outcome.ok();
}

bool RuleTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
    return false;
  const Row row = mRows.at(static_cast<std::size_t>(index.row())); // a copy: the edit builds the rows anew
  const Column column = mColumns.at(static_cast<std::size_t>(index.column()));
  const QString typed = value.toString().trimmed();
  if (typed == textOf(row, column))
    return true;
  json body = objectFrom(row.text);
  const auto putText = [&](const char* member) {
    if (typed.isEmpty())
      body.erase(member);
    else
      body[member] = typed.toStdString();
  };
  const std::string reference = sourceOf(body).section(QLatin1Char(';'), 0, 0).toStdString();
  const auto cellFrom = [&](bool texts) { return ruleCellFromText(typed.toStdString(), texts, reference); };
  switch (column.part) {
  case Part::When:
    putText("when");
    break;
  case Part::Note:
    putText("note");
    break;
  case Part::Name:
    putText("name");
    break;
  case Part::Expression:
    putText("expression");
    break;
  case Part::Reference:
    if (typed.isEmpty()) {
      emit failed(tr("Every row needs a reference: where does it stand?"));
      return false;
    }
    body["source"] = sourceFrom(typed);
    break;
  case Part::Order: {
    bool good = false;
    const int order = typed.toInt(&good);
    if (!good) {
      emit failed(tr("The order is a whole number; rows are tried from the lowest."));
      return false;
    }
    body["order"] = order;
    break;
  }
  case Part::Value:
  case Part::Cell: {
    const Result<json> cell = cellFrom(holdsTexts() || (mSection == "policy"));
    if (!cell) {
      emit failed(sentence(cell.error()));
      return false;
    }
    json put = *cell;
    if (mSection == "policy") { // a value of the list keeps its type
      bool known = false;
      for (const json& one : body.value("values", json::array()))
        if (ruleCellText(one) == typed.toStdString()) {
          put = one;
          known = true;
        }
      if (!known) {
        emit failed(tr("“%1” is none of the values: %2.").arg(typed, textOf(row, {Part::Values, 0, {}})));
        return false;
      }
    }
    if (column.part == Part::Value) {
      body[mSection == "policy" ? "default" : "value"] = put;
    } else if (body.contains("cells")) {
      body["cells"][static_cast<std::size_t>(column.cell)] = put;
    } else {
      const auto across =
          std::count_if(mColumns.begin(), mColumns.end(), [](const Column& one) { return one.part == Part::Cell; });
      if (across > 1) { // one value for all columns becomes a value for each
        body["cells"] = json::array();
        for (std::ptrdiff_t i = 0; i < across; ++i)
          body["cells"].push_back(i == column.cell ? put : body["then"]);
        body.erase("then");
      } else {
        body["then"] = put;
      }
    }
    break;
  }
  case Part::Id:
  case Part::Values:
    return false;
  }
  return change(row.key, body.dump(), tr("Change rule %1").arg(qt(row.key.id)));
}

bool RuleTableModel::resetRow(int row) {
  if (!mDocument || row < 0 || row >= rowCount() || stateOf(row) == State::AsPublished)
    return false;
  return change(mRows.at(static_cast<std::size_t>(row)).key, std::nullopt,
                tr("Reset rule %1").arg(qt(mRows.at(static_cast<std::size_t>(row)).key.id)));
}

bool RuleTableModel::removeRow(int row) {
  if (!mDocument || row < 0 || row >= rowCount() || mSection != "table" || stateOf(row) == State::Removed)
    return false;
  const RecordKey key = mRows.at(static_cast<std::size_t>(row)).key;
  return change(key, "null", tr("Remove rule %1").arg(qt(key.id)));
}

std::optional<int> RuleTableModel::addRow(int like) {
  if (!mDocument || mSection != "table" || like < 0 || like >= rowCount())
    return std::nullopt;
  const Row model = mRows.at(static_cast<std::size_t>(like));
  RecordKey key{"row", model.key.id + "_own"};
  const RecordTable& now = mDocument->ruleset().rows("rules");
  for (int n = 2; now.contains(key) || (mBeneath && mBeneath->rows("rules").contains(key)); ++n)
    key.id = model.key.id + "_own" + std::to_string(n);
  json body = objectFrom(model.text);
  OverlayRows rows;
  body["source"] = ownReference(mDocument->document(), mDocument->ruleset(), rows);
  body["order"] = body.value("order", 0L) - 1; // before the one that it is like, so that it can take cases from it
  rows[key] = body.dump();
  if (const Result<Ruleset> after = rulesetWith(mDocument->document(), rows); !after) {
    emit failed(sentence(after.error()));
    return std::nullopt;
  }
  const Outcome outcome =
      mDocument->edit(tr("Add rule %1").arg(qt(key.id)), [&](Stroke& stroke) { applyOverlay(stroke, rows); });
  if (!outcome) {
    emit failed(sentence(outcome.error()));
    return std::nullopt;
  }
  for (int row = 0; row < rowCount(); ++row)
    if (idOf(row) == key.id)
      return row;
  return std::nullopt;
}

} // namespace hotchkiss::editor
