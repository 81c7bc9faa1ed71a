#include "editor/tools/brushtools.h"

#include "libterrain/edit/smoothing.h"

#include <algorithm>

namespace hotchkiss::editor {

QString TerrainTool::strokeTitle(bool erasing) const {
  return erasing ? tr("Erase terrain") : tr("Paint %1").arg(kindName("terrain", state().kind(ToolId::Terrain)));
}

QString TerrainTool::obstacle(bool erasing) const {
  if (!erasing && !document().catalogue().terrains.contains(state().kind(ToolId::Terrain)))
    return tr("Choose a terrain in the palette first.");
  return {};
}

void TerrainTool::paint(Stroke& stroke, const std::vector<HexCoord>& hexes, bool erasing) {
  const std::string terrain = erasing ? std::string() : state().kind(ToolId::Terrain);
  for (const HexCoord h : hexes)
    stroke.setTerrain(h, terrain);
}

bool TerrainTool::alike(HexCoord a, HexCoord b) const {
  return map().hex(a).terrain == map().hex(b).terrain;
}

QString TerrainTool::areaText(HexCoord h, std::size_t count) const {
  const std::string& there = map().terrain(h);
  const QString from = there.empty() ? tr("no terrain") : kindName("terrain", there);
  const QString to = kindName("terrain", state().kind(ToolId::Terrain));
  const int n = static_cast<int>(count);
  return there == state().kind(ToolId::Terrain) ? tr("%n hex(es): %1 already", nullptr, n).arg(to)
                                                : tr("%n hex(es): %1 becomes %2", nullptr, n).arg(from, to);
}

QString TerrainTool::statusText() const {
  if (const QString hint = shapeHint(); !hint.isEmpty())
    return shape() == PaintShape::Area || shape() == PaintShape::Everywhere
               ? tr("Click: %1 · right click: clear it").arg(hint)
               : hint;
  return tr("Click or drag: %1 · right drag: erase · Shift+click: line from the last stroke · Alt+click: pick up · "
            "[ ]: brush size")
      .arg(kindName("terrain", state().kind(ToolId::Terrain)));
}

QString TerrainTool::helpText() const {
  return tr("Paints terrain. Drag over hexes; drag with the right button to erase. [ and ] change the size of the "
            "brush, Shift and click draws a straight line from the last stroke. Alt and click takes up the terrain "
            "under the pointer. Under the palette you choose another shape: a line, a rectangle, a lasso, the "
            "connected area, or every hex of that terrain on the map; the map shows how many hexes that are before "
            "you click. Lines, rectangles and lassos can be dragged, or clicked point by point.");
}

QString FillTool::strokeTitle(bool erasing) const {
  return erasing ? tr("Clear area") : tr("Fill with %1").arg(kindName("terrain", state().kind(ToolId::Terrain)));
}

QString FillTool::statusText() const {
  return tr("Click: fill the area with %1 · right click: clear it")
      .arg(kindName("terrain", state().kind(ToolId::Terrain)));
}

QString FillTool::helpText() const {
  return tr("Fills the connected area of equal terrain under the pointer with the chosen terrain. The area is outlined "
            "before you click. The right button clears it.");
}

QString LevelTool::strokeTitle(bool erasing) const {
  switch (state().levelMode()) {
  case LevelMode::Set:
    return erasing ? tr("Erase level") : tr("Set level %1").arg(state().level());
  case LevelMode::Raise:
    return erasing ? tr("Lower level") : tr("Raise level");
  case LevelMode::Smooth:
    return tr("Smooth levels");
  case LevelMode::Lower:
    break;
  }
  return erasing ? tr("Raise level") : tr("Lower level");
}

QString LevelTool::obstacle(bool erasing) const {
  // Levels that should not be there can still be erased.
  const bool removes = erasing && state().levelMode() == LevelMode::Set;
  return document().catalogue().elevation == "levels" || removes ? QString() : tr("This ruleset has no levels.");
}

void LevelTool::paint(Stroke& stroke, const std::vector<HexCoord>& hexes, bool erasing) {
  const Catalogue& catalogue = document().catalogue();
  const auto inRange = [&](int level) {
    return std::clamp(level, catalogue.lowestLevel.value_or(-30000), catalogue.highestLevel.value_or(30000));
  };
  if (state().levelMode() == LevelMode::Smooth) {
    for (const auto& [h, level] : smoothedLevels(stroke.document(), hexes))
      stroke.setLevel(h, inRange(level));
    return;
  }
  const int by = state().levelStep() * ((state().levelMode() == LevelMode::Raise) != erasing ? 1 : -1);
  for (const HexCoord h : hexes)
    if (state().levelMode() == LevelMode::Set)
      stroke.setLevel(h, erasing ? std::nullopt : std::optional(inRange(state().level())));
    else
      stroke.setLevel(h, inRange(map().level(h).value_or(0) + by));
}

bool LevelTool::alike(HexCoord a, HexCoord b) const {
  return map().hex(a).level == map().hex(b).level;
}

void LevelTool::pickUp(const Pointer& pointer) {
  const std::optional<int> level = onMap(pointer.pick.hex) ? map().level(pointer.pick.hex) : std::nullopt;
  if (!level)
    return refuse(tr("This hex has no level to pick up."));
  state().setLevelMode(LevelMode::Set);
  state().setLevel(*level);
}

bool LevelTool::key(int key, Qt::KeyboardModifiers modifiers) {
  if (key != Qt::Key_PageUp && key != Qt::Key_PageDown)
    return BrushTool::key(key, modifiers);
  const int by = key == Qt::Key_PageUp ? 1 : -1;
  if (state().levelMode() == LevelMode::Raise || state().levelMode() == LevelMode::Lower)
    state().setLevelStep(state().levelStep() + by);
  else
    state().setLevel(state().level() + by);
  return true;
}

QString LevelTool::statusText() const {
  if (const QString hint = shapeHint(); !hint.isEmpty())
    return hint;
  switch (state().levelMode()) {
  case LevelMode::Set:
    return tr("Click or drag: level %1 · right drag: erase · PgUp PgDn: other level · Alt+click: pick up")
        .arg(state().level());
  case LevelMode::Raise:
    return tr("Click or drag: %n level(s) higher · right drag: lower · PgUp PgDn: by more or less", nullptr,
              state().levelStep());
  case LevelMode::Smooth:
    return tr("Drag: even out steps between levels · [ ]: brush size");
  case LevelMode::Lower:
    break;
  }
  return tr("Click or drag: %n level(s) lower · right drag: higher · PgUp PgDn: by more or less", nullptr,
            state().levelStep());
}

QString LevelTool::helpText() const {
  return tr("Sets, raises, lowers or smooths the level of hexes. A stroke changes each hex once. The right button does "
            "the opposite. Page Up and Page Down change the level that is set, or by how much is raised and lowered; "
            "Alt and click takes up the level of a "
            "hex. Smooth gives each hex the mean of itself and its neighbours. Lines, rectangles, lassos and areas of "
            "one level are chosen under the palette.");
}

} // namespace hotchkiss::editor
