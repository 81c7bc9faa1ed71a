#include "libscenario/package/archive.h"
#include "libscenario/package/package.h"
#include "libscenario/ruleset/ruleset.h"
#include "tests/unit/samplefiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace hotchkiss {
namespace {

using nlohmann::json;

Document sampleDocument(const std::string& name) {
  return readModule(sampleFiles(name))->document;
}

std::string packageOf(const Document& document) {
  const Result<std::string> bytes = makePackage(document, Level::Map, {});
  EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().text());
  return bytes ? *bytes : "";
}

ArchiveEntries entriesOf(const std::string& package) {
  return *readArchive(std::string_view(package));
}

std::string refusal(const ArchiveEntries& entries) {
  const Result<std::string> bytes = writeArchive(entries);
  EXPECT_TRUE(bytes);
  const Result<OpenedPackage> opened = openPackage(std::string_view(*bytes));
  EXPECT_FALSE(opened);
  return opened ? "" : opened.error().text();
}

TEST(Package, IsReproducible) {
  for (const char* sample : kSamples) {
    const std::string first = packageOf(sampleDocument(sample));
    EXPECT_EQ(first, packageOf(sampleDocument(sample)));
    Document copy = sampleDocument(sample);
    copy.pool().intern("something that only this pool knows");
    EXPECT_EQ(first, packageOf(copy));
  }
}

TEST(Package, HoldsTheModuleAndItsRuleset) {
  for (const char* sample : kSamples) {
    const Document document = sampleDocument(sample);
    const std::string bytes = packageOf(document);
    const Result<OpenedPackage> opened = openPackage(std::string_view(bytes));
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(opened->level, "map");
    ModuleFiles expected = sampleFiles(sample);
    const Result<Ruleset> ruleset = Ruleset::effective(document);
    ASSERT_TRUE(ruleset);
    expected.merge(ruleset->files());
    EXPECT_EQ(opened->files, expected);
    EXPECT_TRUE(opened->files.contains("ruleset/catalogue.json"));
    const Result<LoadedModule> module = readModule(opened->files);
    ASSERT_TRUE(module) << module.error().text();
    EXPECT_EQ(findingsAsJson(validate(*module)), findingsAsJson(validate(*readModule(sampleFiles(sample)))));
    EXPECT_EQ(packageOf(module->document), bytes); // packing what was unpacked changes nothing
  }
}

TEST(Package, ResolvesTheOverlay) {
  LoadedModule module = *readModule(sampleFiles("gcacw-primer"));
  Document& document = module.document;
  document.setRecord("overlay", {"terrain", "lava"},
                     R"({"group":"Open","key":"z","name":"Lava","source":"module 1","symbol":"clear"})");
  document.setRecord("overlay", {"terrain", "loess"}, "null");
  HexValue value = document.hex({3, 3});
  value.terrain = document.pool().intern("lava");
  document.setHex({3, 3}, value);
  const std::string before = findingsAsJson(validate(module));
  EXPECT_EQ(before.find("lava"), std::string::npos) << before;
  const Result<OpenedPackage> opened = openPackage(std::string_view(packageOf(document)));
  ASSERT_TRUE(opened) << opened.error().text();
  EXPECT_FALSE(opened->files.contains("overlay.json"));
  const Result<LoadedModule> unpacked = readModule(opened->files);
  ASSERT_TRUE(unpacked) << unpacked.error().text();
  EXPECT_EQ(findingsAsJson(validate(*unpacked)), before);
  const Result<Ruleset> ruleset = Ruleset::effective(unpacked->document);
  ASSERT_TRUE(ruleset);
  EXPECT_TRUE(ruleset->catalogue().terrains.contains("lava"));
  EXPECT_FALSE(ruleset->catalogue().terrains.contains("loess"));
}

TEST(Package, RecordsTheFindings) {
  Finding finding;
  finding.check = "CORE-V30";
  finding.count = 4;
  const Result<std::string> bytes = makePackage(sampleDocument("tss-primer"), Level::Draft, {finding, finding});
  ASSERT_TRUE(bytes);
  const json manifest = json::parse(entriesOf(*bytes).at("manifest.json"));
  EXPECT_EQ(manifest["findings"], json({{"CORE-V30", 8}}));
  EXPECT_EQ(manifest["level"], "draft");
}

TEST(Package, UnknownRulesetIsNotPacked) {
  Document document = sampleDocument("tss-primer");
  document.setRecord("module", {"module", "tss-primer"}, R"({"ruleset":"nothing","title":"T"})");
  EXPECT_FALSE(makePackage(document, Level::Draft, {}));
}

TEST(Package, RefusesWhatWasChanged) {
  const ArchiveEntries good = entriesOf(packageOf(sampleDocument("gcacw-primer")));
  ArchiveEntries entries = good;
  entries["map/hexes.json"].insert(entries["map/hexes.json"].size() - 1, " ");
  EXPECT_EQ(refusal(entries),
            "the entry map/hexes.json does not have the digest that the manifest gives: the package was changed or "
            "damaged; ask for the package again");
  entries = good;
  entries.erase("map/edges.json");
  EXPECT_EQ(refusal(entries), "the entry map/edges.json of the manifest is missing; ask for the package again");
  entries = good;
  entries["map/extra.json"] = "{}";
  EXPECT_EQ(refusal(entries), "the entry map/extra.json is not in the manifest; ask for the package again");
  entries = good;
  entries.erase("manifest.json");
  EXPECT_EQ(refusal(entries), "this ZIP file has no manifest.json: it is not a Hotchkiss package");
}

