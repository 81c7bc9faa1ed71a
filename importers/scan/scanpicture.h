#pragma once

#include "importers/scan/controlpoints.h"
#include "importers/source/sourcefile.h"

#include <memory>
#include <vector>

namespace hotchkiss {

/// A scan as red, green and blue bytes, whatever it is stored as: palettes become their colours, and of 16-bit values
/// the darkest and brightest become black and white. Not for use from several threads at once.
class ScanPicture {
 public:
  static Result<ScanPicture> open(const SourceFile& source);
  ScanPicture(ScanPicture&&) noexcept;
  ScanPicture& operator=(ScanPicture&&) noexcept;
  ~ScanPicture();

  int width() const;
  int height() const;
  /// Reads a window shrunk to w x h, row by row; overviews are used where the file has them. False when the file is
  /// damaged there.
  bool read(int x, int y, int fullW, int fullH, int w, int h, std::vector<unsigned char>& rgb) const;

 private:
  struct Inside;
  explicit ScanPicture(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> mInside;
};

} // namespace hotchkiss
