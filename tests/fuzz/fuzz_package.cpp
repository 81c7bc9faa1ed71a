#include "libscenario/package/package.h"

#include <cstdlib>

// Any bytes may be offered as a package: opening them ends, and the files that come out may be given to the reader.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hotchkiss;
  const auto package = openPackage(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!package) {
    if (package.error().message.empty())
      std::abort();
    return 0;
  }
  const auto loaded = readModule(package->files);
  if (!loaded && loaded.error().message.empty())
    std::abort();
  return 0;
}
