#include "render/pngwriter.h"

#include "libterrain/base/fileio.h"

#include <csetjmp>
#include <cstdio>
#include <png.h>

namespace hotchkiss {

struct PngWriter::State {
  std::filesystem::path path;
  std::FILE* file = nullptr;
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::size_t rowBytes = 0;

  ~State() {
    if (png)
      png_destroy_write_struct(&png, &info);
    if (file)
      std::fclose(file);
  }
  Error problem() const {
    return {path.string() + " cannot be written", {}, 0, {}, "is the folder writable and the disk not full?"};
  }
};

namespace {

// libpng reports errors by a jump. Nothing with a destructor lives between here and the calls below.
bool writeHeader(png_structp png, png_infop info, std::FILE* file, std::uint32_t width, std::uint32_t height,
                 std::uint32_t dotsPerMetre) {
  if (setjmp(png_jmpbuf(png)))
    return false;
  png_init_io(png, file);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  // Maps are flat colours and hard edges: unfiltered rows come out a tenth smaller, and in two thirds of the time.
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  if (dotsPerMetre > 0)
    png_set_pHYs(png, info, dotsPerMetre, dotsPerMetre, PNG_RESOLUTION_METER);
  png_write_info(png, info);
  return true;
}

bool writeRow(png_structp png, const std::uint8_t* row) {
  if (setjmp(png_jmpbuf(png)))
    return false;
  png_write_row(png, row);
  return true;
}

bool writeEnd(png_structp png) {
  if (setjmp(png_jmpbuf(png)))
    return false;
  png_write_end(png, nullptr);
  return true;
}

} // namespace

PngWriter::PngWriter(std::unique_ptr<State> state) : mState(std::move(state)) {}
PngWriter::PngWriter(PngWriter&&) noexcept = default;
PngWriter& PngWriter::operator=(PngWriter&&) noexcept = default;
PngWriter::~PngWriter() = default;

Result<PngWriter> PngWriter::create(const std::filesystem::path& path, std::uint32_t width, std::uint32_t height,
                                    std::uint32_t dotsPerMetre) {
  auto state = std::make_unique<State>();
  state->path = path;
  state->rowBytes = std::size_t{width} * 3;
  state->file = std::fopen(path.c_str(), "wb");
  if (!state->file)
    return systemError("write", path);
  state->png = png_create_write_struct(
      PNG_LIBPNG_VER_STRING, nullptr, [](png_structp png, png_const_charp) { png_longjmp(png, 1); },
      [](png_structp, png_const_charp) {});
  if (state->png)
    state->info = png_create_info_struct(state->png);
  if (!state->info || !writeHeader(state->png, state->info, state->file, width, height, dotsPerMetre))
    return state->problem();
  return PngWriter(std::move(state));
}

Outcome PngWriter::row(std::span<const std::uint8_t> rgb) {
  if (rgb.size() != mState->rowBytes || !writeRow(mState->png, rgb.data()))
    return mState->problem();
  return success();
}

Outcome PngWriter::finish() {
  const bool ended = writeEnd(mState->png);
  const bool closed = std::fclose(mState->file) == 0;
  mState->file = nullptr;
  if (!ended || !closed)
    return mState->problem();
  return success();
}

} // namespace hotchkiss
