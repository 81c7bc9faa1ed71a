// What a form shows: a field for each member, by its shape.
#include "editor/army/rowform.h"
#include "editor/army/rowformparts.h"
#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"
#include "libscenario/json/schema.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace rowform {

std::string lastToken(const std::string& pointer) {
  return pointer.substr(pointer.rfind('/') + 1);
}

MemberShape shapeOfDetail(const std::string& detail) {
  return detail == "uncertain"      ? MemberShape::Flag
         : detail == "source"       ? MemberShape::Source
         : detail == "alternatives" ? MemberShape::Words
                                    : MemberShape::Text;
}

QString detailTitle(const std::string& detail) {
  return detail == "uncertain"      ? RowForm::tr("Doubtful")
         : detail == "alternatives" ? RowForm::tr("Other readings")
         : detail == "printed"      ? RowForm::tr("Printed as")
         : detail == "likely"       ? RowForm::tr("Likely")
         : detail == "ref"          ? RowForm::tr("Where to look")
         : detail == "source"       ? RowForm::tr("Source")
                                    : RowForm::tr("Note");
}

} // namespace rowform

void RowForm::rebuild() {
  const Field* before = fieldOf(mTree->currentItem());
  const std::string current = before ? before->pointer : std::string();
  const int scroll = mTree->verticalScrollBar()->value();
  std::set<std::string> open;
  for (QTreeWidgetItemIterator it(mTree); *it; ++it)
    if (const Field* field = fieldOf(*it); field && (*it)->isExpanded())
      open.insert(field->pointer);
  mTree->clear();
  mFields.clear();
  std::erase_if(mOffered, [&](const std::string& pointer) {
    const json* value = pointer.find('#') == std::string::npos ? at(pointer) : nullptr;
    return value && !value->is_structured();
  });
  const RowSchema& schema = RowSchema::of(mWish.kind);
  addMembers(mTree->invisibleRootItem(), {}, schema.body(mWish.key.section), mWish.body, false);
  for (QTreeWidgetItemIterator it(mTree); *it; ++it) {
    const Field* field = fieldOf(*it);
    (*it)->setExpanded(field->shape != MemberShape::Value || open.contains(field->pointer));
    if (field->pointer == current && field->detail.empty())
      mTree->setCurrentItem(*it);
  }
  mTree->verticalScrollBar()->setValue(scroll);
  mTitle->setWordWrap(false);
  mTitle->setText(mWish.title);
  mTitle->setToolTip(qt(mWish.key.section + " " + mWish.key.id));
  mAdd->setEnabled(mWish.isEditable);
  mRemove->setEnabled(mWish.isEditable);
}

void RowForm::addMembers(QTreeWidgetItem* parent, const std::string& pointer, const json& schema, const json& object,
                         bool isOffered) {
  const RowSchema& rows = RowSchema::of(mWish.kind);
  const bool isRoot = pointer.empty();
  std::vector<std::string> names = rows.members(schema);
  if (isRoot) // what one looks for first comes first
    std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
      const auto place = [&](const std::string& name) {
        return std::find(mWish.always.begin(), mWish.always.end(), name) - mWish.always.begin();
      };
      return place(a) < place(b);
    });
  for (const std::string& name : names) {
    const std::string at = pointer + "/" + name;
    const bool isWanted = object.contains(name) || isOffered || this->isOffered(at) || rows.isRequired(schema, name) ||
                          (isRoot && std::find(mWish.always.begin(), mWish.always.end(), name) != mWish.always.end());
    if (!isWanted)
      continue;
    Field field;
    field.pointer = at;
    field.schema = &rows.member(schema, name);
    field.shape = rows.shape(*field.schema);
    field.title = memberTitle(name);
    const auto it = object.find(name);
    addField(parent, field, it == object.end() ? nullptr : &*it);
  }
}

void RowForm::addField(QTreeWidgetItem* parent, const Field& wanted, const json* value) {
  Field field = wanted;
  if (field.shape == MemberShape::Object && value && !value->is_object())
    field.shape = MemberShape::Json;
  if (field.shape == MemberShape::List && value && !value->is_array())
    field.shape = MemberShape::Json;
  auto* item = new QTreeWidgetItem;
  item->setText(0, field.title);
  item->setToolTip(0, field.title);
  item->setData(0, rowform::kFieldRole, static_cast<qulonglong>(mFields.size()));
  mFields.push_back(field);
  parent->addChild(item);
  const bool isHolder =
      field.shape == MemberShape::Object || field.shape == MemberShape::List || field.shape == MemberShape::Map;
  if (mWish.isEditable && !isHolder)
    item->setFlags(item->flags() | Qt::ItemIsEditable);
  if (!value) {
    item->setForeground(0, QApplication::palette().brush(QPalette::Disabled, QPalette::Text));
    item->setForeground(1, item->foreground(0));
  }
  const json empty = json::object();
  switch (field.shape) {
  case MemberShape::Object:
    addMembers(item, field.pointer, *field.schema, value ? *value : empty, isOffered(field.pointer));
    break;
  case MemberShape::List: {
    const std::size_t count = value ? value->size() : 0;
    const json& each = RowSchema::of(mWish.kind).entry(*field.schema);
    for (std::size_t i = 0; i <= count; ++i) {
      const std::string at = field.pointer + "/" + std::to_string(i);
      if (i == count && !isOffered(at) && (count > 0 || !isOffered(field.pointer)))
        break;
      Field entry{at, RowSchema::of(mWish.kind).shape(each), &each, {}, {}, tr("No. %1").arg(i + 1)};
      addField(item, entry, i < count ? &(*value)[i] : nullptr);
    }
    break;
  }
  case MemberShape::Map:
    addMap(item, field, value);
    break;
  case MemberShape::Value:
    addValue(item, field, value);
    break;
  default:
    item->setText(1, value ? memberText(field.shape, *value) : QString());
    item->setToolTip(1, item->text(1));
  }
}

