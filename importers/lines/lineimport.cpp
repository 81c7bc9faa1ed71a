#include "importers/lines/lineimport.h"

namespace hotchkiss {

Outcome LineImport::readCourseKind() {
  mCourseKind = mStep.value("course", "");
  return mCourseKind.empty() ? success() : checkNamed(mContext, "course", mCourseKind);
}

std::string LineImport::newCourseId(const std::string& name) {
  const auto taken = [&](const std::string& id) {
    if (mIds.count(id) > 0)
      return true;
    const std::string* record = mContext.document->record("map/named", {"course", id});
    return record != nullptr && record->find("\"" + importMark(mStepId) + "\"") == std::string::npos;
  };
  const std::string base = idFromName(name);
  std::string id = base;
  for (int n = 2; taken(id); ++n)
    id = base + "-" + std::to_string(n);
  mIds.insert(id);
  return id;
}

} // namespace hotchkiss
