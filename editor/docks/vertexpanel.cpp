#include "editor/docks/vertexpanel.h"

#include "editor/docks/evidencepanel.h"
#include "editor/docks/formrows.h"
#include "editor/model/editordocument.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

#include <set>

namespace hotchkiss::editor {

using nlohmann::json;

VertexPanel::VertexPanel(const Context& context, VertexId vertex) : FeaturePanel(context), mVertex(vertex) {
  setObjectName(QStringLiteral("vertexPanel"));
  addHeading(tr("Corner %1").arg(where()), tr("lattice corner %1").arg(QString::fromStdString(toText(vertex))), vertex);
  if (!kinds().empty() || !features().empty()) {
    addFeatures();
    addAddButton();
  }
  addJoin();
  addEvidence(mVertex);
  finish();
}

std::string VertexPanel::state() const {
  std::string out = std::to_string(map().vertex(mVertex)) + "/" + mContext.document.numbering().label(mVertex) +
                    EvidencePanel::textOf(map(), mVertex);
  for (const EdgeId e : map().lattice().edges(mVertex))
    out += "/" + std::to_string(map().edge(e));
  for (const auto& [key, text] : map().table(kNamedTable))
    if (key.section == "course" || key.section == "join")
      out += "\n" + key.id + text;
  return out;
}

std::vector<HexCoord> VertexPanel::hexes() const {
  const std::array<HexCoord, 3> all = map().lattice().hexes(mVertex);
  return {all.begin(), all.end()};
}

QString VertexPanel::where() const {
  return QString::fromStdString(mContext.document.numbering().label(mVertex));
}

std::vector<std::string> VertexPanel::touching() const {
  std::set<std::string> out;
  for (const EdgeId e : map().lattice().edges(mVertex))
    for (const Feature& feature : map().features(e).features)
      if (!feature.kind.starts_with("path."))
        out.insert(feature.of.begin(), feature.of.end());
  return {out.begin(), out.end()};
}

void VertexPanel::addJoin() {
  const RecordKey key{"join", toText(mVertex)};
  const std::string* record = map().record(kNamedTable, key);
  const std::vector<std::string> joined = record ? listMember(*record, "of") : std::vector<std::string>();
  std::vector<std::string> courses = touching();
  for (const std::string& course : joined) // a course that does not touch the corner is shown, so that it can go
    if (std::find(courses.begin(), courses.end(), course) == courses.end())
      courses.push_back(course);
  QFormLayout* form = addForm(tr("Join of courses"));
  if (courses.size() < 2) {
    auto* note = new QLabel(tr("Fewer than two courses meet here."));
    note->setForegroundRole(QPalette::PlaceholderText);
    note->setWordWrap(true);
    form->addRow(note);
    return;
  }
  std::vector<QCheckBox*> boxes;
  for (const std::string& course : courses) {
    const std::string* named = map().record(kNamedTable, {"course", course});
    const QString name = QString::fromStdString(named ? displayName(course, *named) : course);
    auto* box = new QCheckBox(literal(name));
    box->setObjectName("join_" + QString::fromStdString(course));
    box->setChecked(std::find(joined.begin(), joined.end(), course) != joined.end());
    box->setEnabled(!mContext.document.isReadOnly());
    boxes.push_back(box);
    form->addRow(box);
  }
  for (std::size_t i = 0; i < boxes.size(); ++i)
    connect(boxes[i], &QCheckBox::toggled, this, [this, key, boxes, courses] {
      std::vector<std::string> of;
      for (std::size_t n = 0; n < boxes.size(); ++n)
        if (boxes[n]->isChecked())
          of.push_back(courses[n]);
      std::sort(of.begin(), of.end());
      const std::string* present = map().record(kNamedTable, key);
      if (of.size() < 2 && !present)
        return; // one course alone joins nothing; the second tick makes the join
      apply(
          of.size() < 2 ? tr("Remove the join at %1").arg(where()) : tr("Join courses at %1").arg(where()),
          [&](Stroke& stroke) {
            if (of.size() < 2)
              stroke.setRecord(kNamedTable, key, std::nullopt);
            else
              stroke.setRecord(kNamedTable, key, withMember(present ? *present : std::string(), "of", of));
          },
          After::Stay);
    });
}

} // namespace hotchkiss::editor
