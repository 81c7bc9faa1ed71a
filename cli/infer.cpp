#include "cli/commands.h"
#include "cli/points.h"
#include "cli/support.h"

#include <nlohmann/json.hpp>

#include <iomanip>
#include <iostream>

namespace hotchkiss::cli {

using nlohmann::json;

namespace {

const char* orientationOf(const NumberingProposal& proposal) {
  return proposal.orientation == Orientation::Flat ? "flat" : "pointy";
}

const char* shiftedOf(const NumberingProposal& proposal) {
  return proposal.shifted == Parity::Even ? "even" : "odd";
}

json jsonOf(const NumberingProposal& proposal, const LabelledPoints& points) {
  return {{"orientation", orientationOf(proposal)},
          {"shiftedNumbers", shiftedOf(proposal)},
          {"label", patternOf(points, proposal.columnFirst)},
          {"columnStep", proposal.columnStep},
          {"rowStep", proposal.rowStep},
          {"misfit", proposal.misfit},
          {"affine", proposal.affine}};
}

std::string inWords(const NumberingProposal& proposal, const LabelledPoints& points) {
  const bool isFlat = proposal.orientation == Orientation::Flat;
  std::string out = std::string(orientationOf(proposal)) + "-topped hexes, " + shiftedOf(proposal) +
                    (isFlat ? " columns lie half a hex lower" : " rows lie half a hex further right") + ", labels " +
                    patternOf(points, proposal.columnFirst);
  if (proposal.columnStep < 0)
    out += ", columns count down to the right";
  if (proposal.rowStep < 0)
    out += ", rows count down toward the bottom";
  return out;
}

int run(const std::vector<std::string>& texts, bool asJson) {
  const Result<LabelledPoints> points = readPoints(texts);
  if (!points)
    return complain(points.error());
  const std::vector<NumberingProposal> found = inferNumbering(*points);
  const Result<NumberingProposal> best = bestProposal(*points);
  if (!best && found.empty())
    return complain(best.error());
  constexpr std::size_t kShown = 4;
  if (asJson) {
    json list = json::array();
    for (const NumberingProposal& proposal : found)
      list.push_back(jsonOf(proposal, *points));
    std::cout << json{{"formatVersion", 1}, {"kind", "numberings"}, {"ambiguous", !best}, {"proposals", list}}.dump(1)
              << "\n";
  } else {
    std::cout << std::fixed << std::setprecision(3);
    for (std::size_t i = 0; i < found.size() && i < kShown; ++i)
      std::cout << (i == 0 ? "best:  " : "else:  ") << inWords(found[i], *points) << " (misfit " << found[i].misfit
                << ")\n";
  }
  if (best)
    return kClean;
  std::cerr << "hotchkiss: " << best.error().text() << "\n";
  return kFindings;
}

} // namespace

void addInfer(CLI::App& app, int& status) {
  auto points = std::make_shared<std::vector<std::string>>();
  auto asJson = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand(
      "infer-numbering", "Propose orientation, parity and numbering from three labelled hexes of a picture");
  command->add_option("POINTS", *points, "Three points LABEL@X,Y, such as W0101@120,85; y points down")
      ->required()
      ->expected(3);
  command->add_flag("--json", *asJson, "Print JSON, all proposals");
  command->callback([points, asJson, &status] { status = run(*points, *asJson); });
}

} // namespace hotchkiss::cli
