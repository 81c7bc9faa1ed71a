#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// The version of all file formats. See docs/formats.md for what changed when.
inline constexpr int kFormatVersion = 1;

/// A file of a module that is a table of records; the dense map files are apart.
struct RecordFile {
  std::string table; ///< its name in the document: the path without ".json"
  std::string kind;  ///< its "kind" member and its schema
};

/// The record file behind a path inside the module, such as "map/named.json" or "scenarios/first-day.json".
std::optional<RecordFile> recordFileAt(std::string_view path);
/// The kind of a table by its document name.
std::string kindOfTable(std::string_view table);

inline constexpr const char* kHexesPath = "map/hexes.json";
inline constexpr const char* kEdgesPath = "map/edges.json";
inline constexpr const char* kVerticesPath = "map/vertices.json";
inline constexpr const char* kModulePath = "module.json";
inline constexpr const char* kNamedPath = "map/named.json";
inline constexpr const char* kNamedTable = "map/named";
inline constexpr const char* kApprovalsTable = "approvals";

} // namespace hotchkiss
