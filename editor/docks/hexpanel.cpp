#include "editor/docks/hexpanel.h"

#include "editor/docks/evidencepanel.h"
#include "editor/docks/formrows.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/placetext.h"
#include "editor/docks/swatchicon.h"
#include "editor/model/editordocument.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

/// Where there are more regions or entries than this, those that the hex does not belong to are in a menu.
constexpr std::size_t kListedSingly = 10;

/// Whether a record's list of hexes has this hex, and the record with the hex in or out of it.
bool listsHex(const std::string& record, HexCoord h) {
  for (const json& item : parsedObject(record).value("hexes", json::array()))
    if (item == json{h.c, h.r})
      return true;
  return false;
}

std::string withHex(const std::string& record, HexCoord h, bool listed) {
  json hexes = json::array();
  for (const json& item : parsedObject(record).value("hexes", json::array()))
    if (item != json{h.c, h.r})
      hexes.push_back(item);
  if (listed)
    hexes.push_back({h.c, h.r});
  std::sort(hexes.begin(), hexes.end());
  return withMember(record, "hexes", hexes.empty() ? std::nullopt : std::optional<json>(hexes));
}

} // namespace

HexPanel::HexPanel(const Context& context, HexCoord hex) : InspectorPanel(context), mHex(hex) {
  setObjectName(QStringLiteral("hexPanel"));
  QStringList labels;
  for (const Label& label : context.document.numbering().labels(hex))
    labels << QString::fromStdString(label.text) + (label.partial ? tr(" (partial)") : QString());
  const QString title = labels.isEmpty() ? tr("Hex without label") : tr("Hex %1").arg(labels.join(" = "));
  addHeading(title, tr("column %1, row %2 of the lattice").arg(hex.c).arg(hex.r), hex);
  addGround();
  addAttributes();
  addMembership("region", tr("Regions"));
  addMembership("entry", tr("Entries"));
  addThings();
  addEvidence(mHex);
  finish();
}

std::string HexPanel::state() const {
  const HexValue value = map().hex(mHex);
  std::string out = std::to_string(value.terrain) + "/" + std::to_string(value.level) + "/" +
                    std::to_string(value.more) + "/" + mContext.document.numbering().label(mHex) +
                    EvidencePanel::textOf(map(), mHex);
  for (const auto& [key, text] : map().table(kNamedTable))
    if (key.section == "region" || key.section == "entry" || key.section == "place")
      out += "\n" + key.section + key.id + text;
  return out;
}

QString HexPanel::where() const {
  return QString::fromStdString(mContext.document.numbering().label(mHex));
}

