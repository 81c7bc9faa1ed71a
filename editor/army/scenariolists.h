#pragma once

#include <QTreeWidget>

namespace hotchkiss::editor {

/// A list of pieces that can be dragged to the map; the turn track also takes its own arrivals back on other turns.
class PieceList final : public QTreeWidget {
  Q_OBJECT

 public:
  static constexpr int kIdRole = Qt::UserRole;       ///< of a piece or formation
  static constexpr int kTurnRole = Qt::UserRole + 1; ///< id of a turn
  static constexpr int kArrivalRole =
      Qt::UserRole + 2; ///< row of the schedule that may be moved in time, "arrival us.a1"

  enum class Takes { Nothing, Arrivals };
  explicit PieceList(Takes takes, QWidget* parent = nullptr);

 signals:
  void arrivalDropped(const QString& row, const QString& turn);

 protected:
  QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override;
  QStringList mimeTypes() const override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  Qt::DropActions supportedDropActions() const override { return Qt::CopyAction | Qt::MoveAction; }

 private:
  Takes mTakes;
};

} // namespace hotchkiss::editor
