#include "importers/places/placesimport.h"

#include "importers/source/vector.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Whether a position lies ahead of where a river ends or begins. The way there is taken from a longer piece of it: its
/// last hexside may point anywhere.
bool isPastEnd(const Polyline& river, Point p, bool atBack) {
  constexpr double kPiece = 1.5;
  const Point end = atBack ? river.back() : river.front();
  Point before = end;
  for (std::size_t k = 1; k < river.size() && distance(before, end) < kPiece; ++k)
    before = atBack ? river[river.size() - 1 - k] : river[k];
  return (p.x - end.x) * (end.x - before.x) + (p.y - end.y) * (end.y - before.y) > 0;
}

} // namespace

int bankOf(const Polyline& river, Point p, double within) {
  double best = within;
  double bestAcross = 0;
  int side = 0;
  Point foot;
  for (std::size_t i = 1; i < river.size(); ++i) {
    const Point a = river[i - 1];
    const Point b = river[i];
    const double d = distanceToSegment(p, a, b);
    const double length = distance(a, b);
    constexpr double kSame = 1e-9;
    if (d > best + kSame || length <= 0)
      continue;
    const double across = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length;
    // Outside a bend both of its pieces are equally near, and one of them has the place behind its end: the one from
    // which it lies more to the side knows the bank.
    if (side != 0 && d >= best - kSame && std::abs(across) <= bestAcross)
      continue;
    best = std::min(best, d);
    bestAcross = std::abs(across);
    side = across < 0 ? 1 : -1; // y points down: left of the way is negative
    const double t = projectOnto(p, a, b);
    foot = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
  }
  if (side == 0)
    return 0;
  constexpr double kAtEnd = 0.6; // about one hexside
  for (const bool atBack : {false, true})
    if (distance(foot, atBack ? river.back() : river.front()) < kAtEnd && isPastEnd(river, p, atBack))
      return 0;
  return side;
}

namespace {

Polyline positions(const Lattice& lattice, const std::vector<VertexId>& chain) {
  Polyline out;
  for (const VertexId v : chain)
    out.push_back(lattice.position(v));
  return out;
}

constexpr double kSureBank = 0.1; // hexes from the line of a river

double distanceTo(const Polyline& line, Point p) {
  double best = std::numeric_limits<double>::max();
  for (std::size_t i = 1; i < line.size(); ++i)
    best = std::min(best, distanceToSegment(p, line[i - 1], line[i]));
  return best;
}

struct Candidate {
  std::string name;
  std::string kind;
  Point at;
  double rank = 0;
};

/// The hex in which a place is put, and what there is to say about it.
struct Seat {
  HexCoord hex;
  std::vector<std::size_t> wrong; ///< rivers on whose wrong bank it remains
  bool fromWater = false;         ///< it was moved because its own hex is water
  double confidence = 1;
  std::string reason; ///< of a doubt; empty for none
};

/// Finds a hex for a place on the same bank of every river nearby as the source has it, out of the water.
class Seats {
 public:
  Seats(const ImportContext& context, const std::set<std::string>& avoid)
      : mDocument(*context.document), mRivers(context.rivers), mAvoid(avoid) {
    for (const KnownRiver& river : mRivers)
      mChains.push_back(positions(mDocument.lattice(), river.chain));
  }

  Seat of(Point at, HexCoord own) const {
    const Lattice& lattice = mDocument.lattice();
    const std::vector<Bank> banks = banksAt(at);
    Seat seat{own, wrongAt(own, banks, false), inWater(own), 1, {}};
    const std::vector<std::size_t> sure = wrongAt(own, banks, true);
    if (sure.empty() && !seat.fromWater) {
      if (!seat.wrong.empty()) { // so near to the river the source itself may have it on the wrong side
        seat.confidence = 0.3;
        seat.reason = "is on the other bank of " + riverName(seat.wrong[0]) +
                      " than in the source, which has it only " +
                      json(rounded(distanceTo(mRivers[seat.wrong[0]].line, at), 2)).dump() +
                      " hexes from the river and may be wrong itself";
      }
      return seat;
    }
    std::optional<HexCoord> better;
    constexpr double kFarthest = 1.1;
    double best = kFarthest;
    for (const HexCoord n : lattice.neighbours(own))
      if (const double d = distance(lattice.centre(n), at);
          mDocument.extent().contains(n) && d < best && !inWater(n) && wrongAt(n, banks, true).empty()) {
        best = d;
        better = n;
      }
    if (!better) {
      seat.confidence = 0.3;
      seat.reason =
          (sure.empty() ? "lies in " + mDocument.terrain(own) : "lies on the wrong bank of " + riverName(sure[0])) +
          " and no hex nearby is better";
      return seat;
    }
    seat.confidence = 0.6;
    seat.reason = "was moved from hex " + toText(own) + " to " + toText(*better) +
                  (sure.empty() ? ", because the first lies in " + mDocument.terrain(own)
                                : " to stay on its bank of " + riverName(sure[0]));
    seat.fromWater = sure.empty();
    seat.hex = *better;
    seat.wrong = wrongAt(*better, banks, false);
    return seat;
  }

