#include "libterrain/numbering/tokenmatch.h"

#include "libterrain/base/letters.h"

#include <algorithm>
#include <array>

namespace hotchkiss {

namespace {

constexpr std::array<std::string_view, 8> kClasses{"digit", "upper", "lower", "letter",
                                                   "alnum", "roman", "name",  "word"};

bool isMultibyte(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}

// One character of UTF-8; stray bytes count as characters of their own.
std::string_view characterAt(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t want = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  std::size_t size = 1;
  while (size < want && at + size < text.size() && (static_cast<unsigned char>(text[at + size]) & 0xC0) == 0x80)
    ++size;
  return text.substr(at, size);
}

bool inClass(std::string_view chars, std::string_view character) {
  const char c = character.front();
  const bool letter = isUpper(c) || isLower(c);
  if (chars == "digit")
    return isDigit(c);
  if (chars == "upper")
    return isUpper(c);
  if (chars == "lower")
    return isLower(c);
  if (chars == "letter")
    return letter;
  if (chars == "alnum")
    return letter || isDigit(c);
  if (chars == "roman")
    return std::string_view("IVXLC").find(c) != std::string_view::npos;
  const bool inWord =
      letter || isDigit(c) || isMultibyte(c) || std::string_view(".'&#-").find(c) != std::string_view::npos;
  return inWord || (chars == "name" && c == ' ');
}

bool isExtra(std::string_view extra, std::string_view character) {
  for (std::size_t at = 0; at < extra.size(); at += characterAt(extra, at).size())
    if (characterAt(extra, at) == character)
      return true;
  return false;
}

std::vector<std::size_t> wordEnds(const TokenClass& token, std::string_view text, std::size_t from) {
  std::vector<std::size_t> out;
  for (const std::string& word : token.oneOf)
    if (text.substr(from).starts_with(word))
      out.push_back(from + word.size());
  std::sort(out.rbegin(), out.rend());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

} // namespace

bool isCharacterClass(std::string_view name) {
  return std::find(kClasses.begin(), kClasses.end(), name) != kClasses.end();
}

std::vector<std::size_t> tokenEnds(const TokenClass& token, std::string_view text, std::size_t from) {
  if (!token.oneOf.empty())
    return wordEnds(token, text, from);
  const bool named = token.chars == "name" || token.chars == "word";
  std::vector<std::size_t> out;
  std::size_t at = from;
  for (int count = 1; count <= token.max && at < text.size(); ++count) {
    const std::string_view character = characterAt(text, at);
    const char c = character.front();
    if (!inClass(token.chars, character) && !isExtra(token.extra, character))
      break;
    if (named && at == from && !isUpper(c) && !isLower(c) && !isMultibyte(c))
      break;
    at += character.size();
    if (count >= token.min && !(named && c == ' '))
      out.push_back(at);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

} // namespace hotchkiss