void HexPanel::addGround() {
  const bool readOnly = mContext.document.isReadOnly();
  QFormLayout* form = addForm();
  auto* terrain = new QComboBox;
  terrain->setObjectName(QStringLiteral("hexTerrain"));
  terrain->setAccessibleName(tr("Terrain"));
  terrain->setEnabled(!readOnly);
  terrain->setIconSize(kComboSwatch);
  terrain->addItem(tr("none"), QString());
  for (const auto& [id, kind] : mContext.document.catalogue().terrains)
    terrain->addItem(swatchIcon(mContext.document.ruleset(), mContext.style.get(), "terrain", id, {}, kComboSwatch),
                     QString::fromStdString(kind.name), QString::fromStdString(id));
  const QString present = QString::fromStdString(map().terrain(mHex));
  if (terrain->findData(present) < 0)
    terrain->addItem(tr("%1 (not in the catalogue)").arg(present), present);
  terrain->setCurrentIndex(terrain->findData(present));
  connect(terrain, &QComboBox::currentIndexChanged, this, [this, terrain] {
    const std::string id = terrain->currentData().toString().toStdString();
    apply(
        id.empty() ? tr("Clear the terrain of %1").arg(where())
                   : tr("Set %1 to %2").arg(where(), terrain->currentText()),
        [this, id](Stroke& stroke) { stroke.setTerrain(mHex, id); }, After::Stay);
  });
  addRow(form, tr("&Terrain"), terrain);
  const Catalogue& catalogue = mContext.document.catalogue();
  const std::optional<int> level = map().level(mHex);
  if (catalogue.elevation != "levels" && !level)
    return;
  auto* spin = new QSpinBox;
  spin->setObjectName(QStringLiteral("hexLevel"));
  spin->setAccessibleName(tr("Level"));
  spin->setEnabled(!readOnly);
  constexpr int kFarthest = 30'000;
  spin->setRange(catalogue.lowestLevel.value_or(-kFarthest) - 1, catalogue.highestLevel.value_or(kFarthest));
  spin->setSpecialValueText(tr("none"));
  spin->setKeyboardTracking(false);
  spin->setValue(level.value_or(spin->minimum()));
  connect(spin, &QSpinBox::valueChanged, this, [this, spin](int value) {
    const std::optional<int> wanted = value == spin->minimum() ? std::nullopt : std::optional<int>(value);
    apply(
        wanted ? tr("Set the level of %1 to %2").arg(where()).arg(value) : tr("Clear the level of %1").arg(where()),
        [this, wanted](Stroke& stroke) { stroke.setLevel(mHex, wanted); }, After::Stay, QStringLiteral("level"));
  });
  auto* line = new QHBoxLayout;
  line->addWidget(spin, 1);
  auto* clear = new QToolButton;
  clear->setObjectName(QStringLiteral("hexLevelClear"));
  clear->setText(tr("None"));
  clear->setToolTip(tr("Takes the level away"));
  clear->setEnabled(!readOnly);
  connect(clear, &QToolButton::clicked, spin, [spin] { spin->setValue(spin->minimum()); });
  line->addWidget(clear);
  addRow(form, tr("&Level"), line, spin);
}

void HexPanel::addAttributes() {
  const std::vector<AttributeField> fields = hexAttributeFields(mContext.document.ruleset().rows("catalogue"));
  const json present = parsedObject(map().attributes(mHex));
  if (fields.empty() && present.empty())
    return;
  QFormLayout* form = nullptr;
  const auto valueOf = [&](const std::string& id) {
    return present.contains(id) ? std::optional<json>(present[id]) : std::nullopt;
  };
  const auto listen = [this](AttributeEditor* editor) {
    connect(editor, &AttributeEditor::changed, this, [this, editor](bool typing) {
      const AttributeField& field = editor->field();
      apply(
          tr("Change “%1” of %2").arg(QString::fromStdString(field.name), where()),
          [&](Stroke& stroke) {
            stroke.setAttributes(mHex, withMember(stroke.document().attributes(mHex), field.id, editor->value()));
          },
          After::Stay, typing ? editor->objectName() : QString());
    });
  };
  for (const AttributeField& field : fields) {
    if (!form)
      form = addForm(tr("Attributes"));
    AttributeEditor* editor =
        addField(form, field, "hexAttribute_" + QString::fromStdString(field.id), valueOf(field.id));
    if (field.type.type == "flag")
      if (auto* box = editor->findChild<QCheckBox*>()) {
        box->setIconSize(kComboSwatch);
        box->setIcon(
            swatchIcon(mContext.document.ruleset(), mContext.style.get(), "hexAttribute", field.id, {}, kComboSwatch));
      }
    listen(editor);
  }
  // What the catalogue does not know is shown, too, so that it can be seen and removed.
  for (const auto& [id, value] : present.items()) {
    const auto isKnown = [&id = id](const AttributeField& field) { return field.id == id; };
    if (id == "in" || std::any_of(fields.begin(), fields.end(), isKnown))
      continue;
    AttributeField stray;
    stray.id = id;
    stray.name = id;
    stray.note = tr("The catalogue does not have this attribute.").toStdString();
    stray.type.type = value.is_string() ? "text" : "object";
    listen(addField(form ? form : (form = addForm(tr("Attributes"))), stray,
                    "hexAttribute_" + QString::fromStdString(id), value));
  }
}

