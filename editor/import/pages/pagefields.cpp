#include "editor/import/pages/pagefields.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

json withoutMembers(json parameters, std::initializer_list<const char*> shown) {
  for (const char* member : shown)
    parameters.erase(member);
  for (const char* member : {"source", "points"})
    parameters.erase(member);
  return parameters;
}

void choose(QComboBox* box, const json& parameters, const char* member, const char* fallback) {
  box->setCurrentIndex(std::max(0, box->findData(qt(parameters.value(member, fallback)))));
}

void put(json& out, const char* member, const QComboBox* box, const char* fallback) {
  if (const std::string value = box->currentData().toString().toStdString(); !value.empty() && value != fallback)
    out[member] = value;
}

void put(json& out, const char* member, const QDoubleSpinBox* spin, double fallback) {
  if (std::abs(spin->value() - fallback) > 1e-9)
    out[member] = QString::number(spin->value(), 'f', spin->decimals()).toDouble();
}

} // namespace hotchkiss::editor
