#include "libscenario/module/scriptededits.h"

#include "libscenario/json/objecttext.h"
#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/header.h"
#include "libscenario/module/limits.h"
#include "libscenario/module/modulefiles.h"
#include "libscenario/module/rowscanner.h"
#include "libscenario/module/scriptplaces.h"
#include "libterrain/edit/stroke.h"
#include "libterrain/search/vertexroute.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr int kHighestLevel = 30000;

Error refused(std::string message, std::string where = {}, std::string advice = {}) {
  return {std::move(message), {}, 0, std::move(where), std::move(advice)};
}

Outcome checkedRow(const std::string& kind, const json& row, const std::string& where) {
  const Schema* schema = Schema::named(kind);
  if (!schema)
    return refused("there is no schema for " + kind, where);
  if (const auto problem = schema->rowProblem(row))
    return refused(*problem, where);
  return success();
}

/// Does the rows of one script. Rows have been checked against the script's schema.
class Script {
 public:
  explicit Script(Document& document) : mStroke(document, "Script"), mNumbering(numberingOf(document)) {}

  Outcome run(const json& row) {
    const auto& operation = row[0].get_ref<const std::string&>();
    if (operation == "terrain" || operation == "level" || operation == "raise" || operation == "lower" ||
        operation == "attribute")
      return onHexes(operation, row);
    if (operation == "fill")
      return fill(row);
    if (operation == "replace") {
      mStroke.replaceTerrain(row[1].get<std::string>(), row[2].get<std::string>());
      return success();
    }
    if (operation == "feature")
      return onEdges(row);
    if (operation == "corner")
      return onCorners(row);
    if (operation == "path")
      return path(row);
    if (operation == "chain")
      return chain(row);
    if (operation == "record")
      return record(row);
    if (operation == "reframe")
      return reframe(row);
    return refused("unknown operation");
  }

  Edit finish() { return mStroke.finish(); }

 private:
  ScriptPlaces places() const { return {mStroke.document(), mNumbering}; }

  Outcome onHexes(const std::string& operation, const json& row) {
    const Result<std::vector<HexCoord>> hexes = places().hexes(row[1]);
    if (!hexes)
      return hexes.error();
    for (const HexCoord h : *hexes) {
      if (operation == "terrain")
        mStroke.setTerrain(h, row[2].is_null() ? std::string() : row[2].get<std::string>());
      else if (operation == "level")
        mStroke.setLevel(h, row[2].is_null() ? std::nullopt : std::optional(row[2].get<int>()));
      else if (Outcome outcome = operation == "attribute"
                                     ? attribute(h, row[2].get<std::string>(), row[3])
                                     : raise(h, row[2].get<int>() * (operation == "raise" ? 1 : -1));
               !outcome)
        return outcome;
    }
    return success();
  }

  Outcome raise(HexCoord h, int by) {
    const int level = mStroke.document().level(h).value_or(0) + by;
    // The stroke would stop at the limit without a word.
    if (level < -kHighestLevel || level > kHighestLevel)
      return refused("the level would be " + std::to_string(level), "hex " + mNumbering.label(h));
    mStroke.raise(std::span(&h, 1), by);
    return success();
  }

  Outcome attribute(HexCoord h, const std::string& name, const json& value) {
    json attributes = objectFrom(mStroke.document().attributes(h));
    if (value.is_null())
      attributes.erase(name);
    else
      attributes[name] = value;
    if (!attributes.empty())
      if (Outcome outcome = checkedRow("hexes", {h.c, h.r, nullptr, nullptr, attributes}, "hex " + mNumbering.label(h));
          !outcome)
        return outcome;
    mStroke.setAttributes(h, attributes.empty() ? std::string() : attributes.dump());
    return success();
  }

  Outcome fill(const json& row) {
    const Result<HexCoord> start = places().hex(row[1]);
    if (!start)
      return start.error();
    mStroke.fill(*start, row[2].get<std::string>());
    return success();
  }

  Outcome onEdges(const json& row) {
    const Result<std::vector<EdgeId>> edges = places().edges(row[1]);
    if (!edges)
      return edges.error();
    return putOnEdges(*edges, row[2].get<std::string>(), row[3]);
  }

  Outcome putOnEdges(const std::vector<EdgeId>& edges, const std::string& kind, const json& body) {
    for (const EdgeId e : edges) {
      const std::string where = "hexside " + mNumbering.label(e);
      const Result<std::string> text = changed(
          "edges", {e.c, e.r, e.d}, mStroke.document().pool().text(mStroke.document().edge(e)), kind, body, where);
      if (!text)
        return text.error();
      mStroke.setEdge(e, *text);
    }
    return success();
  }

  Outcome onCorners(const json& row) {
    const Result<std::vector<VertexId>> vertices = places().vertices(row[1]);
    if (!vertices)
      return vertices.error();
    for (const VertexId v : *vertices) {
      const std::string where = "corner " + mNumbering.label(v);
      const Result<std::string> text =
          changed("vertices", {v.c, v.r, v.v}, mStroke.document().pool().text(mStroke.document().vertex(v)),
                  row[2].get<std::string>(), row[3], where);
      if (!text)
        return text.error();
      mStroke.setVertex(v, *text);
    }
    return success();
  }

