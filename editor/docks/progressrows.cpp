#include "editor/docks/progressrows.h"

#include "editor/docks/checktexts.h"
#include "editor/docks/countedtext.h"
#include "editor/docks/glyphs.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

constexpr int kWhole = 1000;
constexpr int kAlmost = 990; // full only when nothing is missing

QProgressBar* bar(int height, int value, bool complete, const QString& accessible) {
  auto* out = new QProgressBar;
  out->setAccessibleName(accessible);
  out->setTextVisible(false);
  out->setFixedHeight(height);
  out->setRange(0, kWhole);
  out->setValue(complete ? kWhole : std::min(value, kAlmost));
  const QPalette palette = QApplication::palette();
  QColor trough = palette.color(QPalette::Text);
  trough.setAlphaF(0.12F);
  out->setStyleSheet(
      QStringLiteral("QProgressBar{border:none;border-radius:%3px;background:%1}"
                     "QProgressBar::chunk{border-radius:%3px;background:%2}")
          .arg(trough.name(QColor::HexArgb), (complete ? doneColour() : palette.color(QPalette::Highlight)).name())
          .arg(height / 2));
  return out;
}

QWidget* row(QLabel* label, QProgressBar* bar) {
  auto* out = new QWidget;
  auto* column = new QVBoxLayout(out);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addWidget(label);
  column->addWidget(bar);
  return out;
}

} // namespace

QWidget* progressRow(const Progress& progress) {
  const QString check = QString::fromStdString(progress.check);
  auto* label = new QLabel(progressText(progress.check, progress.done, progress.total));
  label->setObjectName("progressText_" + check);
  const auto part = static_cast<int>(kWhole * static_cast<double>(progress.done) / static_cast<double>(progress.total));
  constexpr int kThin = 6;
  QProgressBar* line = bar(kThin, part, progress.isComplete(), label->text());
  line->setObjectName("progressBar_" + check);
  QWidget* out = row(label, line);
  out->setObjectName("progress_" + check);
  out->setToolTip(checkText(progress.check).explanation);
  return out;
}

QWidget* levelRow(const LevelProgress& progress) {
  const QString id = QString::fromLatin1(toText(progress.level));
  QString text = QCoreApplication::translate("FindingsDock", "Level %1: %2 %")
                     .arg(id)
                     .arg(progress.isComplete() ? 100 : std::min(99, static_cast<int>(progress.part * 100)));
  if (progress.errors > 0)
    text += QStringLiteral(", ") + counted(progress.errors,
                                           QCoreApplication::translate("FindingsDock", "1 error in the way"),
                                           QCoreApplication::translate("FindingsDock", "%1 errors in the way"));
  auto* label = new QLabel(text);
  label->setObjectName("levelText_" + id);
  QFont font = label->font();
  font.setBold(true);
  label->setFont(font);
  constexpr int kThick = 8;
  QProgressBar* line = bar(kThick, static_cast<int>(kWhole * progress.part), progress.isComplete(), text);
  line->setObjectName("levelBar_" + id);
  QWidget* out = row(label, line);
  out->setObjectName("level_" + id);
  out->setToolTip(
      QCoreApplication::translate("FindingsDock", "What stands between the module and a package of this level"));
  return out;
}

} // namespace hotchkiss::editor
