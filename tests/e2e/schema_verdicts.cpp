// Says of rows whether our readers and an independent validator (valijson) take them. Each line of the input is
// {"kind":"hexes","row":[…]}; each line of the output is "<ours> <valijson's>", 1 = accepted. A manifest has no rows:
// the whole file stands in place of one.

#include "libscenario/json/embedded.h"
#include "libscenario/json/schema.h"
#include "libscenario/json/strictjson.h"
#include "libscenario/module/modulefiles.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace {

using nlohmann::json;

// Large enough that most coordinates lie on the map; a row outside is a finding, which does not count here.
constexpr const char* kLatticeRow = R"(["lattice","map",{"orientation":"flat","shifted":"odd","size":[8192,1900]}])";

std::string pathOf(const std::string& kind) {
  static const std::map<std::string, std::string> folders{
      {"hexes", "map/"},         {"edges", "map/"},        {"vertices", "map/"},       {"named", "map/"},
      {"hand", "map/"},          {"evidence", "map/"},     {"scenario", "scenarios/"}, {"ruleset", "ruleset/"},
      {"catalogue", "ruleset/"}, {"notation", "ruleset/"}, {"styles", "ruleset/"},     {"rules", "ruleset/"},
      {"units", "ruleset/"},     {"vectors", "ruleset/"},  {"checks", "ruleset/"}};
  const auto it = folders.find(kind);
  return (it == folders.end() ? "" : it->second) + kind + ".json";
}

std::string fileText(const std::string& kind, const std::string& rows) {
  static const std::map<std::string, std::string> cols{{"hexes", R"("cols":["c","r","terrain","level","more"],)"},
                                                       {"edges", R"("cols":["c","r","d","features"],)"},
                                                       {"vertices", R"("cols":["c","r","v","features"],)"}};
  if (kind == "manifest")
    return rows;
  const auto it = cols.find(kind);
  return R"({"formatVersion":1,"kind":")" + kind + "\"," + (it == cols.end() ? "" : it->second) + "\"rows\":[\n" +
         rows + ",\n[]]}\n";
}

/// Files that lie beside a module. Their readers ask this first; what they ask then needs a module, sheet or archive.
bool isOutsideOfModules(const std::string& kind) {
  return kind == "edits" || kind == "manifest" || kind == "mapping" || kind == "position";
}

bool oursAccepts(const std::string& kind, const std::string& row) {
  if (isOutsideOfModules(kind)) {
    const auto file = hotchkiss::parseStrictJson(fileText(kind, row));
    return file.ok() && !hotchkiss::Schema::named(kind)->problem(*file);
  }
  hotchkiss::ModuleFiles files;
  files["module.json"] = fileText("module", kLatticeRow);
  // A further row of module.json comes behind the lattice: one that repeats it is a finding.
  files[pathOf(kind)] = fileText(kind, kind == "module" ? std::string(kLatticeRow) + ",\n" + row : row);
  return hotchkiss::readModule(files).ok();
}

/// Moves every "propertyNames" into the definitions. The same schema; but valijson confuses one that stands in place
/// with the schema around it when that was reached through a reference.
void moveNames(json& schema, json& definitions) {
  if (schema.is_object() && schema.contains("propertyNames")) {
    const std::string name = "names" + std::to_string(definitions.size());
    definitions[name] = std::exchange(schema["propertyNames"], json{{"$ref", "#/definitions/" + name}});
  }
  if (schema.is_structured())
    for (json& part : schema)
      moveNames(part, definitions);
}

class Valijson {
 public:
  bool accepts(const std::string& kind, const std::string& row) {
    const json file = json::parse(fileText(kind, row));
    const valijson::adapters::NlohmannJsonAdapter target(file);
    return mValidator.validate(schema(kind), target, nullptr);
  }

 private:
  const valijson::Schema& schema(const std::string& kind) {
    std::unique_ptr<valijson::Schema>& schema = mSchemas[kind];
    if (!schema) {
      json text = json::parse(hotchkiss::embeddedFile("schemas/" + kind + ".schema.json").value());
      json names = json::object();
      moveNames(text, names);
      text["definitions"].update(names);
      schema = std::make_unique<valijson::Schema>();
      valijson::SchemaParser(valijson::SchemaParser::kDraft7)
          .populateSchema(valijson::adapters::NlohmannJsonAdapter(text), *schema);
    }
    return *schema;
  }

  std::map<std::string, std::unique_ptr<valijson::Schema>> mSchemas;
  valijson::Validator mValidator{valijson::Validator::kStrongTypes};
};

} // namespace

int main() {
  Valijson valijson;
  std::string line;
  while (std::getline(std::cin, line)) {
    const json question = json::parse(line);
    const auto kind = question.at("kind").get<std::string>();
    const std::string row = question.at("row").dump();
    std::cout << oursAccepts(kind, row) << ' ' << valijson.accepts(kind, row) << '\n';
  }
  return 0;
}
