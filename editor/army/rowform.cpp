#include "editor/army/rowform.h"

#include "editor/army/armyedits.h"
#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"
#include "libscenario/json/schema.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr int kFieldRole = Qt::UserRole;

/// Containers without content say nothing and go.
void prune(json& value) {
  const auto isHollow = [](const json& each) { return each.is_structured() && each.empty(); };
  if (value.is_object()) {
    for (auto it = value.begin(); it != value.end();) {
      prune(*it);
      it = isHollow(*it) || it->is_null() ? value.erase(it) : std::next(it);
    }
  } else if (value.is_array()) {
    for (json& each : value)
      prune(each);
    value.erase(
        std::remove_if(value.begin(), value.end(), [](const json& each) { return each.is_object() && each.empty(); }),
        value.end());
  }
}

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

} // namespace

/// Fields open where the cell is; what was typed is taken once the view has done with its field.
class RowForm::Delegate final : public QStyledItemDelegate {
 public:
  explicit Delegate(RowForm& form) : QStyledItemDelegate(&form), mForm(form) {}

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const override {
    return mForm.editorFor(parent, item(index), index.column());
  }
  void setEditorData(QWidget* editor, const QModelIndex& index) const override {
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
      box->setCurrentText(text);
      if (box->lineEdit())
        box->lineEdit()->selectAll();
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
      line->setText(text);
    }
  }
  void setModelData(QWidget* editor, QAbstractItemModel*, const QModelIndex& index) const override {
    const Field* field = mForm.fieldOf(item(index));
    if (!field)
      return;
    const auto* box = qobject_cast<QComboBox*>(editor);
    const QString text = box ? box->currentText() : qobject_cast<QLineEdit*>(editor)->text();
    if (text.trimmed() == index.data(Qt::EditRole).toString().trimmed())
      return;
    QMetaObject::invokeMethod(
        &mForm, [&form = mForm, what = *field, column = index.column(), text] { form.take(what, column, text); },
        Qt::QueuedConnection);
  }

 private:
  QTreeWidgetItem* item(const QModelIndex& index) const { return mForm.mTree->itemFromIndex(index); }
  RowForm& mForm;
};

RowForm::RowForm(ArmyModel& model, QWidget* parent) : QWidget(parent), mModel(model) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  auto* bar = new QHBoxLayout;
  mTitle = new QLabel;
  mTitle->setObjectName(QStringLiteral("rowTitle"));
  mTitle->setTextFormat(Qt::PlainText);
  QFont bold = mTitle->font();
  bold.setBold(true);
  mTitle->setFont(bold);
  mTitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  mAdd = new QToolButton;
  mAdd->setObjectName(QStringLiteral("rowAdd"));
  mAdd->setIcon(glyphIcon(Glyph::Add));
  mAdd->setText(tr("More"));
  mAdd->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  mAdd->setToolTip(tr("Say something that the row does not say yet"));
  mAdd->setAutoRaise(true);
  mAdd->setPopupMode(QToolButton::InstantPopup);
  mAdd->setMenu(new QMenu(mAdd));
  connect(mAdd->menu(), &QMenu::aboutToShow, this, &RowForm::fillAddMenu);
  mRemove = new QToolButton;
  mRemove->setObjectName(QStringLiteral("rowRemove"));
  mRemove->setIcon(glyphIcon(Glyph::Delete));
  mRemove->setToolTip(tr("Take the chosen line out of the row"));
  mRemove->setAccessibleName(tr("Take out"));
  mRemove->setAutoRaise(true);
  connect(mRemove, &QToolButton::clicked, this, [this] {
    const Field* found = fieldOf(mTree->currentItem());
    if (!found)
      return;
    const Field field = *found;
    if (field.detail.empty())
      remove(field.pointer);
    else
      type(field.pointer, {}, field.detail);
  });
  bar->addWidget(mTitle, 1);
  bar->addWidget(mAdd);
  bar->addWidget(mRemove);
  column->addLayout(bar);
  mTree = new QTreeWidget;
  mTree->setObjectName(QStringLiteral("rowTree"));
  mTree->setAccessibleName(tr("Details"));
  mTree->setHeaderLabels({tr("What"), tr("Value"), tr("Source")});
  mTree->setIndentation(12);
  mTree->setUniformRowHeights(true);
  mTree->setAlternatingRowColors(true);
  mTree->setItemDelegate(new Delegate(*this));
  mTree->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                         QAbstractItemView::SelectedClicked | QAbstractItemView::AnyKeyPressed);
  mTree->header()->setStretchLastSection(true);
  mTree->header()->resizeSection(0, 160);
  mTree->header()->resizeSection(1, 110);
  column->addWidget(mTree, 1);
  mHint = new QLabel;
  mHint->setObjectName(QStringLiteral("rowHint"));
  mHint->setWordWrap(true);
  mHint->hide();
  column->addWidget(mHint);
  clear({});
}

