#pragma once

#include "editor/army/setupview.h"

#include <QWidget>

namespace hotchkiss::editor {

/// The schedule of a scenario along its turns: what comes and goes, side by side, with the strength that each side has
/// by then. A card is dragged to another turn, or out of the drawing onto the map.
class TimelineView final : public QWidget {
  Q_OBJECT

 public:
  TimelineView(ArmyModel& model, SetupView& view, QWidget* parent = nullptr);

  void rebuild();
  /// The row of the schedule that is chosen; empty for none.
  const RecordKey& chosenRow() const { return mChosen; }
  void chooseRow(const RecordKey& key);
  /// Where the card of a row and the column of a turn are, for tests and tips.
  QRect cardOf(const RecordKey& key) const;
  QRect columnOf(std::size_t turn) const;
  QSize sizeHint() const override;

 signals:
  void rowChosen(const hotchkiss::RecordKey& key);
  void turnChosen(const QString& turn);
  void moved(const hotchkiss::RecordKey& key, const QString& turn);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Card {
    RecordKey key;
    QString title;
    QString where;
    QString tip;
    std::size_t turn = 0; ///< place on the track; past its end: not known beforehand
    std::size_t through = 0;
    int lane = 0;
    std::size_t pieces = 0;
    bool leaves = false;
    bool isOptional = false;
    CounterContent content;
    std::string contentKey;
    std::vector<std::string> ids;
  };
  struct Band { ///< of a side
    std::string side;
    QString name;
    QColor colour;
    std::vector<Card> cards;
    int lanes = 1;
    int top = 0;
    std::vector<QString> totals; ///< strength by turn
    std::vector<double> bars;    ///< the same as a share of the largest
    std::vector<QString> points; ///< what there is to win by then
  };
  void addCard(const SetupPlan& plan, const Arrival& row);
  void addTotals(const SetupPlan& plan, Band& band, double& largest);
  void layOut();
  int columns() const;
  int turnAt(QPoint at) const;
  const Card* cardAt(QPoint at) const;
  QRect rectOf(const Band& band, const Card& card) const;
  void paintHead(QPainter& painter) const;
  void paintBand(QPainter& painter, const Band& band);
  void paintCard(QPainter& painter, const Band& band, const Card& card);
  void startMapDrag(const Card& card);

  ArmyModel& mModel;
  SetupView& mView;
  std::vector<Band> mBands;
  bool mHasOpen = false; ///< some rows are not on the track
  RecordKey mChosen;
  QPoint mPressed;
  RecordKey mDragged;
  int mDragTurn = -1;
  CounterPixmaps mPixmaps;
};

} // namespace hotchkiss::editor
