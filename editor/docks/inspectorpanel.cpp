#include "editor/docks/inspectorpanel.h"

#include "editor/docks/edgepanel.h"
#include "editor/docks/evidencepanel.h"
#include "editor/docks/formrows.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/hexpanel.h"
#include "editor/docks/namedpanel.h"
#include "editor/docks/vertexpanel.h"
#include "editor/model/editordocument.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

InspectorPanel::InspectorPanel(const Context& context) : mContext(context) {
  mColumn = new QVBoxLayout(this);
  mColumn->setContentsMargins(8, 8, 8, 8);
  mColumn->setSpacing(6);
}

const Document& InspectorPanel::map() const {
  return mContext.document.document();
}

void InspectorPanel::apply(const QString& title, const std::function<void(Stroke&)>& change, After after,
                           const QString& typingIn) {
  EditorDocument& document = mContext.document;
  const bool merge = !typingIn.isEmpty() && typingIn == mTypingIn && document.history().position() == mTypingPosition;
  mIsApplying = true;
  const Outcome outcome = document.edit(title, change, merge);
  mIsApplying = false;
  mTypingIn = typingIn;
  mTypingPosition = document.history().position();
  if (!outcome) {
    emit failed(QString::fromStdString(outcome.error().text()));
    emit outdated();
    return;
  }
  if (after == After::Stay)
    remember();
  else
    emit outdated();
}

void InspectorPanel::addHeading(const QString& title, const QString& subtitle, const Selection& place) {
  auto* line = new QHBoxLayout;
  auto* texts = new QVBoxLayout;
  texts->setSpacing(0);
  auto* name = new QLabel(title);
  mHeading = name;
  name->setObjectName(QStringLiteral("inspectorTitle"));
  name->setWordWrap(true);
  name->setTextInteractionFlags(Qt::TextSelectableByMouse);
  QFont font = name->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * 1.15);
  name->setFont(font);
  texts->addWidget(name);
  auto* below = new QLabel(subtitle);
  below->setObjectName(QStringLiteral("inspectorSubtitle"));
  below->setWordWrap(true);
  below->setForegroundRole(QPalette::PlaceholderText);
  below->setTextInteractionFlags(Qt::TextSelectableByMouse);
  texts->addWidget(below);
  line->addLayout(texts, 1);
  if (!std::holds_alternative<std::monostate>(place)) {
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("inspectorGoTo"));
    button->setIcon(glyphIcon(Glyph::GoTo));
    button->setAutoRaise(true);
    button->setToolTip(tr("Shows it on the map"));
    button->setAccessibleName(tr("Go to"));
    connect(button, &QToolButton::clicked, this, [this, place] { emit goTo(place); });
    line->addWidget(button, 0, Qt::AlignTop);
  }
  mColumn->addLayout(line);
}

void InspectorPanel::setHeading(const QString& title) {
  mHeading->setText(title);
}

QFormLayout* InspectorPanel::addForm(const QString& title) {
  if (!title.isEmpty()) {
    auto* label = new QLabel(title);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    mColumn->addSpacing(4);
    mColumn->addWidget(label);
  }
  QFormLayout* form = newForm();
  mColumn->addLayout(form);
  return form;
}

void InspectorPanel::addNote(const QString& text) {
  auto* label = new QLabel(text);
  label->setWordWrap(true);
  label->setForegroundRole(QPalette::PlaceholderText);
  mColumn->addWidget(label);
}

AttributeEditor* InspectorPanel::addField(QFormLayout* form, const AttributeField& field, const QString& objectName,
                                          const std::optional<nlohmann::json>& value) {
  auto* editor = new AttributeEditor(field, mContext.document, objectName);
  editor->setValue(value);
  editor->setReadOnly(mContext.document.isReadOnly());
  const QString name = literal(QString::fromStdString(field.name)) + (field.type.required ? " *" : "");
  if (auto* box = editor->findChild<QCheckBox*>()) { // a check box carries its name itself
    box->setText(name);
    form->addRow(editor);
  } else {
    addRow(form, name, editor);
  }
  return editor;
}

void InspectorPanel::addEvidence(const Selection& place) {
  if (!EvidencePanel::textOf(map(), place).empty())
    mColumn->addWidget(new EvidencePanel(mContext.document, mContext.looks, place));
}

QWidget* InspectorPanel::addButtonRow(const std::vector<QWidget*>& buttons) {
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  for (QWidget* button : buttons)
    line->addWidget(button);
  line->addStretch();
  mColumn->addWidget(row);
  return row;
}

void InspectorPanel::finish() {
  mColumn->addStretch();
  remember();
}

InspectorPanel* makePanel(const InspectorPanel::Context& context, const Selection& selection) {
  const Document& map = context.document.document();
  if (const auto* h = std::get_if<HexCoord>(&selection))
    return map.extent().contains(*h) ? new HexPanel(context, *h) : nullptr;
  if (const auto* e = std::get_if<EdgeId>(&selection))
    return map.extent().containsOrBorders(e->owner()) ? new EdgePanel(context, *e) : nullptr;
  if (const auto* v = std::get_if<VertexId>(&selection))
    return map.extent().containsOrBorders(v->owner()) ? new VertexPanel(context, *v) : nullptr;
  if (const auto* thing = std::get_if<NamedThing>(&selection))
    return map.record(kNamedTable, {thing->section, thing->id}) ? new NamedPanel(context, *thing) : nullptr;
  return nullptr;
}

} // namespace hotchkiss::editor