void RowForm::clear(const QString& why) {
  mIsEmpty = true;
  mWish = {};
  mFields.clear();
  mOffered.clear();
  mTree->clear();
  mTitle->setWordWrap(true); // a sentence, where a name would be cut off
  mTitle->setText(why);
  mTitle->setToolTip(why);
  mHint->hide();
  mAdd->setEnabled(false);
  mRemove->setEnabled(false);
}

void RowForm::show(const RowFormWish& wish) {
  if (mIsEmpty || !(wish.key == mWish.key) || wish.kind != mWish.kind)
    mOffered.clear();
  mIsEmpty = false;
  mWish = wish;
  mHint->hide();
  rebuild();
}

bool RowForm::isOffered(const std::string& pointer) const {
  return std::any_of(mOffered.begin(), mOffered.end(), [&](const std::string& each) {
    return each == pointer || each.starts_with(pointer + "/") || each.starts_with(pointer + "#");
  });
}

const json* RowForm::at(const std::string& pointer) const {
  const json::json_pointer where(pointer);
  return mWish.body.contains(where) ? &mWish.body.at(where) : nullptr;
}

const RowForm::Field* RowForm::fieldOf(const QTreeWidgetItem* item) const {
  if (!item)
    return nullptr;
  const QVariant index = item->data(0, kFieldRole);
  return index.isValid() && index.toULongLong() < mFields.size() ? &mFields[index.toULongLong()] : nullptr;
}

QTreeWidgetItem* RowForm::itemAt(const std::string& pointer) const {
  for (QTreeWidgetItemIterator it(mTree); *it; ++it)
    if (const Field* field = fieldOf(*it); field && field->pointer == pointer && field->detail.empty())
      return *it;
  return nullptr;
}

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
  item->setData(0, kFieldRole, static_cast<qulonglong>(mFields.size()));
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
    child->setText(0, detailTitle(detail));
    if (known)
      child->setText(1, memberText(shapeOfDetail(detail), *known));
    else
      child->setForeground(0, QApplication::palette().brush(QPalette::Disabled, QPalette::Text));
    child->setData(0, kFieldRole, static_cast<qulonglong>(mFields.size()));
    if (mWish.isEditable)
      child->setFlags(child->flags() | Qt::ItemIsEditable);
    Field part = field;
    part.detail = detail;
    part.title = detailTitle(detail);
    part.shape = shapeOfDetail(detail);
    mFields.push_back(part);
    item->addChild(child);
  }
}

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
      return detailTitle(pointer.substr(mark + 1));
    const std::string name = lastToken(pointer);
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
  return field->shape == MemberShape::Text ? candidatesNamed(lastToken(field->pointer)) : out;
}

QWidget* RowForm::editorFor(QWidget* parent, const QTreeWidgetItem* item, int column) {
  const Field* field = fieldOf(item);
  if (!field || column == 0 || (column == 2 && (field->shape != MemberShape::Value || !field->detail.empty())))
    return nullptr;
  const QStringList known = column == 1 ? candidates(item) : QStringList();
  if (known.isEmpty()) {
    auto* line = new QLineEdit(parent);
    line->setFrame(false);
    return line;
  }
  auto* box = new QComboBox(parent);
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->addItems(known);
  box->completer()->setFilterMode(Qt::MatchContains);
  box->completer()->setCompletionMode(QCompleter::PopupCompletion);
  return box;
}

bool RowForm::type(const std::string& pointer, const QString& text, const std::string& detail) {
  const QTreeWidgetItem* item = itemAt(pointer);
  if (!item) {
    offer(pointer);
    item = itemAt(pointer);
  }
  const Field* found = fieldOf(item);
  if (!found)
    return false;
  Field field = *found;
  if (!detail.empty() && detail != "source") {
    field.detail = detail;
    field.shape = shapeOfDetail(detail);
  }
  return take(field, detail == "source" ? 2 : 1, text);
}

bool RowForm::remove(const std::string& pointer) {
  const Field* field = fieldOf(itemAt(pointer));
  if (!field)
    return false;
  if (!at(pointer)) { // it was only offered
    std::erase_if(mOffered,
                  [&](const std::string& each) { return each == pointer || each.starts_with(pointer + "/"); });
    rebuild();
    return true;
  }
  return put(Field(*field), std::nullopt);
}

