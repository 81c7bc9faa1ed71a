#include "editor/canvas/mapcanvas.h"

#include "editor/model/rulesmodel.h"
#include "editor/tools/namedrecords.h"

#include <QGestureEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainterPath>
#include <QScreen>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hotchkiss::editor {

namespace {

/// Distance of hex centres on the usual printed map of these series.
constexpr double kPrintPitchInches = 0.75;

} // namespace

MapCanvas::MapCanvas(ToolState& state, QWidget* parent) : QWidget(parent), mState(state), mTiles(this) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(200, 150);
  setAccessibleName(tr("Map"));
  setAccessibleDescription(tr("The map. Arrow keys move the cursor, Enter uses the tool."));
  grabGesture(Qt::PinchGesture);
  mContext.state = &state;
  mContext.refresh = [this] {
    updateCursor();
    update();
  };
  mContext.showCursor = [this](HexCoord h) { showCursor(h); };
  mContext.complain = [this](const QString& reason) { emit complained(reason); };
  mContext.startNaming = [this](const NamedThing& thing, bool isNew) { startNaming(thing, isNew); };
  mTool = makeTool(mToolId, mContext);
  connect(&mState, &ToolState::changed, this, &MapCanvas::changeTool);
  connect(&mState, &ToolState::selectionChanged, this, [this] {
    mSelection = mDocument ? shapeOf(mDocument->document(), mState.selection()) : SelectionShape();
    update();
  });
  connect(&mState, &ToolState::areaChanged, this, [this] {
    update();
    if (mDocument)
      emit pointed(std::nullopt, {}); // the hint speaks of the area
  });
  connect(&mTiles, &TileStore::tileReady, this,
          [this](const QRectF& plane) { update(mViewport.toWidget(plane).toAlignedRect().adjusted(-1, -1, 1, 1)); });
  connect(&mUnderlays, &Underlays::changed, this, qOverload<>(&QWidget::update));
  connect(&mTiles, &TileStore::idle, this, [this] {
    requestTiles(); // some may have become stale while they were painted
    announceIfIdle();
  });
}

MapCanvas::~MapCanvas() = default;

void MapCanvas::setDocument(EditorDocument* document) {
  finishNaming(false);
  if (mDocument && mTool->isBusy())
    mTool->cancel(); // what it holds belongs to the old document
  if (mDocument)
    disconnect(mDocument, nullptr, this, nullptr);
  mDocument = document;
  mContext.document = document;
  mTool = makeTool(mToolId, mContext);
  mToolButton = Qt::NoButton;
  mCursor.reset();
  mAim.reset();
  mSelection = {};
  mState.setArea({});
  mNumbering.reset();
  mPreview.reset();
  mRules.clear();
  mFrames.clear();
  if (document) {
    connect(document, &EditorDocument::edited, this, &MapCanvas::follow);
    connect(document, &EditorDocument::rulesetChanged, this, [this] { rebuild(true); });
  }
  rebuild(false);
  fit();
}

void MapCanvas::setRules(RulesModel* rules) {
  mContext.rules = rules;
  connect(rules, &RulesModel::answered, this, [this] { showRules(false); });
  connect(rules, &RulesModel::questionChanged, this, [this] { showRules(true); });
}

void MapCanvas::showRules(bool isNewQuestion) {
  if (mDocument && mContext.rules && mContext.rules->document() == mDocument)
    mRules.update(*mContext.rules, mDocument->document().lattice(), isNewQuestion);
  else
    mRules.clear();
  update();
}

void MapCanvas::setMapStyle(const std::string& styleId) {
  if (mStyle && mStyle->id() == styleId)
    return;
  mStyleId = styleId;
  rebuild(true);
}

void MapCanvas::setLayers(const LayerSettings& layers) {
  if (mLayers == layers)
    return;
  mLayers = layers;
  rebuild(true);
}

void MapCanvas::rebuild(bool keepOld) {
  if (!mDocument) {
    mTiles.setPainter(nullptr, false);
    mStyle.reset();
    update();
    return;
  }
  mStyle = std::make_shared<const MapStyle>(MapStyle::load(mDocument->ruleset(), mStyleId));
  const MapSnapshot snapshot = mPreview && mPreview->showsResult ? mPreview->snapshot : mDocument->snapshot();
  mTiles.setPainter(std::make_shared<const MapPainter>(snapshot, mStyle, mLayers), keepOld);
  mViewport.setBounds(mTiles.painter()->bounds());
  viewChanged();
}

