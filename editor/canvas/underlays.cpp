#include "editor/canvas/underlays.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hotchkiss::editor {

namespace {

constexpr std::array<const char*, kBlends> kIds{"normal", "multiply", "screen", "darken", "lighten", "difference"};
constexpr double kRim = 0.15; // drawn beyond the window, so that a small pan shows no hole

QPainter::CompositionMode modeOf(Blend blend) {
  switch (blend) {
  case Blend::Multiply:
    return QPainter::CompositionMode_Multiply;
  case Blend::Screen:
    return QPainter::CompositionMode_Screen;
  case Blend::Darken:
    return QPainter::CompositionMode_Darken;
  case Blend::Lighten:
    return QPainter::CompositionMode_Lighten;
  case Blend::Difference:
    return QPainter::CompositionMode_Difference;
  case Blend::Normal:
    break;
  }
  return QPainter::CompositionMode_SourceOver;
}

} // namespace

const char* blendId(Blend blend) {
  return kIds.at(static_cast<std::size_t>(blend));
}

Blend blendFromId(const QString& id) {
  for (std::size_t i = 0; i < kIds.size(); ++i)
    if (id == QLatin1String(kIds.at(i)))
      return static_cast<Blend>(i);
  return Blend::Normal;
}

Underlays::Underlays(QObject* parent) : QObject(parent), mLooks{UnderlayLook{{}, {}, true, 1, Blend::Normal}} {
  mWorker.setMaxThreadCount(1);
}

Underlays::~Underlays() {
  mWorker.clear();
  mWorker.waitForDone();
}

void Underlays::setLooks(std::vector<UnderlayLook> looks) {
  if (looks == mLooks)
    return;
  mLooks = std::move(looks);
  std::erase_if(mDrawn, [&](const Drawn& drawn) {
    return std::none_of(mLooks.begin(), mLooks.end(), [&](const UnderlayLook& look) { return look.id == drawn.id; });
  });
  emit looksChanged();
  emit changed();
}

Underlays::Drawn* Underlays::find(const std::string& id) {
  const auto it = std::find_if(mDrawn.begin(), mDrawn.end(), [&](const Drawn& drawn) { return drawn.id == id; });
  return it == mDrawn.end() ? nullptr : &*it;
}

void Underlays::setPicture(const std::string& id, std::shared_ptr<const UnderlayPicture> picture) {
  Drawn* drawn = find(id);
  if (!drawn) {
    mDrawn.push_back({});
    drawn = &mDrawn.back();
    drawn->id = id;
  }
  drawn->picture = std::move(picture);
  if (!drawn->picture)
    drawn->image = {};
  emit changed();
}

bool Underlays::hasPicture(const std::string& id) const {
  return std::any_of(mDrawn.begin(), mDrawn.end(),
                     [&](const Drawn& drawn) { return drawn.id == id && drawn.picture != nullptr; });
}

void Underlays::setHasty(bool hasty) {
  if (std::exchange(mHasty, hasty) && !hasty)
    for (Drawn& drawn : mDrawn)
      drawn.imageOf.reset(); // what was drawn in haste is drawn again
  emit changed();
}

const UnderlayLook& Underlays::map() const {
  static const UnderlayLook kAlone{{}, {}, true, 1, Blend::Normal};
  const auto it = std::find_if(mLooks.begin(), mLooks.end(), [](const UnderlayLook& look) { return look.id.empty(); });
  return it == mLooks.end() ? kAlone : *it;
}

bool Underlays::isPlain() const {
  return std::none_of(mLooks.begin(), mLooks.end(), [&](const UnderlayLook& look) {
    return !look.id.empty() && look.visible && look.opacity > 0 && hasPicture(look.id);
  });
}

void Underlays::prepareMap(QPainter& painter) const {
  const UnderlayLook& look = map();
  painter.setOpacity(look.visible ? look.opacity : 0);
  painter.setCompositionMode(modeOf(look.blend));
}

/// Asks for the part in sight, unless that is there or under way already.
void Underlays::ask(Drawn& drawn, const Viewport& viewport, double ratio) {
  const QRectF sight = viewport.plane();
  const bool fits = drawn.imageOf == drawn.picture && drawn.plane.contains(sight) &&
                    std::abs(drawn.scale - viewport.scale() * ratio) < 1e-9;
  if (fits || drawn.wanted)
    return;
  const QRectF plane =
      sight.adjusted(-kRim * sight.width(), -kRim * sight.height(), kRim * sight.width(), kRim * sight.height());
  const double scale = viewport.scale() * ratio;
  const QSize pixels((plane.size() * scale).toSize());
  if (pixels.isEmpty())
    return;
  drawn.wanted = true;
  ++mUnderWay;
  mWorker.start([this, id = drawn.id, picture = drawn.picture, plane, scale, pixels, hasty = mHasty] {
    const QImage image = picture->draw(plane, pixels, hasty);
    QMetaObject::invokeMethod(
        this,
        [this, id, picture, plane, scale, image] {
          --mUnderWay;
          if (Drawn* target = find(id)) {
            target->wanted = false;
            target->image = image;
            target->plane = plane;
            target->scale = scale;
            target->imageOf = picture;
          }
          emit changed(); // also asks again when something moved meanwhile
        },
        Qt::QueuedConnection);
  });
}

void Underlays::paint(QPainter& painter, const Viewport& viewport, double devicePixelRatio, bool below) {
  bool isBelow = true;
  for (const UnderlayLook& look : mLooks) {
    if (look.id.empty()) {
      isBelow = false;
      continue;
    }
    if (isBelow != below || !look.visible || look.opacity <= 0)
      continue;
    Drawn* drawn = find(look.id);
    if (!drawn || !drawn->picture)
      continue;
    ask(*drawn, viewport, devicePixelRatio);
    if (drawn->image.isNull())
      continue;
    painter.save();
    painter.setOpacity(look.opacity);
    painter.setCompositionMode(modeOf(look.blend));
    painter.setRenderHint(QPainter::SmoothPixmapTransform,
                          std::abs(drawn->scale - viewport.scale() * devicePixelRatio) > 1e-9);
    painter.drawImage(viewport.toWidget(drawn->plane), drawn->image);
    painter.restore();
  }
}

} // namespace hotchkiss::editor
