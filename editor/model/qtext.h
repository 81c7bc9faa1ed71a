#pragma once

#include "libterrain/base/result.h"

#include <QString>

#include <string>

namespace hotchkiss {

/// Texts of the libraries as texts of the window.
inline QString qt(const std::string& text) {
  return QString::fromStdString(text);
}

/// An error as a sentence that may stand alone.
inline QString sentence(const Error& error) {
  QString text = qt(error.text());
  if (!text.isEmpty())
    text[0] = text[0].toUpper();
  return text.endsWith(QLatin1Char('.')) || text.endsWith(QLatin1Char('?')) ? text : text + QLatin1Char('.');
}

} // namespace hotchkiss
