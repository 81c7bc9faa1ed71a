#include "editor/tools/coursetool.h"

#include "editor/docks/recordreferences.h"
#include "editor/tools/namedrecords.h"
#include "libscenario/module/filekinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hotchkiss::editor {

namespace {

const QColor kChosen(0x1c, 0x7e, 0xd6);

/// Visits the pieces of a course with the catalogue's row of each.
template <class Visit>
void forEachPiece(const EditorDocument& document, const std::string& course, const Visit& visit) {
  const Document& map = document.document();
  for (const EdgeId e : courseWay(map, document.catalogue(), course).edges) {
    const FeatureSet features = map.features(e);
    for (const Feature& feature : features.features)
      if (std::find(feature.of.begin(), feature.of.end(), course) != feature.of.end())
        if (const auto kind = document.catalogue().edgeFeatures.find(feature.kind);
            kind != document.catalogue().edgeFeatures.end())
          visit(e, feature, kind->second);
  }
}

} // namespace

std::vector<std::string> classesOfCourse(const EditorDocument& document, const std::string& course) {
  std::set<std::string> out;
  forEachPiece(document, course, [&](EdgeId, const Feature&, const FeatureKind& kind) {
    out.insert(kind.classes.begin(), kind.classes.end());
  });
  return {out.begin(), out.end()};
}

std::optional<std::string> classOfCourse(const EditorDocument& document, const std::string& course) {
  std::set<std::string> found;
  forEachPiece(document, course,
               [&](EdgeId, const Feature& feature, const FeatureKind&) { found.insert(feature.classId); });
  return found.size() == 1 ? std::optional(*found.begin()) : std::nullopt;
}

Outcome setClassOfCourse(EditorDocument& document, const std::string& course, const std::string& classId) {
  return document.edit(Tool::tr("Class of %1").arg(nameOf(document, {"course", course})), [&](Stroke& stroke) {
    forEachPiece(document, course, [&](EdgeId e, const Feature& feature, const FeatureKind& kind) {
      if (!kind.classes.contains(classId) && (kind.classRequired || !classId.empty()))
        return;
      Feature changed = feature;
      changed.classId = classId;
      stroke.putFeature(e, changed);
    });
  });
}

std::vector<std::string> CourseTool::under(const Pointer& pointer) const {
  if (pointer.pick.kind != Pick::Kind::Hex || !onMap(pointer.pick.hex))
    return coursesAt(map(), pointer.pick.edge);
  // Inside a hex the roads through it are meant, the nearest first.
  std::vector<std::string> out = coursesAt(map(), pointer.pick.edge);
  for (int side = 0; side < kSides; ++side)
    for (const std::string& course : coursesAt(map(), lattice().edge(pointer.pick.hex, side)))
      if (std::find(out.begin(), out.end(), course) == out.end() && way(course).across)
        out.push_back(course);
  std::stable_partition(out.begin(), out.end(), [this](const std::string& course) { return way(course).across; });
  return out;
}

std::optional<std::string> CourseTool::chosen() const {
  const auto* thing = std::get_if<NamedThing>(&state().selection());
  return thing && thing->section == "course" ? std::optional(thing->id) : std::nullopt;
}

const CourseWay& CourseTool::way(const std::string& course) const {
  const std::size_t position = document().history().position();
  const std::size_t size = document().history().size();
  std::erase_if(mWays, [&](const Remembered& one) { return one.position != position || one.size != size; });
  const auto it = std::find_if(mWays.begin(), mWays.end(), [&](const Remembered& one) { return one.course == course; });
  if (it != mWays.end())
    return it->way;
  constexpr std::size_t kMostRemembered = 8;
  if (mWays.size() >= kMostRemembered)
    mWays.clear();
  mWays.reserve(kMostRemembered); // so that what was given out stays in its place
  mWays.push_back({course, position, size, courseWay(map(), document().catalogue(), course)});
  return mWays.back().way;
}

