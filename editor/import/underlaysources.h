#pragma once

#include "editor/canvas/underlays.h"
#include "editor/import/georeference.h"
#include "editor/import/underlaypictures.h"

#include <QObject>
#include <QThreadPool>

#include <map>
#include <memory>
#include <optional>

namespace hotchkiss::editor {

class EditorDocument;

/// The scans and rasters of a module, ready to lie under its map. Files are read when they are first shown, on another
/// thread; places follow edits of sources, frame and numbering. What is shown, and how, is remembered for each module.
class UnderlaySources final : public QObject {
  Q_OBJECT

 public:
  struct Source {
    std::string id;
    QString title;
    bool isScan = false; ///< has control points, or can have them
    bool isPlaced = false;
    QString problem; ///< why it cannot be shown
  };

  explicit UnderlaySources(Underlays& underlays, QObject* parent = nullptr);
  ~UnderlaySources() override;
  void setDocument(EditorDocument* document);

  const std::vector<Source>& sources() const { return mSources; }
  const Source* source(const std::string& id) const;
  /// Shows a source, in a way that one sees something of it.
  void show(const std::string& id, bool visible);
  /// The scan itself, once it is loaded; asks for it otherwise and tells with loaded().
  std::shared_ptr<const ScanImage> scan(const std::string& id);
  Georeference georeference(const std::string& id) const;
  GeorefMap map() const;
  /// Shows the scan where these points put it, until null is given.
  void preview(const std::string& id, const Georeference* scan);
  bool isLoading() const { return mLoading > 0; }

 signals:
  void sourcesChanged();
  void loaded(const QString& id);

 private:
  void read();
  void follow();
  void load(const std::string& id);
  void place(const std::string& id);
  void remember();
  void recall();
  QString settingsKey() const;

  Underlays& mUnderlays;
  EditorDocument* mDocument = nullptr;
  std::vector<Source> mSources;
  std::map<std::string, std::shared_ptr<const ScanImage>> mScans;
  std::map<std::string, std::shared_ptr<const UnderlayPicture>> mRasters;
  std::map<std::string, bool> mAsked;
  std::optional<std::pair<std::string, Georeference>> mPreview;
  QThreadPool mWorker;
  quint64 mRun = 0; ///< of the document
  int mLoading = 0;
  bool mIsRecalling = false;
};

} // namespace hotchkiss::editor
