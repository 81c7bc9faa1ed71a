#include "editor/import/previewshapes.h"

#include "editor/docks/recordtext.h"
#include "importers/frame/frameimport.h"
#include "importers/recipe/sourceshapes.h"

#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

PreviewShapes shapesOf(const Document& module, const StepWish& wish, const RecipeSettings& settings) {
  PreviewShapes out;
  const Result<Frame> frame = frameOf(module);
  if (!frame)
    return out;
  ImportContext context;
  context.document = &module;
  context.frame = *frame;
  context.task = settings.task;
  RecipeSettings named = settings;
  named.sources = wish.sources;
  context.sources = sourceFiles(named);
  if (Result<SourceShapes> shapes = sourceShapes(context, wish.step)) {
    out.lines = std::move(shapes->lines);
    out.points = std::move(shapes->points);
  }
  return out;
}

void addPicture(const Document& after, const std::string& sourceId, const std::filesystem::path& folder,
                PreviewShapes& out) {
  const std::string* row = after.record("sources", {"source", sourceId});
  const Result<Frame> frame = frameOf(after);
  if (!row || !frame)
    return;
  const json underlay = parsedObject(*row).value("georeference", json::object()).value("underlay", json::object());
  if (!underlay.contains("file"))
    return;
  out.picture = QImage(QString::fromStdString((folder / underlay["file"].get<std::string>()).string()));
  const double left = underlay["origin"][0].get<double>();
  const double top = underlay["origin"][1].get<double>();
  const double pixel = underlay["pixel"].get<double>();
  const double right = left + pixel * underlay["size"][0].get<double>();
  const double bottom = top - pixel * underlay["size"][1].get<double>();
  out.pictureCorners = {frame->toPlane({left, top}), frame->toPlane({right, top}), frame->toPlane({left, bottom})};
}

} // namespace hotchkiss::editor
