#include "libscenario/module/modulefiles.h"
#include "libterrain/edit/stroke.h"
#include "tests/property/generators.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace hotchkiss {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr Extent kRepositoryExtent{12, 6};

/// A repository in a folder of its own, removed at the end.
class Repository {
 public:
  Repository() {
    std::string pattern = (fs::temp_directory_path() / "hotchkiss merge XXXXXX").string();
    mFolder = ::mkdtemp(pattern.data());
    git("init -q");
    git("config user.name Tester");
    git("config user.email tester@example.org");
    git("config core.autocrlf false");
    git("config commit.gpgsign false");
    git("config core.hooksPath /dev/null");
  }
  Repository(const Repository&) = delete;
  Repository& operator=(const Repository&) = delete;
  ~Repository() {
    std::error_code ignored;
    fs::remove_all(mFolder, ignored);
  }

  bool git(const std::string& arguments) const {
    const std::string command = "git -C '" + mFolder.string() + "' " + arguments + " >/dev/null 2>&1";
    return std::system(command.c_str()) == 0;
  }

  void write(const ModuleFiles& files) const {
    for (const auto& [path, text] : files) {
      fs::create_directories((mFolder / path).parent_path());
      std::ofstream(mFolder / path, std::ios::binary) << text;
    }
  }

  ModuleFiles read() const {
    ModuleFiles out;
    for (const auto& entry : fs::recursive_directory_iterator(mFolder))
      if (entry.path().extension() == ".json") {
        std::ifstream in(entry.path(), std::ios::binary);
        out[fs::relative(entry.path(), mFolder).generic_string()] = {std::istreambuf_iterator<char>(in), {}};
      }
    return out;
  }

 private:
  fs::path mFolder;
};

std::string mergedTerrain() {
  return *rc::gen::element<std::string>("clear", "woods", "marsh");
}

Document repositoryDocument() {
  NewModule wanted;
  wanted.id = "merged";
  wanted.title = "Merged";
  wanted.ruleset = "plain";
  wanted.extent = kRepositoryExtent;
  wanted.sheetRecord = json{{"label", "{col:2}{row:2}"},
                            {"origin", {0, 0}},
                            {"size", {kRepositoryExtent.width, kRepositoryExtent.height}}}
                           .dump();
  Document document = makeModule(wanted);
  Stroke stroke(document, "base");
  for (std::int32_t c = 0; c < kRepositoryExtent.width; ++c)
    for (std::int32_t r = 0; r < kRepositoryExtent.height; ++r) {
      if (number(0, 3) > 0)
        stroke.setTerrain({c, r}, mergedTerrain());
      if (number(0, 3) == 0)
        stroke.putFeature({c, r, number(0, 2)}, {"river", "", {}, "", "", ""});
    }
  stroke.setVertex({3, 3, 0}, R"({"work":{}})"); // so that the file of corners exists
  for (const char* id : {"k", "l", "m", "n"})
    stroke.setRecord("map/named", {"place", id}, R"({"at":[5,3],"kind":"town"})");
  stroke.finish();
  return document;
}

/// Edits in columns `first` to `last`, and of places whose ids begin with this letter.
void editPart(Document& document, std::int32_t first, std::int32_t last, const std::string& letter) {
  Stroke stroke(document, "part");
  for (int i = number(1, 12); i > 0; --i) {
    const HexCoord h{number(first, last), number(0, kRepositoryExtent.height - 1)};
    switch (number(0, 5)) {
    case 0:
      stroke.setTerrain(h, mergedTerrain());
      break;
    case 1:
      stroke.setLevel(h, number(-2, 9));
      break;
    case 2:
      stroke.putFeature({h.c, h.r, number(0, 2)},
                        {*rc::gen::element<std::string>("path.road", "wall"), "", {}, "", "", ""});
      break;
    case 3:
      stroke.setEdge({h.c, h.r, number(0, 2)}, "");
      break;
    case 4:
      stroke.setVertex({h.c, h.r, number(0, 1)}, R"({"work":{"class":"fort"}})");
      break;
    default:
      stroke.setRecord("map/named", {"place", letter + std::to_string(number(1, 20))},
                       json{{"at", {h.c, h.r}}, {"kind", "town"}}.dump());
    }
  }
  // A place for sure, so that no branch is without a commit.
  stroke.setRecord("map/named", {"place", letter}, json{{"at", {first, 0}}, {"kind", "mill"}}.dump());
  stroke.finish();
}

void mergeOnce() {
  const Repository repository;
  const Document base = repositoryDocument();
  repository.write(writeModule(base));
  RC_ASSERT(repository.git("add -A"));
  RC_ASSERT(repository.git("commit -q -m base"));
  RC_ASSERT(repository.git("branch right"));

  // Columns 5 and 6 meet: edits may be on neighbouring columns, never in the same one.
  const auto save = [&](const Document& document, const char* message) {
    repository.write(writeModule(document));
    RC_ASSERT(repository.git("add -A"));
    RC_ASSERT(repository.git(std::string("commit -q -m ") + message));
  };
  Document left = base;
  editPart(left, 0, 5, "a");
  save(left, "left");
  RC_ASSERT(repository.git("checkout -q right"));
  Document right = base;
  editPart(right, 6, kRepositoryExtent.width - 1, "z");
  save(right, "right");
  RC_ASSERT(repository.git("merge -q --no-edit -m merged -"));

  Document both = left;
  for (std::int32_t c = 6; c < kRepositoryExtent.width; ++c)
    for (std::int32_t r = 0; r < kRepositoryExtent.height; ++r) {
      both.setHex({c, r}, right.hex({c, r}));
      for (std::int32_t d = 0; d < 3; ++d)
        both.setEdge({c, r, d}, right.edge({c, r, d}));
      for (std::int32_t v = 0; v < 2; ++v)
        both.setVertex({c, r, v}, right.vertex({c, r, v}));
    }
  for (const auto& [key, text] : right.table("map/named"))
    both.setRecord("map/named", key, text);
  const ModuleFiles files = repository.read();
  const Result<LoadedModule> merged = readModule(files);
  if (!merged)
    RC_FAIL(merged.error().text());
  RC_ASSERT(merged->findings.empty());
  RC_ASSERT(merged->document == both);
  RC_ASSERT(files == writeModule(both));
}

TEST(GitMergeProperty, EditsAtDifferentPlacesMergeCleanly) {
  if (std::system("git --version >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "there is no git here";
  rc::detail::TestParams parameters;
  parameters.maxSuccess = 15;
  parameters.disableShrinking = true;
  const rc::detail::TestResult result = rc::detail::checkTestable(&mergeOnce, rc::detail::TestMetadata{}, parameters);
  std::ostringstream words;
  rc::detail::printResultMessage(result, words);
  EXPECT_TRUE(result.is<rc::detail::SuccessResult>()) << words.str();
}

} // namespace
} // namespace hotchkiss
