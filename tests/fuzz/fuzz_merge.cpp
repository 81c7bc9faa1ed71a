#include "libscenario/merge/modulemerge.h"

#include <array>
#include <cstdlib>
#include <vector>

// The first byte chooses the kind of file; the rest is base, ours and theirs with a line of three dashes between them.
// What merges is a file that merges with itself to the same bytes, and nothing is in conflict with itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hotchkiss;
  static constexpr std::array kPaths{"map/hexes.json", "map/edges.json", "map/vertices.json", "map/named.json",
                                     "overlay.json"};
  if (size == 0)
    return 0;
  std::string_view rest(reinterpret_cast<const char*>(data + 1), size - 1);
  std::array<std::string_view, 3> texts;
  for (std::string_view& text : texts) {
    const std::size_t end = rest.find("---\n");
    text = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 4);
  }
  const std::string path = kPaths[data[0] % kPaths.size()];
  const auto merged = mergeFile(path, texts[0], texts[1], texts[2], Prefer::Ours);
  if (!merged) {
    if (merged.error().message.empty())
      std::abort();
    return 0;
  }
  const auto again = mergeFile(path, merged->text, merged->text, merged->text, Prefer::Theirs);
  if (!again || !again->conflicts.empty() || again->text != merged->text)
    std::abort();
  return 0;
}
