// How the window feels: time to the first picture, frames while the map is moved and zoomed, and large strokes.
//
//   xvfb-run -a build/release/bin/bench_editor [hexes ...]      default: 10000 100000 1000000 4000000
//   0 instead of hexes: only the counters
#include "editor/army/armydock.h"
#include "editor/army/scenariodock.h"
#include "editor/canvas/mapcanvas.h"
#include "editor/docks/findingsdock.h"
#include "editor/window/mainwindow.h"
#include "libscenario/module/newmodule.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

using namespace hotchkiss;
using namespace hotchkiss::editor;

namespace {

double millisecondsOf(const std::function<void()>& work) {
  QElapsedTimer timer;
  timer.start();
  work();
  return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

/// Until what is in sight shows the present map (a draft will do), or is finished; in milliseconds.
double waitUntilShown(MapCanvas& canvas, bool finished) {
  return millisecondsOf([&] {
    while (!canvas.isUpToDate(finished))
      QApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
  });
}

void waitUntilDrawn(MapCanvas& canvas) {
  QApplication::processEvents();
  while (!canvas.isIdle())
    QApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
  QApplication::processEvents();
}

/// A landscape with something of everything: terrain in patches, rivers, roads, levels.
void fillMap(Stroke& stroke, const Catalogue& catalogue, Extent extent) {
  std::vector<std::string> terrains;
  for (const auto& [id, terrain] : catalogue.terrains)
    if (terrain.playable)
      terrains.push_back(id);
  std::vector<std::string> water;
  std::vector<std::string> paths;
  for (const auto& [id, kind] : catalogue.edgeFeatures)
    if (!kind.derived && !kind.classRequired && !(kind.orientation && kind.orientation->required))
      (id.starts_with("path.") ? paths : water).push_back(id);
  const Lattice lattice = stroke.document().lattice();
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      const auto patch = static_cast<std::size_t>(std::abs(std::sin(c * 0.21) + std::cos(r * 0.17)) * 4);
      stroke.setTerrain({c, r}, terrains[patch % terrains.size()]);
      if (!water.empty() && r % 12 == 6)
        stroke.putFeature(lattice.edge({c, r}, c % 2 == 0 ? 0 : 1),
                          {water[static_cast<std::size_t>(c / 40) % water.size()], {}, {}, {}, {}, {}});
      if (!paths.empty() && r % 9 == 3 && c + 1 < extent.width)
        if (const auto e = lattice.edgeBetween(HexCoord{c, r}, HexCoord{c + 1, r}))
          stroke.putFeature(*e, {paths[static_cast<std::size_t>(r / 9) % paths.size()], {}, {}, {}, {}, {}});
    }
}

/// Of this process, in MB: "VmRSS" now, "VmHWM" at most. 0 where the system does not say.
double memory(const char* what) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(what))
      return std::atof(line.c_str() + std::strlen(what) + 1) / 1024;
  return 0;
}

/// From now on the most is counted anew.
void forgetMostMemory() {
  std::ofstream("/proc/self/clear_refs") << "5";
}

struct Frames {
  double median = 0;
  double high = 0;
  double worst = 0;
};

/// Does something many times and looks at each picture.
Frames framesOf(MapCanvas& canvas, int count, const std::function<void(int)>& act) {
  canvas.frameStats().clear();
  for (int i = 0; i < count; ++i) {
    act(i);
    QApplication::processEvents();
  }
  const FrameStats& stats = canvas.frameStats();
  const Frames out{stats.quantile(0.5), stats.quantile(0.95), stats.quantile(1)};
  waitUntilDrawn(canvas);
  return out;
}

