#pragma once

#include "editor/docks/inspectorpanel.h"

class QVBoxLayout;

namespace hotchkiss::editor {

/// One hex: labels, terrain, level, attributes, regions, and what else lies in it.
class HexPanel final : public InspectorPanel {
  Q_OBJECT

 public:
  HexPanel(const Context& context, HexCoord hex);
  std::string state() const override;

 private:
  void addGround();
  void addAttributes();
  void addMembership(const std::string& section, const QString& title);
  void addThings();
  QString where() const;

  HexCoord mHex;
};

} // namespace hotchkiss::editor
