#include "editor/docks/formrows.h"

#include <QFormLayout>
#include <QLabel>

namespace hotchkiss::editor {

namespace {

constexpr int kLabelCharacters = 16;

QLabel* newLabel(const QString& text, QWidget* field) {
  auto* label = new QLabel(text);
  label->setWordWrap(true);
  label->setFixedWidth(label->fontMetrics().averageCharWidth() * kLabelCharacters);
  label->setBuddy(field);
  return label;
}

} // namespace

QString literal(QString text) {
  return text.replace('&', QStringLiteral("&&"));
}

QFormLayout* newForm() {
  auto* form = new QFormLayout;
  form->setContentsMargins(0, 0, 0, 0);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form->setRowWrapPolicy(QFormLayout::DontWrapRows);
  form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  form->setFormAlignment(Qt::AlignLeft | Qt::AlignTop);
  form->setVerticalSpacing(4);
  return form;
}

void addRow(QFormLayout* form, const QString& label, QWidget* field) {
  form->addRow(newLabel(label, field), field);
}

void addRow(QFormLayout* form, const QString& label, QLayout* fields, QWidget* first) {
  form->addRow(newLabel(label, first), fields);
}

} // namespace hotchkiss::editor
