#include "libscenario/module/handwork.h"

#include "libscenario/json/objecttext.h"
#include "libscenario/module/filekinds.h"
#include "libterrain/base/text.h"
#include "libterrain/edit/stroke.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr const char* kHandTable = "map/hand";
constexpr const char* kTerrain = "terrain";
constexpr const char* kLevel = "level";

struct HandNote {
  std::set<std::string> kept;
  std::set<std::string> removed;
  bool empty() const { return kept.empty() && removed.empty(); }
};

void noteMembers(const json& before, const json& after, HandNote& note) {
  for (const auto& [name, value] : after.items())
    if (!before.contains(name) || before[name] != value)
      note.kept.insert(name);
  for (const auto& [name, value] : before.items())
    if (!after.contains(name))
      note.removed.insert(name);
}

void store(Stroke& stroke, const std::string& section, const std::string& id, const HandNote& note) {
  if (note.empty())
    return;
  const RecordKey key{section, id};
  const std::string* old = stroke.document().record(kHandTable, key);
  json record = old == nullptr ? json::object() : objectFrom(*old);
  std::set<std::string> kept = record.value("kept", json::array()).get<std::set<std::string>>();
  std::set<std::string> removed = record.value("removed", json::array()).get<std::set<std::string>>();
  for (const std::string& name : note.kept) {
    kept.insert(name);
    removed.erase(name);
  }
  for (const std::string& name : note.removed) {
    removed.insert(name);
    kept.erase(name);
  }
  record.erase("kept");
  record.erase("removed");
  if (!kept.empty())
    record["kept"] = kept;
  if (!removed.empty())
    record["removed"] = removed;
  stroke.setRecord(kHandTable, key, record.dump());
}

std::optional<std::vector<std::int32_t>> coordinates(const std::string& id, std::size_t count) {
  std::vector<std::int32_t> out;
  for (const std::string_view part : splitText(id, '.')) {
    const std::optional<long> number = parseInteger(part);
    if (!number)
      return std::nullopt;
    out.push_back(static_cast<std::int32_t>(*number));
  }
  return out.size() == count ? std::optional(out) : std::nullopt;
}

/// The new members with those that people kept or removed as they are in the old ones.
json merged(const json& old, json fresh, const json& record) {
  for (const json& name : record.value("kept", json::array()))
    if (const auto& key = name.get_ref<const std::string&>(); old.contains(key))
      fresh[key] = old[key];
  for (const json& name : record.value("removed", json::array()))
    fresh.erase(name.get_ref<const std::string&>());
  return fresh;
}

void keepHex(const Document& old, Stroke& stroke, HexCoord h, const json& record) {
  const Document& fresh = stroke.document();
  const json kept = record.value("kept", json::array());
  const json removed = record.value("removed", json::array());
  const auto has = [](const json& list, const char* name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  if (has(kept, kTerrain) || has(removed, kTerrain))
    stroke.setTerrain(h, has(kept, kTerrain) ? old.terrain(h) : std::string());
  if (has(kept, kLevel) || has(removed, kLevel))
    stroke.setLevel(h, has(kept, kLevel) ? old.level(h) : std::nullopt);
  stroke.setAttributes(h, textOf(merged(objectFrom(old.attributes(h)), objectFrom(fresh.attributes(h)), record)));
}

/// Named things that imports make and people edit. Joins follow from their courses.
bool isNamedSection(const std::string& section) {
  return section == "course" || section == "crossing" || section == "place" || section == "region";
}

/// In "removed": the whole thing.
constexpr const char* kWhole = "record";

bool madeByImport(const std::string& record) {
  const json value = objectFrom(record);
  return value.contains("source") && value["source"].is_string() &&
         value["source"].get_ref<const std::string&>().starts_with("import ");
}

/// What a person did to a named thing that an import made. Things that people made themselves stay anyway.
void noteNamed(Stroke& stroke, const Change<RecordPlace, std::optional<std::string>>& change) {
  if (change.key.table != kNamedTable || !isNamedSection(change.key.key.section) || !change.before ||
      !madeByImport(*change.before))
    return;
  HandNote note;
  if (change.after)
    noteMembers(objectFrom(*change.before), objectFrom(*change.after), note);
  else
    note.removed.insert(kWhole);
  store(stroke, change.key.key.section, change.key.key.id, note);
}

void keepNamed(const Document& old, Stroke& stroke, const RecordKey& key, const json& record) {
  const std::string* made = stroke.document().record(kNamedTable, key);
  if (made == nullptr) // the source does not have it any more
    return;
  const json removed = record.value("removed", json::array());
  const std::string* before = old.record(kNamedTable, key);
  if (std::find(removed.begin(), removed.end(), kWhole) != removed.end() && before == nullptr)
    stroke.setRecord(kNamedTable, key, std::nullopt);
  else if (before != nullptr)
    stroke.setRecord(kNamedTable, key, merged(objectFrom(*before), objectFrom(*made), record).dump());
}

} // namespace

