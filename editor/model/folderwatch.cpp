#include "editor/model/folderwatch.h"

#include "editor/model/editordocument.h"
#include "libscenario/module/folder.h"

#include <QDirIterator>
#include <QTimer>

namespace hotchkiss::editor {

namespace {

constexpr int kQuietTime = 600; // ms: a checkout touches many files one after the other
constexpr qsizetype kMostWatched = 200;

} // namespace

FolderWatch::FolderWatch(QObject* parent) : QObject(parent), mDelay(new QTimer(this)) {
  mWorker.setMaxThreadCount(1);
  mDelay->setSingleShot(true);
  mDelay->setInterval(kQuietTime);
  connect(mDelay, &QTimer::timeout, this, &FolderWatch::look);
  connect(&mWatcher, &QFileSystemWatcher::fileChanged, mDelay, qOverload<>(&QTimer::start));
  connect(&mWatcher, &QFileSystemWatcher::directoryChanged, mDelay, qOverload<>(&QTimer::start));
}

FolderWatch::~FolderWatch() {
  ++mRun;
  mWorker.waitForDone();
}

void FolderWatch::setDocument(EditorDocument* document) {
  mDocument = document;
  ++mRun;
  mTold.clear();
  watch();
}

/// Files that are written anew are other files to the system, so the list is made anew each time.
void FolderWatch::watch() {
  if (!mWatcher.files().isEmpty())
    mWatcher.removePaths(mWatcher.files());
  if (!mWatcher.directories().isEmpty())
    mWatcher.removePaths(mWatcher.directories());
  if (!mDocument || mDocument->generation().empty())
    return;
  const QString folder = QString::fromStdString(mDocument->path().string());
  QStringList paths{folder};
  for (const char* part : {"", "/map", "/scenarios", "/ruleset"}) {
    const QString at = folder + QLatin1String(part);
    if (!QFileInfo(at).isDir())
      continue;
    paths << at;
    for (QDirIterator it(at, {QStringLiteral("*.json")}, QDir::Files); it.hasNext() && paths.size() < kMostWatched;)
      paths << it.next();
  }
  paths.removeDuplicates();
  mWatcher.addPaths(paths);
}

void FolderWatch::look() {
  if (!mDocument || mDocument->generation().empty())
    return;
  if (mIsLooking)
    return mDelay->start();
  mIsLooking = true;
  mWorker.start([this, run = mRun, folder = mDocument->path(), before = mDocument->generation()] {
    const Result<ModuleFiles> files = readModuleFolder(folder);
    const std::string found = files ? generationOf(*files) : std::string("unreadable");
    QMetaObject::invokeMethod(
        this,
        [this, run, found, before] {
          mIsLooking = false;
          if (run != mRun || !mDocument)
            return;
          watch();
          if (before != mDocument->generation()) // saved meanwhile: what was read may be half of it
            return mDelay->start();
          if (found == mDocument->generation()) {
            mTold.clear();
            return;
          }
          if (std::exchange(mTold, found) != found)
            emit changed();
        },
        Qt::QueuedConnection);
  });
}

} // namespace hotchkiss::editor
