#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QListWidget;

namespace hotchkiss::editor {

/// What the window shows while no module is open: how to begin, the samples, and what was open before, with small
/// pictures.
class WelcomePage final : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(QWidget* parent);
  void setRecent(const QStringList& paths);
  /// Folders of the samples that came with the program.
  void setSamples(const QStringList& paths);

 signals:
  void newWanted();
  void newOnGroundWanted();
  void openWanted();
  void openPackageWanted();
  void pathWanted(const QString& path);
  void sampleWanted(const QString& path);

 private:
  void addButton(class QVBoxLayout* column, const char* name, const char* icon, const QString& text,
                 const QString& detail, void (WelcomePage::*signal)());

  QLabel* mRecentTitle = nullptr;
  QListWidget* mRecent = nullptr;
  QLabel* mSamplesTitle = nullptr;
  QListWidget* mSamples = nullptr;
};

} // namespace hotchkiss::editor
