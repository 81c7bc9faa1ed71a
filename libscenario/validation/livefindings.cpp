#include "libscenario/validation/livefindings.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/validation/judge.h"
#include "libscenario/validation/validator.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hotchkiss {

namespace {

/// A hex, hexside or corner as one number; the order is that of the files.
std::uint64_t keyOf(unsigned kind, std::int32_t c, std::int32_t r, std::int32_t d) {
  constexpr std::uint64_t kMargin = 16; // places may lie a step outside the map
  return std::uint64_t{kind} << 60U | (static_cast<std::uint64_t>(c) + kMargin) << 32U |
         (static_cast<std::uint64_t>(r) + kMargin) << 4U | static_cast<std::uint64_t>(d);
}
std::uint64_t keyOf(HexCoord h) {
  return keyOf(0, h.c, h.r, 0);
}
std::uint64_t keyOf(EdgeId e) {
  return keyOf(1, e.c, e.r, e.d);
}
std::uint64_t keyOf(VertexId v) {
  return keyOf(2, v.c, v.r, v.v);
}

/// Findings of places. A million blank hexes share one finding: what is said is kept once, places are numbers.
class PlaceFindings {
 public:
  void set(std::uint64_t place, const std::vector<Finding>& findings, std::size_t first) {
    if (first == findings.size()) {
      mLists.erase(place);
      return;
    }
    mLists[place] = listOf(findings, first);
  }
  /// The same, and adds what this changes.
  void set(std::uint64_t place, const std::vector<Finding>& findings, std::size_t first, LiveFindings::Here& here) {
    const auto before = mLists.find(place);
    if (before == mLists.end() && first == findings.size())
      return;
    const std::vector<std::uint32_t> had = before == mLists.end() ? Said() : *mKnownLists[before->second];
    set(place, findings, first);
    const auto after = mLists.find(place);
    const std::vector<std::uint32_t> has = after == mLists.end() ? Said() : *mKnownLists[after->second];
    const auto addMissing = [&](const Said& all, Said others, std::vector<Finding>& out) {
      for (const std::uint32_t said : all)
        if (const auto it = std::find(others.begin(), others.end(), said); it != others.end())
          others.erase(it);
        else
          out.push_back(finding(place, said));
    };
    addMissing(had, has, here.gone);
    addMissing(has, had, here.found);
  }

  void clear() { mLists.clear(); }

  /// How many places each thing is said of.
  std::vector<std::size_t> counts() const {
    std::vector<std::size_t> ofLists(mKnownLists.size());
    for (const auto& [place, list] : mLists)
      ++ofLists[list];
    std::vector<std::size_t> out(mSaid.size());
    for (std::size_t list = 0; list < ofLists.size(); ++list)
      for (const std::uint32_t said : *mKnownLists[list])
        out[said] += ofLists[list];
    return out;
  }

  /// Visits findings as (place, number of what is said), in the order of the files: those that are wanted singly, and
  /// of the others the first of each. A million places that say the same are not put in order.
  template <class Visit>
  void forEach(const std::vector<char>& isSingle, const Visit& visit) const {
    std::vector<char> hasSingle(mKnownLists.size());
    for (std::size_t list = 0; list < mKnownLists.size(); ++list)
      hasSingle[list] = std::any_of(mKnownLists[list]->begin(), mKnownLists[list]->end(),
                                    [&](std::uint32_t said) { return isSingle[said] != 0; });
    constexpr std::uint64_t kNone = ~std::uint64_t{0};
    std::vector<std::uint64_t> firstOf(mKnownLists.size(), kNone);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
    for (const auto& [place, list] : mLists)
      if (hasSingle[list] != 0)
        sorted.emplace_back(place, list);
      else
        firstOf[list] = std::min(firstOf[list], place);
    for (std::uint32_t list = 0; list < firstOf.size(); ++list)
      if (firstOf[list] != kNone)
        sorted.emplace_back(firstOf[list], list);
    std::sort(sorted.begin(), sorted.end());
    for (const auto& [place, list] : sorted)
      for (const std::uint32_t said : *mKnownLists[list])
        visit(place, said);
  }

