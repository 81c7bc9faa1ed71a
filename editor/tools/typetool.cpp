#include "editor/tools/typetool.h"

#include "editor/tools/featureplacing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hotchkiss::editor {

namespace {

struct SideKey {
  int letter;
  int number;     ///< on the number pad
  int navigation; ///< the same key of the pad without Num Lock, or with Shift
};

// Clockwise from direction 0, as the keys lie on the keyboard.
constexpr std::array<SideKey, 6> kFlat{{{Qt::Key_W, Qt::Key_8, Qt::Key_Up},
                                        {Qt::Key_E, Qt::Key_9, Qt::Key_PageUp},
                                        {Qt::Key_D, Qt::Key_3, Qt::Key_PageDown},
                                        {Qt::Key_S, Qt::Key_2, Qt::Key_Down},
                                        {Qt::Key_A, Qt::Key_1, Qt::Key_End},
                                        {Qt::Key_Q, Qt::Key_7, Qt::Key_Home}}};
constexpr std::array<SideKey, 6> kPointy{{{Qt::Key_E, Qt::Key_9, Qt::Key_PageUp},
                                          {Qt::Key_D, Qt::Key_6, Qt::Key_Right},
                                          {Qt::Key_X, Qt::Key_3, Qt::Key_PageDown},
                                          {Qt::Key_Z, Qt::Key_1, Qt::Key_End},
                                          {Qt::Key_A, Qt::Key_4, Qt::Key_Left},
                                          {Qt::Key_W, Qt::Key_7, Qt::Key_Home}}};

const std::array<SideKey, 6>& sideKeys(Orientation orientation) {
  return orientation == Orientation::Flat ? kFlat : kPointy;
}

} // namespace

std::optional<int> directionOfKey(int key, Qt::KeyboardModifiers modifiers, Orientation orientation) {
  const bool pad = modifiers & Qt::KeypadModifier;
  if (!(modifiers & Qt::ShiftModifier) || (modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)))
    return std::nullopt;
  int direction = 0;
  for (const SideKey& side : sideKeys(orientation)) {
    if (key == side.letter || key == side.navigation || (pad && key == side.number))
      return direction;
    ++direction;
  }
  return std::nullopt;
}

TypeTool::TypeTool(ToolContext& context) : Tool(context) {
  if (!mContext.document || !mContext.state)
    return;
  // What was selected is where the hand is.
  if (const auto* hex = std::get_if<HexCoord>(&state().selection()); hex && onMap(*hex))
    mAt = *hex;
  if (state().kind(ToolId::TypeAlong).empty() && !state().kind(ToolId::Hexside).empty())
    state().offer(ToolId::TypeAlong, state().kind(ToolId::Hexside));
}

const ReadingOrder& TypeTool::order() const {
  const Numbering* numbering = &document().numbering();
  if (mOrderOf != numbering || mOrderByColumns != state().readsByColumns() || mOrderExtent != map().extent()) {
    mOrderOf = numbering;
    mOrderByColumns = state().readsByColumns();
    mOrderExtent = map().extent();
    mOrder = ReadingOrder(lattice(), map().extent(), *numbering,
                          mOrderByColumns ? ReadingOrder::By::Columns : ReadingOrder::By::Rows);
  }
  return mOrder;
}

HexCoord TypeTool::here() {
  if (!mAt || !onMap(*mAt))
    mAt = order().hexes().empty() ? HexCoord{} : order().hexes().front();
  return *mAt;
}

void TypeTool::goTo(HexCoord h) {
  mAt = h;
  mLevelAt.reset();
  mContext.showCursor(h);
  mContext.refresh();
}

void TypeTool::step(bool forward) {
  const HexCoord from = here();
  const std::optional<HexCoord> next = forward ? order().next(from) : order().previous(from);
  if (next)
    return goTo(*next);
  mLevelAt.reset();
  if (forward && !order().hexes().empty() && from == order().hexes().back())
    refuse(tr("That was the last hex of the map."));
  mContext.refresh();
}

void TypeTool::press(const Pointer& pointer) {
  if (pointer.button == Qt::LeftButton && onMap(pointer.pick.hex)) {
    mTyped.clear();
    mSince.invalidate();
    goTo(pointer.pick.hex);
  }
}