/// What the findings add to strokes of a hundred hexes with rivers: the checks of their places, the rows and the marks.
void runChecks(MainWindow& window, std::int32_t side) {
  const FindingsModel& findings = window.findings().model();
  while (!findings.isUpToDate())
    QApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
  constexpr int kStrokes = 20;
  constexpr std::int32_t kBlock = 10;
  LiveFindings live; // does the same beside the window's own, where it can be timed
  live.accept(LiveFindings::run(live.job(window.document()->document())));
  std::vector<double> checks;
  std::vector<double> whole;
  const auto watch = QObject::connect(window.document(), &EditorDocument::edited, [&](const Edit& edit) {
    LiveFindings::Here here;
    checks.push_back(millisecondsOf([&] { here = live.edited(window.document()->document(), edit); }));
    if (here.empty())
      std::puts("  nothing was found where something is wrong");
  });
  for (int i = 0; i < kStrokes; ++i) {
    const std::int32_t column = 5 + i * (side - 20) / kStrokes;
    whole.push_back(millisecondsOf([&] {
      static_cast<void>(window.document()->edit(QStringLiteral("spoil"), [&](Stroke& stroke) {
        for (std::int32_t c = 0; c < kBlock; ++c)
          for (std::int32_t r = 0; r < kBlock; ++r) {
            stroke.setTerrain({column + c, side / 3 + r}, "nonsense");
            stroke.setEdge({column + c, side / 3 + r, 2}, R"({"moat":{}})");
          }
      }));
    }));
  }
  QObject::disconnect(watch);
  std::sort(checks.begin(), checks.end());
  std::sort(whole.begin(), whole.end());
  std::printf("  local checks after a stroke of 100 hexes and 100 hexsides\n"
              "    the checks                median %6.2f ms   worst %6.2f ms\n"
              "    all of the window's work  median %6.2f ms   worst %6.2f ms\n",
              checks[checks.size() / 2], checks.back(), whole[whole.size() / 2], whole.back());
}

void run(long hexes) {
  forgetMostMemory();
  const QTemporaryDir folder;
  const auto side = static_cast<std::int32_t>(std::lround(std::sqrt(static_cast<double>(hexes))));
  const Result<Ruleset> ruleset = Ruleset::load(Ruleset::builtIn().at(1));
  NewModuleWish wish;
  wish.id = "bench";
  wish.extent = {side, side};
  const Result<NewModule> wanted = newModule(*ruleset, wish);
  const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "bench";
  {
    Result<std::unique_ptr<EditorDocument>> document = EditorDocument::create(path, *wanted);
    if (!document ||
        !(*document)->edit(QStringLiteral("fill"),
                           [&](Stroke& stroke) {
                             fillMap(stroke, ruleset->catalogue(), {side, side});
                           }) ||
        !(*document)->save())
      return void(std::puts("the map could not be made"));
  }
  MainWindow window;
  window.resize(1600, 1000);
  window.show();
  MapCanvas& canvas = window.canvas();
  QApplication::processEvents();
  std::printf("\n%ld hexes (%d x %d)\n", long{side} * side, side, side);
  const double open = millisecondsOf([&] { window.openPath(QString::fromStdString(path.string())); });
  const double whole = millisecondsOf([&] { waitUntilDrawn(canvas); });
  std::printf("  open                        %9.1f ms\n  first picture, whole map    %9.1f ms\n", open, open + whole);
  // At each scale a part of the map that has not been drawn yet. A draft may come first.
  int part = 1;
  for (const double pixels : {1.5, 3.5, 8.0, 12.0, 20.0, 30.0, 60.0}) {
    canvas.zoomTo(pixels);
    canvas.showPoint({side * 0.1 * part, side * 0.1 * part});
    ++part;
    const double draft = waitUntilShown(canvas, false);
    const double full = draft + waitUntilShown(canvas, true);
    std::printf("  picture at %4.1f px a hex    %9.1f ms   first draft after   %9.1f ms\n", pixels, full, draft);
    waitUntilDrawn(canvas);
  }

  const auto print = [](const char* what, const Frames& frames) {
    std::printf("  %-27s median %6.2f ms   95 %% %6.2f ms   worst %6.2f ms\n", what, frames.median, frames.high,
                frames.worst);
  };
  const Lattice lattice = window.document()->document().lattice();
  const Point middle = lattice.centre({side / 2, side / 2});
  print("frame, moving", framesOf(canvas, 200, [&](int i) {
          canvas.showPoint({middle.x + std::sin(i * 0.05) * 10, middle.y + i * 0.1});
        }));
  print("frame, zooming", framesOf(canvas, 80, [&](int i) { canvas.zoomSteps(i % 40 < 20 ? -1 : 1); }));

  // A stroke of 10,000 hexes: the whole work of the window's thread, painting of tiles aside.
  canvas.zoomTo(24);
  canvas.showPoint(middle);
  waitUntilDrawn(canvas);
  const std::int32_t block = std::min(100, side);
  const std::string terrain = ruleset->catalogue().terrains.begin()->first;
  const std::string other = std::next(ruleset->catalogue().terrains.begin())->first;
  const auto timed = [&](const char* what, const std::function<void()>& act) {
    const double time = millisecondsOf(act);
    const double shown = time + waitUntilShown(canvas, false);
    const double finished = shown + waitUntilShown(canvas, true);
    std::printf("  %-27s %9.1f ms   on the screen after %9.1f ms   finished after %9.1f ms\n", what, time, shown,
                finished);
    waitUntilDrawn(canvas);
  };
  EditorDocument& document = *window.document();
  timed("stroke of 10,000 hexes", [&] {
    document.beginStroke(QStringLiteral("stroke"));
    document.updateStroke([&](Stroke& stroke) {
      for (std::int32_t c = 0; c < block; ++c)
        for (std::int32_t r = 0; r < block; ++r)
          stroke.setTerrain({(side - block) / 2 + c, (side - block) / 2 + r},
                            (c + r) % 2 == 0 ? terrain : std::string());
    });
    if (!document.endStroke())
      std::puts("the stroke could not be kept");
  });
  timed("undo", [&] { static_cast<void>(document.undo()); });
  timed("redo", [&] { static_cast<void>(document.redo()); });
  timed("one hex", [&] {
    static_cast<void>(document.edit(QStringLiteral("hex"), [&](Stroke& stroke) {
      stroke.setTerrain({side / 2, side / 2}, other);
    }));
  });
  runChecks(window, side);
  std::printf("  memory                      %9.0f MB   at most                  %9.0f MB\n", memory("VmRSS"),
              memory("VmHWM"));
  static_cast<void>(document.save());
}

