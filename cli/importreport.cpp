#include "cli/importreport.h"

#include "cli/commands.h"
#include "cli/support.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

std::string padded(const std::string& text, std::size_t width, bool right = false) {
  // Count characters, not bytes, so that names with accents line up.
  std::size_t length = 0;
  for (const char c : text)
    length += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U ? 1U : 0U;
  const std::string space(length < width ? width - length : 0, ' ');
  return right ? space + text : text + space;
}

std::string fixed(double value, int decimals) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
  return buffer.data();
}

void printLines(const std::vector<LineReport>& lines) {
  bool any = false;
  for (const LineReport& line : lines)
    any = any || line.length > 0;
  if (!any)
    return;
  std::cout << "    " << padded("line", 32) << padded("hexes", 8, true) << padded("sides", 8, true)
            << padded("within 1/2", 12, true) << padded("mean", 7, true) << padded("worst", 7, true)
            << padded("doubts", 8, true) << "\n";
  constexpr std::size_t kMost = 40;
  std::size_t shown = 0;
  for (const LineReport& line : lines) {
    if (line.length <= 0)
      continue;
    if (++shown > kMost)
      continue;
    std::cout << "    " << padded(line.name.empty() ? "(no name)" : line.name, 32)
              << padded(fixed(line.length, 1), 8, true) << padded(std::to_string(line.edges), 8, true)
              << padded(fixed(line.withinHalf * 100, 1) + " %", 12, true)
              << padded(fixed(line.meanDeviation, 2), 7, true) << padded(fixed(line.worstDeviation, 2), 7, true)
              << padded(std::to_string(line.doubtful), 8, true) << "\n";
  }
  if (shown > kMost)
    std::cout << "    ... and " << shown - kMost << " more\n";
}

void printStep(const StepOutcome& step) {
  std::cout << step.kind << " " << step.id << "\n";
  for (const auto& [name, value] : step.imported.figures)
    std::cout << "    " << padded(name, 32) << padded(value, 8, true) << "\n";
  printLines(step.imported.lines);
  for (const LineReport& line : step.imported.lines)
    if (line.wrongBank > 0)
      std::cout << "    " << countOf(line.wrongBank, "place", "places") << " left on the other bank of "
                << (line.name.empty() ? "a river" : line.name) << " than in the source\n";
}

void printText(const ImportSummary& summary, const std::string& reviewFile) {
  for (const StepOutcome& step : summary.steps)
    printStep(step);
  if (summary.changed) {
    std::cout << (summary.dryRun ? "would change " : "changed ") << countOf(*summary.changed, "cell", "cells") << "\n";
  } else {
    std::cout << "made " << summary.module << ": " << summary.extent.width << " x " << summary.extent.height
              << " hexes";
    if (summary.handCells.value_or(0) > 0)
      std::cout << ", " << countOf(*summary.handCells, "piece", "pieces") << " of hand work kept";
    std::cout << "\n";
  }
  if (!summary.notice.empty())
    std::cout << "note: " << summary.notice << "\n";
  std::cout << countOf(summary.doubts.size(), "place", "places") << " to review";
  if (!reviewFile.empty())
    std::cout << ", listed in " << reviewFile;
  else if (!summary.doubts.empty())
    std::cout << " (see map/evidence.json, or --review FILE)";
  std::cout << "\n";
}

json figureAsJson(const std::string& text) {
  const json value = json::parse(text, nullptr, false);
  return value.is_number() ? value : json(text);
}

json stepAsJson(const StepOutcome& step) {
  json figures = json::object();
  for (const auto& [name, value] : step.imported.figures)
    figures[name] = figureAsJson(value);
  json lines = json::array();
  for (const LineReport& line : step.imported.lines) {
    json one{{"name", line.name}, {"kind", line.kind}};
    if (!line.id.empty())
      one["id"] = line.id;
    if (line.length > 0) {
      one["hexes"] = rounded(line.length, 2);
      one["sides"] = line.edges;
      one["withinHalf"] = rounded(line.withinHalf, 4);
      one["mean"] = rounded(line.meanDeviation, 3);
      one["worst"] = rounded(line.worstDeviation, 3);
      one["doubtful"] = line.doubtful;
    }
    if (line.wrongBank > 0)
      one["wrongBank"] = line.wrongBank;
    lines.push_back(std::move(one));
  }
  return {{"kind", step.kind}, {"id", step.id}, {"figures", std::move(figures)}, {"lines", std::move(lines)}};
}

void printJson(const ImportSummary& summary) {
  json steps = json::array();
  for (const StepOutcome& step : summary.steps)
    steps.push_back(stepAsJson(step));
  json out{{"formatVersion", 1},
           {"kind", "imported"},
           {"module", summary.module},
           {"size", {summary.extent.width, summary.extent.height}},
           {"dryRun", summary.dryRun},
           {"steps", std::move(steps)},
           {"review", json::parse(reviewAsJson(summary.doubts))}};
  if (summary.changed)
    out["changed"] = *summary.changed;
  if (!summary.notice.empty())
    out["notice"] = summary.notice;
  if (summary.handCells)
    out["handWork"] = *summary.handCells;
  std::cout << out.dump(1) << "\n";
}

} // namespace

int finishImport(const ImportSummary& summary, bool asJson, const std::string& reviewFile) {
  if (!reviewFile.empty())
    if (const Outcome written = writeTextFile(reviewFile, reviewAsJson(summary.doubts)); !written)
      return complain(written.error());
  if (asJson)
    printJson(summary);
  else
    printText(summary, reviewFile);
  return kClean;
}

int finishFit(const FitSummary& summary, bool asJson) {
  const FrameFit& fit = summary.fit;
  if (asJson) {
    json places = json::array();
    for (std::size_t i = 0; i < summary.places.size(); ++i) {
      json one{
          {"name", summary.places[i].name}, {"hex", summary.labels[i]}, {"residual", rounded(fit.residuals[i], 4)}};
      if (!std::isnan(fit.leaveOneOut[i]))
        one["leaveOneOut"] = rounded(fit.leaveOneOut[i], 4);
      places.push_back(std::move(one));
    }
    const json out{{"formatVersion", 1},
                   {"kind", "frame-fit"},
                   {"frame", frameRecord(fit.frame)},
                   {"places", std::move(places)},
                   {"rms", rounded(fit.rms, 4)},
                   {"suspects", fit.suspects},
                   {"applied", !summary.writtenTo.empty()}};
    std::cout << out.dump(1) << "\n";
    return kClean;
  }
  std::cout << padded("place", 28) << padded("hex", 10) << padded("off by", 10, true) << padded("left out", 10, true)
            << "\n";
  for (std::size_t i = 0; i < summary.places.size(); ++i)
    std::cout << padded(summary.places[i].name, 28) << padded(summary.labels[i], 10)
              << padded(fixed(fit.residuals[i], 2), 10, true)
              << padded(std::isnan(fit.leaveOneOut[i]) ? "-" : fixed(fit.leaveOneOut[i], 2), 10, true) << "\n";
  std::cout << "rms " << fixed(fit.rms, 2) << " hexes; pitch " << fixed(fit.frame.pitch[0], 1) << " x "
            << fixed(fit.frame.pitch[1], 1) << ", turned " << fixed(fit.frame.rotation, 2) << " degrees\n";
  for (const std::string& name : fit.suspects)
    std::cout << name << " contradicts the other places\n";
  if (!summary.writtenTo.empty())
    std::cout << "the frame was written to " << summary.writtenTo << "\n";
  return kClean;
}

} // namespace hotchkiss::cli
