#pragma once

#include "editor/docks/featurepanel.h"

namespace hotchkiss::editor {

/// One hexside: its features and its crossings.
class EdgePanel final : public FeaturePanel {
  Q_OBJECT

 public:
  EdgePanel(const Context& context, EdgeId edge);
  std::string state() const override;

 protected:
  FeatureSet features() const override { return map().features(mEdge); }
  void write(Stroke& stroke, const FeatureSet& features) const override { stroke.setEdge(mEdge, features.toText()); }
  bool atVertex() const override { return false; }
  std::vector<HexCoord> hexes() const override;
  QString where() const override;

 private:
  void addCrossings();
  void addCrossing(const std::string& kind);

  EdgeId mEdge;
};

} // namespace hotchkiss::editor
