#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanism.h"
#include "libscenario/validation/scenariofindings.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// "source": a text, or several.
std::string referenceOf(const json& row) {
  const json source = row.value("source", json());
  if (source.is_string())
    return source.get<std::string>();
  std::vector<std::string> all;
  for (const json& each : source)
    all.push_back(each.get<std::string>());
  return joinWords(all, ", ");
}

std::vector<std::string> texts(const json& row, const char* name) {
  const auto it = row.find(name);
  return it == row.end() ? std::vector<std::string>() : it->get<std::vector<std::string>>();
}

template <class Table>
bool isIn(const Table& table, const std::string& word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

/// Where the {word} that begins here ends; other braces are just text.
std::optional<std::size_t> endOfWord(const std::string& message, std::size_t at) {
  if (message[at] != '{')
    return std::nullopt;
  std::size_t end = at + 1;
  while (end < message.size() && std::isalpha(static_cast<unsigned char>(message[end])) != 0)
    ++end;
  return end < message.size() && end > at + 1 && message[end] == '}' ? std::optional(end) : std::nullopt;
}

/// The first {word} of a message that nobody can fill in.
std::string unknownWord(const std::string& message, const std::set<std::string>& known) {
  for (std::size_t at = 0; at < message.size(); ++at)
    if (const std::optional<std::size_t> end = endOfWord(message, at);
        end && !known.contains(message.substr(at + 1, *end - at - 1)))
      return message.substr(at, *end - at + 1);
  return {};
}

std::set<std::string> wordsOf(const char* list) {
  std::set<std::string> out{"hex", "edge", "vertex", "name"};
  for (const std::string_view word : splitText(list, ' '))
    if (!word.empty())
      out.emplace(word);
  return out;
}

std::string filled(const std::string& message, const MessageWords& words) {
  std::string out;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const std::optional<std::size_t> end = endOfWord(message, i);
    if (!end) {
      out += message[i];
      continue;
    }
    const std::string_view name = std::string_view(message).substr(i + 1, *end - i - 1);
    const auto word = std::find_if(words.begin(), words.end(), [&](const auto& each) { return each.first == name; });
    if (word != words.end())
      out += word->second;
    i = *end;
  }
  return out;
}

void stamp(Finding& finding, const CheckInfo& info) {
  finding.check = info.id;
  finding.severity = info.severity;
  finding.checkClass = info.checkClass;
  finding.from = info.from;
}

} // namespace

// ---- Parameters ----

void Parameters::refuse(std::string problem) {
  if (mProblem.empty() && !problem.empty())
    mProblem = std::move(problem);
}

const json& Parameters::raw(const char* name) const {
  static const json kNothing;
  const auto it = mRow.find(name);
  return it == mRow.end() ? kNothing : *it;
}

std::vector<std::string> Parameters::words(const char* name, bool needed) {
  const json& value = raw(name);
  if (value.is_string())
    return {value.get<std::string>()};
  if (value.is_array() && std::all_of(value.begin(), value.end(), [](const json& each) { return each.is_string(); }))
    return value.get<std::vector<std::string>>();
  if (!value.is_null())
    refuse(std::string("\"") + name + "\" should be a list of words");
  else if (needed)
    refuse(std::string("\"") + name + "\" is missing");
  return {};
}

std::string Parameters::word(const char* name, const std::string& otherwise) {
  const json& value = raw(name);
  if (value.is_string())
    return value.get<std::string>();
  if (!value.is_null())
    refuse(std::string("\"") + name + "\" should be a word");
  return otherwise;
}

double Parameters::number(const char* name, double otherwise) {
  const json& value = raw(name);
  if (value.is_number())
    return value.get<double>();
  if (!value.is_null())
    refuse(std::string("\"") + name + "\" should be a number");
  return otherwise;
}

bool Parameters::flag(const char* name, bool otherwise) {
  const json& value = raw(name);
  if (value.is_boolean())
    return value.get<bool>();
  if (!value.is_null())
    refuse(std::string("\"") + name + "\" should be true or false");
  return otherwise;
}

