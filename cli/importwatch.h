#pragma once

#include "cli/support.h"
#include "importers/base/task.h"

#include <atomic>
#include <csignal>
#include <string>

namespace hotchkiss::cli {

/// Shows a bar while work goes on; Ctrl-C stops it cleanly.
class ImportWatch {
 public:
  explicit ImportWatch(std::string_view work) : mProgress(work) {
    sCancel = false;
    mOld = std::signal(SIGINT, [](int) { sCancel = true; });
  }
  ~ImportWatch() { std::signal(SIGINT, mOld); }
  ImportWatch(const ImportWatch&) = delete;
  ImportWatch& operator=(const ImportWatch&) = delete;

  Task task() {
    Task out;
    out.cancel = &sCancel;
    out.progress = [this](std::string_view what, double done) {
      const int percent = static_cast<int>(done * 100);
      if (percent == mLast && what == mWhat)
        return;
      mLast = percent;
      mWhat = what;
      constexpr int kWide = 30;
      std::string bar(static_cast<std::size_t>(kWide * percent / 100), '#');
      bar.resize(kWide, '.');
      mProgress.step(std::string(what) + " [" + bar + "] " + std::to_string(percent) + " %");
    };
    return out;
  }

 private:
  inline static std::atomic<bool> sCancel{false};

  Progress mProgress;
  void (*mOld)(int) = nullptr;
  int mLast = -1;
  std::string mWhat;
};

} // namespace hotchkiss::cli
