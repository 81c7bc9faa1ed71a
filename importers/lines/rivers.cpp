#include "importers/lines/rivers.h"

#include "importers/lines/batches.h"
#include "importers/lines/edgematch.h"
#include "importers/lines/linecourses.h"
#include "importers/lines/lineimport.h"
#include "importers/lines/rivercoast.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <unordered_set>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr double kForeignCorner = 3.0; // what it costs to touch another course where the source does not
constexpr double kForeignEdge = 4.0;
constexpr double kJoinRadius = 1.6; // how far from the true confluence the join may lie
constexpr double kGrid = 0.5;
constexpr double kMapJoin = 0.75;          // how far from a course of the map a line may end that flows into it
constexpr double kDoubtfulDeviation = 0.5; // hexes: mean distance of a hexside from the piece of the line it stands for

/// Where an end of a course touches another course.
struct Touch {
  std::size_t course = 0;
  Point at;
};

struct Matched {
  EdgeMatch match;
  std::string id; ///< empty for a course without a name
  std::optional<VertexId> joinAtStart;
  std::optional<VertexId> joinAtEnd;
  bool missesJoin = false; ///< it joins another one in the source, and could not here
  bool lostTarget = false; ///< what it flows into is not on the map
  std::size_t lost = 0;    ///< good hexsides left out beyond excluded ones
};

class RiverImport : private LineImport {
 public:
  RiverImport(ImportContext& context, std::string stepId, const json& step)
      : LineImport(context, std::move(stepId), step, "Import rivers") {}

  Result<Imported> run() {
    Result<LineCourses> read = readCourses(mContext, mStep, kMatchStep, "feature");
    if (!read)
      return read.error();
    mSource = std::move(*read);
    for (const LineClass& one : mSource.classes)
      if (const Outcome known = checkFeature(mContext, one.feature, one.classId); !known)
        return known.error();
    if (const Outcome known = readCourseKind(); !known)
      return known.error();
    addEarlierRivers();
    findTouches();
    avoidExcluded();
    leadToCoast();
    findLinks();
    const std::vector<std::size_t> order = matchOrder();
    if (!matchAll(order))
      return cancelledError();
    for (const std::size_t i : order)
      settle(i);
    writeJoins();
    summarise();
    mOut.edit = mStroke.finish();
    return std::move(mOut);
  }

 private:
  const SourceCourse& course(std::size_t i) const { return mSource.courses[i]; }
  std::string called(std::size_t i) const {
    if (!mMatched[i].id.empty())
      return mMatched[i].id;
    return course(i).name.empty() ? "unnamed line" : idFromName(course(i).name);
  }

  /// Whether a hexside already carries something that cannot be together with a kind of this step: a coast, say.
  bool excluded(EdgeId e, const std::string& kind) const {
    if (mContext.catalogue == nullptr)
      return false;
    const auto& kinds = mContext.catalogue->edgeFeatures;
    const auto excludes = [&](const std::string& a, const std::string& b) {
      const auto it = kinds.find(a);
      return it != kinds.end() &&
             std::find(it->second.excludes.begin(), it->second.excludes.end(), b) != it->second.excludes.end();
    };
    const FeatureSet there = mContext.document->features(e);
    return std::any_of(there.features.begin(), there.features.end(), [&](const Feature& f) {
      return f.kind != kind && (excludes(kind, f.kind) || excludes(f.kind, kind));
    });
  }
  bool excluded(EdgeId e) const {
    return std::any_of(mSource.classes.begin(), mSource.classes.end(),
                       [&](const LineClass& one) { return excluded(e, one.feature); });
  }
  void avoidExcluded() {
    mContext.document->forEachEdge([&](EdgeId e, std::uint32_t) {
      if (excluded(e)) {
        mEdgeCost[e] = kForeignEdge;
        mExcluded.insert(e);
      }
    });
  }
  /// With "toCoast", a free end near the coast is led on to it, and tells which way the river flows.
  void leadToCoast() {
    mLed.resize(mSource.courses.size());
    const double reach = mStep.value("toCoast", 0.0);
    if (reach <= 0 || mExcluded.empty())
      return;
    const CoastReach coast(mLattice, mExcluded, reach);
    const bool flows = mStep.value("downstream", true);
    for (std::size_t i = 0; i < mOwn; ++i) {
      SourceCourse& one = mSource.courses[i];
      std::optional<CoastReach::Corner> end;
      std::optional<CoastReach::Corner> start;
      if (!mEnd[i] && one.endsOnMap)
        end = coast.nearest(one.samples.back());
      if (!mStart[i] && one.beginsOnMap)
        start = coast.nearest(one.samples.front());
      // Digitised against the stream: it comes out of the sea, or begins at another river and ends in nothing.
      const bool fromSea = start && (!end || start->away < end->away);
      const bool fromRiver = mStart[i] && !mEnd[i] && !end && one.endsOnMap;
      if (flows && (fromSea || fromRiver)) {
        turnRound(one);
        std::swap(mStart[i], mEnd[i]);
        std::swap(start, end);
        ++mTurned;
      }
      if (end)
        mLed[i] = leadOn(one, mLattice, end->corner, true);
      else if (start && !flows)
        mLed[i] = leadOn(one, mLattice, start->corner, false);
    }
  }

