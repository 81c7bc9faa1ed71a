#pragma once

#include "importers/base/importcontext.h"
#include "libterrain/map/featureset.h"

#include <set>
#include <unordered_set>

namespace hotchkiss {

/// What a recipe says about paths that come to something that lies across them.
class CrossingRules {
 public:
  enum class Answer {
    Nothing, ///< there is nothing to be crossed, or it needs nothing
    Propose, ///< a crossing of a kind
    Review,  ///< somebody has to look
    Around,  ///< no path leads over it
    Unsaid   ///< water, and no rule
  };
  struct Judged {
    Answer answer = Answer::Nothing;
    std::string crossing; ///< kind of the crossing to propose
  };

  CrossingRules(const ImportContext& context, const nlohmann::json& step);

  /// Kinds of features, crossings and terrain must be those of the ruleset.
  Outcome check() const;
  Judged judge(const Feature& feature, const std::string& path) const;
  /// Hexsides that paths of this kind ("path.rail") go round.
  std::unordered_set<EdgeId> barred(const Document& document, const std::string& path) const;
  /// Whether no path runs in this hex.
  bool isAvoided(const Document& document, HexCoord hex) const;

 private:
  const ImportContext& mContext;
  const nlohmann::json& mRules;
  std::set<std::string> mAvoid; ///< terrains in which no path runs
};

} // namespace hotchkiss
