#include "editor/import/rebuildpage.h"

#include "editor/docks/glyphs.h"
#include "editor/docks/recordtext.h"
#include "editor/model/qtext.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

/// Ids of the sources that a step names.
std::vector<std::string> namedSources(const json& parameters) {
  std::vector<std::string> ids;
  for (const char* member : {"source", "points"})
    if (parameters.contains(member)) {
      if (parameters[member].is_string())
        ids.push_back(parameters[member].get<std::string>());
      else
        for (const json& id : parameters[member])
          ids.push_back(id.get<std::string>());
    }
  return ids;
}

} // namespace

QWidget* RebuildPage::make(const Document& module, const std::filesystem::path& folder) {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  auto* text = new QLabel(tr("The module is built anew from its sources. Hand work, scenarios and the order of battle "
                             "stay as they are."));
  text->setWordWrap(true);
  column->addWidget(text);
  auto* list = new QTreeWidget;
  list->setObjectName(QStringLiteral("rebuildSteps"));
  list->setHeaderLabels({tr("Step"), tr("Source"), tr("File")});
  list->setRootIsDecorated(false);
  list->setUniformRowHeights(true);
  list->setAlternatingRowColors(true);
  list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  list->header()->setStretchLastSection(true);
  for (const auto& [key, body] : module.table("import")) {
    const json parameters = parsedObject(body);
    if (!parameters.contains("source"))
      continue;
    for (const std::string& id : namedSources(parameters)) {
      const std::string* row = module.record("sources", {"source", id});
      const std::string file = row ? parsedObject(*row).value("file", "") : std::string();
      std::error_code ignored;
      const bool there = !file.empty() && std::filesystem::exists(folder / file, ignored);
      auto* item = new QTreeWidgetItem(
          list, {qt(key.section + " " + key.id), qt(id), there ? qt(file) : tr("%1: not at hand").arg(qt(file))});
      item->setIcon(2, glyphIcon(there ? Glyph::Done : Glyph::Error));
      item->setToolTip(2, qt((folder / file).lexically_normal().string()));
    }
  }
  column->addWidget(list, 1);
  return page;
}

} // namespace hotchkiss::editor
