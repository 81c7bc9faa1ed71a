#pragma once

#include "importers/base/importcontext.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

/// What the importers of all kinds of steps share: the step, a copy of the document with a stroke on it, and the
/// result that grows.
class StepImport {
 protected:
  StepImport(ImportContext& context, std::string stepId, const nlohmann::json& step, const char* title)
      : mContext(context),
        mStepId(std::move(stepId)),
        mStep(step),
        mLattice(context.document->lattice()),
        mExtent(context.document->extent()),
        mCopy(*context.document),
        mStroke(mCopy, title) {}
  ~StepImport() = default;
  StepImport(const StepImport&) = delete;
  StepImport& operator=(const StepImport&) = delete;

  void doubt(std::string section, std::string id, double confidence, std::string reason) {
    mOut.doubts.push_back({mStepId, std::move(section), std::move(id), confidence, std::move(reason)});
  }
  void figure(std::string name, std::size_t count) {
    mOut.figures.emplace_back(std::move(name), std::to_string(count));
  }
  void figures(const std::map<std::string, std::size_t>& counts) {
    for (const auto& [name, count] : counts)
      figure(name, count);
  }
  template <class Visit>
  void eachHex(Visit&& visit) const {
    for (std::int32_t c = 0; c < mExtent.width; ++c)
      for (std::int32_t r = 0; r < mExtent.height; ++r)
        visit(HexCoord{c, r});
  }
  /// Place of a hex in lists that hold the whole map, column by column.
  std::size_t index(HexCoord h) const {
    return static_cast<std::size_t>(h.c) * static_cast<std::size_t>(mExtent.height) + static_cast<std::size_t>(h.r);
  }

  ImportContext& mContext;
  std::string mStepId;
  const nlohmann::json& mStep;
  const Lattice& mLattice;
  const Extent& mExtent;
  Document mCopy;
  Stroke mStroke;
  Imported mOut;
};

} // namespace hotchkiss