/// One letter more in the filter of the order of battle, until the tree shows it.
void timeFilter(MainWindow& window, const std::vector<const char*>& texts) {
  auto* filter = window.armyDock().findChild<QLineEdit*>(QStringLiteral("armyFilter"));
  for (const char* text : texts) {
    const double time = millisecondsOf([&] {
      filter->setText(QLatin1String(text));
      window.armyDock().repaint();
    });
    std::printf("  filter \"%s\"%*s %9.1f ms\n", text, static_cast<int>(18 - std::strlen(text)), "", time);
  }
}

/// An army of some units in brigades, each unit on a hex of its own or in stacks of four, on a map of 100 x 100.
void runCounters(int units) {
  const QTemporaryDir folder;
  const Result<Ruleset> ruleset = Ruleset::load(Ruleset::builtIn().at(1));
  const Result<UnitCatalogue> catalogue = readUnitCatalogue(*ruleset);
  constexpr std::int32_t kSide = 100;
  NewModuleWish wish;
  wish.id = "bench";
  wish.extent = {kSide, kSide};
  const Result<NewModule> wanted = newModule(*ruleset, wish);
  MainWindow window;
  window.resize(1600, 1000);
  window.show();
  if (!wanted || !catalogue ||
      !window.createModule(std::filesystem::path(folder.path().toStdString()) / "bench", *wanted))
    return void(std::puts("the map could not be made"));
  const std::string side = catalogue->sides.begin()->first;
  const std::string table = Scenario::tableOf("bench");
  const auto change = [&](Stroke& stroke) {
    stroke.setRecord(table, {"scenario", "bench"}, R"({"title":"Bench"})");
    for (int i = 0; i < units; ++i) {
      const std::string n = std::to_string(i);
      const std::string brigade = "b" + std::to_string(i / 5);
      if (i % 5 == 0)
        stroke.setRecord(kOobTable, {"formation", brigade},
                         R"({"name":"Brigade )" + std::to_string(i / 5) + R"(","side":")" + side + R"("})");
      stroke.setRecord(kOobTable, {"unit", "u" + n},
                       R"({"formation":")" + brigade + R"(","name":"Unit )" + n + R"(","side":")" + side +
                           R"(","type":"infantry"})");
      stroke.setRecord(table, {"setup", "s" + n},
                       R"({"at":[)" + std::to_string(i / 4 * 7 % kSide) + "," +
                           std::to_string(i / 4 * 7 / kSide % kSide) + R"(],"units":["u)" + n + R"("]})");
    }
  };
  static_cast<void>(window.document()->edit(QStringLiteral("army"), change));
  MapCanvas& canvas = window.canvas();
  window.armyDock().show();
  window.scenarioDock().show();
  window.armyDock().raise();
  window.scenarioDock().raise();
  QApplication::processEvents();
  std::printf("\n%d counters in %zu stacks\n", units, window.scenarioDock().view().stacks().size());
  for (const double scale : {8.0, 24.0, 60.0}) {
    canvas.zoomTo(scale);
    canvas.showPoint(window.document()->document().lattice().centre({kSide / 2, kSide / 4}));
    waitUntilDrawn(canvas);
    const Frames frames = framesOf(canvas, 200, [&](int i) {
      canvas.showPoint({kSide / 2 + std::sin(i * 0.05) * 10, kSide / 4.0 + i * 0.05});
    });
    std::printf("  moving at %4.0f px a hex      median %6.2f ms   95 %% %6.2f ms   worst %6.2f ms\n", scale,
                frames.median, frames.high, frames.worst);
  }
  timeFilter(window, {"7", "77", "", "brigade 12"});
  static_cast<void>(window.save());
}

