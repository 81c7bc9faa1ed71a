#include "libscenario/diff/moduledifference.h"

#include "libscenario/diff/armywords.h"
#include "libscenario/diff/readablevalue.h"
#include "libscenario/json/objecttext.h"
#include "libscenario/module/filekinds.h"
#include "libscenario/module/modulefiles.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr const char* kMapPlace = "map";

std::string shown(Extent extent) {
  return std::to_string(extent.width) + "x" + std::to_string(extent.height);
}

std::string shown(const Lattice& lattice) {
  const bool isFlat = lattice.orientation() == Orientation::Flat;
  return std::string(isFlat ? "flat" : "pointy") + " hexes with " +
         (lattice.shifted() == Parity::Even ? "even " : "odd ") + (isFlat ? "columns" : "rows") + " shifted";
}

class Comparison {
 public:
  Comparison(const Document& before, const Document& after)
      : mBefore(before),
        mAfter(after),
        mOldLabels(numberingOf(before)),
        mLabels(numberingOf(after)),
        mSamePool(&before.pool() == &after.pool()) {}

  std::vector<Difference> all() && {
    compareMaps();
    compareHexes();
    compareEdges();
    compareVertices();
    compareRecords();
    return std::move(mOut);
  }

 private:
  void add(const std::string& file, const std::string& place, const std::vector<std::string>& words) {
    for (const std::string& each : words)
      mOut.push_back({file, place, each});
  }

  bool sameText(std::uint32_t before, std::uint32_t after) const {
    return (mSamePool && before == after) || mBefore.pool().text(before) == mAfter.pool().text(after);
  }

  void compareMaps() {
    std::vector<std::string> words;
    if (mBefore.lattice() != mAfter.lattice())
      words.push_back("the map changed from " + shown(mBefore.lattice()) + " to " + shown(mAfter.lattice()));
    const Extent old = mBefore.extent();
    const Extent now = mAfter.extent();
    if (old != now) {
      const bool grew = now.width >= old.width && now.height >= old.height;
      const bool shrank = now.width <= old.width && now.height <= old.height;
      words.push_back(std::string("the map ") +
                      (grew     ? "grew"
                       : shrank ? "shrank"
                                : "changed") +
                      " from " + shown(old) + " to " + shown(now));
    }
    add(kModulePath, kMapPlace, words);
  }

  void compareHexes() {
    const Extent old = mBefore.extent();
    const Extent now = mAfter.extent();
    for (std::int32_t c = 0; c < std::min(old.width, now.width); ++c)
      for (std::int32_t r = 0; r < std::min(old.height, now.height); ++r)
        compareHex({c, r});
  }

  void compareHex(HexCoord h) {
    const HexValue old = mBefore.hex(h);
    const HexValue now = mAfter.hex(h);
    std::vector<std::string> words;
    const auto orNone = [](const std::string& text) { return text.empty() ? std::string(kNoValue) : text; };
    if (!sameText(old.terrain, now.terrain))
      words.push_back(orNone(mBefore.terrain(h)) + " → " + orNone(mAfter.terrain(h)));
    if (old.level != now.level) {
      const auto level = [](std::optional<int> value) {
        return value ? std::to_string(*value) : std::string(kNoValue);
      };
      words.push_back("level " + level(mBefore.level(h)) + " → " + level(mAfter.level(h)));
    }
    if (!sameText(old.more, now.more))
      addMemberDifferences({}, {}, objectFrom(mBefore.attributes(h)), objectFrom(mAfter.attributes(h)), &mLabels,
                           words);
    if (!words.empty())
      add(kHexesPath, "hex " + (now == HexValue{} ? mOldLabels : mLabels).label(h), words);
  }

  template <class Id>
  void compareFeatures(const char* file, const char* word, Id id, std::uint32_t old, std::uint32_t now) {
    const auto isOn = [&](const Document& document) {
      const auto hexes = document.lattice().hexes(id);
      return std::any_of(hexes.begin(), hexes.end(), [&](HexCoord h) { return document.extent().contains(h); });
    };
    if (sameText(old, now) || !isOn(mBefore) || !isOn(mAfter))
      return;
    std::vector<std::string> words;
    addMemberDifferences({}, {}, objectFrom(mBefore.pool().text(old)), objectFrom(mAfter.pool().text(now)), &mLabels,
                         words);
    add(file, word + (" " + (now == TextPool::kNone ? mOldLabels : mLabels).label(id)), words);
  }

  void compareEdges() {
    std::set<EdgeId> used;
    for (const Document* document : {&mBefore, &mAfter})
      document->forEachEdge([&](EdgeId e, std::uint32_t features) {
        const Document& other = document == &mBefore ? mAfter : mBefore;
        if (!mSamePool || other.edge(e) != features)
          used.insert(e);
      });
    for (const EdgeId e : used)
      compareFeatures(kEdgesPath, "hexside", e, mBefore.edge(e), mAfter.edge(e));
  }

