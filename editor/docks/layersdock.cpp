#include "editor/docks/layersdock.h"

#include "editor/docks/glyphs.h"
#include "editor/model/editordocument.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

QString layerName(Layer layer) {
  switch (layer) {
  case Layer::Levels:
    return LayersDock::tr("Levels");
  case Layer::Terrain:
    return LayersDock::tr("Terrain");
  case Layer::Texture:
    return LayersDock::tr("Texture");
  case Layer::Grid:
    return LayersDock::tr("Hex grid");
  case Layer::Water:
    return LayersDock::tr("Water");
  case Layer::Relief:
    return LayersDock::tr("Relief");
  case Layer::Works:
    return LayersDock::tr("Works");
  case Layer::Paths:
    return LayersDock::tr("Roads and rail");
  case Layer::Crossings:
    return LayersDock::tr("Crossings");
  case Layer::Places:
    return LayersDock::tr("Places");
  case Layer::Borders:
    return LayersDock::tr("Borders");
  case Layer::Entries:
    return LayersDock::tr("Entries");
  case Layer::Numbers:
    return LayersDock::tr("Hex numbers");
  case Layer::Names:
    return LayersDock::tr("Names");
  case Layer::Sheets:
    return LayersDock::tr("Sheet borders");
  }
  return {};
}

LayerSettings onlyLayers(std::initializer_list<Layer> layers) {
  LayerSettings out;
  out.visible.fill(false);
  for (const Layer layer : layers)
    out.visible.at(static_cast<std::size_t>(layer)) = true;
  return out;
}

} // namespace

LayersDock::LayersDock(QWidget* parent) : QDockWidget(tr("Layers"), parent) {
  setObjectName(QStringLiteral("layersDock"));
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(6, 6, 6, 6);
  column->setSpacing(0);
  auto* top = new QHBoxLayout;
  auto* all = new QToolButton;
  all->setObjectName(QStringLiteral("layersAll"));
  all->setText(tr("Show &all"));
  all->setToolTip(tr("Shows every layer at full strength"));
  connect(all, &QToolButton::clicked, this, [this] { change(LayerSettings()); });
  top->addWidget(all);
  top->addWidget(makePresets());
  top->addStretch();
  column->addLayout(top);
  column->addSpacing(4);
  // What lies on top of the picture stands on top of the list.
  for (std::size_t i = kLayers; i-- > 0;)
    column->addWidget(makeRow(i));
  column->addStretch();
  mColumn = column;
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(body);
  setWidget(scroll);
  showSettings();
}

QToolButton* LayersDock::makePresets() {
  auto* button = new QToolButton;
  button->setObjectName(QStringLiteral("layersPresets"));
  button->setText(tr("&Presets"));
  button->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(button);
  const auto add = [&](const QString& name, const QString& object, const LayerSettings& settings) {
    QAction* action = menu->addAction(name, this, [this, settings] { change(settings); });
    action->setObjectName(object);
  };
  LayerSettings plain;
  for (const Layer layer : {Layer::Numbers, Layer::Names, Layer::Sheets, Layer::Entries})
    plain.visible.at(static_cast<std::size_t>(layer)) = false;
  LayerSettings faint;
  for (const Layer layer : {Layer::Terrain, Layer::Levels, Layer::Texture})
    faint.opacity.at(static_cast<std::size_t>(layer)) = 0.35;
  add(tr("Without lettering"), QStringLiteral("layersPresetPlain"), plain);
  add(tr("Pale ground"), QStringLiteral("layersPresetPale"), faint);
  add(tr("Ground only"), QStringLiteral("layersPresetGround"),
      onlyLayers({Layer::Levels, Layer::Terrain, Layer::Texture, Layer::Grid, Layer::Numbers}));
  add(tr("Water and relief"), QStringLiteral("layersPresetWater"),
      onlyLayers({Layer::Levels, Layer::Grid, Layer::Water, Layer::Relief, Layer::Crossings, Layer::Numbers}));
  add(tr("Roads and places"), QStringLiteral("layersPresetRoads"),
      onlyLayers({Layer::Grid, Layer::Paths, Layer::Crossings, Layer::Places, Layer::Names, Layer::Numbers}));
  button->setMenu(menu);
  return button;
}

