#pragma once

#include "editor/model/editordocument.h"
#include "importers/frame/frameimport.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QTabWidget;
class QTreeWidget;

namespace hotchkiss::editor {

/// Says where the map lies on the ground: by a bounding box, by its centre, or by places whose hexes are known.
class FrameDialog final : public QDialog {
  Q_OBJECT

 public:
  enum class Way { Box, Centre, Places };
  FrameDialog(EditorDocument& document, Way way, QWidget* parent = nullptr);

  void accept() override;

 private:
  QWidget* buildBox();
  QWidget* buildCentre();
  QWidget* buildPlaces();
  QDoubleSpinBox* addDegrees(const QString& name) const;
  void takeFromFile();
  void browsePlaces();
  void suggestCrs(Point lonLat);
  void refresh();
  std::optional<Error> work(); ///< fills the wanted frame and size
  nlohmann::json row() const;
  void write(Stroke& stroke) const;

  EditorDocument& mDocument;
  std::optional<Frame> mFrame;
  Extent mExtent;
  bool mIsFilling = true;
  QTabWidget* mTabs = nullptr;
  QLineEdit* mCrs = nullptr;
  QLabel* mCrsName = nullptr;
  QDoubleSpinBox* mPitch = nullptr;
  QComboBox* mUnit = nullptr;
  QDoubleSpinBox* mRotation = nullptr;
  QDoubleSpinBox* mWest = nullptr;
  QDoubleSpinBox* mSouth = nullptr;
  QDoubleSpinBox* mEast = nullptr;
  QDoubleSpinBox* mNorth = nullptr;
  QDoubleSpinBox* mLon = nullptr;
  QDoubleSpinBox* mLat = nullptr;
  QSpinBox* mColumns = nullptr;
  QSpinBox* mRows = nullptr;
  QLineEdit* mPlaces = nullptr;
  QComboBox* mModel = nullptr;
  QTreeWidget* mResiduals = nullptr;
  QLabel* mMessage = nullptr;
  QDialogButtonBox* mButtons = nullptr;
};

} // namespace hotchkiss::editor
