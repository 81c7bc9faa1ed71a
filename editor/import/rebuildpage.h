#pragma once

#include "libterrain/map/document.h"

#include <QCoreApplication>

#include <filesystem>

class QWidget;

namespace hotchkiss::editor {

/// The steps of a module's recipe with their files, and whether each file is at hand.
class RebuildPage {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::RebuildPage)

 public:
  static QWidget* make(const Document& module, const std::filesystem::path& folder);
};

} // namespace hotchkiss::editor
