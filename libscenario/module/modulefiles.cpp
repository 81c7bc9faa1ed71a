#include "libscenario/module/modulefiles.h"

#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/densefiles.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/header.h"
#include "libscenario/module/limits.h"
#include "libscenario/module/migration.h"
#include "libscenario/module/rowscanner.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

using nlohmann::json;

namespace {

Outcome readRecordFile(const std::string& path, const RecordFile& file, std::string_view text, Document& document,
                       std::vector<Finding>& findings) {
  const Schema* schema = Schema::named(file.kind);
  HeaderCheck header(file.kind, "");
  document.addTable(file.table);
  const Outcome outcome = scanRows(
      text, [&](std::string_view name, std::string_view value, long line) { return header.member(name, value, line); },
      [&](const RawRow& raw) -> Outcome {
        const Result<json> row = parseStrictJson(raw.text);
        if (!row)
          return Error{row.error().message, {}, raw.line, {}, {}};
        if (row->empty())
          return success();
        const std::string where = row->size() > 1 && (*row)[0].is_string() && (*row)[1].is_string()
                                      ? (*row)[0].get<std::string>() + " " + (*row)[1].get<std::string>().substr(0, 80)
                                      : "row";
        if (const auto problem = schema->rowProblem(*row))
          return Error{*problem, {}, raw.line, where, {}};
        const RecordKey key{(*row)[0].get<std::string>(), (*row)[1].get<std::string>()};
        if (document.record(file.table, key)) {
          Finding finding;
          finding.check = "CORE-V01";
          finding.message = where + " has more than one row";
          finding.place.file = path;
          finding.place.line = raw.line;
          finding.place.thing = where;
          finding.fix = "keep one of the rows";
          findings.push_back(std::move(finding));
          return success();
        }
        document.setRecord(file.table, key, (*row)[2].dump());
        return success();
      });
  return outcome ? header.complete() : outcome;
}

Error inFile(Error error, const std::string& path) {
  if (error.file.empty())
    error.file = path;
  return error;
}

json recordOf(const Document& document, const char* section, const char* id) {
  const std::string* text = document.record("module", {section, id});
  return text ? json::parse(*text, nullptr, false) : json();
}

Axis axisOf(const json& body, const char* name) {
  Axis axis;
  const auto it = body.find(name);
  if (it == body.end())
    return axis;
  axis.first = it->value("first", 1L);
  axis.step = it->value("step", 1);
  const std::string stagger = it->value("stagger", "none");
  axis.stagger = stagger == "doubled"     ? Axis::Stagger::Doubled
                 : stagger == "shifted"   ? Axis::Stagger::Shifted
                 : stagger == "unshifted" ? Axis::Stagger::Unshifted
                                          : Axis::Stagger::None;
  return axis;
}

Border borderOf(const json& body, const char* name) {
  const auto it = body.find(name);
  if (it == body.end())
    return {};
  const auto rule = [&](const char* side) {
    const std::string text = it->value(side, "none");
    return text == "all"         ? BorderRule::All
           : text == "shifted"   ? BorderRule::Shifted
           : text == "unshifted" ? BorderRule::Unshifted
                                 : BorderRule::None;
  };
  return {rule("top"), rule("bottom"), rule("left"), rule("right")};
}

std::optional<Sheet> sheetOf(const std::string& id, const json& body) {
  Result<LabelPattern> pattern = LabelPattern::parse(body.value("label", ""));
  if (!pattern)
    return std::nullopt;
  Sheet sheet;
  sheet.id = id;
  sheet.name = body.value("name", id);
  sheet.letter = body.value("letter", id);
  sheet.origin = {body["origin"][0].get<std::int32_t>(), body["origin"][1].get<std::int32_t>()};
  sheet.size = {body["size"][0].get<std::int32_t>(), body["size"][1].get<std::int32_t>()};
  sheet.label = *pattern;
  sheet.columns = axisOf(body, "columns");
  sheet.rows = axisOf(body, "rows");
  const std::string oblique = body.value("oblique", "none");
  sheet.oblique = oblique == "falling" ? Oblique::Falling : oblique == "rising" ? Oblique::Rising : Oblique::None;
  sheet.turn = body.value("turn", 0);
  sheet.missing = borderOf(body, "missing");
  sheet.partial = borderOf(body, "partial");
  for (const json& item : body.value("omit", json::array()))
    sheet.omit.push_back({item[0].get<std::int32_t>(), item[1].get<std::int32_t>()});
  return sheet;
}

/// The numbering by the sheets of `head`, on the map of `document`.
Numbering numberingOf(const Document& head, const Document& document) {
  std::vector<Sheet> sheets;
  for (const auto& [key, text] : head.table("module")) {
    if (key.section != "sheet")
      continue;
    if (std::optional<Sheet> sheet = sheetOf(key.id, json::parse(text, nullptr, false)))
      sheets.push_back(std::move(*sheet));
  }
  return {document.lattice(), document.extent(), std::move(sheets)};
}

Result<LoadedModule> readCurrent(const ModuleFiles& files) {
  const auto moduleFile = files.find(kModulePath);
  if (moduleFile == files.end())
    return Error{
        "there is no module.json here", {}, 0, {}, "give the folder that holds module.json, or a package (.hkp)"};
  Document head;
  LoadedModule out;
  if (Outcome outcome = readRecordFile(kModulePath, *recordFileAt(kModulePath), moduleFile->second, head, out.findings);
      !outcome)
    return inFile(outcome.error(), kModulePath);
  const json lattice = recordOf(head, "lattice", "map");
  if (!lattice.is_object())
    return Error{"the lattice row is missing",
                 kModulePath,
                 0,
                 {},
                 R"(add ["lattice","map",{"orientation":…,"shifted":…,"size":[…]}])"};
  const auto& size = lattice["size"];
  out.document = Document(Lattice(lattice["orientation"] == "flat" ? Orientation::Flat : Orientation::Pointy,
                                  lattice["shifted"] == "even" ? Parity::Even : Parity::Odd),
                          {size[0].get<std::int32_t>(), size[1].get<std::int32_t>()});
  if (out.document.extent().area() > kMostHexes)
    return Error{
        "a map of " + size.dump() + " hexes is larger than this program handles (16 million)", kModulePath, 0, {}, {}};
  out.findings.clear();
  for (const auto& [path, text] : files) {
    Outcome outcome = success();
    if (path == kHexesPath)
      outcome = readHexes(text, out.document, out.findings);
    else if (path == kEdgesPath)
      outcome = readEdges(text, out.document, out.findings);
    else if (path == kVerticesPath)
      outcome = readVertices(text, out.document, out.findings);
    else if (const std::optional<RecordFile> file = recordFileAt(path))
      outcome = readRecordFile(path, *file, text, out.document, out.findings);
    if (!outcome) {
      Error error = inFile(outcome.error(), path);
      if (error.where.starts_with("hex [")) {
        const json coordinates = json::parse(error.where.substr(4), nullptr, false);
        if (coordinates.is_array() && coordinates.size() == 2 && coordinates[0].is_number_integer() &&
            coordinates[1].is_number_integer())
          error.where += " (" +
                         numberingOf(head, out.document)
                             .label(HexCoord{coordinates[0].get<std::int32_t>(), coordinates[1].get<std::int32_t>()}) +
                         ")";
      }
      return error;
    }
  }
  return out;
}

} // namespace

