#pragma once

#include <QLocale>
#include <QString>

namespace hotchkiss::editor {

/// "1 edit", "1,204 edits": the second text has %1 for the number.
inline QString counted(std::size_t count, const QString& one, const QString& many) {
  return count == 1 ? one : many.arg(QLocale().toString(static_cast<qulonglong>(count)));
}

} // namespace hotchkiss::editor