  Finding finding(std::uint64_t place, std::uint32_t said) const {
    Finding out = mSaid[said];
    constexpr std::int32_t kMargin = 16;
    const auto c = static_cast<std::int32_t>(place >> 32U & 0xFFFFFFFU) - kMargin;
    const auto r = static_cast<std::int32_t>(place >> 4U & 0xFFFFFFFU) - kMargin;
    const auto d = static_cast<std::int32_t>(place & 0xFU);
    switch (place >> 60U) {
    case 0:
      out.place.hex = HexCoord{c, r};
      break;
    case 1:
      out.place.edge = EdgeId{c, r, d};
      break;
    default:
      out.place.vertex = VertexId{c, r, d};
    }
    return out;
  }
  const Finding& said(std::uint32_t number) const { return mSaid[number]; }
  std::size_t kinds() const { return mSaid.size(); }

 private:
  using Said = std::vector<std::uint32_t>;

  std::uint32_t listOf(const std::vector<Finding>& findings, std::size_t first) {
    Said list;
    for (std::size_t i = first; i < findings.size(); ++i)
      list.push_back(intern(findings[i]));
    const auto [it, isNew] = mListIds.try_emplace(std::move(list), static_cast<std::uint32_t>(mKnownLists.size()));
    if (isNew)
      mKnownLists.push_back(&it->first);
    return it->second;
  }
  std::uint32_t intern(const Finding& finding) {
    const std::string name = finding.check + '\n' + finding.message + '\n' + finding.fix + '\n' + finding.key + '\n' +
                             finding.restates + '\n' + toText(finding.severity) + toText(finding.checkClass) +
                             toText(finding.from) + '\n' + finding.place.file;
    const auto [it, isNew] = mSaidIds.try_emplace(name, static_cast<std::uint32_t>(mSaid.size()));
    if (isNew) {
      Finding& said = mSaid.emplace_back(finding);
      said.place.hex.reset();
      said.place.edge.reset();
      said.place.vertex.reset();
    }
    return it->second;
  }

  std::unordered_map<std::uint64_t, std::uint32_t> mLists; ///< place → list
  std::map<Said, std::uint32_t> mListIds;
  std::vector<const Said*> mKnownLists; ///< keys of the map, which stay where they are
  std::vector<Finding> mSaid;
  std::unordered_map<std::string, std::uint32_t> mSaidIds;
};

using RecordFindings = std::map<RecordKey, std::vector<Finding>, RecordOrder>;

/// Places and rows that may be judged differently now. Gathered with repetitions, which settle() removes.
struct Touched {
  std::vector<HexCoord> hexes;
  std::vector<EdgeId> edges;
  std::vector<VertexId> vertices;
  std::set<RecordKey, RecordOrder> records;

  void hex(const Lattice& lattice, HexCoord h) {
    hexes.push_back(h);
    for (int side = 0; side < kSides; ++side) {
      hexes.push_back(lattice.neighbour(h, side));
      vertices.push_back(lattice.vertex(h, side));
      for (const EdgeId e : lattice.edges(vertices.back())) // its own sides, and those that lead away from it
        edges.push_back(e);
    }
  }
  void edge(const Lattice& lattice, EdgeId e) {
    for (const HexCoord h : lattice.hexes(e)) {
      hexes.push_back(h);
      for (int side = 0; side < kSides; ++side)
        edges.push_back(lattice.edge(h, side));
    }
    for (const VertexId v : lattice.ends(e))
      vertices.push_back(v);
  }
  void vertex(const Lattice& lattice, VertexId v) {
    vertices.push_back(v);
    for (const HexCoord h : lattice.hexes(v))
      hexes.push_back(h);
    for (const EdgeId e : lattice.edges(v))
      edges.push_back(e);
  }
  void thing(const Lattice& lattice, const Thing& thing) {
    if (thing.hex)
      hex(lattice, *thing.hex);
    if (thing.edge)
      edge(lattice, *thing.edge);
    if (thing.vertex)
      vertex(lattice, *thing.vertex);
  }
  void settle() {
    const auto unique = [](auto& list) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    unique(hexes);
    unique(edges);
    unique(vertices);
  }
};

void label(const Numbering& numbering, Finding& finding) {
  FindingPlace& place = finding.place;
  place.label = place.hex      ? numbering.label(*place.hex)
                : place.edge   ? numbering.label(*place.edge)
                : place.vertex ? numbering.label(*place.vertex)
                               : std::string();
}

} // namespace

struct LiveFindings::Judgement::Content {
  std::shared_ptr<const CheckBasis> basis;
  Document document;
  ThingIndex things;
  bool everywhere = true;
  std::uint64_t edits = 0;
  PlaceFindings places;
  RecordFindings records;
  std::vector<Finding> whole;
  std::map<std::string, std::vector<EdgeId>> courseStarts; ///< the first hexside of each course, to point at
};