/// What is typed now belongs to what was typed before: nobody made another edit, and there was no long pause.
bool TypeTool::goesOn() const {
  return mSince.isValid() && mSince.elapsed() < kPause && !mTyped.empty() &&
         document().history().position() == mPosition;
}

void TypeTool::change(const Typed& before, const std::function<void(Stroke&)>& change) {
  const bool merges = goesOn();
  if (!merges)
    mTyped.clear();
  const std::size_t position = document().history().position();
  const QString title = tr("Type along from %1").arg(QString::fromStdString(document().numbering().label(before.at)));
  if (!succeeded(document().edit(title, change, merges)))
    return;
  const bool changed = merges || document().history().position() != position;
  mPosition = document().history().position();
  // A key that changed nothing can be stepped back over, but begins no undo step.
  if (changed || !mTyped.empty())
    mTyped.push_back(before);
  mSince.start();
}

void TypeTool::setTerrain(const std::string& terrain) {
  const HexCoord h = here();
  change({h, map().hex(h), {}, 0}, [&](Stroke& stroke) { stroke.setTerrain(h, terrain); });
  step(true);
}

void TypeTool::typeLevel(int digit) {
  const HexCoord h = here();
  const Catalogue& catalogue = document().catalogue();
  const int highest = catalogue.highestLevel.value_or(30000);
  int level = digit;
  if (mLevelAt == h)
    if (const int longer = map().level(h).value_or(0) * 10 + digit; longer <= highest)
      level = longer;
  level = std::clamp(level, catalogue.lowestLevel.value_or(-30000), highest);
  change({h, map().hex(h), {}, 0}, [&](Stroke& stroke) { stroke.setLevel(h, level); });
  mLevelAt = h;
  // One digit says it all where levels have no more.
  if (state().levelStepsOn() && (highest <= 9 || level * 10 > highest))
    step(true);
  else
    mContext.showCursor(h);
}

std::string TypeTool::feature() const {
  return state().kind(ToolId::TypeAlong);
}

/// Nothing, the feature, the feature facing the other way, and nothing again.
void TypeTool::setSide(int direction) {
  const HexCoord h = here();
  const EdgeId e = lattice().edge(h, direction);
  const FeaturePlacing placing(document(), feature(), state().classId(), state().course());
  if (!placing.isKnown())
    return refuse(tr("Choose a hexside feature or a path in the palette first."));
  FeatureSet features = map().features(e);
  const Feature* present = features.find(placing.kind());
  const std::string toward = sideToward(lattice(), e, h);
  if (present && (present->side.empty() || present->side != toward)) {
    features.erase(placing.kind());
  } else if (present) {
    Feature turned = *present;
    turned.side = otherSide(turned.side);
    features.put(turned);
  } else if (const QString missing = placing.missingOn(features); !missing.isEmpty()) {
    return refuse(missing);
  } else {
    features = placing.placedOn(std::move(features), toward);
  }
  change({h, map().hex(h), e, map().edge(e)}, [&](Stroke& stroke) { stroke.setEdge(e, features.toText()); });
  mLevelAt.reset();
  mContext.showCursor(h);
}

void TypeTool::back() {
  if (mTyped.empty() || document().history().position() != mPosition)
    return step(false);
  const Typed last = mTyped.back();
  mTyped.pop_back();
  const std::string features = document().document().pool().text(last.features);
  const Outcome outcome = document().edit(
      tr("Type along"),
      [&](Stroke& stroke) {
        if (last.edge)
          stroke.setEdge(*last.edge, features);
        else
          stroke.setHex(last.at, last.hex);
      },
      true);
  mPosition = document().history().position();
  mSince.start();
  if (succeeded(outcome))
    goTo(last.at);
}

/// Arrow keys go over the map, not over the numbers.
bool TypeTool::move(int key) {
  HexCoord by;
  switch (key) {
  case Qt::Key_Left:
    by = {-1, 0};
    break;
  case Qt::Key_Right:
    by = {1, 0};
    break;
  case Qt::Key_Up:
    by = {0, -1};
    break;
  case Qt::Key_Down:
    by = {0, 1};
    break;
  default:
    return false;
  }
  const HexCoord from = here();
  goTo({std::clamp(from.c + by.c, 0, map().extent().width - 1),
        std::clamp(from.r + by.r, 0, map().extent().height - 1)});
  return true;
}

