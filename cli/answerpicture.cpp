#include "cli/answerpicture.h"

#ifdef HOTCHKISS_PICTURES
#include "cli/quietgui.h"
#include "render/answerpicture.h"
#include "render/export.h"
#include "render/view.h"
#endif

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace hotchkiss::cli {

#ifdef HOTCHKISS_PICTURES

Outcome writeAnswerPicture(const Situation& situation, const nlohmann::json& answer, const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  if (ending != ".png" && ending != ".svg" && ending != ".pdf")
    return Error{file + " has no ending that says what picture is wanted", {}, 0, {}, "name it .png, .svg or .pdf"};
  const QuietGui gui;
  MapSnapshot snapshot;
  snapshot.document = situation.rules().document();
  snapshot.ruleset = std::make_shared<const Ruleset>(situation.rules().book().ruleset());
  snapshot.numbering = std::make_shared<const Numbering>(situation.rules().numbering());
  const std::vector<std::pair<std::string, std::string>> styles = MapStyle::available(*snapshot.ruleset);
  auto style = std::make_shared<const MapStyle>(
      MapStyle::load(*snapshot.ruleset, styles.empty() ? std::string() : styles.front().first));
  const auto painter = std::make_shared<const MapPainter>(std::move(snapshot), std::move(style));
  auto overlay = std::make_shared<AnswerOverlay>(overlayOf(situation, answer));
  SheetOptions sheet;
  sheet.legend = false;
  // The part of the map that the answer is about, with some ground around it.
  constexpr double kAround = 2.5;
  const QRectF about = overlay->bounds(situation.rules().lattice());
  if (!about.isNull())
    sheet.area = about.adjusted(-kAround, -kAround, kAround, kAround).intersected(painter->bounds());
  constexpr double kMostHexes = 80; // across; beyond it the picture gets coarser, not larger
  const double across = std::max(sheet.area.value_or(painter->bounds()).width(), 1.0);
  sheet.dpi = across > kMostHexes ? sheet.dpi * kMostHexes / across : sheet.dpi;
  sheet.overlay = [overlay = std::move(overlay), lattice = situation.rules().lattice()](QPainter& paint,
                                                                                        const View& view) {
    paintAnswer(paint, lattice, *overlay, view.area, view.scale);
  };
  const SheetExport exporter(painter, sheet);
  return ending == ".png"   ? exporter.writePng(file)
         : ending == ".svg" ? exporter.writeSvg(file)
                            : exporter.writePdf(file);
}

#else

Outcome writeAnswerPicture(const Situation&, const nlohmann::json&, const std::string&) {
  return Error{"this program was built without the painter",
               {},
               0,
               {},
               "build it with the CMake option HOTCHKISS_GUI=ON to draw answers"};
}

#endif

} // namespace hotchkiss::cli
