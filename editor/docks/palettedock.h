#pragma once

#include "editor/docks/paletteentries.h"
#include "editor/model/toolstate.h"
#include "render/mapstyle.h"

#include <QDockWidget>

#include <memory>
#include <vector>

class QLineEdit;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace hotchkiss::editor {

class EditorDocument;
class PaletteOptions;

/// Everything that can be painted, built from the catalogue, and beneath it how the tool in hand paints.
class PaletteDock final : public QDockWidget {
  Q_OBJECT

 public:
  explicit PaletteDock(ToolState& tools, QWidget* parent = nullptr);
  void setDocument(EditorDocument* document);
  /// The style that the symbols are drawn in.
  void setStyle(std::shared_ptr<const MapStyle> style);

  /// Chooses what the catalogue gives this key to, among the kinds of the tool. False when the key means nothing, so
  /// that it can mean something else.
  bool chooseByKey(ToolId tool, const QString& key);

 signals:
  void failed(const QString& message);
  /// The user wants a new kind of a section ("terrain", "edgeFeature", "path"), a change of one, or it gone.
  void newKindWanted(const QString& section);
  void changeKindWanted(const QString& section, const QString& id);
  void removeKindWanted(const QString& section, const QString& id);

 private:
  void rebuild();
  void addSections();
  QTreeWidgetItem* addEntry(QTreeWidgetItem* parent, const PaletteEntry& entry);
  void choose(const QTreeWidgetItem* item);
  void showChoice();
  void filter(const QString& text);
  void offerKindMenu(const QPoint& at);

  ToolState& mTools;
  EditorDocument* mDocument = nullptr;
  std::shared_ptr<const MapStyle> mStyle;
  std::vector<PaletteEntry> mEntries;
  QLineEdit* mFilter = nullptr;
  QToolButton* mNewKind = nullptr;
  QTreeWidget* mTree = nullptr;
  PaletteOptions* mOptions = nullptr;
  bool mIsShowing = false;
};

} // namespace hotchkiss::editor