void RowForm::addMap(QTreeWidgetItem* item, const Field& field, const json* value) {
  const RowSchema& rows = RowSchema::of(mWish.kind);
  const json& each = rows.entry(*field.schema);
  const MemberShape shape = rows.shape(each);
  const OrderOfBattle* army = mModel.army();
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  };
  if (shape == MemberShape::Value) // those of the piece first, known or not
    for (const std::string& name : mWish.attributes)
      add(name);
  if (value && value->is_object())
    for (const auto& [name, entry] : value->items())
      add(name);
  const std::string prefix = field.pointer + "/";
  for (const std::string& pointer : mOffered)
    if (pointer.starts_with(prefix))
      add(pointer.substr(prefix.size(), pointer.find('/', prefix.size()) - prefix.size()));
  for (const std::string& name : names) {
    Field entry{prefix + name, shape, &each, {}, {}, qt(name)};
    if (army && shape == MemberShape::Value) {
      entry.attribute = name;
      if (const auto known = army->units().attributes.find(name); known != army->units().attributes.end())
        entry.title = qt(known->second.name);
    } else if (army) {
      for (const CounterFace& face : army->units().faces)
        if (face.id == name && !face.name.empty())
          entry.title = qt(face.name);
    }
    addField(item, entry, value && value->is_object() && value->contains(name) ? &(*value)[name] : nullptr);
  }
}

void RowForm::addValue(QTreeWidgetItem* item, const Field& field, const json* value) {
  const OrderOfBattle* army = mModel.army();
  const json nothing;
  const json& here = value ? *value : nothing;
  if (value) {
    item->setText(1, memberText(MemberShape::Value, here));
    item->setToolTip(1, qt(ArmyValue::read(here).shown()));
    if (const auto source = valueDetail(here, "source"))
      item->setText(2, memberText(MemberShape::Source, *source));
    item->setToolTip(2, item->text(2));
    const ArmyValue read = ArmyValue::read(here);
    if (read.uncertain || !read.isKnown())
      item->setForeground(1, warningColour());
  } else if (army && !field.attribute.empty() && mWish.kind == "oob") {
    // What holds without a word of its own: of the formation, the type, the rules.
    if (const Piece* piece = army->piece(mWish.key.id); piece && field.pointer.starts_with("/values/")) {
      const ArmyValue inherited = army->value(*piece, field.attribute);
      if (inherited.kind != ArmyValue::Kind::Missing) {
        item->setToolTip(1, tr("%1, from its formation, its type or the rules").arg(qt(inherited.shown())));
        item->setText(2, tr("usually %1").arg(qt(inherited.shown())));
        QFont slanted = item->font(2);
        slanted.setItalic(true);
        item->setFont(2, slanted);
        item->setForeground(2, item->foreground(0));
      }
    }
  }
  if (!value)
    return;
  for (const std::string& detail : valueDetails()) {
    const auto known = valueDetail(here, detail);
    const bool isWanted =
        known || mOffered.contains(field.pointer + "#" + detail) || detail == "uncertain" || detail == "note";
    if (detail == "source" || !isWanted)
      continue;
    auto* child = new QTreeWidgetItem;
    child->setText(0, rowform::detailTitle(detail));
    if (known)
      child->setText(1, memberText(rowform::shapeOfDetail(detail), *known));
    else
      child->setForeground(0, QApplication::palette().brush(QPalette::Disabled, QPalette::Text));
    child->setData(0, rowform::kFieldRole, static_cast<qulonglong>(mFields.size()));
    if (mWish.isEditable)
      child->setFlags(child->flags() | Qt::ItemIsEditable);
    Field part = field;
    part.detail = detail;
    part.title = rowform::detailTitle(detail);
    part.shape = rowform::shapeOfDetail(detail);
    mFields.push_back(part);
    item->addChild(child);
  }
}

} // namespace hotchkiss::editor
