#include "render/sidecolours.h"

#include "render/answeroverlay.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

std::map<std::string, QColor> sideColours(const Ruleset& ruleset) {
  std::map<std::string, QColor> out;
  for (const auto& [key, text] : ruleset.rows("units")) {
    if (key.section != "side")
      continue;
    const nlohmann::json row = nlohmann::json::parse(text, nullptr, false);
    const QColor own(QString::fromStdString(row.is_object() ? row.value("colour", "") : std::string()));
    out.emplace(key.id, own.isValid() ? own : answerColour(out.size()));
  }
  return out;
}

} // namespace hotchkiss
