#include "libscenario/module/modulefiles.h"

#include <cstdlib>

// An old map.json gives a module that reads and writes like any other, or an error with a reason.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hotchkiss;
  const ModuleFiles files{{"map.json", std::string(reinterpret_cast<const char*>(data), size)}};
  const auto loaded = readModule(files);
  if (!loaded) {
    if (loaded.error().message.empty())
      std::abort();
    return 0;
  }
  if (!loaded->migrated)
    std::abort();
  if (loaded->document.extent().area() > 100'000)
    return 0; // a large map takes long to write and shows nothing new
  const ModuleFiles written = writeModule(loaded->document);
  const auto again = readModule(written);
  if (!again || writeModule(again->document) != written)
    std::abort();
  return 0;
}
