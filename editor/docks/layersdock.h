#pragma once

#include "render/layers.h"

#include <QDockWidget>

#include <array>

class QSlider;
class QVBoxLayout;
class QToolButton;

namespace hotchkiss::editor {

class EditorDocument;

/// Which layers are drawn and how strongly.
class LayersDock final : public QDockWidget {
  Q_OBJECT

 public:
  explicit LayersDock(QWidget* parent = nullptr);

  /// Levels are offered only for maps that can have them.
  void setDocument(EditorDocument* document);
  const LayerSettings& settings() const { return mSettings; }
  void setSettings(const LayerSettings& settings);
  /// Puts something beneath the list of layers.
  void addPanel(QWidget* panel);

 signals:
  void layersChanged(const hotchkiss::LayerSettings& settings);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Row {
    QWidget* widget = nullptr;
    QToolButton* eye = nullptr;
    QSlider* opacity = nullptr;
  };

  QWidget* makeRow(std::size_t layer);
  QToolButton* makePresets();
  void change(const LayerSettings& settings);
  void showOnly(std::size_t layer);
  void showSettings();

  std::array<Row, kLayers> mRows;
  QVBoxLayout* mColumn = nullptr;
  LayerSettings mSettings;
};

} // namespace hotchkiss::editor
