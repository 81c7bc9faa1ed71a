#pragma once

#include <cpl_error.h>

namespace hotchkiss {

/// While it lives, GDAL keeps what it would print for itself: we say what is wrong in our own words.
class QuietGdal {
 public:
  QuietGdal() { CPLPushErrorHandler(CPLQuietErrorHandler); }
  ~QuietGdal() { CPLPopErrorHandler(); }
  QuietGdal(const QuietGdal&) = delete;
  QuietGdal& operator=(const QuietGdal&) = delete;
};

} // namespace hotchkiss
