#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hotchkiss::editor {

/// How long the last pictures took, in milliseconds.
class FrameStats {
 public:
  void add(double milliseconds) {
    if (mTimes.size() < kKept)
      mTimes.push_back(milliseconds);
    else
      mTimes[mNext] = milliseconds;
    mNext = (mNext + 1) % kKept;
  }
  void clear() { *this = {}; }
  std::size_t count() const { return mTimes.size(); }
  /// The time that this part of the pictures did not exceed: 0.5 is the median, 1 the worst.
  double quantile(double part) const {
    if (mTimes.empty())
      return 0;
    std::vector<double> sorted = mTimes;
    std::sort(sorted.begin(), sorted.end());
    return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
  }

 private:
  static constexpr std::size_t kKept = 1000;
  std::vector<double> mTimes;
  std::size_t mNext = 0;
};

} // namespace hotchkiss::editor
