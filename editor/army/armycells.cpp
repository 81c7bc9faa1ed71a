#include "editor/army/armymodels.h"
#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"
#include "libscenario/army/armytotals.h"

#include <QFont>
#include <QIcon>
#include <QMimeData>
#include <QPalette>

#include <algorithm>

namespace hotchkiss::editor {

namespace {

constexpr int kIconSide = 24;

QString tipOf(const ArmyValue& value, const QString& inherited) {
  QStringList lines;
  lines << qt(value.shown());
  if (!value.printed.empty())
    lines << QObject::tr("Printed: %1").arg(qt(value.printed));
  if (!value.source.empty())
    lines << QObject::tr("Source: %1").arg(qt(value.source));
  if (!value.options.empty() && value.isKnown())
    lines << QObject::tr("Other readings: %1").arg([&] {
      QStringList all;
      for (const std::string& each : value.options)
        all << qt(each);
      return all.join(QStringLiteral(", "));
    }());
  if (value.uncertain)
    lines << QObject::tr("Doubtful");
  if (!value.note.empty())
    lines << qt(value.note);
  if (!inherited.isEmpty())
    lines << inherited;
  return lines.join(QLatin1Char('\n'));
}

} // namespace

QMimeData* mimeOfPieces(const std::vector<std::string>& ids) {
  auto* mime = new QMimeData;
  QByteArray bytes;
  for (const std::string& id : ids)
    bytes += QByteArray::fromStdString(id) + '\n';
  mime->setData(QLatin1String(kPiecesMime), bytes);
  return mime;
}

std::vector<std::string> piecesOfMime(const QMimeData* mime) {
  std::vector<std::string> out;
  if (mime != nullptr)
    for (const QByteArray& line : mime->data(QLatin1String(kPiecesMime)).split('\n'))
      if (!line.isEmpty())
        out.push_back(line.toStdString());
  return out;
}

void ArmyCells::refresh() {
  mColumns.clear();
  mStrengths.clear();
  mTotals.clear();
  const OrderOfBattle* army = mModel.army();
  if (army == nullptr)
    return;
  const UnitCatalogue& units = army->units();
  std::set<std::string> used;
  for (const auto& [id, piece] : army->pieces())
    used.insert(piece.type);
  if (used.empty())
    for (const auto& [type, row] : units.types)
      used.insert(type);
  std::vector<std::string> others;
  for (const std::string& type : used) {
    if (const std::string strength = strengthAttribute(units, type);
        !strength.empty() && std::find(mStrengths.begin(), mStrengths.end(), strength) == mStrengths.end())
      mStrengths.push_back(strength);
  }
  mColumns = mStrengths;
  const auto add = [&](std::vector<std::string>& to, const std::string& name) {
    if (std::find(mColumns.begin(), mColumns.end(), name) == mColumns.end() &&
        std::find(to.begin(), to.end(), name) == to.end())
      to.push_back(name);
  };
  for (const bool shown : {true, false})
    for (const std::string& type : used)
      for (const std::string& name : attributesOf(units, type))
        if (units.attributes.at(name).shown == shown)
          add(others, name);
  for (const std::string& name : formationAttributes(units))
    add(others, name);
  mColumns.insert(mColumns.end(), others.begin(), others.end());
}

std::string ArmyCells::attributeOf(int column) const {
  return column <= 0 || column > static_cast<int>(mColumns.size()) ? std::string()
                                                                   : mColumns[static_cast<std::size_t>(column - 1)];
}

QString ArmyCells::header(int column) const {
  if (column == 0)
    return QObject::tr("Name");
  const OrderOfBattle* army = mModel.army();
  const std::string name = attributeOf(column);
  const auto it = army ? army->units().attributes.find(name) : std::map<std::string, UnitAttribute>::const_iterator();
  if (!army || it == army->units().attributes.end())
    return qt(name);
  return qt(!it->second.shortName.empty() ? it->second.shortName : it->second.name);
}

QString ArmyCells::headerTip(int column) const {
  const OrderOfBattle* army = mModel.army();
  if (column == 0 || !army)
    return {};
  const auto it = army->units().attributes.find(attributeOf(column));
  return it == army->units().attributes.end() ? QString() : qt(it->second.name);
}

bool ArmyCells::isStrength(const std::string& attribute) const {
  return std::find(mStrengths.begin(), mStrengths.end(), attribute) != mStrengths.end();
}

QIcon ArmyCells::icon(const std::string& key, const CounterContent& content) const {
  QIcon out;
  for (const double ratio : {1.0, 2.0})
    out.addPixmap(mPixmaps.pixmap(content, key, kIconSide, ratio));
  return out;
}

QVariant ArmyCells::data(const std::string& id, int column, int role) const {
  const OrderOfBattle* army = mModel.army();
  if (!army)
    return {};
  if (const Piece* piece = army->piece(id))
    return pieceData(*piece, column, role);
  if (const Formation* formation = army->formation(id))
    return formationData(*formation, column, role);
  return {};
}

QVariant ArmyCells::pieceData(const Piece& piece, int column, int role) const {
  const OrderOfBattle& army = *mModel.army();
  if (column == 0) {
    if (role == Qt::DisplayRole || role == Qt::EditRole)
      return qt(piece.shownName());
    if (role == Qt::DecorationRole) {
      const CounterContent content = mModel.designer()->content(piece);
      return icon(content.key(), content);
    }
    if (role == Qt::ToolTipRole) {
      const auto type = army.units().types.find(piece.type);
      QStringList lines{qt(piece.shownName()),
                        type == army.units().types.end() ? qt(piece.type) : qt(type->second.name),
                        qt(army.pathOf(piece.id))};
      for (const std::string& line : {piece.doubt, piece.note, piece.source})
        if (!line.empty())
          lines << qt(line);
      return lines.join(QLatin1Char('\n'));
    }
    return {};
  }
  const std::string attribute = attributeOf(column);
  if (attribute.empty() || !army.units().applies(attribute, piece.type))
    return {};
  const auto own = piece.values.find(attribute);
  const bool isOwn = own != piece.values.end();
  const ArmyValue value = isOwn ? own->second : army.value(piece, attribute);
  if (role == Qt::EditRole)
    return isOwn ? qt(cellText(value)) : QString();
  if (role == Qt::DisplayRole)
    return value.kind == ArmyValue::Kind::Missing ? QString() : qt(cellText(value));
  if (role == Qt::ToolTipRole && value.kind != ArmyValue::Kind::Missing)
    return tipOf(value, isOwn ? QString() : QObject::tr("From its formation, its type or the rules"));
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>(Qt::AlignCenter);
  if (role == Qt::ForegroundRole && (value.uncertain || (!value.isKnown() && value.kind != ArmyValue::Kind::Missing)))
    return warningColour();
  if (role == Qt::FontRole && !isOwn) {
    QFont font;
    font.setItalic(true);
    return font;
  }
  return {};
}

QVariant ArmyCells::formationData(const Formation& formation, int column, int role) const {
  const OrderOfBattle& army = *mModel.army();
  if (column == 0) {
    if (role == Qt::DisplayRole || role == Qt::EditRole)
      return qt(formation.shownName());
    if (role == Qt::DecorationRole) {
      const CounterContent content = mModel.designer()->content(formation);
      return icon(content.key(), content);
    }
    if (role == Qt::FontRole) {
      QFont font;
      font.setBold(true);
      return font;
    }
    if (role == Qt::ToolTipRole) {
      const auto echelon = army.units().echelons.find(formation.echelon);
      QStringList lines{qt(formation.shownName())};
      if (echelon != army.units().echelons.end())
        lines << qt(echelon->second.name);
      for (const std::string& line : {formation.doubt, formation.note, formation.source})
        if (!line.empty())
          lines << qt(line);
      return lines.join(QLatin1Char('\n'));
    }
    return {};
  }
  const std::string attribute = attributeOf(column);
  const auto own = formation.values.find(attribute);
  if (own != formation.values.end()) {
    if (role == Qt::DisplayRole || role == Qt::EditRole)
      return qt(cellText(own->second));
    if (role == Qt::ToolTipRole)
      return tipOf(own->second, {});
  } else if (isStrength(attribute)) {
    const auto key = std::pair(formation.id, attribute);
    auto known = mTotals.find(key);
    if (known == mTotals.end()) {
      const ArmyTotal total = totalOf(army, army.below(formation.id), attribute);
      known = mTotals.emplace(key, total.pieces == 0 ? QString() : QStringLiteral("Σ ") + qt(total.shown())).first;
    }
    if (role == Qt::DisplayRole)
      return known->second;
    if (role == Qt::ToolTipRole && !known->second.isEmpty())
      return QObject::tr("Total of what is below; open values count with their bounds");
  }
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>(Qt::AlignCenter);
  return {};
}

bool ArmyCells::isEditable(const std::string& id, int column) const {
  const OrderOfBattle* army = mModel.army();
  if (!army || !mModel.document() || mModel.document()->isReadOnly())
    return false;
  if (column == 0)
    return true;
  const std::string attribute = attributeOf(column);
  if (const Piece* piece = army->piece(id))
    return army->units().applies(attribute, piece->type);
  const auto it = army->units().attributes.find(attribute);
  return it != army->units().attributes.end() && it->second.categories.contains("formation");
}

bool ArmyCells::set(const std::string& id, int column, const QString& text) {
  return paste({{id, attributeOf(column), text.trimmed().toStdString()}});
}

bool ArmyCells::paste(const std::vector<ArmyCell>& cells) {
  const OrderOfBattle* army = mModel.army();
  if (!army || cells.empty())
    return false;
  const Result<ArmyChange> change = settingCells(*army, cells);
  if (!change) {
    emit mModel.failed(qt(change.error().text()));
    return false;
  }
  const QString title = cells.size() > 1 ? QObject::tr("Set %1 values").arg(cells.size())
                        : cells.front().attribute.empty()
                            ? QObject::tr("Name %1").arg(qt(cells.front().text))
                            : QObject::tr("Value of %1").arg(qt(army->nameOf(cells.front().id)));
  return mModel.apply(title, *change);
}

} // namespace hotchkiss::editor
