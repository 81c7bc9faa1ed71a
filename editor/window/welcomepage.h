#pragma once

#include <QStringList>
#include <QWidget>

class QVBoxLayout;

namespace hotchkiss::editor {

/// What the window shows while no module is open.
class WelcomePage final : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(QWidget* parent);
  void setRecent(const QStringList& paths);

 signals:
  void newWanted();
  void openWanted();
  void pathWanted(const QString& path);

 private:
  QVBoxLayout* mRecent;
};

} // namespace hotchkiss::editor
