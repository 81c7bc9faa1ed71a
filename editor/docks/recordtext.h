#pragma once

#include "libscenario/ruleset/catalogue.h"
#include "libterrain/map/document.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace hotchkiss::editor {

/// Records, attributes and features as docks show them: small changes to canonical JSON texts, without widgets.

/// The object in a text; an empty object for anything else.
nlohmann::json parsedObject(const std::string& text);
/// Canonical text; empty for an empty object.
std::string objectText(const nlohmann::json& object);

/// A source or list of sources for reading: "book 6.2; book 7.1".
std::string sourceText(const nlohmann::json& source);

/// {"unknown":true,…} is a value of its own.
bool isUnknown(const nlohmann::json& value);
/// "unknown", "unknown, 1800 to 1900", "unknown, at least 3".
std::string unknownText(const nlohmann::json& value);

/// A text with one member set, or removed when there is no value.
std::string withMember(const std::string& text, const std::string& name, const std::optional<nlohmann::json>& value);
/// The same for a member of the record's "attributes", which go when the last one goes.
std::string withAttribute(const std::string& text, const std::string& name, const std::optional<nlohmann::json>& value);

/// The texts of a list member, such as the regions that a hex is in.
std::vector<std::string> listMember(const std::string& text, const std::string& name);
/// Adds a text to a sorted list member or takes it out; an empty list goes.
std::string withListed(const std::string& text, const std::string& name, const std::string& item, bool listed);

/// What an attribute is called and how it is described; the type is the catalogue's.
struct AttributeField {
  std::string id;
  std::string name;
  std::string note;
  std::string symbol;
  AttributeType type;
  bool isTrueByDefault = false;   ///< a flag that holds unless it is denied
  std::string fallback;           ///< what holds when it is not given, as JSON; empty when nothing is said
  std::vector<std::string> kinds; ///< kinds that a reference may point to; any when empty
};
/// The attributes in a catalogue row's "attributes" member, ordered by name.
std::vector<AttributeField> attributeFields(const nlohmann::json& definitions);
/// The attributes of hexes: rows of the catalogue's section hexAttribute.
std::vector<AttributeField> hexAttributeFields(const RecordTable& catalogue);

/// What a new thing starts with: attributes that must be there are unknown until a person says more.
nlohmann::json startingAttributes(const AttributeTypes& types);
/// A record for a new named thing.
std::string newRecord(const Catalogue& catalogue, const std::string& section, const std::string& kind,
                      const std::string& name);

/// "river_class" as "river class": an id for reading, where nothing better is known.
std::string plainWords(const std::string& id);

/// A name for people: the record's name, else its id.
std::string displayName(const std::string& id, const std::string& recordText);
/// Ids of the records of a section, restricted to kinds when some are given, ordered by name.
struct NamedChoice {
  std::string id;
  std::string name;
  std::string kind;
};
std::vector<NamedChoice> namedChoices(const Document& document, const std::string& section,
                                      const std::vector<std::string>& kinds = {});

/// An id made from a name that no record of the section has yet.
std::string freeId(const Document& document, const std::string& section, const std::string& name);
/// Whether a text may be the id of a record.
bool isRecordId(const std::string& id);

} // namespace hotchkiss::editor
