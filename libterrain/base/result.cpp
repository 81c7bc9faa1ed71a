#include "libterrain/base/result.h"

namespace hotchkiss {

std::string Error::text() const {
  std::string out;
  if (!file.empty()) {
    out += file;
    if (line > 0)
      out += ":" + std::to_string(line);
    out += ": ";
  }
  if (!where.empty())
    out += where + ": ";
  out += message;
  if (!advice.empty())
    out += "; " + advice;
  return out;
}

} // namespace hotchkiss
