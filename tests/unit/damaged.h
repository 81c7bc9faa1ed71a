#pragma once

#include "libscenario/validation/validator.h"
#include "tests/unit/samplefiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <set>

namespace hotchkiss {

inline std::vector<Finding> findingsOf(const ModuleFiles& files) {
  const Result<LoadedModule> module = readModule(files);
  EXPECT_TRUE(module) << (module ? "" : module.error().text());
  if (!module)
    return {};
  std::vector<Finding> findings = validate(*module);
  locateFindings(findings, files);
  return findings;
}

/// What damaged files of a sample have to say beyond the sample itself: findings of the checks of every ruleset, also
/// those that a ruleset says under an id of its own.
inline std::vector<Finding> newFindings(const std::string& sample, const ModuleFiles& damaged) {
  std::set<std::pair<std::string, std::string>> old;
  for (const Finding& finding : findingsOf(sampleFiles(sample)))
    old.emplace(finding.check, finding.message);
  std::vector<Finding> out = findingsOf(damaged);
  std::erase_if(out, [&](const Finding& finding) {
    // What a system adds is tested in checks_test.cpp.
    return old.contains({finding.check, finding.message}) ||
           (!finding.check.starts_with("CORE-") && finding.restates.empty());
  });
  for (Finding& finding : out)
    if (!finding.restates.empty())
      finding.check = finding.restates;
  return out;
}

/// A sample whose document was damaged and saved.
struct Damaged {
  Damaged(std::string sampleName, const std::function<void(Document&)>& damage) : sample(std::move(sampleName)) {
    Result<LoadedModule> module = readModule(sampleFiles(sample));
    damage(module->document);
    files = writeModule(module->document);
    found = newFindings(sample, files);
  }

  /// Exactly one new finding, of this check, on the row that begins like this.
  const Finding& only(const std::string& check, const std::string& file, const std::string& row) const {
    static const Finding kNone;
    EXPECT_EQ(found.size(), 1U) << findingsAsText(found);
    if (found.size() != 1)
      return kNone;
    EXPECT_EQ(found[0].check, check) << findingsAsText(found);
    EXPECT_EQ(found[0].place.file, file);
    EXPECT_GT(found[0].place.line, 0);
    EXPECT_EQ(found[0].place.line, lineOf(files.at(file), row));
    return found[0];
  }

  std::string sample;
  ModuleFiles files;
  std::vector<Finding> found;
};

inline void put(Document& document, EdgeId e, const std::string& kind, const nlohmann::json& body) {
  const std::string& text = document.pool().text(document.edge(e));
  nlohmann::json features = text.empty() ? nlohmann::json::object() : nlohmann::json::parse(text);
  features[kind] = body;
  document.setEdge(e, document.pool().intern(features.dump()));
}

inline void change(Document& document, const std::string& table, const RecordKey& key, const nlohmann::json& patch) {
  const std::string* text = document.record(table, key);
  nlohmann::json body = text ? nlohmann::json::parse(*text) : nlohmann::json::object();
  body.merge_patch(patch);
  document.setRecord(table, key, body.dump());
}

inline void setTerrain(Document& document, HexCoord h, std::string_view terrain) {
  HexValue value = document.hex(h);
  value.terrain = document.pool().intern(terrain);
  document.setHex(h, value);
}

} // namespace hotchkiss
