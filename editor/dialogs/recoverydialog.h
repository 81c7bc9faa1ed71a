#pragma once

#include "libscenario/module/session.h"

#include <QDialog>

namespace hotchkiss::editor {

/// Asks what to do with edits that were made but never saved.
class RecoveryDialog final : public QDialog {
  Q_OBJECT

 public:
  static RecoveryAnswer ask(QWidget* parent, const QString& moduleTitle, const RecoveryOffer& offer);

  RecoveryDialog(const QString& moduleTitle, const RecoveryOffer& offer, QWidget* parent = nullptr);
  RecoveryAnswer answer() const { return mAnswer; }

 private:
  void take(RecoveryAnswer answer);
  RecoveryAnswer mAnswer = RecoveryAnswer::Cancel;
};

} // namespace hotchkiss::editor
