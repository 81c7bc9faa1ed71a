#include "libscenario/rules/vectors.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/module/modulefiles.h"
#include "libscenario/module/scriptededits.h"
#include "libscenario/rules/query.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// The small map of an example, drawn by an edits script.
Result<Document> mapOf(const std::string& rulesetId, const std::string& id, const json& body) {
  NewModule wanted;
  wanted.id = id;
  wanted.title = id;
  wanted.ruleset = rulesetId;
  wanted.lattice = Lattice(body.value("orientation", "flat") == "flat" ? Orientation::Flat : Orientation::Pointy,
                           body.value("shifted", "odd") == "odd" ? Parity::Odd : Parity::Even);
  wanted.extent = {body["size"][0].get<std::int32_t>(), body["size"][1].get<std::int32_t>()};
  const json first = body.value("first", json::array({1, 1}));
  json sheet{{"label", body.value("label", "{col:2}{row:2}")},
             {"letter", body.value("letter", "")},
             {"origin", {0, 0}},
             {"size", body["size"]},
             {"columns", {{"first", first[0]}, {"step", 1}}},
             {"rows", {{"first", first[1]}, {"step", 1}}}};
  if (body.contains("northBearing"))
    sheet["northBearing"] = body["northBearing"];
  wanted.sheetRecord = sheet.dump();
  Document document = makeModule(wanted);
  if (body.contains("abbreviation"))
    for (const auto& [key, text] : RecordTable(document.table("module")))
      if (key.section == "module") {
        json record = json::parse(text);
        record["abbreviation"] = body["abbreviation"];
        document.setRecord("module", key, record.dump());
      }
  const std::uint32_t terrain = document.pool().intern(body["terrain"].get<std::string>());
  for (std::int32_t c = 0; c < wanted.extent.width; ++c)
    for (std::int32_t r = 0; r < wanted.extent.height; ++r)
      document.setHex({c, r}, {terrain, TextPool::kNone, HexValue::kNoLevel});
  json edits{{"formatVersion", kFormatVersion}, {"kind", "edits"}, {"rows", body.value("edits", json::array())}};
  edits["rows"].push_back(json::array());
  if (const Result<Edit> edit = applyScript(document, edits.dump()); !edit)
    return Error{edit.error().text(), {}, 0, "map " + id, {}};
  return document;
}

/// What of the answer differs from what is expected; empty when nothing does. Members that are not expected are free.
std::string difference(const json& expected, const json& actual, const std::string& where) {
  if (expected.is_object()) {
    if (!actual.is_object())
      return where + " is " + actual.dump() + " instead of " + expected.dump();
    for (const auto& [name, value] : expected.items()) {
      if (!actual.contains(name))
        return where + "." + name + " is missing";
      if (std::string out = difference(value, actual[name], where + "." + name); !out.empty())
        return out;
    }
    return {};
  }
  return expected == actual ? std::string() : where + " is " + actual.dump() + " instead of " + expected.dump();
}

/// Rulebooks and maps that the examples need, each made once.
class Stock {
 public:
  explicit Stock(const Ruleset& ruleset) : mRuleset(ruleset) {}

  const Ruleset& ruleset() const { return mRuleset; }

  Result<std::shared_ptr<const Rulebook>> book(const json& overlays) {
    const std::string key = overlays.dump();
    if (const auto it = mBooks.find(key); it != mBooks.end())
      return it->second;
    const Result<Ruleset> ruleset = mRuleset.withOverlays(overlays.get<std::vector<std::string>>());
    if (!ruleset)
      return ruleset.error();
    Result<Rulebook> book = Rulebook::read(*ruleset);
    if (!book)
      return book.error();
    return mBooks[key] = std::make_shared<const Rulebook>(std::move(*book));
  }

  Result<Document> map(const std::string& id) {
    if (const auto it = mMaps.find(id); it != mMaps.end())
      return it->second;
    json body{{"size", {3, 3}}, {"terrain", mRuleset.catalogue().terrains.begin()->first}};
    if (!id.empty()) {
      const auto it = mRuleset.rows("vectors").find({"map", id});
      if (it == mRuleset.rows("vectors").end())
        return Error{"there is no map \"" + id + "\"", {}, 0, {}, {}};
      body = json::parse(it->second);
    }
    Result<Document> document = mapOf(mRuleset.id(), id.empty() ? "none" : id, body);
    if (!document)
      return document.error();
    mMaps.emplace(id, *document);
    return document;
  }

 private:
  const Ruleset& mRuleset;
  std::map<std::string, std::shared_ptr<const Rulebook>> mBooks;
  std::map<std::string, Document> mMaps;
};