  /// A course ends where it reaches such hexsides: at the coast. If it comes back behind them (a lagoon, an island),
  /// the longest piece stays. Gives how many good hexsides went with it.
  std::size_t trimExcluded(EdgeMatch& match) const {
    std::size_t bestFirst = 0;
    std::size_t bestEnd = 0;
    std::size_t good = 0;
    for (std::size_t first = 0; first < match.edges.size();) {
      std::size_t end = first;
      while (end < match.edges.size() && mExcluded.count(match.edges[end]) == 0)
        ++end;
      good += end - first;
      if (end - first > bestEnd - bestFirst) {
        bestFirst = first;
        bestEnd = end;
      }
      first = end + 1;
    }
    const auto cut = [&](auto& list, std::size_t end) {
      list.resize(end);
      list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(bestFirst));
    };
    if (match.edges.empty() || bestEnd - bestFirst == match.edges.size())
      return 0;
    cut(match.edges, bestEnd);
    cut(match.deviation, bestEnd);
    cut(match.firstSample, bestEnd);
    cut(match.corners, bestEnd > bestFirst ? bestEnd + 1 : bestFirst);
    return good - (bestEnd - bestFirst);
  }

  /// Rivers of earlier steps stand: those of this step flow into them, and keep off them.
  void addEarlierRivers() {
    mOwn = mSource.courses.size();
    mMatched.resize(mOwn + mContext.rivers.size());
    mTried.resize(mMatched.size());
    for (std::size_t i = 0; i < mContext.rivers.size(); ++i) {
      const KnownRiver& river = mContext.rivers[i];
      SourceCourse course;
      course.name = river.name;
      course.samples = river.line;
      course.length = lengthOf(river.line);
      mSource.courses.push_back(std::move(course));
      EdgeMatch& match = mMatched[mOwn + i].match;
      mMatched[mOwn + i].id = river.id;
      match.corners = river.chain;
      for (std::size_t k = 1; k < river.chain.size(); ++k)
        match.edges.push_back(*mLattice.edgeBetween(river.chain[k - 1], river.chain[k]));
      occupy(mOwn + i);
      compareWithOthers(mOwn + i, false);
      if (!river.id.empty())
        mIds.insert(river.id);
    }
  }

  void findTouches() {
    const double within = mStep.value("joinWithin", 0.15);
    PointGrid grid(kMapJoin);
    for (std::size_t i = 0; i < mSource.courses.size(); ++i)
      for (std::size_t k = 0; k < course(i).samples.size(); ++k)
        grid.add(course(i).samples[k], i, k);
    const auto nearest = [&](std::size_t i, Point p, double radius, bool onlyOfMap) {
      std::optional<Touch> out;
      double best = radius;
      grid.near(p, radius, [&](const PointGrid::Entry& e, double d) {
        const bool wanted = e.owner != i && (!onlyOfMap || isLineOfMap(e.owner));
        if (wanted && (d < best || (out && d == best && e.owner < out->course))) {
          best = d;
          out = Touch{e.owner, p};
        }
      });
      return out;
    };
    const auto touchOf = [&](std::size_t i, Point p, bool onMap) -> std::optional<Touch> {
      if (!onMap)
        return std::nullopt;
      std::optional<Touch> out = nearest(i, p, std::min(std::max(within, kMatchStep), kGrid), false);
      // A course of the map lies where its hexsides do, not where the river does.
      return out ? out : nearest(i, p, kMapJoin, true);
    };
    mStart.resize(mSource.courses.size());
    mEnd.resize(mSource.courses.size());
    for (std::size_t i = 0; i < mOwn; ++i) {
      const SourceCourse& one = course(i);
      mStart[i] = touchOf(i, one.samples.front(), one.beginsOnMap);
      mEnd[i] = touchOf(i, one.samples.back(), one.endsOnMap);
    }
  }
  /// A short course that others end in, or that leads from one to another, holds rivers together. Those that hang on
  /// nothing but other short ones are none.
  void findLinks() {
    mIsLink.assign(mSource.courses.size(), 0);
    const auto stays = [&](std::size_t i) { return i >= mOwn || (!isArm(i) && !isTooShort(i)); };
    for (bool grows = true; grows;) {
      grows = false;
      const auto keep = [&](std::size_t i) {
        if (stays(i) || isArm(i))
          return;
        mIsLink[i] = 1;
        grows = true;
      };
      for (std::size_t i = 0; i < mOwn; ++i) {
        if (mEnd[i] && stays(i))
          keep(mEnd[i]->course);
        if (mStart[i] && mEnd[i] && mStart[i]->course != mEnd[i]->course && stays(mStart[i]->course) &&
            stays(mEnd[i]->course))
          keep(i);
      }
    }
  }
  bool isArm(std::size_t i) const { return course(i).isSide && !course(i).name.empty(); }
  bool isTooShort(std::size_t i) const { return course(i).length < mStep.value("minLength", 1.5) && mIsLink[i] == 0; }

  /// Where an end of a course leads on the map: a link too short for a hexside is passed.
  std::optional<Touch> touchOnMap(std::optional<Touch> touch, bool down) const {
    std::set<std::size_t> seen;
    while (touch && mTried[touch->course] != 0 && mMatched[touch->course].match.edges.empty() &&
           seen.insert(touch->course).second) {
      const SourceCourse& link = course(touch->course);
      if (link.length > kJoinRadius)
        break;
      touch = down ? mEnd[touch->course] : mStart[touch->course];
    }
    return touch;
  }

  bool isLineOfMap(std::size_t i) const { return i >= mOwn && mContext.rivers[i - mOwn].isLineOfMap; }

  /// Longest first, but never before a course that it touches with an end: sources often have tributaries upside down.
  /// Only what flows into its spring comes behind it.
  std::vector<std::size_t> matchOrder() const {
    std::vector<std::size_t> out;
    std::vector<char> done(mSource.courses.size());
    std::fill(done.begin() + static_cast<std::ptrdiff_t>(mOwn), done.end(), 1);
    const auto waits = [&](std::size_t i) {
      const auto isOpen = [&](const std::optional<Touch>& touch) { return touch && done[touch->course] == 0; };
      if (isOpen(mEnd[i]))
        return true;
      return isOpen(mStart[i]) && !(mEnd[mStart[i]->course] && mEnd[mStart[i]->course]->course == i);
    };
    while (out.size() < mOwn) {
      const std::size_t before = out.size();
      for (std::size_t i = 0; i < done.size(); ++i)
        if (done[i] == 0 && !waits(i)) {
          done[i] = 1;
          out.push_back(i);
        }
      if (out.size() == before) // they flow in a ring: take the longest
        for (std::size_t i = 0; i < done.size(); ++i)
          if (done[i] == 0) {
            done[i] = 1;
            out.push_back(i);
            break;
          }
    }
    return out;
  }

  /// Corners of a matched course near a place, each with what it costs to join there instead of at the place itself.
  std::map<VertexId, double> joinCorners(const Touch& touch) const {
    std::map<VertexId, double> out;
    for (const VertexId v : mMatched[touch.course].match.corners)
      if (const double d = distance(mLattice.position(v), touch.at); d <= kJoinRadius)
        out[v] = 0.4 * d * d + (mUse.count(v) > 0 && mUse.at(v) >= 3 ? kForeignCorner : 0);
    return out;
  }

  /// Courses that are far from each other at the same time; the result is that of one after the other.
  bool matchAll(const std::vector<std::size_t>& order) {
    constexpr double kSight = 3.5; // hexes beside its line that a match looks at or takes
    std::vector<const Polyline*> lines;
    for (const SourceCourse& one : mSource.courses)
      lines.push_back(&one.samples);
    std::size_t done = 0;
    Task quiet = mContext.task;
    quiet.progress = nullptr;
    for (const std::vector<std::size_t>& batch : independentBatches(order, lines, kSight)) {
      mContext.task.report("rivers", static_cast<double>(done) / static_cast<double>(order.size()));
      if (!inParallel(quiet, "rivers", batch.size(), [&](std::size_t k, unsigned) { matchOne(batch[k]); }))
        return false;
      for (const std::size_t i : batch) {
        mTried[i] = 1;
        occupy(i);
      }
      done += batch.size();
    }
    return true;
  }

  /// Only reads what all share, and writes what belongs to this course.
  void matchOne(std::size_t i) {
    const SourceCourse& one = course(i);
    Matched& matched = mMatched[i];
    if (isTooShort(i) || isArm(i))
      return;
    const std::optional<Touch> end = touchOnMap(mEnd[i], true);
    const std::optional<Touch> start = touchOnMap(mStart[i], false);
    EdgeMatchRules rules;
    rules.corners = &mCornerCost;
    rules.edges = &mEdgeCost;
    if (end)
      rules.endAt = joinCorners(*end);
    if (start)
      rules.startAt = joinCorners(*start);
    if (mLed[i].corner)
      (mLed[i].atEnd ? rules.endAt : rules.startAt).emplace(*mLed[i].corner, 0.0);
    EdgeMatch match = matchAlongEdges(mLattice, mExtent, one.samples, rules);
    if (match.edges.empty() &&
        !(rules.endAt.empty() && rules.startAt.empty())) { // the confluence cannot be reached: free the ends
      rules.endAt.clear();
      rules.startAt.clear();
      match = matchAlongEdges(mLattice, mExtent, one.samples, rules);
    }
    if (match.edges.empty())
      return;
    const VertexId first = match.corners.front();
    const VertexId last = match.corners.back();
    const std::size_t whole = match.edges.size();
    matched.lost = trimExcluded(match);
    const bool isTrimmed = match.edges.size() < whole;
    const std::size_t fewest = mIsLink[i] != 0 ? 1 : 2;
    if (match.edges.size() < fewest)
      return;
    matched.match = std::move(match);
    if (end && !rules.endAt.empty() && matched.match.corners.back() == last)
      matched.joinAtEnd = last;
    if (start && !rules.startAt.empty() && matched.match.corners.front() == first)
      matched.joinAtStart = first;
    if (!mEnd[i] || matched.joinAtEnd || matched.lost > 0)
      return;
    matched.missesJoin = end && !mMatched[end->course].match.edges.empty();
    matched.lostTarget = !matched.missesJoin && !isTrimmed; // at the coast a river ends without one
  }

  /// Names a matched course and writes it down.
  void settle(std::size_t i) {
    const SourceCourse& one = course(i);
    const Matched& matched = mMatched[i];
    if (!isTooShort(i) && isArm(i))
      return doubt("hex", toText(hexOn(one.samples)), 0.5,
                   "a side arm of " + one.name + ", " + std::to_string(static_cast<int>(std::lround(one.length))) +
                       " hexes long, was left out, because a course has no forks");
    if (matched.match.edges.empty()) {
      ++mShort;
      leftOut(i);
      return;
    }
    nameCourse(i);
    if (matched.missesJoin)
      doubtCourse(i, 0.4, "does not reach the course that it joins in the source");
    constexpr double kWorthSaying = 0.5;
    if (mLed[i].gap > kWorthSaying)
      doubtCourse(i, 0.5, "was led on " + json(rounded(mLed[i].gap, 1)).dump() + " hexes to the coast");
    if (matched.lostTarget)
      doubtCourse(i, 0.4, "flows into " + nameOf(mEnd[i]->course) + " in the source, which is not on the map here");
    if (matched.lost > 0)
      doubtCourse(i, 0.5,
                  "lost " + std::to_string(matched.lost) + (matched.lost == 1 ? " hexside" : " hexsides") +
                      " beyond others that exclude it (a coast, say), because a course is in one piece");
    compareWithOthers(i);
    write(i);
  }

  std::string nameOf(std::size_t i) const { return course(i).name.empty() ? "a line without a name" : course(i).name; }

  /// Lines that have a name are listed; the others are only counted.
  void leftOut(std::size_t i) {
    if (course(i).name.empty())
      return;
    const double length = rounded(course(i).length, 1);
    doubt("hex", toText(hexOn(course(i).samples)), 0.6,
          course(i).name + ", " + json(length).dump() + " hexes long, was left out" +
              (isTooShort(i) ? ": the step takes lines from " + json(mStep.value("minLength", 1.5)).dump() + " hexes on"
                             : ", because no hexsides are left for it"));
  }

  /// A hex of the map near the middle of a line.
  HexCoord hexOn(const Polyline& line) const {
    HexCoord best = mLattice.hexAt(line.front());
    for (std::size_t k = 0; k < line.size(); ++k)
      if (const HexCoord h = mLattice.hexAt(line[k]); mExtent.contains(h)) {
        best = h;
        if (k >= line.size() / 2)
          break;
      }
    return best;
  }

  void nameCourse(std::size_t i) {
    if (course(i).name.empty() || mCourseKind.empty())
      return;
    const std::string id = newCourseId(course(i).name);
    if (id != idFromName(course(i).name))
      doubt("course", id, 0.6, "a second course called " + course(i).name + ": it is apart from the first");
    mMatched[i].id = id;
  }

  /// Keeps the courses that follow off this one.
  void occupy(std::size_t i) {
    const EdgeMatch& match = mMatched[i].match;
    for (std::size_t k = 0; k < match.corners.size(); ++k) {
      const bool end = k == 0 || k + 1 == match.corners.size();
      mCornerCost[match.corners[k]] = kForeignCorner;
      mUse[match.corners[k]] += end ? 1 : 2;
    }
    for (const EdgeId e : match.edges)
      mEdgeCost[e] = kForeignEdge;
  }

  /// Where the course touches one before it although the source does not.
  void compareWithOthers(std::size_t i, bool isNew = true) {
    const EdgeMatch& match = mMatched[i].match;
    for (std::size_t k = 0; k < match.corners.size(); ++k) {
      const VertexId v = match.corners[k];
      const bool joined =
          (k == 0 && mMatched[i].joinAtStart) || (k + 1 == match.corners.size() && mMatched[i].joinAtEnd);
      if (isNew && mOwner.count(v) > 0 && !joined)
        doubt("vertex", toText(v), 0.3,
              called(i) + " touches " + called(mOwner[v]) + " here, but the source does not join them");
      mOwner.try_emplace(v, i);
    }
    for (const EdgeId e : match.edges)
      if (!mTaken.insert(e).second && isNew && mExcluded.count(e) == 0)
        doubt("edge", toText(e), 0.2, called(i) + " shares this hexside with another course");
  }

  void write(std::size_t i) {
    const SourceCourse& one = course(i);
    const Matched& matched = mMatched[i];
    const EdgeMatch& match = matched.match;
    const json from = sourceIds(mStep);
    for (std::size_t k = 0; k < match.edges.size(); ++k) {
      const std::size_t first = match.firstSample[k];
      const std::size_t end = k + 1 < match.edges.size() ? match.firstSample[k + 1] : one.samples.size();
      const LineClass& lineClass = mSource.classes[static_cast<std::size_t>(majority(one.classOf, first, end))];
      Feature feature;
      feature.kind = lineClass.feature;
      feature.classId = lineClass.classId;
      if (!matched.id.empty())
        feature.of = {matched.id};
      const FeatureSet before = mStroke.document().features(match.edges[k]);
      if (const Feature* other = before.find(feature.kind))
        for (const std::string& id : other->of)
          if (std::find(feature.of.begin(), feature.of.end(), id) == feature.of.end())
            feature.of.push_back(id);
      std::sort(feature.of.begin(), feature.of.end());
      mStroke.putFeature(match.edges[k], feature);
      const double deviation = match.deviation[k];
      const double confidence = std::clamp(1 - deviation, 0.0, 1.0);
      addEvidence(
          mStroke, "edge", toText(match.edges[k]),
          {{"confidence", rounded(confidence, 2)}, {"from", from}, {"values", {{"deviation", rounded(deviation, 2)}}}});
      if (deviation > kDoubtfulDeviation)
        doubt("edge", toText(match.edges[k]), confidence,
              called(i) + " runs more than half a hex from here in the source");
    }
    if (match.longestLoop > 6)
      doubtCourse(i, 0.4, "had a loop of " + std::to_string(match.longestLoop) + " hexsides that was cut out");
    if (one.gaps > 0.5)
      doubtCourse(i, 0.6,
                  "has gaps of " + std::to_string(rounded(one.gaps, 1)).substr(0, 4) +
                      " hexes in the source that were bridged");
    if (!matched.id.empty()) {
      json record{{"kind", mCourseKind}, {"name", one.name}, {"source", importMark(mStepId)}};
      if (mStep.value("downstream", true)) {
        const VertexId mouth = match.corners.back();
        record["mouth"] = {mouth.c, mouth.r, mouth.v};
      }
      mStroke.setRecord("map/named", {"course", matched.id}, record.dump());
    }
    mContext.rivers.push_back({matched.id, one.name, one.samples, match.corners});
    LineReport report;
    report.id = matched.id;
    report.name = one.name;
    report.kind = mSource.classes[static_cast<std::size_t>(majority(one.classOf, 0, one.samples.size()))].feature;
    report.length = one.length;
    report.edges = match.edges.size();
    report.withinHalf = match.withinHalf;
    report.meanDeviation = match.meanDeviation;
    report.worstDeviation = match.worstDeviation;
    report.doubtful = static_cast<std::size_t>(
        std::count_if(match.deviation.begin(), match.deviation.end(), [](double d) { return d > kDoubtfulDeviation; }));
    mOut.lines.push_back(report);
    mEdges += match.edges.size();
  }

  static int majority(const std::vector<int>& classes, std::size_t first, std::size_t end) {
    std::map<int, std::size_t> counts;
    for (std::size_t i = first; i < end; ++i)
      ++counts[std::max(0, classes[i])];
    int best = 0;
    std::size_t most = 0;
    for (const auto& [one, count] : counts)
      if (count > most) {
        most = count;
        best = one;
      }
    return best;
  }

  void writeJoins() {
    std::map<VertexId, std::set<std::string>> joins;
    for (std::size_t i = 0; i < mMatched.size(); ++i)
      for (const auto& [corner, touch] : {std::pair{mMatched[i].joinAtStart, touchOnMap(mStart[i], false)},
                                          std::pair{mMatched[i].joinAtEnd, touchOnMap(mEnd[i], true)}})
        if (corner && touch && !mMatched[i].id.empty() && !mMatched[touch->course].id.empty()) {
          joins[*corner].insert(mMatched[i].id);
          joins[*corner].insert(mMatched[touch->course].id);
        }
    for (const auto& [corner, of] : joins)
      mStroke.setRecord("map/named", {"join", toText(corner)},
                        json{{"of", of}, {"source", importMark(mStepId)}}.dump());
    mJoins = joins.size();
  }

  /// About a whole course: in its own row when it is a record, else at the middle of its match.
  void doubtCourse(std::size_t i, double confidence, const std::string& what) {
    const std::string name = nameOf(i);
    const EdgeMatch& match = mMatched[i].match;
    if (!mMatched[i].id.empty())
      doubt("course", mMatched[i].id, confidence, name + " " + what);
    else
      doubt("edge", toText(match.edges[match.edges.size() / 2]), confidence, name + " " + what);
  }

  void summarise() {
    std::stable_sort(mOut.lines.begin(), mOut.lines.end(),
                     [](const LineReport& a, const LineReport& b) { return a.length > b.length; });
    mOut.figures = {{"courses", std::to_string(mOut.lines.size())},
                    {"hexsides", std::to_string(mEdges)},
                    {"joins", std::to_string(mJoins)},
                    {"too short", std::to_string(mShort)},
                    {"copies left out", std::to_string(mSource.copies)}};
    if (mTurned > 0)
      figure("turned downstream", mTurned);
    if (mSource.unclassed > 0)
      mOut.figures.emplace_back("without a class", std::to_string(mSource.unclassed));
  }

  LineCourses mSource;
  std::vector<std::optional<Touch>> mStart;
  std::vector<std::optional<Touch>> mEnd;
  std::vector<CoastLead> mLed;
  std::size_t mTurned = 0;
  std::vector<char> mIsLink; ///< others hang on it, so it stays however short it is
  std::vector<Matched> mMatched;
  std::vector<char> mTried; ///< matched by now, or found to be impossible
  std::size_t mOwn = 0;     ///< courses of this step; those behind them are from earlier ones
  std::unordered_map<VertexId, double> mCornerCost;
  std::unordered_map<EdgeId, double> mEdgeCost;
  std::set<EdgeId> mExcluded;
  std::unordered_map<VertexId, std::size_t> mOwner;
  std::set<EdgeId> mTaken;                ///< by courses that are written
  std::unordered_map<VertexId, int> mUse; ///< edges at a corner that are taken
  std::size_t mShort = 0;
  std::size_t mEdges = 0;
  std::size_t mJoins = 0;
};

} // namespace

Result<Imported> importRivers(ImportContext& context, const std::string& stepId, const json& step) {
  return RiverImport(context, stepId, step).run();
}

} // namespace hotchkiss