bool isImported(const Document& document) {
  return !document.table("import").empty();
}

Edit rememberHandWork(Document& document, const Edit& edit) {
  Stroke stroke(document, "Remember hand work");
  if (!isImported(document))
    return stroke.finish();
  TextPool& pool = document.pool();
  for (const auto& part : edit.parts) {
    const Changes* changes = std::get_if<Changes>(&part);
    if (changes == nullptr)
      continue;
    for (const auto& change : changes->hexes) {
      HandNote note;
      if (change.before.terrain != change.after.terrain)
        (change.after.terrain == TextPool::kNone ? note.removed : note.kept).insert(kTerrain);
      if (change.before.level != change.after.level)
        (change.after.level == HexValue::kNoLevel ? note.removed : note.kept).insert(kLevel);
      if (change.before.more != change.after.more)
        noteMembers(objectFrom(pool.text(change.before.more)), objectFrom(pool.text(change.after.more)), note);
      store(stroke, "hex", toText(change.key), note);
    }
    for (const auto& change : changes->edges) {
      HandNote note;
      noteMembers(objectFrom(pool.text(change.before)), objectFrom(pool.text(change.after)), note);
      store(stroke, "edge", toText(change.key), note);
    }
    for (const auto& change : changes->vertices) {
      HandNote note;
      noteMembers(objectFrom(pool.text(change.before)), objectFrom(pool.text(change.after)), note);
      store(stroke, "vertex", toText(change.key), note);
    }
    for (const auto& change : changes->records)
      noteNamed(stroke, change);
  }
  return stroke.finish();
}

Edit keepHandWork(const Document& old, Document& fresh) {
  Stroke stroke(fresh, "Keep hand work");
  for (const auto& [key, text] : old.table(kHandTable)) {
    stroke.setRecord(kHandTable, key, text);
    const json record = objectFrom(text);
    if (isNamedSection(key.section)) {
      keepNamed(old, stroke, key, record);
      continue;
    }
    const auto at = coordinates(key.id, key.section == "hex" ? 2 : 3);
    if (!at)
      continue;
    if (key.section == "hex") {
      if (const HexCoord h{(*at)[0], (*at)[1]}; fresh.extent().contains(h))
        keepHex(old, stroke, h, record);
    } else if (key.section == "edge") {
      const EdgeId e{(*at)[0], (*at)[1], (*at)[2]};
      const TextPool& pool = fresh.pool();
      stroke.setEdge(
          e, textOf(merged(objectFrom(old.pool().text(old.edge(e))), objectFrom(pool.text(fresh.edge(e))), record)));
    } else if (key.section == "vertex") {
      const VertexId v{(*at)[0], (*at)[1], (*at)[2]};
      const TextPool& pool = fresh.pool();
      stroke.setVertex(v, textOf(merged(objectFrom(old.pool().text(old.vertex(v))),
                                        objectFrom(pool.text(fresh.vertex(v))), record)));
    }
  }
  for (const auto& [key, text] : old.table(kNamedTable))
    if (!madeByImport(text))
      stroke.setRecord(kNamedTable, key, text);
  return stroke.finish();
}

} // namespace hotchkiss
