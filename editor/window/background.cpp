#include "editor/window/background.h"

#include <QTimer>

namespace hotchkiss::editor {

void waitWithProgress(QWidget* window, const QString& label, bool mayCancel, WorkProgress& progress,
                      const std::atomic<bool>& done, QEventLoop& loop) {
  constexpr int kMoment = 400; // shorter work needs no dialog
  QTimer::singleShot(kMoment, &loop, &QEventLoop::quit);
  if (!done.load())
    loop.exec(QEventLoop::ExcludeUserInputEvents);
  if (done.load())
    return;
  constexpr int kRange = 1000;
  QProgressDialog dialog(label, mayCancel ? QCoreApplication::translate("hotchkiss::editor", "Cancel") : QString(), 0,
                         0, window);
  dialog.setWindowModality(Qt::ApplicationModal);
  dialog.setMinimumDuration(0);
  dialog.setAutoClose(false);
  dialog.setAutoReset(false);
  QObject::connect(&dialog, &QProgressDialog::canceled, &dialog, [&] { progress.cancel(); });
  QTimer timer;
  QObject::connect(&timer, &QTimer::timeout, &dialog, [&] {
    if (const double part = progress.part(); part >= 0) {
      dialog.setMaximum(kRange);
      dialog.setValue(static_cast<int>(part * kRange));
    }
  });
  constexpr int kInterval = 50;
  timer.start(kInterval);
  dialog.show();
  while (!done.load())
    loop.exec();
}

} // namespace hotchkiss::editor