LiveFindings::Judgement::Judgement(std::unique_ptr<Content> content) : mContent(std::move(content)) {}
LiveFindings::Judgement::Judgement(Judgement&&) noexcept = default;
LiveFindings::Judgement& LiveFindings::Judgement::operator=(Judgement&&) noexcept = default;
LiveFindings::Judgement::~Judgement() = default;

class LiveFindings::Store {
 public:
  explicit Store(std::size_t mostAtOnce) : mMostAtOnce(mostAtOnce) {}

  Here edited(const Document& after, const Edit& edit) {
    ++mEdits;
    if (!mState)
      return {};
    Changed changed{mEdits, {}, {}};
    mState->document = after;
    bool isTooLarge = edit.size() > mMostAtOnce;
    for (const auto& part : edit.parts) {
      if (const auto* changes = std::get_if<Changes>(&part); changes && !isTooLarge)
        note(*changes, changed);
      else if (!changes)
        isTooLarge = true; // everything has moved
    }
    if (isTooLarge) {
      mEverywhere = mEdits;
      mJudge.reset();
      return {};
    }
    changed.touched.settle();
    Here out = judge(changed);
    mSince.push_back(std::move(changed));
    return out;
  }

  Job job(const Document& document) const {
    const bool needsBasis = !mState || mBasisChanged > mState->edits;
    return {document, needsBasis ? nullptr : mState->basis, !mState || mEverywhere > mState->edits, mEdits};
  }

  std::unique_ptr<Judgement::Content> accept(std::unique_ptr<Judgement::Content> judged) {
    Judgement::Content& content = *judged;
    if (mState && content.edits < mState->edits)
      return judged; // overtaken by another job
    const Document now = mState ? mState->document : content.document;
    if (!content.everywhere && mState)
      content.places = std::move(mState->places);
    mJudge.reset();
    mContext.reset();
    std::swap(mState, judged);
    mState->document = now;
    std::erase_if(mSince, [&](const Changed& changed) { return changed.edits <= mState->edits; });
    for (const Changed& changed : mSince) // made while the job was running
      for (const auto& [key, text] : changed.named)
        mState->things.put(key, text ? &*text : nullptr);
    for (const Changed& changed : mSince)
      judge(changed);
    return judged;
  }

  bool isCurrent() const { return mState && mState->edits == mEdits; }

  std::vector<Finding> findings(std::optional<std::size_t> showSingly, std::size_t mostOfACheck) const {
    if (!mState)
      return {};
    std::vector<Finding> out;
    const PlaceFindings& places = mState->places;
    const std::vector<std::size_t> counts = places.counts();
    std::vector<char> shown(places.kinds());
    const RecordTable& approvals = mState->document.table(kApprovalsTable);
    const auto mayBeApproved = [&](const Finding& finding) {
      return std::any_of(approvals.begin(), approvals.end(), [&](const auto& row) {
        return row.second.find('"' + finding.check + '"') != std::string::npos;
      });
    };
    std::vector<char> single(places.kinds());
    for (std::uint32_t said = 0; said < places.kinds(); ++said)
      single[said] = !showSingly || counts[said] <= *showSingly || mayBeApproved(places.said(said)) ? 1 : 0;
    struct Kept {
      std::size_t count = 0;
      std::size_t last = 0;
    };
    std::map<std::string_view, Kept> kept; // by check
    // Whether one more of the check may stand for itself; if not, the last one stands for it.
    const auto mayStand = [&](const Finding& finding, std::size_t count) {
      Kept& of = kept[finding.check];
      if (of.count >= mostOfACheck && !mayBeApproved(finding)) {
        out[of.last].count += count;
        return false;
      }
      ++of.count;
      of.last = out.size();
      return true;
    };
    places.forEach(single, [&](std::uint64_t place, std::uint32_t said) {
      if (single[said] == 0 && std::exchange(shown[said], char{1}) != 0)
        return; // the first one stands for all
      const std::size_t count = single[said] == 0 ? counts[said] : 1;
      if (!mayStand(places.said(said), count))
        return;
      out.push_back(places.finding(place, said));
      out.back().count = count;
    });
    const auto add = [&](const Finding& finding) {
      if (mayStand(finding, finding.count))
        out.push_back(finding);
    };
    for (const auto& [key, findings] : mState->records)
      std::for_each(findings.begin(), findings.end(), add);
    std::for_each(mState->whole.begin(), mState->whole.end(), add);
    if (!mState->basis)
      return out;
    CheckContext context(mState->document, *mState->basis, mState->things);
    context.courseEdges = mState->courseStarts;
    finishFindings(context, out);
    return showSingly ? hotchkiss::grouped(out, *showSingly) : out;
  }

