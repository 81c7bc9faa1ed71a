#pragma once

#include "editor/docks/featurelist.h"
#include "editor/docks/inspectorpanel.h"

class QGroupBox;

namespace hotchkiss::editor {

/// What hexsides and corners have in common: a set of features, each with class, orientation, courses and attributes.
class FeaturePanel : public InspectorPanel {
  Q_OBJECT

 public:
  using InspectorPanel::InspectorPanel;

 protected:
  virtual FeatureSet features() const = 0;
  virtual void write(Stroke& stroke, const FeatureSet& features) const = 0;
  virtual bool atVertex() const = 0;
  virtual std::vector<HexCoord> hexes() const = 0;
  virtual QString where() const = 0;

  const std::map<std::string, FeatureKind>& kinds() const;
  void addFeatures();
  void addAddButton();

 private:
  void addFeature(const Feature& feature);
  void addClass(QFormLayout* form, const Feature& feature, const FeatureKind& kind);
  void addOrientation(QFormLayout* form, const Feature& feature, const FeatureKind& kind);
  void addCourses(QFormLayout* form, const Feature& feature, const FeatureKind& kind);
  void addAttributes(QFormLayout* form, const Feature& feature);
  void change(const Feature& feature, const QString& title, After after, const QString& typingIn = {});
  QString sideText(const std::string& side) const;
  QString nameOf(const std::string& kind) const;
};

} // namespace hotchkiss::editor
