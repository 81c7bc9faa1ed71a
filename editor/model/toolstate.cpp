#include "editor/model/toolstate.h"

#include <algorithm>

namespace hotchkiss::editor {

namespace {

constexpr int kLargestBrush = 20;

std::size_t indexOf(ToolId tool) {
  return static_cast<std::size_t>(tool);
}

} // namespace

const std::string& ToolState::kind(ToolId tool) const {
  // Filling paints what the terrain brush paints.
  return mKinds.at(indexOf(tool == ToolId::Fill ? ToolId::Terrain : tool));
}

const std::string& ToolState::target(ToolId tool) const {
  return mTargets.at(indexOf(tool));
}

void ToolState::setTool(ToolId tool) {
  if (mTool == tool)
    return;
  mTool = tool;
  emit changed();
}

void ToolState::choose(ToolId tool, const std::string& kind, const std::string& classId) {
  std::string& place = mKinds.at(indexOf(tool == ToolId::Fill ? ToolId::Terrain : tool));
  if (mTool == tool && place == kind && mClassId == classId)
    return;
  if (place != kind)
    mTargets.at(indexOf(tool)).clear();
  place = kind;
  mTool = tool;
  mClassId = classId;
  emit changed();
}

void ToolState::offer(ToolId tool, const std::string& kind) {
  std::string& place = mKinds.at(indexOf(tool == ToolId::Fill ? ToolId::Terrain : tool));
  if (place == kind)
    return;
  place = kind;
  mTargets.at(indexOf(tool)).clear();
  if (mTool == tool)
    mClassId.clear();
  emit changed();
}

void ToolState::setBrushRadius(int radius) {
  radius = std::clamp(radius, 0, kLargestBrush);
  if (mBrushRadius == radius)
    return;
  mBrushRadius = radius;
  emit changed();
}

void ToolState::setLevel(int level) {
  if (mLevel == level)
    return;
  mLevel = level;
  emit changed();
}

void ToolState::setLevelMode(LevelMode mode) {
  if (mLevelMode == mode)
    return;
  mLevelMode = mode;
  emit changed();
}

void ToolState::setCourse(const std::string& course) {
  if (mCourse == course)
    return;
  mCourse = course;
  emit changed();
}

void ToolState::setTarget(ToolId tool, const std::string& id) {
  std::string& place = mTargets.at(indexOf(tool));
  if (place == id)
    return;
  place = id;
  emit changed();
}

template <class Value>
void ToolState::set(Value& member, const Value& value) {
  if (member == value)
    return;
  member = value;
  emit changed();
}

void ToolState::setLevelStep(int step) {
  set(mLevelStep, std::max(1, step));
}

void ToolState::setPaintShape(ToolId tool, PaintShape shape) {
  set(mShapes.at(indexOf(tool)), shape);
}

void ToolState::setCourseMode(CourseMode mode) {
  set(mCourseMode, mode);
}

void ToolState::setLassoSelects(bool lasso) {
  set(mLassoSelects, lasso);
}

void ToolState::setRightPicksUp(bool picksUp) {
  set(mRightPicksUp, picksUp);
}

void ToolState::setPathsSeekEasyWay(bool seek) {
  set(mPathsSeekEasyWay, seek);
}

void ToolState::setReadsByColumns(bool columns) {
  set(mReadsByColumns, columns);
}

void ToolState::setLevelStepsOn(bool stepsOn) {
  set(mLevelStepsOn, stepsOn);
}

void ToolState::setArea(std::vector<HexCoord> area) {
  std::sort(area.begin(), area.end());
  area.erase(std::unique(area.begin(), area.end()), area.end());
  if (mArea == area)
    return;
  mArea = std::move(area);
  emit areaChanged();
}

void ToolState::select(const Selection& selection) {
  if (mSelection == selection)
    return;
  mSelection = selection;
  emit selectionChanged();
}

} // namespace hotchkiss::editor
