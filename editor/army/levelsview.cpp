#include "editor/army/levelsview.h"

#include "editor/docks/glyphs.h"
#include "libscenario/validation/scenariofindings.h"
#include "libscenario/validation/validator.h"

#include <QtWidgets>

#include <array>

namespace hotchkiss::editor {

namespace {

constexpr std::array kExportLevels{Level::Draft, Level::Map, Level::Playable};
constexpr std::size_t kMostListed = 300; ///< of one level; who has more works through the first ones

QString exportLevelName(Level level) {
  return level == Level::Draft ? QObject::tr("draft")
         : level == Level::Map ? QObject::tr("map")
                               : QObject::tr("playable");
}

} // namespace

bool concernsScenario(const Finding& finding, const std::string& scenario) {
  return scenario.empty() || concerns(finding, scenario);
}

std::size_t countBlocking(const std::vector<Finding>& findings, const std::string& scenario, Level level) {
  std::size_t out = 0;
  for (const Finding& finding : findings)
    if (concernsScenario(finding, scenario) && blocks(finding, level))
      out += finding.count;
  return out;
}

LevelsView::LevelsView(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  mText = new QLabel;
  mText->setObjectName(QStringLiteral("levelText"));
  mText->setWordWrap(true);
  column->addWidget(mText);
  mList = new QTreeWidget;
  mList->setObjectName(QStringLiteral("levelList"));
  mList->setAccessibleName(tr("What stands between this scenario and an export"));
  mList->setHeaderLabels({tr("What is missing"), tr("Where")});
  mList->setIndentation(12);
  mList->setUniformRowHeights(true);
  mList->setExpandsOnDoubleClick(false);
  mList->header()->resizeSection(0, 270);
  connect(mList, &QTreeWidget::itemActivated, this, [this] {
    if (const Finding* finding = chosen())
      emit goTo(Finding(*finding));
  });
  connect(mList, &QTreeWidget::currentItemChanged, this, &LevelsView::chosenChanged);
  column->addWidget(mList);
}

void LevelsView::setFindings(const std::vector<Finding>& findings) {
  mFindings = findings;
  rebuild();
}

void LevelsView::setScenario(const std::string& id) {
  if (id == mScenario && mList->topLevelItemCount() > 0)
    return;
  mScenario = id;
  rebuild();
}

const Finding* LevelsView::chosen() const {
  const QTreeWidgetItem* item = mList->currentItem();
  const QVariant index = item ? item->data(0, Qt::UserRole) : QVariant();
  return index.isValid() ? &mFindings.at(static_cast<std::size_t>(index.toULongLong())) : nullptr;
}

void LevelsView::showLevel(Level level) {
  for (int i = 0; i < mList->topLevelItemCount(); ++i)
    mList->topLevelItem(i)->setExpanded(i <= static_cast<int>(level));
}

void LevelsView::rebuild() {
  mList->clear();
  QString reached;
  bool isOpen = true; // nothing stands in the way so far
  for (std::size_t i = 0; i < kExportLevels.size(); ++i) {
    auto* head = new QTreeWidgetItem;
    std::size_t count = 0;
    for (std::size_t k = 0; k < mFindings.size(); ++k) {
      const Finding& finding = mFindings[k];
      if (!concernsScenario(finding, mScenario) || !blocks(finding, kExportLevels.at(i)) ||
          (i > 0 && blocks(finding, kExportLevels.at(i - 1))))
        continue;
      count += finding.count;
      if (static_cast<std::size_t>(head->childCount()) >= kMostListed)
        continue;
      auto* item = new QTreeWidgetItem(
          {QString::fromStdString(finding.message),
           QString::fromStdString(finding.place.label.empty() ? finding.place.thing : finding.place.label)});
      item->setToolTip(0, QString::fromStdString(finding.fix.empty() ? finding.message : finding.fix));
      item->setIcon(0, glyphIcon(finding.severity == Severity::Error ? Glyph::Error : Glyph::Warning));
      item->setData(0, Qt::UserRole, QVariant::fromValue(static_cast<qulonglong>(k)));
      head->addChild(item);
    }
    isOpen = isOpen && count == 0;
    if (isOpen)
      reached = exportLevelName(kExportLevels.at(i));
    const QString name = exportLevelName(kExportLevels.at(i));
    head->setText(0, count == 0 ? tr("Level %1: nothing is missing").arg(name)
                                : tr("Level %1: %n to do", nullptr, static_cast<int>(count)).arg(name));
    head->setIcon(0, glyphIcon(count == 0 ? Glyph::Done : Glyph::Note));
    QFont bold = head->font(0);
    bold.setBold(true);
    head->setFont(0, bold);
    mList->addTopLevelItem(head);
    head->setFirstColumnSpanned(true);
    head->setExpanded(count > 0 && mList->topLevelItemCount() <= 1 + static_cast<int>(i));
  }
  mText->setText(reached.isEmpty()   ? tr("The module cannot be exported yet.")
                 : mScenario.empty() ? tr("The module can be exported at level %1.").arg(reached)
                                     : tr("With this scenario the module can be exported at level %1.").arg(reached));
}

} // namespace hotchkiss::editor
