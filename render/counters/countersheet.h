#pragma once

#include "libterrain/base/result.h"
#include "render/counters/counterdesigner.h"

#include <QSizeF>

#include <filesystem>
#include <functional>

class QPainter;

namespace hotchkiss {

struct CounterSheetOptions {
  double counterMillimetres = 12.7; ///< half an inch
  double dpi = 300;                 ///< of PNG
  QString title;
};

/// Sheets of counters for printing: pages of fronts, each with a page of backs that fits when the sheet is turned over
/// its long edge. A picture has the pages of backs to the right of their fronts.
class CounterSheet {
 public:
  CounterSheet(std::vector<PrintedCounter> counters, CounterSheetOptions options);

  std::size_t counters() const { return mCounters.size(); }
  std::size_t pages() const; ///< fronts only
  static QSizeF page() { return {kPageWidth, kPageHeight}; }
  /// One page; the painter's unit is a millimetre.
  void paintPage(QPainter& painter, std::size_t page, bool backs, double dotsPerMillimetre) const;

  using Progress = std::function<bool(double)>; ///< false cancels
  Outcome writePng(const std::filesystem::path& path, const Progress& progress = {}) const;
  Outcome writePdf(const std::filesystem::path& path, const Progress& progress = {}) const;

 private:
  static constexpr double kPageWidth = 210;
  static constexpr double kPageHeight = 279;
  static constexpr double kMargin = 12;
  static constexpr double kHead = 8;
  int columns() const;
  int rows() const;

  std::vector<PrintedCounter> mCounters; ///< each copy by itself
  CounterSheetOptions mOptions;
};

/// All counters of an army, in the order of the tree.
std::vector<PrintedCounter> allCounters(const CounterDesigner& designer, const OrderOfBattle& army);

} // namespace hotchkiss
