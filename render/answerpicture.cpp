#include "render/answerpicture.h"

#include "render/colours.h"
#include "render/sidecolours.h"
#include "render/view.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace hotchkiss {

using nlohmann::json;

namespace {

const QColor kPathColour(24, 24, 34);
const QColor kStartColour(16, 16, 24);
const QColor kBarColour(196, 32, 28);
const QColor kOpenColour(22, 118, 62);

std::optional<HexCoord> hexIn(const json& place) {
  if (!place.is_object() || !place.contains("hex") || !place["hex"].is_array() || place["hex"].size() != 2)
    return std::nullopt;
  return HexCoord{place["hex"][0].get<std::int32_t>(), place["hex"][1].get<std::int32_t>()};
}

std::optional<EdgeId> edgeIn(const json& place) {
  if (!place.is_object() || !place.contains("edge") || !place["edge"].is_array() || place["edge"].size() != 3)
    return std::nullopt;
  const json& e = place["edge"];
  return EdgeId{e[0].get<std::int32_t>(), e[1].get<std::int32_t>(), e[2].get<std::int32_t>()};
}

/// 2, "7/3" or an unknown with its least.
std::optional<Rational> numberIn(const json& value) {
  if (value.is_object() && value.contains("min"))
    return numberIn(value["min"]);
  const Value read = Value::fromJson(value);
  return read.isNumber() ? std::optional(read.number()) : std::nullopt;
}

/// "7/3" as "2 1/3".
QString shown(const Rational& number) {
  const std::int64_t whole = number.floor();
  const std::optional<Rational> rest = Rational::subtract(number, Rational(whole));
  if (!rest || rest->numerator() == 0)
    return QString::number(whole);
  const QString part = QString::fromStdString(rest->text());
  return whole == 0 ? part : QString::number(whole) + " " + part;
}

double asDouble(const Rational& number) {
  return static_cast<double>(number.numerator()) / static_cast<double>(number.denominator());
}

class AnswerDrawing {
 public:
  AnswerDrawing(const Situation& situation, const json& answer)
      : mSituation(situation), mLattice(situation.rules().lattice()), mAnswer(answer) {}

  AnswerOverlay take() {
    const std::string query = mAnswer.value("query", "");
    if (query == "zoc")
      zones();
    else if (query == "sight")
      sight();
    else if (query == "retreat")
      retreat();
    else if (query == "locate")
      places();
    else if (query == "stack")
      ring(hexIn(mAnswer), kStartColour);
    else
      costs();
    addUnits(mOut, mSituation);
    return std::move(mOut);
  }

 private:
  QPointF centre(HexCoord hex) const { return toQt(mLattice.centre(hex)); }

  void ring(const std::optional<HexCoord>& hex, const QColor& colour) {
    if (hex)
      mOut.marks.push_back({centre(*hex), AnswerMark::Shape::Ring, colour, {}});
  }

  /// Hexes and sides with a cost or a length, and the path through them.
  void costs() {
    double most = 0;
    for (const char* list : {"hexes", "sides"})
      for (const json& each : mAnswer.value(list, json::array()))
        for (const char* name : {"mp", "length"})
          if (const auto number = each.contains(name) ? numberIn(each[name]) : std::nullopt)
            most = std::max(most, asDouble(*number));
    for (const json& each : mAnswer.value("hexes", json::array()))
      if (const auto hex = hexIn(each)) {
        AnswerHex cell;
        for (const char* name : {"mp", "length"})
          if (const auto number = each.contains(name) ? numberIn(each[name]) : std::nullopt) {
            cell.fill = heatColour(most > 0 ? asDouble(*number) / most : 0);
            cell.text = shown(*number) + (each[name].is_object() ? "?" : "");
          }
        cell.doubtful = each.contains("certain") && each["certain"] == json(false);
        mOut.hexes[*hex] = std::move(cell);
        if (each.value("goal", false))
          ring(hex, kOpenColour);
      }
    for (const json& each : mAnswer.value("sides", json::array()))
      if (const auto edge = edgeIn(each)) {
        const auto number = numberIn(each.value("length", json()));
        mOut.edges.push_back({*edge, withAlpha(heatColour(number && most > 0 ? asDouble(*number) / most : 0), 0.95),
                              number ? shown(*number) : QString()});
      }
    path();
    step();
  }