TEST(Package, RefusesARulesetThatWasChangedAndNamesTheEntry) {
  const ArchiveEntries good = entriesOf(packageOf(sampleDocument("gcacw-primer")));
  std::size_t tried = 0;
  for (const auto& [name, text] : good) {
    if (!name.starts_with("ruleset/"))
      continue;
    for (const std::size_t at : {std::size_t{0}, text.size() / 2, text.size() - 1}) {
      ArchiveEntries entries = good;
      entries[name][at] = static_cast<char>(entries[name][at] ^ 1);
      EXPECT_EQ(refusal(entries), "the entry " + name +
                                      " does not have the digest that the manifest gives: the package was changed or "
                                      "damaged; ask for the package again");
    }
    ++tried;
  }
  EXPECT_GE(tried, 6U); // catalogue, checks, notation, rules, ruleset, styles, units
}

/// Where the packed bytes of an entry lie in a package. Its size stands in the local header before it.
std::pair<std::size_t, std::size_t> packedBytes(const std::string& package, const std::string& name) {
  constexpr std::size_t kHeader = 30; // bytes before the name
  const auto number = [&](std::size_t at, int bytes) {
    std::size_t out = 0;
    for (int i = bytes - 1; i >= 0; --i)
      out = out << 8U | static_cast<unsigned char>(package[at + static_cast<std::size_t>(i)]);
    return out;
  };
  for (std::size_t at = package.find("PK\3\4"); at != std::string::npos; at = package.find("PK\3\4", at + 4))
    if (package.compare(at + kHeader, name.size(), name) == 0 && number(at + 26, 2) == name.size())
      return {at + kHeader + name.size() + number(at + 28, 2), number(at + 18, 4)};
  return {0, 0};
}

TEST(Package, NamesTheEntryInWhichAByteFlipped) {
  const std::string good = packageOf(sampleDocument("gcacw-primer"));
  std::size_t tried = 0;
  for (const auto& [name, text] : entriesOf(good)) {
    if (!name.starts_with("ruleset/"))
      continue;
    const auto [from, size] = packedBytes(good, name);
    ASSERT_GT(size, 0U) << name;
    constexpr std::size_t kFlips = 23;
    for (std::size_t i = 0; i < kFlips; ++i) {
      std::string bad = good;
      const std::size_t at = from + (size - 1) * i / (kFlips - 1);
      bad[at] = static_cast<char>(bad[at] ^ (1 << i % 8));
      const Result<OpenedPackage> opened = openPackage(std::string_view(bad));
      if (opened) { // the first and the last packed byte have bits that say nothing of the content
        EXPECT_TRUE(i == 0 || i == kFlips - 1) << name << " at " << at;
        EXPECT_EQ(entriesOf(bad), entriesOf(good)) << name;
        continue;
      }
      EXPECT_NE(opened.error().text().find(name), std::string::npos) << opened.error().text();
    }
    ++tried;
  }
  EXPECT_GE(tried, 6U);
}

TEST(Package, NoFlippedByteChangesWhatIsRead) {
  const std::string good = packageOf(sampleDocument("wftu-primer"));
  const Result<OpenedPackage> whole = openPackage(std::string_view(good));
  ASSERT_TRUE(whole);
  constexpr std::size_t kFlips = 400;
  for (std::size_t i = 0; i < kFlips; ++i) {
    std::string bad = good;
    const std::size_t at = (good.size() - 1) * i / (kFlips - 1);
    bad[at] = static_cast<char>(bad[at] ^ (1 << i % 8));
    // Some bytes of a ZIP file say nothing about its content: dates, attributes, the program that made it.
    const Result<OpenedPackage> opened = openPackage(std::string_view(bad));
    if (opened) {
      EXPECT_EQ(opened->files, whole->files) << "byte " << at;
    } else {
      EXPECT_FALSE(opened.error().message.empty()) << "byte " << at;
    }
  }
}

TEST(Package, RefusesDamagedAndNewerManifests) {
  const ArchiveEntries good = entriesOf(packageOf(sampleDocument("gcacw-primer")));
  const auto with = [&](const std::function<void(json&)>& damage) {
    ArchiveEntries entries = good;
    json manifest = json::parse(entries["manifest.json"]);
    damage(manifest);
    entries["manifest.json"] = manifest.dump();
    return refusal(entries);
  };
  EXPECT_EQ(with([](json& manifest) { manifest["formatVersion"] = 2; }),
            "the package has format version 2, this program knows up to 1; install a newer Hotchkiss");
  EXPECT_TRUE(with([](json& manifest) { manifest.erase("entries"); }).starts_with("the manifest is damaged: "));
  EXPECT_TRUE(
      with([](json& manifest) { manifest["entries"]["map/hexes.json"] = 5; }).starts_with("the manifest is damaged: "));
  EXPECT_TRUE(with([](json& manifest) { manifest["level"] = "best"; }).starts_with("the manifest is damaged: "));
  EXPECT_TRUE(with([](json& manifest) { manifest = 5; }).starts_with("the manifest is damaged: "));
  ArchiveEntries entries = good;
  entries["manifest.json"] = "{";
  EXPECT_TRUE(refusal(entries).starts_with("the manifest is damaged: "));
  EXPECT_FALSE(openPackage(std::string_view("no package")));
}

} // namespace
} // namespace hotchkiss
