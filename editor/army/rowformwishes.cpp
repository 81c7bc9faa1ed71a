// Which row a form shows: of the order of battle, and of the scenario in hand.
#include "editor/army/armyedits.h"
#include "editor/army/rowform.h"
#include "editor/model/qtext.h"
#include "libscenario/module/filekinds.h"

namespace hotchkiss::editor {

using nlohmann::json;

std::optional<RowFormWish> formOf(ArmyModel& model, const std::string& id) {
  const OrderOfBattle* army = model.army();
  const Piece* piece = army ? army->piece(id) : nullptr;
  const Formation* formation = army ? army->formation(id) : nullptr;
  if (!piece && !formation)
    return std::nullopt;
  RowFormWish out;
  out.kind = "oob";
  out.key = piece ? piece->key() : formation->key();
  const RecordTable& table = model.document()->document().table(kOobTable);
  const auto row = table.find(out.key);
  out.body = row == table.end() ? json::object() : json::parse(row->second, nullptr, false);
  out.title = qt(army->nameOf(id));
  out.isEditable = !model.document()->isReadOnly();
  if (piece) {
    out.attributes = attributesOf(army->units(), piece->type);
    for (const CounterFace* face : army->units().facesOf(piece->type))
      out.faces.push_back(face->id);
    out.always = {"name", "designation", "type", "side", "formation", "values", "source", "uncertain", "doubt", "note"};
  } else {
    out.attributes = formationAttributes(army->units());
    out.always = {"name",   "designation", "echelon",   "side",  "parent", "leader",
                  "values", "source",      "uncertain", "doubt", "note"};
  }
  return out;
}

RowFormWish formOfScenarioRow(ArmyModel& model, const RecordKey& key, const std::string& type) {
  RowFormWish out;
  out.kind = "scenario";
  out.key = key;
  out.body = json::object();
  out.isEditable = model.document() && !model.document()->isReadOnly();
  if (const Scenario* scenario = model.scenario()) {
    const auto row = scenario->rows().find(key);
    if (row != scenario->rows().end())
      if (json body = json::parse(row->second, nullptr, false); body.is_object())
        out.body = std::move(body);
  }
  const auto name = out.body.find("name");
  out.title = name != out.body.end() && name->is_string() ? qt(name->get<std::string>())
                                                          : memberTitle(key.section) + QLatin1Char(' ') + qt(key.id);
  out.always = {"name"};
  if (const OrderOfBattle* army = model.scenarioArmy(); army && !type.empty()) {
    for (const auto& [attribute, row] : army->units().attributes)
      if (row.state && army->units().applies(attribute, type))
        out.attributes.push_back(attribute);
    for (const CounterFace* face : army->units().facesOf(type))
      out.faces.push_back(face->id);
    out.always = {"values", "facing", "order"};
  }
  return out;
}

} // namespace hotchkiss::editor