  void compareVertices() {
    std::set<VertexId> used;
    for (const Document* document : {&mBefore, &mAfter})
      for (const auto& [v, features] : document->vertices())
        used.insert(v);
    for (const VertexId v : used)
      compareFeatures(kVerticesPath, "corner", v, mBefore.vertex(v), mAfter.vertex(v));
  }

  void compareRecords() {
    std::set<std::string> tables;
    for (const Document* document : {&mBefore, &mAfter})
      for (std::string& name : document->tableNames())
        tables.insert(std::move(name));
    for (const std::string& table : tables) {
      std::set<RecordKey, RecordOrder> keys;
      for (const Document* document : {&mBefore, &mAfter})
        for (const auto& [key, text] : document->table(table))
          keys.insert(key);
      for (const RecordKey& key : keys)
        compareRecord(table, key);
    }
  }

  void compareRecord(const std::string& table, const RecordKey& key) {
    const std::string* old = mBefore.record(table, key);
    const std::string* now = mAfter.record(table, key);
    if (old && now && *old == *now)
      return;
    if (ArmyWords::speaksOf(table)) {
      compareArmyRecord(table, key, old, now);
      return;
    }
    std::vector<std::string> words;
    if (!now) {
      words.emplace_back("removed");
    } else if (!old) {
      const std::vector<std::string> members = readableMembers(objectFrom(*now), &mLabels);
      words.push_back("added" + (members.empty() ? std::string() : " (" + joinedBy(members, "; ") + ")"));
    } else {
      json before = objectFrom(*old);
      json after = objectFrom(*now);
      if (table == "module" && key.section == "lattice")
        for (json* side : {&before, &after})
          for (const char* said : {"size", "orientation", "shifted"}) // compareMaps() has said it
            side->erase(said);
      addMemberDifferences({}, {}, before, after, &mLabels, words);
    }
    add(table + ".json", key.section + " " + key.id, words);
  }

  void compareArmyRecord(const std::string& table, const RecordKey& key, const std::string* old,
                         const std::string* now) {
    if (!mArmyWords)
      mArmyWords = std::make_unique<ArmyWords>(mBefore, mAfter, mLabels);
    const json before = objectFrom(old ? *old : std::string());
    const json after = objectFrom(now ? *now : std::string());
    std::vector<std::string> words;
    if (!now) {
      words.emplace_back("removed");
    } else if (!old) {
      const std::vector<std::string> members = mArmyWords->members(table, after);
      words.push_back("added" + (members.empty() ? std::string() : " (" + joinedBy(members, "; ") + ")"));
    } else {
      words = mArmyWords->differences(table, before, after);
    }
    add(table + ".json", mArmyWords->place(key, now ? after : before), words);
  }

  const Document& mBefore;
  const Document& mAfter;
  std::unique_ptr<ArmyWords> mArmyWords; // only when armies differ
  Numbering mOldLabels;
  Numbering mLabels;
  bool mSamePool;
  std::vector<Difference> mOut;
};

bool samePlace(const Difference& a, const Difference& b) {
  return a.file == b.file && a.place == b.place;
}

bool isMap(const Difference& difference) {
  return difference.file == kModulePath && difference.place == kMapPlace;
}

std::string summaryOf(const std::vector<Difference>& differences) {
  if (differences.empty())
    return "no differences";
  std::size_t hexes = 0;
  std::size_t edges = 0;
  std::size_t vertices = 0;
  std::size_t records = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const Difference& each = differences[i];
    if (isMap(each) || (i > 0 && samePlace(differences[i - 1], each)))
      continue;
    ++(each.file == kHexesPath      ? hexes
       : each.file == kEdgesPath    ? edges
       : each.file == kVerticesPath ? vertices
                                    : records);
  }
  std::vector<std::string> counts;
  const auto count = [&](std::size_t number, const char* one, const char* many) {
    if (number > 0)
      counts.push_back(countOf(number, one, many));
  };
  count(hexes, "hex", "hexes");
  count(edges, "hexside", "hexsides");
  count(vertices, "corner", "corners");
  count(records, "record", "records");
  if (counts.empty())
    return "only the map's size or lattice differs";
  return joinedBy(counts, ", ") + (hexes + edges + vertices + records == 1 ? " differs" : " differ");
}

} // namespace

std::vector<Difference> differenceOf(const Document& before, const Document& after) {
  return Comparison(before, after).all();
}

std::string toText(const std::vector<Difference>& differences) {
  std::string out;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const Difference& each = differences[i];
    if (isMap(each)) {
      out += (out.empty() ? "" : "\n") + each.words;
      continue;
    }
    if (i > 0 && samePlace(differences[i - 1], each))
      out += ", " + each.words;
    else
      out += (out.empty() ? "" : "\n") + each.place + ": " + each.words;
  }
  return out + (out.empty() ? "" : "\n") + summaryOf(differences) + "\n";
}

json toJson(const std::vector<Difference>& differences) {
  json list = json::array();
  for (const Difference& each : differences)
    list.push_back({{"file", each.file}, {"place", each.place}, {"words", each.words}});
  return {{"formatVersion", 1},
          {"kind", "differences"},
          {"differences", std::move(list)},
          {"summary", summaryOf(differences)}};
}

} // namespace hotchkiss
