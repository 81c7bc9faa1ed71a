#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QThreadPool>

#include <string>

class QTimer;

namespace hotchkiss::editor {

class EditorDocument;

/// Notices when somebody else changes the files of the open module: git checkout, a text editor, another program.
class FolderWatch final : public QObject {
  Q_OBJECT

 public:
  explicit FolderWatch(QObject* parent = nullptr);
  ~FolderWatch() override;
  void setDocument(EditorDocument* document);
  /// Looks now; for the moment when the window comes back to the front.
  void look();

 signals:
  /// Told once for each new state of the files.
  void changed();

 private:
  void watch();

  EditorDocument* mDocument = nullptr;
  QFileSystemWatcher mWatcher;
  QTimer* mDelay = nullptr;
  QThreadPool mWorker; ///< one thread
  quint64 mRun = 0;
  bool mIsLooking = false;
  std::string mTold; ///< generation that the user knows of
};

} // namespace hotchkiss::editor