Result<LoadedModule> readModule(const ModuleFiles& files) {
  if (isVersionZero(files)) {
    Result<ModuleFiles> migrated = migrateFromZero(files);
    if (!migrated)
      return migrated.error();
    Result<LoadedModule> loaded = readCurrent(*migrated);
    if (loaded)
      loaded->migrated = true;
    return loaded;
  }
  return readCurrent(files);
}

std::string writeRecords(const std::string& kind, const RecordTable& records) {
  std::string out = R"({"formatVersion":)" + std::to_string(kFormatVersion) + R"(,"kind":")" + kind + "\",\"rows\":[\n";
  for (const auto& [key, text] : records)
    out += "[" + json(key.section).dump() + "," + json(key.id).dump() + "," + text + "],\n";
  return out + "[]]}\n";
}

ModuleFiles writeModule(const Document& document) {
  ModuleFiles out;
  out[kHexesPath] = writeHexes(document);
  out[kEdgesPath] = writeEdges(document);
  if (!document.vertices().empty() || document.keepsVertices())
    out[kVerticesPath] = writeVertices(document);
  for (const std::string& table : document.tableNames())
    out[table + ".json"] = writeRecords(kindOfTable(table), document.table(table));
  return out;
}

Numbering numberingOf(const Document& document) {
  return numberingOf(document, document);
}

ModuleHead headOf(const Document& document) {
  for (const auto& [key, text] : document.table("module"))
    if (key.section == "module") {
      const json body = json::parse(text, nullptr, false);
      return {key.id, body.value("title", ""), body.value("ruleset", ""), body.value("level", "draft"),
              body.value("overlays", std::vector<std::string>{})};
    }
  return {};
}

Document makeModule(const NewModule& wanted) {
  Document document(wanted.lattice, wanted.extent);
  document.setRecord("module", {"module", wanted.id},
                     json{{"title", wanted.title}, {"ruleset", wanted.ruleset}}.dump());
  document.setRecord("module", {"lattice", "map"},
                     json{{"orientation", wanted.lattice.orientation() == Orientation::Flat ? "flat" : "pointy"},
                          {"shifted", wanted.lattice.shifted() == Parity::Even ? "even" : "odd"},
                          {"size", {wanted.extent.width, wanted.extent.height}}}
                         .dump());
  if (!wanted.sheetRecord.empty())
    document.setRecord("module", {"sheet", wanted.sheetId}, wanted.sheetRecord);
  if (!wanted.frameRecord.empty())
    document.setRecord("module", {"frame", "map"}, wanted.frameRecord);
  document.addTable(kNamedTable);
  return document;
}

} // namespace hotchkiss