void CourseTool::press(const Pointer& pointer) {
  if (pointer.button == Qt::RightButton)
    return state().setCourseMode(CourseMode::Pick);
  if (pointer.button != Qt::LeftButton)
    return;
  const std::vector<std::string> here = under(pointer);
  const std::optional<std::string> course = chosen();
  if (state().courseMode() == CourseMode::CornerJoin)
    return cornerJoin(pointer);
  if (state().courseMode() == CourseMode::Pick || !course) {
    if (here.empty())
      return state().select({});
    // A second click on the same spot goes on to the next course that lies there.
    const auto present = course ? std::find(here.begin(), here.end(), *course) : here.end();
    return state().select(
        NamedThing{"course", present == here.end() || present + 1 == here.end() ? here.front() : *(present + 1)});
  }
  if (!mayEdit())
    return;
  if (state().courseMode() == CourseMode::Mouth) {
    Outcome problem = success();
    const Outcome outcome =
        document().edit(tr("Mouth of %1").arg(nameOf(document(), {"course", *course})), [&](Stroke& stroke) {
          problem = setCourseMouth(stroke, document().catalogue(), *course, pointer.pick.vertex, pointer.pick.hex);
        });
    succeeded(problem ? outcome : problem);
  } else if (state().courseMode() == CourseMode::Join) {
    const auto other = std::find_if(here.begin(), here.end(), [&](const std::string& id) { return id != *course; });
    if (other == here.end())
      return refuse(
          tr("Click the other course, which is to become part of %1.").arg(nameOf(document(), {"course", *course})));
    join(*other);
  } else {
    split(pointer);
  }
  mContext.refresh();
}

void CourseTool::join(const std::string& other) {
  const std::string kept = *chosen();
  const QString title =
      tr("Join %1 with %2").arg(nameOf(document(), {"course", kept}), nameOf(document(), {"course", other}));
  Outcome problem = success();
  const Outcome outcome = document().edit(title, [&](Stroke& stroke) {
    problem = joinCourses(stroke, document().catalogue(), kept, other);
    if (problem)
      deleteRecord(stroke, document().catalogue(), {"course", other}); // what else referred to it
  });
  succeeded(problem ? outcome : problem);
}

void CourseTool::split(const Pointer& pointer) {
  const std::string course = *chosen();
  const std::string newId = freeId(map(), "course", course);
  Outcome problem = success();
  const Outcome outcome =
      document().edit(tr("Split %1").arg(nameOf(document(), {"course", course})), [&](Stroke& stroke) {
        problem = splitCourse(stroke, document().catalogue(), course, pointer.pick.vertex, pointer.pick.hex, newId);
      });
  if (!succeeded(problem ? outcome : problem))
    return;
  state().setCourseMode(CourseMode::Pick);
  state().select(NamedThing{"course", newId});
  mContext.startNaming({"course", newId}, true);
}

void CourseTool::cornerJoin(const Pointer& pointer) {
  if (!mayEdit())
    return;
  std::optional<Error> problem;
  const bool isThere = map().record(kNamedTable, {"join", toText(pointer.pick.vertex)}) != nullptr;
  const Outcome outcome =
      document().edit(isThere ? tr("Part courses") : tr("Join courses at a corner"), [&](Stroke& stroke) {
        if (const Result<bool> joined = toggleJoin(stroke, pointer.pick.vertex); !joined)
          problem = joined.error();
      });
  succeeded(problem ? Outcome(*problem) : outcome);
  mContext.refresh();
}

bool CourseTool::key(int key, Qt::KeyboardModifiers modifiers) {
  if (modifiers & ~Qt::KeypadModifier)
    return false;
  const std::optional<std::string> course = chosen();
  switch (key) {
  case Qt::Key_P:
    state().setCourseMode(CourseMode::Pick);
    return true;
  case Qt::Key_M:
    state().setCourseMode(CourseMode::Mouth);
    return true;
  case Qt::Key_J:
    state().setCourseMode(CourseMode::Join);
    return true;
  case Qt::Key_X:
    state().setCourseMode(CourseMode::Split);
    return true;
  case Qt::Key_V:
    state().setCourseMode(CourseMode::CornerJoin);
    return true;
  case Qt::Key_F2:
    if (course && mayEdit())
      mContext.startNaming({"course", *course}, false);
    return true;
  case Qt::Key_Delete:
    if (course && mayEdit() &&
        succeeded(document().edit(tr("Remove %1").arg(nameOf(document(), {"course", *course})), [&](Stroke& stroke) {
          removeThing(stroke, document().catalogue(), {"course", *course});
        })))
      state().select({});
    return true;
  default:
    return false;
  }
}

void CourseTool::cancel() {
  if (state().courseMode() != CourseMode::Pick)
    state().setCourseMode(CourseMode::Pick);
  else
    state().select({});
  Tool::cancel();
}

