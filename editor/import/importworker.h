#pragma once

#include "importers/recipe/stepediting.h"

#include <QImage>
#include <QObject>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace hotchkiss::editor {

/// What a preview shows besides the edit: the source as the map's plane has it.
struct PreviewShapes {
  std::vector<std::vector<Point>> lines;
  std::vector<Point> points;
  QImage picture;
  std::array<Point, 3> pictureCorners{};
};

struct ImportResult {
  ImportPreview preview;
  PreviewShapes shapes;
};

/// Runs an import on another thread. One at a time; destroying it cancels and waits.
class ImportWorker final : public QObject {
  Q_OBJECT

 public:
  using Work = std::function<Result<ImportResult>(const Task&)>;
  explicit ImportWorker(QObject* parent = nullptr);
  ~ImportWorker() override;

  void start(Work work);
  void cancel() { mCancel.store(true); }
  bool isRunning() const { return mIsRunning; }
  bool isCancelled() const { return mCancel.load(); }
  double done() const { return mDone.load(); }
  QString what() const;
  /// Once, after finished().
  std::optional<Result<ImportResult>> take();

 signals:
  void finished();

 private:
  std::jthread mThread;
  std::atomic<bool> mCancel{false};
  std::atomic<double> mDone{0};
  mutable std::mutex mMutex;
  std::string mWhat;
  std::optional<Result<ImportResult>> mResult;
  bool mIsRunning = false;
};

} // namespace hotchkiss::editor
