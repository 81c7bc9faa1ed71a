#include "libscenario/package/archive.h"

#include <cstdlib>

// Whatever the bytes are, reading them ends, stays inside the limits, and what was read can be written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hotchkiss;
  const ArchiveLimits limits{.entries = 16,
                             .entryBytes = 64U << 10U,
                             .totalBytes = 256U << 10U,
                             .ratio = 400,
                             .fileBytes = 256U << 10U,
                             .nameBytes = 64,
                             .folderDepth = 4};
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto entries = readArchive(bytes, limits);
  if (!entries) {
    if (entries.error().message.empty())
      std::abort();
    return 0;
  }
  std::uint64_t total = 0;
  for (const auto& [name, content] : *entries) {
    total += content.size();
    if (name.size() > limits.nameBytes || content.size() > limits.entryBytes)
      std::abort();
  }
  if (entries->size() > limits.entries || total > limits.totalBytes)
    std::abort();
  const auto written = writeArchive(*entries);
  if (!written)
    std::abort();
  const auto again = readArchive(std::string_view(*written));
  if (!again || *again != *entries)
    std::abort();
  return 0;
}
