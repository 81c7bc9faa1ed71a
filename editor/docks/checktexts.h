#pragma once

#include "libscenario/validation/check.h"
#include "libscenario/validation/finding.h"

#include <QString>

#include <string>
#include <vector>

namespace hotchkiss::editor {

/// What a check is about, for people who do not know its number.
struct CheckText {
  QString title;       ///< "Unknown terrain"
  QString explanation; ///< what is wrong and how it is put right
};
/// Checks that are not known here have their id as title.
CheckText checkText(const std::string& check);

/// The same for a finding: checks of a ruleset bring their own words along.
CheckText checkText(const Finding& finding, const std::vector<CheckInfo>& checks);

/// The core check behind a finding that a ruleset's check restates; else the check itself.
const std::string& coreCheckOf(const Finding& finding);

/// "1,204 of 3,000 hexes have terrain".
QString progressText(const std::string& check, std::size_t done, std::size_t total);

} // namespace hotchkiss::editor