void CourseTool::paintWay(QPainter& painter, const OverlayView& view, const CourseWay& way,
                          const QColor& colour) const {
  QPainterPath line;
  const auto go = [&](const std::vector<Point>& points) {
    for (std::size_t i = 0; i < points.size(); ++i)
      if (i == 0)
        line.moveTo(view.toWidget(points[i]));
      else
        line.lineTo(view.toWidget(points[i]));
  };
  std::vector<Point> points;
  if (way.isOneWay) {
    for (const VertexId v : way.corners)
      points.push_back(lattice().position(v));
    for (const HexCoord h : way.hexes)
      points.push_back(lattice().centre(h));
    go(points);
  } else {
    for (const EdgeId e : way.edges) {
      const auto ends = lattice().ends(e);
      const auto hexes = lattice().hexes(e);
      go(way.across ? std::vector<Point>{lattice().centre(hexes[0]), lattice().centre(hexes[1])}
                    : std::vector<Point>{lattice().position(ends[0]), lattice().position(ends[1])});
    }
  }
  view.stroke(painter, line, colour, std::clamp(view.scale * 0.09, 3.0, 8.0));
  if (!way.isDirected || points.size() < 2)
    return;
  const std::size_t step = std::max<std::size_t>(1, static_cast<std::size_t>(60 / std::max(view.scale, 1.0)));
  for (std::size_t i = 1; i < points.size(); i += 2 * step)
    view.arrow(painter, points[i - 1], points[i], colour);
  view.dot(painter, points.front(), colour, 4);
  view.dot(painter, points.back(), colour, 6);
}

void CourseTool::paintOverlay(QPainter& painter, const OverlayView& view) const {
  const std::optional<std::string> course = chosen();
  if (course)
    paintWay(painter, view, way(*course), kChosen);
  if (!mHover)
    return;
  const CourseMode mode = state().courseMode();
  const std::vector<std::string> here = under(*mHover);
  if (mode == CourseMode::CornerJoin || ((mode == CourseMode::Mouth || mode == CourseMode::Split) && course)) {
    if (course && way(*course).across && mode != CourseMode::CornerJoin)
      view.hexes(painter, {mHover->pick.hex}, view.accent);
    else if (onMap(mHover->pick.vertex))
      view.dot(painter, lattice().position(mHover->pick.vertex), view.accent, 7);
    if (mode != CourseMode::CornerJoin)
      return;
    std::set<std::string> names;
    for (const EdgeId e : lattice().edges(mHover->pick.vertex))
      for (const std::string& id : coursesAt(map(), e))
        if (!way(id).across)
          names.insert(nameOf(document(), {"course", id}).toStdString());
    QStringList list;
    for (const std::string& name : names)
      list << QString::fromStdString(name);
    const bool joined = map().record(kNamedTable, {"join", toText(mHover->pick.vertex)}) != nullptr;
    if (names.size() > 1)
      view.tag(painter, mHover->plane,
               (joined ? tr("Part: %1") : tr("Join: %1")).arg(list.join(QStringLiteral(" + "))));
    return;
  }
  const auto meant = std::find_if(here.begin(), here.end(),
                                  [&](const std::string& id) { return mode != CourseMode::Join || id != course; });
  if (meant == here.end())
    return;
  if (*meant != course)
    paintWay(painter, view, way(*meant), view.accent);
  const CourseWay& shown = way(*meant);
  QString text = nameOf(document(), {"course", *meant}) + QStringLiteral(" · ") +
                 tr("%n piece(s)", nullptr, static_cast<int>(shown.edges.size()));
  if (!shown.isOneWay)
    text += QStringLiteral(" · ") + tr("not one way");
  else if (!shown.isDirected)
    text += QStringLiteral(" · ") + (shown.across ? tr("no start") : tr("no mouth"));
  view.tag(painter, mHover->plane, text);
}

QString CourseTool::statusText() const {
  const std::optional<std::string> course = chosen();
  if (state().courseMode() == CourseMode::CornerJoin)
    return tr("Click a corner where courses meet: join or part them · Esc: done");
  if (!course)
    return tr("Click a river, road or line: choose its course");
  const QString name = nameOf(document(), {"course", *course});
  switch (state().courseMode()) {
  case CourseMode::Mouth:
    return (way(*course).across ? tr("Click the end where %1 begins · Esc: done")
                                : tr("Click the corner where %1 ends · Esc: done"))
        .arg(name);
  case CourseMode::Join:
    return tr("Click the course that becomes part of %1 · Esc: done").arg(name);
  case CourseMode::Split:
    return tr("Click where %1 is cut in two · Esc: done").arg(name);
  default:
    return tr("%1 · M: mouth · J: join · X: split · V: join at a corner · F2: rename · Del: remove").arg(name);
  }
}

QString CourseTool::helpText() const {
  return tr("Works on named rivers, roads and lines. Click one to choose it: it is highlighted, with arrows in the "
            "direction in which it runs. M and a click on an end say where it ends (a road: begins). J and a click on "
            "another course of its kind make that a part of it. X and a click in between cut it in two; the part away "
            "from the mouth gets a new name. V and a click on a corner join the courses that meet there, or part them. "
            "F2 renames, Del removes the course and leaves its pieces on the map. Its class is set under the palette.");
}

} // namespace hotchkiss::editor
