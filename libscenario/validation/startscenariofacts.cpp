// What expressions of checks may ask about a scenario with its set-up.
#include "libscenario/army/armytotals.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/factvalues.h"
#include "libscenario/validation/startfacts.h"

#include <algorithm>
#include <set>

namespace hotchkiss {

using nlohmann::json;

Value StartField::scenario(const std::string& name, const ValueList& arguments) const {
  const Scenario& scenario = *mStage.scenario;
  const auto monthOf = [](const std::string& date) { // 186204
    constexpr std::size_t kMonthEnd = 7;
    constexpr std::int64_t kHundred = 100;
    if (date.size() < kMonthEnd)
      return notKnown();
    return Value::number(std::stol(date.substr(0, 4)) * kHundred + std::stol(date.substr(5, 2)));
  };
  if (name == "month")
    return monthOf(!scenario.head.startDate.empty() ? scenario.head.startDate
                   : scenario.turns.empty()         ? std::string()
                                                    : scenario.turns.front().date);
  if (name == "endMonth")
    return monthOf(!scenario.head.endDate.empty() ? scenario.head.endDate
                   : scenario.turns.empty()       ? std::string()
                                                  : scenario.turns.back().date);
  if (name == "monthsMissing") { // between the turns of a track that goes by months
    std::size_t out = 0;
    std::optional<std::int64_t> last;
    for (const Turn& turn : scenario.turns) {
      const Value month = monthOf(turn.date);
      if (!month.isNumber())
        return notKnown();
      constexpr std::int64_t kYear = 100;
      constexpr std::int64_t kMonths = 12;
      const std::int64_t number = month.number().floor() / kYear * kMonths + month.number().floor() % kYear;
      out += last && number != *last + 1 ? 1U : 0U;
      last = number;
    }
    return countValue(out);
  }
  if (name == "option") {
    for (const auto& [id, text] : scenario.rowsOf("option"))
      if (id == textAt(arguments, 0))
        return Value::flag(parsed(text).value("on", false));
    return Value::flag(false);
  }
  if (name == "control") { // what the rows say of a hex attribute's value: control('state', 'KY')
    Value out = notKnown();
    for (const auto& [id, text] : scenario.rowsOf("control")) {
      const json body = parsed(text);
      if (body.contains("when") || !body.contains("of"))
        continue;
      const Result<Ground> ground = mStage.plan->where().ground(body["of"].dump());
      if (!ground || ground->hexes.empty() || !std::all_of(ground->hexes.begin(), ground->hexes.end(), [&](HexCoord h) {
            const Value here = hexFact(mContext, h, "attribute", {arguments.empty() ? Value() : arguments[0]});
            return arguments.size() > 1 && here == arguments[1];
          }))
        continue;
      out = Value::text(body.contains("state") ? body.value("state", "") : body.value("side", ""));
    }
    return out;
  }
  if (name == "total" || name == "count") { // total('side', 'attribute', types…), count('side', types…), at the start
    ArmyTotal total;
    std::size_t number = 0;
    for (const StartCounter& each : mCounters) {
      const std::vector<std::string> types = wordsFrom(arguments, name == "total" ? 2 : 1);
      if (each.placement->side != textAt(arguments, 0) ||
          (!types.empty() && std::none_of(types.begin(), types.end(), [&](const auto& t) { return isOf(each, t); })))
        continue;
      const bool onMap = each.hex || each.isHexOpen || std::string_view(kindOf(each)) == "edge" ||
                         std::string_view(kindOf(each)) == "zone";
      if (!onMap)
        continue;
      ++number;
      if (const ArmyValue value = army().value(*each.piece, textAt(arguments, 1), each.states);
          name == "total" && value.kind != ArmyValue::Kind::Missing)
        total.add(value);
    }
    if (name == "count")
      return countValue(number);
    return total.isKnown() ? Value::number(total.known) : Value::unknown(total.least, total.most, {});
  }
  if (name == "having") { // having('side', 'type', 'attribute', value)
    std::size_t out = 0;
    for (const StartCounter& each : mCounters)
      if (arguments.size() > 3 && each.placement->side == textAt(arguments, 0) && isOf(each, textAt(arguments, 1)) &&
          valueOf(each, textAt(arguments, 2)) == arguments[3])
        ++out;
    return countValue(out);
  }
  if (name == "army") { // army('side', 'attribute'): of all its pieces in play
    ArmyTotal total;
    for (const auto& [id, piece] : army().pieces())
      if (piece.side == textAt(arguments, 0) && !piece.isLeader() && !mStage.out.contains(id))
        if (const ArmyValue value = army().value(piece, textAt(arguments, 1)); value.kind != ArmyValue::Kind::Missing)
          total.add(value);
    return total.isKnown() ? Value::number(total.known) : Value::unknown(total.least, total.most, {});
  }
  if (name == "threshold") { // threshold('kind', 'side'): the lowest of a track
    std::optional<Rational> least;
    for (const auto& [id, text] : scenario.rowsOf("track")) {
      const json body = parsed(text);
      if (body.value("kind", "") != textAt(arguments, 0) || body.value("side", "") != textAt(arguments, 1))
        continue;
      for (const json& each : body.value("thresholds", json::array()))
        if (const Value over = Value::fromJson(each.value("over", json())); over.isNumber())
          least = least ? std::min(*least, over.number()) : over.number();
    }
    return least ? Value::number(*least) : notKnown();
  }
  if (name == "cityValue") { // cityValue('attribute', 'of', 'enemy'): of all places without enemies, at most
    ArmyTotal total;
    for (const auto& [key, thing] : mContext.things.all()) {
      const json attributes = key.section == "place" ? thing.body->value("attributes", json::object()) : json::object();
      if (const Value value = Value::fromJson(attributes.value(textAt(arguments, 0), json()));
          value.isNumber() && attributes.contains(textAt(arguments, 1)) &&
          attributes[textAt(arguments, 1)] != json(textAt(arguments, 2)))
        total.add(ArmyValue::of(value));
    }
    return Value::number(total.known);
  }
  if (name == "track") { // the value of a track of this kind and side
    for (const auto& [id, text] : scenario.rowsOf("track")) {
      const json body = parsed(text);
      if (body.value("kind", "") == textAt(arguments, 0) &&
          (arguments.size() < 2 || body.value("side", "") == textAt(arguments, 1)))
        return ArmyValue::read(body.value("value", json())).toValue();
    }
    return notKnown();
  }
  if (name == "comes") { // comes('side', 'type'): counters of a type that are set up or arrive
    std::size_t out = 0;
    for (const StartCounter& each : mCounters)
      out += each.placement->side == textAt(arguments, 0) && each.piece->type == textAt(arguments, 1) ? 1U : 0U;
    for (const Arrival& arrival : scenario.arrivals) {
      for (const Piece* piece : piecesOf(army(), arrival.selection))
        out += piece->side == textAt(arguments, 0) && piece->type == textAt(arguments, 1) ? 1U : 0U;
      for (const LooseCounters& loose : arrival.selection.counters) {
        if (loose.type != textAt(arguments, 1) ||
            (loose.side.empty() ? arrival.side : loose.side) != textAt(arguments, 0))
          continue;
        if (loose.count.kind != ArmyValue::Kind::Missing && !loose.count.number)
          return notKnown();
        out += loose.count.number ? static_cast<std::size_t>(loose.count.number->floor()) : 1U;
      }
    }
    return countValue(out);
  }
  if (name == "stated") { // stated('type', 'side'): the number of counters that a row "limit" for play gives
    for (const auto& [id, text] : scenario.rowsOf("limit")) {
      const json body = parsed(text);
      if (body.value("type", "") == textAt(arguments, 0) && body.value("side", "") == textAt(arguments, 1) &&
          body.value("use", "play") == "play" && body.contains("count"))
        return ArmyValue::read(body["count"]).toValue();
    }
    return notKnown();
  }
  return scenarioFact(mStage, name, arguments);
}

} // namespace hotchkiss
