#include "editor/docks/namedpanel.h"

#include "editor/docks/formrows.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/placetext.h"
#include "editor/docks/recordreferences.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

QString sectionName(const std::string& section) {
  if (section == "course")
    return NamedPanel::tr("Course");
  if (section == "crossing")
    return NamedPanel::tr("Crossing");
  if (section == "join")
    return NamedPanel::tr("Join");
  if (section == "place")
    return NamedPanel::tr("Place");
  if (section == "region")
    return NamedPanel::tr("Region");
  if (section == "link")
    return NamedPanel::tr("Link");
  if (section == "entry")
    return NamedPanel::tr("Entry");
  return qt(section);
}

std::optional<Selection> selectionOf(const json& value, bool isVertex) {
  const auto numbers = [&](std::size_t count) {
    return value.is_array() && value.size() == count &&
           std::all_of(value.begin(), value.end(), [](const json& n) { return n.is_number_integer(); });
  };
  const auto at = [&](std::size_t i) { return value[i].get<std::int32_t>(); };
  if (numbers(2))
    return HexCoord{at(0), at(1)};
  if (numbers(3))
    return isVertex ? Selection(VertexId{at(0), at(1), at(2)}) : Selection(EdgeId{at(0), at(1), at(2)});
  if (value.is_array() && !value.empty())
    return selectionOf(value[0], isVertex);
  if (value.is_object())
    for (const char* name : {"hex", "edge", "vertex"})
      if (value.contains(name))
        return selectionOf(value[name], std::string_view(name) == "vertex");
  return std::nullopt;
}

} // namespace

Selection placeOfRecord(const std::string& section, const std::string& id, const std::string& recordText) {
  const json body = parsedObject(recordText);
  for (const char* member : {"at", "label", "hexes", "edges", "start", "ends"})
    if (body.contains(member))
      if (const auto found = selectionOf(body[member], false))
        return *found;
  for (const char* member : {"mouth", "from"})
    if (body.contains(member))
      if (const auto found = selectionOf(body[member], true))
        return *found;
  // Whatever belongs to a course or region on the map says so itself; who shows things looks there.
  return NamedThing{section, id};
}

NamedPanel::NamedPanel(const Context& context, const NamedThing& thing) : InspectorPanel(context), mThing(thing) {
  setObjectName(QStringLiteral("namedPanel"));
  addHeading(title(), kindName(), placeOfRecord(mThing.section, mThing.id, text()));
  addIdentity();
  addPositions();
  addAttributes();
  addTexts();
  addEnd();
  finish();
}

std::string NamedPanel::state() const {
  const std::string* record = map().record(kNamedTable, {mThing.section, mThing.id});
  return record ? *record : std::string("gone");
}

std::string NamedPanel::text() const {
  const std::string* record = map().record(kNamedTable, {mThing.section, mThing.id});
  return record ? *record : std::string();
}

json NamedPanel::body() const {
  return parsedObject(text());
}

QString NamedPanel::title() const {
  return qt(displayName(mThing.id, text()));
}

QString NamedPanel::kindName() const {
  const std::string kind = body().value("kind", "");
  const Catalogue& catalogue = mContext.document.catalogue();
  if (const auto section = catalogue.named.find(mThing.section); section != catalogue.named.end())
    if (const auto it = section->second.find(kind); it != section->second.end())
      return tr("%1 – %2").arg(sectionName(mThing.section), qt(it->second.name));
  return sectionName(mThing.section);
}

void NamedPanel::write(const QString& what, const std::string& wanted, After after, const QString& typingIn) {
  apply(
      what,
      [&](Stroke& stroke) {
        stroke.setRecord(kNamedTable, {mThing.section, mThing.id}, wanted);
      },
      after, typingIn);
  setHeading(title());
}

void NamedPanel::addIdentity() {
  const bool readOnly = mContext.document.isReadOnly();
  QFormLayout* form = addForm();
  if (mThing.section != "join") {
    addText(form, tr("&Name"), QStringLiteral("namedName"), "name");
    auto* names = new QLineEdit;
    names->setObjectName(QStringLiteral("namedNames"));
    names->setAccessibleName(tr("Other names"));
    names->setPlaceholderText(tr("with semicolons between"));
    names->setEnabled(!readOnly);
    QStringList list;
    for (const std::string& name : listMember(text(), "names"))
      list << qt(name);
    names->setText(list.join(QStringLiteral("; ")));
    connect(names, &QLineEdit::textEdited, this, [this](const QString& typed) {
      json wanted = json::array();
      for (const QString& name : typed.split(';'))
        if (!name.trimmed().isEmpty())
          wanted.push_back(name.trimmed().toStdString());
      write(tr("Change the other names of %1").arg(title()),
            withMember(text(), "names", wanted.empty() ? std::nullopt : std::optional<json>(wanted)), After::Stay,
            QStringLiteral("names"));
    });
    addRow(form, tr("&Other names"), names);
    const Catalogue& catalogue = mContext.document.catalogue();
    auto* kind = new QComboBox;
    kind->setObjectName(QStringLiteral("namedKind"));
    kind->setAccessibleName(tr("Kind"));
    kind->setEnabled(!readOnly);
    if (const auto section = catalogue.named.find(mThing.section); section != catalogue.named.end())
      for (const auto& [id, known] : section->second)
        kind->addItem(qt(known.name), qt(id));
    const QString present = qt(body().value("kind", ""));
    if (kind->findData(present) < 0)
      kind->addItem(tr("%1 (not in the catalogue)").arg(present), present);
    kind->setCurrentIndex(kind->findData(present));
    connect(kind, &QComboBox::currentIndexChanged, this, [this, kind] {
      write(tr("Change the kind of %1").arg(title()),
            withMember(text(), "kind", json(kind->currentData().toString().toStdString())), After::Rebuild);
    });
    addRow(form, tr("&Kind"), kind);
  }
  auto* id = new QLineEdit(qt(mThing.id));
  id->setObjectName(QStringLiteral("namedId"));
  id->setAccessibleName(tr("Id"));
  id->setToolTip(tr("What other data calls it. When it is changed, everything that refers to it follows."));
  id->setEnabled(!readOnly && mThing.section != "join");
  connect(id, &QLineEdit::editingFinished, this, [this, id] { rename(id); });
  addRow(form, tr("&Id"), id);
}

