#pragma once

#include "libterrain/edit/edit.h"

#include <optional>
#include <span>
#include <unordered_map>

namespace hotchkiss {

/// Collects the changes of one stroke (or any other single undo step) on a document, which it changes as it goes.
/// Touching a cell twice keeps its first `before` and last `after`; what ends as it began leaves no trace.
class Stroke {
 public:
  Stroke(Document& document, std::string title) : mDocument(document), mTitle(std::move(title)) {}

  const Document& document() const { return mDocument; }

  void setHex(HexCoord h, const HexValue& value);
  void setTerrain(HexCoord h, std::string_view terrain);
  void setLevel(HexCoord h, std::optional<int> level);
  void setAttributes(HexCoord h, std::string_view canonicalJson);
  void setEdge(EdgeId e, std::string_view canonicalJson);
  void setVertex(VertexId v, std::string_view canonicalJson);
  void putFeature(EdgeId e, const Feature& feature);
  void eraseFeature(EdgeId e, std::string_view kind);
  void setRecord(const std::string& table, const RecordKey& key, const std::optional<std::string>& canonicalJson);
  /// Removes what would fall outside, then moves the map.
  void reframe(HexCoord shift, Extent extent);

  // Bulk operations.
  /// Gives the connected area of equal terrain around a hex another terrain.
  void fill(HexCoord start, std::string_view terrain);
  /// Replaces one terrain by another everywhere.
  void replaceTerrain(std::string_view from, std::string_view to);
  void raise(std::span<const HexCoord> hexes, int by);
  /// Puts a feature on every edge of a chain.
  void putChain(std::span<const EdgeId> edges, const Feature& feature);
  /// Puts a path over every hexside between consecutive hexes; those that are not adjacent are joined by a straight
  /// line.
  void putPath(std::span<const HexCoord> hexes, const Feature& path);

  /// From now on the stroke also keeps what changed since the last takeStep(), for whoever shows it while it grows.
  void followSteps() { mSteps.emplace(); }
  /// What changed since the last call (or since followSteps()), as an edit of its own.
  Edit takeStep();

  /// The finished edit; the stroke is empty afterwards.
  Edit finish();

 private:
  /// Changes gathered so far: for each cell the first `before` and the last `after`.
  struct Gathered {
    std::vector<std::variant<Changes, Reframe>> parts;
    Changes changes;
    std::unordered_map<HexCoord, std::size_t> hexes;
    std::unordered_map<EdgeId, std::size_t> edges;
    std::unordered_map<VertexId, std::size_t> vertices;
    std::unordered_map<std::string, std::size_t> records;

    void closePart();
    void add(const Reframe& reframe);
    std::vector<std::variant<Changes, Reframe>> take();
  };
  template <class Note>
  void gather(const Note& note);

  Document& mDocument;
  std::string mTitle;
  Gathered mAll;
  std::optional<Gathered> mSteps;
};

} // namespace hotchkiss
