#pragma once

#include "libscenario/validation/validator.h"
#include "tests/unit/samplefiles.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace hotchkiss {

/// What tests/data/checks/ID.json says: a sample, edits of its files that pass, edits that fail, and what is found
/// then. An edit is {"file", and one of "put": row, "append": row, "merge": [section, id, patch], "remove": beginning
/// of row}. Edits are made on rows of files, so that a fixture can say what no module in memory can.
struct CheckFixture {
  std::string id;
  nlohmann::json content;

  static CheckFixture read(const std::string& id) {
    const auto path = std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "tests/data/checks" / (id + ".json");
    return {id, nlohmann::json::parse(textOfFile(path), nullptr, false)};
  }

  ModuleFiles base() const {
    const std::string sample = content.value("base", "");
    ModuleFiles out = sample.starts_with("tests/") ? filesBelow(sample) : sampleFiles(sample);
    out.erase("position.json"); // lies beside the module
    return out;
  }
};

inline std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    out.push_back(line);
  return out;
}

/// How a row begins in its file: what names it, not what it says.
inline std::string beginningOf(const nlohmann::json& row, const std::string& file) {
  const std::size_t named = file == "map/edges.json" || file == "map/vertices.json" ? 3 : 2;
  std::string out = "[";
  for (std::size_t i = 0; i < named && i < row.size(); ++i)
    out += row[i].dump() + ",";
  return out;
}

inline void applyEdit(ModuleFiles& files, const nlohmann::json& edit) {
  const std::string file = edit.at("file");
  std::string& text = files[file];
  if (text.empty()) {
    const std::string kind = file.starts_with("scenarios/") ? "scenario" : std::filesystem::path(file).stem().string();
    text = R"({"formatVersion":1,"kind":")" + kind + "\",\"rows\":[\n[]]}\n";
  }
  if (edit.contains("append")) {
    appendRow(text, edit["append"].dump());
    return;
  }
  std::string beginning;
  nlohmann::json row;
  if (edit.contains("put")) {
    row = edit["put"];
    beginning = beginningOf(row, file);
  } else if (edit.contains("merge")) {
    beginning = beginningOf(edit["merge"], file);
  } else {
    beginning = edit.at("remove").get<std::string>();
  }
  std::string out;
  bool found = false;
  for (const std::string& line : linesOf(text)) {
    if (!line.starts_with(beginning)) {
      out += line + "\n";
      continue;
    }
    found = true;
    if (edit.contains("remove"))
      continue;
    if (edit.contains("merge")) {
      row = nlohmann::json::parse(line.substr(0, line.size() - 1));
      row[2].merge_patch(edit["merge"][2]);
    }
    out += row.dump() + ",\n";
  }
  text = out;
  EXPECT_TRUE(found || edit.contains("put")) << file << " has no row " << beginning;
  if (!found && edit.contains("put"))
    appendRow(text, row.dump());
}

inline ModuleFiles edited(ModuleFiles files, const nlohmann::json& edits) {
  for (const nlohmann::json& edit : edits)
    applyEdit(files, edit);
  return files;
}

} // namespace hotchkiss