bool RowForm::take(const Field& field, int column, const QString& raw) {
  const QString text = raw.trimmed();
  const json* old = at(field.pointer);
  const auto refuse = [&](const QString& why) {
    emit failed(why);
    return false;
  };
  if (!field.detail.empty() || column == 2) {
    const std::string detail = column == 2 ? "source" : field.detail;
    if (!old)
      return refuse(tr("Say the value first, then where it comes from."));
    std::optional<json> part = memberFrom(column == 2 ? MemberShape::Source : field.shape, text);
    if (!part && !text.isEmpty())
      return refuse(tr("“%1” is neither yes nor no.").arg(text));
    if (part && detail == "alternatives") // figures stay figures
      for (json& each : *part)
        if (const auto figure = each.is_string() ? parseArmyValue(each.get<std::string>(), "number") : std::nullopt;
            figure && figure->is_number())
          each = *figure;
    return put(field, withValueDetail(*old, detail, part));
  }
  if (text.isEmpty())
    return old ? put(field, std::nullopt) : true;
  if (field.shape == MemberShape::Value) {
    const OrderOfBattle* army = mModel.army();
    std::optional<json> figure;
    if (army && army->units().attributes.contains(field.attribute)) {
      Result<json> read = judgedValue(army->units(), field.attribute, text.toStdString());
      if (!read)
        return refuse(sentence(read.error()));
      figure = std::move(*read);
    } else {
      figure = memberFrom(MemberShape::Value, text);
    }
    return put(field, withFigure(old ? *old : json(), *figure));
  }
  const std::optional<json> value = memberFrom(field.shape, text);
  if (!value)
    return refuse(field.shape == MemberShape::Flag ? tr("“%1” is neither yes nor no.").arg(text)
                                                   : tr("“%1” is no figure; write one such as 4.").arg(text));
  return put(field, value);
}

bool RowForm::put(const Field& field, const std::optional<json>& value) {
  json next = mWish.body;
  const json::json_pointer where(field.pointer);
  if (value) {
    next[where] = *value;
  } else if (next.contains(where)) {
    json& holder = next.at(where.parent_pointer());
    if (holder.is_array())
      holder.erase(static_cast<std::size_t>(std::stoul(where.back())));
    else
      holder.erase(where.back());
  }
  prune(next);
  const auto problem = Schema::named(mWish.kind)->rowProblem(json::array({mWish.key.section, mWish.key.id, next}));
  if (problem && mWish.isDraft) {
    mWish.body = next;
    rebuild();
    mHint->setText(tr("Not in the file yet: %1.").arg(qt(*problem)));
    mHint->show();
    return true;
  }
  if (problem) {
    emit failed(tr("%1: %2.").arg(field.title, qt(*problem)));
    return false;
  }
  emit edited(tr("%1 of %2").arg(field.title, mWish.title), next.dump());
  return true;
}

std::optional<RowFormWish> formOf(ArmyModel& model, const std::string& id) {
  const OrderOfBattle* army = model.army();
  const Piece* piece = army ? army->piece(id) : nullptr;
  const Formation* formation = army ? army->formation(id) : nullptr;
  if (!piece && !formation)
    return std::nullopt;
  RowFormWish out;
  out.kind = "oob";
  out.key = piece ? piece->key() : formation->key();
  const RecordTable& table = model.document()->document().table(kOobTable);
  const auto row = table.find(out.key);
  out.body = row == table.end() ? json::object() : json::parse(row->second, nullptr, false);
  out.title = qt(army->nameOf(id));
  out.isEditable = !model.document()->isReadOnly();
  if (piece) {
    out.attributes = attributesOf(army->units(), piece->type);
    for (const CounterFace* face : army->units().facesOf(piece->type))
      out.faces.push_back(face->id);
    out.always = {"name", "designation", "type", "side", "formation", "values", "source", "uncertain", "doubt", "note"};
  } else {
    out.attributes = formationAttributes(army->units());
    out.always = {"name",   "designation", "echelon",   "side",  "parent", "leader",
                  "values", "source",      "uncertain", "doubt", "note"};
  }
  return out;
}

RowFormWish formOfScenarioRow(ArmyModel& model, const RecordKey& key, const std::string& type) {
  RowFormWish out;
  out.kind = "scenario";
  out.key = key;
  out.body = json::object();
  out.isEditable = model.document() && !model.document()->isReadOnly();
  if (const Scenario* scenario = model.scenario()) {
    const auto row = scenario->rows().find(key);
    if (row != scenario->rows().end())
      if (json body = json::parse(row->second, nullptr, false); body.is_object())
        out.body = std::move(body);
  }
  const auto name = out.body.find("name");
  out.title = name != out.body.end() && name->is_string() ? qt(name->get<std::string>())
                                                          : memberTitle(key.section) + QLatin1Char(' ') + qt(key.id);
  out.always = {"name"};
  if (const OrderOfBattle* army = model.scenarioArmy(); army && !type.empty()) {
    for (const auto& [attribute, row] : army->units().attributes)
      if (row.state && army->units().applies(attribute, type))
        out.attributes.push_back(attribute);
    for (const CounterFace* face : army->units().facesOf(type))
      out.faces.push_back(face->id);
    out.always = {"values", "facing", "order"};
  }
  return out;
}

} // namespace hotchkiss::editor
