#pragma once

#include "editor/tools/tool.h"
#include "libscenario/module/courses.h"

namespace hotchkiss::editor {

/// Named rivers, roads and lines: points at them, shows where they run, says where they end, joins and splits them, and
/// joins different ones at a corner.
class CourseTool final : public Tool {
 public:
  using Tool::Tool;
  void press(const Pointer& pointer) override;
  bool key(int key, Qt::KeyboardModifiers modifiers) override;
  void cancel() override;
  void paintOverlay(QPainter& painter, const OverlayView& view) const override;
  bool picksUpByClick() const override { return false; }
  QString statusText() const override;
  QString helpText() const override;
  Qt::CursorShape cursor() const override { return Qt::PointingHandCursor; }

 private:
  /// Courses under the pointer, the likeliest first.
  std::vector<std::string> under(const Pointer& pointer) const;
  std::optional<std::string> chosen() const;
  const CourseWay& way(const std::string& course) const;
  void paintWay(QPainter& painter, const OverlayView& view, const CourseWay& way, const QColor& colour) const;
  void join(const std::string& other);
  void split(const Pointer& pointer);
  void cornerJoin(const Pointer& pointer);

  struct Remembered {
    std::string course;
    std::size_t position = 0;
    std::size_t size = 0;
    CourseWay way;
  };
  mutable std::vector<Remembered> mWays;
};

/// The classes that pieces of a course can have; empty when its kinds have none.
std::vector<std::string> classesOfCourse(const EditorDocument& document, const std::string& course);
/// The class that all pieces have; nothing when they differ.
std::optional<std::string> classOfCourse(const EditorDocument& document, const std::string& course);
/// Gives all pieces of a course a class, as one edit.
Outcome setClassOfCourse(EditorDocument& document, const std::string& course, const std::string& classId);

} // namespace hotchkiss::editor
