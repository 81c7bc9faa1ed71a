// Kills a working process at every fault point and checks that no acknowledged edit is lost and none is applied twice.
#include "libscenario/module/session.h"
#include "libterrain/base/faultpoint.h"
#include "libterrain/edit/stroke.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

namespace hotchkiss {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolderVariable = "HOTCHKISS_KILL_FOLDER";
constexpr const char* kPipeVariable = "HOTCHKISS_KILL_PIPE";
constexpr int kMostPasses = 200;

enum class Step : std::uint8_t { Paint, Raise, Road, Corner, NoCorner, Grow, Undo, Redo, Save };

// Undo and redo across saves, a save that adds a file (vertices) and one that deletes it, a save with nothing to write.
const std::vector<Step> kSteps{Step::Paint, Step::Raise,  Step::Undo, Step::Redo, Step::Raise,    Step::Corner,
                               Step::Save,  Step::Raise,  Step::Undo, Step::Save, Step::Undo,     Step::Road,
                               Step::Save,  Step::Corner, Step::Save, Step::Grow, Step::Raise,    Step::NoCorner,
                               Step::Save,  Step::Undo,   Step::Undo, Step::Redo, Step::NoCorner, Step::Raise,
                               Step::Save,  Step::Raise};

Edit makeEdit(Document& document, Step step) {
  Stroke stroke(document, "step");
  const HexCoord h{2, 2};
  switch (step) {
  case Step::Paint:
    stroke.setTerrain(h, "woods");
    break;
  case Step::Raise: // not idempotent: applied twice it shows
    stroke.raise(std::vector<HexCoord>{h, {1, 1}}, 1);
    break;
  case Step::Road:
    stroke.setEdge(document.lattice().edge(h, 1), R"({"path.road":{}})");
    break;
  case Step::Corner:
    stroke.setVertex(document.lattice().vertex(h, 1), R"({"spring":{}})");
    break;
  case Step::NoCorner:
    for (const auto& [v, features] : std::map(document.vertices()))
      stroke.setVertex(v, "");
    break;
  case Step::Grow:
    stroke.reframe({2, 0}, {document.extent().width + 2, document.extent().height});
    break;
  default:
    break;
  }
  return stroke.finish();
}

Document firstState() {
  NewModule wanted;
  wanted.id = "kill";
  wanted.title = "Kill";
  wanted.ruleset = "gcacw";
  wanted.extent = {6, 5};
  wanted.sheetRecord = R"({"label":"{col:2}{row:2}","letter":"","origin":[0,0],"size":[6,5]})";
  return makeModule(wanted);
}

/// The document after every step that is not a save, the first before any.
std::vector<Document> expectedStates() {
  std::vector<Document> out{firstState()};
  Document document = out.front();
  History history;
  for (const Step step : kSteps) {
    if (step == Step::Save)
      continue;
    if (step == Step::Undo)
      history.undo()->apply(document);
    else if (step == Step::Redo)
      history.redo()->apply(document);
    else
      history.push(makeEdit(document, step));
    out.push_back(document);
  }
  return out;
}

RecoveryAnswer recover(const RecoveryOffer& offer) {
  EXPECT_TRUE(offer.generationMatches);
  return RecoveryAnswer::Recover;
}

/// Runs in the child; acknowledges every finished step on the pipe.
TEST(KillChild, Work) {
  const char* folder = std::getenv(kFolderVariable);
  const char* pipe = std::getenv(kPipeVariable);
  if (!folder || !pipe)
    GTEST_SKIP() << "only runs as the child of the other test";
  Result<std::unique_ptr<ModuleSession>> opened = ModuleSession::open(folder, OpenMode::ReadWrite, recover);
  ASSERT_TRUE(opened.ok()) << opened.error().text();
  ModuleSession& session = **opened;
  for (const Step step : kSteps) {
    const Outcome outcome = step == Step::Undo   ? session.undo()
                            : step == Step::Redo ? session.redo()
                            : step == Step::Save ? session.save()
                                                 : session.commit(makeEdit(session.editable(), step));
    ASSERT_TRUE(outcome.ok()) << outcome.error().text();
    if (step != Step::Save) {
      ASSERT_EQ(::write(std::atoi(pipe), "+", 1), 1);
    }
  }
  ASSERT_TRUE(session.close().ok());
}

struct Ending {
  bool killed = false;
  bool failed = false;
  std::size_t acknowledged = 0;
};

Ending runChild(const fs::path& folder, const std::string& fault) {
  int ends[2];
  if (::pipe(ends) != 0)
    return {false, true, 0};
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    // A new program, because faults are read once per process.
    ::setenv("HOTCHKISS_FAULT", fault.c_str(), 1);
    ::setenv(kFolderVariable, folder.c_str(), 1);
    ::setenv(kPipeVariable, std::to_string(ends[1]).c_str(), 1);
    ::dup2(STDERR_FILENO, STDOUT_FILENO); // GoogleTest's report of the child is not ours
    ::execl("/proc/self/exe", "kill_test", "--gtest_filter=KillChild.Work", "--gtest_brief=1", nullptr);
    ::_exit(99);
  }
  ::close(ends[1]);
  Ending out;
  char byte = 0;
  while (::read(ends[0], &byte, 1) == 1)
    ++out.acknowledged;
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  out.killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  out.failed = !out.killed && status != 0;
  return out;
}

