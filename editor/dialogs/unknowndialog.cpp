#include "editor/dialogs/unknowndialog.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

QString boundText(const json& value, const char* name) {
  return value.is_object() && value.contains(name) ? QString::fromStdString(value[name].dump()) : QString();
}

QString wordText(const json& value, const char* name) {
  return value.is_object() ? QString::fromStdString(value.value(name, "")) : QString();
}

} // namespace

UnknownDialog::UnknownDialog(const QString& name, const json& value, bool isNumber, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("unknownDialog"));
  setWindowTitle(tr("%1 is unknown").arg(name));
  auto* column = new QVBoxLayout(this);
  auto* text = new QLabel(tr("The sources do not tell this value. Say what is known about it."));
  text->setWordWrap(true);
  column->addWidget(text);
  auto* form = new QFormLayout;
  const auto field = [&](const QString& label, const QString& object, const QString& content) {
    auto* edit = new QLineEdit(content);
    edit->setObjectName(object);
    form->addRow(label, edit);
    return edit;
  };
  mMin = field(tr("At &least:"), QStringLiteral("unknownMin"), boundText(value, "min"));
  mMax = field(tr("At &most:"), QStringLiteral("unknownMax"), boundText(value, "max"));
  mRef = field(tr("&Who could tell:"), QStringLiteral("unknownRef"), wordText(value, "ref"));
  mNote = field(tr("&Note:"), QStringLiteral("unknownNote"), wordText(value, "note"));
  for (QLineEdit* bound : {mMin, mMax}) {
    auto* validator = new QDoubleValidator(bound);
    validator->setLocale(QLocale::c());
    bound->setValidator(validator);
    form->setRowVisible(bound, isNumber);
  }
  column->addLayout(form);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  QPushButton* ok = buttons->button(QDialogButtonBox::Ok);
  ok->setObjectName(QStringLiteral("unknownOk"));
  const auto check = [this, ok] {
    const json known = this->value();
    ok->setEnabled(!known.contains("min") || !known.contains("max") || known["min"] <= known["max"]);
    ok->setToolTip(ok->isEnabled() ? QString() : tr("The least value is greater than the most."));
  };
  connect(mMin, &QLineEdit::textChanged, this, check);
  connect(mMax, &QLineEdit::textChanged, this, check);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
}

json UnknownDialog::value() const {
  json out{{"unknown", true}};
  const auto bound = [&](const char* name, const QLineEdit* edit) {
    const json number = json::parse(edit->text().trimmed().toStdString(), nullptr, false);
    if (number.is_number())
      out[name] = number;
  };
  bound("min", mMin);
  bound("max", mMax);
  if (!mRef->text().trimmed().isEmpty())
    out["ref"] = mRef->text().trimmed().toStdString();
  if (!mNote->text().trimmed().isEmpty())
    out["note"] = mNote->text().trimmed().toStdString();
  return out;
}

} // namespace hotchkiss::editor
