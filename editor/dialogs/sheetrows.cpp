#include "editor/dialogs/sheetrows.h"

#include "editor/docks/recordtext.h"
#include "libscenario/json/schema.h"
#include "libscenario/module/modulefiles.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

long numberAt(const json& body, const char* name, std::size_t index) {
  const json list = body.value(name, json::array());
  return index < list.size() && list[index].is_number() ? list[index].get<long>() : 0;
}

long axisNumber(const json& body, const char* axis, const char* name) {
  return body.value(axis, json::object()).value(name, 1L);
}

struct NumberCell {
  const char* member;
  std::size_t index;
  const char* axisMember; ///< for members that are objects
};

std::optional<NumberCell> numberCell(SheetColumn column) {
  switch (column) {
  case SheetColumn::OriginColumn:
    return NumberCell{"origin", 0, nullptr};
  case SheetColumn::OriginRow:
    return NumberCell{"origin", 1, nullptr};
  case SheetColumn::Width:
    return NumberCell{"size", 0, nullptr};
  case SheetColumn::Height:
    return NumberCell{"size", 1, nullptr};
  case SheetColumn::FirstColumn:
    return NumberCell{"columns", 0, "first"};
  case SheetColumn::ColumnStep:
    return NumberCell{"columns", 0, "step"};
  case SheetColumn::FirstRow:
    return NumberCell{"rows", 0, "first"};
  case SheetColumn::RowStep:
    return NumberCell{"rows", 0, "step"};
  default:
    return std::nullopt;
  }
}

std::optional<Error> schemaProblem(const SheetRow& row) {
  if (const auto problem = Schema::named("module")->rowProblem({"sheet", row.id, parsedObject(row.record)}))
    return Error{*problem, {}, 0, "sheet " + row.id, {}};
  if (const auto pattern = LabelPattern::parse(parsedObject(row.record).value("label", "")); !pattern)
    return pattern.error();
  return std::nullopt;
}

} // namespace

std::vector<SheetRow> sheetRows(const Document& document) {
  std::vector<SheetRow> out;
  for (const auto& [key, text] : document.table("module"))
    if (key.section == "sheet")
      out.push_back({key.id, text});
  return out;
}

std::string cellText(const SheetRow& row, SheetColumn column) {
  const json body = parsedObject(row.record);
  if (const std::optional<NumberCell> cell = numberCell(column))
    return std::to_string(cell->axisMember ? axisNumber(body, cell->member, cell->axisMember)
                                           : numberAt(body, cell->member, cell->index));
  switch (column) {
  case SheetColumn::Id:
    return row.id;
  case SheetColumn::Name:
    return body.value("name", "");
  case SheetColumn::Letter:
    return body.value("letter", row.id);
  default:
    return body.value("label", "");
  }
}

Result<SheetRow> withCell(const SheetRow& row, SheetColumn column, const std::string& text) {
  SheetRow out = row;
  json body = parsedObject(row.record);
  if (const std::optional<NumberCell> cell = numberCell(column)) {
    const std::optional<long> number = parseInteger(text);
    if (!number)
      return Error{"\"" + text + "\" is not a whole number", {}, 0, "sheet " + row.id, {}};
    if (cell->axisMember)
      body[cell->member][cell->axisMember] = *number;
    else if (body.contains(cell->member) && body[cell->member].size() > cell->index)
      body[cell->member][cell->index] = *number;
  } else if (column == SheetColumn::Id) {
    out.id = text;
  } else if (column == SheetColumn::Letter) {
    if (text == row.id)
      body.erase("letter");
    else
      body["letter"] = text;
  } else {
    const char* name = column == SheetColumn::Name ? "name" : "label";
    if (text.empty() && column == SheetColumn::Name)
      body.erase(name);
    else
      body[name] = text;
  }
  out.record = body.dump();
  if (std::optional<Error> problem = schemaProblem(out))
    return *problem;
  return out;
}

SheetRow newSheet(const std::vector<SheetRow>& rows, Extent extent) {
  std::set<std::string> taken;
  long right = 0;
  json body{{"label", "{sheet}{col:2}{row:2}"},
            {"columns", {{"first", 1}, {"step", 1}}},
            {"rows", {{"first", 1}, {"step", 1}}}};
  for (const SheetRow& row : rows) {
    taken.insert(row.id);
    const json present = parsedObject(row.record);
    right = std::max(right, numberAt(present, "origin", 0) + numberAt(present, "size", 0));
    for (const char* member : {"label", "columns", "rows"})
      if (present.contains(member))
        body[member] = present[member];
  }
  // Where the others end, if there is room; else over the whole map.
  const bool hasRoom = right < extent.width;
  body["origin"] = {hasRoom ? right : 0, 0};
  body["size"] = {hasRoom ? extent.width - right : extent.width, extent.height};
  std::string id = "A";
  while (taken.contains(id) && id[0] < 'Z')
    ++id[0];
  for (int n = 1; taken.contains(id); ++n)
    id = "sheet" + std::to_string(n);
  return {id, body.dump()};
}

std::optional<Error> problemOf(const std::vector<SheetRow>& rows) {
  std::set<std::string> seen;
  for (const SheetRow& row : rows) {
    if (!seen.insert(row.id).second)
      return Error{"two sheets have the id \"" + row.id + "\"", {}, 0, {}, "give one of them another"};
    if (std::optional<Error> problem = schemaProblem(row))
      return problem;
  }
  return std::nullopt;
}

Numbering numberingOf(const Document& document, const std::vector<SheetRow>& rows) {
  Document head(document.lattice(), document.extent());
  for (const SheetRow& row : rows)
    head.setRecord("module", {"sheet", row.id}, row.record);
  return hotchkiss::numberingOf(head);
}

void writeSheets(Stroke& stroke, const std::vector<SheetRow>& rows) {
  for (const SheetRow& row : sheetRows(stroke.document()))
    if (std::none_of(rows.begin(), rows.end(), [&](const SheetRow& kept) { return kept.id == row.id; }))
      stroke.setRecord("module", {"sheet", row.id}, std::nullopt);
  for (const SheetRow& row : rows)
    stroke.setRecord("module", {"sheet", row.id}, row.record);
}

} // namespace hotchkiss::editor
