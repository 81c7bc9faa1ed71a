#pragma once

#include "libscenario/validation/check.h"
#include "libscenario/validation/corechecks.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <vector>

namespace hotchkiss {

struct Check;
struct CheckPart;

/// What a message can mention: {hex}, {edge}, {name} and what the mechanism adds.
using MessageWords = std::vector<std::pair<std::string, std::string>>;

/// Where a mechanism says what it found. Message, advice, severity and class come from the row of the check.
class Report {
 public:
  Report(CheckContext& context, const CheckPart& part) : mContext(context), mPart(part) {}
  CheckContext& context() const { return mContext; }
  Finding& at(HexCoord hex, MessageWords words = {}) const;
  Finding& at(EdgeId edge, MessageWords words = {}) const;
  Finding& at(VertexId vertex, MessageWords words = {}) const;
  Finding& at(const Thing& thing, MessageWords words = {}) const;
  /// A row of another file.
  Finding& at(const std::string& file, const RecordKey& key, MessageWords words = {}) const;

 private:
  Finding& add(MessageWords words) const;
  CheckContext& mContext;
  const CheckPart& mPart;
};

/// One way of checking, with its parameters read and checked. Rulesets make checks of these in checks.json.
/// A mechanism names no game: what it looks for are its parameters.
class Mechanism {
 public:
  Mechanism() = default;
  Mechanism(const Mechanism&) = delete;
  Mechanism& operator=(const Mechanism&) = delete;
  virtual ~Mechanism() = default;

  // Scopes hex, edge, vertex and record are local: after an edit only touched places are judged again, so a mechanism
  // may look no further than said here. What it says points at the place that was judged.
  //
  // Scope hex: judgeHex is called where one of the first two says yes. It may look at the hex, its sides and corners,
  // its neighbours, and things in it or on its sides.
  virtual bool wantsTerrain(const std::string& /*terrain*/) const { return false; }
  virtual bool wantsAttributes(const CheckContext& /*context*/, const nlohmann::json& /*attributes*/) const {
    return false;
  }
  virtual void judgeHex(HexCoord /*hex*/, const Report& /*report*/) const {}

  // Scope edge: it may look at both hexes with all their sides, corners and things, and at the hexes at its ends.
  virtual bool wantsFeatures(const FeatureSet& /*features*/) const { return false; }
  virtual void judgeEdge(EdgeId /*edge*/, const FeatureSet& /*features*/, const Report& /*report*/) const {}

  // Scope vertex: features at corners; it may look at the hexes and hexsides that meet there.
  virtual void judgeVertex(VertexId /*vertex*/, const FeatureSet& /*features*/, const Report& /*report*/) const {}

  // Scope record: it may look at the hex or hexside where the thing is, what touches that, and other things there.
  virtual bool wantsThing(const Thing& /*thing*/) const { return false; }
  virtual void judgeThing(const Thing& /*thing*/, const Report& /*report*/) const {}

  // All other scopes: the whole module, once.
  virtual void judgeWhole(const Report& /*report*/) const {}
};

/// One mechanism of a check, and what it says.
struct CheckPart {
  const CheckInfo* info = nullptr;
  CheckScope scope = CheckScope::Module;
  std::unique_ptr<const Mechanism> mechanism;
  std::string message;
  std::string advice;
};

/// A core finding that a ruleset's check says in its own words, under its own id.
struct Restatement {
  const CheckInfo* info = nullptr;
  std::string check;                 ///< the core check
  std::vector<std::string> about;    ///< any of these kinds and attributes; empty: whatever it is about
  std::vector<std::string> sections; ///< of the named thing it points at; empty: any
  std::vector<std::string> kinds;    ///< of that thing; empty: any
  std::vector<std::string> edgeHas;  ///< any of these on the hexside it points at; empty: whatever is there
  std::string file;                  ///< it points at this file; empty: any
  std::string message;               ///< empty: as the core check says it
  std::string advice;
};

/// The checks of a module: those of every ruleset and those that its ruleset has in checks.json.
class CheckSet {
 public:
  static Result<std::shared_ptr<const CheckSet>> of(const Ruleset& ruleset);

  const std::vector<CheckInfo>& list() const { return mList; } ///< core first, each by id
  const CheckInfo* find(std::string_view id) const;
  const std::vector<CheckPart>& parts() const { return mParts; }
  /// Says a core finding as the ruleset says it, where it does.
  void restate(const CheckContext& context, Finding& finding) const;

 private:
  std::vector<CheckInfo> mList;
  std::vector<CheckPart> mParts;
  std::map<std::string, std::vector<Restatement>, std::less<>> mRestatements; ///< by core check
};

/// Reads the parameters of a mechanism from its row and remembers the first thing that is wrong with them.
class Parameters {
 public:
  Parameters(const nlohmann::json& row, const Ruleset& ruleset) : mRow(row), mRuleset(ruleset) {}

  /// Ids that the catalogue has in this section ("terrain", "edgeFeature", "crossing", …). Paths may be written with or
  /// without "path."; "*" stands for all of a section.
  std::vector<std::string> ids(const char* name, const char* section, bool needed = true);
  std::vector<std::string> words(const char* name, bool needed = true);
  std::string word(const char* name, const std::string& otherwise = {});
  double number(const char* name, double otherwise);
  bool flag(const char* name, bool otherwise);
  const nlohmann::json& raw(const char* name) const;
  const nlohmann::json& row() const { return mRow; }
  const Ruleset& ruleset() const { return mRuleset; }
  void refuse(std::string problem);
  const std::string& problem() const { return mProblem; }

 private:
  const nlohmann::json& mRow;
  const Ruleset& mRuleset;
  std::string mProblem;
};

/// What a row of checks.json can name as its mechanism.
struct MechanismKind {
  const char* name;
  CheckScope scope;
  CheckCost cost;
  const char* words; ///< that its message can mention beyond {hex}, {edge}, {vertex} and {name}, separated by blanks
  const char* says;  ///< what it finds, for the documents
  std::unique_ptr<const Mechanism> (*make)(Parameters&);
};
const std::vector<MechanismKind>& mechanismKinds();

} // namespace hotchkiss
