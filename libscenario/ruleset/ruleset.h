#pragma once

#include "libscenario/ruleset/catalogue.h"
#include "libterrain/base/result.h"
#include "libterrain/map/document.h"
#include "libterrain/numbering/notation.h"

#include <map>
#include <string>
#include <vector>

namespace hotchkiss {

/// Where a row was written.
struct RowOrigin {
  std::string file;
  long line = 0; ///< 0 when unknown
};

/// A game's data: its rows, and the catalogue and notation that they describe. Built-in rulesets and a module's own are
/// the same thing; a module's overlay adds, replaces or removes rows by section and id.
class Ruleset {
 public:
  /// Ids of the rulesets that come with the library.
  static std::vector<std::string> builtIn();
  /// One of them, with some of its published overlays applied in this order.
  static Result<Ruleset> load(const std::string& id, const std::vector<std::string>& overlays = {});
  /// Ids of the overlays that come with a built-in ruleset, one for each published module.
  static std::vector<std::string> publishedOverlays(const std::string& id);
  /// The rows of one of them, as they stand there; the text "null" removes a row.
  static Result<RecordTable> publishedRows(const std::string& id, const std::string& overlay);
  /// This ruleset with published overlays of its id applied on top.
  Result<Ruleset> withOverlays(const std::vector<std::string>& overlays) const;
  /// The ruleset of a module with its overlay resolved.
  static Result<Ruleset> effective(const Document& module);

  const std::string& id() const { return mId; }
  const std::string& title() const { return mTitle; }
  const Catalogue& catalogue() const { return mCatalogue; }
  Result<Notation> notation() const;
  /// Rows of one of the files: "ruleset", "catalogue", "notation", "styles", "rules", "units", "vectors", "checks".
  const RecordTable& rows(const std::string& kind) const;
  /// For messages: the file and line of a row. Rows of a module's own ruleset are counted in canonical layout.
  RowOrigin originOf(const std::string& kind, const RecordKey& key) const;
  /// Rows to add, replace or (the text "null") remove; `file` is named in errors.
  Outcome overlay(const RecordTable& rows, const std::string& file);
  /// Its files with overlays resolved ("ruleset/catalogue.json" → text), as a package carries them.
  std::map<std::string, std::string> files() const;

 private:
  static Result<Ruleset> fromTables(std::string id, std::map<std::string, RecordTable> tables);
  Outcome overlayPublished(const std::string& id);
  void compile();

  std::string mId;
  std::string mTitle;
  bool mIsBuiltIn = false;
  std::map<std::string, RecordTable> mTables;
  std::map<RecordKey, RowOrigin, RecordOrder> mOverlaid;
  Catalogue mCatalogue;
};

} // namespace hotchkiss