class Kill : public testing::TestWithParam<std::string> {
 protected:
  Kill() {
    std::string name = (fs::temp_directory_path() / "hotchkiss-kill-XXXXXX").string();
    mFolder = ::mkdtemp(name.data());
  }
  ~Kill() override { fs::remove_all(mFolder); }
  const fs::path& folder() const { return mFolder; }
  void refill() const {
    fs::remove_all(mFolder);
    fs::create_directory(mFolder);
    ASSERT_TRUE(saveModuleFolder(mFolder, writeModule(firstState()), generationOf({})).ok());
  }

 private:
  fs::path mFolder;
};

TEST_P(Kill, LosesAndDoublesNothing) {
  const std::vector<Document> states = expectedStates();
  int kills = 0;
  for (int pass = 1; pass <= kMostPasses; ++pass) {
    const std::string fault = GetParam() + ":" + std::to_string(pass);
    SCOPED_TRACE(fault);
    refill();
    const Ending ending = runChild(folder(), fault);
    ASSERT_FALSE(ending.failed);
    kills += ending.killed ? 1 : 0;
    if (pass % 2 == 0) { // a reader may come first and repair the folder
      const auto reader = ModuleSession::open(folder(), OpenMode::ReadOnly, recover);
      ASSERT_TRUE(reader.ok()) << reader.error().text();
    }
    Document recovered;
    {
      const auto session = ModuleSession::open(folder(), OpenMode::ReadWrite, recover);
      ASSERT_TRUE(session.ok()) << session.error().text();
      recovered = (*session)->document();
      const std::size_t done = ending.acknowledged;
      ASSERT_LT(done, states.size());
      EXPECT_TRUE(recovered == states[done] || (done + 1 < states.size() && recovered == states[done + 1])) << done;
    }
    {
      const auto again = ModuleSession::open(folder(), OpenMode::ReadWrite, recover);
      ASSERT_TRUE(again.ok()) << again.error().text();
      EXPECT_TRUE((*again)->document() == recovered);
      ASSERT_TRUE((*again)->save().ok());
    }
    const auto saved = ModuleSession::open(folder(), OpenMode::ReadWrite, [](const RecoveryOffer&) {
      ADD_FAILURE() << "everything was saved";
      return RecoveryAnswer::Cancel;
    });
    ASSERT_TRUE(saved.ok());
    EXPECT_TRUE((*saved)->document() == recovered);
    if (!ending.killed) {
      EXPECT_EQ(ending.acknowledged + 1, states.size());
      break;
    }
  }
  EXPECT_GT(kills, 0) << "this fault point was never passed";
}

INSTANTIATE_TEST_SUITE_P(EveryFaultPoint, Kill, testing::ValuesIn(faultPointNames()), [](const auto& point) {
  std::string name = point.param;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
});

} // namespace
} // namespace hotchkiss
