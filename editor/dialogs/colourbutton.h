#pragma once

#include <QToolButton>

namespace hotchkiss::editor {

/// Shows a colour and lets the user choose another, or none.
class ColourButton final : public QToolButton {
  Q_OBJECT

 public:
  explicit ColourButton(const QString& name, QWidget* parent = nullptr);
  /// "#rrggbb", or empty for none.
  void setColour(const std::string& colour);
  const std::string& colour() const { return mColour; }

 signals:
  void colourChanged();

 private:
  void ask();

  QString mName;
  std::string mColour;
};

} // namespace hotchkiss::editor
