#include "libscenario/json/objecttext.h"

#include <nlohmann/json.hpp>

namespace hotchkiss {

using nlohmann::json;

json objectFrom(const std::string& text) {
  json value = text.empty() ? json::object() : json::parse(text, nullptr, false);
  return value.is_object() ? value : json::object();
}

std::string textOf(const json& object) {
  return object.empty() ? std::string() : object.dump();
}

} // namespace hotchkiss