  void path() {
    AnswerLine line;
    line.colour = kPathColour;
    for (const json& each : mAnswer.value("path", json::array())) {
      if (const auto hex = hexIn(each))
        line.points.push_back(centre(*hex));
      else if (const auto edge = edgeIn(each))
        line.points.push_back(toQt(mLattice.middle(*edge)));
    }
    if (!line.points.empty())
      mOut.marks.push_back({line.points.front(), AnswerMark::Shape::Ring, kStartColour, {}});
    mOut.lines.push_back(std::move(line));
  }

  /// One step, an attack, a combat: from here to there.
  void step() {
    const auto from = hexIn(mAnswer.value("from", json()));
    const auto to = hexIn(mAnswer.value("to", json()));
    if (!from || !to)
      return;
    const json legal = mAnswer.value("legal", json(true));
    const QColor colour = legal == json(false) ? kBarColour : kOpenColour;
    mOut.lines.push_back({{centre(*from), centre(*to)}, colour, true, legal.is_object()});
    AnswerHex cell;
    cell.fill = withAlpha(colour, 0.3);
    if (const auto cost = mAnswer.contains("mp") ? numberIn(mAnswer["mp"]) : std::nullopt)
      cell.text = shown(*cost) + (mAnswer["mp"].is_object() ? "?" : "");
    else if (mAnswer.value("mp", json()).is_string())
      cell.text = QString::fromStdString(mAnswer["mp"].get<std::string>());
    cell.doubtful = legal.is_object();
    mOut.hexes[*to] = std::move(cell);
    if (legal == json(false))
      mOut.marks.push_back({(centre(*from) + centre(*to)) / 2, AnswerMark::Shape::Cross, colour, {}});
  }

  void zones() {
    std::map<std::pair<std::string, bool>, AnswerArea> areas;
    const auto& strategy = mSituation.rules().book().strategies().zones;
    const std::string strongest = strategy && !strategy->kinds.empty() ? strategy->kinds.front() : std::string();
    for (const json& each : mAnswer.value("hexes", json::array()))
      if (const auto hex = hexIn(each))
        for (const json& zone : each.value("zones", json::array())) {
          const std::string side = zone["side"].get<std::string>();
          const bool weaker = zone["kind"].get<std::string>() != strongest;
          AnswerArea& area = areas[{side, weaker}];
          area.colour = sideColour(mSituation.rules().book(), side);
          area.hatched = weaker;
          area.hexes.insert(*hex);
        }
    for (auto& [key, area] : areas)
      mOut.areas.push_back(std::move(area));
  }

  void sight() {
    for (const json& each : mAnswer.value("hexes", json::array()))
      if (const auto hex = hexIn(each)) {
        AnswerHex cell;
        const json visible = each.value("visible", json(false));
        cell.fill = visible == json(false) ? QColor(30, 30, 44, 110) : QColor(255, 226, 92, 120);
        cell.doubtful = visible.is_object();
        mOut.hexes[*hex] = cell;
      }
    const auto from = hexIn(mAnswer.value("from", json()));
    const auto to = hexIn(mAnswer.value("to", json()));
    ring(from, kStartColour);
    if (!from || !to)
      return;
    const json visible = mAnswer.value("visible", json(false));
    mOut.lines.push_back(
        {{centre(*from), centre(*to)}, visible == json(false) ? kBarColour : kOpenColour, true, visible.is_object()});
    for (const json& obstacle : mAnswer.value("obstacles", json::array())) {
      const auto number = numberIn(obstacle["share"]);
      if (!obstacle.value("blocks", false) || !number)
        continue;
      const QPointF at = centre(*from) + (centre(*to) - centre(*from)) * asDouble(*number);
      mOut.marks.push_back({at, AnswerMark::Shape::Cross, kBarColour, {}});
    }
  }

