#include "libterrain/edit/editcodec.h"
#include "libterrain/edit/journal.h"

#include <cstdlib>

namespace {

void tryEdit(std::string_view bytes) {
  using namespace hotchkiss;
  TextPool pool;
  const auto edit = decodeEdit(bytes, pool);
  if (!edit)
    return;
  const std::string encoded = encodeEdit(*edit, pool);
  const auto again = decodeEdit(encoded, pool);
  if (!again || encodeEdit(*again, pool) != encoded)
    std::abort();
}

} // namespace

// Whatever a crash left of a journal, its whole entries are found, and no entry harms the reader of edits.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hotchkiss;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  tryEdit(bytes);
  const auto journal = parseJournal(bytes);
  if (!journal) {
    if (journal.error().message.empty())
      std::abort();
    return 0;
  }
  if (journal->goodBytes + journal->cutBytes != size)
    std::abort();
  for (const JournalFrame& frame : journal->frames)
    tryEdit(frame.payload);
  const auto shorter = parseJournal(bytes.substr(0, journal->goodBytes));
  if (!shorter || shorter->frames != journal->frames || shorter->cutBytes != 0)
    std::abort();
  return 0;
}