void MapCanvas::setPreview(std::shared_ptr<const CanvasPreview> preview) {
  if (!mDocument || preview == mPreview)
    return;
  const bool otherMap = (preview && preview->showsResult) || (mPreview && mPreview->showsResult);
  mPreview = std::move(preview);
  if (otherMap)
    rebuild(true);
  update();
}

void MapCanvas::follow(const Edit& edit) {
  if (!mTiles.painter())
    return;
  if (mPreview) {
    setPreview(nullptr);
    emit previewDropped();
  }
  const bool moved = std::any_of(edit.parts.begin(), edit.parts.end(),
                                 [](const auto& part) { return std::holds_alternative<Reframe>(part); });
  if (moved) {
    mCursor.reset();
    mAim.reset();
    mState.setArea({});
    rebuild(false);
  } else {
    MapPainter::Update next = mTiles.painter()->after(edit, mDocument->snapshot());
    mTiles.setPainter(std::move(next.painter), next.dirty);
    requestTiles();
  }
  if (!mSelection.empty() || std::holds_alternative<NamedThing>(mState.selection()))
    mSelection = shapeOf(mDocument->document(), mState.selection());
  update();
}

void MapCanvas::changeTool() {
  if (mState.tool() != mToolId) {
    // What the old tool still does may change the state again, and come back here.
    mToolId = mState.tool();
    mToolButton = Qt::NoButton;
    const std::unique_ptr<Tool> old = std::exchange(mTool, makeTool(mToolId, mContext));
    if (old->isBusy())
      old->cancel();
    if (mDocument && underMouse())
      mTool->hover(pointerAt(mapFromGlobal(QCursor::pos()), Qt::NoButton, Qt::NoModifier));
  }
  updateCursor();
  update();
}

void MapCanvas::viewChanged() {
  requestTiles();
  if (mNameEdit)
    finishNaming(true);
  update();
  emit scaleChanged(scale());
}

void MapCanvas::zoomSteps(double steps) {
  mFitted = false;
  mViewport.zoomSteps(steps, QPointF(rect().center()));
  viewChanged();
}

void MapCanvas::zoomTo(double scale) {
  mFitted = false;
  mViewport.zoomTo(scale, QPointF(rect().center()));
  viewChanged();
}

void MapCanvas::fit() {
  mFitted = true;
  mViewport.fit();
  viewChanged();
}

double MapCanvas::printScale() const {
  const QScreen* at = screen();
  const double dpi = at ? at->physicalDotsPerInch() : 96;
  return (dpi > 40 && dpi < 800 ? dpi : 96) * kPrintPitchInches; // screens may say anything
}

void MapCanvas::showPrintSize() {
  zoomTo(printScale());
}

void MapCanvas::showPlace(const Selection& place) {
  if (!mDocument)
    return;
  const SelectionShape shape = shapeOf(mDocument->document(), place);
  mState.select(place);
  if (shape.empty())
    return;
  mFitted = false;
  constexpr double kLegible = 28;
  if (scale() < kLegible)
    mViewport.zoomTo(kLegible * 1.5, QPointF(rect().center()));
  // A whole course or region is shown whole.
  const Lattice& lattice = mDocument->document().lattice();
  if (const double room = std::min(width(), height()) / (2 * shape.reach(lattice) + 2);
      room < scale() && std::holds_alternative<NamedThing>(place))
    mViewport.zoomTo(room, QPointF(rect().center()));
  mViewport.centreOn(shape.centre(lattice));
  viewChanged();
}

void MapCanvas::showPoint(Point plane) {
  mFitted = false;
  mViewport.centreOn(plane);
  viewChanged();
}

void MapCanvas::requestTiles() {
  if (!mTiles.painter())
    return;
  const qint64 key = TileKey::scaleKey(scale());
  const QRectF visible = mViewport.plane();
  std::vector<TileKey> wanted = mTiles.tilesIn(visible, key);
  const auto fromCentre = [&](const TileKey& tile) {
    const QPointF away = mTiles.planeRect(tile).center() - visible.center();
    return away.x() * away.x() + away.y() * away.y();
  };
  const auto nearerFirst = [&](const TileKey& a, const TileKey& b) { return fromCentre(a) < fromCentre(b); };
  std::sort(wanted.begin(), wanted.end(), nearerFirst);
  // Then a rim around the window, for the next step of the hand.
  const double rim = 0.4 * TileStore::kTilePixels / mTiles.devicePixelRatio() / scale();
  const std::size_t inSight = wanted.size();
  std::vector<TileKey> around = mTiles.tilesIn(visible.adjusted(-rim, -rim, rim, rim), key);
  std::erase_if(around, [&](const TileKey& tile) { return mTiles.planeRect(tile).intersects(visible); });
  std::sort(around.begin(), around.end(), nearerFirst);
  wanted.insert(wanted.end(), around.begin(), around.end());
  mWaiting = true;
  mTiles.request(wanted, inSight);
  if (mTiles.isIdle())
    QMetaObject::invokeMethod(this, &MapCanvas::announceIfIdle, Qt::QueuedConnection);
}