  void retreat() {
    AnswerLine line;
    line.colour = kPathColour;
    for (const json& each : mAnswer.value("way", json::array()))
      if (const auto hex = hexIn(each)) {
        line.points.push_back(centre(*hex));
        const auto loss = numberIn(each.value("loss", json()));
        const bool hurts = loss && loss->numerator() != 0;
        mOut.hexes[*hex] = {withAlpha(hurts ? kBarColour : kOpenColour, 0.3), hurts ? "-" + shown(*loss) : QString("0"),
                            !each.value("best", true)};
      }
    if (const auto from = hexIn(mAnswer.value("from", json())))
      line.points.insert(line.points.begin(), centre(*from));
    mOut.lines.push_back(std::move(line));
  }

  void places() {
    for (const json& each : mAnswer.value("places", json::array())) {
      ring(hexIn(each), kBarColour);
      if (const auto edge = edgeIn(each))
        mOut.edges.push_back({*edge, kBarColour, {}});
    }
  }

  const Situation& mSituation;
  const Lattice& mLattice;
  const json& mAnswer;
  AnswerOverlay mOut;
};

} // namespace

QColor sideColour(const Rulebook& book, const std::string& side) {
  const std::map<std::string, QColor> colours = sideColours(book.ruleset());
  const auto it = colours.find(side);
  return it == colours.end() ? answerColour(colours.size()) : it->second;
}

void addReach(AnswerOverlay& overlay, const Reach& reach) {
  std::uint32_t most = 0;
  for (const std::uint32_t cost : reach.possible)
    if (cost != Reach::kUnreached)
      most = std::max(most, cost);
  std::map<std::uint32_t, QString> texts; // shared: a large reach has few different costs
  for (std::size_t i = 0; i < reach.possible.size(); ++i) {
    const std::uint32_t cost = reach.possible[i];
    if (cost == Reach::kUnreached)
      continue;
    const auto [text, isNew] = texts.try_emplace(cost);
    if (isNew)
      text->second = shown(Rational::make(cost, reach.denominator).value_or(Rational(cost)));
    overlay.hexes[reach.hexAt(i)] = {heatColour(most > 0 ? static_cast<double>(cost) / static_cast<double>(most) : 0),
                                     text->second, reach.certain[i] == Reach::kUnreached};
  }
  overlay.marks.push_back({toQt(reach.lattice.centre(reach.start)), AnswerMark::Shape::Ring, kStartColour, {}});
}

void addZones(AnswerOverlay& overlay, const Situation& situation, const std::string& side) {
  const auto& strategy = situation.rules().book().strategies().zones;
  const std::string strongest = strategy && !strategy->kinds.empty() ? strategy->kinds.front() : std::string();
  std::map<std::pair<std::string, bool>, AnswerArea> areas;
  for (const auto& [hex, parts] : situation.zones().all())
    for (const ZoneField::Part& part : parts) {
      if (!side.empty() && part.side != side)
        continue;
      AnswerArea& area = areas[{part.side, part.kind != strongest}];
      area.colour = sideColour(situation.rules().book(), part.side);
      area.hatched = part.kind != strongest;
      area.hexes.insert(hex);
    }
  for (auto& [key, area] : areas)
    overlay.areas.push_back(std::move(area));
}

void addUnits(AnswerOverlay& overlay, const Situation& situation) {
  for (const auto& [hex, ids] : situation.position().stacks()) {
    const UnitState* top = situation.position().unit(ids.front());
    if (top == nullptr)
      continue;
    QString text = QString::fromStdString(top->id);
    if (ids.size() > 1)
      text += " +" + QString::number(ids.size() - 1);
    overlay.marks.push_back({toQt(situation.rules().lattice().centre(hex)), AnswerMark::Shape::Counter,
                             sideColour(situation.rules().book(), top->side), text});
  }
}

AnswerOverlay overlayOf(const Situation& situation, const json& answer) {
  return AnswerDrawing(situation, answer).take();
}

} // namespace hotchkiss
