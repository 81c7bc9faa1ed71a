#include "editor/model/comparison.h"

#include "libscenario/module/folder.h"
#include "libscenario/module/modulefiles.h"

#include <set>

namespace hotchkiss::editor {

namespace {

/// Where a difference lies: its place is written with the labels of the sheets, or with coordinates.
Selection placeOf(const std::string& place, const Document& document, const Numbering& numbering) {
  const std::size_t space = place.find(' ');
  if (space == std::string::npos)
    return {};
  const std::string kind = place.substr(0, space);
  const std::string rest = place.substr(space + 1);
  if (kind == "hex") {
    const Result<HexCoord> hex = numbering.resolve(rest);
    return hex ? Selection(*hex) : Selection();
  }
  if (kind == "hexside") {
    const std::size_t slash = rest.find('/');
    if (slash == std::string::npos)
      return {};
    const Result<HexCoord> a = numbering.resolve(rest.substr(0, slash));
    const Result<HexCoord> b = numbering.resolve(rest.substr(slash + 1));
    if (a && b)
      if (const auto edge = document.lattice().edgeBetween(*a, *b))
        return *edge;
    return {};
  }
  if (kind == "corner")
    return {};
  return NamedThing{kind, rest};
}

} // namespace

Comparison compare(const Document& saved, const Document& present) {
  Comparison out;
  const Numbering numbering = numberingOf(present);
  for (Difference& difference : differenceOf(saved, present)) {
    const Selection place = placeOf(difference.place, present, numbering);
    out.rows.push_back({std::move(difference), place});
  }
  if (!(saved.lattice() == present.lattice()))
    return out;
  // Texts are compared, not ids: each document has a pool of its own.
  const Extent extent{std::max(saved.extent().width, present.extent().width),
                      std::max(saved.extent().height, present.extent().height)};
  for (std::int32_t c = 0; c < extent.width; ++c)
    for (std::int32_t r = 0; r < extent.height; ++r) {
      const HexCoord hex{c, r};
      const HexValue a = saved.hex(hex);
      const HexValue b = present.hex(hex);
      if (a.level != b.level || saved.pool().text(a.terrain) != present.pool().text(b.terrain) ||
          saved.pool().text(a.more) != present.pool().text(b.more))
        out.hexes.push_back(hex);
    }
  std::set<EdgeId> edges;
  saved.forEachEdge([&](EdgeId edge, std::uint32_t text) {
    if (saved.pool().text(text) != present.pool().text(present.edge(edge)))
      edges.insert(edge);
  });
  present.forEachEdge([&](EdgeId edge, std::uint32_t text) {
    if (present.pool().text(text) != saved.pool().text(saved.edge(edge)))
      edges.insert(edge);
  });
  out.edges.assign(edges.begin(), edges.end());
  std::set<VertexId> vertices;
  for (const auto& [vertex, text] : saved.vertices())
    if (saved.pool().text(text) != present.pool().text(present.vertex(vertex)))
      vertices.insert(vertex);
  for (const auto& [vertex, text] : present.vertices())
    if (present.pool().text(text) != saved.pool().text(saved.vertex(vertex)))
      vertices.insert(vertex);
  out.vertices.assign(vertices.begin(), vertices.end());
  return out;
}

Result<Comparison> compareWithFolder(const std::filesystem::path& folder, const Document& present) {
  const Result<ModuleFiles> files = readModuleFolder(folder);
  if (!files)
    return files.error();
  const Result<LoadedModule> saved = readModule(*files);
  if (!saved)
    return saved.error();
  return compare(saved->document, present);
}

} // namespace hotchkiss::editor