bool TypeTool::key(int key, Qt::KeyboardModifiers modifiers) {
  if (!mContext.document)
    return false;
  if (const std::optional<int> direction = directionOfKey(key, modifiers, lattice().orientation())) {
    if (mayEdit())
      setSide(*direction);
    return true;
  }
  if (modifiers & ~Qt::KeypadModifier)
    return false;
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    step(true);
    return true;
  }
  if (key == Qt::Key_Backspace) {
    back();
    return true;
  }
  if (key == Qt::Key_Delete) {
    if (mayEdit())
      setTerrain({});
    return true;
  }
  return move(key);
}

bool TypeTool::takesKey(int key, Qt::KeyboardModifiers modifiers) const {
  if (!mContext.document)
    return false;
  return directionOfKey(key, modifiers, lattice().orientation()) ||
         (!(modifiers & ~Qt::KeypadModifier) &&
          (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Backspace || key == Qt::Key_Delete));
}

bool TypeTool::typed(const QString& text) {
  if (!mContext.document || text.isEmpty() || !mayEdit())
    return false;
  if (mEntriesOf != &document().ruleset()) {
    mEntriesOf = &document().ruleset();
    mEntries = paletteEntries(document().ruleset());
  }
  if (const std::optional<KeyChoice> choice = entryForKey(mEntries, "terrain", {}, text.toStdString())) {
    setTerrain(choice->id);
    return true;
  }
  const QChar first = text.front();
  const bool hasLevels = document().catalogue().elevation == "levels";
  if (hasLevels && first >= QLatin1Char('0') && first <= QLatin1Char('9')) {
    typeLevel(first.digitValue());
    return true;
  }
  if (hasLevels && first == QLatin1Char('-')) {
    const HexCoord h = here();
    const int level = std::max(-map().level(h).value_or(0), document().catalogue().lowestLevel.value_or(-30000));
    change({h, map().hex(h), {}, 0}, [&](Stroke& stroke) { stroke.setLevel(h, level); });
    mContext.showCursor(h);
    return true;
  }
  refuse(tr("No terrain has the key %1. The palette shows the keys.").arg(text));
  return true;
}

void TypeTool::cancel() {
  mTyped.clear();
  mSince.invalidate();
  mLevelAt.reset();
  Tool::cancel();
}

QString TypeTool::keysText() const {
  if (mEntriesOf != &document().ruleset()) {
    mEntriesOf = &document().ruleset();
    mEntries = paletteEntries(document().ruleset());
  }
  QStringList out;
  for (const PaletteEntry& entry : mEntries)
    if (entry.section == "terrain" && !entry.key.empty())
      out << QString::fromStdString(entry.key) + QStringLiteral("  ") + QString::fromStdString(entry.name);
  return out.join(QLatin1Char('\n'));
}

void TypeTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  if (!mAt || !onMap(*mAt)) {
    if (mHover && onMap(mHover->pick.hex))
      view.hexes(painter, {mHover->pick.hex}, view.accent);
    return paintBox(painter, view);
  }
  if (const std::optional<HexCoord> next = order().next(*mAt)) {
    QColor faint = view.accent;
    faint.setAlpha(120);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(faint, 1.6, Qt::DashLine));
    painter.drawPolygon(view.outline(*next));
  }
  QPainterPath outline;
  outline.addPolygon(view.outline(*mAt));
  outline.closeSubpath();
  view.stroke(painter, outline, view.accent, 3);
  paintBox(painter, view);
}

