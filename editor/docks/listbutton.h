#pragma once

#include <QToolButton>

namespace hotchkiss::editor {

/// Chooses several from a menu, and looks like the fields that choose one.
class ListButton final : public QToolButton {
  Q_OBJECT

 public:
  explicit ListButton(QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

} // namespace hotchkiss::editor
