#pragma once

#include "libscenario/ruleset/catalogue.h"
#include "libterrain/base/result.h"
#include "libterrain/edit/clipping.h"

#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// What clippings are called between programs.
inline constexpr const char* kClippingMimeType = "application/vnd.hotchkiss.clipping+json";

/// Limits of a clipping that comes from elsewhere.
inline constexpr std::size_t kLargestClippingText = std::size_t{128} << 20;
inline constexpr std::size_t kMostClippedHexes = 1'000'000;

/// A clipping on its way from one window to another.
struct ClippingLetter {
  Clipping clipping;
  std::string ruleset;      ///< id of the ruleset whose kinds it names
  bool keepsCourses = true; ///< its pieces still belong to their courses: it was cut, not copied
};

/// As JSON; its rows are those of the map's files.
std::string clippingText(const ClippingLetter& letter);

/// Reads what clippingText() wrote, or anything that claims to be that.
Result<ClippingLetter> readClippingText(std::string_view text);

/// Takes out what a module cannot hold: kinds, classes and attributes that its catalogue does not know, and the
/// membership of courses and regions that it does not have. Gives what was taken out, in words, each once.
std::vector<std::string> dropUnknown(Clipping& clipping, const Document& document, const Catalogue& catalogue);

/// Takes all pieces out of their courses, as a copy has to be: a course cannot be in two places.
void leaveCourses(Clipping& clipping);

} // namespace hotchkiss
