#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

/// A whole decimal number, with an optional minus; nothing else around it.
std::optional<long> parseInteger(std::string_view text);

/// Number of edits (insert, delete, replace, swap of neighbours) between two words.
std::size_t editDistance(std::string_view a, std::string_view b);

/// The candidate nearest in spelling, if one is near enough to be meant.
std::optional<std::string> nearestWord(std::string_view word, const std::vector<std::string>& candidates);

/// "a", "a and b", "a, b and c".
std::string joinWords(const std::vector<std::string>& words, std::string_view lastSeparator = " and ");

/// Byte order, except that runs of digits compare as numbers: "2.10.0" comes after "2.9.1".
bool naturalLess(std::string_view a, std::string_view b);

std::vector<std::string_view> splitText(std::string_view text, char separator);

/// "1 hex", "1,204 hexes".
std::string countOf(std::size_t count, std::string_view one, std::string_view many);

} // namespace hotchkiss
