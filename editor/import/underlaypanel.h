#pragma once

#include "editor/canvas/underlays.h"

#include <QWidget>

class QVBoxLayout;

namespace hotchkiss::editor {

class UnderlaySources;

/// The part of the layers dock for scans and rasters: what is shown, how strongly, how it blends, and what lies on
/// what.
class UnderlayPanel final : public QWidget {
  Q_OBJECT

 public:
  UnderlayPanel(Underlays& underlays, UnderlaySources& sources, QWidget* parent = nullptr);

 signals:
  void georeferenceWanted(const QString& source);
  void addWanted();

 private:
  void rebuild();
  QWidget* makeRow(std::size_t index);
  void change(std::size_t index, const std::function<void(UnderlayLook&)>& change);
  void move(std::size_t index, int by);

  Underlays& mUnderlays;
  UnderlaySources& mSources;
  QVBoxLayout* mRows = nullptr;
  QStringList mShape; ///< what the rows were built from; small changes keep them
};

} // namespace hotchkiss::editor
