#include "editor/army/rowform.h"

#include "editor/army/armyedits.h"
#include "editor/army/rowformparts.h"
#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"
#include "libscenario/json/schema.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

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
  const QVariant index = item->data(0, rowform::kFieldRole);
  return index.isValid() && index.toULongLong() < mFields.size() ? &mFields[index.toULongLong()] : nullptr;
}

QTreeWidgetItem* RowForm::itemAt(const std::string& pointer) const {
  for (QTreeWidgetItemIterator it(mTree); *it; ++it)
    if (const Field* field = fieldOf(*it); field && field->pointer == pointer && field->detail.empty())
      return *it;
  return nullptr;
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
    field.shape = rowform::shapeOfDetail(detail);
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

} // namespace hotchkiss::editor
