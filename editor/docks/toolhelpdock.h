#pragma once

#include <QDockWidget>

class QAction;
class QLabel;
class QTextBrowser;

namespace hotchkiss::editor {

/// How the tool in hand is used, always in sight for those who want it.
class ToolHelpDock final : public QDockWidget {
  Q_OBJECT

 public:
  explicit ToolHelpDock(QWidget* parent = nullptr);
  /// The command that stands for the tool: its icon, name, keys and what-is-this text.
  void showTool(const QAction* action);

 private:
  QLabel* mIcon = nullptr;
  QLabel* mName = nullptr;
  QTextBrowser* mText = nullptr;
};

} // namespace hotchkiss::editor