void NamedPanel::rename(QLineEdit* edit) {
  const std::string wanted = edit->text().trimmed().toStdString();
  if (wanted == mThing.id)
    return;
  const RecordKey key{mThing.section, mThing.id};
  // Tried on a copy first, so that a refusal leaves no half edit.
  Document copy = map();
  Stroke trial(copy, {});
  if (const Outcome outcome = renameRecord(trial, mContext.document.catalogue(), key, wanted); !outcome) {
    edit->setText(qt(mThing.id));
    emit failed(qt(outcome.error().text()));
    return;
  }
  const QString what = tr("Rename %1 to %2").arg(qt(mThing.id), qt(wanted));
  apply(
      what, [&](Stroke& stroke) { (void)renameRecord(stroke, mContext.document.catalogue(), key, wanted).ok(); },
      After::Stay);
  mThing.id = wanted; // the field says once more that it is finished when it loses the focus
  mContext.tools.select(mThing);
}

void NamedPanel::addText(QFormLayout* form, const QString& label, const QString& name, const std::string& member) {
  auto* edit = new QLineEdit(qt(sourceText(body().value(member, json()))));
  edit->setCursorPosition(0);
  edit->setObjectName(name);
  edit->setAccessibleName(QString(label).remove('&'));
  edit->setMaxLength(2000);
  edit->setEnabled(!mContext.document.isReadOnly());
  connect(edit, &QLineEdit::textEdited, this, [this, member, name](const QString& typed) {
    write(tr("Change the %1 of %2").arg(qt(member), title()),
          withMember(text(), member, typed.isEmpty() ? std::nullopt : std::optional<json>(typed.toStdString())),
          After::Stay, name);
  });
  addRow(form, label, edit);
}

void NamedPanel::addTexts() {
  QFormLayout* form = addForm(tr("Notes"));
  addText(form, tr("No&te"), QStringLiteral("namedNote"), "note");
  addText(form, tr("&Source"), QStringLiteral("namedSource"), "source");
}

void NamedPanel::addPlaces(QFormLayout* form, const QString& label, const std::string& member, bool isVertex,
                           bool required, const Reader& read) {
  const PlaceText places(map(), mContext.document.numbering());
  auto* edit = new QLineEdit(qt(places.write(body().value(member, json()), isVertex)));
  edit->setCursorPosition(0);
  edit->setObjectName("named_" + qt(member));
  edit->setAccessibleName(QString(label).remove('&'));
  edit->setEnabled(!mContext.document.isReadOnly());
  edit->setPlaceholderText(required ? tr("a printed label") : tr("not set"));
  auto* error = new QLabel;
  error->setObjectName("named_" + qt(member) + "_error");
  error->setWordWrap(true);
  error->setStyleSheet("color:" + errorColour().name());
  error->hide();
  connect(edit, &QLineEdit::editingFinished, this, [this, edit, error, member, required, isVertex, read] {
    const PlaceText now(map(), mContext.document.numbering());
    if (edit->text() == qt(now.write(body().value(member, json()), isVertex))) {
      error->hide();
      return;
    }
    const Result<json> value = read(edit->text().toStdString());
    const bool isEmpty = value && (value->is_null() || (value->is_array() && value->empty()));
    if (!value || (isEmpty && required)) {
      error->setText(value ? tr("A place is needed here.") : qt(value.error().text()));
      error->show();
      return;
    }
    error->hide();
    write(tr("Move %1").arg(title()), withMember(text(), member, isEmpty ? std::nullopt : std::optional<json>(*value)),
          After::Rebuild);
  });
  auto* column = new QVBoxLayout;
  column->setSpacing(0);
  column->addWidget(edit);
  column->addWidget(error);
  addRow(form, label, column, edit);
}