std::vector<std::string> Parameters::ids(const char* name, const char* section, bool needed) {
  std::vector<std::string> out;
  const Catalogue& catalogue = mRuleset.catalogue();
  const std::string wanted = section;
  std::vector<std::string> known;
  if (wanted == "terrain") {
    for (const auto& [id, kind] : catalogue.terrains)
      known.push_back(id);
  } else if (wanted == "edgeFeature") {
    for (const auto& [id, kind] : catalogue.edgeFeatures)
      known.push_back(id);
  } else if (wanted == "path") {
    for (const auto& [id, kind] : catalogue.edgeFeatures)
      if (id.starts_with("path."))
        known.push_back(id);
  } else if (wanted == "vertexFeature") {
    for (const auto& [id, kind] : catalogue.vertexFeatures)
      known.push_back(id);
  } else if (wanted == "hexAttribute") {
    for (const auto& [id, type] : catalogue.hexAttributes)
      known.push_back(id);
  } else if (const auto it = catalogue.named.find(wanted); it != catalogue.named.end()) {
    for (const auto& [id, kind] : it->second)
      known.push_back(id);
  }
  for (std::string word : words(name, needed)) {
    if (word == "*") {
      out.insert(out.end(), known.begin(), known.end());
      continue;
    }
    if (wanted == "path" && !word.starts_with("path."))
      word = "path." + word;
    if (!isIn(known, word.substr(0, word.find(':')))) {
      // A name like another one is a mistake. One that resembles none belongs to a kind that the module took out of the
      // game.
      if (const auto near = nearestWord(word, known))
        refuse("the catalogue has no " + wanted + " \"" + word + "\"; did you mean \"" + *near + "\"?");
      continue;
    }
    out.push_back(std::move(word));
  }
  return out;
}

// ---- Report ----

Finding& Report::add(MessageWords words) const {
  Finding finding;
  stamp(finding, *mPart.info);
  finding.message = filled(mPart.message, words);
  finding.fix = filled(mPart.advice, words);
  mContext.findings.push_back(std::move(finding));
  return mContext.findings.back();
}

Finding& Report::at(HexCoord hex, MessageWords words) const {
  words.emplace_back("hex", mContext.numbering.label(hex));
  words.emplace_back("name", words.back().second);
  Finding& finding = add(std::move(words));
  finding.place.hex = hex;
  finding.place.file = kHexesPath;
  return finding;
}

Finding& Report::at(EdgeId edge, MessageWords words) const {
  words.emplace_back("edge", mContext.numbering.label(edge));
  words.emplace_back("name", words.back().second);
  Finding& finding = add(std::move(words));
  finding.place.edge = edge;
  finding.place.file = kEdgesPath;
  return finding;
}

Finding& Report::at(VertexId vertex, MessageWords words) const {
  words.emplace_back("vertex", mContext.numbering.label(vertex));
  words.emplace_back("name", words.back().second);
  Finding& finding = add(std::move(words));
  finding.place.vertex = vertex;
  finding.place.file = kVerticesPath;
  return finding;
}

Finding& Report::at(const Thing& thing, MessageWords words) const {
  words.emplace_back("name", thing.name());
  if (thing.hex)
    words.emplace_back("hex", mContext.numbering.label(*thing.hex));
  if (thing.edge)
    words.emplace_back("edge", mContext.numbering.label(*thing.edge));
  if (thing.vertex)
    words.emplace_back("vertex", mContext.numbering.label(*thing.vertex));
  Finding& finding = add(std::move(words));
  pointAt(finding, thing.key);
  finding.place.hex = thing.hex;
  finding.place.edge = thing.edge;
  finding.place.vertex = thing.vertex;
  return finding;
}

Finding& Report::at(const std::string& file, const RecordKey& key, MessageWords words) const {
  words.emplace_back("name", key.section + " " + key.id);
  Finding& finding = add(std::move(words));
  finding.place.file = file;
  finding.place.thing = key.section + " " + key.id;
  finding.scenario = scenarioOfFile(file);
  return finding;
}

// ---- CheckSet ----

