#pragma once

#include "editor/canvas/canvaspreview.h"
#include "editor/canvas/framestats.h"
#include "editor/canvas/rulesoverlay.h"
#include "editor/canvas/selectionshape.h"
#include "editor/canvas/tilestore.h"
#include "editor/canvas/underlays.h"
#include "editor/canvas/viewport.h"
#include "editor/model/editordocument.h"
#include "editor/model/toolstate.h"
#include "editor/tools/tool.h"

#include <QElapsedTimer>
#include <QWidget>

class QGestureEvent;
class QLineEdit;

namespace hotchkiss::editor {

class SelectTool;
class SetupView;

/// The map on the screen: tiles from the store below, overlays of tool and selection on top, and the hand that works.
class MapCanvas final : public QWidget {
  Q_OBJECT

 public:
  MapCanvas(ToolState& state, QWidget* parent);
  ~MapCanvas() override;

  void setDocument(EditorDocument* document);
  /// Whose answers are shown, and what the reach tool asks.
  void setRules(RulesModel* rules);
  /// Counters of a scenario, drawn over the map and moved by hand with the select tool.
  void setSetup(SetupView* setup);
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

  /// Labels by other sheets than the module's, drawn over the map while somebody edits them; null for none.
  void setNumberingPreview(std::shared_ptr<const Numbering> numbering);

  // The clipboard and what is selected: canvasclipboard.cpp.
  void copyArea();
  void cutArea();
  void paste();
  void clearArea();
  void selectAll();
  void rotateArea(int sixths);
  void mirrorArea();
  /// Takes up what lies under the pointer, or at the cursor of the keys.
  void pickUp();

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
  /// Scans and rasters under and over the map.
  Underlays& underlays() { return mUnderlays; }
  const Viewport& viewport() const { return mViewport; }
  /// Somebody who draws on top of everything, in the widget's pixels: marks of findings, control points.
  using Decoration = std::function<void(QPainter&, const Viewport&)>;
  void addDecoration(const Decoration& decoration) { mDecorations.push_back(decoration); }
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
  /// Counters were dropped on a hex.
  void placed(const std::vector<std::string>& pieces, hotchkiss::HexCoord hex);
  /// A row of a schedule ("arrival us.a1") was dropped on a hex.
  void routed(const QString& row, hotchkiss::HexCoord hex);
  /// A right click with the tool Select, or the menu key: what lies there is selected.
  void menuWanted(const hotchkiss::Pick& pick, const QPoint& at);
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
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
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
  bool turnAim(int key);
  Point aimed() const;
  void showCursor(HexCoord h);
  void paintNumbering(QPainter& painter, const OverlayView& view, const QRectF& visible) const;
  SelectTool* takeSelectTool();
  std::vector<HexCoord> areaOrHex() const;
  bool pinch(QGestureEvent* event);

  // Counters: canvascounters.cpp.
  void pressCounter(QPointF position, Qt::KeyboardModifiers modifiers);
  bool dragCounter(QPointF position);
  void hoverCounters(QPointF position);
  bool releaseCounter(QPointF position);
  void paintCounters(QPainter& painter);
  std::optional<HexCoord> hexAt(QPointF position) const;

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
  SetupView* mSetup = nullptr;
  std::optional<QPointF> mCounterFrom; ///< a counter was pressed here
  std::vector<std::string> mCarried;   ///< pieces on their way
  std::optional<HexCoord> mCarriedTo;
  FrameStats mFrames;
  Underlays mUnderlays;
  std::vector<Decoration> mDecorations;

  bool mFitted = false;  ///< the view shows the whole map until the user moves it
  bool mWaiting = false; ///< allTilesReady() is owed
  bool mSpaceHeld = false;
  bool mPanning = false;
  QPointF mPanFrom;
  Qt::MouseButton mToolButton = Qt::NoButton;
  std::optional<HexCoord> mCursor; ///< moved by the arrow keys
  bool mCursorShown = false;       ///< not while the mouse is used
  std::optional<int> mAim;         ///< the side (even) or corner (odd) of the cursor's hex that Enter means
  QPointF mPointerAt{-1, -1};
  bool mAltHeld = false;
  std::shared_ptr<const Numbering> mNumbering; ///< preview
  QLineEdit* mNameEdit = nullptr;
  NamedThing mNamed;
  bool mNamedIsNew = false;
};

} // namespace hotchkiss::editor
