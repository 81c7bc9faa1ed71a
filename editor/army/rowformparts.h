#pragma once

#include "editor/army/rowschema.h"

#include <QString>

#include <string>

/// What the files of RowForm share.
namespace hotchkiss::editor::rowform {

/// Where an item of the tree keeps the number of its field.
inline constexpr int kFieldRole = Qt::UserRole;

/// The last member of a JSON pointer.
std::string lastToken(const std::string& pointer);

/// Parts of a value that stand beside it: its source, a note, whether it is doubtful, …
MemberShape shapeOfDetail(const std::string& detail);
QString detailTitle(const std::string& detail);

} // namespace hotchkiss::editor::rowform
