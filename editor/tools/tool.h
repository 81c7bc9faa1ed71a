#pragma once

#include "editor/model/editordocument.h"
#include "editor/model/toolstate.h"
#include "libterrain/search/picking.h"
#include "render/mapstyle.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPointer>

#include <functional>
#include <set>

namespace hotchkiss::editor {

class RulesModel;

/// What the pointer does, in the plane of the map.
struct Pointer {
  Point plane;
  Pick pick;
  Qt::MouseButton button = Qt::NoButton; ///< the one that went down or up, or that is held during a drag
  Qt::KeyboardModifiers modifiers = Qt::NoModifier;
};

/// How overlays get from the plane to the screen, and their colours.
struct OverlayView {
  std::function<QPointF(Point)> toWidget;
  double scale = 40; ///< pixels per pitch
  QRectF visible;    ///< part of the plane that is in sight
  QColor accent;
  QColor danger; ///< of what is going to be erased
  const Lattice* lattice = nullptr;
  const MapStyle* style = nullptr; ///< of the map under it

  QPolygonF outline(HexCoord h) const;
  QLineF line(EdgeId e) const;
  /// A line that shows on any ground: the colour on a pale casing.
  void stroke(QPainter& painter, const QPainterPath& path, const QColor& colour, double width = 2) const;
  void hexes(QPainter& painter, const std::vector<HexCoord>& hexes, const QColor& colour) const;
  /// Their outline alone, so that the colours of the map stay true.
  void border(QPainter& painter, const std::vector<HexCoord>& hexes, const QColor& colour) const;
  void runs(QPainter& painter, const std::vector<HexCoord>& hexes, const QColor& colour) const;
  void edge(QPainter& painter, EdgeId e, const QColor& colour) const;
  void dot(QPainter& painter, Point at, const QColor& colour, double radius = 4.5) const;
  /// Small ticks on one side of an edge: "a", "b" or "both".
  void ticks(QPainter& painter, EdgeId e, const std::string& side, const QColor& colour) const;
  /// The symbol that a click would put there, as the map draws it but pale.
  void ghost(QPainter& painter, const std::string& section, const std::string& id, const std::string& classId, Point at,
             double degrees = 0) const;
  /// A short text in a box beside a place, such as a count.
  void tag(QPainter& painter, Point at, const QString& text) const;
  /// An arrow head on the way from one place to the next.
  void arrow(QPainter& painter, Point from, Point to, const QColor& colour) const;
};

/// What tools work with. The window provides it; tests may do without a window.
struct ToolContext {
  EditorDocument* document = nullptr;
  ToolState* state = nullptr;
  QPointer<RulesModel> rules;
  std::function<void()> refresh = [] {};                                ///< the overlay changed
  std::function<void(const QString&)> complain = [](const QString&) {}; ///< why something cannot be done
  /// Lets the user type a name. A new thing also gets an id by it.
  std::function<void(const NamedThing&, bool)> startNaming = [](const NamedThing&, bool) {};
  /// Brings a hex into sight and tells the window that it is what the keys mean now.
  std::function<void(HexCoord)> showCursor = [](HexCoord) {};
};

/// A tool of the canvas: turns what the pointer does into strokes on the document.
class Tool {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::Tool)

 public:
  explicit Tool(ToolContext& context) : mContext(context) {}
  virtual ~Tool() = default;
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;

  virtual void press(const Pointer& pointer) = 0;
  virtual void drag(const Pointer&) {}
  virtual void release(const Pointer&) {}
  virtual void hover(const Pointer& pointer);
  virtual void leave();
  /// True when the key meant something to the tool.
  virtual bool key(int key, Qt::KeyboardModifiers modifiers);
  /// True when a typed character meant something to the tool.
  virtual bool typed(const QString&) { return false; }
  /// All keys go to the tool first, also those that are shortcuts of the window: for tools that are typed with.
  virtual bool takesKey(int, Qt::KeyboardModifiers) const { return false; }
  /// Takes in hand what lies under the pointer: its kind, class and course, and the tool for it.
  virtual void pickUp(const Pointer& pointer);
  /// Whether Alt and click (or the right button, if the user likes that better) picks up.
  virtual bool picksUpByClick() const { return true; }
  /// Drops what is in progress.
  virtual void cancel();
  virtual bool isBusy() const { return mContext.document && mContext.document->inStroke(); }
  virtual void paintOverlay(QPainter& painter, const OverlayView& view) const = 0;
  virtual QString statusText() const = 0; ///< what a click would do here
  virtual QString helpText() const = 0;   ///< how the tool is used
  virtual Qt::CursorShape cursor() const { return Qt::CrossCursor; }

 protected:
  EditorDocument& document() const { return *mContext.document; }
  const Document& map() const { return mContext.document->document(); }
  ToolState& state() const { return *mContext.state; }
  const Lattice& lattice() const { return map().lattice(); }
  bool onMap(HexCoord h) const { return map().extent().contains(h); }
  bool onMap(EdgeId e) const;
  bool onMap(VertexId v) const;
  /// Reports a failure to the user; true when it was none.
  bool succeeded(const Outcome& outcome) const;
  void refuse(const QString& reason) const { mContext.complain(reason); }
  /// Says so when the document cannot be changed.
  bool mayEdit() const;
  QString kindName(const std::string& section, const std::string& id) const;

  ToolContext& mContext;
  std::optional<Pointer> mHover;
};

/// The tool for an id.
std::unique_ptr<Tool> makeTool(ToolId id, ToolContext& context);

} // namespace hotchkiss::editor
