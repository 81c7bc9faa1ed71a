// What the eyedropper takes up.
#include "editor/tools/catalogueinfo.h"
#include "editor/tools/namedrecords.h"
#include "editor/tools/tool.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss::editor {

namespace {

/// The feature to take: with several at one place each click takes the next.
const Feature* nextFeature(const std::vector<const Feature*>& here, const std::string& inHand) {
  if (here.empty())
    return nullptr;
  const auto present =
      std::find_if(here.begin(), here.end(), [&](const Feature* feature) { return feature->kind == inHand; });
  return present == here.end() || present + 1 == here.end() ? here.front() : *(present + 1);
}

class Eyedropper {
 public:
  Eyedropper(const EditorDocument& document, ToolState& state, const Pointer& pointer)
      : mDocument(document), mMap(document.document()), mState(state), mPointer(pointer) {}

  bool take(ToolId tool) const {
    switch (tool) {
    case ToolId::Terrain:
    case ToolId::Fill:
      return terrain(tool);
    case ToolId::Level:
      return level();
    case ToolId::Hexside:
      return feature(tool, edgesMeant(false), false);
    case ToolId::Path:
      return feature(tool, edgesMeant(true), true);
    case ToolId::Corner:
      return corner();
    case ToolId::Crossing:
    case ToolId::Place:
    case ToolId::Entry:
      return thing(tool);
    default:
      return false;
    }
  }

  std::vector<ToolId> likely() const {
    switch (mPointer.pick.kind) {
    case Pick::Kind::Vertex:
      return {ToolId::Corner, ToolId::Place, ToolId::Hexside, ToolId::Terrain};
    case Pick::Kind::Edge:
      return {ToolId::Crossing, ToolId::Hexside, ToolId::Path, ToolId::Place, ToolId::Terrain};
    case Pick::Kind::Hex:
      break;
    }
    return {ToolId::Place, ToolId::Terrain, ToolId::Level};
  }

 private:
  bool terrain(ToolId tool) const {
    const std::string& found = mMap.terrain(mPointer.pick.hex);
    if (!found.empty())
      mState.choose(tool, found);
    return !found.empty();
  }
  bool level() const {
    const std::optional<int> found = mMap.level(mPointer.pick.hex);
    if (!found)
      return false;
    mState.setTool(ToolId::Level);
    mState.setLevelMode(LevelMode::Set);
    mState.setLevel(*found);
    return true;
  }
  std::vector<EdgeId> edgesMeant(bool anyOfHex) const {
    std::vector<EdgeId> out{mPointer.pick.edge};
    if (anyOfHex)
      for (int side = 0; side < kSides; ++side)
        out.push_back(mMap.lattice().edge(mPointer.pick.hex, side));
    return out;
  }
  bool feature(ToolId tool, const std::vector<EdgeId>& edges, bool paths) const {
    for (const EdgeId e : edges) {
      const FeatureSet features = mMap.features(e);
      std::vector<const Feature*> here;
      for (const Feature& one : features.features)
        if (one.kind.starts_with("path.") == paths)
          here.push_back(&one);
      if (const Feature* found = nextFeature(here, (paths ? "path." : "") + mState.kind(tool))) {
        mState.choose(tool, paths ? found->kind.substr(5) : found->kind, found->classId);
        mState.setCourse(found->of.empty() ? std::string() : found->of.front());
        return true;
      }
    }
    return false;
  }
  bool corner() const {
    const FeatureSet features = mMap.features(mPointer.pick.vertex);
    if (features.empty())
      return false;
    mState.choose(ToolId::Corner, features.features.front().kind, features.features.front().classId);
    return true;
  }
  bool thing(ToolId tool) const {
    const std::string section = tool == ToolId::Crossing ? "crossing" : tool == ToolId::Place ? "place" : "entry";
    Pick pick = mPointer.pick;
    if (tool == ToolId::Crossing)
      pick.kind = Pick::Kind::Edge;
    for (const NamedThing& one : thingsAt(mMap, pick))
      if (one.section == section) {
        mState.choose(tool, recordOf(mMap, one).value("kind", ""));
        return true;
      }
    return false;
  }

  const EditorDocument& mDocument;
  const Document& mMap;
  ToolState& mState;
  const Pointer& mPointer;
};

} // namespace

void Tool::pickUp(const Pointer& pointer) {
  if (!mContext.document || !mContext.state)
    return;
  const Eyedropper eyedropper(document(), state(), pointer);
  if (onMap(pointer.pick.hex) || onMap(pointer.pick.edge)) {
    if (eyedropper.take(state().tool()))
      return;
    for (const ToolId tool : eyedropper.likely())
      if (eyedropper.take(tool))
        return;
  }
  refuse(tr("There is nothing to pick up here."));
}

} // namespace hotchkiss::editor
