#include "libscenario/package/entry_name.h"

#include "libterrain/base/text.h"

#include <algorithm>
#include <array>
#include <optional>

namespace hotchkiss {

namespace {

constexpr std::size_t kLongestNamePrinted = 80;

unsigned byteAt(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

bool isControl(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

/// The next code point, or nothing where the bytes are not UTF-8 (overlong forms and surrogates included).
std::optional<std::uint32_t> takeCodePoint(std::string_view& rest) {
  static constexpr std::array<std::uint32_t, 4> kSmallest = {0, 0x80, 0x800, 0x10000};
  const unsigned lead = byteAt(rest, 0);
  const std::size_t more = lead < 0x80 ? 0 : lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if ((lead >= 0x80 && lead < 0xC0) || lead >= 0xF8 || rest.size() <= more)
    return std::nullopt;
  std::uint32_t c = more == 0 ? lead : lead & (0x3FU >> more);
  for (std::size_t i = 1; i <= more; ++i) {
    if ((byteAt(rest, i) & 0xC0U) != 0x80)
      return std::nullopt;
    c = (c << 6U) | (byteAt(rest, i) & 0x3FU);
  }
  if (c < kSmallest[more] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
    return std::nullopt;
  rest.remove_prefix(more + 1);
  return c;
}

// The scripts that maps are named in; the C library would fold by the locale, and so differ from machine to machine.
std::uint32_t folded(std::uint32_t c) {
  const auto within = [c](std::uint32_t first, std::uint32_t last) { return c >= first && c <= last; };
  if (within('A', 'Z') || (within(0xC0, 0xDE) && c != 0xD7) || within(0x391, 0x3A9) || within(0x410, 0x42F))
    return c + 0x20;
  if (within(0x400, 0x40F))
    return c + 0x50;
  if (within(0x100, 0x137) || within(0x14A, 0x177))
    return c | 1U;
  if (within(0x139, 0x148) || within(0x179, 0x17E))
    return c + (c & 1U);
  return c == 0x178 ? 0xFF : c;
}

/// The name as a list of folded code points, packed into bytes to be compared only; nothing when it is not UTF-8.
std::optional<std::string> foldedName(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const auto c = takeCodePoint(name);
    if (!c)
      return std::nullopt;
    const std::uint32_t f = folded(*c);
    if (f < 0x80) {
      out += static_cast<char>(f);
      continue;
    }
    for (const unsigned shift : {18U, 12U, 6U, 0U})
      out += static_cast<char>(0x80U | ((f >> shift) & 0x3FU));
  }
  return out;
}

bool hasControl(std::string_view name) {
  while (!name.empty()) {
    const auto c = takeCodePoint(name);
    if (!c || isControl(*c))
      return true;
  }
  return false;
}

bool hasDriveLetter(std::string_view name) {
  const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return name.size() >= 2 && name[1] == ':' && isLetter(name[0]);
}

} // namespace

Error entryRefusal(std::string_view name, const std::string& why) {
  return {.message = "the entry " + quotedEntry(name) + " " + why, .file = {}, .where = {}, .advice = {}};
}

std::string quotedEntry(std::string_view name) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "\"";
  std::string_view rest = name;
  while (!rest.empty() && name.size() - rest.size() < kLongestNamePrinted) {
    const std::string_view before = rest;
    const auto c = takeCodePoint(rest);
    if (c && !isControl(*c)) {
      out += before.substr(0, before.size() - rest.size());
      continue;
    }
    rest = before.substr(1);
    out += "\\x";
    out += kDigits[byteAt(before, 0) >> 4U];
    out += kDigits[byteAt(before, 0) & 15U];
  }
  return out + (rest.empty() ? "\"" : "...\"");
}

Outcome EntryNames::add(std::string_view name) {
  if (name.empty())
    return entryRefusal(name, "has no name");
  if (name.size() > mLimits.nameBytes)
    return entryRefusal(name, "has a name longer than " + countOf(mLimits.nameBytes, "byte", "bytes"));
  const auto key = foldedName(name);
  if (!key)
    return entryRefusal(name, "has a name that is not UTF-8 text");
  if (hasControl(name))
    return entryRefusal(name, "has a control character in its name");
  if (name.find('\\') != std::string_view::npos)
    return entryRefusal(name, "has a backslash in its name");
  if (name.front() == '/')
    return entryRefusal(name, "has an absolute path");
  if (hasDriveLetter(name))
    return entryRefusal(name, "starts with a drive letter");
  if (name.back() == '/') {
    Error error = entryRefusal(name, "is a folder, and a package holds files only");
    error.advice = "pack the files without entries for their folders";
    return error;
  }
  const auto parts = splitText(name, '/');
  for (const std::string_view part : parts) {
    if (part.empty())
      return entryRefusal(name, "has an empty folder name in its path");
    if (part == "." || part == "..")
      return entryRefusal(name, "has \"" + std::string(part) + "\" in its path");
  }
  if (parts.size() - 1 > mLimits.folderDepth)
    return entryRefusal(name, "lies more than " + countOf(mLimits.folderDepth, "folder", "folders") + " deep");
  if (!mFolded.insert(*key).second)
    return entryRefusal(name, "occurs twice, or differs from another entry only in upper and lower case");
  return success();
}

Outcome EntryNames::checkFolders() const {
  for (const std::string& name : mFolded)
    for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1))
      if (mFolded.contains(name.substr(0, slash)))
        return entryRefusal(name.substr(0, slash), "is both a file and a folder");
  return success();
}

} // namespace hotchkiss
