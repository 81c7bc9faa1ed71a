#include "importers/lines/hexmatch.h"

#include "importers/lines/edgematch.h"

#include <algorithm>
#include <limits>

namespace hotchkiss {

namespace {

constexpr double kStepCost = 0.03;   // per hex: a clipped corner is not worth two steps
constexpr double kOutside = 1.0;     // weight of how far a sample lies outside its hex
constexpr double kCentre = 0.08;     // weight of how far it lies from the centre
constexpr double kFarthestHex = 1.4; // hexes between a sample and the centre
constexpr double kHexBeam = 3.0;

struct HexState {
  HexCoord hex;
  int back = -1;
  double cost = 0;
};

/// How far outside a hex a position lies, as its distance along the hex's axes; 0 inside.
double outside(const Lattice& lattice, HexCoord hex, Point p) {
  const Point centre = lattice.centre(hex);
  double most = 0;
  for (const HexCoord n : {lattice.neighbour(hex, 0), lattice.neighbour(hex, 1), lattice.neighbour(hex, 2)}) {
    const Point other = lattice.centre(n);
    const double along = (p.x - centre.x) * (other.x - centre.x) + (p.y - centre.y) * (other.y - centre.y);
    most = std::max(most, std::abs(along) - 0.5);
  }
  return most;
}

double emission(const Lattice& lattice, HexCoord hex, Point p, double* fromCentre) {
  const double d = distance(p, lattice.centre(hex));
  *fromCentre = d;
  const double out = outside(lattice, hex, p);
  return (kOutside * out * out + kCentre * d * d) * kMatchStep;
}

std::vector<HexCoord> backtrack(const std::vector<std::vector<HexState>>& layers, int index) {
  std::vector<HexCoord> out(layers.size());
  for (std::size_t i = layers.size(); i-- > 0;) {
    const HexState& s = layers[i][static_cast<std::size_t>(index)];
    out[i] = s.hex;
    index = s.back;
  }
  return out;
}

/// Hexes in order with the first sample of each; a hex that comes twice closes a loop, and the loop goes.
void condense(const std::vector<HexCoord>& bySample, HexMatch& out) {
  std::unordered_map<HexCoord, std::size_t> seen;
  for (std::size_t i = 0; i < bySample.size(); ++i) {
    if (!out.hexes.empty() && out.hexes.back() == bySample[i])
      continue;
    if (const auto it = seen.find(bySample[i]); it != seen.end()) {
      while (out.hexes.size() > it->second + 1) {
        seen.erase(out.hexes.back());
        out.hexes.pop_back();
        out.firstSample.pop_back();
      }
      continue;
    }
    seen[bySample[i]] = out.hexes.size();
    out.hexes.push_back(bySample[i]);
    out.firstSample.push_back(i);
  }
}

void measure(const Lattice& lattice, std::span<const Point> samples, HexMatch& out) {
  std::size_t near = 0;
  double sum = 0;
  for (std::size_t k = 0; k < out.hexes.size(); ++k) {
    const std::size_t end = k + 1 < out.hexes.size() ? out.firstSample[k + 1] : samples.size();
    const Point own = lattice.centre(out.hexes[k]);
    for (std::size_t i = out.firstSample[k]; i < end; ++i) {
      double d = distance(samples[i], own);
      if (k > 0)
        d = std::min(d, distanceToSegment(samples[i], lattice.centre(out.hexes[k - 1]), own));
      if (k + 1 < out.hexes.size())
        d = std::min(d, distanceToSegment(samples[i], own, lattice.centre(out.hexes[k + 1])));
      near += d <= 0.5 ? 1 : 0;
      sum += d;
      out.worstDeviation = std::max(out.worstDeviation, d);
    }
  }
  out.withinHalf = static_cast<double>(near) / static_cast<double>(samples.size());
  out.meanDeviation = sum / static_cast<double>(samples.size());
}

} // namespace

HexMatch matchAcrossEdges(const Lattice& lattice, const Extent& extent, std::span<const Point> samples,
                          const HexMatchRules& rules) {
  HexMatch out;
  if (samples.empty())
    return out;
  const auto costOf = [](const auto* map, const auto& key) {
    if (map == nullptr)
      return 0.0;
    const auto it = map->find(key);
    return it == map->end() ? 0.0 : it->second;
  };
  std::vector<std::vector<HexState>> layers(1);
  double ignored = 0;
  if (rules.start) {
    layers[0].push_back({*rules.start, -1, 0});
  } else {
    for (const HexCoord h : lattice.range(lattice.hexAt(samples[0]), 1))
      if (extent.contains(h))
        layers[0].push_back({h, -1, emission(lattice, h, samples[0], &ignored)});
  }
  std::unordered_map<HexCoord, std::size_t> slot;
  for (std::size_t i = 1; i < samples.size() && !layers.back().empty(); ++i) {
    const std::vector<HexState>& before = layers.back();
    std::vector<HexState> layer;
    slot.clear();
    const auto offer = [&](HexCoord hex, std::size_t back, double cost) {
      const auto [it, isNew] = slot.try_emplace(hex, layer.size());
      if (isNew)
        layer.push_back({hex, static_cast<int>(back), cost});
      else if (cost < layer[it->second].cost)
        layer[it->second] = {hex, static_cast<int>(back), cost};
    };
    for (std::size_t k = 0; k < before.size(); ++k) {
      const HexState& s = before[k];
      offer(s.hex, k, s.cost);
      for (int d = 0; d < kSides; ++d) {
        const HexCoord next = lattice.neighbour(s.hex, d);
        if (!extent.contains(next) || distance(samples[i], lattice.centre(next)) > kFarthestHex)
          continue;
        // A step is never worth less than nothing, or a line would wander about for its attractions.
        const double step =
            std::max(0.002, kStepCost + costOf(rules.hexes, next) + costOf(rules.edges, lattice.edge(s.hex, d)));
        offer(next, k, s.cost + step);
      }
    }
    double best = std::numeric_limits<double>::max();
    for (HexState& s : layer) {
      double d = 0;
      s.cost += emission(lattice, s.hex, samples[i], &d);
      if (d > kFarthestHex)
        s.cost += kHexBeam; // kept for the moment: an end that was set may lie a little off
      best = std::min(best, s.cost);
    }
    std::erase_if(layer, [&](const HexState& s) { return s.cost > best + kHexBeam; });
    layers.push_back(std::move(layer));
  }
  int chosen = -1;
  double best = std::numeric_limits<double>::max();
  for (std::size_t k = 0; k < layers.back().size(); ++k) {
    const HexState& s = layers.back()[k];
    if (rules.end && s.hex != *rules.end)
      continue;
    if (s.cost < best) {
      best = s.cost;
      chosen = static_cast<int>(k);
    }
  }
  if (chosen < 0)
    return out;
  condense(backtrack(layers, chosen), out);
  measure(lattice, samples, out);
  return out;
}

} // namespace hotchkiss
