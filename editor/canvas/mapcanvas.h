#pragma once

#include "editor/canvas/canvaspreview.h"
#include "editor/canvas/framestats.h"
#include "editor/canvas/rulesoverlay.h"
#include "editor/canvas/selectionshape.h"
#include "editor/canvas/tilestore.h"
#include "editor/canvas/viewport.h"
#include "editor/model/editordocument.h"
#include "editor/model/toolstate.h"
#include "editor/tools/tool.h"

#include <QElapsedTimer>
#include <QWidget>

class QGestureEvent;
class QLineEdit;

namespace hotchkiss::editor {

/// The map on the screen: tiles from the store below, overlays of tool and selection on top, and the hand that works.
class MapCanvas final : public QWidget {
  Q_OBJECT

 public:
  MapCanvas(ToolState& state, QWidget* parent);
  ~MapCanvas() override;

  void setDocument(EditorDocument* document);
  /// Whose answers are shown, and what the reach tool asks.
  void setRules(RulesModel* rules);
  void setMapStyle(const std::string& styleId);
  void setLayers(const LayerSettings& layers);
  const std::shared_ptr<const MapStyle>& mapStyle() const { return mStyle; }
  const LayerSettings& layers() const { return mLayers; }
  Tool& tool() { return *mTool; }

  double scale() const { return mViewport.scale(); }
  void zoomSteps(double steps);
  void zoomTo(double scale);
  void fit();
  /// As large as in print, by what the screen says about its size.
  void showPrintSize();
  double printScale() const;
  void showPlace(const Selection& place);
  void showPoint(Point plane); ///< in the middle of the window

  /// Shows a state of the map that is only thought of, until the document is edited or null is given.
  void setPreview(std::shared_ptr<const CanvasPreview> preview);
  const CanvasPreview* preview() const { return mPreview.get(); }

  QPointF toWidget(Point plane) const { return mViewport.toWidget(plane); }
  Point toPlane(QPointF widget) const { return mViewport.toPlane(widget); }
  /// Everything in sight and a rim around it is painted and up to date.
  bool isIdle() const;
  /// What is in sight shows the present state of the map; `finished`: and no tile of it is a draft. The rim around the
  /// window may still be painted.
  bool isUpToDate(bool finished);
  FrameStats& frameStats() { return mFrames; }
  TileStore& tiles() { return mTiles; }
  const RulesOverlay& rulesOverlay() const { return mRules; }
  bool isNaming() const { return mNameEdit != nullptr; }
  void startNaming(const NamedThing& thing, bool isNew = false);
  void finishNaming(bool accept);

 signals:
  void allTilesReady();
  void scaleChanged(double scale);
  /// What is under the pointer changed; nothing when it left.
  void pointed(const std::optional<hotchkiss::Pick>& pick, hotchkiss::Point plane);
  void complained(const QString& reason);
  /// The preview was dropped, because the document changed under it.
  void previewDropped();
  /// A key that neither the canvas nor the tool has a use for.
  void typed(const QString& text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void rebuild(bool keepOld);
  void follow(const Edit& edit);
  void showRules(bool isNewQuestion);
  void changeTool();
  void viewChanged();
  void requestTiles();
  void announceIfIdle();
  void paintTiles(QPainter& painter, const QRect& area);
  void paintOverlays(QPainter& painter);
  Pointer pointerAt(QPointF position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) const;
  void point(const Pointer& pointer);
  void updateCursor();
  bool moveCursor(int key);
  bool pinch(QGestureEvent* event);

  ToolState& mState;
  EditorDocument* mDocument = nullptr;
  ToolContext mContext;
  std::unique_ptr<Tool> mTool;
  ToolId mToolId = ToolId::Select;
  Viewport mViewport;
  TileStore mTiles;
  std::string mStyleId = "engraved";
  std::shared_ptr<const MapStyle> mStyle;
  LayerSettings mLayers;
  SelectionShape mSelection;
  std::shared_ptr<const CanvasPreview> mPreview;
  RulesOverlay mRules;
  FrameStats mFrames;

  bool mFitted = false;  ///< the view shows the whole map until the user moves it
  bool mWaiting = false; ///< allTilesReady() is owed
  bool mSpaceHeld = false;
  bool mPanning = false;
  QPointF mPanFrom;
  Qt::MouseButton mToolButton = Qt::NoButton;
  std::optional<HexCoord> mCursor; ///< moved by the arrow keys
  bool mCursorShown = false;       ///< not while the mouse is used
  QLineEdit* mNameEdit = nullptr;
  NamedThing mNamed;
  bool mNamedIsNew = false;
};

} // namespace hotchkiss::editor
