#pragma once

#include "libscenario/validation/armystage.h"
#include "libscenario/validation/corechecks.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <memory>
#include <vector>

namespace hotchkiss {

inline Value notKnown() {
  return Value::unknown({}, {}, {});
}
/// The texts among the arguments from this one on.
inline std::vector<std::string> wordsFrom(const ValueList& arguments, std::size_t first) {
  std::vector<std::string> out;
  for (std::size_t i = first; i < arguments.size(); ++i)
    if (arguments[i].isText())
      out.push_back(arguments[i].text());
  return out;
}

/// One counter at the start of a scenario: a piece of the order of battle, or one of those that a row brings.
struct StartCounter {
  const Placement* placement = nullptr;
  std::shared_ptr<const Piece> made; ///< for a counter that is no piece
  const Piece* piece = nullptr;      ///< that, or the piece of the order of battle; never null
  std::optional<HexCoord> hex;       ///< its own, or that of the piece with which it begins
  bool isHexOpen = false;            ///< it stands on a hex, but which one is left to a player
  std::size_t openRow = 0;           ///< then the row of the set-up that says which they may be
  ArmyValues states;                 ///< of the row, the face that it names included
};

/// Everything that stands somewhere at the start of a scenario, counters that are no pieces included.
class StartField {
 public:
  StartField(const CheckContext& context, const ScenarioStage& stage);

  const CheckContext& context() const { return mContext; }
  const ScenarioStage& stage() const { return mStage; }
  const OrderOfBattle& army() const { return *mStage.army; }
  const std::vector<StartCounter>& counters() const { return mCounters; }
  using Group = std::vector<const StartCounter*>;
  const std::map<HexCoord, Group>& stacks() const { return mStacks; }
  /// Counters inside a place, by its id.
  const std::map<std::string, Group>& inside() const { return mInside; }
  const Group& stackAt(HexCoord hex) const;
  std::string nameOf(const StartCounter& counter) const;
  Value valueOf(const StartCounter& counter, const std::string& attribute) const;
  bool hasEnemy(HexCoord hex, const std::string& side) const;
  /// A member of the counter's set-up row.
  nlohmann::json rowMember(const StartCounter& counter, const char* member) const;
  /// The hexsides that a counter faces, where its row says which.
  std::vector<EdgeId> facedBy(const StartCounter& counter) const;

  // Facts for expressions; see docs/rulesets.md.
  Value piece(const StartCounter& counter, const std::string& name, const ValueList& arguments) const;
  Value start(const StartCounter& counter, const std::string& name, const ValueList& arguments) const;
  Value group(const Group& group, const std::string& name, const ValueList& arguments) const;
  Value hex(std::optional<HexCoord> hex, const std::string& name, const ValueList& arguments) const;
  Value scenario(const std::string& name, const ValueList& arguments) const;

 private:
  bool mayStandAt(const StartCounter& counter, HexCoord hex) const;
  bool isOf(const StartCounter& counter, const std::string& typeSectionOrCategory) const;
  bool isExempt(const Group& group, const std::string& rule) const;
  const char* kindOf(const StartCounter& counter) const;
  Value beyondRadius(const StartCounter& counter, const ValueList& arguments) const;
  bool isWithin(int reach, HexCoord from, HexCoord to, const std::string& side,
                const std::vector<std::string>& barred) const;

  const CheckContext& mContext;
  const ScenarioStage& mStage;
  std::vector<StartCounter> mCounters;
  std::map<HexCoord, Group> mStacks;
  std::map<std::string, Group> mInside;
};

} // namespace hotchkiss
