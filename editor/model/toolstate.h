#pragma once

#include "libterrain/grid/coordinates.h"

#include <QObject>
#include <QString>

#include <array>
#include <optional>
#include <string>
#include <variant>

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
  Reach
};
inline constexpr std::size_t kTools = 14;

enum class LevelMode { Set, Raise, Lower };

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
  LevelMode levelMode() const { return mLevelMode; }
  const std::string& course() const { return mCourse; } ///< tag for hexsides and paths; empty for none
  /// Record that this tool adds to (a region's hexes, an entry's hexes and edges, a link's ends); empty: the next click
  /// makes a new one of the chosen kind.
  const std::string& target(ToolId tool) const;
  const Selection& selection() const { return mSelection; }

  void setTool(ToolId tool);
  /// Chooses what to paint and takes up the tool for it. Another kind than before forgets the tool's target.
  void choose(ToolId tool, const std::string& kind, const std::string& classId = {});
  /// What a tool paints when it is taken in hand; the tool in hand stays.
  void offer(ToolId tool, const std::string& kind);
  void setBrushRadius(int radius);
  void setLevel(int level);
  void setLevelMode(LevelMode mode);
  void setCourse(const std::string& course);
  void setTarget(ToolId tool, const std::string& id);
  void select(const Selection& selection);

 signals:
  void changed();
  void selectionChanged();

 private:
  ToolId mTool = ToolId::Select;
  std::array<std::string, kTools> mKinds;
  std::array<std::string, kTools> mTargets;
  std::string mClassId;
  std::string mCourse;
  int mBrushRadius = 0;
  int mLevel = 0;
  LevelMode mLevelMode = LevelMode::Set;
  Selection mSelection;
};

} // namespace hotchkiss::editor
