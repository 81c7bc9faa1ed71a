#include "libscenario/module/modulefiles.h"
#include "libscenario/rules/situation.h"

#include <cstdlib>

namespace {

using namespace hotchkiss;

std::shared_ptr<const Rules> smallRules() {
  static const std::shared_ptr<const Rules> kRules = [] {
    NewModule wanted;
    wanted.id = "small";
    wanted.title = "Small";
    wanted.ruleset = "gcacw";
    wanted.extent = {8, 6};
    wanted.sheetRecord = R"({"label":"{col:2}{row:2}","origin":[0,0],"size":[8,6]})";
    Result<Rules> rules = Rules::of(makeModule(wanted));
    if (!rules)
      std::abort();
    return std::make_shared<const Rules>(std::move(*rules));
  }();
  return kRules;
}

} // namespace

// A position that is read is written to the same position again, and its zones can be worked out.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto rules = smallRules();
  const Result<Position> position =
      Position::read(std::string_view(reinterpret_cast<const char*>(data), size), rules->book(), rules->document());
  if (!position) {
    if (position.error().message.empty())
      std::abort();
    return 0;
  }
  const Result<Position> again = Position::read(position->write(), rules->book(), rules->document());
  if (!again || !(*again == *position))
    std::abort();
  (void)Situation::make(rules, *position).ok();
  return 0;
}
