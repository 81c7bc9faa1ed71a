#include "libterrain/edit/editcodec.h"
#include "libterrain/edit/history.h"
#include "libterrain/edit/journal.h"
#include "libterrain/edit/stroke.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <random>
#include <unistd.h>

namespace hotchkiss {
namespace {

namespace fs = std::filesystem;

std::string anyText() {
  return *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
}

std::optional<std::string> anyRecord() {
  return *rc::gen::arbitrary<bool>() ? std::optional(anyText()) : std::nullopt;
}

std::int32_t anyNumber() {
  return *rc::gen::inRange(-300, 9000);
}

Edit anyEdit(TextPool& pool) {
  const auto id = [&] { return pool.intern(anyText()); };
  const auto hex = [&] { return HexValue{id(), id(), *rc::gen::arbitrary<std::int16_t>()}; };
  const auto few = [] { return *rc::gen::inRange(0, 4); };
  Edit edit{anyText(), {}};
  for (int part = few(); part > 0; --part) {
    if (*rc::gen::inRange(0, 4) == 0) {
      edit.parts.emplace_back(Reframe{{anyNumber(), anyNumber()}, {few(), 20}, {30, few()}});
      continue;
    }
    Changes changes;
    for (int i = few(); i > 0; --i)
      changes.hexes.push_back({{anyNumber(), anyNumber()}, hex(), hex()});
    for (int i = few(); i > 0; --i)
      changes.edges.push_back({{anyNumber(), anyNumber(), *rc::gen::inRange(0, 3)}, id(), id()});
    for (int i = few(); i > 0; --i)
      changes.vertices.push_back({{anyNumber(), anyNumber(), *rc::gen::inRange(0, 2)}, id(), id()});
    for (int i = few(); i > 0; --i)
      changes.records.push_back({{anyText(), {anyText(), anyText()}}, anyRecord(), anyRecord()});
    edit.parts.emplace_back(std::move(changes));
  }
  return edit;
}

RC_GTEST_PROP(EditCodec, RoundTrip, ()) {
  TextPool pool;
  const Edit edit = anyEdit(pool);
  const std::string bytes = encodeEdit(edit, pool);
  const Result<Edit> same = decodeEdit(bytes, pool);
  RC_ASSERT(same.ok());
  RC_ASSERT(*same == edit);
  TextPool other; // ids differ there, but the record means the same
  other.intern("something that shifts the ids");
  const Result<Edit> moved = decodeEdit(bytes, other);
  RC_ASSERT(moved.ok());
  RC_ASSERT(encodeEdit(*moved, other) == bytes);
}

RC_GTEST_PROP(EditCodec, EveryCutIsAnError, ()) {
  TextPool pool;
  const std::string bytes = encodeEdit(anyEdit(pool), pool);
  const std::size_t known = pool.size();
  for (std::size_t length = 0; length < bytes.size(); ++length)
    RC_ASSERT(!decodeEdit(std::string_view(bytes).substr(0, length), pool).ok());
  RC_ASSERT(!decodeEdit(bytes + "x", pool).ok());
  RC_ASSERT(pool.size() == known);
}

RC_GTEST_PROP(EditCodec, DamageDoesNoHarm, ()) {
  TextPool pool;
  std::string bytes = encodeEdit(anyEdit(pool), pool);
  for (int i = 0; i < 4; ++i)
    bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
  (void)decodeEdit(bytes, pool).ok();
}

TEST(EditCodec, NoiseAndLiesAreErrors) {
  TextPool pool;
  const std::string huge = "\xff\xff\xff\xff\xff\xff\xff\xff\x7f";
  EXPECT_FALSE(decodeEdit("\x01" + huge, pool).ok());
  EXPECT_FALSE(decodeEdit(std::string("\x01\x00", 2) + huge, pool).ok());
  EXPECT_FALSE(decodeEdit(std::string("\x01\x00\x00\x01\x00", 5) + huge, pool).ok());
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    std::string noise(1, '\x01');
    for (std::size_t length = random() % 60; length > 0; --length)
      noise += static_cast<char>(random() % (i % 2 == 0 ? 256U : 4U));
    (void)decodeEdit(noise, pool).ok();
  }
}

class JournalTest : public testing::Test {
 protected:
  JournalTest() {
    std::string name = (fs::temp_directory_path() / "hotchkiss-journal-XXXXXX").string();
    mFolder = ::mkdtemp(name.data());
  }
  ~JournalTest() override { fs::remove_all(mFolder); }
  fs::path path() const { return mFolder / "journal"; }
  std::string bytes() const {
    std::ifstream in(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put(std::string_view text) const { std::ofstream(path(), std::ios::binary) << text; }
  void fill(const std::vector<std::string>& payloads) const {
    auto writer = JournalWriter::create(path(), "generation", 5);
    ASSERT_TRUE(writer.ok());
    for (const std::string& payload : payloads)
      ASSERT_TRUE((*writer)->append(FrameKind::Edit, payload).ok());
    ASSERT_TRUE((*writer)->close().ok());
  }

 private:
  fs::path mFolder;
};

const std::vector<std::string> kPayloads{"one", "", std::string(300, 'x'), "four"};

TEST_F(JournalTest, GivesBackWhatWasAppended) {
  fill(kPayloads);
  const Result<JournalContent> content = readJournal(path());
  ASSERT_TRUE(content.ok());
  EXPECT_EQ(content->generation, "generation");
  EXPECT_EQ(content->cutBytes, 0U);
  ASSERT_EQ(content->frames.size(), kPayloads.size());
  for (std::size_t i = 0; i < kPayloads.size(); ++i) {
    EXPECT_EQ(content->frames[i].payload, kPayloads[i]);
    EXPECT_EQ(content->frames[i].sequence, 5 + i);
  }
}

TEST_F(JournalTest, CutAtEveryByteGivesAPrefix) {
  fill(kPayloads);
  const std::string whole = bytes();
  const JournalContent all = *parseJournal(whole);
  const std::size_t header = all.goodBytes - 4 * 33 - 3 - 300 - 4;
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    const Result<JournalContent> content = parseJournal(std::string_view(whole).substr(0, length));
    ASSERT_EQ(content.ok(), length >= header) << length;
    if (!content)
      continue;
    EXPECT_EQ(content->goodBytes + content->cutBytes, length);
    ASSERT_LE(content->frames.size(), all.frames.size());
    EXPECT_TRUE(std::equal(content->frames.begin(), content->frames.end(), all.frames.begin()));
    EXPECT_EQ(content->frames.size() == all.frames.size(), length == whole.size());
  }
}

TEST_F(JournalTest, EveryFlippedBitCutsThere) {
  fill(kPayloads);
  const std::string whole = bytes();
  const JournalContent all = *parseJournal(whole);
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(static_cast<unsigned char>(damaged[bit / 8]) ^ (1U << (bit % 8)));
    const Result<JournalContent> content = parseJournal(damaged);
    if (!content)
      continue;
    EXPECT_LT(content->frames.size(), all.frames.size()) << bit;
    EXPECT_TRUE(std::equal(content->frames.begin(), content->frames.end(), all.frames.begin()));
  }
}

TEST_F(JournalTest, WriterCutsATornTailAndGoesOn) {
  fill(kPayloads);
  const std::string whole = bytes();
  for (std::size_t cut = 1; cut < 37; ++cut) {
    put(std::string_view(whole).substr(0, whole.size() - cut));
    auto writer = JournalWriter::open(path());
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE((*writer)->append(FrameKind::Undo, "new").ok());
    writer->reset();
    const Result<JournalContent> content = readJournal(path());
    ASSERT_TRUE(content.ok());
    EXPECT_EQ(content->cutBytes, 0U);
    ASSERT_EQ(content->frames.size(), 4U);
    EXPECT_EQ(content->frames.back().payload, "new");
    EXPECT_EQ(content->frames.back().kind, FrameKind::Undo);
  }
}

TEST_F(JournalTest, EntryOutOfSequenceIsCut) {
  fill({"a", "b", "c"});
  const std::string whole = bytes();
  const std::size_t frame = 33 + 1;
  const std::string withoutB = whole.substr(0, whole.size() - 2 * frame) + whole.substr(whole.size() - frame);
  EXPECT_EQ(parseJournal(withoutB)->frames.size(), 1U);
  EXPECT_EQ(parseJournal(withoutB)->cutBytes, frame);
}

TEST(History, UndoAndRedo) {
  Document document(Lattice{}, {4, 4});
  History history;
  std::vector<Document> states{document};
  for (const char* terrain : {"woods", "clear", "swamp"}) {
    Stroke stroke(document, terrain);
    stroke.setTerrain({1, 1}, terrain);
    history.push(stroke.finish());
    states.push_back(document);
  }
  EXPECT_EQ(history.titles(), (std::vector<std::string>{"woods", "clear", "swamp"}));
  for (std::size_t i = 3; i-- > 0;) {
    ASSERT_TRUE(history.canUndo());
    history.undo()->apply(document);
    EXPECT_TRUE(document == states[i]);
    EXPECT_EQ(history.position(), i);
  }
  EXPECT_EQ(history.undo(), nullptr);
  history.redo()->apply(document);
  EXPECT_TRUE(document == states[1]);
  EXPECT_TRUE(history.canRedo());
  history.push(Edit{"other", {}});
  EXPECT_FALSE(history.canRedo());
  EXPECT_EQ(history.redo(), nullptr);
  EXPECT_EQ(history.titles(), (std::vector<std::string>{"woods", "other"}));
}

TEST(History, MergedEditsAreOneStep) {
  Document document(Lattice{}, {4, 4});
  const Document before = document;
  History history;
  for (int level = 1; level < 4; ++level) {
    Stroke stroke(document, "raise");
    stroke.setLevel({2, 2}, level);
    history.push(stroke.finish(), true);
  }
  EXPECT_EQ(history.size(), 1U);
  history.undo()->apply(document);
  EXPECT_TRUE(document == before);
  history.redo()->apply(document);
  EXPECT_EQ(document.level({2, 2}), 3);
}

} // namespace
} // namespace hotchkiss
