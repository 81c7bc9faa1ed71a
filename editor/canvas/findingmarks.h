#pragma once

#include "editor/canvas/viewport.h"
#include "libscenario/validation/finding.h"
#include "libterrain/map/document.h"

#include <QPainter>

#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// Findings as small marks on the map: a wedge for an error, a triangle for a warning, a dot for a note. Where many lie
/// together from afar, one mark stands for them and says how many.
class FindingMarks {
 public:
  void set(const std::vector<Finding>& findings, const Document& document);
  /// After an edit: only the marks of what is no longer found and what is found now.
  void change(const std::vector<Finding>& gone, const std::vector<Finding>& found, const Document& document);
  void clear() { mMarks.clear(); }
  void setVisible(bool visible) { mIsVisible = visible; }
  bool isVisible() const { return mIsVisible; }
  std::size_t size() const { return mMarks.size(); }
  void paint(QPainter& painter, const Viewport& viewport) const;
  /// Messages of the marks at a position of the widget.
  std::vector<std::string> messagesAt(const Viewport& viewport, QPointF position) const;

 private:
  struct Mark {
    Point at;
    Severity severity = Severity::Note;
    std::string message;
    bool operator==(const Mark&) const = default;
  };
  static std::optional<Mark> markOf(const Finding& finding, const Document& document);
  std::vector<Mark> mMarks; ///< sorted by x, so that what is in sight is found quickly
  bool mIsVisible = true;
};

} // namespace hotchkiss::editor
