#include "libscenario/module/session.h"
#include "libterrain/base/fileio.h"
#include "libterrain/edit/stroke.h"

#include <gtest/gtest.h>

#include <fstream>
#include <unistd.h>

namespace hotchkiss {
namespace {

namespace fs = std::filesystem;

const RecoveryChoice kUnasked = [](const RecoveryOffer&) {
  ADD_FAILURE() << "there should be nothing to recover";
  return RecoveryAnswer::Cancel;
};
RecoveryChoice answer(RecoveryAnswer wanted, RecoveryOffer* seen = nullptr) {
  return [=](const RecoveryOffer& offer) {
    if (seen)
      *seen = offer;
    return wanted;
  };
}

class SessionTest : public testing::Test {
 protected:
  using Session = std::unique_ptr<ModuleSession>;

  SessionTest() {
    std::string name = (fs::temp_directory_path() / "hotchkiss-session-XXXXXX").string();
    mFolder = ::mkdtemp(name.data());
    NewModule wanted;
    wanted.id = "test";
    wanted.title = "Test";
    wanted.ruleset = "gcacw";
    wanted.extent = {6, 5};
    wanted.sheetRecord = R"({"label":"{col:2}{row:2}","letter":"","origin":[0,0],"size":[6,5]})";
    const Outcome made = saveModuleFolder(mFolder, writeModule(makeModule(wanted)), generationOf({}));
    EXPECT_TRUE(made.ok()) << (made ? "" : made.error().text());
  }
  ~SessionTest() override { fs::remove_all(mFolder); }

  const fs::path& folder() const { return mFolder; }
  Session open(const RecoveryChoice& choice = kUnasked, OpenMode mode = OpenMode::ReadWrite) const {
    Result<Session> session = ModuleSession::open(mFolder, mode, choice);
    EXPECT_TRUE(session.ok()) << (session ? "" : session.error().text());
    return session ? std::move(*session) : nullptr;
  }
  static void paint(ModuleSession& session, HexCoord h, const char* terrain, bool merge = false) {
    Stroke stroke(session.editable(), std::string("paint ") + terrain);
    stroke.setTerrain(h, terrain);
    const Outcome outcome = session.commit(stroke.finish(), merge);
    ASSERT_TRUE(outcome.ok()) << outcome.error().text();
  }

