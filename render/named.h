#pragma once

#include "libterrain/edit/edit.h"
#include "libterrain/map/document.h"
#include "render/palette.h"
#include "render/view.h"

#include <QPointF>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace hotchkiss {

/// A record of the named things, as far as a picture needs it.
struct NamedThing {
  std::string section;
  std::string id;
  std::string kind;
  QString name;
  StyleRow row;
  std::optional<QPointF> at; ///< in the plane
  std::optional<HexCoord> hex;
  std::optional<EdgeId> edge;
  std::optional<VertexId> vertex;
  std::optional<VertexId> mouth;
  std::vector<HexCoord> hexes; ///< of an entry
  std::vector<EdgeId> edges;
  std::vector<std::pair<std::string, std::string>> ends; ///< of a link: section and id, or "hex" and "12.7"
  bool isOffMap = false;
};

using NamedPtr = std::shared_ptr<const NamedThing>;

/// All named things of a map, found by id or by place.
class NamedIndex {
 public:
  NamedIndex(const Document& document, const Palette& palette);
  /// The index after records changed; nothing when none of them is a named thing.
  static std::shared_ptr<const NamedIndex> after(const NamedIndex& before, const Changes& changes,
                                                 const Document& document, const Palette& palette);

  const NamedThing* find(std::string_view section, std::string_view id) const;
  const std::vector<NamedPtr>& section(const std::string& section) const;
  /// Places, crossings, entries and links whose mark may reach into the area.
  std::vector<const NamedThing*> near(const std::string& section, const QRectF& area) const;
  /// A settlement or other mark stands in the middle of this hex.
  bool hasPlaceAt(HexCoord h) const { return mPlaceHexes.contains(h); }
  /// Courses that end in this corner by their record.
  bool isMouth(VertexId v) const { return mMouths.contains(v); }
  std::optional<QPointF> position(const std::string& section, const std::string& id, const Lattice& lattice) const;

 private:
  NamedIndex() = default;
  void arrange();

  std::map<RecordKey, NamedPtr, RecordOrder> mThings;
  std::map<std::string, std::vector<NamedPtr>> mSections;
  std::map<std::string, std::unordered_map<std::int64_t, std::vector<const NamedThing*>>> mBlocks;
  std::unordered_map<HexCoord, int> mPlaceHexes;
  std::unordered_map<VertexId, int> mMouths;
};

} // namespace hotchkiss