QWidget* LayersDock::makeRow(std::size_t layer) {
  const QString name = layerName(static_cast<Layer>(layer));
  const QString id = QString::fromLatin1(layerId(static_cast<Layer>(layer)));
  Row& row = mRows.at(layer);
  row.widget = new QWidget;
  auto* line = new QHBoxLayout(row.widget);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(6);
  row.eye = new QToolButton;
  row.eye->setObjectName("layerEye_" + id);
  row.eye->setCheckable(true);
  row.eye->setStyleSheet(QStringLiteral("QToolButton{border:1px solid transparent;padding:2px;background:transparent}"
                                        "QToolButton:focus{border-color:palette(highlight);border-radius:3px}"));
  row.eye->setAccessibleName(tr("Show %1").arg(name));
  row.eye->setToolTip(tr("Shows or hides %1. Alt+click shows only this layer.").arg(name));
  row.eye->installEventFilter(this);
  connect(row.eye, &QToolButton::clicked, this, [this, layer](bool checked) {
    if (QGuiApplication::keyboardModifiers().testFlag(Qt::AltModifier))
      return showOnly(layer);
    LayerSettings settings = mSettings;
    settings.visible.at(layer) = checked;
    change(settings);
  });
  auto* label = new QLabel(name);
  row.opacity = new QSlider(Qt::Horizontal);
  row.opacity->setObjectName("layerOpacity_" + id);
  row.opacity->setRange(0, 100);
  row.opacity->setPageStep(10);
  row.opacity->setFixedWidth(96);
  row.opacity->setAccessibleName(tr("Strength of %1").arg(name));
  connect(row.opacity, &QSlider::valueChanged, this, [this, layer](int value) {
    LayerSettings settings = mSettings;
    settings.opacity.at(layer) = value / 100.0;
    change(settings);
  });
  line->addWidget(row.eye);
  line->addWidget(label, 1);
  line->addWidget(row.opacity);
  row.widget->setContextMenuPolicy(Qt::ActionsContextMenu);
  auto* only = new QAction(tr("Only this layer"), row.widget);
  connect(only, &QAction::triggered, this, [this, layer] { showOnly(layer); });
  row.widget->addAction(only);
  return row.widget;
}

bool LayersDock::eventFilter(QObject* watched, QEvent* event) {
  // Up and down walk the list of eyes, as in any list.
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Up || key == Qt::Key_Down)
      for (std::size_t i = 0; i < kLayers; ++i)
        if (mRows.at(i).eye == watched) {
          const std::size_t next = key == Qt::Key_Up ? std::min(i + 1, kLayers - 1) : (i == 0 ? 0 : i - 1);
          mRows.at(next).eye->setFocus(Qt::TabFocusReason);
          return true;
        }
  }
  return QDockWidget::eventFilter(watched, event);
}

void LayersDock::setDocument(EditorDocument* document) {
  const bool hasLevels = !document || document->catalogue().elevation == "levels";
  mRows.at(static_cast<std::size_t>(Layer::Levels)).widget->setVisible(hasLevels);
}

void LayersDock::addPanel(QWidget* panel) {
  mColumn->insertWidget(mColumn->count() - 1, panel);
}

void LayersDock::setSettings(const LayerSettings& settings) {
  mSettings = settings;
  showSettings();
}

void LayersDock::change(const LayerSettings& settings) {
  if (settings == mSettings)
    return showSettings();
  mSettings = settings;
  showSettings();
  emit layersChanged(mSettings);
}

void LayersDock::showOnly(std::size_t layer) {
  LayerSettings settings = mSettings;
  settings.visible.fill(false);
  settings.visible.at(layer) = true;
  // A second time brings all back.
  change(settings == mSettings ? LayerSettings() : settings);
}

void LayersDock::showSettings() {
  for (std::size_t i = 0; i < kLayers; ++i) {
    const Row& row = mRows.at(i);
    const QSignalBlocker eye(row.eye);
    const QSignalBlocker opacity(row.opacity);
    const bool visible = mSettings.visible.at(i);
    const int percent = static_cast<int>(std::lround(mSettings.opacity.at(i) * 100));
    row.eye->setChecked(visible);
    row.eye->setIcon(glyphIcon(visible ? Glyph::Eye : Glyph::EyeOff));
    row.opacity->setValue(percent);
    row.opacity->setToolTip(tr("%1 %").arg(percent));
    row.opacity->setEnabled(visible);
  }
}

} // namespace hotchkiss::editor
