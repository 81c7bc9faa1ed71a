// What an import brings into the module's folder.
#ifdef HOTCHKISS_WITH_IMPORTERS

#include "editor/import/sourcecopy.h"
#include "tests/editor/window_import_fixture.h"

#include <fstream>

namespace hotchkiss::editor {
namespace {

/// Two rasters of the same name from different folders, the second one for where the first one is empty.
TEST_F(Import, FurtherRastersAreCopiedIntoTheModule) {
  create("tss", {10, 10});
  placeOn("EPSG:26918", kGettysburg, 110, "metre");
  const std::filesystem::path dem = sample("gettysburg-ground") / "data/gettysburg_dem_utm18n_10m.tif";
  for (const char* name : {"west", "east"}) {
    std::filesystem::create_directories(folder() / name);
    std::filesystem::copy_file(dem, folder() / name / "heights.tif");
  }
  std::ofstream(folder() / "east/heights.tif", std::ios::app | std::ios::binary) << "a later edition";
  ImportDialog* dialog = openDialog("import.elevation");
  dialog->source()->setFile(QString::fromStdString((folder() / "west/heights.tif").string()));
  EXPECT_EQ(dialog->source()->copies().size(), 1U);
  dialog->source()->addFurther(QString::fromStdString((folder() / "east/heights.tif").string()));
  const std::vector<SourceCopy> copies = dialog->source()->copies();
  ASSERT_EQ(copies.size(), 2U);
  EXPECT_NE(copies[0].target, copies[1].target) << "neither may overwrite the other";
  ASSERT_TRUE(runPreview(*dialog));
  ASSERT_TRUE(dialog->hasPreview()) << messageOf(*dialog);
  shootAll(*dialog, "further");
  press(*dialog, "importAccept");
  QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  const json step = json::parse(*map().record("import", {"elevation", "elevation"}));
  ASSERT_TRUE(step["source"].is_array());
  ASSERT_EQ(step["source"].size(), 2U);
  std::set<std::string> files;
  for (const json& id : step["source"]) {
    const std::string* row = map().record("sources", {"source", id.get<std::string>()});
    ASSERT_NE(row, nullptr);
    const std::string file = json::parse(*row).value("file", "");
    EXPECT_TRUE(file.starts_with("data/")) << file;
    EXPECT_TRUE(std::filesystem::exists(document().path() / file)) << file;
    files.insert(file);
  }
  EXPECT_EQ(files.size(), 2U);
  // The module is whole without the files that it was made from.
  std::filesystem::remove_all(folder() / "west");
  std::filesystem::remove_all(folder() / "east");
  expectRebuildChangesNothing();
}

} // namespace
} // namespace hotchkiss::editor

#endif
