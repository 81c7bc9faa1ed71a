#pragma once

#include "importers/elevation/divides.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// What a recipe can ask of a hexside about the ground. Heights in metres.
struct EdgeFacts {
  EdgeId edge;
  double a = 0; ///< heights of its two hexes
  double b = 0;
  double along = 0;          ///< mean height on the hexside itself
  std::optional<int> levels; ///< difference of the levels
};

/// The rule that a hexside goes by, and a number that nearly made it another one.
struct EdgeVerdict {
  const nlohmann::json* rule = nullptr; ///< null: none holds
  double fallA = 0;                     ///< metres by which the ground falls behind each hex, if the rule asks
  double fallB = 0;
  bool hasFalls = false;
  std::string doubt; ///< empty when no number is near its threshold
  double confidence = 1;
};

/// The rules of a step for hexsides, the first that holds counts.
class EdgeRules {
 public:
  /// `within`: metres from a threshold that are doubtful; none: a fiftieth of the threshold.
  EdgeRules(const nlohmann::json& rules, const Lattice& lattice, Divides& divides, double pitch,
            std::optional<double> within)
      : mRules(rules), mLattice(lattice), mDivides(divides), mPitch(pitch), mWithin(within) {}

  /// Of all hexsides together, because a rule may want its hexsides in a row ("run").
  std::vector<EdgeVerdict> judge(const std::vector<EdgeFacts>& facts);

 private:
  struct Tested;
  Tested test(const nlohmann::json& rule, const EdgeFacts& facts);
  EdgeVerdict judge(const EdgeFacts& facts, bool alsoRuns);

  const nlohmann::json& mRules;
  const Lattice& mLattice;
  Divides& mDivides;
  double mPitch = 1;
  std::optional<double> mWithin;
};

/// What a share of the interval or threshold is doubtful when the recipe does not say how many metres.
inline constexpr double kDoubtfulShare = 0.02;

} // namespace hotchkiss
