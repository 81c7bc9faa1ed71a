#pragma once

#include "libscenario/ruleset/ruleset.h"

#include <QColor>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// How one kind of thing is drawn: a row of styles.json. Lengths are in pitches (the file has hundredths).
struct StyleRow {
  QColor fill;
  QColor colour;
  QColor casing;
  QColor label;
  std::string pattern = "none";
  std::string line = "none";
  std::string symbol;
  double width = 0;
  int order = 0;
};

/// One of the styles of a ruleset, ready for lookup.
class MapStyle {
 public:
  /// Ids of the styles of a ruleset, with their names for people.
  static std::vector<std::pair<std::string, std::string>> available(const Ruleset& ruleset);
  /// An unknown id gives the first style there is.
  static MapStyle load(const Ruleset& ruleset, std::string_view styleId);

  const std::string& id() const { return mId; }
  /// "terrain", "woods"; the row of the class when there is one, else that of the kind, else an empty row.
  const StyleRow& row(std::string_view section, std::string_view id, std::string_view classId = {}) const;
  const QColor& paper() const { return mPaper; }
  const QColor& ink() const { return mInk; }
  const QColor& grid() const { return mGrid; }
  const QColor& label() const { return mLabel; }

 private:
  std::string mId;
  std::map<std::string, StyleRow, std::less<>> mRows;
  QColor mPaper;
  QColor mInk;
  QColor mGrid;
  QColor mLabel;
};

} // namespace hotchkiss
