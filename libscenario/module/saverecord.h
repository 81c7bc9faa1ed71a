#pragma once

#include "libscenario/module/folder.h"

#include <string_view>
#include <vector>

namespace hotchkiss {

/// The commit record of a save: from the moment it exists, the save has happened.
struct SaveRecord {
  std::vector<std::string> files; ///< file i is staged under the name "i"
  std::vector<std::string> deleted;
  SaveNote note;
};

/// True for the paths that a module may consist of. Records come from files: nothing else may be written or deleted.
bool isModulePath(std::string_view path);

std::string toText(const SaveRecord& record);
Result<SaveRecord> saveRecordFrom(std::string_view text);

std::string toText(const SaveNote& note);
std::optional<SaveNote> saveNoteFrom(std::string_view text);

} // namespace hotchkiss
