#include "editor/model/kindrows.h"

#include "editor/model/rulecells.h"
#include "libscenario/json/embedded.h"
#include "libterrain/base/text.h"
#include "render/mapstyle.h"

#include <QString>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr std::size_t kLongestId = 40;
constexpr std::size_t kLongestKey = 3;

json objectOf(const RecordTable& table, const RecordKey& key) {
  const auto it = table.find(key);
  json out = it == table.end() ? json::object() : json::parse(it->second, nullptr, false);
  return out.is_object() ? out : json::object();
}

void putText(json& body, const char* name, const std::string& text) {
  if (text.empty())
    body.erase(name);
  else
    body[name] = text;
}

std::string featureOf(const std::string& section, const std::string& id) {
  return section == "path" ? "path." + id : id;
}

Error sentence(const std::string& message, const std::string& advice = {}) {
  return {message, {}, 0, {}, advice};
}

KindLook lookOf(const Ruleset& ruleset, const std::string& section, const std::string& id) {
  KindLook out;
  const auto styles = MapStyle::available(ruleset);
  if (styles.empty())
    return out;
  // The first of the styles, as maps are drawn unless told otherwise.
  const auto engraved =
      std::find_if(styles.begin(), styles.end(), [](const auto& one) { return one.first != "clear"; });
  const std::string style = engraved == styles.end() ? styles.front().first : engraved->first;
  const json row = objectOf(ruleset.rows("styles"), {style, section + "/" + id});
  out.fill = row.value("fill", "");
  out.colour = row.value("colour", "");
  out.casing = row.value("casing", "");
  out.pattern = row.value("pattern", "");
  out.line = row.value("line", "");
  if (row.contains("width"))
    out.width = row["width"].get<int>();
  return out;
}

std::string firstSource(const json& body) {
  const auto it = body.find("source");
  return it == body.end() ? std::string() : it->is_string() ? it->get<std::string>() : it->front().get<std::string>();
}

/// Style rows: what the wish changes against how the form began goes into every style, the rest stays each style's own.
void addStyles(OverlayRows& out, const Ruleset& ruleset, const KindWish& wish, const std::string& id) {
  const std::string& from = wish.id.empty() ? wish.model : wish.id;
  const KindLook before = from.empty() ? KindLook{} : lookOf(ruleset, wish.section, from);
  for (const auto& [style, unused] : MapStyle::available(ruleset)) {
    json body = from.empty() ? json::object() : objectOf(ruleset.rows("styles"), {style, wish.section + "/" + from});
    const auto put = [&](const char* member, const std::string& now, const std::string& then) {
      if (now != then || from.empty())
        putText(body, member, now);
    };
    put("fill", wish.look.fill, before.fill);
    put("colour", wish.look.colour, before.colour);
    put("casing", wish.look.casing, before.casing);
    put("pattern", wish.look.pattern, before.pattern);
    put("line", wish.look.line, before.line);
    if (wish.look.width != before.width || from.empty()) {
      if (wish.look.width)
        body["width"] = *wish.look.width;
      else
        body.erase("width");
    }
    if (!body.contains("order"))
      body["order"] = wish.section == "terrain" ? 15 : wish.section == "path" ? 45 : 30;
    const RecordKey key{style, wish.section + "/" + id};
    if (body != objectOf(ruleset.rows("styles"), key))
      out[key] = body.dump();
  }
}

std::optional<Error> problemOf(const Ruleset& ruleset, const KindWish& wish) {
  if (wish.name.empty())
    return sentence("the new kind has no name", "say what people call it");
  for (const auto& [key, text] : ruleset.rows("catalogue")) {
    if (key.section != wish.section || key.id == wish.id)
      continue;
    const json other = json::parse(text, nullptr, false);
    if (QString::fromStdString(other.value("name", ""))
            .compare(QString::fromStdString(wish.name), Qt::CaseInsensitive) == 0)
      return sentence("there is a kind \"" + wish.name + "\" already", "choose another name, or change that one");
    if (!wish.key.empty() && other.value("key", "") == wish.key)
      return sentence("the key \"" + wish.key + "\" is taken by " + other.value("name", key.id), "choose another key");
  }
  if (wish.section == "terrain" && wish.key.empty())
    return sentence("a terrain needs a key of one to three characters", "it chooses the terrain while you paint");
  if (QString::fromStdString(wish.key).size() > static_cast<qsizetype>(kLongestKey))
    return sentence("the key \"" + wish.key + "\" is longer than three characters");
  if (!wish.sightHeight.empty() && wish.sightHeight != "unknown" && !parseInteger(wish.sightHeight))
    return sentence("the sight height \"" + wish.sightHeight + "\" is no whole number",
                    "write a number, or unknown when the sources do not say");
  return std::nullopt;
}

} // namespace

