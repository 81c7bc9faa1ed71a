#include "importers/lines/linecourses.h"

#include "importers/source/vector.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// The runs of a joined line that lie on the map, sampled at equal steps.
void cutToMap(const JoinedLine& line, const Lattice& lattice, const Extent& extent, double step,
              const std::string& name, std::vector<SourceCourse>& out) {
  const Polyline samples = resampled(line.points, step);
  // Each sample takes the class of the source point before it.
  std::vector<int> classes;
  classes.reserve(samples.size());
  const double length = lengthOf(line.points);
  std::size_t at = 0;
  double before = 0;
  int last = -1;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double s = length * static_cast<double>(i) / static_cast<double>(samples.size() - 1);
    while (at + 2 < line.points.size() && before + distance(line.points[at], line.points[at + 1]) <= s) {
      before += distance(line.points[at], line.points[at + 1]);
      ++at;
    }
    // The point where two pieces meet carries the tag of the first one; the way from it belongs to the second.
    const int tag = line.tags[std::min(at + 1, line.tags.size() - 1)];
    last = tag >= 0 ? tag : last;
    classes.push_back(last);
  }
  const auto inside = [&](std::size_t i) { return extent.contains(lattice.hexAt(samples[i])); };
  for (std::size_t i = 0; i < samples.size();) {
    if (!inside(i)) {
      ++i;
      continue;
    }
    std::size_t end = i;
    // A short excursion over the edge of the map does not break a course in two.
    std::size_t lastInside = i;
    const auto patience = static_cast<std::size_t>(1.2 / step);
    while (end < samples.size() && end - lastInside <= patience) {
      if (inside(end))
        lastInside = end;
      ++end;
    }
    end = lastInside + 1;
    SourceCourse course;
    course.name = name;
    course.samples.assign(samples.begin() + static_cast<std::ptrdiff_t>(i),
                          samples.begin() + static_cast<std::ptrdiff_t>(end));
    course.classOf.assign(classes.begin() + static_cast<std::ptrdiff_t>(i),
                          classes.begin() + static_cast<std::ptrdiff_t>(end));
    course.length = lengthOf(course.samples);
    course.gaps = line.gaps;
    course.isSide = line.isSide;
    course.beginsOnMap = i == 0;
    course.endsOnMap = end == samples.size();
    out.push_back(std::move(course));
    i = end;
  }
}

} // namespace

Result<LineCourses> readCourses(const ImportContext& context, const json& step, double sampleStep,
                                const char* kindMember) {
  const Result<SourceFile> source = sourceOf(context, step);
  if (!source)
    return source.error();
  VectorWish wish;
  wish.shape = Shape::Lines;
  wish.layer = step.value("layer", "");
  wish.where = step.contains("where") ? &step["where"] : nullptr;
  const Lattice& lattice = context.document->lattice();
  const Extent& extent = context.document->extent();
  const Result<VectorLayer> layer = readVector(*source, wish, lattice, extent, context.frame);
  if (!layer)
    return layer.error();
  LineCourses out;
  out.damaged = layer->damaged;
  const std::string nameField = step.value("name", "");
  const std::string groupField = step.value("group", nameField);
  struct Group {
    std::string name;
    std::vector<LinePiece> pieces;
  };
  std::map<std::string, Group> groups; // by the group's value; the empty one holds what has none
  for (const VectorFeature& feature : layer->features) {
    const json* row = firstMatch(step.at("classes"), feature.fields);
    if (row == nullptr) {
      ++out.unclassed;
      continue;
    }
    if (!row->contains(kindMember)) // a row without a kind says: leave these out
      continue;
    const LineClass lineClass{row->at(kindMember).get<std::string>(), row->value("class", "")};
    auto known = std::find(out.classes.begin(), out.classes.end(), lineClass);
    if (known == out.classes.end())
      known = out.classes.insert(out.classes.end(), lineClass);
    const int tag = static_cast<int>(known - out.classes.begin());
    Group& group = groups[feature.field(groupField)];
    if (group.name.empty() && !nameField.empty())
      group.name = feature.field(nameField);
    for (const Polyline& part : feature.parts)
      group.pieces.push_back({part, tag});
  }
  for (auto& [key, group] : groups) {
    JoinRules rules;
    rules.snap = step.value("snap", rules.snap);
    rules.gap =
        key.empty() ? 0 : step.value("gap", rules.gap); // pieces without a name are not known to belong together
    const std::vector<JoinedLine> lines = joinPieces(group.pieces, rules);
    out.copies += rules.dropped;
    for (const JoinedLine& line : lines)
      cutToMap(line, lattice, extent, sampleStep, group.name, out.courses);
  }
  std::stable_sort(out.courses.begin(), out.courses.end(), [](const SourceCourse& a, const SourceCourse& b) {
    return a.isSide != b.isSide ? b.isSide : a.length > b.length;
  });
  return out;
}

} // namespace hotchkiss
