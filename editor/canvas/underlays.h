#pragma once

#include "editor/canvas/viewport.h"

#include <QImage>
#include <QObject>
#include <QPainter>
#include <QString>
#include <QThreadPool>

#include <memory>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// A picture that has a place in the plane of the map: a scan by its control points, heights, a land cover. Drawing is
/// safe on any thread.
class UnderlayPicture {
 public:
  virtual ~UnderlayPicture() = default;
  /// A part of the plane, this many pixels large; clear where the picture does not reach. `hasty`: for a moment while
  /// something is dragged.
  virtual QImage draw(const QRectF& plane, QSize pixels, bool hasty) const = 0;
};

enum class Blend { Normal, Multiply, Screen, Darken, Lighten, Difference };
inline constexpr int kBlends = 6;
/// A stable word for settings files: "normal", "multiply", …
const char* blendId(Blend blend);
Blend blendFromId(const QString& id);

/// How one source lies with the map.
struct UnderlayLook {
  std::string id; ///< of the source; empty stands for the map itself
  QString title;
  bool visible = false;
  double opacity = 1;
  Blend blend = Blend::Normal;
  bool operator==(const UnderlayLook&) const = default;
};

/// The map and the pictures under and over it, bottom first. Pictures are drawn on another thread; while a new one is
/// under way, the last one is shown in its place.
class Underlays final : public QObject {
  Q_OBJECT

 public:
  explicit Underlays(QObject* parent = nullptr);
  ~Underlays() override;

  const std::vector<UnderlayLook>& looks() const { return mLooks; }
  /// Exactly one of them stands for the map.
  void setLooks(std::vector<UnderlayLook> looks);
  void setPicture(const std::string& id, std::shared_ptr<const UnderlayPicture> picture);
  bool hasPicture(const std::string& id) const;
  /// Another place for a picture while it is dragged; drawn at once, coarsely.
  void setHasty(bool hasty);
  /// Nothing of it would be seen: the map is painted as if there were none.
  bool isPlain() const;
  const UnderlayLook& map() const;

  /// What lies below the map, or above it.
  void paint(QPainter& painter, const Viewport& viewport, double devicePixelRatio, bool below);
  /// How the map's own tiles are drawn.
  void prepareMap(QPainter& painter) const;
  bool isIdle() const { return mUnderWay == 0; }

 signals:
  void looksChanged();
  void changed(); ///< the map must be painted anew

 private:
  struct Drawn {
    std::string id;
    std::shared_ptr<const UnderlayPicture> picture;
    QImage image;
    QRectF plane;
    double scale = 0;
    std::shared_ptr<const UnderlayPicture> imageOf; ///< the picture that the image shows
    QRectF wantedPlane;
    double wantedScale = 0;
    bool wanted = false; ///< a picture is under way
  };
  Drawn* find(const std::string& id);
  void ask(Drawn& drawn, const Viewport& viewport, double ratio);

  std::vector<UnderlayLook> mLooks;
  std::vector<Drawn> mDrawn;
  QThreadPool mWorker;
  int mUnderWay = 0;
  bool mHasty = false;
};

} // namespace hotchkiss::editor