Result<std::shared_ptr<const CheckSet>> CheckSet::of(const Ruleset& ruleset) {
  const auto out = std::make_shared<CheckSet>();
  out->mList = coreChecks();
  const RecordTable& rows = ruleset.rows("checks");
  out->mList.reserve(out->mList.size() + rows.size()); // parts point into it
  for (const auto& [key, text] : rows) {
    const json row = json::parse(text, nullptr, false);
    const auto refuse = [&, &key = key](const std::string& problem) {
      const RowOrigin origin = ruleset.originOf("checks", key);
      return Error{problem, origin.file, origin.line, "check " + key.id, {}};
    };
    if (coreCheck(key.id))
      return refuse("this id belongs to a check of every ruleset");
    CheckInfo& info = out->mList.emplace_back();
    info.id = key.id;
    info.system = ruleset.id();
    const std::string severity = row.value("severity", "error");
    info.severity = severity == "note" ? Severity::Note : severity == "warning" ? Severity::Warning : Severity::Error;
    info.checkClass = row.value("class", "integrity") == "integrity" ? CheckClass::Integrity : CheckClass::Completeness;
    info.from = row.value("level", "map") == "map" ? Level::Map : Level::Playable;
    info.title = row.value("title", key.id);
    info.reference = referenceOf(row);
    info.advice = row.value("advice", "");
    info.fix = row.value("fix", "");
    bool isFirst = true;
    const auto widen = [&](CheckScope scope, CheckCost cost) {
      info.scope = isFirst ? scope : std::max(info.scope, scope);
      info.cost = isFirst ? cost : std::max(info.cost, cost);
      isFirst = false;
    };
    for (const json& part : row.value("parts", json::array())) {
      const std::string name = part.value("mechanism", "");
      const std::vector<MechanismKind>& kinds = mechanismKinds();
      const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return name == each.name; });
      if (kind == kinds.end()) {
        std::vector<std::string> known;
        for (const MechanismKind& each : kinds)
          known.emplace_back(each.name);
        const auto near = nearestWord(name, known);
        return refuse("there is no mechanism \"" + name + "\"" + (near ? "; did you mean \"" + *near + "\"?" : ""));
      }
      Parameters parameters(part, ruleset);
      std::unique_ptr<const Mechanism> mechanism = kind->make(parameters);
      if (!parameters.problem().empty())
        return refuse(name + ": " + parameters.problem());
      const std::string message = part.value("message", info.title);
      const std::string advice = part.value("advice", info.advice);
      for (const std::string& each : {message, advice})
        if (const std::string unknown = unknownWord(each, wordsOf(kind->words)); !unknown.empty())
          return refuse(name + " does not know what " + unknown + " means in a message");
      out->mParts.push_back({&info, kind->scope, std::move(mechanism), message, advice});
      widen(kind->scope, kind->cost);
    }
    for (const json& each : row.value("restates", json::array())) {
      const std::string core = each.value("check", "");
      const CheckInfo* restated = coreCheck(core);
      if (!restated)
        return refuse("restates \"" + core + "\", which is no check of every ruleset");
      const std::string message = each.value("message", "");
      if (const std::string unknown = unknownWord(message, wordsOf("message")); !unknown.empty())
        return refuse("does not know what " + unknown + " means in a message");
      out->mRestatements[core].push_back({&info, core, texts(each, "about"), texts(each, "sections"),
                                          texts(each, "kinds"), texts(each, "edgeHas"), each.value("file", ""), message,
                                          each.value("advice", info.advice)});
      widen(restated->scope, restated->cost);
    }
    if (isFirst)
      return refuse("has neither \"parts\" nor \"restates\"");
  }
  const auto conditions = [](const Restatement& each) {
    return int{!each.about.empty()} + int{!each.sections.empty()} + int{!each.kinds.empty()} +
           int{!each.edgeHas.empty()} + int{!each.file.empty()};
  };
  for (auto& [core, all] : out->mRestatements) // what asks for more comes first
    std::stable_sort(all.begin(), all.end(),
                     [&](const Restatement& a, const Restatement& b) { return conditions(a) > conditions(b); });
  return std::shared_ptr<const CheckSet>(out);
}

const CheckInfo* CheckSet::find(std::string_view id) const {
  const auto it = std::find_if(mList.begin(), mList.end(), [&](const CheckInfo& info) { return info.id == id; });
  return it == mList.end() ? nullptr : &*it;
}

void CheckSet::restate(const CheckContext& context, Finding& finding) const {
  const auto known = mRestatements.find(std::string_view(finding.check));
  if (known == mRestatements.end())
    return;
  const std::size_t space = finding.place.thing.find(' ');
  const std::string section = finding.place.thing.substr(0, space);
  const Thing* thing =
      space == std::string::npos ? nullptr : context.things.find(section, finding.place.thing.substr(space + 1));
  const auto overlaps = [](const std::vector<std::string>& a, const std::vector<std::string>& b) {
    return std::any_of(a.begin(), a.end(), [&](const std::string& each) { return isIn(b, each); });
  };
  for (const Restatement& each : known->second) {
    if ((!each.about.empty() && !overlaps(each.about, finding.about)) ||
        (!each.sections.empty() && !isIn(each.sections, section)) ||
        (!each.kinds.empty() && (!thing || !isIn(each.kinds, thing->kind))) ||
        (!each.file.empty() && each.file != finding.place.file))
      continue;
    if (!each.edgeHas.empty()) {
      if (!finding.place.edge)
        continue;
      const FeatureSet& features = context.features(*finding.place.edge);
      if (std::none_of(each.edgeHas.begin(), each.edgeHas.end(),
                       [&](const std::string& wanted) { return satisfies(features, wanted); }))
        continue;
    }
    finding.restates = finding.check;
    stamp(finding, *each.info);
    if (!each.message.empty()) {
      MessageWords words{{"message", finding.message}};
      if (thing)
        words.emplace_back("name", thing->name());
      if (finding.place.hex)
        words.emplace_back("hex", context.numbering.label(*finding.place.hex));
      if (finding.place.edge)
        words.emplace_back("edge", context.numbering.label(*finding.place.edge));
      if (finding.place.vertex)
        words.emplace_back("vertex", context.numbering.label(*finding.place.vertex));
      if (finding.key.empty())
        finding.key = finding.message;
      finding.message = filled(each.message, words);
    }
    if (!each.advice.empty())
      finding.fix = each.advice;
    return;
  }
}

} // namespace hotchkiss
