# Writes the source file that puts data files into the library: cmake -DROOT=… -DOUT=… -P embed.cmake
file(GLOB paths RELATIVE ${ROOT} ${ROOT}/schemas/*.json ${ROOT}/libscenario/rulesets/*/*.json
     ${ROOT}/libscenario/rulesets/*/overlays/*.json ${ROOT}/tests/vectors/*.json)
list(SORT paths)
set(blobs "")
set(rows "")
set(index 0)
foreach(path IN LISTS paths)
  string(REPLACE "libscenario/rulesets/" "rulesets/" name ${path})
  # The worked examples of a ruleset live with the tests, and are part of it all the same.
  string(REGEX REPLACE "^tests/vectors/(.*)\\.json$" "rulesets/\\1/vectors.json" name ${name})
  string(APPEND blobs "asm(\".section .rodata\\nhk_blob_${index}:\\n.incbin \\\"${ROOT}/${path}\\\"\\nhk_blob_end_${index}:\\n.byte 0\\n.previous\\n\");\nextern \"C\" const char hk_blob_${index}[], hk_blob_end_${index}[];\n")
  string(APPEND rows "    {\"${name}\", {hk_blob_${index}, static_cast<std::size_t>(hk_blob_end_${index} - hk_blob_${index})}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUT} "// Written by embed.cmake.
#include \"libscenario/json/embedded.h\"
#include <map>
${blobs}
namespace hotchkiss {
namespace {
const std::map<std::string_view, std::string_view>& files() {
  static const std::map<std::string_view, std::string_view> all{
${rows}  };
  return all;
}
} // namespace
std::optional<std::string_view> embeddedFile(std::string_view path) {
  const auto it = files().find(path);
  return it == files().end() ? std::nullopt : std::optional(it->second);
}
std::vector<std::string> embeddedPaths() {
  std::vector<std::string> out;
  for (const auto& [path, text] : files())
    out.emplace_back(path);
  return out;
}
} // namespace hotchkiss
")
