#pragma once

#include <QDialog>
#include <QIcon>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace hotchkiss::editor {

/// Everything that can be done or gone to, found by typing a few letters of it.
class CommandPalette final : public QDialog {
  Q_OBJECT

 public:
  struct Entry {
    QString text;
    QString detail; ///< keys of a command, what sort of thing a place is
    QIcon icon;
    std::function<void()> run;
    bool enabled = true;
  };
  /// `find` gives what only the typed text tells, such as the hex with this label.
  using Find = std::function<std::vector<Entry>(const QString& typed)>;

  CommandPalette(std::vector<Entry> entries, Find find, QWidget* parent);

  /// How well the typed letters fit a text; below zero: not at all. Letters must come in order; those that begin words
  /// and those that follow each other count more.
  static int fit(const QString& typed, const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void list(const QString& typed);
  void run();

  std::vector<Entry> mEntries;
  Find mFind;
  std::vector<Entry> mShown;
  QLineEdit* mField = nullptr;
  QListWidget* mList = nullptr;
};

} // namespace hotchkiss::editor
