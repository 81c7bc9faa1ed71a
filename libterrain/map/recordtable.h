#pragma once

#include <map>
#include <string>

namespace hotchkiss {

/// Names one record of a table: what sort of thing it is, and its id.
struct RecordKey {
  std::string section;
  std::string id;
  bool operator==(const RecordKey&) const = default;
};

/// File order: by section, then id; ids that are coordinates ("12.7.1") by number, all others by bytes.
struct RecordOrder {
  bool operator()(const RecordKey& a, const RecordKey& b) const;
};

/// Records as canonical JSON text (keys sorted, no spaces).
using RecordTable = std::map<RecordKey, std::string, RecordOrder>;

} // namespace hotchkiss
