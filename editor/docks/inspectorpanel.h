#pragma once

#include "editor/docks/attributeeditor.h"
#include "editor/model/toolstate.h"
#include "libterrain/edit/stroke.h"
#include "render/mapstyle.h"

#include <QWidget>

#include <functional>

class QFormLayout;
class QLabel;
class QVBoxLayout;

namespace hotchkiss::editor {

class EditorDocument;
class SourceLooks;

/// The fields for one selected thing. A panel is built for the state it shows; when the state changes under it, it
/// tells so and is built anew.
class InspectorPanel : public QWidget {
  Q_OBJECT

 public:
  struct Context {
    EditorDocument& document;
    ToolState& tools;
    std::shared_ptr<const MapStyle> style;
    SourceLooks* looks = nullptr; ///< what the files behind the map show; none in a build without importers
  };
  explicit InspectorPanel(const Context& context);

  /// What the panel shows, as text; when it differs from what was shown last, the panel is out of date.
  virtual std::string state() const = 0;
  bool isCurrent() const { return state() == mShown; }
  bool isApplying() const { return mIsApplying; }

 signals:
  void goTo(const hotchkiss::editor::Selection& selection);
  void failed(const QString& message);
  /// Own edits that change which fields there are.
  void outdated();

 protected:
  enum class After { Stay, Rebuild };

  const Document& map() const;
  /// One edit. Edits of the same field that follow each other while a person types become one.
  void apply(const QString& title, const std::function<void(Stroke&)>& change, After after,
             const QString& typingIn = {});
  void remember() { mShown = state(); }

  QVBoxLayout* column() const { return mColumn; }
  void addHeading(const QString& title, const QString& subtitle, const Selection& place);
  void setHeading(const QString& title);
  QFormLayout* addForm(const QString& title = {});
  void addNote(const QString& text);
  /// A field for an attribute with its label, in a form.
  AttributeEditor* addField(QFormLayout* form, const AttributeField& field, const QString& objectName,
                            const std::optional<nlohmann::json>& value);
  /// What the sources said about the place, if they said anything.
  void addEvidence(const Selection& place);
  QWidget* addButtonRow(const std::vector<QWidget*>& buttons);
  /// Ends the building of a panel.
  void finish();

  Context mContext;

 private:
  QVBoxLayout* mColumn = nullptr;
  QLabel* mHeading = nullptr;
  std::string mShown;
  QString mTypingIn;
  std::size_t mTypingPosition = 0;
  bool mIsApplying = false;
};

/// The panel for a selection; null when nothing is selected or the thing is gone.
InspectorPanel* makePanel(const InspectorPanel::Context& context, const Selection& selection);

} // namespace hotchkiss::editor