 private:
  struct Bank {
    std::size_t river = 0;
    int side = 0;
    bool isSure = true;
  };

  std::vector<Bank> banksAt(Point at) const {
    constexpr double kNear = 1.0;
    std::vector<Bank> out;
    for (std::size_t i = 0; i < mRivers.size(); ++i)
      if (const int side = bankOf(mRivers[i].line, at, kNear); side != 0)
        out.push_back({i, side, distanceTo(mRivers[i].line, at) >= kSureBank});
    return out;
  }
  std::vector<std::size_t> wrongAt(HexCoord h, const std::vector<Bank>& banks, bool onlySure) const {
    constexpr double kNear = 1.5;
    std::vector<std::size_t> out;
    for (const Bank& bank : banks)
      if ((bank.isSure || !onlySure) && bankOf(mChains[bank.river], mDocument.lattice().centre(h), kNear) == -bank.side)
        out.push_back(bank.river);
    return out;
  }
  bool inWater(HexCoord h) const { return mAvoid.count(mDocument.terrain(h)) > 0; }
  std::string riverName(std::size_t river) const {
    return mRivers[river].name.empty() ? "the river" : mRivers[river].name;
  }

  const Document& mDocument;
  const std::vector<KnownRiver>& mRivers;
  const std::set<std::string>& mAvoid;
  std::vector<Polyline> mChains;
};

} // namespace

Result<Imported> importPlaces(ImportContext& context, const std::string& stepId, const json& step) {
  const Result<SourceFile> source = sourceOf(context, step);
  if (!source)
    return source.error();
  const Lattice& lattice = context.document->lattice();
  const Extent& extent = context.document->extent();
  VectorWish wish;
  wish.shape = Shape::Points;
  wish.layer = step.value("layer", "");
  wish.where = step.contains("where") ? &step["where"] : nullptr;
  wish.xField = step.value("x", "");
  wish.yField = step.value("y", "");
  SourceFile file = *source;
  if (file.crs.empty() && !wish.xField.empty())
    file.crs = "EPSG:4326"; // columns of a table: longitude and latitude unless the source says otherwise
  const Result<VectorLayer> layer = readVector(file, wish, lattice, extent, context.frame);
  if (!layer)
    return layer.error();
  const std::string nameField = step.value("name", "");
  const std::string rankField = step.value("rank", "");
  std::vector<Candidate> candidates;
  for (const VectorFeature& feature : layer->features) {
    const json* row = firstMatch(step.at("classes"), feature.fields);
    if (row == nullptr || !row->contains("place"))
      continue;
    if (const Outcome known = checkNamed(context, "place", row->at("place").get<std::string>()); !known)
      return known.error();
    for (const auto& part : feature.parts)
      candidates.push_back({feature.field(nameField), row->at("place").get<std::string>(), part[0],
                            std::strtod(feature.field(rankField).c_str(), nullptr)});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.rank > b.rank; });
  Imported out;
  Document copy = *context.document;
  Stroke stroke(copy, "Import places");
  std::set<std::string> avoid;
  for (const json& terrain : step.value("avoid", json::array())) {
    if (const Outcome known = checkTerrain(context, terrain.get<std::string>()); !known)
      return known.error();
    avoid.insert(terrain.get<std::string>());
  }
  const Seats seats(context, avoid);
  std::set<std::string> ids;
  std::map<std::size_t, std::size_t> wrong; // by river: places that remain on the wrong bank
  std::size_t moved = 0;
  std::size_t ashore = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (context.task.cancelled())
      return cancelledError();
    context.task.report("places", static_cast<double>(i) / static_cast<double>(candidates.size()));
    const Candidate& one = candidates[i];
    HexCoord hex = lattice.hexAt(one.at);
    if (!extent.contains(hex))
      continue;
    std::string id = idFromName(one.name);
    for (int n = 2; !ids.insert(id).second; ++n)
      id = idFromName(one.name) + "-" + std::to_string(n);
    const Seat seat = seats.of(one.at, hex);
    if (!seat.reason.empty())
      out.doubts.push_back({stepId, "place", id, seat.confidence, one.name + " " + seat.reason});
    if (seat.hex != hex)
      ++(seat.fromWater ? ashore : moved);
    for (const std::size_t river : seat.wrong)
      ++wrong[river];
    hex = seat.hex;
    json record{{"at", {hex.c, hex.r}}, {"kind", one.kind}, {"source", importMark(stepId)}};
    if (!one.name.empty())
      record["name"] = one.name;
    stroke.setRecord("map/named", {"place", id}, record.dump());
    ++count;
  }
  out.figures = {{"places", std::to_string(count)}, {"moved to their bank", std::to_string(moved)}};
  if (!avoid.empty())
    out.figures.emplace_back("moved out of the water", std::to_string(ashore));
  for (const auto& [river, n] : wrong) {
    LineReport report;
    report.id = context.rivers[river].id;
    report.name = context.rivers[river].name;
    report.kind = "places";
    report.wrongBank = n;
    out.lines.push_back(report);
  }
  out.edit = stroke.finish();
  return out;
}

} // namespace hotchkiss