bool MapCanvas::isIdle() const {
  return mTiles.isIdle();
}

bool MapCanvas::isUpToDate(bool finished) {
  for (const TileKey& key : mTiles.tilesIn(mViewport.plane(), TileKey::scaleKey(scale())))
    if (const TileStore::Picture picture = mTiles.picture(key); !(finished ? picture.finished : picture.fresh))
      return false;
  return true;
}

void MapCanvas::announceIfIdle() {
  if (mWaiting && isIdle()) {
    mWaiting = false;
    emit allTilesReady();
  }
}

void MapCanvas::paintTiles(QPainter& painter, const QRect& area) {
  const QColor outside =
      palette().color(QPalette::Window).darker(palette().color(QPalette::Window).value() > 128 ? 112 : 130);
  painter.fillRect(area, outside);
  if (!mTiles.painter())
    return;
  const bool plain = mUnderlays.isPlain();
  painter.save();
  if (!plain) { // white paper, so that blending changes nothing where there is no picture
    painter.fillRect(mViewport.toWidget(mTiles.painter()->bounds()).intersected(QRectF(area)), Qt::white);
    mUnderlays.paint(painter, mViewport, devicePixelRatioF(), true);
    mUnderlays.prepareMap(painter);
  }
  const Point topLeft = toPlane(QPointF(area.topLeft()));
  const QRectF visible(QPointF(topLeft.x, topLeft.y), QSizeF(area.size()) / scale());
  const qint64 key = TileKey::scaleKey(scale());
  // Tiles lie on whole device pixels, so that neither seams nor blur appear.
  const double ratio = devicePixelRatioF();
  const auto snapped = [ratio](double position) { return std::round(position * ratio) / ratio; };
  const QPointF origin = mViewport.toWidget(QPointF(0, 0));
  const double size = TileStore::kTilePixels / mTiles.devicePixelRatio();
  const QPointF base(snapped(origin.x()), snapped(origin.y()));
  const std::vector<TileKey> keys = mTiles.tilesIn(visible, key);
  QRegion missing;
  std::vector<std::pair<QPointF, const QImage*>> present;
  for (const TileKey& tile : keys) {
    const QPointF at = base + QPointF(tile.x * size, tile.y * size);
    if (const TileStore::Picture picture = mTiles.picture(tile); picture.image)
      present.emplace_back(at, picture.image);
    else
      missing += QRectF(at, QSizeF(size, size)).toAlignedRect();
  }
  if (!missing.isEmpty()) {
    painter.save();
    painter.setClipRegion(missing & area);
    painter.setClipRect(mViewport.toWidget(mTiles.painter()->bounds()), Qt::IntersectClip);
    painter.fillRect(area, mStyle->paper());
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    for (const auto& [other, image] : mTiles.substitutes(visible, key))
      painter.drawImage(mViewport.toWidget(mTiles.planeRect(other)), *image);
    painter.restore();
  }
  for (const auto& [at, image] : present)
    painter.drawImage(at, *image);
  painter.restore();
  if (!plain)
    mUnderlays.paint(painter, mViewport, devicePixelRatioF(), false);
}