  /// The text of features after one of them was put or taken away, checked as a row of its file.
  static Result<std::string> changed(const std::string& schema, json row, const std::string& features,
                                     const std::string& kind, const json& body, const std::string& where) {
    json all = objectFrom(features);
    if (body.is_null())
      all.erase(kind);
    else
      all[kind] = body;
    if (all.empty())
      return std::string();
    row.push_back(all);
    if (Outcome outcome = checkedRow(schema, row, where); !outcome)
      return outcome.error();
    return FeatureSet::fromText(all.dump()).toText();
  }

  Outcome path(const json& row) {
    const Result<std::vector<HexCoord>> hexes = places().hexes(row[1]);
    if (!hexes)
      return hexes.error();
    const Lattice& lattice = mStroke.document().lattice();
    std::vector<EdgeId> edges;
    for (std::size_t i = 1; i < hexes->size(); ++i) {
      const std::optional<EdgeId> e = lattice.edgeBetween((*hexes)[i - 1], (*hexes)[i]);
      if (!e)
        return refused("the path jumps from " + mNumbering.label((*hexes)[i - 1]) + " to " +
                           mNumbering.label((*hexes)[i]) + ", which are not neighbours",
                       {}, "name every hex of the path");
      edges.push_back(*e);
    }
    return putOnEdges(edges, "path." + row[2].get<std::string>(), row[3]);
  }

  Outcome chain(const json& row) {
    const Result<std::vector<VertexId>> ends = places().vertices(row[1]);
    if (!ends)
      return ends.error();
    const std::vector<EdgeId> edges = vertexRoute(mStroke.document().lattice(), mStroke.document().extent(),
                                                  ends->front(), ends->back(), [](EdgeId) { return 1U; });
    if (edges.empty())
      return refused("no hexsides lead from " + mNumbering.label(ends->front()) + " to " +
                     mNumbering.label(ends->back()));
    return putOnEdges(edges, row[2].get<std::string>(), row[3]);
  }

  Outcome record(const json& row) {
    const std::string table = row[1].get<std::string>();
    const RecordKey key{row[2].get<std::string>(), row[3].get<std::string>()};
    const std::string where = key.section + " " + key.id;
    if (!recordFileAt(table + ".json"))
      return refused("there is no table \"" + table + "\"", where, "tables are files without .json, such as map/named");
    const bool isModule = table == "module";
    if (isModule && key.section == "lattice")
      return refused("the lattice is not an ordinary record", where,
                     "use the operation reframe to change the map's size");
    if (row[4].is_null()) {
      if (!mStroke.document().record(table, key))
        return refused("there is no such record to remove", where);
      if (isModule && key.section == "module")
        return refused("a module cannot be without its head", where);
      mStroke.setRecord(table, key, std::nullopt);
    } else {
      if (Outcome outcome = checkedRow(kindOfTable(table), {key.section, key.id, row[4]}, where); !outcome)
        return outcome;
      mStroke.setRecord(table, key, row[4].dump());
    }
    if (isModule)
      mNumbering = numberingOf(mStroke.document());
    return success();
  }

  Outcome reframe(const json& row) {
    const HexCoord shift{row[1][0].get<std::int32_t>(), row[1][1].get<std::int32_t>()};
    const Extent extent{row[2][0].get<std::int32_t>(), row[2][1].get<std::int32_t>()};
    if (extent.area() > kMostHexes)
      return refused("a map of that size is larger than this program handles (16 million hexes)");
    mStroke.reframe(shift, extent);
    mNumbering = numberingOf(mStroke.document()); // the sheets moved with the map
    return success();
  }

  Stroke mStroke;
  Numbering mNumbering;
};

} // namespace

Result<Edit> applyScript(Document& document, std::string_view jsonText) {
  Document copy = document; // shares the text pool, so that the edit's ids are good in the original
  Script script(copy);
  HeaderCheck header("edits", "");
  const Schema* schema = Schema::named("edits");
  long count = 0;
  const Outcome outcome = scanRows(
      jsonText,
      [&](std::string_view name, std::string_view value, long line) { return header.member(name, value, line); },
      [&](const RawRow& raw) -> Outcome {
        const std::string rowName = "row " + std::to_string(++count);
        const Result<json> row = parseStrictJson(raw.text);
        if (!row)
          return Error{row.error().message, {}, raw.line, rowName, {}};
        if (row->empty())
          return success();
        const std::string where =
            (*row)[0].is_string() ? rowName + " (" + (*row)[0].get<std::string>().substr(0, 80) + ")" : rowName;
        if (const auto problem = schema->rowProblem(*row))
          return Error{*problem, {}, raw.line, where, {}};
        Outcome done = script.run(*row);
        if (done)
          return done;
        Error error = done.error();
        error.line = raw.line;
        error.where = error.where.empty() ? where : where + ": " + error.where;
        return error;
      });
  if (!outcome)
    return outcome.error();
  if (const Outcome complete = header.complete(); !complete)
    return complete.error();
  Edit edit = script.finish();
  document = std::move(copy);
  return edit;
}

} // namespace hotchkiss