KindWish kindAsIs(const Ruleset& ruleset, const std::string& section, const std::string& id) {
  const json body = objectOf(ruleset.rows("catalogue"), {section, id});
  KindWish out;
  out.section = section;
  out.id = id;
  out.name = body.value("name", "");
  out.group = body.value("group", "");
  out.key = body.value("key", "");
  out.symbol = body.value("symbol", "");
  out.note = body.value("note", "");
  out.reference = firstSource(body);
  if (const auto height = body.find("sightHeight"); height != body.end())
    out.sightHeight = height->is_object() ? "unknown" : height->dump();
  out.look = lookOf(ruleset, section, id);
  out.costs = MoveCosts(ruleset).of(section, id);
  return out;
}

KindWish newKind(const Ruleset& ruleset, const std::string& section, const std::string& model) {
  KindWish out;
  out.section = section;
  out.model = model;
  const MoveCosts costs(ruleset);
  constexpr const char* kFutureId = "new"; // the real one follows from the name
  if (!model.empty()) {
    const KindWish like = kindAsIs(ruleset, section, model);
    out.group = like.group;
    out.symbol = like.symbol;
    out.sightHeight = like.sightHeight;
    out.look = like.look;
    out.costs = costs.like(section, model, kFutureId);
  } else {
    out.symbol = "none";
    out.look = section == "terrain" ? KindLook{"#dcd6a8", "#8a8550", {}, "none", {}, {}}
                                    : KindLook{{}, "#5a4632", {}, {}, "solid", 6};
  }
  if (out.costs.empty() && costs.known())
    out.costs.push_back(costs.plain(section, kFutureId));
  return out;
}

std::string freeKindId(const Ruleset& ruleset, const std::string& section, const std::string& name) {
  std::string stem;
  // Letters with marks become plain ones.
  for (const QChar c : QString::fromStdString(name).normalized(QString::NormalizationForm_KD).toLower()) {
    const char plain = c.unicode() < 128 ? static_cast<char>(c.unicode()) : '\0';
    if (std::isalnum(static_cast<unsigned char>(plain)) != 0)
      stem += plain;
    else if (c.category() != QChar::Mark_NonSpacing && plain != '\'' && !stem.empty() && stem.back() != '_')
      stem += '_';
  }
  stem = stem.substr(0, kLongestId);
  while (!stem.empty() && stem.back() == '_')
    stem.pop_back();
  if (stem.empty())
    stem = "kind";
  std::string id = stem;
  for (int n = 2; ruleset.rows("catalogue").contains({section, id}); ++n)
    id = stem + "_" + std::to_string(n);
  return id;
}

Result<OverlayRows> kindRows(const Document& module, const Ruleset& ruleset, const KindWish& wish) {
  if (const auto problem = problemOf(ruleset, wish))
    return *problem;
  OverlayRows out;
  const std::string own = ownReference(module, ruleset, out);
  const std::string reference = wish.reference.empty() ? own : wish.reference;
  const std::string id = wish.id.empty() ? freeKindId(ruleset, wish.section, wish.name) : wish.id;
  const RecordKey key{wish.section, id};

  json body = objectOf(ruleset.rows("catalogue"), wish.id.empty() ? RecordKey{wish.section, wish.model} : key);
  if (wish.id.empty())
    for (const char* member : {"derived", "note", "classes", "classRequired"})
      body.erase(member);
  body["name"] = wish.name;
  putText(body, "group", wish.group);
  putText(body, "key", wish.key);
  putText(body, "note", wish.note);
  body["symbol"] = wish.symbol.empty() ? "none" : wish.symbol;
  if (wish.id.empty() || firstSource(body) != reference)
    body["source"] = reference;
  if (wish.sightHeight.empty())
    body.erase("sightHeight");
  else if (wish.sightHeight != "unknown")
    body["sightHeight"] = *parseInteger(wish.sightHeight);
  else if (!body.contains("sightHeight") || !body["sightHeight"].is_object())
    body["sightHeight"] = json{{"unknown", true}, {"ref", reference}};
  if (body != objectOf(ruleset.rows("catalogue"), key))
    out[key] = body.dump();
  addStyles(out, ruleset, wish, id);
  // A hexside or path that excludes others is excluded by them.
  if (wish.id.empty() && wish.section == "edgeFeature")
    for (const json& other : body.value("excludes", json::array()))
      if (json theirs = objectOf(ruleset.rows("catalogue"), {wish.section, other.get<std::string>()});
          !theirs.empty() && theirs.contains("excludes")) {
        theirs["excludes"].push_back(id);
        out[{wish.section, other.get<std::string>()}] = theirs.dump();
      }

  if (const std::string course = body.value("course", ""); wish.id.empty() && !course.empty()) {
    json row = objectOf(ruleset.rows("catalogue"), {"course", course}); // its pieces may be of the new kind, too
    if (row.contains("of")) {
      row["of"].push_back(featureOf(wish.section, id));
      out[{"course", course}] = row.dump();
    }
  }

  const MoveCosts costs(ruleset);
  if (costs.known()) {
    std::vector<MoveCost> wanted = wish.costs;
    if (wish.id.empty())
      for (MoveCost& cost : wanted)
        cost.when = conditionLike(wish.section, cost.when, "new", id);
    const std::vector<MoveCost> before = wish.id.empty() ? std::vector<MoveCost>{} : costs.of(wish.section, id);
    const Result<OverlayRows> priced = costs.rows(id, before, wanted, reference);
    if (!priced)
      return priced.error();
    out.insert(priced->begin(), priced->end());
    if (wish.id.empty() && wish.otherRulesLikeModel && !wish.model.empty())
      for (const auto& [row, text] : costs.otherRowsLike(wish.section, wish.model, id))
        out.emplace(row, text);
  }
  if (const Result<Ruleset> after = rulesetWith(module, settled(module, out)); !after)
    return after.error();
  return settled(module, out);
}

