#include "editor/docks/swatchicon.h"

#include "render/swatch.h"

#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>

namespace hotchkiss::editor {

namespace {

/// Everything that the look of a swatch depends on: panels are built often, and the same few kinds come again and
/// again.
QString cacheKey(const Ruleset& ruleset, const MapStyle& style, const RecordKey& kind, const std::string& classId,
                 QSize size, double ratio) {
  std::string look = ruleset.id() + '\n' + style.id() + '\n' + kind.section + '/' + kind.id + ':' + classId;
  const auto add = [&](const char* file, const RecordKey& key) {
    if (const auto row = ruleset.rows(file).find(key); row != ruleset.rows(file).end())
      look += '\n' + row->second;
  };
  add("catalogue", kind);
  add("styles", {style.id(), "map"});
  add("styles", {style.id(), kind.section + '/' + kind.id});
  add("styles", {style.id(), kind.section + '/' + kind.id + ':' + classId});
  return QStringLiteral("swatch %1x%2@%3 ").arg(size.width()).arg(size.height()).arg(ratio) +
         QString::fromStdString(look);
}

} // namespace

QIcon swatchIcon(const Ruleset& ruleset, const MapStyle* style, const std::string& section, const std::string& id,
                 const std::string& classId, QSize size) {
  QIcon icon;
  if (!style)
    return icon;
  for (const double ratio : {1.0, 2.0}) {
    const QString key = cacheKey(ruleset, *style, {section, id}, classId, size, ratio);
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
      pixmap = QPixmap(size * ratio);
      pixmap.setDevicePixelRatio(ratio);
      pixmap.fill(style->paper()); // the ink is made for paper; a dark window would swallow it
      QPainter painter(&pixmap);
      painter.setRenderHint(QPainter::Antialiasing);
      paintSwatch(painter, ruleset, *style, section, id, classId, QRectF(QPointF(), QSizeF(size)));
      QPixmapCache::insert(key, pixmap);
    }
    icon.addPixmap(pixmap);
  }
  return icon;
}

} // namespace hotchkiss::editor
