#pragma once

#include "libscenario/validation/finding.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace hotchkiss::editor {

/// Whether a finding stands in the way of one scenario: those about other scenarios do not matter to it. Every finding
/// concerns the module as a whole (the empty id).
bool concernsScenario(const Finding& finding, const std::string& scenario);
/// How many things stand between a scenario (or the module) and a package of a level, lower levels included.
std::size_t countBlocking(const std::vector<Finding>& findings, const std::string& scenario, Level level);

/// What stands between a scenario, or the module, and an export of each level: level by level, with a way to each.
class LevelsView final : public QWidget {
  Q_OBJECT

 public:
  explicit LevelsView(QWidget* parent = nullptr);
  void setFindings(const std::vector<Finding>& findings);
  /// Empty: the whole module.
  void setScenario(const std::string& id);
  /// Opens the part of a level.
  void showLevel(Level level);
  const Finding* chosen() const;

 signals:
  void goTo(const hotchkiss::Finding& finding);
  void chosenChanged();

 private:
  void rebuild();

  std::string mScenario;
  std::vector<Finding> mFindings;
  QLabel* mText = nullptr;
  QTreeWidget* mList = nullptr;
};

} // namespace hotchkiss::editor