Result<OverlayRows> rowsWithoutKind(const Document& module, const Ruleset& ruleset, const std::string& section,
                                    const std::string& id) {
  OverlayRows out;
  out[{section, id}] = "null";
  for (const auto& [style, unused] : MapStyle::available(ruleset))
    for (const auto& [key, text] : ruleset.rows("styles"))
      if (key.section == style && (key.id == section + "/" + id || key.id.starts_with(section + "/" + id + ":")))
        out[key] = "null";
  for (const auto& [key, text] : ruleset.rows("rules"))
    if (key.section == "row") {
      const json body = json::parse(text, nullptr, false);
      // Only rows that are about nothing else; one that names others as well goes on holding for them.
      if (const std::string when = body.value("when", ""); !when.empty() &&
                                                           !conditionLike(section, when, id, id).empty() &&
                                                           conditionLike(section, when, id, id) == when)
        out[key] = "null";
    }
  for (const auto& [key, text] : ruleset.rows("catalogue")) {
    json body = json::parse(text, nullptr, false);
    bool changed = false;
    for (const char* member : {"excludes", "of", "over", "carries"})
      if (const auto list = body.find(member); list != body.end() && list->is_array()) {
        const json name = featureOf(section, id);
        const auto at = std::find(list->begin(), list->end(), name);
        if (at != list->end()) {
          list->erase(at);
          changed = true;
        }
      }
    if (changed && !out.contains(key))
      out[key] = body.dump();
  }
  OverlayRows changes = settled(module, out);
  if (const Result<Ruleset> after = rulesetWith(module, changes); !after)
    return after.error();
  return changes;
}

bool isOwnKind(const Document& module, const std::string& section, const std::string& id) {
  return module.record("overlay", {section, id}) != nullptr;
}

KindUse useOfKind(const Document& module, const std::string& section, const std::string& id) {
  KindUse out;
  if (section == "terrain") {
    for (std::int32_t c = 0; c < module.extent().width; ++c)
      for (std::int32_t r = 0; r < module.extent().height; ++r)
        if (module.terrain({c, r}) == id && out.count++ == 0)
          out.hex = HexCoord{c, r};
    return out;
  }
  const std::string feature = featureOf(section, id);
  std::map<std::uint32_t, bool> holds; // few texts stand for many hexsides
  module.forEachEdge([&](EdgeId edge, std::uint32_t text) {
    const auto [it, isNew] = holds.try_emplace(text, false);
    if (isNew)
      it->second = module.features(edge).find(feature) != nullptr;
    if (it->second && out.count++ == 0)
      out.edge = edge;
  });
  return out;
}

void clearKind(Stroke& stroke, const std::string& section, const std::string& id, const std::string& terrain) {
  if (section == "terrain")
    return stroke.replaceTerrain(id, terrain);
  const std::string feature = featureOf(section, id);
  std::vector<EdgeId> edges;
  stroke.document().forEachEdge([&](EdgeId edge, std::uint32_t) {
    if (stroke.document().features(edge).find(feature))
      edges.push_back(edge);
  });
  for (const EdgeId edge : edges)
    stroke.eraseFeature(edge, feature);
}

std::vector<std::string> styleChoices(const std::string& member) {
  const auto text = embeddedFile("schemas/styles.schema.json");
  const json schema = json::parse(text.value_or("{}"), nullptr, false);
  const json::json_pointer place("/definitions/styleRow/items/2/properties/" + member + "/enum");
  if (schema.is_discarded() || !schema.contains(place))
    return {};
  return schema.at(place).get<std::vector<std::string>>();
}

} // namespace hotchkiss::editor
