#pragma once

#include "editor/docks/featurepanel.h"

namespace hotchkiss::editor {

/// One corner: its features, and the courses that are declared to join there.
class VertexPanel final : public FeaturePanel {
  Q_OBJECT

 public:
  VertexPanel(const Context& context, VertexId vertex);
  std::string state() const override;

 protected:
  FeatureSet features() const override { return map().features(mVertex); }
  void write(Stroke& stroke, const FeatureSet& features) const override {
    stroke.setVertex(mVertex, features.toText());
  }
  bool atVertex() const override { return true; }
  std::vector<HexCoord> hexes() const override;
  QString where() const override;

 private:
  void addJoin();
  std::vector<std::string> touching() const;

  VertexId mVertex;
};

} // namespace hotchkiss::editor
