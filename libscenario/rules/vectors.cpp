#include "libscenario/rules/vectors.h"

#include "libscenario/module/filekinds.h"
#include "libscenario/module/modulefiles.h"
#include "libscenario/module/scriptededits.h"
#include "libscenario/rules/query.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

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
  wanted.sheetRecord = json{{"label", body.value("label", "{col:2}{row:2}")},
                            {"letter", ""},
                            {"origin", {0, 0}},
                            {"size", body["size"]},
                            {"columns", {{"first", first[0]}, {"step", 1}}},
                            {"rows", {{"first", first[1]}, {"step", 1}}}}
                           .dump();
  Document document = makeModule(wanted);
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

class Runner {
 public:
  explicit Runner(const Ruleset& ruleset) : mRuleset(ruleset) {}

  /// Changes every rulebook before it is used.
  void perturb(const std::string& row, std::int64_t by) {
    mPerturbed = row;
    mBy = by;
  }

  VectorResult ask(const std::string& id, const json& vector) {
    VectorResult out{id,
                     "fail",
                     {},
                     vector["source"].is_string() ? vector["source"].get<std::string>() : vector["source"].dump(),
                     {}};
    if (vector.contains("skip")) {
      out.status = "skip";
      out.reason = vector["skip"].get<std::string>();
      return out;
    }
    const Result<json> answer = answerTo(vector);
    if (!answer) {
      out.reason = answer.error().text();
      return out;
    }
    for (const json& each : (*answer)["because"])
      out.rows.insert(each["table"].get<std::string>() + "/" + each["row"].get<std::string>());
    out.reason = difference(vector["expect"], *answer, "answer");
    if (out.reason.empty())
      out.status = "pass";
    return out;
  }

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
    return query(*situation, vector["query"].get<std::string>(), vector.value("args", json::object()));
  }

  Result<std::shared_ptr<const Rulebook>> bookFor(const json& overlays) {
    const std::string key = overlays.dump();
    if (const auto it = mBooks.find(key); it != mBooks.end())
      return it->second;
    const Result<Ruleset> ruleset = mRuleset.withOverlays(overlays.get<std::vector<std::string>>());
    if (!ruleset)
      return ruleset.error();
    Result<Rulebook> book = Rulebook::read(*ruleset);
    if (!book)
      return book.error();
    if (!mPerturbed.empty())
      if (std::optional<Rulebook> changed = book->perturbed(mPerturbed, mBy))
        book = std::move(*changed);
    return mBooks[key] = std::make_shared<const Rulebook>(std::move(*book));
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
    json body{{"size", {3, 3}}, {"terrain", mRuleset.catalogue().terrains.begin()->first}};
    if (!map.empty()) {
      const auto it = mRuleset.rows("vectors").find({"map", map});
      if (it == mRuleset.rows("vectors").end())
        return Error{"there is no map \"" + map + "\"", {}, 0, {}, {}};
      body = json::parse(it->second);
    }
    Result<Document> document = mapOf(mRuleset.id(), map.empty() ? "none" : map, body);
    if (!document)
      return document.error();
    return mRules[key] = std::make_shared<const Rules>(std::move(*document), *book);
  }

  const Ruleset& mRuleset;
  std::string mPerturbed;
  std::int64_t mBy = 1;
  std::map<std::string, std::shared_ptr<const Rulebook>> mBooks;
  std::map<std::string, std::shared_ptr<const Rules>> mRules;
};

} // namespace

Result<VectorRun> VectorRun::run(const Ruleset& ruleset) {
  VectorRun out;
  out.mRuleset = ruleset;
  const Result<Rulebook> book = Rulebook::read(ruleset);
  if (!book)
    return book.error();
  for (std::string& row : book->rowIds())
    out.mRows.insert(std::move(row));
  for (const std::string& overlay : Ruleset::publishedOverlays(ruleset.id())) {
    const Result<Ruleset> with = ruleset.withOverlays({overlay});
    const Result<Rulebook> more = with ? Rulebook::read(*with) : Result<Rulebook>(with.error());
    if (!more)
      return more.error();
    for (std::string& row : more->rowIds())
      out.mRows.insert(std::move(row));
  }
  Runner runner(ruleset);
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
  std::set<std::string> left = mRows;
  for (const VectorResult& result : mResults)
    if (result.status == "pass")
      for (const std::string& row : result.rows)
        left.erase(row);
  return {left.begin(), left.end()};
}

Result<std::vector<std::string>> VectorRun::mutate() const {
  std::map<std::string, std::vector<std::string>> citing;
  for (const VectorResult& result : mResults)
    if (result.status == "pass")
      for (const std::string& row : result.rows)
        citing[row].push_back(result.id);
  std::vector<std::string> out;
  for (const auto& [row, vectors] : citing) {
    // A little more may vanish in rounding, a lot more in a cap.
    Runner little(mRuleset);
    little.perturb(row, 1);
    Runner lot(mRuleset);
    lot.perturb(row, 97);
    for (const std::string& id : vectors) {
      const json vector = json::parse(mRuleset.rows("vectors").at({"vector", id}));
      if (little.ask(id, vector).status == "pass" && lot.ask(id, vector).status == "pass")
        out.push_back(row + ": " + id);
    }
  }
  return out;
}

} // namespace hotchkiss
