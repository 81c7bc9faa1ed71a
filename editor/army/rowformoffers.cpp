// What a form offers: members that could be added, and words for a field.
#include "editor/army/rowform.h"
#include "editor/army/rowformparts.h"
#include "editor/model/qtext.h"
#include "libscenario/json/schema.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

std::vector<std::string> RowForm::addable(const std::string& pointer) const {
  const RowSchema& rows = RowSchema::of(mWish.kind);
  std::vector<std::string> out;
  if (pointer.empty()) {
    for (const std::string& name : rows.members(rows.body(mWish.key.section)))
      if (!itemAt("/" + name))
        out.push_back("/" + name);
    return out;
  }
  const QTreeWidgetItem* item = itemAt(pointer);
  const Field* field = fieldOf(item);
  if (!field)
    return out;
  const json* value = at(pointer);
  switch (field->shape) {
  case MemberShape::Object:
    for (const std::string& name : rows.members(*field->schema))
      if (!itemAt(pointer + "/" + name))
        out.push_back(pointer + "/" + name);
    break;
  case MemberShape::List:
    out.push_back(pointer + "/" + std::to_string(value ? value->size() : 0));
    break;
  case MemberShape::Map: {
    std::vector<std::string> names = mWish.faces;
    if (rows.shape(rows.entry(*field->schema)) != MemberShape::Map) {
      names.clear();
      if (const OrderOfBattle* army = mModel.army())
        for (const auto& [name, attribute] : army->units().attributes)
          if (mWish.attributes.empty() ||
              std::find(mWish.attributes.begin(), mWish.attributes.end(), name) != mWish.attributes.end())
            names.push_back(name);
    }
    for (const std::string& name : names)
      if (!itemAt(pointer + "/" + name))
        out.push_back(pointer + "/" + name);
    break;
  }
  case MemberShape::Value:
    for (const std::string& detail : valueDetails())
      if (value && detail != "source" && !valueDetail(*value, detail))
        out.push_back(pointer + "#" + detail);
    break;
  default:
    break;
  }
  return out;
}

void RowForm::offer(const std::string& pointer) {
  mOffered.insert(pointer);
  rebuild();
  const std::size_t mark = pointer.find('#');
  QTreeWidgetItem* item = itemAt(pointer.substr(0, mark));
  if (!item)
    return;
  item->setExpanded(true);
  if (mark != std::string::npos)
    for (int i = 0; i < item->childCount(); ++i)
      if (const Field* part = fieldOf(item->child(i)); part && part->detail == pointer.substr(mark + 1))
        item = item->child(i);
  mTree->setCurrentItem(item);
  mTree->scrollToItem(item);
  if ((item->flags() & Qt::ItemIsEditable) != 0 && mTree->isVisible())
    mTree->editItem(item, 1);
}

void RowForm::fillAddMenu() {
  QMenu& menu = *mAdd->menu();
  menu.clear();
  const OrderOfBattle* army = mModel.army();
  const auto titleOf = [&](const std::string& pointer) -> QString {
    if (const std::size_t mark = pointer.find('#'); mark != std::string::npos)
      return rowform::detailTitle(pointer.substr(mark + 1));
    const std::string name = rowform::lastToken(pointer);
    if (std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; }))
      return tr("No. %1").arg(std::stoi(name) + 1);
    if (army && army->units().attributes.contains(name) && pointer.find('/', 1) != std::string::npos)
      return qt(army->units().attributes.at(name).name);
    return memberTitle(name);
  };
  const auto fill = [&](const std::string& below, const QString& title) {
    const std::vector<std::string> all = addable(below);
    if (all.empty())
      return;
    menu.addSection(title);
    for (const std::string& pointer : all)
      connect(menu.addAction(titleOf(pointer)), &QAction::triggered, this, [this, pointer] { offer(pointer); });
  };
  // The chosen line and what it lies in, then the row.
  for (const QTreeWidgetItem* item = mTree->currentItem(); item; item = item->parent())
    if (const Field* field = fieldOf(item); field && field->detail.empty())
      fill(field->pointer, field->title);
  fill({}, tr("The row"));
  if (menu.isEmpty())
    menu.addAction(tr("Nothing more can be said"))->setEnabled(false);
}

QStringList RowForm::candidatesNamed(const std::string& member) const {
  QStringList out;
  const OrderOfBattle* army = mModel.army();
  if (!army)
    return out;
  const UnitCatalogue& units = army->units();
  const auto keys = [&](const auto& map) {
    for (const auto& [id, row] : map)
      out << qt(id);
  };
  const auto named = [&](const std::string& section) {
    const RecordTable& table = mModel.document()->document().table(kNamedTable);
    for (auto it = table.lower_bound({section, {}}); it != table.end() && it->first.section == section; ++it)
      out << qt(it->first.id);
  };
  if (member == "formation" || member == "parent" || member == "commands")
    keys(army->formations());
  else if (member == "side" || member == "player" || member == "first" || member == "firstSetup" || member == "owner" ||
           member == "heldBy")
    keys(units.sides);
  else if (member == "type")
    keys(units.types);
  else if (member == "echelon")
    keys(units.echelons);
  else if (member == "weather")
    keys(units.weather);
  else if (member == "kind" && mWish.key.section == "turn")
    keys(units.turnKinds);
  else if (member == "face")
    for (const CounterFace& face : units.faces)
      out << qt(face.id);
  else if (member == "unit" || member == "substituteFor" || member == "replacedBy" || member == "attach")
    keys(army->pieces());
  else if (member == "leader") {
    for (const auto& [id, piece] : army->pieces())
      if (piece.isLeader())
        out << qt(id);
  } else if (member == "to" && mWish.key.section == "attachment")
    keys(army->formations());
  else if (member == "pool")
    keys(army->pools());
  else if (member == "place" || member == "crossing" || member == "course" || member == "region" || member == "entry")
    named(member);
  return out;
}

QStringList RowForm::candidates(const QTreeWidgetItem* item) const {
  const Field* field = fieldOf(item);
  QStringList out;
  if (!field)
    return out;
  if (field->shape == MemberShape::Flag)
    return {QString(), tr("yes"), tr("no")};
  if (field->shape == MemberShape::Choice) {
    out << QString();
    for (const std::string& each : RowSchema::of(mWish.kind).choices(*field->schema))
      out << qt(each);
    return out;
  }
  const OrderOfBattle* army = mModel.army();
  if (field->shape == MemberShape::Value && army) {
    const auto it = army->units().attributes.find(field->attribute);
    if (it == army->units().attributes.end())
      return out;
    if (it->second.type.type == "flag")
      return {QString(), tr("yes"), tr("no"), QStringLiteral("?")};
    if (!it->second.type.values.empty()) {
      out << QString();
      for (const std::string& each : it->second.type.values)
        out << qt(each);
      out << QStringLiteral("?");
    }
    return out;
  }
  if (field->shape == MemberShape::Turn) {
    if (const Scenario* scenario = mModel.scenario(); scenario && mWish.kind == "scenario")
      for (const Turn& turn : scenario->turns)
        out << qt(turn.id);
    return out;
  }
  if (field->shape == MemberShape::Place || field->shape == MemberShape::Places) {
    if (mModel.document())
      for (const char* section : {"entry", "place", "region", "box"})
        for (const QString& id : candidatesNamed(section))
          out << QLatin1String(section) + QLatin1Char(' ') + id;
    return out;
  }
  return field->shape == MemberShape::Text ? candidatesNamed(rowform::lastToken(field->pointer)) : out;
}

} // namespace hotchkiss::editor
