// Mechanisms about names in the texts of scenarios.
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"
#include "libscenario/validation/openingfield.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Names in the texts of a scenario mean something of the map: capitalized words that end in one of `nouns` ("Kelly’s
/// Ford", "Seminary Ridge"). Words such as "The" before a name are no part of it.
class ProseNames final : public Mechanism {
 public:
  explicit ProseNames(Parameters& p) : mNouns(p.words("nouns")) {}

  void judgeWhole(const Report& report) const override {
    const CheckContext& context = report.context();
    std::optional<std::map<std::string, std::string>> known; // plain form to name, when somebody asks
    for (const ScenarioStage& stage : context.stage().scenarios())
      for (const auto& [key, text] : stage.scenario ? stage.scenario->rows() : RecordTable()) {
        if (text.find("\"text\"") == std::string::npos && text.find("\"description\"") == std::string::npos &&
            text.find("\"playerNotes\"") == std::string::npos && text.find("\"note\"") == std::string::npos &&
            text.find("\"printed\"") == std::string::npos)
          continue;
        const json body = parsed(text);
        for (const char* member : {"text", "description", "playerNotes", "printed", "note"}) {
          if (!body.contains(member) || !body[member].is_string())
            continue;
          for (const std::vector<std::string>& name : namesIn(body[member].get<std::string>())) {
            if (!known)
              known = namesOfMap(context, stage);
            judge(report, stage, key, name, *known);
          }
        }
      }
  }

 private:
  void judge(const Report& report, const ScenarioStage& stage, const RecordKey& key,
             const std::vector<std::string>& name, const std::map<std::string, std::string>& known) const {
    std::string whole;
    for (std::size_t first = 0; first + 1 < name.size(); ++first) { // "Battle of …": any end of it will do
      std::string part;
      for (std::size_t i = first; i < name.size(); ++i)
        part += (part.empty() ? "" : " ") + name[i];
      if (first == 0)
        whole = part;
      const std::string plainPart = plainForm(part);
      if (std::any_of(known.begin(), known.end(), [&](const auto& each) {
            return each.first == plainPart || each.first.starts_with(plainPart + " ") ||
                   each.first.ends_with(" " + plainPart);
          }))
        return;
    }
    std::vector<std::string> forms;
    for (const auto& [form, unused] : known)
      forms.push_back(form);
    Finding& finding = report.at(stage.file, key, {{"text", whole}});
    finding.key = whole;
    if (const auto near = nearestWord(plainForm(whole), forms))
      finding.fix = "did you mean \"" + known.at(*near) + "\"?";
  }

  /// Runs of capitalized words that end in a noun, without the words that begin sentences.
  std::vector<std::vector<std::string>> namesIn(const std::string& text) const {
    static const std::set<std::string> kLead{"The", "A",  "An", "At",  "On",  "In",   "From", "To",   "Near", "Of",
                                             "And", "If", "No", "All", "Any", "Each", "When", "This", "That"};
    std::vector<std::vector<std::string>> out;
    std::vector<std::string> run;
    std::string word;
    const auto endWord = [&] {
      if (word.empty())
        return;
      const bool isCapital = std::isupper(static_cast<unsigned char>(word.front())) != 0;
      if (isCapital && !(run.empty() && kLead.contains(word)))
        run.push_back(word);
      else
        run.clear();
      if (run.size() > 1 && contains(mNouns, run.back()))
        out.push_back(run);
      word.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      const std::string_view three = std::string_view(text).substr(i, 3);
      const bool isMark = three == "“" || three == "”" || three == "–" || three == "—" || three == "…";
      if (std::isalnum(c) != 0 || c == '\'' ||
          (c >= 0x80 && !isMark)) { // letters with accents and ’ take several bytes
        word += text[i];
        continue;
      }
      const bool isInitial = c == '.' && word.size() <= 3; // "St.", "J."
      endWord();
      if (c != ' ' && c != '\n' && !isInitial)
        run.clear();
      if (isMark)
        i += 2;
    }
    endWord();
    return out;
  }

  /// Without case and apostrophes: "Kelly's Ford" and "Kellys Ford" are one.
  static std::string plainForm(const std::string& name) {
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name.compare(i, 3, "’") == 0) {
        i += 2;
        continue;
      }
      const auto c = static_cast<unsigned char>(name[i]);
      if (c != '\'' && c != '.')
        out += static_cast<char>(std::tolower(c));
    }
    return out;
  }

  static std::map<std::string, std::string> namesOfMap(const CheckContext& context, const ScenarioStage& stage) {
    std::map<std::string, std::string> out;
    const auto add = [&](const std::string& name) {
      if (!name.empty())
        out[plainForm(name)] = name;
    };
    for (const auto& [key, thing] : context.things.all()) {
      add(thing.body->value("name", ""));
      for (const json& other : thing.body->value("names", json::array()))
        if (other.is_string())
          add(other.get<std::string>());
    }
    for (const PlayArea& area : stage.scenario->areas)
      add(area.name);
    for (const ScenarioObjective& goal : stage.scenario->objectives)
      add(goal.name);
    return out;
  }

  std::vector<std::string> mNouns;
};

} // namespace

std::unique_ptr<const Mechanism> makeProseNames(Parameters& p) {
  return std::make_unique<ProseNames>(p);
}

} // namespace hotchkiss
