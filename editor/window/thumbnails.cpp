#include "editor/window/thumbnails.h"

#include "editor/docks/navigatordock.h"
#include "render/mappainter.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QPointer>
#include <QSaveFile>
#include <QStandardPaths>
#include <QThreadPool>

namespace hotchkiss::editor::thumbnails {

namespace {

constexpr QSize kSize(420, 300);

QString fileOf(const QString& path) {
  const QByteArray name = QFileInfo(path).absoluteFilePath().toUtf8();
  return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/maps/") +
         QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha1).toHex()) + QStringLiteral(".png");
}

} // namespace

QImage of(const QString& path) {
  return QImage(fileOf(path));
}

void update(const QString& path, const std::shared_ptr<const MapPainter>& painter, QObject* receiver,
            const std::function<void()>& done) {
  if (!painter)
    return;
  // What the window does with it waits on the program itself, which outlives every window.
  const QPointer<QObject> guard(receiver);
  QThreadPool::globalInstance()->start([file = fileOf(path), painter, guard, done] {
    const QImage picture = pictureOfMap(*painter, kSize, 1);
    QDir().mkpath(QFileInfo(file).absolutePath());
    QSaveFile target(file); // a cache: when it cannot be written the page does without
    if (target.open(QIODevice::WriteOnly) && picture.save(&target, "PNG"))
      target.commit();
    if (QObject* program = QCoreApplication::instance()) // none when it ends just now
      QMetaObject::invokeMethod(
          program,
          [guard, done] {
            if (guard)
              done();
          },
          Qt::QueuedConnection);
  });
}

} // namespace hotchkiss::editor::thumbnails