  std::size_t count(std::string_view check) const {
    if (!mState)
      return 0;
    std::size_t out = 0;
    const auto counts = [&](const Finding& finding) { return finding.check == check; };
    const std::vector<std::size_t> places = mState->places.counts();
    for (std::uint32_t said = 0; said < places.size(); ++said)
      out += counts(mState->places.said(said)) ? places[said] : 0U;
    for (const auto& [key, findings] : mState->records)
      out += static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), counts));
    return out + static_cast<std::size_t>(std::count_if(mState->whole.begin(), mState->whole.end(), counts));
  }

 private:
  /// One edit: the places it may have changed, and the named things it wrote.
  struct Changed {
    std::uint64_t edits = 0;
    Touched touched;
    std::vector<std::pair<RecordKey, std::optional<std::string>>> named;
  };

  void note(const Changes& changes, Changed& changed) {
    const Lattice& lattice = mState->document.lattice();
    for (const auto& change : changes.hexes)
      changed.touched.hex(lattice, change.key);
    for (const auto& change : changes.edges)
      changed.touched.edge(lattice, change.key);
    for (const auto& change : changes.vertices)
      changed.touched.vertex(lattice, change.key);
    for (const auto& change : changes.records) {
      if (CheckBasis::hangsOn(change.key.table)) {
        mBasisChanged = mEdits;
        mEverywhere = mEdits;
      }
      if (change.key.table != kNamedTable)
        continue;
      const RecordKey& key = change.key.key;
      mEverywhere = mEdits; // other rows, and hexes far away, may refer to it
      mJudge.reset();
      changed.touched.records.insert(key);
      if (const Thing* old = mState->things.find(key.section, key.id))
        changed.touched.thing(lattice, *old);
      mState->things.put(key, change.after ? &*change.after : nullptr);
      if (const Thing* thing = mState->things.find(key.section, key.id))
        changed.touched.thing(lattice, *thing);
      changed.named.emplace_back(key, change.after);
    }
  }

  Here judge(const Changed& changed) {
    if (!mState->basis)
      return {};
    if (!mJudge) {
      mContext = std::make_unique<CheckContext>(mState->document, *mState->basis, mState->things);
      mJudge = std::make_unique<LocalJudge>(*mContext);
    }
    Here out;
    std::vector<Finding>& found = mContext->findings;
    found.clear();
    const Extent extent = mState->document.extent();
    const Touched& touched = changed.touched;
    std::set<RecordKey, RecordOrder> records = touched.records;
    for (const HexCoord h : touched.hexes) {
      const std::size_t first = found.size();
      if (extent.contains(h))
        mJudge->hex(h);
      mState->places.set(keyOf(h), found, first, out);
      for (const RecordKey& key : mState->things.at(h))
        records.insert(key);
    }
    for (const EdgeId e : touched.edges) {
      const std::size_t first = found.size();
      if (extent.containsOrBorders(e.owner()))
        mJudge->edge(e, mState->document.edge(e));
      mState->places.set(keyOf(e), found, first, out);
      for (const RecordKey& key : mState->things.at(e))
        records.insert(key);
    }
    for (const VertexId v : touched.vertices) {
      const std::size_t first = found.size();
      if (extent.containsOrBorders(v.owner()))
        mJudge->vertex(v, mState->document.vertex(v));
      mState->places.set(keyOf(v), found, first, out);
    }
    for (const RecordKey& key : records) {
      const auto first = static_cast<std::ptrdiff_t>(found.size());
      if (const Thing* thing = mState->things.find(key.section, key.id))
        mJudge->thing(*thing);
      setRecord(key, {found.begin() + first, found.end()}, out);
    }
    for (std::vector<Finding>* findings : {&out.gone, &out.found}) {
      placeThings(*mContext, *findings);
      for (Finding& finding : *findings)
        label(mState->basis->numbering, finding);
    }
    return out;
  }

  void setRecord(const RecordKey& key, std::vector<Finding> now, Here& here) {
    const auto before = mState->records.find(key);
    const std::vector<Finding> had = before == mState->records.end() ? std::vector<Finding>() : before->second;
    const auto addMissing = [](const std::vector<Finding>& all, const std::vector<Finding>& others,
                               std::vector<Finding>& out) {
      std::copy_if(all.begin(), all.end(), std::back_inserter(out), [&](const Finding& one) {
        return std::none_of(others.begin(), others.end(), [&](const Finding& other) {
          return other.check == one.check && other.message == one.message && other.place.hex == one.place.hex &&
                 other.place.edge == one.place.edge && other.place.vertex == one.place.vertex;
        });
      });
    };
    addMissing(had, now, here.gone);
    addMissing(now, had, here.found);
    if (now.empty())
      mState->records.erase(key);
    else
      mState->records[key] = std::move(now);
  }

  std::size_t mMostAtOnce;
  std::unique_ptr<Judgement::Content> mState; ///< null until the first job is accepted
  std::unique_ptr<CheckContext> mContext;     ///< of the state; kept from edit to edit for what it has worked out
  std::unique_ptr<LocalJudge> mJudge;
  std::vector<Changed> mSince; ///< edits since the last accepted snapshot
  std::uint64_t mEdits = 0;
  std::uint64_t mEverywhere = 0; ///< the last edit that may have changed verdicts of places that it did not touch
  std::uint64_t mBasisChanged = 0;
};