/// An example may be several questions: what all share stands beside `cases`.
std::vector<json> casesOf(const json& vector) {
  if (!vector.contains("cases"))
    return {vector};
  std::vector<json> out;
  for (const json& each : vector["cases"]) {
    json whole = vector;
    whole.erase("cases");
    whole.update(each);
    out.push_back(std::move(whole));
  }
  return out;
}

class Runner {
 public:
  explicit Runner(Stock& stock) : mStock(stock) {}

  /// Changes every rulebook before it is used; without a number the row becomes unknown.
  void perturb(const std::string& row, std::optional<std::int64_t> by, std::optional<std::size_t> column = {}) {
    mPerturbed = row;
    mBy = by;
    mColumn = column;
  }

  VectorResult ask(const std::string& id, const json& vector) {
    VectorResult out{id,
                     "fail",
                     {},
                     vector["source"].is_string() ? vector["source"].get<std::string>() : vector["source"].dump(),
                     {}};
    answers.clear();
    failedToAnswer = false;
    if (vector.contains("skip")) {
      out.status = "skip";
      out.reason = vector["skip"].get<std::string>();
      return out;
    }
    const std::vector<json> cases = casesOf(vector);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const std::string which = cases.size() > 1 ? "case " + std::to_string(i + 1) + ": " : "";
      Result<json> answer = answerTo(cases[i]);
      if (!answer) {
        failedToAnswer = true;
        out.reason = which + answer.error().text();
        return out;
      }
      for (const json& each : (*answer)["because"])
        out.rows.insert(each["table"].get<std::string>() + "/" + each["row"].get<std::string>());
      const std::string problem = difference(cases[i]["expect"], *answer, "answer");
      if (!problem.empty() && out.reason.empty())
        out.reason = which + problem;
      answer->erase("because");
      answers.push_back(std::move(*answer));
    }
    if (out.reason.empty())
      out.status = "pass";
    return out;
  }

  // Of the last example.
  std::vector<json> answers; ///< to every case, without reasons
  bool failedToAnswer = false;

 private:
  Result<json> answerTo(const json& vector) {
    const Result<std::shared_ptr<const Rules>> rules = rulesFor(vector);
    if (!rules)
      return rules.error();
    json rows = vector.value("position", json::array());
    rows.push_back(json::array());
    const json file{{"formatVersion", kFormatVersion}, {"kind", "position"}, {"rows", rows}};
    Result<Position> position = Position::read(file.dump(), (*rules)->book(), (*rules)->document());
    if (!position)
      return position.error();
    const Result<Situation> situation = Situation::make(*rules, std::move(*position));
    if (!situation)
      return situation.error();
    return query(*situation, vector.value("query", ""), vector.value("args", json::object()));
  }

  Result<std::shared_ptr<const Rulebook>> bookFor(const json& overlays) {
    Result<std::shared_ptr<const Rulebook>> book = mStock.book(overlays);
    if (!book || mPerturbed.empty())
      return book;
    const std::string key = overlays.dump();
    if (const auto it = mBooks.find(key); it != mBooks.end())
      return it->second;
    if (std::optional<Rulebook> changed = (*book)->perturbed(mPerturbed, mBy, mColumn))
      return mBooks[key] = std::make_shared<const Rulebook>(std::move(*changed));
    return mBooks[key] = *book;
  }

  Result<std::shared_ptr<const Rules>> rulesFor(const json& vector) {
    const std::string map = vector.value("map", "");
    const json overlays = vector.value("overlays", json::array());
    const std::string key = map + overlays.dump();
    if (const auto it = mRules.find(key); it != mRules.end())
      return it->second;
    const Result<std::shared_ptr<const Rulebook>> book = bookFor(overlays);
    if (!book)
      return book.error();
    Result<Document> document = mStock.map(map);
    if (!document)
      return document.error();
    return mRules[key] = std::make_shared<const Rules>(std::move(*document), *book);
  }

  Stock& mStock;
  std::string mPerturbed;
  std::optional<std::int64_t> mBy;
  std::optional<std::size_t> mColumn;
  std::map<std::string, std::shared_ptr<const Rulebook>> mBooks;
  std::map<std::string, std::shared_ptr<const Rules>> mRules;
};

/// Members of the answers that differ, for people.
std::string membersThatDiffer(const std::vector<json>& before, const std::vector<json>& after) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < before.size() && i < after.size(); ++i)
    for (const auto& [name, value] : before[i].items())
      if (!after[i].contains(name) || after[i][name] != value)
        names.insert(name);
  std::string out;
  for (const std::string& name : names)
    out += (out.empty() ? "" : ", ") + name;
  return out;
}

} // namespace

