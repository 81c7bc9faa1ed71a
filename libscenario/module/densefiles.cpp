#include "libscenario/module/densefiles.h"

#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/header.h"
#include "libscenario/module/rowscanner.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <unordered_map>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr const char* kHexCols = R"(["c","r","terrain","level","more"])";
constexpr const char* kEdgeCols = R"(["c","r","d","features"])";
constexpr const char* kVertexCols = R"(["c","r","v","features"])";
constexpr long kLastLine = 8191;

/// A whole number exactly as JSON writes one.
std::optional<long> readInteger(std::string_view raw) {
  const std::string_view digits = raw.starts_with('-') ? raw.substr(1) : raw;
  constexpr std::size_t kLongest = 9;
  if (digits.empty() || digits.size() > kLongest || (digits.size() > 1 && digits.front() == '0'))
    return std::nullopt;
  return parseInteger(raw);
}

/// Texts and objects repeat a great deal: each spelling is read and checked once.
class ItemCache {
 public:
  ItemCache(TextPool& pool, std::string definition) : mPool(pool), mDefinition(std::move(definition)) {}

  /// The pool id of a raw item, or nullopt when it breaks the schema.
  std::optional<std::uint32_t> id(std::string_view raw) {
    const auto it = mKnown.find(raw);
    if (it != mKnown.end())
      return it->second;
    const std::optional<std::uint32_t> id = read(raw);
    mKnown.emplace(raw, id);
    return id;
  }

  const std::string& problem() const { return mProblem; }

 private:
  std::optional<std::uint32_t> read(std::string_view raw) {
    const Result<json> value = parseStrictJson(raw);
    if (!value) {
      mProblem = value.error().message;
      return std::nullopt;
    }
    // The item is judged as part of a row whose other items are good.
    json row = json::parse(mDefinition);
    row.push_back(*value);
    static const std::unordered_map<std::string, const char*> schemas{
        {R"([0,0])", "hexes"}, {R"([0,0,null,null])", "hexes"}, {R"([0,0,0])", "edges"}};
    if (const auto problem = Schema::named(schemas.at(mDefinition))->rowProblem(row)) {
      mProblem = *problem;
      return std::nullopt;
    }
    if (value->is_null())
      return TextPool::kNone;
    return mPool.intern(value->is_string() ? value->get<std::string>() : value->dump());
  }

  TextPool& mPool;
  std::string mDefinition;
  std::unordered_map<std::string_view, std::optional<std::uint32_t>> mKnown;
  std::string mProblem;
};

Outcome badRow(const RawRow& row, std::string where, std::string message) {
  return Error{std::move(message), {}, row.line, std::move(where), {}};
}

std::string placeOf(const char* what, const RawRow& row, std::size_t coordinates) {
  std::string out = std::string(what) + " [";
  for (std::size_t i = 0; i < std::min(coordinates, row.items.size()); ++i)
    out += (i > 0 ? "," : "") + std::string(row.items[i].substr(0, 12));
  return out + "]";
}

/// A row with only a column number opens that column, an empty one closes the file; both only help git to merge.
bool isMark(const RawRow& row, long first, long last) {
  if (row.items.empty())
    return true;
  const std::optional<long> column = row.items.size() == 1 ? readInteger(row.items[0]) : std::nullopt;
  return column && *column >= first && *column <= last;
}

void noteRow(std::vector<Finding>& findings, const char* check, const char* file, const RawRow& row,
             std::string message) {
  Finding finding;
  finding.check = check;
  finding.message = std::move(message);
  finding.place.file = file;
  finding.place.line = row.line;
  finding.fix = "remove the row";
  findings.push_back(std::move(finding));
}

