#pragma once

#include "editor/model/toolstate.h"
#include "render/mapstyle.h"

#include <QDockWidget>

#include <memory>

class QScrollArea;

namespace hotchkiss {
struct Edit;
}

namespace hotchkiss::editor {

class EditorDocument;
class InspectorPanel;
class SourceLooks;

/// Shows and edits what is selected: a hex, a hexside, a corner or a named thing. Every change is an edit of its own;
/// typing in one field is one edit.
class InspectorDock final : public QDockWidget {
  Q_OBJECT

 public:
  explicit InspectorDock(ToolState& tools, QWidget* parent = nullptr);
  ~InspectorDock() override;
  void setDocument(EditorDocument* document);
  /// For the icons of marks.
  void setStyle(std::shared_ptr<const MapStyle> style);
  /// For pictures of the sources beside the evidence; must outlive the dock.
  void setSourceLooks(SourceLooks* looks);

 signals:
  /// The selected thing should be brought into view.
  void goTo(const hotchkiss::editor::Selection& selection);
  void failed(const QString& message);

 private:
  void rebuild();
  void documentEdited();

  ToolState& mTools;
  EditorDocument* mDocument = nullptr;
  std::shared_ptr<const MapStyle> mStyle;
  SourceLooks* mLooks = nullptr;
  QScrollArea* mScroll = nullptr;
  InspectorPanel* mPanel = nullptr;
  Selection mShown;
  bool mIsStale = false;
};

} // namespace hotchkiss::editor
