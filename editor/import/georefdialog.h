#pragma once

#include "editor/import/georeference.h"
#include "editor/import/underlaypictures.h"
#include "libscenario/module/newmodule.h"
#include "libterrain/numbering/inference.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace hotchkiss::editor {

class EditorDocument;
class MapCanvas;
class ScanView;
class UnderlaySources;

/// Ties a scan to the map by points: set on the scan and on the map, by clicks, hex labels or coordinates. The map
/// shows the scan where the points put it while they are moved. Saving is one edit of sources.json.
class GeorefDialog final : public QDialog {
  Q_OBJECT

 public:
  GeorefDialog(EditorDocument& document, MapCanvas& canvas, UnderlaySources& sources, const std::string& source,
               QWidget* parent = nullptr);
  ~GeorefDialog() override;

  const Georeference& georeference() const { return mScan; }
  const GeorefFit& fit() const { return mFit; }
  ScanView& scanView() { return *mView; }
  bool isChanged() const { return !(mScan == mSaved); }
  bool save();
  void reject() override;

 signals:
  /// The scan shows a map that wants a module of its own.
  void newModuleWanted(const hotchkiss::NewModuleWish& wish, const std::vector<hotchkiss::LabelledPoint>& points,
                       const QString& source);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void takeImage();
  void addPoint(Point pixel);
  void movePoint(int index, Point pixel, bool done);
  void removePoint(int index);
  void placeOnMap(int index, Point plane, bool done);
  void choose(int index);
  void edited(int row, int column);
  void refresh(bool hasty = false);
  void fillTable();
  void keepAllColumns();
  void paintOnMap(QPainter& painter) const;
  int markOnMapAt(QPointF position) const;
  void askLabels();
  QString freeName() const;

  EditorDocument& mDocument;
  MapCanvas& mCanvas;
  UnderlaySources& mSources;
  std::string mSource;
  QString mTitle;
  GeorefMap mMap;
  Georeference mScan;
  Georeference mSaved;
  GeorefFit mFit;
  int mCurrent = -1;
  int mDraggedOnMap = -1;
  bool mIsFilling = false;
  std::shared_ptr<bool> mAlive; ///< the canvas keeps a decoration that must not outlive this

  ScanView* mView = nullptr;
  QComboBox* mModel = nullptr;
  QTableWidget* mTable = nullptr;
  QLabel* mState = nullptr;
  QLabel* mHint = nullptr;
  QPushButton* mSave = nullptr;
  QPushButton* mRemove = nullptr;
  QPushButton* mLabels = nullptr;
};

} // namespace hotchkiss::editor
