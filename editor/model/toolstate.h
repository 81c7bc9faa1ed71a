#pragma once

#include "libterrain/grid/coordinates.h"

#include <QObject>
#include <QString>

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hotchkiss::editor {

enum class ToolId {
  Select,
  Terrain,
  Fill,
  Level,
  Hexside,
  Path,
  Corner,
  Crossing,
  Place,
  Region,
  Pan,
  Entry,
  Link,
  Reach,
  Course,
  Measure,
  TypeAlong
};
inline constexpr std::size_t kTools = 17;

enum class LevelMode { Set, Raise, Lower, Smooth };

/// How a stroke over hexes is made.
enum class PaintShape { Brush, Line, Rectangle, Lasso, Area, Everywhere };

/// What a click with the course tool does.
enum class CourseMode { Pick, Mouth, Join, Split, CornerJoin };

/// What is selected on the map or in a list.
struct NamedThing {
  std::string section;
  std::string id;
  bool operator==(const NamedThing&) const = default;
};
using Selection = std::variant<std::monostate, HexCoord, EdgeId, VertexId, NamedThing>;

/// The tool in hand and what it paints with. Docks set it, the canvas' tools read it.
class ToolState final : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  ToolId tool() const { return mTool; }
  const std::string& kind(ToolId tool) const; ///< catalogue id that this tool paints; paths without "path."
  const std::string& classId() const { return mClassId; }
  int brushRadius() const { return mBrushRadius; } ///< 0 is one hex
  int level() const { return mLevel; }
  int levelStep() const { return mLevelStep; } ///< by which Raise and Lower change it
  LevelMode levelMode() const { return mLevelMode; }
  PaintShape paintShape(ToolId tool) const { return mShapes.at(static_cast<std::size_t>(tool)); }
  CourseMode courseMode() const { return mCourseMode; }
  bool lassoSelects() const { return mLassoSelects; }         ///< else a rectangle
  bool rightPicksUp() const { return mRightPicksUp; }         ///< else the right button erases
  bool pathsSeekEasyWay() const { return mPathsSeekEasyWay; } ///< from click to click; else straight
  bool readsByColumns() const { return mReadsByColumns; }     ///< type-along; else row by row
  bool levelStepsOn() const { return mLevelStepsOn; }         ///< type-along: a level goes on to the next hex
  const std::string& course() const { return mCourse; }       ///< tag for hexsides and paths; empty for none
  /// Record that this tool adds to (a region's hexes, an entry's hexes and edges, a link's ends); empty: the next click
  /// makes a new one of the chosen kind.
  const std::string& target(ToolId tool) const;
  const Selection& selection() const { return mSelection; }
  /// Hexes that are selected together, for copying, moving and the like; sorted.
  const std::vector<HexCoord>& area() const { return mArea; }

  void setTool(ToolId tool);
  /// Chooses what to paint and takes up the tool for it. Another kind than before forgets the tool's target.
  void choose(ToolId tool, const std::string& kind, const std::string& classId = {});
  /// What a tool paints when it is taken in hand; the tool in hand stays.
  void offer(ToolId tool, const std::string& kind);
  void setBrushRadius(int radius);
  void setLevel(int level);
  void setLevelStep(int step);
  void setLevelMode(LevelMode mode);
  void setCourse(const std::string& course);
  void setTarget(ToolId tool, const std::string& id);
  void select(const Selection& selection);
  void setPaintShape(ToolId tool, PaintShape shape);
  void setCourseMode(CourseMode mode);
  void setLassoSelects(bool lasso);
  void setRightPicksUp(bool picksUp);
  void setPathsSeekEasyWay(bool seek);
  void setReadsByColumns(bool columns);
  void setLevelStepsOn(bool stepsOn);
  void setArea(std::vector<HexCoord> area);

 signals:
  void changed();
  void selectionChanged();
  void areaChanged();

 private:
  template <class Value>
  void set(Value& member, const Value& value);

  ToolId mTool = ToolId::Select;
  std::array<std::string, kTools> mKinds;
  std::array<std::string, kTools> mTargets;
  std::string mClassId;
  std::string mCourse;
  int mBrushRadius = 0;
  int mLevel = 0;
  int mLevelStep = 1;
  LevelMode mLevelMode = LevelMode::Set;
  std::array<PaintShape, kTools> mShapes{};
  CourseMode mCourseMode = CourseMode::Pick;
  bool mLassoSelects = false;
  bool mRightPicksUp = false;
  bool mPathsSeekEasyWay = false;
  bool mReadsByColumns = false;
  bool mLevelStepsOn = false;
  Selection mSelection;
  std::vector<HexCoord> mArea;
};

} // namespace hotchkiss::editor
