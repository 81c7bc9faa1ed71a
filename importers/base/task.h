#pragma once

#include "libterrain/base/result.h"

#include <atomic>
#include <functional>
#include <string_view>

namespace hotchkiss {

/// How long work is watched and stopped. Copies refer to the same watcher.
struct Task {
  /// Called now and then, from one thread at a time: what is being done, and how much of it (0 to 1).
  std::function<void(std::string_view what, double done)> progress;
  const std::atomic<bool>* cancel = nullptr;
  unsigned threads = 0; ///< 0: as many as the machine has

  bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
  void report(std::string_view what, double done) const {
    if (progress)
      progress(what, done);
  }
};

inline Error cancelledError() {
  return {"the import was cancelled", {}, 0, {}, {}};
}

/// Calls `work(index, worker)` for 0 <= index < count on all cores; false when it was cancelled. Which worker does
/// which piece is left open, so a piece must not depend on the others.
bool inParallel(const Task& task, std::string_view what, std::size_t count,
                const std::function<void(std::size_t index, unsigned worker)>& work);
unsigned workersOf(const Task& task);

} // namespace hotchkiss
