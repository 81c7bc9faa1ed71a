#include "libscenario/module/saverecord.h"

#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

std::optional<std::vector<std::string>> pathsOf(const json& body, const char* name) {
  const auto it = body.find(name);
  if (it == body.end() || !it->is_array())
    return std::nullopt;
  std::vector<std::string> out;
  for (const json& item : *it) {
    if (!item.is_string() || !isModulePath(item.get_ref<const std::string&>()))
      return std::nullopt;
    out.push_back(item.get<std::string>());
  }
  return out;
}

json bodyOf(const SaveNote& note) {
  return {{"from", note.oldGeneration}, {"to", note.newGeneration}, {"lastSequence", note.lastSequence}};
}

std::optional<SaveNote> noteOf(const json& body) {
  if (!body.is_object() || !body.contains("from") || !body["from"].is_string() || !body.contains("to") ||
      !body["to"].is_string() || !body.contains("lastSequence") || !body["lastSequence"].is_number_unsigned())
    return std::nullopt;
  return SaveNote{body["from"].get<std::string>(), body["to"].get<std::string>(),
                  body["lastSequence"].get<std::uint64_t>()};
}

} // namespace

bool isModulePath(std::string_view path) {
  if (path.find('\0') != std::string_view::npos || path.find('\\') != std::string_view::npos)
    return false;
  return path == kHexesPath || path == kEdgesPath || path == kVerticesPath || path == "map.json" || recordFileAt(path);
}

std::string toText(const SaveRecord& record) {
  json body = bodyOf(record.note);
  body["files"] = record.files;
  body["deleted"] = record.deleted;
  return body.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<SaveRecord> saveRecordFrom(std::string_view text) {
  const json body = json::parse(text, nullptr, false);
  std::optional<SaveNote> note = noteOf(body);
  std::optional<std::vector<std::string>> files = note ? pathsOf(body, "files") : std::nullopt;
  std::optional<std::vector<std::string>> deleted = note ? pathsOf(body, "deleted") : std::nullopt;
  if (!files || !deleted)
    return Error{"the record of an interrupted save is damaged",
                 ".hotchkiss/commit",
                 0,
                 {},
                 "the files it was to write lie in .hotchkiss/save; move the folder .hotchkiss away to open the module "
                 "without them"};
  return SaveRecord{std::move(*files), std::move(*deleted), std::move(*note)};
}

std::string toText(const SaveNote& note) {
  return bodyOf(note).dump() + "\n";
}

std::optional<SaveNote> saveNoteFrom(std::string_view text) {
  return noteOf(json::parse(text, nullptr, false));
}

} // namespace hotchkiss