/// What hexsides and corners have in common: three coordinates and an object of features.
template <class Id, class Present, class Store>
Outcome readFeatureRows(std::string_view text, const char* kind, const char* cols, const char* file, long lastIndex,
                        Document& document, std::vector<Finding>& findings, Present isPresent, Store store) {
  HeaderCheck header(kind, cols);
  ItemCache features(document.pool(), "[0,0,0]");
  const std::string word = std::string(kind) == "edges" ? "edge" : "vertex";
  const Outcome outcome = scanRows(
      text, [&](std::string_view name, std::string_view value, long line) { return header.member(name, value, line); },
      [&](const RawRow& row) -> Outcome {
        if (isMark(row, -1, kLastLine + 1))
          return success();
        const std::string where = placeOf(word.c_str(), row, 3);
        if (row.items.size() != 4)
          return badRow(row, where, "a row has three coordinates and its features");
        const std::optional<long> c = readInteger(row.items[0]);
        const std::optional<long> r = readInteger(row.items[1]);
        const std::optional<long> d = readInteger(row.items[2]);
        if (!c || !r || !d || *c < -1 || *r < -1 || *c > kLastLine + 1 || *r > kLastLine + 1 || *d < 0 ||
            *d > lastIndex)
          return badRow(row, where, "the coordinates are not whole numbers in range");
        const std::optional<std::uint32_t> id = features.id(row.items[3]);
        if (!id)
          return badRow(row, where, features.problem());
        const Id key{static_cast<std::int32_t>(*c), static_cast<std::int32_t>(*r), static_cast<std::int32_t>(*d)};
        bool touches = false;
        for (const HexCoord h : document.lattice().hexes(key))
          touches = touches || document.extent().contains(h);
        if (!touches)
          noteRow(findings, "CORE-V02", file, row, word + " " + toText(key) + " does not touch the map");
        else if (isPresent(key))
          noteRow(findings, "CORE-V01", file, row, word + " " + toText(key) + " has more than one row");
        else
          store(key, *id);
        return success();
      });
  return outcome ? header.complete() : outcome;
}

} // namespace

Outcome readHexes(std::string_view text, Document& document, std::vector<Finding>& findings) {
  HeaderCheck header("hexes", kHexCols);
  ItemCache terrains(document.pool(), "[0,0]");
  ItemCache attributes(document.pool(), "[0,0,null,null]");
  const Extent extent = document.extent();
  std::vector<bool> seen(static_cast<std::size_t>(extent.area()));
  const Outcome outcome = scanRows(
      text, [&](std::string_view name, std::string_view value, long line) { return header.member(name, value, line); },
      [&](const RawRow& row) -> Outcome {
        if (isMark(row, -1, kLastLine + 1))
          return success();
        const auto where = [&] { return placeOf("hex", row, 2); };
        if (row.items.size() < 2 || row.items.size() > 5)
          return badRow(row, where(),
                        "a row has two coordinates, then terrain, level and attributes as far as they are set");
        const std::optional<long> c = readInteger(row.items[0]);
        const std::optional<long> r = readInteger(row.items[1]);
        if (!c || !r || *c < 0 || *r < 0 || *c > kLastLine || *r > kLastLine)
          return badRow(row, where(), "the coordinates are not whole numbers in range");
        HexValue value;
        if (row.items.size() > 2) {
          const std::optional<std::uint32_t> id = terrains.id(row.items[2]);
          if (!id)
            return badRow(row, where(), "terrain: " + terrains.problem());
          value.terrain = *id;
        }
        if (row.items.size() > 3 && row.items[3] != "null") {
          const std::optional<long> level = readInteger(row.items[3]);
          if (!level || *level < -30000 || *level > 30000)
            return badRow(row, where(), "the level is not a whole number between -30000 and 30000");
          value.level = static_cast<std::int16_t>(*level);
        }
        if (row.items.size() > 4) {
          const std::optional<std::uint32_t> id = attributes.id(row.items[4]);
          if (!id)
            return badRow(row, where(), "attributes: " + attributes.problem());
          value.more = *id;
        }
        const HexCoord h{static_cast<std::int32_t>(*c), static_cast<std::int32_t>(*r)};
        if (!extent.contains(h)) {
          noteRow(findings, "CORE-V02", kHexesPath, row, "hex " + toText(h) + " lies outside the map");
          return success();
        }
        auto mark = seen[static_cast<std::size_t>(h.c) * static_cast<std::size_t>(extent.height) +
                         static_cast<std::size_t>(h.r)];
        if (mark) {
          noteRow(findings, "CORE-V01", kHexesPath, row, "hex " + toText(h) + " has more than one row");
          return success();
        }
        mark = true;
        document.setHex(h, value);
        return success();
      });
  return outcome ? header.complete() : outcome;
}

