#include "libterrain/base/faultpoint.h"

#include <csignal>
#include <cstdlib>
#include <mutex>
#include <string_view>

namespace hotchkiss {

namespace {

struct Fault {
  std::string name; ///< empty when no fault is wanted
  long passes = 0;  ///< still to come
};

Fault wantedFault() {
  const char* variable = std::getenv("HOTCHKISS_FAULT"); // NOLINT(concurrency-mt-unsafe): read once
  const std::string_view text = variable ? variable : "";
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos)
    return {};
  return {std::string(text.substr(0, colon)), std::strtol(text.data() + colon + 1, nullptr, 10)};
}

} // namespace

void faultPoint(const char* name) {
  static Fault fault = wantedFault();
  static std::mutex mutex; // the journal's sync thread passes here too
  if (fault.name.empty() || fault.name != name)
    return;
  const std::scoped_lock lock(mutex);
  if (--fault.passes == 0)
    std::raise(SIGKILL);
}

const std::vector<std::string>& faultPointNames() {
  static const std::vector<std::string> names{"journal.create.begin",
                                              "journal.create.written",
                                              "journal.create.renamed",
                                              "journal.append.begin",
                                              "journal.append.half",
                                              "journal.append.written",
                                              "journal.sync",
                                              "save.begin",
                                              "save.staged.file",
                                              "save.staged",
                                              "save.record.written",
                                              "save.committed",
                                              "save.renamed.file",
                                              "save.deleted.file",
                                              "save.installed",
                                              "save.record.removed",
                                              "save.noted",
                                              "rotate.begin",
                                              "rotate.done"};
  return names;
}

} // namespace hotchkiss
