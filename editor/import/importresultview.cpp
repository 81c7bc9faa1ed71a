#include "editor/import/importresultview.h"

#include "editor/docks/glyphs.h"
#include "editor/docks/recordtext.h"
#include "editor/model/qtext.h"
#include "libterrain/base/text.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

bool isWanted(const StepOutcome& one, const Recipe::Step& step) {
  return step.kind.empty() || (one.kind == step.kind && one.id == step.id);
}

QTreeWidget* newList(const QString& name, const QStringList& headers) {
  auto* list = new QTreeWidget;
  list->setObjectName(name);
  list->setHeaderLabels(headers);
  list->setRootIsDecorated(false);
  list->setUniformRowHeights(true);
  list->setAlternatingRowColors(true);
  list->header()->setStretchLastSection(false);
  list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  for (int i = 1; i < headers.size(); ++i)
    list->header()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
  return list;
}

QTreeWidgetItem* addLine(QTreeWidget* list, const QStringList& texts) {
  auto* item = new QTreeWidgetItem(list, texts);
  for (int i = 1; i < texts.size(); ++i)
    item->setTextAlignment(i, Qt::AlignRight | Qt::AlignVCenter);
  item->setToolTip(0, texts.front());
  return item;
}

} // namespace

EditCounts countsOf(const Edit& edit) {
  EditCounts out;
  for (const auto& part : edit.parts)
    if (const auto* changes = std::get_if<Changes>(&part)) {
      out.hexes += changes->hexes.size();
      out.edges += changes->edges.size();
      for (const auto& change : changes->records) {
        out.named += change.key.table == "map/named" ? 1U : 0U;
        out.evidence += change.key.table == "map/evidence" ? 1U : 0U;
      }
    }
  return out;
}

QString counted(std::size_t count, const char* one, const char* many) {
  return qt(countOf(count, one, many));
}

ImportResultView::ImportResultView(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  mFigures = newList(QStringLiteral("importFigures"), {tr("What"), tr("Count")});
  mFigures->setHeaderHidden(true);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(mFigures, 2);
  mLines = newList(QStringLiteral("importLines"), {});
  column->addWidget(mLines, 3);
  auto* row = new QHBoxLayout;
  const auto check = [&](const char* name, const QString& text, const QString& tip) {
    auto* box = new QCheckBox(text);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(tip);
    box->setChecked(true);
    connect(box, &QCheckBox::toggled, this, &ImportResultView::choiceChanged);
    row->addWidget(box);
    return box;
  };
  mShowResult = check("importShowResult", tr("Map as it &would be"), tr("Off: the map as it is now"));
  mShowChanges = check("importShowChanges", tr("C&hanges"), tr("Tints what would change"));
  mShowSource = check("importShowSource", tr("S&ource"), tr("Draws the source over the map"));
  row->addStretch();
  column->addLayout(row);
}

bool ImportResultView::showsResult() const {
  return mShowResult->isChecked();
}
bool ImportResultView::showsChanges() const {
  return mShowChanges->isChecked();
}
bool ImportResultView::showsSource() const {
  return mShowSource->isChecked();
}

void ImportResultView::showResult(const ImportResult& result, const Recipe::Step& step, const std::string& sourceId) {
  showFigures(result.preview, step);
  mLines->clear();
  if (step.kind == "scan") {
    showControlPoints(result.preview.after, sourceId);
  } else {
    std::vector<LineReport> lines;
    for (const StepOutcome& one : result.preview.steps)
      if (isWanted(one, step))
        lines.insert(lines.end(), one.imported.lines.begin(), one.imported.lines.end());
    showLines(lines);
  }
  mLines->setVisible(mLines->topLevelItemCount() > 0);
  mShowSource->setVisible(!result.shapes.lines.empty() || !result.shapes.points.empty() ||
                          !result.shapes.picture.isNull());
}

void ImportResultView::showFigures(const ImportPreview& preview, const Recipe::Step& step) {
  mFigures->clear();
  const EditCounts counts = countsOf(preview.edit);
  const auto figure = [&](const QString& name, const QString& value, bool bold = false) {
    QTreeWidgetItem* item = addLine(mFigures, {name, value});
    if (bold) {
      QFont font = item->font(0);
      font.setBold(true);
      item->setFont(0, font);
    }
  };
  const QLocale locale;
  const auto number = [&](std::size_t value) { return locale.toString(static_cast<qulonglong>(value)); };
  figure(tr("Hexes that change"), number(counts.hexes), true);
  figure(tr("Hexsides that change"), number(counts.edges), true);
  figure(tr("Named things that change"), number(counts.named), true);
  figure(tr("Places with evidence"), number(counts.evidence), true);
  figure(tr("Doubtful, for the review list"), number(preview.doubts.size()), true);
  if (preview.handCells > 0)
    figure(tr("Pieces of hand work kept"), number(preview.handCells), true);
  for (const StepOutcome& one : preview.steps)
    if (isWanted(one, step))
      for (const auto& [name, value] : one.imported.figures)
        figure(step.kind.empty() ? qt(one.id) + QStringLiteral(": ") + qt(name) : qt(name), qt(value));
}

void ImportResultView::showLines(const std::vector<LineReport>& lines) {
  mLines->setHeaderLabels(
      {tr("Line"), tr("Hexes"), tr("Sides"), tr("Within ½"), tr("Mean"), tr("Worst"), tr("Doubtful")});
  for (int i = 1; i < mLines->columnCount(); ++i)
    mLines->header()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
  mLines->headerItem()->setToolTip(3, tr("Share of the source’s line that lies within half a hex of its match"));
  mLines->headerItem()->setToolTip(4, tr("Mean distance from the source, in hexes"));
  mLines->headerItem()->setToolTip(5, tr("Largest distance from the source, in hexes"));
  constexpr std::size_t kMost = 2000;
  for (std::size_t i = 0; i < std::min(kMost, lines.size()); ++i) {
    const LineReport& line = lines[i];
    if (line.length <= 0)
      continue;
    QTreeWidgetItem* item =
        addLine(mLines, {line.name.empty() ? tr("(no name)") : qt(line.name), QString::number(line.length, 'f', 1),
                         QString::number(line.edges), tr("%1 %").arg(line.withinHalf * 100, 0, 'f', 1),
                         QString::number(line.meanDeviation, 'f', 2), QString::number(line.worstDeviation, 'f', 2),
                         QString::number(line.doubtful)});
    constexpr double kGood = 0.98;
    if (line.withinHalf < kGood)
      item->setForeground(3, warningColour());
  }
}

void ImportResultView::showControlPoints(const Document& after, const std::string& sourceId) {
  mLines->setHeaderLabels({tr("Control point"), tr("Off by"), tr("Left out")});
  for (int i = 1; i < mLines->columnCount(); ++i)
    mLines->header()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
  mLines->headerItem()->setToolTip(1, tr("Residual in units of the ground"));
  mLines->headerItem()->setToolTip(2, tr("The same when the point is left out of the fit"));
  const std::string* row = after.record("sources", {"source", sourceId});
  if (!row)
    return;
  for (const json& point : parsedObject(*row).value("georeference", json::object()).value("points", json::array()))
    addLine(mLines,
            {qt(point.value("name", "")), QString::number(point.value("residual", 0.0), 'f', 1),
             point.contains("leaveOneOut") ? QString::number(point["leaveOneOut"].get<double>(), 'f', 1) : tr("–")});
}

} // namespace hotchkiss::editor