 private:
  fs::path mFolder;
};

TEST_F(SessionTest, EditUndoSaveReopen) {
  Session session = open();
  EXPECT_FALSE(session->isModified());
  paint(*session, {1, 1}, "woods");
  paint(*session, {2, 1}, "swamp");
  EXPECT_TRUE(session->isModified());
  ASSERT_TRUE(session->undo().ok());
  EXPECT_EQ(session->document().terrain({2, 1}), "");
  ASSERT_TRUE(session->redo().ok());
  ASSERT_TRUE(session->undo().ok());
  ASSERT_TRUE(session->save().ok());
  EXPECT_FALSE(session->isModified());
  ASSERT_TRUE(session->redo().ok());
  EXPECT_TRUE(session->isModified());
  ASSERT_TRUE(session->undo().ok());
  EXPECT_FALSE(session->isModified());
  ASSERT_TRUE(session->save().ok());
  const Document saved = session->document();
  ASSERT_TRUE(session->close().ok());
  session = open();
  EXPECT_TRUE(session->document() == saved);
  EXPECT_EQ(session->document().terrain({1, 1}), "woods");
}

TEST_F(SessionTest, SaveAsGoesOnInTheNewFolderWithItsHistory) {
  const fs::path elsewhere = folder().string() + "-copy";
  Session session = open();
  paint(*session, {1, 1}, "woods");
  ASSERT_TRUE(session->saveAs(elsewhere).ok());
  EXPECT_FALSE(session->isModified());
  EXPECT_EQ(session->history().size(), 1U);
  paint(*session, {2, 2}, "swamp");
  EXPECT_FALSE(session->saveAs(elsewhere).ok()) << "the folder is not empty";
  EXPECT_FALSE(session->saveAs(folder()).ok());
  session.reset();

  session = open(); // the old folder is as it was saved, free, and offers nothing
  EXPECT_EQ(session->document().terrain({1, 1}), "");
  RecoveryOffer offer;
  Result<Session> copy = ModuleSession::open(elsewhere, OpenMode::ReadWrite, answer(RecoveryAnswer::Recover, &offer));
  ASSERT_TRUE(copy.ok()) << copy.error().text();
  EXPECT_EQ(offer.count, 1U);
  EXPECT_EQ((*copy)->document().terrain({1, 1}), "woods");
  EXPECT_EQ((*copy)->document().terrain({2, 2}), "swamp");
  fs::remove_all(elsewhere);
}

TEST_F(SessionTest, MergeNeverChangesTheSavedState) {
  Session session = open();
  paint(*session, {1, 1}, "woods");
  ASSERT_TRUE(session->save().ok());
  paint(*session, {1, 1}, "swamp", true);
  EXPECT_TRUE(session->isModified());
  paint(*session, {1, 1}, "clear", true);
  EXPECT_EQ(session->history().size(), 2U);
  ASSERT_TRUE(session->undo().ok());
  EXPECT_EQ(session->document().terrain({1, 1}), "woods");
  EXPECT_FALSE(session->isModified());
}

TEST_F(SessionTest, UnsavedEditsAreRecovered) {
  Session session = open();
  paint(*session, {1, 1}, "woods");
  paint(*session, {2, 1}, "swamp");
  paint(*session, {2, 1}, "clear", true);
  paint(*session, {3, 1}, "woods");
  ASSERT_TRUE(session->undo().ok());
  const Document before = session->document();
  session.reset();
  RecoveryOffer offer;
  session = open(answer(RecoveryAnswer::Recover, &offer));
  EXPECT_EQ(offer.count, 5U);
  EXPECT_TRUE(offer.generationMatches);
  EXPECT_GT(offer.firstTime, 1'600'000'000);
  EXPECT_LE(offer.firstTime, offer.lastTime);
  EXPECT_TRUE(session->document() == before);
  EXPECT_TRUE(session->isModified());
  EXPECT_EQ(session->history().position(), 2U);
  EXPECT_TRUE(session->history().canRedo());
  paint(*session, {4, 1}, "swamp"); // goes behind the recovered entries
  session.reset();
  session = open(answer(RecoveryAnswer::Recover, &offer));
  EXPECT_EQ(offer.count, 6U);
  EXPECT_EQ(session->document().terrain({4, 1}), "swamp");
  ASSERT_TRUE(session->save().ok());
  session.reset();
  session = open();
  EXPECT_EQ(session->document().terrain({4, 1}), "swamp");
}

TEST_F(SessionTest, UndoBehindTheSaveIsRecovered) {
  Session session = open();
  paint(*session, {1, 1}, "woods");
  paint(*session, {2, 1}, "swamp");
  ASSERT_TRUE(session->save().ok());
  paint(*session, {3, 1}, "clear");
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(session->undo().ok());
  ASSERT_TRUE(session->redo().ok());
  const Document before = session->document();
  session.reset();
  session = open(answer(RecoveryAnswer::Recover));
  EXPECT_TRUE(session->document() == before);
  EXPECT_EQ(session->document().terrain({1, 1}), "woods");
  EXPECT_EQ(session->document().terrain({2, 1}), "");
  EXPECT_TRUE(session->isModified());
}

TEST_F(SessionTest, DiscardAndCancel) {
  Session session = open();
  const Document before = session->document();
  paint(*session, {1, 1}, "woods");
  session.reset();
  EXPECT_FALSE(ModuleSession::open(folder(), OpenMode::ReadWrite, answer(RecoveryAnswer::Cancel)).ok());
  session = open(answer(RecoveryAnswer::Discard));
  EXPECT_TRUE(session->document() == before);
  EXPECT_FALSE(session->isModified());
  session.reset();
  session = open();
  paint(*session, {1, 1}, "woods");
  ASSERT_TRUE(session->close(true).ok());
  session = open();
  EXPECT_TRUE(session->document() == before);
}

TEST_F(SessionTest, SecondWriterIsRefused) {
  Session session = open();
  const Result<Session> second = ModuleSession::open(folder(), OpenMode::ReadWrite, kUnasked);
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.error().message.find("open for editing"), std::string::npos);
  EXPECT_FALSE(second.error().advice.empty());
  EXPECT_NE(open(kUnasked, OpenMode::ReadOnly), nullptr);
  session.reset();
  EXPECT_NE(open(), nullptr);
}

TEST_F(SessionTest, ReadOnlyChangesNothing) {
  fs::remove_all(folder() / ".hotchkiss");
  const Session session = open(kUnasked, OpenMode::ReadOnly);
  Stroke stroke(session->editable(), "paint");
  stroke.setTerrain({1, 1}, "woods");
  EXPECT_FALSE(session->commit(stroke.finish()).ok());
  EXPECT_EQ(session->document().terrain({1, 1}), "");
  EXPECT_FALSE(session->save().ok());
  EXPECT_FALSE(fs::exists(folder() / ".hotchkiss"));
}

TEST_F(SessionTest, ChangeFromOutsideStopsTheSave) {
  Session session = open();
  paint(*session, {1, 1}, "woods");
  std::ofstream(folder() / "map/hexes.json", std::ios::app) << "\n";
  const Outcome outcome = session->save();
  ASSERT_FALSE(outcome.ok());
  EXPECT_NE(outcome.error().message.find("changed by another program"), std::string::npos);
  session.reset();
  RecoveryOffer offer;
  const Result<Session> refused =
      ModuleSession::open(folder(), OpenMode::ReadWrite, answer(RecoveryAnswer::Recover, &offer));
  EXPECT_FALSE(refused.ok());
  EXPECT_FALSE(offer.generationMatches);
  session = open(answer(RecoveryAnswer::RecoverForced));
  EXPECT_EQ(session->document().terrain({1, 1}), "woods");
  session.reset();
  session = open(answer(RecoveryAnswer::Recover, &offer)); // the journal now belongs to these files
  EXPECT_TRUE(offer.generationMatches);
  ASSERT_TRUE(session->save().ok());
}

TEST_F(SessionTest, DamagedJournalIsSetAside) {
  open().reset();
  std::ofstream(folder() / ".hotchkiss/journal") << "nonsense";
  const Session session = open();
  EXPECT_EQ(session->notices().size(), 1U);
  EXPECT_TRUE(fs::exists(folder() / ".hotchkiss/journal.damaged"));
}

TEST_F(SessionTest, UnchangedFilesAreNotRewritten) {
  const Session session = open();
  const auto before = fs::last_write_time(folder() / "module.json");
  ::usleep(20'000);
  paint(*session, {1, 1}, "woods");
  ASSERT_TRUE(session->save().ok());
  EXPECT_EQ(fs::last_write_time(folder() / "module.json"), before);
  EXPECT_FALSE(fs::exists(folder() / ".hotchkiss/save"));
  EXPECT_FALSE(fs::exists(folder() / ".hotchkiss/commit"));
}

TEST_F(SessionTest, LinksOutsideAreRefused) {
  fs::remove(folder() / "map/named.json");
  fs::create_symlink("/etc/passwd", folder() / "map/named.json");
  const Result<ModuleFiles> files = readModuleFolder(folder());
  ASSERT_FALSE(files.ok());
  EXPECT_NE(files.error().message.find("outside"), std::string::npos);
}

TEST_F(SessionTest, HostileCommitRecordIsRefused) {
  fs::create_directories(folder() / ".hotchkiss/save");
  std::ofstream(folder() / ".hotchkiss/save/0") << "x";
  std::ofstream(folder() / ".hotchkiss/commit")
      << R"({"from":"","to":"","lastSequence":0,"files":["../x.json"],"deleted":[]})";
  EXPECT_FALSE(readModuleFolder(folder()).ok());
  EXPECT_FALSE(fs::exists(folder().parent_path() / "x.json"));
}

TEST_F(SessionTest, ReaderSeesACommittedSaveThatItCannotFinish) {
  const Session writer = open(); // holds the lock
  fs::create_directories(folder() / ".hotchkiss/save");
  const ModuleFiles before = *readModuleFolder(folder());
  std::ofstream(folder() / ".hotchkiss/save/0") << before.at("map/hexes.json") << "\n";
  std::ofstream(folder() / ".hotchkiss/commit")
      << R"({"from":"","to":"","lastSequence":0,"files":["map/hexes.json"],"deleted":["map/edges.json"]})";
  const Result<ModuleFiles> files = readModuleFolder(folder());
  ASSERT_TRUE(files.ok());
  EXPECT_EQ(files->at("map/hexes.json"), before.at("map/hexes.json") + "\n");
  EXPECT_FALSE(files->contains("map/edges.json"));
  EXPECT_TRUE(fs::exists(folder() / "map/edges.json"));
}

} // namespace
} // namespace hotchkiss
