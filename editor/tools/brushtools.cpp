#include "editor/tools/brushtools.h"

#include <algorithm>

namespace hotchkiss::editor {

std::vector<HexCoord> BrushTool::brush(HexCoord centre) const {
  std::vector<HexCoord> out = lattice().range(centre, state().brushRadius());
  std::erase_if(out, [this](HexCoord h) { return !onMap(h); });
  return out;
}

void BrushTool::press(const Pointer& pointer) {
  if (mPainting || (pointer.button != Qt::LeftButton && pointer.button != Qt::RightButton))
    return;
  if (pointer.modifiers & Qt::AltModifier) {
    if (onMap(pointer.pick.hex))
      pickUp(pointer.pick.hex);
    return;
  }
  mErasing = pointer.button == Qt::RightButton;
  if (!mayEdit())
    return;
  if (const QString reason = obstacle(mErasing); !reason.isEmpty())
    return refuse(reason);
  mPainting = true;
  mDone.clear();
  mLast = pointer.pick.hex;
  document().beginStroke(strokeTitle(mErasing));
  begin(mErasing);
  paintTo(pointer.pick.hex);
}

void BrushTool::drag(const Pointer& pointer) {
  mHover = pointer;
  if (mPainting && pointer.pick.hex != mLast)
    paintTo(pointer.pick.hex);
  mContext.refresh();
}

void BrushTool::paintTo(HexCoord h) {
  const std::vector<HexCoord> way = lattice().line(mLast, h); // a quick hand leaves no gaps
  mLast = h;
  document().updateStroke([&](Stroke& stroke) {
    for (const HexCoord step : way)
      for (const HexCoord under : brush(step))
        if (mDone.insert(under).second)
          paint(stroke, under, mErasing);
  });
}

void BrushTool::release(const Pointer& pointer) {
  const bool isOurs = pointer.button == (mErasing ? Qt::RightButton : Qt::LeftButton);
  if (!mPainting || !isOurs)
    return;
  mPainting = false;
  succeeded(document().endStroke());
}

void BrushTool::cancel() {
  mPainting = false;
  Tool::cancel();
}

bool BrushTool::key(int key, Qt::KeyboardModifiers) {
  if (key == Qt::Key_BracketLeft)
    state().setBrushRadius(state().brushRadius() - 1);
  else if (key == Qt::Key_BracketRight)
    state().setBrushRadius(state().brushRadius() + 1);
  else
    return false;
  mContext.refresh();
  return true;
}

void BrushTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  if (mHover)
    view.hexes(painter, brush(mHover->pick.hex), mPainting && mErasing ? view.danger : view.accent);
}

QString TerrainTool::strokeTitle(bool erasing) const {
  return erasing ? tr("Erase terrain") : tr("Paint %1").arg(kindName("terrain", state().kind(ToolId::Terrain)));
}

QString TerrainTool::obstacle(bool erasing) const {
  if (!erasing && !document().catalogue().terrains.contains(state().kind(ToolId::Terrain)))
    return tr("Choose a terrain in the palette first.");
  return {};
}

void TerrainTool::paint(Stroke& stroke, HexCoord h, bool erasing) {
  stroke.setTerrain(h, erasing ? std::string() : state().kind(ToolId::Terrain));
}

void TerrainTool::pickUp(HexCoord h) {
  if (const std::string& terrain = map().terrain(h); !terrain.empty())
    state().choose(ToolId::Terrain, terrain);
}

QString TerrainTool::statusText() const {
  return tr("Click or drag: %1 · right drag: erase · Alt+click: pick up · [ ]: brush size")
      .arg(kindName("terrain", state().kind(ToolId::Terrain)));
}

QString TerrainTool::helpText() const {
  return tr("Paints terrain. Drag over hexes; drag with the right button to erase. [ and ] change the size of the "
            "brush. Alt and click takes up the terrain under the pointer.");
}

QString LevelTool::strokeTitle(bool erasing) const {
  switch (state().levelMode()) {
  case LevelMode::Set:
    return erasing ? tr("Erase level") : tr("Set level %1").arg(state().level());
  case LevelMode::Raise:
    return erasing ? tr("Lower level") : tr("Raise level");
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

void LevelTool::paint(Stroke& stroke, HexCoord h, bool erasing) {
  const Catalogue& catalogue = document().catalogue();
  const auto inRange = [&](int level) {
    return std::clamp(level, catalogue.lowestLevel.value_or(-30000), catalogue.highestLevel.value_or(30000));
  };
  if (state().levelMode() == LevelMode::Set) {
    stroke.setLevel(h, erasing ? std::nullopt : std::optional(inRange(state().level())));
    return;
  }
  const int by = (state().levelMode() == LevelMode::Raise) != erasing ? 1 : -1;
  stroke.setLevel(h, inRange(map().level(h).value_or(0) + by));
}

void LevelTool::pickUp(HexCoord h) {
  if (const std::optional<int> level = map().level(h)) {
    state().setLevelMode(LevelMode::Set);
    state().setLevel(*level);
  }
}

bool LevelTool::key(int key, Qt::KeyboardModifiers modifiers) {
  if (key == Qt::Key_PageUp)
    state().setLevel(state().level() + 1);
  else if (key == Qt::Key_PageDown)
    state().setLevel(state().level() - 1);
  else
    return BrushTool::key(key, modifiers);
  return true;
}

QString LevelTool::statusText() const {
  switch (state().levelMode()) {
  case LevelMode::Set:
    return tr("Click or drag: level %1 · right drag: erase · PgUp PgDn: other level").arg(state().level());
  case LevelMode::Raise:
    return tr("Click or drag: one level higher · right drag: lower");
  case LevelMode::Lower:
    break;
  }
  return tr("Click or drag: one level lower · right drag: higher");
}

QString LevelTool::helpText() const {
  return tr("Sets, raises or lowers the level of hexes. A stroke changes each hex once. The right button does the "
            "opposite. Page Up and Page Down change the level that is set; Alt and click takes up the level of a hex.");
}

} // namespace hotchkiss::editor
