#include "editor/import/importworker.h"

namespace hotchkiss::editor {

ImportWorker::ImportWorker(QObject* parent) : QObject(parent) {}

ImportWorker::~ImportWorker() {
  cancel();
  if (mThread.joinable())
    mThread.join();
}

QString ImportWorker::what() const {
  const std::lock_guard<std::mutex> guard(mMutex);
  return QString::fromStdString(mWhat);
}

void ImportWorker::start(Work work) {
  if (mIsRunning)
    return;
  if (mThread.joinable())
    mThread.join();
  mIsRunning = true;
  mCancel.store(false);
  mDone.store(0);
  mResult.reset();
  mThread = std::jthread([this, work = std::move(work)] {
    Task task;
    task.cancel = &mCancel;
    task.progress = [this](std::string_view what, double done) {
      mDone.store(done);
      const std::lock_guard<std::mutex> guard(mMutex);
      mWhat = what;
    };
    auto result = std::make_shared<Result<ImportResult>>(work(task));
    // The destructor waits for this thread, so the object is there; the call itself goes with it.
    QMetaObject::invokeMethod(
        this,
        [this, result] {
          mResult.emplace(std::move(*result));
          mIsRunning = false;
          emit finished();
        },
        Qt::QueuedConnection);
  });
}

std::optional<Result<ImportResult>> ImportWorker::take() {
  return std::exchange(mResult, std::nullopt);
}

} // namespace hotchkiss::editor
