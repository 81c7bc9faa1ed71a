#pragma once

#include <QDialog>
#include <nlohmann/json_fwd.hpp>

#include <string>

class QLineEdit;

namespace hotchkiss::editor {

/// Asks what is known about an unknown value: bounds, who could tell, a note.
class UnknownDialog final : public QDialog {
  Q_OBJECT

 public:
  /// Bounds are only asked for where the value is a number.
  UnknownDialog(const QString& name, const nlohmann::json& value, bool isNumber, QWidget* parent = nullptr);
  nlohmann::json value() const; ///< {"unknown":true,…}

 private:
  QLineEdit* mMin = nullptr;
  QLineEdit* mMax = nullptr;
  QLineEdit* mRef = nullptr;
  QLineEdit* mNote = nullptr;
};

} // namespace hotchkiss::editor
