#pragma once

#include <QImage>
#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace hotchkiss {
class MapPainter;
}

/// Small pictures of modules for the start page, kept in the cache of the user.
namespace hotchkiss::editor::thumbnails {

/// The picture of a module; null when there is none yet.
QImage of(const QString& path);
/// Draws the picture anew, on another thread, and keeps it; then calls `done` on the receiver's thread, if it is still
/// there.
void update(const QString& path, const std::shared_ptr<const MapPainter>& painter, QObject* receiver,
            const std::function<void()>& done);

} // namespace hotchkiss::editor::thumbnails
