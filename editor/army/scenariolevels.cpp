// What stands between the scenario in hand and an export of each level.
#include "editor/army/scenariodock.h"
#include "editor/docks/glyphs.h"
#include "libscenario/validation/scenariofindings.h"
#include "libscenario/validation/validator.h"

#include <QtWidgets>

#include <array>

namespace hotchkiss::editor {

namespace {

constexpr std::array kLevels{Level::Draft, Level::Map, Level::Playable};
constexpr std::size_t kMostShown = 300; ///< of one level; who has more works through the first ones

QString levelName(Level level) {
  return level == Level::Draft ? QObject::tr("draft")
         : level == Level::Map ? QObject::tr("map")
                               : QObject::tr("playable");
}

} // namespace

QWidget* ScenarioDock::buildLevels() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(4, 4, 4, 4);
  mLevelText = new QLabel;
  mLevelText->setObjectName(QStringLiteral("levelText"));
  mLevelText->setWordWrap(true);
  column->addWidget(mLevelText);
  mLevels = new QTreeWidget;
  mLevels->setObjectName(QStringLiteral("levelList"));
  mLevels->setAccessibleName(tr("What stands between this scenario and an export"));
  mLevels->setHeaderLabels({tr("What is missing"), tr("Where")});
  mLevels->setIndentation(12);
  mLevels->setUniformRowHeights(true);
  mLevels->setExpandsOnDoubleClick(false);
  mLevels->header()->resizeSection(0, 270);
  connect(mLevels, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
    const QVariant index = item->data(0, Qt::UserRole);
    if (index.isValid())
      emit goToFinding(mFindings.at(static_cast<std::size_t>(index.toULongLong())));
  });
  column->addWidget(mLevels);
  return page;
}

void ScenarioDock::setFindings(const std::vector<Finding>& findings) {
  mFindings = findings;
  if (isVisible())
    showLevels();
}

void ScenarioDock::showLevels() {
  mLevels->clear();
  const std::string own = mModel.scenarioId(); // other scenarios do not matter to this one
  QString reached;
  bool isOpen = true; // nothing stands in the way so far
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    auto* head = new QTreeWidgetItem;
    std::size_t count = 0;
    for (std::size_t k = 0; k < mFindings.size(); ++k) {
      const Finding& finding = mFindings[k];
      if (!concerns(finding, own) || !blocks(finding, kLevels.at(i)) || (i > 0 && blocks(finding, kLevels.at(i - 1))))
        continue;
      count += finding.count;
      if (static_cast<std::size_t>(head->childCount()) >= kMostShown)
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
      reached = levelName(kLevels.at(i));
    head->setText(0, count == 0
                         ? tr("Level %1: nothing is missing").arg(levelName(kLevels.at(i)))
                         : tr("Level %1: %n to do", nullptr, static_cast<int>(count)).arg(levelName(kLevels.at(i))));
    head->setIcon(0, glyphIcon(count == 0 ? Glyph::Done : Glyph::Note));
    QFont bold = head->font(0);
    bold.setBold(true);
    head->setFont(0, bold);
    mLevels->addTopLevelItem(head);
    head->setFirstColumnSpanned(true);
    head->setExpanded(count > 0 && mLevels->topLevelItemCount() <= 1 + static_cast<int>(i));
  }
  mLevelText->setText(reached.isEmpty()
                          ? tr("The module cannot be exported yet.")
                          : tr("With this scenario the module can be exported at level %1.").arg(reached));
}

} // namespace hotchkiss::editor
