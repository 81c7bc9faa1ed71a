// Killed at random moments of editing: every edit that was acknowledged is there again, once, and nothing is half done.
#include "libscenario/army/orderofbattle.h"
#include "tests/editor/window_fixture.h"

#include <QProcess>

#include <csignal>
#include <random>
#include <set>

namespace hotchkiss::editor {

namespace {

constexpr Extent kSize{12, 9};
constexpr std::size_t kKills = 10; // in each batch; five batches make fifty

/// What the child does, step by step, with mouse and keys; the parent does the same in a window of its own to know what
/// must be there.
enum class Step { Click, Brush, Chain, Path, Place, Army, Undo, Redo, Save };
struct Plan {
  Step step = Step::Click;
  HexCoord from;
  HexCoord to;
  int way = 0; ///< which terrain, side or name
};
Plan planned(std::mt19937& random) {
  const auto among = [&](int count) { return static_cast<std::int32_t>(random() % static_cast<unsigned>(count)); };
  constexpr std::array kSteps{Step::Click, Step::Click, Step::Brush, Step::Brush, Step::Chain, Step::Chain, Step::Path,
                              Step::Path,  Step::Place, Step::Army,  Step::Undo,  Step::Undo,  Step::Redo,  Step::Save};
  Plan out;
  out.step = kSteps.at(static_cast<std::size_t>(among(static_cast<int>(kSteps.size()))));
  out.from = {among(kSize.width), among(kSize.height)};
  out.to = {among(kSize.width), among(kSize.height)};
  out.way = among(6);
  return out;
}

/// A drag with many events, so that a kill may fall into the middle of it.
void dragSlowly(Hand& hand, Point from, Point to) {
  hand.press(from);
  constexpr int kEvents = 12;
  for (int i = 1; i <= kEvents; ++i) {
    const double t = static_cast<double>(i) / kEvents;
    hand.move({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
    QApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
  }
  hand.release(to);
}

void perform(MainWindow& window, const Plan& plan) {
  EditorDocument& document = *window.document();
  const Lattice lattice = document.document().lattice();
  Hand hand(window);
  const auto corner = [&](HexCoord h) { return lattice.position(lattice.vertex(h, plan.way)); };
  const auto paints = std::array{"woods", "clear", "marsh"};
  switch (plan.step) {
  case Step::Click:
    window.tools().choose(ToolId::Terrain, paints.at(static_cast<std::size_t>(plan.way % 3)));
    window.tools().setBrushRadius(0); // the parent's window has painted before
    hand.click(lattice.centre(plan.from));
    break;
  case Step::Brush:
    window.tools().choose(ToolId::Terrain, paints.at(static_cast<std::size_t>(plan.way % 3)));
    window.tools().setBrushRadius(plan.way % 2);
    dragSlowly(hand, lattice.centre(plan.from), lattice.centre(plan.to));
    break;
  case Step::Chain:
    window.tools().choose(ToolId::Hexside, plan.way % 2 == 0 ? "stream" : "slope", plan.way % 2 == 0 ? "ordinary" : "");
    dragSlowly(hand, corner(plan.from), corner(plan.to));
    break;
  case Step::Path:
    window.tools().choose(ToolId::Path, plan.way % 2 == 0 ? "pike" : "trail");
    dragSlowly(hand, lattice.centre(plan.from), lattice.centre(plan.to));
    break;
  case Step::Place:
    window.tools().choose(ToolId::Place, plan.way % 2 == 0 ? "town" : "landmark");
    hand.click(lattice.centre(plan.from));
    if (window.canvas().isNaming()) // not where one of its kind was there already
      hand.name(QStringLiteral("Place %1").arg(plan.way));
    break;
  case Step::Army:
    ASSERT_TRUE(document
                    .edit("Enter a brigade",
                          [&](Stroke& stroke) {
                            const std::string n = std::to_string(plan.way);
                            stroke.setRecord(kOobTable, {"formation", "brigade" + n},
                                             R"({"name":"Brigade )" + n + R"(","side":"usa"})");
                          })
                    .ok());
    break;
  case Step::Undo:
    if (document.history().canUndo()) {
      ASSERT_TRUE(document.undo().ok());
    }
    break;
  case Step::Redo:
    if (document.history().canRedo()) {
      ASSERT_TRUE(document.redo().ok());
    }
    break;
  case Step::Save:
    ASSERT_TRUE(document.save().ok());
    break;
  }
}

void prepare(MainWindow& window) {
  window.resize(900, 700);
  QApplication::processEvents();
  window.canvas().fit();
}

} // namespace

/// Edits in the real window and acknowledges each step with a line, until somebody kills it.
int editUntilKilled(const QString& folder, unsigned seed) {
  MainWindow window;
  window.show();
  if (!QTest::qWaitForWindowExposed(&window) || !window.openPath(folder))
    return 1;
  prepare(window);
  std::puts("ready");
  std::fflush(stdout);
  std::mt19937 random(seed);
  for (;;) {
    perform(window, planned(random));
    std::puts("done");
    std::fflush(stdout);
    QApplication::processEvents();
  }
}

namespace {

class Killed : public WindowTest, public testing::WithParamInterface<unsigned> {
 protected:
  /// Opens a module that was left in a hurry; what is offered is taken.
  void openAndRecover(const QString& path) {
    bool wrong = false;
    QTimer answers;
    QObject::connect(&answers, &QTimer::timeout, [&] {
      QWidget* dialog = QApplication::activeModalWidget();
      if (!dialog || qobject_cast<QProgressDialog*>(dialog))
        return;
      wrong = wrong || dialog->findChild<QWidget*>("recoveryMismatch") != nullptr;
      if (auto* recover = dialog->findChild<QPushButton*>("recoveryRecover"))
        recover->click();
      else
        dialog->close();
    });
    answers.start(10);
    ASSERT_TRUE(window().openPath(path));
    EXPECT_FALSE(wrong) << "nobody but the program has changed the files";
  }
};

TEST_P(Killed, EveryAcknowledgedEditComesBackOnce) {
  std::mt19937 chance(GetParam());
  for (std::size_t kill = 0; kill < kKills; ++kill) {
    const std::string name = "module" + std::to_string(kill);
    create("tss", kSize, name);
    ASSERT_TRUE(window().save());
    ASSERT_TRUE(window().closeModule());
    const std::filesystem::path twin = folder() / ("twin" + std::to_string(kill));
    std::filesystem::copy(folder() / name, twin, std::filesystem::copy_options::recursive);
    const QString path = QString::fromStdString((folder() / name).string());
    const unsigned seed = GetParam() * 1000 + static_cast<unsigned>(kill);
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(),
                {QStringLiteral("--edit-until-killed"), path, QString::number(seed)});
    ASSERT_TRUE(child.waitForReadyRead(30'000));
    QByteArray said;
    while (!said.contains("ready") && child.waitForReadyRead(10'000))
      said += child.readAllStandardOutput();
    said += child.readAllStandardOutput();
    ASSERT_TRUE(said.contains("ready"));
    QTest::qSleep(static_cast<int>(chance() % 400));
    ASSERT_EQ(::kill(static_cast<pid_t>(child.processId()), SIGKILL), 0);
    ASSERT_TRUE(child.waitForFinished(10'000));
    said += child.readAllStandardOutput();
    const auto acknowledged = static_cast<std::size_t>(said.count("done"));

    // The same steps in a window that nobody kills. What the next step committed piece by piece may be there, too.
    ASSERT_TRUE(window().openPath(QString::fromStdString(twin.string())));
    prepare(window());
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < acknowledged; ++i)
      perform(window(), planned(random));
    std::set<ModuleFiles> allowed{writeModule(map())};
    const auto watch =
        QObject::connect(&document(), &EditorDocument::historyChanged, [&] { allowed.insert(writeModule(map())); });
    perform(window(), planned(random));
    QObject::disconnect(watch);
    ASSERT_TRUE(document().save().ok());
    ASSERT_TRUE(window().closeModule());

    openAndRecover(path);
    const ModuleFiles found = writeModule(map());
    EXPECT_TRUE(allowed.contains(found)) << "after " << acknowledged << " steps of seed " << seed << ", "
                                         << allowed.size() << " states would do";
    ASSERT_TRUE(document().save().ok());
    ASSERT_TRUE(window().closeModule());
  }
}

INSTANTIATE_TEST_SUITE_P(Batch, Killed, testing::Values(1U, 2U, 3U, 4U, 5U));

} // namespace
} // namespace hotchkiss::editor
