#include "libscenario/validation/classlimits.h"

#include "libscenario/validation/checksupport.h"

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

bool listHolds(const json& list, const std::string& word) {
  return list.is_array() && std::any_of(list.begin(), list.end(), [&](const json& each) { return each == json(word); });
}

} // namespace

ClassLimits::ClassLimits(Parameters& p)
    : mClosedTo(p.word("closedTo")), mClosedSide(p.word("closedSide")), mClosedMember(p.word("closedMember")) {
  for (const auto& [key, name] : p.raw("classes").items()) {
    if (!name.is_string()) {
      p.refuse("\"classes\" should give a word for each type");
      continue;
    }
    ClassRule rule{key, {}, {}, name.get<std::string>()};
    const std::size_t dot = key.find('.');
    const std::size_t equals = key.find('=');
    if (dot != std::string::npos && equals != std::string::npos && dot < equals) {
      rule.type = key.substr(0, dot);
      rule.state = key.substr(dot + 1, equals - dot - 1);
      rule.is = key.substr(equals + 1);
    }
    mRules.push_back(std::move(rule));
  }
  std::stable_sort(mRules.begin(), mRules.end(),
                   [](const ClassRule& a, const ClassRule& b) { return !a.state.empty() && b.state.empty(); });
}

std::string ClassLimits::classOf(const OrderOfBattle& army, const Piece& piece, const ArmyValues& states) const {
  for (const ClassRule& rule : mRules) {
    if (rule.type != piece.type && rule.type != piece.section)
      continue;
    if (rule.state.empty() || army.value(piece, rule.state, states).text == rule.is)
      return rule.unitClass;
  }
  return {};
}

bool ClassLimits::bars(const CheckContext& context, HexCoord hex, const std::string& unitClass) const {
  if (!context.document.extent().contains(hex))
    return true;
  const json& attributes = context.attributes(context.document.hex(hex).more);
  return listHolds(attributes.value(mClosedTo, json()), unitClass);
}

bool ClassLimits::barsSide(const CheckContext& context, EdgeId edge, const std::string& unitClass) const {
  const Feature* feature = context.features(edge).find(mClosedSide);
  return feature != nullptr && listHolds(parsed(feature->more).value(mClosedMember, json()), unitClass);
}

bool ClassLimits::isShutIn(const CheckContext& context, HexCoord hex, const std::string& unitClass) const {
  const Lattice& lattice = context.document.lattice();
  for (int side = 0; side < kSides; ++side)
    if (!bars(context, lattice.neighbour(hex, side), unitClass) &&
        !barsSide(context, lattice.edge(hex, side), unitClass))
      return false;
  return true;
}

} // namespace hotchkiss
