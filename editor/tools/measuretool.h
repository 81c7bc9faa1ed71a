#pragma once

#include "editor/tools/tool.h"

namespace hotchkiss::editor {

/// Measures ways: click after click, in hexes and on the ground. Also says how large the selected area is.
class MeasureTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  void cancel() override;
  bool isBusy() const override { return !mWay.empty(); }
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  bool picksUpByClick() const override { return false; }
  QString statusText() const override;
  QString helpText() const override;

 private:
  /// The points clicked so far, and the one under the pointer.
  std::vector<HexCoord> points() const;
  std::vector<HexCoord> hexesAlong(const std::vector<HexCoord>& points) const;

  std::vector<HexCoord> mWay;
};

/// How far, for people: "412 m", "3.4 km (2.1 miles)".
QString distanceText(double metres);
/// "0.41 km² (0.16 sq mi)".
QString areaText(double squareMetres);

} // namespace hotchkiss::editor
