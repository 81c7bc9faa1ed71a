#pragma once

#include "editor/docks/recordtext.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

class QAction;
class QLabel;
class QStackedLayout;
class QToolButton;

namespace hotchkiss::editor {

class EditorDocument;

/// Edits one typed value: a field for its type, and a button to leave it unset or to say that it is unknown.
class AttributeEditor final : public QWidget {
  Q_OBJECT

 public:
  AttributeEditor(const AttributeField& field, const EditorDocument& document, const QString& objectName,
                  QWidget* parent = nullptr);
  ~AttributeEditor() override;

  const AttributeField& field() const { return mField; }
  /// Shows a value without telling anybody.
  void setValue(const std::optional<nlohmann::json>& value);
  std::optional<nlohmann::json> value() const;
  void setReadOnly(bool readOnly);

 signals:
  /// A person changed the value. Typing means that more of the same may follow.
  void changed(bool typing);

 private:
  void build(const QString& objectName);
  void buildFlag();
  void buildNumber();
  void buildChoice();
  void buildChoices();
  void buildText();
  void buildPlaces();
  void buildObject();
  QWidget* buildMore(const QString& objectName);
  void take(std::optional<nlohmann::json> value, bool typing);
  void showValue();
  void askUnknown();
  std::vector<std::pair<std::string, QString>> choices() const;

  AttributeField mField;
  const EditorDocument& mDocument;
  struct Value;
  std::unique_ptr<Value> mValue;
  std::function<void()> mShow; ///< brings the value into the field
  QWidget* mInput = nullptr;
  QToolButton* mUnknown = nullptr;
  QToolButton* mMore = nullptr;
  QStackedLayout* mPages = nullptr;
  QAction* mClear = nullptr;
};

} // namespace hotchkiss::editor