Result<VectorRun> VectorRun::run(const Ruleset& ruleset) {
  VectorRun out;
  out.mRuleset = ruleset;
  const Result<Rulebook> book = Rulebook::read(ruleset);
  if (!book)
    return book.error();
  const auto take = [&out](const Rulebook& each) {
    for (const auto& [row, cells] : each.cellCounts())
      out.mCells[row] = std::max(out.mCells[row], cells);
  };
  take(*book);
  for (const std::string& overlay : Ruleset::publishedOverlays(ruleset.id())) {
    const Result<Ruleset> with = ruleset.withOverlays({overlay});
    const Result<Rulebook> more = with ? Rulebook::read(*with) : Result<Rulebook>(with.error());
    if (!more)
      return more.error();
    take(*more);
  }
  Stock stock(ruleset);
  Runner runner(stock);
  for (const auto& [key, text] : ruleset.rows("vectors"))
    if (key.section == "vector")
      out.mResults.push_back(runner.ask(key.id, json::parse(text)));
  return out;
}

std::size_t VectorRun::count(const std::string& status) const {
  return static_cast<std::size_t>(
      std::count_if(mResults.begin(), mResults.end(), [&](const VectorResult& each) { return each.status == status; }));
}

std::vector<std::string> VectorRun::uncovered() const {
  std::set<std::string> left;
  for (const auto& [row, cells] : mCells)
    left.insert(row);
  for (const VectorResult& result : mResults)
    if (result.status == "pass")
      for (const std::string& row : result.rows)
        left.erase(row);
  return {left.begin(), left.end()};
}

/// A row with several columns may be noticed for one of them and say anything in the others.
void VectorRun::mutateCells(MutationReport& out, const std::string& row,
                            const std::vector<std::string>& vectors) const {
  const auto known = mCells.find(row);
  const std::size_t cells = known == mCells.end() ? 0 : known->second;
  if (cells < 2)
    return;
  Stock stock(mRuleset);
  const std::vector<std::optional<std::int64_t>> changes{1, 97, -1, std::nullopt};
  for (std::size_t column = 0; column < cells; ++column) {
    ++out.cells;
    bool noticed = false;
    for (std::size_t i = 0; i < changes.size() && !noticed; ++i) {
      Runner changed(stock);
      changed.perturb(row, changes[i], column);
      noticed = std::any_of(vectors.begin(), vectors.end(), [&](const std::string& id) {
        const json vector = json::parse(mRuleset.rows("vectors").at({"vector", id}));
        return changed.ask(id, vector).status != "pass" && !changed.failedToAnswer;
      });
    }
    if (!noticed)
      out.unnoticedCells.push_back(row + "/" + std::to_string(column + 1));
  }
}

Result<MutationReport> VectorRun::mutate() const {
  MutationReport out;
  std::map<std::string, std::vector<std::string>> citing;
  for (const VectorResult& result : mResults) {
    if (result.status != "pass")
      continue;
    for (const std::string& row : result.rows)
      citing[row].push_back(result.id);
    out.citations += result.rows.size();
    if (result.rows.empty())
      out.unmoved.push_back({result.id, {}, "it asks for geometry, a label or an expression, and cites no row"});
  }
  out.rows = citing.size();
  Stock stock(mRuleset);
  Runner plain(stock);
  // A little more may vanish in rounding, a lot more in a cap; what is unknown shows wherever the row counts.
  const std::vector<std::optional<std::int64_t>> changes{1, 97, -1, -97, std::nullopt};
  for (const auto& [row, vectors] : citing) {
    std::map<std::string, std::string> left; // example → what changed in its answer
    for (const std::string& id : vectors)
      left[id];
    for (const std::optional<std::int64_t>& change : changes) {
      if (left.empty())
        break;
      Runner changed(stock);
      changed.perturb(row, change);
      for (auto it = left.begin(); it != left.end();) {
        const json vector = json::parse(mRuleset.rows("vectors").at({"vector", it->first}));
        const bool passes = changed.ask(it->first, vector).status == "pass";
        // An answer that only fails to add a number to a text says nothing about the row.
        if (!passes && !changed.failedToAnswer) {
          ++out.noticed;
          it = left.erase(it);
          continue;
        }
        if (passes && it->second.empty()) {
          plain.ask(it->first, vector);
          it->second = membersThatDiffer(plain.answers, changed.answers);
        }
        ++it;
      }
    }
    for (const auto& [id, differs] : left)
      out.unmoved.push_back({id, row,
                             differs.empty() ? "other rows alone settle the answer, whatever this one says"
                                             : "the row changes " + differs + ", which the example leaves free"});
    if (left.size() == vectors.size())
      out.unnoticed.push_back(row);
    mutateCells(out, row, vectors);
  }
  return out;
}

} // namespace hotchkiss
