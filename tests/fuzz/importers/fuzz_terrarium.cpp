#include "importers/source/terrarium.h"
#include "tests/fuzz/importers/scratch.h"

#include <cmath>

using namespace hotchkiss;

// A folder of tiles: the first line is the name of one of them, the rest its bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string name;
  std::size_t at = 0;
  for (; at < size && data[at] != '\n' && name.size() < 60; ++at)
    if (const char c = static_cast<char>(data[at]); c != '/' && c != '\0')
      name += c;
  at += at < size ? 1 : 0;
  if (name.empty() || name.find("..") != std::string::npos)
    return 0;
  const std::filesystem::path folder = fuzz::scratchFolder() / "tiles";
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  std::filesystem::create_directories(folder, ignored);
  fuzz::writeScratch("tiles/" + name, {data + at, size - at});
  const auto raster = openTerrarium({"t", folder, {}, "tiles"});
  if (!raster) {
    if (raster.error().message.empty())
      std::abort();
    return 0;
  }
  std::vector<float> heights(32 * 32);
  if ((*raster)->width() < 32 || (*raster)->height() < 32)
    std::abort();
  if ((*raster)->read(0, 0, 32, 32, heights.data()))
    for (const float height : heights)
      if (!std::isnan(height) && (height < -32768.5F || height > 32768.5F))
        std::abort();
  return 0;
}