/// The army of a sample on its own ground: all of its pieces, and breastworks until there are `counters` of them.
void runSample(const std::filesystem::path& sample, std::size_t counters) {
  const QTemporaryDir folder;
  const std::filesystem::path copy = std::filesystem::path(folder.path().toStdString()) / "sample";
  std::error_code error;
  std::filesystem::copy(sample, copy, std::filesystem::copy_options::recursive, error);
  MainWindow window;
  window.resize(1600, 1000);
  window.show();
  if (error || !window.openPath(QString::fromStdString(copy.string())) || !window.armyModel().army())
    return void(std::printf("\n%s could not be opened\n", sample.c_str()));
  const Extent extent = window.document()->document().extent();
  const std::string table = Scenario::tableOf("bench");
  const OrderOfBattle& army = *window.armyModel().army();
  std::vector<std::string> pieces;
  for (const auto& [id, piece] : army.pieces())
    pieces.push_back(id);
  const std::string side = army.sides().front();
  static_cast<void>(window.document()->edit(QStringLiteral("army"), [&](Stroke& stroke) {
    stroke.setRecord(table, {"scenario", "bench"}, R"({"title":"Bench"})");
    for (std::size_t i = 0; i < counters; ++i) {
      const auto at = static_cast<std::int32_t>(i / 2); // stacks of two, in rows from the middle of the map
      const std::string hex = "[" + std::to_string(at % extent.width) + "," +
                              std::to_string((extent.height / 3 + at / extent.width) % extent.height) + "]";
      const std::string what = i < pieces.size()
                                   ? R"("units":[")" + pieces[i] + R"("])"
                                   : R"("counters":[{"count":1,"side":")" + side + R"(","type":"breastwork"}])";
      stroke.setRecord(table, {"setup", "s" + std::to_string(i)}, R"({"at":)" + hex + "," + what + "}");
    }
  }));
  window.armyModel().setScenario("bench");
  MapCanvas& canvas = window.canvas();
  window.armyDock().show();
  window.scenarioDock().show();
  window.armyDock().raise();
  window.scenarioDock().raise();
  QApplication::processEvents();
  std::printf("\n%s: %zu counters in %zu stacks, %zu rows in the order of battle\n", sample.filename().c_str(),
              counters, window.scenarioDock().view().stacks().size(), army.pieces().size() + army.formations().size());
  canvas.fit();
  waitUntilDrawn(canvas);
  const Point middle = window.document()->document().lattice().centre({extent.width / 2, extent.height / 2});
  for (const double scale : {canvas.scale(), 24.0, 60.0}) {
    canvas.zoomTo(scale);
    canvas.showPoint(middle);
    waitUntilDrawn(canvas);
    const Frames frames = framesOf(canvas, 200, [&](int i) {
      canvas.showPoint({middle.x + std::sin(i * 0.05) * 10, middle.y + i * 0.05});
    });
    std::printf("  moving at %4.0f px a hex      median %6.2f ms   95 %% %6.2f ms   worst %6.2f ms\n", scale,
                frames.median, frames.high, frames.worst);
  }
  timeFilter(window, {"v", "vt", "", "brigade"});
  static_cast<void>(window.save());
}

} // namespace

int main(int argc, char** argv) {
  const QTemporaryDir settings;
  qputenv("XDG_CONFIG_HOME", settings.path().toLocal8Bit());
  const QApplication program(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("Hotchkiss"));
  QApplication::setApplicationName(QStringLiteral("Hotchkiss-bench"));
  std::vector<long> sizes;
  for (int i = 1; i < argc; ++i)
    sizes.push_back(std::atol(argv[i]));
  for (const long size : sizes.empty() ? std::vector<long>{10'000, 100'000, 1'000'000, 4'000'000} : sizes)
    if (size > 0)
      run(size);
  for (const int units : {700, 2000})
    runCounters(units);
  runSample("samples/gettysburg", 2000); // from the root of the checkout
  return 0;
}