void MapCanvas::paintOverlays(QPainter& painter) {
  const Document& map = mDocument->document();
  OverlayView view;
  view.toWidget = [this](Point p) { return mViewport.toWidget(p); };
  view.scale = scale();
  view.accent = QColor(0xd6, 0x33, 0x6c);
  view.danger = QColor(0xc9, 0x2a, 0x2a);
  view.lattice = &map.lattice();
  view.style = mStyle.get();
  view.visible = mViewport.plane().adjusted(-1, -1, 1, 1);
  mRules.paint(painter, map.lattice(), mViewport, devicePixelRatioF());
  paintCounters(painter);
  const QColor chosen(0x1c, 0x7e, 0xd6);
  const QRectF visible = mViewport.plane().adjusted(-1, -1, 1, 1);
  const auto inSight = [&](Point p) { return visible.contains(p.x, p.y); };
  if (mPreview)
    mPreview->paint(painter, view, visible);
  std::vector<HexCoord> hexes;
  for (const HexCoord h : mSelection.hexes)
    if (inSight(map.lattice().centre(h)))
      hexes.push_back(h);
  if (!hexes.empty())
    view.hexes(painter, hexes, chosen);
  if (!mState.area().empty() && !mTool->isBusy())
    view.hexes(painter, mState.area(), chosen);
  if (mNumbering)
    paintNumbering(painter, view, visible);
  for (const EdgeId e : mSelection.edges)
    if (inSight(map.lattice().middle(e)))
      view.edge(painter, e, chosen);
  for (const VertexId v : mSelection.vertices)
    if (inSight(map.lattice().position(v)))
      view.dot(painter, map.lattice().position(v), chosen, 6);
  if (mCursor && mCursorShown && hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(255, 255, 255, 200), 4));
    painter.drawPolygon(view.outline(*mCursor));
    painter.setPen(QPen(QColor(30, 30, 30), 1.6, Qt::DashLine));
    painter.drawPolygon(view.outline(*mCursor));
    if (mAim)
      view.dot(painter, aimed(), QColor(30, 30, 30), 4);
  }
  if (!mPanning && !mSpaceHeld)
    mTool->paintOverlay(painter, view);
}

void MapCanvas::paintEvent(QPaintEvent* event) {
  QElapsedTimer timer;
  timer.start();
  if (!qFuzzyCompare(mTiles.devicePixelRatio(), devicePixelRatioF())) { // moved to another screen
    mTiles.setDevicePixelRatio(devicePixelRatioF());
    QMetaObject::invokeMethod(this, &MapCanvas::requestTiles, Qt::QueuedConnection);
  }
  QPainter painter(this);
  paintTiles(painter, event->rect());
  if (mDocument) {
    painter.setRenderHint(QPainter::Antialiasing);
    paintOverlays(painter);
    for (const Decoration& decoration : mDecorations)
      decoration(painter, mViewport);
  }
  mFrames.add(static_cast<double>(timer.nsecsElapsed()) / 1e6);
}

void MapCanvas::resizeEvent(QResizeEvent*) {
  mTiles.setDevicePixelRatio(devicePixelRatioF());
  mViewport.setSize(QSizeF(size()));
  if (mFitted)
    mViewport.fit();
  viewChanged();
}

void MapCanvas::startNaming(const NamedThing& thing, bool isNew) {
  finishNaming(true);
  if (!mDocument)
    return;
  const SelectionShape shape = shapeOf(mDocument->document(), thing);
  const QPointF at = shape.empty() ? QPointF(rect().center()) : toWidget(shape.centre(mDocument->document().lattice()));
  mNamed = thing;
  mNamedIsNew = isNew;
  mNameEdit = new QLineEdit(this);
  mNameEdit->setObjectName(QStringLiteral("nameEdit"));
  mNameEdit->setPlaceholderText(tr("Name"));
  mNameEdit->setMaxLength(200);
  mNameEdit->setText(QString::fromStdString(recordOf(mDocument->document(), thing).value("name", "")));
  mNameEdit->selectAll();
  mNameEdit->resize(190, mNameEdit->sizeHint().height());
  const QPoint wish = at.toPoint() + QPoint(14, -mNameEdit->height() / 2);
  mNameEdit->move(std::clamp(wish.x(), 0, std::max(0, width() - mNameEdit->width())),
                  std::clamp(wish.y(), 0, std::max(0, height() - mNameEdit->height())));
  connect(mNameEdit, &QLineEdit::editingFinished, this, [this] { finishNaming(true); });
  mNameEdit->installEventFilter(this);
  mNameEdit->show();
  mNameEdit->setFocus();
}

void MapCanvas::finishNaming(bool accept) {
  if (!mNameEdit)
    return;
  QLineEdit* edit = std::exchange(mNameEdit, nullptr); // hiding it ends the editing once more
  const std::string name = edit->text().trimmed().toStdString();
  const bool hadFocus = edit->hasFocus();
  edit->hide();
  edit->deleteLater();
  if (hadFocus)
    setFocus();
  if (!accept || !mDocument || recordOf(mDocument->document(), mNamed).value("name", "") == name)
    return;
  NamedThing named = mNamed;
  const Outcome outcome = mDocument->edit(
      tr("Name %1").arg(QString::fromStdString(name)),
      [&](Stroke& stroke) { named = rename(stroke, mDocument->catalogue(), mNamed, name, mNamedIsNew); }, mNamedIsNew);
  if (!outcome)
    emit complained(QString::fromStdString(outcome.error().text()));
  else if (named != mNamed)
    mState.select(named);
}

} // namespace hotchkiss::editor