LiveFindings::LiveFindings(std::size_t mostAtOnce) : mStore(std::make_unique<Store>(mostAtOnce)) {}
LiveFindings::LiveFindings(LiveFindings&&) noexcept = default;
LiveFindings& LiveFindings::operator=(LiveFindings&&) noexcept = default;
LiveFindings::~LiveFindings() = default;

LiveFindings::Here LiveFindings::edited(const Document& after, const Edit& edit) {
  return mStore->edited(after, edit);
}

LiveFindings::Job LiveFindings::job(const Document& document) const {
  return mStore->job(document);
}

LiveFindings::Judgement LiveFindings::run(const Job& job) {
  auto content = std::make_unique<Judgement::Content>();
  content->document = job.document;
  content->edits = job.edits;
  content->everywhere = job.everywhere;
  content->things = ThingIndex(job.document);
  content->basis = job.basis;
  if (!content->basis) {
    content->everywhere = true;
    Result<std::shared_ptr<const CheckBasis>> basis = CheckBasis::of(job.document);
    if (!basis) {
      content->whole.push_back(brokenRuleset(job.document, basis.error()));
      return Judgement(std::move(content));
    }
    content->basis = std::move(*basis);
  }
  CheckContext context(content->document, *content->basis, content->things);
  LocalJudge judge(context);
  std::vector<Finding>& found = context.findings;
  const auto at = [&](std::uint64_t place) {
    if (!found.empty())
      content->places.set(place, found, 0);
    found.clear();
  };
  if (content->everywhere) {
    const Extent extent = job.document.extent();
    for (std::int32_t c = 0; c < extent.width; ++c)
      for (std::int32_t r = 0; r < extent.height; ++r) {
        judge.hex({c, r});
        at(keyOf(HexCoord{c, r}));
      }
    job.document.forEachEdge([&](EdgeId e, std::uint32_t text) {
      judge.edge(e, text);
      at(keyOf(e));
    });
    for (const auto& [v, text] : job.document.vertices()) {
      judge.vertex(v, text);
      at(keyOf(v));
    }
  }
  for (const auto& [key, thing] : content->things.all()) {
    judge.thing(thing);
    if (!found.empty())
      content->records[key] = std::exchange(found, {});
  }
  judgeWhole(context);
  content->whole = std::exchange(found, {});
  for (const auto& [course, edges] : context.courseEdges)
    content->courseStarts[course] = {edges.front()};
  return Judgement(std::move(content));
}

LiveFindings::Judgement LiveFindings::accept(Judgement judgement) {
  return Judgement(mStore->accept(std::move(judgement.mContent)));
}

bool LiveFindings::isCurrent() const {
  return mStore->isCurrent();
}

std::vector<Finding> LiveFindings::findings() const {
  return mStore->findings(std::nullopt, SIZE_MAX);
}

std::vector<Finding> LiveFindings::grouped(std::size_t showSingly, std::size_t mostOfACheck) const {
  return mStore->findings(showSingly, mostOfACheck);
}

std::size_t LiveFindings::count(std::string_view check) const {
  return mStore->count(check);
}

} // namespace hotchkiss
