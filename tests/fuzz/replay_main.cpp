// Runs a fuzz entry over stored files where no fuzzing engine is at hand: each file as it is, cut short at up to 64
// places, and with up to 64 single bytes changed. The same files give the same runs.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t kVariants = 64;

/// An exact copy on the heap for every run, so that a memory checker sees reads beyond the end.
void runOne(const std::vector<std::uint8_t>& bytes, std::size_t size) {
  const std::vector<std::uint8_t> copy(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
  LLVMFuzzerTestOneInput(copy.data(), copy.size());
}

std::size_t runVariants(std::vector<std::uint8_t> bytes) {
  const std::size_t variants = std::min(kVariants, bytes.size());
  runOne(bytes, bytes.size());
  for (std::size_t i = 0; i < variants; ++i)
    runOne(bytes, bytes.size() * i / variants);
  std::uint32_t random = 1;
  for (std::size_t i = 0; i < variants; ++i) {
    random = random * 1664525U + 1013904223U;
    const std::size_t at = bytes.size() * i / variants;
    const std::uint8_t before = bytes[at];
    bytes[at] = static_cast<std::uint8_t>(before ^ (1U + (random >> 24U) % 255U));
    runOne(bytes, bytes.size());
    bytes[at] = before;
  }
  return 1 + 2 * variants;
}

std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder, std::error_code& error) {
  std::vector<std::filesystem::path> files;
  std::filesystem::recursive_directory_iterator at(folder, error);
  for (; !error && at != std::filesystem::recursive_directory_iterator(); at.increment(error))
    if (at->is_regular_file(error))
      files.push_back(at->path());
  std::sort(files.begin(), files.end());
  return files;
}

} // namespace

int main(int argc, char** argv) {
  std::size_t files = 0;
  std::size_t runs = 0;
  for (int i = 1; i < argc; ++i) {
    std::error_code error;
    const auto found = filesIn(argv[i], error);
    if (error || found.empty()) { // a mistyped folder must not pass for a clean run
      std::fprintf(stderr, "%s: no files to replay\n", argv[i]);
      return 1;
    }
    for (const auto& file : found) {
      std::ifstream in(file, std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
      runs += runVariants({text.begin(), text.end()});
      ++files;
    }
  }
  std::printf("%zu files, %zu runs\n", files, runs);
  return files == 0 ? 1 : 0;
}
