#pragma once

#include "editor/docks/inspectorpanel.h"
#include "libterrain/base/result.h"

class QLineEdit;

namespace hotchkiss::editor {

/// A named thing: course, crossing, place, region, link, entry or join.
class NamedPanel final : public InspectorPanel {
  Q_OBJECT

 public:
  NamedPanel(const Context& context, const NamedThing& thing);
  std::string state() const override;

 private:
  using Reader = std::function<Result<nlohmann::json>(const std::string&)>;

  std::string text() const;
  nlohmann::json body() const;
  QString title() const;
  QString kindName() const;
  void addIdentity();
  void addTexts();
  void addPositions();
  void addAttributes();
  void addEnd();
  /// A text member, edited as it is typed.
  void addText(QFormLayout* form, const QString& label, const QString& name, const std::string& member);
  /// A member that holds positions, edited as labels.
  void addPlaces(QFormLayout* form, const QString& label, const std::string& member, bool isVertex, bool required,
                 const Reader& read);
  void addReferences(QFormLayout* form, const QString& label, const std::string& member, const std::string& to,
                     bool many);
  void rename(QLineEdit* edit);
  void write(const QString& what, const std::string& wanted, After after, const QString& typingIn = {});

  NamedThing mThing;
};

/// Where a named thing is, for going there; nothing when it has no place of its own.
Selection placeOfRecord(const std::string& section, const std::string& id, const std::string& recordText);

} // namespace hotchkiss::editor
