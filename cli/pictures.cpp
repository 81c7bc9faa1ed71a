#include "cli/commands.h"
#include "cli/support.h"
#include "libterrain/base/text.h"

#ifdef HOTCHKISS_PICTURES
#include "cli/quietgui.h"
#include "render/export.h"
#include "render/view.h"

#include <QPainterPath>
#ifdef HOTCHKISS_IMPORTERS
#include "cli/importsources.h"
#endif
#endif

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <memory>

namespace hotchkiss::cli {

namespace {

struct PictureOptions {
  std::string kind;
  std::string path;
  std::string out;
  std::string style = "engraved";
  std::string area;
  std::string rectangle;
  std::string layers;
  std::string sourceLines;
  std::string sourceSteps;
  double dpi = 150;
  double hexMillimetres = 19.05;
  bool noLegend = false;
  bool noTitle = false;
  bool noScale = false;
  bool noBorder = false;
};

#ifdef HOTCHKISS_PICTURES

std::vector<std::string> layerIds() {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < kLayers; ++i)
    out.emplace_back(layerId(static_cast<Layer>(i)));
  return out;
}

/// "terrain,water": only these. "-names,-numbers": all but these.
Result<LayerSettings> readLayers(const std::string& text) {
  LayerSettings out;
  if (text.empty())
    return out;
  const std::vector<std::string> ids = layerIds();
  const std::vector<std::string_view> words = splitText(text, ',');
  const bool hides = words.front().starts_with("-");
  out.visible.fill(hides);
  for (std::string_view word : words) {
    if (word.starts_with("-") != hides)
      return Error{"--layers " + text + " mixes layers to show with layers to hide",
                   {},
                   0,
                   {},
                   "give either names, or names that begin with a minus"};
    if (hides)
      word.remove_prefix(1);
    const auto it = std::find(ids.begin(), ids.end(), word);
    if (it == ids.end())
      return Error{"there is no layer " + std::string(word), {}, 0, {}, "layers are " + joinWords(ids)};
    out.visible.at(static_cast<std::size_t>(it - ids.begin())) = !hides;
  }
  return out;
}

/// "0101:0510": the range between two hexes.
Result<QRectF> readArea(const std::string& text, const MapSnapshot& snapshot) {
  const std::vector<std::string_view> labels = splitText(text, ':');
  if (labels.size() != 2)
    return Error{
        "--area " + text + " is not two hex labels with a colon between them", {}, 0, {}, "such as --area 0101:0510"};
  const Result<HexCoord> a = snapshot.numbering->resolve(labels[0]);
  if (!a)
    return a.error();
  const Result<HexCoord> b = snapshot.numbering->resolve(labels[1]);
  if (!b)
    return b.error();
  return areaOf(snapshot.document.lattice(), *a, *b);
}

/// "0,0,12.5,8": left, top, width and height in the plane.
Result<QRectF> readRectangle(const std::string& text) {
  std::vector<double> numbers;
  for (const std::string_view word : splitText(text, ',')) {
    double number = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (problem != std::errc() || end != word.data() + word.size())
      break;
    numbers.push_back(number);
  }
  if (numbers.size() != 4 || !(numbers[2] > 0) || !(numbers[3] > 0) || numbers[2] > 1e5 || numbers[3] > 1e5)
    return Error{
        "--rect " + text + " is not left,top,width,height in hex pitches", {}, 0, {}, "such as --rect 0,0,12,8"};
  return QRectF(numbers[0], numbers[1], numbers[2], numbers[3]);
}

#ifdef HOTCHKISS_IMPORTERS
QColor colourOf(const std::string& stepKind) {
  if (stepKind == "paths")
    return {222, 98, 0};
  if (stepKind == "regions" || stepKind == "cover")
    return {128, 28, 150};
  if (stepKind == "elevation")
    return {150, 84, 30};
  return {206, 16, 46};
}

/// Draws what the map was made from over it, so that an eye can judge the digitising.
Result<SheetOptions::Overlay> sourceOverlay(const PictureOptions& options, const Document& document) {
  std::vector<std::string> steps;
  if (!options.sourceSteps.empty())
    for (const std::string_view id : splitText(options.sourceSteps, ','))
      steps.emplace_back(id);
  const Result<std::vector<StepShapes>> shapes = shapesOfRecipe(options.sourceLines, steps, document);
  if (!shapes)
    return shapes.error();
  struct Drawn {
    QColor colour;
    QPainterPath lines;
    std::vector<Point> points;
  };
  auto all = std::make_shared<std::vector<Drawn>>();
  for (const StepShapes& step : *shapes) {
    Drawn one{colourOf(step.kind), {}, step.shapes.points};
    for (const Polyline& line : step.shapes.lines)
      for (std::size_t i = 0; i < line.size(); ++i)
        i == 0 ? one.lines.moveTo(toQt(line[i])) : one.lines.lineTo(toQt(line[i]));
    all->push_back(std::move(one));
  }
  return SheetOptions::Overlay([all](QPainter& painter, const View& view) {
    constexpr double kWidth = 0.045; // of a hex
    const double width = std::max(kThinnest, kWidth * view.scale);
    const QTransform toPixels(view.scale, 0, 0, view.scale, -view.area.left() * view.scale,
                              -view.area.top() * view.scale);
    for (const Drawn& one : *all) {
      const QPainterPath path = toPixels.map(one.lines);
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(QColor(255, 255, 255, 110), 2.2 * width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      painter.drawPath(path);
      painter.setPen(QPen(one.colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      painter.drawPath(path);
      painter.setPen(QPen(Qt::white, width));
      painter.setBrush(one.colour);
      for (const Point& p : one.points)
        painter.drawEllipse(view.px(toQt(p)), 2.4 * width, 2.4 * width);
    }
  });
}
#endif

int runPicture(const PictureOptions& options) {
  Progress progress("export " + options.kind);
  progress.step("reading");
  const Result<OpenedModule> opened = openModule(options.path);
  if (!opened)
    return complain(opened.error());
  MapSnapshot snapshot;
  snapshot.document = opened->module.document;
  const Result<Ruleset> ruleset = Ruleset::effective(snapshot.document);
  if (!ruleset)
    return complain(ruleset.error());
  snapshot.ruleset = std::make_shared<const Ruleset>(*ruleset);
  snapshot.numbering = std::make_shared<const Numbering>(numberingOf(snapshot.document));

  SheetOptions sheet;
  sheet.dpi = options.dpi;
  sheet.hexMillimetres = options.hexMillimetres;
  sheet.legend = !options.noLegend;
  sheet.title = !options.noTitle;
  sheet.scaleBar = !options.noScale;
  sheet.border = !options.noBorder;
  if (!options.area.empty()) {
    const Result<QRectF> area = readArea(options.area, snapshot);
    if (!area)
      return complain(area.error());
    sheet.area = *area;
  } else if (!options.rectangle.empty()) {
    const Result<QRectF> area = readRectangle(options.rectangle);
    if (!area)
      return complain(area.error());
    sheet.area = *area;
  }
#ifdef HOTCHKISS_IMPORTERS
  if (!options.sourceLines.empty()) {
    progress.step("reading the sources");
    const Result<SheetOptions::Overlay> overlay = sourceOverlay(options, snapshot.document);
    if (!overlay)
      return complain(overlay.error());
    sheet.overlay = *overlay;
  }
#endif
  const Result<LayerSettings> layers = readLayers(options.layers);
  if (!layers)
    return complain(layers.error());
  std::vector<std::string> styles;
  for (const auto& [id, name] : MapStyle::available(*snapshot.ruleset))
    styles.push_back(id);
  if (std::find(styles.begin(), styles.end(), options.style) == styles.end())
    return complain({"the ruleset has no style " + options.style, {}, 0, {}, "its styles are " + joinWords(styles)});

  const QuietGui gui;
  auto style = std::make_shared<const MapStyle>(MapStyle::load(*snapshot.ruleset, options.style));
  progress.step("drawing");
  const auto painter = std::make_shared<const MapPainter>(std::move(snapshot), std::move(style), *layers);
  const SheetExport exporter(painter, sheet);
  const auto report = [&](double share) {
    progress.step("drawing " + std::to_string(static_cast<int>(share * 100)) + " %");
    return true;
  };
  const Outcome outcome = options.kind == "png"   ? exporter.writePng(options.out, report)
                          : options.kind == "svg" ? exporter.writeSvg(options.out, report)
                                                  : exporter.writePdf(options.out, report);
  if (!outcome)
    return complain(outcome.error());
  const QSizeF size = exporter.millimetres();
  std::cout << "wrote " << options.out << ", " << std::lround(size.width()) << " x " << std::lround(size.height())
            << " mm";
  if (options.kind == "png")
    std::cout << ", " << exporter.pixels().width() << " x " << exporter.pixels().height() << " pixels";
  std::cout << "\n";
  return kClean;
}

#else

int runPicture(const PictureOptions&) {
  return complain({"this program was built without the painter",
                   {},
                   0,
                   {},
                   "build it with the CMake option HOTCHKISS_GUI=ON to export pictures"});
}

#endif

} // namespace

void addPictures(CLI::App& group, int& status) {
  struct Kind {
    const char* id;
    const char* about;
  };
  for (const Kind& kind : {Kind{"png", "A picture of the map as a printed sheet, in pixels"},
                           Kind{"svg", "A drawing of the map as a printed sheet, for drawing programs"},
                           Kind{"pdf", "A printed sheet of the map, for printing at its true size"}}) {
    auto options = std::make_shared<PictureOptions>();
    options->kind = kind.id;
    CLI::App* command = group.add_subcommand(kind.id, kind.about);
    command->add_option("X", options->path, "Module folder or package")->required();
    command->add_option("-o,--output", options->out, "File to write")->required();
    command->add_option("--style", options->style, "Style of the ruleset: engraved or clear")->capture_default_str();
    if (options->kind == "png")
      command->add_option("--dpi", options->dpi, "Pixels an inch")
          ->check(CLI::Range(10.0, 2400.0))
          ->capture_default_str();
    command->add_option("--hex-mm", options->hexMillimetres, "Millimetres between the centres of neighbouring hexes")
        ->check(CLI::Range(0.1, 200.0))
        ->capture_default_str();
    CLI::Option* area =
        command->add_option("--area", options->area, "Only the hexes between two labels, such as 0101:0510");
    command->add_option("--rect", options->rectangle, "Only a part of the plane: left,top,width,height in hex pitches")
        ->excludes(area);
    command->add_option("--layers", options->layers,
                        "Layers to show (terrain,water,paths), or to hide (-names,-numbers); all without it");
#ifdef HOTCHKISS_IMPORTERS
    CLI::Option* lines =
        command->add_option("--source-lines", options->sourceLines,
                            "Draw the sources of this recipe over the map: lines, outlines, contours, places");
    command->add_option("--source-steps", options->sourceSteps, "Only the sources of these steps, such as rivers,rail")
        ->needs(lines);
#endif
    command->add_flag("--no-legend", options->noLegend, "Leave the legend out");
    command->add_flag("--no-title", options->noTitle, "Leave the title out");
    command->add_flag("--no-scale", options->noScale, "Leave the scale bar out");
    command->add_flag("--no-border", options->noBorder, "Leave the border around the sheet out");
    command->footer("Layers: levels terrain texture grid water relief works paths crossings places borders entries\n"
                    "numbers names sheets.\n"
                    "Example: hotchkiss export " +
                    options->kind + " my-module -o map." + options->kind + " --area 0101:1010 --layers -names");
    command->callback([options, &status] { status = runPicture(*options); });
  }
}

} // namespace hotchkiss::cli
