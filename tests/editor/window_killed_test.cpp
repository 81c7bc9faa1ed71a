// Killed at random moments of editing: every edit that was acknowledged is there again, once.
#include "tests/editor/window_fixture.h"

#include <QProcess>

#include <csignal>
#include <random>

namespace hotchkiss::editor {

namespace {

constexpr Extent kSize{12, 9};
constexpr std::size_t kKills = 10; // in each batch; five batches make fifty

/// What the child does, step by step; the parent plays it along to know what must be there.
enum class Step { Paint, Undo, Redo, Save };
struct Plan {
  Step step = Step::Paint;
  HexCoord hex;
  const char* terrain = "";
};
Plan planned(std::mt19937& random) {
  const auto among = [&](int count) { return static_cast<std::int32_t>(random() % static_cast<unsigned>(count)); };
  Plan out;
  const int dice = among(12);
  out.step = dice < 8 ? Step::Paint : dice < 10 ? Step::Undo : dice < 11 ? Step::Redo : Step::Save;
  out.hex = {among(kSize.width), among(kSize.height)};
  out.terrain = std::array{"woods", "clear", "marsh"}.at(static_cast<std::size_t>(among(3)));
  return out;
}

std::map<HexCoord, std::string> terrainsOf(const Document& document) {
  std::map<HexCoord, std::string> out;
  for (std::int32_t c = 0; c < kSize.width; ++c)
    for (std::int32_t r = 0; r < kSize.height; ++r)
      if (const std::string& terrain = document.terrain({c, r}); !terrain.empty())
        out[{c, r}] = terrain;
  return out;
}

void perform(const Plan& plan, EditorDocument& document, const std::function<void(const Plan&)>& paint) {
  switch (plan.step) {
  case Step::Paint:
    paint(plan);
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

} // namespace

/// Edits in the real window and acknowledges each step with a line, until somebody kills it.
int editUntilKilled(const QString& folder, unsigned seed) {
  MainWindow window;
  window.resize(900, 700);
  window.show();
  if (!QTest::qWaitForWindowExposed(&window) || !window.openPath(folder))
    return 1;
  Hand hand(window);
  std::puts("ready");
  std::fflush(stdout);
  std::mt19937 random(seed);
  for (;;) {
    const Plan plan = planned(random);
    perform(plan, *window.document(), [&](const Plan& paint) {
      window.tools().choose(ToolId::Terrain, paint.terrain);
      hand.click(window.document()->document().lattice().centre(paint.hex));
    });
    std::puts("done");
    std::fflush(stdout);
    QApplication::processEvents();
  }
}

namespace {

class Killed : public WindowTest, public testing::WithParamInterface<unsigned> {};

TEST_P(Killed, EveryAcknowledgedEditComesBackOnce) {
  std::mt19937 chance(GetParam());
  for (std::size_t kill = 0; kill < kKills; ++kill) {
    const std::string name = "module" + std::to_string(kill);
    create("tss", kSize, name);
    ASSERT_TRUE(window().save());
    ASSERT_TRUE(window().closeModule());
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
    QTest::qSleep(static_cast<int>(chance() % 260));
    ASSERT_EQ(::kill(static_cast<pid_t>(child.processId()), SIGKILL), 0);
    ASSERT_TRUE(child.waitForFinished(10'000));
    said += child.readAllStandardOutput();
    const auto acknowledged = static_cast<std::size_t>(said.count("done"));

    // The same steps, played along without a window.
    const std::string twin = "twin" + std::to_string(kill);
    create("tss", kSize, twin);
    std::mt19937 random(seed);
    const auto step = [&] {
      perform(planned(random), document(), [&](const Plan& paint) {
        ASSERT_TRUE(document().edit("Paint", [&](Stroke& s) { s.setTerrain(paint.hex, paint.terrain); }).ok());
      });
    };
    for (std::size_t i = 0; i < acknowledged; ++i)
      step();
    const auto surely = terrainsOf(map());
    step();
    const auto perhaps = terrainsOf(map()); // the step that was under way
    ASSERT_TRUE(document().save().ok());
    ASSERT_TRUE(window().closeModule());

    std::optional<RecoveryOffer> offer;
    auto again = EditorDocument::openFolder(folder() / name, [&](const RecoveryOffer& offered) {
      offer = offered;
      return RecoveryAnswer::Recover;
    });
    ASSERT_TRUE(again.ok()) << again.error().text();
    const auto found = terrainsOf((*again)->document());
    EXPECT_TRUE(found == surely || found == perhaps)
        << "after " << acknowledged << " steps of seed " << seed << (offer ? ", recovered" : ", nothing offered");
    if (offer) {
      EXPECT_TRUE(offer->generationMatches);
      EXPECT_GT(offer->count, 0U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Batch, Killed, testing::Values(1U, 2U, 3U, 4U, 5U));

} // namespace
} // namespace hotchkiss::editor
