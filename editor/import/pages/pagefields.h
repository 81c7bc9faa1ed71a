#pragma once

#include "editor/import/steppage.h"

#include <QComboBox>
#include <QDoubleSpinBox>

#include <initializer_list>

namespace hotchkiss::editor {

/// Between the fields of a page and the members of a step.

inline QString qt(const std::string& text) {
  return QString::fromStdString(text);
}

/// What a step says beyond the fields of its page; it stays as it is.
nlohmann::json withoutMembers(nlohmann::json parameters, std::initializer_list<const char*> shown);

/// Sets the box to what the member says, or to the fallback.
void choose(QComboBox* box, const nlohmann::json& parameters, const char* member, const char* fallback = "");

/// Writes the member unless it has its default.
void put(nlohmann::json& out, const char* member, const QComboBox* box, const char* fallback);
void put(nlohmann::json& out, const char* member, const QDoubleSpinBox* spin, double fallback);

} // namespace hotchkiss::editor
