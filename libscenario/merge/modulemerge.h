#pragma once

#include "libscenario/merge/mergevalue.h"
#include "libscenario/module/modulefiles.h"
#include "libterrain/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// Something that both sides changed to different values.
struct MergeConflict {
  std::string file;
  std::string place; ///< "hex 0533", "hexside 0533/0534", "crossing ely-ford"
  std::string words; ///< "terrain was clear, is woods on our side and rough on theirs"
  bool operator==(const MergeConflict&) const = default;
};

struct MergedFile {
  std::string text; ///< in canonical order
  std::vector<MergeConflict> conflicts;
};

/// Merges one file of a module cell by cell and record by record. `path` is that inside the module; an empty text
/// stands for a file that does not exist. `labels` gives the printed labels for messages.
Result<MergedFile> mergeFile(const std::string& path, std::string_view base, std::string_view ours,
                             std::string_view theirs, Prefer prefer, const Numbering* labels = nullptr);

struct MergedModule {
  Document document;
  std::vector<MergeConflict> conflicts;
};

/// Merges what happened to a module on two sides since `base`. Maps must have the same lattice and size on all three:
/// cells are compared by coordinates.
Result<MergedModule> mergeModules(const Document& base, const Document& ours, const Document& theirs, Prefer prefer);

/// A line for every conflict: "map/hexes.json: hex 0533: terrain was clear, …".
std::string toText(const std::vector<MergeConflict>& conflicts);

} // namespace hotchkiss
