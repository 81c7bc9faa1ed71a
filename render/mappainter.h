#pragma once

#include "libscenario/ruleset/ruleset.h"
#include "libterrain/edit/edit.h"
#include "libterrain/numbering/numbering.h"
#include "render/layers.h"
#include "render/mapstyle.h"

#include <QPainter>
#include <QRectF>
#include <QString>

#include <memory>
#include <vector>

namespace hotchkiss {

/// What a picture of a map is made from. Copying is cheap; the document is a snapshot that nobody writes to.
struct MapSnapshot {
  Document document;
  std::shared_ptr<const Ruleset> ruleset;
  std::shared_ptr<const Numbering> numbering;
};

/// Draws any map from its ruleset's styles. Immutable: several threads may paint different parts at once.
///
/// Painting happens in the plane of the lattice (neighbouring centres 1 apart, y down); `scale` is device-independent
/// pixels per pitch and decides what is worth drawing (level of detail).
class MapPainter {
 public:
  MapPainter(MapSnapshot snapshot, std::shared_ptr<const MapStyle> style, LayerSettings layers = {});
  ~MapPainter();

  /// The whole map with its outermost ink.
  QRectF bounds() const;
  const MapSnapshot& snapshot() const;
  const MapStyle& style() const;
  const LayerSettings& layers() const;

  /// Tints of the levels, lowest first, with the levels that each stands for; empty where levels are not shown.
  std::vector<std::pair<QString, QColor>> levelTints() const;

  /// A draft shows every hex and line in its colour without shapes, textures and numbers, in a fraction of the time.
  enum class Detail : std::uint8_t { Draft, Full };

  /// Paints the part of the plane in `area` so that area.topLeft() comes to the painter's origin and one pitch is
  /// `scale` long. Equal parts of neighbouring areas come out equal, so tiles join without seams.
  void paint(QPainter& painter, const QRectF& area, double scale, Detail detail = Detail::Full) const;
  /// Whether a draft at this scale looks different from the full picture.
  static bool draftDiffers(double scale);

  /// A painter for the state after an edit, which shares what the edit did not touch, and the parts of the plane that
  /// look different now. `snapshot` is the new state.
  struct Update {
    std::shared_ptr<const MapPainter> painter;
    std::vector<QRectF> dirty;
  };
  Update after(const Edit& edit, MapSnapshot snapshot) const;

 private:
  struct Data;
  std::shared_ptr<const Data> mData;
};

} // namespace hotchkiss
