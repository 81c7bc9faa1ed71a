#pragma once

#include "libterrain/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace hotchkiss {

/// Writes a PNG picture row by row, so that a picture may be larger than memory.
class PngWriter {
 public:
  /// `dotsPerMetre` goes into the file, for printing; 0 for none.
  static Result<PngWriter> create(const std::filesystem::path& path, std::uint32_t width, std::uint32_t height,
                                  std::uint32_t dotsPerMetre);
  PngWriter(PngWriter&&) noexcept;
  PngWriter& operator=(PngWriter&&) noexcept;
  ~PngWriter();

  /// One row of width * 3 bytes: red, green, blue.
  Outcome row(std::span<const std::uint8_t> rgb);
  /// Call after the last row.
  Outcome finish();

 private:
  struct State;
  explicit PngWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> mState;
};

} // namespace hotchkiss
