#include "importers/base/task.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

namespace hotchkiss {

unsigned workersOf(const Task& task) {
  return task.threads > 0 ? task.threads : std::max(1U, std::thread::hardware_concurrency());
}

bool inParallel(const Task& task, std::string_view what, std::size_t count,
                const std::function<void(std::size_t index, unsigned worker)>& work) {
  std::atomic<std::size_t> next{0};
  std::size_t done = 0;
  std::mutex reporting;
  const auto run = [&](unsigned worker) {
    for (std::size_t index = next++; index < count; index = next++) {
      if (task.cancelled())
        return;
      work(index, worker);
      const std::lock_guard<std::mutex> guard(reporting);
      task.report(what, static_cast<double>(++done) / static_cast<double>(count));
    }
  };
  const unsigned workers =
      static_cast<unsigned>(std::min<std::size_t>(workersOf(task), std::max<std::size_t>(count, 1)));
  std::vector<std::thread> others;
  for (unsigned worker = 1; worker < workers; ++worker)
    others.emplace_back(run, worker);
  run(0);
  for (std::thread& other : others)
    other.join();
  return !task.cancelled();
}

} // namespace hotchkiss
