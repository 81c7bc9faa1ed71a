#pragma once

#include <QString>

#include <string>

namespace hotchkiss::editor {

/// What a check is about, for people who do not know its number.
struct CheckText {
  QString title;       ///< "Unknown terrain"
  QString explanation; ///< what is wrong and how it is put right
};
/// Checks that are not known here have their id as title.
CheckText checkText(const std::string& check);

/// "1,204 of 3,000 hexes have terrain".
QString progressText(const std::string& check, std::size_t done, std::size_t total);

} // namespace hotchkiss::editor