/// The hex in large letters, what is on it, and what the keys mean.
void TypeTool::paintBox(QPainter& painter, const OverlayView& view) const {
  const QString label = mAt ? QString::fromStdString(document().numbering().label(*mAt)) : tr("first hex");
  QString what;
  if (mAt) {
    const std::string& terrain = map().terrain(*mAt);
    what = terrain.empty() ? tr("no terrain") : kindName("terrain", terrain);
    if (const std::optional<int> level = map().level(*mAt))
      what += QStringLiteral(" · ") + tr("level %1").arg(*level);
  }
  painter.save();
  QFont large = painter.font();
  large.setPointSizeF(26);
  large.setBold(true);
  QFont small = painter.font();
  small.setPointSizeF(9.5);
  const QString keys = keysText();
  const QFontMetricsF smallMetrics(small);
  const QFontMetricsF largeMetrics(large);
  const QRectF keysBox = smallMetrics.boundingRect(QRectF(0, 0, 400, 900), Qt::AlignLeft, keys);
  constexpr double kHex = 34;
  const double width = std::max({largeMetrics.horizontalAdvance(label), smallMetrics.horizontalAdvance(what),
                                 keysBox.width(), 4 * kHex}) +
                       28;
  const double head = largeMetrics.height() + smallMetrics.height() + 6;
  const double height = head + 3.1 * kHex + keysBox.height() + 34;
  // In a corner, and in another one when the cursor would be beneath it.
  const QRectF window(painter.viewport());
  QRectF box(window.left() + 14, window.top() + 14, width, std::min(height, window.height() - 28));
  if (mAt && box.adjusted(-20, -20, 20, 20).contains(view.toWidget(lattice().centre(*mAt))))
    box.moveRight(window.right() - 14);
  painter.setPen(QPen(QColor(255, 255, 255, 60), 1));
  painter.setBrush(QColor(0x21, 0x25, 0x29, 228));
  painter.drawRoundedRect(box, 8, 8);
  painter.setPen(Qt::white);
  painter.setFont(large);
  painter.drawText(QRectF(box.left() + 14, box.top() + 6, width, largeMetrics.height()), Qt::AlignLeft, label);
  painter.setFont(small);
  painter.setPen(QColor(255, 255, 255, 200));
  painter.drawText(QRectF(box.left() + 14, box.top() + 6 + largeMetrics.height(), width, smallMetrics.height() + 2),
                   Qt::AlignLeft, what);
  // Which key is which side.
  const QPointF middle(box.center().x(), box.top() + head + 1.75 * kHex);
  QPolygonF hex;
  const Point centre = lattice().centre({0, 0});
  for (const Point corner : lattice().outline({0, 0}))
    hex << middle + QPointF(corner.x - centre.x, corner.y - centre.y) * kHex * 1.7;
  painter.setPen(QPen(QColor(255, 255, 255, 150), 1.4));
  painter.setBrush(QColor(255, 255, 255, 22));
  painter.drawPolygon(hex);
  for (int d = 0; d < kSides; ++d) {
    const HexCoord next = lattice().neighbour({0, 0}, d);
    const Point to = lattice().centre(next);
    const QPointF at = middle + QPointF(to.x - centre.x, to.y - centre.y) * kHex * 0.62;
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(Qt::white);
    painter.drawText(QRectF(at - QPointF(12, 9), QSizeF(24, 18)), Qt::AlignCenter,
                     QString(QChar(sideKeys(lattice().orientation()).at(static_cast<std::size_t>(d)).letter)));
    painter.setFont(plain);
  }
  painter.setPen(QColor(255, 255, 255, 200));
  painter.drawText(QRectF(middle - QPointF(24, 9), QSizeF(48, 18)), Qt::AlignCenter, tr("Shift"));
  const std::string kind = feature();
  const bool isPath = kind.starts_with("path.");
  const QString name =
      kind.empty() ? QString() : kindName(isPath ? "path" : "edgeFeature", isPath ? kind.substr(5) : kind);
  const double below = box.top() + head + 3.45 * kHex;
  painter.drawText(QRectF(box.left() + 8, below, width - 16, 18), Qt::AlignCenter,
                   smallMetrics.elidedText(name, Qt::ElideRight, width - 16));
  painter.setClipRect(box);
  painter.drawText(QRectF(box.left() + 14, below + 24, width, keysBox.height() + 6), Qt::AlignLeft, keys);
  painter.restore();
}

QString TypeTool::statusText() const {
  const QString label = mAt ? QString::fromStdString(document().numbering().label(*mAt)) : QString();
  return tr("%1 · letter: terrain, and on · digit: level · Shift+side: feature · Enter: on · Backspace: back · "
            "click: go on from here")
      .arg(label);
}

QString TypeTool::helpText() const {
  return tr(
      "Types a printed map along. The cursor walks the hexes in the order of their printed numbers, row by row or "
      "column by column. The key of a terrain sets it and steps on; digits set the level; Enter steps on without "
      "a change, Del clears the terrain. Shift and the key of a side (or of the number pad) puts the feature that "
      "is chosen in the palette on that side; again turns it round, and again takes it away. Backspace takes back "
      "key by key, undo takes back all that was typed without a pause of four seconds. Show the scan under the "
      "map and make the terrain layer fainter to see what you copy.");
}

} // namespace hotchkiss::editor
