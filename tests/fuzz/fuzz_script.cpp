#include "libscenario/module/modulefiles.h"
#include "libscenario/module/scriptededits.h"

#include <cstdlib>

namespace {

using namespace hotchkiss;

const Document& smallModule() {
  static const Document kDocument = [] {
    NewModule wanted;
    wanted.id = "small";
    wanted.title = "Small";
    wanted.ruleset = "gbacw";
    wanted.extent = {8, 6};
    wanted.sheetRecord = R"({"label":"{col:2}{row:2}","origin":[0,0],"size":[8,6]})";
    Document document = makeModule(wanted);
    HexValue value;
    value.terrain = document.pool().intern("clear");
    value.level = 2;
    for (std::int32_t c = 0; c < 8; ++c)
      for (std::int32_t r = 0; r < 6; ++r)
        document.setHex({c, r}, value);
    return document;
  }();
  return kDocument;
}

} // namespace

// A script does everything or nothing, and what it did can be undone and done again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Document& before = smallModule();
  Document document = before;
  const auto edit = applyScript(document, std::string_view(reinterpret_cast<const char*>(data), size));
  if (!edit) {
    if (edit.error().message.empty() || !(document == before))
      std::abort();
    return 0;
  }
  Document again = before;
  edit->apply(again);
  if (!(again == document))
    std::abort();
  edit->inverse().apply(again);
  if (again.extent().area() > 100'000)
    return 0; // a large map takes long to write and shows nothing new
  if (writeModule(again) != writeModule(before))
    std::abort();
  return 0;
}
