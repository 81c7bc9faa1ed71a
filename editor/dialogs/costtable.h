#pragma once

#include "editor/model/movecosts.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QTableWidget;

namespace hotchkiss::editor {

/// What a kind costs to enter or cross, by column of the game's table and by class of mover.
class CostTable final : public QWidget {
  Q_OBJECT

 public:
  explicit CostTable(QWidget* parent = nullptr);
  void setCosts(std::shared_ptr<const MoveCosts> rules, const std::vector<MoveCost>& costs);
  std::vector<MoveCost> costs() const;

 signals:
  void changed();

 private:
  void fill();
  void addClass();
  void removeClass();

  std::shared_ptr<const MoveCosts> mRules;
  std::vector<MoveCost> mCosts;
  QTableWidget* mTable = nullptr;
  QPushButton* mAdd = nullptr;
  QPushButton* mRemove = nullptr;
  QLabel* mNote = nullptr;
  bool mIsFilling = false;
};

} // namespace hotchkiss::editor