void NamedPanel::addReferences(QFormLayout* form, const QString& label, const std::string& member,
                               const std::string& to, bool many) {
  AttributeField field;
  field.id = member;
  field.name = QString(label).remove('&').toStdString();
  field.type.type = many ? "references" : "reference";
  field.type.to = to;
  const json present = body();
  AttributeEditor* editor = addField(form, field, "named_" + qt(member),
                                     present.contains(member) ? std::optional<json>(present[member]) : std::nullopt);
  connect(editor, &AttributeEditor::changed, this, [this, editor, member] {
    if (mThing.section == "join" && (!editor->value() || editor->value()->size() < 2)) {
      emit failed(tr("A join needs two courses; delete the join instead."));
      editor->setValue(body()[member]);
      return;
    }
    write(tr("Change %1").arg(title()), withMember(text(), member, editor->value()), After::Stay);
  });
}

void NamedPanel::addPositions() {
  const std::string& section = mThing.section;
  const auto places = [this] { return PlaceText(map(), mContext.document.numbering()); };
  const Reader hex = [places](const std::string& typed) { return places().read(typed, true, false); };
  const Reader hexes = [places](const std::string& typed) { return places().read(typed, true, true); };
  const Reader edge = [places](const std::string& typed) { return places().read(typed, false, false); };
  const Reader edges = [places](const std::string& typed) { return places().read(typed, false, true); };
  const Reader vertex = [places](const std::string& typed) { return places().readVertex(typed); };
  const Reader location = [places](const std::string& typed) { return places().readLocation(typed); };
  const Reader ends = [places](const std::string& typed) { return places().readEnds(typed); };
  QFormLayout* form = addForm();
  if (section == "place")
    addPlaces(form, tr("&At"), "at", false, true, location);
  if (section == "crossing") {
    addPlaces(form, tr("&At"), "at", false, true, edge);
    addReferences(form, tr("&Crosses"), "of", "course", false);
  }
  if (section == "join")
    addReferences(form, tr("&Courses"), "of", "course", true);
  if (section == "course") {
    const auto kinds = mContext.document.catalogue().named.find("course");
    const std::string kind = body().value("kind", "");
    const bool across = kinds != mContext.document.catalogue().named.end() && kinds->second.contains(kind) &&
                        !kinds->second.at(kind).of.empty() && kinds->second.at(kind).of.front().starts_with("path.");
    if (across || body().contains("start"))
      addPlaces(form, tr("&Begins in"), "start", false, false, hex);
    if (!across || body().contains("mouth"))
      addPlaces(form, tr("&Mouth"), "mouth", true, false, vertex);
    if (!across || body().contains("from"))
      addPlaces(form, tr("&Begins at"), "from", true, false, vertex);
  }
  if (section == "region") {
    addPlaces(form, tr("Name &at"), "label", false, false, hex);
    addReferences(form, tr("&Borders on"), "borders", "region", true);
  }
  if (section == "entry") {
    addPlaces(form, tr("He&xes"), "hexes", false, false, hexes);
    addPlaces(form, tr("He&xsides"), "edges", false, false, edges);
  }
  if (section == "link")
    addPlaces(form, tr("&Ends"), "ends", false, true, ends);
}

void NamedPanel::addAttributes() {
  const auto row = mContext.document.ruleset().rows("catalogue").find({mThing.section, body().value("kind", "")});
  if (row == mContext.document.ruleset().rows("catalogue").end())
    return;
  const std::vector<AttributeField> fields =
      attributeFields(parsedObject(row->second).value("attributes", json::object()));
  const json present = body().value("attributes", json::object());
  if (fields.empty() && present.empty())
    return;
  QFormLayout* form = addForm(tr("Attributes"));
  for (const AttributeField& field : fields) {
    AttributeEditor* editor =
        addField(form, field, "namedAttribute_" + qt(field.id),
                 present.contains(field.id) ? std::optional<json>(present[field.id]) : std::nullopt);
    connect(editor, &AttributeEditor::changed, this, [this, editor](bool typing) {
      write(tr("Change “%1” of %2").arg(qt(editor->field().name), title()),
            withAttribute(text(), editor->field().id, editor->value()), After::Stay,
            typing ? editor->objectName() : QString());
    });
  }
}

void NamedPanel::addEnd() {
  const std::size_t references = countReferences(map(), mContext.document.catalogue(), {mThing.section, mThing.id});
  addNote(references == 0   ? tr("Nothing refers to it.")
          : references == 1 ? tr("One other thing refers to it.")
                            : tr("%1 hexes, hexsides and things refer to it.").arg(references));
  auto* remove = new QPushButton(glyphIcon(Glyph::Delete), tr("&Delete"));
  remove->setObjectName(QStringLiteral("namedDelete"));
  remove->setToolTip(tr("Deletes it and every reference to it"));
  remove->setEnabled(!mContext.document.isReadOnly());
  connect(remove, &QPushButton::clicked, this, [this] {
    apply(
        tr("Delete %1").arg(title()),
        [this](Stroke& stroke) {
          deleteRecord(stroke, mContext.document.catalogue(), {mThing.section, mThing.id});
        },
        After::Rebuild);
    mContext.tools.select(Selection());
  });
  addButtonRow({remove});
}

} // namespace hotchkiss::editor
