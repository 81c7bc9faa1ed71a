#pragma once

#include "editor/docks/paletteentries.h"
#include "editor/model/toolstate.h"

#include <QFrame>

#include <vector>

class QButtonGroup;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QSlider;
class QSpinBox;
class QToolButton;

namespace hotchkiss::editor {

class EditorDocument;

/// How the tool in hand paints: size of the brush, level, class, course, or the record that it adds to.
class PaletteOptions final : public QFrame {
  Q_OBJECT

 public:
  explicit PaletteOptions(ToolState& tools, QWidget* parent = nullptr);
  void setDocument(EditorDocument* document, const std::vector<PaletteEntry>& entries);
  /// Shows what the tool in hand needs.
  void refresh();

  /// Whether a tool paints hexes in several shapes, and whether its right button can pick up.
  static bool hasShapes(ToolId tool);
  static bool hasRightButton(ToolId tool);

 signals:
  void failed(const QString& message);

 private:
  static QToolButton* iconButton(const QIcon& icon, const QString& name, const QString& tip, const char* object);
  void buildBrush();
  void buildShapes();
  void buildSelect();
  void buildRightButton();
  void buildEasyWay();
  void buildTyping();
  void buildCourses();
  void buildLevel();
  void buildClass();
  void buildCourse();
  void buildTarget();
  void showBrush();
  void showShapes();
  void showCourses();
  void showLevel();
  void showClass(const PaletteEntry* entry);
  void showCourse(const PaletteEntry* entry);
  void showTargets(const PaletteEntry* entry);
  void makeCourse();
  void makeTarget();
  const PaletteEntry* chosen() const;

  ToolState& mTools;
  EditorDocument* mDocument = nullptr;
  std::vector<PaletteEntry> mEntries;
  bool mIsShowing = false;

  QLabel* mTitle = nullptr;
  QFormLayout* mForm = nullptr;
  QWidget* mBrushRow = nullptr;
  QSlider* mBrush = nullptr;
  QLabel* mBrushText = nullptr;
  QWidget* mShapeRow = nullptr;
  QButtonGroup* mShapes = nullptr;
  QWidget* mSelectRow = nullptr;
  QButtonGroup* mSelectShapes = nullptr;
  QComboBox* mRightButton = nullptr;
  QComboBox* mEasyWay = nullptr;
  QComboBox* mReading = nullptr;
  QComboBox* mStepsOn = nullptr;
  QWidget* mCourseModeRow = nullptr;
  QButtonGroup* mCourseModes = nullptr;
  QListWidget* mCourses = nullptr;
  QComboBox* mCourseClass = nullptr;
  QWidget* mLevelRow = nullptr;
  QSpinBox* mLevel = nullptr;
  bool mLevelIsStep = false; ///< the number says by how much is raised or lowered
  QButtonGroup* mLevelModes = nullptr;
  QComboBox* mClass = nullptr;
  QWidget* mCourseRow = nullptr;
  QComboBox* mCourse = nullptr;
  QWidget* mNewCourseRow = nullptr;
  QLineEdit* mNewCourse = nullptr;
  QWidget* mTargetRow = nullptr;
  QListWidget* mTargets = nullptr;
  QLineEdit* mNewTarget = nullptr;
  QToolButton* mMakeTarget = nullptr;
};

} // namespace hotchkiss::editor