Outcome readEdges(std::string_view text, Document& document, std::vector<Finding>& findings) {
  return readFeatureRows<EdgeId>(
      text, "edges", kEdgeCols, kEdgesPath, 2, document, findings,
      [&](EdgeId e) { return document.edge(e) != TextPool::kNone; },
      [&](EdgeId e, std::uint32_t id) { document.setEdge(e, id); });
}

Outcome readVertices(std::string_view text, Document& document, std::vector<Finding>& findings) {
  document.keepVertices();
  return readFeatureRows<VertexId>(
      text, "vertices", kVertexCols, kVerticesPath, 1, document, findings,
      [&](VertexId v) { return document.vertex(v) != TextPool::kNone; },
      [&](VertexId v, std::uint32_t id) { document.setVertex(v, id); });
}

namespace {

std::string opening(const char* kind, const char* cols) {
  return R"({"formatVersion":)" + std::to_string(kFormatVersion) + R"(,"kind":")" + kind + R"(","cols":)" + cols +
         ",\"rows\":[\n";
}

constexpr const char* kClosing = "[]]}\n";

} // namespace

std::string writeHexes(const Document& document) {
  std::string out = opening("hexes", kHexCols);
  const Extent extent = document.extent();
  for (std::int32_t c = 0; c < extent.width; ++c) {
    const std::string column = std::to_string(c);
    out += "[" + column + "],\n";
    for (std::int32_t r = 0; r < extent.height; ++r) {
      const HexValue value = document.hex({c, r});
      const bool hasMore = value.more != TextPool::kNone;
      const bool hasLevel = value.level != HexValue::kNoLevel;
      const bool hasTerrain = value.terrain != TextPool::kNone;
      out += "[" + column + "," + std::to_string(r);
      if (hasTerrain)
        out += ",\"" + document.pool().text(value.terrain) + "\"";
      else if (hasLevel || hasMore)
        out += ",null";
      if (hasLevel)
        out += "," + std::to_string(value.level);
      else if (hasMore)
        out += ",null";
      if (hasMore)
        out += "," + document.pool().text(value.more);
      out += "],\n";
    }
  }
  return out + kClosing;
}

std::string writeEdges(const Document& document) {
  std::string out = opening("edges", kEdgeCols);
  std::int32_t column = -2;
  // Every column is opened, used or not: edits in different columns then never touch neighbouring lines.
  const auto openColumns = [&](std::int32_t upTo) {
    while (column < upTo) {
      ++column;
      if (column >= -1)
        out += "[" + std::to_string(column) + "],\n";
    }
  };
  document.forEachEdge([&](EdgeId e, std::uint32_t features) {
    openColumns(e.c);
    out += "[" + std::to_string(e.c) + "," + std::to_string(e.r) + "," + std::to_string(e.d) + "," +
           document.pool().text(features) + "],\n";
  });
  openColumns(document.extent().width - 1);
  return out + kClosing;
}

std::string writeVertices(const Document& document) {
  std::string out = opening("vertices", kVertexCols);
  std::int32_t column = -2;
  const auto openColumns = [&](std::int32_t upTo) {
    while (column < upTo) {
      ++column;
      if (column >= -1)
        out += "[" + std::to_string(column) + "],\n";
    }
  };
  for (const auto& [v, features] : document.vertices()) {
    openColumns(v.c);
    out += "[" + std::to_string(v.c) + "," + std::to_string(v.r) + "," + std::to_string(v.v) + "," +
           document.pool().text(features) + "],\n";
  }
  openColumns(document.extent().width - 1);
  return out + kClosing;
}

} // namespace hotchkiss
