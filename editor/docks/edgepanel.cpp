#include "editor/docks/edgepanel.h"

#include "editor/docks/evidencepanel.h"
#include "editor/docks/formrows.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/swatchicon.h"
#include "editor/model/editordocument.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

bool isAt(const std::string& record, EdgeId e) {
  return parsedObject(record).value("at", json()) == json{e.c, e.r, e.d};
}

} // namespace

EdgePanel::EdgePanel(const Context& context, EdgeId edge) : FeaturePanel(context), mEdge(edge) {
  setObjectName(QStringLiteral("edgePanel"));
  addHeading(tr("Hexside %1").arg(where()), tr("lattice edge %1").arg(QString::fromStdString(toText(edge))), edge);
  addFeatures();
  addAddButton();
  addCrossings();
  addEvidence(mEdge);
  finish();
}

std::string EdgePanel::state() const {
  std::string out = std::to_string(map().edge(mEdge)) + "/" + mContext.document.numbering().label(mEdge) +
                    EvidencePanel::textOf(map(), mEdge);
  for (const auto& [key, text] : map().table(kNamedTable))
    if (key.section == "course" || (key.section == "crossing" && isAt(text, mEdge)))
      out += "\n" + key.id + text;
  return out;
}

std::vector<HexCoord> EdgePanel::hexes() const {
  const std::array<HexCoord, 2> both = map().lattice().hexes(mEdge);
  return {both.begin(), both.end()};
}

QString EdgePanel::where() const {
  return QString::fromStdString(mContext.document.numbering().label(mEdge));
}

void EdgePanel::addCrossings() {
  const Catalogue& catalogue = mContext.document.catalogue();
  const auto crossings = catalogue.named.find("crossing");
  if (crossings == catalogue.named.end())
    return;
  QFormLayout* form = addForm(tr("Crossings"));
  for (const auto& [key, text] : map().table(kNamedTable)) {
    if (key.section != "crossing" || !isAt(text, mEdge))
      continue;
    const std::string kind = parsedObject(text).value("kind", "");
    auto* button = new QPushButton(
        swatchIcon(mContext.document.ruleset(), mContext.style.get(), "crossing", kind, {}, kComboSwatch),
        literal(QString::fromStdString(displayName(key.id, text))));
    button->setIconSize(kComboSwatch);
    button->setObjectName("edgeCrossing_" + QString::fromStdString(key.id));
    button->setFlat(true);
    button->setStyleSheet(QStringLiteral("text-align:left"));
    connect(button, &QPushButton::clicked, this,
            [this, thing = NamedThing{key.section, key.id}] { mContext.tools.select(thing); });
    form->addRow(button);
  }
  auto* add = new QToolButton;
  add->setObjectName(QStringLiteral("crossingAdd"));
  add->setText(tr("Add &crossing"));
  add->setIcon(glyphIcon(Glyph::Add));
  add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  add->setPopupMode(QToolButton::InstantPopup);
  add->setEnabled(!mContext.document.isReadOnly());
  auto* menu = new QMenu(add);
  const FeatureSet present = features();
  bool any = false;
  for (const auto& [id, kind] : crossings->second) {
    const bool fits = std::any_of(kind.over.begin(), kind.over.end(),
                                  [&](const std::string& wanted) { return isPresent(present, wanted); });
    QAction* action =
        menu->addAction(swatchIcon(mContext.document.ruleset(), mContext.style.get(), "crossing", id, {}, kComboSwatch),
                        literal(QString::fromStdString(kind.name)));
    action->setObjectName("crossingAdd_" + QString::fromStdString(id));
    action->setEnabled(fits);
    any |= fits;
    connect(action, &QAction::triggered, this, [this, id = id] { addCrossing(id); });
  }
  add->setMenu(menu);
  if (!any) {
    add->setEnabled(false);
    add->setToolTip(tr("There is nothing on this hexside that could be crossed."));
  }
  addButtonRow({add});
}

void EdgePanel::addCrossing(const std::string& kind) {
  const NamedKind& crossing = mContext.document.catalogue().named.at("crossing").at(kind);
  json body = parsedObject(newRecord(mContext.document.catalogue(), "crossing", kind, {}));
  body["at"] = {mEdge.c, mEdge.r, mEdge.d};
  std::string course;
  const FeatureSet present = features();
  for (const std::string& over : crossing.over)
    if (const Feature* feature = present.find(over.substr(0, over.find(':'))); feature && !feature->of.empty())
      course = feature->of.front();
  if (!course.empty())
    body["of"] = course;
  const std::string id = freeId(map(), "crossing", course.empty() ? kind : course + "-" + kind);
  apply(
      tr("Add %1 at %2").arg(QString::fromStdString(crossing.name), where()),
      [&](Stroke& stroke) {
        stroke.setRecord(kNamedTable, {"crossing", id}, body.dump());
      },
      After::Rebuild);
}

} // namespace hotchkiss::editor
