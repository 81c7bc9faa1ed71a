#pragma once

#include <QString>

class QFormLayout;
class QLayout;
class QWidget;

namespace hotchkiss::editor {

/// Data as text of a button or menu: an ampersand in it is no mnemonic.
QString literal(QString text);

/// A form whose labels form one column, whatever its width.
QFormLayout* newForm();
/// The label may have a mnemonic; long ones are broken into lines.
void addRow(QFormLayout* form, const QString& label, QWidget* field);
void addRow(QFormLayout* form, const QString& label, QLayout* fields, QWidget* first);

} // namespace hotchkiss::editor