void HexPanel::addMembership(const std::string& section, const QString& title) {
  const auto kinds = mContext.document.catalogue().named.find(section);
  std::vector<NamedChoice> choices;
  for (const NamedChoice& choice : namedChoices(map(), section)) {
    const bool offMap = kinds != mContext.document.catalogue().named.end() && kinds->second.contains(choice.kind) &&
                        kinds->second.at(choice.kind).offMap;
    if (!offMap)
      choices.push_back(choice);
  }
  if (choices.empty())
    return;
  const bool isRegion = section == "region";
  const std::vector<std::string> in = listMember(map().attributes(mHex), "in");
  QFormLayout* form = addForm(title);
  auto* list = new QWidget;
  auto* column = new QVBoxLayout(list);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  auto* others = new QMenu(this);
  for (const NamedChoice& choice : choices) {
    const std::string* record = map().record(kNamedTable, {section, choice.id});
    const bool isIn = isRegion ? std::find(in.begin(), in.end(), choice.id) != in.end() : listsHex(*record, mHex);
    const QString name = QString::fromStdString(choice.name);
    const auto take = [this, isRegion, section, id = choice.id, name](bool checked, After after) {
      apply((checked ? tr("Add %1 to %2") : tr("Take %1 out of %2")).arg(where(), name),
            [&](Stroke& stroke) {
              if (isRegion)
                return stroke.setAttributes(mHex, withListed(stroke.document().attributes(mHex), "in", id, checked));
              const std::string* text = stroke.document().record(kNamedTable, {section, id});
              if (text)
                stroke.setRecord(kNamedTable, {section, id}, withHex(*text, mHex, checked));
            },
            after);
    };
    if (!isIn && choices.size() > kListedSingly) {
      others->addAction(literal(name), this, [take] { take(true, After::Rebuild); })
          ->setObjectName("hexAdd_" + QString::fromStdString(section + "_" + choice.id));
      continue;
    }
    auto* box = new QCheckBox(literal(name));
    box->setObjectName("hexIn_" + QString::fromStdString(section + "_" + choice.id));
    box->setChecked(isIn);
    box->setEnabled(!mContext.document.isReadOnly());
    connect(box, &QCheckBox::toggled, this, [take](bool checked) { take(checked, After::Stay); });
    column->addWidget(box);
  }
  if (!others->isEmpty()) {
    auto* add = new QToolButton;
    add->setObjectName("hexAdd_" + QString::fromStdString(section));
    add->setText(tr("Add to"));
    add->setIcon(glyphIcon(Glyph::Add));
    add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    add->setPopupMode(QToolButton::InstantPopup);
    add->setMenu(others);
    add->setEnabled(!mContext.document.isReadOnly());
    column->addWidget(add);
  }
  form->addRow(list);
}

void HexPanel::addThings() {
  std::vector<QWidget*> buttons;
  for (const auto& [key, text] : map().table(kNamedTable)) {
    if (key.section != "place")
      continue;
    const json at = parsedObject(text).value("at", json());
    if (at != json{mHex.c, mHex.r} && at != json{{"hex", {mHex.c, mHex.r}}})
      continue;
    auto* button = new QPushButton(glyphIcon(Glyph::Link), literal(QString::fromStdString(displayName(key.id, text))));
    button->setObjectName("hexPlace_" + QString::fromStdString(key.id));
    button->setFlat(true);
    button->setStyleSheet(QStringLiteral("text-align:left"));
    connect(button, &QPushButton::clicked, this,
            [this, thing = NamedThing{key.section, key.id}] { mContext.tools.select(thing); });
    buttons.push_back(button);
  }
  if (buttons.empty())
    return;
  QFormLayout* form = addForm(tr("Places here"));
  for (QWidget* button : buttons)
    form->addRow(button);
}

} // namespace hotchkiss::editor
