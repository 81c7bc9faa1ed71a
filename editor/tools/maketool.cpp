#include "editor/tools/brushtools.h"
#include "editor/tools/clicktools.h"
#include "editor/tools/coursetool.h"
#include "editor/tools/hexsidetool.h"
#include "editor/tools/measuretool.h"
#include "editor/tools/pathtool.h"
#include "editor/tools/reachtool.h"
#include "editor/tools/selecttool.h"
#include "editor/tools/typetool.h"

namespace hotchkiss::editor {

std::unique_ptr<Tool> makeTool(ToolId id, ToolContext& context) {
  switch (id) {
  case ToolId::Select:
    return std::make_unique<SelectTool>(context);
  case ToolId::Terrain:
    return std::make_unique<TerrainTool>(context);
  case ToolId::Fill:
    return std::make_unique<FillTool>(context);
  case ToolId::Level:
    return std::make_unique<LevelTool>(context);
  case ToolId::Hexside:
    return std::make_unique<HexsideTool>(context);
  case ToolId::Path:
    return std::make_unique<PathTool>(context);
  case ToolId::Corner:
    return std::make_unique<CornerTool>(context);
  case ToolId::Crossing:
    return std::make_unique<CrossingTool>(context);
  case ToolId::Place:
    return std::make_unique<PlaceTool>(context);
  case ToolId::Region:
    return std::make_unique<RegionTool>(context);
  case ToolId::Entry:
    return std::make_unique<EntryTool>(context);
  case ToolId::Link:
    return std::make_unique<LinkTool>(context);
  case ToolId::Reach:
    return std::make_unique<ReachTool>(context);
  case ToolId::Course:
    return std::make_unique<CourseTool>(context);
  case ToolId::Measure:
    return std::make_unique<MeasureTool>(context);
  case ToolId::TypeAlong:
    return std::make_unique<TypeTool>(context);
  case ToolId::Pan:
    break;
  }
  return std::make_unique<PanTool>(context);
}

} // namespace hotchkiss::editor
