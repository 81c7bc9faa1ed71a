#include "libscenario/package/archive.h"
#include "libscenario/package/digest.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <vector>

using namespace hotchkiss;

namespace {

/// One entry of a hand-made ZIP file; every field may lie.
struct Raw {
  std::string name;
  std::string data = "x";
  std::uint32_t crc = 0x8cdc1683; // of "x"
  std::uint32_t bytes = 1;
  std::uint32_t method = 0;
  std::uint32_t flags = 0;
  std::uint32_t attributes = 0;
  std::string localName = {}; // when it differs
};

void put(std::string& out, std::uint32_t value, int size) {
  for (int i = 0; i < size; ++i)
    out += static_cast<char>((value >> (8 * i)) & 255U);
}

/// The fields that the header in front of the data and the directory share.
std::string commonFields(const Raw& raw, std::size_t nameSize) {
  std::string out;
  put(out, 20, 2);
  put(out, raw.flags, 2);
  put(out, raw.method, 2);
  put(out, 0, 2);
  put(out, 0x21, 2);
  put(out, raw.crc, 4);
  put(out, static_cast<std::uint32_t>(raw.data.size()), 4);
  put(out, raw.bytes, 4);
  put(out, static_cast<std::uint32_t>(nameSize), 2);
  put(out, 0, 2);
  return out;
}

std::string rawZip(const std::vector<Raw>& entries, bool shareData = false) {
  std::string out;
  std::string directory;
  for (const Raw& raw : entries) {
    const std::size_t start = shareData ? 0 : out.size();
    const std::string& local = raw.localName.empty() ? raw.name : raw.localName;
    if (!shareData || out.empty())
      out += "PK\3\4" + commonFields(raw, local.size()) + local + raw.data;
    directory += "PK\1\2";
    put(directory, 0x0314, 2);
    directory += commonFields(raw, raw.name.size());
    directory += std::string(6, '\0');
    put(directory, raw.attributes, 4);
    put(directory, static_cast<std::uint32_t>(start), 4);
    directory += raw.name;
  }
  const auto offset = static_cast<std::uint32_t>(out.size());
  out += directory + std::string("PK\5\6\0\0\0\0", 8);
  put(out, static_cast<std::uint32_t>(entries.size()), 2);
  put(out, static_cast<std::uint32_t>(entries.size()), 2);
  put(out, static_cast<std::uint32_t>(directory.size()), 4);
  put(out, offset, 4);
  put(out, 0, 2);
  return out;
}

Result<ArchiveEntries> read(std::string_view bytes, const ArchiveLimits& limits = {}) {
  return readArchive(bytes, limits);
}

/// Why it was refused, or "accepted".
std::string why(std::string_view bytes, const ArchiveLimits& limits = {}) {
  const auto entries = read(bytes, limits);
  return entries ? "accepted" : entries.error().message;
}

std::string whyName(const std::string& name) {
  return why(rawZip({{.name = name}}));
}

std::string packed(const ArchiveEntries& entries) {
  const auto bytes = writeArchive(entries);
  EXPECT_TRUE(bytes.ok()) << bytes.error().message;
  return *bytes;
}

/// A ZIP file with one deflated entry as the ZIP library writes it, without the care that writeArchive() takes.
std::string deflated(const std::string& content) {
  zip_source_t* target = zip_source_buffer_create(nullptr, 0, 0, nullptr);
  zip_source_keep(target);
  zip_t* zip = zip_open_from_source(target, ZIP_TRUNCATE, nullptr);
  zip_file_add(zip, "bomb", zip_source_buffer(zip, content.data(), content.size(), 0), 0);
  zip_set_file_compression(zip, 0, ZIP_CM_DEFLATE, 9);
  EXPECT_EQ(zip_close(zip), 0);
  zip_stat_t stat;
  zip_source_stat(target, &stat);
  std::string out(stat.size, '\0');
  zip_source_open(target);
  zip_source_read(target, out.data(), out.size());
  zip_source_close(target);
  zip_source_free(target);
  return out;
}

/// The declared size, in the header in front of the data and in the directory.
std::string withDeclaredSize(std::string zip, std::uint32_t bytes) {
  std::string field;
  put(field, bytes, 4);
  zip.replace(22, 4, field);
  zip.replace(zip.rfind("PK\1\2") + 24, 4, field);
  return zip;
}

bool mentions(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

const ArchiveEntries kSample{{"module.json", "{\"name\":\"Sample\"}"},
                             {"map/hexes.json", std::string(5000, 'h')},
                             {"map/empty.bin", ""},
                             {"Zo\xC3\xAB.txt", std::string("\0\1\2", 3)}};

} // namespace

TEST(Digest, KnownValues) {
  EXPECT_EQ(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(shortDigest("abc"), "cf4ab791c62b8d2b2109c90275287816"); // BLAKE2b-128
}

TEST(Digest, PieceByPiece) {
  Digester digester;
  digester.add("a");
  EXPECT_EQ(digester.hex(), sha256Hex("a"));
  EXPECT_EQ(digester.add("bc").hex(), sha256Hex("abc"));
}

TEST(Archive, RoundTrip) {
  const auto back = read(packed(kSample));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(*back, kSample);
}

TEST(Archive, EmptyRoundTrip) {
  const auto back = read(packed({}));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_TRUE(back->empty());
}

TEST(Archive, RoundTripThroughAFile) {
  const auto file = std::filesystem::temp_directory_path() / ("hotchkiss_archive_" + shortDigest(__FILE__) + ".zip");
  const std::string bytes = packed(kSample);
  std::ofstream(file, std::ios::binary) << bytes;
  const auto back = readArchive(file);
  const auto tooLarge = readArchive(file, {.fileBytes = bytes.size() - 1});
  const auto justRight = readArchive(file, {.fileBytes = bytes.size()});
  std::filesystem::remove(file);
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(*back, kSample);
  EXPECT_FALSE(tooLarge.ok());
  EXPECT_TRUE(justRight.ok());
  EXPECT_FALSE(readArchive(file).ok());
  EXPECT_FALSE(readArchive(std::filesystem::temp_directory_path()).ok());
}

TEST(Archive, SameBytesEveryTimeAndPlace) {
  const char* before = std::getenv("TZ");
  const std::string zone = before == nullptr ? "" : before;
  const std::string bytes = packed(kSample);
  for (const char* tz : {"UTC", "America/Los_Angeles", "Pacific/Kiritimati", "XXX-14", "YYY12"}) {
    setenv("TZ", tz, 1);
    tzset();
    EXPECT_EQ(packed(kSample), bytes) << tz;
  }
  before == nullptr ? unsetenv("TZ") : setenv("TZ", zone.c_str(), 1);
  tzset();
}

TEST(Archive, FixedTimeAndNoExtraFields) {
  const std::string bytes = packed({{"a", "b"}});
  EXPECT_EQ(bytes.substr(10, 4), std::string("\0\0\x21\0", 4)); // 1980-01-01 00:00
  EXPECT_EQ(bytes.substr(28, 2), std::string(2, '\0'));
  const std::size_t directory = bytes.rfind("PK\1\2");
  EXPECT_EQ(bytes.substr(directory + 12, 4), std::string("\0\0\x21\0", 4));
  EXPECT_EQ(bytes.substr(directory + 30, 4), std::string(4, '\0'));
}

TEST(Archive, WrittenArchivesCanBeReadHoweverWellTheyCompress) {
  const ArchiveEntries entries{{"blank", std::string(std::size_t{3} << 20U, '\0')}, {"other", "text"}};
  const auto back = read(packed(entries));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(*back, entries);
}

TEST(Archive, WritingRefusesWhatReadingWould) {
  EXPECT_FALSE(writeArchive({{"../a", ""}}).ok());
  EXPECT_FALSE(writeArchive({{"a", ""}, {"A", ""}}).ok());
  EXPECT_FALSE(writeArchive({{"a", ""}, {"a/b", ""}}).ok());
  EXPECT_FALSE(writeArchive({{std::string("a\0b", 3), ""}}).ok());
}

TEST(Archive, AcceptsAPlainHandMadeFile) {
  EXPECT_EQ(whyName("a"), "accepted");
  EXPECT_EQ(whyName("a..b/.c/...d"), "accepted");
  EXPECT_EQ(why(rawZip({{.name = "a", .attributes = 0100644U << 16U}})), "accepted");
}

TEST(Archive, RefusesNamesThatLeaveTheFolder) {
  EXPECT_EQ(whyName("../a"), "the entry \"../a\" has \"..\" in its path");
  EXPECT_EQ(whyName("a/../b"), "the entry \"a/../b\" has \"..\" in its path");
  EXPECT_EQ(whyName("a/.."), "the entry \"a/..\" has \"..\" in its path");
  EXPECT_EQ(whyName("./a"), "the entry \"./a\" has \".\" in its path");
  EXPECT_EQ(whyName("/etc/passwd"), "the entry \"/etc/passwd\" has an absolute path");
  EXPECT_EQ(whyName("a//b"), "the entry \"a//b\" has an empty folder name in its path");
  EXPECT_EQ(whyName("a\\b"), "the entry \"a\\b\" has a backslash in its name");
  EXPECT_EQ(whyName("C:a"), "the entry \"C:a\" starts with a drive letter");
}

TEST(Archive, RefusesNamesThatAreNotText) {
  EXPECT_EQ(whyName("a\nb"), "the entry \"a\\x0ab\" has a control character in its name");
  EXPECT_EQ(whyName(std::string("a\0b", 3)), "the entry \"a\\x00b\" has a control character in its name");
  EXPECT_EQ(whyName("a\x7f"), "the entry \"a\\x7f\" has a control character in its name");
  EXPECT_EQ(whyName("a\xff"), "the entry \"a\\xff\" has a name that is not UTF-8 text");
  EXPECT_EQ(whyName("a\xc3"), "the entry \"a\\xc3\" has a name that is not UTF-8 text");
  EXPECT_EQ(whyName("\xc0\xaf"), "the entry \"\\xc0\\xaf\" has a name that is not UTF-8 text"); // overlong "/"
  EXPECT_EQ(whyName("\xed\xa0\x80"), "the entry \"\\xed\\xa0\\x80\" has a name that is not UTF-8 text");
  EXPECT_EQ(whyName(""), "the entry \"\" has no name");
}

TEST(Archive, RefusesTheSameNameTwice) {
  EXPECT_TRUE(mentions(why(rawZip({{.name = "a"}, {.name = "a"}})), "\"a\" occurs twice"));
  EXPECT_TRUE(mentions(why(rawZip({{.name = "map/A"}, {.name = "Map/a"}})), "\"Map/a\" occurs twice"));
  EXPECT_TRUE(mentions(why(rawZip({{.name = "\xC3\x89"}, {.name = "\xC3\xA9"}})), "occurs twice")); // É, é
  EXPECT_EQ(why(rawZip({{.name = "a"}, {.name = "b"}})), "accepted");
  EXPECT_TRUE(mentions(why(rawZip({{.name = "A/b"}, {.name = "a"}})), "is both a file and a folder"));
}

TEST(Archive, RefusesWhatIsNotAPlainFile) {
  EXPECT_TRUE(mentions(whyName("folder/"), "\"folder/\" is a folder"));
  EXPECT_TRUE(mentions(why(rawZip({{.name = "l", .attributes = 0120777U << 16U}})), "\"l\" is a link"));
  EXPECT_TRUE(mentions(why(rawZip({{.name = "d", .attributes = 0x10}})), "\"d\" is a link or a folder"));
  EXPECT_EQ(why(rawZip({{.name = "e", .flags = 1}})), "the entry \"e\" is encrypted");
  EXPECT_EQ(why(rawZip({{.name = "m", .method = 12}})), "the entry \"m\" is compressed in an unknown way");
}

TEST(Archive, RefusesLies) {
  EXPECT_TRUE(mentions(why(rawZip({{.name = "a", .crc = 1}})), "\"a\" is damaged"));
  EXPECT_TRUE(mentions(why(rawZip({{.name = "a", .bytes = 2}})), "two different sizes"));
  EXPECT_TRUE(mentions(why(rawZip({{.name = "a", .localName = "b"}})), "has another name"));
  EXPECT_TRUE(mentions(why(rawZip({{.name = "a"}, {.name = "b", .localName = "a"}}, true)), "has another name"));
  const std::string honest = deflated(std::string(1000, 'x'));
  EXPECT_EQ(why(honest), "accepted");
  EXPECT_NE(why(withDeclaredSize(honest, 10)), "accepted");
  EXPECT_NE(why(withDeclaredSize(honest, 999)), "accepted");
  EXPECT_NE(why(withDeclaredSize(honest, 1001)), "accepted");
}

TEST(Archive, RefusesBombs) {
  const std::size_t mebibyte = std::size_t{1} << 20U;
  EXPECT_EQ(why(deflated(std::string(mebibyte, '\0'))), "accepted"); // small enough to do no harm
  const std::string bomb = deflated(std::string(mebibyte + 1, '\0'));
  EXPECT_EQ(why(bomb), "the entry \"bomb\" unpacks to more than 400 times its packed size");
  EXPECT_NE(why(withDeclaredSize(bomb, 1000)), "accepted"); // hides what it unpacks to
  std::uint64_t ratio = 900;
  while (why(bomb, {.ratio = ratio}) != "accepted" && ratio < 1100)
    ++ratio;
  std::uint64_t size = 0;
  for (int i = 3; i >= 0; --i)
    size = size * 256 + static_cast<unsigned char>(bomb[static_cast<std::size_t>(18 + i)]);
  EXPECT_EQ(ratio, (mebibyte + 1 + size - 1) / size); // accepted from the first ratio that covers it
}

TEST(Archive, LimitsAreExact) {
  const std::string two = rawZip({{.name = "a"}, {.name = "b"}});
  EXPECT_EQ(why(two, {.entries = 2}), "accepted");
  EXPECT_EQ(why(two, {.entries = 1}), "the package has more than 1 entry");
  EXPECT_EQ(why(two, {.totalBytes = 2}), "accepted");
  EXPECT_EQ(why(two, {.totalBytes = 1}), "the entry \"b\" makes the package larger than 1 byte unpacked");
  EXPECT_EQ(why(two, {.entryBytes = 1}), "accepted");
  EXPECT_EQ(why(two, {.entryBytes = 0}), "the entry \"a\" is larger than 0 bytes");
  EXPECT_EQ(why(two, {.fileBytes = two.size()}), "accepted");
  EXPECT_TRUE(mentions(why(two, {.fileBytes = two.size() - 1}), "the package is larger than"));
  EXPECT_EQ(whyName(std::string(240, 'n')), "accepted");
  EXPECT_TRUE(mentions(whyName(std::string(241, 'n')), "has a name longer than 240 bytes"));
  EXPECT_EQ(whyName("1/2/3/4/5/6/7/8/file"), "accepted");
  EXPECT_TRUE(mentions(whyName("1/2/3/4/5/6/7/8/9/file"), "lies more than 8 folders deep"));
}

TEST(Archive, DefaultEntryLimit) {
  std::vector<Raw> many;
  for (int i = 0; i < 4096; ++i)
    many.push_back({.name = std::to_string(i)});
  EXPECT_EQ(why(rawZip(many)), "accepted");
  many.push_back({.name = "one too many"});
  EXPECT_EQ(why(rawZip(many)), "the package has more than 4,096 entries");
}

TEST(Archive, HugeDeclaredSizeIsRefusedBeforeAllocating) {
  EXPECT_TRUE(mentions(why(rawZip({{.name = "a", .bytes = 0xFFFFFFFE, .method = 8}})), "\"a\" is larger than"));
}

TEST(Archive, RefusesSharedData) {
  Raw raw{.name = "a"};
  // "b" inside the data of "a": its header is part of what "a" claims.
  const std::string inner = rawZip({{.name = "b"}});
  raw.data = inner.substr(0, 32);
  raw.bytes = 32;
  std::string zip = rawZip({raw, {.name = "b"}});
  const std::size_t last = zip.rfind("PK\1\2");
  std::string field;
  put(field, 31, 4);
  zip.replace(last + 42, 4, field);
  EXPECT_EQ(why(zip), "the entry \"b\" shares its data with another entry");
}

TEST(Archive, RefusesEveryCutAndAnythingAround) {
  const std::string zip = packed(kSample);
  for (std::size_t size = 0; size < zip.size(); ++size)
    EXPECT_NE(why(zip.substr(0, size)), "accepted") << size;
  EXPECT_TRUE(mentions(why(zip + "x"), "something follows its end"));
  EXPECT_NE(why("x" + zip), "accepted");
  EXPECT_NE(why(zip + zip), "accepted");
  const std::size_t directory = zip.find("PK\1\2");
  EXPECT_NE(why(zip.substr(0, directory) + "junk" + zip.substr(directory)), "accepted");
}

TEST(Archive, HoldsAnotherArchive) {
  const std::string inner = rawZip({{.name = "a"}});
  const ArchiveEntries outer{{"inner.zip", inner}, {"z", ""}};
  const auto back = read(packed(outer));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(*back, outer);
}
