#pragma once

#include <QCoreApplication>
#include <QEventLoop>
#include <QPointer>
#include <QProgressDialog>
#include <QString>
#include <QWidget>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

namespace hotchkiss::editor {

/// What long work shares with the window: how far it is, and whether the user has had enough.
class WorkProgress {
 public:
  void set(double part) { mPart.store(part); }
  double part() const { return mPart.load(); } ///< below 0: nobody knows
  bool isCancelled() const { return mCancelled.load(); }
  void cancel() { mCancelled.store(true); }

 private:
  std::atomic<double> mPart{-1};
  std::atomic<bool> mCancelled{false};
};

/// Shows how far the work is until `done` is set by the worker; see inBackground().
void waitWithProgress(QWidget* window, const QString& label, bool mayCancel, WorkProgress& progress,
                      const std::atomic<bool>& done, QEventLoop& loop);

/// Runs work on another thread while the window stays alive, and gives its result. After a moment a dialog shows the
/// progress; work that `mayCancel` looks at its progress now and then.
template <class Result>
Result inBackground(QWidget* window, const QString& label, bool mayCancel,
                    const std::function<Result(WorkProgress&)>& work) {
  WorkProgress progress;
  std::optional<Result> result;
  std::atomic<bool> done{false};
  QEventLoop loop;
  std::jthread thread([&] {
    result.emplace(work(progress));
    done.store(true);
    QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
  });
  waitWithProgress(window, label, mayCancel, progress, done, loop);
  thread.join();
  return std::move(*result);
}

/// Asks something on the window's thread from another one, and waits for the answer.
template <class Answer>
Answer onWindowThread(QObject* window, const std::function<Answer()>& ask) {
  Answer answer{};
  QMetaObject::invokeMethod(
      window, [&] { answer = ask(); }, Qt::BlockingQueuedConnection);
  return answer;
}

} // namespace hotchkiss::editor
