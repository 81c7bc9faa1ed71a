#include "libscenario/diff/armywords.h"

#include "libscenario/army/armyvalue.h"
#include "libscenario/army/orderofbattle.h"
#include "libscenario/diff/readablevalue.h"
#include "libscenario/scenario/where.h"
#include "libterrain/base/text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <map>
#include <set>

namespace hotchkiss {

using nlohmann::json;

class ArmyWords::Parts {
 public:
  Parts(const Document& before, const Document& after, const Numbering& labels)
      : mBefore(before), mAfter(after), mLabels(labels) {
    for (const Document* document : {&before, &after}) // what is there afterwards wins
      for (const auto& [key, text] : document->table(kOobTable)) {
        const json body = json::parse(text, nullptr, false);
        if (body.is_object() && body.contains("name") && body["name"].is_string())
          (key.section == "formation" ? mFormations : mNames)[key.id] = body["name"].get<std::string>();
      }
  }

  /// A formation and a unit may have the same id; which of them is meant, the member says.
  std::string nameOf(const std::string& id, const std::string& member = {}) const {
    const bool formationFirst =
        member == "formation" || member == "formations" || member == "parent" || member == "commands";
    for (const auto* names : {formationFirst ? &mFormations : &mNames, formationFirst ? &mNames : &mFormations})
      if (const auto it = names->find(id); it != names->end())
        return it->second;
    return id;
  }

  std::string member(const std::string& table, const std::string& name, const json& value) const {
    static const std::set<std::string> references{"formation", "parent",     "leader",        "commands", "unit",
                                                  "units",     "formations", "except",        "members",  "represents",
                                                  "of",        "to",         "substituteFor", "attach"};
    if (value.is_string() && references.contains(name))
      return nameOf(value.get<std::string>(), name);
    if (value.is_array() && references.contains(name) && !value.empty() && value.front().is_string()) {
      std::vector<std::string> words;
      for (const json& each : value)
        words.push_back(each.is_string() ? nameOf(each.get<std::string>(), name) : each.dump());
      return joinWords(words);
    }
    const bool isScenario = table != kOobTable;
    if (isScenario && name == "where" && value.is_object())
      return finder().words(value.dump());
    if (isScenario && name == "at" && !value.is_array())
      return finder().words(ScenarioPlace::read(value));
    return readableValue(name, value, &mLabels);
  }

  static bool holdsValues(const std::string& name) { return name == "values" || name == "mayBe"; }

  static std::string plain(std::string name) {
    for (char& c : name)
      c = c == '_' ? ' ' : c;
    return name;
  }

  void valueDifferences(const json& before, const json& after, std::vector<std::string>& out) const {
    std::set<std::string> names;
    for (const json* side : {&before, &after})
      if (side->is_object())
        for (const auto& [name, unused] : side->items())
          names.insert(name);
    for (const std::string& name : names) {
      const ArmyValue old = before.is_object() && before.contains(name) ? ArmyValue::read(before[name]) : ArmyValue{};
      const ArmyValue now = after.is_object() && after.contains(name) ? ArmyValue::read(after[name]) : ArmyValue{};
      const auto shown = [](const ArmyValue& value) {
        return value.kind == ArmyValue::Kind::Missing ? std::string(kNoValue) : cellText(value);
      };
      if (shown(old) != shown(now))
        out.push_back(plain(name) + " " + shown(old) + " → " + shown(now));
      else if (!(old == now))
        out.push_back(plain(name) + ": its source or note changed");
    }
  }

  const WhereFinder& finder() const {
    if (!mFinder)
      mFinder = std::make_unique<WhereFinder>(mAfter, nullptr, nullptr);
    return *mFinder;
  }

 private:
  const Document& mBefore;
  const Document& mAfter;
  const Numbering& mLabels;
  std::map<std::string, std::string> mNames;
  std::map<std::string, std::string> mFormations;
  mutable std::unique_ptr<WhereFinder> mFinder; // looks the whole map through, so only when it is asked
};

ArmyWords::ArmyWords(const Document& before, const Document& after, const Numbering& labels)
    : mParts(std::make_unique<Parts>(before, after, labels)) {}

ArmyWords::~ArmyWords() = default;

bool ArmyWords::speaksOf(const std::string& table) {
  return table == kOobTable || table.starts_with("scenarios/");
}

std::string ArmyWords::place(const RecordKey& key, const json& body) const {
  if (key.section == "scenario" || key.section == "turn")
    return key.section + " " + key.id;
  std::string name = body.value("name", "");
  if (name.empty())
    for (const char* member : {"formations", "units", "unit"})
      if (name.empty() && body.contains(member)) {
        const json& ids = body[member];
        if (ids.is_string())
          name = mParts->nameOf(ids.get<std::string>(), member);
        else if (ids.is_array() && !ids.empty() && ids.front().is_string())
          name = mParts->nameOf(ids.front().get<std::string>(), member) + (ids.size() > 1 ? " and others" : "");
      }
  const bool isAbout = key.section == "setup" || key.section == "arrival" || key.section == "withdrawal" ||
                       key.section == "override" || key.section == "attachment";
  const std::string section = key.section == "setup" ? "set-up" : key.section;
  if (name.empty())
    return section + " " + key.id;
  return section + (isAbout ? " of " : " ") + name + " (" + key.id + ")";
}

std::vector<std::string> ArmyWords::members(const std::string& table, const json& body) const {
  std::vector<std::string> out;
  for (const auto& [name, value] : body.items()) {
    if (name == "name" || (name == "formations" && body.size() > 1) || name == "sequence")
      continue;
    if (Parts::holdsValues(name) && value.is_object()) {
      for (const auto& [attribute, each] : value.items())
        out.push_back(Parts::plain(attribute) + " " + cellText(ArmyValue::read(each)));
      continue;
    }
    const std::string words = mParts->member(table, name, value);
    out.push_back(name == "where" ? words : name == "at" ? "at " + words : name + " " + words);
  }
  return out;
}

std::vector<std::string> ArmyWords::differences(const std::string& table, const json& before, const json& after) const {
  std::set<std::string> names;
  for (const json* side : {&before, &after})
    for (const auto& [name, unused] : side->items())
      names.insert(name);
  std::vector<std::string> out;
  for (const std::string& name : names) {
    const json old = before.value(name, json());
    const json now = after.value(name, json());
    if (old == now)
      continue;
    if (Parts::holdsValues(name)) {
      mParts->valueDifferences(old, now, out);
    } else if (name == "faces" && old.is_object() && now.is_object()) {
      for (const auto& [face, values] : now.items()) {
        std::vector<std::string> words;
        mParts->valueDifferences(old.value(face, json()), values, words);
        for (const std::string& each : words)
          out.push_back(Parts::plain(face) + " " + each);
      }
    } else if (now.is_null()) {
      out.push_back(name + " removed");
    } else if (old.is_null()) {
      out.push_back(name + " added (" + mParts->member(table, name, now) + ")");
    } else {
      const std::string was = mParts->member(table, name, old);
      const std::string is = mParts->member(table, name, now);
      out.push_back(was == is ? name + " changed in detail" : name + " " + was + " → " + is);
    }
  }
  return out;
}

} // namespace hotchkiss
